/* The keys of a cylindrical roller bearing. */
#include "keys/laws.h"
#include "machine/shared/bearing_keys.h"
#include "roller_bearing.h"

/* ---- the profile of rollers ---- */
#define STRUCT abut_profile
static const key_info point[] = {
    {"z", KEY_NUMBER, AT(table_y), .unit = "m", .required = true, .meaning = "from the middle of the roller"},
    {"drop", KEY_NUMBER, AT(table_drop), .unit = "m", .required = true,
     .meaning = "of the profile below the radius there"},
    {0},
};
static const key_table keys_of_point = {"point of a profile", point, NULL, true};

static const int kinds[] = {ABUT_PROFILE_UNIFORM, ABUT_PROFILE_CROWNED, ABUT_PROFILE_LOGARITHMIC, ABUT_PROFILE_TABLE};
static const key_info profile[] = {
    {"type", KEY_WORD, AT(kind), .required = true, .of = "straight|crowned|logarithmic|table", .values = kinds,
     .meaning = "how the profile drops towards the ends"},
    {"crown_radius", KEY_NUMBER, AT(radius), .unit = "m", POSITIVE, .required = true, .with = "type:crowned",
     .meaning = "crowned: radius of the profile"},
    {"design_force", KEY_NUMBER, AT(design_force), .unit = "N", POSITIVE, .required = true, .with = "type:logarithmic",
     .meaning = "logarithmic: the load of a roller at which the pressure is uniform along it"},
    {"table", KEY_LIST, ITEM_COLUMNS(count), .keys = &keys_of_point, .low = 2, .high = 10000, .of = "points",
     .required = true, .with = "type:table",
     .meaning = "table: points in increasing order of z, joined by straight lines"},
    {0},
};
static const key_table keys_of_profile = {"profile", profile, NULL, true};

/* ---- parts ---- */
#undef STRUCT
#define STRUCT abut_roller_bearing_def
#define HERE   .size = 1 /* the offsets of nested keys count from the definition itself */
static const key_info rollers[] = {
    {"count", KEY_COUNT, AT(rollers.count), .low = 1, .high = 10000, .required = true, .of = "rollers", .total = 10000,
     .meaning = "number of rollers"},
    {"diameter", KEY_NUMBER, AT(rollers.diameter), .unit = "m", POSITIVE, .required = true, .meaning = "of a roller"},
    {"length", KEY_NUMBER, AT(rollers.length), .unit = "m", POSITIVE, .required = true,
     .meaning = "of a roller, without its chamfers"},
    {"material", KEY_MATERIAL, AT(rollers.material), .of = "material", .preset = "that of the rings",
     .meaning = "of the rollers; without a density they weigh as steel"},
    {"profile", KEY_MAP, AT(rollers.profile), .keys = &keys_of_profile, .preset = "straight",
     .meaning = "of the rollers along their axis"},
    {0},
};
static const key_table keys_of_rollers = {"rollers", rollers, NULL, true};

static const key_info flanges[] = {
    {"play", KEY_NUMBER, AT(flanges.play), .unit = "m", NOT_BELOW_0, .preset = "0",
     .meaning = "of a roller between them"},
    {"stiffness", KEY_NUMBER, AT(flanges.stiffness), .unit = "N/m", POSITIVE, .preset = "10 MN/m",
     .meaning = "of the end of a roller against its flange"},
    {"damping", KEY_NUMBER, AT(flanges.damping), .unit = "s/m", POSITIVE, .preset = "1000 s/m",
     .meaning = "chi of the factor 1 + chi x' at the speed of penetration x'"},
    {0},
};
static const key_table keys_of_flanges = {"flanges", flanges, NULL, true};

static const key_info cage[] = {
    {"stiffness", KEY_NUMBER, AT(cage.stiffness), .unit = "N/m", POSITIVE, .required = true,
     .meaning = "of a spring between the middles of neighbouring rollers"},
    {"damping", KEY_NUMBER, AT(cage.damping), .unit = "N s/m", NOT_BELOW_0, .preset = "0", .meaning = "of that spring"},
    {0},
};
static const key_table keys_of_cage = {"cage of a roller bearing", cage, NULL, true};

static const key_info misalignment[] = {
    {"x", KEY_NUMBER, AT(misalignment[0]), .unit = "rad", .preset = "0",
     .meaning = "tilt of the inner ring's axis about x"},
    {"y", KEY_NUMBER, AT(misalignment[1]), .unit = "rad", .preset = "0", .meaning = "the same about y"},
    {0},
};
static const key_table keys_of_misalignment = {"misalignment", misalignment, NULL, true};

static const key_info laws[] = {
    {"normal", KEY_CHOICE, LAW_HERE, .of = "normal/line",
     .preset = "line, 30 slices, damping hunt_crossley, chi 0.3 s/m",
     .meaning = "normal law of all contacts of rollers and rings"},
    {"friction", KEY_CHOICE, LAW_HERE, .of = "friction",
     .preset = "mixed with a lubricant, else coulomb, mu 0.1, v_s 1 mm/s", .meaning = "friction law of these contacts"},
    LUBRICATION,
    {0},
};
static const key_table keys_of_laws = {"contact of a roller bearing", laws, NULL, true};

/* ---- the bearing ---- */
static const key_info bearing[] = {
    BEARING_RINGS,
    {"rollers", KEY_MAP, HERE, .keys = &keys_of_rollers, .required = true, .meaning = "the rollers"},
    {"pitch_diameter", KEY_NUMBER, AT(pitch_diameter), .unit = "m", POSITIVE, .required = true,
     .meaning = "of the circle of the rollers' axes"},
    {"clearance", KEY_NUMBER, AT(clearance), .unit = "m", .preset = "0", .meaning = "diametral; negative: preload"},
    CLEARANCE_CLASS(),
    BEARING_BOUNDARY,
    {"misalignment", KEY_MAP, HERE, .keys = &keys_of_misalignment, .preset = "none",
     .meaning = "of the rings at the start: the outer ring sits askew on its body by the opposite angle"},
    {"material", KEY_MATERIAL, AT(material), .of = "material", .preset = "steel: 210 GPa, 0.3, 7850 kg/m^3",
     .meaning = "of the rings"},
    {"contact", KEY_LAWS, AT(law), .keys = &keys_of_laws, .laws = roller_law, .preset = "see its keys",
     .meaning = "laws of the contacts of rollers and rings"},
    {"first_roller_angle", KEY_NUMBER, AT(first_roller_angle), .unit = "rad", .preset = "0",
     .meaning = "of roller 1 from x of the bearing"},
    BEARING_RATING,
    {"flanges", KEY_MAP, HERE, .keys = &keys_of_flanges, .preset = "see its keys",
     .meaning = "flanges of the outer ring, which guide the rollers"},
    {"cage", KEY_MAP, HERE, .keys = &keys_of_cage, .preset = "none",
     .meaning = "a cage, as springs that keep the rollers at their distances"},
    {"lubricant", KEY_MATERIAL, AT(law.lubricant), .of = "lubricant", .preset = "none: dry",
     .meaning = "of the contacts of rollers and rings: a name of the section lubricants, or a lubricant"},
    BEARING_SUPPLY,
    BEARING_DRAG,
    BEARING_MOUNTING,
    {0},
};
const key_table keys_of_roller_bearing = {"roller_bearing", bearing, NULL, true};

/* ---- an example ---- */
const char roller_bearing_example[] =
    "# mirror y: forces.load.force=[800, 600, 0]; bodies.shaft.drive.speed=-1500 rpm\n"
    "abut: 1\n"
    "bodies:\n"
    "  - {name: housing, fixed: true}\n"
    "  - {name: shaft, mass: 4 kg, inertia: [0.02, 0.02, 2e-3], drive: {speed: 1500 rpm}}\n"
    "machines:\n"
    "  - {name: it, type: roller_bearing, inner: shaft, outer: housing, rollers: {count: 14, diameter: 9 mm, length: "
    "13 mm},\n"
    "     pitch_diameter: 46.5 mm, clearance: -5 um, contact: {normal: {slices: 5}}, cage: {stiffness: 1e5, damping: "
    "5}}\n"
    "forces:\n"
    "  - {name: load, type: load, body: shaft, force: [800, -600, 0]}\n"
    "  - {name: line, type: bushing, between: [housing, shaft], stiffness: [0, 0, 1e7], damping: [0, 0, 1e3],\n"
    "     torsion: [1e6, 1e6, 0], torsion_damping: [50, 50, 0]}\n"
    "solver: {t_end: 20 ms, rtol: 1e-4}\n"
    "output: {every: 0.1 ms, from: 5 ms}\n";
