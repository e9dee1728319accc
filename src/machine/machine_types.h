/* The list of machines, one line each. */
#ifndef ABUT_MACHINE_TYPES_H
#define ABUT_MACHINE_TYPES_H

#include "world/machine_slots.h"

extern const abut_registry registry_machine;

#define MACHINE_TYPES(X)                                                                                               \
    X(machine_type, machine_ball_bearing)                                                                              \
    X(machine_type, machine_roller_bearing)                                                                            \
    X(machine_type, machine_wedge)                                                                                     \
    X(machine_type, machine_bogie)                                                                                     \
    X(machine_type, machine_cam_roller)

#define X(sort, name) extern const struct sort name;
MACHINE_TYPES(X)
#undef X

#endif
