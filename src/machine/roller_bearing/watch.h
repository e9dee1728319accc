/* Inside of what a roller bearing shows over time: columns and statistics (roller_bearing_watch.c), damage of its races
 * (roller_bearing_damage.c). */
#ifndef ABUT_MACHINE_ROLLER_WATCH_H
#define ABUT_MACHINE_ROLLER_WATCH_H

#include "machine/shared/damage.h"
#include "roller_bearing.h"

/* Columns: those of the bearing, then those of every roller. */
enum {
    COL_X,
    COL_Y,
    COL_TILT_X,
    COL_TILT_Y,
    COL_FX,
    COL_FY,
    COL_FZ,
    COL_MX,
    COL_MY,
    COL_SPEED,
    COL_FRICTION,
    COL_LOSS,
    COL_CAGE,
    BEARING_COLUMNS
};
enum {
    ROLLER_AZIMUTH,
    ROLLER_ORBIT,
    ROLLER_SPIN,
    ROLLER_TILT,
    ROLLER_SKEW,
    ROLLER_AXIAL,
    ROLLER_RACE, /* from here on pairs: inner, outer */
    ROLLER_Q = ROLLER_RACE,
    ROLLER_P_MAX = ROLLER_Q + RINGS,
    ROLLER_Q_MAX = ROLLER_P_MAX + RINGS,
    ROLLER_SLIP = ROLLER_Q_MAX + RINGS,
    ROLLER_Q_EVEN = ROLLER_SLIP + RINGS,
    ROLLER_FILM = ROLLER_Q_EVEN + RINGS, /* from here on only with a lubricant */
    ROLLER_LAMBDA = ROLLER_FILM + RINGS,
    ROLLER_COLUMNS = ROLLER_LAMBDA + RINGS
};

typedef struct column_stats {
    double sum, low, high;
} column_stats;

struct roller_log {
    abut_roller_state *roller; /* scratch, one per roller */
    double *q;                 /* scratch, one per slice */
    size_t slices;
    column_stats *column;
    long rows;
    double t_first, t_last, speed_last;
    damage *track[RINGS];
    double turned, turns; /* rad, 1: of the inner ring relative to the outer; forwards and back */
};

static inline int roller_columns_each(const roller_bearing *b) {
    return b->def.law.lubricant ? ROLLER_COLUMNS : ROLLER_FILM;
}
static inline int roller_column_at(const roller_bearing *b, int roller, int what) {
    return BEARING_COLUMNS + roller * roller_columns_each(b) + what;
}

/* ---- roller_bearing_damage.c ---- */
bool roller_damage_create(roller_bearing *b); /* false: out of memory */
void roller_damage_clear(const roller_bearing *b);
/* A row after one at t_last, or the first. */
void roller_damage_row(const roller_bearing *b, double t, const double *row);
void roller_damage_json(const roller_bearing *b, json *j);

#endif
