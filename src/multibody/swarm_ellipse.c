/* Traction over the contact ellipses of four balls: friction/strips.c for a groove, where the principal axes of the patch are
 * those of the interface (c12 = 0). The point (x, y) lies at height s = (c11 x^2 + c22 y^2)/2, its slip is
 *   (v1 - wn y + w2 s, v2 + wn x - w1 s);
 * the sums are T1, T2 of the traction and the moments M1 = -s q2, M2 = s q1, MN = x q2 - y q1. The vectors of these five
 * functionals, (1, 0), (0, 1), (0, -s), (s, 0), (-y, x), are also those by which the slip depends on v1 v2 w1 w2 wn. */
#include "friction/coulomb.h"
#include "swarm.h"

/* Four mirror images of a node: x = +-, y = +-. */
typedef struct images {
    row4 x, y, s;
    row4 v1[2], v2[2];              /* by the sign of y, by the sign of x */
    row4 gain[2][2], inverse[2][2]; /* [y][x]: traction per slip, 1/(u + v_s^2) */
} images;

ROW4_INLINE void images_at(const swarm_kind *k, const strips *r, int i, const swarm_patch *p, row4 load, images *o) {
    o->x = p->a * r->x[i];
    o->y = p->b * r->y[i];
    o->s = 0.5 * (k->c11 * o->x * o->x + p->c22 * o->y * o->y);
    row4 m1 = p->v1 + p->w2 * o->s, m2 = p->v2 - p->w1 * o->s, dy = p->wn * o->y, dx = p->wn * o->x;
    o->v1[0] = m1 - dy, o->v1[1] = m1 + dy;
    o->v2[0] = m2 + dx, o->v2[1] = m2 - dx;
    row4 q1[2] = {o->v1[0] * o->v1[0] + k->v_s2, o->v1[1] * o->v1[1] + k->v_s2},
         q2[2] = {o->v2[0] * o->v2[0], o->v2[1] * o->v2[1]}, gain = load * r->w[i];
    for (int b = 0; b < 2; b++)
        for (int a = 0; a < 2; a++) {
            row4 root = row4_rsqrt(q1[b] + q2[a]);
            o->gain[b][a] = gain * root;
            o->inverse[b][a] = root * root;
        }
}

static void sums(const swarm_kind *k, const swarm_patch *p, row4 T[5]) {
    const strips *r = k->strips;
    row4 t1 = row4_all(0), t2 = t1, m1 = t1, m2 = t1, mn = t1, load = k->mu * p->N;
    for (int i = 0; i < r->n; i++) {
        images o;
        images_at(k, r, i, p, load, &o);
        row4 y0 = (o.gain[0][0] + o.gain[0][1]) * o.v1[0], y1 = (o.gain[1][0] + o.gain[1][1]) * o.v1[1];
        row4 x0 = (o.gain[0][0] + o.gain[1][0]) * o.v2[0], x1 = (o.gain[0][1] + o.gain[1][1]) * o.v2[1];
        row4 q1 = y0 + y1, q2 = x0 + x1;
        t1 -= q1;
        t2 -= q2;
        m1 += o.s * q2;
        m2 -= o.s * q1;
        mn -= o.x * (x0 - x1) - o.y * (y0 - y1);
    }
    T[0] = t1, T[1] = t2, T[2] = m1, T[3] = m2, T[4] = mn;
}

typedef struct totals {
    row4 B[5][5];                  /* by v1 v2 w1 w2 wn; symmetric, upper half */
    row4 xx[5], yy[5], x[5], y[5]; /* by heights x^2 and y^2, by ln a and ln b through the place */
    row4 T[5];
} totals;

ROW4_INLINE void add_point(totals *S, const swarm_patch *p, row4 x, row4 y, row4 s, row4 v1, row4 v2, row4 gain,
                           row4 inverse) {
    row4 q1 = -gain * v1, q2 = -gain * v2, bend = gain * inverse;
    row4 d11 = bend * v1 * v1 - gain, d12 = bend * v1 * v2, d22 = bend * v2 * v2 - gain;
    row4 n1 = x * d12 - y * d11, n2 = x * d22 - y * d12, s11 = s * d11, s12 = s * d12, s22 = s * d22;
    S->T[0] += q1, S->T[1] += q2, S->T[2] -= s * q2, S->T[3] += s * q1, S->T[4] += x * q2 - y * q1;
    const row4 by1[5] = {d11, d12, -s12, s11, n1}, by2[5] = {d12, d22, -s22, s12, n2};
    S->B[0][0] += d11, S->B[0][1] += d12, S->B[0][2] -= s12, S->B[0][3] += s11, S->B[0][4] += n1;
    S->B[1][1] += d22, S->B[1][2] -= s22, S->B[1][3] += s12, S->B[1][4] += n2;
    S->B[2][2] += s * s22, S->B[2][3] -= s * s12, S->B[2][4] -= s * n2;
    S->B[3][3] += s * s11, S->B[3][4] += s * n1;
    S->B[4][4] += x * n2 - y * n1;
    row4 xx = x * x, yy = y * y, wx = p->wn * x, wy = p->wn * y;
    for (int i = 0; i < 5; i++) {
        row4 f = p->w2 * by1[i] - p->w1 * by2[i];
        if (i == 2) f -= q2;
        if (i == 3) f += q1;
        S->xx[i] += xx * f;
        S->yy[i] += yy * f;
        S->x[i] += wx * by2[i];
        S->y[i] -= wy * by1[i];
    }
    S->x[4] += x * q2;
    S->y[4] -= y * q1;
}

static void derivatives(const swarm_kind *k, const swarm_patch *p, row4 T[5], row4 d[5][SWARM_LOCALS]) {
    const strips *r = k->strips;
    totals S;
    memset(&S, 0, sizeof S);
    row4 load = k->mu * p->N;
    for (int i = 0; i < r->n; i++) {
        images o;
        images_at(k, r, i, p, load, &o);
        for (int b = 0; b < 2; b++)
            for (int a = 0; a < 2; a++)
                add_point(&S, p, a ? -o.x : o.x, b ? -o.y : o.y, o.s, o.v1[b], o.v2[a], o.gain[b][a], o.inverse[b][a]);
    }
    for (int i = 0; i < 5; i++) {
        T[i] = S.T[i];
        for (int j = 0; j < 5; j++) d[i][j] = j >= i ? S.B[i][j] : S.B[j][i];
        d[i][SWARM_BY_A] = k->c11 * S.xx[i] + S.x[i];
        d[i][SWARM_BY_B] = p->c22 * S.yy[i] + S.y[i];
        d[i][SWARM_BY_C22] = 0.5 * S.yy[i];
    }
}

void swarm_ellipse(const swarm_kind *k, const swarm_patch *p, bool with_derivatives, row4 T[5],
                   row4 d[5][SWARM_LOCALS]) {
    if (with_derivatives)
        derivatives(k, p, T, d);
    else
        sums(k, p, T);
}
