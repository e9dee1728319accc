/* Asks the processor, and the user. */
#include "cpu.h"

#include <stdlib.h>
#include <string.h>

bool cpu_avx2(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    const char *wanted = getenv("ABUT_KERNEL");
    if (wanted && wanted[0] && strcmp(wanted, "avx2") != 0) return false;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}
