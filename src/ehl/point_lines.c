/* Sweeps along lines of X: banded systems of the whole Jacobian, kernel included, for each line.
 *
 * Where oil flows easily, or beside nodes without pressure, the unknown is the pressure of a node, and lines follow each other; elsewhere,
 * where the kernel rules, it is a change of the node by 1 and of its four neighbours by -1/4, which does not reach far, and all
 * lines are solved at once (distributive relaxation, Venner 1991). The systems march downstream: they need no pivots. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "point_level.h"

enum { HALF = (EHL_BAND - 1) / 2 };
static const double easy_flow = 0.3;      /* of xi/h^2: above, the unknown is the pressure of a node */
static const double stiff_asperities = 2; /* dP_f/dP from which on the kernel rules a node */
static const float plain_part = 0.8f, spread_part = 0.4f;

/* Offsets of the nodes of a stencil. */
static const int off_x[EHL_BY] = {0, 1, -1, 0, 0, -2}, off_y[EHL_BY] = {0, 0, 0, 1, -1, 0};

static double near(const ehl_level *l, int a, int b) { return l->near[abs(b)][abs(a)]; }

/* K of a change of one node, and of one spread over its neighbours. */
static double spread(const ehl_level *l, int x, int y) {
    return near(l, x, y) - 0.25 * (near(l, x + 1, y) + near(l, x - 1, y) + near(l, x, y + 1) + near(l, x, y - 1));
}

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
            if (l->rough) l->local[k] = (l->local[k] || !l->rough->wet[k]) && l->rough->stiff[k] < stiff_asperities;
            l->plain_step[k] = l->active[k] && l->local[k] ? plain_part : 0;
            l->spread_step[k] = l->active[k] && !l->local[k] ? spread_part : 0;
            l->chain[k] = l->local[k] ? l->by_P[EHL_S][k] : 0;
        }
}

/* What gaps of the stencil's nodes move by an unknown a nodes away on the line, for both kinds of unknowns. */
typedef struct line_kernel {
    float plain[EHL_BY][EHL_BAND], spread[EHL_BY][EHL_BAND];
} line_kernel;

static line_kernel kernel_of(const ehl_level *l) {
    line_kernel t;
    for (int q = 0; q < EHL_BY; q++)
        for (int a = -HALF; a <= HALF; a++) {
            t.plain[q][a + HALF] = (float)near(l, off_x[q] - a, off_y[q]);
            t.spread[q][a + HALF] = (float)spread(l, off_x[q] - a, off_y[q]);
        }
    return t;
}

/* Entries of the row of node k by the unknowns of its line. */
static void entries(const ehl_level *l, const line_kernel *t, size_t k, float plain[EHL_BAND], float wide[EHL_BAND]) {
    memset(plain, 0, EHL_BAND * sizeof *plain);
    memset(wide, 0, EHL_BAND * sizeof *wide);
    for (int q = 0; q < EHL_BY; q++) {
        float H = l->by_H[q][k];
        for (int a = 0; a < EHL_BAND; a++) {
            plain[a] += H * t->plain[q][a];
            wide[a] += H * t->spread[q][a];
        }
    }
    float C = l->by_P[EHL_C][k], E = l->by_P[EHL_E][k], W = l->by_P[EHL_W][k], WW = l->by_P[EHL_WW][k],
          sides = l->by_P[EHL_N][k] + l->by_P[EHL_S][k];
    plain[HALF - 2] += WW;
    plain[HALF - 1] += W;
    plain[HALF] += C;
    plain[HALF + 1] += E;
    wide[HALF - 3] -= 0.25f * WW;
    wide[HALF - 2] += WW - 0.25f * W;
    wide[HALF - 1] += W - 0.25f * (C + WW);
    wide[HALF] += C - 0.25f * (E + W + sides);
    wide[HALF + 1] += E - 0.25f * C;
    wide[HALF + 2] -= 0.25f * E;
}

/* Row by row, entry c - r + HALF; the diagonal of the factors is kept as its inverse. */
static void factor(float *band, int n) {
    for (int c = 0; c < n; c++) {
        float *pivot = band + (size_t)c * EHL_BAND;
        float inverse = 1 / (fabsf(pivot[HALF]) > 1e-3f ? pivot[HALF] : copysignf(1e-3f, pivot[HALF]));
        pivot[HALF] = inverse;
        for (int r = c + 1; r < n && r <= c + HALF; r++) {
            float *row = band + (size_t)r * EHL_BAND + (c - r + HALF), f = row[0] * inverse;
            row[0] = f;
            for (int q = 1; q <= HALF; q++) row[q] -= f * pivot[HALF + q];
        }
    }
}

void ehl_lines_prepare(ehl_level *l) {
    int n = l->m.nx - 1;
    line_kernel t = kernel_of(l);
    choose_unknowns(l);
    for (int j = 1; j < l->m.ny; j++) {
        float *band = l->band + (size_t)(j - 1) * (size_t)n * EHL_BAND;
        for (int r = 0; r < n; r++) {
            float plain[EHL_BAND], wide[EHL_BAND], *row = band + (size_t)r * EHL_BAND;
            size_t k = mesh_at(&l->m, r + 1, j);
            memset(row, 0, EHL_BAND * sizeof *row);
            row[HALF] = 1;
            if (!l->active[k]) continue;
            entries(l, &t, k, plain, wide);
            for (int a = -HALF; a <= HALF; a++) {
                bool there = r + a >= 0 && r + a < n;
                size_t column = there ? k + (size_t)(a + HALF) - HALF : k;
                row[a + HALF] = !there || !l->active[column] ? 0 : l->local[column] ? plain[a + HALF] : wide[a + HALF];
            }
        }
        factor(band, n);
    }
}

static void solve(const float *band, int n, float *x) { /* x has HALF zeros on both sides */
    for (int r = 0; r < n; r++) {
        const float *row = band + (size_t)r * EHL_BAND;
        x[r] -= row[3] * x[r - 1] + row[2] * x[r - 2] + row[1] * x[r - 3] + row[0] * x[r - 4];
    }
    for (int r = n - 1; r >= 0; r--) {
        const float *row = band + (size_t)r * EHL_BAND;
        x[r] = (x[r] - row[5] * x[r + 1] - row[6] * x[r + 2] - row[7] * x[r + 3] - row[8] * x[r + 4]) * row[4];
    }
}

void ehl_lines_sweep(ehl_level *l) {
    _Static_assert(HALF == 4, "solve() has the band written out");
    int n = l->m.nx - 1;
    size_t up = (size_t)l->m.nx + 1;
    float *x = l->w + HALF; /* free here, and longer than a line by far */
    memset(l->w, 0, ((size_t)n + 2 * HALF) * sizeof *x);
    for (int j = 1; j < l->m.ny; j++) {
        size_t first = mesh_at(&l->m, 1, j);
        float *z = l->z + first, *left = l->left + first;
        const float *plain_step = l->plain_step + first, *spread_step = l->spread_step + first,
                    *chain = l->chain + first + up;
        memcpy(x, left, (size_t)n * sizeof *x);
        solve(l->band + (size_t)(j - 1) * (size_t)n * EHL_BAND, n, x);
        for (int i = 0; i < n; i++) {
            float d = plain_step[i] * x[i];
            x[i] *= spread_step[i];
            z[i] += d + x[i];
            left[(size_t)i + up] -= chain[i] * d;
        }
        for (int i = 0; i < n; i++) z[i] -= 0.25f * (x[i - 1] + x[i + 1]);
        z[-1] -= 0.25f * x[0];
        z[n] -= 0.25f * x[n - 1];
        for (int i = 0; i < n; i++) {
            float d = 0.25f * x[i];
            z[(size_t)i + up] -= d;
            *(z + i - up) -= d;
        }
    }
}
