/* Waves that run through elliptic contacts: limits of long and short ones, convergence with the grid, the same waves followed in time,
 * second order in time, reliefs, refusals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/ehl.h"
#include "support/near.h"
#include "support/suite.h"

#define PI 3.14159265358979323846

static const abut_ehl_point_def contact = {
    .M = 50, .L = 5, .flooded = true, .from = -2.5, .to = 1.5, .side = 2, .tol = 1e-10, .cold = true};

static abut_ehl_point *solver(int n, abut_ehl_point_def d, abut_ehl_point_result *r) {
    abut_ehl_point *s;
    abut_message why = {0};
    ck_assert(abut_ehl_point_create(n, &s, &why) == ABUT_OK);
    ck_assert_msg(abut_ehl_point_solve(s, &d, r, &why) == ABUT_OK, "%s", why.text);
    return s;
}

static abut_ehl_point_wave_result pass(abut_ehl_point *s, double length, double angle, double speed) {
    abut_ehl_point_wave_result r;
    abut_message why = {0};
    abut_ehl_point_wave w = {length, angle, speed};
    ck_assert_msg(abut_ehl_point_wave_pass(s, &w, &r, &why) == ABUT_OK, "%s", why.text);
    ck_assert(r.residual < 1e-6);
    return r;
}

/* Long waves are flattened, short ones pass, whatever their direction; a finer grid agrees. */
START_TEST(long_and_short_waves) {
    abut_ehl_point_result r;
    abut_ehl_point *s = solver(brief() ? 32 : 64, contact, &r), *t = solver(brief() ? 32 : 128, contact, &r);
    for (int k = 0; k < 3; k++) {
        double angle = k * PI / 4, last = 0;
        for (double length = 8; length > (k == 2 ? 0.4 : 1.1); length /= 2) {
            abut_ehl_point_wave_result a = pass(s, length, angle, 1), b = k ? a : pass(t, length, angle, 1);
            printf("waves of %g a, angle %.3g: %.4f, finer %.4f, %.0f nodes\n", length, angle, a.film, b.film, a.nodes);
            ck_assert_msg(a.film > last, "waves of %g a are flattened more than longer ones", length);
            last = a.film;
            /* second order in cells: those of the wave and those of the contact */
            expect_within(a.film, b.film, 0.02 + 5 / (a.nodes * a.nodes), NULL, "waves of %g a", length);
        }
    }
    ck_assert(pass(s, 16, 0, 1).film < 0.05 && pass(s, 8, PI / 2, 1).film < 0.03);
    ck_assert(pass(s, brief() ? 0.5 : 0.25, PI / 2, 1).film > (brief() ? 0.8 : 0.98));
    expect_near(pass(s, 16, 0, 1).offset, 1, 0.1, NULL, "bodies follow long waves");
    abut_ehl_point_destroy(s);
    abut_ehl_point_destroy(t);
}
END_TEST

/* Films of 32, 64 and 128 cells: differences fall by nearly 4. */
START_TEST(converges) {
    double film[3] = {0};
    for (int k = 0; k < (brief() ? 0 : 3); k++) {
        abut_ehl_point_result r;
        abut_ehl_point *s = solver(32 << k, contact, &r);
        film[k] = pass(s, 4, 0, 1).film;
        abut_ehl_point_destroy(s);
    }
    double ratio = brief() ? 4 : (film[0] - film[1]) / (film[1] - film[2]);
    printf("converges: %.5f %.5f %.5f, ratio %.2f\n", film[0], film[1], film[2], ratio);
    ck_assert_msg(ratio > 3 && ratio < 5, "%g", ratio);
}
END_TEST

/* The other way round they are the same waves, and mirrored in the plane of rolling they do the same. */
START_TEST(directions) {
    abut_ehl_point_result r;
    abut_ehl_point_def oblique = contact;
    oblique.D = 0.5, oblique.angle = 0.6;
    abut_ehl_point *s = solver(32, contact, &r), *t = solver(32, oblique, &r);
    abut_ehl_point_wave_result a = pass(t, 2, 0.4, 0.5), b = pass(t, 2, 0.4 + PI, 0.5), c = pass(t, 2, -0.4, 0.5);
    expect_near(b.film, a.film, 1e-6, NULL, "turned by half a turn");
    expect_near(b.phase, a.phase, 1e-5, NULL, "phase");
    ck_assert(fabs(c.film - a.film) > 0.01 * a.film);
    a = pass(s, 2, 0.4, 0.5), c = pass(s, 2, -0.4, 0.5);
    expect_near(c.film, a.film, 1e-6, NULL, "mirrored");
    expect_near(c.pressure, a.pressure, 1e-6, NULL, "pressure mirrored");
    abut_ehl_point_destroy(s);
    abut_ehl_point_destroy(t);
}
END_TEST

static abut_ehl_point_result step(abut_ehl_point *s, const abut_ehl_point_def *d, const abut_ehl_point_move *v) {
    abut_ehl_point_result r;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_point_step(s, d, v, &r, &why) == ABUT_OK, "%s", why.text);
    return r;
}

/* The same waves run through in time: film and pressure in the middle, a node, over the last wave. */
static void in_time(abut_ehl_point_def d, abut_ehl_point_wave w, double close) {
    enum { PER = 40, WAVES = 3, N = 32, SIDE = N + 1, MIDDLE = 16 * SIDE + 20 };
    static double relief[SIDE * SIDE];
    abut_ehl_point_result r;
    abut_ehl_point *s = solver(N, d, &r);
    double amplitude = 0.01 * r.H[MIDDLE], parts[4] = {0}, kx = 2 * PI / w.length * cos(w.angle),
           ky = 2 * PI / w.length * sin(w.angle), dT = 2 * PI / (kx * w.speed * PER);
    abut_ehl_point_wave_result wanted = pass(s, w.length, w.angle, w.speed);
    for (int k = 1; k <= PER * WAVES; k++) {
        double grown = fmin(1, (double)k / PER), turn = 2 * PI * k / PER; /* waves grow while the first one passes */
        for (int q = 0; q < SIDE * SIDE; q++)
            relief[q] =
                grown * amplitude * cos(kx * (r.x0 + q % SIDE * r.hx) + ky * (r.y0 + (double)(q / SIDE) * r.hy) - turn);
        r = step(s, &d, &(abut_ehl_point_move){.dT = dT, .last = 1, .relief = relief});
        if (k <= PER * (WAVES - 1)) continue;
        double share = 2 / (PER * amplitude);
        parts[0] += share * r.H[MIDDLE] * cos(turn), parts[1] += share * r.H[MIDDLE] * sin(turn);
        parts[2] += share * r.P[MIDDLE] * cos(turn), parts[3] += share * r.P[MIDDLE] * sin(turn);
    }
    double film = hypot(parts[0], parts[1]), pressure = hypot(parts[2], parts[3]), phase = atan2(-parts[1], parts[0]);
    printf("in_time: film %.4f, linearised %.4f; phase %.4f, %.4f; pressure %.4f, %.4f\n", film, wanted.film, phase,
           wanted.phase, pressure, wanted.pressure);
    expect_near(film, wanted.film, close, NULL, "film");
    expect_near(pressure, wanted.pressure, close, NULL, "pressure");
    expect_within(phase, wanted.phase, close, NULL, "phase");
    abut_ehl_point_destroy(s);
}

START_TEST(waves_in_time) {
    in_time(contact, (abut_ehl_point_wave){2, 0, 1}, 0.03);
    if (brief()) return;
    in_time(contact, (abut_ehl_point_wave){2, 0.6, 0.5}, 0.03);
    abut_ehl_point_def dense = contact;
    dense.oil = (abut_ehl_oil){2.2e-8, 0.6, true};
    in_time(dense, (abut_ehl_point_wave){3, 0, 1}, 0.03);
}
END_TEST

/* Heights of a map over the nodes: a plane wave, which goes on at the other side; between the middles of cells linear. */
START_TEST(relief_of_a_map) {
    enum { NX = 400, NY = 200 };
    abut_heights map;
    abut_message why = {0};
    double a = 1e-4, R = 0.02, lx = 3e-4, ly = 1.7e-4, moved = 1.234e-3, worst = 0, relief[9 * 5];
    ck_assert(abut_heights_create(NX, NY, lx, ly, &map, &why) == ABUT_OK);
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) map.z[j * NX + i] = 1e-8 * sin(2 * PI * ((i + 0.5) / NX + 2 * (j + 0.5) / NY));
    abut_ehl_point_result r = {.nx = 9, .ny = 5, .x0 = -2.1, .y0 = -1.3, .hx = 0.53, .hy = 0.61};
    abut_ehl_point_relief(&r, &map, &(abut_ehl_relief){a, R, moved, 0.7}, relief);
    for (int k = 0; k < 45; k++) {
        double x = a * (r.x0 + k % 9 * r.hx) - moved, y = a * (r.y0 + (double)(k / 9) * r.hy);
        expect_within(relief[k], -0.7 * 1e-8 * sin(2 * PI * (x / lx + 2 * y / ly)) * R / (a * a), 1e-3 * 0.02, &worst,
                      "node %d", k);
    }
    printf("relief_of_a_map: %.1e\n", worst);
    for (int k = 0; k < 3; k++) { /* so far that no cell is known: some height of the map, or none that is a number */
        const double far[] = {1e300, -3e19, NAN};
        abut_ehl_point_relief(&r, &map, &(abut_ehl_relief){a, R, far[k], 1}, relief);
        for (int q = 0; q < 9 * 5; q++)
            ck_assert(k == 2 ? isnan(relief[q]) : fabs(relief[q]) <= 1.0001e-8 * R / (a * a));
    }
    map.lx = map.ly = 1e-320; /* more cells than numbers, but for those at the origin */
    r.x0 = -4 * r.hx, r.y0 = 0;
    abut_ehl_point_relief(&r, &map, &(abut_ehl_relief){a, R, 0, 1}, relief);
    for (int q = 0; q < 9 * 5; q++) ck_assert(fabs(relief[q]) <= 1.0001e-8 * R / (a * a));
    abut_heights_destroy(&map);
}
END_TEST

/* A load that swings, long and short steps by turns: halved steps, a quarter of the error; nodes move with the contact. */
static double swing(int steps) {
    abut_ehl_point_result r;
    abut_ehl_point_def d = {.M = 20, .L = 5, .tol = 1e-11};
    abut_ehl_point *s = solver(32, d, &r);
    double before = 1, time = 0;
    for (int k = 1; k <= steps; k++) {
        double dT = (k % 2 ? 2.6 : 1.4) / steps, last = k % 2 ? 1.4 / 2.6 : 2.6 / 1.4;
        time += dT;
        double turn = 0.5 * (1 - cos(1.5 * time)), load = 1 + 0.2 * turn * turn, width = cbrt(load / before);
        d.M = 20 * load;
        r = step(s, &d, &(abut_ehl_point_move){.dT = dT, .width = width, .scale = width * width, .last = last});
        before = load;
    }
    abut_ehl_point_destroy(s);
    return r.H_0;
}

START_TEST(second_order) {
    int n = brief() ? 10 : 20;
    double a = swing(n), b = swing(2 * n), c = swing(4 * n), ratio = (b - a) / (c - b);
    printf("second_order: %.7f %.7f %.7f, ratio %.3f\n", a, b, c, ratio);
    ck_assert_msg(ratio > 3 && ratio < 5.5, "%g", ratio);
}
END_TEST

static void refused(abut_ehl_point *s, abut_ehl_point_wave w, const char *key) {
    abut_ehl_point_wave_result r;
    abut_message why = {0};
    ck_assert(abut_ehl_point_wave_pass(s, &w, &r, &why) == ABUT_BAD_VALUE && r.film == 0);
    ck_assert_msg(!strcmp(why.place.key, key), "%s blames %s", why.text, why.place.key);
}

START_TEST(bad_input) {
    abut_ehl_point *s;
    abut_ehl_point_result r;
    ck_assert(abut_ehl_point_create(32, &s, NULL) == ABUT_OK);
    refused(s, (abut_ehl_point_wave){1, 0, 1}, "");
    abut_ehl_point_destroy(s);
    s = solver(32, contact, &r);
    refused(s, (abut_ehl_point_wave){0, 0, 1}, "length");
    refused(s, (abut_ehl_point_wave){1, 7, 1}, "angle");
    refused(s, (abut_ehl_point_wave){1, 0, 3}, "speed");
    r = step(s, &contact, &(abut_ehl_point_move){.dT = 1});
    refused(s, (abut_ehl_point_wave){1, 0, 1}, "");
    abut_message why = {0};
    ck_assert(abut_ehl_point_step(s, &contact, &(abut_ehl_point_move){.dT = 1, .last = 20}, &r, &why) ==
              ABUT_BAD_VALUE);
    ck_assert_str_eq(why.place.key, "last");
    abut_ehl_point_destroy(s);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&long_and_short_waves, &converges,       &directions, &waves_in_time,
                                              &second_order,         &relief_of_a_map, &bad_input};
    return suite_main("ehl_point_wave", all, sizeof all / sizeof *all);
}
