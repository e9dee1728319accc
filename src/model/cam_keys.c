/* The tables of keys of the machine `cam_roller`. */
#include "cam_keys.h"

#include "keys_macros.h"

#define STRUCT cam_point_keys
static const key_info lift_point[] = {
    {"angle", KEY_NUMBER, AT(angle), .unit = "rad", .required = true, .meaning = "cam angle, rising"},
    {"lift", KEY_NUMBER, AT(lift), .unit = "m", .required = true, .meaning = "lift there"},
    {0},
};
const key_table keys_of_cam_lift = {"point of a lift", lift_point, NULL};

static const key_info pressure_point[] = {
    {"angle", KEY_NUMBER, AT(angle), .unit = "rad", .required = true, .meaning = "cam angle, rising, within a turn"},
    {"pressure", KEY_NUMBER, AT(pressure), .unit = "Pa", .required = true, .meaning = "pressure there"},
    {0},
};
const key_table keys_of_cam_pressure_point = {"point of a pressure", pressure_point, NULL};
#undef STRUCT

#define STRUCT cam_profile_keys
static const key_info profile[] = {
    {"type", KEY_WORD, AT(type), .of = "cycloidal|polynomial_345|polynomial_4567|spline", .preset = "cycloidal",
     .meaning = "law of the lift: rise, dwell, fall and rest, or a smooth curve through points"},
    {"base_radius", KEY_NUMBER, AT(base_radius), .unit = "m", POSITIVE, .required = true,
     .meaning = "radius of the contour where the lift is 0"},
    {"roller_radius", KEY_NUMBER, AT(roller_radius), .unit = "m", POSITIVE, .preset = "that of the roller",
     .meaning = "of the roller that the contour is made for"},
    {"lift", KEY_NUMBER, AT(lift), .unit = "m", POSITIVE, .meaning = "greatest lift; not of a spline"},
    {"rise", KEY_NUMBER, AT(rise), .unit = "rad", POSITIVE, .meaning = "cam angle of the rise"},
    {"dwell", KEY_NUMBER, AT(dwell), .unit = "rad", NOT_BELOW_0, .preset = "0",
     .meaning = "cam angle for which the follower stays up"},
    {"fall", KEY_NUMBER, AT(fall), .unit = "rad", POSITIVE, .meaning = "cam angle of the fall"},
    {"lobes", KEY_COUNT, AT(lobes), .low = 1, .high = 1000, .preset = "1",
     .meaning = "how often the lift repeats in a turn"},
    {"points", KEY_LIST, AT(points), .keys = &keys_of_cam_lift,
     .meaning = "of a spline: at least 4 points of a turn, or of a lobe's part of it"},
    {"file", KEY_TEXT, AT(file),
     .meaning = "the points from a CSV file beside the model, columns angle_deg or angle_rad and lift_mm or lift_m"},
    {"phase", KEY_NUMBER, AT(phase), .unit = "rad", .preset = "0",
     .meaning = "angle of the profile that the roller is at when the run starts"},
    {"rotation", KEY_WORD, AT(rotation), .of = "+z|-z", .preset = "+z",
     .meaning = "axis of the machine about which the cam turns"},
    {0},
};
const key_table keys_of_cam_profile = {"profile of a cam", profile, NULL};
#undef STRUCT

#define STRUCT cam_follower_keys
static const key_info follower[] = {
    {"type", KEY_WORD, AT(type), .required = true, .of = "translating|swinging|finger",
     .meaning =
         "translating along x of the machine; swinging: a lever, its lift the way of the roller's centre; finger: "
         "a lever, its lift the way of its tip"},
    {"body", KEY_REFERENCE, AT(body), .of = "body", .preset = "made by the machine",
     .meaning = "a body, standing where it is when the lift is 0"},
    {"guide", KEY_WORD, AT(guide), .of = "joint|free", .preset = "joint",
     .meaning =
         "joint: the machine guides it in the world; free: joints and contacts of the model do, for a translating "
         "body"},
    {"mass", KEY_NUMBER, AT(mass), .unit = "kg", POSITIVE,
     .meaning = "of the follower without the roller, if the machine makes it; of a lever: moment of inertia over the "
                "square of the distance from the pivot at which the lift is measured"},
    {"offset", KEY_NUMBER, AT(offset), .unit = "m", .preset = "0",
     .meaning = "translating: distance of the roller's way from the cam's axis, towards y"},
    {"pivot", KEY_VECTOR, AT(pivot), .unit = "m", .meaning = "of a lever: its pivot in the machine's frame"},
    {"roller_at", KEY_VECTOR, AT(roller_at), .unit = "m",
     .meaning = "of a lever: centre of the roller where the lift is 0, in the machine's frame"},
    {"tip", KEY_VECTOR, AT(tip), .unit = "m", .meaning = "of a finger: its tip where the lift is 0"},
    {0},
};
const key_table keys_of_cam_follower = {"follower", follower, NULL};
#undef STRUCT

#define STRUCT cam_wheel_keys
static const key_info wheel[] = {
    {"radius", KEY_NUMBER, AT(radius), .unit = "m", POSITIVE, .required = true, .meaning = "of the roller"},
    {"length", KEY_NUMBER, AT(length), .unit = "m", POSITIVE, .required = true,
     .meaning = "of the part that touches the cam"},
    {"mass", KEY_NUMBER, AT(mass), .unit = "kg", POSITIVE, .preset = "of a solid cylinder", .meaning = "of the roller"},
    {"inertia", KEY_NUMBER, AT(inertia), .unit = "kg m^2", POSITIVE, .preset = "of a solid cylinder",
     .meaning = "about its axis"},
    {"bearing_mu", KEY_NUMBER, AT(bearing_mu), .unit = "1", NOT_BELOW_0, .preset = "0",
     .meaning = "its bearing brakes with the moment bearing_mu times load times pin_radius"},
    {"pin_radius", KEY_NUMBER, AT(pin_radius), .unit = "m", POSITIVE, .preset = "half the radius",
     .meaning = "lever of that friction"},
    {"profile", KEY_WORD, AT(profile), .of = "straight|crowned|logarithmic", .preset = "straight",
     .meaning = "how it drops towards its ends"},
    {"crown_radius", KEY_NUMBER, AT(crown_radius), .unit = "m", POSITIVE, .meaning = "crowned: radius of the profile"},
    {"design_force", KEY_NUMBER, AT(design_force), .unit = "N", POSITIVE,
     .meaning = "logarithmic: force at which the pressure is uniform along the roller"},
    {"material", KEY_MATERIAL, AT(material), .keys = &keys_of_material, .preset = "that of the cam",
     .meaning = "of the roller"},
    {0},
};
const key_table keys_of_cam_wheel = {"roller of a cam follower", wheel, NULL};
#undef STRUCT

#define STRUCT cam_spring_keys
static const key_info spring[] = {
    {"stiffness", KEY_NUMBER, AT(stiffness), .unit = "N/m", NOT_BELOW_0, .preset = "0", .meaning = "along the lift"},
    {"preload", KEY_NUMBER, AT(preload), .unit = "N", NOT_BELOW_0, .preset = "0",
     .meaning = "force where the lift is 0"},
    {0},
};
const key_table keys_of_cam_spring = {"spring of a cam follower", spring, NULL};
#undef STRUCT

#define STRUCT cam_pressure_keys
static const key_info pressure[] = {
    {"plunger_diameter", KEY_NUMBER, AT(plunger_diameter), .unit = "m", POSITIVE, .required = true,
     .meaning = "of the plunger that the follower moves"},
    {"p_low", KEY_NUMBER, AT(p_low), .unit = "Pa", NOT_BELOW_0, .preset = "0", .meaning = "pressure but on the rise"},
    {"p_high", KEY_NUMBER, AT(p_high), .unit = "Pa", NOT_BELOW_0, .preset = "0", .meaning = "pressure on the rise"},
    {"ramp", KEY_NUMBER, AT(ramp), .unit = "1", POSITIVE, .preset = "8",
     .meaning = "between the two by x^2 (3 - 2x), x = ramp times slope of the lift over its greatest, from 0 to 1"},
    {"points", KEY_LIST, AT(points), .keys = &keys_of_cam_pressure_point,
     .meaning = "instead of p_low and p_high: pressure over the cam angle, straight between points"},
    {0},
};
const key_table keys_of_cam_pressure = {"pressure on a cam follower", pressure, NULL};
#undef STRUCT

#define STRUCT cam_rating_keys
static const key_info rating[] = {
    {"load", KEY_NUMBER, AT(load), .unit = "N", POSITIVE, .meaning = "normal force that every point stands so often"},
    {"pressure", KEY_NUMBER, AT(pressure), .unit = "Pa", POSITIVE,
     .meaning = "instead of the load: greatest pressure that every point stands so often"},
    {"cycles", KEY_NUMBER, AT(cycles), .unit = "1", POSITIVE, .preset = "1e6", .meaning = "how often"},
    {"exponent", KEY_NUMBER, AT(exponent), .unit = "1", POSITIVE, .preset = "10/3 of the load, 20/3 of the pressure",
     .meaning = "life falls with this power"},
    {0},
};
const key_table keys_of_cam_rating = {"rating of a cam", rating, NULL};
#undef STRUCT

#define STRUCT laws_keys
static const key_info laws[] = {
    {"normal", KEY_CHOICE, AT(normal), .of = "normal/line", .preset = "line, damping hunt_crossley, chi 0.3 s/m",
     .meaning = "normal law of cam and roller"},
    {"friction", KEY_CHOICE, AT(friction), .of = "friction",
     .preset = "mixed with a lubricant, else coulomb, mu 0.1, v_s 1 cm/s", .meaning = "friction law"},
    {"track", KEY_CHOICE, AT(track), .of = "track", .preset = "reduced",
     .meaning = "how the opposing points are found"},
    LUBRICATION(),
    {0},
};
const key_table keys_of_cam_laws = {"contact of a cam", laws, NULL};
#undef STRUCT

#define STRUCT cam_roller_keys
static const key_info cam_roller[] = {
    {"name", KEY_NAME, AT(machine.name), .required = true,
     .meaning = "name of the machine; its parts are named after it"},
    {"type", KEY_WORD, AT(machine.type), .required = true, .of = "cam_roller", .meaning = "this type"},
    {"cam", KEY_REFERENCE, AT(cam), .of = "body", .preset = "made by the machine and turned at speed",
     .meaning = "the cam's body, turned by its drive"},
    {"speed", KEY_NUMBER, AT(speed), .unit = "rad/s", POSITIVE, .meaning = "of a cam that the machine makes"},
    {"ramp", KEY_NUMBER, AT(ramp), .unit = "s", NOT_BELOW_0, .preset = "0", .meaning = "from rest to that speed"},
    PLACE("a point of the cam's axis, which is z; a translating follower goes along x", "the world"),
    {"profile", KEY_MAP, AT(profile), .keys = &keys_of_cam_profile, .required = true, .meaning = "of the cam"},
    {"follower", KEY_MAP, AT(follower), .keys = &keys_of_cam_follower, .required = true, .meaning = "what it moves"},
    {"roller", KEY_MAP, AT(roller), .keys = &keys_of_cam_wheel, .required = true,
     .meaning = "the roller of the follower"},
    {"spring", KEY_MAP, AT(spring), .keys = &keys_of_cam_spring, .preset = "none",
     .meaning = "holds the follower on the cam"},
    {"pressure", KEY_MAP, AT(pressure), .keys = &keys_of_cam_pressure, .preset = "none",
     .meaning = "of a plunger on the follower"},
    {"material", KEY_MATERIAL, AT(material), .keys = &keys_of_material, .preset = "steel: 210 GPa, 0.3, 7850 kg/m^3",
     .meaning = "of the cam"},
    {"contact", KEY_MAP, AT(contact), .keys = &keys_of_cam_laws, .preset = "see its keys",
     .meaning = "laws of the contact"},
    {"lubricant", KEY_MATERIAL, AT(lubricant), .keys = &keys_of_lubricant, .preset = "none: dry",
     .meaning = "of the contact: a name of the section lubricants, or a lubricant"},
    {"rating", KEY_MAP, AT(rating), .keys = &keys_of_cam_rating, .preset = "not given",
     .meaning = "what cam and roller stand, for the damage of a run"},
    {0},
};
const key_table keys_of_cam_roller = {"cam_roller", cam_roller, NULL};
