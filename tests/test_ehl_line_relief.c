/* Height profiles that move through line contacts: means over the cells of nodes, and small waves as the linearised contact has them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/ehl.h"
#include "support/near.h"
#include "support/suite.h"

static const double turn = 6.28318530717958647693;

static abut_heights map_of(size_t nx, size_t ny, double lx) {
    abut_heights m;
    abut_message why = {0};
    ck_assert_msg(!abut_heights_create(nx, ny, lx, lx * (double)ny / (double)nx, &m, &why), "%s", why.text);
    return m;
}

/* Straight between the middles of the cells, goes on at its other end. */
static double height(const abut_heights *m, size_t row, double x) {
    double cell = m->lx / (double)m->nx, place = x / cell - 0.5, whole = floor(place);
    long n = (long)m->nx, at = ((long)whole % n + n) % n;
    const double *z = m->z + row * m->nx;
    return z[at] + (place - whole) * (z[(at + 1) % n] - z[at]);
}

/* Against sums of many places of each cell. */
START_TEST(means) {
    enum { NODES = 9, PLACES = 20000 };
    static const double X[NODES] = {-9, -4, -1.5, -1.01, -1, 0, 0.02, 1.7, 2};
    const abut_ehl_line_result r = {.count = NODES, .X = X};
    abut_heights m = map_of(7, 3, 0.9e-3);
    for (size_t k = 0; k < 21; k++) m.z[k] = 1e-7 * sin(3.0 * (double)(k * k));
    const abut_ehl_relief at = {.a = 2e-4, .R = 0.01, .moved = 1.37e-4, .share = 0.7};
    double relief[NODES], worst = 0;
    for (size_t row = 0; row < 3; row++) {
        abut_ehl_line_relief(&r, &m, row, &at, relief);
        for (int i = 0; i < NODES; i++) {
            double low = i ? 0.5 * (X[i - 1] + X[i]) : X[i], high = i < NODES - 1 ? 0.5 * (X[i] + X[i + 1]) : X[i],
                   sum = 0;
            for (int k = 0; k < PLACES; k++)
                sum += height(&m, row, at.a * (low + (high - low) * (k + 0.5) / PLACES) - at.moved) / PLACES;
            expect_within(relief[i], -0.7 * sum * 0.01 / (2e-4 * 2e-4), 1e-6, &worst, "row %zu, node %d", row, i);
        }
    }
    printf("means: worst %.1e\n", worst);
    abut_heights_destroy(&m);
}
END_TEST

/* Small waves of 2 b: the film in the middle swings as abut_ehl_line_wave_pass says, rolling and with the rough surface slower. */
static void waves(double speed) {
    enum { N = 240, STEPS = 220 };
    abut_ehl_line *s = NULL;
    abut_ehl_line_result r;
    abut_message why = {0};
    const abut_ehl_line_def d = {.M = 20, .L = 5, .inside = 0.6};
    abut_ehl_line_wave_result w;
    ck_assert(!abut_ehl_line_create(N, &s, &why) && !abut_ehl_line_solve(s, &d, &r, &why));
    ck_assert(!abut_ehl_line_wave_pass(s, &(abut_ehl_line_wave){2, speed}, &w, &why));
    abut_heights m = map_of(64, 2, 2);
    for (size_t k = 0; k < 128; k++) m.z[k] = 1e-4 * cos(turn * ((double)(k % 64) + 0.5) / 64);
    double relief[N + 1], H_0 = r.H_0, cosine = 0, sine = 0,
                          step = 8.0 / STEPS; /* 4 waves; b = 1, R = 1: Hertz' units are those of the map */
    int counted = STEPS / 4;
    for (int k = 1; k <= STEPS; k++) {
        const abut_ehl_relief at = {.a = 1, .R = 1, .moved = k * step, .share = 1};
        abut_ehl_line_relief(&r, &m, 0, &at, relief);
        ck_assert_msg(!abut_ehl_line_step(s, &d, &(abut_ehl_line_move){.dT = step / speed, .last = 1, .relief = relief},
                                          &r, &why),
                      "%s", why.text);
        if (k <= STEPS - counted) continue;
        double phase = turn * k * step / 2;
        cosine += (r.H_0 - H_0) * cos(phase) * 2 / counted;
        sine += (r.H_0 - H_0) * sin(phase) * 2 / counted;
    }
    double found =
        sqrt(cosine * cosine + sine * sine) / (8 * 20 * 2 / turn) / 1e-4; /* Moes' units are 8 M/pi of Hertz' */
    printf("waves: speed %g: %.4f of their amplitude, linearised %.4f\n", speed, found, w.film);
    expect_near(found, w.film, 0.03, NULL, "film of waves at speed %g", speed);
    abut_heights_destroy(&m);
    abut_ehl_line_destroy(s);
}

START_TEST(small_waves) {
    waves(1);
    if (!brief()) waves(0.5);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&means, &small_waves};
    return suite_main("ehl_line_relief", all, sizeof all / sizeof *all);
}
