/* The tables of keys of machines. */
#include "machine_keys.h"

#include "keys_macros.h"

#define STRUCT machine_keys
static const key_info machine[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the machine; its parts are named after it"},
    {"type", KEY_TEXT, AT(type), .required = true, .meaning = "type of the machine"},
    {0},
};
const key_table keys_of_machine = {"machine", machine, "machine"};
#undef STRUCT

/* ---- parts of the ball bearing ---- */
#define STRUCT balls_keys
static const key_info balls[] = {
    {"count", KEY_COUNT, AT(count), .low = 1, .high = 10000, .required = true, .meaning = "number of balls"},
    {"diameter", KEY_NUMBER, AT(diameter), .unit = "m", POSITIVE, .required = true, .meaning = "of a ball"},
    {"material", KEY_MATERIAL, AT(material), .keys = &keys_of_material, .preset = "that of the rings",
     .meaning = "of the balls; without a density they weigh as steel"},
    {0},
};
const key_table keys_of_balls = {"balls", balls, NULL};
#undef STRUCT

#define STRUCT two_rings_keys
static const key_info conformity[] = {
    {"inner", KEY_NUMBER, AT(inner), .unit = "1", .preset = "0.52", .meaning = "of the inner ring; above 0.5"},
    {"outer", KEY_NUMBER, AT(outer), .unit = "1", .preset = "0.52", .meaning = "of the outer ring; above 0.5"},
    {0},
};
const key_table keys_of_conformity = {"conformity", conformity, NULL};

static const key_info shoulder[] = {
    {"inner", KEY_NUMBER, AT(inner), .unit = "m", POSITIVE, .preset = "not looked at",
     .meaning = "diameter of the shoulder of the inner ring"},
    {"outer", KEY_NUMBER, AT(outer), .unit = "m", POSITIVE, .preset = "not looked at",
     .meaning = "diameter of the shoulder of the outer ring"},
    {0},
};
const key_table keys_of_shoulder = {"shoulder", shoulder, NULL};
#undef STRUCT

#define STRUCT laws_keys
static const key_info laws[] = {
    {"normal", KEY_CHOICE, AT(normal), .of = "normal", .preset = "hertz, damping hunt_crossley, chi 0.3 s/m",
     .meaning = "normal law of all contacts of balls and rings"},
    {"friction", KEY_CHOICE, AT(friction), .of = "friction",
     .preset = "coulomb, mu 0.1, v_s 1 mm/s, patch ellipse; with a lubricant mixed, patch ellipse",
     .meaning = "friction law of these contacts"},
    {"track", KEY_CHOICE, AT(track), .of = "track", .preset = "reduced",
     .meaning = "how their opposing points are found"},
    LUBRICATION(),
    {0},
};
const key_table keys_of_laws = {"contact of a bearing", laws, NULL};
#undef STRUCT

#define STRUCT rating_keys
static const key_info rating[] = {
    {"C", KEY_NUMBER, AT(C), .unit = "N", POSITIVE, .meaning = "basic dynamic load rating"},
    {"C0", KEY_NUMBER, AT(C0), .unit = "N", POSITIVE, .meaning = "basic static load rating"},
    {"Cu", KEY_NUMBER, AT(Cu), .unit = "N", POSITIVE, .meaning = "fatigue load limit"},
    {"e_C", KEY_NUMBER, AT(e_C), .unit = "1", .low = 0, .high = 1, .open = OPEN_LOW, .preset = "of normal cleanliness",
     .meaning = "contamination factor of ISO 281, for the modified life of a lubricated bearing"},
    {0},
};
const key_table keys_of_rating = {"rating", rating, NULL};
#undef STRUCT

#define STRUCT cage_keys
static const key_info cage[] = {
    {"mass", KEY_NUMBER, AT(mass), .unit = "kg", POSITIVE, .required = true, .meaning = "of the cage"},
    {"pocket_clearance", KEY_NUMBER, AT(pocket_clearance), .unit = "m", POSITIVE, .preset = "1.5 % of the ball",
     .meaning = "pocket diameter less ball diameter"},
    {"guide", KEY_WORD, AT(guide), .of = "ball|inner|outer", .preset = "ball",
     .meaning = "what centres the cage: the balls, or a land of a ring"},
    {"guide_clearance", KEY_NUMBER, AT(guide_clearance), .unit = "m", POSITIVE, .preset = "half of pocket_clearance",
     .meaning = "diametral, between cage and land"},
    {"mu", KEY_NUMBER, AT(mu), .unit = "1", NOT_BELOW_0, .preset = "0",
     .meaning = "friction in pockets and on the land"},
    {"material", KEY_MATERIAL, AT(material), .keys = &keys_of_material, .preset = "polyamide: 5 GPa, 0.36",
     .meaning = "of the cage"},
    {0},
};
const key_table keys_of_cage = {"cage", cage, NULL};
#undef STRUCT

#define STRUCT wave_keys
static const key_info wave[] = {
    {"order", KEY_NUMBER, AT(order), .unit = "1", .low = 1, .high = 1e5, .required = true,
     .meaning = "waves on the circumference, a whole number"},
    {"amplitude", KEY_NUMBER, AT(amplitude), .unit = "m", .required = true,
     .meaning = "the groove lies deeper by amplitude cos(order angle + phase)"},
    {"phase", KEY_NUMBER, AT(phase), .unit = "rad", .preset = "0", .meaning = "see amplitude"},
    {0},
};
const key_table keys_of_wave = {"wave", wave, NULL};
#undef STRUCT

#define STRUCT spall_keys
static const key_info spall[] = {
    {"depth", KEY_NUMBER, AT(depth), .unit = "m", POSITIVE, .required = true, .meaning = "below the raceway"},
    {"width", KEY_NUMBER, AT(width), .unit = "m", POSITIVE, .required = true, .meaning = "along the raceway"},
    {"angle", KEY_NUMBER, AT(angle), .unit = "rad", .preset = "0",
     .meaning = "of its middle on the ring, from x of the bearing"},
    {0},
};
const key_table keys_of_spall = {"spall", spall, NULL};
#undef STRUCT

#define STRUCT two_parts_keys
static const key_info waviness[] = {
    {"inner", KEY_LIST, AT(inner), .keys = &keys_of_wave, .meaning = "waves of the inner raceway, at most 8"},
    {"outer", KEY_LIST, AT(outer), .keys = &keys_of_wave, .meaning = "waves of the outer raceway, at most 8"},
    {0},
};
const key_table keys_of_waviness = {"waviness", waviness, NULL};

static const key_info spalls[] = {
    {"inner", KEY_MAP, AT(inner), .keys = &keys_of_spall, .meaning = "a pit in the inner raceway"},
    {"outer", KEY_MAP, AT(outer), .keys = &keys_of_spall, .meaning = "a pit in the outer raceway"},
    {0},
};
const key_table keys_of_spalls = {"spalls", spalls, NULL};
#undef STRUCT

/* ---- the ball bearing ---- */
#define STRUCT ball_bearing_keys
static const key_info ball_bearing[] = {
    {"name", KEY_NAME, AT(machine.name), .required = true,
     .meaning = "name of the bearing; its parts are named after it"},
    {"type", KEY_WORD, AT(machine.type), .required = true, .of = "ball_bearing", .meaning = "this type"},
    {"inner", KEY_REFERENCE, AT(inner), .required = true, .of = "body",
     .meaning = "the body the inner ring is fixed to"},
    {"outer", KEY_REFERENCE, AT(outer), .required = true, .of = "body",
     .meaning = "the body the outer ring is fixed to"},
    PLACE("centre of the bearing at the start; its axis is z", "the world"),
    {"balls", KEY_MAP, AT(balls), .keys = &keys_of_balls, .required = true, .meaning = "the balls"},
    {"pitch_diameter", KEY_NUMBER, AT(pitch_diameter), .unit = "m", POSITIVE, .required = true,
     .meaning = "of the circle of ball centres"},
    {"conformity", KEY_MAP, AT(conformity), .keys = &keys_of_conformity, .preset = "0.52 and 0.52",
     .meaning = "groove radius over ball diameter"},
    {"clearance", KEY_NUMBER, AT(clearance), .unit = "m", .preset = "0", .meaning = "diametral; negative: preload"},
    {"contact_angle", KEY_NUMBER, AT(contact_angle), .unit = "rad", .low = 0, .high = 1.5707963267948968,
     .open = OPEN_LOW, .meaning = "of the unloaded bearing, instead of clearance"},
    {"thrust", KEY_WORD, AT(thrust), .of = "+z|-z|both", .preset = "+z",
     .meaning = "with contact_angle: the axial force that the inner ring accepts; both: a four-point bearing"},
    {"material", KEY_MATERIAL, AT(material), .keys = &keys_of_material, .preset = "steel: 210 GPa, 0.3, 7850 kg/m^3",
     .meaning = "of the rings"},
    {"contact", KEY_MAP, AT(contact), .keys = &keys_of_laws, .preset = "see its keys",
     .meaning = "laws of the contacts of balls and rings"},
    {"first_ball_angle", KEY_NUMBER, AT(first_ball_angle), .unit = "rad", .preset = "0",
     .meaning = "of ball 1 from x of the bearing"},
    {"shoulder", KEY_MAP, AT(shoulder), .keys = &keys_of_shoulder, .preset = "not looked at",
     .meaning = "where the grooves end, for the truncation of contact ellipses"},
    {"rating", KEY_MAP, AT(rating), .keys = &keys_of_rating, .preset = "not given",
     .meaning = "load ratings of the maker, for the life"},
    {"cage", KEY_MAP, AT(cage), .keys = &keys_of_cage, .preset = "none", .meaning = "a cage, as a body"},
    {"control", KEY_WORD, AT(control), .of = "outer|inner|none", .preset = "outer",
     .meaning = "statics at speed: the race that the balls roll on without spin; none: no gyroscopic moment"},
    {"waviness", KEY_MAP, AT(waviness), .keys = &keys_of_waviness, .preset = "none",
     .meaning = "waves of the raceways"},
    {"spall", KEY_MAP, AT(spall), .keys = &keys_of_spalls, .preset = "none", .meaning = "pits of the raceways"},
    {"lubricant", KEY_MATERIAL, AT(lubricant), .keys = &keys_of_lubricant, .preset = "none: dry",
     .meaning = "of the contacts of balls and rings: a name of the section lubricants, or a lubricant"},
    {0},
};
const key_table keys_of_ball_bearing = {"ball_bearing", ball_bearing, NULL};
