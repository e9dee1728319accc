/* Shear stress of a film with its derivatives, inline for sums over a contact: what depends on the oil alone is made once, what
 * depends on the pressure once per pressure. Arguments are not checked. */
#ifndef ABUT_LUBRICANT_STRESS_H
#define ABUT_LUBRICANT_STRESS_H

#include <math.h>

#include "abut/lubrication.h"
#include "base/plane.h"

typedef struct oil_law {
    const abut_lubricant *o;
    double level, z; /* of Roelands */
    bool limited;
} oil_law;

typedef struct oil_at {       /* at a pressure */
    double eta, by_p;         /* Pa s, d ln eta/d ln p */
    double limit, limit_by_p; /* Pa, d limit/d ln p */
} oil_at;

typedef struct oil_stress {
    double tau, by_v; /* Pa, Pa s/m */
    double by_p;      /* Pa, d tau/d ln p; d tau/d ln h is -v by_v */
} oil_stress;

static inline oil_law oil_law_of(const abut_lubricant *o) {
    oil_law law = {.o = o, .limited = o->limit_slope > 0 || o->tau_min > 0};
    if (o->eta0 > 0 && o->viscosity == ABUT_ROELANDS) {
        law.level = log(o->eta0) + 9.67;
        law.z = o->alpha * 1.962e8 / law.level;
    }
    return law;
}

static inline oil_at oil_at_pressure(const oil_law *law, double p) {
    const double most = 50; /* the exponent ends there */
    const abut_lubricant *o = law->o;
    double exponent = o->alpha * p, by_p = exponent;
    if (o->viscosity == ABUT_ROELANDS) {
        double x = p / 1.962e8, rise = expm1(law->z * log1p(x));
        exponent = law->level * rise;
        by_p = law->level * law->z * (1 + rise) * x / (1 + x);
    }
    if (exponent > most) exponent = most, by_p = 0;
    double rise = fmin(o->limit_slope * p, 1e300); /* that nothing reaches, and a number */
    return (oil_at){
        .eta = o->eta0 > 0 ? o->eta0 * exp(exponent) : 0, .by_p = by_p, .limit = rise + o->tau_min, .limit_by_p = rise};
}

/* x is the Newtonian stress; returns the stress and its derivative by x. */
static inline double oil_flow(const abut_lubricant *o, double x, double *slope) {
    *slope = 1;
    if (o->shear == ABUT_EYRING && o->tau0 > 0 && isfinite(o->tau0)) {
        double r = x / o->tau0;
        *slope = 1 / plane_length(1, r);
        return o->tau0 * asinh(r);
    }
    if (o->shear == ABUT_CARREAU) {
        double r = plane_length(1, x / o->G), gain = pow(r, o->n - 1), inside = (x / o->G) / r;
        *slope = gain * (1 + (o->n - 1) * inside * inside);
        return x * gain;
    }
    return x;
}

/* At the sliding speed v over the film h > 0; per_h is 1/h. */
static inline oil_stress oil_shear(const oil_law *law, const oil_at *at, double per_h, double v) {
    double gain = at->eta * per_h, slope, te = oil_flow(law->o, gain * v, &slope), by_limit = 0;
    if (law->limited) {
        if (!(at->limit > 0)) return (oil_stress){0, 0, 0}; /* no pressure, no shear strength */
        double q = fmin(te / at->limit, 1e100), r = 1 / plane_length(1, q), reached = q * r;
        te *= r;
        if (te > at->limit) te = at->limit;
        slope *= r * r * r;
        by_limit = reached * reached * reached;
    }
    double by_v = slope * gain;
    return (oil_stress){te, by_v, by_v * v * at->by_p + by_limit * at->limit_by_p};
}

#endif
