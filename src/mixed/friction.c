/* Friction of a mixed contact: shear of the film over the Hertz profile p = phi p0 sin(theta), by eight Gauss nodes in theta,
 * plus mu_b (1 - phi) F tanh(v/v_eps) of the asperities. Weights: sin(theta) for a line contact, sin(2 theta) for an ellipse,
 * both of integral 1 over (0, pi/2). */
#include <math.h>

#include "base/message.h"
#include "contact.h"
#include "lubricant/lubricant.h"

/* Gauss-Legendre on (-1, 1), the positive half. */
static const double node[4] = {0.18343464249564980494, 0.52553240991632898582, 0.79666647741362673959,
                               0.96028985649753623168};
static const double weight[4] = {0.36268378337836198297, 0.31370664587788728734, 0.22238103445337447054,
                                 0.10122853629037625915};

static abut_shear mean_shear(const abut_mixed *c, const abut_sharing *s, double F, double v) {
    return lubricant_shear(&c->oil, s->phi * F / s->area, s->h, v);
}

/* Shear averaged over the area. */
static abut_shear profile_shear(const abut_mixed *c, const abut_sharing *s, double v) {
    const double quarter = 0.78539816339744830962; /* pi/4 */
    abut_shear sum = {0, 0};
    for (int i = 0; i < 8; i++) {
        double x = i < 4 ? -node[i] : node[i - 4], theta = quarter * (1 + x), part = sin(theta);
        double w = quarter * weight[i % 4] * (c->rho_y > 0 ? 2 * cos(theta) * part : part);
        abut_shear at = lubricant_shear(&c->oil, s->phi * s->p_max * part, s->h, v);
        sum.tau += w * at.tau;
        sum.dtau_dv += w * at.dtau_dv;
    }
    return sum;
}

abut_status abut_mixed_friction(const abut_mixed *c, double F, double u_sum, double v, abut_friction_force *out,
                                abut_message *message) {
    *out = (abut_friction_force){0};
    abut_friction_force r = {0};
    if (!isfinite(v)) return say(message, ABUT_BAD_VALUE, "u_rel: must be finite, got %g m/s", v);
    abut_status status = abut_load_sharing(c, F, u_sum, &r.share, message);
    if (status) return status;
    const abut_sharing *s = &r.share;
    abut_shear film = {0, 0};
    if (s->h > 0) film = c->mean_pressure ? mean_shear(c, s, F, v) : profile_shear(c, s, v);
    double strength = c->mu_boundary * s->one_minus_phi * F + c->tau_boundary * s->alpha_c * s->area;
    double sign = tanh(v / c->v_eps);
    r.F_hydro = film.tau * s->area;
    r.F_boundary = strength * sign;
    r.F_t = r.F_hydro + r.F_boundary;
    r.dFt_dv = film.dtau_dv * s->area + strength * (1 - sign * sign) / c->v_eps;
    r.mu = fabs(r.F_t) / F;
    r.lambda_ratio = c->rough.sigma > 0 ? s->h / c->rough.sigma : INFINITY;
    r.power = r.F_t * v;
    if (!isfinite(r.F_t) || !isfinite(r.dFt_dv) || !isfinite(r.power))
        return say(message, ABUT_BAD_VALUE, "friction: beyond the range of numbers at %g N, u_rel %g m/s, film %g m", F,
                   v, s->h);
    *out = r;
    return ABUT_OK;
}
