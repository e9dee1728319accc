/* The table of a kernel: compiled once for each (see kernels.h). */
#include "kernels.h"

#include "registry/kernel_type.h"

#define COMMON                                                                                                         \
    .create = kernel_create, .eval = kernel_eval, .start = kernel_start, .accept = kernel_accept,                      \
    .lasts = kernel_lasts, .pack_eval = kernel_pack_eval, .pairs_eval = kernel_pairs_eval,                             \
    .push_eval = kernel_push_eval

const element_kernel KERNEL_SYMBOL(kernel) = {.name = KERNEL_NAME, COMMON, .shear = KERNEL_SYMBOL(pack_shear)};
#if defined(KERNEL_WIDER)
const element_kernel KERNEL_EXPAND(kernel, KERNEL_WIDER) = {
    .name = KERNEL_TEXT(KERNEL_WIDER), COMMON, .shear = KERNEL_EXPAND(pack_shear, KERNEL_WIDER)};
#endif
