/* Lubricated elliptic contacts: discrete solutions of other programs to all their digits, derivatives against differences, symmetries,
 * conservation, honest errors, refusals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/ehl.h"
#include "ehl/point_far.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"
#include "support/validation.h"

#define PI 3.14159265358979323846

static abut_ehl_point *solver(int n) {
    abut_ehl_point *s;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_point_create(n, &s, &why) == ABUT_OK, "%s", why.text);
    return s;
}

static abut_ehl_point_result solve(abut_ehl_point *s, abut_ehl_point_def def) {
    abut_ehl_point_result r;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_point_solve(s, &def, &r, &why) == ABUT_OK, "M %g L %g: %s", def.M, def.L, why.text);
    expect_near(r.load, 1, 1e-7, NULL, "load");
    return r;
}

/* Change of all F by changes of pressures and offset, against differences; and the same in single precision. */
static void check_jacobian(const ehl_fluid *fluid, const ehl_rough *law) {
    enum { N = 32 };
    ehl_mesh m = {N, N, -4.5, -3, 6.0 / N, 6.0 / N};
    ehl_level *l = ehl_level_create(&m, 2 / (PI * PI));
    const ehl_shape round = {1, 0, 1};
    size_t n = mesh_nodes(&m);
    double *z = calloc(n, sizeof *z), *P = calloc(n, sizeof *P), *H = calloc(n, sizeof *H), *up = calloc(n, sizeof *up),
           *out = calloc(n, sizeof *out), load, d = 1e-6, worst = 0, scale = 0;
    float *quick = calloc(n, sizeof *quick), *out_quick = calloc(n, sizeof *out_quick);
    ehl_level_fluid(l, 0.05, fluid);
    ck_assert(ehl_level_roughen(l, law));
    for (int j = 1; j < N; j++)
        for (int i = 1; i < N; i++) {
            size_t k = mesh_at(&m, i, j);
            double x = m.x0 + i * m.hx, y = m.y0 + j * m.hy, r = 1.3 - x * x - y * y;
            l->P[k] = r > 0 ? sqrt(r) : 0;
            l->active[k] = 1;
            z[k] = sin(1.7 * i + 0.3 * j) * exp(-x * x - y * y);
        }
    for (int side = -1; side <= 1; side += 2) {
        for (size_t k = 0; k < n; k++) P[k] = l->P[k] + side * d * z[k];
        ehl_level_gap(l, 0.6 + side * d * 0.4, &round, P, H);
        ck_assert(ehl_level_look(l, P, H, false));
        for (size_t k = 0; k < n; k++) up[k] += side * l->flow.F[k] / (2 * d);
    }
    ehl_level_gap(l, 0.6, &round, l->P, l->H);
    ck_assert(ehl_level_look(l, l->P, l->H, true));
    ehl_level_apply(l, z, 0.4, out, &load);
    for (size_t k = 0; k < n; k++) {
        worst = fmax(worst, fabs(out[k] - up[k]));
        scale = fmax(scale, fabs(up[k]));
    }
    printf("jacobian: %.1e of %.3g\n", worst / scale, scale);
    ck_assert(worst < 1e-7 * scale);
    double load_quick, off = 0, most = 0;
    ehl_level_scale(l);
    ck_assert(ehl_level_prepare(l));
    for (size_t k = 0; k < n; k++) quick[k] = (float)z[k];
    ehl_level_product(l, quick, 0.4f, out_quick, &load_quick);
    for (int j = 1; j < N; j++)
        for (int i = 1; i < N; i++) {
            size_t k = mesh_at(&m, i, j);
            off = fmax(off, fabs((double)out_quick[k] - out[k] / l->dg[k]));
            most = fmax(most, fabs(out[k] / l->dg[k]));
        }
    ck_assert_msg(off < 1e-5 * most, "single precision: %g of %g", off, most);
    ck_assert(fabs(load_quick - load) < 1e-7);
    free(z), free(P), free(H), free(up), free(out), free(quick), free(out_quick);
    ehl_level_destroy(l);
}

START_TEST(jacobian) {
    const abut_roughness asperities = {.sigma = 1e-7, .asperity_radius = 2e-5, .density = 4e10};
    const ehl_rough law = {&asperities, 1.5, 2};
    check_jacobian(&(ehl_fluid){.ab = 5}, NULL);
    check_jacobian(&(ehl_fluid){.ab = 5, .p_h = 5e8, .z = 0.6, .dense = true}, NULL);
    check_jacobian(&(ehl_fluid){.ab = 5}, &law);
}
END_TEST

START_TEST(reference_films) {
    table t = table_read("ehl_point.csv");
    double worst = 0;
    for (size_t i = 0; i < t.rows; i++) {
        int n = (int)table_at(&t, i, "n");
        if (brief() && n > 64) continue;
        double M = table_at(&t, i, "M"), L = table_at(&t, i, "L"), tol = table_at(&t, i, "tol");
        abut_ehl_point *s = solver(n);
        abut_ehl_point_result r = solve(s, (abut_ehl_point_def){.M = M, .L = L, .tol = 1e-10});
        expect_near(r.H_0, table_at(&t, i, "H_0"), tol, &worst, "%d cells, M %g, L %g", n, M, L);
        if (tol < 1e-6) expect_near(r.H_min, table_at(&t, i, "H_min"), tol, NULL, "least film");
        abut_ehl_point_destroy(s);
    }
    printf("reference_films: worst %.1e\n", worst);
    table_free(&t);
}
END_TEST

/* Rolling along the long axis: the same contact with the axes named the other way round. */
START_TEST(swapped_axes) {
    double D = 0.3, M = 200, L = 6;
    abut_ehl_point *s = solver(64), *t = solver(64);
    abut_ehl_point_result a = solve(s, (abut_ehl_point_def){.M = M, .L = L, .D = D, .angle = PI / 2, .tol = 1e-11});
    abut_ehl_point_result b =
        solve(t, (abut_ehl_point_def){.M = M * pow(D, 1.25), .L = L * pow(D, 0.25), .D = 1 / D, .tol = 1e-11});
    expect_near(a.H_0 * sqrt(D), b.H_0, 1e-8, NULL, "film");
    expect_near(a.H_min * sqrt(D), b.H_min, 1e-8, NULL, "least film");
    expect_near(a.e, 1 / b.e, 1e-12, NULL, "axis ratio");
    abut_ehl_point_destroy(s);
    abut_ehl_point_destroy(t);
}
END_TEST

/* A circle has no direction; an ellipse that is nearly one has nearly its film. */
START_TEST(circles) {
    abut_ehl_point *s = solver(64);
    double plain = solve(s, (abut_ehl_point_def){.M = 50, .L = 5, .tol = 1e-10}).H_0;
    double turned =
        solve(s, (abut_ehl_point_def){.M = 50, .L = 5, .angle = 37 * PI / 180, .cold = true, .tol = 1e-10}).H_0;
    expect_near(turned, plain, 1e-8, NULL, "turned circle");
    double near = solve(s, (abut_ehl_point_def){.M = 50, .L = 5, .D = 1.0001, .tol = 1e-10}).H_0;
    expect_near(near, plain, 1e-3, NULL, "nearly a circle");
    abut_ehl_point_destroy(s);
}
END_TEST

/* The estimate against the film of a finer grid, extrapolated; that of 256^2 is one of the discrete solutions of other programs. */
START_TEST(honest_estimate) {
    abut_ehl_point *s = solver(128), *fine = brief() ? NULL : solver(256);
    abut_ehl_point_def def = {.M = 100, .L = 10};
    abut_ehl_point_result a = solve(s, def);
    ck_assert(a.error_0 > 0 && a.error_min > 0);
    if (fine) {
        abut_ehl_point_result b = solve(fine, def);
        double truth = fabs(b.limit_0 - a.H_0), truth_min = fabs(b.limit_min - a.H_min);
        printf("honest_estimate: estimate %.4f, error %.4f; least film %.4f, %.4f\n", a.error_0, truth, a.error_min,
               truth_min);
        expect_near(b.H_0, 4.60419, 1e-5, NULL, "256 cells");
        ck_assert(truth < 2 * a.error_0 && a.error_0 < 5 * truth);
        ck_assert(truth_min < 2 * a.error_min && a.error_min < 5 * truth_min);
    }
    abut_ehl_point_destroy(s);
    abut_ehl_point_destroy(fine);
}
END_TEST

/* Oil that gets denser leaves a film thinner by about that much, found in about as many steps. */
START_TEST(compressible) {
    abut_ehl_point *s = solver(64);
    double M = 50, L = 8, alpha = 2.2e-8;
    abut_ehl_point_result plain = solve(s, (abut_ehl_point_def){.M = M, .L = L, .cold = true});
    double H = plain.H_0;
    int steps = plain.all_steps;
    abut_ehl_point_result dense = solve(s, (abut_ehl_point_def){.M = M, .L = L, .cold = true, .oil = {alpha, 0, true}});
    double p_h = L / PI * cbrt(1.5 * M) / alpha, rho = 1 + 0.6e-9 * p_h / (1 + 1.7e-9 * p_h);
    expect_near(dense.H_0 * rho, H, 0.04, NULL, "density");
    ck_assert_msg(dense.all_steps <= steps + 6, "%d steps instead of %d", dense.all_steps, steps);
    abut_ehl_point_destroy(s);
}
END_TEST

/* A film that was measured (Mourier 2008, recalled: steel ball on glass, 211.2 +- 2.4 nm): E' 110 GPa, R 12.5 mm, 15 N, u1 + u2 0.18 m/s, eta0 0.25 Pa s, alpha 22 1/GPa.
 * Flooded, led to cells without size: by Roelands' law within 2 %; Barus' with the same alpha is above it. What passes, rho H, is the incompressible film
 * times the density of the inlet, where alpha p is about 1. */
START_TEST(measured_film) {
    const double E = 110e9, R = 12.5e-3, alpha = 22e-9, eta0 = 0.25, U = eta0 * 0.18 / (E * R), film = R * sqrt(U);
    const double p_h = cbrt(6 * 15 * 0.25 * E * E / (PI * PI * PI * R * R)), measured = 211.2e-9;
    const double middle = 1 + 0.6e-9 * p_h / (1 + 1.7e-9 * p_h);
    const abut_ehl_oil oils[] = {
        {0},
        {.alpha = alpha, .compressible = true},
        {.alpha = alpha, .compressible = true, .roelands_z = alpha * 1.962e8 / (log(eta0) + 9.67)}};
    static const char *const law[] = {"Barus, incompressible", "Barus' law with the same alpha", "Roelands' law"};
    double h[3];
    abut_ehl_point *s = solver(128);
    for (int k = 0; k < 3; k++) {
        abut_ehl_point_result r = solve(s, (abut_ehl_point_def){.M = 15 / (E * R * R) * pow(U, -0.75),
                                                                .L = alpha * E * pow(U, 0.25),
                                                                .oil = oils[k],
                                                                .cold = true,
                                                                .flooded = true});
        h[k] = r.limit_0 * film;
        char what[120];
        (void)snprintf(what, sizeof what, "steel ball on glass, 15 N, 0.09 m/s: central film, compressible, %s",
                       law[k]);
        if (k > 0)
            validated(&(validation){.area = "Films of solved contacts",
                                    .what = what,
                                    .source = "measured: Mourier 2008, by interferometry (recalled)",
                                    .unit = "nm",
                                    .figure = 1e9 * measured,
                                    .spread = 2.4,
                                    .ours = 1e9 * h[k]});
    }
    abut_ehl_point_destroy(s);
    double inlet = middle * h[1] / h[0], p = (inlet - 1) / (0.6e-9 - 1.7e-9 * (inlet - 1));
    printf("measured_film: %.1f, %.1f, %.1f nm; density of the inlet %.4f, that of %.0f MPa\n", 1e9 * h[0], 1e9 * h[1],
           1e9 * h[2], inlet, 1e-6 * p);
    expect_near(p_h, 383e6, 2e-3, NULL, "pressure");
    expect_near(h[2], measured, 0.02, NULL, "measured film");
    expect_near(h[1], 222.0e-9, 5e-3, NULL, "Barus");
    expect_near(h[0], 246.0e-9, 5e-3, NULL, "Barus, incompressible");
    ck_assert(alpha * p > 0.8 && alpha * p < 1.3);
}
END_TEST

/* Kapitza's pressure over any quadratic gap, put into Reynolds' equation by differences. */
START_TEST(stiff_bodies) {
    const ehl_shape A = {0.8, -0.25, 0.4};
    const double lambda = 0.7, h0 = 0.3, d = 1e-3;
    ehl_far f = ehl_far_of(lambda, &A);
    for (int k = 0; k < 12; k++) {
        double X = 2 * sin(3.1 * k), Y = 2 * cos(1.7 * k), flow = 0;
        double h[3][3], P[3][3];
        for (int b = 0; b < 3; b++)
            for (int a = 0; a < 3; a++) {
                double x = X + (a - 1) * d, y = Y + (b - 1) * d;
                h[b][a] = h0 + 0.5 * (A.xx * x * x + A.yy * y * y) + A.xy * x * y;
                P[b][a] = (f.gx * x + f.gy * y) / (h[b][a] * h[b][a]);
            }
        static const int side[4][2] = {{1, 2}, {1, 0}, {2, 1}, {0, 1}};
        for (int q = 0; q < 4; q++) {
            double H = h[side[q][0]][side[q][1]], mean = 0.5 * (H + h[1][1]);
            flow += mean * mean * mean * (P[side[q][0]][side[q][1]] - P[1][1]) / (d * d * lambda);
        }
        ck_assert_msg(fabs(flow - (A.xx * X + A.xy * Y)) < 1e-5 * (1 + fabs(flow)), "%d: %g, %g", k, flow,
                      A.xx * X + A.xy * Y);
    }
}
END_TEST

/* With oil without end the size of the domain does not matter: a domain twice as large with cells of the same size. Without pressure at its
 * edge the film is 0.5 % thinner, and the estimate knows. */
START_TEST(flooded) {
    int n = brief() ? 32 : 64;
    abut_ehl_point *s = solver(n), *large = solver(2 * n);
    abut_ehl_point_def def = {.M = 20, .L = 2, .flooded = true, .cold = true}, wide = def;
    wide.from = -9, wide.to = 3, wide.side = 6;
    abut_ehl_point_result a = solve(s, def), b = solve(large, wide);
    expect_near(a.H_0, b.H_0, 1e-3, NULL, "film");
    expect_near(a.H_min, b.H_min, 1e-3, NULL, "least film");
    wide.flooded = def.flooded = false;
    double dry = solve(s, def).H_0, limit = b.H_0, left = b.domain_0;
    ck_assert_msg(dry < 0.997 * limit, "%g, %g", dry, limit);
    if (!brief()) {
        abut_ehl_point_result c = solve(large, wide);
        ck_assert_msg(c.domain_0 > 0.5 * (limit - c.H_0) && c.domain_0 < 2 * (limit - c.H_0), "%g of %g", c.domain_0,
                      limit - c.H_0);
        expect_near(c.limit_0, c.H_0 + c.error_0 - c.domain_0, 1e-12, NULL, "limit");
        /* of second order in what the edge changes: less than what a domain twice as large shows, but not nothing */
        ck_assert_msg(left > 0.2 * c.domain_0 * c.domain_0 / limit && left < 4 * c.domain_0 * c.domain_0 / limit,
                      "%g left of %g", left, c.domain_0);
    }
    abut_ehl_point_destroy(s);
    abut_ehl_point_destroy(large);
}
END_TEST

static void refused(int n, abut_ehl_point_def d, abut_status status, const char *key) {
    abut_ehl_point *s = solver(n);
    abut_ehl_point_result r;
    abut_message why = {0};
    ck_assert_int_eq(abut_ehl_point_solve(s, &d, &r, &why), status);
    ck_assert_msg(!strcmp(why.place.key, key), "%s blames %s", why.text, why.place.key);
    ck_assert(why.text[0] && r.H_0 == 0);
    abut_ehl_point_destroy(s);
}

START_TEST(bad_input) {
    refused(32, (abut_ehl_point_def){.M = -1}, ABUT_BAD_VALUE, "M");
    refused(32, (abut_ehl_point_def){.M = 20, .L = 1e9}, ABUT_BAD_VALUE, "L");
    refused(32, (abut_ehl_point_def){.M = 1e4, .L = 90}, ABUT_BAD_VALUE, "L");
    refused(32, (abut_ehl_point_def){.M = 20, .L = 5, .D = 1e3}, ABUT_BAD_VALUE, "D");
    refused(32, (abut_ehl_point_def){.M = 20, .L = 5, .tol = 1}, ABUT_BAD_VALUE, "tol");
    refused(32, (abut_ehl_point_def){.M = 20, .L = 5, .oil.compressible = true}, ABUT_BAD_VALUE, "alpha");
    refused(32, (abut_ehl_point_def){.M = 20, .L = 5, .from = 3, .to = 4, .side = 1}, ABUT_BAD_VALUE, "from");
    abut_ehl_point *s;
    abut_message why = {0};
    ck_assert(abut_ehl_point_create(100, &s, &why) == ABUT_BAD_VALUE && !s && !strcmp(why.place.key, "n"));
    if (!brief())
        refused(128, (abut_ehl_point_def){.M = 1000}, ABUT_NO_CONVERGENCE, "n"); /* too coarse: no film at all */
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&jacobian,        &reference_films, &swapped_axes,  &circles,
                                              &honest_estimate, &compressible,    &measured_film, &bad_input,
                                              &stiff_bodies,    &flooded};
    return suite_main("ehl_point", all, sizeof all / sizeof *all);
}
