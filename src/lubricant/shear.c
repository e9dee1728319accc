/* Shear stress of a film by Newton, Eyring or Carreau, and the limiting stress of the lubricant over it:
 * tau = te/sqrt(1 + (te/tL)^2) with tL = limit_slope p + tau_min. */
#include <math.h>

#include "lubricant.h"

/* x is the Newtonian stress; returns the stress and its derivative by x. */
static double law(const abut_lubricant *o, double x, double *slope) {
    *slope = 1;
    if (o->shear == ABUT_EYRING && o->tau0 > 0 && isfinite(o->tau0)) {
        double r = x / o->tau0;
        *slope = 1 / hypot(1, r);
        return o->tau0 * asinh(r);
    }
    if (o->shear == ABUT_CARREAU) {
        double r = hypot(1, x / o->G), gain = pow(r, o->n - 1), inside = (x / o->G) / r;
        *slope = gain * (1 + (o->n - 1) * inside * inside);
        return x * gain;
    }
    return x;
}

abut_shear lubricant_shear(const abut_lubricant *o, double p, double h, double v) {
    double gain = lubricant_viscosity(o, p) / h, slope, te = law(o, gain * v, &slope);
    double limit = o->limit_slope * p + o->tau_min;
    if (o->limit_slope > 0 || o->tau_min > 0) {
        if (!(limit > 0)) return (abut_shear){0, 0}; /* no pressure, no shear strength */
        double r = hypot(1, te / limit);
        te /= r;
        slope /= r * r * r;
    }
    return (abut_shear){te, slope * gain};
}

abut_status abut_film_shear(const abut_lubricant *oil, double p, double h, double v, abut_shear *out) {
    *out = (abut_shear){0, 0};
    if (!lubricant_good(oil) || !(p >= 0) || !isfinite(p) || !(h > 0) || !isfinite(h) || !isfinite(v))
        return ABUT_BAD_VALUE;
    abut_shear s = lubricant_shear(oil, p, h, v);
    if (!isfinite(s.tau) || !isfinite(s.dtau_dv)) return ABUT_BAD_VALUE;
    *out = s;
    return ABUT_OK;
}
