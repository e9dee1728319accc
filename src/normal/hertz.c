/* Exact elliptic Hertz contact.
 *
 *   P a^2 + Q b^2 = h,  F = h AGM(a, b)/D,  D = 3/(4 E*),  U = (2/5) F h,
 *   dF/dh = 3F/(2h),  dF/dP = -F a^2/(2h),  dF/dQ = -F b^2/(2h).
 *
 * With P and Q changing (rolling, tilting) the force along the common normal alone is not conservative:
 * dU/dt = F hdot - (F/5)(a^2 Pdot + b^2 Qdot). `conservative` adds the wrench conjugate to the last term; it is of the
 * relative size h/R, negligible for steel and visible for rubber. */
#include "ellipse.h"

static abut_status force(const void *self, const abut_patch *p, const double *state, const abut_patch *first,
                         bool derivatives, abut_normal *out) {
    (void)self, (void)state, (void)first;
    ellipse_hertz(p, derivatives, out);
    return ABUT_OK;
}

static abut_status approach(const void *self, const abut_patch *p, double N, double *h, double *slope) {
    (void)self;
    double G, kappa;
    hertz_coefficients(p->P / p->Q, &G, &kappa);
    double root = cbrt(N * sqrt(2 * p->Q) / (4.0 / 3.0 * p->E_star * G));
    *h = root * root;
    *slope = 2 * *h / (3 * N);
    return ABUT_OK;
}

static const abut_param_info params[] = {ABUT_NORMAL_PARAMS("hunt_crossley"), ABUT_NORMAL_CONSERVATIVE, {0}};

static const abut_choice examples[] = {
    {"hertz", {{0}}},
    {"hertz", {{.name = "damping", .value = 0.1}}},
    {0},
};

const abut_normal_type normal_hertz = {
    .type = {"normal", "hertz", "exact elliptic Hertz contact", params, examples, ABUT_USUAL},
    .force = force,
    .approach = approach,
    .needs_material = true,
    .needs_curvature = true,
    .no_memory = true,
    .hertz = true,
};
