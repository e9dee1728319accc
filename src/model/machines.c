/* The section `machines`. A machine is read by the table of keys of its type into its definition. Its parts become objects of the
 * model: forces, joints and contacts name them like any other. */
#include "machines.h"

#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"

enum { MACHINE_NAME_MAX = 100 };

static const machine_type *type_of(reader *r, const node *n) {
    const node *given = node_get(n, "type");
    const char *name;
    if (!given) error_on(r, n, "'type' is missing in this machine");
    if (!given || !read_text(r, given, "type", &name)) return NULL;
    const abut_type *type = abut_registry_find(r->registry, "machine", name);
    if (!type) unknown_type(r, given, "machine", name, NULL);
    return (const machine_type *)type;
}

/* ---- names ---- */
static bool good_name(reader *r, const node *n) {
    const node *name = node_get(n, "name");
    if (!name || name->kind != NODE_SCALAR || strlen(name->text) <= MACHINE_NAME_MAX) return true;
    error_on(r, name, "name: of a machine at most %d bytes, since its parts are named after it", MACHINE_NAME_MAX);
    return false;
}

/* What the machine has added to the world, by name. */
static void enter_part(reader *r, name_table *names, const node *at, const char *name, int id) {
    object *o = arena_get(&r->memory, sizeof *o);
    *o = (object){.at = at, .id = id, .used = true};
    (void)names_add(names, name, o);
}

static void enter_parts(reader *r, const node *n, abut_machine machine) {
    const abut_world *w = r->world;
    const world_machine *m = machine_at(w, machine, NULL);
    for (int i = m->body; i < m->body + m->bodies; i++)
        enter_part(r, &r->bodies, n, abut_body_name(w, (abut_body){i}), i);
    for (int i = m->surface; i < m->surface + m->surfaces; i++)
        enter_part(r, &r->surfaces, n, machine_surface_name(w, i), i);
    for (int i = m->contact; i < m->contact + m->contacts; i++)
        enter_part(r, &r->contacts, n, abut_contact_name(w, (abut_contact){i}), i);
}

/* ---- how many parts ---- */
/* Adds up the counts below `n` that have a bound together; the key that goes beyond it is blamed. */
static bool count_below(reader *r, const node *n, const key_table *table, long *sum) {
    for (const key_info *k = table->keys; k->name; k++) {
        const node *given = n->kind == NODE_MAP ? node_get(n, k->name) : NULL;
        if (!given) continue;
        if (k->kind == KEY_MAP && k->keys && !count_below(r, given, k->keys, sum)) return false;
        if (!k->total || given->kind != NODE_SCALAR) continue;
        *sum += strtol(given->text, NULL, 10);
        if (*sum <= k->total) continue;
        error_on(r, given, "%s: the model has more than %ld %s", k->name, k->total, k->of);
        return false;
    }
    return true;
}

/* Before any of them is made: so many that a small file would fill the memory? */
bool count_parts(reader *r, const node *list) {
    long sum = 0;
    for (unsigned i = 0; list && list->kind == NODE_LIST && i < list->count; i++) {
        const node *n = list->items[i], *given = n->kind == NODE_MAP ? node_get(n, "type") : NULL;
        const abut_type *type =
            given && given->kind == NODE_SCALAR ? abut_registry_find(r->registry, "machine", given->text) : NULL;
        if (type && !count_below(r, n, ((const machine_type *)type)->keys, &sum)) return false;
    }
    return true;
}

/* The id of the machine, 0 after an error. */
static int add_machine(reader *r, const node *n, const machine_type *type) {
    void *def = arena_get(&r->memory, type->def_size);
    const key_table keys = {type->type.name, type->keys->keys, "machine", true};
    if (read_keys(r, n, &keys, NULL, def)) return 0;
    abut_machine machine = type->add(r->world, def);
    if (machine.id)
        enter_parts(r, n, machine);
    else
        world_refused(r, n);
    return machine.id;
}

void read_machine(reader *r, const node *n) {
    const machine_type *type = type_of(r, n);
    if (!type) return; /* which keys are right depends on it */
    const node *name = node_get(n, "name");
    object *o = enter(r, &r->machines, n, name && name->kind == NODE_SCALAR ? name->text : NULL, "machine");
    if (good_name(r, n)) o->id = add_machine(r, n, type);
}

/* ---- other laws for one contact ---- */
static const object *machine_of(const reader *r, const char *contact) {
    for (size_t i = 0; i < r->machines.count; i++) {
        const char *name = r->machines.entries[i].name;
        size_t length = strlen(name);
        if (!strncmp(contact, name, length) && contact[length] == '.') return r->machines.entries[i].value;
    }
    return NULL;
}

static void no_such_contact(reader *r, const node *n, const contact_keys *k) {
    char hint[80];
    const object *machine = k->name ? machine_of(r, k->name) : NULL;
    if (!machine)
        error_on(r, n, "'between' is missing in this contact (the two surfaces that meet)");
    else if (machine->id)
        error_on(r, node_get(n, "name"), "name: the machine has no contact '%.100s'%s", k->name,
                 nearest_of(r, &r->contacts, k->name, hint, sizeof hint));
}

void change_contact(reader *r, const node *n, const contact_keys *k) {
    int id = k->name ? abut_find_contact(r->world, k->name).id : 0, before = r->errors;
    const world_machine *m = machine_of_contact(r->world, id);
    if (!m) {
        no_such_contact(r, n, k);
        return;
    }
    const abut_law_def *made = m->type->law ? m->type->law(m->self, id - m->contact) : NULL;
    abut_law_def base = made ? *made : (abut_law_def){0}, def = {0};
    if (!read_laws(r, &k->laws, &base, &def) || r->errors != before) return;
    def.name = k->name;
    if (machine_change_contact(r->world, id, &def)) world_refused(r, n);
}
