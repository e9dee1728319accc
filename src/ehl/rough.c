#include "rough.h"

#include <math.h>

#include "base/message.h"
#include "base/ranged.h"
#include "mixed/asperity.h"
#include "mixed/roughness.h"

static const double deepest = -30; /* sigma: asperities driven further together count as this deep */

ehl_rough ehl_rough_of(const abut_roughness *of, double E_prime, double p_h, double film) {
    return (ehl_rough){of, of->sigma / film, surface_stiffness(of, E_prime) / p_h};
}

abut_status ehl_rough_check(const abut_roughness *of, double E_prime, double R, double p_h, abut_message *message) {
    if (!is_ranged(of->sigma) || !roughness_good(of))
        return say_at(
            message, "rough", ABUT_BAD_VALUE,
            "a rough contact needs sigma, radius and density of its asperities between 1e-30 and 1e30, or a table");
    if (!is_ranged(E_prime) || !is_ranged(R) || !is_ranged(p_h))
        return say_at(message, "p_h", ABUT_BAD_VALUE,
                      "E_prime, R and p_h must be between 1e-30 and 1e30, got %g Pa, %g m and %g Pa", E_prime, R, p_h);
    return ABUT_OK;
}

bool ehl_rough_knows(const ehl_rough *r, double g) { return r->of->table ? g > 0 : g > deepest * r->sigma; }

ehl_rough_at ehl_rough_gap(const ehl_rough *r, double g) {
    double s = r->sigma, y = g / s, by_g = 1, slope;
    if (!r->of->table) {
        double Phi = fmax(y, deepest);
        y = film_of_separation(Phi);
        by_g = normal_cdf(Phi);
    }
    double P = r->stiffness * exp(surface_ln_load(r->of, log(y), &slope));
    return (ehl_rough_at){.P = P, .dP = P > 0 ? P * slope * by_g / (y * s) : 0, .h = s * y, .dh = by_g};
}

double ehl_rough_stand(const ehl_rough *r, double P) {
    double slope, t = surface_stand(r->of, log(P / r->stiffness), &slope);
    return r->sigma * (r->of->table ? exp(t) : separation_of_film(exp(t)));
}
