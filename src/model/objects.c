/* Materials, bodies and surfaces. */
#include <stdio.h>
#include <string.h>

#include "sections.h"

/* ---- names ---- */
object *enter(reader *r, name_table *names, const node *at, const char *name, const char *sort) {
    object *o = arena_get(&r->memory, sizeof *o);
    o->at = at;
    if (!name) return o;
    const object *first = names_add(names, name, o);
    if (!first) return o;
    const node *key = node_get(at, "name");
    error_on(r, key ? key : at, "name: there is a %s '%.60s' already, in line %d", sort, name, first->at->at.line);
    return o;
}

const object *refer(reader *r, const name_table *names, const node *n, const char *what, const char *sort) {
    const char *name;
    char hint[80];
    if (!read_text(r, n, what, &name)) return NULL;
    const object *o = names_find(names, name);
    if (!o)
        error_on(r, n, "%s: there is no %s '%.60s'%s", what, sort, name, nearest_of(r, names, name, hint, sizeof hint));
    return o;
}

static bool is_world(const char *name) { return !strcmp(name, "world") || !strcmp(name, "ground"); }

int refer_body(reader *r, const node *n, const char *what) {
    if (n->kind == NODE_MAP) return refer_station(r, n, what);
    if (n->kind == NODE_SCALAR && is_world(n->text) && !names_find(&r->bodies, n->text)) return 0;
    const object *o = refer(r, &r->bodies, n, what, "body");
    return o && o->id ? o->id : -1;
}

/* ---- materials ---- */
static bool material_of(reader *r, const node *n, const char *what, abut_material *out) {
    material_keys k = {.nu = 0.3};
    if (!need_map(r, n, what) || read_keys(r, n, &keys_of_material, NULL, &k)) return false;
    if (!k.rigid && !node_get(n, "E")) {
        error_on(r, n, "'E' is missing in this material (Young's modulus), or 'rigid: true'");
        return false;
    }
    *out = (abut_material){k.E, k.nu, k.density, k.rigid, k.expansion, k.yield};
    return true;
}

static void read_material(reader *r, const node *key, const node *n) {
    object *o = arena_get(&r->memory, sizeof *o);
    o->at = n;
    (void)names_add(&r->materials, key->text, o);
    o->id = material_of(r, n, key->text, &o->material);
}

bool refer_material(reader *r, const node *n, const char *what, abut_material *out) {
    if (n->kind == NODE_MAP) return material_of(r, n, what, out);
    const object *o = refer(r, &r->materials, n, what, "material");
    if (!o || !o->id) return false;
    *out = o->material;
    return true;
}

void read_materials(reader *r, const node *section) {
    if (!need_map(r, section, "materials")) return;
    for (unsigned i = 0; i < section->count; i++) read_material(r, section->pairs[i].key, section->pairs[i].value);
}

/* ---- bodies ---- */
void read_body(reader *r, const node *n) {
    if (is_shaft(n)) {
        read_shaft(r, n);
        return;
    }
    body_keys k = {0};
    abut_body_def def = {0};
    int before = r->errors;
    (void)read_keys(r, n, &keys_of_body, NULL, &k);
    object *o = enter(r, &r->bodies, n, k.name, "body");
    if (k.drive) read_drive(r, k.drive, &keys_of_body_drive, &def.drive);
    if (r->errors != before) return;
    def.name = k.name;
    def.fixed = k.fixed;
    def.mass = k.mass;
    memcpy(def.inertia, k.inertia, sizeof def.inertia);
    def.start.r = k.position;
    def.start.q = k.orientation;
    def.start.v = k.velocity;
    def.start.w = k.angular_velocity;
    o->id = abut_add_body(r->world, &def).id;
    if (!o->id) world_refused(r, n);
}

/* ---- surfaces ---- */
void read_surface(reader *r, const node *n) {
    surface_keys k = {0};
    abut_surface_def def = {0};
    int before = r->errors, body = -1;
    (void)read_keys(r, n, &keys_of_surface, NULL, &k);
    object *o = enter(r, &r->surfaces, n, k.name, "surface");
    if (k.body) body = refer_body(r, k.body, "body");
    if (k.shape) (void)read_choice(r, k.shape, "shape", "surface", NULL, &def.shape);
    bool made = !k.material || refer_material(r, k.material, "material", &def.material);
    if (r->errors != before || body < 0 || !made) return;
    def.name = k.name;
    def.place = (abut_pose){k.position, k.orientation};
    o->id = abut_add_surface(r->world, (abut_body){body}, &def).id;
    if (!o->id) world_refused(r, n);
}
