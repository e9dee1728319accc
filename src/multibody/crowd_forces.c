/* Wrenches of the contacts of crowds, and what readers see of them. */
#include <math.h>
#include <string.h>

#include "crew.h"
#include "crowd.h"

/* ---- where members are ---- */
/* A point of a body that is `lever` (world) away from its centre of mass. */
static vec3 lever_of(const mb_kin *o, vec3 at) {
    bool central = at.x == 0 && at.y == 0 && at.z == 0;
    return central ? at : m3_mul(m3_of_quat(o->q), at);
}

static void store(vec3 v, double *to) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }
static vec3 load(const double *v) { return v3(v[0], v[1], v[2]); }

void crowd_place(const mb_work *k, const crowd *c, crowd_work *w) {
    for (int i = 0; i < c->finite; i++) {
        const mb_kin *o = &k->kin[c->node[i]];
        pair_ball *b = &w->ball[i];
        if (c->central) {
            store(o->r, b->c), store(o->v, b->v), store(o->w, b->w);
            continue;
        }
        vec3 lever = lever_of(o, c->member[i].at);
        store(v3_add(o->r, lever), b->c);
        store(v3_add(o->v, v3_cross(o->w, lever)), b->v);
        store(o->w, b->w);
    }
    for (int i = c->finite; i < c->members; i++) {
        const crowd_member *m = &c->member[i];
        const mb_kin *o = &k->kin[m->node];
        if (!m->flat) continue;
        mat3 R = m3_of_quat(o->q);
        w->plane[i - c->finite] =
            (pair_plane){v3_add(o->r, m3_mul(R, m->at)), m3_mul(R, m->n), o->r, o->v, o->w, m->kind};
    }
}

/* ---- four at a time ---- */
static near_list pairs_of(const crowd *c, const crowd_work *w, const crowd_list *l) {
    return (near_list){l->count, (const int(*)[2])w->pair + l->start,
                       l->endless < 0 ? NULL : &w->plane[l->endless - c->finite]};
}

static void note_most(crowd_work *w, double N, double p_max, double h) {
    w->sums.max_N = fmax(w->sums.max_N, N);
    w->sums.max_p_max = fmax(w->sums.max_p_max, p_max);
    w->sums.max_approach = fmax(w->sums.max_approach, h);
}

static void eval_list(const crowd *c, crowd_work *w, crowd_list *l) {
    near_list pairs = pairs_of(c, w, l);
    int *touching = w->touching + l->start;
    l->sums = (pair_sums){0};
    memset(l->plane, 0, sizeof l->plane);
    l->touching = pairs_touching(&pairs, w->ball, touching);
    l->status = pairs_eval(&c->law, &pairs, w->ball, touching, l->touching, w->wrench, l->endless < 0 ? NULL : l->plane,
                           &l->sums, NULL);
}

typedef struct evaluation {
    const crowd *c;
    crowd_work *w;
    int step;
} evaluation;

/* The lists of one part in one step. */
static void eval_part(void *user, int part) {
    const evaluation *e = user;
    for (int i = 0; i < e->w->lists; i++) {
        crowd_list *l = &e->w->list[i];
        if (l->packed && l->step == e->step && l->part == part) eval_list(e->c, e->w, l);
    }
}

abut_status crowd_eval_packed(mb_work *k, const crowd *c, crowd_work *w) {
    abut_status status = ABUT_OK;
    evaluation e = {c, w, STEP_INSIDE};
    for (; e.step < CROWD_STEPS; e.step++)
        if (w->busy[e.step]) crew_run(k->s->crew, eval_part, &e, c->parts);
    for (int i = 0; i < w->lists; i++) {
        const crowd_list *l = &w->list[i];
        if (!l->packed) continue;
        if (l->status && !status) status = l->status;
        w->sums.energy += l->sums.energy;
        w->sums.loss_normal += l->sums.loss_normal;
        w->sums.loss_friction += l->sums.loss_friction;
        note_most(w, l->sums.max_N, l->sums.max_p_max, l->sums.max_h);
        w->sums.touching += l->touching;
        for (int j = 0; l->endless >= 0 && j < 8; j++) w->wrench[l->endless][j] += l->plane[j];
    }
    return status;
}

/* ---- by elements ---- */
void crowd_input(const mb_work *k, const crowd *c, const int pair[2], abut_element_in *in) {
    const mb_kin *a = &k->kin[c->member[pair[0]].node], *b = &k->kin[c->member[pair[1]].node];
    *in = (abut_element_in){.a = {a->r, a->q}, .b = {b->r, b->q}, .va = {a->v, a->w}, .vb = {b->v, b->w}, .t = k->t};
}

static double reduced_mass(const crowd_member *a, const crowd_member *b) {
    double light = (!a->rests && a->mass > 0 ? 1 / a->mass : 0) + (!b->rests && b->mass > 0 ? 1 / b->mass : 0);
    return light > 0 ? 1 / light : 0;
}

abut_element *crowd_lend(const crowd *c, crowd_work *w, const int pair[2], const element_memory *past) {
    const crowd_member *a = &c->member[pair[0]], *b = &c->member[pair[1]];
    abut_element *e = c->element[a->kind * c->kinds + b->kind];
    if (!c->remembers) return e;
    *w->lent = *e;
    if (past) w->lent->memory = *past;
    w->lent->mass = reduced_mass(a, b);
    return w->lent;
}

bool crowd_apart(const crowd *c, const crowd_work *w, const crowd_list *l, const int pair[2]) {
    if (l->endless >= 0 && !c->member[l->endless].flat) return false;
    int ball = l->endless == pair[0] ? pair[1] : pair[0];
    const pair_ball *a = &w->ball[ball];
    if (l->endless >= 0) {
        const pair_plane *p = &w->plane[l->endless - c->finite];
        return v3_dot(v3_sub(load(a->c), p->p), p->n) > a->radius + c->margin;
    }
    const pair_ball *b = &w->ball[pair[1]];
    vec3 d = v3_sub(load(b->c), load(a->c));
    double reach = a->radius + b->radius + c->margin;
    return v3_dot(d, d) > reach * reach;
}

static void push(double (*wrench)[8], int member, vec3 f, vec3 m) {
    double *to = wrench[member];
    store(v3_add(load(to), f), to);
    store(v3_add(load(to + 4), m), to + 4);
}

/* The wrenches of elements are about the centres of mass, those that are summed about the middles of the members. */
static void push_element(const mb_work *k, const crowd *c, crowd_work *w, int member, const abut_wrench *x) {
    vec3 lever = member < c->finite ? lever_of(&k->kin[c->member[member].node], c->member[member].at) : v3(0, 0, 0);
    push(w->wrench, member, x->force, v3_sub(x->torque, v3_cross(lever, x->force)));
}

static abut_status eval_elements(mb_work *k, const crowd *c, crowd_work *w, int list) {
    crowd_list *l = &w->list[list];
    int from = 0;
    l->touching = 0;
    for (int i = 0; i < l->count; i++) {
        const int *pair = w->pair[l->start + i];
        const element_memory *past = c->remembers ? crowd_recall(&c->memory, crowd_key(list, pair), &from) : NULL;
        if (crowd_apart(c, w, l, pair)) continue;
        abut_element_in in;
        abut_element_out *out = k->out;
        crowd_input(k, c, pair, &in);
        out->jac = NULL, out->state_rate = NULL, out->want_frame = false;
        abut_status status = abut_element_eval(crowd_lend(c, w, pair, past), &in, out);
        if (status) return status;
        w->sums.lost += out->lost - (past ? past->damping.lost : 0);
        if (!out->touching) continue;
        w->touching[l->start + l->touching++] = i;
        push_element(k, c, w, pair[0], &out->on_a);
        push_element(k, c, w, pair[1], &out->on_b);
        w->sums.energy += out->energy;
        w->sums.held += out->energy_friction;
        if (!c->books) w->sums.loss_normal += out->loss_normal;
        w->sums.loss_friction += out->loss_friction;
        note_most(w, out->N, out->p_max, out->h);
    }
    w->sums.touching += l->touching;
    return ABUT_OK;
}

/* ---- the whole ---- */
static void hand_over(mb_work *k, const crowd *c, const crowd_work *w) {
    for (int i = 0; i < c->members; i++) {
        bool finite = i < c->finite;
        mb_kin *o = &k->kin[finite ? c->node[i] : c->member[i].node];
        vec3 f = load(w->wrench[i]), m = load(w->wrench[i] + 4);
        bool pushed = f.x != 0 || f.y != 0 || f.z != 0 || m.x != 0 || m.y != 0 || m.z != 0;
        if (!pushed) continue; /* most bodies touch no wall */
        if (finite && !c->central) m = v3_add(m, v3_cross(lever_of(o, c->member[i].at), f));
        o->f = v3_add(o->f, f);
        o->m = v3_add(o->m, m);
    }
}

abut_status crowds_wrenches(mb_work *k) {
    abut_status status = ABUT_OK;
    for (int i = 0; !status && i < k->s->crowds; i++) {
        const crowd *c = &k->s->crowd[i];
        crowd_work *w = &k->crowd[i];
        w->sums = (crowd_sums){.lost = c->lost + c->lost_kept};
        crowd_place(k, c, w);
        if (!crowd_near(k->s->crew, c, w)) return ABUT_NO_MEMORY;
        memset(w->wrench, 0, (size_t)c->members * sizeof *w->wrench);
        status = crowd_eval_packed(k, c, w);
        for (int l = 0; !status && l < w->lists; l++)
            if (!w->list[l].packed) status = eval_elements(k, c, w, l);
        if (!status) hand_over(k, c, w);
    }
    return status;
}

double crowds_time(const mb_work *k) {
    static const double part = 0.25; /* of a radius: nobody passes through another unseen */
    double least = INFINITY;
    for (int i = 0; i < k->s->crowds; i++) {
        const crowd *c = &k->s->crowd[i];
        double fastest = 0;
        for (int j = 0; j < c->finite; j++) {
            vec3 v = load(k->crowd[i].ball[j].v);
            double now = v3_dot(v, v);
            fastest = now > fastest ? now : fastest;
        }
        if (fastest > 0) least = fmin(least, part * c->least / sqrt(fastest));
    }
    return least;
}

/* ---- readers ---- */
static pair_out out_of(const abut_element_out *o) {
    return (pair_out){.h = o->h,
                      .hdot = o->hdot,
                      .N = o->N,
                      .a = o->a,
                      .p_max = o->p_max,
                      .energy = o->energy,
                      .loss_normal = o->loss_normal,
                      .loss_friction = o->loss_friction,
                      .force = o->force,
                      .point = o->point,
                      .n = o->n,
                      .slip = o->slip};
}

static abut_status each_element(mb_work *k, int which, int list, crowd_visit *visit, void *user) {
    const crowd *c = &k->s->crowd[which];
    crowd_work *w = &k->crowd[which];
    const crowd_list *l = &w->list[list];
    int from = 0;
    for (int i = 0; i < l->touching; i++) {
        const int *pair = w->pair[l->start + w->touching[l->start + i]];
        const element_memory *past = c->remembers ? crowd_recall(&c->memory, crowd_key(list, pair), &from) : NULL;
        abut_element_in in;
        abut_element_out out = {0};
        crowd_input(k, c, pair, &in);
        abut_status status = abut_element_eval(crowd_lend(c, w, pair, past), &in, &out);
        if (status) return status;
        pair_out o = out_of(&out);
        visit(user, pair[0], pair[1], &o);
    }
    return ABUT_OK;
}

/* The second of the pair is what the force acts on: with a plane that is not the ball if the plane is of the second group. */
static void visit_plane(const crowd *c, const int pair[2], pair_out *o, crowd_visit *visit, void *user) {
    if (c->member[pair[0]].sides & CROWD_FIRST) {
        visit(user, pair[0], pair[1], o);
        return;
    }
    o->force = v3_neg(o->force), o->n = v3_neg(o->n), o->slip = v3_neg(o->slip);
    visit(user, pair[1], pair[0], o);
}

static abut_status each_packed(const crowd *c, crowd_work *w, const crowd_list *l, crowd_visit *visit, void *user) {
    near_list pairs = pairs_of(c, w, l);
    double spare[8] = {0};
    for (int first = 0; first < l->touching; first += 4) {
        int count = l->touching - first < 4 ? l->touching - first : 4;
        const int *touching = w->touching + l->start + first;
        pair_sums sums = {0};
        pair_out out[4];
        abut_status status = pairs_eval(&c->law, &pairs, w->ball, touching, count, w->wrench, spare, &sums, out);
        if (status < 0) return status; /* what is too deep is shown */
        for (int i = 0; i < count; i++) {
            const int *pair = w->pair[l->start + touching[i]];
            if (l->endless < 0)
                visit(user, pair[0], pair[1], &out[i]);
            else
                visit_plane(c, pair, &out[i], visit, user);
        }
    }
    return ABUT_OK;
}

abut_status crowd_each(mb_work *k, int which, crowd_visit *visit, void *user) {
    const crowd *c = &k->s->crowd[which];
    crowd_work *w = &k->crowd[which];
    abut_status status = ABUT_OK;
    for (int l = 0; !status && l < w->lists; l++)
        status =
            w->list[l].packed ? each_packed(c, w, &w->list[l], visit, user) : each_element(k, which, l, visit, user);
    return status;
}
