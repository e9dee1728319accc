/* Which instructions may be used on this machine. */
#ifndef ABUT_BASE_CPU_H
#define ABUT_BASE_CPU_H

#include <stdbool.h>

/* AVX2 and FMA are there, and ABUT_KERNEL in the environment does not ask for less. */
bool cpu_avx2(void);
/* The same of F, DQ and VL of AVX-512. Where it holds, so does cpu_avx2. */
bool cpu_avx512(void);

#endif
