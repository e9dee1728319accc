/* Traction over the contact ellipses of four balls: friction/strips.c for a groove, where the principal axes of the patch are
 * those of the interface (c12 = 0). Mirror images of a node share what they can. */
#include "friction/patch_sums.h"
#include "pack.h"

/* Four mirror images of a node: x = +-, y = +-. */
typedef struct images {
    row4 x, y, s;
    row4 v1[2], v2[2];              /* by the sign of y, by the sign of x */
    row4 gain[2][2], inverse[2][2]; /* [y][x]: traction per slip, 1/(u + v_s^2) */
} images;

ROW4_INLINE void images_at(const pack *k, int i, const pack_patch *p, row4 load, images *o) {
    const abut_slip *r = &k->slip;
    o->x = p->a * r->x[i];
    o->y = p->b * r->y[i];
    o->s = node_height(k->c11, p->c22, o->x, o->y);
    row4 m1 = p->v1 + p->w2 * o->s, m2 = p->v2 - p->w1 * o->s, dy = p->wn * o->y, dx = p->wn * o->x;
    o->v1[0] = m1 - dy, o->v1[1] = m1 + dy;
    o->v2[0] = m2 + dx, o->v2[1] = m2 - dx;
    row4 q1[2] = {o->v1[0] * o->v1[0] + r->law.v_s2, o->v1[1] * o->v1[1] + r->law.v_s2},
         q2[2] = {o->v2[0] * o->v2[0], o->v2[1] * o->v2[1]}, gain = load * r->w[i];
    for (int b = 0; b < 2; b++)
        for (int a = 0; a < 2; a++) {
            row4 root = row4_rsqrt(q1[b] + q2[a]);
            o->gain[b][a] = gain * root;
            o->inverse[b][a] = root * root;
        }
}

static void tractions(const pack *k, const pack_patch *p, row4 T[5]) {
    row4 t1 = row4_all(0), t2 = t1, m1 = t1, m2 = t1, mn = t1, load = k->slip.law.mu * p->N;
    for (int i = 0; i < k->slip.nodes; i++) {
        images o;
        images_at(k, i, p, load, &o);
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

static void derivatives(const pack *k, const pack_patch *p, row4 T[5], row4 d[PACK_LOCALS][5]) {
    const row4 w[3] = {p->w1, p->w2, p->wn};
    row4 load = k->slip.law.mu * p->N;
    traction_sum sum = {0};
    sums S = {0};
    for (int i = 0; i < k->slip.nodes; i++) {
        images o;
        images_at(k, i, p, load, &o);
        for (int b = 0; b < 2; b++)
            for (int a = 0; a < 2; a++) { /* 2 dg/du = -g/(u + v_s^2) */
                nodes n = {a ? -o.x : o.x,
                           b ? -o.y : o.y,
                           o.s,
                           o.v1[b],
                           o.v2[a],
                           o.gain[b][a],
                           -o.gain[b][a] * o.inverse[b][a]};
                traction_add(&sum, &n, n.gain);
                sums_add(&S, &n, w, false);
            }
    }
    sums_rows(&S, d);
    for (int i = 0; i < 5; i++) {
        T[i] = sum.T[i];
        d[PACK_BY_A][i] = 2 * k->c11 * S.xx[i] + S.x[i];
        d[PACK_BY_B][i] = 2 * p->c22 * S.yy[i] - S.y[i];
        d[PACK_BY_C22][i] = S.yy[i];
    }
}

void pack_ellipse(const pack *k, const pack_patch *p, bool with_derivatives, row4 T[5], row4 d[PACK_LOCALS][5]) {
    if (with_derivatives)
        derivatives(k, p, T, d);
    else
        tractions(k, p, T);
}
