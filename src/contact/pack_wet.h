/* Films of packs: the functions of the tube angle, the film by them, and its factor for heating and starvation. */
#ifndef ABUT_CONTACT_PACK_WET_H
#define ABUT_CONTACT_PACK_WET_H

#include "film/contact.h"
#include "film/film4.h"
#include "film/table4.h"
#include "pack_local.h"

typedef struct pack_places { /* functions of the tube angle, and their slopes by its cosine */
    row4 value[WET_FUNCTIONS], slope[WET_FUNCTIONS];
    row4 ln_rho, rho_slope; /* curvature along the rolling direction; of films from a table */
} pack_places;

ROW4_INLINE void wet_places(const pack *k, row4 c, bool derivatives, pack_places *to) {
    for (int i = 0; i < WET_FUNCTIONS; i++) to->value[i] = of_angle(k, &k->wet->f[i], c, derivatives, &to->slope[i]);
    if (!k->wet->tabled) return;
    row4 wide = 1 / (k->ring + k->tube * c), rho = 1 / k->ball - c * wide;
    to->ln_rho = row4_log(rho);
    to->rho_slope = -k->ring * wide * wide / rho;
}

/* What the film is made by: its speed, with the derivatives of ln speed by h, c, V, O, its factor, and the functions of the tube angle. */
typedef struct pack_entry {
    row4 speed, ln, by[PACK_LOCAL_BY], cosine;
    row4 u2;                      /* square of the sum of the surface speeds, without the film's least speed */
    row4 ln_factor, factor_slope; /* slope by ln speed */
    pack_places at;
} pack_entry;

/* pack_mixed.c: friction over the ellipse and rolling resistance. False: no balance was found. */
bool pack_mixed(const pack *k, bool derivatives, const pack_entry *entry, const row4 dN[PACK_LOCAL_BY], pack_local *l,
                pack_film *film);

/* The powers are those of Moes' numbers, M ~ N u^(-3/4) and L ~ u^(1/4), where a film that carries the share phi stands between bodies
 * softer by phi: M ~ phi^(3/4), L ~ phi^(3/4), U ~ 1/phi. */
static const film4_powers WET_OF_SCALE = {0, 0.5, -0.5};
ROW4_INLINE film4_regimes wet_regimes(const pack_places *at, const film4_at *x, film4_want want) {
    static const film4_powers RI = {-2, 1.5, -1.5}, EI = {-2.0 / 15, 0.1, -0.1}, RP = {0, 1.0 / 6, 0.5},
                              EP = {-1.0 / 12, 0.25, 0.5}, bound = {0, 0, 0};
    return (film4_regimes){.RI = film4_power(at->value[WET_RI], at->slope[WET_RI], RI, x, want),
                           .EI = film4_power(at->value[WET_EI], at->slope[WET_EI], EI, x, want),
                           .RP = film4_power(at->value[WET_RP], at->slope[WET_RP], RP, x, want),
                           .EP = film4_power(at->value[WET_EP], at->slope[WET_EP], EP, x, want),
                           .bound = film4_power(at->value[WET_BOUND], at->slope[WET_BOUND], bound, x, want)};
}

/* ---- films from a table (film/table4.h) ---- */
/* Moes' numbers: ln M = ln(N rho^2/E') - 3/4 ln U, ln L = ln(alpha E') + 1/4 ln U, U = eta0 u rho/E', a share in them as above; D = rho_y/rho. */
ROW4_INLINE table4_place wet_table(const pack_wet *w, const pack_places *at, const film4_at *x) {
    row4 M = w->ln_M + x->load + 1.25 * at->ln_rho - 0.75 * x->speed + 0.75 * x->share,
         L = w->ln_L + 0.25 * (at->ln_rho + x->speed) + 0.75 * x->share;
    return table4_place_of(&w->part, M, L, w->ln_rho_y - at->ln_rho);
}

/* f becomes that of the table. */
ROW4_INLINE void wet_correct(const pack_wet *w, const pack_places *at, const film4_at *x, table_quantity q,
                             film4_want want, film4_term *f) {
    table4_place place = wet_table(w, at, x);
    table4_value S = table4_correction(&w->part, q, &place);
    row4 M = S.by[TABLE_M], L = S.by[TABLE_L], share = 0.75 * (M + L);
    f->ln += S.value;
    f->g[FILM4_FIRST] += want == FILM4_BY_SHARE ? share : M;
    if (want != FILM4_ALL) return;
    f->g[FILM4_SPEED] += 0.25 * L - 0.75 * M;
    f->g[FILM4_SHARE] += share;
    f->g[FILM4_PLACE] += at->rho_slope * (1.25 * M + 0.25 * L - S.by[TABLE_D]);
}

/* ---- the film ---- */
/* ln of the film without its factor and density ratio. */
ROW4_INLINE film4_term wet_light(const pack_wet *w, const pack_places *at, const film4_at *x, table_quantity q,
                                 film4_want want) {
    film4_regimes r = wet_regimes(at, x, want);
    film4_term f = film4_law(&w->recipe, w->film.oil.alpha > 0, &r, want),
               s = film4_power(at->value[WET_SCALE], at->slope[WET_SCALE], WET_OF_SCALE, x, want);
    f.ln += s.ln;
    for (int i = 0; i < film4_count(want); i++) f.g[i] += s.g[i];
    if (w->tabled) wet_correct(w, at, x, q, want, &f);
    return f;
}

/* ln of a quantity of the film without its factor. */
ROW4_INLINE film4_term wet_quantity(const pack_wet *w, const pack_places *at, const film4_at *x, table_quantity q,
                                    film4_want want) {
    film4_term f = wet_light(w, at, x, q, want);
    if (!w->film.law.compressible) return f;
    static const film4_powers of_p = {1.0 / 3, 0, 1};
    film4_term ln_p = film4_power(at->value[WET_LN_P], at->slope[WET_LN_P], of_p, x, want);
    row4 p = 1e-9 * row4_exp(ln_p.ln), top = FILM_DENSITY_TOP * p, under = 1 + FILM_DENSITY_UNDER * p,
         ratio = 1 + top / under;
    row4 slope = top / (under * under * ratio);
    f.ln -= row4_log(ratio);
    for (int i = 0; i < film4_count(want); i++) f.g[i] -= slope * ln_p.g[i];
    return f;
}

/* The film, and what it keeps the bodies apart by. */
ROW4_INLINE film4_term wet_film(const pack_wet *w, const pack_places *at, const film4_at *x, film4_want want) {
    return wet_quantity(w, at, x, TABLE_FILM, want);
}
ROW4_INLINE film4_term wet_apart(const pack_wet *w, const pack_places *at, const film4_at *x, film4_want want) {
    return wet_quantity(w, at, x, TABLE_SEPARATION, want);
}

/* ln of the factor, and its slope by ln u. */
ROW4_INLINE row4 wet_factor(const pack_wet *w, row4 ln_u, row4 u, row4 *slope) {
    return film4_factor(w->ln_factor, w->heat, w->per_starve, ln_u, u, slope);
}

#endif
