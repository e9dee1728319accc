/* Damage of the races of a roller bearing over a run and the life that it means.
 *
 * ISO 16281, load of a roller for 1e6 revolutions of a ring, g = D/d_m, Z rollers in one row:
 *   x = 1.038 ((1-g)/(1+g))^(143/108),   Q_ci = C/(0.378 Z) {1 + x^(9/2)}^(2/9),   Q_ce = C/(0.364 Z) {1 + x^(-9/2)}^(2/9),
 * without the factor 1/0.83 by which the standard takes the edge stresses of usual rollers out of C before it adds those of each
 * slice: slices here have none. Loads that are uneven along the roller count by its slices, of which each is a part in series:
 *   Q_even = Q (mean of q^(9/2))^(2/9)/mean of q.
 * A point sees Z (1 +- g)/2 passes in a revolution, exponent 4, Weibull slope 9/8, as in bearing_damage.c. */
#include <math.h>

#include "base/archive.h"
#include "base/constants.h"
#include "base/plane.h"
#include "watch.h"

static const double slope = 9 / 8.0, exponent = 4;
static const char *const ring_word[RINGS] = {"inner", "outer"};

double roller_even_load(double Q, const double *q, size_t n) {
    double most = 0, sum = 0, powers = 0;
    for (size_t k = 0; k < n; k++) most = fmax(most, q[k]);
    if (!(most > 0)) return 0;
    for (size_t k = 0; k < n; k++) {
        double part = fmax(0, q[k]) / most;
        sum += part;
        powers += pow(part, exponent * slope);
    }
    return Q * pow(powers / (double)n, 1 / (exponent * slope)) * (double)n / sum;
}

double roller_rated_load(const abut_roller_bearing_def *d, int ring) {
    double g = d->rollers.diameter / d->pitch_diameter, x = pow(1.038 * pow((1 - g) / (1 + g), 143 / 108.0), 4.5);
    double C = d->rating.C / d->rollers.count;
    return ring == INNER ? C / 0.378 * pow(1 + x, 2 / 9.0) : C / 0.364 * pow(1 + 1 / x, 2 / 9.0);
}

bool roller_damage_create(roller_bearing *b) {
    abut_bearing_frequencies turn = abut_roller_bearing_rolling(&b->def, TWO_PI, 0);
    bool good = true;
    for (int r = 0; r < RINGS; r++) {
        b->log->track[r] = damage_create(&(damage_def){.name = ring_word[r],
                                                       .elements = b->def.rollers.count,
                                                       .load = roller_rated_load(&b->def, r),
                                                       .exponent = exponent,
                                                       .pressure_exponent = 2 * exponent,
                                                       .cycles = 1e6 * (r == INNER ? turn.bpfi : turn.bpfo),
                                                       .weibull = slope});
        good = good && b->log->track[r];
    }
    return good;
}

void roller_damage_clear(void *self) {
    roller_log *l = ((roller_bearing *)self)->log;
    l->seconds = l->speed_last = l->turns = l->turned = l->P0 = 0;
    for (int r = 0; r < RINGS; r++) damage_clear(l->track[r]);
    roller_laminae_clear(l->laminae);
}

void roller_damage_archive(void *self, archive *a) {
    const roller_bearing *b = self;
    roller_log *l = b->log;
    archive_part(a, "roller_bearing", (size_t)b->def.rollers.count);
    double *const numbers[] = {&l->seconds, &l->speed_last, &l->turns, &l->turned, &l->P0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    for (int r = 0; r < RINGS; r++) damage_archive(l->track[r], a);
    roller_laminae_archive(l->laminae, b->def.rollers.count, a);
}

void roller_damage_gather(void *self, double dt, void *const state[]) {
    const roller_bearing *b = self;
    roller_log *l = b->log;
    const abut_roller_state *roller = state[1];
    bool none = b->speed[INNER] == 0 && b->speed[OUTER] == 0;
    double speed = ((const abut_bearing_state *)state[0])->speed, turn = 0.5 * dt * (l->speed_last + speed);
    const abut_vec3 *F = &((const abut_bearing_state *)state[0])->force;
    l->P0 = fmax(l->P0, static_load(ABUT_RADIAL_ROLLER, 0, plane_length(F->x, F->y), F->z));
    l->seconds += dt;
    l->turned += turn;
    l->turns += fabs(turn) / TWO_PI;
    l->speed_last = speed;
    for (int r = 0; r < RINGS; r++) {
        double turned = r == INNER ? l->turned : 0, moves = r == INNER ? speed : 0;
        /* relative to a load that stands; without drives the inner ring turns */
        if (dt == 0) damage_alike(l->track[r], none ? r == INNER : b->speed[r] != 0);
        for (int i = 0; i < b->def.rollers.count; i++) {
            const abut_line_state *race = r == INNER ? &roller[i].inner : &roller[i].outer;
            damage_follow(l->track[r], i, roller[i].azimuth - turned, (roller[i].orbit - moves) * dt, race->Q_even,
                          race->p_max);
            roller_laminae_gather(b, i, r, roller[i].azimuth - turned, dt);
        }
    }
}

void roller_damage_json(const roller_bearing *b, json *j) {
    const roller_log *l = b->log;
    double seconds = l->seconds, sum = 0;
    json_begin(j, "damage", '{');
    for (int r = 0; r < RINGS; r++) {
        damage_json(l->track[r], ring_word[r], l->turns, seconds, j);
        sum += pow(damage_sum(l->track[r]).miner, slope);
    }
    double miner = pow(sum, 1 / slope), L10 = l->turns / miner / 1e6, kappa;
    double a = roller_a_iso(b, b->def.rating.C / pow(L10, 0.3), TWO_PI * l->turns / seconds, &kappa);
    damage_life_json(l->turns, miner, seconds, kappa, a, j);
    json_end(j);
}

bool roller_table(const void *self, int index, machine_extra *out) {
    const roller_log *l = ((const roller_bearing *)self)->log;
    return damage_table(l->track[index / DAMAGE_TABLES], index % DAMAGE_TABLES, out);
}
