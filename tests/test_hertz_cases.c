/* Worked Hertz contacts: 200 cases of 40 digits, published examples, and the relative curvature of two surfaces. */
#include <math.h>
#include <stdio.h>

#include "support/hertz.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"
#include "support/table.h"
#include "support/validation.h"

static void check_case(const table *t, size_t i, const abut_hertz *o, double *worst, double *worst_slope) {
    static const double pi = 3.14159265358979323846;
    expect_near(o->force, table_number(t, i, "F"), FORCE, worst, "case %zu: F", i);
    expect_near(o->a, table_number(t, i, "a"), FORCE, worst, "case %zu: a", i);
    expect_near(o->b, table_number(t, i, "b"), FORCE, worst, "case %zu: b", i);
    expect_near(o->p_max, table_number(t, i, "p0"), FORCE, worst, "case %zu: p_max", i);
    expect_near(o->energy, table_number(t, i, "U"), FORCE, worst, "case %zu: U", i);
    expect_near(o->stiffness, table_number(t, i, "dFdh"), FORCE, worst, "case %zu: dF/dh", i);
    expect_near(o->dF_dP, table_number(t, i, "dFdP"), DERIVATIVE, worst_slope, "case %zu: dF/dP", i);
    expect_near(o->dF_dQ, table_number(t, i, "dFdQ"), DERIVATIVE, worst_slope, "case %zu: dF/dQ", i);
    expect_near(o->p_mean * pi * o->a * o->b, o->force, 4e-15, NULL, "case %zu: mean pressure", i);
    expect_near(o->approach, table_number(t, i, "h"), INVERSE, worst_slope, "case %zu: h", i);
}

/* 200 random contacts of hertz_cases.csv (40 digits), from the approach and back from the force. */
START_TEST(table_of_cases) {
    table t = table_read("hertz_cases.csv");
    double worst = 0, worst_slope = 0, worst_inverse = 0;
    for (size_t i = 0; i < t.rows; i++) {
        double P = table_at(&t, i, "P"), Q = table_at(&t, i, "Q");
        double E_star =
            abut_E_star(table_at(&t, i, "EA"), table_at(&t, i, "nuA"), table_at(&t, i, "EB"), table_at(&t, i, "nuB"));
        expect_near(0.75 / E_star, table_number(&t, i, "D"), 1e-15, NULL, "case %zu: D", i);
        abut_hertz o = approach(P, Q, E_star, table_at(&t, i, "h"));
        check_case(&t, i, &o, &worst, &worst_slope);
        o = loaded(P, Q, E_star, table_at(&t, i, "F"));
        check_case(&t, i, &o, &worst_inverse, &worst_slope);
    }
    printf("table_of_cases: worst %.1e, from force %.1e, derivatives %.1e\n", worst, worst_inverse, worst_slope);
    table_free(&t);
}
END_TEST

/* ---- relative curvature ---- */
static void curvature(double a1, double a2, double b1, double b2, double angle, long double P, long double Q,
                      double tol) {
    double got_P, got_Q;
    must(abut_relative_curvature((double[]){a1, a2}, (double[]){b1, b2}, angle, &got_P, &got_Q));
    expect_near(got_P, P, tol, NULL, "P of %g %g, %g %g at %g", a1, a2, b1, b2, angle);
    expect_near(got_Q, Q, tol, NULL, "Q of %g %g, %g %g at %g", a1, a2, b1, b2, angle);
}

/* Closed forms: sphere on sphere, equal cylinders crossed at psi, P = sin^2(psi/2)/R, Q = cos^2(psi/2)/R; general pair
 * P + Q = sum/2, Q - P = sqrt(dA^2 + dB^2 + 2 dA dB cos 2psi)/2; ball in a groove. */
START_TEST(relative_curvature) {
    const double inf = INFINITY;
    curvature(0.02, 0.02, inf, inf, 0.3, 25, 25, 1e-15);
    curvature(0.02, 0.02, 0.05, 0.05, 0.3, 35, 35, 1e-15);
    for (double psi = 1.5; psi > 1e-7; psi *= 0.1) { /* down to P/Q = 1e-15 */
        long double s = sinl(0.5L * psi), k = cosl(0.5L * psi);
        curvature(0.02, inf, 0.02, inf, psi, 50 * s * s, 50 * k * k, 1e-14);
        curvature(inf, 0.02, inf, 0.02, -psi, 50 * s * s, 50 * k * k, 1e-14);
    }
    chance c = {17};
    for (int i = 0; i < 300; i++) {
        double r[4], angle = chance_uniform(&c, -4, 4);
        for (int k = 0; k < 4; k++) r[k] = exp(chance_uniform(&c, -5, 0));
        long double a1 = 1.0L / r[0], a2 = 1.0L / r[1], b1 = 1.0L / r[2], b2 = 1.0L / r[3], dA = a1 - a2, dB = b1 - b2;
        long double sum = (a1 + a2 + b1 + b2) / 2;
        long double gap = sqrtl(dA * dA + dB * dB + 2 * dA * dB * cosl(2.0L * angle)) / 2;
        curvature(r[0], r[1], r[2], r[3], angle, (sum - gap) / 2, (sum + gap) / 2, 1e-14);
    }
    /* ball of radius R in a straight groove of radius R (1 + gap): P = gap/(2 R (1 + gap)) */
    for (double gap = 0.1; gap > 1e-11; gap *= 0.1) {
        double R = 0.01, groove = R * (1 + gap);
        long double P = 0.5L * ((long double)groove - R) / ((long double)groove * R);
        curvature(R, R, -groove, inf, 0, P, 0.5L / R, 1e-15 + 4e-16 / gap);
    }
    double P, Q;
    ck_assert_int_eq(abut_relative_curvature((double[]){0.02, inf}, (double[]){0.02, inf}, 0, &P, &Q), ABUT_CONFORMING);
    ck_assert_int_eq(abut_relative_curvature((double[]){0.02, 0.02}, (double[]){-0.01, 1}, 0, &P, &Q), ABUT_CONFORMING);
    ck_assert_int_eq(abut_relative_curvature((double[]){inf, inf}, (double[]){inf, inf}, 0, &P, &Q), ABUT_CONFORMING);
    ck_assert_int_eq(abut_relative_curvature((double[]){0, 1}, (double[]){1, 1}, 0, &P, &Q), ABUT_BAD_VALUE);
    ck_assert_int_eq(abut_relative_curvature((double[]){1, 1}, (double[]){1, 1}, NAN, &P, &Q), ABUT_BAD_VALUE);
}
END_TEST

/* ---- published contacts ---- */
START_TEST(worked_contacts) {
    table t = table_read("worked_contacts.csv");
    double worst = 0;
    for (size_t i = 0; i < t.rows; i++) {
        const char *name = table_text(&t, i, "name");
        double P, Q, angle = table_at(&t, i, "angle_deg") * HALF_PI / 90;
        double ra[2] = {table_at(&t, i, "Ra1"), table_at(&t, i, "Ra2")},
               rb[2] = {table_at(&t, i, "Rb1"), table_at(&t, i, "Rb2")};
        must(abut_relative_curvature(ra, rb, angle, &P, &Q));
        double E_star = abut_E_star(table_at(&t, i, "E_a"), table_at(&t, i, "nu_a"), table_at(&t, i, "E_b"),
                                    table_at(&t, i, "nu_b"));
        abut_hertz o = loaded(P, Q, E_star, table_at(&t, i, "force"));
        expect_near(o.a, table_number(&t, i, "a"), 1e-12, &worst, "%s: a", name);
        expect_near(o.b, table_number(&t, i, "b"), 1e-12, &worst, "%s: b", name);
        expect_near(o.p_max, table_number(&t, i, "p_max"), 1e-12, &worst, "%s: p_max", name);
        expect_near(o.approach, table_number(&t, i, "approach"), 1e-12, &worst, "%s: approach", name);
        char what[120];
        (void)snprintf(what, sizeof what, "%s: greatest pressure", name);
        validated(&(validation){"Hertz contact", what, "computed: elliptic integrals, another program", "MPa",
                                1e-6 * table_at(&t, i, "p_max"), 0, 1e-6 * o.p_max});
    }
    printf("worked_contacts: worst %.1e\n", worst);
    table_free(&t);
    /* code_aster, V6.04.222: two spheres of 50 mm, E 20000 MPa, nu 0.3, approach 4 mm: a 10 mm, p 2798.3 MPa */
    abut_hertz o = approach(0.02, 0.02, abut_E_star(20000, 0.3, 20000, 0.3), 4); /* in mm and MPa */
    expect_near(o.a, 10, 1e-14, NULL, "a of two spheres");
    expect_within(o.p_max, 2798.3L, 0.05, NULL, "pressure of two spheres");
    static const char aster[] = "published: code_aster, V6.04.222";
    validated(&(validation){"Hertz contact", "two spheres of 50 mm, E 20 GPa, approach 4 mm: radius", aster, "mm", 10,
                            0, o.a});
    validated(&(validation){"Hertz contact", "the same: greatest pressure", aster, "MPa", 2798.3, 0.05, o.p_max});
    /* published finite element example: sphere of 8 mm on a rigid flat, E 1000 MPa, nu 0.3, F = 60 pi N: a 1.01 mm */
    o = loaded(0.5 / 8, 0.5 / 8, abut_E_star(1000, 0.3, INFINITY, 0), 120 * HALF_PI);
    expect_within(o.a, 1.01L, 0.005, NULL, "a of a sphere on a flat");
    validated(&(validation){"Hertz contact", "sphere of 8 mm on a rigid flat, E 1 GPa, 188.5 N: radius",
                            "published: example of a finite element program", "mm", 1.01, 0.005, o.a});
}
END_TEST

/* ellipticity.csv: exact shapes, and the fit of Brewe and Hamrock (1977): a/b, K, E within 6.5, 3, 2 % up to Q/P = 100. */
START_TEST(ellipticity) {
    table t = table_read("ellipticity.csv");
    for (size_t i = 0; i < t.rows; i++) {
        double ratio = table_at(&t, i, "Q_over_P"), m;
        abut_hertz o = approach(1 / ratio, 1, 1, 1);
        m = o.eccentricity2;
        expect_near(o.a / o.b, table_number(&t, i, "a_over_b"), 1e-12, NULL, "a/b at Q/P = %g", ratio);
        expect_near(abut_elliptic_K(m), table_number(&t, i, "K"), 1e-12, NULL, "K at Q/P = %g", ratio);
        expect_near(abut_elliptic_E(m), table_number(&t, i, "E"), 1e-12, NULL, "E at Q/P = %g", ratio);
        if (ratio > 100) continue;
        if (ratio == 10)
            validated(&(validation){"Hertz contact", "ratio of the axes at a ratio of curvatures of 10",
                                    "published: fit of Brewe and Hamrock (1977)", "", table_at(&t, i, "a_over_b_BH77"),
                                    0, o.a / o.b});
        expect_near(o.a / o.b, table_number(&t, i, "a_over_b_BH77"), 0.065, NULL, "fit of a/b at Q/P = %g", ratio);
        expect_near(abut_elliptic_K(m), table_number(&t, i, "K_BH77"), 0.03, NULL, "fit of K at Q/P = %g", ratio);
        expect_near(abut_elliptic_E(m), table_number(&t, i, "E_BH77"), 0.02, NULL, "fit of E at Q/P = %g", ratio);
    }
    table_free(&t);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&table_of_cases, &relative_curvature, &worked_contacts, &ellipticity};
    return suite_main("hertz_cases", all, sizeof all / sizeof *all);
}
