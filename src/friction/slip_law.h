/* The regularised Coulomb law at one point: traction per normal force -g(u) v with u = |v|^2 and
 *   g = mu(u)/sqrt(u + v_s^2),   mu(u) = mu + (mu_static - mu) exp(-u/v_stribeck^2). */
#ifndef ABUT_FRICTION_SLIP_LAW_H
#define ABUT_FRICTION_SLIP_LAW_H

#include <math.h>

typedef struct slip_law {
    double mu, extra;     /* kinetic coefficient; static minus kinetic */
    double v_s2, i_vstr2; /* v_s^2; 1/v_stribeck^2 */
} slip_law;

/* g, and dg/du where `slope` is not NULL. */
static inline double slip_gain(const slip_law *law, double u, double *slope) {
    double w = 1 / (u + law->v_s2), root = sqrt(w), mu = law->mu, dmu = 0;
    if (law->extra != 0) {
        double e = law->extra * exp(-u * law->i_vstr2);
        mu += e;
        dmu = -law->i_vstr2 * e;
    }
    if (slope) *slope = root * (dmu - 0.5 * mu * w);
    return mu * root;
}

#endif
