/* Loads of the balls over a run, for the life. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/constants.h"
#include "base/plane.h"
#include "life.h"
#include "watch.h"

bool bearing_log_create(ball_bearing *b) {
    bearing_log *l = calloc(1, sizeof *l);
    b->log = l;
    if (!l) return false;
    l->ball = calloc((size_t)b->def.balls.count, sizeof *l->ball);
    l->last = calloc((size_t)b->def.balls.count, sizeof *l->last);
    return l->ball && l->last && bearing_damage_create(b);
}

void bearing_log_destroy(bearing_log *l) {
    if (!l) return;
    free(l->ball);
    free(l->last);
    for (int r = 0; r < RINGS; r++) damage_destroy(l->track[r]);
    free(l);
}

abut_ball_state *bearing_scratch(const ball_bearing *b) { return b->log->ball; }

void bearing_log_clear(void *self) {
    bearing_log *l = ((ball_bearing *)self)->log;
    *l = (bearing_log){.ball = l->ball, .last = l->last, .track = {l->track[INNER], l->track[OUTER]}};
    for (int r = 0; r < RINGS; r++) damage_clear(l->track[r]);
}

void bearing_log_archive(void *self, archive *a) {
    const ball_bearing *b = self;
    bearing_log *l = b->log;
    archive_part(a, "ball_bearing", (size_t)b->def.balls.count);
    double *const numbers[] = {&l->seconds, &l->speed_last, &l->turned, &l->turns, &l->P0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    ARCHIVE(a, l->ring);
    for (int i = 0; i < b->def.balls.count; i++)
        for (int r = 0; r < RINGS; r++) {
            ARCHIVE(a, l->last[i].cube[r]);
            archive_int(a, &l->last[i].sector[r], 0, WATCH_SECTORS - 1);
        }
    for (int r = 0; r < RINGS; r++) damage_archive(l->track[r], a);
}

/* A state stands for half the time to its neighbours. */
static void add_load(bearing_log *l, int r, int sector, double cube, double time) {
    l->ring[r].cubes += time * cube;
    l->ring[r].place_cubes[sector] += time * cube;
    l->ring[r].place_time[sector] += time;
}

static void add_ball(bearing_log *l, int i, double dt, const abut_ball_state *ball) {
    const double Q[RINGS] = {fmax(0, ball->inner.Q), fmax(0, ball->outer.Q)};
    for (int r = 0; r < RINGS; r++) {
        int sector = watch_sector(ball->azimuth - (r == INNER ? l->turned : 0));
        double cube = Q[r] * Q[r] * Q[r];
        if (dt > 0) {
            add_load(l, r, l->last[i].sector[r], l->last[i].cube[r], 0.5 * dt);
            add_load(l, r, sector, cube, 0.5 * dt);
        }
        l->last[i].sector[r] = sector, l->last[i].cube[r] = cube;
    }
}

abut_bearing_kind bearing_kind(const ball_bearing *b) {
    return b->def.contact_angle > PI / 4 + 1e-9 ? ABUT_THRUST_BALL : ABUT_RADIAL_BALL;
}

void bearing_gather(void *self, double dt, void *const state[]) {
    ball_bearing *b = self;
    bearing_log *l = b->log;
    const abut_ball_state *ball = state[1];
    double speed = ((const bearing_shown *)state[0])->s.speed;
    const abut_vec3 *F = &((const bearing_shown *)state[0])->s.force;
    l->P0 = fmax(l->P0, static_load(bearing_kind(b), b->def.contact_angle, plane_length(F->x, F->y), F->z));
    l->seconds += dt;
    l->turned += 0.5 * (l->speed_last + speed) * dt;
    l->turns += 0.5 * (fabs(l->speed_last) + fabs(speed)) * dt / TWO_PI;
    l->speed_last = speed;
    for (int i = 0; i < b->def.balls.count; i++) add_ball(l, i, dt, &ball[i]);
    bearing_damage_follow(b, dt, speed, ball);
}

/* A ring that rotates relative to the load sees the mean of Q^3 everywhere; of one that stands still every place has its own,
 * and the places together (Weibull, exponent 10/9 on lives, 10/3 on loads) weigh (mean over places of q^(10/3))^(3/10). */
static double equivalent(const ball_bearing *b, int r, bool rotates) {
    const bearing_log *l = b->log;
    if (rotates) return cbrt(l->ring[r].cubes / (l->seconds * b->def.balls.count));
    double sum = 0;
    int places = 0;
    for (int s = 0; s < WATCH_SECTORS; s++)
        if (l->ring[r].place_time[s] > 0) {
            sum += pow(l->ring[r].place_cubes[s] / l->ring[r].place_time[s], 10 / 9.0);
            places++;
        }
    return places ? pow(sum / places, 0.3) : 0;
}

bool bearing_run_life(const watch *o, const ball_bearing *b, abut_life *out) {
    bool rotates[RINGS];
    double Qe[RINGS];
    if (!(b->log->seconds > 0)) return false;
    bearing_rotates(b, rotates);
    for (int r = 0; r < RINGS; r++) Qe[r] = equivalent(b, r, rotates[r]);
    double radial = plane_length(watch_mean(o, "reaction.x"), watch_mean(o, "reaction.y"));
    return !abut_bearing_life(&b->def, Qe, radial, watch_mean(o, "reaction.z"), watch_mean(o, "speed"), out);
}
