/* An elliptic contact in time. Oil is kept: rho h a^2 of a node's cell changes by what flows through its sides. With a and S = a^2/R
 * (H = h/S) of all instants, w = a/a_old and v = w^2 S/S_old,
 *   d(rho H)/dT = rate (rho H - before),  first order: rate = 1/dT, before = (rho H)_old/v
 * and the speed of the nodes, stretch = da/dT/a by the same differences; they are passed as point_flow.h says. Second order: backwards over two
 * steps of dt and dt/omega, weights (1 + 2 omega)/(1 + omega), -(1 + omega), omega^2/(1 + omega) over dT. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "line.h"
#include "point.h"

/* Oil between the nodes now. */
static void remember(const ehl_level *l, double *oil) {
    for (size_t k = 0; k < mesh_nodes(&l->m); k++) oil[k] = ehl_fluid_at(&l->flow.fluid, l->P[k]).rho * l->H[k];
}

/* ---- contacts that turn ----
 * Where the entrainment runs along -X the state is kept as seen from the other side, X -> -X and Y -> -Y, so that oil always comes from the first X. */
static void reverse(double *v, size_t n) {
    for (size_t i = 0, j = n - 1; i < j; i++, j--) {
        double kept = v[i];
        v[i] = v[j];
        v[j] = kept;
    }
}

static void turn(abut_ehl_point *s, ehl_level *l) {
    double *all[] = {l->P, l->H, s->oil[0], s->oil[1]};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) reverse(all[k], mesh_nodes(&l->m));
    s->back = !s->back;
}

/* As the caller sees it, X in its own direction. */
static void show(abut_ehl_point *s, abut_ehl_point_result *out) {
    size_t n = (size_t)out->nx * (size_t)out->ny;
    if (!s->back) return;
    memcpy(s->seen[0], out->P, n * sizeof(double));
    memcpy(s->seen[1], out->H, n * sizeof(double));
    reverse(s->seen[0], n);
    reverse(s->seen[1], n);
    out->P = s->seen[0];
    out->H = s->seen[1];
}

static void add_relief(abut_ehl_point *s, ehl_level *l, const double *relief) {
    size_t n = mesh_nodes(&l->m);
    for (size_t k = 0; relief && k < n; k++) l->H[k] += relief[s->back ? n - 1 - k : k];
}

/* ---- the past ---- */
/* What a step sees of the past. */
static void look_back(abut_ehl_point *s, const abut_ehl_point_move *v, double width, double volume, double *rate,
                      double *stretch) {
    bool second = v->last > 0 && s->known > 0;
    double omega = second ? 1 / v->last : 0;
    double now = second ? (1 + 2 * omega) / (1 + omega) : 1, last = second ? -(1 + omega) : -1;
    double older = omega * omega / (1 + omega);
    double by_last = -last / now / volume, by_older = second ? -older / now / (volume * s->past_volume) : 0;
    for (size_t k = 0; k < mesh_nodes(&s->grid[s->count - 1].level->m); k++)
        s->oil[2][k] = by_last * s->oil[0][k] + (second ? by_older * s->oil[1][k] : 0);
    *rate = now / v->dT;
    *stretch = (now + last / width + (second ? older / (width * s->past_width) : 0)) / v->dT;
}

static void go_on(abut_ehl_point *s, const ehl_level *l, double width, double volume) {
    double *oil = s->oil[1];
    s->oil[1] = s->oil[0];
    s->oil[0] = oil;
    remember(l, oil);
    s->known = 1;
    s->past_width = width;
    s->past_volume = volume;
}

static abut_status check(abut_ehl_point *s, const abut_ehl_point_def *d, const abut_ehl_point_move *v,
                         abut_message *message) {
    abut_status status = ehl_point_check(d, message);
    const abut_ehl_line_move like = {.dT = v->dT,
                                     .width = v->width,
                                     .scale = v->scale,
                                     .speed = v->speed,
                                     .held = v->held,
                                     .offset = v->offset,
                                     .last = v->last};
    if (!status) status = ehl_line_check_move(&like, message);
    if (status) return status;
    if (!s->solved)
        return say(message, ABUT_BAD_VALUE, "a step in time goes on from a solved contact, and there is none");
    if (ehl_point_numbers_of(d->M, d->L, d->D == 0 ? 1 : d->D, d->angle).C != s->C)
        return say_at(message, "D", ABUT_BAD_VALUE, "D must stay the same in time, got %g", d->D);
    if (d->turning != s->turning)
        return say_at(message, "turning", ABUT_BAD_VALUE,
                      "turning: a contact turns from its solution on, or not at all");
    size_t nodes = mesh_nodes(&s->grid[s->count - 1].level->m);
    if ((status = ehl_check_relief(v->relief, nodes, message))) return status;
    bool good = true;
    for (int k = 0; k < 2 && s->turning; k++)
        good = (s->seen[k] || (s->seen[k] = calloc(nodes, sizeof(double)))) && good;
    for (int k = 0; k < 3; k++) good = (s->oil[k] || (s->oil[k] = calloc(nodes, sizeof(double)))) && good;
    return good ? ABUT_OK : say(message, ABUT_NO_MEMORY, "no memory for the oil of %zu nodes", nodes);
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
    double volume = width * width * scale, rate, stretch;
    if (s->known == 0) remember(l, s->oil[0]);
    if (s->turning && v->speed != 0 && (v->speed < 0) != s->back) turn(s, l);
    look_back(s, v, width, volume, &rate, &stretch);
    ehl_level_fluid(l, u.lambda, &fluid);
    ehl_level_in_time(l, rate, stretch, s->oil[2]);
    ehl_level_slow(l, s->turning ? 1 - fabs(v->speed) : 0);
    ehl_level_hold(l, v->held);
    w->load = u.load;
    w->tol = d->tol > 0 ? d->tol : 1e-8;
    w->far = d->flooded ? ehl_far_of(u.lambda, &u.shape) : (ehl_far){0};
    w->thin = 0;
    if (v->held) g->H0 = v->offset;
    ehl_level_gap(l, g->H0, &u.shape, l->P, l->H);
    add_relief(s, l, v->relief);
    ehl_end end = ehl_point_newton_solve(w, l, &g->H0, 0, 0);
    s->solved = end == EHL_DONE;
    if (end != EHL_DONE) return ehl_point_refuse(s, d, end, message);
    go_on(s, l, width, volume);
    *out = ehl_point_measure(g, &u);
    out->load += w->beyond / u.load;
    out->residual = w->residual;
    out->steps = out->all_steps = w->steps;
    out->cycles = w->gmres.cycles;
    show(s, out);
    return ABUT_OK;
}
