/* Periods and waves of the examples, found as events: bead chain, tumbling top, pendulum; closed forms of rolling; the
 * reversal of the rattleback; loops with every solver that can hold them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrate/integrate.h"
#include "support/example.h"
#include "support/near.h"
#include "support/suite.h"

static double next_zero(example *e, search *s) {
    double t = NAN;
    ck_assert(example_find_zero(e, s, 1e9, &t));
    return t;
}

/* Reference: Runge-Kutta of order 8 at relative tolerance 1e-13. */
START_TEST(bead_chain) {
    const double time[2] = {72.16065408325076, 95.95576562282368}, top = 0.68163154857, speed = 0.8405087728493726;
    const char *const bead[2] = {"bead61", "bead81"};
    example e = example_start("05_bead_chain", NULL, NULL);
    double at[2];
    for (int i = 0; i < 2; i++) {
        example_advance(&e, time[i] - 1); /* on the front of the wave */
        search s = example_search(&e, bead[i], "az");
        ck_assert(s.before > 0);
        at[i] = next_zero(&e, &s);
        expect_near(at[i], time[i], 1e-6, NULL, "crest at %s", bead[i]);
        expect_near(example_number(e.w, bead[i], "vz"), top, 1e-6, NULL, "height at %s", bead[i]);
    }
    expect_near(20 / (at[1] - at[0]), speed, 1e-6, NULL, "speed of the wave");
    example_end(&e);
}
END_TEST

/* Jacobi's elliptic functions: period 10.051858276326245 s of the angular velocity. */
START_TEST(tumbling_top) {
    example e = example_start("06_tumbling_top", NULL, NULL);
    search s = example_search(&e, "top", "wy");
    double t[5];
    for (int i = 0; i < 5; i++) t[i] = next_zero(&e, &s);
    expect_near(t[2] - t[0], 10.051858276326245, 1e-7, NULL, "first period");
    expect_near(t[4] - t[2], 10.051858276326245, 1e-7, NULL, "second period");
    expect_near(t[0], 2.7410680555545364, 1e-7, NULL, "first turn");
    printf("top: period %.13g, %.13g\n", t[2] - t[0], t[4] - t[2]);
    example_end(&e);
}
END_TEST

/* T = 4 sqrt(I/(m g d)) K(sin^2(75 deg)) */
START_TEST(pendulum) {
    example e = example_start("07_pendulum", NULL, NULL);
    search s = example_search(&e, "hinge", "v1");
    (void)next_zero(&e, &s);
    double t = next_zero(&e, &s);
    for (int period = 1; period < 6; period++) {
        expect_near(t, period * 2.91511664387608970418, 1e-9, NULL, "period %d", period);
        (void)next_zero(&e, &s);
        t = next_zero(&e, &s);
    }
    printf("pendulum: six periods off by %.1e s\n", t - 6 * 2.91511664387608970418);
    example_end(&e);
}
END_TEST

/* v = 5/7 v0, and 2/7 of the kinetic energy lost, whatever the friction law; t_roll = 2 v0/(7 mu g) for pure Coulomb. */
START_TEST(sliding_to_rolling) {
    example e = example_start("03_slide_to_roll", "contacts.touch.friction.v_s=0.1 mm/s", NULL);
    example_advance(&e, 0.5);
    expect_near(example_number(e.w, "ball", "vx"), 2 - 0.1 * 9.81 * 0.5, 1e-6, NULL, "still sliding");
    example_advance(&e, 0.59);
    double v = example_number(e.w, "ball", "vx");
    expect_near(v, 10.0 / 7, 1e-9, NULL, "rolling after t = 0.5825 s");
    expect_near(example_number(e.w, "ball", "wy"), v / 0.1, 1e-9, NULL, "no slip");
    expect_near(abut_read_energy(e.w).dissipated_friction, 2.0 * 2 / 7, 1e-9, NULL, "energy lost");
    example_end(&e);
}
END_TEST

/* Spun against its liking, it has turned round before t = 3.2 s and never left the floor. */
START_TEST(rattleback) {
    example e = example_start("10_rattleback", NULL, NULL);
    example_advance(&e, 2.5);
    ck_assert(example_number(e.w, "stone", "wz") < -0.05);
    example_advance(&e, 3.2);
    ck_assert(example_number(e.w, "stone", "wz") > 0.3);
    expect_within(example_number(e.w, "touch", "time_touching"), 3.2, 1e-9, NULL, "in contact");
    example_end(&e);
}
END_TEST

START_TEST(loops_with_every_solver) {
    int held = 0;
    for (size_t i = 0; i < abut_registry_count(abut_world_types()); i++) {
        const abut_type *type = abut_registry_at(abut_world_types(), i);
        if (strcmp(type->kind, "solver") != 0) continue;
        if (!((const integrator_type *)type)->constraints) continue;
        example e = example_start("08_four_bar", "solver.rtol=1e-9", type->name);
        example_advance(&e, 1);
        double error = example_number(e.w, "O", "x1") - 16.52298708482187;
        abut_run_stats s = abut_read_stats(e.w);
        printf("%-6s crank off by %8.1e rad after 1 s, loop by %.1e, %ld steps\n", type->name, error,
               s.constraint_residual, s.steps);
        expect_within(error, 0, 2e-5, NULL, "%s", type->name);
        expect_within(s.constraint_residual, 0, 1e-9, NULL, "%s", type->name);
        held++;
        example_end(&e);
    }
    ck_assert_int_ge(held, 3);
}
END_TEST

/* The same models built in C. */
START_TEST(both_doors) {
    example e = example_start("01_bouncing_ball", NULL, NULL);
    example_advance(&e, 6);
    ck_assert_int_ge(example_compare_program(&e, "bouncing_ball", 1e-12), 3);
    example_end(&e);
    e = example_start("02_tilted_ellipsoid", NULL, NULL);
    example_advance(&e, 1);
    ck_assert_int_ge(example_compare_program(&e, "tilted_ellipsoid", 1e-12), 13);
    example_end(&e);
    e = example_start("08_four_bar", NULL, NULL);
    example_advance(&e, 5);
    ck_assert_int_ge(example_compare_program(&e, "four_bar", 1e-12), 4);
    example_end(&e);
    e = example_start("13_ball_bearing", NULL, NULL);
    example_advance(&e, 0.05);
    ck_assert_int_ge(example_compare_program(&e, "ball_bearing", 1e-12), 12);
    example_end(&e);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &bead_chain, &tumbling_top, &pendulum, &sliding_to_rolling, &rattleback, &loops_with_every_solver, &both_doors};
    return suite_main("example_motion", all, sizeof all / sizeof *all);
}
