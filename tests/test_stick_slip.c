/* Friction that sticks, as motion: a block on a slope that tilts, at rest, sliding; periods on a belt; balls that roll without
 * loss; energies. Sources: closed forms, tests/oracles/belt_periods.csv. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/example.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"
#include "support/validation.h"

static const double G = 9.81, PI = 3.14159265358979323846, DEG = 3.14159265358979323846 / 180;

static int mode_of(const example *e, const char *contact) {
    abut_element_out o = {0};
    must(abut_read_contact(e->w, abut_find_contact(e->w, contact), &o));
    return o.mode;
}

/* ---- the slope ---- */

/* The block of example 16 on a slope of constant angle, its weight turned there at once. */
static example on_slope(double angle, const char *solver) {
    char settings[400];
    (void)snprintf(settings, sizeof settings,
                   "forces.along.scale.omega=0;forces.into.scale.omega=0;forces.along.scale.phase=%.17g;"
                   "forces.into.scale.phase=%.17g;solver.t_end=200",
                   angle * DEG, (90 + angle) * DEG);
    return example_start("16_block_on_incline", settings, solver);
}

/* a = g (sin - mu cos), with every solver that takes friction with memory */
START_TEST(sliding) {
    static const char *const solvers[] = {"park", "rodas", "bdf"};
    static const double angles[] = {14.7, 16.8, 18, 20, 30, 45};
    double worst = 0;
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < 6; i++) {
            example e = on_slope(angles[i], solvers[s]);
            example_advance(&e, 0.2);
            double from = example_number(e.w, "block", "vx");
            example_advance(&e, 0.5);
            double a = (example_number(e.w, "block", "vx") - from) / 0.3, x = angles[i] * DEG;
            expect_within(a, G * (sin(x) - 0.25 * cos(x)), 1e-6, &worst, "%s at %g deg", solvers[s], angles[i]);
            example_end(&e);
        }
    printf("sliding: accelerations to %.1e m/s^2\n", worst);
}
END_TEST

/* Where the friction of a foot begins to slip for the first time, and where it sticks again, in degrees. */
typedef struct tilt {
    double slips[2], sticks, slides; /* up- and downhill foot; the uphill one again; both for good */
} tilt;

static tilt tilt_up(const char *settings) {
    example e = example_start("16_block_on_incline", settings, NULL);
    tilt t = {{NAN, NAN}, NAN, NAN};
    for (int i = 0; i <= 1700; i++) {
        example_advance(&e, 0.01 * i);
        int up = mode_of(&e, "touch.foot.1"), down = mode_of(&e, "touch.foot.2");
        if (up == 2 && isnan(t.slips[0])) t.slips[0] = 0.01 * i;
        if (down == 2 && isnan(t.slips[1])) t.slips[1] = 0.01 * i;
        if (up == 1 && !isnan(t.slips[0]) && isnan(t.sticks)) t.sticks = 0.01 * i;
        if (up == 2 && down == 2 && isnan(t.slides)) t.slides = 0.01 * i;
    }
    expect_within(example_number(e.w, "block", "x"), 0.0246, 0.003, NULL, "slid in the end");
    example_end(&e);
    return t;
}

/* Uphill feet, which carry less, first slip at tan = f0/(1 + 2 f0 h/L) = 14.62 degrees and stick again; the block slides at
 * arctan f0 = 16.70 degrees. Steps are chosen by the solver. */
START_TEST(slow_tilt) {
    tilt t = tilt_up(NULL);
    printf("tilt: uphill feet slip at %.2f and stick at %.2f deg, the block slides at %.2f deg\n", t.slips[0], t.sticks,
           t.slides);
    expect_within(t.slips[0], atan(0.3 / 1.15) / DEG, 0.05, NULL, "uphill feet");
    expect_within(t.sticks, t.slips[0], 0.15, NULL, "stick again");
    expect_within(t.slides, atan(0.3) / DEG, 0.05, NULL, "whole block");
    expect_within(t.slips[1], t.slides, 0.05, NULL, "downhill feet");
    t = tilt_up("solver.rtol=1e-4"); /* not a matter of the tolerance */
    expect_within(t.slides, atan(0.3) / DEG, 0.05, NULL, "whole block");
}
END_TEST

/* At rest on 10 degrees for 100 s: no creep. */
START_TEST(rest) {
    example e = on_slope(10, NULL);
    example_advance(&e, 2);
    double x = example_number(e.w, "block", "x"), fastest = 0;
    expect_near(x, 5.32340323e-8, 1e-7, NULL, "bent by its weight");
    for (int i = 3; i <= 102; i++) {
        example_advance(&e, i);
        fastest = fmax(fastest, fabs(example_number(e.w, "block", "vx")));
    }
    double creep = fabs(example_number(e.w, "block", "x") - x) / 100;
    printf("rest: creep %.1e m/s, speeds to %.1e m/s, %ld steps\n", creep, fastest, abut_read_stats(e.w).steps);
    ck_assert_double_lt(creep, 1e-14);
    ck_assert_double_lt(fastest, 1e-9);
    for (int i = 1; i <= 4; i++) {
        char foot[32];
        (void)snprintf(foot, sizeof foot, "touch.foot.%d", i);
        ck_assert_int_eq(mode_of(&e, foot), 1);
    }
    example_end(&e);
}
END_TEST

/* ---- the belt ---- */
static double period(double V, double c, const char *solver, const char *rtol, double *residual) {
    char settings[600];
    double damping = 1.2 * sqrt(10 * c), t = NAN, first = NAN;
    (void)snprintf(settings, sizeof settings,
                   "bodies.belt.drive.position.x.1=%.17g;bodies.block.velocity.0=%.17g;bodies.block.position.2=%.17g;"
                   "contacts.touch.normal.stiffness=%.17g;contacts.touch.friction.damping=%.17g;solver.rtol=%s;"
                   "solver.t_end=10",
                   1000 * V, V, -98.1 / c, c, damping, rtol);
    example e = example_start("17_belt_stick_slip", settings, solver);
    search s = example_search(&e, "block", "vx");
    for (int i = 0; i < 12; i++) { /* it turns round twice in a period */
        ck_assert(example_find_zero(&e, &s, 10, &t));
        if (i == 3) first = t;
    }
    *residual = example_number(e.w, "energy", "residual") / abut_read_energy(e.w).work_of_loads_and_drives;
    example_end(&e);
    return (t - first) / 4;
}

START_TEST(belt_periods) {
    table t = table_read("belt_periods.csv");
    double worst = 0, balance = 0, residual;
    for (size_t i = 0; i < t.rows; i++) {
        double V = table_at(&t, i, "V"), c = table_at(&t, i, "c");
        double T = period(V, c, NULL, "1e-10", &residual);
        expect_near(T, table_number(&t, i, "period"), 1e-5, &worst, "V %g, c %g", V, c);
        char what[120];
        (void)snprintf(what, sizeof what, "block on a belt at %g m/s, contact of %g N/m: period", V, c);
        validated(&(validation){"Stick-slip", what, "computed: multistep method with located events, another program",
                                "s", table_at(&t, i, "period"), 0, T});
        balance = fmax(balance, fabs(residual));
    }
    printf("belt: periods to %.1e, energy to %.1e\n", worst, balance);
    ck_assert_double_lt(balance, 1e-4);
    expect_near(period(0.05, 1e8, "bdf", "1e-8", &residual), 0.2028097986683728, 1e-5, NULL, "bdf");
    table_free(&t);
}
END_TEST

/* ---- curved surfaces ---- */
static void complain(const model_error *error, void *user) { ck_abort_msg("%s: %s", (const char *)user, error->text); }

static example from_text(const char *text, const char *solver) {
    example e = {0};
    (void)model_read_text("text", text, strlen(text), NULL, 0, complain, "text", &e.m);
    if (solver) e.m.solver.type = solver;
    (void)model_start(&e.m, complain, "text");
    e.w = e.m.world;
    return e;
}

#define STEEL  "abut: 1\nmaterials: {steel: {E: 210 GPa, nu: 0.3, density: 7850}}\n"
#define STICKS "normal: {type: hertz, damping: 20}, friction: {type: stick_slip, mu: 0.25, mu_static: 0.3}"

/* A ball rolls down: 5/7 g sin, and friction takes nothing. */
START_TEST(rolling_ball) {
    example e = from_text(STEEL "gravity: [1.7034886, 0, -9.6609642]\n"
                                "bodies: [{name: ground, fixed: true}, {name: ball, position: [0, 0, 0.02]}]\n"
                                "surfaces:\n"
                                "  - {name: slope, body: ground, shape: plane, material: steel}\n"
                                "  - {name: skin, body: ball, shape: {type: sphere, radius: 20 mm}, material: steel}\n"
                                "contacts: [{name: touch, between: [slope, skin], " STICKS "}]\n"
                                "solver: {t_end: 2, rtol: 1e-6}\n",
                          NULL);
    example_advance(&e, 0.2);
    double from = example_number(e.w, "ball", "vx"), lost = abut_read_energy(e.w).dissipated_friction;
    example_advance(&e, 1);
    double a = (example_number(e.w, "ball", "vx") - from) / 0.8, wanted = 5.0 / 7 * 1.7034886;
    double slip = example_number(e.w, "ball", "vx") - 0.02 * example_number(e.w, "ball", "wy");
    double share = (abut_read_energy(e.w).dissipated_friction - lost) / abut_read_energy(e.w).kinetic;
    printf("ball: acceleration off by %.1e, slip %.1e m/s, friction took %.1e of the energy, %ld steps\n",
           a / wanted - 1, slip, share, abut_read_stats(e.w).steps);
    expect_near(a, wanted, 1e-5, NULL, "acceleration"); /* the lever is shorter than the radius by half the approach */
    expect_within(slip, 0, 2e-5, NULL, "rolls");
    expect_within(share, 0, 1e-7, NULL, "loses nothing");
    ck_assert_int_eq(mode_of(&e, "touch"), 1);
    example_end(&e);
}
END_TEST

/* Three feet, one not round, on a slope: they hold. The plane stands first or second. */
static const char stool[] = STEEL
    "gravity: [1.7034886, 0, -9.6609642]\n"
    "bodies: [{name: ground, fixed: true}, {name: stool, mass: 10, inertia: [0.04, 0.04, 0.06], position: "
    "[0, 0, 0.05]}]\n"
    "surfaces:\n"
    "  - {name: slope, body: ground, shape: plane, material: steel}\n"
    "  - {name: a, body: stool, position: [0.1, 0, -0.03], shape: {type: sphere, radius: 20 mm}, material: steel}\n"
    "  - {name: b, body: stool, position: [-0.05, 0.09, -0.03], shape: {type: sphere, radius: 20 mm}, material: "
    "steel}\n"
    "  - {name: c, body: stool, position: [-0.05, -0.09, -0.03], shape: {type: ellipsoid, a: 30 mm, b: 20 mm, c: "
    "20 "
    "mm}, material: steel}\n"
    "contacts:\n"
    "  - {name: ta, between: [slope, a], " STICKS "}\n"
    "  - {name: tb, between: [b, slope], " STICKS "}\n"
    "  - {name: tc, between: [slope, c], " STICKS "}\n"
    "solver: {t_end: 200, rtol: 1e-6}\n";

/* Mean place over five seconds from t on: single states waver by what the tolerance of velocities allows. */
static void mean_place(example *e, double t, double mean[2]) {
    mean[0] = mean[1] = 0;
    for (int i = 0; i < 20; i++) {
        example_advance(e, t + 0.25 * i);
        mean[0] += example_number(e->w, "stool", "x") / 20;
        mean[1] += example_number(e->w, "stool", "y") / 20;
    }
}

static double creep_of_stool(const char *solver, double seconds) {
    example e = from_text(stool, solver);
    double from[2], to[2];
    mean_place(&e, 10, from);
    mean_place(&e, 10 + seconds, to);
    double creep = hypot(to[0] - from[0], to[1] - from[1]) / seconds;
    printf("stool, %s: creep %.1e m/s, %ld steps\n", abut_read_stats(e.w).solver, creep, abut_read_stats(e.w).steps);
    example_end(&e);
    return creep;
}

START_TEST(standing_on_curved_feet) {
    ck_assert_double_lt(creep_of_stool(NULL, 100), 1e-10);
    ck_assert_double_lt(creep_of_stool("bdf", 10), 1e-9);
}
END_TEST

/* A ball rolls round in a bowl: the remembered force turns with the contact, over both curved surfaces. */
START_TEST(rolling_in_a_bowl) {
    example e = from_text(
        STEEL "gravity: [0, 0, -9.81]\n"
              "bodies:\n"
              "  - {name: ground, fixed: true}\n"
              "  - {name: ball, position: [0.064, 0, -0.048], velocity: [0, 0.4, 0], angular_velocity: [-12, 0, -16]}\n"
              "surfaces:\n"
              "  - {name: bowl, body: ground, shape: {type: sphere, radius: 100 mm, side: inside}, material: steel}\n"
              "  - {name: skin, body: ball, shape: {type: sphere, radius: 20 mm}, material: steel}\n"
              "contacts: [{name: touch, between: [bowl, skin], " STICKS "}]\n"
              "solver: {t_end: 2, rtol: 1e-7}\n",
        NULL);
    example_advance(&e, 0.2);
    abut_energy before = abut_read_energy(e.w);
    example_advance(&e, 1.2);
    abut_energy after = abut_read_energy(e.w);
    double lost = (after.dissipated_friction - before.dissipated_friction) / after.kinetic;
    printf("bowl: friction took %.1e of the kinetic energy in a second, balance %.1e J, mode %d, %ld steps\n", lost,
           after.residual, mode_of(&e, "touch"), abut_read_stats(e.w).steps);
    ck_assert_int_eq(mode_of(&e, "touch"), 1);
    expect_within(lost, 0, 1e-5, NULL, "rolls without loss");
    expect_within(after.residual, 0, 1e-6, NULL, "balance");
    example_end(&e);
}
END_TEST

/* The spring that sticks: 0.1 nm along the floor, 1 um deep, against Mindlin's ratio times the slope 2 E* a. */
START_TEST(compliance_of_the_pair) {
    const abut_choice friction = {"stick_slip", {{.name = "mu", .value = 10}, {.name = "zeta", .value = 0.0}}};
    const abut_material glass = {70e9, 0.25, 2500, false}, alumina = {380e9, 0.23, 4000, false};
    abut_element_def def = {.a = {.shape = {"plane", {{0}}}, .material = glass},
                            .b = {.shape = {"sphere", {{.name = "radius", .value = 2.5e-3}}}, .material = alumina},
                            .law.friction = friction,
                            .mass = 1};
    abut_element *e;
    abut_message why = {0};
    ck_assert_msg(!abut_element_create(&def, &e, &why), "%s", why.text);
    abut_element_in in = {.b.r = {0, 0, 2.5e-3 - 1e-6}, .b.q = {1, 0, 0, 0}};
    must(abut_element_accept(e, &in));
    in.b.r.x = 1e-10; /* statics: no time passes */
    abut_element_out o = {0};
    must(abut_element_eval(e, &in, &o));
    double G1 = 70e9 / 2.5, G2 = 380e9 / 2.46, E = 1 / ((1 - 0.0625) / 70e9 + (1 - 0.0529) / 380e9);
    double ratio = 2 * (0.75 / G1 + 0.77 / G2) / (1.75 / G1 + 1.77 / G2), a = sqrt(2.5e-3 * 1e-6);
    expect_near(-o.on_b.force.x / 1e-10, ratio * 2 * E * a, 1e-6, NULL, "tangential stiffness");
    abut_element_destroy(e);
}
END_TEST

/* Displacement of a half-space at (x, y) along and across a traction 1/sqrt(1 - (x/a)^2 - (y/b)^2) in the direction `along`, and
 * against a pressure of that form, times 2 pi G: by Cerruti and Boussinesq,
 *   integral of q (1 - nu + nu (e . along)^2)/r,  nu q (e . along)(e . across)/r,  (1 - nu) q/r  over the ellipse,
 * e the direction from the point, in polar coordinates about it: r = r_max (1 - s^2) takes the edge away. */
static void cerruti(double a, double b, double nu, double x, double y, const double along[2], double u[3]) {
    enum { TURN = 400, RADIUS = 60 };
    u[0] = u[1] = u[2] = 0;
    for (int i = 0; i < TURN; i++) {
        double t = 2 * PI * i / TURN, c = cos(t) / a, d = sin(t) / b, ray = 0;
        double square = c * c + d * d, half = x / a * c + y / b * d, room = 1 - x * x / (a * a) - y * y / (b * b);
        double far = (-half + sqrt(half * half + square * room)) / square, back = far + 2 * half / square;
        for (int j = 0; j < RADIUS; j++) { /* 1 - ... = square (far - r)(r + back) */
            double q = (j + 0.5) / RADIUS, r = far * (1 - q * q);
            ray += 2 * sqrt(far) / sqrt(square * (r + back)) / RADIUS;
        }
        double e = cos(t) * along[0] + sin(t) * along[1], f = cos(t) * along[1] - sin(t) * along[0];
        u[0] += 2 * PI / TURN * ray * (1 - nu + nu * e * e);
        u[1] += 2 * PI / TURN * ray * nu * e * f;
        u[2] += 2 * PI / TURN * ray * (1 - nu);
    }
}

/* An ellipsoid 1 um deep in a plane, moved by 0.1 nm in a direction at an angle to its long axis. */
static double pushed(double turn, double angle, double direction, double axes[3]) {
    const abut_choice friction = {"stick_slip", {{.name = "mu", .value = 10}, {.name = "zeta", .value = 0.0}}};
    const abut_material glass = {70e9, 0.25, 2500, false}, alumina = {380e9, 0.23, 4000, false};
    abut_element_def def = {
        .a = {.shape = {"plane", {{0}}}, .material = glass},
        .b = {.shape = {"ellipsoid",
                        {{.name = "a", .value = 9e-3}, {.name = "b", .value = 3e-3}, {.name = "c", .value = 2.5e-3}}},
              .material = alumina},
        .law.friction = friction,
        .mass = 1};
    abut_element *e;
    abut_message why = {0};
    ck_assert_msg(!abut_element_create(&def, &e, &why), "%s", why.text);
    abut_element_in in = {.b.r = {0, 0, 2.5e-3 - 1e-6}, .b.q = {cos(turn / 2), 0, 0, sin(turn / 2)}};
    must(abut_element_accept(e, &in));
    in.b.r.x = 1e-10 * cos(turn + angle);
    in.b.r.y = 1e-10 * sin(turn + angle);
    abut_element_out o = {0};
    must(abut_element_eval(e, &in, &o));
    axes[0] = o.a;
    axes[1] = o.b;
    axes[2] = 1.5 * o.N / 1e-6;
    abut_element_destroy(e);
    return -(o.on_b.force.x * cos(turn + direction) + o.on_b.force.y * sin(turn + direction)) / 1e-10;
}

/* Whatever the direction of the ellipse: stiffness along its axes against an integration of the elastic half-spaces, which give
 * the same displacement all over the ellipse, and in between the sum of both. */
START_TEST(compliance_of_the_ellipse) {
    const double nu[] = {0.25, 0.23}, shear[] = {70e9 / 2.5, 380e9 / 2.46},
                 place[][2] = {{0, 0}, {0.5, 0.3}, {-0.2, 0.8}};
    double c[2], k[3], along[2] = {0};
    for (int axis = 0; axis < 2; axis++)
        for (int i = 0; i < 3; i++) {
            c[axis] = pushed(0.7, axis * PI / 2, axis * PI / 2, k);
            double u[3], sum[3] = {0}, way[2] = {axis == 0, axis == 1};
            for (int body = 0; body < 2; body++) {
                cerruti(k[0], k[1], nu[body], place[i][0] * k[0], place[i][1] * k[1], way, u);
                for (int j = 0; j < 3; j++) sum[j] += u[j] / shear[body];
            }
            expect_near(c[axis] / k[2], sum[2] / sum[0], 1e-5, NULL, "ratio along axis %d at place %d", axis, i);
            along[axis] = sum[0] / sum[2];
            expect_within(sum[1] / sum[0], 0, 1e-5, NULL, "no displacement across");
        }
    printf("ellipse %.2f: tangential over normal stiffness %.4f along, %.4f across\n", k[1] / k[0], c[0] / k[2],
           c[1] / k[2]);
    ck_assert_double_lt(c[0], 0.95 * c[1]);
    validated(&(validation){"Tangential stiffness", "ellipse of axes 1 : 0.24, along over across",
                            "computed: integration of Cerruti's solution (Mindlin 1949)", "", along[1] / along[0], 0,
                            c[0] / c[1]});
    double angle = 0.4, C = cos(angle), S = sin(angle);
    expect_near(pushed(-0.3, angle, angle, k), c[0] * C * C + c[1] * S * S, 1e-9, NULL, "at an angle");
    expect_near(pushed(0, angle, angle + PI / 2, k), (c[1] - c[0]) * S * C, 1e-8, NULL, "across");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&sliding,
                                              &slow_tilt,
                                              &rest,
                                              &belt_periods,
                                              &rolling_ball,
                                              &standing_on_curved_feet,
                                              &rolling_in_a_bowl,
                                              &compliance_of_the_pair,
                                              &compliance_of_the_ellipse};
    return suite_main("stick_slip", all, sizeof all / sizeof *all);
}
