/* Columns of a ball bearing over time. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "watch.h"

typedef struct column_text {
    const char *name, *unit, *meaning;
} column_text;

static const column_text bearing_text[BEARING_COLUMNS] = {
    [COL_X] = {"dx", "m", "displacement of the inner ring's centre relative to the outer ring, its axes"},
    [COL_Y] = {"dy", "m", "the same along y"},
    [COL_Z] = {"dz", "m", "the same along the bearing axis"},
    [COL_TILT_X] = {"tilt_x", "rad", "tilt of the inner ring's axis about x of the outer ring"},
    [COL_TILT_Y] = {"tilt_y", "rad", "the same about y"},
    [COL_FX] = {"fx", "N", "force of the balls on the inner ring, axes of the outer ring"},
    [COL_FY] = {"fy", "N", "the same along y"},
    [COL_FZ] = {"fz", "N", "the same along the bearing axis"},
    [COL_MX] = {"mx", "N m", "moment of the balls on the inner ring about its centre, axes of the outer ring"},
    [COL_MY] = {"my", "N m", "the same about y"},
    [COL_SPEED] = {"speed", "rad/s", "inner ring relative to the outer"},
    [COL_FRICTION] = {"friction_moment", "N m", "loss / |speed|"},
    [COL_LOSS] = {"loss", "W", "power lost in friction and damping of all contacts of the bearing"},
    [COL_CAGE] = {"cage_speed", "rad/s", "cage, or mean orbit of the balls, relative to the outer ring"},
    [COL_MZ] = {"mz", "N m", "moment of the balls on the inner ring about the bearing axis"},
    [COL_SPIN] = {"moment_spin", "N m", "part of friction_moment: spin of the balls on the races"},
    [COL_SLIP] = {"moment_slip", "N m", "the same: differential and gross sliding on the races"},
    [COL_ROLLING] = {"moment_rolling", "N m", "the same: rolling resistance of the films"},
    [COL_DAMPING] = {"moment_damping", "N m", "the same: damping of the contacts with the races"},
    [COL_CAGE_FRICTION] = {"moment_cage", "N m", "the same: friction and damping of the cage"},
};

static const column_text ball_text[BALL_RACE] = {
    [BALL_AZIMUTH] = {"azimuth", "rad", "about the outer ring's axis from its x"},
    [BALL_ORBIT] = {"orbit", "rad/s", "orbital speed relative to the outer ring: rate of the azimuth"},
    [BALL_SPIN] = {"spin", "rad/s", "angular speed relative to the orbiting frame"},
    [BALL_CAGE_FORCE] = {"cage_force", "N", "from the cage, along growing azimuth"},
};

/* every second column: the entries stand for inner and outer */
static const column_text race_text[(BALL_COLUMNS - BALL_RACE) / RINGS] = {
    {"Q", "N", "normal force"},
    {"angle", "rad", "contact angle, > 0 if the ball pushes the inner ring along -z"},
    {"p_max", "Pa", "largest pressure"},
    {"a", "m", "semi-axis of the ellipse across the groove"},
    {"b", "m", "semi-axis along the groove"},
    {"truncation", "1", "part of the major axis beyond the shoulder"},
    {"slip", "m/s", "sliding speed at the centre of the ellipse"},
    {"spin_to_roll", "1", "spin about the normal over rolling speed"},
    {"film", "m", "central film thickness; 0: none"},
    {"lambda", "1", "least film over the roughness; 0: no film, or smooth"},
};

int bearing_columns(const void *self) {
    const ball_bearing *b = self;
    return ball_column(b, b->def.balls.count, 0);
}

void bearing_column(const void *self, int i, machine_column *out) {
    if (i < BEARING_COLUMNS) {
        const column_text *t = &bearing_text[i];
        (void)snprintf(out->name, sizeof out->name, "%s", t->name);
        out->unit = t->unit, out->meaning = t->meaning;
        return;
    }
    int each = ball_columns(self), ball = (i - BEARING_COLUMNS) / each, what = (i - BEARING_COLUMNS) % each;
    bool race = what >= BALL_RACE;
    const column_text *t = race ? &race_text[(what - BALL_RACE) / RINGS] : &ball_text[what];
    const char *ring = !race ? "" : (what - BALL_RACE) % RINGS == INNER ? "_inner" : "_outer";
    (void)snprintf(out->name, sizeof out->name, "ball%d_%s%s", ball + 1, t->name, ring);
    out->unit = t->unit, out->meaning = t->meaning;
}

static void put_ball(const abut_ball_state *s, bool lubricant, double *to) {
    to[BALL_AZIMUTH] = s->azimuth;
    to[BALL_ORBIT] = s->orbit;
    to[BALL_SPIN] = s->spin;
    to[BALL_CAGE_FORCE] = s->cage_force;
    const abut_race_state *race[RINGS] = {&s->inner, &s->outer};
    for (int r = 0; r < RINGS; r++) {
        to[BALL_Q + r] = race[r]->Q;
        to[BALL_ANGLE + r] = race[r]->angle;
        to[BALL_P_MAX + r] = race[r]->p_max;
        to[BALL_A + r] = race[r]->a;
        to[BALL_B + r] = race[r]->b;
        to[BALL_TRUNCATION + r] = race[r]->truncation;
        to[BALL_SLIP + r] = race[r]->slip;
        to[BALL_SPIN_TO_ROLL + r] = race[r]->spin_to_roll;
        if (!lubricant) continue;
        to[BALL_FILM + r] = race[r]->film;
        to[BALL_LAMBDA + r] = race[r]->lambda;
    }
}

void bearing_record(const abut_world *w, const void *self, double *row) {
    const ball_bearing *b = self;
    abut_ball_state *ball = bearing_scratch(b);
    abut_bearing_state s;
    if (abut_read_bearing(w, (abut_machine){b->id}, &s, ball)) {
        memset(row, 0, (size_t)bearing_columns(self) * sizeof *row);
        return;
    }
    double per = s.speed != 0 ? 1 / fabs(s.speed) : 0;
    const abut_bearing_losses *p = &s.losses;
    const double own[BEARING_COLUMNS] = {s.displacement.x, s.displacement.y, s.displacement.z, s.tilt.x,
                                         s.tilt.y,         s.force.x,        s.force.y,        s.force.z,
                                         s.moment.x,       s.moment.y,       s.speed,          s.friction_moment,
                                         s.loss,           s.cage_speed,     s.moment.z,       per * p->spin,
                                         per * p->slip,    per * p->rolling, per * p->damping, per * p->cage};
    memcpy(row, own, sizeof own);
    for (int i = 0; i < b->def.balls.count; i++) put_ball(&ball[i], lubricated(b), row + ball_column(b, i, 0));
}
