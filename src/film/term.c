/* Powers and blends of asymptotes with their logarithmic gradients. All blends are scaled by the term that rules, so that
 * terms may lie any number of decades apart, and may be 0. */
#include <math.h>

#include "film.h"

film_term film_power(double ln_c, double m, double l, double d, double u, const film_numbers *n) {
    double ln = ln_c + m * n->M + d * n->D + u * n->U;
    if (l != 0) ln += l * n->L;
    return (film_term){ln, {m, l, d, u}};
}

/* x raised by the sum of a second term to the ratio r <= 1 of their powers p: x (1 + r)^(1/p). */
static film_term join(film_term x, film_term y, double r, double p) {
    double share = r / (1 + r);
    film_term sum = {x.ln + log(1 + r) / p, {0}};
    for (int i = 0; i < FILM_NUMBERS; i++) sum.g[i] = x.g[i] + share * (y.g[i] - x.g[i]);
    return sum;
}

film_term film_blend(film_term a, film_term b, double p) {
    bool swap = p > 0 ? b.ln > a.ln : b.ln < a.ln;
    film_term x = swap ? b : a, y = swap ? a : b; /* x rules */
    if (isinf(x.ln) || isinf(y.ln)) return x;
    return join(x, y, exp(p * (y.ln - x.ln)), p);
}

film_term film_blend_varying(film_term a, film_term b, double s, const double ds[FILM_NUMBERS]) {
    film_term x = b.ln > a.ln ? b : a, y = b.ln > a.ln ? a : b;
    if (isinf(y.ln)) return x;
    double ln_r = s * (y.ln - x.ln), r = exp(ln_r);
    film_term sum = join(x, y, r, s);
    /* d ln H/ds = [(ln x + share (ln y - ln x)) - ln H]/s, ln H = ln x + ln(1 + r)/s */
    double by_s = (r / (1 + r) * ln_r - log(1 + r)) / (s * s);
    for (int i = 0; i < FILM_NUMBERS; i++) sum.g[i] += by_s * ds[i];
    return sum;
}

double film_exponent(double base, double gain, double rate, film_term a, film_term b, double ds[FILM_NUMBERS]) {
    double x = isinf(b.ln) ? INFINITY : rate * exp(a.ln - b.ln);
    bool gone = !(x < 700); /* exp(-x) is no number any more */
    double e = gone ? 0 : base * gain * exp(-x);
    for (int i = 0; i < FILM_NUMBERS; i++) ds[i] = gone ? 0 : -e * x * (a.g[i] - b.g[i]);
    return base + e;
}
