/* Heat of bearings: loss in statics against runs, the balance against its equations and against a search of its own, runaway. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/lubrication.h"
#include "abut/machine.h"
#include "abut/model.h"
#include "abut/result.h"
#include "abut/text.h"
#include "support/near.h"
#include "support/suite.h"

static const char oiled[] =
    "abut: 1\n"
    "bodies:\n"
    "  - {name: housing, fixed: true}\n"
    "  - {name: shaft, mass: 2 kg, inertia: [5e-3, 5e-3, 1e-3], drive: {speed: 6000 rpm}}\n"
    "lubricants: {oil: {grade: iso_vg_68, temperature: 40 degC}}\n"
    "machines:\n"
    "  - {name: brg, %s, inner: shaft, outer: housing, bore: 40 mm, outside_diameter: 80 mm, width: 18 mm,\n"
    "     fits: {shaft: k5, housing: H7}, lubricant: oil, supply: bath, drag: {oil_fraction: 0.02}, %s}\n"
    "forces: [{name: load, type: load, body: shaft, force: [3 kN, 0, %s]}]\n"
    "solver: {t_end: 3 ms}\n"
    "output: {from: 1.5 ms}\n";
static const char ball[] = "use: 6208";
static const char roller[] =
    "type: roller_bearing, rollers: {count: 14, diameter: 10 mm, length: 10 mm}, pitch_diameter: 60 mm, "
    "clearance: 90 um";

typedef struct made {
    abut_model *m;
    abut_world *w;
    abut_machine brg;
} made;

static made make(const char *bearing, const char *more, const char *axial) {
    char text[2000];
    abut_message why = {0};
    made o;
    (void)snprintf(text, sizeof text, oiled, bearing, more, axial);
    ck_assert_msg(!abut_model_read(&(abut_model_def){.path = "heat.yaml", .text = text}, &o.m, &why), "%s", why.text);
    o.w = abut_model_world(o.m);
    ck_assert_msg(o.w != NULL, "%s", abut_model_error_count(o.m) ? abut_model_error_at(o.m, 0).text : "");
    o.brg = abut_find_machine(o.w, "brg");
    return o;
}

static abut_status settle(const made *o, abut_mounting_state *s) {
    abut_status status = abut_start(o->w, &(abut_solver_def){.statics = true});
    if (!status) status = abut_static(o->w, NULL, NULL);
    if (!status) status = abut_read_mounting(o->w, o->brg, s);
    return status;
}

/* A run starts in the equilibrium and loses there what statics says; later its balls have found the slip that balances their tractions. */
static void loses_as_the_run(const char *bearing, const char *axial, double at_start, double in_mean, bool balls) {
    made o = make(bearing, "temperatures: {inner: 80 degC, outer: 70 degC, oil: 75 degC}", axial);
    abut_mounting_state s;
    abut_bearing_state still, start;
    must(settle(&o, &s));
    must(balls ? abut_read_bearing(o.w, o.brg, &still, NULL) : abut_read_roller_bearing(o.w, o.brg, &still, NULL));
    must(abut_model_start(o.m, NULL));
    must(balls ? abut_read_bearing(o.w, o.brg, &start, NULL) : abut_read_roller_bearing(o.w, o.brg, &start, NULL));
    /* films of rollers are not in their statics: they begin too deep */
    if (balls) expect_near(still.loss, start.loss, at_start, NULL, "loss at the start of the run");
    if (balls) expect_near(still.losses.rolling, start.losses.rolling, 0.01, NULL, "rolling resistance");
    expect_near(still.losses.drag, start.losses.drag, 0.01, NULL, "drag");
    const abut_bearing_losses *l = &still.losses;
    expect_near(l->spin + l->slip + l->rolling + l->damping + l->drag, still.loss, 1e-12, NULL, "parts");
    expect_near(still.friction_moment, still.loss / (200 * 3.14159265358979323846), 1e-12, NULL, "moment");
    (void)printf("%.12s: statics %.5g W, run at the start %.5g W\n", bearing, still.loss, start.loss);
    abut_run_outcome run;
    abut_stat mean;
    if (!balls) { /* half a minute of a processor for 8 ms */
        must(abut_model_set(o.m, "solver.t_end", "0.5 ms"));
        must(abut_model_set(o.m, "output.from", "0.3 ms"));
        ck_assert(abut_model_world(o.m) != NULL);
    }
    must(abut_model_run(o.m, &(abut_run_def){.t_end = 0}, &run));
    must(abut_read_machine_stat(abut_model_world(o.m), o.brg, "loss", &mean));
    (void)printf("mean of the run %.5g W\n", mean.mean);
    expect_near(mean.mean, still.loss, in_mean, NULL, "mean loss of the run");
    abut_model_destroy(o.m);
}
START_TEST(statics_loses_as_a_run) {
    loses_as_the_run(ball, "500", 0.005, 0.12, true);
    loses_as_the_run(roller, "0", 0.02, 0.12, false);
}
END_TEST

/* At rest there is no loss; twice the load loses more. */
START_TEST(loss_belongs_to_speed) {
    made o = make(ball, "temperatures: {inner: 60 degC}", "500");
    abut_bearing_state s;
    must(abut_start(o.w, &(abut_solver_def){.statics = true, .at_rest = true}));
    must(abut_static(o.w, NULL, NULL));
    must(abut_read_bearing(o.w, o.brg, &s, NULL));
    ck_assert(s.loss == 0 && s.friction_moment == 0);
    abut_model_destroy(o.m);
}
END_TEST

/* The loss of the bearing at given temperatures. */
static void losses_at(const made *o, double inner, double outer, double race[2], double *drag) {
    char more[200];
    (void)snprintf(more, sizeof more, "temperatures: {inner: %.15g, outer: %.15g, oil: %.15g}", inner, outer,
                   0.5 * (inner + outer));
    made given = make(ball, more, "200");
    abut_set_driven_speed(given.w, abut_driven_speed(o->w));
    abut_mounting_state s;
    abut_bearing_state b;
    abut_ball_state balls[9];
    must(settle(&given, &s));
    must(abut_read_bearing(given.w, given.brg, &b, balls));
    *drag = b.losses.drag;
    race[0] = race[1] = 0.5 * (b.loss - *drag); /* their sum; the equations are looked at as a sum and a difference */
    abut_model_destroy(given.m);
}

/* Both equations of the balance with the numbers found, and the loss by a model that is given the temperatures. */
START_TEST(what_is_lost_flows_off) {
    const double kelvin = 273.15, G_i = 1.1, G_o = 2.3, G_b = 0.4, G_f = 1.7, T_a = 25 + kelvin, T_f = 35 + kelvin;
    made o = make(
        ball,
        "heat: {ambient: 25 degC, conductance: {inner: 1.1, outer: 2.3, between: 0.4, oil: 1.7}, oil_inlet: 35 degC}",
        "200");
    abut_mounting_state s;
    must(abut_set_driven_speed(o.w, 400));
    must(settle(&o, &s));
    double T_i = s.temperature[1], T_o = s.temperature[3], T_e = s.temperature[2];
    ck_assert(s.heated && s.residual <= 1e-6 && T_i > T_o && T_o > T_a);
    expect_near(T_e, 0.5 * (T_i + T_o), 1e-14, NULL, "elements");
    expect_near(s.oil, T_e, 1e-14, NULL, "oil");
    double P_e = 0.5 * (s.loss[0] + s.loss[1]) + s.drag - G_f * (T_e - T_f), total = s.loss[0] + s.loss[1] + s.drag;
    expect_within(0.5 * s.loss[0] + 0.5 * P_e - G_i * (T_i - T_a) - G_b * (T_i - T_o), 0, 1e-6 * total, NULL, "inner");
    expect_within(0.5 * s.loss[1] + 0.5 * P_e - G_o * (T_o - T_a) + G_b * (T_i - T_o), 0, 1e-6 * total, NULL, "outer");
    double race[2], drag;
    losses_at(&o, T_i, T_o, race, &drag);
    expect_near(race[0] + race[1], s.loss[0] + s.loss[1], 1e-6, NULL, "loss");
    expect_near(drag, s.drag, 1e-9, NULL, "drag");
    /* viscosity by the law of the grade */
    abut_lubricant oil;
    must(abut_oil_at_temperature(abut_find_oil(abut_world_types(), "iso_vg_68"), s.oil, &oil));
    expect_near(s.viscosity, oil.eta0, 1e-12, NULL, "viscosity");
    ck_assert(s.gain < 1);
    /* the same again, whatever was found before */
    abut_mounting_state again;
    must(abut_set_driven_speed(o.w, 700));
    must(settle(&o, &again));
    ck_assert(again.temperature[1] > T_i);
    must(abut_set_driven_speed(o.w, 400));
    must(settle(&o, &again));
    ck_assert(memcmp(again.temperature, s.temperature, sizeof s.temperature) == 0 && again.loss[0] == s.loss[0]);
    ck_assert(again.clearance == s.clearance && again.gain == s.gain);
    must(abut_start(o.w, &(abut_solver_def){.statics = true, .at_rest = true}));
    must(abut_read_mounting(o.w, o.brg, &again));
    expect_within(again.temperature[1], T_a, 1e-12, NULL, "at rest");
    abut_model_destroy(o.m);
}
END_TEST

/* The area of the seats. */
START_TEST(conductances_are_estimated) {
    made o = make(ball, "heat: {ambient: 25 degC}", "200");
    abut_mounting_state s;
    must(abut_set_driven_speed(o.w, 100));
    must(settle(&o, &s));
    expect_near(s.conductance[0] + s.conductance[1], 0.016e6 / 50 * 3.14159265358979323846 * 0.018 * 0.12, 1e-12, NULL,
                "ISO 15312");
    expect_near(s.conductance[1] / s.conductance[0], 2, 1e-12, NULL, "share");
    abut_model_destroy(o.m);
}
END_TEST

/* ---- runaway: a dry bearing without clearance whose inner ring sheds next to nothing. Load and loss grow with more than its warmth. ---- */
static const char dry[] = "abut: 1\n"
                          "bodies:\n"
                          "  - {name: housing, fixed: true}\n"
                          "  - {name: shaft, mass: 2 kg, inertia: [5e-3, 5e-3, 1e-3], drive: {speed: %.17g rad/s}}\n"
                          "machines:\n"
                          "  - {name: brg, use: 6208, inner: shaft, outer: housing, clearance: 0,\n"
                          "     bore: 40 mm, outside_diameter: 80 mm, width: 18 mm, fits: {shaft: k5}, %s}\n"
                          "forces: [{name: load, type: load, body: shaft, force: [300, 0, 100]}]\n";
static const double G_in = 0.06, G_out = 3, around = 298.15, hottest = 500;

static made make_dry(double speed, const char *more) {
    char text[2000];
    abut_message why = {0};
    made o;
    (void)snprintf(text, sizeof text, dry, speed, more);
    must(abut_model_read(&(abut_model_def){.path = "dry.yaml", .text = text}, &o.m, &why));
    o.w = abut_model_world(o.m);
    ck_assert_msg(o.w != NULL, "%s", abut_model_error_count(o.m) ? abut_model_error_at(o.m, 0).text : "");
    o.brg = abut_find_machine(o.w, "brg");
    return o;
}

/* W that a ring gets more than flows off, with the temperatures given. */
static void left_over(double speed, double T_i, double T_o, double f[2]) {
    char more[120], *text = NULL;
    size_t size = 0;
    (void)snprintf(more, sizeof more, "temperatures: {inner: %.17g, outer: %.17g}", T_i, T_o);
    made o = make_dry(speed, more);
    abut_mounting_state s;
    must(settle(&o, &s));
    FILE *to = open_memstream(&text, &size);
    abut_json j = abut_json_start(to);
    abut_machine_static_json(o.w, o.brg, &j);
    abut_json_end(&j);
    (void)fclose(to);
    double P_i, P_o;
    const char *at = strstr(text, "\"losses\"");
    ck_assert(at && sscanf(at, "\"losses\": {\"inner\": %lf, \"outer\": %lf", &P_i, &P_o) == 2);
    free(text);
    f[0] = 0.75 * P_i + 0.25 * P_o - G_in * (T_i - around);
    f[1] = 0.25 * P_i + 0.75 * P_o - G_out * (T_o - around);
    abut_model_destroy(o.m);
}

/* The outer ring's temperature for one of the inner ring, by halving, and what the inner ring then gets. */
static double inner_gets(double speed, double T_i) {
    double low = around, high = T_i + 1, f[2] = {0, 0};
    for (int i = 0; i < 14; i++) {
        double T_o = 0.5 * (low + high);
        left_over(speed, T_i, T_o, f);
        *(f[1] > 0 ? &low : &high) = T_o;
    }
    return f[0];
}

START_TEST(a_tight_bearing_runs_away) {
    made o = make_dry(50, "heat: {ambient: 25 degC, conductance: {inner: 0.06, outer: 3}, limit: 500 K}");
    abut_mounting_state s, before = {0};
    double low = 0, high = 0;
    for (double speed = 5; high == 0 || high > 1.002 * low; speed = high > 0 ? 0.5 * (low + high) : 2 * speed) {
        ck_assert(speed < 1e5);
        must(abut_set_driven_speed(o.w, speed));
        abut_status status = settle(&o, &s);
        if (!status) {
            low = speed, before = s;
            continue;
        }
        high = speed;
        ck_assert_msg(status == ABUT_NO_EQUILIBRIUM && strstr(abut_world_message(o.w), "runs away"), "%s",
                      abut_world_message(o.w));
        ck_assert(!strcmp(abut_world_place(o.w).key, "heat") && !strcmp(abut_world_place(o.w).kind, "machine"));
        abut_world_clear_message(o.w);
    }
    (void)printf("runs away from %.5g rad/s on; before %.4g K at the inner ring, gain %.4g, residual %.2g\n", high,
                 before.temperature[1], before.gain, before.residual);
    ck_assert(before.residual <= 1e-6 && before.gain > 0.85 && before.gain < 1);
    ck_assert(before.temperature[1] < 0.9 * hottest); /* it is not the limit that ends it */
    /* a search with temperatures that are given: below the end the inner ring sheds more somewhere, above it gets more everywhere */
    double least = (double)INFINITY, T = before.temperature[1];
    for (int i = -2; i <= 2; i++) least = fmin(least, inner_gets(0.97 * low, T + 4 * i));
    ck_assert_msg(least < 0, "%g W below the end", least);
    least = (double)INFINITY;
    for (int i = 0; i <= 10; i++)
        least = fmin(least, inner_gets(1.03 * high, around + i * (0.98 * hottest - around) / 10));
    for (int i = -2; i <= 2; i++) least = fmin(least, inner_gets(1.03 * high, T + 6 * i));
    ck_assert_msg(least > 0, "%g W above the end", least);
    abut_model_destroy(o.m);
}
END_TEST

/* Too hot, and not running away: a limit just above the ambient. */
START_TEST(a_limit_is_not_a_runaway) {
    made o = make(ball, "heat: {ambient: 25 degC, limit: 30 degC}", "200");
    abut_mounting_state s;
    ck_assert(settle(&o, &s) == ABUT_NO_EQUILIBRIUM);
    ck_assert_msg(strstr(abut_world_message(o.w), "gets too hot. At its limit, 30 degC") != NULL, "%s",
                  abut_world_message(o.w));
    abut_model_destroy(o.m);
}
END_TEST

/* Oils at other temperatures. */
START_TEST(oils_follow_their_laws) {
    abut_lubricant at40, hot, plain = {.eta0 = 0.05, .beta = 0.04, .temperature = 313.15}, bare = {.eta0 = 0.05};
    double low, high, eta;
    must(abut_oil_at_temperature(abut_find_oil(abut_world_types(), "iso_vg_68"), 313.15, &at40));
    must(abut_lubricant_at(&at40, 353.15, &hot));
    must(abut_walther_viscosity(&(abut_walther){68e-6, 8.7e-6, 880}, 353.15, &eta, NULL));
    expect_near(hot.eta0, eta, 1e-14, NULL, "Walther");
    ck_assert(hot.temperature == 353.15 && hot.alpha == at40.alpha && hot.beta < at40.beta);
    ck_assert(abut_lubricant_at(&at40, 400, &hot) == ABUT_BAD_VALUE);
    ck_assert(abut_lubricant_range(&at40, &low, &high) && low == 263.15 && high == 393.15);
    must(abut_lubricant_at(&plain, 333.15, &hot));
    expect_near(hot.eta0, 0.05 * exp(-0.8), 1e-14, NULL, "slope");
    ck_assert(abut_lubricant_at(&plain, 364, &hot) == ABUT_BAD_VALUE);
    ck_assert(abut_lubricant_at(&bare, 320, &hot) == ABUT_MISSING && hot.eta0 == 0.05);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &statics_loses_as_a_run,    &loss_belongs_to_speed,    &what_is_lost_flows_off, &conductances_are_estimated,
        &a_tight_bearing_runs_away, &a_limit_is_not_a_runaway, &oils_follow_their_laws};
    return suite_main("heat", all, sizeof all / sizeof *all);
}
