/* Film and asperities of elliptic contacts: every equation of a solution looked at by itself, and both limits: a contact at rest is the dry rough
 * one, a thick film the smooth one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/ehl_mixed.h"
#include "base/constants.h"
#include "support/near.h"
#include "support/suite.h"

/* Steel, R 5 mm, p_h 0.5 GPa; asperities of 20 um, 1.5e11 per m^2. */
static const double E_prime = 2.2e11, R = 0.005, p_h = 0.5e9;
static const abut_roughness plain = {.asperity_radius = 2e-5, .density = 1.5e11};
static double semi_axis(void) { return PI * R * p_h / E_prime; } /* of the circle */

static abut_ehl_point *solver(int n) {
    abut_ehl_point *s;
    ck_assert(abut_ehl_point_create(n, &s, NULL) == ABUT_OK);
    return s;
}

static abut_ehl_point_mixed_result mixed(abut_ehl_point *s, abut_ehl_point_def contact, abut_roughness rough) {
    abut_ehl_point_mixed_def d = {.contact = contact, .rough = rough, .E_prime = E_prime, .R = R, .p_h = p_h};
    abut_ehl_point_mixed_result r;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_point_mixed(s, &d, &r, &why) == ABUT_OK, "%s", why.text);
    ck_assert_msg(fabs(r.film_share + r.asperity_share - 1) < 1e-8, "shares: %.12g and %.12g", r.film_share,
                  r.asperity_share);
    return r;
}

/* Greenwood and Tripp: p_asp = (8 sqrt(2) pi/15)(eta beta sigma)^2 E' sqrt(sigma/beta) F_{5/2}(g/sigma), over p_h; g in m. */
static double asperities(const abut_roughness *r, double g) {
    double F, k = r->density * r->asperity_radius * r->sigma;
    must(abut_greenwood_tripp(2.5, g / r->sigma, &F, NULL));
    return 8 * sqrt(2) * PI / 15 * k * k * E_prime * sqrt(r->sigma / r->asperity_radius) * F / p_h;
}

/* Love: the integral of 1/r over a rectangle, seen from (x, y) beside its middle. */
static double love(double x, double y, double hx, double hy) {
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        double a = x + (k % 2 ? -0.5 : 0.5) * hx, b = y + (k / 2 ? -0.5 : 0.5) * hy, sign = k == 1 || k == 2 ? -1 : 1;
        sum += sign * (a * asinh(b / fabs(a)) + b * asinh(a / fabs(b)));
    }
    return sum;
}

/* Oil that leaves a box of nodes, over what goes through it along X. */
static double leak(const abut_ehl_point_mixed_result *r, double lambda, double ab, int i1, int i2, int j1, int j2) {
    size_t row = (size_t)r->point.nx;
    const double *P = r->P_film, *H = r->point.H;
    double dx = r->point.hx, dy = r->point.hy, out = 0, all = 0;
#define XI(k)      (pow(H[k], 3) * exp(-ab * P[k]) / lambda)
#define FLOW(k, o) (0.5 * (XI(k) + XI(o)) * (P[o] - P[k]))
    for (size_t j = (size_t)j1; j <= (size_t)j2; j++) {
        size_t w = j * row + (size_t)i1 - 1, e = j * row + (size_t)i2;
        out += dy * (1.5 * H[e] - 0.5 * H[e - 1] - FLOW(e, e + 1) / dx);
        out -= dy * (1.5 * H[w] - 0.5 * H[w - 1] - FLOW(w, w + 1) / dx);
        all += dy * H[w];
    }
    for (size_t i = (size_t)i1; i <= (size_t)i2; i++) {
        size_t s = ((size_t)j1 - 1) * row + i, n = (size_t)j2 * row + i;
        out += dx / dy * (FLOW(s, s + row) - FLOW(n, n + row));
    }
    return out / all;
}

START_TEST(equations) {
    abut_ehl_point *s = solver(32);
    abut_roughness rough = plain;
    rough.sigma = 0.045e-6;
    double M = 40, L = 6, a = semi_axis(), unit = a * a / R, film = 0, solid = 0, most = 0, middle = 0;
    abut_ehl_point_mixed_result r = mixed(s, (abut_ehl_point_def){.M = M, .L = L}, rough);
    const abut_ehl_point_result *p = &r.point;
    double lambda = PI * cbrt(128 / (3 * pow(M, 4))), ab = L / PI * cbrt(1.5 * M), moes = pow(1.5 * M, 2.0 / 3);
    printf("equations: share of the film %.4f, h/sigma %.3f\n", r.film_share, r.lambda);
    ck_assert_msg(r.film_share > 0.3 && r.film_share < 0.9, "%g", r.film_share);
    expect_near(r.a, a, 1e-12, NULL, "semi-axis");
    int c = 16 * 33 + 24; /* X = Y = 0 */
    expect_near(p->H_0, p->H[c] * moes, 1e-12, NULL, "film in the middle");
    expect_near(r.lambda, p->H_c / moes * unit / rough.sigma, 1e-12, NULL, "lambda");
    for (int k = 0; k < p->nx * p->ny; k++) {
        double Phi;
        expect_within(r.P_asperities[k], asperities(&rough, r.gap[k] * unit), 1e-8, NULL, "asperities of %d", k);
        must(abut_film_separation(p->H[k] * unit, rough.sigma, &Phi));
        expect_near(Phi * rough.sigma, r.gap[k] * unit, 1e-9, NULL, "film between them at %d", k);
        expect_within(p->P[k], r.P_film[k] + r.P_asperities[k], 1e-14, NULL, "both");
        ck_assert(r.P_film[k] >= 0);
        film += r.P_film[k] * p->hx * p->hy;
        solid += r.P_asperities[k] * p->hx * p->hy;
        most = fmax(most, p->P[k]);
        if (k % 37) continue;
        double x = p->x0 + k % 33 * p->hx, y = p->y0 + (double)(k / 33) * p->hy, g = 0.5 * (x * x + y * y);
        for (int q = 0; q < p->nx * p->ny; q++)
            if (p->P[q] > 0)
                g += 2 / (PI * PI) * p->P[q] *
                     love(x - (p->x0 + q % 33 * p->hx), y - (p->y0 + (double)(q / 33) * p->hy), p->hx, p->hy);
        if (k == 0) middle = r.gap[k] - g;
        expect_within(r.gap[k] - g, middle, 1e-9, NULL, "elastic gap");
    }
    expect_within(middle, p->offset, 1e-9, NULL, "offset");
    expect_near(film / (TWO_PI / 3), r.film_share, 1e-12, NULL, "share of the film");
    expect_near(solid / (TWO_PI / 3), r.asperity_share, 1e-12, NULL, "share of the asperities");
    expect_near(p->p_max, most, 1e-14, NULL, "greatest pressure");
    expect_within(leak(&r, lambda, ab, 15, 24, 12, 20), 0, 1e-8, NULL, "oil of a box");
    abut_ehl_point_destroy(s);
}
END_TEST

/* The dry rough contact by another way: the same cells over |X|, |Y| <= 1.5, relaxed steps towards P = p_asp(gap), the offset by the load. */
enum { HALF = 8, SIDE = 2 * HALF + 1, CELLS = SIDE * SIDE };
static double dry_contact(const abut_roughness *rough, double h, double P[CELLS], double gap[CELLS]) {
    static double K[SIDE][SIDE];
    double unit = semi_axis() * semi_axis() / R, offset = -1, relax = 0.12, change = 0;
    for (int b = 0; b < SIDE; b++)
        for (int a = 0; a < SIDE; a++) K[b][a] = 2 / (PI * PI) * love(a * h, b * h, h, h);
    for (int k = 0; k < CELLS; k++) {
        double x = (k % SIDE - HALF) * h, y = (double)(k / SIDE - HALF) * h, r = 1 - x * x - y * y;
        P[k] = r > 0 ? sqrt(r) : 0;
    }
    for (int pass = 0; pass < 400; pass++) {
        double load = 0;
        change = 0;
        for (int k = 0; k < CELLS; k++) load += P[k] * h * h;
        offset += 0.1 * (load - TWO_PI / 3);
        for (int k = 0; k < CELLS; k++) {
            int i = k % SIDE, j = k / SIDE;
            gap[k] = offset + 0.5 * h * h * ((i - HALF) * (i - HALF) + (j - HALF) * (j - HALF));
            for (int q = 0; q < CELLS; q++) gap[k] += K[abs(j - q / SIDE)][abs(i - q % SIDE)] * P[q];
        }
        for (int k = 0; k < CELLS; k++) {
            double d = fmin(asperities(rough, gap[k] * unit), 10) - P[k];
            P[k] += relax * d;
            change = fmax(change, fabs(d));
        }
    }
    return change;
}

START_TEST(at_rest) {
    static double P[CELLS], gap[CELLS];
    abut_roughness rough = plain;
    rough.sigma = 0.04e-6;
    abut_ehl_point *s = solver(32);
    double left = dry_contact(&rough, 0.1875, P, gap), worst = 0, before = 1;
    printf("at_rest: %.1e left of the dry contact\n", left);
    ck_assert(left < 1e-6);
    for (double M = 1e2; M < 1e10; M *= 1e3) { /* alpha p_h 5 at all speeds */
        abut_ehl_point_mixed_result r =
            mixed(s, (abut_ehl_point_def){.M = M, .L = 5 * PI / cbrt(1.5 * M), .from = -4.125, .to = 1.875, .side = 3},
                  rough);
        ck_assert_msg(r.film_share < before, "the film carries less where it is slower: %g", r.film_share);
        before = r.film_share;
        printf("at_rest: M %g: share of the film %.3e\n", M, r.film_share);
        if (M < 1e8) continue;
        ck_assert(r.film_share < 1e-4);
        for (int k = 0; k < CELLS; k++) {
            int at = (k / SIDE + 16 - HALF) * 33 + k % SIDE + 22 - HALF;
            expect_within(r.point.P[at], P[k], 1e-4, &worst, "pressure at %d", k);
            expect_within(r.gap[at], gap[k], 1e-4, NULL, "gap at %d", k);
        }
    }
    printf("at_rest: worst pressure off by %.2e of p_h\n", worst);
    abut_ehl_point_destroy(s);
}
END_TEST

/* Smooth enough, the film is that of abut_ehl_point_solve; rougher, asperities take over step by step. */
static void from_smooth(int n, abut_ehl_point_def d, bool rougher) {
    abut_ehl_point *s = solver(n);
    abut_ehl_point_result smooth;
    abut_roughness rough = plain;
    ck_assert(abut_ehl_point_solve(s, &d, &smooth, NULL) == ABUT_OK);
    double D = d.D == 0 ? 1 : d.D, H_0 = smooth.H_0, H_min = smooth.H_min, p = smooth.p_max, a = semi_axis();
    if (D < 1) a = mixed(s, d, (abut_roughness){1e-9, 2e-5, 1.5e11, NULL}).a;
    double h = H_min / smooth.scale * a * a / R;
    rough.sigma = h / 4;
    abut_ehl_point_mixed_result r = mixed(s, d, rough);
    printf("from_smooth: M %g, D %g: asperities carry %.1e, H_0 off by %.1e\n", d.M, D, r.asperity_share,
           r.point.H_0 / H_0 - 1);
    ck_assert(r.lambda > 4);
    expect_near(r.point.H_0, H_0, 5e-3, NULL, "H_0 of M %g", d.M);
    expect_near(r.point.H_min, H_min, 5e-3, NULL, "H_min of M %g", d.M);
    expect_near(r.point.p_max, p, 2e-2, NULL, "p_max of M %g", d.M);
    ck_assert(r.asperity_share < 5e-3 && r.asperity_share >= 0);
    double before = r.asperity_share;
    for (double ratio = 2; rougher && ratio > 0.2; ratio /= 3) {
        rough.sigma = h / ratio;
        r = mixed(s, d, rough);
        ck_assert_msg(r.asperity_share > before && r.asperity_share < 1, "M %g, %g: %g", d.M, ratio, r.asperity_share);
        before = r.asperity_share;
    }
    abut_ehl_point_destroy(s);
}

START_TEST(thick_film) {
    from_smooth(32, (abut_ehl_point_def){.M = 20, .L = 5, .cold = true}, true);
    from_smooth(32, (abut_ehl_point_def){.M = 20, .L = 5, .D = 0.4, .angle = 0.5, .flooded = true, .cold = true},
                false);
    if (brief()) return;
    from_smooth(64, (abut_ehl_point_def){.M = 100, .L = 10, .cold = true}, false);
    from_smooth(128, (abut_ehl_point_def){.M = 50, .L = 8, .oil = {2.2e-8, 0.55, true}, .cold = true}, false);
}
END_TEST

/* The error of a grid by that of the coarser one. */
START_TEST(estimate) {
    abut_ehl_point *s = solver(64), *t = solver(128);
    abut_roughness rough = plain;
    rough.sigma = 0.05e-6;
    abut_ehl_point_mixed_result a = mixed(s, (abut_ehl_point_def){.M = 60, .L = 6}, rough);
    ck_assert(isnan(a.point.error_0)); /* there is no coarser one */
    if (!brief()) {
        abut_ehl_point_mixed_result b = mixed(t, (abut_ehl_point_def){.M = 60, .L = 6}, rough);
        expect_near(b.point.error_0, fabs(b.point.H_0 - a.point.H_0) / 3, 1e-3, NULL, "error of H_0");
        expect_near(b.point.error_min, fabs(b.point.H_min - a.point.H_min) / 3, 1e-3, NULL, "error of H_min");
    }
    abut_ehl_point_destroy(s);
    abut_ehl_point_destroy(t);
}
END_TEST

/* A table of a measured surface instead: the same equations with its pressures. Smooth contacts are solved with the same object afterwards. */
START_TEST(of_a_table) {
    abut_rough_table t = {.sigma = 2e-8, .first_touch = 1e-7, .count = 8};
    for (int i = 0; i < 8; i++) /* p/E* = 0.01 exp(-2 gap/sigma) */
        t.row[i] = (abut_rough_row){
            .gap = 2e-8 * (0.1 + 0.5 * i), .pressure = 0.01 * exp(-2 * (0.1 + 0.5 * i)), .area = 0.5 / (i + 1)};
    abut_message why = {0};
    ck_assert_msg(abut_rough_table_make(&t, 0, &why) == ABUT_OK, "%s", why.text);
    abut_ehl_point *s = solver(32);
    abut_ehl_point_def d = {.M = 60, .L = 6, .cold = true};
    abut_ehl_point_result smooth;
    ck_assert(abut_ehl_point_solve(s, &d, &smooth, NULL) == ABUT_OK);
    double H_0 = smooth.H_0;
    abut_ehl_point_mixed_result r = mixed(s, d, (abut_roughness){.sigma = t.sigma, .table = &t});
    double unit = semi_axis() * semi_axis() / R;
    printf("of_a_table: share of the asperities %.3f\n", r.asperity_share);
    ck_assert(r.asperity_share > 0.02 && r.asperity_share < 0.95);
    for (int k = 0; k < r.point.nx * r.point.ny; k += 7) {
        if (k % 33 == 0 || k % 33 == 32 || k < 33 || k > 32 * 33) continue; /* no pressure at the edge */
        double p, g = r.gap[k] * unit;
        must(abut_rough_pressure(&t, g, &p, NULL));
        expect_within(r.P_asperities[k], p * E_prime / 2 / p_h, 1e-8, NULL, "table at %g", g);
        expect_near(r.point.H[k], r.gap[k], 1e-14, NULL, "the mean gap is the film");
    }
    d.cold = false;
    ck_assert(abut_ehl_point_solve(s, &d, &smooth, NULL) == ABUT_OK);
    expect_near(smooth.H_0, H_0, 1e-12, NULL, "smooth again");
    abut_ehl_point_destroy(s);
}
END_TEST

static void refused(abut_ehl_point_mixed_def d, const char *key) {
    abut_ehl_point *s = solver(32);
    abut_ehl_point_mixed_result r;
    abut_message why = {0};
    ck_assert(abut_ehl_point_mixed(s, &d, &r, &why) == ABUT_BAD_VALUE && r.film_share == 0);
    ck_assert_msg(!strcmp(why.place.key, key), "%s blames %s", why.text, why.place.key);
    abut_ehl_point_destroy(s);
}

START_TEST(bad_input) {
    const abut_ehl_point_mixed_def good = {
        .contact = {.M = 20, .L = 5}, .rough = {3e-7, 2e-5, 4e10, NULL}, .E_prime = 2e11, .R = 0.01, .p_h = 1e9};
    abut_ehl_point_mixed_def d = good;
    d.contact.M = 0.1, refused(d, "M");
    d = good, d.contact.M = 1e13, refused(d, "M");
    d = good, d.contact.M = 1e8, d.contact.L = 50, refused(d, "L"); /* alpha p_h is 7e3 */
    d = good, d.contact.L = -1, refused(d, "L");
    d = good, d.contact.D = 99, refused(d, "D");
    d = good, d.contact.method = ABUT_EHL_FAS, refused(d, "method");
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
}
END_TEST

/* A contact nearly at rest, solved loosely: what Newton's method leaves is no pressure that pulls. */
START_TEST(nothing_pulls) {
    abut_ehl_point *s = solver(32);
    abut_ehl_point_mixed_result r;
    abut_message why = {0};
    abut_ehl_point_mixed_def d = {
        {.M = 5e5, .L = 5, .D = 1, .tol = 1e-7}, {2e-7, 1e-5, 1e10, NULL}, .E_prime = 2.3e11, .R = 0.01, .p_h = 1e9};
    ck_assert_msg(!abut_ehl_point_mixed(s, &d, &r, &why), "%s", why.text);
    for (int k = 0; k < r.point.nx * r.point.ny; k++) {
        ck_assert(r.point.P[k] >= 0 && r.P_film[k] >= 0 && r.P_asperities[k] >= 0);
        ck_assert_double_le(fabs(r.P_film[k] + r.P_asperities[k] - r.point.P[k]), 1e-15);
    }
    abut_ehl_point_destroy(s);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&nothing_pulls, &equations,  &at_rest,  &thick_film,
                                              &estimate,      &of_a_table, &bad_input};
    return suite_main("ehl_mixed_point", all, sizeof all / sizeof *all);
}
