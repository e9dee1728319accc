#include "point_level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lapack.h"
#include "field/love.h"

enum {
    HALF = 4,
    LEADING = 3 * HALF + 1,
    COARSEST = EHL_COARSE_REACH - 4
};                                   /* half-width of the band, rows of its storage; cells */
static const double easy_flow = 0.3; /* of xi/h^2: above, the unknown is the pressure of a node */
static const double step_local = 0.8, step_spread = 0.4;

/* Offsets of the nodes of a stencil. */
static const int off_x[EHL_BY] = {0, 1, -1, 0, 0, -2}, off_y[EHL_BY] = {0, 0, 0, 1, -1, 0};

/* ---- creation ---- */
typedef struct cell_kernel {
    love love;
    double C;
} cell_kernel;

static double kernel_value(long i, long j, void *user) {
    const cell_kernel *k = user;
    return k->C * love_at(&k->love, i, j);
}

static bool allocate(ehl_level *l) {
    size_t n = mesh_nodes(&l->m), interior = (size_t)(l->m.nx - 1) * (size_t)(l->m.ny - 1);
    double **fields[] = {&l->flow.xi, &l->flow.dxi_P, &l->flow.dxi_H, &l->flow.rho, &l->flow.drho, &l->flow.F, &l->P,
                         &l->H,       &l->dg,         &l->z,          &l->r,        &l->w,         &l->left};
    bool good = true;
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) good = (*fields[k] = calloc(n, sizeof(double))) && good;
    l->flow.row = calloc(n, sizeof *l->flow.row);
    l->active = calloc(n, 1);
    l->local = calloc(n, 1);
    if (l->m.nx > COARSEST) {
        l->band = malloc(interior * LEADING * sizeof(double));
        l->pivots = malloc(interior * sizeof(int));
        return good && l->flow.row && l->active && l->local && l->band && l->pivots;
    }
    l->LU = malloc((interior + 1) * (interior + 1) * sizeof(double));
    l->pivots = malloc((interior + 1) * sizeof(int));
    l->node = malloc((interior + 1) * sizeof(int));
    return good && l->flow.row && l->active && l->local && l->LU && l->pivots && l->node;
}

ehl_level *ehl_level_create(const ehl_mesh *m, double C) {
    ehl_level *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    cell_kernel k = {.C = C};
    l->m = *m;
    love_make(&k.love, m->hx, m->hy);
    l->fft = convolve_create(m->nx + 1, m->ny + 1, false, 1);
    bool good = allocate(l) && l->fft && spectrum_of_kernel(l->fft, kernel_value, &k, false, false, &l->kernel);
    for (int b = 0; b <= EHL_REACH_Y; b++)
        for (int a = 0; a <= EHL_REACH_X; a++) l->near[b][a] = kernel_value(a, b, &k);
    for (int b = 0; m->nx <= COARSEST && b < EHL_COARSE_REACH; b++)
        for (int a = 0; a < EHL_COARSE_REACH; a++) l->dense[b][a] = kernel_value(a, b, &k);
    if (good && m->nx > COARSEST && m->nx % 2 == 0 && m->ny % 2 == 0) {
        ehl_mesh half = {m->nx / 2, m->ny / 2, m->x0, m->y0, 2 * m->hx, 2 * m->hy};
        good = (l->coarse = ehl_level_create(&half, C));
    }
    if (good) return l;
    ehl_level_destroy(l);
    return NULL;
}

void ehl_level_destroy(ehl_level *l) {
    if (!l) return;
    ehl_level_destroy(l->coarse);
    spectrum_drop(&l->kernel);
    convolve_destroy(l->fft);
    void *all[] = {l->flow.xi, l->flow.dxi_P, l->flow.dxi_H, l->flow.rho, l->flow.drho, l->flow.F, l->P,
                   l->H,       l->dg,         l->z,          l->r,        l->w,         l->left,   l->flow.row,
                   l->active,  l->local,      l->band,       l->LU,       l->node,      l->pivots};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
    free(l);
}

void ehl_level_fluid(ehl_level *l, double lambda, const ehl_fluid *fluid) {
    for (; l; l = l->coarse) {
        l->flow.lambda = lambda;
        l->flow.fluid = *fluid;
    }
}

void ehl_level_gap(ehl_level *l, double H0, const ehl_shape *shape, const double *P, double *H) {
    convolve_apply(l->fft, &l->kernel, P, H);
    for (int j = 0; j <= l->m.ny; j++)
        for (int i = 0; i <= l->m.nx; i++) {
            double x = l->m.x0 + i * l->m.hx, y = l->m.y0 + j * l->m.hy;
            H[mesh_at(&l->m, i, j)] += H0 + 0.5 * (shape->xx * x * x + shape->yy * y * y) + shape->xy * x * y;
        }
}

/* ---- entries ---- */
static double near(const ehl_level *l, int a, int b) { return l->near[abs(b)][abs(a)]; }

/* Entry of a row by the pressure a, b nodes away. */
static double plain(const ehl_level *l, const ehl_stencil *s, int a, int b) {
    double sum = 0;
    for (int q = 0; q < EHL_BY; q++) sum += s->H[q] * near(l, off_x[q] - a, off_y[q] - b);
    for (int q = 0; q < EHL_WW; q++)
        if (off_x[q] == a && off_y[q] == b) sum += s->P[q];
    return sum;
}

/* By a change of that node by 1 and of its neighbours by -1/4; `second` holds the kernel of it. */
static double spread_entry(const ehl_stencil *s, double second[2 * HALF + 5][3], int a) {
    double sum = 0;
    for (int q = 0; q < EHL_BY; q++) sum += s->H[q] * second[off_x[q] - a + HALF + 2][off_y[q] + 1];
    for (int q = 0; q < EHL_WW; q++) {
        int dx = abs(off_x[q] - a), dy = abs(off_y[q]);
        if (dx + dy == 0) sum += s->P[q];
        if (dx + dy == 1) sum -= 0.25 * s->P[q];
    }
    return sum;
}

void ehl_level_scale(ehl_level *l) {
    for (int j = 1; j < l->m.ny; j++)
        for (int i = 1; i < l->m.nx; i++) {
            size_t k = mesh_at(&l->m, i, j);
            l->dg[k] = fabs(plain(l, &l->flow.row[k], 0, 0));
        }
}

/* ---- lines ---- */
static void choose_unknowns(ehl_level *l) {
    const ehl_mesh *m = &l->m;
    size_t up = (size_t)m->nx + 1;
    double hx2 = 2 * m->hx * m->hx, hy2 = 2 * m->hy * m->hy;
    const double *xi = l->flow.xi;
    for (int j = 1; j < m->ny; j++)
        for (int i = 1; i < m->nx; i++) {
            size_t k = mesh_at(m, i, j);
            double x = fmax(xi[k + 1], xi[k - 1]) + xi[k], y = fmax(xi[k + up], xi[k - up]) + xi[k];
            bool edge = !(l->active[k + 1] && l->active[k - 1] && l->active[k + up] && l->active[k - up]);
            l->local[k] = edge || x / hx2 > easy_flow || y / hy2 > easy_flow;
        }
}

static bool factor_lines(ehl_level *l) {
    int n = l->m.nx - 1, half = HALF, leading = LEADING, info;
    double second[2 * HALF + 5][3];
    for (int a = 0; a < 2 * HALF + 5; a++)
        for (int b = 0; b < 3; b++) {
            int x = a - HALF - 2, y = b - 1;
            second[a][b] =
                near(l, x, y) - 0.25 * (near(l, x + 1, y) + near(l, x - 1, y) + near(l, x, y + 1) + near(l, x, y - 1));
        }
    for (int j = 1; j < l->m.ny; j++) {
        double *band = l->band + (size_t)(j - 1) * (size_t)n * LEADING;
        memset(band, 0, (size_t)n * LEADING * sizeof *band);
        for (int c = 0; c < n; c++)
            for (int r = c < HALF ? 0 : c - HALF; r < n && r <= c + HALF; r++) {
                size_t k = mesh_at(&l->m, r + 1, j), col = mesh_at(&l->m, c + 1, j);
                double *at = &band[(size_t)c * LEADING + (size_t)(2 * HALF + r - c)];
                if (!l->active[k] || !l->active[col])
                    *at = r == c;
                else
                    *at = (l->local[col] ? plain(l, &l->flow.row[k], c - r, 0)
                                         : spread_entry(&l->flow.row[k], second, c - r)) /
                          l->dg[k];
            }
        dgbtrf_(&n, &n, &half, &half, band, &leading, l->pivots + (size_t)(j - 1) * (size_t)n, &info);
        if (info) return false;
    }
    return true;
}

/* What is left of r after the change z, z0. */
static void leave(ehl_level *l, const double *r, double load, double *load_left) {
    double sum;
    ehl_level_apply(l, l->z, l->z0, l->left, &sum);
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) l->left[k] = l->active[k] ? r[k] - l->left[k] : 0;
    *load_left = load - sum;
}

/* One sweep for the residuals in l->left, which change on the way. */
static void sweep(ehl_level *l) {
    int n = l->m.nx - 1, half = HALF, leading = LEADING, one = 1, info;
    size_t up = (size_t)l->m.nx + 1;
    double *line = l->w; /* free here */
    for (int j = 1; j < l->m.ny; j++) {
        double *band = l->band + (size_t)(j - 1) * (size_t)n * LEADING;
        size_t first = mesh_at(&l->m, 1, j);
        bool any = false;
        for (int i = 0; i < n; i++) {
            size_t k = first + (size_t)i;
            line[i] = l->active[k] ? l->left[k] / l->dg[k] : 0;
            any = any || l->active[k];
        }
        if (!any) continue;
        dgbtrs_("N", &n, &half, &half, &one, band, &leading, l->pivots + (size_t)(j - 1) * (size_t)n, line, &n, &info,
                1);
        for (int i = 0; i < n; i++) {
            size_t k = first + (size_t)i;
            if (!l->active[k]) continue;
            if (l->local[k]) {
                double d = step_local * line[i];
                l->z[k] += d;
                if (l->local[k + up]) l->left[k + up] -= l->flow.row[k + up].P[EHL_S] * d;
            } else {
                double d = step_spread * line[i];
                l->z[k] += d;
                l->z[k + 1] -= 0.25 * d;
                l->z[k - 1] -= 0.25 * d;
                l->z[k + up] -= 0.25 * d;
                l->z[k - up] -= 0.25 * d;
            }
        }
    }
}

/* ---- the coarsest grid ---- */
static bool factor_all(ehl_level *l) {
    int count = 0, info;
    for (int j = 1; j < l->m.ny; j++)
        for (int i = 1; i < l->m.nx; i++)
            if (l->active[mesh_at(&l->m, i, j)]) l->node[count++] = (int)mesh_at(&l->m, i, j);
    int size = count + 1, row = l->m.nx + 1;
    l->count = count;
    for (int c = 0; c < count; c++) {
        double *column = l->LU + (size_t)c * (size_t)size;
        int ci = l->node[c] % row, cj = l->node[c] / row;
        for (int r = 0; r < count; r++) {
            const ehl_stencil *s = &l->flow.row[l->node[r]];
            int a = ci - l->node[r] % row, b = cj - l->node[r] / row;
            double sum = 0;
            for (int q = 0; q < EHL_BY; q++) sum += s->H[q] * l->dense[abs(off_y[q] - b)][abs(off_x[q] - a)];
            for (int q = 0; q < EHL_WW; q++)
                if (off_x[q] == a && off_y[q] == b) sum += s->P[q];
            column[r] = sum / l->dg[l->node[r]];
        }
        column[count] = l->m.hx * l->m.hy;
    }
    double *column = l->LU + (size_t)count * (size_t)size;
    for (int r = 0; r < count; r++) {
        const double *H = l->flow.row[l->node[r]].H;
        column[r] = (H[0] + H[1] + H[2] + H[3] + H[4] + H[5]) / l->dg[l->node[r]];
    }
    column[count] = 0;
    dgetrf_(&size, &size, l->LU, &size, l->pivots, &info);
    return info == 0;
}

static void solve_all(ehl_level *l, const double *r, double load) {
    int size = l->count + 1, one = 1, info;
    double *right = l->left;
    for (int k = 0; k < l->count; k++) l->w[k] = r[l->node[k]] / l->dg[l->node[k]];
    memcpy(right, l->w, (size_t)l->count * sizeof *right);
    right[l->count] = load;
    dgetrs_("N", &size, &one, l->LU, &size, l->pivots, right, &size, &info, 1);
    memset(l->z, 0, mesh_nodes(&l->m) * sizeof *l->z);
    for (int k = 0; k < l->count; k++) l->z[l->node[k]] = right[k];
    l->z0 = right[l->count];
}

/* ---- between grids ---- */
static void inject(ehl_level *l) {
    ehl_level *c = l->coarse;
    for (int j = 0; j <= c->m.ny; j++)
        for (int i = 0; i <= c->m.nx; i++) {
            size_t to = mesh_at(&c->m, i, j), from = mesh_at(&l->m, 2 * i, 2 * j);
            c->P[to] = l->P[from];
            c->H[to] = l->H[from];
            c->active[to] = l->active[from];
        }
}

static void restrict_left(const ehl_level *l) {
    static const double w[3] = {0.25, 0.5, 0.25};
    ehl_level *c = l->coarse;
    memset(c->r, 0, mesh_nodes(&c->m) * sizeof *c->r);
    for (int j = 1; j < c->m.ny; j++)
        for (int i = 1; i < c->m.nx; i++) {
            double sum = 0;
            for (int b = -1; b <= 1; b++)
                for (int a = -1; a <= 1; a++)
                    sum += w[a + 1] * w[b + 1] * l->left[mesh_at(&l->m, 2 * i + a, 2 * j + b)];
            c->r[mesh_at(&c->m, i, j)] = sum;
        }
}

static void correct(ehl_level *l) {
    const ehl_level *c = l->coarse;
    for (int j = 1; j < l->m.ny; j++)
        for (int i = 1; i < l->m.nx; i++) {
            size_t k = mesh_at(&l->m, i, j);
            if (!l->active[k]) continue;
            int ci = i / 2, cj = j / 2, ci2 = (i + 1) / 2, cj2 = (j + 1) / 2;
            l->z[k] += 0.25 * (c->z[mesh_at(&c->m, ci, cj)] + c->z[mesh_at(&c->m, ci2, cj)] +
                               c->z[mesh_at(&c->m, ci, cj2)] + c->z[mesh_at(&c->m, ci2, cj2)]);
        }
    l->z0 += c->z0;
}

/* ---- the door ---- */
bool ehl_level_prepare(ehl_level *l) {
    for (; l->coarse; l = l->coarse) {
        choose_unknowns(l);
        if (!factor_lines(l)) return false;
        inject(l);
        ehl_point_flow_at(&l->coarse->flow, &l->coarse->m, l->coarse->P, l->coarse->H, true);
        ehl_level_scale(l->coarse);
    }
    return factor_all(l);
}

void ehl_level_apply(ehl_level *l, const double *z, double z0, double *out, double *load) {
    const ehl_mesh *m = &l->m;
    size_t up = (size_t)m->nx + 1;
    double sum = 0;
    convolve_apply(l->fft, &l->kernel, z, l->w);
    memset(out, 0, mesh_nodes(m) * sizeof *out);
    for (int j = 1; j < m->ny; j++)
        for (int i = 1; i < m->nx; i++) {
            size_t k = mesh_at(m, i, j);
            if (!l->active[k]) continue;
            const double *P = l->flow.row[k].P, *H = l->flow.row[k].H, *w = l->w + k, *p = z + k;
            double ww = i > 1 ? w[-2] : 0;
            sum += *p;
            out[k] = P[EHL_C] * p[0] + P[EHL_E] * p[1] + P[EHL_W] * p[-1] + P[EHL_N] * p[up] + P[EHL_S] * *(p - up) +
                     H[EHL_C] * (w[0] + z0) + H[EHL_E] * (w[1] + z0) + H[EHL_W] * (w[-1] + z0) +
                     H[EHL_N] * (w[up] + z0) + H[EHL_S] * (*(w - up) + z0) + H[EHL_WW] * (ww + z0);
        }
    *load = sum * m->hx * m->hy;
}

static void cycle(ehl_level *l, const double *r, double load) {
    if (!l->coarse) {
        solve_all(l, r, load);
        return;
    }
    double load_left;
    memset(l->z, 0, mesh_nodes(&l->m) * sizeof *l->z);
    l->z0 = 0;
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) l->left[k] = l->active[k] ? r[k] : 0;
    sweep(l);
    leave(l, r, load, &load_left);
    restrict_left(l);
    cycle(l->coarse, l->coarse->r, load_left);
    correct(l);
    leave(l, r, load, &load_left);
    sweep(l);
}

void ehl_level_cycle(ehl_level *l, const double *r, double load, double *z, double *z0) {
    cycle(l, r, load);
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) z[k] = l->active[k] ? l->z[k] : 0;
    *z0 = l->z0;
}
