/* Elliptic contacts solved: nested grids from 64^2 (or n itself) to the finest, or from the last solution. A cold start is Hertz'
 * pressure with 1.5 times the film expected. A film that collapses on a coarse grid makes the next finer one start cold; on the finest the
 * grid is too coarse. Where Newton's method fails otherwise, an easy contact is solved and M and L are led to the wanted ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/message.h"
#include "lead.h"
#include "point.h"

enum { FIRST = 64 };
static const double coarse_tol = 1e-3;

/* ---- memory ---- */
static void drop_grids(abut_ehl_point *s) {
    ehl_level_destroy(s->grid[s->count - 1].level);
    for (int k = 0; k < s->count; k++) s->grid[k] = (ehl_point_grid){0};
    s->solved = false;
}

bool ehl_point_place(abut_ehl_point *s, double from, double to, double side, double C) {
    if (s->grid[0].level && s->from == from && s->to == to && s->side == side && s->C == C) return true;
    drop_grids(s);
    ehl_mesh m = {s->n, s->n, from, -side, (to - from) / s->n, 2 * side / s->n};
    ehl_level *l = ehl_level_create(&m, C);
    if (!l) return false;
    for (int k = s->count - 1; k >= 0; k--, l = l->coarse) s->grid[k].level = l;
    s->from = from;
    s->to = to;
    s->side = side;
    s->C = C;
    return true;
}

abut_status abut_ehl_point_create(int n, abut_ehl_point **out, abut_message *message) {
    *out = NULL;
    if (n != 32 && n != 64 && n != 128 && n != 256 && n != 512 && n != 1024)
        return say_at(message, "n", ABUT_BAD_VALUE, "n must be 32, 64, 128, 256, 512 or 1024 cells, got %d", n);
    abut_ehl_point *s = calloc(1, sizeof *s);
    size_t nodes = ((size_t)n + 1) * ((size_t)n + 1);
    if (s) s->count = 1;
    if (!s || !ehl_point_newton_make(&s->newton, nodes) ||
        !(s->kept = malloc((FIRST + 1) * (FIRST + 1) * sizeof(double)))) {
        abut_ehl_point_destroy(s);
        return say(message, ABUT_NO_MEMORY, "no memory for an elliptic contact of %d x %d cells", n, n);
    }
    s->n = n;
    while (n >> s->count >= FIRST) s->count++;
    *out = s;
    return ABUT_OK;
}

static bool make_fas(abut_ehl_point *s) {
    if (s->fas) return true;
    s->fas = calloc(1, sizeof *s->fas);
    if (s->fas && ehl_fas_make(s->fas, s->n)) return true;
    if (s->fas) ehl_fas_drop(s->fas);
    free(s->fas);
    s->fas = NULL;
    return false;
}

void abut_ehl_point_destroy(abut_ehl_point *s) {
    if (!s) return;
    drop_grids(s);
    ehl_point_newton_drop(&s->newton);
    if (s->fas) ehl_fas_drop(s->fas);
    free(s->fas);
    free(s->kept);
    for (int k = 0; k < 3; k++) free(s->oil[k]);
    for (int k = 0; k < 2; k++) free(s->seen[k]);
    free(s);
}

/* ---- solving ---- */
static ehl_point_numbers numbers(const ehl_point_contact *c) {
    return ehl_point_numbers_of(c->M, c->L, c->D, c->angle);
}

ehl_end ehl_point_solve_grid(abut_ehl_point *s, int k, const ehl_point_contact *c, double tol, int ahead, int far,
                             ehl_effort *e) {
    ehl_point_grid *g = &s->grid[k];
    ehl_point_newton *w = &s->newton;
    ehl_point_numbers u = numbers(c);
    ehl_fluid fluid = ehl_point_fluid(c->oil, u.ab);
    ehl_level_fluid(g->level, u.lambda, &fluid);
    ehl_level_hold(g->level, false);
    if (!ehl_level_roughen(g->level, c->rough)) return EHL_STUCK;
    w->load = u.load;
    w->tol = tol;
    w->far = c->flooded ? ehl_far_of(u.lambda, &u.shape) : (ehl_far){0};
    w->thin = c->rough ? -INFINITY : 0.05 * u.film;
    ehl_end end = c->fas ? ehl_fas_solve(s->fas, s->count - 1 - k, w, g->level, &u.shape, &g->H0)
                         : ehl_point_newton_solve(w, g->level, &g->H0, ahead, far);
    e->steps += w->steps;
    e->cycles += w->gmres.cycles;
    return end;
}

static abut_ehl_point_result measure(const ehl_point_grid *g, const ehl_point_contact *c) {
    ehl_point_numbers u = numbers(c);
    return ehl_point_measure(g, &u);
}

/* On the coarsest grid, which is solved: with the other kind of edge, pressure or none. */
static void other_edge(abut_ehl_point *s, const ehl_point_contact *c, ehl_effort *e) {
    ehl_point_grid *g = &s->grid[0];
    ehl_level *l = g->level;
    ehl_point_numbers u = numbers(c);
    size_t bytes = mesh_nodes(&l->m) * sizeof *l->P;
    abut_ehl_point_result mine = ehl_point_measure(g, &u);
    double H0 = g->H0;
    ehl_point_contact other = *c;
    other.flooded = !c->flooded;
    memcpy(s->kept, l->P, bytes);
    if (ehl_point_solve_grid(s, 0, &other, 1e-4, 0, 0, e) == EHL_DONE) {
        abut_ehl_point_result r = ehl_point_measure(g, &u);
        e->edge_0 = fabs(r.H_0 - mine.H_0);
        e->edge_min = fabs(r.H_min - mine.H_min);
    }
    memcpy(l->P, s->kept, bytes);
    g->H0 = H0;
    ehl_level_gap(l, H0, &u.shape, l->P, l->H);
}

ehl_end ehl_point_refine(abut_ehl_point *s, const ehl_point_contact *c, int k, bool started, ehl_effort *e) {
    ehl_end end = EHL_STUCK;
    e->edge_0 = e->edge_min = 0;
    for (e->clean = 0; k < s->count; k++) {
        ehl_point_grid *g = &s->grid[k];
        ehl_point_numbers u = numbers(c);
        int n = g->level->m.nx;
        if (started)
            ehl_point_start_from(g, &s->grid[k - 1], &u);
        else
            ehl_point_start_cold(g, &u, c->angle, fmax(1.5 * u.film, c->stand));
        double tol = k == s->count - 1 ? c->tol : k == s->count - 2 ? 1e-6 : k == 0 ? 1e-4 : coarse_tol;
        end = ehl_point_solve_grid(s, k, c, tol, started ? n / 32 : n / 16, started ? 1 : 3, e);
        if (end != EHL_DONE && started && c->rough) {
            ehl_point_start_cold(g, &u, c->angle, fmax(1.5 * u.film, c->stand));
            end = ehl_point_solve_grid(s, k, c, tol, n / 16, 3, e);
        }
        started = end == EHL_DONE;
        e->clean = started ? e->clean + 1 : 0;
        if (k == s->count - 2 && started) e->coarse = measure(g, c);
        if (k == 0 && s->count > 1 && started && !c->rough) other_edge(s, c, e);
    }
    return end;
}

/* M and L led from an easy contact to the wanted one on the coarsest grid, then refined. */
static ehl_end lead(abut_ehl_point *s, const ehl_point_contact *c, ehl_effort *e) {
    ehl_point_grid *g = &s->grid[0];
    ehl_lead way = ehl_lead_from(c->M, c->L, 1e-2);
    size_t bytes = mesh_nodes(&g->level->m) * sizeof(double);
    ehl_point_contact easy = *c;
    easy.M = way.M, easy.L = way.L;
    ehl_point_numbers start = numbers(&easy);
    ehl_point_start_cold(g, &start, c->angle, 1.5 * start.film);
    ehl_end end = ehl_point_solve_grid(s, 0, &easy, coarse_tol, g->level->m.nx / 16, 3, e);
    double *kept = s->kept, kept_H0 = 0;
    while (end == EHL_DONE && ehl_lead_next(&way, &easy.M, &easy.L)) {
        memcpy(kept, g->level->P, bytes);
        kept_H0 = g->H0;
        end = ehl_point_solve_grid(s, 0, &easy, coarse_tol, 0, 0, e);
        if (ehl_lead_back(&way, &end)) {
            ehl_point_numbers u = numbers(&easy);
            memcpy(g->level->P, kept, bytes);
            g->H0 = kept_H0;
            ehl_level_gap(g->level, g->H0, &u.shape, g->level->P, g->level->H);
        }
    }
    if (end != EHL_DONE || way.at < 1) return EHL_STUCK;
    if (s->count > 1) return ehl_point_refine(s, c, 1, true, e);
    e->clean = 1;
    return ehl_point_solve_grid(s, 0, c, c->tol, 0, 0, e);
}

/* ---- the domain ---- */
/* Where loads are small the pressure before and beside the contact reaches far: it falls like lambda/r^3. M of the circle that has the same
 * lambda counts. */
static double wider(double lambda, bool flooded) {
    double M = pow(128 * PI * PI * PI / (3 * lambda * lambda * lambda), 0.25);
    return flooded ? fmin(fmax(10 / M, 1), 4) : fmin(fmax(pow(15 / M, 1.4), 1), 8);
}

void ehl_point_domain(const abut_ehl_point_def *d, const ehl_point_numbers *u, double *from, double *to, double *side) {
    double wide = wider(u->lambda, d->flooded), c = fabs(cos(d->angle)), s = fabs(sin(d->angle));
    double x = sqrt(c * c + u->e * u->e * s * s), y = sqrt(s * s + u->e * u->e * c * c); /* half-sides of the ellipse */
    bool given = d->from != 0 || d->to != 0 || d->side != 0;
    *from = given ? d->from : -4.5 * x * wide;
    *to = given ? d->to : 1.5 * x * wide;
    *side = given ? d->side : 3 * y * wide;
}

abut_status ehl_point_refuse(const abut_ehl_point *s, const abut_ehl_point_def *d, ehl_end end, abut_message *message) {
    if (end == EHL_COLLAPSED)
        return say_at(
            message, "n", ABUT_NO_CONVERGENCE,
            "the film of M = %g, L = %g goes to zero on %d x %d cells: grid too coarse for this load; take more cells",
            d->M, d->L, s->n, s->n);
    if (d->method == ABUT_EHL_FAS)
        return say_at(message, "method", ABUT_NO_CONVERGENCE,
                      "multigrid does not settle for M = %g, L = %g on %d x %d cells; take Newton's method", d->M, d->L,
                      s->n, s->n);
    return say_at(
        message, "M", ABUT_NO_CONVERGENCE,
        "no solution of M = %g, L = %g was found on %d x %d cells; take more cells, or a smaller load or alpha", d->M,
        d->L, s->n, s->n);
}

/* The grid: second order, cells half as wide. Where the coarser grid has no film at all, films of this one were 14 to 27 % and least films
 * 32 to 55 % too thin (M 1000, L 0 on 256^2; M 561, L 8.9 on 128^2). The domain: what the other kind of edge changes is the error of an
 * edge without pressure; with that of stiff bodies about its square over the film is left (measured at M 5 and 20 with domains up to four
 * times as large). */
static void estimate(const ehl_effort *e, bool flooded, abut_ehl_point_result *out) {
    double grid_0 = 0.25 * out->H_0, grid_min = 0.4 * out->H_min;
    out->domain_0 = flooded ? 1.5 * e->edge_0 * e->edge_0 / out->H_0 : e->edge_0;
    out->domain_min = flooded ? 1.5 * e->edge_min * e->edge_min / out->H_min : e->edge_min;
    if (e->clean >= 2) {
        grid_0 = fabs(out->H_0 - e->coarse.H_0) / 3;
        grid_min = fabs(out->H_min - e->coarse.H_min) / 3;
        out->limit_0 = out->H_0 + (out->H_0 - e->coarse.H_0) / 3;
        out->limit_min = out->H_min + (out->H_min - e->coarse.H_min) / 3;
    }
    out->error_0 = grid_0 + out->domain_0;
    out->error_min = grid_min + out->domain_min;
}

abut_status abut_ehl_point_solve(abut_ehl_point *s, const abut_ehl_point_def *d, abut_ehl_point_result *out,
                                 abut_message *message) {
    memset(out, 0, sizeof *out);
    abut_status status = ehl_point_check(d, message);
    if (status) return status;
    ehl_point_contact c = {d->M,    d->L,       d->D == 0 ? 1 : d->D,     d->angle, d->tol > 0 ? d->tol : 1e-8,
                           &d->oil, d->flooded, d->method == ABUT_EHL_FAS};
    ehl_point_numbers u = numbers(&c);
    ehl_point_grid *finest = &s->grid[s->count - 1];
    double from, to, side;
    ehl_effort e = {0};
    ehl_end end = EHL_STUCK;
    if (c.fas && !make_fas(s))
        return say(message, ABUT_NO_MEMORY, "no memory for multigrid on %d x %d cells", s->n, s->n);
    ehl_point_domain(d, &u, &from, &to, &side);
    if (d->turning) to = fmax(-from, to), from = -to;
    bool warm = s->solved && !d->cold && !s->back && s->turning == d->turning && s->from == from && s->to == to &&
                s->side == side && s->C == u.C;
    if (!ehl_point_place(s, from, to, side, u.C))
        return say(message, ABUT_NO_MEMORY, "no memory for an elliptic contact of %d x %d cells", s->n, s->n);
    s->turning = d->turning;
    s->back = false;
    if (warm) {
        ehl_level_gap(finest->level, finest->H0, &u.shape, finest->level->P, finest->level->H);
        end = ehl_point_solve_grid(s, s->count - 1, &c, c.tol, 0, 0, &e);
    }
    warm = warm && end == EHL_DONE;
    if (end != EHL_DONE) end = ehl_point_refine(s, &c, 0, false, &e);
    if (end == EHL_STUCK && !c.fas) end = lead(s, &c, &e);
    s->solved = end == EHL_DONE;
    s->known = 0;
    if (end != EHL_DONE) return ehl_point_refuse(s, d, end, message);
    *out = ehl_point_measure(finest, &u);
    out->load += s->newton.beyond / u.load;
    out->residual = s->newton.residual;
    out->steps = s->newton.steps;
    out->all_steps = e.steps;
    out->cycles = e.cycles;
    if (!warm && s->count > 1) estimate(&e, d->flooded, out);
    return ABUT_OK;
}
