/* Four doubles that are worked on together (vector extension of GCC and Clang: AVX where the build has it, pairs elsewhere).
 * Functions on them are forced inline, so that no vector is ever passed by an ABI. */
#ifndef ABUT_BASE_ROW4_H
#define ABUT_BASE_ROW4_H

#include <math.h>
#if defined(__AVX__)
#include <immintrin.h>
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#define ROW4_INLINE static inline __attribute__((always_inline))

typedef double row4 __attribute__((vector_size(32)));

ROW4_INLINE row4 row4_all(double x) { return (row4){x, x, x, x}; }
ROW4_INLINE double row4_sum(row4 x) { return (x[0] + x[1]) + (x[2] + x[3]); }
ROW4_INLINE row4 row4_sqrt(row4 x) {
#if defined(__AVX__)
    return (row4)_mm256_sqrt_pd((__m256d)x);
#else
    return (row4){sqrt(x[0]), sqrt(x[1]), sqrt(x[2]), sqrt(x[3])};
#endif
}
ROW4_INLINE row4 row4_exp(row4 x) { return (row4){exp(x[0]), exp(x[1]), exp(x[2]), exp(x[3])}; }

#endif
