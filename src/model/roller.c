/* The machine `roller_bearing` of the model file. Geometry that does not fit is found by the bearing itself. */
#include <string.h>

#include "machine/roller_bearing/roller_bearing.h"
#include "machines.h"
#include "roller_keys.h"

enum { ROLLERS_MAX = 10000, POINTS_MAX = 10000 }; /* of all machines of a model; of a profile */

/* ---- parts ---- */
static bool read_table(reader *r, const node *n, abut_profile *to) {
    if (n->kind != NODE_LIST || n->count < 2 || n->count > POINTS_MAX) {
        error_on(r, n, "table: expected a list of 2 to %d points", POINTS_MAX);
        return false;
    }
    double *z = arena_get(&r->memory, n->count * sizeof *z), *drop = arena_get(&r->memory, n->count * sizeof *drop);
    for (unsigned i = 0; i < n->count; i++) {
        profile_point_keys k = {0};
        if (!need_map(r, n->items[i], "point") || read_keys(r, n->items[i], &keys_of_profile_point, NULL, &k))
            return false;
        z[i] = k.z;
        drop[i] = k.drop;
    }
    to->count = n->count;
    to->table_y = z;
    to->table_drop = drop;
    return true;
}

/* Which key goes with which type of profile. */
static bool read_profile(reader *r, const node *n, abut_profile *to) {
    static const struct {
        const char *type, *key;
        abut_profile_kind kind;
    } types[] = {{"crowned", "crown_radius", ABUT_PROFILE_CROWNED},
                 {"logarithmic", "design_force", ABUT_PROFILE_LOGARITHMIC},
                 {"table", "table", ABUT_PROFILE_TABLE}};
    profile_keys k = {0};
    if (!n) return true;
    if (!need_map(r, n, "profile") || read_keys(r, n, &keys_of_profile, NULL, &k)) return false;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const node *given = node_get(n, types[i].key);
        bool own = !strcmp(k.type, types[i].type);
        if (own) to->kind = types[i].kind;
        if (own == (given != NULL)) continue;
        error_on(r, given ? given : n, given ? "%s: goes with type %s" : "'%s' is missing in this profile of type %s",
                 types[i].key, types[i].type);
        return false;
    }
    to->radius = k.crown_radius;
    to->design_force = k.design_force;
    return !k.table || read_table(r, k.table, to);
}

static bool read_rollers(reader *r, const node *n, abut_roller_bearing_def *def) {
    rollers_keys k = {0};
    if (!need_map(r, n, "rollers") || read_keys(r, n, &keys_of_rollers, NULL, &k)) return false;
    def->rollers.count = k.count;
    def->rollers.diameter = k.diameter;
    def->rollers.length = k.length;
    r->balls += k.count;
    if (r->balls > ROLLERS_MAX) {
        error_on(r, node_get(n, "count"), "count: the model has more than %d rolling elements", ROLLERS_MAX);
        return false;
    }
    bool good = read_profile(r, k.profile, &def->rollers.profile);
    return (!k.material || refer_material(r, k.material, "material", &def->rollers.material)) && good;
}

static bool read_rest(reader *r, const roller_bearing_keys *k, abut_roller_bearing_def *def) {
    rating_keys rating = {0};
    flanges_keys flanges = {0};
    spacers_keys cage = {0};
    misalignment_keys tilt = {0};
    const struct {
        const node *n;
        const char *what;
        const key_table *keys;
        void *to;
    } parts[] = {{k->rating, "rating", &keys_of_rating, &rating},
                 {k->flanges, "flanges", &keys_of_flanges, &flanges},
                 {k->cage, "cage", &keys_of_spacers, &cage},
                 {k->misalignment, "misalignment", &keys_of_misalignment, &tilt}};
    bool good = true;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].n &&
            (!need_map(r, parts[i].n, parts[i].what) || read_keys(r, parts[i].n, parts[i].keys, NULL, parts[i].to)))
            good = false;
    def->rating.C = rating.C;
    def->rating.C0 = rating.C0;
    def->rating.Cu = rating.Cu;
    def->rating.e_C = rating.e_C;
    def->flanges.play = flanges.play;
    def->flanges.stiffness = flanges.stiffness;
    def->flanges.damping = flanges.damping;
    def->cage.stiffness = cage.stiffness;
    def->cage.damping = cage.damping;
    def->misalignment[0] = tilt.x;
    def->misalignment[1] = tilt.y;
    return good;
}

/* ---- the bearing ---- */
abut_machine read_roller_bearing(reader *r, const node *n) {
    const abut_machine none = {0};
    roller_bearing_keys k = {0};
    abut_roller_bearing_def def = {0};
    int before = r->errors, inner = -1, outer = -1;
    (void)read_keys(r, n, &keys_of_roller_bearing, NULL, &k);
    if (k.inner) inner = refer_body(r, k.inner, "inner");
    if (k.outer) outer = refer_body(r, k.outer, "outer");
    bool made = !k.material || refer_material(r, k.material, "material", &def.material);
    if (k.rollers) made = read_rollers(r, k.rollers, &def) && made;
    made = read_rest(r, &k, &def) && made;
    const abut_law_def base = roller_law(k.lubricant || (k.contact && node_get(k.contact, "lubricant")));
    made = read_machine_laws(r, k.contact, &keys_of_roller_laws, k.lubricant, &base, &def.law) && made;
    if (r->errors != before || !made || inner < 0 || outer < 0) return none;
    def.name = k.machine.name;
    def.inner.id = inner;
    def.outer.id = outer;
    def.place = (abut_pose){k.position, k.orientation};
    def.pitch_diameter = k.pitch_diameter;
    def.clearance = k.clearance;
    def.first_roller_angle = k.first_roller_angle;
    abut_machine machine = abut_add_roller_bearing(r->world, &def);
    if (!machine.id) world_refused(r, n);
    return machine;
}
