/* The tables of keys of the file of `abut dry`. */
#include "dry_file.h"
#include "keys_macros.h"

#define STRUCT dry_grid_keys
static const key_info grid[] = {
    {"nx", KEY_COUNT, AT(nx), .low = 1, .high = 1048576, .preset = "that of the gap", .meaning = "cells along x"},
    {"ny", KEY_COUNT, AT(ny), .low = 1, .high = 1048576, .preset = "that of the gap", .meaning = "cells along y"},
    {"lx", KEY_NUMBER, AT(lx), .unit = "m", POSITIVE, .preset = "that of the gap",
     .meaning = "side of the window along x"},
    {"ly", KEY_NUMBER, AT(ly), .unit = "m", POSITIVE, .preset = "that of the gap",
     .meaning = "side of the window along y"},
    {"periodic", KEY_FLAG, AT(periodic), .preset = "false", .meaning = "the window repeats itself without end"},
    {0},
};
const key_table keys_of_dry_grid = {"grid", grid, NULL, false};
#undef STRUCT

#define STRUCT dry_materials_keys
static const key_info materials[] = {
    {"a", KEY_MAP, AT(a), .required = true, .keys = &keys_of_material, .meaning = "of the lower body"},
    {"b", KEY_MAP, AT(b), .required = true, .keys = &keys_of_material, .meaning = "of the upper body"},
    {0},
};
const key_table keys_of_dry_materials = {"materials", materials, NULL, false};
#undef STRUCT

#define STRUCT dry_rolling_keys
static const key_info rolling[] = {
    {"force", KEY_LIST, AT(force), .unit = "N", .instead = "creep",
     .meaning = "tangential force on body a, at which the creepages are looked for"},
    {"creep", KEY_LIST, AT(creep), .unit = "1", .preset = "[0, 0]",
     .meaning = "creepages along and across the path, of body a against body b"},
    {"spin", KEY_NUMBER, AT(spin), .unit = "1/m", .preset = "0", .meaning = "spin creepage"},
    {"steps", KEY_COUNT, AT(steps), .low = 0, .high = 1000000, .preset = "0, steady rolling",
     .meaning = "steps of rolling from rest"},
    {"step", KEY_NUMBER, AT(step), .unit = "m", POSITIVE, .preset = "the side of a cell along x",
     .meaning = "distance rolled in a step"},
    {"coefficients", KEY_FLAG, AT(coefficients), .preset = "false", .meaning = "find Kalker's creep coefficients too"},
    {0},
};
const key_table keys_of_dry_rolling = {"rolling", rolling, NULL, false};
#undef STRUCT

#define STRUCT dry_friction_keys
static const key_info friction[] = {
    {"mu", KEY_NUMBER, AT(mu), .unit = "1", NOT_BELOW_0, .required = true, .meaning = "coefficient of friction"},
    {"shift", KEY_LIST, AT(shift), .unit = "m", .preset = "[0, 0]", .instead = "force|sliding|path|rolling",
     .meaning = "of body a against body b, along x and y"},
    {"twist", KEY_NUMBER, AT(twist), .unit = "rad", .preset = "0", .instead = "force|path|rolling",
     .meaning = "of body a against body b; with sliding the turning of its direction, rad/m"},
    {"force", KEY_LIST, AT(force), .unit = "N", .instead = "sliding|path|rolling",
     .meaning = "tangential force on body a, at which the shift is looked for"},
    {"path", KEY_LIST, AT(path), .unit = "m", .instead = "sliding|rolling",
     .meaning = "steps of shift with memory: where body a is after each, [[x, y], ...]"},
    {"sliding", KEY_LIST, AT(sliding), .unit = "1", .instead = "rolling",
     .meaning = "all cells slip: direction in which body a slides"},
    {"press", KEY_COUNT, AT(press), .low = 1, .high = 10000, .preset = "10", .instead = "sliding|rolling",
     .meaning = "different materials: steps in which they are pressed together, unless loads are given"},
    {"rolling", KEY_MAP, AT(rolling), .keys = &keys_of_dry_rolling, .meaning = "rolling along x with creepage"},
    {0},
};
const key_table keys_of_dry_friction = {"friction", friction, NULL, false};
#undef STRUCT

#define STRUCT dry_line_keys
static const key_info line[] = {
    {"from", KEY_LIST, AT(from), .unit = "m", .required = true, .meaning = "x, y and depth of one end"},
    {"to", KEY_LIST, AT(to), .unit = "m", .required = true, .meaning = "of the other end"},
    {"points", KEY_COUNT, AT(points), .low = 2, .high = 100000, .preset = "50", .meaning = "on the line"},
    {0},
};
const key_table keys_of_dry_line = {"line", line, NULL, false};
static const key_info section[] = {
    {"from", KEY_LIST, AT(from), .unit = "m", .required = true, .meaning = "x and y of one end, on the surface"},
    {"to", KEY_LIST, AT(to), .unit = "m", .required = true, .meaning = "of the other end"},
    {"depth", KEY_NUMBER, AT(depth), .unit = "m", POSITIVE, .required = true, .meaning = "how far down it goes"},
    {"points", KEY_COUNT, AT(points), .low = 2, .high = 1000, .preset = "50", .meaning = "along the section"},
    {"down", KEY_COUNT, AT(down), .low = 2, .high = 1000, .preset = "25", .meaning = "points down"},
    {0},
};
const key_table keys_of_dry_section = {"section", section, NULL, false};
#undef STRUCT

#define STRUCT dry_subsurface_keys
static const key_info subsurface[] = {
    {"body", KEY_WORD, AT(body), .of = "a|b", .preset = "a", .meaning = "in which stresses are looked for"},
    {"line", KEY_MAP, AT(line), .keys = &keys_of_dry_line, .meaning = "stresses along a line"},
    {"section", KEY_MAP, AT(section), .keys = &keys_of_dry_section, .meaning = "stresses on an upright section"},
    {0},
};
const key_table keys_of_dry_subsurface = {"subsurface", subsurface, NULL, false};
#undef STRUCT

#define STRUCT dry_keys
static const key_info dry[] = {
    {"title", KEY_TEXT, AT(title), .meaning = "what the contact is"},
    {"grid", KEY_MAP, AT(grid), .required = true, .keys = &keys_of_dry_grid, .meaning = "the window and its cells"},
    {"gap", KEY_CHOICE, AT(gap), .required = true, .of = "gap", .meaning = "of the undeformed bodies"},
    {"materials", KEY_MAP, AT(materials), .keys = &keys_of_dry_materials, .preset = "steel on steel",
     .meaning = "of the two bodies; or E_star"},
    {"E_star", KEY_NUMBER, AT(E_star), .unit = "Pa", POSITIVE, .instead = "materials",
     .meaning = "modulus of the pair"},
    {"approach", KEY_NUMBER, AT(approach), .unit = "m",
     .meaning = "from first touch; one of approach, force and loads"},
    {"force", KEY_NUMBER, AT(force), .unit = "N", POSITIVE,
     .meaning = "normal force, in a periodic window on one period"},
    {"loads", KEY_LIST, AT(loads), .meaning = "a sweep: forces one after the other"},
    {"tilt", KEY_LIST, AT(tilt), .unit = "rad", .preset = "[0, 0]", .instead = "moment",
     .meaning = "slopes along x and y that are added to the gap"},
    {"moment", KEY_LIST, AT(moment), .unit = "N m", .meaning = "sums of p x and p y, instead of tilt"},
    {"hardness", KEY_NUMBER, AT(hardness), .unit = "Pa", POSITIVE, .meaning = "pressure that is not exceeded"},
    {"friction", KEY_MAP, AT(friction), .keys = &keys_of_dry_friction, .meaning = "tangential motion at the last load"},
    {"subsurface", KEY_MAP, AT(subsurface), .keys = &keys_of_dry_subsurface,
     .meaning = "stresses below the surface; {} for the greatest alone"},
    {"solver", KEY_CHOICE, AT(solver), .of = "dry_solver", .preset = "pcg", .meaning = "how it is solved"},
    {0},
};
const key_table keys_of_dry = {"file", dry, NULL, false};
