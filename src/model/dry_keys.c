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
    {"solver", KEY_CHOICE, AT(solver), .of = "dry_solver", .preset = "pcg", .meaning = "how it is solved"},
    {0},
};
const key_table keys_of_dry = {"file", dry, NULL, false};
