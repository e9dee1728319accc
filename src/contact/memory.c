/* What a contact remembers: accept commits it, and integrators that locate transitions ask how long a mode lasts. */
#include "kernels.h"
#include "laws.h"

/* The deepest approach between two accepted states, from a constant deceleration where the speed changed sign. */
static double peak(const abut_damping_memory *m, double t, double h, double hdot) {
    double top = fmax(h, m->h_max), dt = t - m->t;
    if (m->hdot > 0 && hdot < 0 && dt > 0) top = fmax(top, m->h + 0.5 * m->hdot * dt * m->hdot / (m->hdot - hdot));
    return top;
}

static void remember(element_memory *m, const abut_patch *p, double t) {
    abut_damping_memory *d = &m->damping;
    if (!(t == d->t)) m->damping_before = *d;
    if (p->h <= 0) d->lost_before = d->lost; /* the period has ended */
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

/* Have the bodies moved against each other since the points were last found from scratch? */
static bool moved_far(const abut_element *e, const abut_track_pair *pair) {
    const element_memory *m = &e->memory;
    double size = fmin(e->a.surface.extent.size, e->b.surface.extent.size);
    if (!isfinite(size)) size = v3_norm(m->start_d);
    vec3 x = v3_sub(pair->R.c0, m->start_x), y = v3_sub(pair->R.c1, m->start_y);
    return v3_norm(v3_sub(pair->d, m->start_d)) > 0.05 * size || v3_norm(x) + v3_norm(y) > 0.05;
}

/* While the bodies are apart another branch may become the nearest: look again from scratch after some motion, or when the
 * points are no longer nearest ones (the branch has become a saddle of the distance). */
static bool worth_a_look(const abut_element *e, const abut_track_pair *pair, const geometry *g) {
    const element_memory *m = &e->memory;
    if (g->h > 0 || e->track_states) return false;
    if (m->touching || !m->tracked || !track_is_nearest(g)) return true;
    return moved_far(e, pair);
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
        now.reach = next.reach;
        if (now.reach > 0) {
            vec3 x = v3_perpendicular(g->n);
            turn_layers(next.layer, g->t1, x, v3_cross(g->n, x), now.layer);
        }
        now.v = v3_in(l->patch.v1, g->t1, l->patch.v2, t2);
        bool stay = next.stay && e->form == POINT_ON_A; /* a spring from its anchor: nothing adds up over steps */
        now.kept = stay ? old.kept : v3_in(next.kept[0], g->t1, next.kept[1], t2);
        vec3 at = e->form == POINT_ON_A ? g->rb : v3_scale(0.5, v3_add(g->ra, g->rb));
        now.anchor = stay ? old.anchor : at;
        if (e->form != POINT_ON_A) now.yb = m3_tmul(pair_turn(e, in, l->frame), v3_sub(at, l->frame->pair.d));
        if (now.mode == 1 && l->past.mode == 1 && e->friction->lasts) {
            now.margin = e->friction->lasts(e->friction_self, &l->patch, &l->normal);
            now.N = l->normal.N;
        }
    }
    *m = now;
    if (!(in->t == old.t)) e->memory.before = old;
}

/* Evaluates the laws at an accepted state and commits what they remember of friction. */
static abut_status accept_friction(abut_element *e, const abut_element_in *in, element_local *l, int which) {
    bool closed = l->patch.h > 0, was = e->memory.friction.mode != 0;
    if (held(e)) closed = which == ELEMENT_OPENS_OR_CLOSES ? !was : was;
    closed = closed && l->patch.h > 0;
    l->motion = NULL;
    abut_status s = closed ? forces(e, in, false, l) : ABUT_OK;
    if (s) return s;
    remember_friction(e, in, l, closed && (l->normal.N > 0 || held(e)), which == ELEMENT_MODE_ENDS);
    return ABUT_OK;
}

/* The books of energy: what the change of the curvatures added since the last accepted state,
 *   dU = U_P dP + U_Q dQ at fixed h, by the trapezoidal rule,
 * and what was lost in this period. A force that is conservative has done the former as work. */
static void keep_books(abut_element *e, const abut_element_in *in, element_local *l) {
    element_books *b = &e->memory.books;
    const abut_patch *p = &l->patch;
    element_books now = {.curvature = b->curvature, .closed = p->h > 0, .P = p->P, .Q = p->Q};
    bool same = b->closed && b->P == p->P && b->Q == p->Q;
    if (now.closed && (!same || e->damping->books)) {
        if (elastic_force(e, in->state, true, l)) return;
        e->damping->apply(e->damping_self, p, &e->memory.damping, &l->normal);
        now.energy_P = l->normal.energy_P;
        now.energy_Q = l->normal.energy_Q;
        e->memory.damping.lost = e->memory.damping.lost_before + l->normal.lost;
    }
    if (now.closed && b->closed && !same && !e->conservative)
        now.curvature +=
            0.5 * ((b->energy_P + now.energy_P) * (p->P - b->P) + (b->energy_Q + now.energy_Q) * (p->Q - b->Q));
    if (same && !e->damping->books) return;
    *b = now;
}

static bool even(const surface *s) { return s->type->flat || s->ball > 0 || surface_shaft(s) > 0; }

bool element_bends(const abut_element *e) {
    return !e->in_patches && !e->over_gap && !e->conservative && !(even(&e->a.surface) && even(&e->b.surface));
}

abut_status element_keep_books(abut_element *e, const abut_element_in *in) {
    element_frame f;
    element_local l;
    abut_status s = check_input(e, in);
    if (s) return s;
    l.cells = NULL;
    frames(e, in, &f);
    if ((s = place(e, in, &f, false, false, &l))) return s;
    if (l.g.apart) l.patch.h = -1;
    keep_books(e, in, &l);
    return ABUT_OK;
}

double element_work_of_curvature(const abut_element *e) { return e->memory.books.curvature; }

double element_lost(const abut_element *e) { return e->memory.damping.lost; }

void element_apart(abut_element *e) {
    double curvature = e->memory.books.curvature, lost = e->memory.damping.lost;
    abut_element_forget(e);
    e->memory.books.curvature = curvature;
    e->memory.damping.lost = e->memory.damping.lost_before = lost;
    e->memory.damping_before = e->memory.damping;
}

/* A law over the true gap at an accepted state. While the bodies are apart another place may become the nearest. */
static abut_status accept_gap(abut_element *e, const element_frame *f, element_local *l) {
    element_memory *m = &e->memory;
    const abut_track_pair *pair = &f->pair;
    if (!m->touching && moved_far(e, pair)) m->tracked = false;
    abut_status s = gap_law_place(e, f, false, e->law_next, l);
    if (s) return s;
    if (!m->tracked) {
        m->start_d = pair->d;
        m->start_x = pair->R.c0;
        m->start_y = pair->R.c1;
    }
    m->points = (abut_track_points){.ra = l->deepest, .yb = m3_tmul(pair->R, v3_sub(l->deepest, pair->d))};
    m->tracked = true;
    size_t bytes = e->law_bytes - 2 * e->cells_bytes;
    if (!bytes) return ABUT_OK;
    if (l->g.h > 0)
        memcpy(e->law_memory, e->law_next, bytes);
    else
        memset(e->law_memory, 0, bytes);
    return ABUT_OK;
}

/* Friction on cells at an accepted state: its block, and that of the state before. */
static abut_status accept_cells(abut_element *e, const abut_element_in *in, element_local *l) {
    size_t start = e->law_bytes - 2 * e->cells_bytes;
    unsigned char *now = (unsigned char *)e->law_memory + start, *next = (unsigned char *)e->law_next + start;
    const friction_memory old = e->memory.friction;
    friction_memory m = {.t = in->t};
    memset(next, 0, e->cells_bytes);
    if (l->patch.h > 0) {
        l->motion = NULL;
        abut_status s = elastic_force(e, in->state, false, l);
        if (!s) s = normal_force(e, in->t, false, l);
        if (!s) s = gap_law_friction(e, in, next, false, l);
        if (s) return s;
        m.mode = l->traction.mode;
    }
    e->memory.friction = m;
    if (!(in->t == old.t)) {
        memcpy(now + e->cells_bytes, now, e->cells_bytes);
        e->memory.before = old;
    }
    memcpy(now, next, e->cells_bytes);
    return ABUT_OK;
}

static abut_status accept(abut_element *e, const abut_element_in *in, int which, element_cells *cells) {
    element_frame f;
    element_local l;
    abut_status s = check_input(e, in);
    if (s) return s;
    l.cells = cells;
    bool turn = e->friction->commit != NULL; /* laws that remember see the ellipse along its axes */
    frames(e, in, &f);
    s = e->over_gap ? accept_gap(e, &f, &l) : place(e, in, &f, turn, false, &l);
    if (s) return s;
    if (l.g.apart)
        e->memory.tracked = false;
    else if (e->form == NO_CLOSED_FORM && !e->over_gap) {
        abut_track_points p = points_of(&f.pair, &l.g);
        bool other = worth_a_look(e, &f.pair, &l.g) && look_again(e, &f.pair, l.g.h, &p);
        e->memory.points = p;
        e->memory.tracked = true;
        if (other && (s = place(e, in, &f, turn, false, &l))) return s;
    }
    kinematics(e, in, &f, true, &l);
    l.patch.P_rate = l.patch.Q_rate = 0; /* not asked for: memory must not hold what the stack held */
    l.patch.past = NULL;
    l.patch.film = NULL;
    l.patch.u1 = l.patch.u2 = l.patch.length = l.patch.whole = 0;
    l.frame = &f;
    if (e->friction->commit && (s = accept_friction(e, in, &l, which))) return s;
    if (cells && (s = accept_cells(e, in, &l))) return s;
    l.patch.past = NULL;
    remember(&e->memory, &l.patch, in->t);
    if (!e->in_patches) keep_books(e, in, &l);
    return ABUT_OK;
}

/* Apart from the other: it needs room on the stack. */
static __attribute__((noinline)) abut_status accept_with_cells(abut_element *e, const abut_element_in *in, int which) {
    element_cells cells;
    return accept(e, in, which, &cells);
}

abut_status kernel_accept(abut_element *e, const abut_element_in *in, int which) {
    return e->cells_bytes ? accept_with_cells(e, in, which) : accept(e, in, which, NULL);
}

bool element_remembers_friction(const abut_element *e) { return e->friction->commit || e->cells_bytes; }
bool element_sticks(const abut_element *e) { return e->friction->commit != NULL; }

double element_breaks_away(const abut_element *e) {
    const friction_memory *m = &e->memory.friction, *b = &e->memory.before;
    double dt = m->t - b->t, lost = b->margin - m->margin;
    if (m->mode != 1 || !(m->N > 0 && b->N > 0 && dt > 0 && lost > 0)) return INFINITY;
    /* a force that vanishes at the same time takes the limit with it: the contact opens, it does not slip */
    double left = m->N - m->margin * (b->N - m->N) / lost;
    if (!(left > 1e-3 * m->N)) return INFINITY;
    double go = fmax(0.7 * m->margin, 1e-3 * m->N); /* N: steps become shorter towards the limit, but not endlessly */
    return m->t + go * dt / lost;
}

abut_status kernel_lasts(const abut_element *e, const abut_element_in *in, double value[ELEMENT_EVENTS]) {
    element_frame f;
    element_local l;
    abut_status s = check_input(e, in);
    if (s) return s;
    l.frame = &f;
    l.cells = NULL;
    frames(e, in, &f);
    if ((s = place(e, in, &f, true, false, &l))) return s;
    kinematics(e, in, &f, true, &l);
    l.motion = NULL;
    l.patch.film = NULL;
    value[0] = l.patch.h;
    value[1] = 1;
    if (!held(e)) return ABUT_OK;
    bool open = !memory_at(e, in->t)->mode;
    double carries = l.patch.h; /* m: the lesser of the approach and of the force over the stiffness */
    if (l.patch.h > 0) {
        if ((s = forces(e, in, false, &l))) return s;
        carries = fmin(carries, l.normal.N / l.normal.k);
    }
    /* opens later than it closes by more than what rounding does to lengths */
    value[0] = (open ? -carries : carries) + 1e-14 * (v3_norm(l.lever_a) + v3_norm(l.lever_b));
    if (!open && l.patch.h > 0 && e->friction->lasts)
        value[1] = e->friction->lasts(e->friction_self, &l.patch, &l.normal);
    return ABUT_OK;
}
