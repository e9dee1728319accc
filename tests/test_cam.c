/* Cams: laws of lift, the pitch curve and the contour against closed forms and searches, refusals, and the quasi-static cycle
 * against an independent computation. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/lubrication.h"
#include "cam/pitch.h"
#include "numeric/lift.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"
#include "support/table.h"

static const double pi = 3.14159265358979323846;
static const double deg = 0.017453292519943295769;

static abut_lift phases(abut_lift_law law) {
    return (abut_lift){.law = law, .lift = 0.0085, .rise = 150 * deg, .dwell = 10 * deg, .fall = 130 * deg};
}
static abut_cam cam_a(void) {
    return (abut_cam){.lift = phases(ABUT_LIFT_CYCLOIDAL), .base_radius = 0.016, .roller_radius = 0.01};
}
/* the same on a lever, with its lift at a tip beyond the roller */
static abut_cam lever(bool clockwise) {
    abut_cam c = cam_a();
    c.follower = ABUT_SWINGING;
    c.pivot_distance = 0.05;
    c.arm = 0.042;
    c.lever = 0.06;
    c.phase = 0.4;
    c.clockwise = clockwise;
    return c;
}

/* ---- laws of lift ---- */
static void check_derivatives(const lift *l, double x) {
    const double step = 1e-4;
    lift_value a = lift_at(l, x - step), b = lift_at(l, x), c = lift_at(l, x + step);
    expect_within((c.s - a.s) / (2 * step), b.d1, 1e-9, NULL, "s' at %g", x);
    expect_within((c.d1 - a.d1) / (2 * step), b.d2, 3e-8, NULL, "s'' at %g", x);
    expect_within((c.d2 - a.d2) / (2 * step), b.d3, 1e-6, NULL, "s''' at %g", x);
}

START_TEST(lifts_rise_stay_and_fall) {
    for (int law = ABUT_LIFT_CYCLOIDAL; law <= ABUT_LIFT_4567; law++) {
        abut_lift def = phases((abut_lift_law)law);
        lift l;
        must(lift_make(&def, &l, NULL));
        expect_near(lift_at(&l, 75 * deg).s, 0.00425, 1e-14, NULL, "half way up");
        expect_near(lift_at(&l, 155 * deg).s, 0.0085, 1e-15, NULL, "up");
        expect_near(lift_at(&l, 225 * deg - 4 * pi).s, 0.00425, 1e-13, NULL, "half way down, two turns before");
        ck_assert(lift_at(&l, 300 * deg).s == 0);
        for (double x = 0.013; x < 6.3; x += 0.0371) check_derivatives(&l, x);
        double steepest = lift_steepest(&l), most = 0;
        for (int i = 0; i < 1500; i++) most = fmax(most, lift_at(&l, i * 0.1 * deg).d1);
        expect_near(most, steepest, 1e-5, NULL, "steepest");
        lift_free(&l);
    }
}
END_TEST

START_TEST(lobes_repeat_and_splines_meet_their_points) {
    static const double points[] = {0, 0, 0.3, 0.001, 0.6, 0.003, 0.9, 0.004, 1.2, 0.003, 1.6, 0.001};
    abut_lift def = {.law = ABUT_LIFT_SPLINE, .lobes = 3, .count = 6, .table = points};
    lift l;
    must(lift_make(&def, &l, NULL));
    for (int turn = -3; turn < 4; turn++)
        for (int i = 0; i < 6; i++)
            expect_within(lift_at(&l, points[2 * i] + turn * 2 * pi / 3).s, points[2 * i + 1], 1e-16, NULL, "point %d",
                          i);
    double most = 0;
    for (int i = 0; i < 100000; i++) most = fmax(most, lift_at(&l, i * 2e-5).d1);
    expect_near(most, lift_steepest(&l), 1e-8, NULL, "steepest");
    lift_free(&l);
}
END_TEST

static void expect_refusal(const abut_cam *c, const char *phrase) {
    pitch p;
    abut_message m = {0};
    ck_assert_int_lt(pitch_make(c, &p, &m), 0);
    ck_assert_msg(strstr(m.text, phrase), "'%s' is not in: %s", phrase, m.text);
}

START_TEST(impossible_cams_are_refused) {
    abut_cam c = cam_a();
    c.lift.fall = 230 * deg;
    expect_refusal(&c, "more than the");
    c = cam_a();
    c.offset = 0.03;
    expect_refusal(&c, "offset");
    c = lever(false);
    c.arm = 0.02;
    expect_refusal(&c, "does not reach");
    c = lever(false);
    c.lever = 0.003;
    expect_refusal(&c, "turns the lever");
    c = cam_a();
    c.lift.law = ABUT_LIFT_SPLINE;
    expect_refusal(&c, "table");
    static const double in_degrees[] = {0, 0, 90, 0.001, 180, 0.002, 270, 0.001};
    c.lift.table = in_degrees, c.lift.count = 4;
    expect_refusal(&c, "degrees");
}
END_TEST

/* A narrow cam: the nose is sharper than the roller. The largest roller that is named makes a contour, a larger one does not. */
START_TEST(undercut_is_refused_with_the_largest_roller) {
    abut_cam c = cam_a();
    abut_message m = {0};
    pitch p;
    c.lift.rise = c.lift.fall = 50 * deg;
    c.lift.dwell = 0;
    c.roller_radius = 0.02;
    ck_assert_int_eq(pitch_make(&c, &p, &m), ABUT_BAD_VALUE);
    const char *at = strstr(m.text, "at "), *most = strstr(m.text, "largest roller has ");
    ck_assert_msg(at && most, "%s", m.text);
    double angle = strtod(at + 3, NULL) * deg, radius = strtod(most + strlen("largest roller has "), NULL);
    ck_assert_msg(angle > 20 * deg && angle < 80 * deg, "%s", m.text);
    c.roller_radius = radius * 0.999;
    must(pitch_make(&c, &p, NULL));
    pitch_free(&p);
    c.roller_radius = radius * 1.001;
    ck_assert_int_eq(pitch_make(&c, &p, NULL), ABUT_BAD_VALUE);
}
END_TEST

/* ---- the pitch curve ---- */
/* The contour, turned by the cam angle, touches the roller at its place. */
static void check_pitch(const abut_cam *def) {
    pitch p;
    must(pitch_make(def, &p, NULL));
    for (double angle = 0.01; angle < 6.3; angle += 0.0731) {
        pitch_point at, ahead, back;
        const double step = 1e-5;
        pitch_at(&p, angle + def->phase, &at);
        pitch_at(&p, angle + def->phase + step, &ahead);
        pitch_at(&p, angle + def->phase - step, &back);
        pitch_centre centre = pitch_centre_at(&p, at.s.s);
        double a = p.sense * angle, x = cos(a) * at.P.x - sin(a) * at.P.y, y = sin(a) * at.P.x + cos(a) * at.P.y;
        expect_within(x, centre.c.x, 1e-16, NULL, "x of the centre");
        expect_within(y, centre.c.y, 1e-16, NULL, "y of the centre");
        expect_within((ahead.P.x - back.P.x) / (2 * step), at.speed * at.t.x, 1e-10, NULL, "tangent");
        expect_within((ahead.P.y - back.P.y) / (2 * step), at.speed * at.t.y, 1e-10, NULL, "tangent");
        /* the normal turns by -k along the tangent, seen with the material on the inside */
        expect_within((ahead.n.x - back.n.x) / (2 * step), at.k * at.speed * at.t.x, 1e-8, NULL, "curvature");
        expect_within((ahead.n.y - back.n.y) / (2 * step), at.k * at.speed * at.t.y, 1e-8, NULL, "curvature");
        expect_within((ahead.speed - back.speed) / (2 * step), at.speed_rate, 1e-8, NULL, "speed");
        expect_within((ahead.k - back.k) / (2 * step), at.dk, 2e-4, NULL, "rate of curvature");
        ck_assert(at.n.x * at.P.x + at.n.y * at.P.y > 0);
    }
    pitch_free(&p);
}

START_TEST(pitch_curves_fit_their_followers) {
    abut_cam c = cam_a(), l = lever(false), r = lever(true), o = cam_a();
    o.offset = -0.006;
    o.lift.law = ABUT_LIFT_4567;
    check_pitch(&c);
    check_pitch(&o);
    check_pitch(&l);
    check_pitch(&r);
    o.clockwise = true;
    o.phase = -0.7;
    check_pitch(&o);
}
END_TEST

/* ---- the surface ---- */
static surface make(const abut_choice *choice) {
    surface s;
    abut_message m = {0};
    ck_assert_msg(surface_make(NULL, choice, &s, &m) == ABUT_OK, "%s", m.text);
    return s;
}

static const abut_choice shape_a = {"cam",
                                    {{.name = "base_radius", .value = 0.016},
                                     {.name = "roller_radius", .value = 0.01},
                                     {.name = "lift", .value = 0.0085},
                                     {.name = "rise", .value = 2.6179938779914943654},
                                     {.name = "dwell", .value = 0.17453292519943295769},
                                     {.name = "fall", .value = 2.2689280275926284500}}};

/* Roller centres on the pitch curve: distance, curvature and its rate in closed form. */
START_TEST(contour_has_the_curvature_of_its_pitch_curve) {
    surface s = make(&shape_a);
    abut_cam def = cam_a();
    pitch p;
    must(pitch_make(&def, &p, NULL));
    for (double theta = 0.003; theta < 6.28; theta += 0.0213) {
        lift_value v = lift_at(&p.lift, theta);
        double r = 0.026 + v.s, q = r * r + v.d1 * v.d1, Rr = 0.01;
        double kp = (q + v.d1 * v.d1 - r * v.d2) / (q * sqrt(q));
        double num1 = 2 * r * v.d1 + 4 * v.d1 * v.d2 - v.d1 * v.d2 - r * v.d3, q1 = 2 * v.d1 * (r + v.d2);
        double dkp = num1 / (q * sqrt(q)) - 1.5 * kp * q1 / q;
        vec3 x = v3(r * cos(theta), -r * sin(theta), 0.004);
        abut_foot f = {0};
        must(s.type->foot(s.self, &x, &f));
        expect_within(f.distance, Rr, 1e-16, NULL, "distance at %g", theta);
        expect_near(f.k2, kp / (1 - kp * Rr), 1e-12, NULL, "curvature at %g", theta);
        expect_within(f.ek2, dkp / (sqrt(q) * pow(1 - kp * Rr, 3)), 1e-8, NULL, "its rate at %g", theta);
        ck_assert(f.k1 == 0 && f.d1.z == 1 && f.y.z == x.z);
    }
    pitch_free(&p);
    surface_drop(&s);
}
END_TEST

/* Least distance to 20000 points of the contour. */
static double search(const pitch *p, vec3 x) {
    double least = HUGE_VAL;
    for (int i = 0; i < 20000; i++) {
        pitch_point at;
        pitch_at(p, i * (2 * pi / 20000), &at);
        least = fmin(least, hypot(x.x - at.P.x + p->roller * at.n.x, x.y - at.P.y + p->roller * at.n.y));
    }
    return least;
}

static void check_feet(const abut_choice *shape, const abut_cam *def, bool hollow) {
    surface s = make(shape);
    pitch p;
    chance c = {99};
    must(pitch_make(def, &p, NULL));
    double low = pitch_sharpest(&p, -1, NULL);
    ck_assert_msg((low < 0) == hollow, "least curvature %g", low);
    for (int i = 0; i < 40; i++) {
        vec3 x = v3(chance_uniform(&c, -0.06, 0.06), chance_uniform(&c, -0.06, 0.06), 0);
        abut_foot f = {0};
        must(s.type->foot(s.self, &x, &f));
        double want = search(&p, x);
        ck_assert_msg(fabs(f.distance) <= want + 1e-12 && fabs(f.distance) > want - 1e-5, "%g, %g: %g, not %g", x.x,
                      x.y, f.distance, want);
        expect_within(fabs(v3_dot(v3_sub(x, f.y), f.d1)) + fabs((x.x - f.y.x) * f.n.y - (x.y - f.y.y) * f.n.x), 0,
                      1e-12, NULL, "the way to the foot is along the normal");
    }
    pitch_free(&p);
    surface_drop(&s);
}

START_TEST(feet_are_the_nearest_points) {
    static const double points[] = {0.0,    0.0,    0.35,   0.0017, 0.70,   0.0049,
                                    1.0472, 0.0065, 1.3944, 0.0049, 1.7444, 0.0017};
    abut_cam a = cam_a(), three = {.lift = {.law = ABUT_LIFT_SPLINE, .lobes = 3, .count = 6, .table = points},
                                   .base_radius = 0.025,
                                   .roller_radius = 0.008};
    check_feet(&shape_a, &a, false);
    check_feet(&(abut_choice){"cam",
                              {{.name = "base_radius", .value = 0.025},
                               {.name = "roller_radius", .value = 0.008},
                               {.name = "law", .text = "spline"},
                               {.name = "lobes", .value = 3},
                               {.name = "table", .data = points, .count = 12}}},
               &three, true);
}
END_TEST

/* ---- the cycle ---- */
static abut_cam_cycle_in cycle_a(void) {
    return (abut_cam_cycle_in){
        .cam = cam_a(),
        .speed = 1500 * 2 * pi / 60,
        .load = {.mass = 0.25,
                 .stiffness = 20e3,
                 .preload = 250,
                 .plunger_diameter = 0.0075,
                 .p_low = 0.5e6,
                 .p_high = 160e6,
                 .ramp = 8},
        .contact = {.E_prime = 210e9 / (1 - 0.09),
                    .length = 0.012,
                    .line_law = ABUT_LINE_PAPER,
                    .oil = {.eta0 = 0.002, .alpha = 1.2e-8, .viscosity = ABUT_BARUS, .tau0 = 5e6},
                    .mu_boundary = 0.12,
                    .v_eps = 1e-3}};
}

static const struct {
    const char *name;
    size_t offset;
    double unit; /* of the table */
} columns[] = {
#define C(name, field, unit)                                                                                           \
    { name, offsetof(abut_cam_row, field), unit }
    C("theta_deg", angle, 0.017453292519943295769),
    C("s", s, 1),
    C("ds_dth", ds, 1),
    C("d2s_dth2", d2s, 1),
    C("kappa_pitch", kappa_pitch, 1),
    C("kappa_cam", kappa_cam, 1),
    C("pressure_angle_deg", pressure_angle, 0.017453292519943295769),
    C("u_cam", u_cam, 1),
    C("u_roller", u_roller, 1),
    C("U_S", u_sum, 1),
    C("rho_x", rho_x, 1),
    C("F_e", force, 1),
    C("b", b, 1),
    C("p_max", p_max, 1),
    C("d", approach, 1),
    C("M", M, 1),
    C("L", L, 1),
    C("H_C", H, 1),
    C("h_C", h_c, 1),
#undef C
};
enum { COLUMNS = sizeof columns / sizeof columns[0], ROWS = 720 };

START_TEST(cycle_of_cam_a) {
    static abut_cam_row row[ROWS];
    abut_cam_cycle_in in = cycle_a();
    abut_message m = {0};
    ck_assert_msg(abut_cam_cycle(&in, ROWS, row, &m) == ABUT_OK, "%s", m.text);
    ck_assert_str_eq(m.text, "");
    table t = table_read("cam_cycle.csv");
    ck_assert_uint_eq(t.columns, COLUMNS);
    double worst = 0;
    for (size_t c = 0; c < COLUMNS; c++) {
        double scale = 0;
        for (size_t i = 0; i < t.rows; i++) scale = fmax(scale, fabs(table_at(&t, i, columns[c].name)));
        for (size_t i = 0; i < t.rows; i++) {
            size_t at = (size_t)lround(2 * table_at(&t, i, "theta_deg"));
            double want = table_at(&t, i, columns[c].name) * columns[c].unit;
            double got = *(const double *)((const char *)&row[at] + columns[c].offset);
            double slack = 1e-8 * fabs(want) + 1e-14 * scale;
            expect_within(got, want, slack, NULL, "%s at %g deg", columns[c].name, 0.5 * (double)at);
            if (want != 0 && fabs(want) > 1e-6 * scale) worst = fmax(worst, fabs(got / want - 1));
        }
    }
    printf("cycle_of_cam_a: %zu rows, worst relative error %.1e\n", t.rows, worst);
    table_free(&t);
}
END_TEST

/* What the table does not have: slip from bearing and inertia, its friction, mixed lubrication, torque. */
START_TEST(cycle_with_a_roller_that_slips) {
    static abut_cam_row row[180];
    abut_cam_cycle_in in = cycle_a();
    in.slide_ratio = (double)NAN;
    in.bearing_mu = 0.003;
    in.pin_radius = 0.005;
    in.roller_inertia = 1.5e-6;
    in.contact.rough = (abut_roughness){.sigma = 0.1e-6, .asperity_radius = 10e-6, .density = 0.05 / (10e-6 * 0.1e-6)};
    must(abut_cam_cycle(&in, 180, row, NULL));
    double work = 0, loss = 0;
    for (int i = 0; i < 180; i++) {
        const abut_cam_row *r = &row[i], *a = &row[(i + 1) % 180], *b = &row[(i + 179) % 180];
        double spun = (a->u_cam / (1 - a->kappa_pitch * 0.01) - b->u_cam / (1 - b->kappa_pitch * 0.01)) / 0.01 /
                      (4 * pi / 180 / in.speed);
        double T = (0.003 * r->force * 0.005 + 1.5e-6 * spun) / 0.01;
        expect_within(r->T, T, 2e-2 * fabs(T) + 0.2, NULL, "traction at %d", i);
        ck_assert(r->T_fluid * r->T >= 0 && r->T_boundary * r->T >= 0);
        expect_near(r->T_fluid + r->T_boundary, r->T, 1e-12, NULL, "parts");
        ck_assert(r->fluid_share > 0 && r->fluid_share < 1 && r->lambda > 0 && r->h_min <= r->h_c);
        ck_assert((r->u_cam - r->u_roller) * r->T >= 0);
    }
    /* without the pressure what the spring and the mass take is given back: the drive pays for the losses alone */
    in.load.plunger_diameter = 0;
    in.speed = 100;
    must(abut_cam_cycle(&in, 180, row, NULL));
    for (int i = 0; i < 180; i++) work += row[i].torque, loss += row[i].loss / in.speed;
    expect_near(work, loss, 1e-6, NULL, "work");
}
END_TEST

START_TEST(levers_follow_the_same_rules) {
    static abut_cam_row row[360], turned[360];
    abut_cam_cycle_in in = cycle_a();
    in.cam = lever(false);
    must(abut_cam_cycle(&in, 360, row, NULL));
    for (int i = 0; i < 360; i++) {
        /* power: N times the speed of the roller's centre along the normal, against force times lift rate */
        const abut_cam_row *r = &row[i];
        double press =
            250 + 20e3 * r->s + 0.25 * r->d2s * in.speed * in.speed + pi / 4 * 0.0075 * 0.0075 * r->plunger_pressure;
        expect_near(r->force * cos(r->pressure_angle) * 0.042 / 0.06, press, 1e-12, NULL, "moments at %d", i);
        expect_near(r->rho_x, 1 / (0.01 * (1 - r->kappa_pitch * 0.01)), 1e-12, NULL, "curvature");
    }
    /* a translating cam mirrored is the same cam turning the other way with the offset on the other side */
    in = cycle_a();
    in.cam.offset = 0.004;
    must(abut_cam_cycle(&in, 360, row, NULL));
    in.cam.offset = -0.004;
    in.cam.clockwise = true;
    must(abut_cam_cycle(&in, 360, turned, NULL));
    for (int i = 0; i < 360; i++) {
        expect_near(turned[i].force, row[i].force, 1e-12, NULL, "force");
        expect_within(turned[i].pressure_angle, row[i].pressure_angle, 1e-14, NULL, "pressure angle");
        expect_near(turned[i].kappa_cam, row[i].kappa_cam, 1e-11, NULL, "curvature");
    }
}
END_TEST

/* Cam A without pressure: spring and inertia are in balance on the fall, m (-s'') w^2 = F0 + k s. */
START_TEST(contact_is_lost_beyond_a_speed) {
    static abut_cam_row row[720];
    abut_cam_cycle_in in = cycle_a();
    double speed, angle;
    in.load.plunger_diameter = 0;
    must(abut_cam_separation(&in.cam, &in.load, &speed, &angle, NULL));
    expect_within(speed * 60 / (2 * pi), 3767, 0.5, NULL, "speed");
    ck_assert(angle > 160 * deg && angle < 225 * deg);
    for (int side = 0; side < 2; side++) {
        abut_message m = {0};
        in.speed = speed * (side ? 1.001 : 0.999);
        must(abut_cam_cycle(&in, 720, row, &m));
        ck_assert((strstr(m.text, "lost from the cam angle") != NULL) == (side == 1));
        int lost = 0;
        for (int i = 0; i < 720; i++) lost += row[i].force == 0;
        ck_assert((lost > 0) == (side == 1) && lost < 30);
    }
    in.load.mass = 0;
    must(abut_cam_separation(&in.cam, &in.load, &speed, &angle, NULL));
    ck_assert(isinf(speed));
}
END_TEST

START_TEST(pressure_by_a_table) {
    static abut_cam_row row[8];
    static const double points[] = {1, 1e6, 2, 3e6, 4, 2e6};
    abut_cam_cycle_in in = cycle_a();
    in.load.table = points, in.load.count = 3;
    must(abut_cam_cycle(&in, 8, row, NULL));
    expect_near(row[2].plunger_pressure, 1e6 + 2e6 * (pi / 2 - 1), 1e-13, NULL, "between points");
    expect_near(row[4].plunger_pressure, 3e6 - 1e6 * (pi - 2) / 2, 1e-13, NULL, "between points");
    expect_near(row[7].plunger_pressure, 2e6 - 1e6 * (7 * pi / 4 - 4) / (2 * pi - 3), 1e-13, NULL, "round the end");
    in.load.table = (const double[]){1, 0, 0.5, 0};
    in.load.count = 2;
    abut_message m = {0};
    ck_assert_int_eq(abut_cam_cycle(&in, 8, row, &m), ABUT_BAD_VALUE);
    ck_assert(strstr(m.text, "must rise"));
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &lifts_rise_stay_and_fall,         &lobes_repeat_and_splines_meet_their_points,
        &impossible_cams_are_refused,      &undercut_is_refused_with_the_largest_roller,
        &pitch_curves_fit_their_followers, &contour_has_the_curvature_of_its_pitch_curve,
        &feet_are_the_nearest_points,      &cycle_of_cam_a,
        &cycle_with_a_roller_that_slips,   &levers_follow_the_same_rules,
        &contact_is_lost_beyond_a_speed,   &pressure_by_a_table};
    return suite_main("cam", all, sizeof all / sizeof *all);
}
