/* Hydrodynamic rolling resistance, isothermal and fully flooded, with U = eta0 speed/(2 E' R), G = alpha E':
 *   line     4.318 (G U)^0.658 W^0.0126 R l/alpha, W = F/(E' R l); limited by the one of rigid bodies with constant viscosity,
 *            2.0796 (eta0 l F speed/2)^(1/2), which rules for small loads and alpha -> 0: (x^-4 + y^-4)^(-1/4)
 *   ellipse  2.86 E' R^2 k^0.348 U^0.66 (1 + G)^0.022 W^0.47, W = F/(E' R^2), k = 1.0339 D^(-0.636), D = rho_y/rho_x
 * times the factors of the film for heating and starvation. Sources: docs/theory/lubrication_mixed.md. */
#include <math.h>

#include "traction.h"

static double of_line(const abut_mixed *c, double F, double speed, double by[SHARE_BY]) {
    double E = c->E_prime, R = 1 / c->rho_x, l = c->length, alpha = c->oil.alpha;
    double rigid = log(2.0796) + 0.5 * log(c->oil.eta0 * l * F * speed / 2), share = 0, ln = rigid;
    if (alpha > 0) {
        double U = c->oil.eta0 * speed / (2 * E * R), W = F / (E * R * l);
        double elastic = log(4.318 * R * l / alpha) + 0.658 * log(alpha * E * U) + 0.0126 * log(W);
        double ratio = exp(-4 * fabs(elastic - rigid)), both = fmin(elastic, rigid);
        share = (elastic < rigid ? 1 : ratio) / (1 + ratio);
        ln = both - 0.25 * log(1 + ratio);
    }
    by[SHARE_F] = 0.0126 * share + 0.5 * (1 - share);
    by[SHARE_SPEED] = 0.658 * share + 0.5 * (1 - share);
    by[SHARE_RHO_X] = (0.658 + 0.0126 - 1) * share;
    by[SHARE_RHO_Y] = 0;
    return exp(ln);
}

static double of_ellipse(const abut_mixed *c, double F, double speed, double by[SHARE_BY]) {
    double E = c->E_prime, R = 1 / c->rho_x, long_axis = 0.348 * 0.636;
    double U = c->oil.eta0 * speed / (2 * E * R), W = F / (E * R * R), D = c->rho_y / c->rho_x;
    by[SHARE_F] = 0.47;
    by[SHARE_SPEED] = 0.66;
    by[SHARE_RHO_X] = -2 + 0.66 + 2 * 0.47 + long_axis;
    by[SHARE_RHO_Y] = -long_axis;
    return 2.86 * E * R * R *
           exp(0.348 * log(1.0339) - long_axis * log(D) + 0.66 * log(U) + 0.022 * log(1 + c->oil.alpha * E) +
               0.47 * log(W));
}

double rolling_force(const abut_mixed *c, double F, double speed, double by[SHARE_BY]) {
    double force = 0;
    for (int i = 0; i < SHARE_BY; i++) by[i] = 0;
    if (c->oil.eta0 > 0 && speed > 0)
        force = (c->rho_y > 0 ? of_ellipse : of_line)(c, F, speed, by) * c->film.thermal * c->film.starvation;
    for (int i = 0; i < SHARE_BY; i++) by[i] *= force;
    return force;
}
