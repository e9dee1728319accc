/* Inside of what a roller bearing shows over time: its table (watch.c), damage of its races (race_damage.c). */
#ifndef ABUT_MACHINE_ROLLER_WATCH_H
#define ABUT_MACHINE_ROLLER_WATCH_H

#include "machine/shared/damage.h"
#include "machine/shared/rings_watch.h"
#include "machine/shared/static_rating.h"
#include "roller_bearing.h"

struct roller_log {
    double *q; /* scratch, one per slice */
    size_t slices;
    double seconds, speed_last;
    double P0; /* N, greatest static equivalent load */
    damage *track[RINGS];
    double turned, turns; /* rad, 1: of the inner ring relative to the outer; forwards and back */
};

extern const watch_table roller_watch;

/* ---- race_damage.c ---- */
bool roller_damage_create(roller_bearing *b); /* false: out of memory */
void roller_damage_clear(void *self);
void roller_damage_gather(void *self, double dt, void *const state[]);
void roller_damage_json(const roller_bearing *b, json *j);

#endif
