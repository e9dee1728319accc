/* Joints: which of the six relative motions are free. */
#ifndef ABUT_MULTIBODY_JOINT_H
#define ABUT_MULTIBODY_JOINT_H

#include "abut/extend.h"

typedef struct joint_type {
    abut_type type; /* kind "joint" */
    bool moves[3];  /* free translations along x, y, z of the parent-side joint frame */
    int turns;      /* free rotations: 0, 1 (about z), 3 (all) */
} joint_type;

/* Those that the world itself takes. */
extern const joint_type joint_free, joint_fixed, joint_revolute, joint_prismatic;
/* Of bodies that are moved from outside (guide.c): it is not registered. */
extern const joint_type joint_guided;

#endif
