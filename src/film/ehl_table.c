/* Films of solved contacts, from a table (table.h) made by `abut ehl table`: Reynolds' equation and the elastic half-space, Barus' viscosity,
 * incompressible, for lines over (M, L), for ellipses over (M, L, D).
 *
 *   ln H = ln H_formula + S(ln M, ln(1 + L), ln D),  H_formula that of `moes_line` or `nvm`, S a cubic spline (C2)
 *   ln H_min = ln H + S_min,  ln s = ln H_formula + S_s,  s the separation, which stands in series with the bodies
 *
 * S runs over the x of the table (table.h), not ln M itself. Beyond the hull of the table (`outside: formula`) the coordinates c of the splines stop at its border, c = border + w tanh(t), t the way
 * beyond it over w = 0.2; towards small loads S goes to 0 on the way from the least M of the table to a quarter of it, so that the film of
 * light contacts is that of the formula, of which rigid bodies are the limit. All of it has continuous slopes.
 * A compressible oil: the central film is divided by the density ratio at the Hertz pressure; docs/theory/ehl_table.md says how good that is. */
#include <math.h>

#include "base/constants.h"
#include "base/message.h"
#include "film.h"
#include "hull.h"
#include "registry/core_types.h"
#include "table.h"

/* ---- where a contact lies in the table ---- */
typedef struct place {
    table_part part;
    double x[TABLE_AXES];  /* ln M, ln(1 + L), ln D, held near the hull */
    double by[TABLE_AXES]; /* of these by the logarithms of M, L, D */
    double light, by_M;    /* what is left of S at small loads, its slope by ln M */
    bool out[TABLE_AXES];
} place;

static place place_of(const abut_film_law *law, const film_numbers *n) {
    place p = {.part = table_part_of(law->table, law->line)};
    double L = exp(n->L), low = p.part.low[TABLE_M];
    const double x[TABLE_AXES] = {n->M, log1p(L), law->line ? p.part.low[TABLE_D] : n->D};
    const double by[TABLE_AXES] = {1, isinf(L) ? 1 : L / (1 + L), 1};
    for (int i = 0; i < TABLE_AXES; i++) {
        p.x[i] = x[i];
        p.out[i] = hull_hold(p.part.low[i], p.part.high[i], &p.x[i], &p.by[i]);
        p.by[i] *= by[i];
    }
    p.light = hull_light(low, n->M, &p.by_M);
    return p;
}

/* g += share times the slopes of S by the logarithms of M, L and D. */
static void slopes(const abut_film_law *law, const place *p, const table_value *S, double share,
                   double g[FILM_NUMBERS]) {
    g[BY_M] += share * S->by[TABLE_M] * p->by[TABLE_M];
    g[BY_L] += share * S->by[TABLE_L] * p->by[TABLE_L];
    if (!law->line) g[BY_D] += share * S->by[TABLE_D] * p->by[TABLE_D];
}

static film_term formula(const abut_film_law *law, const film_numbers *n, const film_regimes *r) {
    return (law->line ? film_moes_line : film_nvm).film(law, n, r);
}

/* The formula and one of S and S_s, as far as the load is not small. */
static film_term corrected(const abut_film_law *law, const film_numbers *n, const film_regimes *r, table_quantity q) {
    film_term H = formula(law, n, r);
    place p = place_of(law, n);
    table_value S = table_value_at(&p.part, q, p.x);
    H.ln += p.light * S.value;
    H.g[BY_M] += p.by_M * S.value;
    slopes(law, &p, &S, p.light, H.g);
    return H;
}

static film_term film(const abut_film_law *law, const film_numbers *n, const film_regimes *r) {
    return corrected(law, n, r, TABLE_FILM);
}

static film_term apart(const abut_film_law *law, const film_numbers *n, const film_regimes *r) {
    return corrected(law, n, r, TABLE_SEPARATION);
}

static film_term damping(const abut_film_law *law, const film_numbers *n, const film_regimes *r) {
    (void)r;
    place p = place_of(law, n);
    table_value S = table_value_at(&p.part, TABLE_DAMPING, p.x);
    film_term k = {.ln = S.value};
    slopes(law, &p, &S, 1, k.g);
    return k;
}

static double least(const abut_film_law *law, const film_numbers *n, double ln_H) {
    place p = place_of(law, n);
    return ln_H + table_value_at(&p.part, TABLE_LEAST, p.x).value;
}

static bool beyond(const abut_film_law *law, const film_numbers *n, abut_message *message) {
    static const char *const name[TABLE_AXES] = {"M", "L", "D"};
    place p = place_of(law, n);
    const double is[TABLE_AXES] = {exp(n->M), exp(n->L), exp(n->D)};
    for (int i = 0; i < TABLE_AXES; i++) {
        if (!p.out[i]) continue;
        double low = i == TABLE_L ? expm1(p.part.low[i]) : exp(p.part.low[i]);
        double high = i == TABLE_L ? expm1(p.part.high[i]) : exp(p.part.high[i]);
        (void)say(message, ABUT_OUTSIDE_DOMAIN,
                  "%s = %.4g lies outside of the table of solved films, which goes from %.4g to %.4g: take a formula, "
                  "or 'outside: formula'",
                  name[i], is[i], low, high);
        return true;
    }
    return false;
}

/* iint h dp/dx of an ellipse grows by lambda times this with ln of the distance the oil comes from (ehl/rolling.c); in the units of `rolling`
 * that is 3 times it. */
static double rolling_rate(double D) { return TWO_PI / ((3 + 2 * D) * sqrt(D)); }

static double bound(const table_part *p, table_quantity q, double ln_M) {
    return ln_M < p->known[q] - 1e-9 ? NAN : p->error[q];
}

abut_status abut_ehl_table_at(const abut_film_law *law, double M, double L, double D, abut_ehl_table_out *out,
                              abut_message *message) {
    *out = (abut_ehl_table_out){0};
    if (!law->table || law->type->film != film || law->line != (D == 0))
        return say(message, ABUT_BAD_VALUE, "the film law has no table of %s contacts", D == 0 ? "line" : "elliptic");
    if (!(M > 0 && L >= 0 && D >= 0 && isfinite(M + L + D)))
        return say(message, ABUT_BAD_VALUE, "M and D must be positive and L not negative, got %g, %g and %g", M, D, L);
    const film_numbers n = {log(M), log(L), law->line ? 0 : log(D), 0};
    if (beyond(law, &n, message)) return ABUT_OUTSIDE_DOMAIN;
    film_regimes r = law->line ? moes_regimes(&n) : nvm_regimes(&n);
    film_term H = film(law, &n, &r), s = formula(law, &n, &r);
    place p = place_of(law, &n);
    table_value S = table_value_at(&p.part, TABLE_SEPARATION, p.x);
    double h = exp(H.ln), apart = exp(s.ln + S.value), slope = s.g[BY_M] + S.by[TABLE_M];
    *out = (abut_ehl_table_out){
        .H_c = h,
        .H_min = h * exp(table_value_at(&p.part, TABLE_LEAST, p.x).value),
        .separation = apart,
        .stiffness = -M / (apart * slope),
        .rolling = exp(table_value_at(&p.part, TABLE_ROLLING, p.x).value),
        .rolling_by_ln = law->line ? 0 : 3 * rolling_rate(D),
        .inlet = law->line ? INFINITY : TABLE_INLET,
        .damping = exp(table_value_at(&p.part, TABLE_DAMPING, p.x).value),
        .error = fmax(table_value_at(&p.part, TABLE_ERROR, p.x).value, 0),
        .bound = bound(&p.part, TABLE_FILM, n.M),
        .bound_min = bound(&p.part, TABLE_LEAST, n.M),
        .bound_separation = bound(&p.part, TABLE_SEPARATION, n.M),
        .bound_rolling = bound(&p.part, TABLE_ROLLING, n.M),
        .bound_damping = bound(&p.part, TABLE_DAMPING, n.M),
    };
    return ABUT_OK;
}

static abut_status choose(const abut_args *args, abut_film_law *law) {
    size_t count;
    const unsigned char *bytes = abut_arg_data(args, "table", &count);
    abut_message why = {0};
    law->extended = abut_arg_word(args, "outside") == 1;
    if (!bytes)
        bytes = table_shipped(&count);
    else if (table_check(bytes, count, &why))
        return abut_refuse_at(args, "table", ABUT_BAD_VALUE, "table: %s", why.text);
    law->table = bytes;
    law->damped = abut_arg(args, "damped") == 1;
    if (table_part_of(bytes, law->line).n[TABLE_M] > 0) return ABUT_OK;
    return abut_refuse_at(args, "table", ABUT_BAD_VALUE, "table: it holds no %s contacts",
                          law->line ? "line" : "elliptic");
}

static bool tabled(const abut_film_law *law, film_recipe *blend, table_part *part) {
    if (law->damped || !law->extended) return false;
    *blend = (law->line ? film_moes_line : film_nvm).recipe(law);
    *part = table_part_of(law->table, law->line);
    return true;
}

static const abut_param_info params[] = {
    FILM_PARAMS(1),
    {.name = "table",
     .kind = ABUT_FILE,
     .unit = "1",
     .meaning = "table of solved films, made by 'abut ehl table'; not given: that of the library"},
    {.name = "outside",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "refuse|formula",
     .meaning = "beyond the table: refuse, or go over to moes_line or nvm; formula in a contact unless given, where "
                "results say how long it was"},
    {.name = "damped",
     .kind = ABUT_FLAG,
     .unit = "1",
     .preset = 0,
     .low = 0,
     .high = 1,
     .meaning = "in a contact, 1: damping by squeezing the film as the solutions have it; then squeeze is not read"},
    {0},
};

static const abut_choice examples[] = {
    {"ehl_table", {{.name = "outside", .text = "formula"}}},
    {"ehl_table",
     {{.name = "outside", .text = "formula"}, {.name = "compressible", .value = 0}, {.name = "thermal", .value = 0.9}}},
    {0},
};

const abut_film_type film_ehl_table = {
    .type = {"film", "ehl_table", "film of solved line and elliptic contacts, from a table", params, examples},
    .both = true,
    .film = film,
    .tabled = tabled,
    .choose = choose,
    .least = least,
    .apart = apart,
    .damping = damping,
    .beyond = beyond,
};
