/* The joints. The axis of a joint is z of its frame. */
#include "joint.h"

#include <stddef.h>

static const abut_param_info none[] = {{0}};

#define JOINT(name, x, y, z, turning, summary)                                                                         \
    static const abut_choice name##_examples[] = {{.type = #name}, {0}};                                               \
    const joint_type joint_##name = {                                                                                  \
        .type = {"joint", #name, summary, none, name##_examples}, .moves = {x, y, z}, .turns = turning}

JOINT(free, true, true, true, 3, "six degrees of freedom");
JOINT(fixed, false, false, false, 0, "no relative motion");
JOINT(revolute, false, false, false, 1, "rotation about z");
JOINT(prismatic, false, false, true, 0, "translation along z");
JOINT(cylindrical, false, false, true, 1, "rotation about and translation along z");
JOINT(spherical, false, false, false, 3, "rotation about a point");
JOINT(planar, true, true, false, 1, "translation in the plane of x and y, rotation about z");
