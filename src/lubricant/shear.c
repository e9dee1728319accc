/* Shear stress of a film by Newton, Eyring or Carreau, and the limiting stress of the lubricant over it:
 * tau = te/sqrt(1 + (te/tL)^2) with tL = limit_slope p + tau_min. */
#include <math.h>

#include "lubricant.h"
#include "stress.h"

abut_shear lubricant_shear(const abut_lubricant *o, double p, double h, double v) {
    oil_law law = oil_law_of(o);
    oil_at at = oil_at_pressure(&law, p);
    oil_stress s = oil_shear(&law, &at, 1 / h, v);
    return (abut_shear){s.tau, s.by_v};
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
