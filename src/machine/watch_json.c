/* What the watch of a machine says in the summary, and its headline figures. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/plane.h"
#include "machine.h"
#include "watch_inside.h"
#include "world/world.h"

/* ---- statistics by their paths ---- */
typedef struct item {
    const char *path;
    const watch_entry *entry;
    int group, first, count;
    bool done;
} item;
enum { ITEMS = 128 };

static double pick(const abut_stat *s, unsigned stat) {
    return stat & WATCH_MEAN ? s->mean : stat & WATCH_MIN ? s->min : s->max;
}

static void put_stat(const watch *o, const item *i, const char *key, json *j) {
    abut_stat s = watch_together(o, i->group, i->entry, i->first, i->count);
    if (i->entry->stats & WATCH_PLAIN) {
        json_number(j, key, pick(&s, i->entry->stats));
        return;
    }
    json_begin(j, key, '{');
    if (i->entry->stats & WATCH_MEAN) json_number(j, "mean", s.mean);
    if (i->entry->stats & WATCH_MIN) json_number(j, "min", s.min);
    if (i->entry->stats & WATCH_MAX) json_number(j, "max", s.max);
    json_end(j);
}

/* Objects by the words of the paths: items whose paths go on alike after `skip` letters stand in one. */
static void put_items(const watch *o, item *list, int n, size_t skip, json *j) {
    for (int i = 0; i < n; i++) {
        if (list[i].done) continue;
        const char *word = list[i].path + skip;
        size_t length = strcspn(word, ".");
        char key[48];
        (void)snprintf(key, sizeof key, "%.*s", (int)length, word);
        if (!word[length]) {
            put_stat(o, &list[i], key, j);
            list[i].done = true;
            continue;
        }
        item inner[ITEMS];
        int count = 0;
        for (int k = i; k < n; k++)
            if (!list[k].done && !strncmp(list[k].path, list[i].path, skip + length + 1)) {
                inner[count++] = list[k];
                list[k].done = true;
            }
        json_begin(j, key, '{');
        put_items(o, inner, count, skip + length + 1, j);
        json_end(j);
    }
}

/* Everything of part `of` of group `in`: of itself, and of what is inside it together, but for what is listed part by part. */
static void put_part(const watch *o, int in, int of, json *j) {
    item list[ITEMS];
    int n = 0;
    for (int g = 0; g < WATCH_GROUPS; g++) {
        int count, first = watch_inside(o, g, in, of, &count);
        bool listed = false;
        for (int up = g; up != in && up > 0; up = o->table->group[up].inside)
            listed = listed || o->table->group[up].list;
        for (const watch_entry *e = count && !listed ? o->table->group[g].entries : NULL; e && e->name; e++)
            if (e->stats & WATCH_ALL && watch_has(o, e) && n < ITEMS)
                list[n++] = (item){.path = watch_key(e), .entry = e, .group = g, .first = first, .count = count};
    }
    put_items(o, list, n, 0, j);
}

/* ---- part by part ---- */
static void put_each(const watch *o, int group, const watch_entry *e, json *j) {
    static const struct {
        const char *name;
        unsigned stat;
    } kinds[] = {{"mean", WATCH_MEAN}, {"min", WATCH_MIN}, {"max", WATCH_MAX}};
    json_begin(j, e->name, '{');
    if (e->values) gathered_put_shares(o, group, e, j);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (!(e->stats & kinds[k].stat)) continue;
        json_begin(j, kinds[k].name, '[');
        for (int i = 0; i < o->total[group]; i++) {
            abut_stat s = watch_together(o, group, e, i, 1);
            json_number(j, NULL, pick(&s, kinds[k].stat));
        }
        json_end(j);
    }
    json_end(j);
}

static void put_parts(const watch *o, json *j) {
    json_begin(j, "parts", '{');
    for (int g = 1; g < WATCH_GROUPS; g++) {
        const watch_group *group = &o->table->group[g];
        bool any = false;
        for (const watch_entry *e = group->entries; e && e->name; e++)
            if (e->stats & WATCH_EACH && watch_has(o, e)) {
                if (!any) json_begin(j, group->word, '{');
                any = true;
                put_each(o, g, e, j);
            }
        if (any) json_end(j);
    }
    json_end(j);
}

static void put_statistics(const watch *o, json *j) {
    const watch_integral *a = o->table->integrals;
    for (int k = 0; a && k < WATCH_INTEGRALS && a[k].key; k++) json_number(j, a[k].key, o->area[k]);
    put_part(o, 0, 0, j);
    for (int g = 1; g < WATCH_GROUPS; g++) {
        const char *list = o->table->group[g].list;
        if (!list) continue;
        json_begin(j, list, '[');
        for (int i = 0; i < o->total[g]; i++) {
            json_begin(j, NULL, '{');
            put_part(o, g, i, j);
            json_end(j);
        }
        json_end(j);
    }
    put_parts(o, j);
    gathered_put_around(o, j);
}

/* ---- headline ---- */
static double card_part(const watch *o, const watch_card *c, const char *key) {
    abut_stat s;
    if (!c->stat) return watch_integral_of(o, key);
    (void)watch_stat(o, key, &s);
    return c->how == WATCH_SIZE ? fmax(fabs(s.min), fabs(s.max)) : pick(&s, c->stat);
}

static double card_value(const watch *o, const watch_card *c) {
    if (c->value) return c->value(o, o->self);
    double value = card_part(o, c, c->key[0]);
    for (int k = 1; k < WATCH_KEYS && c->key[k]; k++) {
        double x = card_part(o, c, c->key[k]);
        value = c->how == WATCH_LENGTH  ? plane_length(value, x)
                : c->how == WATCH_LEAST ? fmin(value, x)
                                        : fmax(value, x);
    }
    return c->how == WATCH_LENGTH ? fabs(value) : value;
}

double watch_card_value(const watch *o, const watch_card *c) {
    double value = o && o->states ? card_value(o, c) : (double)NAN;
    return isfinite(value) && fabs(value) >= c->least ? value : (double)NAN;
}

void watch_cards(const watch *o, watch_take_card *take, void *user) {
    for (const watch_card *c = o ? o->table->cards : NULL; c && c->group; c++) {
        double value = watch_card_value(o, c);
        if (isfinite(value)) take(user, c, value);
    }
}

void watch_put_card(json *j, const watch_card *c, double value) {
    json_string(j, "group", c->group);
    json_string(j, "label", c->label);
    json_number(j, "value", value);
    json_string(j, "unit", c->unit);
    json_bool(j, "top", c->top);
}

static void put_card(void *user, const watch_card *c, double value) {
    json_begin(user, NULL, '{');
    watch_put_card(user, c, value);
    json_end(user);
}

typedef struct card_at {
    int wanted, next;
    abut_headline *to;
} card_at;

static void find_card(void *user, const watch_card *c, double value) {
    card_at *f = user;
    if (f->next++ == f->wanted) *f->to = (abut_headline){c->group, c->label, c->unit, value, c->top};
}

bool abut_machine_headline(const abut_world *w, abut_machine machine, int index, abut_headline *out) {
    const world_machine *m = machine_at(w, machine, NULL);
    card_at f = {.wanted = index, .to = out};
    *out = (abut_headline){.value = (double)NAN};
    if (m) watch_cards(m->watch, find_card, &f);
    return index >= 0 && index < f.next;
}

/* ---- the whole ---- */
void watch_json(const world_machine *m, json *j) {
    const watch *o = m->watch;
    json_string(j, "type", m->type->type.name);
    if (!o) return;
    json_number(j, "instants", (double)o->states);
    if (o->rows) json_string(j, "of", "output rows");
    json_number(j, "from", o->states ? o->begin : (double)NAN);
    json_number(j, "to", o->states ? o->t_last : (double)NAN);
    if (o->states) put_statistics(o, j);
    if (o->table->report) o->table->report(o, o->self, j);
    json_begin(j, "headline", '[');
    watch_cards(o, put_card, j);
    json_end(j);
}

void watch_doubts(const watch *o, const watch_doubt_to *to) {
    if (o && o->table->doubts && watch_states(o)) o->table->doubts(o, o->self, to);
}
