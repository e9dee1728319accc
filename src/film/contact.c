/* Moes' numbers, corrections and derivatives of the film of one contact.
 *
 * Heating of the inlet by shear (W. R. D. Wilson and S. Sheu, "Effect of inlet shear heating due to sliding on elastohydrodynamic film
 * thickness", J. Lubr. Technol. 105, 1983, 187-188; recalled), for pure rolling:
 *   1/(1 + 0.1 L^0.64),  L = beta eta0 (u1 + u2)^2/conductivity.
 * Their factor of sliding, 1 + 14.8 S^0.83 at L^0.64 with the slide-to-roll ratio S, is left out. Others have, in L of the mean speed,
 * 0.254 L^0.62 (Murch and Wilson 1975), 0.213 L^0.64 (Gupta et al. 1992) where this is 0.243 L^0.64. */
#include "contact.h"

#include <math.h>

/* Logarithmic derivatives of the four numbers by the inputs. */
static const double line_map[FILM_NUMBERS][FILM_INPUTS] = {
    [BY_M] = {1, -0.5, 0.5, 0, -0.5},
    [BY_L] = {0, 0.25, 0.25, 0, 0.75},
    [BY_U] = {0, 1, 1, 0, -1},
};
static const double point_map[FILM_NUMBERS][FILM_INPUTS] = {
    [BY_M] = {1, -0.75, 1.25, 0, -0.25},
    [BY_L] = {0, 0.25, 0.25, 0, 0.75},
    [BY_D] = {0, 0, -1, 1, 0},
    [BY_U] = {0, 1, 1, 0, -1},
};

/* Numbers of users are 0 or from 1e-30 on: a film that is less of itself is none. */
static const double least_factor = 1e-30;

double film_factor(const abut_film_law *law, const abut_lubricant *oil, double speed, double *by_speed) {
    double factor = law->thermal * law->starvation;
    *by_speed = 0;
    if (law->heating && oil->beta > 0 && oil->conductivity > 0) {
        double heat = FILM_HEAT * pow(oil->beta * oil->eta0 * speed * speed / oil->conductivity, FILM_HEAT_POWER);
        factor /= 1 + heat;
        *by_speed -= 2 * FILM_HEAT_POWER * heat / (1 + heat);
    }
    if (law->u_starve > 0) {
        factor *= exp(-speed / law->u_starve);
        *by_speed -= speed / law->u_starve;
    }
    return factor;
}

bool film_prepare(const abut_film_law *law, const abut_film_in *in, double speed, film_contact *out) {
    double U = in->eta0 * speed * in->rho_x / in->E_prime;
    if (!(U > 0)) return false;
    double ln_U = log(U), W = in->force * in->rho_x / in->E_prime * (in->line ? 1 / in->length : in->rho_x);
    out->law = law;
    out->line = in->line;
    out->n = (film_numbers){.M = log(W) - (in->line ? 0.5 : 0.75) * ln_U,
                            .L = in->alpha > 0 ? log(in->alpha * in->E_prime) + 0.25 * ln_U : -INFINITY,
                            .D = in->line ? 0 : log(in->rho_y / in->rho_x),
                            .U = ln_U};
    out->r = in->line ? moes_regimes(&out->n) : nvm_regimes(&out->n);
    out->pressure = law->compressible ? film_pressure_of(in) : (film_pressure){0};
    out->ln_scale = 0.5 * ln_U - log(in->rho_x);
    const abut_lubricant oil = {.eta0 = in->eta0, .beta = in->beta, .conductivity = in->conductivity};
    out->factor = film_factor(law, &oil, speed, &out->by_speed);
    return out->factor > least_factor; /* else starved oil leaves none */
}

static film_term moved(film_term t, double M, double L) {
    t.ln += t.g[BY_M] * M;
    if (t.g[BY_L] != 0) t.ln += t.g[BY_L] * L;
    return t;
}

/* Numbers and asymptotes with another force and E'. */
static film_numbers move(const film_contact *f, double ln_F, double ln_E, film_regimes *r) {
    double M = ln_F - (f->line ? 0.5 : 0.25) * ln_E, L = 0.75 * ln_E;
    *r = (film_regimes){moved(f->r.RI, M, L), moved(f->r.EI, M, L), moved(f->r.RP, M, L), moved(f->r.EP, M, L)};
    return (film_numbers){f->n.M + M, f->n.L + L, f->n.D, f->n.U - ln_E};
}

typedef film_term term_of(const abut_film_law *law, const film_numbers *n, const film_regimes *r);

/* One of a law's terms under another force and E', its slopes by the inputs. */
static film_term term_at(const film_contact *f, term_of *of, double ln_F, double ln_E, double by[FILM_INPUTS]) {
    const double(*map)[FILM_INPUTS] = f->line ? line_map : point_map;
    film_regimes r;
    film_numbers n = move(f, ln_F, ln_E, &r);
    film_term H = of(f->law, &n, &r);
    for (int i = 0; i < FILM_INPUTS; i++)
        by[i] =
            H.g[BY_M] * map[BY_M][i] + H.g[BY_L] * map[BY_L][i] + H.g[BY_D] * map[BY_D][i] + H.g[BY_U] * map[BY_U][i];
    return H;
}

static void length_at(const film_contact *f, term_of *of, double ln_F, double ln_E, film_thickness *out) {
    static const double scale[FILM_INPUTS] = {0, 0.5, -0.5, 0, -0.5}; /* of h = H R U^(1/2) */
    film_term H = term_at(f, of, ln_F, ln_E, out->by);
    for (int i = 0; i < FILM_INPUTS; i++) out->by[i] += scale[i];
    out->by[FILM_SPEED] += f->by_speed;
    out->ln_H = H.ln;
    out->ln_h = H.ln + f->ln_scale - 0.5 * ln_E;
    if (!f->law->compressible) return;
    const film_pressure *p = &f->pressure;
    double slope, p_now = p->p * exp(p->by[FILM_F] * ln_F + p->by[FILM_E] * ln_E);
    out->ln_h -= log(film_density(p_now, &slope));
    for (int i = 0; i < FILM_INPUTS; i++) out->by[i] -= slope * p->by[i];
}

void film_at(const film_contact *f, double ln_F, double ln_E, film_thickness *out) {
    length_at(f, f->law->type->film, ln_F, ln_E, out);
}

void film_apart_at(const film_contact *f, double ln_F, double ln_E, film_thickness *out) {
    length_at(f, f->law->type->apart ? f->law->type->apart : f->law->type->film, ln_F, ln_E, out);
}

double film_damping_at(const film_contact *f, double ln_F, double by[FILM_INPUTS]) {
    return exp(term_at(f, f->law->type->damping, ln_F, 0, by).ln);
}

double film_least_of(const film_contact *f, double ln_F, double ln_E, double ln_H) {
    film_regimes r;
    film_numbers n = move(f, ln_F, ln_E, &r);
    return exp(f->law->type->least(f->law, &n, ln_H) + f->ln_scale - 0.5 * ln_E);
}

double film_least_at(const film_contact *f, double ln_F, double ln_E) {
    film_regimes r;
    film_numbers n = move(f, ln_F, ln_E, &r);
    if (f->law->type->least) return film_least_of(f, ln_F, ln_E, f->law->type->film(f->law, &n, &r).ln);
    double ln = f->line ? film_least_line(&n, &r) : film_least_point(&n, &r);
    return exp(ln + f->ln_scale - 0.5 * ln_E);
}
