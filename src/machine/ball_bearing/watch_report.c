/* What a ball bearing says in the summary of a run beside its statistics. */
#include <math.h>

#include "base/constants.h"
#include "life.h"
#include "watch.h"

/* Of the inner ring in space: as it turned in the mean, before that as it is driven. */
static double inner_speed(const watch *o, const ball_bearing *b) {
    return watch_states(o) ? b->speed[OUTER] + watch_mean(o, "speed") : b->speed[INNER];
}

abut_bearing_frequencies bearing_run_frequencies(const watch *o, const ball_bearing *b) {
    return abut_bearing_rolling(&b->def, inner_speed(o, b), b->speed[OUTER]);
}

abut_bearing_frequencies bearing_found_frequencies(const watch *o, const ball_bearing *b) {
    double outer = b->speed[OUTER];
    return rings_found(b->def.balls.count, outer + watch_mean(o, "cage_speed"), watch_mean(o, "ball_spin"),
                       inner_speed(o, b), outer);
}

/* Greatest less least displacement. */
static void put_compliance(const watch *o, json *j) {
    static const char *const axis[] = {"x", "y", "z"}, *const column[] = {"dx", "dy", "dz"};
    json_begin(j, "varying_compliance", '{');
    for (int i = 0; i < 3; i++) {
        abut_stat s;
        (void)watch_stat(o, column[i], &s);
        json_number(j, axis[i], s.max - s.min);
    }
    json_end(j);
}

static void put_life(const watch *o, const ball_bearing *b, json *j) {
    bool rotates[RINGS];
    abut_life life;
    if (!bearing_run_life(o, b, &life)) return;
    bearing_rotates(b, rotates);
    bearing_life_json(
        j, &b->def, &life, rotates,
        "ball loads averaged over the time of the run, on a ring that stands still by place (72 sectors); "
        "P from the mean reaction");
}

void bearing_doubts(const watch *o, const void *self, const watch_doubt_to *to) {
    const ball_bearing *b = self;
    bool spalled = b->def.inner_race.spall.depth > 0 || b->def.outer_race.spall.depth > 0; /* edges are no races */
    rings_limits l = {spalled ? (double)INFINITY : static_pressure_limit(bearing_kind(b)), b->def.rating.C0, b->log->P0,
                      bearing_run_frequencies(o, b).bpfi};
    rings_doubts(o, &l, to);
}

void bearing_report(const watch *o, const void *self, json *j) {
    const ball_bearing *b = self;
    abut_bearing_frequencies f = bearing_run_frequencies(o, b), found = bearing_found_frequencies(o, b);
    json_number(j, "balls", b->def.balls.count);
    rings_put_frequencies(&f, &found, j);
    mounting_json(&b->mounted.state, j);
    if (!watch_states(o)) return;
    /* in space, as the frequency of pure rolling */
    json_number(j, "cage_frequency", fabs(watch_mean(o, "cage_speed") + b->speed[OUTER]) / TWO_PI);
    put_compliance(o, j);
    bearing_spectrum_json(o, b, j);
    put_life(o, b, j);
    static_json(j, bearing_kind(b), &b->def.rating, b->log->P0, rings_pressure(o));
    bearing_damage_json(b, j);
}
