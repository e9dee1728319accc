/* Scaling of elliptic contacts.
 *
 * With e the axis ratio of the dry ellipse, semi-axes 1 along rho_x and e along rho_y,
 *   I_x = int_0^inf ds/((1 + s) sqrt((1 + s)(e^2 + s) s)),  I_y with (e^2 + s):  D = I_y/I_x gives e,  C = 1/(pi e I_x)
 *   lambda = 12/(pi C) (pi^2 C e/(3M))^(4/3),  alpha p_h = L (pi C/2) (3M/(pi^2 C e))^(1/3),  film of Moes = H (3M/(pi^2 C e))^(2/3)
 * (circle: C = 2/pi^2). The integrals by the AGM: with kappa the smaller over the larger axis, m = 1 - kappa^2 and complete elliptic
 * integrals K, E of that parameter, int ds/((A^2 + s)^(3/2) sqrt((B^2 + s) s)) over the larger axis A is 2 (K - E)/(m A^3), over the smaller
 * one 2 (E/kappa^2 - K)/(m A^3). */
#include <math.h>

#include "base/constants.h"
#include "base/message.h"
#include "point.h"

static const double most_ab = 250; /* viscosities up to e^250 */

/* K and E of the parameter m = 1 - kappa^2 by the arithmetic-geometric mean. */
static void complete(double kappa, double *K, double *E) {
    double a = 1, b = kappa, sum = 0.5 * (1 - kappa * kappa), power = 0.5;
    for (int k = 0; k < 12 && fabs(a - b) > 1e-15 * a; k++) { /* its digits double in each pass */
        double c = 0.5 * (a - b), next = 0.5 * (a + b);
        b = sqrt(a * b);
        a = next;
        power *= 2;
        sum += power * c * c;
    }
    *K = PI / (2 * a);
    *E = *K * (1 - sum);
}

/* I_x, I_y of the semi-axes 1 and e. */
static void integrals(double e, double *I_x, double *I_y) {
    double A = fmax(e, 1), kappa = fmin(e, 1) / A, m = 1 - kappa * kappa, K, E, large, small;
    if (m < 1e-6) { /* a circle: pi/2, and how it leaves that */
        *I_x = HALF_PI * (1 - (e - 1) * 0.75);
        *I_y = HALF_PI * (1 - (e - 1) * 2.25);
        return;
    }
    complete(kappa, &K, &E);
    large = 2 * (K - E) / (m * A * A * A);
    small = 2 * (E / (kappa * kappa) - K) / (m * A * A * A);
    *I_x = e > 1 ? small : large;
    *I_y = e > 1 ? large : small;
}

/* The axis ratio whose D is this one: D falls with e. By bisection in ln e, then secants. */
static double axis_ratio(double D) {
    double low = log(1e-3), high = log(1e3), x, y;
    for (int k = 0; k < 200 && high - low > 1e-15; k++) {
        double middle = 0.5 * (low + high);
        integrals(exp(middle), &x, &y);
        if (y / x > D)
            low = middle;
        else
            high = middle;
    }
    return D == 1 ? 1 : exp(0.5 * (low + high));
}

/* Nijenbanning, Venner and Moes for D <= 1, entrained along rho_x: a guess of the film for grids and starts. */
static double film_guess(double M, double L, double D) {
    D = fmin(D, 1);
    double g = 1 + 0.006 * log(D) + 0.63 * pow(D, 4.0 / 7);
    double RI = 145 * pow(1 + 0.796 * pow(D, 14.0 / 15), -15.0 / 7) / (D * M * M);
    double EI = 3.18 * pow(g, -14.0 / 25) * pow(D, -1.0 / 15) * pow(M, -2.0 / 15), H00 = 1.8 / D;
    double s = 1.5 * (1 + exp(-1.2 * EI / RI));
    double soft = pow(pow(RI, 1.5) + pow(pow(EI, -4) + pow(H00, -4), -3.0 / 8), 2 * s / 3), hard = 0;
    if (L > 0) {
        double RP = 1.29 * pow(1 + 0.691 * D, -2.0 / 3) * pow(L, 2.0 / 3);
        double EP = 1.48 * pow(g, -7.0 / 20) * pow(D, -1.0 / 24) * pow(M, -1.0 / 12) * pow(L, 0.75);
        hard = pow(pow(RP, -8) + pow(EP, -8), -s / 8);
    }
    return pow(soft + hard, 1 / s);
}

ehl_point_numbers ehl_point_numbers_of(double M, double L, double D, double angle) {
    ehl_point_numbers u = {.e = axis_ratio(D)};
    double I_x, I_y, c = cos(angle), s = sin(angle);
    integrals(u.e, &I_x, &I_y);
    u.C = 1 / (PI * u.e * I_x);
    double size = 3 * M / (PI * PI * u.C * u.e);
    u.lambda = 12 / (PI * u.C) * pow(size, -4.0 / 3);
    u.ab = L * PI * u.C / 2 * cbrt(size);
    u.load = TWO_PI * u.e / 3;
    u.moes = pow(size, 2.0 / 3);
    u.film = film_guess(M, L, D) / u.moes;
    u.shape = (ehl_shape){c * c + D * s * s, c * s * (D - 1), s * s + D * c * c};
    return u;
}

abut_status ehl_point_check(const abut_ehl_point_def *d, abut_message *message) {
    const abut_ehl_oil *oil = &d->oil;
    double D = d->D == 0 ? 1 : d->D;
    if (!(d->M >= 1 && d->M <= 1e4))
        return say_at(message, "M", ABUT_BAD_VALUE, "M must be between 1 and 10000, got %g", d->M);
    if (!(d->L >= 0 && d->L <= 100))
        return say_at(message, "L", ABUT_BAD_VALUE, "L must be between 0 and 100, got %g", d->L);
    if (!(D >= 0.05 && D <= 20))
        return say_at(message, "D", ABUT_BAD_VALUE, "D must be between 0.05 and 20, got %g", D);
    if (!(fabs(d->angle) <= TWO_PI))
        return say_at(message, "angle", ABUT_BAD_VALUE, "angle must be at most a turn, got %g rad", d->angle);
    if (!(d->tol >= 0 && d->tol <= 1e-3))
        return say_at(message, "tol", ABUT_BAD_VALUE, "tol must be between 0 and 0.001, got %g", d->tol);
    if (!(oil->roelands_z >= 0 && oil->roelands_z <= 1.5))
        return say_at(message, "roelands_z", ABUT_BAD_VALUE, "roelands_z must be between 0 and 1.5, got %g",
                      oil->roelands_z);
    if ((oil->roelands_z > 0 || oil->compressible) && !(oil->alpha >= 1e-12 && oil->alpha <= 1e-6 && d->L > 0))
        return say_at(message, "alpha", ABUT_BAD_VALUE,
                      "Roelands' law and a compressible oil need alpha between 1e-12 and 1e-6 1/Pa and L above 0");
    double ab = ehl_point_numbers_of(d->M, d->L, D, 0).ab;
    if (oil->roelands_z == 0 && ab > most_ab)
        return say_at(message, "L", ABUT_BAD_VALUE,
                      "alpha p_h = %.3g is beyond %g, where Barus' law gives viscosities of no oil; take Roelands' law",
                      ab, most_ab);
    bool given = d->from != 0 || d->to != 0 || d->side != 0;
    if (given &&
        !(d->from <= -1.5 && d->from >= -200 && d->to >= 1.1 && d->to <= 50 && d->side >= 1.1 && d->side <= 200))
        return say_at(
            message, "from", ABUT_BAD_VALUE,
            "the domain must hold the contact: from -200 to -1.5, to 1.1 to 50, side 1.1 to 200; got %g, %g, %g",
            d->from, d->to, d->side);
    return ABUT_OK;
}
