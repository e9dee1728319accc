/* Building, refusing and reading a world through its C interface. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/world.h"
#include "support/suite.h"

static const abut_world_def earth = {.gravity = {0, 0, -9.81}};
static const abut_surface_def ball = {.shape = {"sphere", {{.name = "radius", .value = 0.1}}},
                                      .material = {1e7, 0, 1000, false}};
static const abut_surface_def stone = {.shape = {.type = "plane"}, .material = ABUT_RIGID};

static abut_body add(abut_world *w, const char *name, double x, double z) {
    return abut_add_body(w,
                         &(abut_body_def){.name = name, .mass = 2, .inertia = {0.1, 0.1, 0.1}, .start.r = {x, 0, z}});
}

/* The world was refused with these words in its sentence. */
static void expect(abut_world *w, abut_status status, const char *words) {
    ck_assert_msg(strstr(abut_world_message(w), words) != NULL, "no '%s' in '%s'", words, abut_world_message(w));
    ck_assert_int_eq(abut_check(w), status);
    abut_world_clear_message(w);
    ck_assert_int_eq(abut_check(w), ABUT_OK);
}

START_TEST(refused_additions) {
    abut_world *w = abut_world_create(&earth);
    abut_body a = add(w, "a", 0, 1);
    ck_assert_int_eq(a.id, 1);
    ck_assert_int_eq(add(w, "a", 0, 2).id, 0);
    expect(w, ABUT_BAD_VALUE, "two of the body 'a'");
    ck_assert_int_eq(abut_add_body(w, &(abut_body_def){.name = "b", .mass = -1}).id, 0);
    expect(w, ABUT_BAD_VALUE, "mass must be positive");
    ck_assert_int_eq(abut_add_body(w, &(abut_body_def){.name = "b", .mass = 1, .inertia = {1, 1, 3}}).id, 0);
    expect(w, ABUT_BAD_VALUE, "no body has this inertia");
    ck_assert_int_eq(abut_add_body(w, &(abut_body_def){.name = "b", .mass = 1, .start.r = {NAN, 0, 0}}).id, 0);
    expect(w, ABUT_BAD_VALUE, "not finite");
    abut_surface_def wrong = ball;
    wrong.shape.type = "sfere";
    ck_assert_int_eq(abut_add_surface(w, a, &wrong).id, 0);
    expect(w, ABUT_UNKNOWN_NAME, "did you mean 'sphere'");
    ck_assert_int_eq(abut_add_surface(w, (abut_body){7}, &ball).id, 0);
    expect(w, ABUT_UNKNOWN_NAME, "no body 7");
    abut_surface s = abut_add_surface(w, a, &ball), t = abut_add_surface(w, a, &ball);
    ck_assert_int_eq(abut_add_contact(w, s, t, NULL).id, 0);
    expect(w, ABUT_BAD_PAIR, "both surfaces sit on body 'a'");
    ck_assert_int_eq(abut_add_contact(w, s, (abut_surface){0}, NULL).id, 0);
    expect(w, ABUT_UNKNOWN_NAME, "two surfaces are wanted");
    ck_assert_int_eq(abut_add_joint(w, &(abut_joint_def){.name = "j", .type = "hinge", .child = a}).id, 0);
    expect(w, ABUT_UNKNOWN_NAME, "there is no joint 'hinge'");
    ck_assert_int_eq(abut_add_joint(w, &(abut_joint_def){.name = "j", .type = "revolute", .parent = a, .child = a}).id,
                     0);
    expect(w, ABUT_BAD_VALUE, "the same body");
    ck_assert_int_eq(
        abut_add_force(w, &(abut_force_def){.law = {"spring", {{.name = "stiffness", .value = 1}}}, .a = a, .b = a}).id,
        0);
    expect(w, ABUT_BAD_VALUE, "between a body and itself");
    ck_assert_int_eq(
        abut_add_force(w, &(abut_force_def){.law = {"spring", {{.name = "stifness", .value = 1}}}, .b = a}).id, 0);
    expect(w, ABUT_UNKNOWN_NAME, "did you mean 'stiffness'");
    ck_assert_int_eq(abut_start(w, NULL), ABUT_OK); /* what was refused left nothing behind */
    ck_assert_int_eq(add(w, "late", 0, 0).id, 0);
    expect(w, ABUT_BAD_VALUE, "has been started");
    abut_world_destroy(w);
}
END_TEST

static void refused_start(abut_world *w, abut_status status, const char *words) {
    ck_assert_int_eq(abut_start(w, NULL), status);
    expect(w, status, words);
    abut_world_destroy(w);
}

START_TEST(refused_starts) {
    abut_world *w = abut_world_create(&earth);
    abut_add_body(w, &(abut_body_def){.name = "ghost"});
    refused_start(w, ABUT_MISSING, "body 'ghost' has no mass");

    w = abut_world_create(&earth);
    abut_surface_def beside = ball;
    beside.place.r.x = 0.3;
    abut_add_surface(w, abut_add_body(w, &(abut_body_def){.name = "a"}), &beside);
    refused_start(w, ABUT_INCONSISTENT, "centre of mass of its surfaces");

    w = abut_world_create(&earth);
    abut_body a = abut_add_body(w, &(abut_body_def){.name = "a", .fixed = true}),
              b = abut_add_body(w, &(abut_body_def){.name = "b", .fixed = true});
    abut_add_joint(w, &(abut_joint_def){.name = "j", .type = "revolute", .parent = a, .child = b});
    refused_start(w, ABUT_INCONSISTENT, "connects two fixed bodies");

    w = abut_world_create(&earth);
    b = abut_add_body(
        w, &(abut_body_def){.name = "b", .mass = 1, .inertia = {1, 1, 1}, .start = {.r = {1, 0, 0}, .v = {1, 0, 0}}});
    abut_add_joint(w, &(abut_joint_def){.name = "pin", .type = "revolute", .child = b});
    refused_start(w, ABUT_INCONSISTENT, "does not fit its joint 'pin'");

    w = abut_world_create(&earth);
    b = add(w, "b", 1, 0);
    abut_add_joint(
        w, &(abut_joint_def){.name = "rail", .type = "spherical", .child = b, .drive = {.given = true, .speed = 1}});
    refused_start(w, ABUT_BAD_VALUE, "a spherical joint has no angle along z to drive");

    w = abut_world_create(&earth);
    add(w, "b", 1, 0);
    ck_assert_int_eq(abut_start(w, &(abut_solver_def){.type = "euler"}), ABUT_UNKNOWN_NAME);
    expect(w, ABUT_UNKNOWN_NAME, "there is no solver 'euler'");
    ck_assert_int_eq(abut_start(w, &(abut_solver_def){.rtol = -1}), ABUT_BAD_VALUE);
    expect(w, ABUT_BAD_VALUE, "must not be negative");
    ck_assert_int_eq(abut_start(w, &(abut_solver_def){.type = "rodas", .events = true}), ABUT_BAD_VALUE);
    expect(w, ABUT_BAD_VALUE, "does not look for events");
    ck_assert_int_eq(abut_start(w, &(abut_solver_def){.t_end = 1}), ABUT_OK);
    ck_assert_int_eq(abut_advance(w, 2), ABUT_BAD_VALUE);
    expect(w, ABUT_BAD_VALUE, "beyond the end");
    ck_assert_int_eq(abut_advance(w, 1), ABUT_OK);
    ck_assert_int_eq(abut_advance(w, 1e-9), ABUT_BAD_VALUE);
    expect(w, ABUT_BAD_VALUE, "has passed");
    abut_world_destroy(w);
}
END_TEST

/* A free fall is a parabola whatever the instants it is read at, and internal steps are not cut there. */
START_TEST(free_fall) {
    abut_world *w = abut_world_create(&earth);
    abut_body b = add(w, "b", 0, 10);
    ck_assert_int_eq(abut_start(w, &(abut_solver_def){.type = "rodas", .t_end = 1}), ABUT_OK);
    for (int i = 1; i <= 1000; i++) {
        double t = i * 1e-3;
        ck_assert_int_eq(abut_advance(w, t), ABUT_OK);
        abut_body_state s = abut_read_body(w, b);
        ck_assert_double_eq_tol(s.r.z, 10 - 0.5 * 9.81 * t * t, 1e-12);
        ck_assert_double_eq_tol(s.v.z, -9.81 * t, 1e-12);
        ck_assert_double_eq_tol(s.a.z, -9.81, 1e-12);
        ck_assert_double_eq(abut_time(w), t);
    }
    abut_run_stats stats = abut_read_stats(w);
    ck_assert_int_lt(stats.steps, 40);
    ck_assert_double_eq_tol(abut_read_energy(w).residual, 0, 1e-10);
    abut_world_destroy(w);
}
END_TEST

/* The orientation of a ball is not part of the state, and still it turns. */
START_TEST(spinning_ball) {
    abut_world *w = abut_world_create(&earth);
    abut_body b = abut_add_body(w, &(abut_body_def){.name = "b", .start = {.r = {0, 0, 5}, .w = {0, 0, 40}}});
    abut_add_surface(w, b, &ball);
    ck_assert_int_eq(abut_start(w, &(abut_solver_def){.type = "rodas"}), ABUT_OK);
    for (int i = 0; i <= 50; i++) {
        double t = i * 0.01;
        ck_assert_int_eq(abut_advance(w, t), ABUT_OK);
        abut_body_state s = abut_read_body(w, b);
        double side = s.q.w * cos(20 * t) + s.q.z * sin(20 * t); /* the sign of a quaternion is free */
        ck_assert_double_eq_tol(fabs(side), 1, 1e-12);
        ck_assert_double_eq_tol(s.w.z, 40, 1e-12);
    }
    ck_assert_int_eq(abut_read_stats(w).unknowns, 6);
    abut_world_destroy(w);
}
END_TEST

/* A rotor run up by its drive: the moment is I alpha, the work is the kinetic energy; the same for a spin prescribed on a free
 * body. */
START_TEST(drives) {
    for (int kind = 0; kind < 2; kind++) {
        abut_world *w = abut_world_create(NULL);
        abut_drive_def drive = {.given = true, .speed = 10, .ramp = 0.5};
        abut_body_def def = {.name = "rotor", .mass = 1, .inertia = {0.1, 0.1, 0.2}};
        if (kind == 1) def.drive = drive;
        abut_body b = abut_add_body(w, &def);
        abut_joint j = {0};
        if (kind == 0) j = abut_add_joint(w, &(abut_joint_def){.type = "revolute", .child = b, .drive = drive});
        ck_assert_msg(abut_start(w, &(abut_solver_def){.type = "rodas", .rtol = 1e-9, .t_end = 1}) == ABUT_OK, "%s",
                      abut_world_message(w));
        ck_assert_int_eq(abut_advance(w, 0.25), ABUT_OK);
        if (kind == 0)
            ck_assert_double_eq_tol(abut_read_joint(w, j).drive, 0.2 * 10 * 1.875 / 0.5, 1e-6); /* s'(1/2) = 15/8 */
        ck_assert_int_eq(abut_advance(w, 1), ABUT_OK);
        abut_energy e = abut_read_energy(w);
        ck_assert_double_eq_tol(abut_read_body(w, b).w.z, 10, 1e-9);
        ck_assert_double_eq_tol(e.kinetic, 0.5 * 0.2 * 100, 1e-8);
        ck_assert_double_eq_tol(e.work_of_loads_and_drives, e.kinetic, 1e-5);
        abut_world_destroy(w);
    }
}
END_TEST

/* Equilibrium, then motion from there: the ball stays where statics put it. */
START_TEST(statics_then_motion) {
    abut_world *w = abut_world_create(&earth);
    abut_body b = abut_add_body(
        w, &(abut_body_def){.name = "b", .mass = 1, .inertia = {0.004, 0.004, 0.004}, .start.r = {0, 0, 0.3}});
    abut_surface s = abut_add_surface(w, b, &ball), g = abut_add_surface(w, (abut_body){0}, &stone);
    abut_contact c = abut_add_contact(w, s, g, NULL);
    double residual;
    int iterations;
    ck_assert_int_eq(abut_static(w, &residual, &iterations), ABUT_OK);
    const double depth = 1.755847716694679e-4; /* (m g/k)^(2/3), k = 4/3 E* sqrt(R) */
    ck_assert_double_eq_tol(abut_read_body(w, b).r.z, 0.1 - depth, 1e-12);
    abut_element_out out = {0};
    ck_assert_int_eq(abut_read_contact(w, c, &out), ABUT_OK);
    ck_assert_double_eq_tol(out.N, 9.81, 1e-8);
    ck_assert_double_eq_tol(abut_read_energy(w).residual, 0, 1e-12); /* counted from the equilibrium */
    ck_assert_int_eq(abut_advance(w, 0.1), ABUT_OK);
    ck_assert_double_eq_tol(abut_read_body(w, b).r.z, 0.1 - depth, 1e-9);
    abut_world_destroy(w);
}
END_TEST

static int stop_after(void *user) {
    int *left = user;
    return (*left)-- <= 0;
}

START_TEST(stopped) {
    abut_world *w = abut_world_create(&earth);
    abut_body b = add(w, "b", 0, 10);
    int left = 3;
    abut_set_watch(w, stop_after, &left);
    ck_assert_int_eq(abut_start(w, &(abut_solver_def){.type = "rodas", .max_step = 0.01}), ABUT_OK);
    ck_assert_int_eq(abut_advance(w, 1), ABUT_STOPPED);
    ck_assert_int_eq(abut_check(w), ABUT_OK); /* not an error: it can go on */
    left = 1000;
    ck_assert_int_eq(abut_advance(w, 1), ABUT_OK);
    ck_assert_double_eq_tol(abut_read_body(w, b).r.z, 10 - 0.5 * 9.81, 1e-10);
    abut_world_destroy(w);
}
END_TEST

/* Order 4 of rodas on a nonlinear oscillator: halving the step divides the error by 16. */
START_TEST(order_of_rodas) {
    double error[3];
    for (int i = 0; i < 3; i++) {
        abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, -9.81, 0}});
        abut_body b = abut_add_body(
            w, &(abut_body_def){.name = "b", .mass = 1, .inertia = {0.01, 0.01, 0.01}, .start.r = {1, 0, 0}});
        abut_joint j = abut_add_joint(w, &(abut_joint_def){.type = "revolute", .child = b});
        double h = 0.02 / (1 << i), exact;
        abut_solver_def tight = {.type = "adams", .rtol = 1e-13},
                        coarse = {.type = "rodas", .rtol = 0.9, .first_step = h, .max_step = h};
        ck_assert_int_eq(abut_start(w, &tight), ABUT_OK);
        ck_assert_int_eq(abut_advance(w, 0.8), ABUT_OK);
        exact = abut_read_joint(w, j).x[0];
        ck_assert_int_eq(abut_start(w, &coarse), ABUT_OK);
        ck_assert_int_eq(abut_advance(w, 0.8), ABUT_OK);
        error[i] = fabs(abut_read_joint(w, j).x[0] - exact);
        abut_world_destroy(w);
    }
    printf("order_of_rodas: errors %.2e %.2e %.2e\n", error[0], error[1], error[2]);
    ck_assert_double_gt(error[0] / error[1], 13);
    ck_assert_double_gt(error[1] / error[2], 13);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&refused_additions, &refused_starts, &free_fall,
                                              &spinning_ball,     &drives,         &statics_then_motion,
                                              &stopped,           &order_of_rodas};
    return suite_main("world", all, sizeof all / sizeof *all);
}
