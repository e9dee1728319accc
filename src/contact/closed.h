/* Opposing points and their geometry in closed form, where the surfaces' optional slots allow it: a ball on anything that
 * knows its nearest point, the plane with anything that knows the point of a given normal. Inline: this is the hot path. */
#ifndef ABUT_CONTACT_CLOSED_H
#define ABUT_CONTACT_CLOSED_H

#include "track.h"

typedef enum closed_form { NO_CLOSED_FORM, BALL_ON_A, BALL_ON_B, FLAT_A, FLAT_B, POINT_ON_A, ROLLER_ON_A } closed_form;

static inline cubic2 cubic2_neg(cubic2 c) { return (cubic2){-c.c111, -c.c112, -c.c122, -c.c222}; }

/* With l = |grad f| and q_j = n H t_j/l the change of M = -t H t/l per step along the surface is the totally symmetric form
 *   dM_ijk = -D3f_ijk/l - M_ij q_k - M_jk q_i - M_ik q_j
 * (n the body's own outward normal; the basis is carried without spin). */
static inline cubic2 body_cubic(const abut_jet *jet, double l, const body_form *f, vec3 t1, vec3 t2) {
    double il = 1 / l, T1[6], T2[6];
    sym33_mul(jet->T, t1, T1);
    sym33_mul(jet->T, t2, T2);
    vec3 u = sym3_mul(T1, t1), w = sym3_mul(T2, t2);
    return (cubic2){
        -il * v3_dot(t1, u) - 3 * f->m.s11 * f->q1, -il * v3_dot(t2, u) - f->m.s11 * f->q2 - 2 * f->m.s12 * f->q1,
        -il * v3_dot(t1, w) - f->m.s22 * f->q1 - 2 * f->m.s12 * f->q2, -il * v3_dot(t2, w) - 3 * f->m.s22 * f->q2};
}

static inline void body_forms(const abut_jet *jet, double l, vec3 n, vec3 t1, vec3 t2, bool third, sym2 *m, cubic2 *d) {
    body_form f = track_body_form(jet, l, n, t1, t2);
    *m = f.m;
    if (third) *d = body_cubic(jet, l, &f, t1, t2);
}

static inline closed_form closed_form_of(const surface *a, const surface *b) {
    if (b->type->point) return POINT_ON_A;
    if (a->type->foot && b->ball > 0) return BALL_ON_A;
    if (b->type->foot && a->ball > 0) return BALL_ON_B;
    if (a->type->flat && b->type->support) return FLAT_A;
    if (b->type->flat && a->type->support) return FLAT_B;
    return NO_CLOSED_FORM;
}

/* The nearest point of the surface is an apex: open if the ball is clear of it. */
static inline abut_status closed_apart(abut_status s, const abut_track_pair *pair, double gap, geometry *out) {
    if (!(gap > 0)) return s;
    track_apart(pair, gap, out);
    return ABUT_OK;
}

/* B is a ball of radius R about pair->d, its curvature k: its centre's foot on A is the opposing point. */
static inline __attribute__((always_inline)) abut_status closed_ball_on_a(const abut_track_pair *pair, double R,
                                                                          double k, bool third, geometry *out) {
    abut_foot foot;
    foot.distance = NAN;
    foot.ek1 = foot.ek2 = 0;
    abut_status s = pair->a->type->foot(pair->a->self, &pair->d, &foot);
    if (s) return closed_apart(s, pair, foot.distance - R, out);
    vec3 n = v3_parts(foot.n), t1 = v3_parts(foot.d1), y = v3_parts(foot.y);
    out->n = n;
    out->t1 = t1;
    out->t2 = v3_cross(n, t1);
    out->ra = y;
    out->rb = v3_axpy(-R, n, pair->d);
    out->h = R - foot.distance;
    out->ma = (sym2){-foot.k1, 0, -foot.k2};
    out->mb = (sym2){k, 0, k};
    if (third) out->da = (cubic2){-foot.dk1, -foot.ek1, -foot.dk2, -foot.ek2}, out->db = ((cubic2){0, 0, 0, 0});
    return ABUT_OK;
}

/* A is a ball: the same with the roles changed; the principal frame of B turned into A's, where t2 is -d2. */
static inline __attribute__((always_inline)) abut_status closed_ball_on_b(const abut_track_pair *pair, bool third,
                                                                          geometry *out) {
    abut_foot foot;
    vec3 centre = v3_neg(m3_tmul(pair->R, pair->d));
    foot.distance = NAN;
    foot.ek1 = foot.ek2 = 0;
    abut_status s = pair->b->type->foot(pair->b->self, &centre, &foot);
    if (s) return closed_apart(s, pair, foot.distance - pair->a->ball, out);
    double R = pair->a->ball, k = pair->a->extent.k_max_sup;
    out->n = v3_neg(m3_mul(pair->R, foot.n));
    out->t1 = m3_mul(pair->R, foot.d1);
    out->t2 = v3_cross(out->n, out->t1);
    out->ra = v3_scale(R, out->n);
    out->rb = v3_add(pair->d, m3_mul(pair->R, foot.y));
    out->h = R - foot.distance;
    out->ma = (sym2){-k, 0, -k};
    out->mb = (sym2){foot.k1, 0, foot.k2};
    if (third) out->db = (cubic2){foot.dk1, -foot.ek1, foot.dk2, -foot.ek2}, out->da = ((cubic2){0, 0, 0, 0});
    return ABUT_OK;
}

/* A is the plane z = 0: the opposing point of B has the outward normal -z. */
static inline __attribute__((always_inline)) abut_status closed_flat_a(const abut_track_pair *pair, bool third,
                                                                       geometry *out) {
    vec3 nb = v3_neg(m3_tmul(pair->R, v3(0, 0, 1))), yb;
    abut_jet jet;
    abut_status s = pair->b->type->support(pair->b->self, &nb, &yb);
    if (!s) s = third ? surface_jet3(pair->b, yb, &jet) : surface_jet(pair->b, yb, 2, &jet);
    if (s) return s;
    out->n = v3(0, 0, 1);
    out->t1 = v3(1, 0, 0);
    out->t2 = v3(0, 1, 0);
    out->rb = v3_add(pair->d, m3_mul(pair->R, yb));
    out->ra = v3(out->rb.x, out->rb.y, 0);
    out->h = -out->rb.z;
    body_forms(&jet, v3_dot(jet.g, nb), nb, m3_tmul(pair->R, out->t1), m3_tmul(pair->R, out->t2), third, &out->mb,
               &out->db);
    out->ma = ((sym2){0, 0, 0});
    out->mb = sym2_neg(out->mb);
    if (third) out->da = ((cubic2){0, 0, 0, 0}), out->db = cubic2_neg(out->db);
    return ABUT_OK;
}

static inline __attribute__((always_inline)) abut_status closed_flat_b(const abut_track_pair *pair, bool third,
                                                                       geometry *out) {
    abut_jet jet;
    out->n = v3_neg(pair->R.c2);
    abut_status s = pair->a->type->support(pair->a->self, &out->n, &out->ra);
    if (!s) s = third ? surface_jet3(pair->a, out->ra, &jet) : surface_jet(pair->a, out->ra, 2, &jet);
    if (s) return s;
    out->t1 = pair->R.c0;
    out->t2 = v3_cross(out->n, out->t1);
    out->h = v3_dot(out->n, v3_sub(out->ra, pair->d));
    out->rb = v3_axpy(-out->h, out->n, out->ra);
    body_forms(&jet, v3_dot(jet.g, out->n), out->n, out->t1, out->t2, third, &out->ma, &out->da);
    out->mb = ((sym2){0, 0, 0});
    if (third) out->db = ((cubic2){0, 0, 0, 0});
    return ABUT_OK;
}

/* A is a plane, B a point. Beyond the rim of a bounded plane the point is free, and there is no telling how far. */
static inline __attribute__((always_inline)) abut_status closed_point_on_a(const abut_track_pair *pair, geometry *out) {
    vec3 x = pair->d;
    out->n = v3(0, 0, 1);
    out->t1 = v3(1, 0, 0);
    out->t2 = v3(0, 1, 0);
    out->ra = v3(x.x, x.y, 0);
    out->rb = x;
    out->h = -x.z;
    if (x.z < 0 && pair->a->type->reaches && !pair->a->type->reaches(pair->a->self, x.x, x.y)) out->h = x.z;
    out->ma = out->mb = ((sym2){0, 0, 0});
    out->da = out->db = ((cubic2){0, 0, 0, 0});
    return ABUT_OK;
}

static inline __attribute__((always_inline)) abut_status closed_geometry(closed_form form, const abut_track_pair *pair,
                                                                         bool third, geometry *out) {
    out->apart = false;
    if (form == BALL_ON_A) return closed_ball_on_a(pair, pair->b->ball, pair->b->extent.k_max_sup, third, out);
    if (form == POINT_ON_A) return closed_point_on_a(pair, out);
    if (form == FLAT_A) return closed_flat_a(pair, third, out);
    if (form == BALL_ON_B) return closed_ball_on_b(pair, third, out);
    if (form == FLAT_B) return closed_flat_b(pair, third, out);
    return ABUT_NO_CONVERGENCE;
}

#endif
