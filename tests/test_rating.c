/* The figures of the standards on rating life, every cell of their tables: ISO 281:2007 (a_ISO by equations (31) to (42),
 * reference viscosity (28) and (29), contamination factors of table 13, fatigue limit load of B.3.2 and B.3.3, X, Y and e of
 * table 3), ISO 16281 (rated loads of balls). */
#include <math.h>
#include <string.h>

#include "machine/ball_bearing/life.h"
#include "support/near.h"
#include "support/suite.h"

static const double pi = 3.14159265358979323846, degree = 3.14159265358979323846 / 180;

/* ---- a_ISO ---- */
/* One row per equation, at a kappa inside its range: {factor, c, m, exponent of the parenthesis, share of the load}. */
static const struct {
    abut_bearing_kind kind;
    double kappa, b, c, m, film, share, load, outer;
} equations[] = {
    {ABUT_RADIAL_BALL, 0.2, 2.5671, 2.2649, 0.054381, 0.83, 1, 1 / 3.0, -9.3},       /* (31) */
    {ABUT_RADIAL_BALL, 0.7, 2.5671, 1.9987, 0.19087, 0.83, 1, 1 / 3.0, -9.3},        /* (32) */
    {ABUT_RADIAL_BALL, 2.5, 2.5671, 1.9987, 0.071739, 0.83, 1, 1 / 3.0, -9.3},       /* (33) */
    {ABUT_RADIAL_ROLLER, 0.2, 1.5859, 1.3993, 0.054381, 1, 1, 0.4, -9.185},          /* (34) */
    {ABUT_RADIAL_ROLLER, 0.7, 1.5859, 1.2348, 0.19087, 1, 1, 0.4, -9.185},           /* (35) */
    {ABUT_RADIAL_ROLLER, 2.5, 1.5859, 1.2348, 0.071739, 1, 1, 0.4, -9.185},          /* (36) */
    {ABUT_THRUST_BALL, 0.2, 2.5671, 2.2649, 0.054381, 0.83, 1 / 3.0, 1 / 3.0, -9.3}, /* (37) */
    {ABUT_THRUST_BALL, 0.7, 2.5671, 1.9987, 0.19087, 0.83, 1 / 3.0, 1 / 3.0, -9.3},  /* (38) */
    {ABUT_THRUST_BALL, 2.5, 2.5671, 1.9987, 0.071739, 0.83, 1 / 3.0, 1 / 3.0, -9.3}, /* (39) */
    {ABUT_THRUST_ROLLER, 0.2, 1.5859, 1.3993, 0.054381, 1, 1 / 2.5, 0.4, -9.185},    /* (40) */
    {ABUT_THRUST_ROLLER, 0.7, 1.5859, 1.2348, 0.19087, 1, 1 / 2.5, 0.4, -9.185},     /* (41) */
    {ABUT_THRUST_ROLLER, 2.5, 1.5859, 1.2348, 0.071739, 1, 1 / 2.5, 0.4, -9.185},    /* (42) */
};

START_TEST(life_factor) {
    for (size_t i = 0; i < sizeof equations / sizeof *equations; i++)
        for (double x = 0.01; x < 0.2; x *= 3) { /* e_C C_u/P */
            double a, e_C = 0.4;
            double relief =
                pow(equations[i].b - equations[i].c / pow(equations[i].kappa, equations[i].m), equations[i].film) *
                pow(equations[i].share * x, equations[i].load);
            must(abut_iso281_a(equations[i].kind, equations[i].kappa, e_C, x / e_C, &a));
            expect_near(a, 0.1 * pow(1 - relief, equations[i].outer), 1e-12, NULL, "equation (%zu), %g", 31 + i, x);
        }
}
END_TEST

START_TEST(life_factor_limits) {
    double a, b;
    must(abut_iso281_a(ABUT_RADIAL_BALL, 4, 0.5, 0.2, &a));
    must(abut_iso281_a(ABUT_RADIAL_BALL, 9, 0.5, 0.2, &b)); /* above 4 as at 4 */
    ck_assert(a == b);
    must(abut_iso281_a(ABUT_RADIAL_BALL, 3, 1, 100, &a));
    ck_assert(a == 50);
    must(abut_iso281_a(ABUT_RADIAL_BALL, 2, 0.5, 1.1, &a)); /* braces positive, but more than 50 */
    ck_assert(a == 50);
    must(abut_iso281_a(ABUT_RADIAL_ROLLER, 0.1, 1, 0.5, &a)); /* no film: the least */
    expect_near(a, 0.1, 1e-12, NULL, "roller without film");
    must(abut_iso281_a(ABUT_RADIAL_BALL, 2, 0, 5, &a)); /* utmost dirt: as without limit load */
    expect_near(a, 0.1, 1e-12, NULL, "dirt");
    must(abut_iso281_a(ABUT_RADIAL_BALL, 2, 1, 0, &a));
    expect_near(a, 0.1, 1e-12, NULL, "no limit load");
    must(abut_iso281_a(ABUT_RADIAL_BALL, 0.1, 1, 0.1, &a));
    static const double bad[][3] = {{0.0999, 1, 1}, {NAN, 1, 1}, {INFINITY, 1, 1}, {1, -0.1, 1},
                                    {1, 1.1, 1},    {1, 1, -1},  {1, 1, NAN}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(abut_iso281_a(ABUT_RADIAL_BALL, bad[i][0], bad[i][1], bad[i][2], &a), ABUT_BAD_VALUE);
        ck_assert(isnan(a));
    }
    ck_assert_int_eq(abut_iso281_a((abut_bearing_kind)4, 1, 1, 1, &a), ABUT_BAD_VALUE);
    ck_assert_int_eq(abut_iso281_a((abut_bearing_kind)-1, 1, 1, 1, &a), ABUT_BAD_VALUE);
}
END_TEST

/* ---- viscosity, dirt, limit load ---- */
START_TEST(viscosity) {
    static const double rpm[] = {10, 300, 999, 1001, 3000, 20000};
    for (int i = 0; i < 6; i++) {
        double nu, n = rpm[i], D = 65, slow = 45000 * pow(n, -0.83) * pow(D, -0.5),
                   fast = 4500 * pow(n, -0.5) * pow(D, -0.5);
        must(abut_iso281_nu1(i % 2 ? -n * pi / 30 : n * pi / 30, D * 1e-3, &nu));
        expect_near(nu, 1e-6 * (n < 1000 ? slow : fast), 1e-12, NULL, "%g r/min", n);
    }
    double nu;
    ck_assert_int_eq(abut_iso281_nu1(0, 0.05, &nu), ABUT_BAD_VALUE);
    ck_assert_int_eq(abut_iso281_nu1(100, 0, &nu), ABUT_BAD_VALUE);
    ck_assert_int_eq(abut_iso281_nu1(INFINITY, 0.05, &nu), ABUT_BAD_VALUE);
    ck_assert(isnan(nu));
}
END_TEST

/* Table 13 prints ranges; taken are their middles (0.8 .. 0.6: 0.7). */
START_TEST(dirt) {
    static const struct {
        const char *level;
        double small[2], large[2];
    } table[] = {{"extreme", {1, 1}, {1, 1}},         {"high", {0.8, 0.6}, {0.9, 0.8}},
                 {"normal", {0.6, 0.5}, {0.8, 0.6}},  {"slight", {0.5, 0.3}, {0.6, 0.4}},
                 {"typical", {0.3, 0.1}, {0.4, 0.2}}, {"severe", {0.1, 0}, {0.1, 0}},
                 {"very_severe", {0, 0}, {0, 0}}};
    double e;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        must(abut_iso281_cleanliness(table[i].level, 0.0999, &e));
        expect_within(e, 0.5 * (table[i].small[0] + table[i].small[1]), 1e-12, NULL, "%s", table[i].level);
        must(abut_iso281_cleanliness(table[i].level, 0.1, &e));
        expect_within(e, 0.5 * (table[i].large[0] + table[i].large[1]), 1e-12, NULL, "%s, large", table[i].level);
    }
    ck_assert_int_eq(abut_iso281_cleanliness("clean", 0.05, &e), ABUT_UNKNOWN_NAME);
    ck_assert_int_eq(abut_iso281_cleanliness(NULL, 0.05, &e), ABUT_UNKNOWN_NAME);
    ck_assert_int_eq(abut_iso281_cleanliness("high", 0, &e), ABUT_BAD_VALUE);
}
END_TEST

START_TEST(limit_load) {
    double C;
    must(abut_iso281_limit(ABUT_RADIAL_BALL, 22e3, 0.06, &C));
    expect_near(C, 1000, 1e-12, NULL, "small ball bearing");
    must(abut_iso281_limit(ABUT_THRUST_BALL, 22e3, 0.4, &C));
    expect_near(C, 500, 1e-12, NULL, "large ball bearing");
    must(abut_iso281_limit(ABUT_RADIAL_ROLLER, 8.2e3, 0.1, &C));
    expect_near(C, 1000, 1e-12, NULL, "small roller bearing");
    must(abut_iso281_limit(ABUT_THRUST_ROLLER, 8.2e3, 0.2, &C));
    expect_near(C, 1000 * pow(0.5, 0.3), 1e-12, NULL, "large roller bearing");
    ck_assert_int_eq(abut_iso281_limit(ABUT_RADIAL_BALL, 0, 0.1, &C), ABUT_BAD_VALUE);
    ck_assert_int_eq(abut_iso281_limit(ABUT_RADIAL_BALL, 1, 0, &C), ABUT_BAD_VALUE);
}
END_TEST

/* ---- equivalent load: table 3 ---- */
static const double loads[] = {0.172, 0.345, 0.689, 1.03, 1.38, 2.07, 3.45, 5.17, 6.89};
static const struct {
    double angle, X, Y[9], e[9];
} table_3[] = {
    {0, 0.56, {2.30, 1.99, 1.71, 1.55, 1.45, 1.31, 1.15, 1.04, 1}, {.19, .22, .26, .28, .30, .34, .38, .42, .44}},
    {5, 0.56, {2.30, 1.99, 1.71, 1.55, 1.45, 1.31, 1.15, 1.04, 1}, {.19, .22, .26, .28, .30, .34, .38, .42, .44}},
    {10, 0.46, {1.88, 1.71, 1.52, 1.41, 1.34, 1.23, 1.10, 1.01, 1}, {.29, .32, .36, .38, .40, .44, .49, .54, .54}},
    {15, 0.44, {1.47, 1.40, 1.30, 1.23, 1.19, 1.12, 1.02, 1, 1}, {.38, .40, .43, .46, .47, .50, .55, .56, .56}}};
static const double steep[6][4] = {{20, 0.43, 1.00, 0.57}, {25, 0.41, 0.87, 0.68}, {30, 0.39, 0.76, 0.80},
                                   {35, 0.37, 0.66, 0.95}, {40, 0.35, 0.57, 1.14}, {45, 0.33, 0.50, 1.34}};

static void factors(double angle, double load, double X, double Y, double e) {
    life_factors f = life_factors_at(angle * degree, load);
    expect_near(f.X, X, 1e-9, NULL, "X at %g deg, %g", angle, load);
    expect_near(f.Y, Y, 1e-9, NULL, "Y at %g deg, %g", angle, load);
    expect_near(f.e, e, 1e-9, NULL, "e at %g deg, %g", angle, load);
}

START_TEST(load_factors) {
    for (int row = 0; row < 4; row++)
        for (int k = 0; k < 9; k++) {
            double X = table_3[row].X, Y = table_3[row].Y[k], e = table_3[row].e[k];
            factors(table_3[row].angle, loads[k], X, Y, e);
            if (k == 8) continue; /* half way to the next column, and to the next row */
            factors(table_3[row].angle, 0.5 * (loads[k] + loads[k + 1]), X, 0.5 * (Y + table_3[row].Y[k + 1]),
                    0.5 * (e + table_3[row].e[k + 1]));
            double X2 = row < 3 ? table_3[row + 1].X : 0.43, Y2 = row < 3 ? table_3[row + 1].Y[k] : 1,
                   e2 = row < 3 ? table_3[row + 1].e[k] : 0.57;
            factors(table_3[row].angle + 2.5, loads[k], 0.5 * (X + X2), 0.5 * (Y + Y2), 0.5 * (e + e2));
        }
    for (int row = 0; row < 6; row++) factors(steep[row][0], 1, steep[row][1], steep[row][2], steep[row][3]);
    factors(43.75, 1, 0.25 * 0.35 + 0.75 * 0.33, 0.25 * 0.57 + 0.75 * 0.5, 0.25 * 1.14 + 0.75 * 1.34);
    factors(0, 0.01, 0.56, 2.3, 0.19); /* constant outside */
    factors(0, 50, 0.56, 1, 0.44);
    life_factors thrust = life_factors_at(90 * degree, 1);
    ck_assert(thrust.X == 0 && thrust.Y == 1 && thrust.e == 0);
    /* table 5, 60 deg: e = 2.17, Y = 1, X = 1.25 tan 60 (1 - 2/3 sin 60) */
    factors(60, 1, 1.25 * tan(60 * degree) * (1 - 2 / 3.0 * sin(60 * degree)), 1, 1.25 * tan(60 * degree));
}
END_TEST

/* ---- lives ---- */
static abut_ball_bearing_def bearing(double angle) {
    const abut_material steel = {207e9, 0.3, 7800, false};
    return (abut_ball_bearing_def){.balls = {12, 10e-3, steel},
                                   .material = steel,
                                   .pitch_diameter = 60e-3,
                                   .contact_angle = angle * degree,
                                   .inner_race.conformity = 0.515,
                                   .outer_race.conformity = 0.53,
                                   .rating.C = 30e3};
}

/* Rated loads of a ball, ISO 16281 (6) .. (9), from the formula with all its numbers. */
START_TEST(rated_loads) {
    static const double angles[] = {0, 15, 40, 60, 90};
    for (int i = 0; i < 5; i++) {
        double angle = angles[i] * degree, lean = i == 4 ? 1 : cos(angle), g = 10 / 60.0 * lean;
        bool axial = angles[i] > 45;
        double x = pow(0.515 * 0.06 / (0.53 * 0.03), 0.41) * (axial ? 1 : 1.044);
        if (i < 4) x *= pow((1 - g) / (1 + g), 1.72);
        double C = 30e3 / 12 / (axial ? sin(angle) : cos(angle));
        abut_ball_bearing_def d = bearing(angles[i]);
        abut_life l;
        must(abut_bearing_life(&d, (double[2]){700, 900}, 4, 5000, 50, &l));
        double in = C / (axial ? 1 : 0.407) * pow(1 + pow(x, 10 / 3.0), 0.3),
               out = C / (axial ? 1 : 0.389) * pow(1 + pow(x, -10 / 3.0), 0.3);
        expect_near(l.Qc[0], in, 1e-12, NULL, "inner, %g deg", angles[i]);
        expect_near(l.Qc[1], out, 1e-12, NULL, "outer, %g deg", angles[i]);
        expect_near(l.ring[0], pow(in / 700, 3), 1e-12, NULL, "life of the inner ring");
        expect_near(l.ring[1], pow(out / 900, 3), 1e-12, NULL, "life of the outer ring");
        double both = pow(pow(l.ring[0], -10 / 9.0) + pow(l.ring[1], -10 / 9.0), -0.9);
        expect_near(l.L10r, both, 1e-12, NULL, "both");
        expect_near(l.L10r_hours, both * 1e6 * 2 * pi / 50 / 3600, 1e-12, NULL, "hours at 50 rad/s");
        expect_near(l.L10_hours, l.L10 * 1e6 * 2 * pi / 50 / 3600, 1e-12, NULL, "hours of L10");
        ck_assert(l.axial == axial && l.Qe[0] == 700 && l.Qe[1] == 900 && l.Fr == 4 && l.Fa == 5000);
    }
}
END_TEST

/* P of both kinds at both sides of e; loads without P. */
START_TEST(equivalent) {
    abut_ball_bearing_def d = bearing(25);
    const double Q[2] = {500, 500};
    abut_life l;
    must(abut_bearing_life(&d, Q, -1000, -690, 50, &l)); /* Fa/Fr above e = 0.68 */
    expect_near(l.P, 0.41 * 1000 + 0.87 * 690, 1e-12, NULL, "P above e");
    expect_near(l.L10, pow(30e3 / l.P, 3), 1e-12, NULL, "L10");
    ck_assert(l.X == 0.41 && l.Y == 0.87 && l.e == 0.68);
    must(abut_bearing_life(&d, Q, 1000, 670, 50, &l));
    ck_assert(l.P == 1000 && l.X == 1 && l.Y == 0);
    d = bearing(60);
    double t = 1.25 * tan(60 * degree);
    must(abut_bearing_life(&d, Q, 1000, 1000 * t + 10, 50, &l));
    expect_near(l.P, t * (1 - 2 / 3.0 * sin(60 * degree)) * 1000 + 1000 * t + 10, 1e-12, NULL, "P of a thrust bearing");
    must(abut_bearing_life(&d, Q, 1000, 1000 * t - 10, 50, &l));
    ck_assert(isnan(l.P));
    d = bearing(90);
    must(abut_bearing_life(&d, Q, 1.9, 2000, 50, &l)); /* a thousandth of it is none */
    ck_assert(l.P == 2000);
    must(abut_bearing_life(&d, Q, 2.1, 2000, 50, &l));
    ck_assert(isnan(l.P));
}
END_TEST

/* C without a rating from the geometry: C = 1.3 f_c (cos alpha)^0.7 Z^(2/3) D^1.8, above 25.4 mm 3.647 D^1.4. */
START_TEST(rating) {
    abut_ball_bearing_def d = bearing(30);
    d.rating.C = 0;
    d.inner_race.conformity = 0; /* default 0.52 */
    double g = 10 * cos(30 * degree) / 60, f = life_fc(g, 0.52, 0.53, false);
    expect_near(abut_bearing_rating(&d), 1.3 * f * pow(cos(30 * degree), 0.7) * pow(12, 2 / 3.0) * pow(10, 1.8), 1e-12,
                NULL, "C");
    d.balls.diameter = 30e-3, d.pitch_diameter = 180e-3;
    expect_near(abut_bearing_rating(&d), 1.3 * f * pow(cos(30 * degree), 0.7) * pow(12, 2 / 3.0) * 3.647 * pow(30, 1.4),
                1e-12, NULL, "large");
    d.contact_angle = 90 * degree;
    double ft = life_fc(1 / 6.0, 0.52, 0.53, true);
    expect_near(abut_bearing_rating(&d), 1.3 * ft * pow(12, 2 / 3.0) * 3.647 * pow(30, 1.4), 1e-12, NULL, "thrust");
    d.contact_angle = 45 * degree;
    ck_assert(isfinite(abut_bearing_rating(&d)));
    d.contact_angle = 46 * degree;
    ck_assert(isnan(abut_bearing_rating(&d)));
}
END_TEST

/* A lubricant gives kappa = eta0/890/nu_1, and a_ISO at P; what is not given comes from the standard; hybrids have none. */
START_TEST(modified) {
    const abut_lubricant oil = {.eta0 = 0.0445, .alpha = 2e-8}; /* 50 mm^2/s */
    static const double angles[] = {0, 90};
    for (int i = 0; i < 2; i++) {
        abut_ball_bearing_def d = bearing(angles[i]);
        const double Q[2] = {500, 500};
        double nu1 = 4500 / sqrt(1500 * 60.0), a;
        abut_life l;
        d.law.lubricant = &oil;
        d.rating.C0 = 16e3;
        must(abut_bearing_life(&d, Q, i ? 0 : 3000, i ? 3000 : 0, 50 * pi, &l));
        expect_near(l.kappa, 50 / nu1, 1e-12, NULL, "kappa");
        expect_near(l.e_C, 0.55, 1e-12, NULL, "e_C");
        expect_near(l.Cu, 16e3 / 22, 1e-12, NULL, "C_u");
        must(abut_iso281_a(i ? ABUT_THRUST_BALL : ABUT_RADIAL_BALL, 50 / nu1, 0.55, 16e3 / 22 / 3000, &a));
        expect_near(l.a_iso, a, 1e-12, NULL, "a_ISO");
        expect_near(l.L10m, a * 1000, 1e-12, NULL, "L10m");
        expect_near(l.L10m_hours, a * 1000e6 / (60 * 1500), 1e-12, NULL, "hours");
        d.rating.Cu = 300, d.rating.e_C = 0.2;
        must(abut_bearing_life(&d, Q, i ? 0 : 3000, i ? 3000 : 0, 50 * pi, &l));
        ck_assert(l.Cu == 300 && l.e_C == 0.2);
        must(abut_iso281_a(i ? ABUT_THRUST_BALL : ABUT_RADIAL_BALL, 50 / nu1, 0.2, 0.1, &a));
        expect_near(l.a_iso, a, 1e-12, NULL, "a_ISO of what is given");
        d.balls.material.E = 310e9; /* hybrid */
        must(abut_bearing_life(&d, Q, i ? 0 : 3000, i ? 3000 : 0, 50 * pi, &l));
        ck_assert(isnan(l.a_iso) && isnan(l.L10m) && isfinite(l.kappa));
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&life_factor,  &life_factor_limits, &viscosity,  &dirt,   &limit_load,
                                              &load_factors, &rated_loads,        &equivalent, &rating, &modified};
    return suite_main("rating", all, sizeof all / sizeof *all);
}
