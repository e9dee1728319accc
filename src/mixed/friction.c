/* Friction of a mixed contact as a plain calculation: the model load_sharing with a uniform slip, see traction.c. */
#include <math.h>

#include "base/message.h"
#include "traction.h"

abut_status abut_mixed_friction(const abut_mixed *c, double F, double u_sum, double v, abut_friction_force *out,
                                abut_message *message) {
    *out = (abut_friction_force){0};
    abut_friction_force r = {0};
    if (!isfinite(v)) return say(message, ABUT_BAD_VALUE, "u_rel: must be finite, got %g m/s", v);
    abut_status status = abut_load_sharing(c, F, u_sum, &r.share, message);
    if (status) return status;
    const abut_sharing *s = &r.share;
    strength given = {
        .h = s->h,
        .area = s->area,
        .p = s->phi * (c->mean_pressure ? F / s->area : s->p_max),
        .uniform = c->mean_pressure,
        .boundary = c->mu_boundary * s->one_minus_phi * F + c->tau_boundary * s->alpha_c * s->area,
    };
    friction_parts f = friction_at(c, &given, fabs(v));
    double sign = v < 0 ? -1 : 1;
    r.F_hydro = sign * f.fluid;
    r.F_boundary = sign * f.boundary;
    r.F_t = r.F_hydro + r.F_boundary;
    r.dFt_dv = f.by_v;
    r.mu = fabs(r.F_t) / F;
    r.lambda_ratio = c->rough.sigma > 0 ? s->h / c->rough.sigma : INFINITY;
    r.power = r.F_t * v;
    if (!isfinite(r.F_t) || !isfinite(r.dFt_dv) || !isfinite(r.power))
        return say(message, ABUT_BAD_VALUE, "friction: beyond the range of numbers at %g N, u_rel %g m/s, film %g m", F,
                   v, s->h);
    *out = r;
    return ABUT_OK;
}
