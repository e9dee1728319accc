/* Shortest text of a number, in whole numbers.
 *
 * |x| = m 2^e with m < 2^53, and with P = m 5^k, which 128 bits hold exactly up to k = 27, |x| 10^k = P 2^(e + k). k is chosen so that this
 * has 17 digits before the point. Reading gives x again for every decimal nearer than half the distance to the next double, 5^k/2 on the
 * scale of P: 17 digits always do, fewer if their distance from P says so. That goes for 1e-37 to 1e15; beyond, snprintf. */
#include "digits.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST_DIGITS = 17, MOST_POWER = 27 };
__extension__ typedef unsigned __int128 wide;

/* 5^k for k = 0 ... 27 */
#define FIVES(a)                                                                                                       \
    UINT64_C(a), UINT64_C(a) * 5, UINT64_C(a) * 25, UINT64_C(a) * 125, UINT64_C(a) * 625, UINT64_C(a) * 3125,          \
        UINT64_C(a) * 15625
static const uint64_t five[MOST_POWER + 1] = {FIVES(1), FIVES(78125), FIVES(6103515625), FIVES(476837158203125)};

static wide apart(wide a, wide b) { return a > b ? a - b : b - a; }

/* A number scaled to 17 digits before the point, P/2^shift. */
typedef struct fixed {
    wide P, reach, error; /* half the distance to the next double, and what P may be off, on its scale */
    int shift;
} fixed;

/* m 5^k. Above 5^27 what was multiplied first is cut to 64 bits: off by 2^-64, 0.006 of the last digit. */
static fixed scale(uint64_t m, int binary, int k, bool power_of_two) {
    int first = k < MOST_POWER ? k : MOST_POWER, cut = 0;
    fixed f = {.P = (wide)m * five[first], .reach = five[first]};
    if (k > first) {
        while (f.P >> cut >> 64) cut++;
        f.P = (wide)(uint64_t)(f.P >> cut) * five[k - first];
        f.reach = (f.reach * five[k - first]) >> cut;
        f.error = (f.P >> 63) + 1;
    }
    f.reach /= power_of_two ? 4 : 2; /* there the next smaller one is nearer */
    f.reach -= f.reach > f.error ? f.error : f.reach;
    f.shift = 53 - binary - k - cut;
    return f;
}

/* |x| = digits 10^(exponent - count + 1); false: beyond the range. */
static bool shortest(double x, uint64_t *digits, int *count, int *exponent) {
    int binary;
    double fraction = frexp(x, &binary);
    int decimal = (int)floor((binary - 1) * 0.30102999566398120),
        k = MOST_DIGITS - 1 - decimal; /* log10(2); may be 1 short */
    uint64_t m = (uint64_t)ldexp(fraction, 53), unit = 1, limit = UINT64_C(100000000000000000);
    if (k < 1 || k > 2 * MOST_POWER) return false;
    fixed f = scale(m, binary, k, fraction == 0.5);
    if (f.shift >= 1 && f.P >> f.shift >= limit)
        decimal++, f = scale(m, binary, k - 1, fraction == 0.5); /* 18 digits */
    if (f.shift < 1) return false;
    uint64_t all = (uint64_t)((f.P + ((wide)1 << (f.shift - 1))) >> f.shift);
    *digits = all, *count = MOST_DIGITS, *exponent = decimal;
    for (int n = MOST_DIGITS - 1; n > 0; n--) {
        unit *= 10;
        uint64_t fewer = all / unit;
        wide below = apart((wide)(fewer * unit) << f.shift, f.P),
             above = apart((wide)((fewer + 1) * unit) << f.shift, f.P);
        if (above < below) fewer++;
        if ((above < below ? above : below) >= f.reach) break;
        *digits = fewer, *count = n;
        limit /= 10;
    }
    if (*digits == limit) *digits /= 10, *exponent += 1; /* 99.. became 100.. */
    return true;
}

/* As %g does: with an exponent below 1e-4. */
static int place_point(char *to, const char *digit, int count, int exponent) {
    char *p = to;
    bool plain = exponent >= -4;
    int whole = plain ? exponent + 1 : 1; /* digits before the point */
    if (whole <= 0) {
        memcpy(p, "0.000", (size_t)(2 - whole));
        p += 2 - whole;
    }
    for (int i = 0; i < count || i < whole; i++) {
        if (i == whole && i > 0) *p++ = '.';
        *p++ = i < count ? digit[i] : '0';
    }
    if (!plain) { /* -5 to -38 */
        *p++ = 'e', *p++ = '-';
        *p++ = (char)('0' + -exponent / 10), *p++ = (char)('0' + -exponent % 10);
    }
    *p = '\0';
    return (int)(p - to);
}

int digits_write(char to[DIGITS_ROOM], double x) {
    uint64_t all = 0;
    int count = 1, exponent = 0;
    char digit[MOST_DIGITS + 1];
    if (x != 0 && (!isnormal(x) || !shortest(fabs(x), &all, &count, &exponent)))
        return snprintf(to, DIGITS_ROOM, "%.17g", x);
    for (int i = count; i-- > 0; all /= 10) digit[i] = (char)('0' + all % 10);
    bool minus = signbit(x);
    if (minus) *to = '-';
    return minus + place_point(to + minus, digit, count, exponent);
}
