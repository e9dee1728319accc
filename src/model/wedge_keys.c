/* The tables of keys of friction wedges and bogies. */
#include "keys_macros.h"
#include "machine_keys.h"

/* ---- what a wedge is ---- */
#define STRUCT wedge_point_keys
static const key_info point[] = {
    {"across", KEY_NUMBER, AT(across), .unit = "m", .required = true, .meaning = "from its position along y"},
    {"up", KEY_NUMBER, AT(up), .unit = "m", .required = true, .meaning = "from its position up along the face"},
    {0},
};
const key_table keys_of_wedge_point = {"point of a face", point, NULL};
#undef STRUCT

#define STRUCT wedge_face_keys
static const key_info face[] = {
    {"side", KEY_WORD, AT(side), .required = true, .of = "column|pocket",
     .meaning = "what it lies on: the column of the side frame, the pocket of the bolster"},
    {"position", KEY_VECTOR, AT(position), .unit = "m", .preset = "[0, 0, 0]",
     .meaning = "a point of the face, from the centre of the wedge; x points to the column, z up"},
    {"yaw", KEY_NUMBER, AT(yaw), .unit = "rad", .preset = "0",
     .meaning = "of a pocket: > 0 turns its normal towards -y; below 45 deg"},
    {"points", KEY_LIST, AT(points), .keys = &keys_of_wedge_point, .required = true,
     .meaning = "where the face may touch"},
    {0},
};
const key_table keys_of_wedge_face = {"face of a wedge", face, NULL};
#undef STRUCT

#define STRUCT wedge_mu_keys
static const key_info mu[] = {
    {"column", KEY_NUMBER, AT(column), .unit = "1", .low = 0, .high = 100, .required = true,
     .meaning = "on the column"},
    {"pocket", KEY_NUMBER, AT(pocket), .unit = "1", .low = 0, .high = 100, .required = true,
     .meaning = "in the pocket"},
    {0},
};
const key_table keys_of_wedge_mu = {"mu of a wedge", mu, NULL};
#undef STRUCT

#define STRUCT wedges_keys
static const key_info wedges[] = {
    {"mass", KEY_NUMBER, AT(mass), .unit = "kg", POSITIVE, .required = true, .meaning = "of a wedge"},
    {"inertia", KEY_INERTIA, AT(inertia), .unit = "kg m^2", .required = true,
     .meaning = "about the centre of mass: three principal moments or a symmetric 3x3 list"},
    {"toe", KEY_NUMBER, AT(toe), .unit = "rad", .preset = "0",
     .meaning = "lean of the column, > 0: the gap between column and pocket closes downwards"},
    {"angle", KEY_NUMBER, AT(angle), .unit = "rad", POSITIVE, .preset = "45 deg",
     .meaning = "of the pocket from the vertical"},
    {"offset", KEY_NUMBER, AT(offset), .unit = "m", NOT_BELOW_0, .preset = "0",
     .meaning = "from the middle of the spring set to the centre of the wedge"},
    {"mu", KEY_MAP, AT(mu), .keys = &keys_of_wedge_mu, .required = true, .meaning = "sliding friction"},
    {"static_ratio", KEY_NUMBER, AT(static_ratio), .unit = "1", .low = 1, .high = 100, .preset = "1.1",
     .meaning = "static over sliding friction"},
    {"stiffness", KEY_NUMBER, AT(stiffness), .unit = "N/m", POSITIVE, .required = true,
     .meaning = "of each point, along the normal and while it sticks across it"},
    {"damping", KEY_NUMBER, AT(damping), .unit = "1", POSITIVE, .preset = "0.6",
     .meaning = "of each point: part of the critical damping with the mass of the wedge"},
    {"faces", KEY_LIST, AT(faces), .keys = &keys_of_wedge_face, .required = true,
     .meaning = "2 to 8 faces, at least one on each side"},
    {"count", KEY_COUNT, AT(count), .low = 1, .high = 4, .preset = "1 of a wedge, 4 of a bogie",
     .meaning = "number of wedges"},
    {0},
};
const key_table keys_of_wedges = {"wedges", wedges, NULL};
#undef STRUCT

/* ---- springs and gibs ---- */
#define STRUCT springs_keys
#define STIFFNESS                                                                                                      \
    { "stiffness", KEY_NUMBER, AT(stiffness), .unit = "N/m", POSITIVE, .required = true, .meaning = "of one spring" }
static const key_info wedge_spring[] = {
    STIFFNESS,
    {"preload", KEY_NUMBER, AT(preload), .unit = "N", NOT_BELOW_0, .preset = "0", .meaning = "force at the start"},
    {"count", KEY_COUNT, AT(count), .low = 1, .high = 1, .preset = "1", .meaning = "springs under the wedge"},
    {0},
};
const key_table keys_of_wedge_spring = {"spring of a wedge", wedge_spring, NULL};

static const key_info bogie_springs[] = {
    {"count", KEY_COUNT, AT(count), .low = 2, .high = 1000, .preset = "7",
     .meaning = "springs of a set, those under its two wedges among them"},
    STIFFNESS,
    {"preload", KEY_NUMBER, AT(preload), .unit = "N", NOT_BELOW_0, .preset = "0",
     .meaning = "of one spring at the start; or give load"},
    {"load", KEY_NUMBER, AT(load), .unit = "N", NOT_BELOW_0, .preset = "0",
     .meaning = "of all springs of the bogie together at the start; or give preload"},
    {"horizontal", KEY_NUMBER, AT(horizontal), .unit = "N/m", NOT_BELOW_0, .preset = "0",
     .meaning = "stiffness along x and y of one spring under the bolster"},
    {"yaw", KEY_NUMBER, AT(yaw), .unit = "N m/rad", NOT_BELOW_0, .preset = "0",
     .meaning = "stiffness about z of the springs of a set under the bolster"},
    {0},
};
const key_table keys_of_bogie_springs = {"springs", bogie_springs, NULL};
#undef STRUCT

#define STRUCT gibs_keys
static const key_info gibs[] = {
    {"play", KEY_NUMBER, AT(play), .unit = "m", POSITIVE, .required = true,
     .meaning = "sideways, either way, between bolster and side frame"},
    {"stiffness", KEY_NUMBER, AT(stiffness), .unit = "N/m", POSITIVE, .preset = "100 MN/m", .meaning = "of a gib"},
    {"damping", KEY_NUMBER, AT(damping), .unit = "N s/m", POSITIVE, .preset = "100 kN s/m", .meaning = "of a gib"},
    {0},
};
const key_table keys_of_gibs = {"gibs", gibs, NULL};
#undef STRUCT

/* ---- the machines ---- */
#define STRUCT wedge_keys
static const key_info wedge[] = {
    {"name", KEY_NAME, AT(machine.name), .required = true,
     .meaning = "name of the wedge; its parts are named after it"},
    {"type", KEY_WORD, AT(machine.type), .required = true, .of = "wedge", .meaning = "this type"},
    {"side_frame", KEY_REFERENCE, AT(side_frame), .required = true, .of = "body",
     .meaning = "the body with the column"},
    {"bolster", KEY_REFERENCE, AT(bolster), .required = true, .of = "body", .meaning = "the body with the pocket"},
    PLACE("centre of the wedge at the start, where its faces just touch; x points to the column, z up", "the world"),
    {"springs", KEY_MAP, AT(springs), .keys = &keys_of_wedge_spring, .required = true,
     .meaning = "the spring between side frame and wedge"},
    {"wedges", KEY_MAP, AT(wedges), .keys = &keys_of_wedges, .required = true, .meaning = "the wedge itself"},
    {0},
};
const key_table keys_of_wedge = {"wedge", wedge, NULL};
#undef STRUCT

#define STRUCT bogie_keys
static const key_info bogie[] = {
    {"name", KEY_NAME, AT(machine.name), .required = true,
     .meaning = "name of the bogie; its parts are named after it"},
    {"type", KEY_WORD, AT(machine.type), .required = true, .of = "bogie", .meaning = "this type"},
    {"side_frames", KEY_PAIR, AT(side_frames), .required = true, .of = "body",
     .meaning = "the two side frames, that at +y first"},
    {"bolster", KEY_REFERENCE, AT(bolster), .required = true, .of = "body", .meaning = "the bolster"},
    PLACE("half way between the spring sets at the height of the wedges' centres at the start; x along the bogie, z up",
          "the world"),
    {"spacing", KEY_NUMBER, AT(spacing), .unit = "m", POSITIVE, .preset = "2.036 m",
     .meaning = "between the middles of the spring sets"},
    {"springs", KEY_MAP, AT(springs), .keys = &keys_of_bogie_springs, .required = true, .meaning = "the springs"},
    {"wedges", KEY_MAP, AT(wedges), .keys = &keys_of_wedges, .required = true, .meaning = "the four wedges"},
    {"gibs", KEY_MAP, AT(gibs), .keys = &keys_of_gibs, .preset = "none",
     .meaning = "stops that limit the bolster sideways"},
    {0},
};
const key_table keys_of_bogie = {"bogie", bogie, NULL};
