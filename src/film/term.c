/* Powers and blends of asymptotes with their logarithmic gradients. All blends are scaled by the term that rules, so that
 * terms may lie any number of decades apart, and may be 0. */
#include <math.h>

#include "film.h"

film_term film_power(double c, double m, double l, double d, double u, const film_numbers *n) {
    double v = c;
    if (m != 0) v *= pow(n->M, m);
    if (l != 0) v *= pow(n->L, l);
    if (d != 0) v *= pow(n->D, d);
    if (u != 0) v *= pow(n->U, u);
    return (film_term){v, {m, l, d, u}};
}

/* x raised by the sum of a second term to the ratio r <= 1 of their powers p: x (1 + r)^(1/p). */
static film_term join(film_term x, film_term y, double r, double p) {
    double share = r / (1 + r);
    film_term sum = {x.v * exp(log1p(r) / p), {0}};
    for (int i = 0; i < FILM_NUMBERS; i++) sum.g[i] = x.g[i] + share * (y.g[i] - x.g[i]);
    return sum;
}

film_term film_blend(film_term a, film_term b, double p) {
    bool swap = p > 0 ? b.v > a.v : b.v < a.v;
    film_term x = swap ? b : a, y = swap ? a : b; /* x rules */
    if (x.v == 0 || y.v == 0) return x;
    return join(x, y, pow(p > 0 ? y.v / x.v : x.v / y.v, fabs(p)), p);
}

film_term film_blend_varying(film_term a, film_term b, double s, const double ds[FILM_NUMBERS]) {
    film_term x = b.v > a.v ? b : a, y = b.v > a.v ? a : b;
    double r = pow(y.v / x.v, s), share = r / (1 + r);
    film_term sum = join(x, y, r, s);
    if (r == 0) return sum;
    /* d ln H/ds = [(ln x + share (ln y - ln x)) - ln H]/s, ln H = ln x + ln(1 + r)/s, s (ln y - ln x) = ln r */
    double by_s = (share * log(r) - log1p(r)) / (s * s);
    for (int i = 0; i < FILM_NUMBERS; i++) sum.g[i] += by_s * ds[i];
    return sum;
}

double film_exponent(double base, double gain, double rate, film_term a, film_term b, double ds[FILM_NUMBERS]) {
    double x = b.v > 0 ? rate * a.v / b.v : INFINITY;
    bool gone = !(x < 700); /* exp(-x) is no number any more */
    double e = gone ? 0 : base * gain * exp(-x);
    for (int i = 0; i < FILM_NUMBERS; i++) ds[i] = gone ? 0 : -e * x * (a.g[i] - b.g[i]);
    return base + e;
}
