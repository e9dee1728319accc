/* The two functions of C = P/Q that make Hertz contact explicit:
 *   F = (4/3) E* G(C) h sqrt(h/(2Q)),   b/a = kappa(C).
 * By table for C in [2^-24, 1] (relative error 1e-15), by Newton on the AGM below. Inline because it is the hottest
 * spot of a contact. Callers guarantee 0 < C <= 1. */
#ifndef ABUT_NUMERIC_HERTZ_KERNEL_H
#define ABUT_NUMERIC_HERTZ_KERNEL_H

#include <stdint.h>
#include <string.h>

enum { HERTZ_SEGMENTS = 24 * 8 + 1, HERTZ_ROW = 20 };
extern const double hertz_rows[HERTZ_SEGMENTS][HERTZ_ROW];

#define HERTZ_FIRST_SEGMENT ((uint64_t)(1023 - 24) << 3) /* exponent and three mantissa bits of 2^-24 */
#define HERTZ_MANTISSA_REST ((UINT64_C(1) << 49) - 1)

/* Newton on ln beta for any C in (0, 1]; dlnk = d ln kappa/d ln C. */
void hertz_solve(double C, double *G, double *kappa, double *dlnk);

/* Estrin's scheme for c0..c9. */
static inline double poly9(double x, const double *lo, const double *mid, double c8, double c9) {
    double x2 = x * x, x4 = x2 * x2;
    double p01 = lo[0] + x * lo[1], p23 = lo[2] + x * lo[3], p45 = mid[0] + x * mid[1], p67 = mid[2] + x * mid[3];
    return (p01 + x2 * p23) + x4 * ((p45 + x2 * p67) + x4 * (c8 + x * c9));
}
static inline double poly9_slope(double x, const double *lo, const double *mid, double c8, double c9) {
    double x2 = x * x, x4 = x2 * x2;
    double p0 = lo[1] + x * (2 * lo[2]), p2 = 3 * lo[3] + x * (4 * mid[0]);
    double p4 = 5 * mid[1] + x * (6 * mid[2]), p6 = 7 * mid[3] + x * (8 * c8);
    return (p0 + x2 * p2) + x4 * ((p4 + x2 * p6) + x4 * (9 * c9));
}

/* Segment row of C and the local variable x in [-1, 1); NULL below the table. */
static inline const double *hertz_row(double C, double *x) {
    uint64_t bits;
    memcpy(&bits, &C, sizeof bits);
    uint64_t seg = (bits >> 49) - HERTZ_FIRST_SEGMENT;
    if (seg >= HERTZ_SEGMENTS) return NULL;
    bits = (bits & HERTZ_MANTISSA_REST) | UINT64_C(0x3ff0000000000000);
    double m;
    memcpy(&m, &bits, sizeof m);
    *x = (m - 1.0625) * 16;
    return hertz_rows[seg];
}

static inline void hertz_coefficients(double C, double *G, double *kappa) {
    double x, unused;
    const double *r = hertz_row(C, &x);
    if (!r) {
        hertz_solve(C, G, kappa, &unused);
        return;
    }
    *G = poly9(x, r, r + 4, r[8], r[9]);
    *kappa = poly9(x, r + 12, r + 16, r[10], r[11]);
}

/* d ln kappa / d ln C, from the slope of the polynomial: m = C / 2^exponent, dkappa/dC C = 16 m dkappa/dx. */
static inline double hertz_dlnk(double C, double kappa) {
    double x;
    const double *r = hertz_row(C, &x);
    if (!r) {
        double G, k, dlnk;
        hertz_solve(C, &G, &k, &dlnk);
        return dlnk;
    }
    int exponent_free_m_index = (int)((r - hertz_rows[0]) / HERTZ_ROW % 8);
    double m = 1 + exponent_free_m_index * 0.125 + (x / 16 + 0.0625);
    return 16 * m * poly9_slope(x, r + 12, r + 16, r[10], r[11]) / kappa;
}

#endif
