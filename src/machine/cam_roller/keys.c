/* The keys of cam and roller follower. */
#include "cam_roller.h"
#include "keys/laws.h"

enum { POINTS_MAX = 100000 };
#define HERE .size = 1 /* the offsets of nested keys count from the definition itself */

/* ---- tables over the cam angle ---- */
typedef struct angle_pair {
    double angle, value;
} angle_pair;

#define STRUCT angle_pair
static const key_info lift_point[] = {
    {"angle", KEY_NUMBER, AT(angle), .unit = "rad", .required = true, .meaning = "cam angle, rising"},
    {"lift", KEY_NUMBER, AT(value), .unit = "m", .required = true, .meaning = "lift there"},
    {0},
};
static const key_table keys_of_lift = {"point of a lift", lift_point, NULL, true};

static const key_info pressure_point[] = {
    {"angle", KEY_NUMBER, AT(angle), .unit = "rad", .required = true, .meaning = "cam angle, rising, within a turn"},
    {"pressure", KEY_NUMBER, AT(value), .unit = "Pa", .required = true, .meaning = "pressure there"},
    {0},
};
static const key_table keys_of_pressure_point = {"point of a pressure", pressure_point, NULL, true};

/* ---- cam, follower, roller ---- */
#undef STRUCT
#define STRUCT abut_cam
#define PHASES "type:cycloidal|polynomial_345|polynomial_4567"
static const key_info profile[] = {
    {"type", KEY_WORD, AT(lift.law), .of = "cycloidal|polynomial_345|polynomial_4567|spline", .preset = "cycloidal",
     .meaning = "law of the lift: rise, dwell, fall and rest, or a smooth curve through points"},
    {"base_radius", KEY_NUMBER, AT(base_radius), .unit = "m", POSITIVE, .required = true,
     .meaning = "radius of the contour where the lift is 0"},
    {"roller_radius", KEY_NUMBER, AT(roller_radius), .unit = "m", POSITIVE, .preset = "that of the roller",
     .meaning = "of the roller that the contour is made for"},
    {"lift", KEY_NUMBER, AT(lift.lift), .unit = "m", POSITIVE, .required = true, .with = PHASES,
     .meaning = "greatest lift; not of a spline"},
    {"rise", KEY_NUMBER, AT(lift.rise), .unit = "rad", POSITIVE, .required = true, .with = PHASES,
     .meaning = "cam angle of the rise"},
    {"dwell", KEY_NUMBER, AT(lift.dwell), .unit = "rad", NOT_BELOW_0, .preset = "0",
     .meaning = "cam angle for which the follower stays up"},
    {"fall", KEY_NUMBER, AT(lift.fall), .unit = "rad", POSITIVE, .required = true, .with = PHASES,
     .meaning = "cam angle of the fall"},
    {"lobes", KEY_COUNT, AT(lift.lobes), .low = 1, .high = 1000, .preset = "1",
     .meaning = "how often the lift repeats in a turn"},
    {"points", KEY_LIST, PAIRS_AWAY(lift.table, lift.count), .keys = &keys_of_lift, .low = 1, .high = POINTS_MAX,
     .of = "points", .required = true, .with = "type:spline", .instead = "file",
     .meaning = "of a spline: at least 4 points of a turn, or of a lobe's part of it"},
    {"file", KEY_FILE, PAIRS_AWAY(lift.table, lift.count), .keys = &keys_of_lift, .with = "type:spline",
     .meaning = "the points from a CSV file beside the model, columns angle_deg or angle_rad and lift_mm or lift_m"},
    {"phase", KEY_NUMBER, AT(phase), .unit = "rad", .preset = "0",
     .meaning = "angle of the profile that the roller is at when the run starts"},
    {"rotation", KEY_WORD, AT(clockwise), .of = "+z|-z", .preset = "+z",
     .meaning = "axis of the machine about which the cam turns"},
    {0},
};
static const key_table keys_of_profile = {"profile", profile, NULL, true};

#undef STRUCT
#define STRUCT abut_cam_roller_def
#define LEVER  "type:swinging|finger"
static const int ways[] = {ABUT_TRANSLATING, ABUT_SWINGING, ABUT_SWINGING};
static const key_info follower[] = {
    {"type", KEY_WORD, AT(profile.follower), .required = true, .of = "translating|swinging|finger", .values = ways,
     .meaning =
         "translating along x of the machine; swinging: a lever, its lift the way of the roller's centre; finger: "
         "a lever, its lift the way of its tip"},
    {"body", KEY_REFERENCE, AT(follower.body), .of = "body", .preset = "made by the machine",
     .meaning = "a body, standing where it is when the lift is 0"},
    {"guide", KEY_WORD, AT(follower.free), .of = "joint|free", .preset = "joint",
     .meaning =
         "joint: the machine guides it in the world; free: joints and contacts of the model do, for a translating "
         "body"},
    {"mass", KEY_NUMBER, AT(follower.mass), .unit = "kg", POSITIVE, .required = true, .instead = "body",
     .meaning = "of the follower without the roller, if the machine makes it; of a lever: moment of inertia over the "
                "square of the distance from the pivot at which the lift is measured"},
    {"offset", KEY_NUMBER, AT(profile.offset), .unit = "m", .with = "type:translating", .preset = "0",
     .meaning = "translating: distance of the roller's way from the cam's axis, towards y"},
    {"pivot", KEY_VECTOR, AT(follower.pivot), .unit = "m", .required = true, .with = LEVER,
     .meaning = "of a lever: its pivot in the machine's frame"},
    {"roller_at", KEY_VECTOR, AT(follower.roller_at), .unit = "m", .required = true, .with = LEVER,
     .meaning = "of a lever: centre of the roller where the lift is 0, in the machine's frame"},
    {"tip", KEY_VECTOR, AT(follower.tip), .unit = "m", .required = true, .with = "type:finger",
     .meaning = "of a finger: its tip where the lift is 0"},
    {0},
};
static const key_table keys_of_follower = {"follower", follower, NULL, true};

static const key_info roller[] = {
    {"radius", KEY_NUMBER, AT(roller.radius), .unit = "m", POSITIVE, .required = true, .meaning = "of the roller"},
    {"length", KEY_NUMBER, AT(roller.length), .unit = "m", POSITIVE, .required = true,
     .meaning = "of the part that touches the cam"},
    {"mass", KEY_NUMBER, AT(roller.mass), .unit = "kg", POSITIVE, .preset = "of a solid cylinder",
     .meaning = "of the roller"},
    {"inertia", KEY_NUMBER, AT(roller.inertia), .unit = "kg m^2", POSITIVE, .preset = "of a solid cylinder",
     .meaning = "about its axis"},
    {"bearing_mu", KEY_NUMBER, AT(roller.bearing_mu), .unit = "1", NOT_BELOW_0, .preset = "0",
     .meaning = "its bearing brakes with the moment bearing_mu times load times pin_radius"},
    {"pin_radius", KEY_NUMBER, AT(roller.pin_radius), .unit = "m", POSITIVE, .preset = "half the radius",
     .meaning = "lever of that friction"},
    {"profile", KEY_WORD, AT(roller.profile.kind), .of = "straight|crowned|logarithmic", .preset = "straight",
     .meaning = "how it drops towards its ends"},
    {"crown_radius", KEY_NUMBER, AT(roller.profile.radius), .unit = "m", POSITIVE, .required = true,
     .with = "profile:crowned", .meaning = "crowned: radius of the profile"},
    {"design_force", KEY_NUMBER, AT(roller.profile.design_force), .unit = "N", POSITIVE, .required = true,
     .with = "profile:logarithmic", .meaning = "logarithmic: force at which the pressure is uniform along the roller"},
    {"material", KEY_MATERIAL, AT(roller_material), .of = "material", .preset = "that of the cam",
     .meaning = "of the roller"},
    {0},
};
static const key_table keys_of_roller = {"roller of a cam follower", roller, NULL, true};

/* ---- loads ---- */
static const key_info spring[] = {
    {"stiffness", KEY_NUMBER, AT(load.stiffness), .unit = "N/m", NOT_BELOW_0, .preset = "0",
     .meaning = "along the lift"},
    {"preload", KEY_NUMBER, AT(load.preload), .unit = "N", NOT_BELOW_0, .preset = "0",
     .meaning = "force where the lift is 0"},
    {0},
};
static const key_table keys_of_spring = {"spring of a cam follower", spring, NULL, true};

static const key_info pressure[] = {
    {"plunger_diameter", KEY_NUMBER, AT(load.plunger_diameter), .unit = "m", POSITIVE, .required = true,
     .meaning = "of the plunger that the follower moves"},
    {"p_low", KEY_NUMBER, AT(load.p_low), .unit = "Pa", NOT_BELOW_0, .preset = "0",
     .meaning = "pressure but on the rise"},
    {"p_high", KEY_NUMBER, AT(load.p_high), .unit = "Pa", NOT_BELOW_0, .preset = "0",
     .meaning = "pressure on the rise"},
    {"ramp", KEY_NUMBER, AT(load.ramp), .unit = "1", POSITIVE, .preset = "8",
     .meaning = "between the two by x^2 (3 - 2x), x = ramp times slope of the lift over its greatest, from 0 to 1"},
    {"points", KEY_LIST, PAIRS_AWAY(load.table, load.count), .keys = &keys_of_pressure_point, .low = 1,
     .high = POINTS_MAX, .of = "points", .instead = "p_low|p_high|ramp",
     .meaning = "instead of p_low and p_high: pressure over the cam angle, straight between points"},
    {0},
};
static const key_table keys_of_pressure = {"pressure on a cam follower", pressure, NULL, true};

static const key_info rating[] = {
    {"load", KEY_NUMBER, AT(rating.load), .unit = "N", POSITIVE,
     .meaning = "normal force that every point stands so often"},
    {"pressure", KEY_NUMBER, AT(rating.pressure), .unit = "Pa", POSITIVE,
     .meaning = "instead of the load: greatest pressure that every point stands so often"},
    {"cycles", KEY_NUMBER, AT(rating.cycles), .unit = "1", POSITIVE, .preset = "1e6", .meaning = "how often"},
    {"exponent", KEY_NUMBER, AT(rating.exponent), .unit = "1", POSITIVE,
     .preset = "10/3 of the load, 20/3 of the pressure", .meaning = "life falls with this power"},
    {0},
};
static const key_table keys_of_rating = {"rating of a cam", rating, NULL, true};

static const key_info laws[] = {
    {"normal", KEY_CHOICE, LAW_HERE, .of = "normal/line", .preset = "line, damping hunt_crossley, chi 0.3 s/m",
     .meaning = "normal law of cam and roller"},
    {"friction", KEY_CHOICE, LAW_HERE, .of = "friction",
     .preset = "mixed with a lubricant, else coulomb, mu 0.1, v_s 1 cm/s", .meaning = "friction law"},
    {"track", KEY_CHOICE, LAW_HERE, .of = "track", .preset = "reduced", .meaning = "how the opposing points are found"},
    LUBRICATION,
    {0},
};
static const key_table keys_of_laws = {"contact of a cam", laws, NULL, true};

/* ---- the machine ---- */
static const key_info cam_keys[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the machine; its parts are named after it"},
    {"cam", KEY_REFERENCE, AT(cam), .of = "body", .preset = "made by the machine and turned at speed",
     .meaning = "the cam's body, turned by its drive"},
    {"speed", KEY_NUMBER, AT(speed), .unit = "rad/s", POSITIVE, .meaning = "of a cam that the machine makes"},
    {"ramp", KEY_NUMBER, AT(ramp), .unit = "s", NOT_BELOW_0, .preset = "0", .meaning = "from rest to that speed"},
    MACHINE_PLACE("a point of the cam's axis, which is z; a translating follower goes along x"),
    {"profile", KEY_MAP, AT(profile), .keys = &keys_of_profile, .required = true, .meaning = "of the cam"},
    {"follower", KEY_MAP, HERE, .keys = &keys_of_follower, .required = true, .meaning = "what it moves"},
    {"roller", KEY_MAP, HERE, .keys = &keys_of_roller, .required = true, .meaning = "the roller of the follower"},
    {"spring", KEY_MAP, HERE, .keys = &keys_of_spring, .preset = "none", .meaning = "holds the follower on the cam"},
    {"pressure", KEY_MAP, HERE, .keys = &keys_of_pressure, .preset = "none", .meaning = "of a plunger on the follower"},
    {"material", KEY_MATERIAL, AT(material), .of = "material", .preset = "steel: 210 GPa, 0.3, 7850 kg/m^3",
     .meaning = "of the cam"},
    {"contact", KEY_LAWS, AT(law), .keys = &keys_of_laws, .laws = cam_roller_law, .preset = "see its keys",
     .meaning = "laws of the contact"},
    {"lubricant", KEY_MATERIAL, AT(law.lubricant), .of = "lubricant", .preset = "none: dry",
     .meaning = "of the contact: a name of the section lubricants, or a lubricant"},
    {"rating", KEY_MAP, HERE, .keys = &keys_of_rating, .preset = "not given",
     .meaning = "what cam and roller stand, for the damage of a run"},
    {0},
};
const key_table keys_of_cam_roller = {"cam_roller", cam_keys, NULL, true};

/* ---- an example ---- */
const char cam_roller_example[] =
    "# mirror y: machines.it.profile.rotation=-z\n"
    "abut: 1\n"
    "machines:\n"
    "  - {name: it, type: cam_roller, speed: 1500 rpm,\n"
    "     profile: {base_radius: 16 mm, lift: 8.5 mm, rise: 150 deg, dwell: 10 deg, fall: 130 deg},\n"
    "     follower: {type: translating, mass: 0.2 kg}, roller: {radius: 10 mm, length: 12 mm, bearing_mu: 0.003},\n"
    "     spring: {stiffness: 20 kN/m, preload: 400 N}}\n"
    "solver: {t_end: 20 ms}\n"
    "output: {every: 0.1 ms}\n";
