/* Elliptic contacts of rough surfaces: from a coarse grid to the finest, from Hertz' pressure over the thicker of two gaps, 1.5 times the smooth
 * film or that on which asperities carry the greatest pressure alone. Where Newton's method fails from there, the contact is first solved
 * nearly at rest, dry, and its speed is led up (M down). */
#include <math.h>
#include <string.h>

#include "abut/ehl_mixed.h"
#include "base/constants.h"
#include "base/message.h"
#include "point.h"

static const double rest = 1e4, first_stride = 1, least_stride = 1e-2; /* of M, of ln M */

/* At the same alpha p_h the smooth contact has a lower M: bounds of L are those of slow ones, too. */
static abut_status check(const abut_ehl_point_mixed_def *d, abut_message *message) {
    abut_ehl_point_def plain = d->contact;
    if (!(plain.M >= 1 && plain.M <= 1e12))
        return say_at(message, "M", ABUT_BAD_VALUE, "M must be between 1 and 1e12, got %g", plain.M);
    plain.M = fmin(plain.M, 1e4);
    plain.L *= cbrt(d->contact.M / plain.M);
    if (plain.method != ABUT_EHL_NEWTON)
        return say_at(message, "method", ABUT_BAD_VALUE, "rough contacts are solved by Newton's method alone");
    abut_status status = ehl_point_check(&plain, message);
    return status ? status : ehl_rough_check(&d->rough, d->E_prime, d->R, d->p_h, message);
}

/* ---- solving ---- */
/* M led down from a contact nearly at rest on the coarsest grid, alpha p_h kept. */
static ehl_end lead(abut_ehl_point *s, const ehl_point_contact *c, ehl_effort *e) {
    ehl_point_grid *g = &s->grid[0];
    ehl_point_contact now = *c;
    double wanted = log(c->M), at = log(fmax(c->M, 1e3) * rest), stride = first_stride, tried = at, H0 = 0;
    size_t bytes = mesh_nodes(&g->level->m) * sizeof(double);
    ehl_end end = EHL_DONE;
    for (bool first = true; end == EHL_DONE && (first || at > wanted); first = false) {
        tried = first ? at : fmax(wanted, at - stride);
        now.M = exp(tried);
        now.L = c->L * cbrt(c->M / now.M);
        ehl_point_numbers u = ehl_point_numbers_of(now.M, now.L, now.D, now.angle);
        if (first) ehl_point_start_cold(g, &u, now.angle, fmax(1.5 * u.film, c->stand));
        memcpy(s->kept, g->level->P, bytes);
        H0 = g->H0;
        end = ehl_point_solve_grid(s, 0, &now, 1e-6, 0, 0, e);
        if (end == EHL_DONE) {
            at = tried;
            stride *= 1.6;
        } else if (!first && stride > least_stride) {
            memcpy(g->level->P, s->kept, bytes);
            g->H0 = H0;
            ehl_level_gap(g->level, H0, &u.shape, g->level->P, g->level->H);
            stride *= 0.3;
            end = EHL_DONE;
        }
    }
    return end != EHL_DONE || s->count > 1 ? end : ehl_point_solve_grid(s, 0, c, c->tol, 0, 0, e);
}

/* ---- what it shows ---- */
/* Pressures that are below 0 by what Newton's method leaves. */
static void no_pull(ehl_level *l) {
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) l->P[k] = fmax(l->P[k], 0);
}

static void put_shares(const abut_ehl_point *s, const ehl_point_numbers *u, abut_ehl_point_mixed_result *out) {
    const ehl_level *l = s->grid[s->count - 1].level;
    ehl_rough_nodes *r = l->rough;
    double film = s->newton.beyond, solid = 0, cell = l->m.hx * l->m.hy;
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) {
        r->P_f[k] = fmax(l->P[k] - r->P_a[k], 0); /* likewise */
        r->P_a[k] = l->P[k] - r->P_f[k];
        film += r->P_f[k] * cell;
        solid += r->P_a[k] * cell;
    }
    out->film_share = film / u->load;
    out->asperity_share = solid / u->load;
    out->P_film = r->P_f;
    out->P_asperities = r->P_a;
    out->gap = l->H;
}

static void put_errors(const ehl_effort *e, abut_ehl_point_result *r) {
    if (e->clean < 2) return;
    r->error_0 = fabs(r->H_0 - e->coarse.H_0) / 3;
    r->error_min = fabs(r->H_min - e->coarse.H_min) / 3;
}

/* ---- the door ---- */
static bool place(abut_ehl_point *s, const abut_ehl_point_def *d, const ehl_point_numbers *u, double sigma) {
    double from, to, side;
    bool given = d->from != 0 || d->to != 0 || d->side != 0;
    ehl_point_domain(d, u, &from, &to, &side);
    /* the dry gap is 0.42 at the outlet's edge, 1.5 semi-axes away: there asperities are 4 sigma apart */
    double wider = given ? 1 : fmax(1, sqrt(8 * sigma));
    return ehl_point_place(s, wider * from, wider * to, wider * side, u->C);
}

abut_status abut_ehl_point_mixed(abut_ehl_point *s, const abut_ehl_point_mixed_def *d, abut_ehl_point_mixed_result *out,
                                 abut_message *message) {
    memset(out, 0, sizeof *out);
    abut_status status = check(d, message);
    if (status) return status;
    const abut_ehl_point_def *p = &d->contact;
    double tol = p->tol > 0 ? p->tol : 1e-9;
    ehl_point_contact c = {p->M, p->L, p->D == 0 ? 1 : p->D, p->angle, tol, .oil = &p->oil, .flooded = p->flooded};
    ehl_point_numbers u = ehl_point_numbers_of(c.M, c.L, c.D, c.angle);
    double a = 2 * d->p_h * d->R / (PI * d->E_prime * u.C); /* C = p_h/(pi E* rho_x a) */
    ehl_rough law = ehl_rough_of(&d->rough, d->E_prime, d->p_h, a * a / d->R);
    c.rough = &law;
    c.stand = ehl_rough_stand(&law, 1);
    /* all memory at once: a start that had none would only be followed by another one */
    bool room = place(s, p, &u, law.sigma);
    for (int k = 0; k < s->count; k++) room = room && ehl_level_roughen(s->grid[k].level, &law);
    if (!room) return say(message, ABUT_NO_MEMORY, "no memory for an elliptic contact of %d x %d cells", s->n, s->n);
    ehl_point_grid *finest = &s->grid[s->count - 1];
    s->solved = false; /* no start for smooth bodies */
    ehl_effort e = {0};
    ehl_end end = ehl_point_refine(s, &c, 0, false, &e);
    if (end != EHL_DONE) end = lead(s, &c, &e);
    if (end == EHL_DONE && e.clean == 0 && s->count > 1) end = ehl_point_refine(s, &c, 1, true, &e);
    if (end == EHL_DONE) {
        no_pull(finest->level);
        out->point = ehl_point_measure(finest, &u);
        out->point.load += s->newton.beyond / u.load;
        out->point.residual = s->newton.residual;
        out->point.steps = s->newton.steps;
        out->point.all_steps = e.steps;
        out->point.cycles = e.cycles;
        put_errors(&e, &out->point);
        put_shares(s, &u, out);
        out->a = a;
        out->lambda = out->point.H_c / u.moes / law.sigma;
    }
    if (end == EHL_DONE) return ABUT_OK;
    return say_at(
        message, "M", ABUT_NO_CONVERGENCE,
        "no solution of M = %g, L = %g with asperities of sigma = %.3g of a^2/R was found on %d x %d cells; take "
        "more cells, or a rougher surface",
        p->M, p->L, law.sigma, s->n, s->n);
}
