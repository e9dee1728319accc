/* Four slices of line contacts at once: from approach, its rate, curvature, entrainment and slip to normal force, friction and rolling
 * resistance, with exact derivatives. Of laws that say by their slots that they have such a form: `strip` of the normal law, `chi` of the
 * damping, `slip` or `wet` of the friction, `recipe` of the film. The laws themselves (normal/line.c, contact/film.c, friction/mixed.c) are
 * the oracle of the tests. See docs/theory/multibody.md#slices. */
#ifndef ABUT_CONTACT_LINE4_H
#define ABUT_CONTACT_LINE4_H

#include "base/row4.h"
#include "element.h"
#include "film/film4.h"
#include "film/table4.h"

/* The constants of one contact. */
typedef struct line4 {
    double E_star, length, whole; /* Pa; m, of a slice, of the roller */
    double chi;                   /* s/m */
    double side, R;               /* of A if it is a cylinder: +1 a shaft, -1 a bore; 0: another surface */
    bool wet, piezo, rough;
    /* abut_strip_form: with gain, ln(length gain); otherwise G(x) = C - ln x - series, ln_part: of N over x^2 Q */
    bool iso, series;
    double ln_gain, C, ln_part;
    abut_slip_law slip; /* dry */
    abut_film_contact film;
    abut_wet friction;
    film_recipe recipe;
    double ln_RI, ln_EI, ln_RP, ln_EP, ln_scale; /* at N = 1 N, u = 1 m/s, rho = 1 1/m */
    double ln_hard, ln_soft;                     /* of the least films */
    bool tabled;                                 /* corrected by a table of solved films: */
    table_part part;
    double ln_M, ln_L;                  /* Moes' numbers at N = 1 N, u = 1 m/s, rho = 1 1/m */
    double ln_factor, heat, per_starve; /* as in film4_factor */
    double ln_sigma, ln_asperities;     /* ln of area k/N there */
    double ln_U, per_eps, level, z;     /* ln(eta0/E'), 1/v_eps, of Roelands' law */
} line4;

/* False: these laws have no such form. */
bool line4_of(const abut_element *e, line4 *out);

typedef struct line4_in {
    row4 h, hdot, Q, u;      /* m, m/s, 1/m, m/s */
    row4 slip2, slip, turn2; /* squares of slip and of the tangential part of the relative rotation; the slip */
    mask4 inside;            /* the others count as open */
    bool least;              /* the least film is wanted too */
} line4_in;

/* Places in gradients. LINE_SELF: by the square of the slip, or of the rotation. */
enum { LINE_H, LINE_HDOT, LINE_Q, LINE_U, LINE_SELF, LINE_BY };

typedef struct line4_out {
    row4 N, grip, roll; /* traction -grip v, moment -roll w */
    row4 dN[LINE_BY], dgrip[LINE_BY], droll[LINE_BY];
    row4 b, p_max, energy, loss_normal, loss; /* loss: of friction */
    row4 phi, h_c, h_min, fluid,
        boundary; /* shares, films (m), magnitudes of the traction (N); of lubricated contacts */
} line4_out;

/* False: outside of what this form holds for, or no convergence; the laws may know better. */
bool line4_eval(const line4 *k, const line4_in *in, bool derivatives, line4_out *out);

/* ---- its parts ---- */
typedef struct line4_speed {    /* what films are made by */
    row4 ln_rho, rho, ln, by_u; /* ln u, d ln u/du */
    row4 ln_factor, factor_slope;
} line4_speed;

/* Where the film lies in a table: M ~ N rho^(1/2) u^(-1/2) phi^(1/2), L ~ (rho u)^(1/4) phi^(3/4). */
ROW4_INLINE table4_place line4_place(const line4 *k, const line4_speed *s, row4 ln_N, row4 ln_phi) {
    row4 M = k->ln_M + ln_N + 0.5 * (s->ln_rho - s->ln + ln_phi),
         L = k->ln_L + 0.25 * (s->ln_rho + s->ln) + 0.75 * ln_phi;
    return table4_place_of(&k->part, M, L, row4_all(k->part.low[TABLE_D]));
}

/* ln of a quantity of the film (that of laws without a table is the central film) without its factor; gradients by ln N, ln u, ln phi, ln rho. */
ROW4_INLINE film4_term line4_quantity(const line4 *k, const line4_speed *s, row4 ln_N, row4 ln_phi, table_quantity q) {
    static const film4_powers RI = {-1, 0.5, -0.5}, EI = {-0.2, 0.1, -0.1}, RP = {0, 1.0 / 6, 0.5},
                              EP = {-0.125, 0.25, 0.5}, scale = {0, 0.5, -0.5};
    film4_at x = {ln_N, s->ln, ln_phi};
    film4_regimes r = {.RI = film4_power(k->ln_RI - 0.5 * s->ln_rho, row4_all(-0.5), RI, &x, FILM4_ALL),
                       .EI = film4_power(k->ln_EI - 0.1 * s->ln_rho, row4_all(-0.1), EI, &x, FILM4_ALL),
                       .RP = film4_power(k->ln_RP + 1.0 / 6 * s->ln_rho, row4_all(1.0 / 6), RP, &x, FILM4_ALL),
                       .EP = film4_power(k->ln_EP + 0.125 * s->ln_rho, row4_all(0.125), EP, &x, FILM4_ALL)};
    film4_term f = film4_law(&k->recipe, k->piezo, &r, FILM4_ALL),
               of = film4_power(k->ln_scale - 0.5 * s->ln_rho, row4_all(-0.5), scale, &x, FILM4_ALL);
    f.ln += of.ln;
    for (int i = 0; i < FILM4_BY; i++) f.g[i] += of.g[i];
    if (k->tabled) {
        table4_place place = line4_place(k, s, ln_N, ln_phi);
        table4_value S = table4_correction(&k->part, q, &place);
        row4 M = S.by[TABLE_M], L = S.by[TABLE_L];
        f.ln += S.value;
        f.g[FILM4_FIRST] += M;
        f.g[FILM4_SPEED] += 0.25 * L - 0.5 * M;
        f.g[FILM4_SHARE] += 0.5 * M + 0.75 * L;
        f.g[FILM4_PLACE] += 0.5 * M + 0.25 * L;
    }
    if (!k->film.law.compressible) return f;
    /* p = sqrt(E' N rho/(2 pi l)), of bodies softer by phi */
    row4 p = row4_exp(0.5 * (ln_N + s->ln_rho) + ln_phi) *
             (1e-9 * sqrt(2 * k->E_star / (2 * 3.14159265358979323846 * k->length)));
    row4 top = FILM_DENSITY_TOP * p, under = 1 + FILM_DENSITY_UNDER * p, ratio = 1 + top / under,
         slope = top / (under * under * ratio);
    f.ln -= row4_log(ratio);
    f.g[FILM4_FIRST] -= 0.5 * slope;
    f.g[FILM4_PLACE] -= 0.5 * slope;
    f.g[FILM4_SHARE] -= slope;
    return f;
}

ROW4_INLINE film4_term line4_film(const line4 *k, const line4_speed *s, row4 ln_N, row4 ln_phi) {
    return line4_quantity(k, s, ln_N, ln_phi, TABLE_FILM);
}

/* What is in series with the bodies, at ln N = x. */
typedef struct line4_at {
    row4 x;
    film4_term film;
} line4_at;

/* line4_normal.c: N, b, p_max, energy, loss and dN; *at: the film of the series, where there is one. */
bool line4_normal(const line4 *k, const line4_in *in, const line4_speed *speed, bool derivatives, line4_at *at,
                  line4_out *out);
/* line4_mixed.c: friction under a film. */
bool line4_mixed(const line4 *k, const line4_in *in, const line4_speed *speed, const line4_at *at, bool derivatives,
                 line4_out *out);

#endif
