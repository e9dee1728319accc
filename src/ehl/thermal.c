/* Heat of a sheared film, in the simplest form that keeps its two resistances: conduction across the film, and into the moving bodies.
 *
 * Across the film. It is so thin that heat leaves through the surfaces before the oil has moved on (rho c u h^2/(k b) well below 1); the heat
 * tau v/h of a volume is even across it. k T'' = -tau v/h between surfaces at T_1 and T_2 is a parabola:
 *   middle (T_1 + T_2)/2 + tau v h/(8 k),   mean (T_1 + T_2)/2 + tau v h/(12 k),   heat into the surfaces tau v/2 +- k (T_2 - T_1)/h.
 *
 * Into the bodies. A half-space under a source that moves fast (Carslaw and Jaeger 1959, Jaeger 1942; Peclet number u b/(2 kappa) above 5),
 *   T_i(x) = (pi rho c k u_i)^(-1/2) int_-inf^x q_i(s) (x - s)^(-1/2) ds,
 * with the heat even in each cell, integrated exactly. T depends on what lies upstream alone: one march along x.
 *
 * Viscosity at the mean temperature, eta exp(-beta T); tau = shear(T(tau)) has one root, as the stress falls with T and T rises with it.
 *
 * Not in it: convection in the film, compression, heating of the inlet (the film is that of the isothermal solution; see the film laws'
 * `heating`), the rise of beta with pressure. Bodies: T is above that of the oil that comes in. */
#include "thermal.h"

#include <math.h>

#include "base/constants.h"
#include "base/message.h"

static const double least_peclet = 5;

abut_status ehl_heat_check(const abut_ehl_slide *c, abut_message *message) {
    const abut_ehl_heat *h = &c->heat;
    if (!(h->conductivity > 0 && h->density > 0 && h->capacity > 0 &&
          isfinite(h->conductivity * h->density * h->capacity)))
        return say_at(message, "heat", ABUT_BAD_VALUE,
                      "conductivity, density and heat capacity of the bodies must be positive, got %g W/(m K), %g "
                      "kg/m3, %g J/(kg K)",
                      h->conductivity, h->density, h->capacity);
    if (!(c->shear.conductivity > 0 && isfinite(c->shear.conductivity) && c->shear.beta >= 0 &&
          isfinite(c->shear.beta)))
        return say_at(message, "conductivity", ABUT_BAD_VALUE,
                      "the oil needs a conductivity above 0 and beta not below, got %g W/(m K) and %g 1/K",
                      c->shear.conductivity, c->shear.beta);
    double slow = 0.5 * (c->u_sum - fabs(c->slide));
    double peclet = slow * c->size * h->density * h->capacity / (2 * h->conductivity);
    if (peclet >= least_peclet) return ABUT_OK;
    return say_at(message, "slide", ABUT_BAD_VALUE,
                  "the slower surface moves at %.3g m/s, Peclet number %.3g: its heat spreads before it is carried "
                  "off, and temperatures "
                  "hold for fast surfaces only, Peclet number above %g; take less sliding or more speed",
                  slow, peclet, least_peclet);
}

typedef struct surface {
    double gain;  /* (pi rho c k u)^(-1/2) */
    double known; /* int of the heat upstream */
} surface;

/* What heat of the cells before and of the first half of this one leaves at node i. */
static double upstream(const double *x, const double *q, int i) {
    double sum = q[i - 1] * sqrt(x[i] - x[i - 1]);
    for (int j = 1; j < i; j++) sum += (q[j - 1] + q[j]) * (sqrt(x[i] - x[j - 1]) - sqrt(x[i] - x[j]));
    return sum;
}

typedef struct warm { /* at a node */
    double T1, T2;
} warm;

/* Temperatures of the surfaces at the heat Q = tau v: with d = T2 - T1, g = k/h and c the weight of this node
 *   T1 = A1 (K1 + c (Q/2 + g d)),  T2 = A2 (K2 + c (Q/2 - g d)). */
static warm warm_at(const surface *a, const surface *b, double g, double c, double Q) {
    double d =
        (b->gain * b->known - a->gain * a->known + (b->gain - a->gain) * c * Q / 2) / (1 + (a->gain + b->gain) * c * g);
    return (warm){a->gain * (a->known + c * (Q / 2 + g * d)), b->gain * (b->known + c * (Q / 2 - g * d))};
}

/* The stress that its own heat leaves, between 0 and that of the cold film. */
static double stress_at(const ehl_shear *s, double P, double H, const surface *a, const surface *b, double c) {
    double v = fabs(s->c->slide), h = H * s->film, k = s->c->shear.conductivity, beta = s->c->shear.beta;
    double low = 0, high = fabs(ehl_shear_stress(s, P, H, 0));
    for (int pass = 0; beta > 0 && pass < 200 && high - low > 1e-13 * high; pass++) {
        double tau = 0.5 * (low + high);
        warm t = warm_at(a, b, k / h, c, tau * v);
        double mean = 0.5 * (t.T1 + t.T2) + tau * v * h / (12 * k);
        if (fabs(ehl_shear_stress(s, P, H, -beta * mean)) > tau)
            low = tau;
        else
            high = tau;
    }
    return high;
}

void ehl_heat_line(const ehl_shear *s, int count, const double *x, const double *P, const double *H, ehl_heat_row *row,
                   ehl_warmth *most) {
    const abut_ehl_slide *o = s->c;
    double v = fabs(o->slide), k = o->shear.conductivity;
    double bulk = sqrt(PI * o->heat.density * o->heat.capacity * o->heat.conductivity);
    surface a = {.gain = 1 / (bulk * sqrt(0.5 * (o->u_sum + o->slide)))};
    surface b = {.gain = 1 / (bulk * sqrt(0.5 * (o->u_sum - o->slide)))};
    row->tau[0] = row->q1[0] = row->q2[0] = 0;
    for (int i = 1; i < count; i++) {
        row->tau[i] = row->q1[i] = row->q2[i] = 0;
        if (!(P[i] > 0)) continue;
        double c = sqrt(x[i] - x[i - 1]), h = H[i] * s->film;
        a.known = upstream(x, row->q1, i);
        b.known = upstream(x, row->q2, i);
        double tau = stress_at(s, P[i], H[i], &a, &b, c), Q = tau * v;
        warm t = warm_at(&a, &b, k / h, c, Q);
        row->q1[i] = Q / 2 + k / h * (t.T2 - t.T1);
        row->q2[i] = Q / 2 - k / h * (t.T2 - t.T1);
        row->tau[i] = copysign(tau, o->slide);
        most->film = fmax(most->film, 0.5 * (t.T1 + t.T2) + Q * h / (8 * k));
        most->surface_1 = fmax(most->surface_1, t.T1);
        most->surface_2 = fmax(most->surface_2, t.T2);
    }
}
