/* Point contact in the notation of the lubrication literature: zeta, mu, nu and the sum of the four curvatures.
 *
 * As printed there F = sqrt(3) E' (2d/(3 zeta rho_sum^(1/3)))^(3/2) leaves zeta open; it is Hertz' contact with
 * zeta = 2K/(pi mu), mu^3 = 2E/(pi kappa^2), kappa = minor/major, the parameter of K and E being 1 - kappa^2. */
#include <math.h>

#include "abut/lubrication.h"
#include "base/constants.h"
#include "numeric/elliptic.h"
#include "numeric/hertz_kernel.h"

static bool positive(double x) { return x > 0 && isfinite(x); }

abut_status abut_zeta_contact(double rho_x, double rho_y, double E_prime, double approach, abut_zeta_out *out) {
    *out = (abut_zeta_out){0};
    if (!positive(rho_x) || !positive(rho_y) || !positive(E_prime) || !positive(approach)) return ABUT_BAD_VALUE;
    double G, kappa, sum = rho_x + rho_y;
    hertz_coefficients(fmin(rho_x, rho_y) / fmax(rho_x, rho_y), &G, &kappa);
    agm_sums agm = agm_pass(kappa);
    double beta = kappa * kappa, cs = (1 - kappa) * (1 + kappa) * agm.s;
    double two_E_over_pi = 0.5 * ((1 - cs) + beta * (1 + cs)) / agm.M;
    double mu = cbrt(two_E_over_pi / beta), zeta = 1 / (agm.M * mu);
    double base = 2 * approach / (3 * zeta * cbrt(sum)), F = sqrt(3.0) * E_prime * base * sqrt(base);
    double size = cbrt(3 * F / (E_prime * sum)), major = mu * size, minor = kappa * major;
    *out = (abut_zeta_out){.rho_sum = sum,
                           .kappa = kappa,
                           .mu = mu,
                           .nu = kappa * mu,
                           .zeta = zeta,
                           .force = F,
                           .stiffness = 1.5 * F / approach,
                           .major = major,
                           .minor = minor,
                           .p_max = 1.5 * F / (PI * major * minor)};
    if (isfinite(F + out->stiffness + major + out->p_max)) return ABUT_OK;
    *out = (abut_zeta_out){0};
    return ABUT_BAD_VALUE;
}
