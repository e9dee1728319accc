/* Line contact of finite length: force from approach and approach from force by the three laws of abut_line_law.
 *
 * In x = b/l every law reads delta = rho l^2 x^2 G(x)/2, F = pi E' l^3 rho x^2/8; the limits have G = C - ln x, -x G' = 1,
 * H = G - 1/2, and the closed inverse -2G = W_-1(-4 y e^(-2C)), y = delta/(rho l^2), up to y = e^(2C-1)/4. */
#include <math.h>

#include "abut/lubrication.h"
#include "base/constants.h"
#include "base/message.h"
#include "lambert.h"
#include "line.h"
#include "range.h"

static const double WIDEST = 0.3; /* b/l up to which the limits are called valid */

static double constant_of(abut_line_law law) { return law == ABUT_LINE_PAPER ? 1.1931 : 0.5 + log(2.0); }

double line_most(abut_line_law law) {
    return law == ABUT_LINE_STRIP ? INFINITY : law == ABUT_LINE_PAPER ? 0.25 * exp(2 * 1.1931 - 1) : 1;
}
double line_widest(abut_line_law law) { return law == ABUT_LINE_STRIP ? INFINITY : exp(constant_of(law) - 0.5); }

abut_status line_from_approach(abut_line_law law, double y, double *x, strip *s) {
    if (law == ABUT_LINE_STRIP) {
        *x = strip_solve(y, s);
        return ABUT_OK;
    }
    double most = line_most(law);
    if (!(y < most)) return ABUT_TOO_DEEP;
    double v = lambert_lower(y / most, (most - y) / most);
    *s = (strip){.G = 0.5 * (1 + v), .A = 1, .H = 0.5 * v, .W = 1};
    *x = sqrt(2 * y / s->G);
    return ABUT_OK;
}

abut_status line_from_force(abut_line_law law, double part, double *x, strip *s) {
    *x = sqrt(part);
    if (law == ABUT_LINE_STRIP) {
        *s = strip_at(*x);
        return ABUT_OK;
    }
    double G = constant_of(law) - log(*x);
    *s = (strip){.G = G, .A = 1, .H = G - 0.5, .W = 1};
    return s->H > 0 ? ABUT_OK : ABUT_TOO_DEEP;
}

static abut_status check(const abut_line_in *in, abut_message *message) {
    abut_status s = want_positive(message, "length", in->length, "m");
    if (!s) s = want_positive(message, "curvature", in->curvature, "1/m");
    if (!s) s = want_positive(message, "E_prime", in->E_prime, "Pa");
    if (s) return s;
    if ((unsigned)in->law > ABUT_LINE_PAPER)
        return say_at(message, "law", ABUT_BAD_VALUE, "law: %d is none of abut_line_law", (int)in->law);
    if (isnan(in->approach) == isnan(in->force))
        return say(message, ABUT_BAD_VALUE, "give one of approach and force, and NaN for the other");
    return isnan(in->force) ? want_positive(message, "approach", in->approach, "m")
                            : want_positive(message, "force", in->force, "N");
}

static abut_status from_approach(const abut_line_in *in, double *x, strip *s, abut_message *message) {
    double scale = in->curvature * in->length * in->length;
    if (!line_from_approach(in->law, in->approach / scale, x, s)) return ABUT_OK;
    return say_at(message, "approach", ABUT_BAD_VALUE,
                  "approach: %g m is beyond the law's range, below %g m here (b = 2l there): use the law 'strip'",
                  in->approach, line_most(in->law) * scale);
}

static abut_status from_force(const abut_line_in *in, double *x, strip *s, abut_message *message) {
    double unit = PI * in->E_prime * in->length * in->length * in->length * in->curvature / 8;
    if (!line_from_force(in->law, in->force / unit, x, s)) return ABUT_OK;
    double widest = line_widest(in->law);
    return say_at(message, "force", ABUT_BAD_VALUE,
                  "force: %g N is beyond the law's range, below %g N here (b = 2l there): use the law 'strip'",
                  in->force, unit * widest * widest);
}

void line_fill(const abut_line_in *in, double x, const strip *s, abut_line_out *out) {
    double l = in->length, rho = in->curvature, line = PI * in->E_prime * l; /* N/m */
    double b = x * l, F = isnan(in->force) ? line * l * l * rho * x * x / 8 : in->force, unit = 4 * F / line;
    *out = (abut_line_out){.force = F,
                           .approach = isnan(in->approach) ? unit * s->G : in->approach,
                           .half_width = b,
                           .p_max = 2 * F / (PI * b * l),
                           .p_mean = F / (2 * b * l),
                           .stiffness = line / (4 * s->H),
                           .energy = F * unit * (0.5 * s->G - 0.125 * s->W),
                           .dF_drho = -F * s->A / (2 * rho * s->H),
                           .dapproach_drho = unit * s->A / (2 * rho),
                           .valid = in->law == ABUT_LINE_STRIP || x <= WIDEST};
}

abut_status abut_line_contact(const abut_line_in *in, abut_line_out *out, abut_message *message) {
    *out = (abut_line_out){0};
    double x = 0;
    strip s = {0};
    abut_status status = check(in, message);
    if (!status) status = (isnan(in->force) ? from_approach : from_force)(in, &x, &s, message);
    if (status) return status;
    line_fill(in, x, &s, out);
    if (x > 0 && isfinite(out->force + out->approach + out->half_width + out->p_max + out->stiffness + out->energy +
                          out->dF_drho + out->dapproach_drho))
        return ABUT_OK;
    *out = (abut_line_out){0};
    return say(message, ABUT_BAD_VALUE, "the result is beyond the range of numbers");
}
