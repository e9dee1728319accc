/* What is read, written and printed of the rings of a bearing in statics. */
#include <math.h>
#include <stdio.h>

#include "base/plane.h"
#include "base/quat.h"
#include "rings.h"

static vec3 tilt_of(const rest_pose *at) {
    vec3 axis = at->R.c2;
    double s = plane_length(axis.x, axis.y), angle = atan2(s, axis.z), k = s > 0 ? angle / s : 1;
    return v3(-k * axis.y, k * axis.x, 0);
}

void rings_rest_read(const rings_rest *r, abut_bearing_state *state) {
    const double *F = r->F[INNER];
    *state = (abut_bearing_state){.displacement = r->pose.d,
                                  .tilt = tilt_of(&r->pose),
                                  .force = {F[0], F[1], F[2]},
                                  .moment = {F[3], F[4], F[5]},
                                  .speed = r->pose.speed[INNER] - r->pose.speed[OUTER]};
}

/* Torque about the origin of the ring's body. */
static vec3 torque_on_ring(const rings_rest *r, const abut_pose *in_body, int which, vec3 point, vec3 force,
                           vec3 moment) {
    abut_pose frame = r->outer;
    if (which == INNER) frame = (abut_pose){rest_in_world(r, r->pose.d), quat_multiply(r->outer.q, r->pose.q)};
    vec3 lever = m3_tmul(m3_of_quat(in_body->q), in_body->r);
    vec3 origin = v3_sub(frame.r, m3_mul(m3_of_quat(frame.q), lever));
    return v3_neg(v3_add(moment, v3_cross(v3_sub(point, origin), force)));
}

void rest_contact_to_world(const rings_rest *r, const abut_pose ring[RINGS], int which, vec3 centre,
                           abut_element_out *out) {
    out->point = rest_in_world(r, out->point);
    vec3 *axes[] = {&out->n, &out->t1, &out->t2, &out->force, &out->moment};
    for (int i = 0; i < 5; i++) *axes[i] = rest_to_world(r, *axes[i]);
    out->on_b = (abut_wrench){out->force, v3_add(out->moment, v3_cross(v3_sub(out->point, centre), out->force))};
    out->on_a =
        (abut_wrench){v3_neg(out->force), torque_on_ring(r, &ring[which], which, out->point, out->force, out->moment)};
}

static void json_list(json *j, const char *key, const double *v, int n) {
    json_begin(j, key, '[');
    for (int i = 0; i < n; i++) json_number(j, NULL, v[i]);
    json_end(j);
}

void rings_rest_json(const rings_rest *r, json *j) {
    abut_bearing_state s;
    rings_rest_read(r, &s);
    json_list(j, "displacement", (double[]){s.displacement.x, s.displacement.y, s.displacement.z}, 3);
    json_list(j, "tilt", (double[]){s.tilt.x, s.tilt.y}, 2);
    json_list(j, "force", (double[]){s.force.x, s.force.y, s.force.z}, 3);
    json_list(j, "moment", (double[]){s.moment.x, s.moment.y, s.moment.z}, 3);
    json_number(j, "holding_moment", r->spin_moment);
    json_number(j, "speed_inner", r->pose.speed[INNER]);
    json_number(j, "speed_outer", r->pose.speed[OUTER]);
}

void rings_rest_json_stiffness(const rings_rest *r, json *j) {
    json_begin(j, "stiffness", '[');
    for (int i = 0; i < 5; i++) {
        double row[5];
        for (int k = 0; k < 5; k++) row[k] = -r->dF[INNER][i][k];
        json_list(j, NULL, row, 5);
    }
    json_end(j);
}

void rings_rest_print(const rings_rest *r, const char *elements, FILE *to) {
    abut_bearing_state s;
    rings_rest_read(r, &s);
    (void)fprintf(to, "  inner ring against outer ring: displacement [um] %.6g %.6g %.6g, tilt [mrad] %.6g %.6g\n",
                  s.displacement.x * 1e6, s.displacement.y * 1e6, s.displacement.z * 1e6, s.tilt.x * 1e3,
                  s.tilt.y * 1e3);
    (void)fprintf(to, "  %s on the inner ring: force [N] %.6g %.6g %.6g, moment [N m] %.5g %.5g %.5g\n", elements,
                  s.force.x, s.force.y, s.force.z, s.moment.x, s.moment.y, s.moment.z);
    if (r->spin == SPIN_HELD)
        (void)fprintf(to, "  nothing else keeps the inner ring from turning: it is held by %.5g N m about its axis\n",
                      r->spin_moment);
}

void rings_rest_print_stiffness(const rings_rest *r, FILE *to) {
    (void)fprintf(to, "  stiffness, order x y z [N/m, N], rotation about x, y [N, N m]\n");
    for (int i = 0; i < 5; i++) {
        (void)fprintf(to, " ");
        for (int k = 0; k < 5; k++) (void)fprintf(to, " %13.5g", -r->dF[INNER][i][k]);
        (void)fprintf(to, "\n");
    }
}
