/* Asks the processor, and the user. */
#include "cpu.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
static bool asked(const char *kernel) {
    const char *wanted = getenv("ABUT_KERNEL");
    return wanted && strcmp(wanted, kernel) == 0;
}
static bool free_to_choose(void) {
    const char *wanted = getenv("ABUT_KERNEL");
    return !wanted || !wanted[0];
}

bool cpu_avx2(void) {
    if (!free_to_choose() && !asked("avx2") && !asked("avx512")) return false;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

bool cpu_avx512(void) {
    if (!cpu_avx2() || asked("avx2")) return false;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#else
bool cpu_avx2(void) { return false; }
bool cpu_avx512(void) { return false; }
#endif
