/* The table of a kernel: compiled once for each (see kernels.h). */
#include "kernels.h"

#include "registry/kernel_type.h"

const element_kernel KERNEL_SYMBOL(kernel) = {
    .name = KERNEL_NAME,
    .create = kernel_create,
    .eval = kernel_eval,
    .start = kernel_start,
    .accept = kernel_accept,
    .lasts = kernel_lasts,
    .pack_eval = kernel_pack_eval,
    .pairs_eval = kernel_pairs_eval,
    .push_eval = kernel_push_eval,
};
