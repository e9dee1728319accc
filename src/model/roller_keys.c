/* The tables of keys of the machine `roller_bearing`. */
#include "roller_keys.h"

#include "keys_macros.h"

/* ---- parts ---- */
#define STRUCT profile_point_keys
static const key_info profile_point[] = {
    {"z", KEY_NUMBER, AT(z), .unit = "m", .required = true, .meaning = "from the middle of the roller"},
    {"drop", KEY_NUMBER, AT(drop), .unit = "m", .required = true, .meaning = "of the profile below the radius there"},
    {0},
};
const key_table keys_of_profile_point = {"point of a profile", profile_point, NULL};
#undef STRUCT

#define STRUCT profile_keys
static const key_info profile[] = {
    {"type", KEY_WORD, AT(type), .required = true, .of = "straight|crowned|logarithmic|table",
     .meaning = "how the profile drops towards the ends"},
    {"crown_radius", KEY_NUMBER, AT(crown_radius), .unit = "m", POSITIVE, .meaning = "crowned: radius of the profile"},
    {"design_force", KEY_NUMBER, AT(design_force), .unit = "N", POSITIVE,
     .meaning = "logarithmic: the load of a roller at which the pressure is uniform along it"},
    {"table", KEY_LIST, AT(table), .keys = &keys_of_profile_point,
     .meaning = "table: points in increasing order of z, joined by straight lines"},
    {0},
};
const key_table keys_of_profile = {"profile of rollers", profile, NULL};
#undef STRUCT

#define STRUCT rollers_keys
static const key_info rollers[] = {
    {"count", KEY_COUNT, AT(count), .low = 1, .high = 10000, .required = true, .meaning = "number of rollers"},
    {"diameter", KEY_NUMBER, AT(diameter), .unit = "m", POSITIVE, .required = true, .meaning = "of a roller"},
    {"length", KEY_NUMBER, AT(length), .unit = "m", POSITIVE, .required = true,
     .meaning = "of a roller, without its chamfers"},
    {"material", KEY_MATERIAL, AT(material), .keys = &keys_of_material, .preset = "that of the rings",
     .meaning = "of the rollers; without a density they weigh as steel"},
    {"profile", KEY_MAP, AT(profile), .keys = &keys_of_profile, .preset = "straight",
     .meaning = "of the rollers along their axis"},
    {0},
};
const key_table keys_of_rollers = {"rollers", rollers, NULL};
#undef STRUCT

#define STRUCT flanges_keys
static const key_info flanges[] = {
    {"play", KEY_NUMBER, AT(play), .unit = "m", NOT_BELOW_0, .preset = "0", .meaning = "of a roller between them"},
    {"stiffness", KEY_NUMBER, AT(stiffness), .unit = "N/m", POSITIVE, .preset = "10 MN/m",
     .meaning = "of the end of a roller against its flange"},
    {"damping", KEY_NUMBER, AT(damping), .unit = "s/m", POSITIVE, .preset = "1000 s/m",
     .meaning = "chi of the factor 1 + chi x' at the speed of penetration x'"},
    {0},
};
const key_table keys_of_flanges = {"flanges", flanges, NULL};
#undef STRUCT

#define STRUCT spacers_keys
static const key_info spacers[] = {
    {"stiffness", KEY_NUMBER, AT(stiffness), .unit = "N/m", POSITIVE, .required = true,
     .meaning = "of a spring between the middles of neighbouring rollers"},
    {"damping", KEY_NUMBER, AT(damping), .unit = "N s/m", NOT_BELOW_0, .preset = "0", .meaning = "of that spring"},
    {0},
};
const key_table keys_of_spacers = {"cage of a roller bearing", spacers, NULL};
#undef STRUCT

#define STRUCT misalignment_keys
static const key_info misalignment[] = {
    {"x", KEY_NUMBER, AT(x), .unit = "rad", .preset = "0", .meaning = "tilt of the inner ring's axis about x"},
    {"y", KEY_NUMBER, AT(y), .unit = "rad", .preset = "0", .meaning = "the same about y"},
    {0},
};
const key_table keys_of_misalignment = {"misalignment", misalignment, NULL};
#undef STRUCT

#define STRUCT laws_keys
static const key_info laws[] = {
    {"normal", KEY_CHOICE, AT(normal), .of = "normal/line",
     .preset = "line, 30 slices, damping hunt_crossley, chi 0.3 s/m",
     .meaning = "normal law of all contacts of rollers and rings"},
    {"friction", KEY_CHOICE, AT(friction), .of = "friction",
     .preset = "mixed with a lubricant, else coulomb, mu 0.1, v_s 1 mm/s", .meaning = "friction law of these contacts"},
    LUBRICATION(),
    {0},
};
const key_table keys_of_roller_laws = {"contact of a roller bearing", laws, NULL};
#undef STRUCT

/* ---- the bearing ---- */
#define STRUCT roller_bearing_keys
static const key_info roller_bearing[] = {
    {"name", KEY_NAME, AT(machine.name), .required = true,
     .meaning = "name of the bearing; its parts are named after it"},
    {"type", KEY_WORD, AT(machine.type), .required = true, .of = "roller_bearing", .meaning = "this type"},
    {"inner", KEY_REFERENCE, AT(inner), .required = true, .of = "body",
     .meaning = "the body the inner ring is fixed to"},
    {"outer", KEY_REFERENCE, AT(outer), .required = true, .of = "body",
     .meaning = "the body the outer ring is fixed to"},
    PLACE("centre of the bearing at the start; its axis is z", "the world"),
    {"rollers", KEY_MAP, AT(rollers), .keys = &keys_of_rollers, .required = true, .meaning = "the rollers"},
    {"pitch_diameter", KEY_NUMBER, AT(pitch_diameter), .unit = "m", POSITIVE, .required = true,
     .meaning = "of the circle of the rollers' axes"},
    {"clearance", KEY_NUMBER, AT(clearance), .unit = "m", .preset = "0", .meaning = "diametral; negative: preload"},
    {"misalignment", KEY_MAP, AT(misalignment), .keys = &keys_of_misalignment, .preset = "none",
     .meaning = "of the rings at the start: the outer ring sits askew on its body by the opposite angle"},
    {"material", KEY_MATERIAL, AT(material), .keys = &keys_of_material, .preset = "steel: 210 GPa, 0.3, 7850 kg/m^3",
     .meaning = "of the rings"},
    {"contact", KEY_MAP, AT(contact), .keys = &keys_of_roller_laws, .preset = "see its keys",
     .meaning = "laws of the contacts of rollers and rings"},
    {"first_roller_angle", KEY_NUMBER, AT(first_roller_angle), .unit = "rad", .preset = "0",
     .meaning = "of roller 1 from x of the bearing"},
    {"rating", KEY_MAP, AT(rating), .keys = &keys_of_rating, .preset = "not given",
     .meaning = "load ratings of the maker, for the life"},
    {"flanges", KEY_MAP, AT(flanges), .keys = &keys_of_flanges, .preset = "see its keys",
     .meaning = "flanges of the outer ring, which guide the rollers"},
    {"cage", KEY_MAP, AT(cage), .keys = &keys_of_spacers, .preset = "none",
     .meaning = "a cage, as springs that keep the rollers at their distances"},
    {"lubricant", KEY_MATERIAL, AT(lubricant), .keys = &keys_of_lubricant, .preset = "none: dry",
     .meaning = "of the contacts of rollers and rings: a name of the section lubricants, or a lubricant"},
    {0},
};
const key_table keys_of_roller_bearing = {"roller_bearing", roller_bearing, NULL};
