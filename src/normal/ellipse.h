/* The Hertz ellipse of a patch, shared by the normal laws. */
#ifndef ABUT_NORMAL_ELLIPSE_H
#define ABUT_NORMAL_ELLIPSE_H

#include <math.h>

#include "abut/extend.h"
#include "numeric/hertz_kernel.h"

/* Of one contact or four: greatest pressure 3 F/(2 pi a b), and the energy (2/5) F h of a force that goes with h^(3/2). */
#define ELLIPSE_P_MAX(force, ab) (0.47746482927568600731 * (force) / (ab))
#define ELLIPSE_ENERGY(force, h) (0.4 * (force) * (h))

/* F = (4/3) E* G h sqrt(h/(2Q)); needs 0 < P <= Q, h > 0. */
static inline double ellipse_force(double G, const abut_patch *p) {
    return 4.0 / 3.0 * p->E_star * G * p->h * sqrt(p->h / (2 * p->Q));
}

/* What goes with a law F = e(P, Q) h^(3/2) of given logarithmic derivatives by P and Q: stiffness, energy, and the ellipse.
 * `hertz` is the exact Hertz force at the same h: at fixed P and Q the semi-axes go with the cube root of the force. */
static inline void ellipse_law(const abut_patch *p, double kappa, double hertz, double force, double dlnF_dP,
                               double dlnF_dQ, bool derivatives, abut_normal *out) {
    double kk = kappa * kappa, form = p->P + kk * p->Q, both = 1 / (form * kappa), i_form = both * kappa;
    double a2 = p->h * i_form, scale = force != hertz ? cbrt(force / hertz) : 1, a = sqrt(a2) * scale;
    out->N = force;
    out->a = a;
    out->b = kappa * a;
    out->p_max = ELLIPSE_P_MAX(force, kappa * a2 * (scale * scale));
    out->exponent = 1.5;
    out->energy = ELLIPSE_ENERGY(force, p->h);
    if (!derivatives) return;
    out->dN[0] = 1.5 * force / p->h;
    out->dN[1] = 0;
    out->dN[2] = force * dlnF_dP;
    out->dN[3] = force * dlnF_dQ;
    out->energy_P = out->energy * dlnF_dP;
    out->energy_Q = out->energy * dlnF_dQ;
    /* ln a = (ln h - ln(P + kappa^2 Q))/2 + ln(F/F_hertz)/3, with g = d ln kappa/d ln (P/Q) and
     * d ln F_hertz/dP = -1/(2 (P + kappa^2 Q)), d ln F_hertz/dQ = kappa^2 times that */
    double g = hertz_dlnk(p->P / p->Q, kappa), half = 0.5 * i_form;
    out->dlna[0] = out->dlnb[0] = 0.5 / p->h;
    out->dlna[1] = -half * (1 + 2 * kk * g * p->Q / p->P) + (dlnF_dP + half) / 3;
    out->dlna[2] = -half * kk * (1 - 2 * g) + (dlnF_dQ + half * kk) / 3;
    out->dlnb[1] = out->dlna[1] + g / p->P;
    out->dlnb[2] = out->dlna[2] - g / p->Q;
}

/* d ln F/dP of exact Hertz; d ln F/dQ is kappa^2 times that. */
static inline double ellipse_dlnF_dP(const abut_patch *p, double kappa) { return -0.5 / (p->P + kappa * kappa * p->Q); }

/* The whole of exact Hertz. */
static inline void ellipse_hertz(const abut_patch *p, bool derivatives, abut_normal *out) {
    double G, kappa;
    hertz_coefficients(p->P / p->Q, &G, &kappa);
    double F = ellipse_force(G, p), slope = derivatives ? ellipse_dlnF_dP(p, kappa) : 0;
    ellipse_law(p, kappa, F, F, slope, slope * kappa * kappa, derivatives, out);
}

#endif
