/* Evaluation of lubricated contacts and of rollers, whose contact is cut into slices along the axis: each slice, or the one patch
 * of a point contact, goes from place to wrench by itself; wrenches, matrices, energies and losses add up. */
#include "line4_one.h"
#include "local.h"
#include "slices.h"

/* A place to add up in: forces on B, their moment about B's origin, and the deepest patch. */
typedef struct total {
    bool touching;
    double deepest; /* m, approach of the deepest patch */
    vec3 force;     /* N, world */
    vec3 weighted;  /* N m, sum of N times the contact point relative to B's origin */
    double N;
} total;

static abut_status laws(const abut_element *e, bool derivatives, element_local *l) {
    abut_status s = contact_possible(e, l);
    const double *T = l->traction.T;
    double *w = l->wrench;
    l->traction.film = (abut_film_state){0};
    if (s) return s;
    if (!e->line || !line4_one(e, &l->patch, derivatives, &l->normal, &l->traction)) {
        if ((s = film_normal(e, derivatives, l))) return s;
        friction_force(e, derivatives, l);
    }
    w[0] = T[ABUT_T1];
    w[1] = T[ABUT_T2];
    w[2] = l->normal.N;
    w[3] = T[ABUT_M1];
    w[4] = T[ABUT_M2];
    w[5] = T[ABUT_MN];
    l->is_conservative = false;
    return wrench(l);
}

/* Velocities, entrainment and, with motion, how all of it moves. */
static void set_moving(const abut_element *e, const abut_element_in *in, const element_frame *f, element_local *l) {
    kinematics(e, in, f, true, l);
    l->patch.P_rate = l->patch.Q_rate = 0;
    l->patch.past = NULL;
    (void)patch_steps(&l->g, &l->step); /* a focal point is refused by the laws */
    patch_entrain(&l->g, &l->step, &l->patch);
    if (!l->motion) return;
    patch_move(&l->g, &l->patch, e->share, &l->step, true, l->motion);
    patch_move_rolling(&l->g, &l->patch, &l->step, e->form == ROLLER_ON_A ? &l->axis : NULL, l->motion);
}

static bool in_reach(const abut_element *e, const abut_patch *p) {
    if (p->h > 0) return true;
    if (!e->lubricated || !e->film.carries || !(p->h > -e->film.reach)) return false;
    return e->form == ROLLER_ON_A ? p->Q > 0 : p->P > 0; /* conforming bodies that are apart: no film */
}

static void add_jacobian(const abut_element_in *in, const element_local *l, bool first, abut_element_jac *sum) {
    abut_element_jac one;
    if (first) {
        element_jacobian(in, l, sum);
        return;
    }
    element_jacobian(in, l, &one);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
            sum->K[i][j] += one.K[i][j];
            sum->C[i][j] += one.C[i][j];
        }
}

static void add_film(const abut_film_state *one, abut_film_state *sum) {
    sum->T_fluid += one->T_fluid;
    sum->T_boundary += one->T_boundary;
    sum->T_rolling += one->T_rolling;
    sum->loss_fluid += one->loss_fluid;
    sum->loss_boundary += one->loss_boundary;
    sum->loss_rolling += one->loss_rolling;
    sum->loss_spin += one->loss_spin;
    sum->fluid_share += one->fluid_share; /* weighted by the caller */
}

/* The forces of one patch into *out. */
static void add_force(const element_local *l, total *t, abut_element_out *out) {
    const abut_normal *n = &l->normal;
    abut_film_state film = l->traction.film;
    out->energy += n->energy;
    out->loss_normal += n->loss;
    out->loss_friction += l->traction.loss;
    out->b = fmax(out->b, n->b);
    out->p_max = fmax(out->p_max, n->p_max);
    out->a += n->a; /* slices lie side by side */
    vec3 torque_a = v3_add(l->moment, v3_cross(l->lever_a, l->force));
    out->on_b.force = v3_add(out->on_b.force, l->force);
    out->on_b.torque = v3_add(out->on_b.torque, v3_add(l->moment, v3_cross(l->lever_b, l->force)));
    out->on_a.force = v3_sub(out->on_a.force, l->force);
    out->on_a.torque = v3_sub(out->on_a.torque, torque_a);
    film.fluid_share *= n->N;
    add_film(&film, &out->film);
    t->N += n->N;
    t->weighted = v3_axpy(n->N, l->lever_b, t->weighted);
    t->touching = true;
}

/* The most loaded slice says what the film is like; between slices without load the deepest says where they are. */
static void report_slice(const abut_element *e, const abut_element_in *in, element_local *l, bool touching,
                         abut_element_out *out) {
    report_patch(in, l, out);
    if (out->want_frame) report_frame(e, in, l, out);
    if (!touching) return;
    out->mode = l->traction.mode;
    const abut_film_state *of_law = &l->traction.film;
    out->film.h_c = of_law->h_c;
    out->film.h_min = of_law->h_min;
    out->film.lambda = of_law->lambda;
    if (e->lubricated && out->want_frame) film_report(e, l, &out->film);
}

/* Sums are complete: where the resultant acts. */
static void finish(const abut_element_in *in, const total *t, abut_element_out *out) {
    out->touching = t->N > 0 || t->deepest > 0;
    if (!out->touching) out->mode = 0; /* within reach, but no film carries */
    out->N = t->N;
    out->force = out->on_b.force;
    vec3 lever = v3_sub(out->point, in->b.r);
    if (t->N > 0) {
        lever = v3_scale(1 / t->N, t->weighted);
        out->point = v3_add(in->b.r, lever);
        out->film.fluid_share /= t->N;
    }
    out->moment = v3_sub(out->on_b.torque, v3_cross(lever, out->force));
}

static void set_slice(const abut_element *e, size_t k, vec3 middle, element_frame *f, element_local *l) {
    l->patch.length = l->patch.whole = 0;
    if (!e->slices) return;
    const struct element_slice *s = &e->slice[k];
    f->pair.d = v3_axpy(s->y, f->pair.R.c2, middle);
    f->radius = s->radius;
    l->patch.length = e->length / (double)e->slices;
    l->patch.whole = e->length;
}

/* False: not these surfaces, or not in this state; forces are cleared then. */
static bool four_at_a_time(const abut_element *e, const abut_element_in *in, element_frame *f, vec3 middle,
                           element_local *l, abut_element_out *out) {
    slices_deepest deepest;
    if (e->line->side == 0) return false;
    if (slices_eval(e, in, f, &deepest, out)) {
        if (!out->want_frame) return true;
        set_slice(e, deepest.slice, middle, f, l);
        l->motion = NULL;
        if (!place(e, in, f, true, false, l)) {
            set_moving(e, in, f, l);
            vec3 at = out->point;
            l->normal.N = deepest.N;
            report_patch(in, l, out);
            report_frame(e, in, l, out);
            out->point = at;
            if (e->lubricated && deepest.touching) film_report(e, l, &out->film);
            return true;
        }
    }
    f->pair.d = middle;
    clear_force(out);
    out->film = (abut_film_state){0};
    return false;
}

abut_status element_eval_patches(const abut_element *e, const abut_element_in *in, abut_element_out *out) {
    element_frame f;
    element_local l;
    patch_motion motion;
    bool derivatives = out->jac != NULL;
    size_t patches = e->slices ? e->slices : 1;
    abut_status s = check_input(e, in);
    if (s) return refuse(s, out);
    frames(e, in, &f);
    vec3 middle = f.pair.d;
    total t = {.deepest = -INFINITY};
    clear_force(out);
    out->lost = 0;
    out->film = (abut_film_state){0};
    l.frame = &f;
    l.cells = NULL;
    l.lubricated = true;
    l.patch.film = e->lubricated ? &e->film : NULL;
    if (e->line && four_at_a_time(e, in, &f, middle, &l, out)) return ABUT_OK;
    l.motion = derivatives ? &motion : NULL;
    for (size_t k = 0; k < patches; k++) {
        set_slice(e, k, middle, &f, &l);
        if ((s = place(e, in, &f, true, derivatives, &l))) return refuse(s, out);
        set_moving(e, in, &f, &l);
        bool touching = in_reach(e, &l.patch), deepest = l.patch.h > t.deepest;
        if (touching && (s = laws(e, derivatives, &l))) {
            abut_status why = s;
            report_patch(in, &l, out);
            if (out->want_frame) report_frame(e, in, &l, out);
            clear_force(out);
            out->film = (abut_film_state){0};
            return why;
        }
        if (deepest) {
            t.deepest = l.patch.h;
            report_slice(e, in, &l, touching, out);
        }
        if (out->slice_load) out->slice_load[k] = touching && e->slices ? l.normal.N / l.patch.length : 0;
        if (!touching) continue;
        if (derivatives) add_jacobian(in, &l, !t.touching, out->jac);
        add_force(&l, &t, out);
    }
    if (t.touching) finish(in, &t, out);
    return ABUT_OK;
}

size_t abut_element_slices(const abut_element *e) { return e->slices; }
