/* Compressibility by Dowson and Higginson: density(p)/density(0) = 1 + 0.6 p/(1 + 1.7 p), p in GPa, at the pressure in the
 * middle of the dry contact. Line: p = sqrt(E' F rho/(2 pi l)). Point: p = 3 F/(2 pi a b) of the Hertz ellipse. */
#include "density.h"

#include <math.h>

#include "base/constants.h"
#include "normal/ellipse.h"

static film_pressure line(const abut_film_in *in) {
    double p = sqrt(in->E_prime * (in->force / in->length) * in->rho_x / TWO_PI);
    return (film_pressure){p, {0.5, 0, 0.5, 0, 0.5}};
}

/* At constant force: dh = -N_P/N_h dP, d ln(a b) = (dlna_P + dlnb_P) dP + (dlna_h + dlnb_h) dh. */
static double by_curvature(const abut_normal *n, int i, double curvature) {
    double ab = n->dlna[i] + n->dlnb[i] - (n->dlna[0] + n->dlnb[0]) * n->dN[1 + i] / n->dN[0];
    return -ab * curvature;
}

static film_pressure point(const abut_film_in *in) {
    bool across = in->rho_y <= in->rho_x; /* else by a rounding only */
    double P = 0.5 * (across ? in->rho_y : in->rho_x), Q = 0.5 * (across ? in->rho_x : in->rho_y);
    abut_hertz contact;
    if (abut_hertz_from_force(P, Q, 0.5 * in->E_prime, in->force, &contact)) return (film_pressure){.p = NAN};
    abut_patch patch = {.h = contact.approach, .P = P, .Q = Q, .E_star = 0.5 * in->E_prime};
    abut_normal n = {0};
    ellipse_hertz(&patch, true, &n);
    double by_P = by_curvature(&n, 1, P), by_Q = by_curvature(&n, 2, Q);
    return (film_pressure){contact.p_max, {1.0 / 3, 0, across ? by_Q : by_P, across ? by_P : by_Q, 2.0 / 3}};
}

film_pressure film_pressure_of(const abut_film_in *in) { return in->line ? line(in) : point(in); }

double film_density(double p, double *slope) {
    double x = FILM_DENSITY_TOP * 1e-9 * p, y = 1 + FILM_DENSITY_UNDER * 1e-9 * p, ratio = 1 + x / y;
    *slope = x / (y * y) / ratio;
    return ratio;
}
