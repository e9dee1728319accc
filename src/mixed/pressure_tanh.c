/* The mixed friction model `pressure_tanh` of Quetel, Muellers, Coutellier and Hinterkausen, their equations (4), (5),
 * (10) to (15), with a mean pressure p, a film h and an area A as inputs:
 *   p_K = E' sqrt(sigma/beta)/(15 sqrt(2) pi/16), alpha_C = tanh(p/p_K),
 *   F_RB = A (mu p_asp + tau_E alpha_C), F_RH = (1 - alpha_C) A eta0 exp(alpha p) U_R/h.
 * The print has p for p_asp in F_RB, which is an option; taken so, friction of a full film would always be mu F. alpha_C does
 * not depend on film or speed: the model has no Stribeck transition of its own. The exponent alpha p is limited to 50. */
#include <math.h>

#include "base/constants.h"
#include "lubricant/lubricant.h"
#include "roughness.h"

static bool not_negative(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!(x[i] >= 0) || !isfinite(x[i])) return false;
    return true;
}

static bool input_good(const abut_contact_pressure *in) {
    const double rest[] = {in->p, in->area, in->mu_boundary, in->tau_e, in->p_k};
    return !in->rough.table && roughness_good(&in->rough) && in->rough.sigma > 0 && in->E_prime > 0 &&
           isfinite(in->E_prime) && in->h > 0 && isfinite(in->h) && not_negative(rest, 5) && isfinite(in->u_rel);
}

abut_status abut_pressure_tanh(const abut_contact_pressure *in, abut_pressure_tanh_result *out) {
    const double eq13 = 15 * sqrt(2) * PI / 16;
    const abut_lubricant oil = {.eta0 = in->eta0, .alpha = in->alpha, .viscosity = ABUT_BARUS};
    *out = (abut_pressure_tanh_result){0};
    if (!input_good(in) || !lubricant_good(&oil)) return ABUT_BAD_VALUE;
    double Phi = in->h / in->rough.sigma;
    double of_eq14 = in->E_prime * sqrt(in->rough.sigma / in->rough.asperity_radius) / eq13;
    abut_pressure_tanh_result r = {.p_k = in->p_k > 0 ? in->p_k : of_eq14};
    r.alpha_c = tanh(in->p / r.p_k);
    r.one_minus = 2 / (exp(2 * in->p / r.p_k) + 1);
    r.p_asp = asperity_stiffness(&in->rough, in->E_prime) * asperity_integral(2.5, Phi).F;
    r.alpha_asp = asperity_area_share(&in->rough, Phi);
    r.alpha_eq13 = r.p_asp / of_eq14;
    r.F_boundary = in->area * (in->mu_boundary * (in->total_pressure ? in->p : r.p_asp) + in->tau_e * r.alpha_c);
    r.F_hydro = r.one_minus * in->area * lubricant_viscosity(&oil, in->p) * fabs(in->u_rel) / in->h;
    if (!isfinite(r.F_boundary + r.F_hydro) || !isfinite(r.p_asp) || !(r.p_k > 0)) return ABUT_BAD_VALUE;
    *out = r;
    return ABUT_OK;
}
