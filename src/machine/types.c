/* The built-in machines, and with them all that a world may hold. */
#include "machine_types.h"
#include "registry/registry.h"
#include "world/world_types.h"

REGISTRY_LIST(registry_machine, MACHINE_TYPES, &registry_world);

const abut_registry *abut_world_types(void) { return &registry_machine; }
