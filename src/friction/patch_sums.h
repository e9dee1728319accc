/* Tractions at nodes of the contact ellipse, summed to forces, moments and their derivatives. Shared by the friction laws over
 * the patch; forced inline, because the rows of four must not cross an ABI. */
#ifndef ABUT_FRICTION_PATCH_SUMS_H
#define ABUT_FRICTION_PATCH_SUMS_H

#include "abut/extend.h"
#include "base/row4.h"

/* A node and its mirror images in the other three quarters: their place, slip and traction q = -gain v; the derivative of
 * q by v is -(gain + slope v v^T). */
typedef struct nodes {
    row4 x, y, s, v1, v2, gain, slope;
} nodes;

/* Height over the tangent plane where the axes of the interface are those of the ellipse (c12 = 0). */
#define node_height(c11, c22, x, y) (0.5 * ((c11) * (x) * (x) + (c22) * (y) * (y)))

/* Place and slip of the node (x, y) of the unit disc on an ellipse with the semi-axes a, b. */
ROW4_INLINE nodes nodes_place(double x, double y, double a, double b, const abut_patch *p) {
    const row4 side_x = {1, -1, 1, -1}, side_y = {1, 1, -1, -1};
    nodes k = {.x = a * x * side_x, .y = b * y * side_y};
    k.s = node_height(p->c11, p->c22, k.x, k.y) + p->c12 * k.x * k.y;
    k.v1 = p->v1 - p->wn * k.y + p->w2 * k.s;
    k.v2 = p->v2 + p->wn * k.x - p->w1 * k.s;
    return k;
}

/* T1, T2, M1, M2, MN of tractions; the five rows and columns of a node are e1, e2, and the moments about 1, 2, n. As functionals
 * of a traction (q1, q2): T1 = q1, T2 = q2, M1 = -s q2, M2 = s q1, MN = x q2 - y q1; the slip depends on v1 v2 w1 w2 wn by the
 * same vectors. */
typedef struct traction_sum {
    row4 T[ABUT_TRACTIONS];
} traction_sum;

/* Adds the traction -gain v of the nodes. */
ROW4_INLINE void traction_add(traction_sum *to, const nodes *k, row4 gain) {
    row4 q1 = -gain * k->v1, q2 = -gain * k->v2;
    to->T[ABUT_T1] += q1;
    to->T[ABUT_T2] += q2;
    to->T[ABUT_M1] -= k->s * q2;
    to->T[ABUT_M2] += k->s * q1;
    to->T[ABUT_MN] += k->x * q2 - k->y * q1;
}

ROW4_INLINE void traction_total(const traction_sum *from, double T[ABUT_TRACTIONS]) {
    for (int i = 0; i < ABUT_TRACTIONS; i++) T[i] = row4_sum(from->T[i]);
}

/* Sums over the patch for the derivatives. D is the derivative of the traction by the slip (d11, d12, d22),
 * n = (x d12 - y d11, x d22 - y d12) its column by spin, e = D (w2, -w1) its column by a change of height, and
 * f = (e1, e2, -s e2 - q2, s e1 + q1, x e2 - y e1) what a change of height does to T1, T2, M1, M2, MN. */
typedef struct sums {
    row4 d11, d12, d22, s11, s12, s22, ss11, ss12, ss22, n1, n2, sn1, sn2, nn;
    row4 xx[ABUT_TRACTIONS], xy[ABUT_TRACTIONS], yy[ABUT_TRACTIONS]; /* x^2 f/2, x y f, y^2 f/2 */
    row4 x[ABUT_TRACTIONS], y[ABUT_TRACTIONS];                       /* x and y times the columns by v2 and v1 */
} sums;

/* w: w1, w2, wn of each contact; twisted: c12 may be other than zero. */
ROW4_INLINE void sums_add(sums *S, const nodes *k, const row4 w[3], bool twisted) {
    row4 x = k->x, y = k->y, s = k->s, q1 = -k->gain * k->v1, q2 = -k->gain * k->v2;
    row4 d11 = -k->gain - k->slope * k->v1 * k->v1, d12 = -k->slope * k->v1 * k->v2,
         d22 = -k->gain - k->slope * k->v2 * k->v2;
    row4 s11 = s * d11, s12 = s * d12, s22 = s * d22, n1 = x * d12 - y * d11, n2 = x * d22 - y * d12;
    S->d11 += d11, S->d12 += d12, S->d22 += d22;
    S->s11 += s11, S->s12 += s12, S->s22 += s22;
    S->ss11 += s * s11, S->ss12 += s * s12, S->ss22 += s * s22;
    S->n1 += n1, S->n2 += n2, S->sn1 += s * n1, S->sn2 += s * n2, S->nn += x * n2 - y * n1;
    row4 e1 = w[1] * d11 - w[0] * d12, e2 = w[1] * d12 - w[0] * d22;
    row4 f[ABUT_TRACTIONS] = {e1, e2, -s * e2 - q2, s * e1 + q1, x * e2 - y * e1};
    row4 by_v2[ABUT_TRACTIONS] = {d12, d22, -s22, s12, n2}, by_v1[ABUT_TRACTIONS] = {d11, d12, -s12, s11, n1};
    row4 xx = 0.5 * x * x, xy = x * y, yy = 0.5 * y * y, wx = w[2] * x, wy = w[2] * y;
    for (int i = 0; i < ABUT_TRACTIONS; i++) {
        S->xx[i] += xx * f[i];
        if (twisted) S->xy[i] += xy * f[i];
        S->yy[i] += yy * f[i];
        S->x[i] += wx * by_v2[i];
        S->y[i] += wy * by_v1[i];
    }
    /* the place of the traction itself moves too */
    S->x[ABUT_MN] += x * q2;
    S->y[ABUT_MN] += y * q1;
}

/* The five functionals (columns) by v1 v2 w1 w2 wn (rows). */
ROW4_INLINE void sums_rows(const sums *S, row4 d[5][ABUT_TRACTIONS]) {
    const row4 rows[5][ABUT_TRACTIONS] = {{S->d11, S->d12, -S->s12, S->s11, S->n1},
                                          {S->d12, S->d22, -S->s22, S->s12, S->n2},
                                          {-S->s12, -S->s22, S->ss22, -S->ss12, -S->sn2},
                                          {S->s11, S->s12, -S->ss12, S->ss11, S->sn1},
                                          {S->n1, S->n2, -S->sn2, S->sn1, S->nn}};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < ABUT_TRACTIONS; j++) d[i][j] = rows[i][j];
}

/* By ln a and ln b into two rows that chain() turns into h, P, Q. */
enum { LN_A = ABUT_L_H, LN_B = ABUT_L_P };

static inline void patch_rows(const sums *S, const abut_patch *p, abut_traction *out) {
    row4 d[5][ABUT_TRACTIONS];
    sums_rows(S, d);
    for (int i = 0; i < 5; i++) /* V1 V2 W1 W2 WN */
        for (int j = 0; j < ABUT_TRACTIONS; j++) out->dT[ABUT_L_V1 + i][j] = row4_sum(d[i][j]);
    for (int i = 0; i < ABUT_TRACTIONS; i++) {
        double xx = row4_sum(S->xx[i]), xy = row4_sum(S->xy[i]), yy = row4_sum(S->yy[i]);
        out->dT[ABUT_L_C11][i] = xx;
        out->dT[ABUT_L_C12][i] = xy;
        out->dT[ABUT_L_C22][i] = yy;
        /* along ln a: dx = x, ds = c11 x^2 + c12 x y; along ln b: dy = y, ds = c12 x y + c22 y^2 */
        out->dT[LN_A][i] = 2 * p->c11 * xx + p->c12 * xy + row4_sum(S->x[i]);
        out->dT[LN_B][i] = p->c12 * xy + 2 * p->c22 * yy - row4_sum(S->y[i]);
    }
}

/* The ellipse turned by phi: T(phi) = R f(R^T v, R^T w, R^T c R). */
static inline void turn_derivative(const abut_patch *p, abut_traction *out) {
    double c12 = 2 * p->c12, dc = p->c22 - p->c11, *turn = out->dT[ABUT_L_PHI];
    double(*d)[ABUT_TRACTIONS] = out->dT;
    for (int i = 0; i < ABUT_TRACTIONS; i++)
        turn[i] = d[ABUT_L_V1][i] * p->v2 - d[ABUT_L_V2][i] * p->v1 + d[ABUT_L_W1][i] * p->w2 -
                  d[ABUT_L_W2][i] * p->w1 + c12 * (d[ABUT_L_C11][i] - d[ABUT_L_C22][i]) + dc * d[ABUT_L_C12][i];
    turn[ABUT_T1] -= out->T[ABUT_T2];
    turn[ABUT_T2] += out->T[ABUT_T1];
    turn[ABUT_M1] -= out->T[ABUT_M2];
    turn[ABUT_M2] += out->T[ABUT_M1];
}

#endif
