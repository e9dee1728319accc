/* Film and asperities on one grid: every equation of a solution looked at by itself, and both limits: a contact at rest is the dry rough one, a
 * thick film the smooth one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/ehl_mixed.h"
#include "base/constants.h"
#include "support/near.h"
#include "support/suite.h"

/* Steel, R 5 mm, p_h 0.8 GPa; asperities of 20 um, 4e10 per m^2. */
static const double E_prime = 2.2e11, R = 0.005, p_h = 0.8e9;
static double half_width(void) { return 4 * R * p_h / E_prime; }

static abut_ehl_mixed_result mixed(abut_ehl_line *s, double M, double L, abut_roughness rough) {
    abut_ehl_mixed_def d = {.contact = {.M = M, .L = L}, .rough = rough, .E_prime = E_prime, .R = R, .p_h = p_h};
    abut_ehl_mixed_result r;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_line_mixed(s, &d, &r, &why) == ABUT_OK, "%s", why.text);
    ck_assert_msg(fabs(r.film_share + r.asperity_share - 1) < 1e-8, "shares: %.12g and %.12g", r.film_share,
                  r.asperity_share);
    return r;
}

static abut_ehl_line *solver(int n) {
    abut_ehl_line *s;
    ck_assert(abut_ehl_line_create(n, &s, NULL) == ABUT_OK);
    return s;
}

/* Greenwood and Tripp: p_asp = (8 sqrt(2) pi/15)(eta beta sigma)^2 E' sqrt(sigma/beta) F_{5/2}(g/sigma), over p_h; g in m. */
static double asperities(const abut_roughness *r, double g) {
    double F, k = r->density * r->asperity_radius * r->sigma;
    must(abut_greenwood_tripp(2.5, g / r->sigma, &F, NULL));
    return 8 * sqrt(2) * PI / 15 * k * k * E_prime * sqrt(r->sigma / r->asperity_radius) * F / p_h;
}

/* Deformation at x of the linear pressure between two nodes, in four parts of Gauss' rule: -(1/pi) int P ln|x - s| ds, singular
 * cells by their mean value. */
static double deformation(const abut_ehl_line_result *r, double x) {
    static const double at[2] = {0.21132486540518712, 0.78867513459481288};
    double sum = 0;
    for (int i = 0; i + 1 < r->count; i++)
        for (int part = 0; part < 8; part++)
            for (int q = 0; q < 2; q++) {
                double t = (part + at[q]) / 8, s = r->X[i] + t * (r->X[i + 1] - r->X[i]);
                double p = r->P[i] + t * (r->P[i + 1] - r->P[i]);
                sum -= p * log(fabs(x - s)) * (r->X[i + 1] - r->X[i]) / 16;
            }
    return sum / PI;
}

START_TEST(equations) {
    abut_ehl_line *s = solver(400);
    abut_roughness rough = {.sigma = 0.09e-6, .asperity_radius = 2e-5, .density = 4e10};
    double M = 60, L = 9, b = half_width(), unit = b * b / R, lambda = 3 * PI * PI / (8 * M * M);
    double ab = L * sqrt(M / TWO_PI), least = INFINITY, most = -INFINITY;
    abut_ehl_mixed_result r = mixed(s, M, L, rough);
    printf("equations: share of the film %.4f, h_c/sigma %.3f\n", r.film_share, r.lambda);
    ck_assert(r.film_share > 0.2 && r.film_share < 0.95);
    expect_near(r.b, b, 1e-14, NULL, "half-width");
    expect_near(r.lambda, r.line.H_c * PI / (8 * M) * unit / rough.sigma, 1e-12, NULL, "lambda");
    double middle = r.gap[200] - 0.5 * r.line.X[200] * r.line.X[200] - deformation(&r.line, r.line.X[200]);
    double film_load = 0, solid_load = 0, H_dP = 0, p_most = 0;
    for (int i = 1; i + 1 < r.line.count; i++) {
        double Phi;
        expect_within(r.P_asperities[i], asperities(&rough, r.gap[i] * unit), 1e-9, NULL, "asperities at %g",
                      r.line.X[i]);
        must(abut_film_separation(r.line.H[i] * unit, rough.sigma, &Phi));
        expect_near(Phi * rough.sigma, r.gap[i] * unit, 1e-9, NULL, "film between them at %g", r.line.X[i]);
        if (i % 40 == 20) {
            double x = r.line.X[i];
            expect_within(r.gap[i] - 0.5 * x * x - deformation(&r.line, x), middle, 2e-3, NULL, "elastic gap at %g", x);
        }
        p_most = fmax(p_most, r.line.P[i]);
        double dx = r.line.X[i] - r.line.X[i - 1], dP = r.P_film[i] - r.P_film[i - 1];
        film_load += 0.5 * (r.P_film[i] + r.P_film[i - 1]) * dx;
        solid_load += 0.5 * (r.P_asperities[i] + r.P_asperities[i - 1]) * dx;
        double h0 = r.line.H[i - 1], h1 = r.line.H[i], h = 0.5 * (h0 + h1);
        H_dP += h * dP;
        if (i < 2 || !(r.P_film[i] > 1e-6)) continue;
        /* the same through every section; exp(-alpha p) dp integrated, what is carried along extrapolated from two nodes upstream */
        h = h0 + 0.5 * dx / (r.line.X[i - 1] - r.line.X[i - 2]) * (h0 - r.line.H[i - 2]);
        double thin = (exp(-ab * r.P_film[i - 1]) - exp(-ab * r.P_film[i])) / ab;
        double flux = 0.5 * (h0 * h0 * h0 + h1 * h1 * h1) * thin / (lambda * dx) - h;
        least = fmin(least, flux);
        most = fmax(most, flux);
    }
    expect_near(most, least, 1e-6, NULL, "flux");
    expect_near(film_load / HALF_PI, r.film_share, 1e-4, NULL, "share of the film");
    expect_near(solid_load / HALF_PI, r.asperity_share, 1e-4, NULL, "share of the asperities");
    expect_near(r.line.rolling, H_dP, 1e-9, NULL, "rolling");
    expect_near(r.line.p_max, p_most, 1e-12, NULL, "greatest pressure of both");
    abut_ehl_line_destroy(s);
}
END_TEST

/* The dry rough contact by another way: even cells of constant pressure, relaxed steps towards P = p_asp(gap), the offset by the load. */
enum { CELLS = 90 };
static void dry_contact(const abut_roughness *rough, double P[CELLS], double gap[CELLS]) {
    static double K[CELLS];
    double h = 4.0 / CELLS, unit = half_width() * half_width() / R, offset = 0, relax = 0.01;
    for (int k = 0; k < CELLS; k++) { /* -(1/pi) int ln|x - s| ds over a cell k cells away */
        double a = (k - 0.5) * h, c = (k + 0.5) * h;
        K[k] = -(c * log(fabs(c)) - c - a * log(fabs(a)) + a) / PI;
    }
    for (int k = 0; k < CELLS; k++) {
        double x = -2 + (k + 0.5) * h;
        P[k] = fabs(x) < 1 ? sqrt(1 - x * x) : 0;
    }
    for (int pass = 0; pass < 1500; pass++) {
        double load = 0;
        for (int k = 0; k < CELLS; k++) load += P[k] * h;
        offset += 0.03 * (load - HALF_PI);
        for (int k = 0; k < CELLS; k++) {
            double x = -2 + (k + 0.5) * h;
            gap[k] = offset + 0.5 * x * x;
            for (int q = 0; q < CELLS; q++) gap[k] += K[k > q ? k - q : q - k] * P[q];
        }
        for (int k = 0; k < CELLS; k++) P[k] += relax * (fmin(asperities(rough, gap[k] * unit), 10) - P[k]);
    }
}

START_TEST(at_rest) {
    static double P[CELLS], gap[CELLS];
    abut_roughness rough = {.sigma = 0.5e-6, .asperity_radius = 2e-5, .density = 4e10};
    abut_ehl_line *s = solver(200);
    dry_contact(&rough, P, gap);
    double worst = 0, before = 1;
    for (double M = 1e2; M < 1e10; M *= 1e3) { /* alpha p_h 5 at all speeds */
        abut_ehl_mixed_result r = mixed(s, M, 5 / sqrt(M / TWO_PI), rough);
        ck_assert_msg(r.film_share < before, "the film carries less where it is slower: %g", r.film_share);
        before = r.film_share;
        printf("at_rest: M %g: share of the film %.3e\n", M, r.film_share);
        if (M < 1e8) continue;
        ck_assert(r.film_share < 1e-4);
        double load = 0;
        for (int i = 0, k = 0; i < r.line.count; i++) {
            while (k + 2 < CELLS && -2 + (k + 1.5) * 4.0 / CELLS < r.line.X[i]) k++;
            double t = (r.line.X[i] - (-2 + (k + 0.5) * 4.0 / CELLS)) * CELLS / 4;
            if (t < 0 || t > 1) continue;
            expect_within(r.line.P[i], P[k] + t * (P[k + 1] - P[k]), 0.01 * r.line.p_max, &worst, "at %g", r.line.X[i]);
            expect_within(r.gap[i], gap[k] + t * (gap[k + 1] - gap[k]), 0.01 * gap[CELLS / 2], NULL, "gap at %g",
                          r.line.X[i]);
        }
        for (int k = 0; k < CELLS; k++) load += P[k] * 4.0 / CELLS;
        expect_near(load, HALF_PI, 1e-3, NULL, "load of the other way");
    }
    printf("at_rest: worst pressure off by %.2e of p_h\n", worst);
    abut_ehl_line_destroy(s);
}
END_TEST

/* Rough bodies under hardly any load: asperities carry it far outside of Hertz' contact, and no pressure pulls, not even by rounding. */
START_TEST(light) {
    const abut_ehl_mixed_def d = {.contact = {.M = 19.509623101660612, .L = 1.4128494880005578},
                                  .rough = {1.22268e-05, 4.81039e-06, 3.90625e+07, NULL},
                                  .E_prime = 2.3e11,
                                  .R = 0.01,
                                  .p_h = 3.90625e6};
    abut_ehl_line *s = solver(50);
    abut_ehl_mixed_result r;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_line_mixed(s, &d, &r, &why) == ABUT_OK, "%s", why.text);
    expect_near(r.asperity_share, 1, 1e-9, NULL, "share of the asperities");
    for (int i = 0; i < r.line.count; i++)
        ck_assert(r.line.P[i] >= 0 && r.P_film[i] >= 0 && r.P_asperities[i] >= 0 && r.P_asperities[i] < 0.05);
    abut_ehl_line_destroy(s);
}
END_TEST

/* Smooth enough, the film is that of abut_ehl_line_solve; rougher, asperities take over step by step. */
START_TEST(thick_film) {
    abut_ehl_line *s = solver(200);
    abut_ehl_line_result smooth;
    abut_roughness rough = {.asperity_radius = 2e-5, .density = 4e10};
    static const double contacts[][2] = {{20, 5}, {100, 10}, {10, 0}};
    double unit = half_width() * half_width() / R;
    for (int k = 0; k < (brief() ? 1 : 3); k++) {
        abut_ehl_line_def d = {.M = contacts[k][0], .L = contacts[k][1], .cold = true};
        ck_assert(abut_ehl_line_solve(s, &d, &smooth, NULL) == ABUT_OK);
        double h = smooth.H_c * PI / (8 * d.M) * unit, H_c = smooth.H_c, H_min = smooth.H_min, p = smooth.p_max;
        rough.sigma = h / 5.5; /* h_min/sigma is 4 */
        abut_ehl_mixed_result r = mixed(s, d.M, d.L, rough);
        ck_assert(r.lambda > 4);
        expect_near(r.line.H_c, H_c, 5e-3, NULL, "H_c of M %g", d.M);
        expect_near(r.line.H_min, H_min, 5e-3, NULL, "H_min of M %g", d.M);
        expect_near(r.line.p_max, p, 2e-2, NULL, "p_max of M %g", d.M);
        ck_assert(r.asperity_share < 5e-3 && r.asperity_share >= 0);
        double before = r.asperity_share;
        for (double ratio = 2; k == 0 && ratio > 0.2; ratio /= 3) {
            rough.sigma = h / ratio;
            r = mixed(s, d.M, d.L, rough);
            ck_assert_msg(r.asperity_share > before && r.asperity_share < 1, "M %g, %g: %g", d.M, ratio,
                          r.asperity_share);
            before = r.asperity_share;
        }
    }
    abut_ehl_line_destroy(s);
}
END_TEST

/* A table of a measured surface instead: the same equations with its pressures. */
START_TEST(of_a_table) {
    abut_rough_table t = {.sigma = 2e-8, .first_touch = 1e-7, .count = 8};
    for (int i = 0; i < 8; i++) /* p/E* = 0.01 exp(-2 gap/sigma) */
        t.row[i] = (abut_rough_row){
            .gap = 2e-8 * (0.1 + 0.5 * i), .pressure = 0.01 * exp(-2 * (0.1 + 0.5 * i)), .area = 0.5 / (i + 1)};
    abut_message why = {0};
    ck_assert_msg(abut_rough_table_make(&t, 0, &why) == ABUT_OK, "%s", why.text);
    abut_ehl_line *s = solver(200);
    abut_ehl_mixed_result r = mixed(s, 100, 8, (abut_roughness){.sigma = t.sigma, .table = &t});
    double unit = half_width() * half_width() / R;
    printf("of_a_table: share of the asperities %.3f\n", r.asperity_share);
    ck_assert(r.asperity_share > 0.05 && r.asperity_share < 0.95);
    for (int i = 7; i + 1 < r.line.count; i += 7) {
        double p, g = r.gap[i] * unit;
        must(abut_rough_pressure(&t, g, &p, NULL));
        expect_within(r.P_asperities[i], p * E_prime / 2 / p_h, 1e-9, NULL, "table at %g", g);
        expect_near(r.line.H[i], r.gap[i], 1e-14, NULL, "the mean gap is the film");
    }
    abut_ehl_line_destroy(s);
}
END_TEST

static void refused(abut_ehl_mixed_def d, const char *key) {
    abut_ehl_line *s = solver(50);
    abut_ehl_mixed_result r;
    abut_message why = {0};
    ck_assert(abut_ehl_line_mixed(s, &d, &r, &why) == ABUT_BAD_VALUE && r.film_share == 0);
    ck_assert_msg(!strcmp(why.place.key, key), "%s blames %s", why.text, why.place.key);
    abut_ehl_line_destroy(s);
}

START_TEST(bad_input) {
    const abut_ehl_mixed_def good = {
        .contact = {.M = 20, .L = 5}, .rough = {3e-7, 2e-5, 4e10, NULL}, .E_prime = 2e11, .R = 0.01, .p_h = 1e9};
    abut_ehl_mixed_def d = good;
    d.contact.M = 0.1, refused(d, "M");
    d = good, d.contact.M = 1e13, refused(d, "M");
    d = good, d.contact.M = 1e8, d.contact.L = 50, refused(d, "L"); /* alpha p_h is 2e5 */
    d = good, d.contact.L = -1, refused(d, "L");
    d = good, d.rough.sigma = 0, refused(d, "rough");
    d = good, d.rough.density = -1, refused(d, "rough");
    d = good, d.rough.sigma = 2.7e-313, refused(d, "rough"); /* films over it would be infinite */
    d = good, d.rough.density = 1e31, refused(d, "rough");
    d = good, d.rough.asperity_radius = 1e-31, refused(d, "rough");
    d = good, d.R = 0, refused(d, "p_h");
    d = good, d.p_h = NAN, refused(d, "p_h");
    d = good, d.E_prime = INFINITY, refused(d, "p_h");
    d = good, d.E_prime = 1e-31, refused(d, "p_h");
    d = good, d.R = 1e31, refused(d, "p_h");
    /* a pressure of next to nothing: what is solved is rounding, and shares would not add to the load */
    d = (abut_ehl_mixed_def){.contact = {.M = 19531.25, .L = 0.0518299},
                             .rough = {6.4568e-7, 3.90625e-8, 4.26866e7, NULL},
                             .E_prime = 2.3e11,
                             .R = 0.01,
                             .p_h = 2.30443e-10};
    abut_ehl_line *s;
    abut_ehl_mixed_result r;
    abut_message why = {0};
    ck_assert(abut_ehl_line_create(50, &s, NULL) == ABUT_OK);
    ck_assert(abut_ehl_line_mixed(s, &d, &r, &why) == ABUT_NO_CONVERGENCE && r.film_share == 0);
    ck_assert_str_eq(why.place.key, "p_h");
    abut_ehl_line_destroy(s);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&equations, &at_rest, &light, &thick_film, &of_a_table, &bad_input};
    return suite_main("ehl_mixed", all, sizeof all / sizeof *all);
}
