/* What film and asperities can carry tangentially, by the two models of mixed friction. */
#include <math.h>

#include "asperity.h"
#include "base/constants.h"
#include "film/contact.h"
#include "numeric/rough_table.h"
#include "roughness.h"
#include "traction.h"

static void put_dry(const dry_contact *dry, strength *out) {
    out->a = dry->a;
    out->b = dry->b;
    out->area = dry->area;
    for (int i = 0; i < SHARE_BY; i++) {
        out->by_a[i] = dry->by_a[i];
        out->by_b[i] = dry->by_b[i];
        out->by_area[i] = dry->by_area[i];
    }
}

abut_status strength_load_sharing(const abut_mixed *c, double F, double speed, strength *out) {
    sharing s;
    abut_status status = share_load(c, F, speed, c->tau_boundary > 0, &s);
    if (status) return status;
    *out = (strength){.phi = s.phi, .h = s.h, .h_min = s.h_min, .p = s.phi * s.dry.p_max};
    put_dry(&s.dry, out);
    double sliding = c->mu_boundary * s.rest * F, plastic = c->tau_boundary * s.alpha_c * s.dry.area;
    out->boundary = sliding + plastic;
    for (int i = 0; i < SHARE_BY; i++) {
        out->by_h[i] = s.by_h[i];
        out->by_p[i] = (i == SHARE_F) - s.dry.by_area[i] + s.rest * s.by_w[i];
        out->by_boundary[i] =
            sliding * ((i == SHARE_F) - s.phi * s.by_w[i]) + plastic * (s.by_alpha[i] + s.dry.by_area[i]);
    }
    return ABUT_OK;
}

/* ---- pressure_tanh, see pressure_tanh.c ---- */

/* Of a table, which has no pressure for a film that vanishes: at its least gap or above. */
static double table_pressure(const abut_mixed *c, double h, double *slope) {
    const abut_rough_table *r = c->rough.table;
    double by_t,
        p = c->E_prime / 2 * exp(rough_ln_pressure(r, fmax(h > 0 ? log(h / r->sigma) : r->t[0], r->t[0]), &by_t));
    *slope = h > r->row[0].gap ? p * by_t : 0;
    return p;
}

/* Pressure of the asperities at the separation Phi = h/sigma, and its derivative by ln h. */
static double asperity_pressure(const abut_mixed *c, double h, double *slope) {
    if (c->rough.table) return table_pressure(c, h, slope);
    double Phi = h / c->rough.sigma, film = film_of_separation(Phi), by_t;
    double p = asperity_stiffness(&c->rough, c->E_prime) * exp(asperity_ln_load(log(film), &by_t));
    *slope = p * by_t * normal_cdf(Phi) / film * Phi;
    return p;
}

abut_status strength_pressure_tanh(const abut_mixed *c, double p_k, double F, double speed, strength *out) {
    const double eq13 = 15 * sqrt(2) * PI / 16;
    dry_contact dry = mixed_dry(c, F);
    abut_film_in in = mixed_film_in(c, F);
    film_contact film;
    film_thickness at = {0};
    *out = (strength){.uniform = true, .p = F / dry.area};
    put_dry(&dry, out);
    if (film_prepare(&c->film, &in, speed, &film)) {
        film_at(&film, 0, 0, &at);
        out->h = film.factor * exp(at.ln_h);
        out->h_min = fmin(film.factor * film_least_at(&film, 0, 0), out->h);
    }
    if (!(p_k > 0)) p_k = c->E_prime * sqrt(c->rough.sigma / c->rough.asperity_radius) / eq13;
    bool rough = c->rough.sigma > 0, bare = !rough && !(out->h > 0); /* bare: neither film nor asperities */
    double x = p_k > 0 ? out->p / p_k : 0, alpha = tanh(x), wet = 2 / (exp(2 * x) + 1), A = dry.area, by_h = 0;
    double p_asp = rough ? asperity_pressure(c, out->h, &by_h) : bare ? out->p : 0;
    out->phi = out->h > 0 ? wet : 0;
    out->area = wet * A;
    out->boundary = A * (c->mu_boundary * p_asp + c->tau_boundary * alpha);
    for (int i = 0; i < SHARE_BY; i++) {
        double dp = (i == SHARE_F) - dry.by_area[i], asp = bare ? p_asp * dp : by_h * at.by[i];
        out->by_h[i] = at.by[i];
        out->by_p[i] = dp;
        out->by_area[i] = dry.by_area[i] - x * (1 + alpha) * dp;
        out->by_boundary[i] =
            out->boundary * dry.by_area[i] + A * (c->mu_boundary * asp + c->tau_boundary * x * wet * (1 + alpha) * dp);
    }
    return isfinite(out->h) ? ABUT_OK : ABUT_NOT_FINITE;
}
