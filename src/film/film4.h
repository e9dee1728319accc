/* Films of four contacts at once: laws that are blends of their asymptotes (film_recipe in film.h), by ln N, ln of the speed, ln of the
 * share of the load that the film carries between bodies softer by it, and a place where the shape of the contact depends on one. Inline,
 * because the rows of four must not cross an ABI. The laws themselves are the oracle of the tests. */
#ifndef ABUT_FILM_FILM4_H
#define ABUT_FILM_FILM4_H

#include "base/row4_math.h"
#include "base/row4_table.h"
#include "contact.h"

/* Places in a gradient. A film may be evaluated with the first of them alone, by ln N or by the share. */
enum { FILM4_FIRST, FILM4_SPEED, FILM4_SHARE, FILM4_PLACE, FILM4_BY };
typedef enum film4_want { FILM4_BY_LOAD, FILM4_BY_SHARE, FILM4_ALL } film4_want;

typedef struct film4_term {
    row4 ln, g[FILM4_BY];
} film4_term;

/* Powers of load, speed and share. */
typedef struct film4_powers {
    double load, speed, share;
} film4_powers;

/* Logarithms of load, speed and share. */
typedef struct film4_at {
    row4 load, speed, share;
} film4_at;

ROW4_INLINE int film4_count(film4_want want) { return want == FILM4_ALL ? FILM4_BY : 1; }

/* exp(ln_c) N^load u^speed phi^share; slope: of ln_c by the place. */
ROW4_INLINE film4_term film4_power(row4 ln_c, row4 slope, film4_powers e, const film4_at *at, film4_want want) {
    film4_term t = {.ln = ln_c + e.load * at->load + e.speed * at->speed};
    if (want != FILM4_BY_LOAD) t.ln += e.share * at->share;
    t.g[FILM4_FIRST] = row4_all(want == FILM4_BY_SHARE ? e.share : e.load);
    if (want != FILM4_ALL) return t;
    t.g[FILM4_SPEED] = row4_all(e.speed);
    t.g[FILM4_SHARE] = row4_all(e.share);
    t.g[FILM4_PLACE] = slope;
    return t;
}

/* (a^p + b^p)^(1/p) */
ROW4_INLINE film4_term film4_blend(film4_term a, film4_term b, double p, film4_want want) {
    row4 part;
    a.ln += (1 / p) * row4_soft(p * (b.ln - a.ln), &part);
    for (int i = 0; i < film4_count(want); i++) a.g[i] += part * (b.g[i] - a.g[i]);
    return a;
}

typedef struct film4_regimes {
    film4_term RI, EI, RP, EP, bound;
} film4_regimes;

/* ln H; piezo: the lubricant thickens with pressure. */
ROW4_INLINE film4_term film4_law(const film_recipe *c, bool piezo, const film4_regimes *r, film4_want want) {
    int count = film4_count(want);
    film4_term iso =
        film4_blend(r->RI, c->bound != 0 ? film4_blend(r->EI, r->bound, c->bound, want) : r->EI, c->iso, want);
    if (!piezo) return iso;
    const film4_term *x = c->by_EP ? &r->EP : &r->RI;
    row4 ratio = c->rate * row4_exp(row4_min(r->EI.ln - x->ln, row4_all(20))), e = c->base * c->gain * row4_exp(-ratio),
         s = c->base + e;
    film4_term b = film4_blend(r->RP, r->EP, c->piezo, want);
    row4 part, d = s * (b.ln - iso.ln), plus = row4_soft(d, &part), by_s = (part * d - plus) / (s * s);
    film4_term H = {.ln = iso.ln + plus / s};
    for (int i = 0; i < count; i++)
        H.g[i] = iso.g[i] + part * (b.g[i] - iso.g[i]) - by_s * e * ratio * (r->EI.g[i] - x->g[i]);
    return H;
}

/* ln of the factor of film_factor, ln_factor - ln(1 + heat u^1.28) - per_starve u, and its slope by ln u. */
ROW4_INLINE row4 film4_factor(double ln_factor, double heat, double per_starve, row4 ln_u, row4 u, row4 *slope) {
    row4 ln = ln_factor - per_starve * u;
    *slope = -per_starve * u;
    if (!(heat > 0)) return ln;
    row4 part = heat * row4_exp(2 * FILM_HEAT_POWER * ln_u), sum = 1 + part;
    *slope -= 2 * FILM_HEAT_POWER * part / sum;
    return ln - row4_log(sum);
}

#endif
