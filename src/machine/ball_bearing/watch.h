/* What a ball bearing notes of a run: the columns of its results, statistics and the record for the spectrum. Shared by the
 * bearing_watch files. */
#ifndef ABUT_MACHINE_BEARING_WATCH_H
#define ABUT_MACHINE_BEARING_WATCH_H

#include "ball_bearing.h"
#include "machine/shared/damage.h"

/* Columns: those of the bearing, then those of every ball. */
enum {
    COL_X,
    COL_Y,
    COL_Z,
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
    COL_MZ,
    COL_SPIN, /* parts of the friction moment, in the order of abut_bearing_losses */
    COL_SLIP,
    COL_ROLLING,
    COL_DAMPING,
    COL_CAGE_FRICTION,
    BEARING_COLUMNS
};
enum {
    BALL_AZIMUTH,
    BALL_ORBIT,
    BALL_SPIN,
    BALL_CAGE_FORCE,
    BALL_RACE, /* from here on pairs: inner, outer */
    BALL_Q = BALL_RACE,
    BALL_ANGLE = BALL_Q + RINGS,
    BALL_P_MAX = BALL_ANGLE + RINGS,
    BALL_A = BALL_P_MAX + RINGS,
    BALL_B = BALL_A + RINGS,
    BALL_TRUNCATION = BALL_B + RINGS,
    BALL_SLIP = BALL_TRUNCATION + RINGS,
    BALL_SPIN_TO_ROLL = BALL_SLIP + RINGS,
    BALL_FILM = BALL_SPIN_TO_ROLL + RINGS, /* from here on only with a lubricant */
    BALL_LAMBDA = BALL_FILM + RINGS,
    BALL_COLUMNS = BALL_LAMBDA + RINGS
};
static inline bool lubricated(const ball_bearing *b) { return b->def.law.lubricant; }
static inline int ball_columns(const ball_bearing *b) { return lubricated(b) ? BALL_COLUMNS : BALL_FILM; }
static inline int ball_column(const ball_bearing *b, int ball, int what) {
    return BEARING_COLUMNS + ball * ball_columns(b) + what;
}

enum { SECTORS = 72, CHANNELS = 6, RECORD_LIMIT = 1 << 20 };

/* Equally spaced samples for the spectrum: reaction (x y z), displacement (x y z). */
typedef struct bearing_samples {
    double t0, dt; /* s */
    double *x;     /* CHANNELS each */
    int count, room;
    bool full;      /* RECORD_LIMIT reached: what came later is not in it */
    bool irregular; /* output instants were not equally spaced from some instant on */
    bool no_memory;
} bearing_samples;

typedef struct column_stats {
    double sum, low, high;
} column_stats;

struct bearing_log {
    abut_ball_state *ball; /* scratch, one per ball */
    column_stats *column;  /* statistics of every column */
    long rows;
    double t_first, t_last, speed_last;
    /* per ring: contact angles of the contacts that carry, and loads for the life: sums of Q^3 over all, and by place on
     * the ring itself */
    struct {
        double angle_sum;
        long loaded;
        double cubes;
        double place_cubes[SECTORS];
        long place_count[SECTORS];
    } ring[RINGS];
    double turned; /* rad, of the inner ring relative to the outer since t_first */
    bearing_samples samples;
    /* damage of the races, and films under load */
    damage *track[RINGS];
    double turns; /* of the inner ring relative to the outer, forwards and back */
    struct {
        double load, film, lambda; /* sums: Q, Q film, Q lambda */
        double film_low, lambda_low;
    } film[RINGS];
};

void samples_add(bearing_samples *s, double t, const double x[CHANNELS]);
void samples_clear(bearing_samples *s);

/* bearing_damage.c */
bool bearing_damage_create(ball_bearing *b); /* false: out of memory */
void bearing_damage_clear(const ball_bearing *b);
/* A row after one at t_last, or the first. */
void bearing_damage_row(const ball_bearing *b, double t, const double *row);
void bearing_damage_json(const ball_bearing *b, json *j);
void bearing_film_json(const ball_bearing *b, int ring, json *j); /* keys of a race */

/* The spectrum as the report shows it: the lines of pure rolling and the largest peaks. */
void bearing_spectrum_json(const ball_bearing *b, const abut_bearing_frequencies *f, json *j);

#endif
