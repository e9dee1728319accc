/* Elastic shafts: entries of the section `bodies` of type shaft, and their stations, which stand where a body is named. */
#include <stdio.h>
#include <string.h>

#include "definition.h"
#include "keys_macros.h"

#define STRUCT abut_shaft_segment
static const key_info segment[] = {
    {"length", KEY_NUMBER, AT(length), .unit = "m", POSITIVE, .required = true, .meaning = "length along the axis"},
    {"outer", KEY_NUMBER, AT(outer), .unit = "m", POSITIVE, .required = true,
     .meaning = "outer diameter, at its start"},
    {"inner", KEY_NUMBER, AT(inner), .unit = "m", NOT_BELOW_0, .preset = "0",
     .meaning = "diameter of its bore, at its start; 0: solid"},
    {"outer_end", KEY_NUMBER, AT(outer_end), .unit = "m", POSITIVE, .preset = "outer",
     .meaning = "outer diameter at its end: a cone"},
    {"inner_end", KEY_NUMBER, AT(inner_end), .unit = "m", POSITIVE, .preset = "inner",
     .meaning = "of the bore at its end"},
    {0},
};
static const key_table keys_of_segment = {"segment", segment, NULL, true};
#undef STRUCT

#define STRUCT abut_shaft_disc
static const key_info disc[] = {
    {"at", KEY_NUMBER, AT(at), .unit = "m", NOT_BELOW_0, .required = true, .meaning = "from the start of the shaft"},
    {"mass", KEY_NUMBER, AT(mass), .unit = "kg", NOT_BELOW_0, .required = true, .meaning = "mass"},
    {"Id", KEY_NUMBER, AT(diametral), .unit = "kg m^2", NOT_BELOW_0, .preset = "0",
     .meaning = "moment of inertia about a diameter"},
    {"Ip", KEY_NUMBER, AT(polar), .unit = "kg m^2", NOT_BELOW_0, .preset = "0",
     .meaning = "about the axis, at most 2 Id"},
    {0},
};
static const key_table keys_of_disc = {"disc", disc, NULL, true};
#undef STRUCT

#define STRUCT abut_shaft_station
static const key_info station[] = {
    {"name", KEY_NAME, AT(name), .required = true,
     .meaning = "name of the place; as a body it is SHAFT.NAME or {body: SHAFT, station: NAME}"},
    {"at", KEY_NUMBER, AT(at), .unit = "m", NOT_BELOW_0, .required = true, .meaning = "from the start of the shaft"},
    {0},
};
static const key_table keys_of_station = {"station", station, NULL, true};
#undef STRUCT

enum { MOST_ITEMS = 1000 };

#define STRUCT abut_shaft_def
static const key_info shaft[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the shaft"},
    {"type", KEY_WORD, .required = true, .of = "shaft", .meaning = "shaft: Timoshenko's beam along z"},
    {"material", KEY_MATERIAL, AT(material), .of = "material", .required = true, .meaning = "with a density"},
    {"segments", KEY_LIST, ITEMS_AWAY(segment, segments), .of = "segments", .low = 1, .high = MOST_ITEMS,
     .required = true, .keys = &keys_of_segment, .meaning = "cylinders and cones one after the other, from its start"},
    {"elements", KEY_COUNT, AT(elements), .low = 1, .high = 2000, .preset = "16",
     .meaning =
         "distances between neighbouring bodies of the chain; at least two between two places where something is"},
    {"discs", KEY_LIST, ITEMS_AWAY(disc, discs), .of = "discs", .low = 0, .high = MOST_ITEMS, .preset = "none",
     .keys = &keys_of_disc, .meaning = "rigid discs on the shaft"},
    {"stations", KEY_LIST, ITEMS_AWAY(station, stations), .of = "stations", .low = 0, .high = MOST_ITEMS,
     .preset = "none", .keys = &keys_of_station, .meaning = "places that carry bearings, forces, contacts, joints"},
    {"damping", KEY_NUMBER, AT(damping), .unit = "s", NOT_BELOW_0, .preset = "0",
     .meaning = "of the material: stress of strain + damping times strain rate; it turns with the shaft"},
    {"position", KEY_VECTOR, AT(place.r), .unit = "m", .preset = "[0, 0, 0]", .meaning = "its start, in the world"},
    {"orientation", KEY_ORIENTATION, AT(place.q), .preset = "not turned", .meaning = "its axis is z of this"},
    {"velocity", KEY_VECTOR, AT(velocity), .unit = "m/s", .preset = "[0, 0, 0]",
     .meaning = "of its start, in the world"},
    {"angular_velocity", KEY_VECTOR, AT(angular_velocity), .unit = "rad/s", .preset = "[0, 0, 0]",
     .meaning = "in axes of the shaft"},
    {"drive", KEY_DRIVE, AT(drive), .keys = &keys_of_body_drive,
     .meaning = "prescribed rotation about its axis, at its start"},
    {0},
};
const key_table keys_of_shaft = {"shaft", shaft, NULL, true};
#undef STRUCT

bool is_shaft(const node *n) {
    const node *type = node_get(n, "type");
    return type && type->kind == NODE_SCALAR && !strcmp(type->text, "shaft");
}

static void enter_stations(reader *r, const node *n, const abut_shaft_def *def) {
    for (int i = 0; i < def->stations; i++) {
        char name[300];
        (void)snprintf(name, sizeof name, "%s.%s", def->name, def->station[i].name);
        const char *kept = arena_copy(&r->memory, name, strlen(name));
        object *o = enter(r, &r->bodies, n, kept, "body");
        o->id = abut_find_body(r->world, name).id;
    }
}

void read_shaft(reader *r, const node *n) {
    abut_shaft_def def = {0};
    int before = r->errors, lost = r->lost;
    const node *drive = node_get(n, "drive");
    (void)read_keys(r, n, &keys_of_shaft, NULL, &def);
    def.drive = (abut_drive_def){0};
    if (drive) read_drive(r, drive, &keys_of_body_drive, &def.drive);
    if (r->errors != before || r->lost != lost) return;
    if (!abut_add_shaft(r->world, &def).id)
        world_refused(r, n);
    else
        enter_stations(r, n, &def);
}

int refer_station(reader *r, const node *n, const char *what) {
    const node *body = node_get(n, "body"), *at = node_get(n, "station");
    const char *shaft_name, *name;
    char whole[300], hint[80];
    if (!body || !at || n->count != 2) {
        error_on(r, n, "%s: expected a body, or {body: SHAFT, station: NAME}", what);
        return -1;
    }
    if (!read_text(r, body, "body", &shaft_name) || !read_text(r, at, "station", &name)) return -1;
    (void)snprintf(whole, sizeof whole, "%.120s.%.120s", shaft_name, name);
    const object *o = names_find(&r->bodies, whole);
    if (!o)
        error_on(r, at, "%s: there is no station '%.60s' on a shaft '%.60s'%s", what, name, shaft_name,
                 nearest_of(r, &r->bodies, whole, hint, sizeof hint));
    return o && o->id ? o->id : -1;
}
