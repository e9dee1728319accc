/* See window.h. Solved by a primal-dual active set with preconditioned conjugate gradients inside, as active_set.c does on large
 * grids; here all lies on the stack. */
#include "window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "love.h"

enum { OUTER = 60, INNER = 200 };
static const double forcing = 0.1; /* the inner iteration ends at this part of the outer residual */

struct window {
    int n;
    size_t kernel, inverse;     /* numbers in an entry of the tables */
    double *kernels, *inverses; /* WINDOW_ENTRIES of them */
    window_plans padded, small; /* of 2n x 2n and n x n cells, in place */
};

/* ---- creation ---- */
static double love_between(const void *user, int i, int j) { return love_at(user, i, j); }

static bool fill_entry(window *w, int e, window_room *s) {
    love l;
    double m2 = (double)w->n * w->n;
    love_make(&l, 1, window_entry_aspect(e));
    double *kernel = w->kernels + (size_t)e * w->kernel, *inverse = w->inverses + (size_t)e * w->inverse, most = 0;
    if (!window_quarter(2 * w->n, false, love_between, &l, s, kernel) ||
        !window_quarter(w->n, false, love_between, &l, s, inverse))
        return false;
    for (size_t k = 0; k < w->inverse; k++) most = fmax(most, inverse[k]);
    /* the folded kernel is positive but for waves that its cut edge disturbs */
    for (size_t k = 0; k < w->inverse; k++) inverse[k] = 1 / (fmax(inverse[k], 1e-3 * most) * m2 * m2);
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
    }
    bool whole = w && s && w->kernels && w->inverses && window_plans_make(&w->padded, n, 2 * n, s) &&
                 window_plans_make(&w->small, n, n, s);
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
    free(w);
}

int window_n(const window *w) { return w->n; }

/* ---- one aspect ratio ---- */
void window_operator_make(const window *w, double aspect, window_operator *out) {
    window_blend b = window_blend_at(aspect);
    out->w = w;
    window_blend_table(&b, w->kernels, w->kernel, out->kernel);
    window_blend_table(&b, w->inverses, w->inverse, out->inverse);
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

static double dot(int count, const double *x, const double *y) {
    double s[4] = {0};
    for (int k = 0; k < count; k += 4) /* n is even: whole fours */
        for (int i = 0; i < 4; i++) s[i] += x[k + i] * y[k + i];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

static double greatest(int count, const double *x) {
    double most = 0;
    for (int k = 0; k < count; k++) most = fabs(x[k]) > most ? fabs(x[k]) : most;
    return most;
}

/* ---- conjugate gradients on the cells of the mask ---- */
/* A x = f: x += steps, r = f - A x on the mask; gap += A steps everywhere, where it is not NULL. Until max |r| <= tol. */
static int gradients(const window_operator *op, const double *mask, double tol, double *r, double *x, double *gap) {
    int count = op->w->n * op->w->n, steps = 0;
    double z[WINDOW_CELLS], t[WINDOW_CELLS], At[WINDOW_CELLS], before = 0;
    for (; steps < INNER && greatest(count, r) > tol; steps++) {
        precondition(op, mask, r, z);
        double now = dot(count, r, z), beta = steps ? now / before : 0;
        for (int k = 0; k < count; k++) t[k] = steps ? z[k] + beta * t[k] : z[k];
        before = now;
        product(op, t, At);
        double bend = dot(count, t, At), step = now / bend;
        if (!(bend > 0)) break;
        for (int k = 0; k < count; k++) {
            x[k] += step * t[k];
            r[k] -= step * At[k] * mask[k];
        }
        for (int k = 0; gap && k < count; k++) gap[k] += step * At[k];
    }
    return steps;
}

bool window_inverse(const window_operator *op, const double *p, const double *f, double tol, double *out) {
    int count = op->w->n * op->w->n;
    double mask[WINDOW_CELLS], r[WINDOW_CELLS];
    for (int k = 0; k < count; k++) {
        mask[k] = p[k] > 0;
        r[k] = f[k] * mask[k];
        out[k] = 0;
    }
    double least = tol * greatest(count, r);
    gradients(op, mask, least, r, out, NULL);
    return greatest(count, r) <= 10 * least;
}

/* ---- the active set ---- */
static double left(int count, const window_solution *s) {
    double most = 0;
    for (int k = 0; k < count; k++) {
        double g = s->p[k] > 0 ? fabs(s->gap[k]) : -s->gap[k];
        most = g > most ? g : most;
    }
    return most;
}

static void gap_of(const window_operator *op, const double *g0, window_solution *s) {
    product(op, s->p, s->gap);
    for (int k = 0; k < op->w->n * op->w->n; k++) s->gap[k] += g0[k];
}

bool window_solve(const window_operator *op, const double *g0, double tol, window_solution *s) {
    int count = op->w->n * op->w->n;
    double mask[WINDOW_CELLS], r[WINDOW_CELLS];
    for (int k = 0; k < count; k++) s->p[k] = s->p[k] > 0 ? s->p[k] : 0;
    s->inner = s->outer = 0;
    gap_of(op, g0, s);
    s->residual = left(count, s);
    for (; s->residual > tol && s->outer < OUTER; s->outer++) {
        for (int k = 0; k < count; k++) {
            mask[k] = s->p[k] > 0 || s->gap[k] < 0;
            r[k] = -s->gap[k] * mask[k];
        }
        s->inner += gradients(op, mask, fmax(0.5 * tol, forcing * s->residual), r, s->p, s->gap);
        bool cut = false;
        for (int k = 0; k < count; k++) {
            cut = cut || s->p[k] < 0;
            s->p[k] = s->p[k] > 0 ? s->p[k] : 0;
        }
        if (cut) gap_of(op, g0, s);
        s->residual = left(count, s);
    }
    return s->residual <= tol;
}
