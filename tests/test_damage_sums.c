#define _POSIX_C_SOURCE 200809L /* open_memstream */
/* Miner's sums of a track and how they are shown, by hand: how points combine, classes of the histograms, tables and JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/shared/damage.h"
#include "support/near.h"
#include "support/suite.h"

static const double two_pi = 6.28318530717958647692;

static damage *track(damage_def def) {
    def.name = "t";
    if (!def.elements) def.elements = 2;
    damage *d = damage_create(&def);
    ck_assert_ptr_nonnull(d);
    return d;
}

static double middle_of(int point, int points) { return (point + 0.5) * two_pi / points; }

/* What is left open: 180 points, 1e6 cycles, exponents 3 and 9, Weibull slope 10/9. */
START_TEST(defaults) {
    damage *d = track((damage_def){.load = 1000, .pressure = 1e9});
    for (int i = 0; i < 180; i++) damage_pass(d, middle_of(i, 180), i < 90 ? 500 : 800, 2e9);
    damage_figures f = damage_sum(d);
    expect_near(f.width, two_pi / 180, 1e-15, NULL, "points");
    expect_near(f.passes, 1, 1e-12, NULL, "passes");
    expect_near(f.worst, pow(0.8, 3) / 1e6, 1e-12, NULL, "exponent and cycles");
    expect_near(f.miner_pressure, pow(2, 9) / 1e6, 1e-12, NULL, "exponent of the pressure");
    double combined = pow(0.5 * (pow(0.125, 10 / 9.0) + pow(0.512, 10 / 9.0)), 0.9);
    expect_near(f.miner, combined / 1e6, 1e-12, NULL, "slope");
    expect_near(f.equivalent_load, 1000 * cbrt(combined), 1e-12, NULL, "equivalent load");
    expect_near(f.equivalent_pressure, 2e9, 1e-12, NULL, "equivalent pressure");
    ck_assert(f.load_max == 800 && f.p_max == 2e9);
    expect_near(f.worst_angle, middle_of(90, 180), 1e-12, NULL, "the first of the worst");
    damage_destroy(d);
}
END_TEST

/* Three of eight points, by turns rolled over once and often. A track that is travelled through has the mean of what was visited
 * everywhere; one that is only swung over has no damage elsewhere; if points are alike, all have the mean. */
START_TEST(points_combine) {
    const double Q[3] = {600, 1000, 1500}, slope = 9 / 8.0;
    for (int k = 0; k < 6; k++) {
        bool alike = k % 2;
        int times = k < 2 ? 1 : k < 4 ? 5 : 6; /* of each: 3/8, 15/8, 18/8 passes of a point in the mean */
        damage *d = track(
            (damage_def){.points = 8, .alike = alike, .load = 2000, .exponent = 4, .weibull = slope, .cycles = 1e7});
        for (int n = 0; n < times; n++)
            for (int i = 0; i < 3; i++) damage_pass(d, middle_of(2 * i, 8), Q[i], 0);
        damage_figures f = damage_sum(d);
        double passes = 3 * times / 8.0, powers = 0, own = 0, all = 0;
        for (int i = 0; i < 3; i++) {
            powers += pow(pow(Q[i], 4), slope) / 3;
            own += pow(times * pow(Q[i], 4) / passes, slope) / 8;
            all += times * pow(Q[i], 4);
        }
        double mean = passes >= 2 ? pow(own, 1 / slope) : alike ? all / (8 * passes) : pow(powers, 1 / slope);
        expect_near(f.passes, passes, 1e-12, NULL, "passes");
        expect_near(f.equivalent_load, pow(mean, 0.25), 1e-12, NULL, "equivalent load, %d", k);
        expect_near(f.miner, passes * mean / pow(2000, 4) / 1e7, 1e-12, NULL, "Miner's sum, %d", k);
        expect_near(f.worst, times * pow(0.75, 4) / 1e7, 1e-12, NULL, "worst point");
        ck_assert(isnan(f.miner_pressure));
        damage_destroy(d);
    }
}
END_TEST

/* By pressure if only that is rated; without any rating there is no sum. */
START_TEST(ratings) {
    damage *d = track((damage_def){.points = 4, .pressure = 1e9, .pressure_exponent = 8, .cycles = 1e8});
    for (int i = 0; i < 4; i++) damage_pass(d, middle_of(i, 4), 100, i == 2 ? 1.5e9 : 1e9);
    damage_figures f = damage_sum(d);
    expect_near(f.worst, pow(1.5, 8) / 1e8, 1e-12, NULL, "point by pressure");
    expect_near(f.worst_angle, middle_of(2, 4), 1e-12, NULL, "its place");
    ck_assert(f.miner == f.miner_pressure);
    damage_destroy(d);
    d = track((damage_def){.points = 4});
    damage_pass(d, 1, 100, 1e9);
    f = damage_sum(d);
    ck_assert(isnan(f.miner) && isnan(f.worst) && f.passes == 0.25 && f.equivalent_load > 0);
    damage_destroy(d);
}
END_TEST

/* Two and a half turns between two instants: each whole turn passes every point, half of it with the load of either end. */
START_TEST(whole_turns) {
    damage *d = track((damage_def){.points = 10, .load = 1000, .cycles = 1});
    damage_follow(d, 0, 0, 0, 200, 0);
    damage_follow(d, 0, 0.5 * two_pi, 2.5 * two_pi, 400, 0);
    damage_figures f = damage_sum(d);
    expect_near(f.passes, 2.5, 1e-12, NULL, "passes");
    expect_near(f.coarsest, 2.5 * two_pi, 1e-12, NULL, "coarsest");
    machine_extra t;
    ck_assert(damage_table(d, 0, &t) && t.rows == 10);
    for (int i = 0; i < 10; i++) { /* the rest goes forward from 0 over five points, linearly from 200 to 400 */
        double whole = pow(0.2, 3) + pow(0.4, 3), a = 0.2 + 0.04 * i, b = a + 0.04;
        double rest = i < 5 ? (pow(b, 4) - pow(a, 4)) / (4 * 0.04) : 0;
        expect_near(t.values[2][i], whole + rest, 1e-12, NULL, "point %d", i);
        expect_near(t.values[1][i], i < 5 ? 3 : 2, 1e-12, NULL, "passes of point %d", i);
    }
    machine_extra_free(&t);
    damage_clear(d); /* backwards, and an element that is not there */
    damage_follow(d, 1, 0.1, 0, 300, 0);
    damage_follow(d, 1, 0.1 - 0.3 * two_pi, -0.3 * two_pi, 300, 0);
    damage_follow(d, 2, 0, 0, 9e9, 0);
    damage_follow(d, -1, 0, 0, 9e9, 0);
    f = damage_sum(d);
    expect_near(f.passes, 0.3, 1e-12, NULL, "back");
    expect_near(f.coarsest, 0.3 * two_pi, 1e-12, NULL, "its way");
    ck_assert(f.load_max == 300);
    damage_destroy(d);
}
END_TEST

/* ---- classes ---- */
/* 64 classes up to 2, 5 or 10 times a power of ten above the first value. */
START_TEST(first_class) {
    static const double x[][2] = {{0.19, 0.2}, {0.2, 0.5}, {4.9, 5}, {5, 10}, {99, 100}, {1000, 2000}, {2e9, 5e9}};
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        damage *d = track((damage_def){.points = 1});
        machine_extra t;
        damage_pass(d, 0, x[i][0], 0);
        ck_assert(damage_table(d, 1, &t));
        expect_near(t.values[0][1] - t.values[0][0], x[i][1] / 64, 1e-12, NULL, "width after %g", x[i][0]);
        ck_assert_int_eq(t.rows, (int)(x[i][0] / x[i][1] * 64) + 1);
        ck_assert(t.values[1][t.rows - 1] == 1 && t.values[2][t.rows - 1] == 1);
        machine_extra_free(&t);
        ck_assert(!damage_table(d, 2, &t)); /* no pressure */
        damage_destroy(d);
    }
}
END_TEST

/* 1000 N make classes of 31.25 N, 2500 N then of 62.5 N: classes 16 and 40 are filled, with the damage of each. */
START_TEST(wider_classes) {
    damage *d = track((damage_def){.points = 2, .load = 1000});
    machine_extra t;
    for (int i = 0; i < 3; i++) damage_pass(d, 0, 1000, 2e9);
    damage_pass(d, 0, 990, 2e9); /* class 31, which becomes 15 */
    damage_pass(d, 4, 2500, 2e9);
    ck_assert(damage_table(d, 1, &t));
    ck_assert_int_eq(t.rows, 41);
    double all = 3e9 + pow(990, 3) + pow(2500, 3);
    for (int i = 0; i < 41; i++) {
        double passes = i == 15 ? 0.5 : i == 16 ? 1.5 : i == 40 ? 0.5 : 0;
        double share = i == 15 ? pow(990, 3) : i == 16 ? 3e9 : i == 40 ? pow(2500, 3) : 0;
        expect_near(t.values[0][i], (i + 0.5) * 62.5, 1e-12, NULL, "middle");
        expect_within(t.values[1][i], passes, 1e-12, NULL, "passes of class %d", i);
        expect_within(t.values[2][i], share / all, 1e-12, NULL, "share of class %d", i);
    }
    machine_extra_free(&t);
    ck_assert(damage_table(d, 2, &t) && !strcmp(t.name, "t_pressure"));
    ck_assert(t.rows == 26 && t.values[1][25] == 2.5); /* 2e9 of 5e9 */
    machine_extra_free(&t);
    damage_destroy(d);
}
END_TEST

START_TEST(over_the_angle) {
    damage *d = track((damage_def){.points = 5, .load = 1000, .exponent = 4, .cycles = 1e3});
    machine_extra t;
    damage_pass(d, middle_of(1, 5), 500, 1e9);
    damage_pass(d, middle_of(1, 5) + two_pi, 800, 3e9);
    damage_pass(d, middle_of(4, 5) - two_pi, 700, 2e9);
    ck_assert(damage_table(d, 0, &t) && t.rows == 5 && t.columns == 5);
    for (int i = 0; i < 5; i++) {
        double passes = i == 1 ? 2 : i == 4, powers = i == 1 ? pow(500, 4) + pow(800, 4) : i == 4 ? pow(700, 4) : 0;
        expect_near(t.values[0][i], middle_of(i, 5), 1e-12, NULL, "angle");
        ck_assert(t.values[1][i] == passes && t.values[4][i] == (i == 1 ? 3e9 : i == 4 ? 2e9 : 0));
        expect_within(t.values[2][i], powers / 1e12 / 1e3, 1e-15, NULL, "damage of point %d", i);
        expect_within(t.values[3][i], passes > 0 ? pow(powers / passes, 0.25) : 0, 1e-9, NULL, "load of point %d", i);
    }
    machine_extra_free(&t);
    damage_destroy(d);
}
END_TEST

/* ---- JSON ---- */
static char *said(const damage *d, double turns, double seconds) {
    static char *text;
    static size_t size;
    FILE *to = open_memstream(&text, &size);
    json j = json_start(to);
    damage_json(d, "track", turns, seconds, &j);
    json_end(&j);
    (void)fclose(to);
    return text;
}

static double number(const char *text, const char *key) {
    char name[40];
    (void)snprintf(name, sizeof name, "\"%s\": ", key);
    const char *at = strstr(text, name);
    ck_assert_msg(at != NULL, "no %s in %s", key, text);
    at += strlen(name);
    return strncmp(at, "null", 4) ? strtod(at, NULL) : (double)NAN;
}

START_TEST(as_json) {
    damage *d = track((damage_def){.points = 2, .load = 1000, .pressure = 4e9, .pressure_exponent = 2, .cycles = 100});
    for (int i = 0; i < 6; i++) damage_pass(d, middle_of(i % 2, 2), i % 2 ? 500 : 800, 2e9);
    damage_figures f = damage_sum(d);
    char *text = said(d, 30, 7200);
    static const char *const keys[] = {
        "passes",   "miner", "miner_pressure",   "miner_point", "point_angle", "equivalent_load", "equivalent_pressure",
        "load_max", "p_max", "life_revolutions", "life_hours"};
    double miner = 3 * pow(0.5 * (pow(0.125, 10 / 9.0) + pow(0.512, 10 / 9.0)), 0.9) / 100;
    const double want[] = {3,   miner, 3 * 0.25 / 100, 3 * 0.512 / 100, middle_of(0, 2), f.equivalent_load, 2e9,
                           800, 2e9,   30 / miner,     2 / miner};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        expect_near(number(text, keys[i]), want[i], 1e-12, NULL, "%s", keys[i]);
    const char *load = strstr(text, "load_histogram"), *pressure = strstr(text, "p_max_histogram");
    expect_near(number(load, "width"), 1000 / 64.0, 1e-12, NULL, "width of classes"); /* 800 N: up to 1000 */
    expect_near(number(pressure, "width"), 5e9 / 64, 1e-12, NULL, "of the pressure");
    ck_assert(!strstr(text, "\"note\""));
    free(text);
    /* more than a point between two instants is said, less is not */
    for (int k = 0; k < 2; k++) {
        damage_clear(d);
        damage_follow(d, 0, 0, 0, 1, 1);
        damage_follow(d, 0, k ? 3.2 : 3.1, 3.1, 1, 1);
        text = said(d, 1, 1);
        ck_assert((strstr(text, "\"note\"") != NULL) == (k == 1));
        free(text);
    }
    damage_destroy(d);
    d = track((damage_def){.points = 2});
    text = said(d, 0, 0);
    ck_assert(isnan(number(text, "miner")) && isnan(number(text, "point_angle")) && isnan(number(text, "life_hours")));
    ck_assert(!strstr(text, "miner_pressure"));
    free(text);
    damage_destroy(d);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&defaults,    &points_combine, &ratings,        &whole_turns,
                                              &first_class, &wider_classes,  &over_the_angle, &as_json};
    return suite_main("damage_sums", all, sizeof all / sizeof *all);
}
