#include "halfspace_rays.h"

#include <math.h>
#include <string.h>

#include "base/constants.h"
#include "base/quadric.h"

static const double steepest = 0.2; /* least |cos| between ray and normal */
static const double smooth = 1e-4;  /* error of the polynomials, over the approach, that is allowed */

/* where polynomials are held against the surfaces, in half-sides of the window */
static const double probes[PROBES][2] = {{0.93, 0.11}, {-0.37, 0.81}, {-0.71, -0.59}, {0.23, -0.97}};

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
    for (int q = 0; q < PROBES; q++)
        for (int d = 0; d < 2; d++)
            for (int k = 0; k < RAYS; k++) {
                double e[3];
                basis(r->at, k, probes[q][d], e);
                r->probe[q][d][k] = e[0];
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
        const double *e = r->E[dy][j];
        for (int i = 0; i < n; i++)
            row[i] = (e[0] * half[0][i] + e[1] * half[1][i] + e[2] * half[2][i]) +
                     (e[3] * half[3][i] + e[4] * half[4][i] + e[5] * half[5][i]) +
                     (e[6] * half[6][i] + e[7] * half[7][i] + e[8] * half[8][i]);
    }
}
_Static_assert(RAYS == 9, "the sum above");

void rays_gap(const rays *r, const rays_view *v, double *gap) {
    double Z[RAYS][RAYS];
    for (int l = 0; l < RAYS; l++)
        for (int k = 0; k < RAYS; k++) Z[l][k] = v->Z[1][l][k] - v->Z[0][l][k];
    spread(r, 0, 0, Z, 1, gap);
}

/* The transpose of spread: out[l][i] = sum over j of Ey[j][l] w[j*n + i], over the rows that have any weight. */
static void gather(const rays *r, int dy, const double *w, const bool *row, double out[RAYS][WINDOW_MOST]) {
    int n = r->n;
    memset(out, 0, RAYS * sizeof out[0]);
    for (int j = 0; j < n; j++)
        for (int l = 0; row[j] && l < RAYS; l++)
            for (int i = 0; i < n; i++) out[l][i] += r->E[dy][j][l] * w[j * n + i];
}

static double gathered(const rays *r, int dx, double half[RAYS][WINDOW_MOST], double Z[RAYS][RAYS]) {
    double sum = 0;
    for (int l = 0; l < RAYS; l++) {
        double s[RAYS] = {0};
        for (int i = 0; i < r->n; i++)
            for (int k = 0; k < RAYS; k++) s[k] += r->E[dx][i][k] * half[l][i];
        for (int k = 0; k < RAYS; k++) sum += s[k] * Z[l][k];
    }
    return sum;
}

void rays_sums(const rays *r, const rays_view *v, const double *weight, double out[3]) {
    double Z[RAYS][RAYS], half[RAYS][WINDOW_MOST];
    bool row[WINDOW_MOST];
    for (int l = 0; l < RAYS; l++)
        for (int k = 0; k < RAYS; k++) Z[l][k] = 0.5 * (v->Z[0][l][k] + v->Z[1][l][k]);
    for (int j = 0; j < r->n; j++) {
        row[j] = false;
        for (int i = 0; i < r->n; i++) row[j] = row[j] || weight[j * r->n + i] != 0;
    }
    gather(r, 0, weight, row, half);
    out[0] = gathered(r, 0, half, Z);
    out[1] = gathered(r, 1, half, Z) / v->L[0];
    gather(r, 1, weight, row, half);
    out[2] = gathered(r, 0, half, Z) / v->L[1];
}

/* ---- rays ---- */
/* Where the surface of A (side 0) or B (side 1) is met at x, y, from z on. */
static bool hit(const abut_gap *gap, int side, double x, double y, double *z, int order, abut_jet *jet) {
    if (gap->quadric[side]) {
        vec3 g;
        if (!quadric_on_line(&gap->q[side], side, x, y, z, &g) || fabs(*z) > gap->size) return false;
        quadric_jet(&gap->q[side], v3(x, y, *z), jet);
        return g.z * g.z > steepest * steepest * v3_dot(g, g);
    }
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
static void trace_cells(const rays *r, const abut_gap *gap, const double L[2], heights2 *body[2], unsigned char *open) {
    int n = r->n;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            size_t k = (size_t)j * (size_t)n + (size_t)i;
            double x = L[0] * ((2 * i + 1.0) / n - 1), y = L[1] * ((2 * j + 1.0) / n - 1), all[2][6] = {{0}};
            open[k] = 0;
            for (int s = 0; s < 2; s++) {
                abut_jet jet;
                double z = 0;
                if (hit(gap, s, x, y, &z, 2, &jet))
                    slopes(&jet, z, all[s]);
                else
                    open[k] = 1;
            }
            if (beyond_walls(gap, x, y, 0.5 * (all[0][0] + all[1][0]))) open[k] = 1;
            for (int s = 0; s < 2; s++)
                for (int d = 0; d < 6; d++) body[s]->z[d][k] = all[s][d];
        }
}

/* Do the polynomials tell the gap where they were not made from? */
static bool good_between(const rays *r, const abut_gap *gap, const rays_view *v) {
    for (int q = 0; q < PROBES; q++) {
        double value[2], z[2];
        for (int s = 0; s < 2; s++) {
            abut_jet jet;
            value[s] = 0;
            for (int l = 0; l < RAYS; l++) {
                double sum = 0;
                for (int k = 0; k < RAYS; k++) sum += r->probe[q][0][k] * v->Z[s][l][k];
                value[s] += r->probe[q][1][l] * sum;
            }
            z[s] = value[s];
            if (!hit(gap, s, v->L[0] * probes[q][0], v->L[1] * probes[q][1], &z[s], 1, &jet)) return false;
        }
        if (fabs((value[1] - value[0]) - (z[1] - z[0])) > smooth * gap->h) return false;
    }
    return true;
}

static bool trace_points(const rays *r, const abut_gap *gap, rays_view *v) {
    for (int s = 0; s < 2; s++)
        for (int l = 0; l < RAYS; l++) {
            double z = l ? v->Z[s][l - 1][0] : 0;
            for (int k = 0; k < RAYS; k++) {
                abut_jet jet;
                double x = v->L[0] * r->at[k];
                if (!hit(gap, s, x, v->L[1] * r->at[l], &z, 1, &jet)) return false;
                v->Z[s][l][k] = z;
                if (k + 1 < RAYS) z -= jet.g.x / jet.g.z * (v->L[0] * r->at[k + 1] - x); /* along the slope */
            }
        }
    return good_between(r, gap, v);
}

bool rays_look(const rays *r, const abut_gap *gap, const double L[2], rays_view *v) {
    double z = 0;
    abut_jet jet;
    v->L[0] = L[0];
    v->L[1] = L[1];
    for (int s = 0; s < 2; s++)
        if (!hit(gap, s, 0, 0, &z, 1, &jet)) return false;
    v->smooth = gap->sides == 2 && trace_points(r, gap, v);
    return true;
}

void rays_trace(const rays *r, const abut_gap *gap, const rays_view *v, heights2 *a, heights2 *b, unsigned char *open) {
    static const int order[6][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}};
    heights2 *body[2] = {a, b};
    if (!v->smooth) {
        trace_cells(r, gap, v->L, body, open);
        return;
    }
    memset(open, 0, (size_t)r->n * (size_t)r->n);
    for (int s = 0; s < 2; s++)
        for (int d = 0; d < 6; d++) {
            int dx = order[d][0], dy = order[d][1];
            double Z[RAYS][RAYS];
            memcpy(Z, v->Z[s], sizeof Z);
            spread(r, dx, dy, Z, 1 / (pow(v->L[0], dx) * pow(v->L[1], dy)), body[s]->z[d]);
        }
}
