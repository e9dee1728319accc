/* Headline figures of all machines of a type together: the greatest or least of theirs and whose it is, or the sum. */
#include <math.h>

#include "machine.h"
#include "watch_inside.h"
#include "world/world.h"

static bool joins(const world_machine *m) {
    for (const watch_card *c = m->watch ? m->watch->table->cards : NULL; c && c->group; c++)
        if (c->join) return true;
    return false;
}

/* How many machines of the type of machine `first` there are; 0 if it is not the first of them. */
static int count_alike(const abut_world *w, int first) {
    int count = 0;
    for (int i = 1; i <= w->machines; i++)
        if (w->machine[i].type == w->machine[first].type) {
            if (i < first) return 0;
            count++;
        }
    return count;
}

static void put_joined(const abut_world *w, int first, const watch_card *c, json *j) {
    double value = (double)NAN;
    const char *whose = NULL;
    for (int i = first; i <= w->machines; i++) {
        const world_machine *m = &w->machine[i];
        double x = m->type == w->machine[first].type ? watch_card_value(m->watch, c) : (double)NAN;
        if (!isfinite(x)) continue;
        bool better = isnan(value) || (c->join == WATCH_MOST ? x > value : x < value);
        if (c->join == WATCH_SUM)
            value = isnan(value) ? x : value + x;
        else if (better)
            value = x, whose = m->name;
    }
    if (isnan(value)) return;
    json_begin(j, NULL, '{');
    watch_put_card(j, c, value);
    json_string(j, "machine", whose);
    json_end(j);
}

static void put_type(const abut_world *w, int first, json *j) {
    const machine_type *type = w->machine[first].type;
    json_begin(j, type->type.name, '{');
    json_begin(j, "machines", '[');
    for (int i = first; i <= w->machines; i++)
        if (w->machine[i].type == type) json_string(j, NULL, w->machine[i].name);
    json_end(j);
    json_begin(j, "headline", '[');
    for (const watch_card *c = w->machine[first].watch->table->cards; c->group; c++)
        if (c->join) put_joined(w, first, c, j);
    json_end(j);
    json_end(j);
}

void watch_types_json(const abut_world *w, json *j) {
    json_begin(j, "together", '{');
    for (int i = 1; i <= w->machines; i++)
        if (joins(&w->machine[i]) && count_alike(w, i) > 1) put_type(w, i, j);
    json_end(j);
}
