/* Every registered solver on motions with closed forms or conserved quantities: pendulum, free top, bouncing ball,
 * four-bar linkage; dense output, end time, events, and sentences when nothing can go on. The list of solvers comes
 * from the registry. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/world.h"
#include "integrate/integrate.h"
#include "support/near.h"
#include "support/suite.h"

static const double G = 9.81;

/* ---- the solvers ---- */
static const char *solver_at(int number) { /* NULL beyond the last */
    for (size_t i = 0; i < abut_registry_count(abut_world_types()); i++) {
        const abut_type *t = abut_registry_at(abut_world_types(), i);
        if (strcmp(t->kind, "solver") != 0 || ((const integrator_type *)t)->beads)
            continue; /* that is tests/test_beads.c */
        if (number-- == 0) return t->name;
    }
    return NULL;
}

#define FOR_SOLVERS(name) for (const char *name = solver_at(0); name; name = solver_after(name))
static const char *solver_after(const char *name) {
    for (int i = 0; solver_at(i); i++)
        if (!strcmp(solver_at(i), name)) return solver_at(i + 1);
    return NULL;
}

static abut_world *new_world(double gravity) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -gravity}});
    ck_assert_ptr_nonnull(w);
    return w;
}

static void start(abut_world *w, const char *solver, double rtol) {
    ck_assert_msg(abut_check(w) == ABUT_OK, "%s", abut_world_message(w));
    abut_status status = abut_start(w, &(abut_solver_def){.type = solver, .rtol = rtol});
    ck_assert_msg(status == ABUT_OK, "%s: %s", solver, abut_world_message(w));
}

static void advance(abut_world *w, const char *solver, double t) {
    abut_status status = abut_advance(w, t);
    ck_assert_msg(status == ABUT_OK, "%s: %s", solver, abut_world_message(w));
}

/* ---- pendulum: a rod on a revolute joint, from a large angle ---- */
static const double ROD = 1.0, ROD_MASS = 2.0; /* m, kg */

static abut_quat about_y(double angle) { return (abut_quat){cos(0.5 * angle), 0, sin(0.5 * angle), 0}; }

/* The rod hangs along -z when its angle is 0; joint axis y at the origin. */
static abut_world *pendulum(double angle) {
    abut_world *w = new_world(G);
    double I = ROD_MASS * ROD * ROD / 12, l = 0.5 * ROD;
    abut_body rod = abut_add_body(w, &(abut_body_def){.name = "rod",
                                                      .mass = ROD_MASS,
                                                      .inertia = {I, I, 1e-3 * I},
                                                      .start.r = {-l * sin(angle), 0, -l * cos(angle)},
                                                      .start.q = about_y(angle)});
    abut_add_joint(w, &(abut_joint_def){.name = "pin",
                                        .type = "revolute",
                                        .child = rod,
                                        .place.q = {sqrt(0.5), -sqrt(0.5), 0, 0}}); /* z of the joint along y */
    return w;
}

START_TEST(pendulum_period) {
    /* T = 4 sqrt(I_p/(m g l)) K(sin^2(angle/2)), I_p = m L^2/3 */
    double angle = 2.0, k = sin(0.5 * angle);
    double T = 4 * sqrt(ROD_MASS * ROD * ROD / 3 / (ROD_MASS * G * 0.5 * ROD)) * abut_elliptic_K(k * k);
    FOR_SOLVERS(solver) {
        abut_world *w = pendulum(angle);
        start(w, solver, 1e-8);
        abut_body rod = abut_find_body(w, "rod");
        for (int i = 1; i <= 8; i++) {
            advance(w, solver, i * T / 4);
            abut_vec3 r = abut_read_body(w, rod).r;
            double x = i % 2 ? 0 : (i % 4 ? 1 : -1) * 0.5 * ROD * sin(angle);
            expect_within(r.x, x, 3e-5, NULL, "%s: x after %d quarters of the period", solver, i);
            expect_within(hypot(r.x, r.z), 0.5 * ROD, 1e-9, NULL, "%s: length of the pendulum", solver);
        }
        abut_energy e = abut_read_energy(w);
        expect_within(e.residual, 0, 3e-5, NULL, "%s: energy", solver);
        abut_world_destroy(w);
    }
}
END_TEST

/* ---- a symmetric top in flight: Euler's equations have a closed form ---- */
START_TEST(free_top) {
    double I1 = 0.03, I3 = 0.05, spin = 20, tilt = 3, t = 1.3;
    double rate = (I3 - I1) / I1 * spin; /* of the transverse velocity in body axes */
    FOR_SOLVERS(solver) {
        abut_world *w = new_world(G);
        abut_body top = abut_add_body(
            w,
            &(abut_body_def){
                .name = "top", .mass = 1, .inertia = {I1, I1, I3}, .start.v = {1, 0, 10}, .start.w = {tilt, 0, spin}});
        start(w, solver, strcmp(solver, "park") ? 1e-8 : 1e-10); /* of order 2 at most: errors add up over many steps */
        advance(w, solver, t);
        abut_body_state s = abut_read_body(w, top);
        expect_within(s.r.x, t, 1e-7, NULL, "%s: x", solver);
        expect_within(s.r.z, 10 * t - 0.5 * G * t * t, 1e-6, NULL, "%s: z", solver);
        expect_within(s.w.x, tilt * cos(rate * t), 1e-4, NULL, "%s: w_x", solver);
        expect_within(s.w.y, tilt * sin(rate * t), 1e-4, NULL, "%s: w_y", solver);
        expect_within(s.w.z, spin, 1e-5, NULL, "%s: w_z", solver);
        abut_quat q = s.q;
        expect_within(sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z), 1, 1e-12, NULL, "%s: |q|", solver);
        /* angular momentum in world axes stays: (I1 tilt, 0, I3 spin) */
        double L[3] = {I1 * s.w.x, I1 * s.w.y, I3 * s.w.z};
        double R[3][3] = {{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.w * q.z), 2 * (q.x * q.z + q.w * q.y)},
                          {2 * (q.x * q.y + q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.w * q.x)},
                          {2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)}};
        double before[3] = {I1 * tilt, 0, I3 * spin};
        for (int i = 0; i < 3; i++)
            expect_within(R[i][0] * L[0] + R[i][1] * L[1] + R[i][2] * L[2], before[i], 1e-4, NULL,
                          "%s: angular momentum %d", solver, i);
        abut_world_destroy(w);
    }
}
END_TEST

/* ---- a ball on a plane ---- */
static const double RADIUS = 0.1, BALL_MASS = 1, E_STAR = 1e7;
static double hertz_k(void) { return 4.0 / 3.0 * E_STAR * sqrt(RADIUS); }

static abut_world *ball_above_with(double gap, double chi, const char *track) {
    abut_world *w = new_world(G);
    double I = 0.4 * BALL_MASS * RADIUS * RADIUS;
    abut_body ball = abut_add_body(
        w, &(abut_body_def){.name = "ball", .mass = BALL_MASS, .inertia = {I, I, I}, .start.r = {0, 0, RADIUS + gap}});
    abut_surface a =
        abut_add_surface(w, (abut_body){0}, &(abut_surface_def){.shape = {"plane", {{0}}}, .material = ABUT_RIGID});
    abut_surface b = abut_add_surface(w, ball,
                                      &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = RADIUS}}},
                                                          .material = {E_STAR, 0, 0, false}});
    abut_choice damping = {"hunt_crossley", {{.name = "chi", .value = chi}}};
    abut_law_def law = {.normal = {"hertz", {{.name = chi > 0 ? "damping" : NULL, .choice = &damping}}},
                        .track.type = track};
    abut_add_contact(w, a, b, &law);
    return w;
}
static abut_world *ball_above(double gap, double chi) { return ball_above_with(gap, chi, NULL); }

START_TEST(bouncing_ball) {
    double gap = 0.05;
    FOR_SOLVERS(solver) {
        for (int events = 0; events < 2; events++) {
            abut_world *w = ball_above(gap, 0);
            abut_solver_def def = {.type = solver, .rtol = 1e-7, .events = events};
            bool finds =
                strcmp(solver, "rodas") && strcmp(solver, "ida") && strcmp(solver, "park") && strcmp(solver, "rk3");
            if (events && !finds) { /* these do not look for events */
                ck_assert_int_eq(abut_start(w, &def), ABUT_BAD_VALUE);
                abut_world_destroy(w);
                continue;
            }
            ck_assert_msg(abut_start(w, &def) == ABUT_OK, "%s: %s", solver, abut_world_message(w));
            advance(w, solver, 1);
            abut_energy e = abut_read_energy(w);
            expect_within(e.final, e.initial, 5e-4 * BALL_MASS * G * gap, NULL, "%s: energy after bounces", solver);
            abut_contact_stats s = abut_read_contact_stats(w, (abut_contact){1});
            /* energy at rest depth: 2/5 k h^2.5 - m g h = m g gap */
            double h = pow(2.5 * BALL_MASS * G * gap / hertz_k(), 0.4);
            for (int i = 0; i < 20; i++) h = pow(2.5 * BALL_MASS * G * (gap + h) / hertz_k(), 0.4);
            ck_assert_msg(s.touches == 5, "%s: %ld touches", solver, s.touches);
            ck_assert_msg(s.max_approach < 1.001 * h && s.max_approach > 0.9 * h, "%s: depth %g of %g", solver,
                          s.max_approach, h);
            abut_world_destroy(w);
        }
    }
}
END_TEST

START_TEST(damped_ball_loses_what_is_counted) {
    FOR_SOLVERS(solver) {
        abut_world *w = ball_above(0.05, 0.3);
        start(w, solver, 1e-7);
        advance(w, solver, 1);
        abut_energy e = abut_read_energy(w);
        ck_assert_msg(e.dissipated_normal > 0.1, "%s: no loss", solver);
        expect_within(e.residual, 0, 2e-4, NULL, "%s: energy balance", solver);
        abut_world_destroy(w);
    }
}
END_TEST

/* Opposing points as states of the integrator, or found anew at every evaluation: the same bounces. */
START_TEST(states_of_contacts) {
    int able = 0;
    FOR_SOLVERS(solver) {
        abut_world *w = ball_above_with(0.05, 0.3, "differential"), *plain = ball_above(0.05, 0.3);
        abut_status status = abut_start(w, &(abut_solver_def){.type = solver, .rtol = 1e-8});
        if (status) { /* a solver without states of contacts says so */
            ck_assert_msg(strlen(abut_world_message(w)) > 20, "%s: %s", solver, abut_world_message(w));
        } else {
            able++;
            start(plain, solver, 1e-8);
            advance(w, solver, 0.3);
            advance(plain, solver, 0.3);
            abut_body ball = abut_find_body(w, "ball");
            expect_within(abut_read_body(w, ball).r.z, abut_read_body(plain, ball).r.z, 1e-5, NULL, "%s: z", solver);
        }
        abut_world_destroy(w);
        abut_world_destroy(plain);
    }
    ck_assert_int_ge(able, 3);
}
END_TEST

START_TEST(events_are_found) {
    static const char *const solvers[] = {"bdf", "adams", "rk"};
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        abut_world *w = ball_above(0.05, 0);
        abut_solver_def def = {.type = solvers[i], .rtol = 1e-7, .events = true, .t_end = 0.3};
        ck_assert_msg(abut_start(w, &def) == ABUT_OK, "%s: %s", solvers[i], abut_world_message(w));
        double touch = sqrt(2 * 0.05 / G), best = INFINITY;
        while (abut_time(w) < 0.3) {
            ck_assert_msg(abut_step(w) == ABUT_OK, "%s: %s", solvers[i], abut_world_message(w));
            best = fmin(best, fabs(abut_time(w) - touch));
        }
        ck_assert_msg(abut_read_stats(w).events == 2, "%s: %ld events", solvers[i], abut_read_stats(w).events);
        ck_assert_msg(best < 1e-7, "%s: the touch was missed by %g s", solvers[i], best);
        abut_world_destroy(w);
    }
}
END_TEST

/* ---- four-bar linkage: crank, coupler, rocker; the pin between coupler and rocker closes the loop ---- */
static abut_body link_between(abut_world *w, const char *name, double x0, double z0, double x1, double z1) {
    double dx = x1 - x0, dz = z1 - z0, length = hypot(dx, dz), I = length * length * length / 12; /* 1 kg/m */
    return abut_add_body(w, &(abut_body_def){.name = name,
                                             .mass = length,
                                             .inertia = {1e-3 * I, I, I},
                                             .start.r = {0.5 * (x0 + x1), 0, 0.5 * (z0 + z1)},
                                             .start.q = about_y(atan2(-dz, dx))});
}

static void pin(abut_world *w, const char *name, abut_body a, abut_body b, double x, double z) {
    abut_add_joint(w, &(abut_joint_def){.name = name,
                                        .type = "revolute",
                                        .parent = a,
                                        .child = b,
                                        .place = {{x, 0, z}, {sqrt(0.5), -sqrt(0.5), 0, 0}}});
}

static abut_world *four_bar(void) {
    abut_world *w = new_world(G);
    abut_body crank = link_between(w, "crank", 0, 0, 0.2, 0.2), coupler = link_between(w, "coupler", 0.2, 0.2, 1, 0.6),
              rocker = link_between(w, "rocker", 1, 0.6, 1.1, 0);
    pin(w, "o", (abut_body){0}, crank, 0, 0);
    pin(w, "a", crank, coupler, 0.2, 0.2);
    pin(w, "b", coupler, rocker, 1, 0.6);
    pin(w, "c", (abut_body){0}, rocker, 1.1, 0);
    return w;
}

START_TEST(four_bar_keeps_energy_and_loop) {
    double reference = NAN;
    FOR_SOLVERS(solver) {
        abut_world *w = four_bar();
        abut_status status = abut_start(w, &(abut_solver_def){.type = solver, .rtol = 1e-7});
        if (status) { /* a solver without loops says so */
            ck_assert_msg(strlen(abut_world_message(w)) > 20, "%s: %s", solver, abut_world_message(w));
            ck_assert_str_eq(solver, "adams");
        } else {
            advance(w, solver, 2);
            expect_within(abut_read_energy(w).residual, 0, 1e-3, NULL, "%s: energy", solver);
            expect_within(abut_read_stats(w).constraint_residual, 0, 1e-6, NULL, "%s: loop", solver);
            double x = abut_read_body(w, abut_find_body(w, "coupler")).r.x;
            if (isnan(reference)) reference = x;
            expect_within(x, reference, 1e-3, NULL, "%s: x of the coupler", solver);
        }
        abut_world_destroy(w);
    }
}
END_TEST

/* ---- the end, and the impossible ---- */
START_TEST(no_step_goes_beyond_the_end) {
    FOR_SOLVERS(solver) {
        abut_world *w = pendulum(1);
        abut_solver_def def = {.type = solver, .rtol = 1e-5, .t_end = 0.77, .max_step = 0.1};
        ck_assert_msg(abut_start(w, &def) == ABUT_OK, "%s: %s", solver, abut_world_message(w));
        advance(w, solver, 0.77);
        abut_run_stats s = abut_read_stats(w);
        ck_assert_msg(s.t == 0.77, "%s: the last step ended at %.17g", solver, s.t);
        ck_assert_msg(s.steps >= 8 && s.rhs_evals > 0, "%s: %ld steps, %ld evaluations", solver, s.steps, s.rhs_evals);
        abut_world_destroy(w);
    }
}
END_TEST

START_TEST(the_impossible_ends_with_a_sentence) {
    FOR_SOLVERS(solver) {
        /* a load of 1e9 N pushes the ball through the plane: deeper than its radius no contact is defined */
        abut_world *w = ball_above(0.01, 0);
        abut_choice force = {"load", {{0}}};
        double vector[3] = {0, 0, -1e12};
        force.params[0] = (abut_param){.name = "force", .data = vector, .count = 3};
        abut_add_force(w, &(abut_force_def){.name = "press", .law = force, .b = abut_find_body(w, "ball")});
        start(w, solver, 1e-6);
        abut_status status = abut_advance(w, 1);
        ck_assert_msg(status == ABUT_NO_PROGRESS, "%s: status %d", solver, (int)status);
        ck_assert_msg(strlen(abut_world_message(w)) > 20, "%s: '%s'", solver, abut_world_message(w));
        ck_assert_msg(isfinite(abut_read_body(w, abut_find_body(w, "ball")).r.z), "%s: last state", solver);
        abut_world_destroy(w);
    }
}
END_TEST

/* ---- statics ---- */
START_TEST(ball_comes_to_rest_on_the_plane) {
    static const double gaps[] = {-1e-3, 0, 1e-6, 0.02, 3};
    double depth = pow(BALL_MASS * G / hertz_k(), 2.0 / 3.0); /* m g = k h^1.5 */
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        abut_world *w = ball_above(gaps[i], 0.3);
        double residual = NAN;
        int iterations = 0;
        abut_status status = abut_static(w, &residual, &iterations);
        ck_assert_msg(status == ABUT_OK, "gap %g: %s", gaps[i], abut_world_message(w));
        double z = abut_read_body(w, abut_find_body(w, "ball")).r.z;
        expect_near(RADIUS - z, depth, 1e-9, NULL, "depth from a gap of %g m", gaps[i]);
        ck_assert_msg(residual < 1e-8 && iterations > 0 && iterations < 200, "residual %g after %d", residual,
                      iterations);
        abut_world_destroy(w);
    }
}
END_TEST

START_TEST(links_hang_down) {
    abut_world *w = pendulum(2);
    ck_assert_msg(abut_static(w, NULL, NULL) == ABUT_OK, "%s", abut_world_message(w));
    abut_vec3 r = abut_read_body(w, abut_find_body(w, "rod")).r;
    expect_within(r.x, 0, 1e-9, NULL, "x of a pendulum at rest");
    expect_within(r.z, -0.5 * ROD, 1e-9, NULL, "z of a pendulum at rest");
    abut_world_destroy(w);
    w = four_bar();
    double residual = NAN;
    ck_assert_msg(abut_static(w, &residual, NULL) == ABUT_OK, "%s", abut_world_message(w));
    ck_assert_msg(residual < 1e-7, "residual %g", residual);
    abut_world_destroy(w);
}
END_TEST

START_TEST(nothing_holds_a_falling_body) {
    abut_world *w = new_world(G);
    abut_add_body(w, &(abut_body_def){.name = "stone", .mass = 1, .inertia = {1, 1, 1}});
    abut_status status = abut_static(w, NULL, NULL);
    ck_assert_msg(status == ABUT_NO_EQUILIBRIUM, "status %d", (int)status);
    ck_assert_msg(strlen(abut_world_message(w)) > 20, "'%s'", abut_world_message(w));
    abut_world_destroy(w);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&pendulum_period,
                                              &free_top,
                                              &bouncing_ball,
                                              &damped_ball_loses_what_is_counted,
                                              &states_of_contacts,
                                              &events_are_found,
                                              &four_bar_keeps_energy_and_loop,
                                              &no_step_goes_beyond_the_end,
                                              &the_impossible_ends_with_a_sentence,
                                              &ball_comes_to_rest_on_the_plane,
                                              &links_hang_down,
                                              &nothing_holds_a_falling_body};
    return suite_main("integrators", all, sizeof all / sizeof *all);
}
