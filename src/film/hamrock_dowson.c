/* Central film of the elliptic contact, piezoviscous and elastic: Hamrock and Dowson (1977).
 *
 *   h_c/Rx = 2.69 Um^0.67 G^0.53 W^(-0.067) (1 - 0.61 exp(-0.73 k)),  k = 1.0339 D^(-0.636)
 *
 * with Um = U/2 (the mean speed), G = alpha E' = L U^(-1/4), W = F/(E' Rx^2) = M U^(3/4). Coefficients from memory of the
 * literature. Unlike the formulas of Moes it needs U beside M, L and D, if weakly (U^-0.013), and it knows nothing of the
 * other regimes: no film for alpha = 0. A cross-check for hard contacts rather than a law for all loads and speeds. */
#include <math.h>

#include "film.h"

static film_term film(const abut_film_law *law, const film_numbers *n, const film_regimes *r) {
    (void)law, (void)r;
    double k = 1.0339 * exp(-0.636 * n->D), e = 0.61 * exp(-0.73 * k);
    double ln_c = log(2.69) + 0.67 * log(0.5) + log1p(-e);
    film_term H = film_power(ln_c, -0.067, 0.53, 0, 0.67 - 0.53 / 4 - 0.067 * 0.75 - 0.5, n);
    H.g[BY_D] = -0.636 * 0.73 * k * e / (1 - e);
    return H;
}

static const abut_param_info params[] = {FILM_PARAMS(0), {0}};

static const abut_choice examples[] = {{"hamrock_dowson", {{0}}}, {0}};

const abut_film_type film_hamrock_dowson = {
    .type = {"film", "hamrock_dowson", "central film of a hard elliptic contact by Hamrock and Dowson", params,
             examples},
    .film = film,
};
