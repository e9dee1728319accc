/* The built-in types of contact on a grid, and with them all that the world knows. */
#include "field_types.h"

#include "abut/field.h"
#include "abut/study.h"
#include "registry/registry.h"

REGISTRY_LIST(registry_field, FIELD_TYPES, &abut_study_registry);

const abut_registry *abut_field_types(void) { return &registry_field; }
