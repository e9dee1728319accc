/* What acts on the follower and on the roller of a cam beside the contact.
 *
 * On the follower, along its lift: -(F0 + k s + A p), s its own lift and p the pressure at the cam angle; of a translating one
 * at the roller's centre. On the roller the
 * moment of its bearing, -mu N r_pin w/sqrt(w^2 + w_s^2), at its speed w and the load N that the contact has in quasi-statics
 * (cam/cycle.c) at the cam's angle and speed. The follower's share of that moment goes into its guide: on a lever its work is
 * left out, being smaller by r_pin mu/arm than that of the contact force. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/constants.h"
#include "cam/load.h"
#include "cam_roller.h"
#include "world/world.h"

static const double SLOW = 1; /* rad/s, w_s */

/* ---- where things are ---- */
vec3 cam_to_world(const cam_roller *m, plane_vec at) {
    return v3_add(m->origin, v3_in(at.x, m->axes.c0, at.y, m->axes.c1));
}

dual cam_angle_of(const cam_roller *m, const body_motion *cam) {
    dvec e = motion_direction(cam, m->cam_x);
    return dual_scale(m->pitch.sense, dual_atan2(dvec_dot(e, dvec_of(m->axes.c1)), dvec_dot(e, dvec_of(m->axes.c0))));
}

dual cam_lift_of(const cam_roller *m, const body_motion *b) {
    dvec arm = motion_direction(b, m->arm);
    if (!m->pitch.swings) return dvec_dot(dvec_of(m->axes.c0), dvec_sub(motion_place(b, arm), dvec_of(m->centre)));
    dual angle = dual_atan2(dvec_dot(arm, dvec_of(m->axes.c1)), dual_scale(-1, dvec_dot(arm, dvec_of(m->axes.c0))));
    return dual_scale(1 / m->pitch.per_lift, dual_sub(angle, dual_of(m->pitch.angle0)));
}

/* ---- quasi-statics in dual numbers ---- */
static dual pressure(const cam_roller *m, dual angle, const lift_value *s) {
    double by[2], p = cam_pressure(&m->def.load, angle.v, s->d1, m->steepest, by);
    return (dual){p, (by[0] + by[1] * s->d2) * angle.d};
}

dual cam_quasi_force(const cam_roller *m, dual angle, dual speed) {
    const abut_cam_load *l = &m->def.load;
    const pitch *c = &m->pitch;
    pitch_point p;
    pitch_at(c, angle.v + c->phase, &p);
    const lift_value *s = &p.s;
    dual lifted = {s->s, s->d1 * angle.d}, bend = {s->d2, s->d3 * angle.d};
    dual F = dual_add(dual_of(l->preload), dual_scale(l->stiffness, lifted));
    F = dual_add(F, dual_scale(m->mass, dual_mul(bend, dual_mul(speed, speed))));
    F = dual_add(F, dual_scale(PI / 4 * l->plunger_diameter * l->plunger_diameter, pressure(m, angle, s)));
    /* the normal turns by 1 - k |P'| against the frame, the way of a lever's roller by its own angle */
    double turned = c->sense * angle.v, ct = cos(turned), st = sin(turned);
    pitch_centre at = pitch_centre_at(c, s->s);
    double nx = ct * p.n.x - st * p.n.y, ny = st * p.n.x + ct * p.n.y;
    double cosine = nx * at.way.x + ny * at.way.y, sine = c->sense * (at.way.x * ny - at.way.y * nx);
    double rate = 1 - p.k * p.speed + (c->swings ? c->sense * c->per_lift * s->d1 : 0);
    return dual_div(F, (dual){at.per_lift * cosine, -at.per_lift * sine * rate * angle.d});
}

dual cam_pin_moment(const cam_roller *m, dual load, dual speed) {
    if (!(load.v > 0)) return dual_of(0);
    dual size = dual_sqrt(dual_add(dual_mul(speed, speed), dual_of(SLOW * SLOW)));
    return dual_scale(-m->def.roller.bearing_mu * m->pin, dual_mul(load, dual_div(speed, size)));
}

/* ---- the forces ---- */
typedef struct cam_force {
    const cam_roller *m;
} cam_force;

static void press(const void *self, const force_places *places, dual t, const body_motion *cam, const body_motion *b,
                  force_out *out) {
    (void)places, (void)t;
    const cam_roller *m = ((const cam_force *)self)->m;
    const abut_cam_load *l = &m->def.load;
    dual angle = cam_angle_of(m, cam), s = cam_lift_of(m, b);
    lift_value v = lift_at(&m->pitch.lift, angle.v + m->pitch.phase);
    dual piston = dual_scale(PI / 4 * l->plunger_diameter * l->plunger_diameter, pressure(m, angle, &v));
    dual F = dual_add(dual_add(dual_of(l->preload), dual_scale(l->stiffness, s)), piston);
    double rate;
    if (m->pitch.swings) { /* the lift turns the lever about -z */
        out->torque_b = dvec_scale(dual_scale(1 / m->pitch.per_lift, F), dvec_of(m->axes.c2));
        rate = -v3_dot(m->axes.c2, b->w) / m->pitch.per_lift;
    } else {
        dvec arm = motion_direction(b, m->arm);
        out->force_b = dvec_scale(dual_scale(-1, F), dvec_of(m->axes.c0));
        out->torque_b = dvec_cross(arm, out->force_b);
        rate = v3_dot(m->axes.c0, motion_velocity(b, arm).v);
    }
    out->energy = s.v * (l->preload + 0.5 * l->stiffness * s.v);
    out->power = -piston.v * rate;
}

static void brake(const void *self, const force_places *places, dual t, const body_motion *cam, const body_motion *b,
                  force_out *out) {
    (void)places, (void)t;
    const cam_roller *m = ((const cam_force *)self)->m;
    dvec z = dvec_of(m->axes.c2);
    dual turning = dual_scale(m->pitch.sense, dvec_dot(z, motion_spin(cam))), w = dvec_dot(z, motion_spin(b));
    dual M = cam_pin_moment(m, cam_quasi_force(m, cam_angle_of(m, cam), turning), w);
    out->torque_b = dvec_scale(M, z);
    out->loss = -M.v * w.v;
}

static const force_type force_press = {
    .type = {"force", "cam_press", "spring and pressure on the follower of a cam", NULL, NULL},
    .size = sizeof(cam_force),
    .bodies = 2,
    .eval = press,
};
static const force_type force_brake = {
    .type = {"force", "cam_brake", "bearing of a cam follower's roller", NULL, NULL},
    .size = sizeof(cam_force),
    .bodies = 2,
    .eval = brake,
};

static bool add(abut_world *w, const cam_roller *m, const char *what, const force_type *type, int on) {
    char name[200];
    cam_force *self = malloc(sizeof *self);
    if (!self) return world_refuse(w, ABUT_NO_MEMORY, "out of memory") == ABUT_OK;
    self->m = m;
    (void)snprintf(name, sizeof name, "%s.%s", m->def.name, what);
    abut_force_def def = {.name = name, .a = {m->cam}, .b = {on}};
    return world_add_force(w, &def, type, self).id != 0;
}

bool cam_add_forces(abut_world *w, const cam_roller *m) {
    return add(w, m, "press", &force_press, m->follower) &&
           (m->def.roller.bearing_mu == 0 || add(w, m, "bearing", &force_brake, m->roller));
}
