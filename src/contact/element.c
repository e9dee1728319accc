/* Evaluation of the contact element: surface -> track -> patch -> normal -> damping -> friction -> wrench.
 *
 * eval is a pure function of the element and its input; accept (memory.c) commits what the contact remembers. */
#include "damping/damping.h"
#include "friction/coulomb.h"
#include "kernels.h"
#include "laws.h"

/* Held open although the surfaces overlap: what is stored goes. */
static abut_status no_force(const abut_element *e, const abut_element_in *in, element_local *l) {
    abut_status s = elastic_force(e, in->state, false, l);
    if (s) return s;
    if (e->damping->books) e->damping->apply(e->damping_self, &l->patch, damping_at(e, in->t), &l->normal);
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
    if (e->round.force > 0)
        round_hertz(&e->round, p->h, n);
    else
        ellipse_hertz(p, false, n);
    n->lost = 0;
    double elastic = n->N, *w = l->wrench;
    n->N = elastic * DAMPING_FACTOR(e->chi, p->hdot);
    n->loss = (n->N - elastic) * p->hdot;
    if (n->N < 0) release(elastic, p, n);
    coulomb_point(&e->slip.law, p, n, false, &l->traction);
    w[0] = l->traction.T[ABUT_T1];
    w[1] = l->traction.T[ABUT_T2];
    w[2] = n->N;
    w[3] = w[4] = w[5] = 0;
    l->traction.loss = -(w[0] * p->v1 + w[1] * p->v2);
    l->traction.mode = p->v1 * p->v1 + p->v2 * p->v2 < e->slip.law.v_s2 ? 1 : 2;
    l->force = v3_axpy(w[2], l->n, v3_in(w[0], l->t1, w[1], l->t2));
    l->moment = v3(0, 0, 0);
    return isfinite(v3_total(l->force)) ? ABUT_OK : ABUT_NOT_FINITE;
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
HOT abut_status evaluate(const abut_element *e, const abut_element_in *in, abut_element_out *out, patch_motion *motion,
                         element_cells *cells) {
    element_frame f;
    element_local l;
    bool moving = motion != NULL, derivatives = moving && out->jac;
    abut_status s = check_input(e, in), law = ABUT_OK;
    if (s) return refuse(s, out);
    l.motion = motion;
    l.cells = cells;
    l.lubricated = false;
    l.patch.film = NULL;
    l.frame = &f;
    frames(e, in, &f);
    bool all = moving || !e->common || out->want_frame; /* the common laws need less */
    s = place(e, in, &f, all, moving, &l);
    if (s) return refuse(s, out);
    bool touching = l.patch.h > 0, spent = touching && held_open(e, in);
    move(e, in, &f, all, moving, &l);
    report_patch(in, &l, out);
    out->lost = 0;
    out->film = (abut_film_state){0};
    if (e->damping->books) out->lost = touching ? damping_at(e, in->t)->lost_before : damping_at(e, in->t)->lost;
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
    return evaluate(e, in, out, &motion, NULL);
}

/* Apart from the others: it needs room on the stack. */
static __attribute__((noinline)) abut_status evaluate_cells(const abut_element *e, const abut_element_in *in,
                                                            abut_element_out *out, bool moving) {
    patch_motion motion;
    element_cells cells;
    return evaluate(e, in, out, moving ? &motion : NULL, &cells);
}

abut_status kernel_eval(const abut_element *e, const abut_element_in *in, abut_element_out *out) {
    if (e->in_patches) return element_eval_patches(e, in, out);
    bool moving =
        out->jac || e->conservative || (e->over_gap && out->want_frame) || (e->normal_states && out->state_rate);
    if (e->cells_bytes) return evaluate_cells(e, in, out, moving);
    return moving ? evaluate_moving(e, in, out) : evaluate(e, in, out, NULL, NULL);
}

abut_status kernel_start(const abut_element *e, const abut_element_in *in, double *state) {
    element_frame f;
    element_local l;
    if (!input_good(in)) return ABUT_NOT_FINITE;
    frames(e, in, &f);
    l.cells = NULL;
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
