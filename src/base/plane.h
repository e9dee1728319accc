/* Length of a vector in the plane, sqrt(x^2 + y^2): to a relative 2^-52, without overflow or underflow on the way. The C
 * library's hypot does the same; but from glibc 2.35 on it is a new symbol, and programs that call it do not start with older ones. */
#ifndef ABUT_BASE_PLANE_H
#define ABUT_BASE_PLANE_H

#include <math.h>

static inline double plane_length(double x, double y) {
    double square = x * x + y * y;
    if (square >= 1e-280 && square <= 1e300) return sqrt(square);
    if (isinf(x) || isinf(y)) return (double)INFINITY;
    double scale = square < 1 ? 0x1p600 : 0x1p-600; /* exact, but for what does not count */
    x *= scale;
    y *= scale;
    return sqrt(x * x + y * y) / scale;
}

#endif
