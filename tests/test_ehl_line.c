/* Lubricated line contacts: against published-quality solutions of other programs, closed forms of their parts, conservation, order of
 * convergence, and their own error estimates. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/ehl.h"
#include "ehl/fluid.h"
#include "ehl/line_grid.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"

#define PI 3.14159265358979323846

static abut_ehl_line *solver(int n) {
    abut_ehl_line *s;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_line_create(n, &s, &why) == ABUT_OK, "%s", why.text);
    return s;
}

static abut_ehl_line_result solve(abut_ehl_line *s, abut_ehl_line_def def) {
    abut_ehl_line_result r;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_line_solve(s, &def, &r, &why) == ABUT_OK, "M %g L %g: %s", def.M, def.L, why.text);
    return r;
}

/* ---- parts ---- */
START_TEST(fluid_derivatives) {
    static const ehl_fluid fluids[] = {
        {.ab = 12}, {.ab = 12, .p_h = 5e8, .z = 0.6}, {.ab = 12, .p_h = 5e8, .dense = true}, {40, 1e9, 0.68, true}};
    double worst = 0, d = 1e-5;
    for (size_t f = 0; f < sizeof fluids / sizeof *fluids; f++)
        for (double P = 0; P < 1.6; P += 0.2) {
            const ehl_fluid *u = &fluids[f];
            ehl_state a = ehl_fluid_at(u, P), b = ehl_fluid_at(u, P + 0.07), up = ehl_fluid_at(u, P + d),
                      down = ehl_fluid_at(u, P - d);
            expect_near(a.drho, (up.rho - down.rho) / (2 * d), 1e-8, NULL, "density");
            expect_near(a.dg, (up.g - down.g) / (2 * d), 1e-6, &worst, "fluid %zu at %g", f, P);
            ehl_mean m = ehl_fluid_mean(&a, &b), m1 = ehl_fluid_mean(&up, &b), m0 = ehl_fluid_mean(&down, &b);
            expect_near(m.d1, (m1.value - m0.value) / (2 * d), 1e-6, &worst, "mean of fluid %zu at %g", f, P);
            m1 = ehl_fluid_mean(&b, &up), m0 = ehl_fluid_mean(&b, &down), m = ehl_fluid_mean(&b, &a);
            expect_near(m.d2, (m1.value - m0.value) / (2 * d), 1e-6, &worst, "mean of fluid %zu at %g", f, P);
        }
}
END_TEST

/* Published values: Roelands' viscosity at 1 GPa by hand; Dowson and Higginson's density has its limit 1 + 0.6/1.7. */
START_TEST(fluid_values) {
    double alpha = 2.2e-8, z = 0.6, p = 1e9, p_r = 1.962e8;
    ehl_fluid f = {.ab = alpha * p, .p_h = p, .z = z};
    expect_near(-ehl_fluid_at(&f, 1).g, alpha * p_r / z * (pow(1 + p / p_r, z) - 1), 1e-14, NULL, "Roelands");
    expect_near(-ehl_fluid_at(&f, 0).dg, alpha * p, 1e-14, NULL, "its slope without pressure is alpha");
    f = (ehl_fluid){.ab = 1, .p_h = 1e9, .dense = true};
    expect_near(ehl_fluid_at(&f, 1).rho, 1 + 0.6 / 2.7, 1e-14, NULL, "density at 1 GPa");
    expect_near(ehl_fluid_at(&f, 1e6).rho, 1 + 0.6 / 1.7, 1e-5, NULL, "density at its limit");
    /* near and far arguments of the mean agree */
    ehl_state a = ehl_fluid_at(&(ehl_fluid){.ab = 1}, 0.5);
    for (double x = 0.0099; x < 0.0102; x += 0.0001) {
        ehl_state b = ehl_fluid_at(&(ehl_fluid){.ab = 1}, 0.5 + x);
        expect_near(ehl_fluid_mean(&a, &b).value, (a.e - b.e) / x, 1e-11, NULL, "mean at %g", x);
    }
}
END_TEST

/* Hertz' pressure bends a half-space so that the gap is even inside and grows as the closed form outside. */
START_TEST(hertz_gap) {
    enum { N = 400 };
    static double x[N + 1], h[N + 1], K[(N + 1) * (N + 1)], G[(N + 1) * (N + 1)], gap[N + 1];
    ehl_line_grid g = {N, x, h, K, G};
    ehl_line_grid_place(&g, -3, 2, 0.05, 0, false);
    int middle = 0;
    for (int k = 0; k <= N; k++) {
        gap[k] = 0.5 * x[k] * x[k];
        for (int j = 0; j <= N; j++) gap[k] += K[j * (N + 1) + k] * (fabs(x[j]) < 1 ? sqrt(1 - x[j] * x[j]) : 0);
        if (fabs(x[k]) < fabs(x[middle])) middle = k;
    }
    expect_near(gap[middle], 0.5 * log(2) + 0.25, 2e-3, NULL, "offset: -(1/pi) int sqrt(1 - s^2) ln|s| ds");
    double worst = 0;
    for (int k = 0; k <= N; k++) {
        double a = fabs(x[k]), far = a > 1 ? 0.5 * a * sqrt(a * a - 1) - 0.5 * log(a + sqrt(a * a - 1)) : 0;
        worst = fmax(worst, fabs(gap[k] - gap[middle] - far));
    }
    ck_assert_msg(worst < 3e-4, "gap is off by %g", worst);
    ck_assert(x[0] == -3 && x[N] == 2);
}
END_TEST

/* ---- films ---- */
START_TEST(reference_films) {
    abut_ehl_line *s = solver(400);
    table t = table_read("ehl_line_reference.csv");
    double worst = 0, worst_min = 0;
    for (size_t i = 0; i < t.rows; i++) {
        double M = table_at(&t, i, "M"), L = table_at(&t, i, "L");
        abut_ehl_line_result r = solve(s, (abut_ehl_line_def){.M = M, .L = L, .cold = true});
        expect_near(r.H_c, table_at(&t, i, "H_c"), 5e-3, &worst, "H_c of M %g L %g", M, L);
        expect_near(r.H_min, table_at(&t, i, "H_min"), 5e-3, &worst_min, "H_min of M %g L %g", M, L);
        expect_near(r.load, PI / 2, 1e-9, NULL, "load");
    }
    printf("reference_films: worst H_c %.2e, H_min %.2e\n", worst, worst_min);
    table_free(&t);
    abut_ehl_line_destroy(s);
}
END_TEST

/* From cold, all over the plane of loads and oils; the solution is one: no negative pressure, no flow out of nothing. */
START_TEST(all_converge) {
    static const double M[] = {1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 100, 150, 200, 300, 500, 1000};
    static const double L[] = {0, 1, 2.5, 5, 7.5, 10, 12.5, 15, 20, 25};
    abut_ehl_line *s = solver(brief() ? 100 : 400);
    int count = 0, steps = 0, most = 0;
    for (size_t i = 0; i < 16; i += brief() ? 5 : 1)
        for (size_t k = 0; k < 10; k += brief() ? 3 : 1, count++) {
            abut_ehl_line_result r = solve(s, (abut_ehl_line_def){.M = M[i], .L = L[k], .cold = true});
            ck_assert_msg(r.residual < 1e-10 && fabs(r.load - PI / 2) < 1e-9, "M %g L %g", M[i], L[k]);
            for (int j = 0; j < r.count; j++) ck_assert(r.P[j] > -1e-9 && r.H[j] > 0);
            steps += r.all_steps;
            most = most > r.all_steps ? most : r.all_steps;
        }
    printf("all_converge: %d contacts, steps on all grids: mean %.1f, most %d\n", count, (double)steps / count, most);
    abut_ehl_line_destroy(s);
}
END_TEST

START_TEST(second_order) {
    double H[3];
    for (int k = 0; k < 3; k++) {
        abut_ehl_line *s = solver(200 << k);
        H[k] = solve(s, (abut_ehl_line_def){.M = 20, .L = 5}).H_c;
        abut_ehl_line_destroy(s);
    }
    double order = log2((H[1] - H[0]) / (H[2] - H[1]));
    printf("second_order: %g\n", order);
    ck_assert_msg(order > 1.6 && order < 2.6, "order %g", order);
}
END_TEST

/* The estimate: the true error, by a grid twice as fine and extrapolated, is below twice of it, and not far below. With 200 cells, every
 * fifth with the usual 400. */
START_TEST(honest_estimate) {
    enum { CASES = 20 };
    abut_ehl_line *grid[3] = {solver(200), solver(400), solver(800)};
    double ratio[CASES];
    unsigned seed = 7;
    for (int i = 0; i < CASES; i++) {
        seed = seed * 1664525u + 1013904223u;
        double M = exp(log(5) + (double)(seed >> 8) / 16777216 * log(200));
        seed = seed * 1664525u + 1013904223u;
        double L = 20 * (double)(seed >> 8) / 16777216;
        int usual = i % 5 == 0;
        abut_ehl_line_result a = solve(grid[usual], (abut_ehl_line_def){.M = M, .L = L, .cold = true});
        double H = a.H_c, error = a.error_c;
        abut_ehl_line_result b = solve(grid[usual + 1], (abut_ehl_line_def){.M = M, .L = L, .cold = true});
        double truth = fabs(H - (b.H_c + (b.H_c - H) / 3));
        ck_assert_msg(truth < 2 * error, "M %g L %g: error %g, estimate %g", M, L, truth, error);
        ratio[i] = error / truth;
    }
    for (int i = 1; i < CASES; i++) /* sorted, for the median */
        for (int k = i; k > 0 && ratio[k] < ratio[k - 1]; k--) {
            double t = ratio[k];
            ratio[k] = ratio[k - 1], ratio[k - 1] = t;
        }
    printf("honest_estimate: estimate over error: least %.2f, median %.2f, most %.2f\n", ratio[0], ratio[CASES / 2],
           ratio[CASES - 1]);
    ck_assert(ratio[CASES / 2] < 5);
    for (int i = 0; i < 3; i++) abut_ehl_line_destroy(grid[i]);
}
END_TEST

/* A start from a neighbour finds the same film as one from cold. */
START_TEST(warm_is_cold) {
    abut_ehl_line *s = solver(200), *t = solver(200);
    solve(s, (abut_ehl_line_def){.M = 50, .L = 8});
    abut_ehl_line_result warm = solve(s, (abut_ehl_line_def){.M = 51, .L = 8, .from = -6, .to = 2});
    abut_ehl_line_result again = solve(s, (abut_ehl_line_def){.M = 50, .L = 8, .from = -6, .to = 2});
    double H = again.H_c;
    ck_assert(again.all_steps < 8 && isnan(again.error_c));
    abut_ehl_line_result cold = solve(t, (abut_ehl_line_def){.M = 51, .L = 8, .from = -6, .to = 2});
    expect_near(warm.H_c, cold.H_c, 1e-8, NULL, "the first on a new grid starts cold as well");
    cold = solve(t, (abut_ehl_line_def){.M = 50, .L = 8, .from = -6, .to = 2, .cold = true});
    expect_near(H, cold.H_c, 2e-4, NULL, "other nodes, the same film");
    abut_ehl_line_destroy(s);
    abut_ehl_line_destroy(t);
}
END_TEST

/* Rolling resistance: Biboulet and Houpert's fit of full solutions, T/(E' R^2 l) = 1.47 U^(3/4) x/(1 + x^10)^0.1,
 * x = (1.4/1.45) sqrt(M). */
START_TEST(rolling_resistance) {
    abut_ehl_line *s = solver(400);
    double worst = 0;
    for (double M = 5; M < 900; M *= 3)
        for (double L = 4; L <= 16; L *= 2) {
            double x = 1.4 / 1.45 * sqrt(M), fit = 1.47 * x / pow(1 + pow(x, 10), 0.1);
            abut_ehl_line_result r = solve(s, (abut_ehl_line_def){.M = M, .L = L, .cold = true});
            expect_near(pow(8 * M / PI, 1.5) / 8 * r.rolling, fit, 0.15, &worst, "M %g L %g", M, L);
        }
    printf("rolling_resistance: worst %.3f\n", worst);
    abut_ehl_line_destroy(s);
}
END_TEST

/* Oil that gets denser leaves a film thinner by about that much; Roelands' law, softer than Barus', a thinner one as well. */
START_TEST(other_oils) {
    abut_ehl_line *s = solver(200);
    double M = 100, L = 10, alpha = 2.2e-8, p_h = L * sqrt(M / (2 * PI)) / alpha;
    double plain = solve(s, (abut_ehl_line_def){.M = M, .L = L, .cold = true}).H_0;
    double dense = solve(s, (abut_ehl_line_def){.M = M, .L = L, .cold = true, .oil = {alpha, 0, true}}).H_0;
    double rho = 1 + 0.6e-9 * p_h / (1 + 1.7e-9 * p_h);
    expect_near(dense * rho, plain, 0.03, NULL, "density");
    double soft = solve(s, (abut_ehl_line_def){.M = M, .L = L, .cold = true, .oil = {alpha, 0.6, false}}).H_0;
    ck_assert(soft < plain && soft > 0.8 * plain);
    /* Roelands' law with z = 1 is Barus' */
    double same = solve(s, (abut_ehl_line_def){.M = M, .L = L, .cold = true, .oil = {alpha, 1, false}}).H_0;
    expect_near(same, plain, 1e-9, NULL, "z = 1");
    abut_ehl_line_destroy(s);
}
END_TEST

/* ---- in time ---- */
static abut_ehl_line_result step(abut_ehl_line *s, abut_ehl_line_def def, abut_ehl_line_move move) {
    abut_ehl_line_result r;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_line_step(s, &def, &move, &r, &why) == ABUT_OK, "%s", why.text);
    return r;
}

/* A contact that is steady stays so; with its gap held it carries the same load. */
START_TEST(steady_stays) {
    abut_ehl_line *s = solver(200);
    abut_ehl_line_def d = {.M = 20, .L = 5};
    abut_ehl_line_result a = solve(s, d), b = step(s, d, (abut_ehl_line_move){.dT = 0.1});
    expect_near(b.H_c, a.H_c, 1e-9, NULL, "film");
    b = step(s, d, (abut_ehl_line_move){.dT = 0.1, .held = true, .offset = a.offset});
    expect_near(b.load, PI / 2, 1e-8, NULL, "load");
    b = step(s, d, (abut_ehl_line_move){.dT = 0.1, .held = true, .offset = a.offset - 0.01});
    ck_assert_msg(b.load > PI / 2 + 0.04, "bodies that come together find more load: %g", b.load);
    abut_ehl_line_destroy(s);
}
END_TEST

/* The same rise of the load in two scalings: that of the start, and one whose half-width grows with the load. */
START_TEST(moving_nodes) {
    enum { STEPS = 40 };
    abut_ehl_line *s = solver(200), *t = solver(200);
    abut_ehl_line_def d = {.M = 20, .L = 5, .from = -6, .to = 2};
    solve(s, d);
    solve(t, d);
    double dT = 0.05, b = 1, fixed = 0, moved = 0;
    for (int k = 1; k <= STEPS; k++) {
        double f = 1 + 0.5 * k / STEPS, width = sqrt(f) / b;
        abut_ehl_line_result r = step(s, d, (abut_ehl_line_move){.dT = dT, .load = f * PI / 2});
        fixed = r.H_c / (8 * 20 / PI);
        b = sqrt(f);
        abut_ehl_line_def e = d;
        e.M = 20 * f;
        r = step(t, e, (abut_ehl_line_move){.dT = dT / b, .width = width, .scale = width * width});
        moved = r.H_c / (8 * e.M / PI) * f;
    }
    double steady = solve(s, (abut_ehl_line_def){.M = 30, .L = 5, .cold = true}).H_c / (8 * 30 / PI) * 1.5;
    printf("moving_nodes: %.6f and %.6f, steady %.6f\n", fixed, moved, steady);
    expect_near(moved, fixed, 2e-3, NULL, "film");
    ck_assert_msg(fabs(fixed - steady) > 0.01 * steady, "the film lags behind");
    abut_ehl_line_destroy(s);
    abut_ehl_line_destroy(t);
}
END_TEST

/* ---- bad input ---- */
/* Where 50 cells do not resolve the constriction the least film is that of the nodes, not that of a parabola that crosses zero. */
START_TEST(coarse_constriction) {
    abut_ehl_line *s = solver(50);
    abut_ehl_line_result r =
        solve(s, (abut_ehl_line_def){.M = 2500, .L = 85, .oil = {.alpha = 6e-10, .roelands_z = 2e-3}});
    double least = r.H[0], scale = 8 * 2500 / 3.14159265358979324; /* films of Moes and of Hertz' units: 8 M/pi */
    for (int i = 1; i < r.count; i++) least = fmin(least, r.H[i]);
    ck_assert_double_eq_tol(r.H_min, scale * least, 1e-12 * scale * least);
    abut_ehl_line_destroy(s);
}
END_TEST

static void refused(abut_ehl_line_def d, abut_status status, const char *key) {
    abut_ehl_line *s = solver(100);
    abut_ehl_line_result r;
    abut_message why = {0};
    ck_assert_int_eq(abut_ehl_line_solve(s, &d, &r, &why), status);
    ck_assert_msg(!strcmp(why.place.key, key), "%s blames %s", why.text, why.place.key);
    ck_assert(why.text[0] && r.H_c == 0);
    abut_ehl_line_destroy(s);
}

START_TEST(bad_input) {
    refused((abut_ehl_line_def){.M = -1}, ABUT_BAD_VALUE, "M");
    refused((abut_ehl_line_def){.M = NAN}, ABUT_BAD_VALUE, "M");
    refused((abut_ehl_line_def){.M = 20, .L = 1e9}, ABUT_BAD_VALUE, "L");
    refused((abut_ehl_line_def){.M = 1e4, .L = 50}, ABUT_BAD_VALUE, "L"); /* alpha p_h 1995 */
    refused((abut_ehl_line_def){.M = 20, .L = 5, .tol = 1}, ABUT_BAD_VALUE, "tol");
    refused((abut_ehl_line_def){.M = 20, .L = 5, .oil.compressible = true}, ABUT_BAD_VALUE, "alpha");
    refused((abut_ehl_line_def){.M = 20, .oil = {2e-8, 0.6, true}}, ABUT_BAD_VALUE, "L");
    refused((abut_ehl_line_def){.M = 20, .L = 5, .oil.roelands_z = 3}, ABUT_BAD_VALUE, "roelands_z");
    refused((abut_ehl_line_def){.M = 20, .L = 5, .from = 1, .to = 2}, ABUT_BAD_VALUE, "from");
    abut_ehl_line *s;
    abut_message why = {0};
    ck_assert(abut_ehl_line_create(7, &s, &why) == ABUT_BAD_VALUE && !s && !strcmp(why.place.key, "n"));
    s = solver(100);
    abut_ehl_line_result r;
    why = (abut_message){0};
    abut_ehl_line_def d = {.M = 20, .L = 5};
    ck_assert(abut_ehl_line_step(s, &d, &(abut_ehl_line_move){.dT = 0.1}, &r, &why) ==
              ABUT_BAD_VALUE); /* nothing solved */
    solve(s, d);
    why = (abut_message){0};
    ck_assert(abut_ehl_line_step(s, &d, &(abut_ehl_line_move){.dT = 0}, &r, &why) == ABUT_BAD_VALUE);
    ck_assert(abut_ehl_line_step(s, &d, &(abut_ehl_line_move){.dT = 1e-309}, &r, &why) == ABUT_BAD_VALUE);
    ck_assert_str_eq(why.place.key, "dT");
    abut_ehl_line_destroy(s);
    abut_ehl_line_destroy(NULL);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &fluid_derivatives, &fluid_values,    &hertz_gap,    &reference_films,     &all_converge,
        &second_order,      &honest_estimate, &warm_is_cold, &other_oils,          &rolling_resistance,
        &steady_stays,      &moving_nodes,    &bad_input,    &coarse_constriction,
    };
    return suite_main("ehl_line", all, sizeof all / sizeof *all);
}
