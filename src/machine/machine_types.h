/* The list of machines, one line each. */
#ifndef ABUT_MACHINE_TYPES_H
#define ABUT_MACHINE_TYPES_H

#include "world/machine_slots.h"

#define MACHINE_TYPES(X)                                                                                               \
    X(ball_bearing)                                                                                                    \
    X(roller_bearing)                                                                                                  \
    X(wedge)                                                                                                           \
    X(bogie)                                                                                                           \
    X(cam_roller)

#define MACHINE_DECLARED(name) extern const machine_type machine_##name;
MACHINE_TYPES(MACHINE_DECLARED)
#undef MACHINE_DECLARED

#endif
