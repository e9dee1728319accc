/* A normal law for given curvatures, without surfaces or motion: the calculator behind `abut point`.
 *
 * Most laws of point contact are a power of h at fixed P and Q, N = N(1 m) h^exponent, so that force -> approach is as
 * explicit as approach -> force; the others say themselves at which approach they have a force. Semi-axes and pressures are those of the Hertz ellipse at the same P, Q and force. */
#include <math.h>
#include <stdlib.h>

#include "base/message.h"
#include "normal/ellipse.h"
#include "registry/registry.h"

static abut_status check(double P, double Q, double E_star, double approach, double force, abut_message *message) {
    if (!(P > 0 && P <= Q && isfinite(Q)))
        return say(message, ABUT_BAD_VALUE, "0 < P <= Q is wanted, got P = %g, Q = %g", P, Q);
    if (!(E_star > 0 && isfinite(E_star))) return say(message, ABUT_BAD_VALUE, "E* must be above 0, got %g", E_star);
    if (isnan(approach) == isnan(force)) return say(message, ABUT_MISSING, "give either the approach or the force");
    double x = isnan(force) ? approach : force;
    if (x >= 0 && isfinite(x)) return ABUT_OK;
    return say(message, ABUT_BAD_VALUE, "%s must be finite and not negative, got %g",
               isnan(force) ? "approach" : "force", x);
}

static abut_status checked(abut_hertz *out) {
    double sum = out->force + out->approach + out->stiffness + out->energy + out->dF_dP + out->dF_dQ;
    if (isfinite(sum)) return ABUT_OK;
    *out = (abut_hertz){0}; /* beyond the range of numbers */
    return ABUT_BAD_VALUE;
}

static abut_status evaluate_no_power(const abut_normal_type *type, const void *self, double P, double Q, double E_star,
                                     double approach, double force, abut_hertz *out) {
    abut_patch first = {0}, p = {.h = approach, .P = P, .Q = Q, .E_star = E_star};
    abut_normal n = {0};
    double slope;
    abut_status s = ABUT_OK;
    if (isnan(approach) && force == 0) p.h = 0;
    if (isnan(p.h)) s = type->approach(self, &p, force, &p.h, &slope);
    if (!s && p.h > 0) s = type->force(self, &p, NULL, &first, true, &n);
    if (!s) s = abut_hertz_from_force(P, Q, E_star, isnan(approach) ? force : n.N, out);
    if (s) return s;
    out->approach = p.h;
    out->stiffness = n.dN[0];
    out->energy = n.energy;
    out->dF_dP = n.dN[2];
    out->dF_dQ = n.dN[3];
    return checked(out);
}

static abut_status evaluate(const abut_normal_type *type, const void *self, double P, double Q, double E_star,
                            double approach, double force, abut_hertz *out) {
    abut_patch first = {0}, p = {.h = 1, .P = P, .Q = Q, .E_star = E_star};
    abut_normal n = {0};
    double state[8];
    if (type->states) type->start(self, &p, state);
    abut_status s = type->force(self, &p, state, &first, true, &n);
    if (s) return s;
    bool hertzian = n.exponent == 1.5;
    double ratio = force / n.N, root = cbrt(ratio);
    double h = !isnan(approach) ? approach : hertzian ? root * root : pow(ratio, 1 / n.exponent);
    double F = isnan(approach) ? force : hertzian ? n.N * h * sqrt(h) : n.N * pow(h, n.exponent);
    if ((s = abut_hertz_from_force(P, Q, E_star, F, out))) return s;
    out->approach = h;
    out->stiffness = h > 0 ? n.exponent * F / h : 0;
    out->energy = F * h / (n.exponent + 1);
    out->dF_dP = F * (n.dN[2] / n.N);
    out->dF_dQ = F * (n.dN[3] / n.N);
    return checked(out);
}

abut_status abut_point_contact(const abut_choice *law, double P, double Q, double E_star, double approach, double force,
                               abut_hertz *out, abut_message *message) {
    abut_args args;
    void *self = NULL;
    if (message) message->text[0] = '\0';
    *out = (abut_hertz){0};
    abut_status s = registry_check(NULL, "normal", ABUT_USUAL, law, &args, message);
    if (!s) s = check(P, Q, E_star, approach, force, message);
    if (s) return s;
    const abut_normal_type *type = (const abut_normal_type *)args.type;
    s = registry_make(&args, type->size, type->init, &self);
    if (!s) s = (type->no_power ? evaluate_no_power : evaluate)(type, self, P, Q, E_star, approach, force, out);
    free(self);
    return s ? say(message, s, "normal law %s: %s", type->type.name, abut_status_text(s)) : ABUT_OK;
}
