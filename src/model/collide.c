/* Groups of surfaces, by names or patterns, and which of them may touch each other. */
#include <fnmatch.h>
#include <string.h>

#include "machines.h"
#include "sections.h"

/* ---- groups ---- */
static bool is_pattern(const char *text) { return strpbrk(text, "*?[") != NULL; }

/* Marks the surfaces that an entry names; false: there are none. */
static bool mark(reader *r, const char *text, bool *in) {
    if (!is_pattern(text)) {
        object *o = names_find(&r->surfaces, text);
        if (o) o->used = true, in[o->id] = true;
        return o;
    }
    bool any = false;
    for (size_t i = 0; i < r->surfaces.count; i++) {
        object *o = r->surfaces.entries[i].value;
        if (fnmatch(text, r->surfaces.entries[i].name, 0) != 0) continue;
        o->used = in[o->id] = any = true;
    }
    return any;
}

static void read_entry(reader *r, const node *n, const char *group, bool *in) {
    const char *text;
    char hint[80];
    if (!read_text(r, n, group, &text) || mark(r, text, in)) return;
    if (is_pattern(text))
        error_on(r, n, "%.60s: no surface is called like '%.60s'", group, text);
    else
        error_on(r, n, "%.60s: there is no surface '%.60s'%s", group, text,
                 nearest_of(r, &r->surfaces, text, hint, sizeof hint));
}

static void read_group(reader *r, const node *key, const node *n) {
    object *o = arena_get(&r->memory, sizeof *o);
    o->at = key;
    (void)names_add(&r->groups, key->text, o);
    bool *in = arena_get(&r->memory, (size_t)abut_surface_count(r->world) + 1);
    bool list = n->kind == NODE_LIST;
    int before = r->errors;
    if (list && !n->count)
        error_on(r, n, "%.60s: the group is empty: name surfaces or patterns such as 'ball*'", key->text);
    for (unsigned i = 0; list && i < n->count; i++) read_entry(r, n->items[i], key->text, in);
    if (!list) read_entry(r, n, key->text, in);
    o->members = arena_get(&r->memory, ((size_t)abut_surface_count(r->world) + 1) * sizeof *o->members);
    for (int id = 1; id <= abut_surface_count(r->world); id++) /* [0]: those that were refused */
        if (in[id]) o->members[o->member_count++] = (abut_surface){id};
    o->id = r->errors == before;
}

void read_groups(reader *r, const node *section) {
    if (!need_map(r, section, "groups")) return;
    for (unsigned i = 0; i < section->count && !r->more_errors; i++)
        read_group(r, section->pairs[i].key, section->pairs[i].value);
}

/* ---- collide ---- */
/* The group that a text names; a surface may stand for the group of it alone. */
static const object *refer_group(reader *r, const node *n) {
    const char *name;
    if (!read_text(r, n, "between", &name)) return NULL;
    object *group = names_find(&r->groups, name), *surface = group ? NULL : names_find(&r->surfaces, name);
    if (!surface) return group ? group : refer(r, &r->groups, n, "between", "group");
    surface->used = true;
    object *alone = arena_get(&r->memory, sizeof *alone);
    alone->members = arena_get(&r->memory, sizeof *alone->members);
    alone->members[0].id = surface->id;
    alone->member_count = surface->id != 0;
    alone->id = 1;
    return alone;
}

void read_collide(reader *r, const node *n) {
    contact_keys k = {0};
    abut_law_def law = {0};
    const abut_law_def none = {0};
    const object *group[2] = {0};
    int before = r->errors;
    (void)read_keys(r, n, &keys_of_collide, NULL, &k);
    object *o = enter(r, &r->collides, n, k.name, "collide");
    if (k.between && need_pair(r, k.between))
        for (int i = 0; i < 2; i++) group[i] = refer_group(r, k.between->items[i]);
    bool laws = read_laws(r, &k.laws, &none, &law);
    if (r->errors != before || !laws || !group[0] || !group[1]) return;
    if (!group[0]->id || !group[1]->id) return; /* what is wrong with them has been said */
    law.name = k.name;
    abut_collide_def def = {k.name, group[0]->members, NULL, group[0]->member_count, 0, &law};
    if (group[0] != group[1]) def.second = group[1]->members, def.second_count = group[1]->member_count;
    o->id = abut_add_collide(r->world, &def).id;
    if (!o->id) world_refused(r, n);
}
