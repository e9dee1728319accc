/* See window_box.h. The box holds all cells that may touch; each inner problem is solved on the smaller one of its own cells. */
#include "window_box.h"

#include <string.h>

enum { NEAR_WORK = 200000 }; /* products with the kernel that take as long as transforms of 32 x 32 cells, padded */

bool box_of(const window_operator *op, const double *p, const double *g0, near_box *b) {
    int n = window_n(op->w), low[2] = {n, n}, high[2] = {-1, -1}, pressed = 0, over = 0;
    for (int k = 0; k < n * n; k++) {
        if (!(p[k] > 0 || (g0 && g0[k] < 0))) continue;
        over++;
        pressed += p[k] > 0;
        int i = k % n, j = k / n;
        low[0] = i < low[0] ? i : low[0], high[0] = i > high[0] ? i : high[0];
        low[1] = j < low[1] ? j : low[1], high[1] = j > high[1] ? j : high[1];
    }
    *b = (near_box){low[0], low[1], high[0] - low[0] + 1, high[1] - low[1] + 1};
    return b->w > 0 && b->w <= NEAR && b->h <= NEAR && (pressed ? pressed : over) * b->h * (b->w + 3) <= NEAR_WORK;
}

/* The part of a box that has a number in it, as a box of the window with its own field. */
static near_box shrink(const near_box *b, const double *in, double *out) {
    int low[2] = {NEAR, NEAR}, high[2] = {-1, -1};
    for (int j = 0; j < b->h; j++)
        for (int i = 0; i < b->w; i++) {
            if (in[j * NEAR_ROW + i] == 0) continue;
            low[0] = i < low[0] ? i : low[0], high[0] = i > high[0] ? i : high[0];
            low[1] = j < low[1] ? j : low[1], high[1] = j > high[1] ? j : high[1];
        }
    near_box s = {b->i + low[0], b->j + low[1], high[0] - low[0] + 1, high[1] - low[1] + 1};
    if (high[0] < 0) s = (near_box){b->i, b->j, 0, 0};
    for (int j = 0; j < s.h; j++) {
        memset(out + j * NEAR_ROW, 0, NEAR_ROW * sizeof *out);
        memcpy(out + j * NEAR_ROW, in + (j + low[1]) * NEAR_ROW + low[0], (size_t)s.w * sizeof *out);
    }
    return s;
}

static void cut_out(const window_operator *op, const near_box *b, const double *field, double *out) {
    for (int j = 0; j < b->h; j++) {
        memset(out + j * NEAR_ROW, 0, NEAR_ROW * sizeof *out);
        memcpy(out + j * NEAR_ROW, field + (b->j + j) * window_n(op->w) + b->i, (size_t)b->w * sizeof *out);
    }
}

static void put_back(const window_operator *op, const near_box *b, const double *in, double *field) {
    for (int j = 0; j < b->h; j++)
        memcpy(field + (b->j + j) * window_n(op->w) + b->i, in + j * NEAR_ROW, (size_t)b->w * sizeof *in);
}

/* As `gradients`, on the box of the mask. */
static int near_gradients(const window_operator *op, const near_box *b, const double *mask, double tol, double *r,
                          double *x) {
    double z[NEAR_FIELD], t[NEAR_FIELD], At[NEAR_FIELD], before = 0;
    int count = b->h * NEAR_ROW, steps = 0;
    memset(z, 0, (size_t)count * sizeof *z);
    memset(At, 0, (size_t)count * sizeof *At);
    for (; steps < WINDOW_INNER && window_greatest(count, r) > tol; steps++) {
        near_spread(&op->spread, b, r, z, op->avx2);
        for (int k = 0; k < count; k++) z[k] *= mask[k];
        double now = window_dot(count, r, z), beta = steps ? now / before : 0;
        for (int k = 0; k < count; k++) t[k] = steps ? z[k] + beta * t[k] : z[k];
        before = now;
        near_product(&op->near, b, t, b, At, op->avx2);
        double bend = window_dot(count, t, At), step = now / bend;
        if (!(bend > 0)) break;
        for (int k = 0; k < count; k++) {
            x[k] += step * t[k];
            r[k] -= step * At[k] * mask[k];
        }
    }
    return steps;
}

/* One set: cells with pressure or overlap; pressures are cut afterwards. */
static int near_step(const window_operator *op, const near_box *all, double goal, double *p, const double *gap) {
    double m[NEAR_FIELD], mask[NEAR_FIELD], r[NEAR_FIELD], x[NEAR_FIELD];
    for (int k = 0; k < all->h * NEAR_ROW; k++) m[k] = p[k] > 0 || gap[k] < 0;
    near_box b = shrink(all, m, mask);
    size_t from = (size_t)(b.j - all->j) * NEAR_ROW + (size_t)(b.i - all->i);
    for (int j = 0; j < b.h; j++)
        for (int i = 0; i < NEAR_ROW; i++) {
            int k = j * NEAR_ROW + i;
            r[k] = i < b.w ? -gap[from + (size_t)k] * mask[k] : 0;
            x[k] = 0;
        }
    int steps = near_gradients(op, &b, mask, goal, r, x);
    for (int j = 0; j < b.h; j++)
        for (int i = 0; i < b.w; i++) {
            double *at = p + from + (size_t)(j * NEAR_ROW + i), now = *at + x[j * NEAR_ROW + i];
            *at = now > 0 ? now : 0;
        }
    return steps;
}

static void near_gap(const window_operator *op, const near_box *all, const double *g0, const double *p, double *gap) {
    double packed[NEAR_FIELD];
    near_box from = shrink(all, p, packed);
    near_product(&op->near, &from, packed, all, gap, op->avx2);
    for (int k = 0; k < all->h * NEAR_ROW; k++) gap[k] += g0[k];
}

bool box_solve(const window_operator *op, const near_box *all, const double *g0, double tol, window_solution *s) {
    double p[NEAR_FIELD], gap[NEAR_FIELD], h[NEAR_FIELD];
    cut_out(op, all, s->p, p);
    cut_out(op, all, g0, h);
    near_gap(op, all, h, p, gap);
    s->residual = window_left(all->h * NEAR_ROW, p, gap);
    for (; s->residual > tol && s->outer < WINDOW_OUTER; s->outer++) {
        s->inner += near_step(op, all, window_inner_goal(tol, s->residual), p, gap);
        near_gap(op, all, h, p, gap);
        s->residual = window_left(all->h * NEAR_ROW, p, gap);
    }
    put_back(op, all, p, s->p);
    put_back(op, all, gap, s->gap);
    return s->residual <= tol;
}

bool box_inverse(const window_operator *op, const near_box *b, const double *p, const double *f, double tol,
                 double *out) {
    double mask[NEAR_FIELD], r[NEAR_FIELD], x[NEAR_FIELD];
    cut_out(op, b, p, mask);
    cut_out(op, b, f, r);
    int count = b->h * NEAR_ROW;
    for (int k = 0; k < count; k++) {
        mask[k] = mask[k] > 0;
        r[k] *= mask[k];
        x[k] = 0;
    }
    double least = tol * window_greatest(count, r);
    near_gradients(op, b, mask, least, r, x);
    memset(out, 0, (size_t)(window_n(op->w) * window_n(op->w)) * sizeof *out);
    put_back(op, b, x, out);
    return window_greatest(count, r) <= 10 * least;
}
