/* Columns of a machine, made from its table: first those of the machine itself, then part after part, each with the parts inside
 * it. */
#include "watch_inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ---- */
typedef struct layout {
    watch *o;
    int next;
    bool hidden; /* which quantities are placed now */
} layout;

static void place_entries(layout *l, int group, int part, const char *prefix) {
    watch *o = l->o;
    for (const watch_entry *e = o->table->group[group].entries; e && e->name; e++) {
        if (!(e->stats & WATCH_HIDDEN) == l->hidden || !watch_has(o, e)) continue;
        if (o->column) {
            watch_column *c = &o->column[l->next];
            *c = (watch_column){.unit = e->unit, .meaning = e->meaning, .entry = e, .group = group, .part = part};
            (void)snprintf(c->name, sizeof c->name, "%s%s", prefix, e->name);
        }
        l->next++;
    }
}

/* A part with all inside it. */
static void place_part(layout *l, int group, int part, const char *prefix) {
    const watch_table *t = l->o->table;
    place_entries(l, group, part, prefix);
    for (int g = 1; g < WATCH_GROUPS; g++) {
        if (!t->group[g].entries || t->group[g].inside != group || g == group) continue;
        for (int i = 0; i < l->o->each[g]; i++) {
            char inner[40];
            (void)snprintf(inner, sizeof inner, "%s%s%d_", prefix, t->group[g].word, i + 1);
            place_part(l, g, part * l->o->each[g] + i, inner);
        }
    }
}

static int place_all(watch *o, int *columns) {
    layout l = {.o = o};
    place_part(&l, 0, 0, "");
    *columns = l.next;
    l.hidden = true;
    place_part(&l, 0, 0, "");
    return l.next;
}

static bool make_states(watch *o) {
    for (int g = 0; g < WATCH_GROUPS; g++) {
        const watch_group *group = &o->table->group[g];
        if (!group->entries) continue;
        o->each[g] = group->count ? group->count(o->self) : 1;
        o->total[g] = o->each[g] * (g ? o->total[group->inside] : 1);
        o->state[g] = calloc((size_t)o->total[g] + 1, group->size);
        if (!o->state[g]) return false;
    }
    return true;
}

static const double *number_at(const watch *o, const watch_column *c, size_t at) {
    return (const double *)((const char *)o->state[c->group] + (size_t)c->part * o->table->group[c->group].size + at);
}

static void note_counted(watch *o, bool plain) {
    for (int i = 0; i < o->quantities; i++) {
        const watch_entry *e = o->column[i].entry;
        bool always = e->gate == WATCH_ALWAYS && !(e->stats & WATCH_ABOVE_0);
        if (e->stats & WATCH_ALL && always == plain) o->counted[o->sums++] = i;
    }
}

static void make_sums(watch *o) {
    for (int i = 0; i < o->quantities; i++) {
        const watch_column *c = &o->column[i];
        o->sum[i].value = number_at(o, c, c->entry->at);
        if (c->entry->gate) o->sum[i].by = number_at(o, c, c->entry->by);
    }
    note_counted(o, true);
    o->plain = o->sums;
    note_counted(o, false);
    watch_samples *s = &o->samples;
    for (int k = 0; k < WATCH_SPECTRA && o->table->spectrum[k]; k++)
        s->column[s->channels++] = watch_find_column(o, o->table->spectrum[k]);
}

watch *watch_create(const watch_table *table, void *self) {
    watch *o = calloc(1, sizeof *o);
    if (!o) return NULL;
    o->table = table;
    o->self = self;
    bool good = make_states(o);
    if (good) {
        size_t n = (size_t)place_all(o, &o->columns);
        o->quantities = (int)n;
        o->sum = calloc(n + 1, sizeof *o->sum);
        o->counted = calloc(n + 1, sizeof *o->counted);
        o->column = calloc(n + 1, sizeof *o->column);
        good = o->column && o->sum && o->counted;
    }
    if (good) {
        (void)place_all(o, &o->columns);
        make_sums(o);
        good = gathered_create(o);
    }
    if (!good) {
        watch_destroy(o);
        return NULL;
    }
    watch_clear(o);
    return o;
}

void watch_destroy(watch *o) {
    if (!o) return;
    for (int g = 0; g < WATCH_GROUPS; g++) free(o->state[g]);
    free(o->column);
    free(o->sum);
    free(o->counted);
    free(o->samples.x);
    gathered_destroy(o);
    free(o);
}

/* ---- columns ---- */
int watch_columns(const watch *o) { return o ? o->columns : 0; }
const watch_column *watch_column_at(const watch *o, int i) { return &o->column[i]; }

int watch_find_column(const watch *o, const char *name) {
    for (int i = 0; i < watch_columns(o); i++)
        if (!strcmp(o->column[i].name, name)) return i;
    return -1;
}

const char *watch_summary_path(const watch_column *c) {
    return c->entry->stats & WATCH_ALL ? watch_key(c->entry) : NULL;
}

void watch_record(const abut_world *w, const watch *o, double *row) {
    bool good = !o->table->read(w, o->self, o->state);
    for (int i = 0; i < o->columns; i++) {
        double x = *o->sum[i].value;
        bool none = o->column[i].entry->stats & WATCH_ABOVE_0 && !(x > 0);
        row[i] = !good ? 0 : none ? (double)NAN : x;
    }
}

void watch_first_names(const watch_table *table, char *to, size_t size) {
    int shown = 0;
    *to = '\0';
    for (const watch_entry *e = table->group[0].entries; e->name && shown < WATCH_FIRST; e++) {
        if (e->has || e->stats & WATCH_HIDDEN) continue;
        size_t used = strlen(to);
        (void)snprintf(to + used, size - used, "%s,", e->name);
        shown++;
    }
}
