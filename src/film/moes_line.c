/* Central film of the line contact: Moes (1992).
 *
 *   RI = 3/M, EI = 2.621 M^(-1/5), RP = 1.287 L^(2/3), EP = 1.311 M^(-1/8) L^(3/4)
 *   H = [(RI^(7/3) + EI^(7/3))^(3s/7) + (RP^(-7/2) + EP^(-7/2))^(-2s/7)]^(1/s),  s = (7 + 8 exp(-2 EI/RI))/5
 *
 * H is the film where dp/dx = 0. For L = 0 the second bracket is left out. Against full solutions (Barus, incompressible):
 * -5.8 to +5.1 % for M >= 2, L <= 25; see docs/theory/lubrication_film.md. */
#include <math.h>

#include "film.h"

film_regimes moes_regimes(const film_numbers *n) {
    return (film_regimes){
        .RI = film_power(log(3), -1, 0, 0, 0, n),
        .EI = film_power(log(2.621), -0.2, 0, 0, 0, n),
        .RP = film_power(log(1.287), 0, 2.0 / 3, 0, 0, n),
        .EP = film_power(log(1.311), -0.125, 0.75, 0, 0, n),
    };
}

static film_recipe recipe(const abut_film_law *law) {
    (void)law;
    return (film_recipe){.iso = 7.0 / 3, .piezo = -3.5, .base = 7.0 / 5, .gain = 8.0 / 7, .rate = 2};
}

static film_term film(const abut_film_law *law, const film_numbers *n, const film_regimes *r) {
    (void)n;
    const film_recipe c = recipe(law);
    double ds[FILM_NUMBERS], s = film_exponent(c.base, c.gain, c.rate, r->EI, r->RI, ds);
    return film_blend_varying(film_blend(r->RI, r->EI, c.iso), film_blend(r->RP, r->EP, c.piezo), s, ds);
}

static const abut_param_info params[] = {FILM_PARAMS(0), {0}};

static const abut_choice examples[] = {
    {"moes_line", {{0}}},
    {"moes_line", {{.name = "compressible", .value = 1}, {.name = "thermal", .value = 0.9}}},
    {0},
};

const abut_film_type film_moes_line = {
    .type = {"film", "moes_line", "central film of a line contact by Moes", params, examples, ABUT_USUAL_LINE},
    .line = true,
    .film = film,
    .recipe = recipe,
};
