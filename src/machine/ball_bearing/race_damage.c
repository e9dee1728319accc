/* Damage of the races of a ball bearing over a run, the life that it means, and the films.
 *
 * A race stands Qc (ISO 16281) for 1e6 revolutions, in each of which Z (1 +- g)/2 balls pass a point of the inner (+) and outer (-)
 * race, g = D cos(alpha)/d_m: by that Miner's sum counts passes. Both races together: (D_i^(10/9) + D_o^(10/9))^(9/10). The places on
 * a race are those of its own ring: the inner one turns by the mean speed of two instants. */
#include <math.h>

#include "life.h"
#include "watch.h"

static const double two_pi = 6.28318530717958647692;
static const char *const ring_word[RINGS] = {"inner", "outer"};

bool bearing_damage_create(ball_bearing *b) {
    abut_life life;
    (void)abut_bearing_life(&b->def, (double[RINGS]){0, 0}, 0, 0, 0, &life);
    abut_bearing_frequencies turn = abut_bearing_rolling(&b->def, two_pi, 0);
    bool good = true;
    for (int r = 0; r < RINGS; r++) {
        b->log->track[r] = damage_create(&(damage_def){.name = ring_word[r],
                                                       .elements = b->def.balls.count,
                                                       .load = life.Qc[r],
                                                       .exponent = 3,
                                                       .pressure_exponent = 9,
                                                       .cycles = 1e6 * (r == INNER ? turn.bpfi : turn.bpfo)});
        good = good && b->log->track[r];
    }
    return good;
}

void bearing_damage_clear(const ball_bearing *b) {
    for (int r = 0; r < RINGS; r++) damage_clear(b->log->track[r]);
}

static void add_film(bearing_log *l, int r, const double *ball) {
    double Q = ball[BALL_Q + r], film = ball[BALL_FILM + r], lambda = ball[BALL_LAMBDA + r];
    if (!(Q > 0 && film > 0)) return;
    bool first = l->film[r].load == 0;
    l->film[r].load += Q;
    l->film[r].film += Q * film;
    l->film[r].lambda += Q * lambda;
    l->film[r].film_low = first ? film : fmin(film, l->film[r].film_low);
    l->film[r].lambda_low = first ? lambda : fmin(lambda, l->film[r].lambda_low);
}

void bearing_damage_row(const ball_bearing *b, double t, const double *row) {
    bearing_log *l = b->log;
    bool first = l->rows == 0, rotates[RINGS];
    double dt = first ? 0 : t - l->t_last;
    bearing_rotates(b, rotates);
    l->turns += 0.5 * (fabs(l->speed_last) + fabs(row[COL_SPEED])) * dt / two_pi;
    for (int r = 0; r < RINGS; r++) {
        if (first) damage_alike(l->track[r], rotates[r]);
        double turned = r == INNER ? l->turned : 0, speed = r == INNER ? row[COL_SPEED] : 0;
        for (int i = 0; i < b->def.balls.count; i++) {
            const double *ball = row + ball_column(b, i, 0);
            damage_follow(l->track[r], i, ball[BALL_AZIMUTH] - turned, (ball[BALL_ORBIT] - speed) * dt,
                          ball[BALL_Q + r], ball[BALL_P_MAX + r]);
            if (lubricated(b)) add_film(l, r, ball);
        }
    }
}

/* ---- report ---- */
void bearing_film_json(const ball_bearing *b, int ring, json *j) {
    if (!lubricated(b)) return;
    const bearing_log *l = b->log;
    double Q = l->film[ring].load;
    json_begin(j, "film", '{');
    json_number(j, "mean", l->film[ring].film / Q);
    json_number(j, "min", Q > 0 ? l->film[ring].film_low : (double)NAN);
    json_end(j);
    json_begin(j, "lambda", '{');
    bool rough = b->def.law.roughness && Q > 0;
    json_number(j, "mean", rough ? l->film[ring].lambda / Q : (double)NAN);
    json_number(j, "min", rough ? l->film[ring].lambda_low : (double)NAN);
    json_end(j);
}

void bearing_damage_json(const ball_bearing *b, json *j) {
    const bearing_log *l = b->log;
    double seconds = l->t_last - l->t_first, sum = 0;
    json_begin(j, "damage", '{');
    for (int r = 0; r < RINGS; r++) {
        damage_json(l->track[r], ring_word[r], l->turns, seconds, j);
        sum += pow(damage_sum(l->track[r]).miner, 10 / 9.0);
    }
    double miner = pow(sum, 0.9), L10 = l->turns / miner / 1e6, C = abut_bearing_rating(&b->def);
    double kappa = bearing_kappa(&b->def, two_pi * l->turns / seconds), e_C, Cu;
    double a = bearing_a_iso(&b->def, kappa, C / cbrt(L10), &e_C, &Cu), hours = seconds / miner / 3600;
    json_number(j, "turns", l->turns);
    json_number(j, "miner", miner);
    json_number(j, "life_revolutions", 1e6 * L10);
    json_number(j, "life_hours", hours);
    json_number(j, "L10", L10);
    json_number(j, "kappa", kappa);
    json_number(j, "a_iso", a);
    json_number(j, "L10m", a * L10);
    json_number(j, "L10m_hours", a * hours);
    json_end(j);
}

bool bearing_table(const void *self, int index, machine_extra *out) {
    const bearing_log *l = ((const ball_bearing *)self)->log;
    return damage_table(l->track[index / DAMAGE_TABLES], index % DAMAGE_TABLES, out);
}
