/* Statistics of a ball bearing over the output instants of a run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "watch.h"

static const double pi = 3.14159265358979323846;

bool bearing_log_create(ball_bearing *b) {
    bearing_log *l = calloc(1, sizeof *l);
    b->log = l;
    if (!l) return false;
    l->ball = calloc((size_t)b->def.balls.count, sizeof *l->ball);
    l->column = calloc((size_t)bearing_columns(b), sizeof *l->column);
    return l->ball && l->column && bearing_damage_create(b);
}

void bearing_log_destroy(bearing_log *l) {
    if (!l) return;
    free(l->ball);
    free(l->column);
    samples_clear(&l->samples);
    for (int r = 0; r < RINGS; r++) damage_destroy(l->track[r]);
    free(l);
}

abut_ball_state *bearing_scratch(const ball_bearing *b) { return b->log->ball; }

/* ---- record for the spectrum ---- */
void samples_clear(bearing_samples *s) {
    free(s->x);
    *s = (bearing_samples){.x = NULL};
}

static bool samples_grow(bearing_samples *s) {
    if (s->count < s->room) return true;
    int room = s->room ? 2 * s->room : 1024;
    double *x = realloc(s->x, (size_t)room * CHANNELS * sizeof *x);
    s->no_memory = !x;
    if (!x) return false;
    s->x = x;
    s->room = room;
    return true;
}

/* An instant between the regular ones (the end of the run) is left out; a missing one ends the record. */
void samples_add(bearing_samples *s, double t, const double x[CHANNELS]) {
    if (s->irregular || s->no_memory || s->full) return;
    if (s->count == 0) s->t0 = t;
    if (s->count == 1) s->dt = t - s->t0;
    double due = s->t0 + s->count * s->dt, slack = 1e-4 * s->dt + 1e-12 * fabs(t);
    if (s->count > 1 && t < due - slack) return;
    s->irregular = s->count > 1 && t > due + slack;
    s->full = s->count == RECORD_LIMIT;
    if (s->irregular || s->full || !samples_grow(s)) return;
    memcpy(s->x + (size_t)s->count++ * CHANNELS, x, CHANNELS * sizeof *x);
}

/* ---- statistics ---- */
static void clear(ball_bearing *b) {
    bearing_log *l = b->log;
    samples_clear(&l->samples);
    *l = (bearing_log){.ball = l->ball, .column = l->column, .track = {l->track[INNER], l->track[OUTER]}};
    bearing_damage_clear(b);
    memset(l->column, 0, (size_t)bearing_columns(b) * sizeof *l->column);
}

static void add_column(column_stats *c, double x, bool first) {
    c->sum += x;
    c->low = first ? x : fmin(c->low, x);
    c->high = first ? x : fmax(c->high, x);
}

static int sector_of(double angle) {
    double turns = angle / (2 * pi);
    int s = (int)((turns - floor(turns)) * SECTORS);
    return s < SECTORS ? s : SECTORS - 1;
}

static void add_loads(bearing_log *l, const double *ball) {
    for (int r = 0; r < RINGS; r++) {
        double Q = fmax(0, ball[BALL_Q + r]), place = ball[BALL_AZIMUTH] - (r == INNER ? l->turned : 0);
        int s = sector_of(place);
        if (Q > 0) l->ring[r].angle_sum += ball[BALL_ANGLE + r], l->ring[r].loaded++;
        l->ring[r].cubes += Q * Q * Q;
        l->ring[r].place_cubes[s] += Q * Q * Q;
        l->ring[r].place_count[s]++;
    }
}

void bearing_gather(void *self, double t, const double *row) {
    ball_bearing *b = self;
    bearing_log *l = b->log;
    if (l->rows && t < l->t_last) clear(b); /* the world was started anew */
    if (l->rows && t == l->t_last) return;
    bool first = l->rows == 0;
    if (first)
        l->t_first = t;
    else
        l->turned += 0.5 * (l->speed_last + row[COL_SPEED]) * (t - l->t_last);
    bearing_damage_row(b, t, row);
    l->t_last = t;
    l->speed_last = row[COL_SPEED];
    l->rows++;
    for (int i = 0, n = bearing_columns(b); i < n; i++) add_column(&l->column[i], row[i], first);
    for (int i = 0; i < b->def.balls.count; i++) add_loads(l, row + ball_column(b, i, 0));
    const double x[CHANNELS] = {row[COL_FX], row[COL_FY], row[COL_FZ], row[COL_X], row[COL_Y], row[COL_Z]};
    samples_add(&l->samples, t, x);
}
