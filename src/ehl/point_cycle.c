/* The V-cycle of point_level.h: systems of the coarser grids, residuals to them and corrections back, the coarsest solved exactly. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lapack.h"
#include "point_level.h"

static const int off_x[EHL_BY] = {0, 1, -1, 0, 0, -2}, off_y[EHL_BY] = {0, 0, 0, 1, -1, 0};

/* ---- making the systems ---- */
/* Single precision has no numbers below 1e-38, and slow ones near that. */
static float small_is_zero(double v) { return fabs(v) > 1e-30 ? (float)v : 0; }

static void copy_rows(ehl_level *l) {
    for (int j = 1; j < l->m.ny; j++)
        for (int i = 1; i < l->m.nx; i++) {
            size_t k = mesh_at(&l->m, i, j);
            const ehl_stencil *s = &l->flow.row[k];
            double scale = l->active[k] ? 1 / l->dg[k] : 0, all = 0;
            for (int q = 0; q < EHL_BY; q++) {
                l->by_P[q][k] = small_is_zero(scale * s->P[q]);
                l->by_H[q][k] = small_is_zero(scale * s->H[q]);
                all += s->H[q];
            }
            l->by_all[k] = small_is_zero(scale * all);
        }
}

void ehl_level_inject(const ehl_level *l) {
    const ehl_level *c = l->coarse;
    for (int j = 0; j <= c->m.ny; j++)
        for (int i = 0; i <= c->m.nx; i++) {
            size_t to = mesh_at(&c->m, i, j), from = mesh_at(&l->m, 2 * i, 2 * j);
            c->P[to] = l->P[from];
            c->H[to] = l->H[from];
            c->active[to] = l->active[from];
            if (l->rough) c->rough->wet[to] = l->rough->wet[from];
        }
}

static void list_nodes(ehl_level *l) {
    l->count = 0;
    for (int j = 1; j < l->m.ny; j++)
        for (int i = 1; i < l->m.nx; i++)
            if (l->active[mesh_at(&l->m, i, j)]) l->node[l->count++] = (int)mesh_at(&l->m, i, j);
}

static bool factor_all(ehl_level *l) {
    int info;
    list_nodes(l);
    int count = l->count, size = count + 1, row = l->m.nx + 1;
    for (int c = 0; c < count; c++) {
        double *column = l->LU + (size_t)c * (size_t)size;
        int ci = l->node[c] % row, cj = l->node[c] / row;
        for (int r = 0; r < count; r++) {
            const ehl_stencil *s = &l->flow.row[l->node[r]];
            int a = ci - l->node[r] % row, b = cj - l->node[r] / row;
            double sum = 0;
            for (int q = 0; q < EHL_BY; q++) sum += s->H[q] * l->dense[abs(off_y[q] - b)][abs(off_x[q] - a)];
            for (int q = 0; abs(a) + abs(b) < 3 && q < EHL_BY; q++)
                if (off_x[q] == a && off_y[q] == b) sum += s->P[q];
            column[r] = sum / l->dg[l->node[r]];
        }
        column[count] = l->held ? 0 : l->m.hx * l->m.hy;
    }
    double *column = l->LU + (size_t)count * (size_t)size;
    for (int r = 0; r < count; r++) {
        const double *H = l->flow.row[l->node[r]].H;
        column[r] = (H[0] + H[1] + H[2] + H[3] + H[4] + H[5]) / l->dg[l->node[r]];
    }
    column[count] = l->held;
    dgetrf_(&size, &size, l->LU, &size, l->pivots, &info);
    return info == 0;
}

void ehl_level_rows(ehl_level *l) {
    copy_rows(l);
    ehl_lines_prepare(l);
}

bool ehl_level_prepare(ehl_level *l) {
    for (; l->coarse; l = l->coarse) {
        ehl_level_rows(l);
        ehl_level_inject(l);
        (void)ehl_level_look(l->coarse, l->coarse->P, l->coarse->H, true);
        ehl_level_scale(l->coarse);
        if (l->rough) ehl_rough_dry_rows(l->coarse);
    }
    return factor_all(l);
}

/* ---- the cycle ---- */
static void solve_all(ehl_level *l, const float *r, double load) {
    int size = l->count + 1, one = 1, info;
    for (int k = 0; k < l->count; k++) l->right[k] = (double)r[l->node[k]];
    l->right[l->count] = load;
    dgetrs_("N", &size, &one, l->LU, &size, l->pivots, l->right, &size, &info, 1);
    memset(l->z, 0, mesh_nodes(&l->m) * sizeof *l->z);
    for (int k = 0; k < l->count; k++) l->z[l->node[k]] = (float)l->right[k];
    l->z0 = (float)l->right[l->count];
}

/* What is left of r and load after the change z, z0. */
static double leave(ehl_level *l, const float *r, double load) {
    double sum;
    ehl_level_product(l, l->z, l->z0, l->left, &sum);
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) l->left[k] = r[k] - l->left[k];
    return load - sum;
}

/* Full weighting, of the residuals themselves; on rough surfaces of those nodes whose equation is that of the coarse one. */
void ehl_level_restrict(const ehl_level *l) {
    static const double w[3] = {0.25, 0.5, 0.25};
    const ehl_level *c = l->coarse;
    size_t up = (size_t)l->m.nx + 1;
    for (int j = 1; j < c->m.ny; j++)
        for (int i = 1; i < c->m.nx; i++) {
            size_t to = mesh_at(&c->m, i, j), k = mesh_at(&l->m, 2 * i, 2 * j) - up - 1;
            double sum = 0;
            for (int b = 0; b < 3; b++, k += up)
                for (size_t a = 0; a < 3; a++)
                    if (!l->rough || l->rough->wet[k + a] == c->rough->wet[to])
                        sum += w[a] * w[b] * (double)l->left[k + a] * l->dg[k + a];
            c->r[to] = c->active[to] ? (float)(sum / c->dg[to]) : 0;
        }
}

/* Linear between the coarse nodes. */
void ehl_level_correct(ehl_level *l) {
    const ehl_level *c = l->coarse;
    for (int j = 1; j < l->m.ny; j++) {
        const float *below = c->z + mesh_at(&c->m, 0, j / 2), *above = c->z + mesh_at(&c->m, 0, (j + 1) / 2);
        size_t first = mesh_at(&l->m, 0, j);
        for (int i = 1; i < l->m.nx; i++)
            if (l->active[first + (size_t)i])
                l->z[first + (size_t)i] +=
                    0.25f * (below[i / 2] + below[(i + 1) / 2] + above[i / 2] + above[(i + 1) / 2]);
    }
    l->z0 += c->z0;
}

static void cycle(ehl_level *l, const float *r, double load) {
    if (!l->coarse) {
        solve_all(l, r, load);
        return;
    }
    size_t bytes = mesh_nodes(&l->m) * sizeof *l->z;
    memset(l->z, 0, bytes);
    l->z0 = 0;
    memcpy(l->left, r, bytes);
    ehl_lines_sweep(l);
    double load_left = leave(l, r, load);
    ehl_level_restrict(l);
    cycle(l->coarse, l->coarse->r, load_left);
    ehl_level_correct(l);
    leave(l, r, load);
    ehl_lines_sweep(l);
}

void ehl_level_cycle(ehl_level *l, const float *r, double load, float *z, float *z0) {
    cycle(l, r, load);
    memcpy(z, l->z, mesh_nodes(&l->m) * sizeof *z);
    *z0 = l->z0;
}
