/* Hertz contact in short, with the accuracy demanded of it. */
#ifndef ABUT_TESTS_HERTZ_H
#define ABUT_TESTS_HERTZ_H

#include "abut/abut.h"
#include "near.h"

static const double HALF_PI = 1.57079632679489661923;
static const double FORCE = 1.5e-14, DERIVATIVE = 1e-13, INVERSE = 1e-13; /* relative errors allowed */

static inline abut_hertz approach(double P, double Q, double E_star, double h) {
    abut_hertz o;
    must(abut_hertz_from_approach(P, Q, E_star, h, &o));
    return o;
}

static inline abut_hertz loaded(double P, double Q, double E_star, double force) {
    abut_hertz o;
    must(abut_hertz_from_force(P, Q, E_star, force, &o));
    return o;
}

#endif
