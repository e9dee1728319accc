/* The keys of a ball bearing. */
#include "ball_bearing.h"
#include "keys/laws.h"
#include "machine/shared/bearing_keys.h"

#define STRUCT abut_ball_bearing_def
#define HERE   .size = 1 /* the offsets of nested keys count from the definition itself */

/* ---- parts ---- */
static const key_info balls[] = {
    {"count", KEY_COUNT, AT(balls.count), .low = 1, .high = 10000, .required = true, .of = "balls", .total = 100000,
     .meaning = "number of balls"},
    {"diameter", KEY_NUMBER, AT(balls.diameter), .unit = "m", POSITIVE, .required = true, .meaning = "of a ball"},
    {"material", KEY_MATERIAL, AT(balls.material), .of = "material", .preset = "that of the rings",
     .meaning = "of the balls; without a density they weigh as steel"},
    {0},
};
static const key_table keys_of_balls = {"balls", balls, NULL, true};

static const key_info conformity[] = {
    {"inner", KEY_NUMBER, AT(inner_race.conformity), .unit = "1", .low = 0.5, .high = 10, .open = OPEN_ENDS,
     .preset = "0.52", .meaning = "of the inner ring; above 0.5, so that the groove is wider than the ball"},
    {"outer", KEY_NUMBER, AT(outer_race.conformity), .unit = "1", .low = 0.5, .high = 10, .open = OPEN_ENDS,
     .preset = "0.52", .meaning = "of the outer ring; above 0.5"},
    {0},
};
static const key_table keys_of_conformity = {"conformity", conformity, NULL, true};

static const key_info shoulder[] = {
    {"inner", KEY_NUMBER, AT(inner_race.shoulder), .unit = "m", POSITIVE, .preset = "not looked at",
     .meaning = "diameter of the shoulder of the inner ring"},
    {"outer", KEY_NUMBER, AT(outer_race.shoulder), .unit = "m", POSITIVE, .preset = "not looked at",
     .meaning = "diameter of the shoulder of the outer ring"},
    {0},
};
static const key_table keys_of_shoulder = {"shoulder", shoulder, NULL, true};

static const key_info laws[] = {
    {"normal", KEY_CHOICE, LAW_HERE, .of = "normal", .preset = "hertz, damping hunt_crossley, chi 0.3 s/m",
     .meaning = "normal law of all contacts of balls and rings"},
    {"friction", KEY_CHOICE, LAW_HERE, .of = "friction",
     .preset = "coulomb, mu 0.1, v_s 1 mm/s, patch ellipse; with a lubricant mixed, patch ellipse",
     .meaning = "friction law of these contacts"},
    {"track", KEY_CHOICE, LAW_HERE, .of = "track", .preset = "reduced",
     .meaning = "how their opposing points are found"},
    LUBRICATION,
    {0},
};
static const key_table keys_of_laws = {"contact of a bearing", laws, NULL, true};

static const key_info cage[] = {
    {"mass", KEY_NUMBER, AT(cage.mass), .unit = "kg", POSITIVE, .required = true, .meaning = "of the cage"},
    {"pocket_clearance", KEY_NUMBER, AT(cage.pocket_clearance), .unit = "m", POSITIVE, .preset = "1.5 % of the ball",
     .meaning = "pocket diameter less ball diameter"},
    {"guide", KEY_WORD, AT(cage.guide), .of = "ball|inner|outer", .preset = "ball",
     .meaning = "what centres the cage: the balls, or a land of a ring"},
    {"guide_clearance", KEY_NUMBER, AT(cage.guide_clearance), .unit = "m", POSITIVE,
     .preset = "half of pocket_clearance", .meaning = "diametral, between cage and land"},
    {"mu", KEY_NUMBER, AT(cage.mu), .unit = "1", NOT_BELOW_0, .preset = "0",
     .meaning = "friction in pockets and on the land"},
    {"material", KEY_MATERIAL, AT(cage.material), .of = "material", .preset = "polyamide: 5 GPa, 0.36",
     .meaning = "of the cage"},
    {0},
};
static const key_table keys_of_cage = {"cage", cage, NULL, true};

/* ---- faults of the raceways ---- */
#undef STRUCT
#define STRUCT abut_wave
static const key_info wave[] = {
    {"order", KEY_NUMBER, AT(order), .unit = "1", .low = 1, .high = 1e5, .required = true,
     .meaning = "waves on the circumference, a whole number"},
    {"amplitude", KEY_NUMBER, AT(amplitude), .unit = "m", .required = true,
     .meaning = "the groove lies deeper by amplitude cos(order angle + phase)"},
    {"phase", KEY_NUMBER, AT(phase), .unit = "rad", .preset = "0", .meaning = "see amplitude"},
    {0},
};
static const key_table keys_of_wave = {"wave", wave, NULL, true};

#undef STRUCT
#define STRUCT abut_raceway
static const key_info spall[] = {
    {"depth", KEY_NUMBER, AT(spall.depth), .unit = "m", POSITIVE, .required = true, .meaning = "below the raceway"},
    {"width", KEY_NUMBER, AT(spall.width), .unit = "m", POSITIVE, .required = true, .meaning = "along the raceway"},
    {"angle", KEY_NUMBER, AT(spall.angle), .unit = "rad", .preset = "0",
     .meaning = "of its middle on the ring, from x of the bearing"},
    {0},
};
static const key_table keys_of_spall = {"spall", spall, NULL, true};

#undef STRUCT
#define STRUCT abut_ball_bearing_def
static const key_info waviness[] = {
    {"inner", KEY_LIST, ITEMS_HERE(inner_race.wave, inner_race.waves), .keys = &keys_of_wave, .high = ABUT_MAX_WAVES,
     .of = "waves", .meaning = "waves of the inner raceway, at most 8"},
    {"outer", KEY_LIST, ITEMS_HERE(outer_race.wave, outer_race.waves), .keys = &keys_of_wave, .high = ABUT_MAX_WAVES,
     .of = "waves", .meaning = "waves of the outer raceway, at most 8"},
    {0},
};
static const key_table keys_of_waviness = {"waviness", waviness, NULL, true};

static const key_info spalls[] = {
    {"inner", KEY_MAP, AT(inner_race), .keys = &keys_of_spall, .meaning = "a pit in the inner raceway"},
    {"outer", KEY_MAP, AT(outer_race), .keys = &keys_of_spall, .meaning = "a pit in the outer raceway"},
    {0},
};
static const key_table keys_of_spalls = {"spalls", spalls, NULL, true};

/* ---- pairs ---- */
static const key_info pair[] = {
    {"with", KEY_TEXT, AT(pair.with), .required = true, .meaning = "the other ball bearing, by its name"},
    {"arrangement", KEY_WORD, AT(pair.arrangement), .of = "back_to_back|face_to_face|tandem", .required = true,
     .meaning = "pressure lines that part along the axis (O), that meet (X), or that run side by side"},
    {"preload", KEY_NUMBER, AT(pair.preload), .unit = "N", NOT_BELOW_0, .preset = "0", .instead = "offset",
     .meaning = "axial force between the two sides at rest, without other loads"},
    {"offset", KEY_NUMBER, AT(pair.offset), .unit = "m", .preset = "that of the preload",
     .meaning =
         "by which both sides are pressed in together, negative: play; in a tandem how much further this bearing is"},
    {0},
};
static const key_table keys_of_pair = {"pair", pair, NULL, true};

/* ---- the bearing ---- */
static const int thrusts[] = {1, -1, 0};

static const key_info bearing[] = {
    BEARING_RINGS,
    {"balls", KEY_MAP, HERE, .keys = &keys_of_balls, .required = true, .meaning = "the balls"},
    {"pitch_diameter", KEY_NUMBER, AT(pitch_diameter), .unit = "m", POSITIVE, .required = true,
     .meaning = "of the circle of ball centres"},
    {"conformity", KEY_MAP, HERE, .keys = &keys_of_conformity, .preset = "0.52 and 0.52",
     .meaning = "groove radius over ball diameter"},
    {"clearance", KEY_NUMBER, AT(clearance), .unit = "m", .instead = "contact_angle", .preset = "0",
     .meaning = "diametral; negative: preload"},
    CLEARANCE_CLASS(.instead = "contact_angle", ),
    BEARING_BOUNDARY,
    {"contact_angle", KEY_NUMBER, AT(contact_angle), .unit = "rad", .low = 0, .high = 1.5707963267948968,
     .open = OPEN_LOW, .meaning = "of the unloaded bearing, instead of clearance"},
    {"thrust", KEY_WORD, AT(thrust), .of = "+z|-z|both", .values = thrusts, .with = "contact_angle", .preset = "+z",
     .meaning = "with contact_angle: the axial force that the inner ring accepts; both: a four-point bearing"},
    {"material", KEY_MATERIAL, AT(material), .of = "material", .preset = "steel: 210 GPa, 0.3, 7850 kg/m^3",
     .meaning = "of the rings"},
    {"contact", KEY_LAWS, AT(law), .keys = &keys_of_laws, .laws = bearing_law, .preset = "see its keys",
     .meaning = "laws of the contacts of balls and rings"},
    {"first_ball_angle", KEY_NUMBER, AT(first_ball_angle), .unit = "rad", .preset = "0",
     .meaning = "of ball 1 from x of the bearing"},
    {"shoulder", KEY_MAP, HERE, .keys = &keys_of_shoulder, .preset = "not looked at",
     .meaning = "where the grooves end, for the truncation of contact ellipses"},
    BEARING_RATING,
    {"pair", KEY_MAP, HERE, .keys = &keys_of_pair, .preset = "none",
     .meaning = "the bearing that takes the axial preload together with this one"},
    {"preload", KEY_NUMBER, AT(preload), .unit = "N", NOT_BELOW_0, .preset = "0",
     .meaning = "the same as pair.preload"},
    {"cage", KEY_MAP, HERE, .keys = &keys_of_cage, .preset = "none", .meaning = "a cage, as a body"},
    {"control", KEY_WORD, AT(control), .of = "outer|inner|none", .preset = "outer",
     .meaning = "statics at speed: the race that the balls roll on without spin; none: no gyroscopic moment"},
    {"waviness", KEY_MAP, HERE, .keys = &keys_of_waviness, .preset = "none", .meaning = "waves of the raceways"},
    {"spall", KEY_MAP, HERE, .keys = &keys_of_spalls, .preset = "none", .meaning = "pits of the raceways"},
    {"lubricant", KEY_MATERIAL, AT(law.lubricant), .of = "lubricant", .preset = "none: dry",
     .meaning = "of the contacts of balls and rings: a name of the section lubricants, or a lubricant"},
    BEARING_SUPPLY,
    BEARING_DRAG,
    BEARING_MOUNTING,
    {0},
};
const key_table keys_of_ball_bearing = {"ball_bearing", bearing, NULL, true};

/* ---- an example ---- */
const char ball_bearing_example[] =
    "# mirror y: forces.load.force=[400, 300, 200]; bodies.shaft.drive.speed=-3000 rpm\n"
    "abut: 1\n"
    "bodies:\n"
    "  - {name: housing, fixed: true}\n"
    "  - {name: shaft, mass: 2 kg, inertia: [5e-3, 5e-3, 1e-3], drive: {speed: 3000 rpm}}\n"
    "machines:\n"
    "  - {name: it, type: ball_bearing, inner: shaft, outer: housing, balls: {count: 8, diameter: 9.525 mm},\n"
    "     pitch_diameter: 38.5 mm, conformity: {inner: 0.515, outer: 0.525}, clearance: -5 um}\n"
    "forces: [{name: load, type: load, body: shaft, force: [400, -300, 200]}]\n"
    "solver: {t_end: 40 ms}\n"
    "output: {every: 0.1 ms, from: 10 ms}\n";
