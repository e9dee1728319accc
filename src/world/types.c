/* The types of the world: one line per type. */
#include "registry/registry.h"
#include "world.h"

#define TYPES(X)                                                                                                       \
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
    X(abut_force_type, force_flange)                                                                                   \
    X(integrator_type, integrator_rodas)                                                                               \
    X(integrator_type, integrator_bdf)                                                                                 \
    X(integrator_type, integrator_adams)                                                                               \
    X(integrator_type, integrator_rk)                                                                                  \
    X(integrator_type, integrator_ida)                                                                                 \
    X(integrator_type, integrator_park)

#define X(sort, name) extern const struct sort name;
TYPES(X)
#undef X

REGISTRY_LIST(registry_world, TYPES, &registry_core);

const abut_registry *abut_world_types(void) { return &registry_world; }
