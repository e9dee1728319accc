/* Lubricated point contacts in time: steady ends of ramps of load and speed, oil kept on nodes that move, first order in the step, gaps
 * that are given, refusals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/ehl.h"
#include "support/near.h"
#include "support/suite.h"

#define PI 3.14159265358979323846

enum { N = 32 };

/* A contact whose load and speed are multiples of those of M0, L0. */
typedef struct history {
    abut_ehl_point *s;
    double M0, L0, load, speed; /* as they are now */
    abut_ehl_point_result r;
} history;

static history start(double M0, double L0) {
    history h = {.M0 = M0, .L0 = L0, .load = 1, .speed = 1};
    abut_message why = {0};
    abut_ehl_point_def d = {.M = M0, .L = L0, .tol = 1e-10};
    ck_assert(abut_ehl_point_create(N, &h.s, &why) == ABUT_OK);
    ck_assert_msg(abut_ehl_point_solve(h.s, &d, &h.r, &why) == ABUT_OK, "%s", why.text);
    return h;
}

/* M ~ F U^(-3/4), L ~ U^(1/4), a ~ F^(1/3) */
static abut_ehl_point_def contact(const history *h) {
    return (abut_ehl_point_def){
        .M = h->M0 * h->load * pow(h->speed, -0.75), .L = h->L0 * pow(h->speed, 0.25), .tol = 1e-10};
}

static double step(history *h, double dT, double load, double speed) {
    double width = cbrt(load / h->load);
    abut_message why = {0};
    h->load = load;
    h->speed = speed;
    abut_ehl_point_def d = contact(h);
    abut_ehl_point_move v = {.dT = dT, .width = width, .scale = width * width};
    ck_assert_msg(abut_ehl_point_step(h->s, &d, &v, &h->r, &why) == ABUT_OK, "%s", why.text);
    expect_near(h->r.load, 1, 1e-8, NULL, "load");
    return width;
}

/* After a ramp the film goes to that of the steady contact, and is elsewhere before. */
static void ramp(double load, double speed) {
    history h = start(20, 5);
    double first = h.r.H_0;
    for (int k = 1; k <= 5; k++) step(&h, 0.1, 1 + 0.2 * k * (load - 1), 1 + 0.2 * k * (speed - 1));
    double passing = h.r.H_0, dT = 0.2;
    for (int k = 0; k < 12; k++, dT *= 1.8) step(&h, dT, load, speed);
    double end = h.r.H_0, end_min = h.r.H_min;
    abut_ehl_point_def d = contact(&h);
    abut_message why = {0};
    d.cold = true;
    ck_assert(abut_ehl_point_solve(h.s, &d, &h.r, &why) == ABUT_OK);
    printf("ramp of load %g, speed %g: %.5f, %.5f, %.5f; steady %.5f\n", load, speed, first, passing, end, h.r.H_0);
    expect_near(end, h.r.H_0, 1e-5, NULL, "film at the end");
    expect_near(end_min, h.r.H_min, 1e-5, NULL, "least film at the end");
    ck_assert(fabs(passing - end) > 1e-3 * end);
    abut_ehl_point_destroy(h.s);
}

START_TEST(steady_ends) {
    ramp(1.3, 1);
    ramp(1, 0.8);
}
END_TEST

/* What a box of nodes gains is what flows through its sides, on nodes that move, counted anew from pressures and films alone. */
START_TEST(oil_is_kept) {
    history h = start(20, 5);
    step(&h, 0.2, 1.1, 1);
    size_t nodes = (size_t)(h.r.nx * h.r.ny), row = (size_t)h.r.nx;
    double *H0 = malloc(nodes * sizeof *H0), dT = 0.15;
    memcpy(H0, h.r.H, nodes * sizeof *H0);
    double width = step(&h, dT, 1.3, 1), M = contact(&h).M, L = contact(&h).L;
    double lambda = PI * cbrt(128 / (3 * pow(M, 4))), ab = L / PI * cbrt(1.5 * M), out = 0, gain = 0;
    double speed = (1 - 1 / width) / dT, dx = h.r.hx, dy = h.r.hy;
    const double *P = h.r.P, *H = h.r.H;
    enum { I1 = 15, I2 = 25, J1 = 11, J2 = 19 };
#define XI(k) (pow(H[k], 3) * exp(-ab * P[k]) / lambda)
#define U(k)  ((1 - speed * (h.r.x0 + (double)((k) % row) * dx)) * H[k])
#define V(k)  (-speed * (h.r.y0 + (double)((k) / row) * dy) * H[k])
    for (size_t j = J1; j <= J2; j++) {
        size_t w = j * row + I1 - 1, e = j * row + I2;
        out += dy * (1.5 * U(e) - 0.5 * U(e - 1) - 0.5 * (XI(e) + XI(e + 1)) * (P[e + 1] - P[e]) / dx);
        out -= dy * (1.5 * U(w) - 0.5 * U(w - 1) - 0.5 * (XI(w) + XI(w + 1)) * (P[w + 1] - P[w]) / dx);
    }
    for (size_t i = I1; i <= I2; i++) {
        size_t s = (J1 - 1) * row + i, n = J2 * row + i;
        out += dx * (0.5 * (V(n) + V(n + row)) - 0.5 * (XI(n) + XI(n + row)) * (P[n + row] - P[n]) / dy);
        out -= dx * (0.5 * (V(s) + V(s + row)) - 0.5 * (XI(s) + XI(s + row)) * (P[s + row] - P[s]) / dy);
    }
    for (size_t j = J1; j <= J2; j++) /* H a^2/R over cells a^2 dx dy */
        for (size_t i = I1; i <= I2; i++) gain += dx * dy * (H[j * row + i] - H0[j * row + i] / pow(width, 4)) / dT;
    printf("oil_is_kept: gain %.8f, out %.8f\n", gain, out);
    ck_assert(fabs(gain) > 1e-2);
    ck_assert_msg(fabs(gain + out) < 1e-6 * fabs(gain), "gain %.10f, out %.10f", gain, out);
    free(H0);
    abut_ehl_point_destroy(h.s);
}
END_TEST

static double swing(int steps) {
    history h = start(20, 5);
    for (int k = 1; k <= steps; k++) step(&h, 2.0 / steps, 1 + 0.1 * (1 - cos(1.5 * k * 2.0 / steps)), 1);
    double H = h.r.H_0;
    abut_ehl_point_destroy(h.s);
    return H;
}

/* A load that swings: halved steps, halved errors. dT is in units of 2a/u_sum of each instant, which all three histories share. */
START_TEST(first_order) {
    double a = swing(10), b = swing(20), c = swing(40), ratio = (b - a) / (c - b);
    printf("first_order: %.6f %.6f %.6f, ratio %.3f\n", a, b, c, ratio);
    ck_assert_msg(ratio > 1.6 && ratio < 2.6, "%g, %g, %g", a, b, c);
}
END_TEST

/* The offset of the steady contact carries its load; a smaller one carries more. */
START_TEST(given_gap) {
    history h = start(20, 5);
    abut_message why = {0};
    abut_ehl_point_def d = contact(&h);
    abut_ehl_point_move v = {.dT = 0.5, .held = true, .offset = h.r.offset};
    double H = h.r.H_0;
    ck_assert_msg(abut_ehl_point_step(h.s, &d, &v, &h.r, &why) == ABUT_OK, "%s", why.text);
    expect_near(h.r.load, 1, 1e-7, NULL, "load");
    expect_near(h.r.H_0, H, 1e-7, NULL, "film");
    v.offset -= 0.01;
    ck_assert_msg(abut_ehl_point_step(h.s, &d, &v, &h.r, &why) == ABUT_OK, "%s", why.text);
    ck_assert(h.r.load > 1.005 && h.r.offset == v.offset);
    abut_ehl_point_destroy(h.s);
}
END_TEST

/* 32 cells over a wide domain: three of them over the short semi-axis, where a cubic between nodes dips below all of them. */
START_TEST(few_cells) {
    abut_ehl_point *s;
    abut_ehl_point_result r;
    abut_message why = {0};
    const abut_ehl_point_def d = {.M = 97.265494741228608,
                                  .L = 5.7442693833099465,
                                  .D = 0.28564688204467886,
                                  .oil = {7.82838e-11, 0.00234375, true},
                                  .tol = 1e-6,
                                  .from = -4.94598,
                                  .to = 2.91796,
                                  .side = 5.86762};
    const abut_ehl_point_move v = {.dT = 0.000390625, .held = true, .offset = 0.000429454};
    ck_assert(abut_ehl_point_create(N, &s, &why) == ABUT_OK);
    ck_assert_msg(abut_ehl_point_solve(s, &d, &r, &why) == ABUT_OK, "%s", why.text);
    ck_assert(r.H_min > 0 && r.H_0 > r.H_min && r.H_c > r.H_min);
    ck_assert_msg(abut_ehl_point_step(s, &d, &v, &r, &why) == ABUT_OK, "%s", why.text);
    ck_assert_msg(r.H_min > 0 && r.H_0 >= r.H_min && r.H_c >= r.H_min, "%g %g %g", r.H_min, r.H_0, r.H_c);
    abut_ehl_point_destroy(s);
}
END_TEST

static void refused(abut_ehl_point *s, abut_ehl_point_def d, abut_ehl_point_move v, const char *key) {
    abut_ehl_point_result r;
    abut_message why = {0};
    ck_assert_int_eq(abut_ehl_point_step(s, &d, &v, &r, &why), ABUT_BAD_VALUE);
    ck_assert_msg(!strcmp(why.place.key, key), "%s blames %s", why.text, why.place.key);
}

START_TEST(bad_input) {
    abut_ehl_point *s;
    abut_message why = {0};
    ck_assert(abut_ehl_point_create(N, &s, &why) == ABUT_OK);
    refused(s, (abut_ehl_point_def){.M = 20}, (abut_ehl_point_move){.dT = 1}, "");
    abut_ehl_point_destroy(s);
    history h = start(20, 0);
    refused(h.s, (abut_ehl_point_def){.M = 20}, (abut_ehl_point_move){.dT = 0}, "dT");
    refused(h.s, (abut_ehl_point_def){.M = 20}, (abut_ehl_point_move){.dT = 1, .width = 20}, "width");
    refused(h.s, (abut_ehl_point_def){.M = 20}, (abut_ehl_point_move){.dT = 1, .scale = -1}, "scale");
    refused(h.s, (abut_ehl_point_def){.M = 20}, (abut_ehl_point_move){.dT = 1, .held = true, .offset = 1e9}, "offset");
    static double high[(N + 1) * (N + 1)];
    high[N] = -1e9;
    refused(h.s, (abut_ehl_point_def){.M = 20}, (abut_ehl_point_move){.dT = 1, .relief = high}, "relief");
    high[N] = NAN;
    refused(h.s, (abut_ehl_point_def){.M = 20}, (abut_ehl_point_move){.dT = 1, .relief = high}, "relief");
    refused(h.s, (abut_ehl_point_def){.M = 20, .D = 0.5}, (abut_ehl_point_move){.dT = 1}, "D");
    refused(h.s, (abut_ehl_point_def){.M = -1}, (abut_ehl_point_move){.dT = 1}, "M");
    abut_ehl_point_destroy(h.s);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&steady_ends, &oil_is_kept, &first_order,
                                              &given_gap,   &few_cells,   &bad_input};
    return suite_main("ehl_point_time", all, sizeof all / sizeof *all);
}
