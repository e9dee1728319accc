/* The sentence of the warning `drift` against closed forms: which motion grows, how fast, from where and how far. Bodies stand upright in
 * exact balance, are struck, and leave it as A sinh(rate t). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/model.h"
#include "support/near.h"
#include "support/suite.h"

/* ---- what a sentence says ---- */
typedef struct said {
    char motion[40], unit[4];
    double every, rate, from, to;
} said;

static bool read_sentence(const char *text, said *s) {
    const char *motion = strstr(text, "its motion "), *grows = strstr(text, " grows ");
    if (!motion || !grows || grows - motion - 11 >= (long)sizeof s->motion) return false;
    (void)snprintf(s->motion, sizeof s->motion, "%.*s", (int)(grows - motion - 11), motion + 11);
    return sscanf(grows, " grows tenfold every %lf s (rate %lf 1/s), from %lf to %lf %3s and beyond", &s->every,
                  &s->rate, &s->from, &s->to, s->unit) == 5;
}

/* The only drift that is said of a body; false: none. */
static bool said_of(const abut_model *m, const char *path, said *s) {
    int count = 0;
    for (int i = 0; i < abut_model_warning_count(m); i++) {
        abut_model_error w = abut_model_warning_at(m, i);
        if (strcmp(w.code, "drift") != 0 || strcmp(w.path, path) != 0) continue;
        ck_assert_msg(read_sentence(w.message, s), "%s", w.message);
        count++;
    }
    ck_assert_int_le(count, 1);
    return count == 1;
}

static abut_model *ran(const char *text, double t_end) {
    abut_model *m;
    abut_run_outcome o;
    must(abut_model_read(&(abut_model_def){.path = "drift.yaml", .text = text}, &m, NULL));
    must(abut_model_run(m, &(abut_run_def){.t_end = t_end, .rtol = 1e-9}, &o));
    return m;
}

/* ---- what it should say ---- */
static const double struck = 1.1e-3; /* s, the middle of the blow */

/* When A sinh(rate t) passes 10^power (rate t). */
static double passes(double A, int power) { return asinh(pow(10, power) / A); }

/* The lowest power of ten from which on four decades take about the same time: the longest at most 2.5 times the shortest. */
static int begins(double A) {
    for (int power = -25;; power++) {
        double longest = 0, shortest = INFINITY;
        for (int i = 0; i < 4; i++) {
            double took = passes(A, power + i + 1) - passes(A, power + i);
            longest = fmax(longest, took), shortest = fmin(shortest, took);
        }
        if (longest <= 2.5 * shortest) return power;
    }
}

static void expect_said(const abut_model *m, const char *path, const char *motion, const char *unit, double A,
                        double rate, double t_end) {
    said s;
    ck_assert_msg(said_of(m, path, &s), "%s: nothing is said", path);
    ck_assert_str_eq(s.motion, motion);
    ck_assert_str_eq(s.unit, unit);
    /* the last four decades end at rows, 1 ms apart; three digits are printed */
    expect_near(s.rate, rate, 2e-3 / (4 * log(10) / rate) + 0.005, NULL, "rate of %s", path);
    expect_near(s.every, log(10) / s.rate, 0.01, NULL, "tenfold every, %s", path);
    expect_near(s.from, pow(10, begins(A)), 1e-12, NULL, "from, %s", path);
    expect_near(s.to, pow(10, floor(log10(A * sinh(rate * (t_end - struck))))), 1e-12, NULL, "to, %s", path);
}

/* ---- rods on pins, struck by 1e-4 s times the force; one hangs, one turns about its own centre under a weight above it ---- */
#define BLOW "scale: {type: table, interpolation: linear, t: [0, 0.001, 0.0011, 0.0012, 100], x: [0, 0, 1, 0, 0]}}\n"
#define FINE "atol: {position: 1e-15, velocity: 1e-14, angle: 1e-15, angular_velocity: 1e-14}"
static const char rods[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  - {name: ground, fixed: true}\n"
    "  - {name: upright, mass: 1, inertia: [1e-3, 1e-3, 1e-4], position: [0, 0, 0.1]}\n"
    "  - {name: short, mass: 2, inertia: [1e-2, 1e-2, 1e-5], position: [1, 0, 0.05]}\n"
    "  - {name: hanging, mass: 1, inertia: [1e-3, 1e-3, 1e-4], position: [2, 0, -0.1]}\n"
    "  - {name: wheel, mass: 1, inertia: [2e-3, 2e-3, 2e-3], position: [3, 0, 0]}\n"
    "joints:\n"
    "  - {name: pin1, type: revolute, parent: ground, child: upright, orientation: {axis: [1, 0, 0], angle: 90 deg}}\n"
    "  - {name: pin2, type: revolute, parent: ground, child: short, position: [1, 0, 0], orientation: {axis: [0, 1, "
    "0], angle: 90 "
    "deg}}\n"
    "  - {name: pin3, type: revolute, parent: ground, child: hanging, position: [2, 0, 0], orientation: {axis: [1, 0, "
    "0], angle: "
    "90 deg}}\n"
    "  - {name: pin4, type: revolute, parent: ground, child: wheel, position: [3, 0, 0], orientation: {axis: [1, 0, "
    "0], angle: 90 "
    "deg}}\n"
    "forces:\n"
    "  - {type: load, body: upright, force: [1.56e-4, 0, 0], " BLOW
    "  - {type: load, body: short, force: [0, -1.1e-5, 0], " BLOW
    "  - {type: load, body: hanging, force: [1e-4, 0, 0], " BLOW
    "  - {type: load, body: wheel, force: [0, 0, -5], position: [0, 0, 0.04]}\n"
    "  - {type: load, body: wheel, moment: [0, 3e-6, 0], force: [0, 0, 0], " BLOW "solver: {start: equilibrium, " FINE
    "}\noutput: {every: 1 ms}\n";

/* (I + m l^2) angle'' = m g l angle, I + m l^2 times the first speed = l times the blow; the centre moves by l angle. Of the wheel
 * I angle'' = F h angle, and its centre stays. */
START_TEST(rods_upside_down) {
    const double t_end = 1.6, g = 9.81;
    abut_model *m = ran(rods, t_end);
    const struct {
        const char *path, *motion;
        double mass, l, I, blow; /* kg, m, kg m^2, N s */
    } rod[] = {{"bodies.upright", "along x and about y", 1, 0.1, 1e-3, 1.56e-8},
               {"bodies.short", "along y and about x", 2, 0.05, 1e-2, 1.1e-9}};
    for (int i = 0; i < 2; i++) {
        double I = rod[i].I + rod[i].mass * rod[i].l * rod[i].l, rate = sqrt(rod[i].mass * g * rod[i].l / I);
        expect_said(m, rod[i].path, rod[i].motion, "m", rod[i].l * rod[i].l * rod[i].blow / (I * rate), rate, t_end);
    }
    double rate = sqrt(5 * 0.04 / 2e-3);
    expect_said(m, "bodies.wheel", "about y", "rad", 3e-10 / (2e-3 * rate), rate, t_end);
    said s;
    ck_assert(!said_of(m, "bodies.hanging", &s));
    abut_model_destroy(m);
}
END_TEST

/* ---- a rotor that turns, upright on an elastic foot at l below its centre ---- */
static const char rotor[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  - {name: ground, fixed: true}\n"
    "  - {name: rotor, mass: 2, inertia: [5e-3, 5e-3, 1e-9], position: [0, 0, 0.1], drive: {speed: 100}}\n"
    "points:\n"
    "  - {name: seat, body: ground, position: [0, 0, 0]}\n"
    "  - {name: foot, body: rotor, position: [0, 0, -0.1]}\n"
    "forces:\n"
    "  - {type: bushing, between: [seat, foot], stiffness: [1e4, 1e4, 1e6], damping: [100, 100, 1e3]}\n"
    "  - {type: load, body: rotor, force: [0, 1e-5, 0], " BLOW "solver: {start: equilibrium, " FINE
    "}\noutput: {every: 1 ms}\n";

/* m x'' = -k u - c u', I angle'' = l (k u + c u') + m g l angle, u = x - l angle (gyroscopic moments are left out by the small moment of
 * inertia about the axis). With D(s) = m s^2 + k + c s: x = (k + c s) l angle/D and
 * I s^2 = m g l - l^2 m s^2 (k + c s)/D. The blow gives x the speed P/m: what grows of it, by the residue at the root s, is
 * P l (k + c s)/(D F'(s)) for the angle with F(s) = I s^2 - m g l + l^2 m s^2 (k + c s)/D. */
static double rotor_F(double s) {
    double D = 2 * s * s + 1e4 + 100 * s;
    return 5e-3 * s * s - 2 * 9.81 * 0.1 + 0.01 * 2 * s * s * (1e4 + 100 * s) / D;
}

START_TEST(rotor_on_an_elastic_foot) {
    const double t_end = 2, P = 1e-9, l = 0.1;
    double low = 1, high = 100;
    for (int i = 0; i < 60; i++) *(rotor_F(0.5 * (low + high)) > 0 ? &high : &low) = 0.5 * (low + high);
    double rate = low, D = 2 * rate * rate + 1e4 + 100 * rate, soft = (1e4 + 100 * rate) / D;
    double angle = P * l * soft / ((rotor_F(rate + 1e-4) - rotor_F(rate - 1e-4)) / 2e-4); /* times exp(rate t) */
    abut_model *m = ran(rotor, t_end);
    expect_said(m, "bodies.rotor", "along y and about x", "m", 2 * angle * l * soft, rate, t_end);
    abut_model_destroy(m);
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&rods_upside_down, &rotor_on_an_elastic_foot};
    return suite_main("drift_warning", all, sizeof all / sizeof *all);
}
