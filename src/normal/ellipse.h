/* The Hertz ellipse of a patch, shared by the normal laws. */
#ifndef ABUT_NORMAL_ELLIPSE_H
#define ABUT_NORMAL_ELLIPSE_H

#include <math.h>

#include "abut/extend.h"
#include "numeric/hertz_kernel.h"

/* F = (4/3) E* G h sqrt(h/(2Q)); needs 0 < P <= Q, h > 0. */
static inline double ellipse_force(double G, const abut_patch *p) {
    return 4.0 / 3.0 * p->E_star * G * p->h * sqrt(p->h / (2 * p->Q));
}

/* Semi-axes, pressure and logarithmic derivatives for a law F = e(P, Q) h^(3/2) whose force is already in *out, where Hertz
 * would give `hertz` at the same h: at fixed P and Q the semi-axes go with the cube root of the force. */
static inline void ellipse_fill(const abut_patch *p, double kappa, double hertz, bool derivatives, abut_normal *out) {
    const double pi = 3.14159265358979323846;
    double kk = kappa * kappa, form = p->P + kk * p->Q, a = sqrt(p->h / form), force = out->N;
    if (force != hertz) a *= cbrt(force / hertz);
    out->a = a;
    out->b = kappa * a;
    out->p_max = 1.5 * force / (pi * a * out->b);
    if (!derivatives) return;
    /* ln a = (ln h - ln(P + kappa^2 Q))/2 + ln(F/F_hertz)/3, with g = d ln kappa/d ln (P/Q) and
     * d ln F_hertz/dP = -1/(2 (P + kappa^2 Q)), d ln F_hertz/dQ = kappa^2 times that */
    double g = hertz_dlnk(p->P / p->Q, kappa), half = 0.5 / form;
    out->dlna[0] = out->dlnb[0] = 0.5 / p->h;
    out->dlna[1] = -half * (1 + 2 * kk * g * p->Q / p->P) + (out->dN[2] / force + half) / 3;
    out->dlna[2] = -half * kk * (1 - 2 * g) + (out->dN[3] / force + half * kk) / 3;
    out->dlnb[1] = out->dlna[1] + g / p->P;
    out->dlnb[2] = out->dlna[2] - g / p->Q;
}

/* The parts common to all laws F = e(P, Q) h^(3/2): stiffness, energy and its derivatives. */
static inline void ellipse_power_law(const abut_patch *p, double force, double dF_dP, double dF_dQ, abut_normal *out) {
    out->N = force;
    out->dN[0] = 1.5 * force / p->h;
    out->dN[1] = 0;
    out->dN[2] = dF_dP;
    out->dN[3] = dF_dQ;
    out->exponent = 1.5;
    out->energy = 0.4 * force * p->h;
    out->energy_P = 0.4 * dF_dP * p->h;
    out->energy_Q = 0.4 * dF_dQ * p->h;
}

#endif
