/* An elliptic contact in time. Oil is kept: rho h a^2 of a node's cell changes by what flows through its sides. With a and S = a^2/R
 * (H = h/S) of both instants
 *   d(rho H)/dT = (rho H - before)/dT,  before = (rho H)_old/(width^2 scale),  stretch = da/dT/a = (1 - 1/width)/dT
 * and the speeds of point_flow.h, by which the nodes are passed. First order, backwards: no step is too long for it. */
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "point.h"

/* Oil between the nodes now, per area of the state to come. */
static void remember(const ehl_level *l, double share, double *before) {
    for (size_t k = 0; k < mesh_nodes(&l->m); k++)
        before[k] = share * ehl_fluid_at(&l->flow.fluid, l->P[k]).rho * l->H[k];
}

static abut_status check(abut_ehl_point *s, const abut_ehl_point_def *d, const abut_ehl_point_move *v,
                         abut_message *message) {
    abut_status status = ehl_point_check(d, message);
    if (!status) status = ehl_point_check_move(v, message);
    if (status) return status;
    if (!s->solved)
        return say(message, ABUT_BAD_VALUE, "a step in time goes on from a solved contact, and there is none");
    if (ehl_point_numbers_of(d->M, d->L, d->D == 0 ? 1 : d->D, d->angle).C != s->C)
        return say_at(message, "D", ABUT_BAD_VALUE, "D must stay the same in time, got %g", d->D);
    size_t nodes = mesh_nodes(&s->grid[s->count - 1].level->m);
    if (!s->before) s->before = malloc(nodes * sizeof *s->before);
    if (!s->before) return say(message, ABUT_NO_MEMORY, "no memory for the oil of %zu nodes", nodes);
    return ABUT_OK;
}

abut_status abut_ehl_point_step(abut_ehl_point *s, const abut_ehl_point_def *d, const abut_ehl_point_move *v,
                                abut_ehl_point_result *out, abut_message *message) {
    memset(out, 0, sizeof *out);
    abut_status status = check(s, d, v, message);
    if (status) return status;
    ehl_point_grid *g = &s->grid[s->count - 1];
    ehl_level *l = g->level;
    ehl_point_newton *w = &s->newton;
    ehl_point_numbers u = ehl_point_numbers_of(d->M, d->L, d->D == 0 ? 1 : d->D, d->angle);
    ehl_fluid fluid = ehl_point_fluid(&d->oil, u.ab);
    double width = v->width != 0 ? v->width : 1, scale = v->scale != 0 ? v->scale : 1;
    remember(l, 1 / (width * width * scale), s->before);
    ehl_level_fluid(l, u.lambda, &fluid);
    ehl_level_in_time(l, 1 / v->dT, (1 - 1 / width) / v->dT, s->before);
    ehl_level_hold(l, v->held);
    w->load = u.load;
    w->tol = d->tol > 0 ? d->tol : 1e-8;
    w->far = d->flooded ? ehl_far_of(u.lambda, &u.shape) : (ehl_far){0};
    w->thin = 0;
    if (v->held) g->H0 = v->offset;
    ehl_level_gap(l, g->H0, &u.shape, l->P, l->H);
    ehl_end end = ehl_point_newton_solve(w, l, &g->H0, 0, 0);
    s->solved = end == EHL_DONE;
    if (end != EHL_DONE) return ehl_point_refuse(s, d, end, message);
    *out = ehl_point_measure(g, &u);
    out->load += w->beyond / u.load;
    out->residual = w->residual;
    out->steps = out->all_steps = w->steps;
    out->cycles = w->cycles;
    return ABUT_OK;
}
