/* The built-in types of the contact element. */
#include "core_types.h"
#include "registry.h"

REGISTRY_LIST(registry_core, CORE_TYPES, NULL);

const abut_registry *abut_element_types(void) { return &registry_core; }
