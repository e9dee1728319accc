/* The regularised Coulomb law at one point (abut_slip_law in extend.h). */
#ifndef ABUT_FRICTION_SLIP_LAW_H
#define ABUT_FRICTION_SLIP_LAW_H

#include <math.h>

#include "abut/extend.h"
#include "base/row4.h"

typedef abut_slip_law slip_law;

/* g, and dg/du where `slope` is not NULL: for one slip (double) or four (row4), the same text made into two functions. */
#define SLIP_GAIN(number, name, root_of, exp_of)                                                                       \
    static inline __attribute__((always_inline)) number name(const slip_law *law, number u, number *slope) {           \
        number w = 1 / (u + law->v_s2), root = root_of(w), mu = (number){0} + law->mu, dmu = {0};                      \
        if (law->extra != 0) {                                                                                         \
            number e = law->extra * exp_of(-u * law->i_vstr2);                                                         \
            mu += e;                                                                                                   \
            dmu = -law->i_vstr2 * e;                                                                                   \
        }                                                                                                              \
        if (slope) *slope = root * (dmu - 0.5 * mu * w);                                                               \
        return mu * root;                                                                                              \
    }
SLIP_GAIN(double, slip_gain, sqrt, exp)
SLIP_GAIN(row4, slip_gain4, row4_sqrt, row4_exp)

/* All the slip at one point: the force -N g v, and how it changes with the slip; with N it changes by -g v. */
#define SLIP_POINT(number, name, gain_of)                                                                              \
    typedef struct name {                                                                                              \
        number gain, T1, T2, d11, d12, d22;                                                                            \
    } name;                                                                                                            \
    static inline __attribute__((always_inline))                                                                       \
    name name##_of(const slip_law *law, number N, number v1, number v2, bool derivatives) {                            \
        number slope = {0}, gain = gain_of(law, v1 * v1 + v2 * v2, derivatives ? &slope : NULL);                       \
        number Ng = N * gain, Ns = 2 * N * slope;                                                                      \
        return (name){gain, -Ng * v1, -Ng * v2, -Ng - Ns * v1 * v1, -Ns * v1 * v2, -Ng - Ns * v2 * v2};                \
    }
SLIP_POINT(double, slip_point, slip_gain)
SLIP_POINT(row4, slip_point4, slip_gain4)

#endif
