/* A few bodies in short, for tests of definitions and states. */
#ifndef ABUT_TESTS_SHAPES_H
#define ABUT_TESTS_SHAPES_H

#include "abut/abut.h"

static const abut_material steel = ABUT_STEEL, rigid = ABUT_RIGID;
static const abut_choice ball = {"sphere", {{.name = "radius", .value = 0.01}}};
static const abut_choice big_ball = {"sphere", {{.name = "radius", .value = 0.02}}};
static const abut_choice egg = {
    "ellipsoid", {{.name = "a", .value = 0.03}, {.name = "b", .value = 0.02}, {.name = "c", .value = 0.015}}};
static const abut_choice plane = {"plane", {{0}}};

static inline abut_element_def pair_of(const abut_choice *a, const abut_choice *b) {
    return (abut_element_def){.a = {.shape = *a, .material = steel}, .b = {.shape = *b, .material = steel}};
}

#endif
