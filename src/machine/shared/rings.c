/* The two rings of a bearing: where they are, how they are driven. */
#include "rings.h"

#include <math.h>

#include "base/constants.h"
#include "base/plane.h"
#include "base/quat.h"
#include "world/world.h"

ring_frame ring_frame_of(const abut_world *w, abut_body body, const abut_pose *in_body) {
    abut_body_state s = abut_read_body(w, body);
    mat3 R = m3_of_quat(s.q);
    return (ring_frame){v3_add(s.r, m3_mul(R, in_body->r)), m3_mul(R, s.w), m3_mulm(R, m3_of_quat(in_body->q))};
}

void rings_read(const ring_frame ring[RINGS], abut_bearing_state *s) {
    const mat3 R = ring[OUTER].R;
    vec3 axis = m3_tmul(R, ring[INNER].R.c2);
    double sine = plane_length(axis.x, axis.y), scale = sine > 0 ? atan2(sine, axis.z) / sine : 1;
    *s = (abut_bearing_state){.displacement = m3_tmul(R, v3_sub(ring[INNER].r, ring[OUTER].r)),
                              .tilt = {-scale * axis.y, scale * axis.x, 0},
                              .speed = v3_dot(v3_sub(ring[INNER].w, ring[OUTER].w), R.c2)};
}

double rings_orbit(double D, double dm, double angle, double inner, double outer) {
    double R = 0.5 * dm, r = 0.5 * D * cos(angle);
    return (inner * (R - r) + outer * (R + r)) / (2 * R);
}

abut_bearing_frequencies rings_rolling(int count, double D, double dm, double angle, double inner, double outer) {
    double g = D / dm * cos(angle), speed = fabs(inner - outer), turn = 1 / (2 * PI);
    return (abut_bearing_frequencies){
        .ftf = fabs(rings_orbit(D, dm, angle, inner, outer)) * turn,
        .bpfo = 0.5 * count * speed * (1 - g) * turn,
        .bpfi = 0.5 * count * speed * (1 + g) * turn,
        .bsf = 0.5 * dm / D * speed * (1 - g * g) * turn,
    };
}

abut_bearing_frequencies rings_found(int count, double orbit, double spin, double inner, double outer) {
    double turn = 1 / (2 * PI);
    return (abut_bearing_frequencies){
        .ftf = fabs(orbit) * turn,
        .bpfo = count * fabs(orbit - outer) * turn,
        .bpfi = count * fabs(inner - orbit) * turn,
        .bsf = fabs(spin) * turn,
    };
}

void rings_place(const abut_world *w, const abut_body body[RINGS], abut_pose *place, abut_pose in_body[RINGS]) {
    place->q = quat_is_zero(place->q) ? quat_identity() : quat_unit(place->q);
    for (int r = 0; r < RINGS; r++) {
        abut_pose at = world_start_pose(w, body[r].id);
        in_body[r] = (abut_pose){m3_tmul(m3_of_quat(at.q), v3_sub(place->r, at.r)),
                                 quat_multiply(quat_conjugate(at.q), place->q)};
    }
}

void ring_speed(const abut_world *w, int body, vec3 axis, double *speed, double *ramp) {
    const world_body *o = &w->body[body];
    mat3 R = m3_of_quat(world_start_pose(w, body).q);
    *speed = v3_dot(axis, m3_mul(R, o->def.start.w));
    *ramp = 0;
    const abut_drive_def *d = o->def.drive.given && !o->def.drive.translation ? &o->def.drive : NULL;
    vec3 about = d && v3_dot(d->axis, d->axis) > 0 ? v3_unit(d->axis) : v3(0, 0, 1);
    about = m3_mul(R, about);
    for (int i = 1; !d && i <= w->joints; i++) {
        const abut_joint_def *j = &w->joint[i].def;
        if (j->child.id != body || !j->drive.given || j->drive.translation) continue;
        d = &j->drive;
        about = m3_of_quat(quat_is_zero(j->place.q) ? quat_identity() : quat_unit(j->place.q)).c2;
    }
    if (!d) return;
    double v = d->speed;
    *ramp = d->ramp;
    if (d->motion.type) {
        function f = {0};
        abut_message why;
        if (!function_make(w->registry, &d->motion, &f, &why)) v = function_at(&f, 0).v;
        function_drop(&f);
        *ramp = 0;
    }
    *speed = v * v3_dot(axis, about);
}

double rings_force_loss(const abut_world *w, int force) {
    const mb_force *f = &w->system->force[force - 1];
    body_motion m[2];
    force_out out = {.loss = 0};
    kin_motion(w->reader, f->a, &m[0]);
    kin_motion(w->reader, f->b, &m[1]);
    f->type->eval(f->self, &f->places, (dual){w->t_shown, 0}, &m[0], &m[1], &out);
    return out.loss;
}
