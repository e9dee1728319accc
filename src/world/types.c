/* The built-in types of the world. */
#include "registry/registry.h"
#include "world_types.h"

REGISTRY_LIST(registry_world, WORLD_TYPES, &registry_core);
