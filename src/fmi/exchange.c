/* States from outside into the world, and what it says of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/quat.h"
#include "exchange_inside.h"

int exchange_own(const instance *in) {
    const mb_sizes z = mb_size(instance_world(in)->system);
    return z.nx + z.nu + z.ns;
}

exchange_result exchange_said(instance *in, abut_status status) {
    if (status > 0) return 1;
    if (status < 0) (void)instance_say(in, "at %.9g s: %s", instance_time(in), abut_status_text(status));
    return status < 0 ? -1 : 0;
}

/* ---- life ---- */
void exchange_end(instance *in) {
    free(in->y);
    free(in->scratch);
    in->y = in->scratch = NULL;
    in->states = 0;
}

bool exchange_begin(instance *in) {
    const abut_world *w = instance_world(in);
    in->states = exchange_own(in);
    for (int i = 0; i < in->stored.inputs; i++) in->states += in->place[i].kind == INPUT_DRIVE;
    (void)mb_hold(w->system, true);
    if (in->states != in->stored.states || mb_events(w->system, true, NULL) != in->stored.indicators)
        return instance_say(in, "the model has %d states, and %d stand in the description", in->states,
                            in->stored.states);
    in->y = calloc((size_t)in->states + 1, sizeof(double));
    in->scratch = calloc(6 * ((size_t)in->states + (size_t)in->stored.indicators + 1), sizeof(double));
    if (!in->y || !in->scratch) return instance_say(in, "out of memory");
    memcpy(in->y, w->y, (size_t)exchange_own(in) * sizeof(double));
    return true;
}

/* ---- the state into the world ---- */
/* Quaternions of unit length. */
static void normalise(const mb_system *s, double *y) {
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        double *q = y + n->x + n->nu - 3;
        if (n->triple >= 0) quat_store(quat_unit(quat_at(q)), q);
    }
}

static bool put_inputs(instance *in, const double *value, const double *angle) {
    for (int i = 0; i < in->stored.inputs; i++) {
        const host_course c = {true, in->t, angle ? *angle : 0, value[i], 0};
        if (in->place[i].kind == INPUT_LOAD) *in->place[i].live = value[i];
        if (in->place[i].kind != INPUT_DRIVE) continue;
        host_set_course(instance_world(in), in->place[i].drive, &c);
        angle++;
    }
    return instance_guide(in, value, in->t);
}

abut_status exchange_evaluate(instance *in, const double *y, const double *value) {
    abut_world *w = instance_world(in);
    int own = exchange_own(in);
    memcpy(w->y, y, (size_t)own * sizeof(double));
    normalise(w->system, w->y);
    if (!put_inputs(in, value, y + own)) return ABUT_BAD_VALUE;
    w->t_shown = w->t_step = in->t;
    host_forget_instant(w);
    return world_evaluate(w);
}

exchange_result exchange_show(instance *in) {
    if (in->there) return 0;
    exchange_result r = exchange_said(in, exchange_evaluate(in, in->y, in->value));
    in->there = r == 0;
    return r;
}

static bool right_count(instance *in, size_t count, int states) {
    if (count == (size_t)states) return true;
    return instance_say(in, "there are %d of these numbers, %zu were asked for", states, count);
}

bool exchange_set_time(instance *in, double t) {
    if (!isfinite(t)) return instance_say(in, "the time must be finite");
    in->t = t - in->start;
    in->there = in->fresh = false;
    return true;
}

bool exchange_set_states(instance *in, const double *y, size_t count) {
    if (!instance_build(in) || !right_count(in, count, in->states)) return false;
    memcpy(in->y, y, count * sizeof(double));
    in->there = in->fresh = false;
    return true;
}

bool exchange_get_states(instance *in, double *y, size_t count) {
    if (!instance_build(in) || !right_count(in, count, in->states)) return false;
    if (count) memcpy(y, in->y, count * sizeof(double));
    return true;
}

bool exchange_nominals(instance *in, double *y, size_t count) {
    if (!instance_build(in) || !right_count(in, count, in->states)) return false;
    const abut_world *w = instance_world(in);
    const mb_sizes z = mb_size(w->system);
    for (size_t i = 0; i < count; i++) y[i] = 1;
    mb_allowed(w->system, w->y, y, y + z.nx, NULL, y + z.nx + z.nu);
    for (int i = 0; i < exchange_own(in); i++) y[i] = isfinite(y[i]) && y[i] > 0 ? y[i] / w->solver.rtol : 1;
    return true;
}

/* ---- rates and events ---- */
static void take_rates(const instance *in, double *rate) {
    int own = exchange_own(in), next = own;
    memcpy(rate, instance_world(in)->y_middle, (size_t)own * sizeof(double));
    for (int i = 0; i < in->stored.inputs; i++)
        if (in->place[i].kind == INPUT_DRIVE) rate[next++] = in->value[i];
}

exchange_result exchange_rates(instance *in, double *rate, size_t count) {
    if (!instance_build(in) || !right_count(in, count, in->states)) return -1;
    exchange_result r = exchange_show(in);
    if (!r) take_rates(in, rate);
    return r;
}

exchange_result exchange_indicators(instance *in, double *g, size_t count) {
    if (!instance_build(in) || !right_count(in, count, in->stored.indicators)) return -1;
    abut_world *w = instance_world(in);
    exchange_result r = exchange_show(in);
    return r || !count ? r : exchange_said(in, mb_event_values(w->work, in->t, w->y, true, g));
}

size_t exchange_count(const instance *in, size_t *states) {
    if (states) *states = (size_t)in->stored.states;
    return (size_t)in->stored.indicators;
}

/* How far loops may open: what statics of the model would not notice. */
static bool loops_are_open(instance *in) {
    abut_world *w = instance_world(in);
    const double open = 1e-9; /* m, rad */
    return mb_size(w->system).nc > 0 && mb_violation(w->work, in->t, w->y) > open;
}

exchange_result exchange_accept(instance *in, bool *event) {
    if (!instance_build(in)) return -1;
    abut_world *w = instance_world(in);
    exchange_result r = exchange_show(in);
    if (!r) r = exchange_said(in, mb_rhs(w->work, in->t, w->y, in->scratch, NULL));
    if (!r) r = exchange_said(in, mb_accept(w->work, in->t, w->y));
    *event = !r && loops_are_open(in);
    in->there = in->fresh = false;
    return r;
}

static exchange_result close_loops(instance *in, bool *moved) {
    abut_world *w = instance_world(in);
    *moved = loops_are_open(in);
    if (!*moved) return 0;
    exchange_result r = exchange_said(in, mb_project(w->work, in->t, w->y, NULL));
    if (!r) memcpy(in->y, w->y, (size_t)exchange_own(in) * sizeof(double));
    return r;
}

/* Marks the modes that have ended; how many. */
static int mark_ended(const double *g, const int *direction, int count, int *found) {
    int ended = 0;
    for (int i = 0; i < count; i++) ended += found[i] = direction[i] < 0 && g[i] < 0;
    return ended;
}

exchange_result exchange_switch(instance *in, bool *moved) {
    enum { MOST_PASSES = 4 }; /* a new mode may be over at once */
    *moved = false;
    if (!instance_build(in)) return -1;
    abut_world *w = instance_world(in);
    exchange_result r = exchange_show(in);
    if (!r) r = close_loops(in, moved);
    int count = in->stored.indicators, *found = calloc(2 * (size_t)count + 1, sizeof *found),
        *direction = found + count;
    double *g = calloc((size_t)count + 1, sizeof *g);
    if (!found || !g) r = instance_say(in, "out of memory") ? 0 : -1;
    if (!r) (void)mb_events(w->system, true, direction);
    for (int pass = 0, ended = 1; !r && ended && pass < MOST_PASSES; pass++) {
        r = exchange_indicators(in, g, (size_t)count);
        ended = r ? 0 : mark_ended(g, direction, count, found);
        if (!r && (ended || !pass)) r = exchange_said(in, mb_switch(w->work, in->t, w->y, true, found));
    }
    free(found);
    free(g);
    in->there = in->fresh = false;
    return r;
}
