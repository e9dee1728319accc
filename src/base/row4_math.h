/* Logarithms, asinh and tanh of four numbers at once; asinh and tanh for arguments >= 0, relative error below 1e-15. */
#ifndef ABUT_BASE_ROW4_MATH_H
#define ABUT_BASE_ROW4_MATH_H

#include "row4.h"

/* exp(-x) - 1, x >= 0: x = -(k ln 2 + r), |r| <= ln 2/2, Taylor's series of r, and 2^k put together from its bits. */
ROW4_INLINE row4 row4_expm1_down(row4 x) {
    const double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45, round = 0x1.8p52;
    row4 y = -row4_pick(x < 45, x, row4_all(45)); /* beyond it the result is -1 */
    row4 shifted = y * 1.44269504088896340736 + round, k = shifted - round;
    row4 r = (y - k * ln2_high) - k * ln2_low, r2 = r * r, r4 = r2 * r2;
    row4 p = (0.5 + r * (1.0 / 6)) + r2 * (1.0 / 24 + r * (1.0 / 120)) +
             r4 * ((1.0 / 720 + r * (1.0 / 5040)) + r2 * (1.0 / 40320 + r * (1.0 / 362880)) +
                   r4 * ((1.0 / 3628800 + r * (1.0 / 39916800)) + r2 * (1.0 / 479001600 + r * (1.0 / 6227020800))));
    row4 part = r + r2 * p;
    row4 two_k = (row4)(((bits4)shifted + 1023) << 52); /* the last bits of `shifted` are k */
    return two_k * part + (two_k - 1);
}

/* ln x of normal numbers x > 0, error below 1e-15 (1 + |ln x|): x = 2^k m, m from 1 to 2, ln(m/sqrt(2)) = 2 artanh s; k is put behind the
 * leading bit of 2^52. */
ROW4_INLINE row4 row4_log(row4 x) {
    const double root = 1.41421356237309504880;
    const bits4 one = (bits4)row4_all(1), big = (bits4)row4_all(0x1p52), low = (bits4){0} + 0xfffffffffffffULL;
    bits4 bits = (bits4)x;
    row4 k = (row4)((bits >> 52) | big) - (0x1p52 + 1023), m = (row4)((bits & low) | one);
    row4 s = (m - root) / (m + root), s2 = s * s, p = row4_all(1.0 / 17);
    for (int i = 15; i >= 1; i -= 2) p = 1.0 / i + s2 * p;
    return (k + 0.5) * 0.69314718055994530942 + 2 * s * p;
}

/* ln(1 + exp(x)), error below 1e-15 (1 + |x|), and the part exp(x)/(1 + exp(x)) */
ROW4_INLINE row4 row4_softplus(row4 x, row4 *part) {
    row4 e = row4_exp(-row4_abs(x)), sum = 1 + e;
    *part = row4_pick(x > 0, row4_all(1), e) / sum;
    return row4_max(x, row4_all(0)) + row4_log(sum);
}

/* Odd part of 2 artanh s for |s| < 0.18: 2 s + 2 s^3 (1/3 + s^2/5 + ...), the last one 1/21. */
ROW4_INLINE row4 row4_artanh2(row4 s) {
    row4 s2 = s * s, s4 = s2 * s2, s8 = s4 * s4;
    row4 a = (1.0 / 3 + s2 * (1.0 / 5)) + s4 * (1.0 / 7 + s2 * (1.0 / 9)),
         b = (1.0 / 11 + s2 * (1.0 / 13)) + s4 * (1.0 / 15 + s2 * (1.0 / 17)), c = 1.0 / 19 + s2 * (1.0 / 21);
    row4 t = 2 * s;
    return t + t * s2 * (a + s8 * (b + s8 * c));
}

/* asinh x, root = sqrt(1 + x^2): 2 artanh[x/(1 + root)] where x is small; else ln z, z = x + root = 2^k m with m between 1/sqrt(2) and
 * sqrt(2), ln m = 2 artanh[(m - 1)/(m + 1)]. x < 1e150. */
ROW4_INLINE row4 row4_asinh(row4 x, row4 root) {
    const bits4 one = (bits4)row4_all(1), big = (bits4)row4_all(0x1p52), low = (bits4){0} + 0xfffffffffffffULL;
    row4 z = x + root;
    bits4 bits = (bits4)z;
    row4 k = (row4)((bits >> 52) | big) - (0x1p52 + 1023), m = (row4)((bits & low) | one);
    mask4 upper = m > 1.41421356237309504880, small = x < 0.35;
    m = row4_pick(upper, 0.5 * m, m);
    k = row4_pick(upper, k + 1, k);
    row4 s = row4_pick(small, x, m - 1) / row4_pick(small, 1 + root, m + 1), part = row4_artanh2(s);
    row4 ln2 = row4_pick(small, row4_all(0), k);
    return ln2 * 0x1.62e42fefa3800p-1 + (part + ln2 * 0x1.ef35793c76730p-45);
}
ROW4_INLINE row4 row4_tanh(row4 x) {
    row4 e = row4_expm1_down(2 * x);
    return -e / (2 + e);
}

#endif
