/* Least film thickness. Each formula holds in one regime; the greatest of them is taken, since a film is never much thinner
 * than the mechanism that builds it best. All but the rigid ones are from memory of the literature.
 *
 *   line   hard     Dowson and Higginson  h/R = 2.65 Um^0.7 G^0.54 W^(-0.13): H = 2.65/2^0.7 L^0.54 M^(-0.13)
 *          soft     1.99 M^(-1/5), from full solutions with L = 0
 *          rigid    2.447484/M, Martin's film at x = 0: RI/1.225748
 *   point  hard     Hamrock and Dowson    h/Rx = 3.63 Um^0.68 G^0.49 W^(-0.073) (1 - exp(-0.68 k))
 *          soft     Hamrock and Dowson    h/Rx = 7.43 Um^0.65 W^(-0.21) (1 - 0.85 exp(-0.31 k))
 *          rigid    RI/1.225748
 * Um = U/2, k = 1.0339 D^(-0.636). */
#include <math.h>

#include "film.h"

void film_least_line_terms(const film_numbers *n, film_term *hard, film_term *soft) {
    *hard = film_power(log(2.65) + 0.7 * log(0.5), -0.13, 0.54, 0, 0, n);
    *soft = film_power(log(1.99), -0.2, 0, 0, 0, n);
}

double film_least_line(const film_numbers *n, const film_regimes *r) {
    film_term hard, soft;
    film_least_line_terms(n, &hard, &soft);
    return fmax(fmax(hard.ln, soft.ln), r->RI.ln - log(FILM_RIGID));
}

void film_least_terms(const film_numbers *n, film_term *hard, film_term *soft) {
    double k = 1.0339 * exp(-0.636 * n->D);
    double c_hard = 3.63 * -expm1(-0.68 * k), c_soft = 7.43 * (1 - 0.85 * exp(-0.31 * k));
    *hard = film_power(log(c_hard) + 0.68 * log(0.5), -0.073, 0.49, 0, 0.68 - 0.49 / 4 - 0.073 * 0.75 - 0.5, n);
    *soft = film_power(log(c_soft) + 0.65 * log(0.5), -0.21, 0, 0, 0.65 - 0.21 * 0.75 - 0.5, n);
}

double film_least_point(const film_numbers *n, const film_regimes *r) {
    film_term hard, soft;
    film_least_terms(n, &hard, &soft);
    return fmax(fmax(hard.ln, soft.ln), r->RI.ln - log(FILM_RIGID));
}
