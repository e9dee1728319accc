/* Statics of a bearing: the rolling elements as one force between the rings. What they do is found once per relative pose of
 * the rings, with its derivatives by that pose; here that becomes force and moment in world axes.
 *
 * Rolling elements do not resist a rotation of the inner ring about its axis. The solver may have it held (machine_spin); the
 * moment that takes is kept apart from their force. */
#include <math.h>
#include <string.h>

#include "base/constants.h"
#include "base/quat.h"
#include "rings.h"

bool rings_rest_move(rings_rest *r, const abut_pose ring[RINGS], const double *speed, vec3 gravity,
                     const body_motion *a, const body_motion *b) {
    mat3 R = m3_mulm(a->R, m3_of_quat(ring[OUTER].q)), R_i = m3_mulm(b->R, m3_of_quat(ring[INNER].q));
    vec3 centre = v3_add(a->r, m3_mul(a->R, ring[OUTER].r)), inner = v3_add(b->r, m3_mul(b->R, ring[INNER].r));
    rest_pose at;
    memset(&at, 0, sizeof at); /* compared as bytes */
    at.d = m3_tmul(R, v3_sub(inner, centre));
    at.R = m3_tmulm(R, R_i);
    at.q = quat_unit(quat_of_m3(at.R));
    at.gravity = m3_tmul(R, gravity);
    for (int i = 0; i < RINGS && speed; i++) at.speed[i] = speed[i];
    r->outer = (abut_pose){centre, quat_unit(quat_of_m3(R))};
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
    if (r->known && memcmp(&r->pose, &at, sizeof at) == 0) return false;
    r->pose = at;
    r->known = true;
    r->energy = 0;
    memset(r->F, 0, sizeof r->F);
    memset(r->dF, 0, sizeof r->dF);
    return true;
}

void rings_rest_add(rings_rest *r, const double F[RINGS][6], const double dF[RINGS][6][6]) {
    for (int n = 0; n < RINGS * 6; n++) {
        int ring = n / 6, row = n % 6;
        r->F[ring][row] += F[ring][row];
        for (int j = 0; j < 6; j++) r->dF[ring][row][j] += dF[ring][row][j];
    }
}

/* Of a vector that a turning frame carries: world axes, with its change. */
static dvec carried(mat3 R, vec3 turn, const double v[3], const double by[3][6], const double change[6]) {
    vec3 value = m3_mul(R, v3(v[0], v[1], v[2]));
    double d[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 6; j++) d[i] += by[i][j] * change[j];
    return (dvec){value, v3_add(v3_cross(turn, value), m3_mul(R, v3(d[0], d[1], d[2])))};
}

/* Angle about the axis from the start, where both frames coincide: q = swing twist. */
static dual twist(abut_quat q, vec3 turn) {
    dual w = {q.w, -0.5 * (turn.x * q.x + turn.y * q.y + turn.z * q.z)};
    dual z = {q.z, 0.5 * (turn.z * q.w + turn.x * q.y - turn.y * q.x)};
    return dual_scale(2, dual_atan2(z, w));
}

void rings_rest_spin(rings_rest *r, machine_spin how, double stiffness) {
    r->spin = how;
    r->spin_moment = 0;
    if (how != SPIN_HELD) return;
    r->spin_from = twist(r->pose.q, v3(0, 0, 0)).v;
    r->spin_by = stiffness;
}

static void add_spin(rings_rest *r, const abut_pose *ring, const body_motion *inner, vec3 turn, force_out *out) {
    if (r->spin == SPIN_FREE) return;
    dual moment = {1, 0}, angle = twist(r->pose.q, turn);
    angle.v -= r->spin_from;
    if (angle.v > PI) angle.v -= 2 * PI;
    if (angle.v < -PI) angle.v += 2 * PI;
    if (r->spin == SPIN_HELD) moment = dual_scale(-r->spin_by, angle);
    r->spin_moment = moment.v;
    dvec axis = motion_direction(inner, m3_of_quat(ring->q).c2), torque = dvec_scale(moment, axis);
    out->torque_b = dvec_add(out->torque_b, torque);
    out->torque_a = dvec_sub(out->torque_a, torque);
}

void rings_rest_push(rings_rest *r, const abut_pose ring[RINGS], const body_motion *a, const body_motion *b,
                     force_out *out) {
    mat3 R = m3_mulm(a->R, m3_of_quat(ring[OUTER].q));
    const dvec lever[RINGS] = {motion_direction(b, ring[INNER].r), motion_direction(a, ring[OUTER].r)};
    dvec apart = dvec_sub(motion_place(b, lever[INNER]), motion_place(a, lever[OUTER]));
    vec3 shift = m3_tmul(R, v3_sub(apart.d, v3_cross(a->dtheta, apart.v))),
         turn = m3_tmul(R, v3_sub(b->dtheta, a->dtheta));
    const double change[6] = {shift.x, shift.y, shift.z, turn.x, turn.y, turn.z};
    dual broken = dual_of(r->failed ? (double)NAN : 1);
    dvec f[RINGS], m[RINGS];
    for (int i = 0; i < RINGS; i++) {
        f[i] = carried(R, a->dtheta, r->F[i], r->dF[i], change);
        m[i] = dvec_add(carried(R, a->dtheta, r->F[i] + 3, r->dF[i] + 3, change), dvec_cross(lever[i], f[i]));
    }
    out->force_a = dvec_scale(broken, f[OUTER]);
    out->torque_a = dvec_scale(broken, m[OUTER]);
    out->force_b = dvec_scale(broken, f[INNER]);
    out->torque_b = dvec_scale(broken, m[INNER]);
    out->energy = r->energy;
    add_spin(r, &ring[INNER], b, turn, out);
}
