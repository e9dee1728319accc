/* asinh and tanh of four numbers at once, for arguments >= 0; relative error below 1e-15. */
#ifndef ABUT_BASE_ROW4_MATH_H
#define ABUT_BASE_ROW4_MATH_H

#include "row4.h"

/* exp(-x) - 1, x >= 0: x = -(k ln 2 + r), |r| <= ln 2/2, Taylor's series of r, and 2^k put together from its bits. */
ROW4_INLINE row4 row4_expm1_down(row4 x) {
    const double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45, round = 0x1.8p52;
    row4 y = -row4_pick(x < 45, x, row4_all(45)); /* beyond it the result is -1 */
    row4 shifted = y * 1.44269504088896340736 + round, k = shifted - round;
    row4 r = (y - k * ln2_high) - k * ln2_low, p = row4_all(1.0 / 87178291200);
    static const double c[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                               1.0 / 362880,     1.0 / 40320,     1.0 / 5040,     1.0 / 720,
                               1.0 / 120,        1.0 / 24,        1.0 / 6,        0.5};
    for (int i = 0; i < 12; i++) p = c[i] + r * p;
    row4 part = r + r * r * p;
    typedef unsigned long long bits4 __attribute__((vector_size(32)));
    row4 two_k = (row4)(((bits4)shifted + 1023) << 52); /* the last bits of `shifted` are k */
    return two_k * part + (two_k - 1);
}

/* ln(1 + y), y >= 0: 1 + y = 2^k m, m between 1/sqrt(2) and sqrt(2), ln m = 2 artanh(f/(2 + f)), f = m - 1. */
ROW4_INLINE row4 row4_log1p_up(row4 y) {
    const mask4 root = (mask4)row4_all(0.70710678118654752440);
    row4 z = 1 + y, lost = row4_pick(z < 1e15, (y - (z - 1)) / z, row4_all(0));
    mask4 bits = (mask4)z, exponent = (bits - root) >> 52; /* k */
    row4 m = (row4)(bits - (exponent << 52)), k = __builtin_convertvector(exponent, row4);
    row4 f = row4_pick(exponent == 0, y, m - 1), rest = row4_pick(exponent == 0, row4_all(0), lost);
    row4 s = f / (2 + f), s2 = s * s, p = row4_all(1.0 / 23);
    for (int i = 21; i >= 3; i -= 2) p = 1.0 / i + s2 * p;
    return k * 0x1.62e42fefa3800p-1 + (2 * s + (2 * s * s2 * p + (rest + k * 0x1.ef35793c76730p-45)));
}

/* ln x, x >= 1, error below 1e-13: x = 2^k m, m from 1 to 2, ln(m/sqrt(2)) = 2 artanh s; k is put behind the leading bit of 2^52. */
ROW4_INLINE row4 row4_log_up(row4 x) {
    typedef unsigned long long bits4 __attribute__((vector_size(32)));
    const double root = 1.41421356237309504880;
    const bits4 one = (bits4)row4_all(1), big = (bits4)row4_all(0x1p52), low = (bits4){0} + 0xfffffffffffffULL;
    bits4 bits = (bits4)x;
    row4 k = (row4)((bits >> 52) | big) - (0x1p52 + 1023), m = (row4)((bits & low) | one);
    row4 s = (m - root) / (m + root), s2 = s * s, p = row4_all(1.0 / 17);
    for (int i = 15; i >= 1; i -= 2) p = 1.0 / i + s2 * p;
    return (k + 0.5) * 0.69314718055994530942 + 2 * s * p;
}

/* root is sqrt(1 + x^2) */
ROW4_INLINE row4 row4_asinh(row4 x, row4 root) { return row4_log1p_up(x + x * x / (1 + root)); }
ROW4_INLINE row4 row4_tanh(row4 x) {
    row4 e = row4_expm1_down(2 * x);
    return -e / (2 + e);
}

#endif
