/* Statistics of a machine over accepted states. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "heat.h"
#include "machine.h"
#include "watch_inside.h"
#include "world/world.h"

void watch_clear(watch *o) {
    for (int i = 0; i < o->quantities; i++) {
        watch_sum *s = &o->sum[i];
        *s = (watch_sum){.value = s->value, .by = s->by, .low = INFINITY, .high = -INFINITY};
    }
    o->states = 0;
    o->seen = o->known = o->rows = false;
    o->t_seen = o->t_first = o->t_last = o->begin = 0;
    memset(o->area, 0, sizeof o->area);
    watch_samples *r = &o->samples;
    r->count = 0;
    r->full = r->irregular = r->no_memory = false;
    gathered_clear(o);
    if (o->table->clear) o->table->clear(o->self);
}

/* ---- a state ---- */
static double weight_of(const watch_sum *s, const watch_entry *e) {
    if (e->stats & WATCH_ABOVE_0 && !(*s->value > 0)) return 0;
    switch (e->gate) {
    case WATCH_WEIGHT:
        return fmax(0, *s->by);
    case WATCH_WHILE:
        return *s->by > 0;
    case WATCH_UNLESS:
        return *s->by == 0;
    default:
        return 1;
    }
}

typedef struct interval {
    double dt, cut; /* s that count, up to now; part of the way since the last state that does not count */
    bool counts;    /* the state at its end counts */
} interval;

static void add(watch_sum *s, const watch_entry *e, const interval *i) {
    double weight = weight_of(s, e), x = weight > 0 ? *s->value : s->last; /* what does not count may be no number */
    if (i->counts && weight > 0) {
        s->low = x < s->low ? x : s->low;
        s->high = x > s->high ? x : s->high;
    }
    if (i->dt > 0) {
        double w0 = s->last_weight + i->cut * (weight - s->last_weight), x0 = s->last + i->cut * (x - s->last);
        s->integral += 0.5 * i->dt * (w0 * x0 + weight * x);
        s->weight += 0.5 * i->dt * (w0 + weight);
    }
    s->last = x;
    s->last_weight = weight;
}

/* The same in the common case: the state counts, with the weight 1, as the one before did. */
static inline void add_plain(watch_sum *s, double dt, double cut) {
    double x = *s->value;
    s->low = x < s->low ? x : s->low;
    s->high = x > s->high ? x : s->high;
    s->integral += 0.5 * dt * (s->last + cut * (x - s->last) + x);
    s->weight += dt;
    s->last = x;
}

static double own_number(const watch *o, size_t at) { return *(const double *)((const char *)o->state[0] + at); }

/* Trapezia of y over x. */
static void add_areas(watch *o, double t, const interval *i) {
    const watch_integral *a = o->table->integrals;
    for (int k = 0; a && k < WATCH_INTEGRALS && a[k].key; k++) {
        double y = own_number(o, a[k].y), x = a[k].x == WATCH_TIME ? t : own_number(o, a[k].x);
        if (i->dt > 0) {
            double y0 = o->last_y[k] + i->cut * (y - o->last_y[k]), x0 = o->last_x[k] + i->cut * (x - o->last_x[k]);
            o->area[k] += 0.5 * (y0 + y) * (x - x0);
        }
        o->last_y[k] = y, o->last_x[k] = x;
    }
}

/* The states of machine and parts are those at t; the state before them was looked at at `before`. */
static void take(watch *o, double t, double before, double from) {
    double start = fmax(before, from);
    interval i = {.counts = t >= from};
    if (o->known && t > start) i.dt = t - start, i.cut = (start - before) / (t - before);
    int plain = i.counts && i.dt > 0 && !o->rows ? o->plain : 0;
    for (int k = 0; k < plain; k++) add_plain(&o->sum[o->counted[k]], i.dt, i.cut);
    for (int k = plain; k < o->sums; k++)
        if (!o->rows || o->counted[k] < o->columns) add(&o->sum[o->counted[k]], o->column[o->counted[k]].entry, &i);
    add_areas(o, t, &i);
    gathered_take(o, i.dt, i.cut, i.counts);
    o->known = true;
    if (!i.counts) return;
    if (o->states == 0) {
        o->t_first = t;
        o->begin = i.dt > 0 ? start : t;
    }
    if (o->table->gather) o->table->gather(o->self, o->states ? t - o->t_last : 0, o->state);
    o->states++;
    o->t_last = t;
}

/* States long before `from` are not looked at; steps never grow by more than this. */
static const double growth = 6;

void watch_observe(const abut_world *w, watch *o, double t, double from) {
    if (o->seen && !(t > o->t_seen)) return;
    double before = o->t_seen;
    bool early = o->seen && t + growth * (t - before) < from;
    o->seen = true;
    o->t_seen = t;
    if (early || o->table->read(w, o->self, o->state))
        o->known = false;
    else
        take(o, t, before, from);
}

void watch_take(watch *o, double t, const double *row) {
    double before = o->t_seen;
    if (o->seen && !(t > before)) return;
    for (int i = 0; i < o->columns; i++) *(double *)o->sum[i].value = row[i];
    o->seen = true;
    o->t_seen = t;
    take(o, t, before, -INFINITY);
}

void watch_take_output(watch *o, double t, const double *row) {
    o->rows = true;
    watch_take(o, t, row);
}

/* ---- what it says ---- */
abut_stat watch_together(const watch *o, int group, const watch_entry *e, int first, int count) {
    abut_stat s = {
        .mean = (double)NAN, .min = INFINITY, .max = -INFINITY, .from = o->begin, .to = o->t_last, .states = o->states};
    double integral = 0, weight = 0, last = 0, last_weight = 0;
    for (int i = 0; i < o->sums; i++) {
        const watch_column *c = &o->column[o->counted[i]];
        const watch_sum *x = &o->sum[o->counted[i]];
        if (c->entry != e || c->group != group || c->part < first || c->part >= first + count) continue;
        integral += x->integral, weight += x->weight;
        last += x->last * x->last_weight, last_weight += x->last_weight;
        s.min = fmin(s.min, x->low), s.max = fmax(s.max, x->high);
    }
    if (weight > 0)
        s.mean = integral / weight;
    else if (o->states == 1 && last_weight > 0) /* a single state */
        s.mean = last / last_weight;
    if (s.min > s.max) s.min = s.max = (double)NAN;
    return s;
}

int watch_inside(const watch *o, int group, int in, int of, int *count) {
    int parts = 1;
    for (int g = group; g != in; g = o->table->group[g].inside) {
        if (g == 0) {
            *count = 0;
            return 0;
        }
        parts *= o->each[g];
    }
    *count = parts;
    return of * parts;
}

static bool has_statistics(const watch *o, const watch_entry *e) { return e->stats & WATCH_ALL && watch_has(o, e); }

/* An entry by its path in the object of part `of` of group `in`. */
static bool find_in(const watch *o, const char *path, int in, int of, abut_stat *out) {
    for (int g = 0; g < WATCH_GROUPS; g++) {
        int count, first = watch_inside(o, g, in, of, &count);
        for (const watch_entry *e = count ? o->table->group[g].entries : NULL; e && e->name; e++)
            if (has_statistics(o, e) && !strcmp(watch_key(e), path)) {
                *out = watch_together(o, g, e, first, count);
                return true;
            }
    }
    return false;
}

/* "wedges.2.P" */
static bool find_in_list(const watch *o, const char *path, abut_stat *out) {
    for (int g = 1; g < WATCH_GROUPS; g++) {
        const char *list = o->table->group[g].list;
        size_t n = list ? strlen(list) : 0;
        if (!n || strncmp(path, list, n) != 0 || path[n] != '.') continue;
        char *end;
        long part = strtol(path + n + 1, &end, 10);
        if (*end == '.' && part >= 1 && part <= o->total[g]) return find_in(o, end + 1, g, (int)part - 1, out);
    }
    return false;
}

bool watch_stat(const watch *o, const char *name, abut_stat *out) {
    *out = (abut_stat){.mean = (double)NAN, .min = (double)NAN, .max = (double)NAN};
    if (!o || !o->states) return false;
    int i = watch_find_column(o, name);
    if (i >= 0 && o->column[i].entry->stats & WATCH_ALL) {
        *out = watch_together(o, o->column[i].group, o->column[i].entry, o->column[i].part, 1);
        return true;
    }
    return find_in(o, name, 0, 0, out) || find_in_list(o, name, out);
}

long watch_states(const watch *o) { return o->states; }

double watch_mean(const watch *o, const char *name) {
    abut_stat s;
    (void)watch_stat(o, name, &s);
    return s.mean;
}

double watch_integral_of(const watch *o, const char *key) {
    const watch_integral *a = o->table->integrals;
    for (int k = 0; a && o->states && k < WATCH_INTEGRALS && a[k].key; k++)
        if (!strcmp(a[k].key, key)) return o->area[k];
    return (double)NAN;
}

/* ---- the machines of a world ---- */
static void start(abut_world *w) {
    for (int i = 1; i <= w->machines; i++)
        if (w->machine[i].watch) watch_clear(w->machine[i].watch);
}

static void accepted(abut_world *w, double t) {
    for (int i = 1; i <= w->machines; i++)
        if (w->machine[i].watch) watch_observe(w, w->machine[i].watch, t, w->solver.statistics_from);
}

static void archive_all(abut_world *w, archive *a) {
    for (int i = 1; i <= w->machines; i++)
        if (w->machine[i].watch) watch_archive(w->machine[i].watch, a);
}

const world_observer machine_observer = {heat_before, start, accepted, watch_destroy, archive_all};

abut_status abut_read_machine_stat(const abut_world *w, abut_machine machine, const char *name, abut_stat *out) {
    const world_machine *m = machine_at(w, machine, NULL);
    *out = (abut_stat){.mean = (double)NAN, .min = (double)NAN, .max = (double)NAN};
    if (!m || !m->watch || !name) return ABUT_UNKNOWN_NAME;
    if (!m->watch->states) return ABUT_MISSING;
    return watch_stat(m->watch, name, out) ? ABUT_OK : ABUT_UNKNOWN_NAME;
}
