/* Fits and temperatures of bearings: thick rings against the equation of equilibrium integrated in steps, tolerance classes against printed limits,
 * growth of bearings against geometry. */
#include <math.h>
#include <string.h>

#include "abut/machine.h"
#include "machine/shared/iso286.h"
#include "machine/shared/thick_ring.h"
#include "support/bearing.h"
#include "support/near.h"
#include "support/suite.h"

/* ---- thick rings ---- */
/* State of a ring at r: displacement u and radial stress s. In plane stress
 *   sigma_t = E (u/r - alpha T) + nu s,   u' = (s - nu sigma_t)/E + alpha T,   s' = (sigma_t - s)/r - rho w^2 r. */
typedef struct at_r {
    double u, s;
} at_r;

static double hoop_at(const thick_ring *o, double r, at_r y) {
    return o->E * (y.u / r - o->expansion * o->warmer) + o->nu * y.s;
}

static at_r slope(const thick_ring *o, double r, at_r y) {
    double t = hoop_at(o, r, y);
    return (at_r){(y.s - o->nu * t) / o->E + o->expansion * o->warmer,
                  (t - y.s) / r - o->density * o->speed * o->speed * r};
}

static at_r plus(at_r a, double h, at_r b) { return (at_r){a.u + h * b.u, a.s + h * b.s}; }

/* From the bore with displacement u and pressure p_a to the radius r, by Runge and Kutta's method. */
static at_r march(const thick_ring *o, double u, double p_a, double r) {
    enum { STEPS = 4000 };
    at_r y = {u, -p_a};
    double h = (r - o->a) / STEPS;
    for (int i = 0; i < STEPS; i++) {
        double x = o->a + i * h;
        at_r k1 = slope(o, x, y), k2 = slope(o, x + 0.5 * h, plus(y, 0.5 * h, k1)),
             k3 = slope(o, x + 0.5 * h, plus(y, 0.5 * h, k2)), k4 = slope(o, x + h, plus(y, h, k3));
        y.u += h / 6 * (k1.u + 2 * k2.u + 2 * k3.u + k4.u);
        y.s += h / 6 * (k1.s + 2 * k2.s + 2 * k3.s + k4.s);
    }
    return y;
}

/* The displacement of the bore for which the outside has its pressure: the equations are linear. */
static double shoot(const thick_ring *o, double p_a, double p_b) {
    double s0 = march(o, 0, p_a, o->b).s, s1 = march(o, 1e-6, p_a, o->b).s;
    return 1e-6 * (-p_b - s0) / (s1 - s0);
}

static thick_ring inner_6208(void) {
    return (thick_ring){.a = 20e-3, .b = 24.05e-3, .E = 208e9, .nu = 0.29, .density = 7830, .expansion = 12e-6};
}

START_TEST(rings_are_those_of_the_equation_integrated) {
    const struct {
        double p_a, p_b, warmer, speed;
    } cases[] = {{30e6, 0, 0, 0}, {0, 25e6, 0, 0}, {0, 0, 0, 2500}, {0, 0, 70, 0}, {40e6, 15e6, -35, 1800}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        thick_ring o = inner_6208();
        o.warmer = cases[i].warmer;
        o.speed = cases[i].speed;
        double u = shoot(&o, cases[i].p_a, cases[i].p_b), size = 1e-9 * fabs(u), stress = 1e-9 * 1e9;
        double middle = 0.4 * o.a + 0.6 * o.b;
        at_r inside = march(&o, u, cases[i].p_a, middle), end = march(&o, u, cases[i].p_a, o.b);
        expect_within(ring_moves(&o, o.a, cases[i].p_a, cases[i].p_b), u, size, NULL, "line %d", __LINE__);
        expect_within(ring_moves(&o, middle, cases[i].p_a, cases[i].p_b), inside.u, size, NULL, "line %d", __LINE__);
        expect_within(ring_moves(&o, o.b, cases[i].p_a, cases[i].p_b), end.u, size, NULL, "line %d", __LINE__);
        expect_within(ring_radial(&o, middle, cases[i].p_a, cases[i].p_b), inside.s, stress, NULL, "line %d", __LINE__);
        expect_within(ring_hoop(&o, middle, cases[i].p_a, cases[i].p_b), hoop_at(&o, middle, inside), stress, NULL,
                      "line %d", __LINE__);
        expect_within(ring_hoop(&o, o.a, cases[i].p_a, cases[i].p_b), hoop_at(&o, o.a, (at_r){u, -cases[i].p_a}),
                      stress, NULL, "line %d", __LINE__);
    }
}
END_TEST

/* Solid: a disc whose stresses are finite at its axis, from a tiny hole outwards (the hole matters by its square, 1e-12). */
START_TEST(a_solid_shaft_is_a_ring_with_a_tiny_hole) {
    thick_ring solid = {
        .b = 20e-3, .E = 205e9, .nu = 0.3, .density = 7850, .expansion = 11e-6, .warmer = 40, .speed = 3000};
    double p = 50e6, b = solid.b, w2 = 7850 * 9e6;
    /* (1 - nu)/E (rho w^2 b^2/4 - p) b + alpha T b */
    expect_within(ring_moves(&solid, b, 0, p), ((0.7 / 205e9) * (w2 * b * b / 4 - p) + 11e-6 * 40) * b, 1e-9 * 1e-5,
                  NULL, "line %d", __LINE__);
    expect_within(ring_hoop(&solid, 0, 0, p), -p + 3.3 / 8 * w2 * b * b, 1, NULL, "line %d", __LINE__);
    expect_within(ring_radial(&solid, 0, 0, p), -p + 3.3 / 8 * w2 * b * b, 1, NULL, "line %d", __LINE__);
    expect_within(ring_radial(&solid, b, 0, p), -p, 1e-3, NULL, "line %d", __LINE__);
}
END_TEST

/* Two rings pressed together: both follow the integrated equation, their radii meet, and the energy of the pressure is that of the strains. */
START_TEST(a_joint_closes_its_interference) {
    ring_joint j = {.in = {.a = 8e-3, .b = 20e-3, .E = 70e9, .nu = 0.33, .density = 2700, .expansion = 23e-6},
                    .out = inner_6208(),
                    .interference = 18e-6};
    j.in.warmer = 55, j.out.warmer = 30;
    j.in.speed = j.out.speed = 900;
    ring_joined o = ring_join(&j);
    ck_assert(o.pressure > 0);
    double u_out = shoot(&j.out, o.pressure, 0), u_in = march(&j.in, shoot(&j.in, 0, o.pressure), 0, j.in.b).u;
    expect_within(u_out - u_in, 9e-6, 1e-9 * 9e-6, NULL, "line %d", __LINE__);
    /* speed up to where it lifts off: free radii meet */
    thick_ring in = j.in, out = j.out;
    ck_assert(isfinite(o.lift_off));
    in.speed = out.speed = o.lift_off;
    expect_within(shoot(&out, 0, 0) - march(&in, shoot(&in, 0, 0), 0, in.b).u, 9e-6, 1e-8 * 9e-6, NULL, "line %d",
                  __LINE__);
    j.in.speed = j.out.speed = 1.0001 * o.lift_off;
    ck_assert(ring_join(&j).pressure == 0 && ring_join(&j).interference < 0);
    j.in.speed = j.out.speed = 0.9999 * o.lift_off;
    ck_assert(ring_join(&j).pressure > 0);
    j.interference = -200e-6;
    ck_assert(ring_join(&j).lift_off == 0);
}
END_TEST

/* ---- tolerance classes: limits as tables of shafts and housings print them, um ---- */
START_TEST(classes_are_those_of_printed_tables) {
    const struct {
        const char *text;
        double mm, low, high;
    } cases[] = {
        {"k5", 40, 2, 13},    {"k6", 40, 2, 18},    {"m5", 40, 9, 20},     {"m6", 60, 11, 30},     {"n6", 40, 17, 33},
        {"p6", 60, 32, 51},   {"h6", 25, -13, 0},   {"g6", 25, -20, -7},   {"js5", 40, -5.5, 5.5}, {"j6", 40, -5, 11},
        {"f6", 40, -41, -25}, {"H7", 80, 0, 30},    {"H6", 50, 0, 16},     {"G7", 80, 10, 40},     {"J7", 80, -12, 18},
        {"K7", 80, -21, 9},   {"M7", 80, -30, 0},   {"N7", 80, -39, -9},   {"P7", 80, -51, -21},   {"K6", 52, -15, 4},
        {"JS7", 80, -15, 15}, {"H8", 120, 0, 54},   {"M6", 280, -41, -9},  {"F7", 62, 30, 60},     {"h5", 6, -5, 0},
        {"k5", 10, 1, 7},     {"e8", 40, -89, -50}, {"d9", 40, -142, -80}, {"j5", 100, -9, 6},     {"p6", 120, 37, 59},
        {"N7", 62, -39, -9},  {"P6", 80, -45, -26}, {"H7", 180, 0, 40},    {"K7", 120, -25, 10}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        iso286_zone z;
        char why[200];
        bool hole = cases[i].text[0] < 'a';
        ck_assert_msg(iso286_find(cases[i].text, hole, cases[i].mm * 1e-3, &z, why, sizeof why), "%s: %s",
                      cases[i].text, why);
        expect_within(z.low * 1e6, cases[i].low, 1e-9, NULL, "line %d", __LINE__);
        expect_within(z.high * 1e6, cases[i].high, 1e-9, NULL, "line %d", __LINE__);
    }
    expect_within(iso492_bore(40e-3).low * 1e6, -12, 1e-9, NULL, "line %d", __LINE__);
    expect_within(iso492_bore(50e-3).low * 1e6, -12, 1e-9, NULL, "line %d", __LINE__);
    expect_within(iso492_bore(55e-3).low * 1e6, -15, 1e-9, NULL, "line %d", __LINE__);
    expect_within(iso492_outside(80e-3).low * 1e6, -13, 1e-9, NULL, "line %d", __LINE__);
    expect_within(iso492_outside(140e-3).low * 1e6, -18, 1e-9, NULL, "line %d", __LINE__);
}
END_TEST

START_TEST(wrong_classes_are_refused) {
    const struct {
        const char *text;
        bool hole;
        double size;
    } cases[] = {{"", false, 0.04},   {"k", false, 0.04},   {"K5", false, 0.04},  {"h7", true, 0.04},
                 {"z5", false, 0.04}, {"k2", false, 0.04},  {"k10", false, 0.04}, {"k5x", false, 0.04},
                 {"k5", false, 0.6},  {"k5", false, 0.002}, {"5", false, 0.04},   {"J9", true, 0.04},
                 {"j9", false, 0.04}, {"js", false, 0.04},  {"JS5", false, 0.04}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        iso286_zone z;
        char why[200] = "";
        ck_assert_msg(!iso286_find(cases[i].text, cases[i].hole, cases[i].size, &z, why, sizeof why), "%s",
                      cases[i].text);
        ck_assert(strlen(why) > 10);
    }
}
END_TEST

/* ---- bearings ---- */
static abut_ball_bearing_def mounted8(void) {
    abut_ball_bearing_def d = bearing8();
    d.boundary.bore = 25e-3;
    d.boundary.outside_diameter = 52e-3;
    d.boundary.width = 15e-3;
    return d;
}

static rig settle(const abut_ball_bearing_def *d, double speed, abut_mounting_state *s) {
    rig r = rig_make(
        &(rig_def){.bearing = *d, .speed = speed, .load = {1000, 0, 0}, .mass = 2, .inertia = {5e-3, 5e-3, 1e-3}});
    ck_assert_msg(!abut_start(r.w, &(abut_solver_def){.statics = true}), "%s", abut_world_message(r.w));
    ck_assert_msg(!abut_static(r.w, NULL, NULL), "%s", abut_world_message(r.w));
    ck_assert(!abut_read_mounting(r.w, r.brg, s) == (s != NULL));
    return r;
}

/* Everything warmer by the same: the bearing is the same body, larger. Forces at equal displacements in scale are those of the larger one. */
START_TEST(equal_warmth_makes_a_larger_bearing) {
    abut_ball_bearing_def warm = mounted8(), large = bearing8();
    double part = 11.9e-6 * 80;
    warm.clearance = 12e-6;
    warm.mounting.temperatures.inner = warm.mounting.temperatures.outer = 293.15 + 80;
    large.clearance = 12e-6 * (1 + part);
    large.balls.diameter *= 1 + part;
    large.pitch_diameter *= 1 + part;
    abut_mounting_state s, none;
    abut_bearing_state a, b;
    rig w = settle(&warm, 0, &s),
        l = rig_make(&(rig_def){.bearing = large, .load = {1000, 0, 0}, .mass = 2, .inertia = {5e-3, 5e-3, 1e-3}});
    ck_assert(!abut_start(l.w, &(abut_solver_def){.statics = true}) && !abut_static(l.w, NULL, NULL));
    ck_assert(abut_read_mounting(l.w, l.brg, &none) == ABUT_MISSING);
    ck_assert(!abut_read_bearing(w.w, w.brg, &a, NULL) && !abut_read_bearing(l.w, l.brg, &b, NULL));
    expect_within(s.clearance, large.clearance, 1e-15, NULL, "line %d", __LINE__);
    expect_within(s.clearance_mounted, 12e-6, 1e-15, NULL, "line %d", __LINE__);
    /* here the balls keep their radius: compliance goes with its cube root, 1 - 3.2e-4 */
    expect_near(a.displacement.x, b.displacement.x, 5e-4, NULL, "line %d", __LINE__);
    abut_world_destroy(w.w);
    abut_world_destroy(l.w);
}
END_TEST

/* Clearance by fit, warmth and speed: by the equation integrated for both rings; and the balls feel it. */
START_TEST(clearance_follows_fits_warmth_and_speed) {
    abut_ball_bearing_def d = mounted8();
    d.clearance = 20e-6;
    d.material.expansion = 12e-6;
    d.mounting.fits.shaft = (abut_seat){.interference = 15e-6, .Rz = 6e-6, .bore = 10e-3};
    d.mounting.fits.housing =
        (abut_seat){.interference = 9e-6, .outside = 90e-3, .material = {70e9, 0.33, 2700, .expansion = 23e-6}};
    d.mounting.temperatures =
        (abut_bearing_temperatures){.shaft = 343.15, .inner = 338.15, .outer = 318.15, .housing = 308.15};
    abut_mounting_state s;
    double speed = 1200, steel = 11.9e-6;
    rig r = settle(&d, speed, &s);
    double race[2] = {0.5 * (38.5e-3 - 9.525e-3) - 0.25 * 20e-6, 0.5 * (38.5e-3 + 9.525e-3) + 0.25 * 20e-6};
    thick_ring shaft = {5e-3, 12.5e-3, 210e9, 0.3, 7850, steel, 50, speed},
               inner = {12.5e-3, race[0], 207e9, 0.3, 7800, 12e-6, 45, speed},
               outer = {race[1], 26e-3, 207e9, 0.3, 7800, 12e-6, 25, 0},
               housing = {26e-3, 45e-3, 70e9, 0.33, 2700, 23e-6, 15, 0};
    double u_i = march(&inner, shoot(&inner, s.shaft.pressure, 0), s.shaft.pressure, inner.b).u;
    double u_s = march(&shaft, shoot(&shaft, 0, s.shaft.pressure), 0, shaft.b).u;
    double at_bore = shoot(&inner, s.shaft.pressure, 0);
    expect_within(s.shaft.effective, 15e-6 - 0.4 * 6e-6, 1e-18, NULL, "line %d", __LINE__);
    expect_within(at_bore - u_s, 0.5 * s.shaft.effective, 1e-9 * 6e-6, NULL, "line %d", __LINE__);
    double u_o = shoot(&outer, 0, s.housing.pressure), out = march(&outer, u_o, 0, outer.b).u;
    if (s.housing.pressure > 0)
        expect_within(shoot(&housing, s.housing.pressure, 0) - out, 4.5e-6, 1e-9 * 4.5e-6, NULL, "line %d", __LINE__);
    ck_assert(s.housing.pressure > 0 && s.shaft.pressure > 0);
    double ball = steel * 35 * 9.525e-3; /* mean of the rings; the material of the balls does not say its expansion */
    expect_within(s.clearance, 20e-6 + 2 * (u_o - u_i - ball), 1e-14, NULL, "line %d", __LINE__);
    expect_near(s.shaft.hoop, hoop_at(&inner, inner.a, (at_r){at_bore, -s.shaft.pressure}), 1e-8, NULL, "line %d",
                __LINE__);
    ck_assert(s.clearance_mounted < 20e-6);
    /* the same bearing with that clearance and no mounting; its rings are warm by a little, whence 2e-3 */
    abut_ball_bearing_def plain = bearing8();
    plain.clearance = s.clearance;
    rig p = rig_make(
        &(rig_def){.bearing = plain, .speed = speed, .load = {1000, 0, 0}, .mass = 2, .inertia = {5e-3, 5e-3, 1e-3}});
    abut_bearing_state a, b;
    ck_assert(!abut_start(p.w, &(abut_solver_def){.statics = true}) && !abut_static(p.w, NULL, NULL));
    ck_assert(!abut_read_bearing(r.w, r.brg, &a, NULL) && !abut_read_bearing(p.w, p.brg, &b, NULL));
    expect_near(a.displacement.x, b.displacement.x, 2e-3, NULL, "line %d", __LINE__);
    abut_world_destroy(r.w);
    abut_world_destroy(p.w);
}
END_TEST

/* At another speed of the drive everything is found anew; at rest nothing turns. */
START_TEST(speed_takes_the_fit_away) {
    abut_ball_bearing_def d = mounted8();
    d.mounting.fits.shaft = (abut_seat){.interference = 5e-6};
    abut_mounting_state s;
    rig r = settle(&d, 100, &s);
    double lift = s.shaft.lift_off, slow = s.clearance;
    ck_assert(lift > 1000 && isfinite(lift) && s.shaft.pressure > 0);
    abut_world_destroy(r.w);
    r = settle(&d, 1.001 * lift, &s);
    ck_assert(s.shaft.pressure == 0 && s.shaft.operating < 0 && s.clearance < slow);
    expect_near(s.shaft.lift_off, lift, 1e-12, NULL, "line %d", __LINE__);
    ck_assert(!abut_start(r.w, &(abut_solver_def){.statics = true, .at_rest = true}) && !abut_static(r.w, NULL, NULL));
    ck_assert(!abut_read_mounting(r.w, r.brg, &s));
    expect_within(s.clearance, s.clearance_mounted, 1e-18, NULL, "line %d", __LINE__);
    expect_within(s.shaft.pressure, s.shaft.pressure_mounted, 1e-3, NULL, "line %d", __LINE__);
    abut_world_destroy(r.w);
}
END_TEST

/* The run has the clearance of the statics: both stand in the same equilibrium. */
START_TEST(runs_have_the_clearance_too) {
    abut_ball_bearing_def d = mounted8();
    abut_mounting_state s;
    d.clearance = 15e-6;
    d.mounting.fits.shaft = (abut_seat){.tolerance = "k5"};
    rig r = settle(&d, 0, &s);
    expect_within(s.shaft.interference, 11.5e-6, 1e-15, NULL, "line %d",
                  __LINE__); /* k5 of 25 mm: 2 to 11; bore -10 to 0 */
    abut_bearing_state rest, run;
    ck_assert(!abut_read_bearing(r.w, r.brg, &rest, NULL));
    ck_assert_msg(!abut_start(r.w, NULL), "%s", abut_world_message(r.w));
    ck_assert(!abut_read_bearing(r.w, r.brg, &run, NULL));
    expect_near(run.displacement.x, rest.displacement.x, 1e-6, NULL, "line %d", __LINE__);
    expect_near(run.force.x, -1000, 1e-4, NULL, "line %d", __LINE__);
    abut_world_destroy(r.w);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&rings_are_those_of_the_equation_integrated,
                                              &a_solid_shaft_is_a_ring_with_a_tiny_hole,
                                              &a_joint_closes_its_interference,
                                              &classes_are_those_of_printed_tables,
                                              &wrong_classes_are_refused,
                                              &equal_warmth_makes_a_larger_bearing,
                                              &clearance_follows_fits_warmth_and_speed,
                                              &speed_takes_the_fit_away,
                                              &runs_have_the_clearance_too};
    return suite_main("fits", all, sizeof all / sizeof *all);
}
