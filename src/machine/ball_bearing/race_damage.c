/* Damage of the races of a ball bearing over a run and the life that it means.
 *
 * A race stands Qc (ISO 16281) for 1e6 revolutions, in each of which Z (1 +- g)/2 balls pass a point of the inner (+) and outer (-)
 * race, g = D cos(alpha)/d_m: by that Miner's sum counts passes. Both races together: (D_i^(10/9) + D_o^(10/9))^(9/10). The places on
 * a race are those of its own ring: the inner one turns by the mean speed of two instants. */
#include <math.h>

#include "base/constants.h"
#include "life.h"
#include "watch.h"

static const char *const ring_word[RINGS] = {"inner", "outer"};

bool bearing_damage_create(ball_bearing *b) {
    abut_life life;
    (void)abut_bearing_life(&b->def, (double[RINGS]){0, 0}, 0, 0, 0, &life);
    abut_bearing_frequencies turn = abut_bearing_rolling(&b->def, TWO_PI, 0);
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

void bearing_damage_follow(const ball_bearing *b, double dt, double speed, const abut_ball_state *ball) {
    const bearing_log *l = b->log;
    bool rotates[RINGS] = {false};
    if (dt == 0) bearing_rotates(b, rotates);
    for (int r = 0; r < RINGS; r++) {
        if (dt == 0) damage_alike(l->track[r], rotates[r]);
        double turned = r == INNER ? l->turned : 0, moves = r == INNER ? speed : 0;
        for (int i = 0; i < b->def.balls.count; i++) {
            const abut_race_state *race = r == INNER ? &ball[i].inner : &ball[i].outer;
            damage_follow(l->track[r], i, ball[i].azimuth - turned, (ball[i].orbit - moves) * dt, race->Q, race->p_max);
        }
    }
}

/* ---- report ---- */
void bearing_damage_json(const ball_bearing *b, json *j) {
    const bearing_log *l = b->log;
    double seconds = l->seconds, sum = 0;
    json_begin(j, "damage", '{');
    for (int r = 0; r < RINGS; r++) {
        damage_json(l->track[r], ring_word[r], l->turns, seconds, j);
        sum += pow(damage_sum(l->track[r]).miner, 10 / 9.0);
    }
    double miner = pow(sum, 0.9), L10 = l->turns / miner / 1e6, C = abut_bearing_rating(&b->def);
    double kappa = bearing_kappa(&b->def, TWO_PI * l->turns / seconds), e_C, Cu;
    double a = bearing_a_iso(&b->def, kappa, C / cbrt(L10), &e_C, &Cu);
    damage_life_json(l->turns, miner, seconds, kappa, a, j);
    json_end(j);
}

bool bearing_table(const void *self, int index, machine_extra *out) {
    const bearing_log *l = ((const ball_bearing *)self)->log;
    return damage_table(l->track[index / DAMAGE_TABLES], index % DAMAGE_TABLES, out);
}
