/* The keys of friction wedges. */
#include "keys/macros.h"
#include "wedge.h"

enum { POINTS_MAX = 10000 };

/* ---- what a wedge is ---- */
#define STRUCT abut_wedge_point
static const key_info point[] = {
    {"across", KEY_NUMBER, AT(across), .unit = "m", .required = true, .meaning = "from its position along y"},
    {"up", KEY_NUMBER, AT(up), .unit = "m", .required = true, .meaning = "from its position up along the face"},
    {0},
};
static const key_table keys_of_point = {"point of a face", point, NULL, true};

#undef STRUCT
#define STRUCT abut_wedge_face
static const key_info face[] = {
    {"side", KEY_WORD, AT(pocket), .required = true, .of = "column|pocket",
     .meaning = "what it lies on: the column of the side frame, the pocket of the bolster"},
    {"position", KEY_VECTOR, AT(position), .unit = "m", .preset = "[0, 0, 0]",
     .meaning = "a point of the face, from the centre of the wedge; x points to the column, z up"},
    {"yaw", KEY_NUMBER, AT(yaw), .unit = "rad", .preset = "0",
     .meaning = "of a pocket: > 0 turns its normal towards -y; below 45 deg"},
    {"points", KEY_LIST, ITEMS_AWAY(point, count), .keys = &keys_of_point, .low = 1, .high = POINTS_MAX, .of = "points",
     .required = true, .meaning = "where the face may touch"},
    {0},
};
static const key_table keys_of_face = {"face of a wedge", face, NULL, true};

#undef STRUCT
#define STRUCT abut_wedge
static const key_info mu[] = {
    {"column", KEY_NUMBER, AT(mu_column), .unit = "1", .low = 0, .high = 100, .required = true,
     .meaning = "on the column"},
    {"pocket", KEY_NUMBER, AT(mu_pocket), .unit = "1", .low = 0, .high = 100, .required = true,
     .meaning = "in the pocket"},
    {0},
};
static const key_table keys_of_mu = {"mu of a wedge", mu, NULL, true};

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
    {"mu", KEY_MAP, .size = 1, .keys = &keys_of_mu, .required = true, .meaning = "sliding friction"},
    {"static_ratio", KEY_NUMBER, AT(static_ratio), .unit = "1", .low = 1, .high = 100, .preset = "1.1",
     .meaning = "static over sliding friction"},
    {"stiffness", KEY_NUMBER, AT(stiffness), .unit = "N/m", POSITIVE, .required = true,
     .meaning = "of each point, along the normal and while it sticks across it"},
    {"damping", KEY_NUMBER, AT(damping), .unit = "1", POSITIVE, .preset = "0.6",
     .meaning = "of each point: part of the critical damping with the mass of the wedge"},
    {"faces", KEY_LIST, ITEMS_HERE(face, faces), .keys = &keys_of_face, .low = 2, .high = ABUT_WEDGE_FACES,
     .of = "faces", .required = true, .meaning = "2 to 8 faces, at least one on each side"},
    {"count", KEY_COUNT, AT(count), .low = 1, .high = 4, .preset = "1 of a wedge, 4 of a bogie",
     .meaning = "number of wedges"},
    {0},
};
const key_table keys_of_wedges = {"wedges", wedges, NULL, true};

/* ---- the machine ---- */
#undef STRUCT
#define STRUCT abut_wedge_def
static const key_info spring[] = {
    {"stiffness", KEY_NUMBER, AT(spring.stiffness), .unit = "N/m", POSITIVE, .required = true,
     .meaning = "of one spring"},
    {"preload", KEY_NUMBER, AT(spring.preload), .unit = "N", NOT_BELOW_0, .preset = "0",
     .meaning = "force at the start"},
    {"count", KEY_COUNT, .low = 1, .high = 1, .preset = "1", .meaning = "springs under the wedge"},
    {0},
};
static const key_table keys_of_spring = {"spring of a wedge", spring, NULL, true};

static const key_info wedge_keys[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the wedge; its parts are named after it"},
    {"side_frame", KEY_REFERENCE, AT(side_frame), .required = true, .of = "body",
     .meaning = "the body with the column"},
    {"bolster", KEY_REFERENCE, AT(bolster), .required = true, .of = "body", .meaning = "the body with the pocket"},
    MACHINE_PLACE("centre of the wedge at the start, where its faces just touch; x points to the column, z up"),
    {"springs", KEY_MAP, .size = 1, .keys = &keys_of_spring, .required = true,
     .meaning = "the spring between side frame and wedge"},
    {"wedges", KEY_MAP, AT(wedge), .keys = &keys_of_wedges, .required = true, .meaning = "the wedge itself"},
    {0},
};
const key_table keys_of_wedge = {"wedge", wedge_keys, NULL, true};

/* ---- an example ---- */
const char wedge_example[] =
    "# mirror y: forces.side.force=[0, 400, 0]\n"
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  - {name: frame, fixed: true}\n"
    "  - {name: bolster, mass: 500 kg, inertia: [50, 50, 50]}\n"
    "machines:\n"
    "  - {name: it, type: wedge, side_frame: frame, bolster: bolster, springs: {stiffness: 572 kN/m, preload: 5 kN},\n"
    "     wedges: {mass: 20 kg, inertia: [0.1, 0.1, 0.1], mu: {column: 0.3, pocket: 0.2}, stiffness: 2e7,\n"
    "       faces: [{side: column, position: [0.1, 0, 0], points: [{across: -0.05, up: 0.1}, {across: 0.05, up: 0.1},\n"
    "                {across: -0.05, up: -0.1}, {across: 0.05, up: -0.1}]},\n"
    "               {side: pocket, position: [-0.1, 0, 0], points: [{across: -0.05, up: 0}, {across: 0.05, up: "
    "0}]}]}}\n"
    "forces:\n"
    "  - {name: side, type: load, body: bolster, force: [0, -400, 0]}\n"
    "  - {name: rest, type: bushing, between: [frame, bolster], stiffness: [1e6, 1e6, 1e6], damping: [1e4, 1e4, 1e4],\n"
    "     torsion: [1e6, 1e6, 1e6], torsion_damping: [1e4, 1e4, 1e4]}\n"
    "solver: {type: park, t_end: 0.2 s, max_step: 1 ms}\n"
    "output: {every: 2 ms, from: 0.1 s}\n";
