/* Drives that turn bodies or joints at a given speed: which there are, and how fast they go. */
#include <math.h>
#include <stdlib.h>

#include "base/quat.h"
#include "modes.h"
#include "world/world.h"

static bool turns(const abut_drive_def *d) { return d->given && !d->translation && !d->motion.type; }

/* Drive number `wanted` or, with a count to fill, all; bodies first. */
static abut_drive_def *drive_at(const abut_world *w, int wanted, int *count, int *body, int *joint) {
    int at = 0;
    for (int i = 1; i <= w->bodies + w->joints; i++) {
        bool of_joint = i > w->bodies;
        abut_drive_def *d = of_joint ? &w->joint[i - w->bodies].def.drive : &w->body[i].def.drive;
        if (!turns(d) || at++ != wanted) continue;
        if (body) *body = of_joint ? 0 : i;
        if (joint) *joint = of_joint ? i - w->bodies : 0;
        return d;
    }
    if (count) *count = at;
    return NULL;
}

int modes_drives(const abut_world *w) {
    int count = 0;
    (void)drive_at(w, -1, &count, NULL, NULL);
    return count;
}

void modes_read_speeds(const abut_world *w, double *speed) {
    for (int i = 0, count = modes_drives(w); i < count; i++) speed[i] = drive_at(w, i, NULL, NULL, NULL)->speed;
}

void modes_set_speeds(abut_world *w, const double *speed, double factor) {
    for (int i = 0, count = modes_drives(w); i < count; i++)
        drive_at(w, i, NULL, NULL, NULL)->speed = factor * speed[i];
}

int modes_leader(const abut_world *w) {
    int count = modes_drives(w);
    for (int i = 0; i < count; i++)
        if (drive_at(w, i, NULL, NULL, NULL)->speed != 0) return i;
    return count ? 0 : -1;
}

double abut_driven_speed(const abut_world *w) {
    int leader = modes_leader(w);
    return leader < 0 ? 0 : drive_at(w, leader, NULL, NULL, NULL)->speed;
}

abut_status abut_set_driven_speed(abut_world *w, double speed) {
    int leader = modes_leader(w), count = modes_drives(w);
    if (leader < 0) return ABUT_MISSING;
    if (!(fabs(speed) > 0 && isfinite(speed))) return ABUT_BAD_VALUE;
    double now = drive_at(w, leader, NULL, NULL, NULL)->speed;
    for (int i = 0; i < count; i++) {
        abut_drive_def *d = drive_at(w, i, NULL, NULL, NULL);
        d->speed = i == leader ? speed : now != 0 ? d->speed * (speed / now) : 0;
    }
    return ABUT_OK;
}

vec3 modes_axis(const abut_world *w) {
    int leader = modes_leader(w), body = 0, joint = 0;
    const abut_drive_def *d = leader < 0 ? NULL : drive_at(w, leader, NULL, &body, &joint);
    if (!d || d->speed == 0 || w->solver.at_rest) return v3(0, 0, 0);
    double sign = d->speed > 0 ? 1 : -1;
    if (joint) {
        abut_quat q = w->joint[joint].def.place.q;
        return v3_scale(sign, m3_of_quat(quat_is_zero(q) ? quat_identity() : quat_unit(q)).c2);
    }
    vec3 axis = v3_dot(d->axis, d->axis) > 0 ? v3_unit(d->axis) : v3(0, 0, 1);
    return v3_scale(sign, m3_mul(m3_of_quat(w->work->kin[w->body[body].node].q), axis));
}

/* ---- walks over speeds ---- */
abut_status modes_sweep_begin(modes_sweep *s, abut_world *w, const abut_solver_def *solver) {
    int leader = modes_leader(w), drives = modes_drives(w);
    *s = (modes_sweep){.w = w, .solver = solver};
    if (w->status) return w->status;
    if (leader < 0)
        return world_refuse(w, ABUT_MISSING, "the model has no drive with a speed: there is none to change");
    s->given = calloc(2 * (size_t)drives, sizeof *s->given);
    if (!s->given) return ABUT_NO_MEMORY;
    s->unit = s->given + drives;
    modes_read_speeds(w, s->given);
    double first = fabs(s->given[leader]);
    for (int i = 0; i < drives; i++) s->unit[i] = first > 0 ? s->given[i] / first : (double)(i == leader);
    return ABUT_OK;
}

void modes_sweep_turn(const modes_sweep *s, double speed) { modes_set_speeds(s->w, s->unit, speed); }

abut_status modes_sweep_end(modes_sweep *s, abut_status status) {
    if (s->given) modes_set_speeds(s->w, s->given, 1);
    free(s->given);
    s->given = NULL;
    return status;
}
