/* Evaluation of the contact element: surface -> track -> patch -> normal -> damping -> friction -> wrench.
 *
 * eval is a pure function of the element and its input; accept commits what the contact remembers. */
#include "element.h"

#include "friction/coulomb.h"
#include "normal/ellipse.h"

#include <string.h>

/* The path of one evaluation is inlined whole: passing its small structs through memory costs as much as the arithmetic. */
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

static bool numbers_good(const double *x, size_t n) {
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

HOT void frames(const abut_element *e, const abut_element_in *in, element_frame *f) {
    mat3 RA = rotation(in->a.q);
    /* the orientation of a ball does not matter */
    bool ball = ((e->form == BALL_ON_A && !e->friction->commit) || e->form == POINT_ON_A) && !e->b.moved;
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
}

/* ---- opposing points ---- */

/* From a start nearby; points that are states of an integrator get their first values by the reduced method. */
static abut_status improve(const abut_element *e, const abut_track_pair *pair, abut_track_points *p) {
    return e->track_states ? track_newton(pair, p, 30) : e->track->solve(e->track_self, pair, p);
}

static abut_status fresh(const abut_element *e, const abut_track_pair *pair, bool third, geometry *g) {
    abut_track_points p;
    double gap;
    abut_status s = track_start(pair, &p, &gap);
    if (!s) s = improve(e, pair, &p);
    if (!s) s = track_geometry(pair, &p, third, g);
    if (!s || isnan(gap)) return s;
    track_apart(pair, gap, g);
    return ABUT_OK;
}

static abut_status from_states(const abut_element *e, const abut_track_pair *pair, const double *x, bool third,
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
static abut_track_points points_of(const abut_track_pair *pair, const geometry *g) {
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

static double along(const double row[MOTIONS], const abut_patch *p) {
    return row[0] * p->v1 + row[1] * p->v2 - row[2] * p->hdot + row[3] * p->w1 + row[4] * p->w2 + row[5] * p->wn;
}

/* Opposing points, curvatures and, where somebody needs it, the principal frame. */
HOT abut_status place(const abut_element *e, const abut_element_in *in, const element_frame *f, bool turn, bool moving,
                      element_local *l) {
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
    return mat2_regular(track_S(&l->g)) ? ABUT_OK : ABUT_FOCAL;
}

HOT abut_status elastic_force(const abut_element *e, const double *state, bool derivatives, element_local *l) {
    abut_status s = contact_possible(e, l);
    if (s) return s;
    abut_normal *n = &l->normal;
    n->loss = n->a = n->b = n->p_max = n->energy_P = n->energy_Q = 0;
    n->dN[0] = n->dN[1] = n->dN[2] = n->dN[3] = 0;
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
static void slope(const abut_patch *p, abut_normal *n) {
    double per_h = n->exponent / p->h;
    n->k = per_h * n->N;
    n->dk[0] = (n->exponent - 1) * n->k / p->h;
    n->dk[1] = per_h * n->dN[2];
    n->dk[2] = per_h * n->dN[3];
}

HOT abut_status normal_force(const abut_element *e, element_local *l) {
    abut_normal *n = &l->normal;
    double elastic = n->N;
    if (e->friction->commit) slope(&l->patch, n);
    e->damping->apply(e->damping_self, &l->patch, &e->memory.damping, n);
    if (n->N < 0 && !e->tension && !held(e)) release(elastic, &l->patch, n);
    return isfinite((n->N + n->a) + (n->p_max + n->energy)) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* -dU/dxi at fixed h: the wrench that makes the elastic force conservative while curvatures change. */
static void add_conservative(element_local *l) {
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

/* ---- friction that remembers ---- */

/* Between the last two accepted states the earlier one counts. */
HOT const friction_memory *memory_at(const abut_element *e, double t) {
    return t < e->memory.friction.t ? &e->memory.before : &e->memory.friction;
}
HOT bool held_open(const abut_element *e, const abut_element_in *in) { return held(e) && !memory_at(e, in->t)->mode; }

/* The past in the present tangent basis. */
static void recall(const abut_element *e, const abut_element_in *in, element_local *l) {
    const friction_memory *m = memory_at(e, in->t);
    const geometry *g = &l->g;
    abut_friction_past *past = &l->past;
    *past = (abut_friction_past){.mode = m->mode, .armed = m->armed, .hold = e->hold};
    l->patch.past = past;
    if (!m->mode) return;
    bool turned = m->n.x != g->n.x || m->n.y != g->n.y || m->n.z != g->n.z;
    vec3 kept = turned ? abut_frame_transport(m->n, g->n, m->kept) : m->kept;
    vec3 v = turned ? abut_frame_transport(m->n, g->n, m->v) : m->v, moved = v3_sub(g->rb, m->anchor);
    vec3 t2 = v3_cross(g->n, g->t1);
    past->dt = fmax(in->t - m->t, 0);
    past->kept[0] = v3_dot(g->t1, kept);
    past->kept[1] = v3_dot(t2, kept);
    past->v[0] = v3_dot(g->t1, v);
    past->v[1] = v3_dot(t2, v);
    if (e->form == POINT_ON_A) {
        past->g[0] = v3_dot(g->t1, moved);
        past->g[1] = v3_dot(t2, moved);
        return;
    }
    if (past->dt > 0) { /* the slip integrated: where surfaces roll on each other, slip is small, rolling is not */
        past->g[0] = 0.5 * past->dt * (past->v[0] + l->patch.v1);
        past->g[1] = 0.5 * past->dt * (past->v[1] + l->patch.v2);
        return;
    }
    /* no time has passed, as in statics: by what has become of the material points that touched */
    const abut_track_pair *pair = &l->frame->pair;
    vec3 now = v3_add(pair->d, m3_mul(pair->R, m->yb));
    l->moved = v3_sub(now, m->anchor);
    l->lever = v3_sub(now, v3_scale(0.5, v3_add(g->ra, g->rb)));
    past->g[0] = v3_dot(g->t1, l->moved);
    past->g[1] = v3_dot(t2, l->moved);
}

/* How that changes with the motion of the bodies. */
static void move_memory(element_local *l) {
    const geometry *g = &l->g;
    patch_motion *m = l->motion;
    vec3 t2 = v3_cross(g->n, g->t1);
    double r1 = v3_dot(g->t1, l->lever), r2 = v3_dot(t2, l->lever), rn = v3_dot(g->n, l->lever);
    double up = v3_dot(g->n, l->moved);
    const double g1[MOTIONS] = {1, 0, 0, 0, rn, -r2}, g2[MOTIONS] = {0, 1, 0, -rn, 0, r1};
    for (int j = 0; j < MOTIONS; j++) {
        m->local[ABUT_L_G1][j] = g1[j] + up * m->m[0][j];
        m->local[ABUT_L_G2][j] = g2[j] + up * m->m[1][j];
    }
}

/* Where displacements are integrated slip, derivatives by them are derivatives by the slip. A fresh contact has none. */
static void fold_memory(const abut_element *e, element_local *l) {
    abut_traction *t = &l->traction;
    if (!(t->used & ABUT_L_MEMORY) || (e->form == POINT_ON_A && l->past.mode)) return;
    if (l->past.mode && !(l->past.dt > 0)) {
        move_memory(l);
        return;
    }
    double share = l->past.mode ? 0.5 * l->past.dt : 0;
    for (int i = 0; i < ABUT_TRACTIONS; i++) {
        t->dT[ABUT_L_V1][i] += share * t->dT[ABUT_L_G1][i];
        t->dT[ABUT_L_V2][i] += share * t->dT[ABUT_L_G2][i];
    }
    t->used &= ~ABUT_L_MEMORY;
}

static void remembered_friction(const abut_element *e, const abut_element_in *in, bool derivatives, element_local *l) {
    recall(e, in, l);
    e->friction->force(e->friction_self, &l->patch, &l->normal, derivatives, &l->traction);
    if (derivatives) fold_memory(e, l);
}

HOT abut_status laws(const abut_element *e, const abut_element_in *in, bool derivatives, element_local *l) {
    abut_status s = elastic_force(e, in->state, derivatives, l);
    if (!s) s = normal_force(e, l);
    if (s) return s;
    const double *T = l->traction.T;
    double *w = l->wrench;
    if (e->friction->commit)
        remembered_friction(e, in, derivatives, l);
    else
        e->friction->force(e->friction_self, &l->patch, &l->normal, derivatives, &l->traction);
    w[0] = T[ABUT_T1];
    w[1] = T[ABUT_T2];
    w[2] = l->normal.N;
    w[3] = T[ABUT_M1];
    w[4] = T[ABUT_M2];
    w[5] = T[ABUT_MN];
    l->is_conservative = e->conservative;
    if (e->conservative) add_conservative(l);
    return wrench(l);
}

/* Held open although the surfaces overlap: what is stored goes. */
static abut_status no_force(const abut_element *e, const abut_element_in *in, element_local *l) {
    abut_status s = elastic_force(e, in->state, false, l);
    if (s) return s;
    release(l->normal.N, &l->patch, &l->normal);
    l->traction = (abut_traction){0};
    memset(l->wrench, 0, sizeof l->wrench);
    l->is_conservative = false;
    return wrench(l);
}

/* The laws for the common case without derivatives, with the laws inlined: calls through the registry cost as much as the
 * arithmetic. The tests hold it against the path above. */
HOT abut_status common_laws(const abut_element *e, element_local *l) {
    abut_status s = contact_possible(e, l);
    if (s) return s;
    const abut_patch *p = &l->patch;
    abut_normal *n = &l->normal;
    ellipse_hertz(p, false, n);
    double elastic = n->N, *w = l->wrench;
    n->N = elastic * (1 + e->chi * p->hdot);
    n->loss = (n->N - elastic) * p->hdot;
    if (n->N < 0 && !e->tension) release(elastic, p, n);
    coulomb_point(&e->slip, p, n, false, &l->traction);
    w[0] = l->traction.T[ABUT_T1];
    w[1] = l->traction.T[ABUT_T2];
    w[2] = n->N;
    w[3] = w[4] = w[5] = 0;
    l->traction.loss = -(w[0] * p->v1 + w[1] * p->v2);
    l->traction.mode = p->v1 * p->v1 + p->v2 * p->v2 < e->slip.v_s2 ? 1 : 2;
    l->force = v3_axpy(w[2], l->n, v3_in(w[0], l->t1, w[1], l->t2));
    l->moment = v3(0, 0, 0);
    return isfinite(v3_total(l->force)) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* ---- what leaves the element ---- */

/* No contact: everything about forces is zero. */
HOT void clear_force(abut_element_out *out) {
    const vec3 zero = {0, 0, 0};
    out->touching = false;
    out->mode = 0;
    out->N = out->a = out->b = out->p_max = out->energy = out->loss_normal = out->loss_friction = 0;
    out->force = out->moment = zero;
    out->on_a = out->on_b = (abut_wrench){zero, zero};
    if (out->jac) memset(out->jac, 0, sizeof *out->jac);
}

static abut_status refuse(abut_status status, abut_element_out *out) {
    abut_element_out empty = {.want_frame = out->want_frame, .jac = out->jac, .state_rate = out->state_rate};
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

static void report_frame(const abut_element *e, const abut_element_in *in, element_local *l, abut_element_out *out) {
    const abut_patch *p = &l->patch;
    bool point = e->form == POINT_ON_A;
    out->point_a = v3_axpy(point ? p->h : 0.5 * p->h, l->n, out->point);
    out->point_b = v3_axpy(-p->h, l->n, out->point_a);
    patch_rolling r = {.a = {p->v1, p->v2}}; /* of a point: it moves over the plane, and is always the same one */
    if (!point) {
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
    out->loss_normal = l->normal.loss;
    out->loss_friction = l->traction.loss;
    vec3 force = v3_parts(l->force), moment = v3_parts(l->moment);
    out->force = force;
    out->on_b.force = v3_parts(force);
    out->moment = moment;
    out->on_b.torque = v3_add(moment, v3_cross(l->lever_b, force));
    out->on_a.force = v3_neg(force);
    out->on_a.torque = v3_neg(v3_add(moment, v3_cross(l->lever_a, force)));
}

static abut_status rates(const abut_element *e, const element_frame *f, const abut_element_in *in,
                         const element_local *l, double *rate) {
    if (e->track_states) {
        const double *x = in->state;
        abut_track_points p = {.ra = {x[0], x[1], x[2]}, .lambda = x[6], .mu = x[7]};
        p.yb = m3_tmul(f->pair.R, v3_sub(v3(x[3], x[4], x[5]), f->pair.d));
        /* relative velocity of B at the origin of A's surface frame */
        vec3 v = m3_tmul(f->R, v3_sub(l->v, v3_cross(l->w, v3_sub(l->lever_a, f->origin))));
        abut_status s = track_rate(&f->pair, &p, v, m3_tmul(f->R, l->w), rate);
        if (s) return s;
    }
    if (e->normal_states)
        e->normal->rate(e->normal_self, &l->patch, in->state + e->track_states, rate + e->track_states);
    return numbers_good(rate, e->track_states + e->normal_states) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* `motion` NULL: the plain evaluation. Compiled twice, because the plain one is the hot one and small. */
HOT abut_status evaluate(const abut_element *e, const abut_element_in *in, abut_element_out *out,
                         patch_motion *motion) {
    element_frame f;
    element_local l;
    bool moving = motion != NULL, derivatives = moving && out->jac;
    abut_status s = check_input(e, in), law = ABUT_OK;
    if (s) return refuse(s, out);
    l.motion = motion;
    l.frame = &f;
    frames(e, in, &f);
    bool all = moving || !e->common || out->want_frame; /* the common laws need less */
    s = place(e, in, &f, all, moving, &l);
    if (s) return refuse(s, out);
    bool touching = l.patch.h > 0, spent = touching && held_open(e, in);
    move(e, in, &f, all, moving, &l);
    report_patch(in, &l, out);
    if (out->want_frame) report_frame(e, in, &l, out);
    if (out->state_rate && (s = rates(e, &f, in, &l, out->state_rate))) return refuse(s, out);
    if (spent)
        law = no_force(e, in, &l);
    else if (touching)
        law = !moving && e->common ? common_laws(e, &l) : laws(e, in, derivatives, &l);
    if (!touching || law) {
        clear_force(out);
        return law;
    }
    report_force(&l, out);
    if (derivatives) element_jacobian(in, &l, out->jac);
    return ABUT_OK;
}

static __attribute__((noinline)) abut_status evaluate_moving(const abut_element *e, const abut_element_in *in,
                                                             abut_element_out *out) {
    patch_motion motion;
    return evaluate(e, in, out, &motion);
}

abut_status abut_element_eval(const abut_element *e, const abut_element_in *in, abut_element_out *out) {
    if (out->jac || e->conservative || (e->normal_states && out->state_rate)) return evaluate_moving(e, in, out);
    return evaluate(e, in, out, NULL);
}

abut_status abut_element_start(const abut_element *e, const abut_element_in *in, double *state) {
    element_frame f;
    element_local l;
    if (!input_good(in)) return ABUT_NOT_FINITE;
    frames(e, in, &f);
    abut_element_in plain = *in;
    plain.state = NULL;
    abut_status s = place(e, &plain, &f, false, false, &l);
    if (s) return s;
    if (l.g.apart && abut_element_states(e)) return ABUT_NO_CONVERGENCE;
    if (e->track_states) {
        abut_track_points p = points_of(&f.pair, &l.g);
        track_multipliers(&f.pair, &p);
        double x[8] = {l.g.ra.x, l.g.ra.y, l.g.ra.z, l.g.rb.x, l.g.rb.y, l.g.rb.z, p.lambda, p.mu};
        memcpy(state, x, sizeof x);
    }
    if (e->normal_states) {
        if (!(l.patch.P > 0)) return ABUT_CONFORMING;
        e->normal->start(e->normal_self, &l.patch, state + e->track_states);
    }
    return numbers_good(state, e->track_states + e->normal_states) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* ---- memory ---- */

/* The deepest approach between two accepted states, from a constant deceleration where the speed changed sign. */
static double peak(const abut_damping_memory *m, double t, double h, double hdot) {
    double top = fmax(h, m->h_max), dt = t - m->t;
    if (m->hdot > 0 && hdot < 0 && dt > 0) top = fmax(top, m->h + 0.5 * m->hdot * dt * m->hdot / (m->hdot - hdot));
    return top;
}

static void remember(element_memory *m, const abut_patch *p, double t) {
    abut_damping_memory *d = &m->damping;
    if (p->h > 0) {
        if (!m->touching) {
            d->touch_speed = isnan(d->hdot) ? p->hdot : fmax(d->hdot, p->hdot);
            m->first = *p;
        }
        d->h_max = peak(d, t, p->h, p->hdot);
    } else {
        d->touch_speed = NAN;
        d->h_max = 0;
        m->first.h = 0;
    }
    m->touching = p->h > 0;
    d->t = t;
    d->h = p->h;
    d->hdot = p->hdot;
}

/* While the bodies are apart another branch may become the nearest: look again from scratch after some motion, or when the
 * points are no longer nearest ones (the branch has become a saddle of the distance). */
static bool worth_a_look(const abut_element *e, const abut_track_pair *pair, const geometry *g) {
    const element_memory *m = &e->memory;
    if (g->h > 0 || e->track_states) return false;
    if (m->touching || !m->tracked || !track_is_nearest(g)) return true;
    double size = fmin(e->a.surface.extent.size, e->b.surface.extent.size);
    if (!isfinite(size)) size = v3_norm(m->start_d);
    vec3 x = v3_sub(pair->R.c0, m->start_x), y = v3_sub(pair->R.c1, m->start_y);
    return v3_norm(v3_sub(pair->d, m->start_d)) > 0.05 * size || v3_norm(x) + v3_norm(y) > 0.05;
}

/* Looks from scratch; true if that gave nearer points, which are then in *p. */
static bool look_again(abut_element *e, const abut_track_pair *pair, double h, abut_track_points *p) {
    geometry g;
    e->memory.start_d = pair->d;
    e->memory.start_x = pair->R.c0;
    e->memory.start_y = pair->R.c1;
    if (fresh(e, pair, false, &g) || g.apart || fabs(g.h) >= fabs(h) * (1 - 1e-9)) return false;
    *p = points_of(pair, &g);
    return true;
}

/* Closes the books on an accepted state. `force`: the laws were evaluated and the contact carries. */
static void remember_friction(abut_element *e, const abut_element_in *in, const element_local *l, bool force,
                              bool ended) {
    const geometry *g = &l->g;
    friction_memory *m = &e->memory.friction, old = *m, now = {.t = in->t};
    if (force) {
        abut_friction_past next = l->past;
        next.ended = ended;
        e->friction->commit(e->friction_self, &l->patch, &l->normal, &next);
        vec3 t2 = v3_cross(g->n, g->t1);
        now.mode = next.mode;
        now.armed = next.armed;
        now.n = g->n;
        now.v = v3_in(l->patch.v1, g->t1, l->patch.v2, t2);
        bool stay = next.stay && e->form == POINT_ON_A; /* a spring from its anchor: nothing adds up over steps */
        now.kept = stay ? old.kept : v3_in(next.kept[0], g->t1, next.kept[1], t2);
        vec3 at = e->form == POINT_ON_A ? g->rb : v3_scale(0.5, v3_add(g->ra, g->rb));
        const abut_track_pair *pair = &l->frame->pair;
        now.anchor = stay ? old.anchor : at;
        if (e->form != POINT_ON_A) now.yb = m3_tmul(pair->R, v3_sub(at, pair->d));
        if (now.mode == 1 && l->past.mode == 1 && e->friction->lasts) {
            now.margin = e->friction->lasts(e->friction_self, &l->patch, &l->normal);
            now.N = l->normal.N;
        }
    }
    *m = now;
    if (!(in->t == old.t)) e->memory.before = old;
}

enum { NO_EVENT = -1, OPENS_OR_CLOSES, MODE_ENDS };

/* Evaluates the laws at an accepted state and commits what they remember of friction. */
static abut_status accept_friction(abut_element *e, const abut_element_in *in, element_local *l, int which) {
    bool closed = l->patch.h > 0, was = e->memory.friction.mode != 0;
    if (held(e)) closed = which == OPENS_OR_CLOSES ? !was : was;
    closed = closed && l->patch.h > 0;
    l->motion = NULL;
    abut_status s = closed ? laws(e, in, false, l) : ABUT_OK;
    if (s) return s;
    remember_friction(e, in, l, closed && (l->normal.N > 0 || held(e)), which == MODE_ENDS);
    return ABUT_OK;
}

static abut_status accept(abut_element *e, const abut_element_in *in, int which) {
    element_frame f;
    element_local l;
    abut_status s = check_input(e, in);
    if (s) return s;
    frames(e, in, &f);
    if ((s = place(e, in, &f, false, false, &l))) return s;
    if (l.g.apart)
        e->memory.tracked = false;
    else if (e->form == NO_CLOSED_FORM) {
        abut_track_points p = points_of(&f.pair, &l.g);
        bool other = worth_a_look(e, &f.pair, &l.g) && look_again(e, &f.pair, l.g.h, &p);
        e->memory.points = p;
        e->memory.tracked = true;
        if (other && (s = place(e, in, &f, false, false, &l))) return s;
    }
    kinematics(e, in, &f, true, &l);
    l.patch.P_rate = l.patch.Q_rate = 0; /* not asked for: memory must not hold what the stack held */
    l.patch.past = NULL;
    l.frame = &f;
    if (e->friction->commit && (s = accept_friction(e, in, &l, which))) return s;
    l.patch.past = NULL;
    remember(&e->memory, &l.patch, in->t);
    return ABUT_OK;
}

abut_status abut_element_accept(abut_element *e, const abut_element_in *in) { return accept(e, in, NO_EVENT); }
abut_status element_switch(abut_element *e, const abut_element_in *in, int which) { return accept(e, in, which); }

bool element_remembers_friction(const abut_element *e) { return e->friction->commit != NULL; }

double element_breaks_away(const abut_element *e) {
    const friction_memory *m = &e->memory.friction, *b = &e->memory.before;
    double dt = m->t - b->t, lost = b->margin - m->margin;
    if (m->mode != 1 || !(m->N > 0 && b->N > 0 && dt > 0 && lost > 0)) return INFINITY;
    double go = fmax(0.7 * m->margin, 1e-3 * m->N); /* N: steps become shorter towards the limit, but not endlessly */
    return m->t + go * dt / lost;
}

abut_status element_lasts(const abut_element *e, const abut_element_in *in, double value[ELEMENT_EVENTS]) {
    element_frame f;
    element_local l;
    abut_status s = check_input(e, in);
    if (s) return s;
    l.frame = &f;
    frames(e, in, &f);
    if ((s = place(e, in, &f, true, false, &l))) return s;
    kinematics(e, in, &f, true, &l);
    l.motion = NULL;
    value[0] = l.patch.h;
    value[1] = 1;
    if (!held(e)) return ABUT_OK;
    bool open = !memory_at(e, in->t)->mode;
    double carries = l.patch.h; /* m: the lesser of the approach and of the force over the stiffness */
    if (l.patch.h > 0) {
        if ((s = laws(e, in, false, &l))) return s;
        carries = fmin(carries, l.normal.N / l.normal.k);
    }
    /* opens later than it closes by more than what rounding does to lengths */
    value[0] = (open ? -carries : carries) + 1e-14 * (v3_norm(l.lever_a) + v3_norm(l.lever_b));
    if (!open && l.patch.h > 0 && e->friction->lasts)
        value[1] = e->friction->lasts(e->friction_self, &l.patch, &l.normal);
    return ABUT_OK;
}
