/* Line contacts in time: from a solution to that of the next instant, the oil between the bodies kept.
 *
 * A cell between two nodes holds b (b^2/R) w theta rho H of oil per length; b and b^2/R may change. Differences backwards over steps
 * of dt and dt/omega:
 *   first order    dy/dt = (y - y1)/dt
 *   second order   dy/dt = ((1 + 2 omega)/(1 + omega) y - (1 + omega) y1 + omega^2/(1 + omega) y2)/dt
 * The half-width b is differentiated in the same way, so that oil of an even depth stays even on nodes that move. */
#include <math.h>
#include <string.h>

#include "base/constants.h"
#include "base/message.h"
#include "line.h"

/* Weights of the present value, the last and the one before, over dT. */
typedef struct backward {
    double now, last, older;
} backward;

static backward weights(const ehl_line_past *p, const abut_ehl_line_move *v) {
    if (!(v->last > 0 && p->known > 0)) return (backward){1 / v->dT, -1 / v->dT, 0};
    double omega = 1 / v->last;
    return (backward){(1 + 2 * omega) / (1 + omega) / v->dT, -(1 + omega) / v->dT, omega * omega / (1 + omega) / v->dT};
}

/* Oil between the nodes now. */
static void remember(const ehl_line_level *l, const double *fill, double *oil) {
    for (int i = 0; i <= l->grid.n; i++)
        oil[i] = (fill ? fill[i] : 1) * ehl_fluid_at(&l->flow.fluid, l->y.P[i]).rho * l->y.H[i];
}

/* rate (y - before) = dy/dT in the units of the state to come. */
static void look_back(const ehl_line_past *p, const abut_ehl_line_move *v, double width, double volume,
                      ehl_line_flow *f, int n) {
    backward w = weights(p, v);
    double last = -w.last / w.now / volume, older = p->known > 0 ? -w.older / w.now / (volume * p->volume) : 0;
    for (int i = 0; i <= n; i++) p->before[i] = last * p->oil[i] + older * p->older[i];
    f->rate = w.now;
    f->stretch = w.now + w.last / width + (p->known > 0 ? w.older / (width * p->width) : 0);
    f->before = p->before;
}

static void go_on(ehl_line_past *p, const ehl_line_level *l, const double *fill, double width, double volume) {
    double *oil = p->older;
    p->older = p->oil;
    p->oil = oil;
    remember(l, fill, oil);
    p->known = 1;
    p->width = width;
    p->volume = volume;
}

/* ---- contacts that turn ----
 * Where the entrainment runs along -X the state is kept as seen from the other side, X -> -X, so that oil always comes from the first node. */
static void reverse(double *v, int n) {
    for (int i = 0, j = n; i < j; i++, j--) {
        double kept = v[i];
        v[i] = v[j];
        v[j] = kept;
    }
}

static void turn(abut_ehl_line *s) {
    ehl_line_level *l = &s->level[s->levels - 1];
    double *all[] = {l->y.P, l->y.H, s->past.oil, s->past.older};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) reverse(all[k], l->grid.n);
    s->back = !s->back;
}

/* As the caller sees it, X in its own direction. */
static void show(abut_ehl_line *s, abut_ehl_line_result *out) {
    int n = out->count - 1;
    double x_in = out->x_in;
    if (!s->back) return;
    for (int i = 0; i <= n; i++) {
        s->seen[0][i] = out->P[n - i];
        s->seen[1][i] = out->H[n - i];
    }
    out->P = s->seen[0];
    out->H = s->seen[1];
    out->x_c = -out->x_c;
    out->x_in = -x_in;
    out->x_out = -out->x_out;
    out->rolling = -out->rolling;
    out->flow = -out->flow;
}

/* ---- one step ---- */
static ehl_end take(abut_ehl_line *s, ehl_line_level *l, const abut_ehl_line_def *d, const abut_ehl_line_move *v) {
    ehl_line_numbers u = ehl_line_numbers_of(d->M, d->L);
    l->flow.lambda = u.lambda;
    l->flow.fluid = ehl_line_fluid(&d->oil, u.ab);
    l->newton.load = v->held ? NAN : v->load > 0 ? v->load : HALF_PI;
    l->newton.tol = d->tol > 0 ? d->tol : 1e-10;
    l->newton.thin = 0;
    if (v->held) l->y.H0 = v->offset;
    l->flow.slower = s->turning ? 1 - fabs(v->speed) : 0;
    l->y.relief = v->relief;
    if (s->back && v->relief) {
        memcpy(s->seen[2], v->relief, ((size_t)l->grid.n + 1) * sizeof(double));
        reverse(s->seen[2], l->grid.n);
        l->y.relief = s->seen[2];
    }
    ehl_line_gap(&l->grid, &l->y);
    if (s->conserving) return ehl_line_conserve(s, d, u.moes);
    return ehl_line_newton_solve(&l->newton, &l->flow, &l->grid, &l->y, 0);
}

abut_status abut_ehl_line_step(abut_ehl_line *s, const abut_ehl_line_def *d, const abut_ehl_line_move *v,
                               abut_ehl_line_result *out, abut_message *message) {
    memset(out, 0, sizeof *out);
    abut_status status = ehl_line_check(d, message);
    if (!status) status = ehl_line_check_move(v, message);
    if (status) return status;
    if (!s->solved)
        return say(message, ABUT_BAD_VALUE, "a step in time goes on from a solved contact, and there is none");
    if (d->turning != s->turning)
        return say_at(message, "turning", ABUT_BAD_VALUE,
                      "turning: a contact turns from its solution on, or not at all");
    ehl_line_level *l = &s->level[s->levels - 1];
    if ((status = ehl_check_relief(v->relief, (size_t)l->grid.n + 1, message))) return status;
    ehl_line_past *p = &s->past;
    size_t bytes = ((size_t)l->grid.n + 1) * sizeof(double);
    double width = v->width != 0 ? v->width : 1, volume = width * (v->scale != 0 ? v->scale : 1);
    ehl_fluid fluid = l->flow.fluid;
    double H0 = l->y.H0;
    const double *fill = s->conserving ? s->fill.fill : NULL;
    if (p->known == 0) remember(l, fill, p->oil);
    bool turns = s->turning && v->speed != 0 && (v->speed < 0) != s->back;
    if (turns) turn(s);
    memcpy(p->P, l->y.P, bytes);
    memcpy(p->H, l->y.H, bytes);
    memcpy(p->fill, s->fill.fill, bytes);
    look_back(p, v, width, volume, &l->flow, l->grid.n);
    ehl_end end = take(s, l, d, v);
    if (end != EHL_DONE) { /* back to the last instant, for a shorter step */
        memcpy(l->y.P, p->P, bytes);
        memcpy(l->y.H, p->H, bytes);
        memcpy(s->fill.fill, p->fill, bytes);
        for (int i = 0; i <= l->grid.n; i++) s->fill.broken[i] = p->fill[i] < 1;
        l->y.H0 = H0;
        l->flow.fluid = fluid;
        if (turns) turn(s);
        return ehl_line_refuse(s, d, end, message);
    }
    go_on(p, l, fill, width, volume);
    double moes = ehl_line_numbers_of(d->M, d->L).moes;
    *out = ehl_line_measure(l, moes);
    ehl_line_measure_oil(s, moes, out);
    show(s, out);
    out->all_steps = out->steps;
    return ABUT_OK;
}
