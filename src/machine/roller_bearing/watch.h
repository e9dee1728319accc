/* Inside of what a roller bearing shows over time: its table (watch.c), damage of its races (race_damage.c). */
#ifndef ABUT_MACHINE_ROLLER_WATCH_H
#define ABUT_MACHINE_ROLLER_WATCH_H

#include "machine/shared/damage.h"
#include "machine/shared/rings_watch.h"
#include "machine/shared/static_rating.h"
#include "roller_bearing.h"

typedef struct roller_laminae roller_laminae; /* reference_life.c */

struct roller_log {
    double *q; /* scratch, one per slice */
    size_t slices;
    double seconds, speed_last;
    double P0; /* N, greatest static equivalent load */
    damage *track[RINGS];
    roller_laminae *laminae;
    double turned, turns; /* rad, 1: of the inner ring relative to the outer; forwards and back */
};

extern const watch_table roller_watch;

/* ---- reference_life.c ---- */
roller_laminae *roller_laminae_create(const roller_bearing *b, size_t slices); /* NULL: out of memory */
void roller_laminae_destroy(roller_laminae *o);
void roller_laminae_clear(roller_laminae *o);
void roller_laminae_archive(roller_laminae *o, int rollers, struct archive *a);
/* Loads of the laminae of one roller at the instant that readers see; those of its slices are known. */
void roller_laminae_read(const abut_world *w, const roller_bearing *b, int roller, int ring, const double *slice_load);
/* The state read last counts, dt after the one before; angle: of the roller on the ring. */
void roller_laminae_gather(const roller_bearing *b, int roller, int ring, double angle, double dt);
double roller_reference_life(const roller_bearing *b); /* 1e6 revolutions; NaN: nothing counted, or no load */

/* ---- race_damage.c ---- */
double roller_rated_load(const abut_roller_bearing_def *d, int ring); /* N, of a roller on the ring */
bool roller_damage_create(roller_bearing *b);                         /* false: out of memory */
void roller_damage_clear(void *self);
void roller_damage_archive(void *self, struct archive *a);
void roller_damage_gather(void *self, double dt, void *const state[]);
void roller_damage_json(const roller_bearing *b, json *j);

#endif
