/* Multigrid on the equations of elliptic contacts: the solutions of Newton's method on the same grids, with every kind of oil, shape and edge;
 * digits of other programs; refusals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/ehl.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"

#define PI 3.14159265358979323846

static abut_ehl_point_result solve(int n, abut_ehl_point_def def, abut_ehl_point **s) {
    abut_ehl_point_result r;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_point_create(n, s, &why) == ABUT_OK, "%s", why.text);
    ck_assert_msg(abut_ehl_point_solve(*s, &def, &r, &why) == ABUT_OK, "M %g L %g: %s", def.M, def.L, why.text);
    expect_near(r.load, 1, 1e-7, NULL, "load");
    return r;
}

/* Pressures and films of all nodes by both methods. */
static void both(int n, abut_ehl_point_def def) {
    abut_ehl_point *s, *t;
    def.tol = 1e-9;
    abut_ehl_point_result a = solve(n, def, &s);
    def.method = ABUT_EHL_FAS;
    abut_ehl_point_result b = solve(n, def, &t);
    double P = 0, H = 0;
    for (int k = 0; k < a.nx * a.ny; k++) {
        P = fmax(P, fabs(a.P[k] - b.P[k]));
        H = fmax(H, fabs(a.H[k] - b.H[k]));
    }
    printf("both: %d cells, M %g, L %g: pressures %.1e, gaps %.1e; %d steps with %d V-cycles, %d cycles\n", n, def.M,
           def.L, P, H, a.all_steps, a.cycles, b.all_steps);
    ck_assert_msg(P < 1e-6 && H < 1e-6 && b.residual < def.tol && b.steps > 3, "%g, %g", P, H);
    expect_near(b.H_0, a.H_0, 1e-6, NULL, "H_0");
    expect_near(b.H_min, a.H_min, 1e-6, NULL, "H_min");
    abut_ehl_point_destroy(s);
    abut_ehl_point_destroy(t);
}

START_TEST(equals_newton) {
    both(32, (abut_ehl_point_def){.M = 20, .L = 10});
    both(32, (abut_ehl_point_def){.M = 50, .flooded = true});
    both(32, (abut_ehl_point_def){.M = 60, .L = 4, .D = 0.3, .angle = PI / 3});
    both(32, (abut_ehl_point_def){.M = 50, .L = 8, .oil = {2.2e-8, 0.55, true}});
    both(64, (abut_ehl_point_def){.M = 20, .L = 10});
    if (brief()) return;
    both(64, (abut_ehl_point_def){.M = 200, .L = 5});
    both(128, (abut_ehl_point_def){.M = 200, .L = 10});
}
END_TEST

START_TEST(reference_films) {
    table t = table_read("ehl_point.csv");
    for (size_t i = 0; i < t.rows; i++) {
        int n = (int)table_at(&t, i, "n");
        if (n > 64) continue;
        abut_ehl_point *s;
        abut_ehl_point_def def = {
            .M = table_at(&t, i, "M"), .L = table_at(&t, i, "L"), .tol = 1e-10, .method = ABUT_EHL_FAS};
        abut_ehl_point_result r = solve(n, def, &s);
        expect_near(r.H_0, table_at(&t, i, "H_0"), table_at(&t, i, "tol"), NULL, "%d cells, M %g", n, def.M);
        abut_ehl_point_destroy(s);
    }
    table_free(&t);
}
END_TEST

/* From the last solution it takes fewer cycles. */
START_TEST(warm) {
    abut_ehl_point *s;
    abut_ehl_point_def def = {.M = 20, .L = 5, .method = ABUT_EHL_FAS};
    abut_ehl_point_result r = solve(32, def, &s);
    int cold = r.all_steps;
    abut_message why = {0};
    def.M = 20.2;
    ck_assert_msg(abut_ehl_point_solve(s, &def, &r, &why) == ABUT_OK, "%s", why.text);
    ck_assert_msg(r.all_steps < cold, "%d, cold %d", r.all_steps, cold);
    abut_ehl_point_destroy(s);
}
END_TEST

static void refused(abut_ehl_point_def d, abut_status status, const char *key) {
    abut_ehl_point *s;
    abut_ehl_point_result r;
    abut_message why = {0};
    ck_assert(abut_ehl_point_create(32, &s, &why) == ABUT_OK);
    ck_assert_int_eq(abut_ehl_point_solve(s, &d, &r, &why), status);
    ck_assert_msg(!strcmp(why.place.key, key), "%s blames %s", why.text, why.place.key);
    ck_assert(why.text[0] && r.H_0 == 0);
    abut_ehl_point_destroy(s);
}

START_TEST(refusals) {
    refused((abut_ehl_point_def){.M = 20, .L = 5, .method = (abut_ehl_method)7}, ABUT_BAD_VALUE, "method");
    refused((abut_ehl_point_def){.M = 1000, .method = ABUT_EHL_FAS}, ABUT_NO_CONVERGENCE, "n");
    refused((abut_ehl_point_def){.M = 20, .tol = 1e-18, .method = ABUT_EHL_FAS}, ABUT_NO_CONVERGENCE, "method");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&equals_newton, &reference_films, &warm, &refusals};
    return suite_main("ehl_point_fas", all, sizeof all / sizeof *all);
}
