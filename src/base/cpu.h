/* Which instructions may be used on this machine. */
#ifndef ABUT_BASE_CPU_H
#define ABUT_BASE_CPU_H

#include <stdbool.h>

/* AVX2 and FMA are there, and ABUT_KERNEL in the environment does not ask for something else. */
bool cpu_avx2(void);

#endif
