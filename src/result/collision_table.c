/* Columns of contacts that come and go. */
#include "collision_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const column_info columns[] = {
    {"first", "1", 1, COLUMN_COUNT, NULL, "index of the surface in surfaces/names, of the first group"},
    {"second", "1", 1, COLUMN_COUNT, NULL, "index of the surface in surfaces/names, of the second group"},
    {"approach", "m", 1, COLUMN_REAL, NULL, "how deep the surfaces are in each other"},
    {"N", "N", 1, COLUMN_REAL, NULL, "normal force"},
    {"force", "N", 3, COLUMN_REAL, NULL, "whole force on the second body, world axes"},
    {"point", "m", 3, COLUMN_REAL, NULL, "contact point, world axes"},
    {"a", "m", 1, COLUMN_REAL, NULL, "major semi-axis of the contact ellipse"},
    {"p_max", "Pa", 1, COLUMN_REAL, NULL, "greatest pressure"},
    {"slip", "m/s", 1, COLUMN_REAL, NULL, "speed of sliding"},
    {0},
};

collision_table *collision_table_create(const abut_world *w, int id) {
    collision_table *t = calloc(1, sizeof *t);
    const char *name = abut_collide_name(w, (abut_collide){id});
    if (!t || !name) return t;
    t->of = (abut_collide){id};
    bool dots = strspn(name, ".") == strlen(name); /* a path of its own meaning */
    (void)snprintf(t->group, sizeof t->group, "collisions/%s%.220s", dots ? "_" : "", name);
    t->info = (table_info){.name = t->group, .columns = columns};
    return t;
}

void collision_table_free(collision_table *t) {
    if (!t) return;
    for (int i = 0; i < COLLISION_NUMBERS; i++) free(t->column[i]);
    free(t->now);
    free(t);
}

static bool make_room(collision_table *t, long contacts) {
    if (contacts <= t->room) return true;
    long room = contacts + contacts / 2 + 64;
    for (int i = 0; columns[i].name; i++) {
        double *more = realloc(t->column[i], (size_t)room * (size_t)columns[i].width * sizeof *more);
        if (!more) return false;
        t->column[i] = more;
    }
    t->room = room;
    return true;
}

static bool read_now(collision_table *t, const abut_world *w, int *count) {
    *count = abut_read_collide(w, t->of).touching;
    if (*count > t->now_room) {
        abut_collision *now = realloc(t->now, 2 * (size_t)*count * sizeof *now);
        if (!now) return false;
        t->now = now;
        t->now_room = 2 * *count;
    }
    if (*count > 0 &&
        abut_read_collisions(w, t->of, t->now, *count) < 0) /* it could be evaluated: only memory can lack */
        return false;
    return true;
}

static void put(const collision_table *t, long at, const abut_collision *c) {
    const double numbers[COLLISION_NUMBERS] = {
        c->first.id - 1,
        c->second.id - 1,
        c->approach,
        c->N,
        c->force.x,
        c->force.y,
        c->force.z,
        c->point.x,
        c->point.y,
        c->point.z,
        c->a,
        c->p_max,
        sqrt(c->slip.x * c->slip.x + c->slip.y * c->slip.y + c->slip.z * c->slip.z)};
    const double *from = numbers;
    for (int i = 0; columns[i].name; i++)
        for (int k = 0; k < columns[i].width; k++) t->column[i][at * columns[i].width + k] = *from++;
}

bool collision_table_add(collision_table *t, const abut_world *w) {
    int count;
    if (!read_now(t, w, &count) || !make_room(t, t->contacts + count)) return false;
    for (int i = 0; i < count; i++) put(t, t->contacts++, &t->now[i]);
    return true;
}

double collision_table_guess(const collision_table *t, const abut_world *w) {
    return 3.0 * abut_read_collide_stats(w, t->of)
                     .surfaces; /* equal balls at rest on each other have six neighbours, half of each */
}
