/* Line contacts of rough surfaces: from a coarse grid to the finest. A cold start is Hertz' pressure over the thicker of two gaps: twice the
 * smooth film, or that on which asperities carry the load alone. Films above sigma start from the smooth contact. Where Newton's method fails from there, the contact is first solved nearly at
 * rest, dry, and its speed is led up (M down). */
#include <math.h>
#include <string.h>

#include "abut/ehl_mixed.h"
#include "base/constants.h"
#include "base/message.h"
#include "mixed_newton.h"

typedef struct contact {
    const abut_ehl_mixed_def *d;
    ehl_rough rough;
    double M, tol;
} contact;

/* ---- what can be asked for ---- */
static abut_status check(const abut_ehl_mixed_def *d, abut_message *message) {
    abut_ehl_line_def plain = d->contact;
    if (!(plain.M >= 0.5 && plain.M <= 1e12))
        return say_at(message, "M", ABUT_BAD_VALUE, "M must be between 0.5 and 1e12, got %g", plain.M);
    /* at the same alpha p_h the smooth contact has a lower M: bounds of L are those of slow ones, too */
    plain.M = fmin(plain.M, 1e4);
    if (d->contact.M > plain.M) plain.L *= sqrt(d->contact.M / plain.M);
    abut_status status = ehl_line_check(&plain, message);
    return status ? status : ehl_rough_check(&d->rough, d->E_prime, d->R, d->p_h, message);
}

static bool make_room(abut_ehl_line *s) {
    if (s->room) return true;
    size_t N = (size_t)s->level[s->levels - 1].grid.n + 1, row = N * sizeof(double);
    ehl_mixed_room *m = arena_get(&s->memory, sizeof *m);
    if (!m) return false;
    *m = (ehl_mixed_room){
        .P_f = arena_get(&s->memory, row),
        .P_a = arena_get(&s->memory, row),
        .dP_a = arena_get(&s->memory, row),
        .h = arena_get(&s->memory, row),
        .dh = arena_get(&s->memory, row),
        .scale = arena_get(&s->memory, row),
        .stiff = arena_get(&s->memory, row),
        .kept = arena_get(&s->memory, row),
        .wet = arena_get(&s->memory, N),
    };
    if (!s->memory.failed) s->room = m;
    return !s->memory.failed;
}

/* ---- starts ---- */
static void start_cold(ehl_line_level *l, double gap) {
    const ehl_line_grid *g = &l->grid;
    for (int i = 0; i <= g->n; i++) l->y.P[i] = fabs(g->x[i]) < 1 ? sqrt(1 - g->x[i] * g->x[i]) : 0;
    l->y.H0 = 0;
    ehl_line_gap(g, &l->y);
    l->y.H0 = gap - ehl_line_at(g, l->y.H, 0);
    ehl_line_gap(g, &l->y);
}

static void start_from(ehl_line_level *l, const ehl_line_level *coarse) {
    for (int i = 1; i < l->grid.n; i++) l->y.P[i] = ehl_line_at(&coarse->grid, coarse->y.P, l->grid.x[i]);
    l->y.H0 = coarse->y.H0;
    ehl_line_gap(&l->grid, &l->y);
}

/* ---- solving ---- */
/* alpha p_h does not change with the speed: L is led with M. */
static ehl_line_numbers numbers(const contact *c) {
    const abut_ehl_line_def *d = &c->d->contact;
    return ehl_line_numbers_of(c->M, d->L * sqrt(d->M / c->M));
}

static double start_gap(const contact *c) { return fmax(2 * numbers(c).film, ehl_rough_stand(&c->rough, 1)); }

static ehl_end solve_level(abut_ehl_line *s, ehl_line_level *l, const contact *c, double tol, int *steps) {
    ehl_line_numbers u = numbers(c);
    l->flow.lambda = u.lambda;
    l->flow.rate = l->flow.stretch = l->flow.slower = l->flow.supply = 0;
    l->flow.fill = NULL;
    l->flow.fluid = ehl_line_fluid(&c->d->contact.oil, u.ab);
    l->newton.load = HALF_PI;
    l->newton.tol = tol;
    ehl_end end = ehl_mixed_newton_solve(l, &c->rough, s->room);
    *steps += l->newton.steps;
    return end;
}

/* M led down from a contact at rest to the wanted one, on the coarsest grid. */
static ehl_end lead(abut_ehl_line *s, const contact *c, int *steps) {
    ehl_line_level *l = &s->level[0];
    contact now = *c;
    double wanted = log(c->M), at = log(fmax(c->M, 1e3) * 1e4), stride = 1;
    now.M = exp(at);
    start_cold(l, start_gap(&now));
    ehl_end end = solve_level(s, l, &now, 1e-6, steps);
    size_t bytes = ((size_t)l->grid.n + 1) * sizeof(double);
    double *kept = s->room->kept;
    while (end == EHL_DONE && at > wanted) {
        double next = fmax(wanted, at - stride), H0 = l->y.H0;
        memcpy(kept, l->y.P, bytes);
        now.M = exp(next);
        end = solve_level(s, l, &now, 1e-6, steps);
        if (end == EHL_DONE) {
            at = next;
            stride *= 1.6;
        } else if (stride > 1e-2) {
            memcpy(l->y.P, kept, bytes);
            l->y.H0 = H0;
            ehl_line_gap(&l->grid, &l->y);
            stride *= 0.3;
            end = EHL_DONE;
        }
    }
    return end == EHL_DONE && s->levels == 1 ? solve_level(s, l, c, c->tol, steps) : end;
}

static ehl_end refine(abut_ehl_line *s, const contact *c, int k, bool started, int *steps, int *clean) {
    ehl_end end = started ? EHL_DONE : EHL_STUCK;
    for (*clean = started; k < s->levels; k++) {
        ehl_line_level *l = &s->level[k];
        if (started)
            start_from(l, &s->level[k - 1]);
        else
            start_cold(l, start_gap(c));
        end = solve_level(s, l, c, k == s->levels - 1 ? c->tol : 1e-6, steps);
        started = end == EHL_DONE;
        *clean = started ? *clean + 1 : 0;
    }
    return end;
}

/* Films well above the asperities: from the smooth contact, on the two finest grids. */
static ehl_end from_smooth(abut_ehl_line *s, const contact *c, int *steps, int *clean) {
    abut_ehl_line_def d = c->d->contact;
    abut_ehl_line_result r;
    d.cold = true;
    *clean = 0;
    if (d.M > 1e4 || numbers(c).film < c->rough.sigma || abut_ehl_line_solve(s, &d, &r, NULL)) return EHL_STUCK;
    s->solved = false;
    *steps += r.all_steps;
    ehl_end end = EHL_DONE;
    for (int k = s->levels > 1 ? s->levels - 2 : 0; k < s->levels; k++) {
        end = solve_level(s, &s->level[k], c, k == s->levels - 1 ? c->tol : 1e-6, steps);
        *clean = end == EHL_DONE ? *clean + 1 : 0;
    }
    return end;
}

/* ---- what it shows ---- */
/* A level as the smooth one is measured: pressures of both, films. */
static abut_ehl_line_result measure(abut_ehl_line *s, const ehl_line_level *l, const contact *c, double moes) {
    ehl_line_level seen = *l;
    ehl_mixed_room *m = s->room;
    for (int k = 0; k <= l->grid.n; k++) {
        ehl_rough_at at = ehl_rough_gap(&c->rough, l->y.H[k]);
        m->h[k] = at.h;
        l->y.P[k] = fmax(l->y.P[k], 0); /* below 0 by what Newton's method leaves, as is the next one */
        m->P_f[k] = fmax(l->y.P[k] - at.P, 0);
        m->P_a[k] = l->y.P[k] - m->P_f[k];
    }
    seen.y.H = m->h;
    abut_ehl_line_result r = ehl_line_measure(&seen, moes);
    r.rolling = 0;
    for (int i = 0; i < l->grid.n; i++) r.rolling += 0.5 * (m->h[i] + m->h[i + 1]) * (m->P_f[i + 1] - m->P_f[i]);
    return r;
}

static void put_shares(const abut_ehl_line *s, const ehl_line_level *l, abut_ehl_mixed_result *out) {
    double film = 0, solid = 0;
    for (int i = 1; i < l->grid.n; i++) {
        double w = 0.5 * (l->grid.h[i - 1] + l->grid.h[i]);
        film += w * s->room->P_f[i];
        solid += w * s->room->P_a[i];
    }
    out->film_share = film / HALF_PI;
    out->asperity_share = solid / HALF_PI;
    out->P_film = s->room->P_f;
    out->P_asperities = s->room->P_a;
    out->gap = l->y.H;
}

/* ---- the door ---- */
static void place(abut_ehl_line *s, const abut_ehl_line_def *d, double gap) {
    bool given = d->from != 0 || d->to != 0;
    s->from = given ? d->from : -fmin(fmax(4.5, 1 + 14 * sqrt(2 * gap)), 40);
    s->to = given ? d->to : fmax(1.5, 3 * sqrt(3 * gap)); /* beyond it asperities are 5 sigma apart */
    s->film = gap;
    s->solved = false;
    s->inside = 0;
    for (int k = 0; k < s->levels; k++) ehl_line_grid_place(&s->level[k].grid, s->from, s->to, gap, 0, false);
    s->turning = s->back = false;
}

abut_status abut_ehl_line_mixed(abut_ehl_line *s, const abut_ehl_mixed_def *d, abut_ehl_mixed_result *out,
                                abut_message *message) {
    memset(out, 0, sizeof *out);
    abut_status status = check(d, message);
    if (status) return status;
    if (!make_room(s)) return say(message, ABUT_NO_MEMORY, "no memory for a line contact of rough surfaces");
    /* p_h = E' b/(4 R) */
    double b = 4 * d->R * d->p_h / d->E_prime;
    contact c = {.d = d, .M = d->contact.M, .tol = d->contact.tol > 0 ? d->contact.tol : 1e-10};
    c.rough = ehl_rough_of(&d->rough, d->E_prime, d->p_h, b * b / d->R);
    ehl_line_level *finest = &s->level[s->levels - 1];
    int steps = 0, clean = 0;
    ehl_end end = from_smooth(s, &c, &steps, &clean);
    if (end != EHL_DONE) {
        place(s, &d->contact, fmax(numbers(&c).film, c.rough.sigma));
        end = refine(s, &c, 0, false, &steps, &clean);
    }
    if (end != EHL_DONE) end = lead(s, &c, &steps) == EHL_DONE ? refine(s, &c, 1, true, &steps, &clean) : EHL_STUCK;
    if (end != EHL_DONE)
        return say_at(message, "M", ABUT_NO_CONVERGENCE,
                      "no solution of M = %g, L = %g with asperities of sigma = %.3g of b^2/R was found on a grid of "
                      "%d cells; take more "
                      "cells, or a rougher surface",
                      d->contact.M, d->contact.L, c.rough.sigma, finest->grid.n);
    s->solved = false; /* no start for smooth bodies, in time or for little changes */
    double moes = numbers(&c).moes;
    abut_ehl_line_result coarse = {0};
    if (clean > 1) coarse = measure(s, finest - 1, &c, moes);
    out->line = measure(s, finest, &c, moes);
    out->line.all_steps = steps;
    if (clean > 1) {
        out->line.error_c = fabs(out->line.H_c - coarse.H_c) / 3;
        out->line.error_min = fabs(out->line.H_min - coarse.H_min) / 3;
    }
    put_shares(s, finest, out);
    double sum = out->film_share + out->asperity_share;
    if (!(fabs(sum - 1) <= 1e-6)) { /* absurd pressures: what was solved is rounding */
        memset(out, 0, sizeof *out);
        return say_at(message, "p_h", ABUT_NO_CONVERGENCE,
                      "film and asperities would carry %g times the load with p_h = %g Pa", sum, d->p_h);
    }
    out->b = b;
    out->lambda = out->line.H_c / moes / c.rough.sigma;
    return ABUT_OK;
}
