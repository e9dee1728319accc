/* Viscosity by pressure. Barus: eta0 exp(alpha p), the exponent limited to 50 (beyond it the law is meaningless anyway).
 * Roelands: eta0 exp{(ln eta0 + 9.67)[(1 + p/p_r)^z - 1]} with p_r = 1.962e8 Pa and z from the slope alpha at p = 0. */
#include <math.h>

#include "base/ranged.h"
#include "lubricant.h"
#include "stress.h"

static bool ranged(double x) { return x == 0 || is_ranged(x); }

bool lubricant_good(const abut_lubricant *o) {
    bool numbers = ranged(o->eta0) && ranged(o->alpha) && ranged(o->limit_slope) && ranged(o->tau_min) &&
                   (ranged(o->tau0) || o->tau0 == INFINITY);
    bool carreau = o->shear != ABUT_CARREAU || (o->G > 0 && ranged(o->G) && o->n > 0 && o->n <= 1);
    bool roelands = o->viscosity != ABUT_ROELANDS || o->eta0 == 0 || log(o->eta0) > -9.67;
    bool heat = ranged(o->beta) && ranged(o->conductivity) && ranged(o->density);
    return numbers && carreau && roelands && heat;
}

double lubricant_density(const abut_lubricant *o) { return o->density > 0 ? o->density : 890; }

bool lubricant_heats(const abut_lubricant *o) { return o->beta > 0 && o->conductivity > 0; }

double lubricant_viscosity(const abut_lubricant *o, double p) {
    oil_law law = oil_law_of(o);
    return oil_at_pressure(&law, p).eta;
}

abut_status abut_viscosity(const abut_lubricant *oil, double p, double *eta) {
    *eta = 0;
    if (!lubricant_good(oil) || !(p >= 0) || !isfinite(p)) return ABUT_BAD_VALUE;
    *eta = lubricant_viscosity(oil, p);
    return isfinite(*eta) ? ABUT_OK : ABUT_BAD_VALUE;
}
