/* The tables of keys. */
#include "keys.h"

#include "keys/laws.h"
#include "keys_macros.h"

/* ---- parts that several mappings share ---- */
#define STRUCT orientation_keys
static const key_info orientation[] = {
    {"quaternion", KEY_QUATERNION, AT(quaternion), .meaning = "w, x, y, z; need not be of unit length"},
    {"axis", KEY_VECTOR, AT(axis), .unit = "1", .meaning = "axis of a rotation by angle; need not be of unit length"},
    {"angle", KEY_NUMBER, AT(angle), .unit = "rad", .meaning = "angle of the rotation about axis"},
    {"rpy", KEY_VECTOR, AT(rpy), .unit = "rad",
     .meaning = "roll about x, then pitch about y, then yaw about z, all of the frame it is placed in"},
    {0},
};
const key_table keys_of_orientation = {"orientation", orientation, NULL, false};
#undef STRUCT

#define STRUCT drive_keys
#define DRIVE(per_second)                                                                                              \
    {"speed", KEY_NUMBER, AT(speed), .unit = per_second, .meaning = "constant speed"},                                 \
        {"ramp",                                                                                                       \
         KEY_NUMBER,                                                                                                   \
         AT(ramp),                                                                                                     \
         .unit = "s",                                                                                                  \
         NOT_BELOW_0,                                                                                                  \
         .preset = "0",                                                                                                \
         .meaning = "time in which the speed rises smoothly from 0"},                                                  \
        {"angle",       KEY_CHOICE,       AT(angle),                                                                   \
         .unit = "rad", .of = "function", .meaning = "the angle from the start pose as a function of time"},           \
    {                                                                                                                  \
        "position", KEY_CHOICE, AT(position), .unit = "m", .of = "function",                                           \
                                              .meaning = "the displacement from the start pose as a function of time"  \
    }
static const key_info body_drive[] = {
    DRIVE("rad/s"),
    {"axis", KEY_VECTOR, AT(axis), .unit = "1", .preset = "[0, 0, 1]",
     .meaning = "axis in the body frame of the coordinate that is driven"},
    {0},
};
static const key_info turn_drive[] = {DRIVE("rad/s"), {0}};
static const key_info slide_drive[] = {DRIVE("m/s"), {0}};
const key_table keys_of_body_drive = {"body drive", body_drive, NULL, false};
const key_table keys_of_turn_drive = {"drive", turn_drive, NULL, false};
const key_table keys_of_slide_drive = {"drive", slide_drive, NULL, false};
#undef STRUCT

/* ---- the sections ---- */
#define STRUCT material_keys
static const key_info material[] = {
    {"E", KEY_NUMBER, AT(E), .unit = "Pa", .low = 0, .high = INFINITY, .open = OPEN_ENDS,
     .meaning = "Young's modulus; required unless rigid"},
    {"nu", KEY_NUMBER, AT(nu), .unit = "1", .low = -1, .high = 0.5, .open = OPEN_LOW, .preset = "0.3",
     .meaning = "Poisson's ratio"},
    {"density", KEY_NUMBER, AT(density), .unit = "kg/m^3", POSITIVE,
     .meaning = "gives mass and inertia of bodies that have none"},
    {"rigid", KEY_FLAG, AT(rigid), .preset = "false", .meaning = "contributes no compliance; E and nu are ignored"},
    {"expansion", KEY_NUMBER, AT(expansion), .unit = "1/K", POSITIVE, .preset = "of bearing steel, 11.9e-6 1/K",
     .meaning = "coefficient of thermal expansion, for fits and temperatures of bearings"},
    {"yield", KEY_NUMBER, AT(yield), .unit = "Pa", POSITIVE, .preset = "1.7 GPa of bearing rings; else not looked at",
     .meaning = "yield stress, for fits of bearings"},
    {0},
};
const key_table keys_of_material = {"material", material, NULL, false};
#undef STRUCT

#define STRUCT body_keys
static const key_info body[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the body"},
    {"fixed", KEY_FLAG, AT(fixed), .preset = "false", .meaning = "rests, or moves only as its drive says"},
    {"mass", KEY_NUMBER, AT(mass), .unit = "kg", POSITIVE, .preset = "from its surfaces", .meaning = "mass"},
    {"inertia", KEY_INERTIA, AT(inertia), .unit = "kg m^2", .preset = "from its surfaces",
     .meaning = "about the centre of mass, body axes: three principal moments or a symmetric 3x3 list"},
    PLACE("centre of mass", "the world"),
    {"velocity", KEY_VECTOR, AT(velocity), .unit = "m/s", .preset = "[0, 0, 0]",
     .meaning = "of the centre of mass, in the world"},
    {"angular_velocity", KEY_VECTOR, AT(angular_velocity), .unit = "rad/s", .preset = "[0, 0, 0]",
     .meaning = "in body axes"},
    {"drive", KEY_DRIVE, AT(drive), .keys = &keys_of_body_drive,
     .meaning = "prescribed motion of one coordinate; the others stay free"},
    {0},
};
const key_table keys_of_body = {"body", body, NULL, false};
#undef STRUCT

#define STRUCT piece_keys
static const key_info piece[] = {
    {"shape", KEY_CHOICE, AT(shape), .required = true, .of = "surface", .meaning = "shape of the piece"},
    PLACE("origin of its frame", "the frame of the surface"),
    {"where_normal", KEY_VECTOR, AT(where_normal), .unit = "1", .preset = "everywhere",
     .meaning = "the piece takes part where where_normal . y >= where_offset"},
    {"where_offset", KEY_NUMBER, AT(where_offset), .unit = "m", .preset = "0", .meaning = "see where_normal"},
    {0},
};
const key_table keys_of_piece = {"piece", piece, NULL, false};
#undef STRUCT

#define STRUCT surface_keys
static const key_info surface[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the surface"},
    {"body", KEY_REFERENCE, AT(body), .required = true, .of = "body", .meaning = "the body it belongs to"},
    {"shape", KEY_CHOICE, AT(shape), .required = true, .of = "surface", .meaning = "type and parameters"},
    {"material", KEY_MATERIAL, AT(material), .of = "material",
     .meaning = "a name of the section materials, or a material"},
    PLACE("origin of its frame", "the body frame"),
    {0},
};
const key_table keys_of_surface = {"surface", surface, NULL, false};
#undef STRUCT

#define STRUCT point_keys
static const key_info point[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the point, or of the group of points"},
    {"body", KEY_REFERENCE, AT(body), .required = true, .of = "body", .meaning = "the body it is fixed to"},
    {"box", KEY_VECTOR, AT(box), .unit = "m",
     .meaning = "lengths of a box: its corners name.1 to name.8, x running fastest, z slowest"},
    {"face", KEY_WORD, AT(face), .of = "all|-x|+x|-y|+y|-z|+z", .preset = "all",
     .meaning = "with box: only the four corners of this face, name.1 to name.4"},
    {"polygon", KEY_VECTORS, AT(polygon), .unit = "m", .meaning = "corners name.1, name.2 ..., each of three numbers"},
    PLACE("the point; of a group its centre", "the body frame"),
    {0},
};
const key_table keys_of_point = {"point", point, NULL, false};
#undef STRUCT

#define STRUCT joint_keys
static const key_info joint[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the joint"},
    {"type", KEY_TYPE_NAME, AT(type), .required = true, .of = "joint", .meaning = "which motions are free"},
    {"parent", KEY_REFERENCE, AT(parent), .of = "body", .preset = "world", .meaning = "a body, or world"},
    {"child", KEY_REFERENCE, AT(child), .required = true, .of = "body", .meaning = "the body that moves"},
    PLACE("origin of the joint frame at the start; the axis is its z", "the world"),
    {"drive", KEY_DRIVE, AT(drive), .keys = &keys_of_turn_drive, .meaning = "prescribed motion of the joint"},
    {0},
};
const key_table keys_of_joint = {"joint", joint, NULL, false};
#undef STRUCT

#define STRUCT force_keys
static const key_info force[] = {
    {"name", KEY_NAME, AT(name), .meaning = "name of the force"},
    {"between", KEY_PAIR, AT(between), .of = "body or point",
     .meaning = "the two bodies or points it acts between; a body stands for its centre of mass"},
    {"body", KEY_REFERENCE, AT(body), .of = "body", .meaning = "the body it acts on, if it acts on one only"},
    {"position", KEY_VECTOR, AT(position), .unit = "m", .preset = "[0, 0, 0]",
     .meaning = "with body: where it acts, in the body frame"},
    {0},
};
const key_table keys_of_force = {"force", force, "force", false};
#undef STRUCT

#define STRUCT contact_keys
static const key_info contact[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the contact"},
    {"between", KEY_SIDES, AT(between), .of = "surface or point",
     .meaning =
         "the two surfaces that meet, or a plane and a point, a group of points or a list of them; left out: other "
         "laws for the contact of a machine that has this name"},
    {"normal", KEY_CHOICE, AT(laws.normal), .of = "normal", .preset = "hertz; line for a roller",
     .meaning = "normal law"},
    {"friction", KEY_CHOICE, AT(laws.friction), .of = "friction", .meaning = "friction law"},
    {"track", KEY_CHOICE, AT(laws.track), .of = "track", .meaning = "how the opposing points are found"},
    LUBRICATION_TO(AT(laws.film), AT(laws.lubricant), AT(laws.roughness)),
    {0},
};
const key_table keys_of_contact = {"contact", contact, NULL, false};
static const key_info collide[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of what is recorded of them"},
    {"between", KEY_PAIR, AT(between), .required = true, .of = "group",
     .meaning = "two groups, or one twice: each surface of the one may touch each of the other; a surface may stand "
                "for a group"},
    {"normal", KEY_CHOICE, AT(laws.normal), .of = "normal", .preset = "hertz", .meaning = "normal law of all pairs"},
    {"friction", KEY_CHOICE, AT(laws.friction), .of = "friction", .meaning = "friction law of all pairs"},
    {"track", KEY_CHOICE, AT(laws.track), .of = "track", .meaning = "how the opposing points are found"},
    {0},
};
const key_table keys_of_collide = {"collide", collide, NULL, false};
#undef STRUCT

#define STRUCT tolerance_keys
static const key_info tolerances[] = {
    {"position", KEY_NUMBER, AT(position), .unit = "m", POSITIVE, .meaning = "of positions"},
    {"velocity", KEY_NUMBER, AT(velocity), .unit = "m/s", POSITIVE, .meaning = "of velocities"},
    {"angle", KEY_NUMBER, AT(angle), .unit = "rad", POSITIVE, .meaning = "of angles"},
    {"angular_velocity", KEY_NUMBER, AT(angular_velocity), .unit = "rad/s", POSITIVE,
     .meaning = "of angular velocities"},
    {0},
};
const key_table keys_of_tolerances = {"tolerances", tolerances, NULL, false};
#undef STRUCT

#define STRUCT solver_keys
static const key_info solver[] = {
    {"type", KEY_TYPE_NAME, AT(type), .of = "solver", .preset = "auto", .meaning = "integrator"},
    {"t_end", KEY_NUMBER, AT(t_end), .unit = "s", POSITIVE, .preset = "1 s", .meaning = "end of the run"},
    {"rtol", KEY_NUMBER, AT(rtol), .unit = "1", .low = 0, .high = 1, .open = OPEN_ENDS, .preset = "1e-5",
     .meaning = "relative tolerance"},
    {"atol", KEY_TOLERANCES, AT(atol), .unit = "1", .keys = &keys_of_tolerances,
     .preset = "rtol times the scale of each kind", .meaning = "absolute tolerance: one number for all, or by kind"},
    {"start", KEY_WORD, AT(start), .of = "auto|given|equilibrium", .preset = "auto",
     .meaning = "bodies start as given, or in the equilibrium under the loads at t = 0 (auto: the latter if there are "
                "machines with a statics of their own, no body has a velocity and an equilibrium exists)"},
    {"max_order", KEY_COUNT, AT(max_order), .low = 1, .high = 12, .preset = "the solver's own",
     .meaning = "highest order of a multistep method"},
    {"first_step", KEY_NUMBER, AT(first_step), .unit = "s", POSITIVE, .preset = "chosen", .meaning = "first step"},
    {"max_step", KEY_NUMBER, AT(max_step), .unit = "s", POSITIVE, .preset = "no bound", .meaning = "largest step"},
    {"fixed_step", KEY_NUMBER, AT(fixed_step), .unit = "s", POSITIVE, .preset = "steps by the error",
     .meaning = "this step throughout, without error control (park)"},
    {"iterations", KEY_COUNT, AT(iterations), .low = 1, .high = 10, .preset = "until they are small",
     .meaning = "most corrections by Newton's method in a step, each with its own Jacobian (park)"},
    {"events", KEY_FLAG, AT(events), .preset = "false",
     .meaning = "find touch and release as roots and start anew there (bdf, adams, rk)"},
    {"threads", KEY_COUNT, AT(threads), .low = 1, .high = 256, .preset = "one for each core, where that pays",
     .meaning = "threads that share the work; results do not depend on them, to the last bit"},
    {0},
};
const key_table keys_of_solver = {"solver", solver, NULL, false};
#undef STRUCT

#define STRUCT output_keys
static const key_info output[] = {
    {"every", KEY_NUMBER, AT(every), .unit = "s", POSITIVE, .preset = "t_end/200", .meaning = "time between outputs"},
    {"from", KEY_NUMBER, AT(from), .unit = "s", NOT_BELOW_0, .preset = "0",
     .meaning = "statistics of the summary count from here"},
    {0},
};
const key_table keys_of_output = {"output", output, NULL, false};
#undef STRUCT

static const key_info machine[] = {
    {"name", KEY_NAME, .required = true, .meaning = "name of the machine; its parts are named after it"},
    {"type", KEY_TEXT, .required = true, .meaning = "type of the machine"},
    {0},
};
const key_table keys_of_machine = {"machine", machine, "machine", false}; /* stands for all of them */

#define STRUCT model_keys
static const key_info model[] = {
    {"abut", KEY_NUMBER, AT(version), .unit = "1", .low = 1, .high = 1, .required = true,
     .meaning = "version of the format"},
    {"title", KEY_TEXT, AT(title), .meaning = "what the model is"},
    {"gravity", KEY_VECTOR, AT(gravity), .unit = "m/s^2", .preset = "[0, 0, 0]", .meaning = "acceleration of gravity"},
    {"materials", KEY_NAMED, AT(materials), .keys = &keys_of_material, .meaning = "materials by name"},
    {"lubricants", KEY_NAMED, AT(lubricants), .keys = &keys_of_lubricant, .meaning = "lubricants by name"},
    {"bodies", KEY_LIST, AT(bodies), .keys = &keys_of_body, .meaning = "rigid bodies"},
    {"surfaces", KEY_LIST, AT(surfaces), .keys = &keys_of_surface, .meaning = "surfaces of bodies"},
    {"machines", KEY_LIST, AT(machines), .keys = &keys_of_machine,
     .meaning = "ready machines: bearings, friction wedges, bogies"},
    {"points", KEY_LIST, AT(points), .keys = &keys_of_point,
     .meaning = "points of bodies where forces attach and that touch planes"},
    {"joints", KEY_LIST, AT(joints), .keys = &keys_of_joint, .meaning = "joints between bodies"},
    {"forces", KEY_LIST, AT(forces), .keys = &keys_of_force, .meaning = "springs, dampers, loads"},
    {"contacts", KEY_LIST, AT(contacts), .keys = &keys_of_contact, .meaning = "which surfaces may touch, and how"},
    {"groups", KEY_GROUPS, AT(groups),
     .meaning = "groups of surfaces: lists of names, or of patterns with * and ?, by the name of the group"},
    {"collide", KEY_LIST, AT(collide), .keys = &keys_of_collide,
     .meaning = "groups whose surfaces may touch each other: the pairs are searched during the run"},
    {"solver", KEY_MAP, AT(solver), .keys = &keys_of_solver, .meaning = "integration"},
    {"output", KEY_MAP, AT(output), .keys = &keys_of_output, .meaning = "what is written"},
    {"catalogue", KEY_LATER, .meaning = "named defaults"},
    {0},
};
const key_table keys_of_model = {"model", model, NULL, false};
