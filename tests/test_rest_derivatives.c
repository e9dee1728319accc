/* Bearings in statics are one force between two bodies: its derivatives by every motion of either body against differences of the
 * force itself, at speed, under weight and load, at a place that is turned and off both centres of mass; and that the forces of
 * both sides are in balance with weights and centrifugal forces. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/machine/ball_bearing.h"
#include "abut/machine/roller_bearing.h"
#include "base/quat.h"
#include "machine/machine.h"
#include "machine/shared/rings.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

static const double pi = 3.14159265358979323846;
static const abut_material steel = {207e9, 0.3, 7800, false};

typedef struct rig {
    abut_world *w;
    const world_machine *m;
    body_motion ring[2]; /* of the outer ring, of the inner one: a, b of the force */
    force_places places;
} rig;

/* Housing and shaft stand turned somewhere; the inner ring is displaced, tilted and pressed. */
static rig start(abut_world *w, abut_machine id) {
    ck_assert_msg(id.id != 0, "%s", abut_world_message(w));
    must(abut_start(w, &(abut_solver_def){.statics = true}));
    rig r = {.w = w, .m = machine_at(w, id, NULL), .places.gravity = {0, -9.81, 0}};
    for (int i = 0; i < 2; i++) {
        abut_body_state s = abut_read_body(w, abut_find_body(w, i ? "shaft" : "housing"));
        r.ring[i] = (body_motion){.r = s.r, .R = m3_of_quat(s.q)};
    }
    return r;
}

static abut_world *bodies(abut_body *inner, abut_body *outer, abut_pose place, double w_i, double w_o) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, -9.81, 0}});
    mat3 R = m3_of_quat(place.q);
    abut_body_def def = {.name = "shaft", .mass = 1, .inertia = {1e-3, 1e-3, 1e-3}};
    def.start.r = v3_add(place.r, m3_mul(R, v3(0, 0, -15e-3)));
    def.start.q = place.q;
    def.drive = (abut_drive_def){.given = true, .speed = w_i};
    *inner = abut_add_body(w, &def);
    def.name = "housing", def.drive.speed = w_o;
    def.start.r = v3_add(place.r, m3_mul(R, v3(0, 0, 40e-3)));
    *outer = abut_add_body(w, &def);
    return w;
}

static force_out push(const rig *r) {
    force_out out = {0};
    r->m->type->rest->eval(r->m->self, &r->places, (dual){0, 0}, &r->ring[0], &r->ring[1], &out);
    return out;
}

static void unpack(const force_out *f, bool rate, double to[12]) {
    const dvec all[4] = {f->force_a, f->torque_a, f->force_b, f->torque_b};
    for (int i = 0; i < 4; i++) {
        vec3 v = rate ? all[i].d : all[i].v;
        to[3 * i] = v.x, to[3 * i + 1] = v.y, to[3 * i + 2] = v.z;
    }
}

static vec3 unit(int axis) { return v3(axis == 0, axis == 1, axis == 2); }

/* Coordinate 0 .. 11: position and rotation of the outer ring's body, of the inner's. */
static void move(rig *r, int i, double by) {
    body_motion *b = &r->ring[i / 6];
    vec3 d = v3_scale(by, unit(i % 3));
    if (i % 6 < 3)
        b->r = v3_add(b->r, d);
    else
        b->R = m3_mulm(m3_of_quat(quat_exp(d)), b->R);
}

/* Scales: the largest derivative of forces and of torques by positions and by rotations; about its axis nothing holds a ring. */
static void check_derivatives(const rig *at, const char *what) {
    double got[12][12], want[12][12], scale[2][2] = {{0}}, worst = 0;
    for (int i = 0; i < 12; i++) {
        rig r = *at;
        body_motion *b = &r.ring[i / 6];
        *(i % 6 < 3 ? &b->dr : &b->dtheta) = unit(i % 3);
        force_out exact = push(&r);
        unpack(&exact, true, got[i]);
        double end[2][12], step = i % 6 < 3 ? 1e-8 : 5e-7;
        for (int side = 0; side < 2; side++) {
            rig moved = *at;
            move(&moved, i, side ? -step : step);
            force_out f = push(&moved);
            unpack(&f, false, end[side]);
        }
        for (int k = 0; k < 12; k++) {
            double *size = &scale[i / 3 % 2][k / 3 % 2];
            want[i][k] = (end[0][k] - end[1][k]) / (2 * step);
            *size = fmax(*size, fabs(want[i][k]));
        }
    }
    for (int n = 0; n < 144; n++) {
        int i = n / 12, k = n % 12;
        double size = scale[i / 3 % 2][k / 3 % 2];
        expect_within(got[i][k] / size, want[i][k] / size, 5e-6, &worst, "%s: part %d by motion %d", what, k, i);
    }
    printf("%s: %.1e\n", what, worst);
}

/* On rings and rolling elements together only weights and centrifugal forces act, whose sum is `outer` and `inner` beside. */
static void check_balance(const rig *r, vec3 weight, double centrifugal, const char *what) {
    force_out f = push(r);
    vec3 sum = v3_sub(v3_add(f.force_a.v, f.force_b.v), weight);
    expect_within(v3_norm(sum), 0, 1e-3 * v3_norm(weight) + centrifugal, NULL, "%s: sum of forces", what);
    vec3 about = v3_add(f.torque_a.v, v3_cross(v3_sub(r->ring[0].r, r->ring[1].r), f.force_a.v));
    about =
        v3_add(about, f.torque_b.v); /* about the middle of the shaft; the weights act near the centre of the bearing */
    expect_within(v3_norm(about), 0, 20e-3 * (v3_norm(weight) + centrifugal), NULL, "%s: sum of moments", what);
}

static const abut_pose place = {{0.3, -0.2, 0.7}, {0.5, 0.5, -0.5, 0.5}};

START_TEST(balls) {
    static const struct {
        const char *what;
        abut_control control;
        double angle;
        int thrust;
        double speed[2];
    } all[] = {{"deep groove, outer control", ABUT_CONTROL_OUTER, 0, 1, {2000, -300}},
               {"angular contact, inner control", ABUT_CONTROL_INNER, 25, 1, {2000, 0}},
               {"angular contact along -z, no control", ABUT_CONTROL_NONE, 25, -1, {0, 1500}},
               {"four-point, outer control", ABUT_CONTROL_OUTER, 30, 0, {1200, 0}},
               {"at rest", ABUT_CONTROL_OUTER, 0, 1, {0, 0}}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        abut_body inner, outer;
        abut_world *w = bodies(&inner, &outer, place, all[k].speed[0], all[k].speed[1]);
        abut_ball_bearing_def d = {.name = "b",
                                   .inner = inner,
                                   .outer = outer,
                                   .balls = {7, 11.5e-3, steel},
                                   .material = steel,
                                   .pitch_diameter = 43.5e-3,
                                   .contact_angle = all[k].angle * pi / 180,
                                   .clearance = all[k].angle > 0 ? 0 : -20e-6,
                                   .thrust = all[k].thrust,
                                   .control = all[k].control,
                                   .place = place,
                                   .first_ball_angle = 0.2};
        rig r = start(w, abut_add_ball_bearing(w, &d));
        mat3 R = m3_of_quat(place.q); /* pressed along the axis and across, tilted */
        double axial = all[k].thrust < 0 ? -30e-6 : 30e-6;
        r.ring[1].r = v3_add(r.ring[1].r, m3_mul(R, v3(6e-6, -4e-6, axial)));
        r.ring[1].R = m3_mulm(m3_of_quat(quat_exp(m3_mul(R, v3(3e-4, -2e-4, 0.1)))), r.ring[1].R);
        check_derivatives(&r, all[k].what);
        double mass = 7 * 7800 * pi / 6 * pow(11.5e-3, 3);
        /* centrifugal forces of a full circle cancel but for what the orbits differ */
        double w_c = 0.5 * (fabs(all[k].speed[0]) + fabs(all[k].speed[1]));
        check_balance(&r, v3(0, -9.81 * mass, 0), 0.05 * mass * 21.75e-3 * w_c * w_c + 1e-6, all[k].what);
        abut_world_destroy(w);
    }
}
END_TEST

START_TEST(rollers) {
    for (int k = 0; k < 2; k++) {
        abut_body inner, outer;
        abut_world *w = bodies(&inner, &outer, place, k ? 1500 : 0, k ? -200 : 0);
        abut_roller_bearing_def d = {.name = "b",
                                     .inner = inner,
                                     .outer = outer,
                                     .rollers = {.count = 11, .diameter = 9e-3, .length = 13e-3, .material = steel},
                                     .material = steel,
                                     .pitch_diameter = 46.5e-3,
                                     .clearance = -40e-6,
                                     .place = place,
                                     .misalignment = {2e-4, 1e-4},
                                     .law.normal = {"line", {{.name = "slices", .value = 5}}},
                                     .first_roller_angle = 0.2};
        rig r = start(w, abut_add_roller_bearing(w, &d));
        mat3 R = m3_of_quat(place.q);
        r.ring[1].r = v3_add(r.ring[1].r, m3_mul(R, v3(3e-6, -2e-6, 15e-6)));
        r.ring[1].R = m3_mulm(m3_of_quat(quat_exp(m3_mul(R, v3(1e-4, -2e-4, 0.1)))), r.ring[1].R);
        check_derivatives(&r, k ? "rollers at speed" : "rollers at rest");
        double mass = 11 * 7800 * pi / 4 * 9e-3 * 9e-3 * 13e-3;
        check_balance(&r, v3(0, -9.81 * mass, 0), k ? 0.05 : 1e-3, "rollers"); /* they run on slightly other radii */
        abut_world_destroy(w);
    }
}
END_TEST

/* What holds the rotation of the inner ring about its axis: a spring from the angle at which it was switched on. */
START_TEST(held) {
    abut_body inner, outer;
    abut_world *w = bodies(&inner, &outer, place, 0, 0);
    abut_ball_bearing_def d = {.name = "b",
                               .inner = inner,
                               .outer = outer,
                               .balls = {7, 11.5e-3, steel},
                               .material = steel,
                               .pitch_diameter = 43.5e-3,
                               .clearance = -20e-6,
                               .place = place};
    rig r = start(w, abut_add_ball_bearing(w, &d));
    mat3 R = m3_of_quat(place.q);
    r.ring[1].r = v3_add(r.ring[1].r, m3_mul(R, v3(6e-6, -4e-6, 30e-6)));
    r.ring[1].R = m3_mulm(m3_of_quat(quat_exp(m3_mul(R, v3(3e-4, -2e-4, 0)))), r.ring[1].R);
    (void)push(&r);
    r.m->type->rest_spin(r.m->self, SPIN_HELD);
    force_out before = push(&r);
    r.ring[1].R = m3_mulm(m3_of_quat(quat_exp(m3_mul(R, v3(0, 0, 0.02)))), r.ring[1].R);
    check_derivatives(&r, "held");
    force_out after = push(&r);
    double k = 0.01 * 207e9 * pow(11.5e-3, 3), back = v3_dot(v3_sub(after.torque_b.v, before.torque_b.v), R.c2);
    expect_near(back, -k * 0.02, 1e-3, NULL, "moment that turns it back");
    expect_near(v3_dot(v3_sub(after.torque_a.v, before.torque_a.v), R.c2), k * 0.02, 1e-3, NULL, "on the other ring");
    abut_world_destroy(w);
}
END_TEST

/* The orientations of the rings come from matrices; whichever part of a quaternion is the largest, both say the same rotation. */
START_TEST(orientations) {
    const abut_pose ring[RINGS] = {[OUTER] = {.q = {1, 0, 0, 0}}, [INNER] = {.q = {1, 0, 0, 0}}};
    for (int k = 0; k < 81; k++) {
        abut_quat q[2];
        body_motion at[2] = {{.r = {1, 2, 3}}, {.r = {1, 2, 3}}};
        for (int i = 0; i < 2; i++) { /* parts -1, 0, 1, none of them exactly */
            int n = i ? k : 80 - k;
            q[i] = quat_unit((abut_quat){n % 3 - 0.9, n / 3 % 3 - 1.2, n / 9 % 3 - 0.8, n / 27 - 1.1});
            at[i].R = m3_of_quat(q[i]);
        }
        rings_rest r = {0};
        ck_assert(rings_rest_move(&r, ring, NULL, v3(0, 0, 0), &at[0], &at[1]));
        const abut_quat between = quat_multiply(quat_conjugate(q[0]), q[1]), want[2] = {q[0], between},
                        got[2] = {r.outer.q, r.pose.q};
        for (int i = 0; i < 2; i++) {
            double same = want[i].w * got[i].w + want[i].x * got[i].x + want[i].y * got[i].y + want[i].z * got[i].z;
            expect_near(fabs(same), 1, 1e-14, NULL, "rotation %d of case %d", i, k);
        }
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&balls, &rollers, &held, &orientations};
    return suite_main("rest_derivatives", all, sizeof all / sizeof *all);
}
