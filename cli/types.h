/* All registered types in one row: those of the contact element, then those of the world. */
#ifndef ABUT_CLI_TYPES_H
#define ABUT_CLI_TYPES_H

#include "abut/world.h"

static inline size_t all_type_count(void) { return abut_type_count() + abut_world_type_count(); }
static inline const abut_type *all_type_at(size_t index) {
    size_t first = abut_type_count();
    return index < first ? abut_type_at(index) : abut_world_type_at(index - first);
}

#endif
