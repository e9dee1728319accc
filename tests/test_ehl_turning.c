/* Contacts whose entrainment turns round: the film stays, and is that of the other direction afterwards; refined steps and grids agree. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/ehl.h"
#include "support/near.h"
#include "support/suite.h"

static const double half_turn = 3.14159265358979323846;

/* ---- lines ---- */
typedef struct outcome {
    double least, at_rest, at_last,
        mean; /* least film of all; film in the middle at rest, at last; oil in the middle at last */
} outcome;

/* From M, L at full speed as cos(pi t) to the speed back, over the time T (2b/u), in `steps`. */
static outcome line(int n, int steps, double T, const char *what) {
    abut_ehl_line *s = NULL;
    abut_ehl_line_result r;
    abut_message why = {0};
    const abut_ehl_line_def d = {.M = 20, .L = 8, .turning = true, .film = 0.01};
    outcome o = {.least = INFINITY};
    ck_assert_msg(abut_ehl_line_create(n, &s, &why) == ABUT_OK && abut_ehl_line_solve(s, &d, &r, &why) == ABUT_OK, "%s",
                  why.text);
    ck_assert(r.X[0] == -r.X[n]);
    for (int k = 1; k <= steps; k++) {
        double speed = k == steps / 2 ? 0 : cos(half_turn * k / steps);
        abut_status status =
            abut_ehl_line_step(s, &d, &(abut_ehl_line_move){.dT = T / steps, .last = 1, .speed = speed}, &r, &why);
        ck_assert_msg(!status, "%s, step %d: %s", what, k, why.text);
        ck_assert(r.H_min > 0 && isfinite(r.H_min) && fabs(r.load / (half_turn / 2) - 1) < 1e-8);
        o.least = fmin(o.least, r.H_min);
        if (k == steps / 2) o.at_rest = r.H_0;
    }
    o.at_last = r.H_0;
    ck_assert(r.flow < 0); /* oil comes from +X now */
    abut_ehl_line_destroy(s);
    return o;
}

START_TEST(line_turns) {
    outcome a = line(150, 200, 12, "coarse"), b = line(300, 200, 12, "fine"), c = line(150, 400, 12, "short steps");
    printf("line_turns: least film %.4f, %.4f on half the cells, %.4f by half the step; at rest %.4f %.4f %.4f, at "
           "last %.4f %.4f %.4f\n",
           b.least, a.least, c.least, b.at_rest, a.at_rest, c.at_rest, b.at_last, a.at_last, c.at_last);
    expect_near(a.least, b.least, 0.02, NULL, "least film by the grid");
    expect_near(a.least, c.least, 0.01, NULL, "least film by the step");
    expect_near(a.at_rest, b.at_rest, 0.02, NULL, "film at rest by the grid");
    expect_near(a.at_rest, c.at_rest, 0.01, NULL, "film at rest by the step");
    expect_near(a.at_last, b.at_last, 0.02, NULL, "film at last by the grid");
    /* oil stays in the middle while the contact comes to rest, the film at the edges gets thin: entrapped */
    ck_assert(a.at_rest > 1.5 * a.least);
}
END_TEST

/* Long after it has turned the film is the mirror image of that before. */
START_TEST(line_is_mirrored) {
    enum { N = 120, STEPS = 60 };
    abut_ehl_line *s = NULL;
    abut_ehl_line_result r;
    abut_message why = {0};
    const abut_ehl_line_def d = {.M = 20, .L = 5, .turning = true};
    double P[N + 1], H[N + 1];
    ck_assert(!abut_ehl_line_create(N, &s, &why) && !abut_ehl_line_solve(s, &d, &r, &why));
    memcpy(P, r.P, sizeof P);
    memcpy(H, r.H, sizeof H);
    double x_c = r.x_c, rolling = r.rolling;
    for (int k = 0; k < STEPS; k++) {
        double speed = k < 20 ? cos(half_turn * (k + 1) / 20) : -1;
        ck_assert_msg(
            !abut_ehl_line_step(s, &d, &(abut_ehl_line_move){.dT = k < 20 ? 0.3 : 3, .speed = speed}, &r, &why), "%s",
            why.text);
    }
    double worst = 0;
    for (int i = 0; i <= N; i++) {
        expect_within(r.P[i], P[N - i], 1e-6, &worst, "P of node %d", i);
        expect_within(r.H[i], H[N - i], 1e-6 * H[N - i], &worst, "H of node %d", i);
    }
    expect_within(r.x_c, -x_c, 1e-5, NULL, "centre");
    expect_near(r.rolling, -rolling, 1e-5, NULL, "rolling");
    printf("line_is_mirrored: worst %.1e\n", worst);
    /* and the relief of the unloaded gap stands where it was */
    double relief[N + 1];
    for (int i = 0; i <= N; i++) relief[i] = 1e-5 * r.X[i];
    double before = r.H[N - 1] - r.H[1];
    ck_assert(!abut_ehl_line_step(s, &d, &(abut_ehl_line_move){.dT = 0.01, .speed = -1, .relief = relief}, &r, &why));
    expect_near(r.H[N - 1] - r.H[1] - before, 2e-5 * r.X[N - 1], 0.05, NULL, "relief");
    abut_ehl_line_destroy(s);
}
END_TEST

/* A history that turns is that of steps; with a sign changed everywhere it is the same film. */
START_TEST(history_turns) {
    enum { ROWS = 21 };
    abut_ehl_line_instant i[ROWS], back[ROWS];
    abut_ehl_line_film film[ROWS], other[ROWS];
    abut_message why = {0};
    for (int k = 0; k < ROWS; k++) {
        i[k] = (abut_ehl_line_instant){k * 2e-4, 1000, 100, 0.4 * cos(half_turn * k / 12)};
        if (k == 6) i[k].u_sum = 0;
        back[k] = i[k];
        back[k].u_sum = -i[k].u_sum;
    }
    abut_ehl_line_history h = {.instant = i,
                               .count = ROWS,
                               .length = 0.01,
                               .E_prime = 2.3e11,
                               .eta0 = 0.05,
                               .alpha = 2e-8,
                               .n = 150,
                               .change = 0.1,
                               .steady = true};
    ck_assert_msg(!abut_ehl_line_follow(&h, film, &why), "%s", why.text);
    h.instant = back;
    ck_assert_msg(!abut_ehl_line_follow(&h, other, &why), "%s", why.text);
    for (int k = 0; k < ROWS; k++) {
        ck_assert(film[k].h_min > 0 && film[k].h_c > film[k].h_min);
        expect_near(other[k].h_min, film[k].h_min, 1e-6, NULL, "least film of row %d", k);
        expect_near(other[k].h_c, film[k].h_c, 1e-6, NULL, "film of row %d", k);
        expect_within(other[k].rolling_force, -film[k].rolling_force, 1e-6, NULL, "rolling of row %d", k);
        ck_assert(isnan(film[k].steady_c) == (k == 6 || k == 18));
    }
    ck_assert(isnan(film[6].M) && film[6].formula == 0);
    expect_near(film[0].h_c, film[0].steady_c, 0.02, NULL, "start");
    expect_near(film[0].formula, film[0].steady_c, 0.05, NULL, "formula");
    ck_assert(film[6].h_min > 5e-9 && film[6].h_c > 1.5 * film[6].h_min); /* oil is entrapped */
}
END_TEST

/* ---- points ---- */
static outcome point(int n, int steps, double angle) {
    abut_ehl_point *s = NULL;
    abut_ehl_point_result r;
    abut_message why = {0};
    const abut_ehl_point_def d = {
        .M = 20, .L = 5, .D = angle == 0 ? 1 : 0.5, .angle = angle, .turning = true, .from = -3, .to = 2, .side = 2.5};
    outcome o = {.least = INFINITY};
    ck_assert_msg(!abut_ehl_point_create(n, &s, &why) && !abut_ehl_point_solve(s, &d, &r, &why), "%s", why.text);
    ck_assert(r.x0 == -3 && fabs(r.x0 + (r.nx - 1) * r.hx - 3) < 1e-12);
    for (int k = 1; k <= steps; k++) {
        double speed = k == steps / 2 ? 0 : cos(half_turn * k / steps);
        ck_assert_msg(
            !abut_ehl_point_step(s, &d, &(abut_ehl_point_move){.dT = 8.0 / steps, .last = 1, .speed = speed}, &r, &why),
            "step %d: %s", k, why.text);
        ck_assert(r.H_min > 0 && fabs(r.load - 1) < 1e-6);
        o.least = fmin(o.least, r.H_min);
        if (k == steps / 2) o.at_rest = r.H_0;
    }
    o.at_last = r.H_0;
    abut_ehl_point_destroy(s);
    return o;
}

START_TEST(point_turns) {
    outcome a = point(32, 40, 0), c = point(32, 80, 0), e = point(32, 40, 0.6);
    printf("point_turns: least film %.4f, by half the step %.4f; at rest %.4f %.4f, at last %.4f %.4f; an ellipse at "
           "0.6 rad %.4f\n",
           a.least, c.least, a.at_rest, c.at_rest, a.at_last, c.at_last, e.least);
    expect_near(a.least, c.least, 0.03, NULL, "least film by the step");
    expect_near(a.at_rest, c.at_rest, 0.02, NULL, "film at rest by the step");
    ck_assert(a.at_rest > 1.2 * a.least && e.least > 0);
    if (brief()) return;
    outcome b = point(64, 40, 0), f = point(128, 40, 0);
    printf("point_turns: on 64 and 128 cells least %.4f %.4f, at rest %.4f %.4f\n", b.least, f.least, b.at_rest,
           f.at_rest);
    expect_near(b.at_rest, f.at_rest, 0.05, NULL, "film at rest by the grid");
}
END_TEST

/* A circle that has turned: pressures and gaps in the reverse order. */
START_TEST(point_is_mirrored) {
    abut_ehl_point *s = NULL;
    abut_ehl_point_result r;
    abut_message why = {0};
    const abut_ehl_point_def d = {.M = 20, .L = 5, .turning = true, .from = -2.5, .to = 2, .side = 2};
    static double P[33 * 33];
    ck_assert(!abut_ehl_point_create(32, &s, &why) && !abut_ehl_point_solve(s, &d, &r, &why));
    memcpy(P, r.P, sizeof P);
    for (int k = 0; k < 24; k++)
        ck_assert(!abut_ehl_point_step(
            s, &d, &(abut_ehl_point_move){.dT = k < 8 ? 0.5 : 4, .speed = k < 8 ? 0.75 - 0.25 * k : -1}, &r, &why));
    for (int k = 0; k < 33 * 33; k++) expect_within(r.P[k], P[33 * 33 - 1 - k], 1e-5, NULL, "P of node %d", k);
    abut_ehl_point_destroy(s);
}
END_TEST

START_TEST(bad_input) {
    abut_ehl_line *l = NULL;
    abut_ehl_line_result r;
    abut_message why = {0};
    ck_assert(!abut_ehl_line_create(100, &l, &why));
    why = (abut_message){0};
    ck_assert(abut_ehl_line_solve(l, &(abut_ehl_line_def){.M = 20, .L = 5, .turning = true, .conserving = true}, &r,
                                  &why) == ABUT_BAD_VALUE);
    ck_assert(strstr(why.text, "leave conserving and layer out"));
    ck_assert(!abut_ehl_line_solve(l, &(abut_ehl_line_def){.M = 20, .L = 5}, &r, &why));
    why = (abut_message){0};
    ck_assert(abut_ehl_line_step(l, &(abut_ehl_line_def){.M = 20, .L = 5, .turning = true},
                                 &(abut_ehl_line_move){.dT = 1}, &r, &why) == ABUT_BAD_VALUE);
    ck_assert(strstr(why.text, "turns from its solution on"));
    why = (abut_message){0};
    ck_assert(abut_ehl_line_step(l, &(abut_ehl_line_def){.M = 20, .L = 5}, &(abut_ehl_line_move){.dT = 1, .speed = 2},
                                 &r, &why) == ABUT_BAD_VALUE);
    ck_assert(strstr(why.text, "speed must be between -1 and 1"));
    abut_ehl_line_destroy(l);
    abut_ehl_point *p = NULL;
    abut_ehl_point_result q;
    ck_assert(!abut_ehl_point_create(32, &p, &why));
    why = (abut_message){0};
    ck_assert(abut_ehl_point_solve(p, &(abut_ehl_point_def){.M = 20, .L = 5, .turning = true, .flooded = true}, &q,
                                   &why) == ABUT_BAD_VALUE);
    ck_assert(strstr(why.text, "leave flooded out"));
    ck_assert(!abut_ehl_point_solve(p, &(abut_ehl_point_def){.M = 20, .L = 5}, &q, &why));
    why = (abut_message){0};
    ck_assert(abut_ehl_point_step(p, &(abut_ehl_point_def){.M = 20, .L = 5, .turning = true},
                                  &(abut_ehl_point_move){.dT = 1}, &q, &why) == ABUT_BAD_VALUE);
    abut_ehl_point_destroy(p);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&line_turns,  &line_is_mirrored,  &history_turns,
                                              &point_turns, &point_is_mirrored, &bad_input};
    return suite_main("ehl_turning", all, sizeof all / sizeof *all);
}
