/* The shear of film and asperities over the ellipses of four contacts: see pack_shear.h. As many nodes go together as a row has fours. */
#include "pack_shear.h"

#include <assert.h>
#include <string.h>

#include "kernels.h"
#include "lubricant/stress4.h"
#include "pack_fold.h"
#include "registry/kernel_type.h"

#define FULL_RISE 20.0 /* from there on tanh is 1 to the last digit */

enum { IMAGES = STRESS4_SLIPS }; /* of a node, by the signs of its place */

/* What there is of each contact, in the order of pack_shear.h. */
typedef struct patch4 {
    pack_patch p;
    row4 area, pressure, per_h, boundary;
} patch4;

/* ---- sums over the ellipse: forces and moments of film and asperities, of the film's change by ln p and by ln h ---- */
typedef struct ellipse4 {
    row4 fluid[5], boundary[5], by_p[5], by_h[5];
    row4 loss_boundary;
    row4 d[PACK_LOCALS][5];
} ellipse4;

typedef struct node4 { /* its four mirror images share place and strengths */
    row4 x, y, s, area, load, gain;
    oil4 oil;
} node4;

ROW4_INLINE node4 node_of(const pack *k, const patch4 *c, int i) {
    const abut_wet *f = &k->wet->friction;
    node4 n = {.x = c->p.a * row4_fours(f->x + i),
               .y = c->p.b * row4_fours(f->y + i),
               .area = c->area * row4_fours(f->area + i),
               .load = c->boundary * row4_fours(f->load + i)};
    n.s = node_height(k->c11, c->p.c22, n.x, n.y);
    n.oil = oil4_at_pressure(&k->wet->film.oil, k->wet->level, k->wet->z, c->pressure * row4_fours(f->root + i));
    n.gain = n.oil.eta * c->per_h;
    return n;
}

/* Four slips, of the signs of y and x: one after the other would wait for their roots. */
typedef struct slips4 {
    row4 v1[IMAGES], v2[IMAGES], square[IMAGES], per[IMAGES], v[IMAGES];
} slips4;

ROW4_INLINE slips4 slips_of(const pack_patch *p, const node4 *n) {
    slips4 o;
    row4 m1 = p->v1 + p->w2 * n->s, m2 = p->v2 - p->w1 * n->s, dy = p->wn * n->y, dx = p->wn * n->x;
    const row4 v1s[2] = {m1 - dy, m1 + dy}, v2s[2] = {m2 + dx, m2 - dx};
    for (int i = 0; i < IMAGES; i++) {
        o.v1[i] = v1s[i / 2], o.v2[i] = v2s[i % 2];
        o.square[i] = row4_max(o.v1[i] * o.v1[i] + o.v2[i] * o.v2[i], row4_all(1e-30));
    }
    for (int i = 0; i < IMAGES; i++) o.per[i] = row4_rsqrt(o.square[i]);
    for (int i = 0; i < IMAGES; i++) o.v[i] = o.square[i] * o.per[i];
    return o;
}

/* tanh(v/v_eps) at four slips; fast ones have 1. */
ROW4_INLINE void rises(const slips4 *o, double per_v, row4 *rise) {
    row4 least = row4_min(row4_min(o->v[0], o->v[1]), row4_min(o->v[2], o->v[3]));
    if (row4_any(~(least * per_v > FULL_RISE)))
        for (int i = 0; i < IMAGES; i++) rise[i] = row4_tanh(o->v[i] * per_v);
    else
        for (int i = 0; i < IMAGES; i++) rise[i] = row4_all(1);
}

ROW4_INLINE void node_add(const pack *k, const pack_patch *p, const node4 *n, bool rubs, bool derivatives,
                          ellipse4 *S) {
    const double per_v = 1 / k->wet->friction.v_eps;
    const slips4 o = slips_of(p, n);
    fold all = {0}, fluid = {0}, boundary = {0}, by_p = {0}, by_h = {0};
    stress4 t[IMAGES];
    row4 rise[IMAGES], loss = row4_all(0);
    shear4_slips(&k->wet->film.oil, &n->oil, n->gain, o.square, o.v, derivatives, t);
    if (rubs) rises(&o, per_v, rise);
    for (int i = 0; i < IMAGES; i++) {
        const int a = i % 2, b = i / 2;
        row4 v1 = o.v1[i], v2 = o.v2[i], per = o.per[i], g = n->area * t[i].tau * per, whole = g,
             by_v = n->area * t[i].by_v;
        fold_traction_add(&fluid, -g * v1, -g * v2, a, b);
        if (rubs) {
            row4 rub = n->load * rise[i] * per;
            fold_traction_add(&boundary, -rub * v1, -rub * v2, a, b);
            loss += rub * o.square[i];
            whole += rub;
            by_v += n->load * (1 - rise[i] * rise[i]) * per_v;
        }
        if (!derivatives) continue;
        row4 gp = n->area * t[i].by_p * per, gh = -n->area * t[i].by_v, slope = (whole - by_v) * per * per;
        fold_traction_add(&by_p, -gp * v1, -gp * v2, a, b);
        fold_traction_add(&by_h, -gh * v1, -gh * v2, a, b);
        fold_matrix_add(&all.d, slope * v1 * v1 - whole, slope * v1 * v2, slope * v2 * v2 - whole, a, b);
    }
    S->loss_boundary += loss;
    fold_traction(&fluid, n->x, n->y, n->s, S->fluid);
    if (rubs) fold_traction(&boundary, n->x, n->y, n->s, S->boundary);
    if (!derivatives) return;
    fold_traction(&by_p, n->x, n->y, n->s, S->by_p);
    fold_traction(&by_h, n->x, n->y, n->s, S->by_h);
    fold_place at = {.x = n->x, .y = n->y, .s = n->s, .lever = n->x, .height = n->s};
    all.q1 = fluid.q1 + boundary.q1, all.q2 = fluid.q2 + boundary.q2;
    all.x_q2 = fluid.x_q2 + boundary.x_q2, all.y_q1 = fluid.y_q1 + boundary.y_q1;
    fold_rows(k, p, &all, &at, false, S->d);
}

/* ---- the whole, in a copy for each want ---- */
ROW4_INLINE void add_up(const pack *k, const patch4 *c, bool rubs, bool derivatives, ellipse4 *S) {
    for (int i = 0; i < k->wet->friction.nodes; i += ROW4_FOURS) {
        node4 n = node_of(k, c, i);
        node_add(k, &c->p, &n, rubs, derivatives, S);
    }
}
static __attribute__((noinline)) void tractions(const pack *k, const patch4 *c, bool rubs, ellipse4 *S) {
    if (rubs)
        add_up(k, c, true, false, S);
    else
        add_up(k, c, false, false, S);
}
static __attribute__((noinline)) void derivatives_of(const pack *k, const patch4 *c, bool rubs, ellipse4 *S) {
    if (rubs)
        add_up(k, c, true, true, S);
    else
        add_up(k, c, false, true, S);
}

static void put(int count, const row4 *from, double (*to)[4]) {
    for (int i = 0; i < count; i++) row4_put_four(from[i], to[i]);
}

void KERNEL_SYMBOL(pack_shear)(const pack *k, const double (*given)[4], bool rubs, bool derivatives,
                               pack_shear_sums *out) {
    patch4 c;
    row4 *const to[PACK_SHEAR_GIVEN] = {&c.p.a,  &c.p.b,  &c.p.c22, &c.p.v1,     &c.p.v2,  &c.p.w1,
                                        &c.p.w2, &c.p.wn, &c.area,  &c.pressure, &c.per_h, &c.boundary};
    ellipse4 S;
    assert(k->wet->friction.nodes % ROW4_FOURS == 0);
    for (int i = 0; i < PACK_SHEAR_GIVEN; i++) *to[i] = row4_of_four(given[i]);
    memset(&S, 0, sizeof S);
    if (derivatives)
        derivatives_of(k, &c, rubs, &S);
    else
        tractions(k, &c, rubs, &S);
    put(5, S.fluid, out->fluid);
    put(5, S.boundary, out->boundary);
    row4_put_four(S.loss_boundary, out->loss_boundary);
    if (!derivatives) return;
    put(5, S.by_p, out->by_p);
    put(5, S.by_h, out->by_h);
    for (int i = 0; i < PACK_LOCALS; i++) put(5, S.d[i], out->d[i]);
}
