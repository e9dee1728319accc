/* The built-in methods, and with them all that a study may name. */
#include "abut/study.h"
#include "machine/machine_types.h"
#include "method.h"
#include "registry/registry.h"

REGISTRY_LIST(abut_study_registry, METHOD_TYPES, &registry_machine);

const abut_registry *abut_study_types(void) { return &abut_study_registry; }

const fit_method *fit_find_method(const abut_registry *r, const char *name) {
    return (const fit_method *)(name ? abut_registry_find(r, "method", name) : registry_role(r, "method", ABUT_USUAL));
}
