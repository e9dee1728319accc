#include "halfspace_rays.h"

#include <math.h>
#include <string.h>

#include "base/constants.h"

static const double steepest = 0.2; /* least |cos| between ray and normal */
static const double smooth = 1e-4;  /* error of the polynomials, over the approach, that is allowed */

/* ---- polynomials ---- */
/* Value and two derivatives at x of the polynomial that is 1 at point k and 0 at the others. */
static void basis(const double *at, int k, double x, double out[3]) {
    out[0] = 1, out[1] = out[2] = 0;
    for (int j = 0; j < RAYS; j++) {
        if (j == k) continue;
        double c = 1 / (at[k] - at[j]), f = (x - at[j]) * c;
        out[2] = out[2] * f + 2 * out[1] * c;
        out[1] = out[1] * f + out[0] * c;
        out[0] *= f;
    }
}

void rays_make(rays *r, int n) {
    r->n = n;
    for (int k = 0; k < RAYS; k++) r->at[k] = -cos(PI * (k + 0.5) / RAYS);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < RAYS; k++) {
            double e[3];
            basis(r->at, k, (2 * i + 1.0) / n - 1, e);
            for (int d = 0; d < 3; d++) r->E[d][i][k] = e[d];
        }
}

/* out[j*n + i] = sum over k, l of Ex[i][k] Ey[j][l] Z[l][k] times the factor */
static void spread(const rays *r, int dx, int dy, double Z[RAYS][RAYS], double factor, double *out) {
    int n = r->n;
    double half[RAYS][WINDOW_MOST];
    for (int l = 0; l < RAYS; l++)
        for (int i = 0; i < n; i++) {
            double s = 0;
            for (int k = 0; k < RAYS; k++) s += r->E[dx][i][k] * Z[l][k];
            half[l][i] = factor * s;
        }
    for (int j = 0; j < n; j++) {
        double *row = out + (size_t)j * (size_t)n;
        memset(row, 0, (size_t)n * sizeof *row);
        for (int l = 0; l < RAYS; l++)
            for (int i = 0; i < n; i++) row[i] += r->E[dy][j][l] * half[l][i];
    }
}

/* ---- rays ---- */
/* Where the surface of A (side 0) or B (side 1) is met at x, y, from z on. */
static bool hit(const abut_gap *gap, int side, double x, double y, double *z, int order, abut_jet *jet) {
    double sign = side == 0 ? 1 : -1;
    for (int k = 0; k < 30; k++) {
        abut_vec3 at = {x, y, *z};
        if (gap->jet(gap, side, &at, order, jet)) return false;
        double steep = sign * jet->g.z, size2 = jet->g.x * jet->g.x + jet->g.y * jet->g.y + jet->g.z * jet->g.z;
        if (!(steep > 0) || steep * steep < steepest * steepest * size2) return false;
        double step = -jet->f / jet->g.z;
        *z += step;
        if (fabs(step) < 1e-13 * gap->size) return true;
        if (fabs(*z) > gap->size) return false;
    }
    return false;
}

/* z and its derivatives from those of f(x, y, z(x, y)) = 0. */
static void slopes(const abut_jet *j, double z, double out[6]) {
    double zx = -j->g.x / j->g.z, zy = -j->g.y / j->g.z; /* H: xx yy zz xy xz yz */
    out[0] = z, out[1] = zx, out[2] = zy;
    out[3] = -(j->H[0] + 2 * j->H[4] * zx + j->H[2] * zx * zx) / j->g.z;
    out[4] = -(j->H[3] + j->H[4] * zy + j->H[5] * zx + j->H[2] * zx * zy) / j->g.z;
    out[5] = -(j->H[1] + 2 * j->H[5] * zy + j->H[2] * zy * zy) / j->g.z;
}

static bool beyond_walls(const abut_gap *gap, double x, double y, double z) {
    for (int s = 2; s < gap->sides; s++) {
        const abut_wall *w = &gap->side[s].wall;
        if (w->m.x * x + w->m.y * y + w->m.z * z > w->at) return true;
    }
    return false;
}

/* Every cell by its own ray, from the middle outwards row by row. */
static void trace_cells(const rays *r, const abut_gap *gap, const double L[2], int count, heights2 *body[2],
                        unsigned char *open) {
    int n = r->n;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            size_t k = (size_t)j * (size_t)n + (size_t)i;
            double x = L[0] * ((2 * i + 1.0) / n - 1), y = L[1] * ((2 * j + 1.0) / n - 1), all[2][6] = {{0}};
            open[k] = 0;
            for (int s = 0; s < 2; s++) {
                abut_jet jet;
                double z = 0;
                if (hit(gap, s, x, y, &z, count > 1 ? 2 : 1, &jet))
                    count > 1 ? slopes(&jet, z, all[s]) : (void)(all[s][0] = z);
                else
                    open[k] = 1;
            }
            if (beyond_walls(gap, x, y, 0.5 * (all[0][0] + all[1][0]))) open[k] = 1;
            for (int s = 0; s < 2; s++)
                for (int d = 0; d < count; d++) body[s]->z[d][k] = all[s][d];
        }
}

/* Do the polynomials tell the gap where they were not made from? */
static bool good_between(const rays *r, const abut_gap *gap, const double L[2], double Z[2][RAYS][RAYS]) {
    static const double probe[4][2] = {{0.93, 0.11}, {-0.37, 0.81}, {-0.71, -0.59}, {0.23, -0.97}};
    for (int q = 0; q < 4; q++) {
        double value[2], z[2], e[3];
        for (int s = 0; s < 2; s++) {
            abut_jet jet;
            double ex[RAYS], ey[RAYS];
            for (int k = 0; k < RAYS; k++) basis(r->at, k, probe[q][0], e), ex[k] = e[0];
            for (int k = 0; k < RAYS; k++) basis(r->at, k, probe[q][1], e), ey[k] = e[0];
            value[s] = 0;
            for (int l = 0; l < RAYS; l++)
                for (int k = 0; k < RAYS; k++) value[s] += ey[l] * ex[k] * Z[s][l][k];
            z[s] = value[s];
            if (!hit(gap, s, L[0] * probe[q][0], L[1] * probe[q][1], &z[s], 1, &jet)) return false;
        }
        if (fabs((value[1] - value[0]) - (z[1] - z[0])) > smooth * gap->h) return false;
    }
    return true;
}

static bool trace_points(const rays *r, const abut_gap *gap, const double L[2], double Z[2][RAYS][RAYS]) {
    for (int s = 0; s < 2; s++)
        for (int l = 0; l < RAYS; l++) {
            double z = 0;
            for (int k = 0; k < RAYS; k++) {
                abut_jet jet;
                if (!hit(gap, s, L[0] * r->at[k], L[1] * r->at[l], &z, 1, &jet)) return false;
                Z[s][l][k] = z;
            }
        }
    return good_between(r, gap, L, Z);
}

bool rays_trace(const rays *r, const abut_gap *gap, const double L[2], int count, heights2 *a, heights2 *b,
                unsigned char *open) {
    static const int order[6][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}};
    double Z[2][RAYS][RAYS], z = 0;
    heights2 *body[2] = {a, b};
    abut_jet jet;
    for (int s = 0; s < 2; s++)
        if (!hit(gap, s, 0, 0, &z, 1, &jet)) return false;
    if (gap->sides > 2 || !trace_points(r, gap, L, Z)) {
        trace_cells(r, gap, L, count, body, open);
        return true;
    }
    memset(open, 0, (size_t)r->n * (size_t)r->n);
    for (int s = 0; s < 2; s++)
        for (int d = 0; d < count; d++) {
            int dx = order[d][0], dy = order[d][1];
            spread(r, dx, dy, Z[s], 1 / (pow(L[0], dx) * pow(L[1], dy)), body[s]->z[d]);
        }
    return true;
}
