/* The track of a race and what rolls over it: damage by over-rolling against closed forms. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/shared/damage.h"
#include "support/near.h"
#include "support/suite.h"

static const double two_pi = 6.28318530717958647692;

static damage *track(double exponent, bool alike) {
    damage *d = damage_create(&(damage_def){.name = "t",
                                            .elements = 3,
                                            .alike = alike,
                                            .load = 5000,
                                            .exponent = exponent,
                                            .pressure = 2e9,
                                            .pressure_exponent = 9});
    ck_assert_ptr_nonnull(d);
    return d;
}

/* Rating life to 1e-6 under constant load, whatever the interval, the speed and the direction. */
START_TEST(constant_load) {
    static const double exponents[] = {3, 10 / 3.0, 4}, steps[] = {0.002, 0.3, 1.7, -0.9, 5, 25};
    for (int k = 0; k < 18; k++) {
        double p = exponents[k % 3], step = steps[k / 3], Q = 800 + 100 * k, angle = 0.3;
        damage *d = track(p, false);
        damage_follow(d, 1, angle, 0, Q, 1e9);
        for (int i = 0; i < 500; i++) {
            double moved = step * (1 + 0.5 * sin(i)); /* the guess of how far is rough */
            angle += moved;
            damage_follow(d, 1, remainder(angle, two_pi), moved * (1 + 1.0 / 40), Q, 1e9);
        }
        damage_figures f = damage_sum(d);
        double turns = fabs(angle - 0.3) / two_pi;
        expect_near(f.passes, turns, 1e-9, NULL, "passes, step %g", step);
        expect_near(f.passes / f.miner, pow(5000 / Q, p) * 1e6L, 1e-6, NULL, "life, step %g, exponent %g", step, p);
        expect_near(f.passes / f.miner_pressure, pow(2, 9) * 1e6L, 1e-6, NULL, "by pressure, step %g", step);
        expect_near(f.equivalent_load, Q, 1e-9, NULL, "equivalent load");
        ck_assert(f.load_max == Q && f.p_max == 1e9);
        damage_destroy(d);
    }
}
END_TEST

/* Two loads one after the other, and there and back: Miner's sum in closed form, also of counted passes. */
START_TEST(two_steps) {
    damage *d = track(3, true);
    for (int i = 0; i <= 500; i++) damage_follow(d, 0, 0.1 * i, 0.1, 1000, 5e8);
    damage_follow(d, 0, NAN, 0, 0, 0); /* its way ends: no load in between */
    for (int i = 0; i <= 300; i++) damage_follow(d, 0, -0.1 * i, -0.1, 2500, 1e9);
    damage_figures f = damage_sum(d);
    double n1 = 50 / two_pi, n2 = 30 / two_pi;
    expect_near(f.miner, (n1 * 0.008 + n2 * 0.125) / 1e6, 1e-9, NULL, "two loads");
    expect_near(f.equivalent_load, cbrt((n1 * 1e9 + n2 * 15.625e9) / (n1 + n2)), 1e-9, NULL, "equivalent load");
    damage_clear(d);
    for (int i = 0; i < 40; i++) damage_pass(d, 1, i % 4 ? 1000 : 2500, 1e9);
    f = damage_sum(d);
    expect_near(f.worst, (30 * 0.008 + 10 * 0.125) / 1e6, 1e-12, NULL, "counted passes");
    expect_within(f.worst_angle, 1, two_pi / 180, NULL, "the point");
    /* one point of 180 takes all: (mean of sum^(10/9))^(9/10) */
    expect_near(f.passes, 40 / 180.0, 1e-12, NULL, "mean over the points");
    damage_destroy(d);
}
END_TEST

/* Elements that travel through the load zone of a ring: the equivalents of ISO 16281 by quadrature. */
START_TEST(load_zone) {
    enum { N = 3600 };
    damage *still = track(3, false), *turning = track(3, true);
    double cubes = 0, places = 0;
    for (int i = 0; i < N; i++) {
        double q = 1000 * pow(fmax(0, cos((i + 0.5) / N * two_pi)), 1.5);
        cubes += q * q * q / N;
        places += pow(q, 10 / 3.0) / N;
    }
    for (int i = 0; i <= 2 * N; i++) {
        double a = two_pi * i / N, q = 1000 * pow(fmax(0, cos(a)), 1.5);
        damage_follow(still, 0, a, 0, q, 0);
        damage_follow(turning, 0, 1.6 * a, 0, q, 0);
    }
    expect_near(damage_sum(still).equivalent_load, pow(places, 0.3), 2e-4, NULL, "standing");
    expect_near(damage_sum(still).passes, 2, 1e-9, NULL, "two turns");
    ck_assert(damage_sum(still).worst_angle < 0.02 || damage_sum(still).worst_angle > two_pi - 0.02);
    expect_near(damage_sum(turning).equivalent_load, cbrt(cubes), 1e-5, NULL, "rotating");
    damage_destroy(still);
    damage_destroy(turning);
}
END_TEST

/* The load rises linearly from nothing over two points: the mean of its powers in each, whatever the exponent. */
START_TEST(rising_load) {
    for (int k = 0; k < 2; k++) {
        double p = k ? 10 / 3.0 : 3, point = two_pi / 180;
        damage *d = track(p, true);
        damage_follow(d, 0, 7 * point, 0, 0, 0);
        damage_follow(d, 0, 9 * point, 0, 2000, 2e9);
        damage_figures f = damage_sum(d);
        expect_near(f.worst, pow(0.2, p) * (pow(2, p + 1) - 1) / (p + 1) / 1e6, k ? 1e-6 : 1e-12, NULL, "second point");
        expect_near(f.worst_angle, 8.5 * point, 1e-12, NULL, "its place");
        expect_near(f.equivalent_load, 2000 * pow(p + 1, -1 / p), k ? 1e-4 : 1e-12, NULL, "equivalent load");
        damage_destroy(d);
    }
}
END_TEST

/* A swing over three points of 180: only those suffer, each with all of it; they combine as parts of the whole track. Contact
 * lost: no damage. */
START_TEST(swing_and_gap) {
    damage *d = track(3, false);
    const double half = 1.5 * two_pi / 180;
    for (int i = 0; i <= 8000; i++) damage_follow(d, 0, 0.5 * two_pi / 180 + half * sin(two_pi * i / 80), 0, 2500, 1e9);
    damage_figures f = damage_sum(d);
    expect_near(f.worst, 0.125e-6 * 200, 1e-9, NULL, "two passes a period");
    expect_near(f.miner, pow(3 / 180.0, 0.9) * f.worst, 1e-6, NULL, "the track");
    damage_clear(d);
    for (int i = 0; i <= 100; i++) damage_follow(d, 0, 0.1 * i, 0, i < 50 ? 0 : -3, 0);
    f = damage_sum(d);
    ck_assert(f.passes > 1 && f.miner == 0 && f.equivalent_load == 0);
    damage_destroy(d);
}
END_TEST

static double column_sum(const machine_extra *t, int column) {
    double sum = 0;
    for (int i = 0; i < t->rows; i++) sum += t->values[column][i];
    return sum;
}

/* The histogram keeps every pass while its range grows from tiny loads to large ones. */
START_TEST(histogram) {
    damage *d = track(3, false);
    double Q = 1e-3;
    machine_extra t;
    ck_assert(!damage_table(d, 0, &t) && !damage_table(d, 1, &t));
    for (int i = 0; i < 300; i++, Q *= 1.06) damage_pass(d, 0.1 * i, Q, 1e6 * Q);
    double last = Q / 1.06;
    ck_assert(damage_table(d, 1, &t));
    ck_assert_str_eq(t.name, "t_load");
    expect_near(column_sum(&t, 1), 300 / 180.0, 1e-12, NULL, "all passes");
    expect_near(column_sum(&t, 2), 1, 1e-12, NULL, "shares");
    double width = t.values[0][1] - t.values[0][0], top = t.values[0][t.rows - 1] + width / 2;
    ck_assert(t.rows <= 64 && t.rows > 30 && top >= last && top - width <= last);
    machine_extra_free(&t);
    ck_assert(damage_table(d, 0, &t) && t.rows == 180);
    expect_near(column_sum(&t, 1), 300, 1e-12, NULL, "passes over the angle");
    machine_extra_free(&t);
    ck_assert(!damage_table(d, 3, &t));
    damage_destroy(d);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&constant_load, &two_steps,     &load_zone,
                                              &rising_load,   &swing_and_gap, &histogram};
    return suite_main("damage_track", all, sizeof all / sizeof *all);
}
