/* Asperity pressure and area by Greenwood and Tripp (1971), with E' = 2 E*:
 *   p_asp = (8 sqrt(2) pi/15)(eta beta sigma)^2 E' sqrt(sigma/beta) F_{5/2}(Phi),  A_asp/A = pi^2 (eta beta sigma)^2 F_2(Phi);
 * and the separation of the mean planes from the mean film thickness by volume, h/sigma = Phi cdf(Phi) + pdf(Phi). */
#include "roughness.h"

#include <math.h>

#include "base/constants.h"
#include "base/ranged.h"

bool roughness_good(const abut_roughness *r) {
    if (r->table)
        return r->table->count >= 4 && r->sigma == r->table->sigma && r->asperity_radius >= 0 && r->density >= 0;
    return r->sigma == 0 || (is_ranged(r->sigma) && is_ranged(r->asperity_radius) && is_ranged(r->density));
}

double roughness_number(const abut_roughness *r) { return r->density * r->asperity_radius * r->sigma; }

double asperity_stiffness(const abut_roughness *r, double E_prime) {
    double k = roughness_number(r);
    return 8 * sqrt(2) * PI / 15 * k * k * E_prime * sqrt(r->sigma / r->asperity_radius);
}

double asperity_area_share(const abut_roughness *r, double Phi) {
    double k = PI * roughness_number(r);
    return k * k * asperity_integral(2, Phi).F;
}

double asperity_log(double Phi, double *slope) {
    double upper = asperity_integral(2.5, Phi).scaled, lower = asperity_integral(1.5, Phi).scaled;
    *slope = -2.5 * lower / upper;
    return log(upper) - (Phi > 0 ? Phi * Phi / 2 : 0);
}

double normal_cdf(double x) { return 0.5 * erfc(-x / sqrt(2)); }
double film_of_separation(double Phi) {
    if (Phi < -1) return asperity_integral(1, -Phi).F; /* the sum below would cancel */
    return Phi * normal_cdf(Phi) + exp(-Phi * Phi / 2) / 2.50662827463100050242;
}

/* ln of the film is increasing and concave in Phi: Newton's method comes from the left after one step, and stays there. */
double separation_of_film(double y) {
    if (y > 9) return y; /* the difference is below exp(-y^2/2) */
    double Phi = y > 0.4 ? y - 0.4 / y : -sqrt(-2 * log(2 * y)), wanted = log(y);
    for (int i = 0; i < 60; i++) {
        double film = film_of_separation(Phi), step = (wanted - log(film)) * film / normal_cdf(Phi);
        Phi += step;
        if (fabs(step) <= 1e-15 * (1 + fabs(Phi))) break;
    }
    return Phi;
}

abut_status abut_film_separation(double h, double sigma, double *Phi) {
    *Phi = 0;
    double y = h / sigma;
    if (!(h > 0) || !(sigma > 0) || !(y >= 1e-300) || !isfinite(y)) return ABUT_BAD_VALUE;
    *Phi = separation_of_film(y);
    return ABUT_OK;
}
