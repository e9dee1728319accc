/* See window.h. Solved by a primal-dual active set with preconditioned conjugate gradients inside, as active_set.c does on large
 * grids; here all lies on the stack. */
#include "window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/cpu.h"
#include "love.h"
#include "window_box.h"

struct window {
    int n;
    size_t kernel, inverse;     /* numbers in an entry of the tables */
    double *kernels, *inverses; /* WINDOW_ENTRIES of them */
    double (*near)[NEAR * NEAR];
    near_stencil *spread;
    bool avx2;
    window_plans padded, small; /* of 2n x 2n and n x n cells, in place */
};

/* ---- creation ---- */
static double love_between(const void *user, int i, int j) { return love_at(user, i, j); }

/* The inverse in space, as far as the stencil reaches: sum over the waves of a folded quarter. */
static void fill_stencil(const window *w, const double *inverse, near_stencil *out) {
    int half = w->n / 2;
    for (int d = 0; d <= NEAR_STENCIL; d++)
        for (int m = 0; m <= NEAR_STENCIL; m++) {
            double sum = 0;
            for (int v = 0; v <= half; v++) {
                double row = 0;
                for (int u = 0; u <= half; u++)
                    row += (u % half ? 2 : 1) * inverse[v * (half + 1) + u] * cos(2 * PI * u * m / w->n);
                sum += (v % half ? 2 : 1) * row * cos(2 * PI * v * d / w->n);
            }
            out->c[d][m] = sum;
        }
}

static bool fill_entry(window *w, int e, window_room *s) {
    love l;
    double m2 = (double)w->n * w->n;
    love_make(&l, 1, window_entry_aspect(e));
    l.split_x = l.split_y = 1; /* 1e-10 in slender cells, far below the error between the entries */
    l.piece = l.cell;
    double *kernel = w->kernels + (size_t)e * w->kernel, *inverse = w->inverses + (size_t)e * w->inverse, most = 0;
    if (!window_quarter(2 * w->n, false, love_between, &l, s, kernel) ||
        !window_quarter(w->n, false, love_between, &l, s, inverse))
        return false;
    for (size_t k = 0; k < w->inverse; k++) most = fmax(most, inverse[k]);
    /* the folded kernel is positive but for waves that its cut edge disturbs */
    for (size_t k = 0; k < w->inverse; k++) inverse[k] = 1 / (fmax(inverse[k], 1e-3 * most) * m2 * m2);
    for (int k = 0; k < NEAR * NEAR; k++) w->near[e][k] = love_at(&l, k % NEAR, k / NEAR);
    fill_stencil(w, inverse, &w->spread[e]);
    return true;
}

window *window_create(int n) {
    window *w = calloc(1, sizeof *w);
    window_room *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);
    if (w) {
        w->n = n;
        w->kernel = (size_t)(n + 1) * (size_t)(n + 1);
        w->inverse = (size_t)(n / 2 + 1) * (size_t)(n / 2 + 1);
        w->kernels = malloc(WINDOW_ENTRIES * w->kernel * sizeof *w->kernels);
        w->inverses = malloc(WINDOW_ENTRIES * w->inverse * sizeof *w->inverses);
        w->near = malloc(WINDOW_ENTRIES * sizeof *w->near);
        w->spread = malloc(WINDOW_ENTRIES * sizeof *w->spread);
        w->avx2 = cpu_avx2();
    }
    bool whole = w && s && w->kernels && w->inverses && w->near && w->spread &&
                 window_plans_make(&w->padded, n, 2 * n, s) && window_plans_make(&w->small, n, n, s);
    for (int e = 0; whole && e < WINDOW_ENTRIES; e++) whole = fill_entry(w, e, s);
    free(s);
    if (whole) return w;
    window_destroy(w);
    return NULL;
}

void window_destroy(window *w) {
    if (!w) return;
    window_plans_drop(&w->padded);
    window_plans_drop(&w->small);
    free(w->kernels);
    free(w->inverses);
    free(w->near);
    free(w->spread);
    free(w);
}

int window_n(const window *w) { return w->n; }

/* ---- one aspect ratio ---- */
void window_operator_make(const window *w, double aspect, window_operator *out) {
    double value[NEAR * NEAR];
    out->w = w;
    out->blend = window_blend_at(aspect);
    out->spectra = false;
    out->avx2 = w->avx2;
    window_blend_table(&out->blend, w->near[0], NEAR * NEAR, value);
    near_kernel_make(value, &out->near);
    window_blend_table(&out->blend, w->spread[0].c[0], sizeof out->spread / sizeof(double), out->spread.c[0]);
}

static void need_spectra(window_operator *op) {
    if (op->spectra) return;
    window_blend_table(&op->blend, op->w->kernels, op->w->kernel, op->kernel);
    window_blend_table(&op->blend, op->w->inverses, op->w->inverse, op->inverse);
    op->spectra = true;
}

/* ---- products ---- */
/* The transform of a field, times the quarter of an even spectrum, back again. */
static void apply(const window_plans *p, const double *quarter, const double *in, double *out) {
    window_room s;
    int m = p->m, half = m / 2;
    window_forward(p, in, &s);
    for (int j = 0; j < m; j++) {
        double *row = s.field + (size_t)j * (size_t)window_stride(m);
        const double *q = quarter + (size_t)(j <= half ? j : m - j) * (size_t)(half + 1);
        for (int i = 0; i <= half; i++) {
            row[2 * i] *= q[i];
            row[2 * i + 1] *= q[i];
        }
    }
    window_back(p, &s, out);
}

static void product(const window_operator *op, const double *in, double *out) {
    const window *w = op->w;
    apply(&w->padded, op->kernel, in, out);
}

static void precondition(const window_operator *op, const double *mask, const double *in, double *out) {
    const window *w = op->w;
    apply(&w->small, op->inverse, in, out);
    for (int k = 0; k < w->n * w->n; k++) out[k] *= mask[k];
}

/* ---- conjugate gradients on the cells of the mask ---- */
/* A x = f: x += steps, r = f - A x on the mask; gap += A steps everywhere, where it is not NULL. Until max |r| <= tol. */
static int gradients(const window_operator *op, const double *mask, double tol, double *r, double *x, double *gap) {
    int count = op->w->n * op->w->n, steps = 0;
    double z[WINDOW_CELLS], t[WINDOW_CELLS], At[WINDOW_CELLS], before = 0;
    for (; steps < WINDOW_INNER && window_greatest(count, r) > tol; steps++) {
        precondition(op, mask, r, z);
        double now = window_dot(count, r, z), beta = steps ? now / before : 0;
        for (int k = 0; k < count; k++) t[k] = steps ? z[k] + beta * t[k] : z[k];
        before = now;
        product(op, t, At);
        double bend = window_dot(count, t, At), step = now / bend;
        if (!(bend > 0)) break;
        for (int k = 0; k < count; k++) {
            x[k] += step * t[k];
            r[k] -= step * At[k] * mask[k];
        }
        for (int k = 0; gap && k < count; k++) gap[k] += step * At[k];
    }
    return steps;
}

static bool inverse_by_transforms(window_operator *op, const double *p, const double *f, double tol, double *out) {
    int count = op->w->n * op->w->n;
    double mask[WINDOW_CELLS], r[WINDOW_CELLS];
    need_spectra(op);
    for (int k = 0; k < count; k++) {
        mask[k] = p[k] > 0;
        r[k] = f[k] * mask[k];
        out[k] = 0;
    }
    double least = tol * window_greatest(count, r);
    gradients(op, mask, least, r, out, NULL);
    return window_greatest(count, r) <= 10 * least;
}

static void gap_of(const window_operator *op, const double *g0, window_solution *s) {
    product(op, s->p, s->gap);
    for (int k = 0; k < op->w->n * op->w->n; k++) s->gap[k] += g0[k];
}

static bool solve_by_transforms(window_operator *op, const double *g0, double tol, window_solution *s) {
    int count = op->w->n * op->w->n;
    double mask[WINDOW_CELLS], r[WINDOW_CELLS];
    need_spectra(op);
    gap_of(op, g0, s);
    s->residual = window_left(count, s->p, s->gap);
    for (; s->residual > tol && s->outer < WINDOW_OUTER; s->outer++) {
        for (int k = 0; k < count; k++) {
            mask[k] = s->p[k] > 0 || s->gap[k] < 0;
            r[k] = -s->gap[k] * mask[k];
        }
        s->inner += gradients(op, mask, window_inner_goal(tol, s->residual), r, s->p, s->gap);
        bool cut = false;
        for (int k = 0; k < count; k++) {
            cut = cut || s->p[k] < 0;
            s->p[k] = s->p[k] > 0 ? s->p[k] : 0;
        }
        if (cut) gap_of(op, g0, s);
        s->residual = window_left(count, s->p, s->gap);
    }
    return s->residual <= tol;
}

/* ---- either way ---- */
bool window_solve(window_operator *op, const double *g0, double tol, window_solution *s) {
    near_box all;
    for (int k = 0; k < op->w->n * op->w->n; k++) s->p[k] = s->p[k] > 0 ? s->p[k] : 0;
    s->inner = s->outer = 0;
    return box_of(op, s->p, g0, &all) ? box_solve(op, &all, g0, tol, s) : solve_by_transforms(op, g0, tol, s);
}

bool window_inverse(window_operator *op, const double *p, const double *f, double tol, double *out) {
    near_box b;
    return box_of(op, p, NULL, &b) ? box_inverse(op, &b, p, f, tol, out) : inverse_by_transforms(op, p, f, tol, out);
}
