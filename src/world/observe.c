/* Statistics over the accepted states of a run: of contacts and their films, greatest speeds and joint forces, and what the
 * observer of the machines sees. */
#include <math.h>
#include <string.h>

#include "multibody/inside.h"
#include "world.h"

/* ---- bodies and joints ---- */
/* |F|^2 of a joint that closes a loop: the directions of its locked translations are perpendicular, F = sum of lambda_i e_i. */
static double loop_force(const mb_work *k, const mb_loop *l) {
    double square = 0;
    for (int r = 0; r < l->rows; r++)
        if (l->row[r].kind == LOOP_MOVE && l->row[r].index >= 0)
            square += k->lambda[l->row[r].index] * k->lambda[l->row[r].index];
    return square;
}

/* Greatest squares at the state that readers see. Bodies that are held have no velocity. */
static void note_greatest(abut_world *w) {
    const mb_work *k = w->reader;
    world_greatest *g = &w->most;
    for (int i = 1; i < w->system->nodes; i++) {
        g->speed = fmax(g->speed, v3_dot(k->kin[i].v, k->kin[i].v));
        g->angular_speed = fmax(g->angular_speed, v3_dot(k->kin[i].w, k->kin[i].w));
    }
    for (int i = 1; i <= w->joints; i++) {
        const world_joint *j = &w->joint[i];
        double square = 0;
        if (j->node)
            square = v3_dot(k->sum[j->node].f, k->sum[j->node].f);
        else if (j->loop >= 0)
            square = loop_force(k, &w->system->loop[j->loop]);
        g->joint_force = fmax(g->joint_force, square);
    }
}

/* ---- the start ---- */
/* A film may carry before the surfaces meet. */
static bool touches(double h, double N) { return h > 0 || N > 0; }

/* The film and the losses of a lubricated contact at the state evaluated in k. */
enum { FILM_LOSSES = sizeof((world_contact *)NULL)->loss / sizeof(double) };
static abut_film_state film_losses(const abut_world *w, int contact, const mb_work *k, const double *y, double *loss) {
    const mb_contact *c = &w->system->contact[contact - 1];
    abut_element_out out = {.want_frame = true};
    abut_element_in in;
    bool known = mb_seen_contact(k, contact - 1, &out);
    if (!known && !c->off && !k->touch[contact - 1].far) {
        applied_input(k, c, y + w->system->size.nx + w->system->size.nu, &in);
        known = !abut_element_eval(c->element, &in, &out);
    }
    if (!known) out = (abut_element_out){0};
    const double all[FILM_LOSSES] = {out.loss_friction, out.film.loss_fluid, out.film.loss_boundary,
                                     out.film.loss_rolling};
    memcpy(loss, all, sizeof all);
    return out.film;
}

static void count_greatest(abut_contact_stats *s, const mb_touch *o) {
    s->max_N = fmax(s->max_N, o->N);
    s->max_p_max = fmax(s->max_p_max, o->p_max);
    s->max_approach = fmax(s->max_approach, o->h);
}

static void count_least(abut_contact_stats *s, const abut_film_state *film) {
    if (!(film->h_min > 0)) return; /* there is none */
    s->h_min_least = fmin(s->h_min_least, film->h_min);
    s->lambda_least = fmin(s->lambda_least, film->lambda);
}

/* The regime of a film under load, -1 without. */
static int regime_of(const abut_film_state *film, double N) {
    return N > 0 && film->regime >= 0 && film->regime < ABUT_FILM_REGIMES ? film->regime : -1;
}

static void start_film(abut_world *w, int contact) {
    world_contact *c = &w->contact[contact];
    abut_film_state film = film_losses(w, contact, w->reader, w->y, c->loss);
    c->regime = regime_of(&film, w->reader->touch[contact - 1].N);
    c->beyond = film.beyond;
    if (w->solver.statistics_from <= 0 && w->reader->touch[contact - 1].N > 0) count_least(&c->stats, &film);
}

/* The state that readers see is the first. */
void world_observe_start(abut_world *w) {
    bool counts = w->solver.statistics_from <= 0;
    for (int i = 1; i <= w->contacts; i++) {
        const mb_touch *o = &w->reader->touch[i - 1];
        world_contact *c = &w->contact[i];
        c->t = 0;
        c->h = o->h;
        c->hdot = o->hdot;
        c->N = o->N;
        c->stats =
            (abut_contact_stats){.touches = touches(o->h, o->N), .h_min_least = INFINITY, .lambda_least = INFINITY};
        if (c->lubricated) start_film(w, i);
        if (counts) count_greatest(&c->stats, o);
    }
    world_observe_crowds(w, w->reader, 0);
    w->most = (world_greatest){0};
    if (counts && world_observes(w)) note_greatest(w);
}

/* ---- contacts ---- */
/* Part of the step before which the approach changes sign: root of the cubic through both ends with their slopes. */
static double crossing(double dt, double h0, double v0, double h1, double v1) {
    double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        double s = 0.5 * (low + high), s2 = s * s, s3 = s2 * s;
        double h =
            h0 * (2 * s3 - 3 * s2 + 1) + dt * v0 * (s3 - 2 * s2 + s) + h1 * (3 * s2 - 2 * s3) + dt * v1 * (s3 - s2);
        if ((h > 0) == (h0 > 0))
            low = s;
        else
            high = s;
    }
    return 0.5 * (low + high);
}

static void observe_contact(const abut_world *w, world_contact *c, const mb_touch *o, double t) {
    double from = w->solver.statistics_from, start = fmax(c->t, from), dt = t - c->t;
    bool before = touches(c->h, c->N), now = touches(o->h, o->N);
    double touch = before ? start : t, release = now ? t : start;
    if (before != now) {
        double x = c->t + dt * crossing(dt, c->h + c->film, c->hdot, o->h + c->film, o->hdot);
        if (now)
            touch = fmax(x, from);
        else
            release = fmax(x, from);
    }
    if (t >= from) {
        c->stats.observed = t - from;
        if (before || now) c->stats.time_touching += fmax(release - touch, 0);
        if (now && !before) c->stats.touches++;
        count_greatest(&c->stats, o);
    }
    c->h = o->h;
    c->hdot = o->hdot;
    c->N = o->N;
}

/* A state stands for half the time to its neighbours. */
static void count_regime(world_contact *c, int regime, bool beyond, double t, double from) {
    double start = fmax(c->t, from), middle = 0.5 * (c->t + t), *time = c->stats.time_in_regime;
    double before = c->regime >= 0 ? fmax(middle - start, 0) : 0,
           after = regime >= 0 ? fmax(t - fmax(middle, start), 0) : 0;
    if (c->regime >= 0) time[c->regime] += before;
    if (regime >= 0) time[regime] += after;
    c->stats.time_beyond += (c->beyond ? before : 0) + (beyond ? after : 0);
    c->regime = regime;
    c->beyond = beyond;
}

static void observe_film(abut_world *w, int i, double t, const double *y) {
    world_contact *c = &w->contact[i];
    abut_contact_stats *s = &c->stats;
    double *lost[FILM_LOSSES] = {&s->lost_friction, &s->lost_fluid, &s->lost_boundary, &s->lost_rolling};
    double loss[FILM_LOSSES], part = t - fmax(c->t, w->solver.statistics_from);
    abut_film_state film = film_losses(w, i, w->work, y, loss);
    for (int k = 0; k < FILM_LOSSES; k++) {
        if (part > 0) *lost[k] += 0.5 * part * (c->loss[k] + loss[k]);
        c->loss[k] = loss[k];
    }
    count_regime(c, regime_of(&film, w->work->touch[i - 1].N), film.beyond, t, w->solver.statistics_from);
    if (t >= w->solver.statistics_from && w->work->touch[i - 1].N > 0) count_least(s, &film);
}

/* Damping may end the force before the surfaces part. What is stored then never comes back, but steps become as long as in
 * free flight, and without a test of the powers no rule would integrate its decay: it is counted as lost at once. */
static void observe_release(abut_world *w, mb_contact *c, const mb_touch *o, double t) {
    bool released = o->h > 0 && o->N == 0 && o->energy > 0;
    if (o->N > 0) c->spent_from = INFINITY;
    if (released == c->spent) return;
    if (released) {
        w->lost += o->energy;
        c->spent_from = t;
        c->spent_energy = o->energy;
    } else if (o->h > 0)
        w->lost -= o->energy;
    c->spent = released;
}

typedef struct observing {
    abut_world *w;
    double t;
    const double *y;
} observing;

static void observe_some(void *user, int piece, int first, int end) {
    const observing *o = user;
    abut_world *w = o->w;
    (void)piece;
    for (int i = first + 1; i <= end; i++) {
        world_contact *c = &w->contact[i];
        if (!(o->t > c->t)) continue;
        observe_contact(w, c, &w->work->touch[i - 1], o->t);
        if (c->lubricated) observe_film(w, i, o->t, o->y);
        c->t = o->t;
        if (!w->integrator->tests_powers) observe_release(w, &w->system->contact[i - 1], &w->work->touch[i - 1], o->t);
    }
}

/* Contacts of beads keep to themselves: dry, and nothing is lost in them. */
static void observe_contacts(abut_world *w, double t, const double *y) {
    observing o = {w, t, y};
    if (w->system->size.beads)
        mb_share_few(w->work, observe_some, &o, w->contacts);
    else
        observe_some(&o, 0, 0, w->contacts);
}

/* ---- the whole ---- */
/* Readers see an accepted state that is evaluated in `work`, as long as it is looked at. */
static void observe_shown(abut_world *w, double t, const double *y) {
    mb_work *reader = w->reader;
    double *shown = w->y, t_shown = w->t_shown;
    if (!world_observes(w)) return;
    if (w->observer || w->joints) dynamics_subtree_sums(w->work);
    w->reader = w->work;
    w->y = (double *)y;
    w->t_shown = t;
    if (w->observer) w->observer->accepted(w, t);
    if (t >= w->solver.statistics_from) note_greatest(w);
    w->reader = reader;
    w->y = shown;
    w->t_shown = t_shown;
}

void world_observe(void *user, double t, const double *y) {
    observe_contacts(user, t, y);
    world_observe_crowds(user, ((abut_world *)user)->work, t);
    observe_shown(user, t, y);
}

/* ---- reading ---- */
abut_contact_stats abut_read_contact_stats(const abut_world *w, abut_contact contact) {
    if (contact.id < 1 || contact.id > w->contacts) return (abut_contact_stats){0};
    abut_contact_stats s = w->contact[contact.id].stats;
    if (isinf(s.h_min_least)) s.h_min_least = s.lambda_least = 0; /* no film was loaded */
    return s;
}

static double positive(double x) { return x > 0 ? x : (double)NAN; }

abut_greatest abut_read_greatest(const abut_world *w) {
    abut_greatest g = {.film_least = INFINITY};
    for (int i = 1; i <= w->contacts; i++) {
        const abut_contact_stats *s = &w->contact[i].stats;
        g.contact_force = fmax(g.contact_force, s->max_N);
        g.pressure = fmax(g.pressure, s->max_p_max);
        g.approach = fmax(g.approach, s->max_approach);
        if (s->h_min_least > 0) g.film_least = fmin(g.film_least, s->h_min_least);
    }
    world_greatest_of_crowds(w, &g);
    g.contact_force = positive(g.contact_force), g.pressure = positive(g.pressure), g.approach = positive(g.approach);
    if (isinf(g.film_least)) g.film_least = (double)NAN;
    g.joint_force = positive(sqrt(w->most.joint_force));
    g.speed = positive(sqrt(w->most.speed));
    g.angular_speed = positive(sqrt(w->most.angular_speed));
    return g;
}
