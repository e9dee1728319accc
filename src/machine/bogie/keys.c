/* The keys of a bogie. */
#include "bogie.h"
#include "keys/macros.h"

#define STRUCT abut_bogie_def
static const key_info springs[] = {
    {"count", KEY_COUNT, AT(springs.count), .low = 2, .high = 1000, .preset = "7",
     .meaning = "springs of a set, those under its two wedges among them"},
    {"stiffness", KEY_NUMBER, AT(springs.stiffness), .unit = "N/m", POSITIVE, .required = true,
     .meaning = "of one spring"},
    {"preload", KEY_NUMBER, AT(springs.preload), .unit = "N", NOT_BELOW_0, .preset = "0",
     .meaning = "of one spring at the start; or give load"},
    {"load", KEY_NUMBER, AT(springs.load), .unit = "N", NOT_BELOW_0, .instead = "preload", .preset = "0",
     .meaning = "of all springs of the bogie together at the start; or give preload"},
    {"horizontal", KEY_NUMBER, AT(springs.horizontal), .unit = "N/m", NOT_BELOW_0, .preset = "0",
     .meaning = "stiffness along x and y of one spring under the bolster"},
    {"yaw", KEY_NUMBER, AT(springs.yaw), .unit = "N m/rad", NOT_BELOW_0, .preset = "0",
     .meaning = "stiffness about z of the springs of a set under the bolster"},
    {0},
};
static const key_table keys_of_springs = {"springs", springs, NULL, true};

static const key_info gibs[] = {
    {"play", KEY_NUMBER, AT(gibs.play), .unit = "m", POSITIVE, .required = true,
     .meaning = "sideways, either way, between bolster and side frame"},
    {"stiffness", KEY_NUMBER, AT(gibs.stiffness), .unit = "N/m", POSITIVE, .preset = "100 MN/m", .meaning = "of a gib"},
    {"damping", KEY_NUMBER, AT(gibs.damping), .unit = "N s/m", POSITIVE, .preset = "100 kN s/m", .meaning = "of a gib"},
    {0},
};
static const key_table keys_of_gibs = {"gibs", gibs, NULL, true};

static const key_info bogie_keys[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the bogie; its parts are named after it"},
    {"side_frames", KEY_PAIR, AT(side_frames), .required = true, .of = "body",
     .meaning = "the two side frames, that at +y first"},
    {"bolster", KEY_REFERENCE, AT(bolster), .required = true, .of = "body", .meaning = "the bolster"},
    MACHINE_PLACE(
        "half way between the spring sets at the height of the wedges' centres at the start; x along the bogie, z up"),
    {"spacing", KEY_NUMBER, AT(spacing), .unit = "m", POSITIVE, .preset = "2.036 m",
     .meaning = "between the middles of the spring sets"},
    {"springs", KEY_MAP, .size = 1, .keys = &keys_of_springs, .required = true, .meaning = "the springs"},
    {"wedges", KEY_MAP, AT(wedge), .keys = &keys_of_wedges, .required = true, .meaning = "the four wedges"},
    {"gibs", KEY_MAP, .size = 1, .keys = &keys_of_gibs, .preset = "none",
     .meaning = "stops that limit the bolster sideways"},
    {0},
};
const key_table keys_of_bogie = {"bogie", bogie_keys, NULL, true};

/* ---- an example ---- */
const char bogie_example[] =
    "# mirror x: bodies.bolster.drive.angle.amplitude=-5 mrad\n"
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  - {name: left, mass: 400 kg, inertia: [10, 200, 200], position: [0, 1.018 m, 0]}\n"
    "  - {name: right, mass: 400 kg, inertia: [10, 200, 200], position: [0, -1.018 m, 0]}\n"
    "  - {name: bolster, fixed: true, drive: {angle: {type: sine, amplitude: 5 mrad, frequency: 2 Hz}}}\n"
    "joints:\n"
    "  - {name: left_axles, type: prismatic, child: left, orientation: {axis: [0, 1, 0], angle: 90 deg}}\n"
    "  - {name: right_axles, type: prismatic, child: right, orientation: {axis: [0, 1, 0], angle: 90 deg}}\n"
    "machines:\n"
    "  - {name: it, type: bogie, side_frames: [left, right], bolster: bolster, springs: {stiffness: 572 kN/m, load: 45 "
    "tf},\n"
    "     gibs: {play: 10 mm}, wedges: {mass: 20 kg, inertia: [0.1, 0.1, 0.1], mu: {column: 0.3, pocket: 0.2}, "
    "stiffness: 2e7,\n"
    "       faces: [{side: column, position: [0.1, 0, 0], points: [{across: -0.05, up: 0.1}, {across: 0.05, up: 0.1},\n"
    "                {across: -0.05, up: -0.1}, {across: 0.05, up: -0.1}]},\n"
    "               {side: pocket, position: [-0.1, 0, 0], points: [{across: -0.05, up: 0}, {across: 0.05, up: "
    "0}]}]}}\n"
    "solver: {type: park, t_end: 0.3 s, max_step: 2 ms}\n"
    "output: {every: 5 ms, from: 0.1 s}\n";
