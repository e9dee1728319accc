/* What a watch gathers beside the statistics of numbers: of parts around an axis the greatest at every place (for polar figures),
 * of whole numbers with names (modes of friction) the part of the time that each lasts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "watch_inside.h"

/* ---- making ---- */
static const watch_group *group_of(const watch_table *t, const char *word) {
    for (const watch_group *g = t->group + 1; g < t->group + WATCH_GROUPS; g++)
        if (g->word && word && !strcmp(g->word, word)) return g;
    return NULL;
}

static const watch_entry *entry_of(const watch *o, const watch_group *group, const char *name) {
    for (const watch_entry *e = group ? group->entries : NULL; e && e->name; e++)
        if (!strcmp(e->name, name) && watch_has(o, e)) return e;
    return NULL;
}

/* False: out of memory. A figure whose columns this machine does not have gathers nothing. */
static bool make_around(watch *o, const watch_figure *f) {
    const watch_group *group = group_of(o->table, f->part);
    const watch_entry *x = entry_of(o, group, f->x);
    watch_around a = {.figure = f, .group = group ? (int)(group - o->table->group) : 0};
    for (int c = 0; x && c < WATCH_CURVES && f->columns[c]; c++) {
        const watch_entry *e = entry_of(o, group, f->columns[c]);
        if (e) a.at[a.columns] = e->at, a.name[a.columns++] = e->name;
    }
    if (!a.columns) return true;
    a.x = x->at;
    a.most = malloc((size_t)a.columns * sizeof *a.most);
    o->around[o->arounds++] = a;
    return a.most;
}

bool gathered_create(watch *o) {
    const watch_table *t = o->table;
    int polar = 0, named = 0;
    for (const watch_figure *f = t->figures; f && f->section; f++) polar += f->kind == WATCH_POLAR;
    for (int i = 0; i < o->columns; i++) named += o->column[i].entry->values != NULL;
    o->around = calloc((size_t)polar + 1, sizeof *o->around);
    o->share = calloc((size_t)named + 1, sizeof *o->share);
    if (!o->around || !o->share) return false;
    for (int i = 0; i < o->columns; i++)
        if (o->column[i].entry->values) o->share[o->shares++].column = i;
    for (const watch_figure *f = t->figures; f && f->section; f++)
        if (f->kind == WATCH_POLAR && !make_around(o, f)) return false;
    return true;
}

void gathered_destroy(watch *o) {
    for (int i = 0; i < o->arounds; i++) free(o->around[i].most);
    free(o->around);
    free(o->share);
}

void gathered_clear(watch *o) {
    for (int i = 0; i < o->arounds; i++)
        for (int c = 0; c < o->around[i].columns; c++)
            for (int s = 0; s < WATCH_SECTORS; s++) o->around[i].most[c][s] = -INFINITY;
    for (int i = 0; i < o->shares; i++) o->share[i] = (watch_share){.column = o->share[i].column, .last = -1};
}

/* ---- a state ---- */
int watch_sector(double angle) {
    double turns = angle / TWO_PI;
    int s = (int)((turns - floor(turns)) * WATCH_SECTORS);
    return s < WATCH_SECTORS ? s : WATCH_SECTORS - 1;
}

static double number_at(const char *state, size_t at) { return *(const double *)(state + at); }

static void add_around(const watch *o, watch_around *a) {
    size_t size = o->table->group[a->group].size;
    const char *state = o->state[a->group];
    for (int i = 0; i < o->total[a->group]; i++, state += size) {
        double angle = number_at(state, a->x);
        int s = isfinite(angle) ? watch_sector(angle) : 0;
        for (int c = 0; isfinite(angle) && c < a->columns; c++) {
            double value = number_at(state, a->at[c]);
            if (value > a->most[c][s]) a->most[c][s] = value;
        }
    }
}

/* Which of the names, -1: none of them. */
static int value_of(const watch *o, const watch_share *s) {
    double value = *o->sum[s->column].value;
    const char *const *names = o->column[s->column].entry->values;
    for (int k = 0; k < WATCH_VALUES && names[k]; k++)
        if (value == k) return k;
    return -1;
}

void gathered_take(watch *o, double dt, double cut, bool counts) {
    for (int i = 0; counts && i < o->arounds; i++) add_around(o, &o->around[i]);
    /* A state stands for half the time to its neighbours. */
    double whole = dt / (1 - cut), before = fmax(0, 0.5 - cut) * whole, after = (1 - fmax(0.5, cut)) * whole;
    for (int i = 0; i < o->shares; i++) {
        watch_share *s = &o->share[i];
        int now = value_of(o, s);
        if (dt > 0 && s->last >= 0) s->time[s->last] += before;
        if (dt > 0 && now >= 0) s->time[now] += after;
        s->last = now;
    }
}

/* ---- what it says ---- */
static double share_of(const watch_share *s, int value) {
    double whole = 0;
    for (int k = 0; k < WATCH_VALUES; k++) whole += s->time[k];
    if (whole > 0) return s->time[value] / whole;
    return s->last < 0 ? (double)NAN : s->last == value; /* a single state */
}

void gathered_put_shares(const watch *o, int group, const watch_entry *e, json *j) {
    for (int k = 0; k < WATCH_VALUES && e->values[k]; k++) {
        json_begin(j, e->values[k], '[');
        for (int i = 0; i < o->shares; i++) {
            const watch_column *c = &o->column[o->share[i].column];
            if (c->entry == e && c->group == group) json_number(j, NULL, share_of(&o->share[i], k));
        }
        json_end(j);
    }
}

static void put_around(const watch_around *a, json *j) {
    json_begin(j, a->figure->part, '{');
    for (int c = 0; c < a->columns; c++) {
        json_begin(j, a->name[c], '[');
        for (int s = 0; s < WATCH_SECTORS; s++)
            json_number(j, NULL, isfinite(a->most[c][s]) ? a->most[c][s] : (double)NAN);
        json_end(j);
    }
    json_end(j);
}

void gathered_put_around(const watch *o, json *j) {
    if (!o->arounds) return;
    json_begin(j, "around", '{');
    for (int i = 0; i < o->arounds; i++) put_around(&o->around[i], j);
    json_end(j);
}
