/* Shear stress of a film for four pressures and slips at once: the laws of stress.h, which are the oracle of the tests. Inline, because the
 * rows of four must not cross an ABI. */
#ifndef ABUT_LUBRICANT_STRESS4_H
#define ABUT_LUBRICANT_STRESS4_H

#include "base/row4_math.h"
#include "stress.h"

typedef struct oil4 { /* at a pressure, as oil_at */
    row4 eta, by_p, limit, limit_by_p;
} oil4;

typedef struct oil4_thick { /* ln(eta/eta0), and its slope by ln p */
    row4 exponent, by_p;
} oil4_thick;

/* level, z: of Roelands' law, as in oil_law. */
ROW4_INLINE oil4_thick oil4_exponent(const abut_lubricant *o, double level, double z, row4 p) {
    const double most = 50; /* the exponent ends there */
    row4 exponent = o->alpha * p, by_p = exponent;
    if (o->viscosity == ABUT_ROELANDS) {
        row4 x = (1 / 1.962e8) * p, power = row4_exp(z * row4_log(1 + x));
        exponent = level * (power - 1);
        by_p = level * z * power * x / (1 + x);
    }
    return (oil4_thick){row4_min(exponent, row4_all(most)), row4_pick(exponent > most, row4_all(0), by_p)};
}

/* What the oil bears at most, and its change with ln p. */
ROW4_INLINE row4 oil4_limit(const abut_lubricant *o, row4 p, row4 *by_p) {
    const row4 endless = row4_all(1e200); /* a limit that nothing reaches, and a number */
    *by_p = row4_min(o->limit_slope * p, endless);
    return row4_min(*by_p + o->tau_min, endless);
}

ROW4_INLINE oil4 oil4_at_pressure(const abut_lubricant *o, double level, double z, row4 p) {
    oil4_thick thick = oil4_exponent(o, level, z, p);
    oil4 at = {.eta = o->eta0 * row4_exp(thick.exponent), .by_p = thick.by_p};
    at.limit = oil4_limit(o, p, &at.limit_by_p);
    return at;
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

/* The limiting stress over a stress that flow alone gives: with q = tau/limit, r = 1/sqrt(1 + q^2), tau r. */
ROW4_INLINE void stress4_cut(row4 limit, row4 limit_by_p, bool derivatives, stress4 *t) {
    row4 sum = limit * limit + t->tau * t->tau, r, qr;
    if (__builtin_expect(row4_any(~((sum < 1e36) & (limit > 1e-15))),
                         0)) { /* beyond the fast root, or no limit at all */
        row4 some = row4_pick(limit > 0, row4_all(1), row4_all(0)), bound = row4_max(limit, row4_all(1e-300));
        row4 q = row4_min(t->tau / bound, row4_all(1e17));
        r = some * row4_rsqrt(1 + q * q), qr = q * r, limit = bound;
    } else {
        row4 per = row4_rsqrt(sum);
        r = limit * per, qr = t->tau * per;
    }
    row4 cube = r * r * r;
    t->tau = limit * qr;
    t->by_v *= cube;
    if (derivatives) t->by_p = t->by_p * cube + qr * qr * qr * limit_by_p;
}
ROW4_INLINE void stress4_limit(const abut_lubricant *o, row4 p, bool derivatives, stress4 *t) {
    row4 by_p, limit = oil4_limit(o, p, &by_p);
    stress4_cut(limit, by_p, derivatives, t);
}

/* At the slip v > 0, v^2 = u; gain = eta/h. */
ROW4_INLINE stress4 shear4(const abut_lubricant *o, const oil4 *at, row4 gain, row4 u, row4 v, bool derivatives) {
    row4 slope;
    stress4 t = {.tau = stress4_flow(o, gain, u, gain * v, &slope)};
    t.by_v = slope * gain;
    t.by_p = t.by_v * v * at->by_p;
    if (o->limit_slope > 0 || o->tau_min > 0) stress4_cut(at->limit, at->limit_by_p, derivatives, &t);
    return t;
}

/* The same at the four slips of nodes that share a pressure, stage by stage: one slip alone would wait for its roots and quotients, which
 * take longer than all its sums. */
enum { STRESS4_SLIPS = 4 };
ROW4_INLINE void shear4_flows(const abut_lubricant *o, row4 gain, const row4 *u, const row4 *v, stress4 *t) {
    if (!(o->shear == ABUT_EYRING && o->tau0 > 0 && isfinite(o->tau0))) {
        for (int i = 0; i < STRESS4_SLIPS; i++) t[i].tau = stress4_flow(o, gain, u[i], gain * v[i], &t[i].by_v);
        return;
    }
    row4 r_v = gain * (1 / o->tau0), square = r_v * r_v, sum[STRESS4_SLIPS], most = row4_all(0);
    for (int i = 0; i < STRESS4_SLIPS; i++) sum[i] = 1 + square * u[i], most = row4_max(most, sum[i]);
    if (__builtin_expect(row4_any(~(most <= 1e36)), 0))
        for (int i = 0; i < STRESS4_SLIPS; i++) t[i].by_v = stress4_per(sum[i]);
    else
        for (int i = 0; i < STRESS4_SLIPS; i++) t[i].by_v = row4_rsqrt(sum[i]);
    for (int i = 0; i < STRESS4_SLIPS; i++) t[i].tau = o->tau0 * row4_asinh(r_v * v[i], sum[i] * t[i].by_v);
}
ROW4_INLINE void shear4_cuts(row4 limit, row4 limit_by_p, bool derivatives, stress4 *t) {
    row4 square = limit * limit, sum[STRESS4_SLIPS], per[STRESS4_SLIPS], most = row4_all(0);
    for (int i = 0; i < STRESS4_SLIPS; i++) sum[i] = square + t[i].tau * t[i].tau, most = row4_max(most, sum[i]);
    if (__builtin_expect(row4_any(~((most < 1e36) & (limit > 1e-15))), 0)) {
        for (int i = 0; i < STRESS4_SLIPS; i++) stress4_cut(limit, limit_by_p, derivatives, &t[i]);
        return;
    }
    for (int i = 0; i < STRESS4_SLIPS; i++) per[i] = row4_rsqrt(sum[i]);
    for (int i = 0; i < STRESS4_SLIPS; i++) {
        row4 r = limit * per[i], qr = t[i].tau * per[i];
        t[i].tau = limit * qr;
        if (!derivatives) continue;
        row4 cube = r * r * r;
        t[i].by_v *= cube;
        t[i].by_p = t[i].by_p * cube + qr * qr * qr * limit_by_p;
    }
}
ROW4_INLINE void shear4_slips(const abut_lubricant *o, const oil4 *at, row4 gain, const row4 *u, const row4 *v,
                              bool derivatives, stress4 *t) {
    shear4_flows(o, gain, u, v, t);
    for (int i = 0; derivatives && i < STRESS4_SLIPS; i++) {
        t[i].by_v *= gain;
        t[i].by_p = t[i].by_v * v[i] * at->by_p;
    }
    if (o->limit_slope > 0 || o->tau_min > 0) shear4_cuts(at->limit, at->limit_by_p, derivatives, t);
}

#endif
