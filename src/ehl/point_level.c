/* Grids of an elliptic contact: memory, kernels, gaps, and the system itself. */
#include "point_level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "field/love.h"

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
    size_t n = mesh_nodes(&l->m), interior = (size_t)(l->m.nx - 1) * (size_t)(l->m.ny - 1) + 1;
    double **fields[] = {&l->flow.xi, &l->flow.dxi_P, &l->flow.dxi_H, &l->flow.rho, &l->flow.drho,
                         &l->flow.F,  &l->P,          &l->H,          &l->dg,       &l->moved};
    float **quick[] = {&l->by_P[0], &l->by_P[1], &l->by_P[2], &l->by_P[3], &l->by_P[4],    &l->by_P[5],    &l->by_H[0],
                       &l->by_H[1], &l->by_H[2], &l->by_H[3], &l->by_H[4], &l->by_H[5],    &l->by_all,     &l->z,
                       &l->r,       &l->w,       &l->left,    &l->chain,   &l->plain_step, &l->spread_step};
    bool good = true, coarsest = l->m.nx <= EHL_COARSEST;
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) good = (*fields[k] = calloc(n, sizeof(double))) && good;
    for (size_t k = 0; k < sizeof quick / sizeof *quick; k++) good = (*quick[k] = calloc(n, sizeof(float))) && good;
    l->flow.row = calloc(n, sizeof *l->flow.row);
    l->active = calloc(n, 1);
    l->local = calloc(n, 1);
    l->band = malloc(interior * EHL_BAND * sizeof(float));
    l->LU = malloc(coarsest ? interior * interior * sizeof(double) : 1);
    l->right = malloc(coarsest ? interior * sizeof(double) : 1);
    l->pivots = malloc(coarsest ? interior * sizeof(int) : 1);
    l->node = malloc(coarsest ? interior * sizeof(int) : 1);
    return good && l->flow.row && l->active && l->local && l->band && l->LU && l->right && l->pivots && l->node;
}

ehl_level *ehl_level_create(const ehl_mesh *m, double C) {
    ehl_level *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    cell_kernel k = {.C = C};
    bool coarsest = m->nx <= EHL_COARSEST;
    l->m = *m;
    love_make(&k.love, m->hx, m->hy);
    l->fft = convolve_create(m->nx + 1, m->ny + 1, false, 1);
    bool good = allocate(l) && l->fft && spectrum_of_kernel(l->fft, kernel_value, &k, false, false, &l->kernel);
    good = good && (l->quick = convolve_float_create(m->nx + 1, m->ny + 1, l->fft, &l->kernel));
    for (int b = 0; b <= EHL_REACH_Y; b++)
        for (int a = 0; a <= EHL_REACH_X; a++) l->near[b][a] = kernel_value(a, b, &k);
    for (int b = 0; coarsest && b < EHL_COARSE_REACH; b++)
        for (int a = 0; a < EHL_COARSE_REACH; a++) l->dense[b][a] = kernel_value(a, b, &k);
    if (good && !coarsest) {
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
    convolve_float_destroy(l->quick);
    void *all[] = {l->flow.xi, l->flow.dxi_P, l->flow.dxi_H, l->flow.rho, l->flow.drho, l->flow.F,     l->P,
                   l->H,       l->dg,         l->moved,      l->flow.row, l->active,    l->local,      l->by_all,
                   l->z,       l->r,          l->w,          l->left,     l->chain,     l->plain_step, l->spread_step,
                   l->band,    l->LU,         l->right,      l->node,     l->pivots};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
    for (int q = 0; q < EHL_BY; q++) {
        free(l->by_P[q]);
        free(l->by_H[q]);
    }
    ehl_rough_nodes_drop(l->kept_rough);
    free(l);
}

void ehl_level_fluid(ehl_level *l, double lambda, const ehl_fluid *fluid) {
    for (; l; l = l->coarse) {
        l->flow.lambda = lambda;
        l->flow.fluid = *fluid;
        l->flow.rate = l->flow.stretch = l->flow.slower = 0;
        l->flow.before = NULL;
    }
}

void ehl_level_in_time(ehl_level *l, double rate, double stretch, const double *before) {
    l->flow.before = before;
    for (; l; l = l->coarse) {
        l->flow.rate = rate;
        l->flow.stretch = stretch;
    }
}

void ehl_level_slow(ehl_level *l, double slower) {
    for (; l; l = l->coarse) l->flow.slower = slower;
}

void ehl_level_hold(ehl_level *l, bool held) {
    for (; l; l = l->coarse) l->held = held;
}

void ehl_level_gap(ehl_level *l, double H0, const ehl_shape *shape, const double *P, double *H) {
    convolve_apply(l->fft, &l->kernel, P, H);
    for (int j = 0; j <= l->m.ny; j++)
        for (int i = 0; i <= l->m.nx; i++) {
            double x = l->m.x0 + i * l->m.hx, y = l->m.y0 + j * l->m.hy;
            H[mesh_at(&l->m, i, j)] += H0 + 0.5 * (shape->xx * x * x + shape->yy * y * y) + shape->xy * x * y;
        }
}

/* ---- the system ---- */
bool ehl_level_look(ehl_level *l, const double *P, const double *H, bool rows) {
    if (l->rough) return ehl_rough_look(l, P, H, rows);
    ehl_point_flow_at(&l->flow, &l->m, P, H, rows);
    return true;
}

void ehl_level_scale(ehl_level *l) {
    static const int off_x[EHL_BY] = {0, 1, 1, 0, 0, 2}, off_y[EHL_BY] = {0, 0, 0, 1, 1, 0};
    for (int j = 1; j < l->m.ny; j++)
        for (int i = 1; i < l->m.nx; i++) {
            size_t k = mesh_at(&l->m, i, j);
            double sum = l->flow.row[k].P[EHL_C];
            for (int q = 0; q < EHL_BY; q++) sum += l->flow.row[k].H[q] * l->near[off_y[q]][off_x[q]];
            l->dg[k] = fabs(sum);
        }
    if (l->rough) ehl_rough_scale(l);
}

void ehl_level_apply(ehl_level *l, const double *z, double z0, double *out, double *load) {
    const ehl_mesh *m = &l->m;
    size_t up = (size_t)m->nx + 1;
    double sum = 0;
    convolve_apply(l->fft, &l->kernel, z, l->moved);
    memset(out, 0, mesh_nodes(m) * sizeof *out);
    for (int j = 1; j < m->ny; j++)
        for (int i = 1; i < m->nx; i++) {
            size_t k = mesh_at(m, i, j);
            if (!l->active[k]) continue;
            const double *P = l->flow.row[k].P, *H = l->flow.row[k].H, *w = l->moved + k, *p = z + k;
            double ww = i > 1 ? w[-2] : 0, pp = i > 1 ? p[-2] : 0;
            sum += *p;
            out[k] = P[EHL_C] * p[0] + P[EHL_E] * p[1] + P[EHL_W] * p[-1] + P[EHL_N] * p[up] + P[EHL_S] * *(p - up) +
                     P[EHL_WW] * pp + H[EHL_C] * (w[0] + z0) + H[EHL_E] * (w[1] + z0) + H[EHL_W] * (w[-1] + z0) +
                     H[EHL_N] * (w[up] + z0) + H[EHL_S] * (*(w - up) + z0) + H[EHL_WW] * (ww + z0);
        }
    *load = l->held ? z0 : sum * m->hx * m->hy;
}

/* One row of nodes; pointers to the first inner node. */
static void product_row(const ehl_level *l, size_t first, int count, const float *z, const float *w, float z0,
                        float *restrict out) {
    size_t up = (size_t)l->m.nx + 1;
    const float *PC = l->by_P[EHL_C] + first, *PE = l->by_P[EHL_E] + first, *PW = l->by_P[EHL_W] + first,
                *PN = l->by_P[EHL_N] + first, *PS = l->by_P[EHL_S] + first, *PWW = l->by_P[EHL_WW] + first,
                *HC = l->by_H[EHL_C] + first, *HE = l->by_H[EHL_E] + first, *HW = l->by_H[EHL_W] + first,
                *HN = l->by_H[EHL_N] + first, *HS = l->by_H[EHL_S] + first, *HWW = l->by_H[EHL_WW] + first,
                *all = l->by_all + first;
    const float *zn = z + up, *zs = z - up, *wn = w + up, *ws = w - up;
    for (int i = 0; i < count; i++)
        out[i] = PC[i] * z[i] + PE[i] * z[i + 1] + PW[i] * z[i - 1] + PN[i] * zn[i] + PS[i] * zs[i] +
                 PWW[i] * z[i - 2] + HC[i] * w[i] + HE[i] * w[i + 1] + HW[i] * w[i - 1] + HN[i] * wn[i] +
                 HS[i] * ws[i] + HWW[i] * w[i - 2] + all[i] * z0;
}

void ehl_level_product(ehl_level *l, const float *z, float z0, float *out, double *load) {
    const ehl_mesh *m = &l->m;
    double sum = 0;
    convolve_float_apply(l->quick, z, l->w);
    memset(out, 0, ((size_t)m->nx + 1) * sizeof *out);
    memset(out + mesh_at(m, 0, m->ny), 0, ((size_t)m->nx + 1) * sizeof *out);
    for (int j = 1; j < m->ny; j++) {
        size_t first = mesh_at(m, 1, j);
        float part = 0;
        out[first - 1] = out[mesh_at(m, m->nx, j)] = 0;
        product_row(l, first, m->nx - 1, z + first, l->w + first, z0, out + first);
        for (int i = 0; i < m->nx - 1; i++) part += z[first + (size_t)i];
        sum += (double)part;
    }
    *load = l->held ? (double)z0 : sum * m->hx * m->hy;
}
