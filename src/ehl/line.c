/* Line contacts solved: from a coarse grid to the finest, or from the last solution.
 *
 * Scaling (docs/theory/ehl_line.md): lambda = 3 pi^2/(8 M^2), alpha p_h = L sqrt(M/(2 pi)), film of Moes = 8 M/pi of Hertz'. A cold
 * start is Hertz' pressure with twice the film of Moes' formula: from a film that is too thick Newton's method comes down, from one
 * too thin it may collapse. Where a coarse grid fails the next finer one starts cold; where all fail, an easy contact is solved and
 * M and L led to the wanted ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/message.h"
#include "lead.h"
#include "line.h"

enum { COARSEST = 100, FEWEST = 50, MOST = 3200 };
static const double coarse_tol = 1e-3; /* of grids that only start others */
static const double same_grid = 1.25;  /* films and domains that differ by no more than this share a grid */

/* ---- numbers ---- */
ehl_line_numbers ehl_line_numbers_of(double M, double L) {
    double moes = 8 * M / PI;
    return (ehl_line_numbers){.lambda = 3 * PI * PI / (8 * M * M),
                              .ab = L * sqrt(M / TWO_PI),
                              .moes = moes,
                              .film = ehl_film_expected(M, L, 0) / moes};
}

ehl_fluid ehl_line_fluid(const abut_ehl_oil *oil, double ab) {
    return (ehl_fluid){
        .ab = ab, .p_h = oil->alpha > 0 ? ab / oil->alpha : 0, .z = oil->roelands_z, .dense = oil->compressible};
}

/* ---- memory ---- */
static bool make_level(arena *a, ehl_line_level *l, int n) {
    size_t N = (size_t)n + 1, row = N * sizeof(double);
    *l = (ehl_line_level){
        .grid = {n, arena_get(a, row), arena_get(a, row), arena_get(a, N * row), NULL},
        .flow = {.state = arena_get(a, N * sizeof(ehl_state)),
                 .carried = arena_get(a, N * sizeof(ehl_carried)),
                 .face = arena_get(a, N * sizeof(ehl_face)),
                 .F = arena_get(a, row),
                 .row = arena_get(a, N * sizeof(ehl_row))},
        .newton = {.dg = arena_get(a, row),
                   .band = arena_get(a, 4 * row),
                   .weight = arena_get(a, row),
                   .J = arena_get(a, N * row),
                   .pivots = arena_get(a, N * sizeof(int)),
                   .right = arena_get(a, row),
                   .dP = arena_get(a, row),
                   .dH = arena_get(a, row),
                   .dP_2 = arena_get(a, row),
                   .dH_2 = arena_get(a, row),
                   .P_trial = arena_get(a, row),
                   .H_trial = arena_get(a, row)},
        .y = {.P = arena_get(a, row), .H = arena_get(a, row)},
    };
    l->grid.G = l->newton.J; /* in use at different times */
    return !a->failed;
}

abut_status abut_ehl_line_create(int n, abut_ehl_line **out, abut_message *message) {
    *out = NULL;
    if (n < FEWEST || n > MOST)
        return say_at(message, "n", ABUT_BAD_VALUE, "n must be between %d and %d cells, got %d", FEWEST, MOST, n);
    abut_ehl_line *s = calloc(1, sizeof *s);
    bool whole = s != NULL;
    int levels = 1;
    while (levels < EHL_LEVELS && n >> levels >= COARSEST) levels++;
    size_t row = ((size_t)n + 1) * sizeof(double);
    if (whole)
        s->past = (ehl_line_past){.oil = arena_get(&s->memory, row),
                                  .older = arena_get(&s->memory, row),
                                  .before = arena_get(&s->memory, row),
                                  .P = arena_get(&s->memory, row),
                                  .H = arena_get(&s->memory, row),
                                  .fill = arena_get(&s->memory, row)};
    if (whole)
        s->fill = (ehl_line_fill){.fill = arena_get(&s->memory, row),
                                  .trial = arena_get(&s->memory, row),
                                  .broken = arena_get(&s->memory, (size_t)n + 1),
                                  .other = arena_get(&s->memory, (size_t)n + 1)};
    for (int k = 0; whole && k < 3; k++) s->seen[k] = arena_get(&s->memory, row);
    for (int k = 0; whole && k < levels; k++) whole = make_level(&s->memory, &s->level[k], n >> (levels - 1 - k));
    if (!whole) {
        abut_ehl_line_destroy(s);
        return say(message, ABUT_NO_MEMORY, "no memory for a line contact of %d cells", n);
    }
    s->levels = levels;
    *out = s;
    return ABUT_OK;
}

void abut_ehl_line_destroy(abut_ehl_line *s) {
    if (!s) return;
    arena_drop(&s->memory);
    free(s);
}

/* ---- grids ---- */
/* The pressure before the contact falls like |X|^-3 from |X| of a few sqrt(2H) on. */
double ehl_line_inlet(double film) { return -fmin(fmax(4.5, 1 + 14 * sqrt(2 * film)), 40); }
double ehl_line_outlet(double film) { return fmax(1.5, 3 * sqrt(2 * film)); }

static bool alike(double a, double b) {
    return (a > 0) == (b > 0) && fabs(a) < same_grid * fabs(b) && fabs(b) < same_grid * fabs(a);
}

/* Places the nodes unless they fit already. */
static bool keep_grids(const abut_ehl_line *s, double from, double to, double film, const abut_ehl_line_def *d,
                       bool given) {
    if (!s->solved || !alike(s->film, film) || s->inside != d->inside || s->turning != d->turning || s->back)
        return false;
    return given ? s->from == from && s->to == to : alike(s->from, from) && alike(s->to, to);
}

static void place_grids(abut_ehl_line *s, double from, double to, double film, const abut_ehl_line_def *d) {
    for (int k = 0; k < s->levels; k++) ehl_line_grid_place(&s->level[k].grid, from, to, film, d->inside, d->turning);
    s->from = from;
    s->to = to;
    s->film = film;
    s->inside = d->inside;
    s->turning = d->turning;
    s->solved = s->back = false;
}

/* ---- solving ---- */
typedef struct contact {
    double M, L;
    const abut_ehl_oil *oil;
    double tol;
} contact;

static void start_cold(ehl_line_level *l, double film) {
    const ehl_line_grid *g = &l->grid;
    for (int i = 0; i <= g->n; i++) l->y.P[i] = fabs(g->x[i]) < 1 ? sqrt(1 - g->x[i] * g->x[i]) : 0;
    l->y.H0 = 0;
    ehl_line_gap(g, &l->y);
    l->y.H0 = 2 * film - ehl_line_at(g, l->y.H, 0);
    ehl_line_gap(g, &l->y);
}

static void start_from(ehl_line_level *l, const ehl_line_level *coarse) {
    for (int i = 1; i < l->grid.n; i++) l->y.P[i] = ehl_line_at(&coarse->grid, coarse->y.P, l->grid.x[i]);
    l->y.H0 = coarse->y.H0;
    ehl_line_gap(&l->grid, &l->y);
}

static ehl_end solve_level(ehl_line_level *l, const contact *c, double tol, int ahead) {
    ehl_line_numbers u = ehl_line_numbers_of(c->M, c->L);
    l->flow.lambda = u.lambda;
    l->flow.rate = l->flow.stretch = l->flow.slower = 0;
    l->flow.fill = NULL;
    l->flow.supply = 0;
    l->flow.fluid = ehl_line_fluid(c->oil, u.ab);
    l->newton.load = HALF_PI;
    l->newton.tol = tol;
    l->newton.thin = 0.05 * u.film;
    return ehl_line_newton_solve(&l->newton, &l->flow, &l->grid, &l->y, ahead);
}

/* The coarser of two grids is solved well enough to tell the error of the finer one. */
static double level_tol(const abut_ehl_line *s, int k, double tol) {
    return k == s->levels - 1 ? tol : k == s->levels - 2 ? 1e-6 : coarse_tol;
}

/* From level k, which holds a solution if started, to the finest. *clean: levels whose solution is there in one go. */
static ehl_end refine(abut_ehl_line *s, const contact *c, int k, bool started, int *steps, int *clean) {
    ehl_end end = EHL_STUCK;
    double film = ehl_line_numbers_of(c->M, c->L).film;
    for (*clean = 0; k < s->levels; k++) {
        ehl_line_level *l = &s->level[k];
        if (started)
            start_from(l, &s->level[k - 1]);
        else
            start_cold(l, film);
        end = solve_level(l, c, level_tol(s, k, c->tol), started ? 0 : l->grid.n / 16);
        *steps += l->newton.steps;
        started = end == EHL_DONE;
        *clean = started ? *clean + 1 : 0;
    }
    return end;
}

/* M and L led from an easy contact to the wanted one, on the coarsest grid; then refined. */
static ehl_end lead(abut_ehl_line *s, const contact *c, int *steps, int *clean) {
    ehl_line_level *l = &s->level[0];
    ehl_lead way = ehl_lead_from(c->M, c->L, 1e-3);
    contact easy = *c;
    easy.M = way.M, easy.L = way.L;
    start_cold(l, ehl_line_numbers_of(easy.M, easy.L).film);
    ehl_end end = solve_level(l, &easy, coarse_tol, l->grid.n / 16);
    size_t bytes = ((size_t)l->grid.n + 1) * sizeof(double);
    double *kept = s->level[s->levels - 1].newton.dP_2, kept_H0 = 0;
    while (end == EHL_DONE && ehl_lead_next(&way, &easy.M, &easy.L)) {
        memcpy(kept, l->y.P, bytes);
        kept_H0 = l->y.H0;
        end = solve_level(l, &easy, coarse_tol, 0);
        *steps += l->newton.steps;
        if (ehl_lead_back(&way, &end)) {
            memcpy(l->y.P, kept, bytes);
            l->y.H0 = kept_H0;
            ehl_line_gap(&l->grid, &l->y);
        }
    }
    if (end != EHL_DONE) return end;
    if (s->levels > 1) return refine(s, c, 1, true, steps, clean);
    *clean = 1;
    return solve_level(l, c, c->tol, 0);
}

/* ---- the door ---- */
abut_status ehl_line_refuse(const abut_ehl_line *s, const abut_ehl_line_def *d, ehl_end end, abut_message *message) {
    int n = s->level[s->levels - 1].grid.n;
    if (end == EHL_COLLAPSED)
        return say_at(
            message, "n", ABUT_NO_CONVERGENCE,
            "the film of M = %g, L = %g goes to zero on a grid of %d cells: too coarse for this load; take more cells",
            d->M, d->L, n);
    return say_at(
        message, "M", ABUT_NO_CONVERGENCE,
        "no solution of M = %g, L = %g was found on a grid of %d cells; take more cells, or a smaller load or alpha",
        d->M, d->L, n);
}

abut_status abut_ehl_line_solve(abut_ehl_line *s, const abut_ehl_line_def *d, abut_ehl_line_result *out,
                                abut_message *message) {
    memset(out, 0, sizeof *out);
    abut_status status = ehl_line_check(d, message);
    if (status) return status;
    ehl_line_level *finest = &s->level[s->levels - 1];
    ehl_line_numbers u = ehl_line_numbers_of(d->M, d->L);
    contact c = {d->M, d->L, &d->oil, d->tol > 0 ? d->tol : 1e-10};
    bool given = d->from != 0 || d->to != 0;
    double from = given ? d->from : ehl_line_inlet(u.film), to = given ? d->to : ehl_line_outlet(u.film);
    if (d->turning) from = -fmax(-from, to), to = -from;
    double film = d->film > 0 ? d->film : u.film;
    ehl_end end = EHL_STUCK;
    int steps = 0, clean = 0;
    finest->y.relief = NULL;
    if (!d->cold && keep_grids(s, from, to, film, d, given)) {
        finest->y.H0 += u.film - s->expected; /* what the formula says of the change */
        ehl_line_gap(&finest->grid, &finest->y);
        end = solve_level(finest, &c, c.tol, 0);
        steps = finest->newton.steps;
    }
    if (end != EHL_DONE) {
        place_grids(s, from, to, film, d);
        end = refine(s, &c, 0, false, &steps, &clean);
        if (end != EHL_DONE) end = lead(s, &c, &steps, &clean);
    }
    s->conserving = d->conserving || d->layer > 0;
    if (end == EHL_DONE && s->conserving) {
        ehl_line_fill_start(&s->fill, &finest->flow, &finest->grid, &finest->y);
        end = ehl_line_conserve(s, d, u.moes);
        steps += finest->newton.steps;
        clean = 0;
    }
    s->solved = end == EHL_DONE;
    s->expected = u.film;
    s->past.known = 0;
    if (end != EHL_DONE) return ehl_line_refuse(s, d, end, message);
    *out = ehl_line_measure(finest, u.moes);
    ehl_line_measure_oil(s, u.moes, out);
    out->all_steps = steps;
    if (clean < 2) return ABUT_OK;
    abut_ehl_line_result coarse = ehl_line_measure(finest - 1, u.moes);
    out->error_c = fabs(out->H_c - coarse.H_c) / 3; /* second order, cells half as wide */
    out->error_min = fabs(out->H_min - coarse.H_min) / 3;
    return ABUT_OK;
}
