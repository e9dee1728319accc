/* The local picture of one evaluation, from the poses of two bodies to the wrench: shared by the files that evaluate elements
 * (element.c the plain path, patches.c lubricated contacts and rollers) and by the one that accepts states (memory.c).
 *
 * Inline: the path of one evaluation is compiled whole, because passing its small structs through memory costs as much as the
 * arithmetic. */
#ifndef ABUT_CONTACT_LOCAL_H
#define ABUT_CONTACT_LOCAL_H

#include <string.h>

#include "element.h"
#include "normal/ellipse.h"

#define HOT static inline __attribute__((always_inline))

/* ---- frames ---- */
HOT mat3 rotation(abut_quat q) { return quat_is_zero(q) ? m3_identity() : m3_of_quat(q); }

HOT double v3_total(vec3 a) { return (a.x + a.y) + a.z; }
/* Positions and velocities are finite and below 1e50 in size, quaternions are finite. Added as a tree: the check must not be
 * what the processor waits for. */
HOT bool input_good(const abut_element_in *in) {
    double a = v3_dot(in->a.r, in->a.r) + (v3_dot(in->va.v, in->va.v) + v3_dot(in->va.w, in->va.w));
    double b = v3_dot(in->b.r, in->b.r) + (v3_dot(in->vb.v, in->vb.v) + v3_dot(in->vb.w, in->vb.w));
    double qa = (in->a.q.w + in->a.q.x) + (in->a.q.y + in->a.q.z),
           qb = (in->b.q.w + in->b.q.x) + (in->b.q.y + in->b.q.z);
    return (a + b) + 0 * (qa + qb) < 1e100;
}

static inline bool numbers_good(const double *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!(fabs(x[i]) < 1e50)) return false;
    return true;
}

/* The whole input; elements with states of their own need them. */
HOT abut_status check_input(const abut_element *e, const abut_element_in *in) {
    if (!input_good(in)) return ABUT_NOT_FINITE;
    size_t states = e->track_states + e->normal_states;
    if (states == 0) return ABUT_OK;
    if (!in->state) return ABUT_BAD_VALUE;
    return numbers_good(in->state, states) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* The orientation of B, a ball or a point, does not matter: `frames` leaves pair.R out. */
HOT bool any_turn(const abut_element *e) { return (e->form == BALL_ON_A || e->form == POINT_ON_A) && !e->b.moved; }

HOT void frames(const abut_element *e, const abut_element_in *in, element_frame *f) {
    mat3 RA = rotation(in->a.q);
    bool ball = any_turn(e);
    mat3 RB = ball ? RA : rotation(in->b.q);
    vec3 origin_a = {0, 0, 0}, origin_b = {0, 0, 0};
    if (e->a.moved) {
        origin_a = m3_mul(RA, e->a.r);
        RA = m3_mulm(RA, e->a.R);
    }
    if (e->b.moved) {
        origin_b = m3_mul(RB, e->b.r);
        RB = m3_mulm(RB, e->b.R);
    }
    f->R = RA;
    f->origin = origin_a;
    f->ab = v3_sub(in->b.r, in->a.r);
    f->pair.a = &e->a.surface;
    f->pair.b = &e->b.surface;
    if (!ball) f->pair.R = m3_tmulm(RA, RB);
    f->pair.d = m3_tmul(RA, v3_sub(v3_add(f->ab, origin_b), origin_a));
    f->radius = e->radius;
}

/* B's axes in A's frame for what is remembered of the material of B, a ball as well. */
HOT mat3 pair_turn(const abut_element *e, const abut_element_in *in, const element_frame *f) {
    return any_turn(e) ? m3_tmulm(f->R, rotation(in->b.q)) : f->pair.R;
}

/* ---- opposing points ---- */

/* From a start nearby; points that are states of an integrator get their first values by the reduced method. */
static inline abut_status improve(const abut_element *e, const abut_track_pair *pair, abut_track_points *p) {
    return e->track_states ? track_newton(pair, p, 30) : e->track->solve(e->track_self, pair, p);
}

static inline abut_status fresh(const abut_element *e, const abut_track_pair *pair, bool third, geometry *g) {
    abut_track_points p;
    double gap;
    abut_status s = track_start(pair, &p, &gap);
    if (!s) s = improve(e, pair, &p);
    if (!s) s = track_geometry(pair, &p, third, g);
    if (!s || isnan(gap)) return s;
    track_apart(pair, gap, g);
    return ABUT_OK;
}

static inline abut_status from_states(const abut_element *e, const abut_track_pair *pair, const double *x, bool third,
                                      geometry *g) {
    abut_track_points p = {.ra = {x[0], x[1], x[2]}, .lambda = x[6], .mu = x[7]};
    p.yb = m3_tmul(pair->R, v3_sub(v3(x[3], x[4], x[5]), pair->d));
    abut_status s = e->track->solve(e->track_self, pair, &p);
    return s ? s : track_geometry(pair, &p, third, g);
}

HOT abut_status find(const abut_element *e, const abut_track_pair *pair, const double *state, bool third, geometry *g) {
    if (e->form != NO_CLOSED_FORM) return closed_geometry(e->form, pair, third, g);
    if (e->track_states && state) return from_states(e, pair, state, third, g);
    abut_track_points p = e->memory.points;
    if (e->memory.tracked && !improve(e, pair, &p) && !track_geometry(pair, &p, third, g)) return ABUT_OK;
    return fresh(e, pair, third, g);
}

/* Where tracking may start from next time. */
static inline abut_track_points points_of(const abut_track_pair *pair, const geometry *g) {
    return (abut_track_points){.ra = g->ra, .yb = m3_tmul(pair->R, v3_sub(g->rb, pair->d))};
}

/* ---- the local picture ---- */
static inline double largest_curvature(sym2 m) {
    double mean = 0.5 * (m.s11 + m.s22), half = 0.5 * (m.s11 - m.s22);
    return mean + sqrt(half * half + m.s12 * m.s12);
}

/* Is the approach beyond a radius of curvature of a body that is convex there? */
HOT bool too_deep(const geometry *g) {
    double size =
        fabs(g->ma.s11) + fabs(g->ma.s12) + fabs(g->ma.s22) + fabs(g->mb.s11) + fabs(g->mb.s12) + fabs(g->mb.s22);
    if (g->h * size < 0.5) return false;
    return g->h * fmax(largest_curvature(sym2_neg(g->ma)), largest_curvature(g->mb)) >= 1;
}

/* `all`: also what only rolling and laws over the whole patch need. */
HOT void kinematics(const abut_element *e, const abut_element_in *in, const element_frame *f, bool all,
                    element_local *l) {
    const geometry *g = &l->g;
    vec3 c = e->form == POINT_ON_A ? g->rb : v3_scale(0.5, v3_add(g->ra, g->rb));
    l->t1 = m3_mul(f->R, g->t1);
    l->n = m3_mul(f->R, g->n);
    l->t2 = v3_cross(l->n, l->t1);
    l->lever_a = v3_add(f->origin, m3_mul(f->R, c));
    l->lever_b = v3_sub(l->lever_a, f->ab);
    l->w = v3_sub(in->vb.w, in->va.w);
    l->v = v3_sub(v3_add(in->vb.v, v3_cross(in->vb.w, l->lever_b)), v3_add(in->va.v, v3_cross(in->va.w, l->lever_a)));
    abut_patch *p = &l->patch;
    p->hdot = -v3_dot(l->n, l->v);
    p->v1 = v3_dot(l->t1, l->v);
    p->v2 = v3_dot(l->t2, l->v);
    p->wn = v3_dot(l->n, l->w);
    if (!all) return;
    p->w1 = v3_dot(l->t1, l->w);
    p->w2 = v3_dot(l->t2, l->w);
    p->c11 = g->ma.s11 + e->share * (g->mb.s11 - g->ma.s11);
    p->c12 = g->ma.s12 + e->share * (g->mb.s12 - g->ma.s12);
    p->c22 = g->ma.s22 + e->share * (g->mb.s22 - g->ma.s22);
}

static inline double along(const double row[MOTIONS], const abut_patch *p) {
    return row[0] * p->v1 + row[1] * p->v2 - row[2] * p->hdot + row[3] * p->w1 + row[4] * p->w2 + row[5] * p->wn;
}

/* A slice of a roller: a ball about a point of its axis, in the frame with direction 1 along the axis. */
static inline abut_status place_slice(const abut_element *e, const element_frame *f, bool moving, element_local *l) {
    geometry *g = &l->g;
    g->apart = false;
    abut_status s = closed_ball_on_a(&f->pair, f->radius, 1 / f->radius, moving, g);
    if (s) return s;
    l->axis = (patch_axis){.across = 1};
    l->patch.P = l->patch.Q = 0;
    l->patch.h = g->h;
    l->patch.E_star = e->E_star;
    if (g->apart) return ABUT_OK;
    vec3 axis = f->pair.R.c2;
    double a1 = v3_dot(g->t1, axis), a2 = v3_dot(g->t2, axis), across = sqrt(a1 * a1 + a2 * a2);
    if (!(across > 0.1)) return ABUT_OUTSIDE_DOMAIN; /* it stands on its end */
    l->axis = (patch_axis){.up = v3_dot(g->n, axis), .across = across};
    patch_turn(g, a1 / across, a2 / across, moving);
    l->patch.Q = 0.5 * (g->mb.s22 - g->ma.s22);
    return isfinite(g->h) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* Opposing points, curvatures and, where somebody needs it, the principal frame. */
HOT abut_status place(const abut_element *e, const abut_element_in *in, const element_frame *f, bool turn, bool moving,
                      element_local *l) {
    if (e->form == ROLLER_ON_A) return place_slice(e, f, moving, l);
    if (e->over_gap) return gap_law_place(e, f, moving, NULL, l);
    abut_status s = find(e, &f->pair, in->state, moving, &l->g);
    if (s) return s;
    if (!isfinite(l->g.h)) return ABUT_NOT_FINITE;
    patch_principal(&l->g, turn, moving, &l->patch.P, &l->patch.Q);
    l->patch.h = l->g.h;
    l->patch.E_star = e->E_star;
    return ABUT_OK;
}

/* Velocities; `moving` also asks for derivatives by the relative motion. */
HOT void move(const abut_element *e, const abut_element_in *in, const element_frame *f, bool all, bool moving,
              element_local *l) {
    kinematics(e, in, f, all, l);
    if (!moving) return;
    if (e->form == POINT_ON_A) {
        patch_move_point(&l->patch, e->whole_patch, l->motion);
        return;
    }
    if (e->over_gap) {
        gap_law_move(l);
        return;
    }
    (void)patch_steps(&l->g, &l->step); /* a focal point is refused by the laws */
    patch_move(&l->g, &l->patch, e->share, &l->step, e->whole_patch, l->motion);
    if (!e->normal_states) return;
    l->patch.P_rate = along(l->motion->local[ABUT_L_P], &l->patch);
    l->patch.Q_rate = along(l->motion->local[ABUT_L_Q], &l->patch);
}

HOT abut_status contact_possible(const abut_element *e, const element_local *l) {
    if (e->form == POINT_ON_A) return ABUT_OK;
    if (too_deep(&l->g)) return ABUT_TOO_DEEP;
    if (!(l->patch.P > 0) && e->normal->needs_curvature) return ABUT_CONFORMING;
    if (e->form == ROLLER_ON_A && !(l->patch.Q > 0)) return ABUT_CONFORMING;
    return mat2_regular(track_S(&l->g)) ? ABUT_OK : ABUT_FOCAL;
}

/* Exact Hertz of a circle that never changes: a ball on a plane or on a ball. */
HOT void round_hertz(const element_round *r, double h, abut_normal *n) {
    double root = sqrt(h);
    n->N = r->force * (h * root);
    n->a = n->b = r->radius * root;
    n->p_max = r->pressure * root;
    n->exponent = 1.5;
    n->energy = ELLIPSE_ENERGY(n->N, h);
}

HOT abut_status elastic_force(const abut_element *e, const double *state, bool derivatives, element_local *l) {
    if (e->over_gap) {
        gap_law_elastic(l);
        return ABUT_OK;
    }
    abut_status s = contact_possible(e, l);
    if (s) return s;
    abut_normal *n = &l->normal;
    n->loss = n->lost = n->a = n->b = n->p_max = n->energy_P = n->energy_Q = 0;
    n->dN[0] = n->dN[1] = n->dN[2] = n->dN[3] = 0;
    if (!derivatives && e->round.force > 0) {
        round_hertz(&e->round, l->patch.h, n);
        return ABUT_OK;
    }
    const double *own = state ? state + e->track_states : NULL;
    return e->normal->force(e->normal_self, &l->patch, own, &e->memory.first, derivatives || e->conservative, n);
}

/* Released before the surfaces part: the stored energy goes. */
HOT void release(double elastic, const abut_patch *p, abut_normal *n) {
    n->N = n->dN[0] = n->dN[1] = n->dN[2] = n->dN[3] = n->energy_P = n->energy_Q = 0;
    n->loss = -elastic * p->hdot;
}

/* Open or closed, stick or slip: as the integrator has it. */
HOT bool held(const abut_element *e) { return e->hold && e->friction->commit; }

/* The slope of the elastic force, for friction laws that remember: N goes with h^exponent. */
static inline void slope(const abut_patch *p, abut_normal *n) {
    double per_h = n->exponent / p->h;
    n->k = per_h * n->N;
    n->dk[0] = (n->exponent - 1) * n->k / p->h;
    n->dk[1] = per_h * n->dN[2];
    n->dk[2] = per_h * n->dN[3];
}

/* Between the last two accepted states the earlier one counts. */
HOT const abut_damping_memory *damping_at(const abut_element *e, double t) {
    return t < e->memory.damping.t ? &e->memory.damping_before : &e->memory.damping;
}

HOT abut_status normal_force(const abut_element *e, double t, bool derivatives, element_local *l) {
    abut_normal *n = &l->normal;
    double elastic = n->N;
    if (e->over_gap)
        gap_law_damp(e, damping_at(e, t), derivatives, l);
    else {
        if (e->friction->commit) slope(&l->patch, n);
        e->damping->apply(e->damping_self, &l->patch, damping_at(e, t), n);
    }
    if (n->N < 0 && !e->tension && !held(e)) release(elastic, &l->patch, n);
    return isfinite((n->N + n->a) + (n->p_max + n->energy)) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* -dU/dxi at fixed h: the wrench that makes the elastic force conservative while curvatures change. */
static inline void add_conservative(element_local *l) {
    for (int j = 0; j < 6; j++) {
        l->conservative[j] =
            -(l->normal.energy_P * l->motion->local[ABUT_L_P][j] + l->normal.energy_Q * l->motion->local[ABUT_L_Q][j]);
        l->wrench[j] += l->conservative[j];
    }
}

/* Force and moment in world axes from their components. */
HOT abut_status wrench(element_local *l) {
    const double *w = l->wrench;
    l->force = v3_axpy(w[2], l->n, v3_in(w[0], l->t1, w[1], l->t2));
    l->moment = v3_axpy(w[5], l->n, v3_in(w[3], l->t1, w[4], l->t2));
    return isfinite(v3_total(l->force) + v3_total(l->moment)) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* ---- friction ---- */

/* Friction that remembers nothing. A dry contact that pulls (tension: 1) has none: mu N would drive the bodies. */
HOT void friction_force(const abut_element *e, bool derivatives, element_local *l) {
    if (l->normal.N < 0 && !e->lubricated)
        l->traction = (abut_traction){.mode = 2};
    else
        e->friction->force(e->friction_self, &l->patch, &l->normal, derivatives, &l->traction);
}

/* ---- friction that remembers ---- */

/* Between the last two accepted states the earlier one counts. */
HOT const friction_memory *memory_at(const abut_element *e, double t) {
    return t < e->memory.friction.t ? &e->memory.before : &e->memory.friction;
}
HOT bool held_open(const abut_element *e, const abut_element_in *in) { return held(e) && !memory_at(e, in->t)->mode; }

/* ---- what leaves the element ---- */

/* No contact: everything about forces is zero. */
HOT void clear_force(abut_element_out *out) {
    const vec3 zero = {0, 0, 0};
    out->touching = false;
    out->mode = 0;
    out->N = out->a = out->b = out->p_max = out->energy = out->energy_friction = out->loss_normal = out->loss_friction =
        0;
    out->force = out->moment = zero;
    out->on_a = out->on_b = (abut_wrench){zero, zero};
    if (out->jac) memset(out->jac, 0, sizeof *out->jac);
}

static inline abut_status refuse(abut_status status, abut_element_out *out) {
    abut_element_out empty = {
        .want_frame = out->want_frame, .jac = out->jac, .state_rate = out->state_rate, .slice_load = out->slice_load};
    *out = empty;
    clear_force(out);
    return status;
}

HOT void report_patch(const abut_element_in *in, const element_local *l, abut_element_out *out) {
    const abut_patch *p = &l->patch;
    out->h = p->h;
    out->hdot = p->hdot;
    out->P = p->P;
    out->Q = p->Q;
    out->n = v3_parts(l->n);
    out->t1 = v3_parts(l->t1);
    out->t2 = v3_parts(l->t2);
    out->point = v3_add(in->a.r, l->lever_a);
    out->slip = v3_axpy(p->hdot, l->n, l->v);
    out->spin = p->wn;
}

static inline void report_frame(const abut_element *e, const abut_element_in *in, element_local *l,
                                abut_element_out *out) {
    const abut_patch *p = &l->patch;
    bool point = e->form == POINT_ON_A;
    out->point_a = v3_axpy(point ? p->h : 0.5 * p->h, l->n, out->point);
    out->point_b = v3_axpy(-p->h, l->n, out->point_a);
    patch_rolling r = {.a = {p->v1, p->v2}}; /* of a point: it moves over the plane, and is always the same one */
    if (e->over_gap)
        r = gap_law_roll(l);
    else if (!point) {
        (void)patch_steps(&l->g, &l->step);
        r = patch_roll(&l->g, &l->step, p->v1, p->v2, p->w1, p->w2);
    }
    for (int i = 0; i < 2; i++) {
        out->roll_a[i] = r.a[i];
        out->roll_b[i] = r.b[i];
        out->entrainment[i] = -0.5 * (r.a[i] + r.b[i]);
    }
    out->n_rate = v3_add(v3_in(r.n[0], l->t1, r.n[1], l->t2), v3_cross(in->va.w, l->n));
}

HOT void report_force(const element_local *l, abut_element_out *out) {
    out->touching = true;
    out->mode = l->traction.mode;
    out->N = l->normal.N;
    out->a = l->normal.a;
    out->b = l->normal.b;
    out->p_max = l->normal.p_max;
    out->energy = l->normal.energy;
    out->energy_friction = l->cells ? l->cells->traction.energy : 0;
    out->energy += out->energy_friction;
    out->loss_normal = l->normal.loss;
    out->lost += l->normal.lost;
    out->loss_friction = l->traction.loss;
    vec3 force = v3_parts(l->force), moment = v3_parts(l->moment);
    out->force = force;
    out->on_b.force = v3_parts(force);
    out->moment = moment;
    out->on_b.torque = v3_add(moment, v3_cross(l->lever_b, force));
    out->on_a.force = v3_neg(force);
    out->on_a.torque = v3_neg(v3_add(moment, v3_cross(l->lever_a, force)));
}

#endif
