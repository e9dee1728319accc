/* What a ball bearing shows. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "life.h"
#include "watch.h"

static abut_status read(const abut_world *w, const void *self, void *const state[]) {
    bearing_shown *to = state[0];
    abut_status status = abut_read_bearing(w, (abut_machine){((const ball_bearing *)self)->id}, &to->s, state[1]);
    if (status) return status;
    to->moment = rings_moments(&to->s);
    return ABUT_OK;
}

static int balls(const void *self) { return ((const ball_bearing *)self)->def.balls.count; }
static bool has_film(const void *self) { return lubricated(self); }
static bool has_drag(const void *self) { return ((const ball_bearing *)self)->drag; }

#define OF(field) offsetof(bearing_shown, s.field)
static const watch_entry own[] = {
    {"dx", "m", "displacement of the inner ring's centre relative to the outer ring, its axes",
     .at = OF(displacement.x), WATCH_ALL, "displacement.x"},
    {"dy", "m", "the same along y", .at = OF(displacement.y), WATCH_ALL, "displacement.y"},
    {"dz", "m", "the same along the bearing axis", .at = OF(displacement.z), WATCH_ALL, "displacement.z"},
    {"tilt_x", "rad", "tilt of the inner ring's axis about x of the outer ring", .at = OF(tilt.x), WATCH_ALL, "tilt.x"},
    {"tilt_y", "rad", "the same about y", .at = OF(tilt.y), WATCH_ALL, "tilt.y"},
    {"fx", "N", "force of the balls on the inner ring, axes of the outer ring", .at = OF(force.x), WATCH_ALL,
     "reaction.x"},
    {"fy", "N", "the same along y", .at = OF(force.y), WATCH_ALL, "reaction.y"},
    {"fz", "N", "the same along the bearing axis", .at = OF(force.z), WATCH_ALL, "reaction.z"},
    {"mx", "N m", "moment of the balls on the inner ring about its centre, axes of the outer ring", .at = OF(moment.x),
     WATCH_ALL, "reaction_moment.x"},
    {"my", "N m", "the same about y", .at = OF(moment.y), WATCH_ALL, "reaction_moment.y"},
    {"speed", "rad/s", "inner ring relative to the outer", .at = OF(speed), WATCH_ALL},
    {"friction_moment", "N m", "loss / |speed|", .at = OF(friction_moment), WATCH_ALL},
    {"loss", "W", "power lost in friction and damping of all contacts of the bearing", .at = OF(loss), WATCH_ALL},
    {"cage_speed", "rad/s", "cage, or mean orbit of the balls, relative to the outer ring", .at = OF(cage_speed),
     WATCH_ALL},
    {"mz", "N m", "moment of the balls on the inner ring about the bearing axis", .at = OF(moment.z), WATCH_ALL,
     "axial_moment"},
#define PART(name, field, meaning)                                                                                     \
    { "moment_" name, "N m", meaning, .at = offsetof(bearing_shown, moment.field), WATCH_ALL, "friction_moments." name }
    PART("spin", spin, "part of friction_moment: spin of the balls on the races"),
    PART("slip", slip, "the same: differential and gross sliding on the races"),
    PART("rolling", rolling, "the same: rolling resistance of the films"),
    PART("damping", damping, "the same: damping of the contacts with the races"),
    PART("cage", cage, "the same: friction and damping of the cage"),
    {"moment_drag", "N m", "the same: drag of the oil on the balls", .at = offsetof(bearing_shown, moment.drag),
     WATCH_ALL, "friction_moments.drag", has_drag},
    {0},
};

#define BALL(field) offsetof(abut_ball_state, field)
/* both races of a ball */
#define RACES(name, unit, meaning, field, stats, ...)                                                                  \
    {name "_inner", unit, meaning, .at = BALL(inner.field), stats, "races.inner." name, __VA_ARGS__}, {                \
        name "_outer", unit, meaning, .at = BALL(outer.field), stats, "races.outer." name, __VA_ARGS__                 \
    }
#define GATED(name, unit, meaning, field, stats, has, gate)                                                            \
    {name "_inner", unit, meaning, .at = BALL(inner.field), stats, "races.inner." name, has, gate, BALL(inner.Q)}, {   \
        name "_outer", unit, meaning, .at = BALL(outer.field), stats, "races.outer." name, has, gate, BALL(outer.Q)    \
    }

static const watch_entry of_ball[] = {
    {"azimuth", "rad", "about the outer ring's axis from its x", .at = BALL(azimuth)},
    {"orbit", "rad/s", "orbital speed relative to the outer ring: rate of the azimuth", .at = BALL(orbit),
     WATCH_ALL | WATCH_EACH},
    {"spin", "rad/s", "angular speed relative to the orbiting frame", .at = BALL(spin), WATCH_ALL | WATCH_EACH,
     "ball_spin"},
    {"cage_force", "N", "from the cage, along growing azimuth", .at = BALL(cage_force), WATCH_ALL},
    RACES("Q", "N", "normal force", Q, WATCH_ALL | WATCH_EACH, 0),
    GATED("angle", "rad", "contact angle, > 0 if the ball pushes the inner ring along -z", angle, WATCH_MEAN, NULL,
          WATCH_WHILE),
    RACES("p_max", "Pa", "largest pressure", p_max, WATCH_ALL | WATCH_EACH, 0),
    RACES("a", "m", "semi-axis of the ellipse across the groove", a, WATCH_ALL, 0),
    RACES("b", "m", "semi-axis along the groove", b, WATCH_ALL, 0),
    RACES("truncation", "1", "part of the major axis beyond the shoulder", truncation, WATCH_ALL, 0),
    RACES("slip", "m/s", "sliding speed at the centre of the ellipse", slip, WATCH_ALL | WATCH_EACH, 0),
    RACES("spin_to_roll", "1", "spin about the normal over rolling speed", spin_to_roll, WATCH_ALL, 0),
    GATED("film", "m", "central film thickness; no number: none. Mean weighted with the load", film,
          WATCH_MEAN | WATCH_MIN | WATCH_ABOVE_0, has_film, WATCH_WEIGHT),
    GATED("lambda", "1", "least film over the roughness; no number: no film, or smooth. Mean weighted with the load",
          lambda, WATCH_MEAN | WATCH_MIN | WATCH_ABOVE_0, has_film, WATCH_WEIGHT),
    {0},
};

/* ---- headline ---- */
RINGS_FREQUENCIES(bearing_run_frequencies, bearing_found_frequencies)
RINGS_MOUNTINGS(ball_bearing)

#define LIFE(field)                                                                                                    \
    static double life_##field(const watch *o, const void *self) {                                                     \
        abut_life l;                                                                                                   \
        return bearing_run_life(o, self, &l) ? l.field : (double)NAN;                                                  \
    }
static double life_headline(const watch *o, const void *self) {
    const ball_bearing *b = self;
    abut_life l;
    if (!bearing_run_life(o, b, &l)) return (double)NAN;
    double a = bearing_headline_factor(&b->def, &l);
    return l.L10r_hours * (isfinite(a) ? a : 1);
}
RINGS_LIVES(LIFE)

static double static_margin(const watch *o, const void *self) {
    const ball_bearing *b = self;
    (void)o;
    return static_safety(&b->def.rating, b->log->P0);
}

static const watch_card cards[] = {
    RINGS_CARDS("ball"),
    {"Speeds and losses", "Ball spin, mean", "rad/s", .stat = WATCH_MEAN, .key = {"ball_spin"}},
    RINGS_MOUNTING_CARDS,
    RINGS_FREQUENCY_CARDS("ball"),
    RINGS_LIFE_CARDS(life_headline),
    {0},
};

static const watch_figure figures[] = {
    RINGS_FIGURES("ball", "balls"),
    {WATCH_OVER_TIME, "Rings and balls over time", "Contact angle at the inner race", "ball", NULL,
     .columns = {"angle_inner"}},
    {WATCH_OVER_TIME, "Rings and balls over time", "Force of the cage", "ball", NULL, .columns = {"cage_force"}},
    {WATCH_OVER_TIME, "Rings and balls over time", "Friction moment", NULL, NULL,
     .columns = {"friction_moment", "moment_spin", "moment_slip", "moment_rolling", "moment_damping", "moment_cage",
                 "moment_drag"}},
    {0},
};

const watch_table bearing_watch = {
    .title = "Ball bearing",
    .group = {{NULL, sizeof(bearing_shown), own}, {"ball", sizeof(abut_ball_state), of_ball, balls}},
    .read = read,
    .cards = cards,
    .figures = figures,
    .spectrum = {"fx", "fy", "fz", "dx", "dy", "dz"},
    .gather = bearing_gather,
    .clear = bearing_log_clear,
    .archive = bearing_log_archive,
    .report = bearing_report,
    .doubts = bearing_doubts,
};
