/* Sums over the four mirror images of a node, or of half a cell, in a groove: the images share place and height but for signs, so that
 * derivatives of forces and moments follow from few sums. */
#ifndef ABUT_CONTACT_PACK_FOLD_H
#define ABUT_CONTACT_PACK_FOLD_H

#include "friction/patch_sums.h"
#include "pack.h"

/* Of symmetric 2 x 2: plain sums, and with the signs of x, y and both, as far as they are needed. */
typedef struct fold_matrix {
    row4 m11, m12, m22, x12, x22, y11, y12, xy12;
} fold_matrix;

typedef struct fold {
    fold_matrix d, e;        /* derivatives of the traction by the slip, by its change over half a cell */
    row4 q1, q2, x_q2, y_q1; /* the traction */
} fold;

/* The image of the signs of x and y. */
ROW4_INLINE void fold_matrix_add(fold_matrix *f, row4 m11, row4 m12, row4 m22, bool left, bool below) {
    f->m11 += m11, f->m12 += m12, f->m22 += m22;
    f->x12 += left ? -m12 : m12, f->x22 += left ? -m22 : m22;
    f->y11 += below ? -m11 : m11, f->y12 += below ? -m12 : m12;
    f->xy12 += left != below ? -m12 : m12;
}
ROW4_INLINE void fold_traction_add(fold *f, row4 q1, row4 q2, bool left, bool below) {
    f->q1 += q1, f->q2 += q2;
    f->x_q2 += left ? -q2 : q2, f->y_q1 += below ? -q1 : q1;
}

/* Forces and moments; the traction acts at (lever, y) at this height. */
ROW4_INLINE void fold_traction(const fold *f, row4 lever, row4 y, row4 height, row4 T[5]) {
    T[ABUT_T1] += f->q1;
    T[ABUT_T2] += f->q2;
    T[ABUT_M1] -= height * f->q2;
    T[ABUT_M2] += height * f->q1;
    T[ABUT_MN] += lever * f->x_q2 - y * f->y_q1;
}

/* Where slip is taken, and where the traction acts. */
typedef struct fold_place {
    row4 x, y, s, eta; /* eta: half the width of what it stands for */
    row4 lever, height;
} fold_place;

/* k D + l E, the second only of cells. */
ROW4_INLINE fold_matrix fold_mix(const fold *f, row4 k, row4 l, bool wide) {
    fold_matrix m = {k * f->d.m11, k * f->d.m12, k * f->d.m22, k * f->d.x12,
                     k * f->d.x22, k * f->d.y11, k * f->d.y12, k * f->d.xy12};
    if (!wide) return m;
    m.m11 += l * f->e.m11, m.m12 += l * f->e.m12, m.m22 += l * f->e.m22, m.x12 += l * f->e.x12;
    m.x22 += l * f->e.x22, m.y11 += l * f->e.y11, m.y12 += l * f->e.y12, m.xy12 += l * f->e.xy12;
    return m;
}

/* A column that is (q1, q2) in sum, x_q2 with the sign of x, y_q1 with that of y. */
ROW4_INLINE void fold_put(const fold_place *at, row4 q1, row4 q2, row4 x_q2, row4 y_q1, row4 T[5]) {
    T[ABUT_T1] += q1;
    T[ABUT_T2] += q2;
    T[ABUT_M1] -= at->height * q2;
    T[ABUT_M2] += at->height * q1;
    T[ABUT_MN] += at->lever * x_q2 - at->y * y_q1;
}

/* Adds the derivatives by v1 v2 w1 w2 wn ln a ln b c22. With e1 and e2 the columns of D by v and E by g, a change of the height is
 * w2 e1 - w1 e2 of D, one of ds/dx eta times that of E. */
ROW4_INLINE void fold_rows(const pack *k, const pack_patch *p, const fold *f, const fold_place *at, bool wide,
                           row4 d[PACK_LOCALS][5]) {
    row4 x = at->x, y = at->y, tilt = k->c11 * x, bend = at->eta * tilt, bow = k->c11 * at->lever * at->lever;
    const fold_matrix *D = &f->d;
    fold_put(at, D->m11, D->m12, D->x12, D->y11, d[0]);
    fold_put(at, D->m12, D->m22, D->x22, D->y12, d[1]);
    fold_matrix m = fold_mix(f, at->s, bend, wide);
    fold_put(at, -m.m12, -m.m22, -m.x22, -m.y12, d[2]);
    fold_put(at, m.m11, m.m12, m.x12, m.y11, d[3]);
    fold_matrix u = fold_mix(f, x, at->eta, wide);
    row4 n1 = u.x12 - y * D->y11, n2 = u.x22 - y * D->y12, xn2 = u.m22 - y * D->xy12, yn1 = u.xy12 - y * D->m11;
    fold_put(at, n1, n2, xn2, yn1, d[4]);
    fold_matrix r = fold_mix(f, x * tilt, 2 * bend, wide);
    fold_put(at, p->w2 * r.m11 - p->w1 * r.m12 + p->wn * u.x12, p->w2 * r.m12 - p->w1 * r.m22 + p->wn * u.x22,
             p->w2 * r.x12 - p->w1 * r.x22 + p->wn * u.m22, p->w2 * r.y11 - p->w1 * r.y12 + p->wn * u.xy12,
             d[PACK_BY_A]);
    d[PACK_BY_A][ABUT_M1] -= bow * f->q2;
    d[PACK_BY_A][ABUT_M2] += bow * f->q1;
    d[PACK_BY_A][ABUT_MN] += at->lever * f->x_q2;
    row4 s1 = p->w2 * D->m11 - p->w1 * D->m12, s2 = p->w2 * D->m12 - p->w1 * D->m22,
         xs2 = p->w2 * D->x12 - p->w1 * D->x22, ys1 = p->w2 * D->y11 - p->w1 * D->y12;
    row4 square = y * y, rise = p->c22 * square, turn = y * p->wn;
    fold_put(at, rise * s1 - turn * D->y11, rise * s2 - turn * D->y12, rise * xs2 - turn * D->xy12,
             rise * ys1 - turn * D->m11, d[PACK_BY_B]);
    d[PACK_BY_B][ABUT_M1] -= rise * f->q2;
    d[PACK_BY_B][ABUT_M2] += rise * f->q1;
    d[PACK_BY_B][ABUT_MN] -= y * f->y_q1;
    row4 h = 0.5 * square;
    fold_put(at, h * s1, h * s2, h * xs2, h * ys1, d[PACK_BY_C22]);
    d[PACK_BY_C22][ABUT_M1] -= h * f->q2;
    d[PACK_BY_C22][ABUT_M2] += h * f->q1;
}

#endif
