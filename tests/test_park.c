/* The integrator park: charts, order, stability, steps of any ratio, agreement with rodas on rotations, loops and contacts,
 * stick and slip, fixed steps, and what happens when Newton's iteration fails. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/world.h"
#include "integrate/park.h"
#include "support/example.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"
#include "world/world.h"

/* ---- models ---- */
static abut_world *new_world(double gravity) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -gravity}});
    ck_assert_ptr_nonnull(w);
    return w;
}

/* A body without symmetry, in free flight: quaternions. */
static abut_world *tumbling(void) {
    abut_world *w = new_world(9.81);
    abut_add_body(w, &(abut_body_def){.name = "body",
                                      .mass = 1,
                                      .inertia = {0.02, 0.03, 0.045},
                                      .start.v = {0.3, 0, 2},
                                      .start.w = {0.1, 6, 0.2}});
    return w;
}

/* A rod on a revolute joint, far from small swings: one angle. */
static abut_world *pendulum(void) {
    abut_world *w = new_world(9.81);
    abut_body rod = abut_add_body(
        w, &(abut_body_def){.name = "body", .mass = 2, .inertia = {0.2, 0.2, 1e-3}, .start.r = {0.5, 0, 0}});
    abut_add_joint(w, &(abut_joint_def){.name = "pin",
                                        .type = "revolute",
                                        .child = rod,
                                        .place.q = {sqrt(0.5), -sqrt(0.5), 0, 0}}); /* z of the joint along y */
    return w;
}

/* 1 kg on a spring of 1 m along x, pulled from rest. */
static abut_world *oscillator(double stiffness, double pull, double gravity) {
    abut_world *w = new_world(gravity);
    abut_body body = abut_add_body(
        w, &(abut_body_def){.name = "body", .mass = 1, .inertia = {1, 1, 1}, .start.r = {1 + pull, 0, 0}});
    abut_choice law = {"spring", {{.name = "stiffness", .value = stiffness}, {.name = "length", .value = 1}}};
    abut_add_force(w, &(abut_force_def){.name = "spring", .b = body, .law = law});
    return w;
}

static void start(abut_world *w, const abut_solver_def *def) {
    ck_assert_msg(abut_start(w, def) == ABUT_OK, "%s", abut_world_message(w));
}

static void advance(abut_world *w, double t) {
    ck_assert_msg(abut_advance(w, t) == ABUT_OK, "%s", abut_world_message(w));
}

static abut_body_state end_of(abut_world *w, const abut_solver_def *def, double t) {
    start(w, def);
    advance(w, t);
    return abut_read_body(w, abut_find_body(w, "body"));
}

static double distance(const abut_body_state *a, const abut_body_state *b) {
    double same = a->q.w * b->q.w + a->q.x * b->q.x + a->q.y * b->q.y + a->q.z * b->q.z;
    double r = hypot(hypot(a->r.x - b->r.x, a->r.y - b->r.y), a->r.z - b->r.z);
    double v = hypot(hypot(a->v.x - b->v.x, a->v.y - b->v.y), a->v.z - b->v.z);
    double w = hypot(hypot(a->w.x - b->w.x, a->w.y - b->w.y), a->w.z - b->w.z);
    return r + v + w + 2 * sqrt(fmax(0, 2 * (1 - fabs(same))));
}

static double error_at(abut_world *(*make)(void), const abut_solver_def *def, double t) {
    abut_world *w = make(), *exact = make();
    abut_body_state a = end_of(w, def, t), b = end_of(exact, &(abut_solver_def){.type = "rodas", .rtol = 1e-13}, t);
    abut_world_destroy(w);
    abut_world_destroy(exact);
    return distance(&a, &b);
}

/* ---- charts ---- */
START_TEST(chart_is_the_inverse_of_retract) {
    abut_world *w = tumbling();
    abut_body arm =
        abut_add_body(w, &(abut_body_def){.name = "arm", .mass = 1, .inertia = {0.1, 0.2, 0.25}, .start.r = {1, 0, 0}});
    abut_add_joint(w, &(abut_joint_def){.name = "ball", .type = "spherical", .child = arm});
    abut_body slide = abut_add_body(w, &(abut_body_def){.name = "slide", .mass = 1, .inertia = {1, 1, 1}});
    abut_add_joint(w, &(abut_joint_def){.name = "rail", .type = "cylindrical", .parent = arm, .child = slide});
    start(w, &(abut_solver_def){.type = "park"});
    mb_sizes z = mb_size(w->system);
    double x[32], back[32], d[32];
    ck_assert(z.nx < 32 && z.nx > z.nu);
    chance c = {7};
    for (int trial = 0; trial < 200; trial++) {
        double size = trial % 2 ? 1.7 : 1e-6; /* each of three rotations: below pi together */
        for (int i = 0; i < z.nu; i++) d[i] = chance_uniform(&c, -size, size);
        mb_retract(w->system, w->y, d, x);
        double turn = mb_chart(w->system, w->y, x, back);
        for (int i = 0; i < z.nu; i++) expect_within(back[i], d[i], 1e-14 + 1e-13 * size, NULL, "%d of a change", i);
        ck_assert_msg(turn > 0.1 * size && turn <= sqrt(3) * size, "largest rotation %g of %g", turn, size);
    }
    abut_world_destroy(w);
}
END_TEST

/* ---- accuracy ---- */
START_TEST(order_two_with_equal_steps) {
    abut_world *(*const make[])(void) = {pendulum, tumbling};
    for (int i = 0; i < 2; i++) {
        double before = 0;
        for (int halvings = 0; halvings < 4; halvings++) {
            abut_solver_def def = {.type = "park", .rtol = 1e-12, .fixed_step = 8e-3 / (1 << halvings)};
            double error = error_at(make[i], &def, 1.04), ratio = before / error;
            if (halvings > 1) ck_assert_msg(ratio > 3.7 && ratio < 4.4, "model %d: the error fell by %g", i, ratio);
            before = error;
        }
        ck_assert_msg(before < 2e-3 && before > 1e-8, "model %d: error %g", i, before);
    }
}
END_TEST

START_TEST(error_follows_the_tolerance) {
    abut_world *(*const make[])(void) = {pendulum, tumbling};
    for (int i = 0; i < 2; i++) { /* local errors of rtol in steps of rtol^(1/3): rtol^(2/3) */
        double coarse = error_at(make[i], &(abut_solver_def){.type = "park", .rtol = 1e-6}, 2),
               fine = error_at(make[i], &(abut_solver_def){.type = "park", .rtol = 1e-9}, 2);
        ck_assert_msg(coarse < 0.05, "model %d: error %g", i, coarse);
        ck_assert_msg(coarse > 50 * fine && coarse < 200 * fine, "model %d: errors %g and %g", i, coarse, fine);
    }
}
END_TEST

/* Steps of random length, by the bound on them: the error still falls as h^2. */
static double random_steps(double scale, long *steps) {
    abut_world *w = tumbling();
    chance c = {11};
    start(w, &(abut_solver_def){.type = "park", .rtol = 1e-5, .first_step = 1e-6, .t_end = 1});
    park *p = w->integrator_self;
    while (abut_time(w) < 1) {
        p->setup.max_step = scale * exp(chance_uniform(&c, log(0.1), 0));
        ck_assert_msg(abut_step(w) == ABUT_OK, "%s", abut_world_message(w));
    }
    abut_body_state a = abut_read_body(w, abut_find_body(w, "body"));
    *steps = abut_read_stats(w).steps;
    abut_world_destroy(w);
    w = tumbling();
    abut_body_state b = end_of(w, &(abut_solver_def){.type = "rodas", .rtol = 1e-13}, 1);
    abut_world_destroy(w);
    return distance(&a, &b);
}

START_TEST(steps_of_any_ratio) {
    long steps, more;
    double coarse = random_steps(4e-3, &steps), fine = random_steps(1e-3, &more), h = (double)more / (double)steps;
    ck_assert_msg(coarse < 2e-2, "error %g", coarse);
    ck_assert_msg(h > 3.5, "%ld and %ld steps", steps, more);
    ck_assert_msg(coarse / fine > 0.5 * h * h, "errors %g and %g with %g times the steps", coarse, fine, h);
}
END_TEST

START_TEST(dense_output_is_as_good_as_steps) {
    abut_world *w = tumbling(), *exact = tumbling();
    start(w, &(abut_solver_def){.type = "park", .rtol = 1e-7});
    start(exact, &(abut_solver_def){.type = "rodas", .rtol = 1e-12});
    abut_body body = abut_find_body(w, "body");
    double at_steps = 0, between = 0, before = INFINITY;
    while (abut_time(w) < 1) {
        ck_assert_int_eq(abut_step(w), ABUT_OK);
        double t = abut_time(w), h = abut_read_stats(w).last_step;
        ck_assert_msg(h < 1.9 * before, "a step of %g s after %g s: the formula is not stable so", h, before);
        before = h;
        for (int i = 1; i <= 4; i++) {
            advance(w, t - h + 0.25 * i * h);
            advance(exact, abut_time(w));
            abut_body_state a = abut_read_body(w, body), b = abut_read_body(exact, body);
            double e = distance(&a, &b);
            if (i == 4)
                at_steps = fmax(at_steps, e);
            else
                between = fmax(between, e);
        }
    }
    ck_assert_msg(at_steps > 0 && between < 1.1 * at_steps, "errors %g at steps, %g between", at_steps, between);
    abut_world_destroy(w);
    abut_world_destroy(exact);
}
END_TEST

/* ---- stability ---- */
START_TEST(oscillators_never_grow) {
    static const double turns[] = {0.05, 0.2, 0.5, 1, 2, 5, 20, 100}; /* h omega: points of the imaginary axis */
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        double k = 1e9, pull = 1e-3, h = turns[i] / sqrt(k), start_energy = 0.5 * k * pull * pull;
        double before = start_energy * (1 + 1e-6); /* the growing steps of the start may give a little */
        abut_world *w = oscillator(k, pull, 0);
        start(w, &(abut_solver_def){.type = "park", .rtol = 1e-13, .fixed_step = h});
        for (int n = 1; n <= 10; n++) {
            advance(w, 40 * n * h);
            double energy = abut_read_energy(w).final;
            ck_assert_msg(energy <= before + 1e-12 * start_energy, "h omega = %g: energy %g after %g", turns[i], energy,
                          before);
            before = energy;
        }
        if (turns[i] > 0.9) ck_assert_msg(before < 1e-3 * start_energy, "h omega = %g: energy %g", turns[i], before);
        if (turns[i] < 0.1) ck_assert_msg(before > 0.9 * start_energy, "h omega = %g: energy %g", turns[i], before);
        abut_world_destroy(w);
    }
}
END_TEST

START_TEST(stiffness_costs_no_steps) {
    long steps[2];
    for (int i = 0; i < 2; i++) { /* a weight that falls and swings on the spring */
        abut_world *w = oscillator(i ? 1e11 : 1e7, 0, 9.81);
        start(w, &(abut_solver_def){.type = "park", .rtol = 1e-4});
        advance(w, 5);
        steps[i] = abut_read_stats(w).steps;
        abut_world_destroy(w);
    }
    ck_assert_msg(steps[1] < 3 * steps[0], "%ld steps, and %ld when 10^4 times as stiff", steps[0], steps[1]);
}
END_TEST

/* ---- agreement with rodas: examples ---- */
typedef struct agreement {
    const char *example, *object, *quantity;
    double t, rtol, tolerance;
} agreement;

START_TEST(examples_agree_with_rodas) {
    static const agreement all[] = {
        {"01_bouncing_ball", "ball", "z", 1.3, 1e-8, 1e-4},
        {"02_tilted_ellipsoid", "egg", "z", 0.4, 1e-8, 1e-3},
        {"03_slide_to_roll", "ball", "x", 1, 1e-8, 1e-5},
        {"04_newtons_cradle", "energy", "residual", 20, 1e-7, 1e-4},
        {"08_four_bar", "energy", "residual", 1, 1e-7, 1e-4},
        {"08_four_bar", "run", "constraint_residual", 0.5, 1e-6, 1e-12},
        {"09_andrews", "energy", "residual", 0.03, 1e-7, 1e-4},
        {"11_incline", "energy", "residual", 1, 1e-7, 1e-6},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i += brief() ? 3 : 1) {
        const agreement *a = &all[i];
        double value[2];
        char settings[64];
        for (int k = 0; k < 2; k++) {
            (void)snprintf(settings, sizeof settings, "solver.rtol=%g", k ? a->rtol : 1e-9);
            example e = example_start(a->example, settings, k ? "park" : "rodas");
            example_advance(&e, a->t);
            value[k] = example_number(e.w, a->object, a->quantity);
            example_end(&e);
        }
        expect_within(value[1], value[0], a->tolerance, NULL, "%s: %s of %s", a->example, a->quantity, a->object);
    }
}
END_TEST

/* ---- stick and slip with memory: a block on four points, dragged by a spring ---- */
static const double C = 1e8, BLOCK = 10; /* N/m, kg */

static abut_surface face(abut_world *w, abut_body body, const char *shape, abut_vec3 at) {
    return abut_add_surface(w, body,
                            &(abut_surface_def){.shape = {.type = shape}, .material.rigid = true, .place.r = at});
}

static abut_world *dragged(void) {
    static const double along_x[3] = {1, 0, 0};
    double g = 9.81, damping = 1.2 * sqrt(BLOCK * C);
    abut_world *w = new_world(g);
    abut_body block =
        abut_add_body(w, &(abut_body_def){.name = "body",
                                          .mass = BLOCK,
                                          .inertia = {BLOCK * 0.05 / 12, BLOCK * 0.05 / 12, BLOCK * 0.08 / 12},
                                          .start.r = {0, 0, 0.05 - BLOCK * g / (4 * C)}});
    abut_choice normal = {"linear", {{.name = "stiffness", .value = C}, {.name = "damping", .value = damping}}};
    abut_choice friction = {"stick_slip",
                            {{.name = "mu", .value = 0.2},
                             {.name = "mu_static", .value = 0.3},
                             {.name = "stiffness", .value = C},
                             {.name = "damping", .value = damping}}};
    abut_surface floor = face(w, (abut_body){0}, "plane", (abut_vec3){0, 0, 0});
    for (int i = 0; i < 4; i++) {
        abut_vec3 at = {i % 2 ? 0.1 : -0.1, i / 2 ? 0.1 : -0.1, -0.05};
        abut_add_contact(w, floor, face(w, block, "point", at),
                         &(abut_law_def){.normal = normal, .friction = friction});
    }
    abut_body hook = abut_add_body(
        w, &(abut_body_def){.name = "hook",
                            .fixed = true,
                            .start.r = {0.1, 0, 0.07},
                            .drive = {.given = true, .translation = true, .speed = 0.05, .axis = {1, 0, 0}}});
    abut_choice spring = {"spring",
                          {{.name = "stiffness", .value = 1e4}, {.name = "axis", .data = along_x, .count = 3}}};
    abut_add_force(w, &(abut_force_def){.law = spring, .a = hook, .b = block, .at_b = {0.1, 0, 0.02}});
    return w;
}

/* x after 2 s, about ten cycles: 0.099679 m by BDF at 1e-10 with located transitions (independent program). */
START_TEST(sticks_and_slips) {
    static const struct {
        double fixed_step;
        int iterations;
        double tolerance;
        long evaluations;
    } all[] = {{0, 0, 5e-5, 5000}, {3e-4, 0, 1e-5, 14500}, {1e-4, 1, 2e-6, 40100}};
    for (size_t i = 0; i < (brief() ? 1 : sizeof all / sizeof *all); i++) {
        abut_world *w = dragged();
        abut_solver_def def = {.type = "park",
                               .rtol = 1e-5,
                               .atol_position = 1e-8,
                               .atol_angle = 2e-7,
                               .atol_velocity = 1e-5,
                               .atol_angular_velocity = 1e-5,
                               .fixed_step = all[i].fixed_step,
                               .iterations = all[i].iterations};
        abut_body_state end = end_of(w, &def, 2);
        abut_run_stats s = abut_read_stats(w);
        abut_energy e = abut_read_energy(w);
        expect_within(end.r.x, 0.099679, all[i].tolerance, NULL, "x with steps of %g s", all[i].fixed_step);
        expect_within(e.residual, 0, 2e-4 * e.work_of_loads_and_drives, NULL, "energy");
        ck_assert_msg(s.rhs_evals < all[i].evaluations, "%ld evaluations", s.rhs_evals);
        abut_world_destroy(w);
    }
}
END_TEST

/* ---- fixed steps, few iterations, failures ---- */
START_TEST(fixed_steps_fit_the_grid) {
    abut_world *w = pendulum();
    double h = 1e-4, end = 2 + 0.5 * h;
    start(w, &(abut_solver_def){.type = "park", .rtol = 1e-8, .fixed_step = h, .t_end = end});
    int whole = 0;
    while (abut_time(w) < end) {
        ck_assert_int_eq(abut_step(w), ABUT_OK);
        double n = abut_time(w) / h;
        if (n < 0.99 || n > 20000.4) continue;
        expect_within(n, ++whole, 1e-9, NULL, "end of a step");
    }
    ck_assert_int_eq(whole, 20000);
    abut_run_stats s = abut_read_stats(w);
    ck_assert_msg(s.t == end && s.steps == 20005, "%ld steps to %.17g", s.steps, s.t); /* four more at the start */
    abut_world_destroy(w);
}
END_TEST

START_TEST(one_iteration_is_enough) {
    abut_world *w = tumbling();
    abut_solver_def one = {.type = "park", .rtol = 1e-6, .fixed_step = 1e-3, .iterations = 1}, many = one;
    (void)end_of(w, &one, 1);
    abut_run_stats s = abut_read_stats(w);
    ck_assert_int_eq(s.newton_fails, 0);
    ck_assert_msg(s.rhs_evals == 2 * s.steps + 1 && s.jac_evals == s.steps, "%ld evaluations", s.rhs_evals);
    abut_world_destroy(w);
    many.iterations = 0;
    many.rtol = 1e-12;
    expect_near(error_at(tumbling, &one, 1), error_at(tumbling, &many, 1), 0.05, NULL, "error with one iteration");
}
END_TEST

/* A step much longer than the impact: it is halved until the iteration converges. */
START_TEST(failed_iterations_are_counted) {
    example e = example_start("01_bouncing_ball", "solver={fixed_step: 10 ms, iterations: 1, rtol: 1e-5}", "park");
    example_advance(&e, 0.5);
    abut_run_stats s = abut_read_stats(e.w);
    ck_assert_msg(s.newton_fails > 0 && s.rejected == s.newton_fails, "%ld fails of %ld", s.newton_fails, s.rejected);
    double z = example_number(e.w, "ball", "z"), speed = example_number(e.w, "ball", "vz");
    ck_assert_msg(z > 0.1 && z < 0.5 && speed > 0, "z = %g, v = %g", z, speed);
    example_end(&e);
}
END_TEST

START_TEST(endless_failure_ends_with_a_sentence) {
    /* deeper than its radius there is no contact of the ball, and nothing less holds the load */
    example e = example_start("01_bouncing_ball", "forces=[{name: load, type: load, body: ball, force: [0, 0, -1e12]}]",
                              "park");
    ck_assert_int_eq(abut_advance(e.w, 1), ABUT_NO_PROGRESS);
    ck_assert_msg(strstr(abut_world_message(e.w), "the step size has become too small"), "%s", abut_world_message(e.w));
    ck_assert_int_gt(abut_read_stats(e.w).newton_fails, 0);
    example_end(&e);
}
END_TEST

START_TEST(others_refuse_fixed_steps) {
    for (int i = 0; i < 2; i++) {
        abut_world *w = pendulum();
        abut_solver_def def = {.type = "rodas", .fixed_step = i ? 0 : 1e-3, .iterations = i};
        ck_assert_int_eq(abut_start(w, &def), ABUT_BAD_VALUE);
        ck_assert_ptr_nonnull(strstr(abut_world_message(w), "use park"));
        abut_world_destroy(w);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&chart_is_the_inverse_of_retract,
                                              &order_two_with_equal_steps,
                                              &error_follows_the_tolerance,
                                              &steps_of_any_ratio,
                                              &dense_output_is_as_good_as_steps,
                                              &oscillators_never_grow,
                                              &stiffness_costs_no_steps,
                                              &examples_agree_with_rodas,
                                              &sticks_and_slips,
                                              &fixed_steps_fit_the_grid,
                                              &one_iteration_is_enough,
                                              &failed_iterations_are_counted,
                                              &endless_failure_ends_with_a_sentence,
                                              &others_refuse_fixed_steps};
    return suite_main("park", all, sizeof all / sizeof *all);
}
