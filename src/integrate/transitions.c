/* Transitions of contacts at located events, see transitions.h. */
#include "transitions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/message.h"

enum { MOST_PASSES = 4, MOST_CROWDED = 200 };
/* Values that fell to this part of what they were at the start of the step vanish together with the one that was found. */
static const double together = 1e-4;
/* s per event: closer ones crowd. */
static const double crowded = 1e-9;

bool transitions_begin(transitions *e, sun_base *base) {
    mb_system *s = base->setup.system;
    e->base = base;
    e->gaps = base->setup.events;
    e->held = mb_hold(s, true);
    e->count = mb_events(s, e->gaps, NULL);
    if (e->count > SUN_MOST_ROOTS) {
        e->held = e->count = 0;
        (void)mb_hold(s, false);
    }
    size_t n = (size_t)e->count + 1;
    e->direction = calloc(2 * n, sizeof *e->direction);
    e->last = calloc(2 * n, sizeof *e->last);
    if (!e->direction || !e->last) return false;
    e->found = e->direction + n;
    e->start = e->last + n;
    if (e->count) (void)mb_events(s, e->gaps, e->direction);
    return true;
}

void transitions_end(transitions *e) {
    if (e->base) (void)mb_hold(e->base->setup.system, false);
    free(e->direction);
    free(e->last);
    *e = (transitions){0};
}

abut_status transitions_start(transitions *e, double t, const double *y) {
    e->crowd = 0;
    e->t_crowd = t;
    if (!e->held) return ABUT_OK;
    (void)mb_hold(e->base->setup.system, false);
    abut_status status = mb_accept(e->base->setup.work, t, y);
    (void)mb_hold(e->base->setup.system, true);
    return status < 0 ? status : ABUT_OK;
}

void transitions_archive(transitions *e, archive *a) {
    archive_int(a, &e->crowd, 0, MOST_CROWDED);
    ARCHIVE(a, e->t_crowd);
}

static int ask(transitions *e, double t, const double *y, double *g) {
    if (e->gaps) e->base->in_work = false; /* else nothing asks for forces */
    return sun_answer(e->base, mb_event_values(e->base->setup.work, t, y, e->gaps, g));
}

int transitions_values(transitions *e, double t, const double *y, double *g) {
    int flag = ask(e, t, y, e->last);
    memcpy(g, e->last, (size_t)e->count * sizeof *g);
    e->t_last = flag ? NAN : t;
    return flag;
}

/* Marks held functions whose value is below zero; how many. */
static int mark_negative(transitions *e) {
    int count = 0;
    for (int i = 0; i < e->count; i++) count += e->found[i] = e->direction[i] < 0 && e->last[i] < 0;
    return count;
}

bool transitions_missed(transitions *e, double t) { return e->held && t == e->t_last && mark_negative(e) > 0; }

/* Roots at the same instant: by symmetry they differ by rounding only. */
static int mark_together(transitions *e, double t0, const double *y0, double t, const double *y) {
    int flag = ask(e, t0, y0, e->start);
    if (!flag) flag = ask(e, t, y, e->last);
    for (int i = 0; !flag && i < e->count; i++)
        if (e->direction[i] < 0 && e->last[i] < together * e->start[i]) e->found[i] = 1;
    return flag;
}

static abut_status crowding(transitions *e, double t, abut_message *message) {
    double span = t - e->t_crowd;
    if (span > crowded * (++e->crowd)) {
        e->crowd = 0;
        e->t_crowd = t;
    }
    if (e->crowd < MOST_CROWDED) return ABUT_OK;
    return say(
        message, ABUT_NO_PROGRESS,
        "%s: no progress at t = %g s, contacts changed their state %d times within %g s: raise the capture speed "
        "or the damping of their friction, or use the solver 'park'",
        e->base->name, t, e->crowd, span);
}

abut_status transitions_make(transitions *e, double t0, const double *y0, double t, const double *y,
                             abut_message *message) {
    mb_work *work = e->base->setup.work;
    if (!e->held) return ABUT_OK;
    if (mark_together(e, t0, y0, t, y)) return sun_failure(e->base, t0, t - t0, message);
    abut_status status = mb_switch(work, t, y, e->gaps, e->found);
    /* A new mode may be over at once. One that cannot be decided waits for the next step. */
    for (int pass = 0; !status && pass < MOST_PASSES; pass++) {
        if (ask(e, t, y, e->last)) return sun_failure(e->base, t0, t - t0, message);
        if (!mark_negative(e)) break;
        status = mb_switch(work, t, y, e->gaps, e->found);
    }
    sun_forget(e->base);
    if (status) return say(message, status, "%s: at t = %g s: %s", e->base->name, t, abut_status_text(status));
    return crowding(e, t, message);
}
