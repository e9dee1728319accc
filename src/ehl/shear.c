/* See shear.h; the traction is the sum of the stress over nodes with pressure, each with its cell. Where the film has broken it tears into
 * strips, whose shear is left out. */
#include "shear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "rolling.h"
#include "thermal.h"

static abut_status want(abut_message *message, const char *key, double value, const char *unit) {
    if (value > 0 && isfinite(value)) return ABUT_OK;
    return say_at(message, key, ABUT_BAD_VALUE, "%s must be positive and finite, got %g%s%s", key, value,
                  unit[0] ? " " : "", unit);
}

static abut_status check_law(const abut_lubricant *o, abut_message *message) {
    if (!(o->tau0 >= 0))
        return say_at(message, "tau0", ABUT_BAD_VALUE, "tau0 must not be negative, got %g Pa", o->tau0);
    if (o->shear == ABUT_CARREAU && !(o->G > 0 && isfinite(o->G) && o->n > 0 && o->n <= 1))
        return say_at(message, "G", ABUT_BAD_VALUE,
                      "Carreau's law needs G above 0 and n above 0 and at most 1, got %g Pa and %g", o->G, o->n);
    if (!(o->limit_slope >= 0 && o->tau_min >= 0 && isfinite(o->limit_slope) && isfinite(o->tau_min)))
        return say_at(message, "limit_slope", ABUT_BAD_VALUE,
                      "limit_slope and tau_min must not be negative, got %g and %g Pa", o->limit_slope, o->tau_min);
    return ABUT_OK;
}

abut_status ehl_shear_check(const abut_ehl_slide *c, bool line, abut_message *message) {
    abut_status status = want(message, "size", c->size, "m");
    if (!status) status = want(message, "R", c->R, "m");
    if (!status) status = want(message, "p_h", c->p_h, "Pa");
    if (!status && line) status = want(message, "length", c->length, "m");
    if (!status) status = want(message, "u_sum", c->u_sum, "m/s");
    if (!status) status = want(message, "eta0", c->shear.eta0, "Pa s");
    if (!status && !isfinite(c->slide))
        status = say_at(message, "slide", ABUT_BAD_VALUE, "slide must be finite, got %g m/s", c->slide);
    if (!status && !(c->oil.alpha >= 0 && c->oil.alpha <= 1e-6))
        status =
            say_at(message, "alpha", ABUT_BAD_VALUE, "alpha must be between 0 and 1e-6 1/Pa, got %g", c->oil.alpha);
    if (!status) status = check_law(&c->shear, message);
    return status || !ehl_shear_warm(c) ? status : ehl_heat_check(c, message);
}

bool ehl_shear_warm(const abut_ehl_slide *c) {
    return c->heat.conductivity != 0 || c->heat.density != 0 || c->heat.capacity != 0;
}

ehl_shear ehl_shear_of(const abut_ehl_slide *c) {
    oil_law law = {.o = &c->shear, .limited = c->shear.limit_slope > 0 || c->shear.tau_min > 0};
    ehl_fluid fluid = {
        .ab = c->oil.alpha * c->p_h, .p_h = c->p_h, .z = c->oil.roelands_z, .dense = false}; /* g is -ln eta then */
    return (ehl_shear){.c = c, .law = law, .fluid = fluid, .film = c->size * c->size / c->R};
}

double ehl_shear_thickening(const ehl_shear *s, double P) { return -ehl_fluid_at(&s->fluid, P).g; }

double ehl_shear_stress(const ehl_shear *s, double P, double H, double thinner) {
    const double most = 600; /* e^600 times any rate is a number still */
    const abut_lubricant *o = &s->c->shear;
    double p = fmax(P, 0) * s->c->p_h;
    oil_at at = {.eta = o->eta0 * exp(fmin(ehl_shear_thickening(s, fmax(P, 0)) + thinner, most)),
                 .limit = o->limit_slope * p + o->tau_min};
    return oil_shear(&s->law, &at, 1 / (H * s->film), s->c->slide).tau;
}

bool ehl_shear_newtonian(const ehl_shear *s) {
    const abut_lubricant *o = &s->c->shear;
    bool thins =
        (o->shear == ABUT_EYRING && o->tau0 > 0 && isfinite(o->tau0)) || (o->shear == ABUT_CARREAU && o->n < 1);
    return !thins && !s->law.limited;
}

static bool all_finite(const abut_ehl_friction *f) {
    const double *x = &f->traction;
    for (size_t i = 0; i < sizeof *f / sizeof *x; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* What both kinds of contact end with. */
static abut_status finish(const ehl_shear *s, double load, abut_ehl_friction *out, abut_message *message) {
    double traction = out->traction;
    bool carried = !(s->c->oil.alpha > 0 && ehl_shear_newtonian(s)) || fabs(traction) <= load;
    out->mu = load > 0 ? traction / load : 0;
    out->loss = traction * s->c->slide + out->rolling * s->c->u_sum;
    if (carried && all_finite(out)) return ABUT_OK;
    memset(out, 0, sizeof *out);
    if (carried) return say(message, ABUT_BAD_VALUE, "the friction of this contact is beyond the range of numbers");
    return say_at(message, "shear", ABUT_BAD_VALUE,
                  "sheared by Newton's law alone the film has a traction of %.3g N under a load of %.3g N, which no "
                  "oil carries; give an "
                  "Eyring stress, Carreau's law or a limiting stress, or less sliding",
                  fabs(traction), load);
}

/* ---- stresses along x ---- */
typedef struct lines {
    double *x; /* m */
    ehl_heat_row row;
} lines;

static bool lines_make(lines *l, int count) {
    double *all = calloc(4 * (size_t)count, sizeof *all);
    *l = (lines){all, {all + count, all + 2 * (size_t)count, all + 3 * (size_t)count}};
    return all != NULL;
}
static void lines_drop(lines *l) { free(l->x); }

/* Stresses of one line of nodes go to l->row.tau, greatest values to *out. */
static void shear_line(const ehl_shear *s, int count, const double *P, const double *H, lines *l,
                       abut_ehl_friction *out) {
    if (ehl_shear_warm(s->c)) {
        ehl_warmth most = {out->T_film, out->T_1, out->T_2};
        ehl_heat_line(s, count, l->x, P, H, &l->row, &most);
        out->T_film = most.film;
        out->T_1 = most.surface_1;
        out->T_2 = most.surface_2;
    }
    for (int i = 0; i < count; i++) {
        if (!ehl_shear_warm(s->c)) l->row.tau[i] = P[i] > 0 ? ehl_shear_stress(s, P[i], H[i], 0) : 0;
        out->tau_max = i > 0 && i + 1 < count ? fmax(out->tau_max, fabs(l->row.tau[i])) : out->tau_max;
    }
}

/* ---- line ---- */
abut_status abut_ehl_line_friction(const abut_ehl_line_result *r, const abut_ehl_slide *c, abut_ehl_friction *out,
                                   abut_message *message) {
    memset(out, 0, sizeof *out);
    abut_status status = ehl_shear_check(c, true, message);
    if (status) return status;
    if (r->count < 3)
        return say(message, ABUT_BAD_VALUE, "friction follows from a solved contact, and this result has no nodes");
    ehl_shear s = ehl_shear_of(c);
    double sum = 0;
    lines l;
    if (!lines_make(&l, r->count)) return say(message, ABUT_NO_MEMORY, "no memory for the stresses of a contact");
    for (int i = 0; i < r->count; i++) l.x[i] = r->X[i] * c->size;
    shear_line(&s, r->count, r->P, r->H, &l, out);
    for (int i = 1; i + 1 < r->count; i++) sum += 0.5 * (r->X[i + 1] - r->X[i - 1]) * l.row.tau[i];
    lines_drop(&l);
    out->traction = sum * c->size * c->length;
    out->rolling = 0.5 * r->rolling * c->p_h * s.film * c->length; /* F = 1/2 int h dp */
    out->inlet = -r->X[0] * c->size;
    return finish(&s, r->load * c->p_h * c->size * c->length, out, message);
}

/* ---- ellipse ---- */
static const double inlet_usual = 0.5; /* of R: see docs/theory/ehl_friction.md */

abut_status abut_ehl_point_friction(const abut_ehl_point_result *r, const abut_ehl_slide *c, abut_ehl_friction *out,
                                    abut_message *message) {
    memset(out, 0, sizeof *out);
    abut_status status = ehl_shear_check(c, false, message);
    if (status) return status;
    if (r->nx < 3 || r->ny < 3)
        return say(message, ABUT_BAD_VALUE, "friction follows from a solved contact, and this result has no nodes");
    ehl_shear s = ehl_shear_of(c);
    double sum = 0, load = 0, cell = r->hx * r->hy;
    lines l;
    if (!lines_make(&l, r->nx)) return say(message, ABUT_NO_MEMORY, "no memory for the stresses of a contact");
    for (int i = 0; i < r->nx; i++) l.x[i] = (r->x0 + i * r->hx) * c->size;
    for (int j = 1; j + 1 < r->ny; j++) {
        const double *P = r->P + (size_t)j * (size_t)r->nx, *H = r->H + (size_t)j * (size_t)r->nx;
        shear_line(&s, r->nx, P, H, &l, out);
        for (int i = 1; i + 1 < r->nx; i++) {
            sum += l.row.tau[i];
            load += fmax(P[i], 0);
        }
    }
    lines_drop(&l);
    double area = cell * c->size * c->size, force = 0.5 * c->p_h * s.film * c->size;
    /* lambda = 6 eta0 u_sum R^2/(a^3 p_h) */
    double lambda = 6 * c->shear.eta0 * c->u_sum * c->R * c->R / (c->size * c->size * c->size * c->p_h);
    out->inlet = c->inlet > 0 ? c->inlet : inlet_usual * c->R;
    ehl_rolling roll = ehl_point_rolling(r, c->D == 0 ? 1 : c->D, c->angle, lambda, out->inlet / c->size);
    out->traction = sum * area;
    out->rolling = roll.sum * force;
    out->rolling_by_ln = roll.by_ln * force;
    return finish(&s, load * area * c->p_h, out, message);
}
