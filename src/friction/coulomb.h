/* The constants of the Coulomb law and its plainest case, for the inlined common path of the element. */
#ifndef ABUT_FRICTION_COULOMB_H
#define ABUT_FRICTION_COULOMB_H

#include "abut/extend.h"
#include "strips.h"

typedef struct coulomb {
    slip_law law;
    double rolling, w_s2; /* m, (rad/s)^2 */
    bool ellipse;
    strips strips;
} coulomb;

/* Force at one point without derivatives: T1, T2. */
static inline void coulomb_point(const slip_law *law, double v1, double v2, double N, double T[2]) {
    double gain = N * slip_gain(law, v1 * v1 + v2 * v2, NULL);
    T[0] = -gain * v1;
    T[1] = -gain * v2;
}

#endif
