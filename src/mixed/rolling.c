/* Hydrodynamic rolling resistance of the inlet, isothermal and fully flooded, by Biboulet and Houpert (2010, "Hydrodynamic force
 * and moment in pure rolling lubricated contacts", Proc. IMechE J 224; part 1: line contacts, part 2: point contacts, eq. 32),
 * fits to full EHL solutions, M .2 to 800, L 4 to 16. F_R acts on each surface, the loss is F_R (u1 + u2). With U = eta0 (u1 + u2)/(E' R):
 *   line     F_R = 1.47 E' R l U^(3/4) x/(1 + x^10)^(1/10), x = (1.4/1.45) M^(1/2), M = F/(E' R l) U^(-1/2)
 *   ellipse  F_R = 2 a E' R U^(3/4) {(T1 - T2)/(1 + M/6.6) + T2}, T1 = 0.77 B^(-1/3) k^0.12 U^(-1/12), T2 = 1.8 B^(-1/4),
 *            M = B^(1/4) k F/(E' R^2) U^(-3/4), B = 4 E(k)/(pi (1 + D)), k the short over the long axis, D = rho_y/rho_x
 * times the factor of the film for heating and starvation of the inlet. See docs/theory/lubrication_mixed.md. */
#include <math.h>

#include "base/constants.h"
#include "film/contact.h"
#include "numeric/elliptic.h"
#include "traction.h"

static double of_line(const abut_mixed *c, double F, double speed, double by[SHARE_BY]) {
    double E = c->E_prime, R = 1 / c->rho_x, l = c->length, ln_U = log(c->oil.eta0 * speed / (E * R));
    double ln_x = log(1.4 / 1.45) + 0.5 * (log(F / (E * R * l)) - 0.5 * ln_U);
    double ratio = exp(-10 * fabs(ln_x)), both = fmin(ln_x, 0); /* ln x/(1 + x^10)^(1/10), and its slope */
    double light = (ln_x < 0 ? 1 : ratio) / (1 + ratio);        /* share of x: 1 for small loads, 0 for great ones */
    by[SHARE_F] = 0.5 * light;
    by[SHARE_SPEED] = 0.75 - 0.25 * light;
    by[SHARE_RHO_X] = -1 + 0.75 + (0.5 - 0.25) * light;
    by[SHARE_RHO_Y] = 0;
    return 1.47 * E * R * l * exp(0.75 * ln_U + both - 0.1 * log1p(ratio));
}

/* B and d ln B by ln k at constant D. */
static double shape(double k, double D, double *by_k) {
    agm_sums s = agm_pass(k);
    double k2 = k * k, cs = (1 - k2) * s.s, both = (1 - cs) + k2 * (1 + cs), E = HALF_PI / s.M * 0.5 * both;
    *by_k = k2 * (1 + cs) / both; /* d E/d ln k = k^2 (K - E)/(1 - k^2) */
    return 4 * E / (PI * (1 + D));
}

static rolling_ellipse ellipse_parts(const abut_mixed *c, const dry_contact *dry, double F, double speed,
                                     double *by_k) {
    double E = c->E_prime, R = 1 / c->rho_x, U = c->oil.eta0 * speed / (E * R), D = c->rho_y / c->rho_x;
    double k = dry->b / dry->a, B = shape(k, D, by_k);
    return (rolling_ellipse){.T1 = 0.77 * pow(B, -1.0 / 3) * pow(k, 0.12) * pow(U, -1.0 / 12),
                             .T2 = 1.8 * pow(B, -0.25),
                             .M = pow(B, 0.25) * k * F / (E * R * R) * pow(U, -0.75),
                             .scale = 2 * dry->a * E * R * pow(U, 0.75)};
}

rolling_ellipse rolling_ellipse_of(const abut_mixed *c, double F, double speed) {
    double by_k;
    dry_contact dry = mixed_dry(c, F);
    return ellipse_parts(c, &dry, F, speed, &by_k);
}

static double of_ellipse(const abut_mixed *c, double F, double speed, double by[SHARE_BY]) {
    static const double of_U[SHARE_BY] = {0, 1, 1, 0}, of_W[SHARE_BY] = {1, 0, 2, 0}, of_D[SHARE_BY] = {0, 0, -1, 1};
    double D = c->rho_y / c->rho_x, by_k;
    dry_contact dry = mixed_dry(c, F);
    rolling_ellipse e = ellipse_parts(c, &dry, F, speed, &by_k);
    double T1 = e.T1, T2 = e.T2, light = 1 / (1 + e.M / ROLLING_M), sum = (T1 - T2) * light + T2;
    for (int i = 0; i < SHARE_BY; i++) {
        double ln_k = dry.by_b[i] - dry.by_a[i], ln_B = by_k * ln_k - D / (1 + D) * of_D[i];
        double ln_T1 = -ln_B / 3 + 0.12 * ln_k - of_U[i] / 12, ln_M = 0.25 * ln_B + ln_k + of_W[i] - 0.75 * of_U[i];
        double change = light * T1 * ln_T1 - (1 - light) * T2 * 0.25 * ln_B - (T1 - T2) * light * (1 - light) * ln_M;
        by[i] = dry.by_a[i] - (i == SHARE_RHO_X) + 0.75 * of_U[i] + change / sum;
    }
    return e.scale * sum;
}

double rolling_force(const abut_mixed *c, double F, double speed, double by[SHARE_BY]) {
    double force = 0;
    for (int i = 0; i < SHARE_BY; i++) by[i] = 0;
    if (c->oil.eta0 > 0 && speed > 0) {
        double by_speed, factor = film_factor(&c->film, &c->oil, speed, &by_speed);
        force = factor * (c->rho_y > 0 ? of_ellipse : of_line)(c, F, speed, by);
        by[SHARE_SPEED] += by_speed;
    }
    for (int i = 0; i < SHARE_BY; i++) by[i] *= force;
    return force;
}
