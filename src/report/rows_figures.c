/* Figures of contacts, bodies and joints for a run that has left no summary: greatest and least of its rows from `output.from` on,
 * and the parts of the time of the regimes of films, a row standing for half the time to its neighbours. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/message.h"
#include "result/summary.h"
#include "run_source.h"
#include "world/world.h"

enum { CHUNK = 256 };

typedef struct row { /* of one or two datasets */
    double t;
    const double *a, *b;
    size_t width; /* of a */
} row;
typedef void take_row(void *user, const row *x);

typedef struct reader {
    source_set set[3]; /* the time, a, b */
    double *x[3];      /* CHUNK rows of each */
    int sets;
} reader;

static bool open_sets(reader *o, const run_source *r, const char *a, const char *b) {
    const char *const path[] = {"time", a, b};
    bool good = true;
    for (int k = 0; good && k < (b ? 3 : 2); k++) {
        good = source_find(&r->rows, path[k], &o->set[k]);
        if (good) o->x[o->sets++] = malloc(CHUNK * (o->set[k].width + 1) * sizeof(double));
        good = good && o->x[k];
    }
    return good;
}

/* Calls `take` for every row that counts; for none if there are no such datasets. */
static void each_row(const run_source *r, const char *a, const char *b, take_row *take, void *user) {
    const thin all = {r->rows.rows, 1, r->rows.rows};
    reader o = {0};
    bool good = open_sets(&o, r, a, b);
    for (long first = 0; good && first < r->rows.rows; first += CHUNK) {
        long left = r->rows.rows - first, count = left < CHUNK ? left : CHUNK;
        for (int k = 0; good && k < o.sets; k++)
            good = source_read(&o.set[k], &all, first, count, H5T_NATIVE_DOUBLE, o.x[k]);
        for (long i = 0; good && i < count; i++) {
            const size_t at = (size_t)i, wide = b ? o.set[2].width : 0;
            const row x = {o.x[0][i], o.x[1] + at * o.set[1].width, b ? o.x[2] + at * wide : NULL, o.set[1].width};
            if (x.t >= r->model.output_from) take(user, &x);
        }
    }
    for (int k = 0; k < o.sets; k++) {
        source_drop(&o.set[k]);
        free(o.x[k]);
    }
}

/* ---- contacts ---- */
typedef struct figures {
    const run_source *r;
    int contacts, films;
    size_t at;                   /* which of the figures of a contact is looked for */
    abut_contact_stats *contact; /* from 1 on */
    int *of;                     /* the contact of each film */
    int *regime;                 /* of each film in the row before, -1: without load */
    double t;                    /* of that row */
    bool seen;
    abut_greatest most;
} figures;

static void take_greatest(void *user, const row *x) {
    figures *f = user;
    for (size_t i = 0; i < x->width && i < (size_t)f->contacts; i++) {
        double *most = (double *)((char *)&f->contact[i + 1] + f->at);
        *most = fmax(*most, x->a[i]);
    }
}

static void find_greatest(figures *f, const char *path, size_t at) {
    f->at = at;
    each_row(f->r, path, NULL, take_greatest, f);
}

/* a: regimes of the films, b: normal forces of the contacts */
static void take_regimes(void *user, const row *x) {
    figures *f = user;
    double half = f->seen ? 0.5 * (x->t - f->t) : 0;
    for (int i = 0; i < f->films && (size_t)i < x->width; i++) {
        double *time = f->contact[f->of[i]].time_in_regime;
        bool loaded = x->b[f->of[i] - 1] > 0 && x->a[i] >= 0 && x->a[i] < ABUT_FILM_REGIMES;
        if (f->seen && f->regime[i] >= 0) time[f->regime[i]] += half;
        f->regime[i] = loaded ? (int)x->a[i] : -1;
        if (loaded) time[f->regime[i]] += half;
    }
    f->t = x->t;
    f->seen = true;
}

static void take_films(void *user, const row *x) {
    figures *f = user;
    for (int i = 0; i < f->films && (size_t)i < x->width; i++) {
        double *least = &f->contact[f->of[i]].h_min_least;
        if (x->a[i] > 0 && x->b[f->of[i] - 1] > 0) *least = *least > 0 ? fmin(*least, x->a[i]) : x->a[i];
    }
}

/* ---- bodies and joints ---- */
static double length_of(const double *v) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static void take_joints(void *user, const row *x) {
    figures *f = user;
    for (size_t i = 0; i + 3 <= x->width; i += 3) f->most.joint_force = fmax(f->most.joint_force, length_of(x->a + i));
}

/* a: velocities, b: angular velocities */
static void take_bodies(void *user, const row *x) {
    figures *f = user;
    const abut_world *w = f->r->model.world;
    for (int i = 0; i < w->bodies && (size_t)(3 * i) + 3 <= x->width; i++) {
        if (w->body[i + 1].def.fixed) continue;
        f->most.speed = fmax(f->most.speed, length_of(x->a + (ptrdiff_t)3 * i));
        f->most.angular_speed = fmax(f->most.angular_speed, length_of(x->b + (ptrdiff_t)3 * i));
    }
}

/* ---- the whole ---- */
static double known(double x) { return x > 0 ? x : (double)NAN; }

static void put_contacts(figures *f, json *j) {
    const abut_world *w = f->r->model.world;
    abut_greatest *g = &f->most;
    json_begin(j, "contacts", '{');
    for (int i = 1; i <= f->contacts; i++) {
        const abut_contact_stats *s = &f->contact[i];
        json_begin(j, w->contact[i].name, '{');
        json_number(j, "max_N", s->max_N);
        json_number(j, "max_p_max", s->max_p_max);
        json_number(j, "max_approach", s->max_approach);
        if (w->contact[i].lubricated) {
            json_number(j, "h_min_least", known(s->h_min_least));
            summary_put_regimes(j, s->time_in_regime);
        }
        json_end(j);
        g->contact_force = fmax(g->contact_force, s->max_N);
        g->pressure = fmax(g->pressure, s->max_p_max);
        g->approach = fmax(g->approach, s->max_approach);
        if (s->h_min_least > 0)
            g->film_least = g->film_least > 0 ? fmin(g->film_least, s->h_min_least) : s->h_min_least;
    }
    json_end(j);
}

static void put_greatest(const abut_greatest *g, json *j) {
    const abut_greatest all = {known(g->contact_force), known(g->pressure),    known(g->approach),
                               known(g->film_least),    known(g->joint_force), known(g->speed),
                               known(g->angular_speed)};
    summary_put_greatest(j, &all, "output rows");
}

abut_status run_put_rows_figures(const run_source *r, json *j, abut_message *message) {
    const abut_world *w = r->model.world;
    size_t room = (size_t)w->contacts + 1;
    figures f = {.r = r, .contacts = w->contacts};
    f.contact = calloc(room, sizeof *f.contact);
    f.of = calloc(room, sizeof *f.of);
    f.regime = calloc(room, sizeof *f.regime);
    bool good = f.contact && f.of && f.regime;
    if (good) {
        for (int i = 1; i <= w->contacts; i++)
            if (w->contact[i].lubricated) f.of[f.films++] = i;
        find_greatest(&f, "contacts/N", offsetof(abut_contact_stats, max_N));
        find_greatest(&f, "contacts/p_max", offsetof(abut_contact_stats, max_p_max));
        find_greatest(&f, "contacts/approach", offsetof(abut_contact_stats, max_approach));
        each_row(r, "films/regime", "contacts/N", take_regimes, &f);
        each_row(r, "films/h_min", "contacts/N", take_films, &f);
        each_row(r, "joints/force", NULL, take_joints, &f);
        each_row(r, "bodies/velocity", "bodies/angular_velocity", take_bodies, &f);
        put_contacts(&f, j);
        put_greatest(&f.most, j);
    }
    free(f.contact);
    free(f.of);
    free(f.regime);
    return good ? ABUT_OK : say(message, ABUT_NO_MEMORY, "out of memory for the report");
}
