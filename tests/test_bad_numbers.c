/* The Hertz interface, the calculator, materials and places of an element with bad numbers: a status, or finite results. */
#include <check.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"
#include "support/shapes.h"
#include "support/suite.h"

/* ---- the Hertz interface -------------------------------------------------------------------------------------------------- */
static const struct {
    double P, Q, E, x;
} bad_hertz[] = {
    {2, 1, 1e11, 1e-6},
    {0, 1, 1e11, 1e-6},
    {-1, 1, 1e11, 1e-6},
    {-2, -1, 1e11, 1e-6},
    {NAN, 1, 1e11, 1e-6},
    {1, NAN, 1e11, 1e-6},
    {1, INFINITY, 1e11, 1e-6},
    {INFINITY, INFINITY, 1e11, 1e-6},
    {-INFINITY, 1, 1e11, 1e-6},
    {1, 2, 0, 1e-6},
    {1, 2, -1e11, 1e-6},
    {1, 2, NAN, 1e-6},
    {1, 2, INFINITY, 1e-6},
    {1, 2, 1e11, -1e-6},
    {1, 2, 1e11, -5e-324},
    {1, 2, 1e11, NAN},
    {1, 2, 1e11, INFINITY},
    {1, 2, 1e11, -INFINITY},
    {0, 0, 0, 0},
    {1e-320, 1e300, 1e11, 1e-6},
};

START_TEST(hertz_values) {
    for (size_t i = 0; i < sizeof bad_hertz / sizeof bad_hertz[0]; i++) {
        double P = bad_hertz[i].P, Q = bad_hertz[i].Q, E = bad_hertz[i].E, x = bad_hertz[i].x;
        abut_hertz r;
        ck_assert_int_eq(abut_hertz_from_approach(P, Q, E, x, &r), ABUT_BAD_VALUE);
        ck_assert_int_eq(abut_hertz_from_force(P, Q, E, x, &r), ABUT_BAD_VALUE);
    }
}
END_TEST

static bool result_finite(const abut_hertz *r) {
    return isfinite(r->force) && isfinite(r->approach) && isfinite(r->a) && isfinite(r->b) && isfinite(r->p_max) &&
           isfinite(r->p_mean) && isfinite(r->stiffness) && isfinite(r->energy) && isfinite(r->eccentricity2) &&
           r->dF_dP <= 0 && r->dF_dQ <= 0; /* F/P may overflow where F does not */
}

/* what the fuzzer found: a status or finite numbers, also where a square or an inverse leaves their range */
START_TEST(hertz_at_the_end_of_the_numbers) {
    static const struct {
        double P, Q, E, x;
    } cases[] = {
        {3.0104207942999167e-223, 3.125, 6.25e9, 6.25e-8}, /* F/P overflows, F does not */
        {1e-290, 1, 1e11, 1e-6},
        {1.7e308, 1.7e308, 1e11, 1e-6}, /* 2Q overflows */
        {2.2e-308, 2.2e-308, 1.6e12, 0},
        {2.2e-308, 2.2e-308, 1.6e12, 1},
        {5e-324, 5e-324, 1, 1},
        {1, 2, 1e300, 1e100},
        {5.6078798461169397, 39.737667607590168, 609052833415.67688, 7.0249346435622622e118}, /* only F h overflows */
        {1, 2, 5e-324, 1e-6},
        {1, 2, 1e11, 5e-324},
        {1e-150, 1e-150, 1e-150, 1e-300}, /* F underflows, a^2/h does not */
        {1e-308, 1e-308, 1e-300, 1e-20},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double P = cases[i].P, Q = cases[i].Q, E = cases[i].E, x = cases[i].x;
        abut_hertz r;
        abut_message m;
        abut_status s = abut_hertz_from_approach(P, Q, E, x, &r);
        ck_assert_msg(s == ABUT_BAD_VALUE || (s == ABUT_OK && result_finite(&r)), "case %zu by approach", i);
        ck_assert_msg(s || x < 1e-10 || E < 1 || r.force > 0, "case %zu by approach: F = 0", i);
        s = abut_hertz_from_force(P, Q, E, x, &r);
        ck_assert_msg(s == ABUT_BAD_VALUE || (s == ABUT_OK && result_finite(&r)), "case %zu by force", i);
        for (int k = 0; k < 2; k++) {
            s = abut_point_contact(NULL, P, Q, E, k ? x : NAN, k ? NAN : x, &r, &m);
            ck_assert_msg(s < 0 || (s == ABUT_OK && result_finite(&r)), "case %zu, point contact %d", i, k);
        }
    }
    ck_assert_msg(abut_agm(7.5528868214620665e209, 0.0625) > 0.0625, "%g", abut_agm(7.5528868214620665e209, 0.0625));
    ck_assert(fabs(abut_agm(1e300, 1e300) / 1e300 - 1) < 1e-14);
}
END_TEST

START_TEST(curvatures_at_the_end_of_the_numbers) {
    static const double radii[] = {5e-324, 1e-310, 1e-200, 1e200, 1.7e308, -5e-324, -1e-310, INFINITY, 0.01};
    enum { N = sizeof radii / sizeof radii[0] };
    for (int i = 0; i < N * N * N; i++) {
        double a[2] = {radii[i % N], radii[i / N % N]}, b[2] = {radii[i / N / N], 0.01}, P, Q;
        abut_status s = abut_relative_curvature(a, b, 0.3, &P, &Q);
        ck_assert_msg(s == ABUT_OK || s == ABUT_CONFORMING || s == ABUT_BAD_VALUE, "%g %g, %g: %d", a[0], a[1], b[0],
                      s);
        ck_assert_msg(s || (P > 0 && P <= Q && isfinite(Q)), "%g %g, %g: P %g, Q %g", a[0], a[1], b[0], P, Q);
        ck_assert_msg(!isnan(P) && !isnan(Q), "%g %g, %g: P %g, Q %g", a[0], a[1], b[0], P, Q);
    }
}
END_TEST

static const char *const laws[] = {"hertz", "volumetric", "volumetric_vilke", "fixed_stiffness", "hertz_differential"};
START_TEST(point_contact_values) {
    abut_hertz r;
    abut_message m;
    for (size_t k = 0; k < sizeof laws / sizeof laws[0]; k++)
        for (size_t i = 0; i < sizeof bad_hertz / sizeof bad_hertz[0]; i++) {
            double P = bad_hertz[i].P, Q = bad_hertz[i].Q, E = bad_hertz[i].E, x = bad_hertz[i].x;
            abut_choice law = {.type = laws[k]};
            ck_assert_int_ne(abut_point_contact(&law, P, Q, E, x, NAN, &r, &m), ABUT_OK);
            ck_assert_int_gt((int)strlen(m.text), 0);
            ck_assert_int_ne(abut_point_contact(&law, P, Q, E, NAN, x, &r, &m), ABUT_OK);
            ck_assert_int_gt((int)strlen(m.text), 0);
        }
    ck_assert_int_eq(abut_point_contact(NULL, 1, 2, 1e11, NAN, NAN, &r, &m), ABUT_MISSING);
    ck_assert_int_eq(abut_point_contact(NULL, 1, 2, 1e11, 1e-6, 10, &r, &m), ABUT_MISSING);
    ck_assert_int_eq(abut_point_contact(&(abut_choice){.type = "herz"}, 1, 2, 1e11, 1e-6, NAN, &r, &m),
                     ABUT_UNKNOWN_NAME);
    ck_assert_msg(strstr(m.text, "did you mean 'hertz'"), "%s", m.text);
    ck_assert_int_eq(abut_point_contact(NULL, 1, 2, 1e11, 1e-6, NAN, &r, &m), ABUT_OK);
    ck_assert_str_eq(m.text, "");
}
END_TEST

START_TEST(curvature_values) {
    static const double good[2] = {0.01, 0.02};
    static const double bad[] = {0, -0.0, NAN};
    double P, Q;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++) {
            double radii[2] = {0.01, 0.02};
            radii[i] = bad[k];
            ck_assert_int_eq(abut_relative_curvature(radii, good, 0, &P, &Q), ABUT_BAD_VALUE);
            ck_assert_int_eq(abut_relative_curvature(good, radii, 0, &P, &Q), ABUT_BAD_VALUE);
        }
    ck_assert_int_eq(abut_relative_curvature(good, good, NAN, &P, &Q), ABUT_BAD_VALUE);
    ck_assert_int_eq(abut_relative_curvature(good, good, INFINITY, &P, &Q), ABUT_BAD_VALUE);
    static const double flat[2] = {INFINITY, INFINITY}, hollow[2] = {-0.01, -0.01}, pipe[2] = {INFINITY, 0.01};
    ck_assert_int_eq(abut_relative_curvature(flat, flat, 0, &P, &Q), ABUT_CONFORMING);
    ck_assert_int_eq(abut_relative_curvature(good, hollow, 0, &P, &Q), ABUT_CONFORMING);
    ck_assert_int_eq(abut_relative_curvature(pipe, flat, 0, &P, &Q), ABUT_CONFORMING);
    ck_assert_int_eq(abut_relative_curvature(pipe, flat, 1, &P, &Q), ABUT_CONFORMING);
    ck_assert_int_eq(abut_relative_curvature(pipe, pipe, 1, &P, &Q), ABUT_OK);
}
END_TEST

/* bad entries give NaN and leave their neighbours alone, at every place of the vector unit */
START_TEST(array_values) {
    enum { N = 9 };
    double P[N], Q[N], E[N], h[N], F[N], a[N], b[N];
    for (size_t k = 0; k < sizeof bad_hertz / sizeof bad_hertz[0] - 1; k++)
        for (int at = 0; at < N; at++) {
            double x = bad_hertz[k].x;
            if (isinf(bad_hertz[k].E) || x < 0 || isinf(x)) continue; /* not refused here */
            for (int i = 0; i < N; i++) P[i] = 1, Q[i] = 2, E[i] = 1e11, h[i] = 1e-6;
            P[at] = bad_hertz[k].P, Q[at] = bad_hertz[k].Q, E[at] = bad_hertz[k].E, h[at] = x;
            abut_hertz_array(N, P, Q, E, h, F, a, b);
            for (int i = 0; i < N; i++)
                ck_assert_msg(i == at ? isnan(F[i]) && isnan(a[i]) && isnan(b[i])
                                      : F[i] > 0 && a[i] > 0 && b[i] > 0 && isfinite(F[i]),
                              "case %zu at %d: F[%d] = %g, a = %g, b = %g", k, at, i, F[i], a[i], b[i]);
        }
    abut_hertz_array(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
}
END_TEST

/* ---- the definition of an element ---- */
static abut_status create(const abut_element_def *def, abut_message *m) {
    abut_element *e;
    abut_status s = abut_element_create(def, &e, m);
    abut_element_destroy(e);
    return s;
}

START_TEST(materials) {
    static const double bad_E[] = {0, -0.0, -1, -210e9, NAN, INFINITY, -INFINITY};
    static const double bad_nu[] = {0.5000001, 1, -1, -2, NAN, INFINITY, -INFINITY};
    for (int side = 0; side < 2; side++) {
        const char *name = side ? "of b" : "of a";
        for (size_t i = 0; i < sizeof bad_E / sizeof bad_E[0]; i++) {
            abut_element_def def = pair_of(&ball, &plane);
            abut_message m;
            (side ? &def.b : &def.a)->material.E = bad_E[i];
            ck_assert_int_eq(create(&def, &m), ABUT_BAD_VALUE);
            ck_assert_msg(strstr(m.text, name) && strstr(m.text, "E must be"), "%s", m.text);
            (side ? &def.b : &def.a)->material.rigid = true; /* E and nu are ignored */
            ck_assert_msg(create(&def, &m) == ABUT_OK, "%s", m.text);
        }
        for (size_t i = 0; i < sizeof bad_nu / sizeof bad_nu[0]; i++) {
            abut_element_def def = pair_of(&ball, &plane);
            abut_message m;
            (side ? &def.b : &def.a)->material.nu = bad_nu[i];
            ck_assert_int_eq(create(&def, &m), ABUT_BAD_VALUE);
            ck_assert_msg(strstr(m.text, name) && strstr(m.text, "nu must be"), "%s", m.text);
        }
    }
    abut_element_def def = pair_of(&ball, &plane);
    abut_message m;
    def.a.material.nu = 0.5;
    def.b.material.nu = -0.999;
    ck_assert_msg(create(&def, &m) == ABUT_OK, "%s", m.text);
    def.a.material = def.b.material = rigid;
    ck_assert_int_eq(create(&def, &m), ABUT_BAD_PAIR);
    ck_assert_msg(strstr(m.text, "rigid") && strstr(m.text, "hertz"), "%s", m.text);
    def.law.normal = (abut_choice){"linear", {{.name = "stiffness", .value = 1e6}}};
    ck_assert_msg(create(&def, &m) == ABUT_OK, "%s", m.text);
}
END_TEST

/* an E so small that 1/E is not a number */
START_TEST(materials_without_stiffness) {
    abut_element_def def = pair_of(&ball, &plane);
    abut_message m;
    def.a.material.E = 1e-320;
    ck_assert_int_eq(create(&def, &m), ABUT_BAD_VALUE);
    ck_assert_msg(strstr(m.text, "E must be"), "%s", m.text);
}
END_TEST

START_TEST(places) {
    for (int i = 0; i < 14; i++) {
        static const double bad[] = {NAN, INFINITY, -INFINITY};
        for (int k = 0; k < 3; k++) {
            abut_element_def def = pair_of(&ball, &plane);
            abut_message m;
            (&(i < 7 ? &def.a : &def.b)->place.r.x)[i % 7] = bad[k];
            ck_assert_int_eq(create(&def, &m), ABUT_BAD_VALUE);
            ck_assert_msg(strstr(m.text, i < 7 ? "surface a" : "surface b"), "%s", m.text);
        }
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&hertz_values,
                                              &hertz_at_the_end_of_the_numbers,
                                              &curvatures_at_the_end_of_the_numbers,
                                              &point_contact_values,
                                              &curvature_values,
                                              &array_values,
                                              &materials,
                                              &materials_without_stiffness,
                                              &places};
    return suite_main("bad_numbers", all, sizeof all / sizeof *all);
}
