/* Four doubles that are worked on together (vector extension of GCC and Clang: AVX where the build has it, pairs elsewhere).
 * Functions on them are forced inline, so that no vector is ever passed by an ABI.
 *
 * A source that is compiled with ROW4_LANES 8 gets two fours in each row (AVX-512): contact/pack_shear.c, which is written for any number
 * of fours. What puts rows together from numbers or into memory knows of four only, but for row4_fours, row4_of_four and row4_put_four. */
#ifndef ABUT_BASE_ROW4_H
#define ABUT_BASE_ROW4_H

#include <math.h>
#if defined(__AVX__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h> /* a twentieth of the other, which takes longer to read than most of our files to compile */
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#define ROW4_INLINE static inline __attribute__((always_inline))

#ifndef ROW4_LANES
#define ROW4_LANES 4
#endif
enum { ROW4_FOURS = ROW4_LANES / 4 };
typedef double row4 __attribute__((vector_size(8 * ROW4_LANES)));
typedef long long mask4 __attribute__((vector_size(8 * ROW4_LANES)));          /* of a comparison: all bits or none */
typedef unsigned long long bits4 __attribute__((vector_size(8 * ROW4_LANES))); /* of numbers */
ROW4_INLINE row4 row4_pick(mask4 mask, row4 yes, row4 no) { return (row4)((mask & (mask4)yes) | (~mask & (mask4)no)); }

#if ROW4_LANES == 8
ROW4_INLINE row4 row4_all(double x) { return (row4){x, x, x, x, x, x, x, x}; }
ROW4_INLINE double row4_sum(row4 x) { return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7])); }
ROW4_INLINE row4 row4_sqrt(row4 x) { return (row4)_mm512_sqrt_pd((__m512d)x); }
ROW4_INLINE row4 row4_rsqrt(row4 x) { /* as below; 2^-14 to 2^-27 to the last digits */
    row4 y = (row4)_mm512_rsqrt14_pd((__m512d)x), half = 0.5 * x;
    y *= 1.5 - half * y * y;
    return y * (1.5 - half * y * y);
}
ROW4_INLINE row4 row4_max(row4 a, row4 b) { return (row4)_mm512_max_pd((__m512d)a, (__m512d)b); }
ROW4_INLINE int row4_any(mask4 mask) { return _mm512_movepi64_mask((__m512i)mask); }
/* x[0] in the first four, x[1] in the second. */
ROW4_INLINE row4 row4_fours(const double *x) { return (row4){x[0], x[0], x[0], x[0], x[1], x[1], x[1], x[1]}; }
/* The same four numbers in both; the sum of both. */
ROW4_INLINE row4 row4_of_four(const double x[4]) { return (row4)_mm512_broadcast_f64x4(_mm256_loadu_pd(x)); }
ROW4_INLINE void row4_put_four(row4 v, double x[4]) {
    _mm256_storeu_pd(x, _mm512_castpd512_pd256((__m512d)v) + _mm512_extractf64x4_pd((__m512d)v, 1));
}
#else
ROW4_INLINE row4 row4_all(double x) { return (row4){x, x, x, x}; }
ROW4_INLINE double row4_sum(row4 x) { return (x[0] + x[1]) + (x[2] + x[3]); }

/* Operations that vectors of GCC do not have: whole, by pairs, or one by one. */
#if defined(__SSE2__) && !defined(__AVX__)
typedef double row4_pair __attribute__((vector_size(16)));
#define ROW4_LOW(x)          ((__m128d)__builtin_shufflevector(x, x, 0, 1))
#define ROW4_HIGH(x)         ((__m128d)__builtin_shufflevector(x, x, 2, 3))
#define ROW4_JOIN(low, high) __builtin_shufflevector((row4_pair)(low), (row4_pair)(high), 0, 1, 2, 3)
#endif

ROW4_INLINE row4 row4_sqrt(row4 x) {
#if defined(__AVX__)
    return (row4)_mm256_sqrt_pd((__m256d)x);
#elif defined(__SSE2__)
    return ROW4_JOIN(_mm_sqrt_pd(ROW4_LOW(x)), _mm_sqrt_pd(ROW4_HIGH(x)));
#else
    return (row4){sqrt(x[0]), sqrt(x[1]), sqrt(x[2]), sqrt(x[3])};
#endif
}
/* 1/sqrt(x) for 1e-36 < x < 1e36, relative error below 1e-13. */
ROW4_INLINE row4 row4_rsqrt(row4 x) {
#if defined(__AVX__)
    row4 y = (row4)_mm256_cvtps_pd(_mm_rsqrt_ps(_mm256_cvtpd_ps((__m256d)x))), half = 0.5 * x;
    y *= 1.5 - half * y * y; /* 2^-12 to 2^-23 to 2^-45 */
    return y * (1.5 - half * y * y);
#else
    return 1 / row4_sqrt(x);
#endif
}

/* b if one of them is not a number */
ROW4_INLINE row4 row4_max(row4 a, row4 b) {
#if defined(__AVX__)
    return (row4)_mm256_max_pd((__m256d)a, (__m256d)b);
#elif defined(__SSE2__)
    return ROW4_JOIN(_mm_max_pd(ROW4_LOW(a), ROW4_LOW(b)), _mm_max_pd(ROW4_HIGH(a), ROW4_HIGH(b)));
#else
    return row4_pick(a > b, a, b);
#endif
}
ROW4_INLINE int row4_any(mask4 mask) { /* set in one of the four */
#if defined(__AVX__)
    return _mm256_movemask_pd((__m256d)mask);
#elif defined(__SSE2__)
    row4 x = (row4)mask;
    return _mm_movemask_pd(_mm_or_pd(ROW4_LOW(x), ROW4_HIGH(x)));
#else
    return ((mask[0] | mask[1]) | (mask[2] | mask[3])) != 0;
#endif
}

/* From and to memory of any alignment. */
typedef double row4_loose __attribute__((vector_size(32), aligned(8), may_alias));
ROW4_INLINE row4 row4_load(const double *x) { return (row4) * (const row4_loose *)x; }
ROW4_INLINE void row4_store(row4 v, double *x) { *(row4_loose *)x = v; }
ROW4_INLINE void row4_transpose(row4 *a, row4 *b, row4 *c, row4 *d) {
    row4 p = __builtin_shufflevector(*a, *b, 0, 4, 2, 6), q = __builtin_shufflevector(*a, *b, 1, 5, 3, 7),
         r = __builtin_shufflevector(*c, *d, 0, 4, 2, 6), s = __builtin_shufflevector(*c, *d, 1, 5, 3, 7);
    *a = __builtin_shufflevector(p, r, 0, 1, 4, 5);
    *b = __builtin_shufflevector(q, s, 0, 1, 4, 5);
    *c = __builtin_shufflevector(p, r, 2, 3, 6, 7);
    *d = __builtin_shufflevector(q, s, 2, 3, 6, 7);
}
ROW4_INLINE row4 row4_fours(const double *x) { return row4_all(*x); }
ROW4_INLINE row4 row4_of_four(const double x[4]) { return row4_load(x); }
ROW4_INLINE void row4_put_four(row4 v, double x[4]) { row4_store(v, x); }
#endif

ROW4_INLINE row4 row4_min(row4 a, row4 b) { return -row4_max(-a, -b); }
ROW4_INLINE row4 row4_abs(row4 x) {
    const mask4 sign = (mask4)row4_all(-0.0);
    return (row4)((mask4)x & ~sign);
}

/* Where 0 <= x < 1000 lies between whole numbers, from -1 to 1, and the lower one. */
ROW4_INLINE row4 row4_segment(row4 x, mask4 *whole) {
    const double round = 0x1.8p52;
    row4 shifted = (x - 0.5) + round;
    *whole = (mask4)shifted & 0x3ff; /* the last bits of `shifted` */
    return 2 * (x - (shifted - round)) - 1;
}

/* exp(x), relative error below 1e-15: x = k ln 2 + r, |r| <= ln 2/2, Taylor's series of r to r^13, and 2^k put together from its bits.
 * Beyond -708 and 709 as there. */
ROW4_INLINE row4 row4_exp(row4 x) {
    const double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45, round = 0x1.8p52;
    row4 y = row4_pick(x > 709, row4_all(709), row4_pick(x < -708, row4_all(-708), x)); /* what is no number stays so */
    row4 shifted = y * 1.44269504088896340736 + round, k = shifted - round;
    row4 r = (y - k * ln2_high) - k * ln2_low, r2 = r * r, r4 = r2 * r2;
    row4 a = (0.5 + r * (1.0 / 6)) + r2 * (1.0 / 24 + r * (1.0 / 120)),
         b = (1.0 / 720 + r * (1.0 / 5040)) + r2 * (1.0 / 40320 + r * (1.0 / 362880)),
         c = (1.0 / 3628800 + r * (1.0 / 39916800)) + r2 * (1.0 / 479001600 + r * (1.0 / 6227020800));
    row4 two_k = (row4)(((bits4)shifted + 1023) << 52); /* the last bits of `shifted` are k */
    return two_k + two_k * (r + r2 * (a + r4 * (b + r4 * c)));
}

#endif
