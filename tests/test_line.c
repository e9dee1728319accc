/* Line contact of finite length against 20-digit values, its derivatives against differences, its ranges; the point contact of
 * the lubrication literature. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/lubrication.h"
#include "line/lambert.h"
#include "line/strip.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"
#include "support/table.h"

static const double NONE = NAN;

static abut_line_out pressed(abut_line_law law, double l, double rho, double E, double approach, double force) {
    abut_line_in in = {law, l, rho, E, approach, force};
    abut_line_out o;
    abut_message message = {0};
    abut_status s = abut_line_contact(&in, &o, &message);
    ck_assert_msg(s == ABUT_OK && !message.text[0], "%s", message.text);
    return o;
}

/* ---- the functions of b/l ---- */
START_TEST(strip_integral) {
    table t = table_read("line_strip.csv");
    double worst = 0, slope, H = 0;
    for (size_t i = 0; i < t.rows; i++) {
        double x = table_at(&t, i, "b_over_l");
        long double G = table_number(&t, i, "G"), A = table_number(&t, i, "A");
        strip s = strip_at(x);
        expect_near(abut_line_G(x, &slope), G, 1e-14, &worst, "G(%g)", x);
        expect_near(slope, A, 2e-15, &worst, "-x G'(%g)", x);
        expect_near(s.H, G - A / 2, 1e-14, &H, "H(%g)", x);
        expect_near(s.W, table_number(&t, i, "W"), 2e-15, &worst, "W(%g)", x);
    }
    printf("strip_integral: worst %.1e, of H %.1e\n", worst, H);
    ck_assert(isnan(abut_line_G(0, NULL)) && isnan(abut_line_G(-1, NULL)) && isnan(abut_line_G(INFINITY, NULL)));
    table_free(&t);
}
END_TEST

/* Where one series takes over from the other nothing jumps, and everywhere dG = -A d(ln x). */
START_TEST(one_function) {
    double worst = 0, step = 1e-3;
    for (double z = -20; z < 16; z += 0.0137) {
        double down = abut_line_G(exp(z - step), NULL), up = abut_line_G(exp(z + step), NULL), A;
        double G = abut_line_G(exp(z), &A);
        expect_near((down - up) / (2 * step), A, 1e-6, &worst, "slope at b/l = %g", exp(z));
        ck_assert_msg(A < G && A > 0, "b/l = %g: A = %g, G = %g", exp(z), A, G);
    }
    double border = 1.09868411346781, jump = 0; /* there u = sqrt 2 */
    for (double off = 1e-14; off < 1e-9; off *= 10) {
        strip below = strip_at(border * (1 - off)), above = strip_at(border * (1 + off));
        expect_near(below.G, above.G + 2.0L * off * above.A, 2e-15, &jump, "G on both sides of b/l = 1.1");
    }
    printf("one_function: slope against differences %.1e, jump %.1e\n", worst, jump);
}
END_TEST

/* (1 + v) e^-v = t, W = -1 - v. At the branch point v = p + p^2/3 + p^3/36 - p^4/270 + p^5/4320 .. with p^2 = -2 ln t. */
START_TEST(lambert) {
    double worst = 0, near = 0;
    for (double s = 1e-18; s < 1e-5; s *= 7) {
        long double p = sqrtl(-2 * log1pl(-(long double)s));
        long double v = p + p * p / 3 + p * p * p / 36 - p * p * p * p / 270 + p * p * p * p * p / 4320;
        expect_near(lambert_lower(1 - s, s), v, 1e-15, &near, "1 - t = %g", s);
    }
    for (double ln_t = -1e-3; ln_t > -700; ln_t *= 1.07) {
        double t = exp(ln_t), v = lambert_lower(t, 1 - t);
        long double wanted = logl(t), rest = v - log1pl(v) + wanted; /* an error of v: rest (1 + v)/v */
        expect_within((double)(rest * (1 + v) / v / v), 0, 1e-15 + 3e-16 * t / (1 - t), &worst, "ln t = %g", ln_t);
    }
    ck_assert(lambert_lower(1, 0) == 0);
    printf("lambert: %.1e, at the branch point %.1e\n", worst, near);
}
END_TEST

/* ---- the laws ---- */
START_TEST(limits_from_approach) {
    table t = table_read("line_limits.csv");
    double worst = 0, back = 0;
    for (size_t i = 0; i < t.rows; i++) {
        abut_line_law law = strcmp(table_text(&t, i, "law"), "paper") ? ABUT_LINE_ASYMPTOTIC : ABUT_LINE_PAPER;
        double l = table_at(&t, i, "l"), rho = table_at(&t, i, "rho"), E = table_at(&t, i, "Eprime");
        double d = table_at(&t, i, "d"), F = table_at(&t, i, "F");
        abut_line_out o = pressed(law, l, rho, E, d, NONE);
        expect_near(o.force, table_number(&t, i, "F"), 1e-13, &worst, "row %zu: F", i);
        expect_near(o.stiffness, table_number(&t, i, "stiffness"), 1e-13, &worst, "row %zu: stiffness", i);
        expect_near(o.half_width, table_number(&t, i, "b"), 1e-13, &worst, "row %zu: b", i);
        expect_near(o.p_max, table_number(&t, i, "p_max"), 1e-13, &worst, "row %zu: p_max", i);
        ck_assert(o.valid == (o.half_width <= 0.3 * l));
        expect_near(pressed(law, l, rho, E, NONE, F).approach, d, 1e-13, &back, "row %zu: d", i);
    }
    printf("limits_from_approach: worst %.1e, back %.1e\n", worst, back);
    table_free(&t);
}
END_TEST

START_TEST(limits_from_force) {
    table t = table_read("line_forces.csv");
    double worst = 0;
    for (size_t i = 0; i < t.rows; i++) {
        double l = table_at(&t, i, "l"), rho = table_at(&t, i, "rho"), E = table_at(&t, i, "Eprime");
        double F = table_at(&t, i, "F");
        abut_line_out exact = pressed(ABUT_LINE_ASYMPTOTIC, l, rho, E, NONE, F);
        abut_line_out paper = pressed(ABUT_LINE_PAPER, l, rho, E, NONE, F);
        expect_near(exact.approach, table_number(&t, i, "d_exactC"), 1e-14, &worst, "row %zu: d", i);
        expect_near(paper.approach, table_number(&t, i, "d_paper"), 1e-14, &worst, "row %zu: d of the paper", i);
        expect_near(exact.half_width, table_number(&t, i, "b"), 1e-14, &worst, "row %zu: b", i);
        /* the strip exceeds its limit by x^2/4 and terms of the order x^4 in G */
        double x = exact.half_width / l, G = 0.5 + log(2 / x);
        expect_near(pressed(ABUT_LINE_STRIP, l, rho, E, NONE, F).approach, exact.approach * (1 + x * x / 4 / G),
                    1e-15 + 0.2 * x * x * x * x, NULL, "row %zu: strip", i);
    }
    printf("limits_from_force: worst %.1e\n", worst);
    table_free(&t);
}
END_TEST

/* delta = rho l^2 x^2 G/2 and F = pi E' l^3 rho x^2/8, whatever x = b/l is. */
START_TEST(strip_law) {
    table t = table_read("line_strip.csv");
    double worst = 0, l = 0.012, rho = 80, E = 2.2e11, pi = 3.14159265358979323846;
    for (size_t i = 0; i < t.rows; i++) {
        double x = table_at(&t, i, "b_over_l");
        long double G = table_number(&t, i, "G"), A = table_number(&t, i, "A"), W = table_number(&t, i, "W");
        long double d = rho * l * l * x * x * G / 2, F = 3.14159265358979323846L * E * l * l * l * rho * x * x / 8;
        abut_line_out o = pressed(ABUT_LINE_STRIP, l, rho, E, (double)d, NONE);
        abut_line_out q = pressed(ABUT_LINE_STRIP, l, rho, E, NONE, (double)F);
        expect_near(o.force, F, 2e-14, &worst, "F at b/l = %g", x);
        expect_near(q.approach, d, 1e-14, &worst, "d at b/l = %g", x);
        expect_near(o.half_width, (long double)x * l, 1e-14, &worst, "b at b/l = %g", x);
        expect_near(o.stiffness, F / d * 2 * G / (2 * G - A), 1e-14, &worst, "stiffness at b/l = %g", x);
        expect_near(o.energy, F * d * (1 - W / (4 * G)) / 2, 2e-14, &worst, "energy at b/l = %g", x);
        expect_near(o.p_max, E * o.half_width * rho / 4, 2e-14, &worst, "p_max at b/l = %g", x);
        expect_near(o.p_mean, o.p_max * pi / 4, 1e-15, &worst, "p_mean at b/l = %g", x);
        ck_assert(o.valid && q.valid);
    }
    printf("strip_law: worst %.1e\n", worst);
    table_free(&t);
}
END_TEST

/* Derivatives of all laws against differences; the work is the integral of the force: dU/dd = F. */
START_TEST(derivatives) {
    double worst = 0, l = 0.01, E = 2.3e11, rho = 120;
    for (int law = ABUT_LINE_STRIP; law <= ABUT_LINE_PAPER; law++)
        for (double part = 1e-9; part < (law == ABUT_LINE_STRIP ? 1e4 : 0.9); part *= 3.7) {
            double d = part * rho * l * l, s = 1e-5;
            abut_line_out o = pressed(law, l, rho, E, d, NONE), up = pressed(law, l, rho, E, d * (1 + s), NONE);
            abut_line_out down = pressed(law, l, rho, E, d * (1 - s), NONE);
            expect_near((up.force - down.force) / (2 * s * d), o.stiffness, 1e-8, &worst, "law %d: dF/dd", law);
            expect_near((up.energy - down.energy) / (2 * s * d), o.force, 1e-8, &worst, "law %d: dU/dd", law);
            up = pressed(law, l, rho * (1 + s), E, d, NONE), down = pressed(law, l, rho * (1 - s), E, d, NONE);
            expect_near((up.force - down.force) / (2 * s * rho), o.dF_drho, 1e-7, &worst, "law %d: dF/drho", law);
            up = pressed(law, l, rho * (1 + s), E, NONE, o.force);
            down = pressed(law, l, rho * (1 - s), E, NONE, o.force);
            expect_near((up.approach - down.approach) / (2 * s * rho), o.dapproach_drho, 1e-7, &worst,
                        "law %d: dd/drho", law);
        }
    printf("derivatives: against differences %.1e\n", worst);
}
END_TEST

START_TEST(inverse_everywhere) {
    double worst = 0, last = 0, l = 0.02, rho = 60, E = 1e11;
    for (double d = 1e-18; d < 1e6; d *= 1.3) {
        abut_line_out o = pressed(ABUT_LINE_STRIP, l, rho, E, d, NONE);
        expect_near(pressed(ABUT_LINE_STRIP, l, rho, E, NONE, o.force).approach, d, 1e-14, &worst, "d = %g", d);
        ck_assert_msg(o.force > last, "d = %g: F does not rise", d);
        last = o.force;
    }
    printf("inverse_everywhere: worst %.1e\n", worst);
    /* up to the end of the limit: stiffness pi E' l/(2 v), v = sqrt(2 s) + 2s/3 .. at d = (1 - s) rho l^2 */
    l = 1, rho = 1;
    for (double s = ldexp(1, -52); s < 1e-6; s *= 8) {
        abut_line_out o = pressed(ABUT_LINE_ASYMPTOTIC, l, rho, E, 1 - s, NONE);
        long double p = sqrtl(2 * (long double)s), v = p + p * p / 3 + p * p * p * 11 / 72;
        expect_near(o.stiffness, 1.57079632679489661923L * E / v, 1e-8, NULL, "stiffness at 1 - %g", s);
        expect_near(o.half_width, 2 * expl(-v / 2), 1e-8, NULL, "b at 1 - %g", s);
    }
}
END_TEST

static void refused(const char *text, abut_line_in in) {
    abut_line_out o;
    abut_message message = {0};
    ck_assert_int_eq(abut_line_contact(&in, &o, &message), ABUT_BAD_VALUE);
    ck_assert_msg(strstr(message.text, text) != NULL, "no '%s' in '%s'", text, message.text);
    ck_assert(o.force == 0 && o.approach == 0 && o.stiffness == 0);
    ck_assert_int_eq(abut_line_contact(&in, &o, NULL), ABUT_BAD_VALUE);
}

START_TEST(bad_values) {
    refused("length: must be positive", (abut_line_in){0, 0, 1, 1, 1, NONE});
    refused("length: must be positive", (abut_line_in){0, NAN, 1, 1, 1, NONE});
    refused("curvature: must be positive", (abut_line_in){0, 1, -2, 1, 1, NONE});
    refused("curvature: must be positive", (abut_line_in){0, 1, INFINITY, 1, 1, NONE});
    refused("E_prime: must be positive", (abut_line_in){0, 1, 1, 0, 1, NONE});
    refused("approach: must be positive", (abut_line_in){0, 1, 1, 1, 0, NONE});
    refused("force: must be positive", (abut_line_in){0, 1, 1, 1, NONE, -1});
    refused("force: must be positive", (abut_line_in){0, 1, 1, 1, NONE, INFINITY});
    refused("one of approach and force", (abut_line_in){0, 1, 1, 1, NONE, NONE});
    refused("one of approach and force", (abut_line_in){0, 1, 1, 1, 1, 1});
    refused("none of abut_line_law", (abut_line_in){(abut_line_law)7, 1, 1, 1, 1, NONE});
    refused("use the law 'strip'", (abut_line_in){ABUT_LINE_ASYMPTOTIC, 1, 1, 1, 1, NONE});
    refused("below 2 m here", (abut_line_in){ABUT_LINE_ASYMPTOTIC, 1, 2, 1, 3, NONE});
    refused("below 0.999906 m here", (abut_line_in){ABUT_LINE_PAPER, 1, 1, 1, 0.99995, NONE});
    refused("below 1.5708 N here", (abut_line_in){ABUT_LINE_ASYMPTOTIC, 1, 1, 1, NONE, 1.6});
    refused("range of numbers", (abut_line_in){ABUT_LINE_STRIP, 1e-200, 1e-200, 1e-200, 1e-100, NONE});
}
END_TEST

/* ---- point contact with zeta ---- */
START_TEST(zeta_table) {
    table t = table_read("point_zeta.csv");
    double worst = 0;
    for (size_t i = 0; i < t.rows; i++) {
        abut_zeta_out o;
        must(abut_zeta_contact(table_at(&t, i, "rho_x"), table_at(&t, i, "rho_y"), table_at(&t, i, "Eprime"),
                               table_at(&t, i, "d"), &o));
        expect_near(o.kappa, table_number(&t, i, "kappa"), 1e-14, &worst, "row %zu: kappa", i);
        expect_near(o.zeta, table_number(&t, i, "zeta"), 1e-14, &worst, "row %zu: zeta", i);
        expect_near(o.force, table_number(&t, i, "F"), 1e-14, &worst, "row %zu: F", i);
        expect_near(o.stiffness, table_number(&t, i, "stiffness"), 1e-14, &worst, "row %zu: stiffness", i);
        expect_near(o.major, table_number(&t, i, "semi_major"), 1e-14, &worst, "row %zu: a", i);
        expect_near(o.minor, table_number(&t, i, "semi_minor"), 1e-14, &worst, "row %zu: b", i);
        expect_near(o.p_max, table_number(&t, i, "p_max"), 2e-14, &worst, "row %zu: p_max", i);
    }
    printf("zeta_table: worst %.1e\n", worst);
    table_free(&t);
}
END_TEST

START_TEST(zeta_is_hertz) {
    chance c = {41};
    double worst = 0;
    for (int i = 0; i < 2000; i++) {
        double rho_x = exp(chance_uniform(&c, -3, 9)), rho_y = rho_x * exp(chance_uniform(&c, -25, 25));
        double E = exp(chance_uniform(&c, 12, 27)), d = exp(chance_uniform(&c, -18, -7));
        abut_zeta_out o;
        abut_hertz h;
        must(abut_zeta_contact(rho_x, rho_y, E, d, &o));
        must(abut_hertz_from_approach(fmin(rho_x, rho_y) / 2, fmax(rho_x, rho_y) / 2, E / 2, d, &h));
        expect_near(o.force, h.force, 1e-13, &worst, "F of %g, %g", rho_x, rho_y);
        expect_near(o.stiffness, h.stiffness, 1e-13, &worst, "stiffness of %g, %g", rho_x, rho_y);
        expect_near(o.major, h.a, 1e-13, &worst, "a of %g, %g", rho_x, rho_y);
        expect_near(o.minor, h.b, 1e-13, &worst, "b of %g, %g", rho_x, rho_y);
        expect_near(o.p_max, h.p_max, 1e-13, &worst, "p_max of %g, %g", rho_x, rho_y);
        expect_near(o.rho_sum * o.nu / o.mu, (rho_x + rho_y) * o.kappa, 1e-15, NULL, "nu of %g, %g", rho_x, rho_y);
    }
    printf("zeta_is_hertz: worst %.1e\n", worst);
    abut_zeta_out o;
    const double bad[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(abut_zeta_contact(bad[i], 1, 1, 1, &o), ABUT_BAD_VALUE);
        ck_assert_int_eq(abut_zeta_contact(1, bad[i], 1, 1, &o), ABUT_BAD_VALUE);
        ck_assert_int_eq(abut_zeta_contact(1, 1, bad[i], 1, &o), ABUT_BAD_VALUE);
        ck_assert_int_eq(abut_zeta_contact(1, 1, 1, bad[i], &o), ABUT_BAD_VALUE);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&strip_integral,    &one_function, &lambert,      &limits_from_approach,
                                              &limits_from_force, &strip_law,    &derivatives,  &inverse_everywhere,
                                              &bad_values,        &zeta_table,   &zeta_is_hertz};
    return suite_main("line", all, sizeof all / sizeof *all);
}
