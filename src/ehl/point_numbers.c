/* Scaling of elliptic contacts.
 *
 * With e the axis ratio of the dry ellipse, semi-axes 1 along rho_x and e along rho_y, C = p_h/(pi E* rho_x a_x) of the dry contact:
 *   lambda = 12/(pi C) (pi^2 C e/(3M))^(4/3),  alpha p_h = L (pi C/2) (3M/(pi^2 C e))^(1/3),  film of Moes = H (3M/(pi^2 C e))^(2/3)
 * (circle: C = 2/pi^2). In the integrals of Hertz' problem I_x = int_0^inf ds/((1 + s) sqrt((1 + s)(e^2 + s) s)), I_y with (e^2 + s):
 * D = I_y/I_x, C = 1/(pi e I_x). */
#include <math.h>

#include "base/constants.h"
#include "base/message.h"
#include "lead.h"
#include "line.h"
#include "point.h"

static const double most_ab = 250; /* viscosities up to e^250 */

ehl_point_numbers ehl_point_numbers_of(double M, double L, double D, double angle) {
    ehl_point_numbers u = {0};
    abut_hertz dry; /* of rho_x = E* = 1, any approach */
    double c = cos(angle), s = sin(angle);
    (void)abut_hertz_from_approach(0.5 * fmin(D, 1), 0.5 * fmax(D, 1), 1, 1, &dry);
    u.e = D <= 1 ? dry.a / dry.b : dry.b / dry.a;
    u.C = dry.p_max / (PI * (D <= 1 ? dry.b : dry.a));
    double size = 3 * M / (PI * PI * u.C * u.e);
    u.lambda = 12 / (PI * u.C) * pow(size, -4.0 / 3);
    u.ab = L * PI * u.C / 2 * cbrt(size);
    u.load = TWO_PI * u.e / 3;
    u.moes = pow(size, 2.0 / 3);
    u.film = ehl_film_expected(M, L, fmin(D, 1)) / u.moes;
    u.shape = (ehl_shape){c * c + D * s * s, c * s * (D - 1), s * s + D * c * c};
    return u;
}

ehl_fluid ehl_point_fluid(const abut_ehl_oil *oil, double ab) {
    return (ehl_fluid){
        .ab = ab, .p_h = oil->alpha > 0 ? ab / oil->alpha : 0, .z = oil->roelands_z, .dense = oil->compressible};
}

abut_status ehl_point_check(const abut_ehl_point_def *d, abut_message *message) {
    double D = d->D == 0 ? 1 : d->D;
    if (!(d->M >= 1 && d->M <= 1e4))
        return say_at(message, "M", ABUT_BAD_VALUE, "M must be between 1 and 10000, got %g", d->M);
    if (!(d->L >= 0 && d->L <= 100))
        return say_at(message, "L", ABUT_BAD_VALUE, "L must be between 0 and 100, got %g", d->L);
    if (!(D >= 0.02 && D <= 50))
        return say_at(message, "D", ABUT_BAD_VALUE, "D must be between 0.02 and 50, got %g", D);
    if (!(fabs(d->angle) <= TWO_PI))
        return say_at(message, "angle", ABUT_BAD_VALUE, "angle must be at most a turn, got %g rad", d->angle);
    if (!(d->tol >= 0 && d->tol <= 1e-3))
        return say_at(message, "tol", ABUT_BAD_VALUE, "tol must be between 0 and 0.001, got %g", d->tol);
    if (d->method != ABUT_EHL_NEWTON && d->method != ABUT_EHL_FAS)
        return say_at(message, "method", ABUT_BAD_VALUE, "method must be Newton's or multigrid, got %d",
                      (int)d->method);
    bool given = d->from != 0 || d->to != 0 || d->side != 0;
    if (given &&
        !(d->from <= -1.5 && d->from >= -1e4 && d->to >= 1.1 && d->to <= 1e3 && d->side >= 1.1 && d->side <= 1e4))
        return say_at(
            message, "from", ABUT_BAD_VALUE,
            "the domain must hold the contact: from -10000 to -1.5, to 1.1 to 1000, side 1.1 to 10000; got %g, %g, %g",
            d->from, d->to, d->side);
    if (d->turning && d->flooded)
        return say_at(message, "turning", ABUT_BAD_VALUE,
                      "turning: the pressure at the edge is that of one direction; leave flooded out");
    return ehl_check_oil(&d->oil, d->L, ehl_point_numbers_of(d->M, d->L, D, 0).ab, most_ab, message);
}
