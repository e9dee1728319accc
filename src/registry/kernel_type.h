/* The kernel that a source is compiled for (contact/kernels.h): KERNEL and KERNEL_NAME are set by the build. */
#ifndef ABUT_REGISTRY_KERNEL_TYPE_H
#define ABUT_REGISTRY_KERNEL_TYPE_H

#include "abut/extend.h"

#ifndef KERNEL
#define KERNEL baseline
#endif
#define KERNEL_PASTE(what, name)  what##_##name
#define KERNEL_EXPAND(what, name) KERNEL_PASTE(what, name)
#define KERNEL_SYMBOL(what)       KERNEL_EXPAND(what, KERNEL)
#define KERNEL_QUOTE(name)        #name
#define KERNEL_TEXT(name)         KERNEL_QUOTE(name)
#ifndef KERNEL_NAME
#define KERNEL_NAME KERNEL_TEXT(KERNEL)
#endif

/* The table of a type of the core, or of a copy of it under another name, in the code of this kernel; other types are what they
 * are. `size`: of the tables of its kind. */
const abut_type *kernel_type(const abut_type *type, size_t size);

#endif
