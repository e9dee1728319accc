/* The list of the types of the world, one line each. */
#ifndef ABUT_WORLD_TYPES_H
#define ABUT_WORLD_TYPES_H

#include "abut/extend_world.h"
#include "integrate/integrate.h"
#include "multibody/joint.h"

/* Runtimes of FMUs for other platforms (bindings/fmu) do without that library. */
#ifdef ABUT_WITHOUT_SUNDIALS
#define SUNDIALS_TYPES(X)
#else
#define SUNDIALS_TYPES(X)                                                                                              \
    X(integrator_type, integrator_bdf)                                                                                 \
    X(integrator_type, integrator_adams)                                                                               \
    X(integrator_type, integrator_rk)                                                                                  \
    X(integrator_type, integrator_ida)
#endif

#define WORLD_TYPES(X)                                                                                                 \
    X(joint_type, joint_free)                                                                                          \
    X(joint_type, joint_fixed)                                                                                         \
    X(joint_type, joint_revolute)                                                                                      \
    X(joint_type, joint_prismatic)                                                                                     \
    X(joint_type, joint_cylindrical)                                                                                   \
    X(joint_type, joint_spherical)                                                                                     \
    X(joint_type, joint_planar)                                                                                        \
    X(abut_function_type, function_constant)                                                                           \
    X(abut_function_type, function_ramp)                                                                               \
    X(abut_function_type, function_sine)                                                                               \
    X(abut_function_type, function_table)                                                                              \
    X(abut_force_type, force_spring)                                                                                   \
    X(abut_force_type, force_torsion_spring)                                                                           \
    X(abut_force_type, force_bushing)                                                                                  \
    X(abut_force_type, force_land)                                                                                     \
    X(abut_force_type, force_load)                                                                                     \
    X(abut_force_type, force_gravity_field)                                                                            \
    X(abut_force_type, force_unbalance)                                                                                \
    X(abut_force_type, force_fluid_drag)                                                                               \
    X(abut_force_type, force_flange)                                                                                   \
    X(integrator_type, integrator_rodas)                                                                               \
    SUNDIALS_TYPES(X)                                                                                                  \
    X(integrator_type, integrator_park)                                                                                \
    X(integrator_type, integrator_rk3)                                                                                 \
    X(integrator_type, integrator_rkn)

#define X(sort, name) extern const struct sort name;
WORLD_TYPES(X)
#undef X

extern const abut_registry registry_world; /* what stands before it in the chain: machine/types.c */

#endif
