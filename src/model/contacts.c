/* Contacts: two surfaces, or points and a plane. Several points make one contact each, `name.point`. */
#include <stdio.h>
#include <string.h>

#include "machine/machine.h"
#include "machines.h"
#include "registry/registry.h"

enum { POINTS_MAX = 10000 };

/* ---- what `between` names ---- */
typedef struct side {
    int surface; /* id, 0: none */
    object **point;
    int points, room;
} side;

static void add_point(reader *r, side *s, object *o) {
    if (s->points == s->room) {
        int room = 2 * s->room + 8;
        object **larger = arena_get(&r->memory, (size_t)room * sizeof *larger);
        if (s->points) memcpy(larger, s->point, (size_t)s->points * sizeof *larger);
        s->point = larger;
        s->room = room;
    }
    s->point[s->points++] = o;
}

static void add_points(reader *r, const node *n, object *o, side *s) {
    const model_point *p = o->point;
    if (s->points + (p->members ? p->member_count : 1) > POINTS_MAX) {
        error_on(r, n, "between: more than %d points", POINTS_MAX);
        return;
    }
    if (!p->members) add_point(r, s, o);
    for (int i = 0; p->members && i < p->member_count; i++) add_point(r, s, p->members[i]);
}

static void nothing_called(reader *r, const node *n) {
    nearest_word best = {0};
    char hint[80];
    const name_table *tables[] = {&r->surfaces, &r->points};
    for (int i = 0; i < 2; i++)
        for (size_t j = 0; j < tables[i]->count && r->comparisons > 0; j++, r->comparisons--)
            nearest_offer(&best, n->text, tables[i]->entries[j].name);
    error_on(r, n, "between: there is no surface or point '%.60s'%s", n->text, nearest_hint(&best, hint, sizeof hint));
}

/* A surface, a point, a group of points or a list of the latter two. */
static void read_side(reader *r, const node *n, bool in_list, side *out) {
    const char *name;
    if (n->kind == NODE_LIST && !in_list) {
        if (n->count == 0) error_on(r, n, "between: the list of points is empty");
        for (unsigned i = 0; i < n->count; i++) read_side(r, n->items[i], true, out);
        return;
    }
    if (!read_text(r, n, "between", &name)) return;
    object *surface = names_find(&r->surfaces, name);
    object *point = names_find(&r->points, name);
    if (surface && in_list)
        error_on(r, n, "between: '%.60s' is a surface: a list holds points only", name);
    else if (surface)
        surface->used = true, out->surface = surface->id;
    else if (point && point->id)
        add_points(r, n, point, out);
    else if (!point)
        nothing_called(r, n);
}

/* ---- adding ---- */
static bool add_contact(reader *r, const node *n, const int surface[2], abut_law_def *law, object *o) {
    o->id = abut_add_contact(r->world, (abut_surface){surface[0]}, (abut_surface){surface[1]}, law).id;
    if (!o->id) world_refused(r, n);
    return o->id != 0;
}

/* One contact for each point on the plane of the other side. */
static void add_point_contacts(reader *r, const node *n, const contact_keys *k, const side s[2], abut_law_def *law,
                               object *all) {
    int with = s[0].points ? 0 : 1;
    bool good = true;
    for (int i = 0; good && i < s[with].points; i++) {
        object *point = s[with].point[i], *o = all;
        int surface[2];
        surface[with] = surface_of_point(r, point);
        surface[!with] = s[!with].surface;
        if (!surface[with]) return;
        if (s[with].points > 1) {
            char name[2 * NAME_BYTES_MAX + 32];
            int length = snprintf(name, sizeof name, "%s.%s", k->name, point->point->name);
            law->name = arena_copy(&r->memory, name, (size_t)length);
            int before = r->errors;
            o = enter(r, &r->contacts, n, law->name, "contact");
            if (r->errors != before) return;
        }
        good = add_contact(r, n, surface, law, o);
    }
}

static bool sides_fit(reader *r, const node *between, const side s[2]) {
    if (s[0].points && s[1].points) {
        error_on(r, between, "between: points touch planes, not points");
        return false;
    }
    return (s[0].points || s[0].surface) && (s[1].points || s[1].surface);
}

static bool is_roller(const reader *r, const side s[2]) {
    return machine_surface_rolls(r->world, s[0].surface) || machine_surface_rolls(r->world, s[1].surface);
}

void read_contact(reader *r, const node *n) {
    contact_keys k = {0};
    abut_law_def def = {0};
    side s[2] = {{0}};
    int before = r->errors;
    (void)read_keys(r, n, &keys_of_contact, NULL, &k);
    if (!k.between) {
        change_contact(r, n, &k);
        return;
    }
    object *o = enter(r, &r->contacts, n, k.name, "contact");
    if (need_pair(r, k.between))
        for (int i = 0; i < 2; i++) read_side(r, k.between->items[i], false, &s[i]);
    const abut_type *line = registry_role(r->registry, "normal", ABUT_USUAL_LINE);
    const abut_law_def base = {.normal.type = line && is_roller(r, s) ? line->name : NULL};
    bool laws = read_laws(r, &k.laws, &base, &def);
    if (r->errors != before || !laws || !sides_fit(r, k.between, s)) return;
    def.name = k.name;
    if (s[0].points || s[1].points) {
        add_point_contacts(r, n, &k, s, &def, o);
        return;
    }
    const int surface[2] = {s[0].surface, s[1].surface};
    (void)add_contact(r, n, surface, &def, o);
}
