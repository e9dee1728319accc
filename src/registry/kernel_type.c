/* The types of the core in the code of one kernel: compiled once for each. */
#include "kernel_type.h"

#include <string.h>

#include "core_types.h"
#include "registry.h"

static const abut_type *const own[] = {CORE_TYPES(REGISTRY_ENTRY)};
enum { OWN = sizeof own / sizeof own[0] };

/* A list that was made longer after this kernel was compiled keeps what the kernel does not have. */
const abut_type *kernel_type(const abut_type *type, size_t size) {
    for (size_t i = 0; i < OWN; i++) {
        if (strcmp(own[i]->kind, type->kind) != 0) continue;
        const abut_type *core = abut_registry_find(&registry_core, own[i]->kind, own[i]->name);
        if (core && registry_same(core, size, type)) return own[i];
    }
    return type;
}
