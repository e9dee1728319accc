/* The types of the core in the code of one kernel: compiled once for each. */
#include "kernel_type.h"

#include <string.h>

#include "core_types.h"
#include "registry.h"

static const abut_type *const own[] = {CORE_TYPES(REGISTRY_ENTRY)};
enum { OWN = sizeof own / sizeof own[0] };

static bool of_core(const abut_type *type) {
    for (size_t i = 0; i < registry_core.count; i++)
        if (registry_core.types[i] == type) return true;
    return false;
}

/* A list that was made longer after this kernel was compiled keeps what the kernel does not have. */
const abut_type *kernel_type(const abut_type *type) {
    if (!of_core(type)) return type;
    for (size_t i = 0; i < OWN; i++)
        if (!strcmp(own[i]->kind, type->kind) && !strcmp(own[i]->name, type->name)) return own[i];
    return type;
}
