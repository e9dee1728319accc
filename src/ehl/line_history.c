/* A line contact through a history of load, curvature and speed, the film with its squeeze.
 *
 * Nodes lie at X = x/b and serve all instants: crowded for the thinnest film of the history, reaching as far as the thickest one needs.
 * Between two rows of the table force, curvature and speed are linear in time; steps are so short that none of them changes by more than
 * a share, and are halved where no solution is found. Second order in time. Where the entrainment turns round all instants are scaled by the greatest speed. Quasi-static: the forces are given, bodies do not answer. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/message.h"
#include "lead.h"
#include "line.h"

enum { USUAL_CELLS = 300, HALVINGS = 12 };
static const double usual_tol = 1e-8, usual_change = 0.05;
static const double same_film = 1e-4; /* a closed history has closed where films differ by less */
enum { SAME_ROWS = 4 };
static const double crawl = 0.02; /* of the greatest speed: below, steps are no shorter */
static const double thinner =
    0.3; /* than the film of the greatest speed: what the grid of a contact that turns is made for */

typedef struct contact {     /* at an instant */
    double t, u, speed;      /* speed: over u, which M and L are of */
    double M, L, R, b, moes; /* moes: m, the film 1 of Moes' units */
} contact;

typedef struct follow {
    const abut_ehl_line_history *h;
    abut_ehl_line *in_time, *steady;
    abut_ehl_line_def def;
    double change;
    double fastest;   /* m/s: the greatest speed of a history whose entrainment turns, else 0 */
    contact at;       /* where the film is now */
    double last_step; /* s; 0: none yet */
} follow;

/* ---- numbers ---- */
/* U = eta0 u/(E' R), M = F/(E' l R) U^(-1/2), L = alpha E' U^(1/4), b = R sqrt(8 F/(pi E' l R)); at the speed u */
static contact contact_at(const abut_ehl_line_history *h, const abut_ehl_line_instant *i, double u) {
    double R = 1 / i->rho_x, U = h->eta0 * u / (h->E_prime * R), W = i->force / (h->E_prime * h->length * R);
    return (contact){.t = i->t,
                     .u = u,
                     .speed = i->u_sum / u,
                     .M = W / sqrt(U),
                     .L = h->alpha * h->E_prime * sqrt(sqrt(U)),
                     .R = R,
                     .b = R * sqrt(8 * W / PI),
                     .moes = R * sqrt(U)};
}

/* In steps: where the entrainment turns, scaled by one speed for all. */
static contact contact_of(const follow *f, const abut_ehl_line_instant *i) {
    return contact_at(f->h, i, f->fastest > 0 ? f->fastest : i->u_sum);
}

/* The greatest speed of a history that turns. */
static double fastest_of(const abut_ehl_line_history *h) {
    double most = 0;
    bool turns = false;
    for (size_t k = 0; k < h->count; k++) {
        most = fmax(most, fabs(h->instant[k].u_sum));
        turns = turns || h->instant[k].u_sum <= 0;
    }
    return turns ? most : 0;
}

static abut_ehl_line_instant between(const abut_ehl_line_instant *a, const abut_ehl_line_instant *b, double s) {
    return (abut_ehl_line_instant){a->t + s * (b->t - a->t), a->force + s * (b->force - a->force),
                                   a->rho_x + s * (b->rho_x - a->rho_x), a->u_sum + s * (b->u_sum - a->u_sum)};
}

/* ---- refusals ---- */
static abut_status check_row(const abut_ehl_line_history *h, size_t k, abut_message *message) {
    const abut_ehl_line_instant *i = &h->instant[k];
    const double v[] = {i->force, i->rho_x};
    static const char *const name[] = {"force", "rho_x"};
    for (int c = 0; c < 2; c++)
        if (!(v[c] > 0 && v[c] < 1e300))
            return say_at(message, name[c], ABUT_BAD_VALUE, "row %zu: %s must be positive, got %g", k + 1, name[c],
                          v[c]);
    if (!(fabs(i->u_sum) < 1e300))
        return say_at(message, "u_sum", ABUT_BAD_VALUE, "row %zu: u_sum must be finite, got %g", k + 1, i->u_sum);
    if (k == 0 && i->u_sum == 0)
        return say_at(message, "u_sum", ABUT_BAD_VALUE,
                      "row 1: u_sum is 0: no film to begin with; begin where the surfaces move");
    if (!isfinite(i->t) || (k > 0 && !(i->t > h->instant[k - 1].t)))
        return say_at(message, "t", ABUT_BAD_VALUE, "row %zu: t must rise from row to row, got %g", k + 1, i->t);
    if (i->u_sum == 0) return ABUT_OK;
    double fastest = fastest_of(h);
    contact c = contact_at(h, i, fastest > 0 && k > 0 ? fastest : fabs(i->u_sum));
    abut_ehl_line_def d = {.M = c.M, .L = c.L, .oil = h->oil};
    d.oil.alpha = h->alpha;
    abut_message why = {0};
    abut_status status = ehl_line_check(&d, &why);
    return status ? say_at(message, why.place.key, status, "row %zu: %s", k + 1, why.text) : ABUT_OK;
}

static abut_status check_history(const abut_ehl_line_history *h, abut_message *message) {
    const double v[] = {h->length, h->E_prime, h->eta0};
    static const char *const name[] = {"length", "E_prime", "eta0"};
    for (int c = 0; c < 3; c++)
        if (!(v[c] > 0 && v[c] < 1e300))
            return say_at(message, name[c], ABUT_BAD_VALUE, "%s must be positive, got %g", name[c], v[c]);
    if (!(h->alpha >= 0 && h->alpha <= 1e-6))
        return say_at(message, "alpha", ABUT_BAD_VALUE, "alpha must be between 0 and 1e-6 1/Pa, got %g", h->alpha);
    if (!(h->change >= 0 && h->change <= 0.5))
        return say_at(message, "change", ABUT_BAD_VALUE, "change must be between 0 and 0.5, got %g", h->change);
    if (h->count < 2) return say_at(message, "t", ABUT_BAD_VALUE, "a history has two rows or more");
    for (size_t k = 0; k < h->count; k++) {
        abut_status status = check_row(h, k, message);
        if (status) return status;
    }
    double whole = h->instant[h->count - 1].t - h->instant[0].t;
    if (h->period != 0 && !(h->period > whole && h->period < 1e300))
        return say_at(message, "period", ABUT_BAD_VALUE,
                      "the period must be longer than the %g s from the first row to the last, got %g", whole,
                      h->period);
    return ABUT_OK;
}

/* ---- in time ---- */
/* The grid of all instants: for the thinnest and the thickest film. */
static void choose_grid(follow *f) {
    double least = INFINITY, most = 0;
    for (size_t k = 0; k < f->h->count; k++) {
        contact c = contact_of(f, &f->h->instant[k]);
        double film = ehl_line_numbers_of(c.M, c.L).film;
        least = fmin(least, film);
        most = fmax(most, film);
    }
    if (f->fastest > 0) least *= thinner;
    f->def.turning = f->fastest > 0;
    f->def.film = least;
    f->def.from = ehl_line_inlet(most);
    f->def.to = ehl_line_outlet(most);
}

static void give(follow *f, const contact *c, const abut_ehl_line_result *r, abut_ehl_line_film *film) {
    double p_h = f->h->E_prime * c->b / (4 * c->R), speed = sqrt(fabs(c->speed)); /* M and L of the speed there is */
    if (fabs(c->speed) < crawl) speed = 0;
    film->M = speed > 0 ? c->M / speed : NAN;
    film->L = c->L * sqrt(speed);
    film->h_c = r->H_c * c->moes;
    film->h_min = r->H_min * c->moes;
    film->p_max = r->p_max * p_h;
    film->half_width = c->b;
    film->rolling_force = 0.5 * r->rolling * p_h * c->b * c->b / c->R * f->h->length;
    film->formula = speed > 0 ? ehl_film_expected(film->M, film->L, 0) * c->moes * speed : 0;
    film->iterations += r->all_steps;
}

static abut_status one_step(follow *f, const contact *to, abut_ehl_line_result *r, abut_message *why) {
    double dt = to->t - f->at.t;
    abut_ehl_line_move v = {.dT = dt * to->u / (2 * to->b),
                            .width = to->b / f->at.b,
                            .scale = to->b * to->b / to->R / (f->at.b * f->at.b / f->at.R),
                            .last = f->last_step > 0 ? fmin(fmax(f->last_step / dt, 0.1), 10) : 0,
                            .speed = f->fastest > 0 ? to->speed : 0};
    if (f->last_step > 0 && (f->last_step / dt < 0.1 || f->last_step / dt > 10)) v.last = 0;
    f->def.M = to->M;
    f->def.L = to->L;
    abut_status status = abut_ehl_line_step(f->in_time, &f->def, &v, r, why);
    if (status) return status;
    f->at = *to;
    f->last_step = dt;
    return ABUT_OK;
}

/* How many steps from one row to the next. */
static double steps_between(const follow *f, const abut_ehl_line_instant *a, const abut_ehl_line_instant *b) {
    double slow = crawl * f->fastest, by_speed = f->fastest > 0 ? fabs(asinh(b->u_sum / slow) - asinh(a->u_sum / slow))
                                                                : fabs(log(b->u_sum / a->u_sum));
    double most = fmax(fmax(fabs(log(b->force / a->force)), fabs(log(b->rho_x / a->rho_x))), by_speed);
    return fmax(1, ceil(most / f->change));
}

static abut_status to_row(follow *f, const abut_ehl_line_instant *a, const abut_ehl_line_instant *b,
                          abut_ehl_line_film *film, abut_message *why) {
    double step = 1 / steps_between(f, a, b), s = 0, least = ldexp(step, -HALVINGS);
    abut_ehl_line_result r = {0};
    while (s < 1) {
        double next = s + step > 1 - 1e-9 ? 1 : s + step;
        abut_ehl_line_instant i = between(a, b, next);
        contact to = contact_of(f, &i);
        memset(why, 0, sizeof *why);
        abut_status status = one_step(f, &to, &r, why);
        if (status == ABUT_NO_CONVERGENCE && step > least) {
            step *= 0.5;
            continue;
        }
        if (status) return status;
        film->steps++;
        film->iterations += r.all_steps;
        s = next;
    }
    film->iterations -= r.all_steps; /* `give` counts the last one */
    give(f, &f->at, &r, film);
    return ABUT_OK;
}

static abut_status start(follow *f, abut_ehl_line_film *film, abut_message *why) {
    abut_ehl_line_result r;
    f->at = contact_at(f->h, &f->h->instant[0], fabs(f->h->instant[0].u_sum));
    f->def.M = f->at.M;
    f->def.L = f->at.L;
    abut_status status = abut_ehl_line_solve(f->in_time, &f->def, &r, why);
    if (status) return status;
    give(f, &f->at, &r, film);
    film->rolling_force = copysign(film->rolling_force, f->at.speed);
    f->in_time->back = f->at.speed < 0; /* pressures and gaps in Hertz' units know no speed */
    f->at = contact_of(f, &f->h->instant[0]);
    return ABUT_OK;
}

static abut_status steady_film(follow *f, size_t k, abut_ehl_line_film *film, abut_message *why) {
    const abut_ehl_line_instant *i = &f->h->instant[k];
    abut_ehl_line_def d = f->def;
    abut_ehl_line_result r;
    if (fabs(i->u_sum) < crawl * f->fastest) return ABUT_OK; /* there is none worth the name */
    contact c = contact_at(f->h, i, fabs(i->u_sum));
    d.turning = false;
    d.M = c.M;
    d.L = c.L;
    abut_status status = abut_ehl_line_solve(f->steady, &d, &r, why);
    film->steady_c = r.H_c * c.moes;
    film->steady_min = r.H_min * c.moes;
    return status;
}

/* The second time round, until the films are those of the first. */
static abut_status close(follow *f, abut_ehl_line_film *film, size_t *row, abut_message *why) {
    const abut_ehl_line_instant *i = f->h->instant;
    int same = 0;
    abut_ehl_line_instant before = i[f->h->count - 1];
    for (*row = 0; *row < f->h->count && same < SAME_ROWS; ++*row) {
        abut_ehl_line_instant now = i[*row];
        abut_ehl_line_film again = film[*row];
        now.t += f->h->period;
        again.steps = again.iterations = 0;
        abut_status status = to_row(f, &before, &now, &again, why);
        if (status) return status;
        bool alike =
            fabs(again.h_c / film[*row].h_c - 1) < same_film && fabs(again.h_min / film[*row].h_min - 1) < same_film;
        same = alike ? same + 1 : 0;
        film[*row] = again;
        before = now;
    }
    return ABUT_OK;
}

static abut_status all_rows(follow *f, abut_ehl_line_film *film, size_t *row, abut_message *why) {
    abut_status status = ABUT_OK;
    const abut_ehl_line_instant *i = f->h->instant;
    for (*row = 0; *row < f->h->count && !status; ++*row) {
        film[*row].steady_c = film[*row].steady_min = NAN;
        if (f->h->steady) status = steady_film(f, *row, &film[*row], why);
        if (status) break;
        status = *row == 0 ? start(f, film, why) : to_row(f, &i[*row - 1], &i[*row], &film[*row], why);
        if (status) break;
    }
    if (!status && f->h->period > 0) status = close(f, film, row, why);
    return status;
}

abut_status abut_ehl_line_follow(const abut_ehl_line_history *h, abut_ehl_line_film *film, abut_message *message) {
    if (h->count > 0) memset(film, 0, h->count * sizeof *film);
    abut_status status = check_history(h, message);
    if (status) return status;
    follow f = {.h = h, .change = h->change > 0 ? h->change : usual_change, .fastest = fastest_of(h)};
    f.def.oil = h->oil;
    f.def.oil.alpha = h->alpha;
    f.def.tol = h->tol > 0 ? h->tol : usual_tol;
    choose_grid(&f);
    int n = h->n > 0 ? h->n : USUAL_CELLS;
    abut_message why = {0};
    size_t row = 0;
    status = abut_ehl_line_create(n, &f.in_time, message);
    if (!status && h->steady) status = abut_ehl_line_create(n, &f.steady, message);
    if (!status) {
        status = all_rows(&f, film, &row, &why);
        if (status) (void)say_at(message, why.place.key, status, "row %zu: %s", row + 1, why.text);
    }
    abut_ehl_line_destroy(f.in_time);
    abut_ehl_line_destroy(f.steady);
    return status;
}
