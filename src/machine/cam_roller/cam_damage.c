/* Damage of the contour of a cam and of the roller on it.
 *
 * A point of the contour is named by the cam angle at which the roller is on it: one pass in a turn. The roller is rolled over where
 * the normal meets it; on the roller that place moves by the turn of the roller less that of the normal, which sways with the
 * pressure angle. In the long run every point of the roller sees every load. Both have the same rating. Line contact: p^2 ~ N, so the
 * exponent of the pressure is twice that of the load; Weibull slope 9/8. */
#include <math.h>

#include "base/constants.h"
#include "cam_roller.h"

static const double slope = 9 / 8.0;
static const char *const word[CAM_TRACKS] = {"cam", "roller"};

bool cam_damage_create(cam_roller *m) {
    double exponent = m->def.rating.exponent, of_load = 10 / 3.0;
    if (exponent > 0) of_load = m->def.rating.pressure > 0 ? 0.5 * exponent : exponent;
    bool good = true;
    for (int i = 0; i < CAM_TRACKS; i++) {
        m->track[i] = damage_create(&(damage_def){.name = word[i],
                                                  .points = i == TRACK_ROLLER ? 90 : 180, /* it turns the faster */
                                                  .elements = 1,
                                                  .alike = i == TRACK_ROLLER,
                                                  .load = m->def.rating.load,
                                                  .exponent = of_load,
                                                  .pressure = m->def.rating.pressure,
                                                  .pressure_exponent = 2 * of_load,
                                                  .cycles = m->def.rating.cycles,
                                                  .weibull = slope});
        good = good && m->track[i];
    }
    return good;
}

void cam_damage_destroy(cam_roller *m) {
    for (int i = 0; i < CAM_TRACKS; i++) damage_destroy(m->track[i]);
}

/* Of the normal in space, in the direction of the cam. */
static double normal_angle(const cam_roller *m, double cam_angle) {
    pitch_point p;
    pitch_at(&m->pitch, cam_angle + m->pitch.phase, &p);
    return m->pitch.sense * atan2(p.n.y, p.n.x) + cam_angle;
}

void cam_damage_follow(cam_roller *m, double dt, const abut_cam_roller_state *now) {
    cam_log *l = &m->log;
    double travel = 0.5 * dt * (l->last_speed + now->cam_speed), turn = 0.5 * dt * (l->last_spin + now->roller_speed);
    l->turns += fabs(travel) / TWO_PI;
    l->turned += turn;
    l->last_speed = now->cam_speed, l->last_spin = now->roller_speed;
    damage_follow(m->track[TRACK_CAM], 0, now->cam_angle, travel, now->N, now->p_max);
    damage_follow(m->track[TRACK_ROLLER], 0, l->turned + normal_angle(m, now->cam_angle), turn, now->N, now->p_max);
}

void cam_damage_json(const cam_roller *m, json *j) {
    const cam_log *l = &m->log;
    double seconds = l->seconds, sum = 0;
    json_begin(j, "damage", '{');
    for (int i = 0; i < CAM_TRACKS; i++) {
        damage_json(m->track[i], word[i], l->turns, seconds, j);
        sum += pow(damage_sum(m->track[i]).miner, slope);
    }
    double miner = pow(sum, 1 / slope);
    json_number(j, "turns", l->turns);
    json_number(j, "miner", miner);
    json_number(j, "life_revolutions", l->turns / miner);
    json_number(j, "life_hours", seconds / miner / 3600);
    json_end(j);
}

bool cam_table(const void *self, int index, machine_extra *out) {
    const cam_roller *m = self;
    return damage_table(m->track[index / DAMAGE_TABLES], index % DAMAGE_TABLES, out);
}
