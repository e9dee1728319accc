/* The list of door 2's types: one line per type. */
#include "types.h"

#include <string.h>

#include "abut/world.h"
#include "base/message.h"
#include "force/force.h"
#include "function/function.h"
#include "integrate/integrate.h"
#include "multibody/joint.h"

#define TYPES(X)                                                                                                       \
    X(joint_type, joint_free)                                                                                          \
    X(joint_type, joint_fixed)                                                                                         \
    X(joint_type, joint_revolute)                                                                                      \
    X(joint_type, joint_prismatic)                                                                                     \
    X(joint_type, joint_cylindrical)                                                                                   \
    X(joint_type, joint_spherical)                                                                                     \
    X(joint_type, joint_planar)                                                                                        \
    X(function_type, function_constant)                                                                                \
    X(function_type, function_ramp)                                                                                    \
    X(function_type, function_sine)                                                                                    \
    X(function_type, function_table)                                                                                   \
    X(force_type, force_spring)                                                                                        \
    X(force_type, force_torsion_spring)                                                                                \
    X(force_type, force_bushing)                                                                                       \
    X(force_type, force_land)                                                                                          \
    X(force_type, force_load)                                                                                          \
    X(force_type, force_gravity_field)                                                                                 \
    X(force_type, force_unbalance)                                                                                     \
    X(force_type, force_flange)                                                                                        \
    X(integrator_type, integrator_rodas)                                                                               \
    X(integrator_type, integrator_bdf)                                                                                 \
    X(integrator_type, integrator_adams)                                                                               \
    X(integrator_type, integrator_rk)                                                                                  \
    X(integrator_type, integrator_ida)                                                                                 \
    X(integrator_type, integrator_park)

#define X(sort, name) extern const sort name;
TYPES(X)
#undef X

static const abut_type *const types[] = {
#define X(sort, name) &name.type,
    TYPES(X)
#undef X
};

size_t abut_world_type_count(void) { return sizeof types / sizeof types[0]; }
const abut_type *abut_world_type_at(size_t index) { return index < abut_world_type_count() ? types[index] : NULL; }

const abut_type *abut_world_find_type(const char *kind, const char *name) {
    if (!kind || !name) return NULL;
    for (size_t i = 0; i < abut_world_type_count(); i++)
        if (!strcmp(types[i]->kind, kind) && !strcmp(types[i]->name, name)) return types[i];
    return NULL;
}

abut_status types_check(const char *kind, const char *preset, const abut_choice *choice, abut_args *args,
                        abut_message *message) {
    const char *name = choice && choice->type ? choice->type : preset;
    if (!name) return say(message, ABUT_MISSING, "no %s is chosen", kind);
    const abut_type *type = abut_world_find_type(kind, name);
    if (type) return registry_check_params(type, choice, args, message);
    nearest_word best = {0};
    char hint[80];
    for (size_t i = 0; i < abut_world_type_count(); i++)
        if (!strcmp(types[i]->kind, kind)) nearest_offer(&best, name, types[i]->name);
    return say(message, ABUT_UNKNOWN_NAME, "there is no %s '%.60s'%s", kind, name,
               nearest_hint(&best, hint, sizeof hint));
}
