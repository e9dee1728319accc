/* See window.h. Solved by a primal-dual active set with preconditioned conjugate gradients inside, as active_set.c does on large
 * grids; here all lies on the stack. */
#include "window.h"

#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "love.h"
#include "planner.h"

enum { PER_OCTAVE = 4, OCTAVES = 8, ENTRIES = PER_OCTAVE * OCTAVES + 1, OUTER = 60, INNER = 200 };
static const double least_octave = -7; /* log2 of the least aspect ratio of the table */
static const double forcing = 0.1;     /* the inner iteration ends at this part of the outer residual */

/* Transforms of m x m cells: along the first `rows` rows, the others being zero, and down all columns; and back. */
typedef struct plans {
    fftw_plan row, column, back_column, back_row;
} plans;

struct window {
    int n;
    size_t kernel, inverse;     /* numbers in an entry of the tables */
    double *kernels, *inverses; /* ENTRIES of them */
    plans padded, small;        /* of 2n x 2n and n x n cells, in place */
};

typedef struct scratch {
    alignas(64) double field[2 * WINDOW_MOST * 2 * (WINDOW_MOST + 1)];
} scratch;

/* ---- creation ---- */
/* The spectrum of a kernel that is even in x and y on m x m cells, folded at m/2: its quarter, divided by the cells. */
static bool quarter(int m, const love *l, scratch *s, double *out) {
    int stride = 2 * (m / 2 + 1), half = m / 2;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++) s->field[j * stride + i] = love_at(l, i <= half ? i : m - i, j <= half ? j : m - j);
    planner_lock();
    fftw_plan plan =
        fftw_plan_dft_r2c_2d(m, m, s->field, (fftw_complex *)s->field, FFTW_ESTIMATE); /* leaves its fields alone */
    planner_unlock();
    if (!plan) return false;
    fftw_execute(plan);
    planner_lock();
    fftw_destroy_plan(plan);
    planner_unlock();
    for (int j = 0; j <= half; j++)
        for (int i = 0; i <= half; i++) out[j * (half + 1) + i] = s->field[j * stride + 2 * i] / ((double)m * m);
    return true;
}

static bool fill_entry(window *w, int e, scratch *s) {
    love l;
    double m2 = (double)w->n * w->n;
    love_make(&l, 1, exp2(least_octave + (double)e / PER_OCTAVE));
    double *inverse = w->inverses + (size_t)e * w->inverse, most = 0;
    if (!quarter(2 * w->n, &l, s, w->kernels + (size_t)e * w->kernel) || !quarter(w->n, &l, s, inverse)) return false;
    for (size_t k = 0; k < w->inverse; k++) most = fmax(most, inverse[k]);
    /* the folded kernel is positive but for waves that its cut edge disturbs */
    for (size_t k = 0; k < w->inverse; k++) inverse[k] = 1 / (fmax(inverse[k], 1e-3 * most) * m2 * m2);
    return true;
}

static bool make_plans(plans *p, int m, int rows, scratch *s) {
    fftw_complex *c = (fftw_complex *)s->field;
    int half = m / 2 + 1;
    planner_lock();
    p->row = fftw_plan_many_dft_r2c(1, &m, rows, s->field, NULL, 1, 2 * half, c, NULL, 1, half, FFTW_ESTIMATE);
    p->column = fftw_plan_many_dft(1, &m, half, c, NULL, half, 1, c, NULL, half, 1, FFTW_FORWARD, FFTW_ESTIMATE);
    p->back_column = fftw_plan_many_dft(1, &m, half, c, NULL, half, 1, c, NULL, half, 1, FFTW_BACKWARD, FFTW_ESTIMATE);
    p->back_row = fftw_plan_many_dft_c2r(1, &m, rows, c, NULL, 1, half, s->field, NULL, 1, 2 * half, FFTW_ESTIMATE);
    planner_unlock();
    return p->row && p->column && p->back_column && p->back_row;
}

static void drop_plans(plans *p) {
    fftw_plan all[] = {p->row, p->column, p->back_column, p->back_row};
    planner_lock();
    for (int i = 0; i < 4; i++)
        if (all[i]) fftw_destroy_plan(all[i]);
    planner_unlock();
}

window *window_create(int n) {
    window *w = calloc(1, sizeof *w);
    scratch *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);
    if (w) {
        w->n = n;
        w->kernel = (size_t)(n + 1) * (size_t)(n + 1);
        w->inverse = (size_t)(n / 2 + 1) * (size_t)(n / 2 + 1);
        w->kernels = malloc(ENTRIES * w->kernel * sizeof *w->kernels);
        w->inverses = malloc(ENTRIES * w->inverse * sizeof *w->inverses);
    }
    bool whole =
        w && s && w->kernels && w->inverses && make_plans(&w->padded, 2 * n, n, s) && make_plans(&w->small, n, n, s);
    for (int e = 0; whole && e < ENTRIES; e++) whole = fill_entry(w, e, s);
    free(s);
    if (whole) return w;
    window_destroy(w);
    return NULL;
}

void window_destroy(window *w) {
    if (!w) return;
    drop_plans(&w->padded);
    drop_plans(&w->small);
    free(w->kernels);
    free(w->inverses);
    free(w);
}

int window_n(const window *w) { return w->n; }

/* ---- one aspect ratio ---- */
static void blend(const double *table, size_t entry, const double weight[4], int first, double *out) {
    const double *a = table + (size_t)first * entry;
    for (size_t k = 0; k < entry; k++)
        out[k] =
            weight[0] * a[k] + weight[1] * a[k + entry] + weight[2] * a[k + 2 * entry] + weight[3] * a[k + 3 * entry];
}

void window_operator_make(const window *w, double aspect, window_operator *out) {
    double at = (log2(aspect) - least_octave) * PER_OCTAVE;
    int first = (int)floor(at) - 1;
    first = first < 0 ? 0 : first > ENTRIES - 4 ? ENTRIES - 4 : first;
    double x = at - first; /* cubic of Lagrange through 0, 1, 2, 3 */
    double weight[4] = {-(x - 1) * (x - 2) * (x - 3) / 6, x * (x - 2) * (x - 3) / 2, -x * (x - 1) * (x - 3) / 2,
                        x * (x - 1) * (x - 2) / 6};
    out->w = w;
    blend(w->kernels, w->kernel, weight, first, out->kernel);
    blend(w->inverses, w->inverse, weight, first, out->inverse);
}

/* ---- products ---- */
/* The m x m transform of the n x n cells in the corner, times the quarter of an even spectrum, back again. */
static void apply(const plans *p, int n, int m, const double *quarter, const double *in, double *out) {
    scratch s;
    int stride = 2 * (m / 2 + 1), half = m / 2;
    for (int j = 0; j < m; j++) {
        double *row = s.field + (size_t)j * (size_t)stride;
        if (j < n) {
            memcpy(row, in + (size_t)j * (size_t)n, (size_t)n * sizeof *row);
            memset(row + n, 0, (size_t)(stride - n) * sizeof *row);
        } else {
            memset(row, 0, (size_t)stride * sizeof *row);
        }
    }
    fftw_complex *c = (fftw_complex *)s.field;
    fftw_execute_dft_r2c(p->row, s.field, c);
    fftw_execute_dft(p->column, c, c);
    for (int j = 0; j < m; j++) {
        double *row = s.field + (size_t)j * (size_t)stride;
        const double *q = quarter + (size_t)(j <= half ? j : m - j) * (size_t)(half + 1);
        for (int i = 0; i <= half; i++) {
            row[2 * i] *= q[i];
            row[2 * i + 1] *= q[i];
        }
    }
    fftw_execute_dft(p->back_column, c, c);
    fftw_execute_dft_c2r(p->back_row, c, s.field);
    for (int j = 0; j < n; j++)
        memcpy(out + (size_t)j * (size_t)n, s.field + (size_t)j * (size_t)stride, (size_t)n * sizeof *out);
}

static void product(const window_operator *op, const double *in, double *out) {
    const window *w = op->w;
    apply(&w->padded, w->n, 2 * w->n, op->kernel, in, out);
}

static void precondition(const window_operator *op, const double *mask, const double *in, double *out) {
    const window *w = op->w;
    apply(&w->small, w->n, w->n, op->inverse, in, out);
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
