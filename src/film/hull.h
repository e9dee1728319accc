/* What laws with a hull do beyond it: coordinates stop at its border, corrections of a formula fade towards small loads. First and second derivatives are continuous. */
#ifndef ABUT_FILM_HULL_H
#define ABUT_FILM_HULL_H

#include <math.h>
#include <stdbool.h>

/* x beyond the border becomes border + w tanh(t), t the way beyond it over w = 0.2; *by is its slope. True: it was beyond, by more than
 * rounding. */
static inline bool hull_hold(double low, double high, double *x, double *by) {
    const double w = 0.2;
    double side = *x < low ? -1 : 1, border = side < 0 ? low : high, t = side * (*x - border) / w;
    *by = 1;
    if (!(t > 0)) return false;
    double part = tanh(t);
    *by = 1 - part * part;
    *x = border + side * w * part;
    return t > 1e-6;
}

/* 1 where ln M is at least `low`, 0 from a quarter of that M on: 1 - t^3 (10 - 15 t + 6 t^2) between; *by is its slope by ln M. */
static inline double hull_light(double low, double ln_M, double *by) {
    const double way = 1.3862943611198906; /* ln 4 */
    double t = fmin(fmax((low - ln_M) / way, 0), 1);
    *by = 30 * t * t * (1 - t) * (1 - t) / way;
    return 1 - t * t * t * (10 - t * (15 - 6 * t));
}

#endif
