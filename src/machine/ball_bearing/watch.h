/* What a ball bearing notes of a run beside the statistics of its table: loads for the life, damage of the races. Shared by the
 * watch files. */
#ifndef ABUT_MACHINE_BEARING_WATCH_H
#define ABUT_MACHINE_BEARING_WATCH_H

#include "ball_bearing.h"
#include "machine/shared/damage.h"
#include "machine/shared/rings_watch.h"
#include "machine/shared/static_rating.h"

typedef struct bearing_shown { /* of the bearing; a ball shows its abut_ball_state */
    abut_bearing_state s;
    abut_bearing_losses moment; /* N m: its losses over the speed */
} bearing_shown;

static inline bool lubricated(const ball_bearing *b) { return b->def.law.lubricant; }

struct bearing_log {
    abut_ball_state *ball; /* scratch, one per ball */
    double seconds, speed_last;
    double turned; /* rad, of the inner ring relative to the outer since the first state that counts */
    double turns;  /* the same in turns, forwards and back */
    double P0;     /* N, greatest static equivalent load */
    /* per ring, for the life: integrals over time of Q^3, of all balls and by place on the ring itself */
    struct {
        double cubes;
        double place_cubes[WATCH_SECTORS], place_time[WATCH_SECTORS];
    } ring[RINGS];
    struct {
        double cube[RINGS];
        int sector[RINGS];
    } * last; /* of each ball */
    damage *track[RINGS];
};

extern const watch_table bearing_watch;
void bearing_gather(void *self, double dt, void *const state[]);
void bearing_log_clear(void *self);
void bearing_log_archive(void *self, struct archive *a);
void bearing_report(const watch *o, const void *self, json *j);
/* The life by the loads of the run; false: it cannot be rated. */
bool bearing_run_life(const watch *o, const ball_bearing *b, abut_life *out);
/* Of pure rolling at the mean speed and the angle without load; and from the mean speeds of cage and balls. */
abut_bearing_frequencies bearing_run_frequencies(const watch *o, const ball_bearing *b);
abut_bearing_frequencies bearing_found_frequencies(const watch *o,
                                                   const ball_bearing *b); /* NaN before a state counts */

abut_bearing_kind bearing_kind(const ball_bearing *b);
void bearing_doubts(const watch *o, const void *self, const watch_doubt_to *to);

/* race_damage.c */
bool bearing_damage_create(ball_bearing *b); /* false: out of memory */
void bearing_damage_follow(const ball_bearing *b, double dt, double speed, const abut_ball_state *ball);
void bearing_damage_json(const ball_bearing *b, json *j);

/* The spectrum as the report shows it: the lines of pure rolling and the largest peaks. */
void bearing_spectrum_json(const watch *o, const ball_bearing *b, json *j);

#endif
