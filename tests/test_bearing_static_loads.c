/* Statics of the ball bearing under loads of all kinds and sizes, in shafts and housings of all kinds. */
#include <math.h>

#include "support/resting_bearing.h"
#include "support/suite.h"

/* Loads of all kinds over five decades, with clearance, none and preload, with and without weight. */
START_TEST(all_loads) {
    const double clearance[] = {2e-5, 0, -2e-5};
    for (double F = 1; F < 2e5; F *= 10)
        for (int c = 0; c < 3; c++)
            for (int weight = 0; weight < 2; weight++) {
                const abut_vec3 force[] = {{F, 0, 0}, {0, 0, F}, {F, F / 3, -F / 2}, {0, 0, 0}, {F / 7, F, F / 100}};
                const abut_vec3 moment[] = {
                    {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0.01 * F, 0, 0}, {0.003 * F, 0.004 * F, 0}};
                for (int i = 0; i < 5; i++) {
                    answer a;
                    setup s = {.bearing = bearing8(), .force = force[i], .moment = moment[i]};
                    s.bearing.clearance = clearance[c];
                    if (weight) s.gravity = (abut_vec3){0, -9.81, -1};
                    find(&s, &a);
                    double balls = 8 * 7800 * pi / 6 * pow(9.525e-3, 3) * 9.9, scale = F + 20 * weight;
                    expect_within(a.state.force.x, -force[i].x, 1e-7 * scale + 1e-6, NULL, "x of case %d, F %g", i, F);
                    expect_within(a.state.force.z, -force[i].z + weight, 1e-7 * scale + 1e-6, NULL, "z of case %d", i);
                    ck_assert_double_gt(largest_load(&a, 8), 0.01 * F - balls);
                }
            }
}
END_TEST

/* One ball carries along its line; the ring stays where it is across it. */
START_TEST(one_ball) {
    answer a;
    setup s = {.bearing = bearing8(), .force = {100, 0, 0}, .joint = "planar"};
    s.bearing.balls.count = 1;
    find(&s, &a);
    expect_near(a.ball[0].outer.Q, 100, 1e-9, NULL, "its load");
    s.force.x = 10;
    s.speed = 1000;
    find(&s, &a);
    expect_near(a.ball[0].inner.Q, 10, 1e-7, NULL, "inner");
    double m = 7800 * pi / 6 * pow(9.525e-3, 3);
    expect_near(a.ball[0].outer.Q, 10 + m * 19.25e-3 * a.ball[0].orbit * a.ball[0].orbit, 1e-3, NULL, "outer");
}
END_TEST

/* A free shaft on two bearings in housings of which one hangs on springs: reactions follow the levers. */
START_TEST(two_bearings) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}});
    const double x_axis[4] = {sqrt(0.5), 0, sqrt(0.5), 0}; /* bearing axes along x */
    abut_body ground = abut_add_body(w, &(abut_body_def){.name = "ground", .fixed = true});
    abut_body box = abut_add_body(
        w, &(abut_body_def){.name = "box", .mass = 2, .inertia = {1e-2, 1e-2, 1e-2}, .start.r = {0.3, 0, 0.1}});
    abut_body shaft = abut_add_body(
        w, &(abut_body_def){.name = "shaft", .mass = 3, .inertia = {1e-2, 1e-2, 1e-2}, .start.r = {0.2, 0, 0}});
    const double stiff[3] = {1e7, 1e7, 1e7}, twist[3] = {1e5, 1e5, 1e5}, force[3] = {50, 0, -900};
    abut_choice spring = {
        "bushing", {{.name = "stiffness", .data = stiff, .count = 3}, {.name = "torsion", .data = twist, .count = 3}}};
    (void)abut_add_force(
        w, &(abut_force_def){.name = "mount", .law = spring, .a = ground, .b = box, .at_a = {0.3, 0, 0.1}});
    abut_machine m[2];
    for (int i = 0; i < 2; i++) {
        abut_ball_bearing_def d = deep_groove7(i ? 5e-6 : 1e-5);
        d.name = i ? "right" : "left";
        d.inner = shaft;
        d.outer = i ? box : ground;
        d.place = (abut_pose){{0.3 * i, 0, 0}, {x_axis[0], x_axis[1], x_axis[2], x_axis[3]}};
        m[i] = abut_add_ball_bearing(w, &d);
    }
    abut_choice load = {"load", {{.name = "force", .data = force, .count = 3}}};
    (void)abut_add_force(w, &(abut_force_def){.name = "load", .law = load, .b = shaft});
    abut_status status = abut_static(w, NULL, NULL);
    ck_assert_msg(status == ABUT_OK, "%s", abut_world_message(w));
    abut_bearing_state s[2];
    for (int i = 0; i < 2; i++) must(abut_read_bearing(w, m[i], &s[i], NULL));
    /* z of the bearings lies along x of the world, their x along -z: 600 N on the right, 300 N on the left, less what tilting
     * takes */
    expect_near(s[0].force.x + s[1].force.x, -900, 1e-5, NULL, "sum of the reactions");
    double tilting = s[0].moment.y + s[1].moment.y;
    expect_near(s[1].force.x * 0.3 + tilting, -900 * 0.2, 1e-4, NULL, "levers");
    expect_near(s[0].force.z + s[1].force.z, -50, 1e-3, NULL, "thrust, the right one in axes that tilt with the box");
    abut_body_state b = abut_read_body(w, box);
    expect_near(b.r.z, 0.1L + s[1].force.x / 1e7, 1e-6, NULL, "the springs give way");
    abut_world_destroy(w);
}
END_TEST

/* Parts of the machine are read as bodies and contacts; dynamics needs a new start. */
START_TEST(parts) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}});
    abut_body housing = abut_add_body(w, &(abut_body_def){.name = "housing", .fixed = true});
    abut_body shaft = abut_add_body(w, &(abut_body_def){.name = "shaft", .mass = 1, .inertia = {1e-3, 1e-3, 1e-3}});
    abut_ball_bearing_def d = bearing8();
    d.inner = shaft;
    d.outer = housing;
    abut_machine m = abut_add_ball_bearing(w, &d);
    const double force[3] = {1000, 0, 0};
    abut_choice load = {"load", {{.name = "force", .data = force, .count = 3}}};
    (void)abut_add_force(w, &(abut_force_def){.name = "load", .law = load, .b = shaft});
    double K[5][5];
    ck_assert_int_eq(abut_bearing_stiffness(w, m, K), ABUT_MISSING);
    must(abut_static(w, NULL, NULL));
    abut_element_out c = {0};
    must(abut_read_contact(w, abut_find_contact(w, "brg.ball1.outer"), &c));
    expect_near(c.N, 543.439L, 1e-6, NULL, "load of ball 1");
    expect_near(c.force.x, -543.439L, 1e-6, NULL, "it pushes the ball inwards");
    expect_within(c.on_a.torque.z, 0, 1e-9, NULL, "through the axis");
    expect_near(c.point.x, 38.5e-3L / 2 + 9.525e-3L / 2, 1e-3, NULL, "where");
    abut_body_state ball = abut_read_body(w, abut_bearing_ball(w, m, 3));
    expect_within(ball.r.x, 0, 1e-8, NULL, "ball 3 stays at its azimuth");
    expect_near(ball.r.y, 38.5e-3L / 2, 1e-3, NULL, "ball 3");
    ck_assert_int_ne(abut_advance(w, 1e-3), ABUT_OK);
    abut_world_clear_message(w);
    must(abut_start(w, &(abut_solver_def){.rtol = 1e-5}));
    ck_assert_int_eq(abut_bearing_stiffness(w, m, K), ABUT_MISSING);
    must(abut_advance(w, 1e-5));
    abut_world_destroy(w);
}
END_TEST

/* Nothing resists a moment about the axis of a free shaft: it is held there, and turned by next to nothing. */
START_TEST(held) {
    answer a, b;
    setup s = {.bearing = deep_groove7(1e-5), .force = {1000, 0, 100}};
    find(&s, &a);
    s.moment = (abut_vec3){0, 0, 5};
    find(&s, &b);
    expect_near(b.state.displacement.x, a.state.displacement.x, 1e-4, NULL, "the rest of it is nearly the same");
    expect_near(b.state.tilt.y, a.state.tilt.y, 1e-2, NULL, "tilt");
}
END_TEST

/* A weight beside the axis swings down, also from where it has no stiffness. */
START_TEST(pendulum) {
    for (int i = 0; i < 3; i++) {
        abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, -9.81, 0}});
        double angle = i - 1.0;
        abut_body_def def = {.name = "arm", .mass = 2, .inertia = {1e-2, 1e-2, 1e-2}};
        def.start.r = (abut_vec3){0.1 * cos(angle), 0.1 * sin(angle), 0};
        abut_body arm = abut_add_body(w, &def);
        abut_ball_bearing_def d = deep_groove7(1e-5);
        d.inner = arm;
        (void)abut_add_ball_bearing(w, &d);
        abut_status status = abut_static(w, NULL, NULL);
        ck_assert_msg(status == ABUT_OK, "%s", abut_world_message(w));
        abut_vec3 r = abut_read_body(w, arm).r;
        expect_within(r.x, 0, 5e-6, NULL, "below the axis but for the play of the bearing, from %g rad", angle);
        expect_near(r.y, -0.1L, 1e-3, NULL, "below the axis, from %g rad", angle);
        abut_world_destroy(w);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&all_loads, &one_ball, &two_bearings, &parts, &held, &pendulum};
    return suite_main("bearing_static_loads", all, sizeof all / sizeof *all);
}
