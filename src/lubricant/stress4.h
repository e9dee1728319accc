/* Shear stress of a film for four pressures and slips at once: the laws of stress.h, which are the oracle of the tests. Inline, because the
 * rows of four must not cross an ABI. */
#ifndef ABUT_LUBRICANT_STRESS4_H
#define ABUT_LUBRICANT_STRESS4_H

#include "base/row4_math.h"
#include "stress.h"

typedef struct oil4 { /* at a pressure, as oil_at */
    row4 eta, by_p, limit, limit_by_p;
} oil4;

/* level, z: of Roelands' law, as in oil_law. */
ROW4_INLINE oil4 oil4_at_pressure(const abut_lubricant *o, double level, double z, row4 p) {
    const double most = 50; /* the exponent ends there */
    row4 exponent = o->alpha * p, by_p = exponent;
    if (o->viscosity == ABUT_ROELANDS) {
        row4 x = (1 / 1.962e8) * p, power = row4_exp(z * row4_log(1 + x));
        exponent = level * (power - 1);
        by_p = level * z * power * x / (1 + x);
    }
    by_p = row4_pick(exponent > most, row4_all(0), by_p);
    exponent = row4_min(exponent, row4_all(most));
    const row4 endless = row4_all(1e200); /* a limit that nothing reaches, and a number */
    row4 rise = row4_min(o->limit_slope * p, endless);
    return (oil4){o->eta0 * row4_exp(exponent), by_p, row4_min(rise + o->tau_min, endless), rise};
}

typedef struct stress4 {
    row4 tau, by_v, by_p;
} stress4;

/* 1/sqrt(x), x >= 1. */
ROW4_INLINE row4 stress4_per(row4 x) {
    if (__builtin_expect(row4_any(x > 1e36), 0)) return 1 / row4_sqrt(x); /* beyond the fast root */
    return row4_rsqrt(x);
}

/* The stress that flow alone gives, te being the Newtonian one at the slip v, v^2 = u; gain = te/v. */
ROW4_INLINE row4 stress4_flow(const abut_lubricant *o, row4 gain, row4 u, row4 te, row4 *slope) {
    *slope = row4_all(1);
    if (o->shear == ABUT_EYRING && o->tau0 > 0 && isfinite(o->tau0)) {
        row4 r_v = gain * (1 / o->tau0), square = 1 + r_v * r_v * u, per = stress4_per(square);
        *slope = per;
        return o->tau0 * row4_asinh(te * (1 / o->tau0), square * per);
    }
    if (o->shear == ABUT_CARREAU) { /* te (1 + (te/G)^2)^((n - 1)/2) */
        row4 r_v = gain * (1 / o->G), part = r_v * r_v * u, square = 1 + part;
        row4 power = row4_exp(0.5 * (o->n - 1) * row4_log(square));
        *slope = power * (1 + (o->n - 1) * part / square);
        return te * power;
    }
    return te;
}

/* At the slip v > 0, v^2 = u; gain = eta/h. */
ROW4_INLINE stress4 shear4(const abut_lubricant *o, const oil4 *at, row4 gain, row4 u, row4 v, bool derivatives) {
    row4 slope, te = stress4_flow(o, gain, u, gain * v, &slope), by_limit = row4_all(0);
    if (o->limit_slope > 0 || o->tau_min > 0) {
        row4 some = row4_pick(at->limit > 0, row4_all(1), row4_all(0)), limit = row4_max(at->limit, row4_all(1e-300));
        row4 q = row4_min(te / limit, row4_all(1e17)), r = some * row4_rsqrt(1 + q * q), cube = r * r * r;
        te = limit * q * r;
        slope *= cube;
        by_limit = q * q * q * cube;
    }
    row4 by_v = slope * gain;
    if (!derivatives) return (stress4){te, by_v, te};
    return (stress4){te, by_v, by_v * v * at->by_p + by_limit * at->limit_by_p};
}

#endif
