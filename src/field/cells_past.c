/* See cells_past.h. */
#include "cells_past.h"
#include "base/plane.h"

void cells_past_place(const abut_gap *gap, const double side[2], cells_past *next) {
    const abut_side *b = &gap->side[1];
    next->known = 1;
    next->R = m3_mulm(gap->axes, b->R);
    next->d = v3_add(gap->origin, m3_mul(gap->axes, b->o));
    next->axes = gap->axes;
    next->origin = gap->origin;
    next->side[0] = side[0], next->side[1] = side[1];
}

cells_motion cells_motion_since(const cells_past *past, const abut_gap *gap) {
    const abut_side *b = &gap->side[1];
    mat3 then = m3_tmulm(gap->axes, past->R); /* B's axes then, in the frame of the gap of now */
    /* in that frame: x0 = d0 + R0 R^T (x - d), at x = 0 */
    vec3 d0 = m3_tmul(gap->axes, v3_sub(past->d, gap->origin)), back = m3_mul(then, m3_tmul(b->R, b->o));
    mat3 turn = {m3_mul(then, v3(b->R.c0.x, b->R.c1.x, b->R.c2.x)), m3_mul(then, v3(b->R.c0.y, b->R.c1.y, b->R.c2.y)),
                 m3_mul(then, v3(b->R.c0.z, b->R.c1.z, b->R.c2.z))};
    return (cells_motion){v3_sub(back, d0), 0.5 * (turn.c1.x - turn.c0.y), turn};
}

/* ---- the elastic displacements of then ---- */
cells_view cells_view_of(const cells_past *past, const abut_gap *gap, int n) {
    const vec3 now[2] = {gap->axes.c0, gap->axes.c1}, then[2] = {past->axes.c0, past->axes.c1};
    cells_view v = {.past = past, .n = n, .middle = m3_tmul(past->axes, v3_sub(gap->origin, past->origin))};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) v.R[i][j] = v3_dot(then[i], now[j]);
    return v;
}

/* Keys' kernel with a = -1/2: weights of the cells at -1, 0, 1, 2 and their derivatives, t in [0, 1]. */
static void weights(double t, double w[4], double d[4]) {
    double t2 = t * t, t3 = t2 * t;
    w[0] = 0.5 * (-t3 + 2 * t2 - t);
    w[1] = 0.5 * (3 * t3 - 5 * t2 + 2);
    w[2] = 0.5 * (-3 * t3 + 4 * t2 + t);
    w[3] = 0.5 * (t3 - t2);
    d[0] = 0.5 * (-3 * t2 + 4 * t - 1);
    d[1] = 0.5 * (9 * t2 - 10 * t);
    d[2] = 0.5 * (-9 * t2 + 8 * t + 1);
    d[3] = 0.5 * (3 * t2 - 2 * t);
}

/* A place along an axis: the first of four cells and their weights; false: beyond the outermost centres, taken there. */
typedef struct place {
    int cell[4];
    double w[4], d[4];
} place;

static bool find(double at, int n, place *p) {
    double most = n - 1, inside = fmin(fmax(at, 0), most);
    int first = inside < most ? (int)inside : n - 2;
    weights(inside - first, p->w, p->d);
    for (int k = 0; k < 4; k++) {
        int i = first - 1 + k;
        p->cell[k] = i < 0 ? 0 : i > n - 1 ? n - 1 : i;
    }
    return inside == at;
}

/* Value and derivatives per cell of one component. */
static void read(const double *field, int n, const place *px, const place *py, double out[3]) {
    out[0] = out[1] = out[2] = 0;
    for (int j = 0; j < 4; j++) {
        const double *row = field + (size_t)py->cell[j] * (size_t)n;
        double v = 0, d = 0;
        for (int i = 0; i < 4; i++) {
            v += px->w[i] * row[px->cell[i]];
            d += px->d[i] * row[px->cell[i]];
        }
        out[0] += py->w[j] * v;
        out[1] += py->w[j] * d;
        out[2] += py->d[j] * v;
    }
}

void cells_view_at(const cells_view *v, double x, double y, double u[2], double by[2][2]) {
    const cells_past *past = v->past;
    int n = v->n;
    double way[2] = {v->R[0][0] * x + v->R[0][1] * y, v->R[1][0] * x + v->R[1][1] * y};
    double X = v->middle.x + way[0], Y = v->middle.y + way[1], half = 0.5 * (n - 1);
    double at_x = X / past->side[0] + half, at_y = Y / past->side[1] + half;
    place px, py;
    bool in_x = find(at_x, n, &px), in_y = find(at_y, n, &py), inside = in_x && in_y;
    double fade = 1, then[2], slope[2][2]; /* slopes along the axes of then */
    if (!inside) {
        double cx = fmin(fabs(X), half * past->side[0]), cy = fmin(fabs(Y), half * past->side[1]);
        fade = plane_length(cx, cy) / plane_length(X, Y);
    }
    for (int i = 0; i < 2; i++) {
        double f[3];
        read(cells_past_u(past, (size_t)n * (size_t)n) + (size_t)i * (size_t)n * (size_t)n, n, &px, &py, f);
        then[i] = fade * f[0];
        for (int j = 0; j < 2; j++) slope[i][j] = inside ? f[1 + j] / past->side[j] : 0;
    }
    for (int i = 0; i < 2; i++) {
        u[i] = v->R[0][i] * then[0] + v->R[1][i] * then[1];
        for (int j = 0; j < 2; j++)
            by[i][j] = v->R[0][i] * (slope[0][0] * v->R[0][j] + slope[0][1] * v->R[1][j]) +
                       v->R[1][i] * (slope[1][0] * v->R[0][j] + slope[1][1] * v->R[1][j]);
    }
}
