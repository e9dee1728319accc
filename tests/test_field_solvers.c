/* The four solvers of dry contact find the same pressures: on a sphere, a rough sphere, a periodic rough surface, a
 * roller with sharp ends and a punch with a groove; cold, and from the solution of a smaller load, where `lu` has to admit cells again.
 *
 * Cold, with tilts given, `lu` never has to: A^-1 has no positive number off its diagonal (test never_back), and then cells of the true
 * contact C* carry pressure on every set C that holds it: with w = A p* - f >= 0, A_CC (p_C - p*_C) = -w, where w = 0 on C*, so p_C - p* =
 * -sum over j outside of C* of (A_CC^-1)_ij w_j >= 0 on C*. With the force given, lambda on C is not below the true one, and more of it only adds
 * pressure. Where moments are given, tilts overshoot, and cells do come back. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/field.h"
#include "field/love.h"
#include "field/object.h"
#include "numeric/dense.h"
#include "support/near.h"
#include "support/suite.h"

#define PI 3.14159265358979323846

enum { N = 32, CELLS = N * N };

static const char *const solvers[] = {"lu", "pcg", "pk", "jacobi"};

/* Heights by waves of given directions, phases and falling heights: rough, periodic in the window, and the same everywhere. */
static void rough_heights(double *h, double rms, double bowl) {
    double sum = 0;
    for (int c = 0; c < CELLS; c++) {
        double x = (c % N + 0.5) / N, y = (c / N + 0.5) / N;
        h[c] = 0;
        for (int k = 1; k <= 9; k++)
            for (int m = -9; m <= 9; m++) {
                double q = hypot(k, m), phase = fmod(1.618 * k * k + 2.414 * m * (k + 3), 1);
                if (q <= 9) h[c] += pow(q, -1.8) * cos(2 * PI * (k * x + m * y + phase));
            }
        sum += h[c] * h[c];
    }
    for (int c = 0; c < CELLS; c++) {
        double x = (c % N + 0.5) / N - 0.5, y = (c / N + 0.5) / N - 0.5;
        h[c] *= rms / sqrt(sum / CELLS);
        h[c] += bowl * (x * x + y * y);
    }
}

typedef struct contact {
    const char *name;
    abut_field_def def;
    abut_field_load load;
} contact;

/* pk and jacobi take tilts, not moments: those that lu found. */
static abut_field_load load_for(const contact *k, size_t solver, const double tilt[2]) {
    abut_field_load load = k->load;
    if (solver < 2 || !(load.by_moment[0] || load.by_moment[1])) return load;
    for (int i = 0; i < 2; i++) load.by_moment[i] = false, load.moment[i] = 0, load.tilt[i] = tilt[i];
    return load;
}

static void agree(const contact *k) {
    double tilt[2] = {0, 0}, first[CELLS] = {0}, approach = 0, worst = 0;
    for (size_t s = 0; s < sizeof solvers / sizeof *solvers; s++) {
        abut_field_def def = k->def;
        def.solver = (abut_choice){solvers[s], {{.name = "tol", .value = 1e-12}}};
        abut_message m = {0};
        abut_field *f = abut_field_create(&def, &m);
        abut_field_result r;
        abut_field_load load = load_for(k, s, tilt);
        bool turns = k->load.by_moment[0];
        ck_assert_msg(f && !abut_field_solve(f, &load, &r, &m), "%s by %s: %s", k->name, solvers[s], m.text);
        printf("%-16s %-7s approach %.12g p_max %.12g cells %ld inner %ld outer %ld readmitted %ld\n", k->name,
               solvers[s], r.approach, r.p_max, r.contact_cells, r.inner, r.outer, f->solution.readmitted);
        ck_assert_msg(r.residual <= 1e-12, "%s by %s: residual %g", k->name, solvers[s], r.residual);
        if (s == 0) {
            memcpy(first, r.pressure, sizeof first);
            approach = r.approach;
            for (int i = 0; i < 2; i++) tilt[i] = r.tilt[i];
            ck_assert_msg(turns == (f->solution.readmitted > 0), "%s: cold, lu admitted %ld cells", k->name,
                          f->solution.readmitted);
        }
        if (turns) ck_assert(fabs(r.tilt[0] - tilt[0]) + fabs(r.tilt[1] - tilt[1]) < 1e-9);
        for (int c = 0; c < CELLS; c++)
            expect_within(r.pressure[c] / r.p_max, first[c] / r.p_max, 1e-8, &worst, "%s by %s, cell %d", k->name,
                          solvers[s], c);
        expect_near(r.approach, approach, 1e-9, NULL, "%s by %s: approach", k->name, solvers[s]);
        double half = k->load.by_force ? 0.5 * r.force : 0.9 * r.approach;
        abut_field_load less = load;
        if (turns && s < 2) less.moment[0] *= 0.5, less.moment[1] *= 0.5;
        less.force = half, less.approach = half;
        must(abut_field_solve(f, &less, &r, &m)); /* away, and back */
        must(abut_field_solve(f, &load, &r, &m));
        ck_assert_msg(s || turns || f->solution.readmitted > 0, "%s: lu had no cell to admit", k->name);
        for (int c = 0; c < CELLS; c++)
            expect_within(r.pressure[c] / r.p_max, first[c] / r.p_max, 1e-8, &worst, "%s by %s, warm, cell %d", k->name,
                          solvers[s], c);
        abut_field_destroy(f);
    }
    printf("%s: worst difference %.1e of p_max\n", k->name, worst);
}

START_TEST(sphere) {
    contact k = {"sphere",
                 {.grid = {N, N, 3, 3, false},
                  .gap = {"quadric", {{.name = "P", .value = 0.5}, {.name = "Q", .value = 0.5}}},
                  .E_star = 1},
                 {.by_force = true, .force = 4.0 / 3}};
    agree(&k);
    k.name = "sphere, tilted", k.load = (abut_field_load){.approach = 1, .tilt = {0.1, -0.05}};
    agree(&k);
}
END_TEST

START_TEST(rough) {
    double h[CELLS];
    rough_heights(h, 0.02, 0.5);
    contact k = {"rough sphere",
                 {.grid = {N, N, 1, 1, false}, .heights = h, .rough = true, .E_star = 1},
                 {.by_force = true, .force = 0.02}};
    agree(&k);
    rough_heights(h, 0.02, 0);
    k.name = "rough, periodic", k.def.grid.periodic = true, k.load.force = 0.05;
    agree(&k);
}
END_TEST

/* A wavy punch with a groove round its rim, which lies lower. */
static void grooved_punch(double *h) {
    for (int c = 0; c < CELLS; c++) {
        double x = fabs(c % N - (N - 1) / 2.0), y = fabs(c / N - (N - 1) / 2.0), far = fmax(x, y);
        h[c] = far > 11 ? INFINITY : far > 9 ? 0.006 : far > 7 ? 0.05 : 0.0005 * cos(0.9 * x) * cos(0.7 * y);
    }
}

START_TEST(edges) {
    contact k = {"sharp roller",
                 {.grid = {N, N, 0.3, 1.2, false},
                  .gap = {"roller", {{.name = "radius", .value = 1}, {.name = "length", .value = 1}}},
                  .E_star = 0.5},
                 {.by_force = true, .force = 5e-4, .tilt = {0, 1e-3}}};
    agree(&k);
    double h[CELLS];
    grooved_punch(h);
    k = (contact){
        "edged punch", {.grid = {N, N, 1, 1, false}, .heights = h, .E_star = 1}, {.by_force = true, .force = 0.01}};
    agree(&k);
}
END_TEST

/* Off the middle: tilts are found with the pressure. */
START_TEST(moments) {
    double h[CELLS];
    rough_heights(h, 0.02, 0.5);
    contact k = {"rough, moments",
                 {.grid = {N, N, 1, 1, false}, .heights = h, .rough = true, .E_star = 1},
                 {.by_force = true, .force = 0.0125, .by_moment = {true, true}, .moment = {0.0025, -0.00125}}};
    agree(&k);
    grooved_punch(h);
    k = (contact){"punch, moments",
                  {.grid = {N, N, 1, 1, false}, .heights = h, .E_star = 1},
                  {.by_force = true, .force = 0.0025, .by_moment = {true, true}, .moment = {0.0005, -0.00025}}};
    agree(&k);
}
END_TEST

/* Why cells that lu opens with given tilts stay open: A^-1 on the whole window has nothing positive off the diagonal, and neither have those of
 * parts of A (principal submatrices of inverse M-matrices are inverse M-matrices); A^-1 1 >= 0. */
START_TEST(never_back) {
    static double A[CELLS * CELLS];
    static int pivot[CELLS];
    int side = getenv("ABUT_COMBINATIONS_ALL") ? N : brief() ? 12 : 18, n = side * side;
    for (double aspect = 1.0 / 16; aspect < 20; aspect *= 16) {
        love l;
        love_make(&l, 1, aspect);
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++) A[a * n + b] = love_at(&l, abs(a % side - b % side), abs(a / side - b / side));
        ck_assert(dense_factor(n, A, pivot, 0));
        for (int b = 0; b < n; b++) { /* columns of the inverse */
            double x[CELLS] = {0}, sum = 0;
            x[b] = 1;
            dense_solve(n, A, pivot, x);
            for (int a = 0; a < n; a++) {
                ck_assert_msg(a == b ? x[a] > 0 : x[a] < 0, "aspect %g: %g at %d, %d", aspect, x[a], a, b);
                sum += x[a];
            }
            ck_assert(sum > 0);
        }
    }
}
END_TEST

/* What a solver does not take, it says. */
START_TEST(limits) {
    abut_field_def def = {.grid = {N, N, 3, 3, false},
                          .gap = {"quadric", {{.name = "P", .value = 0.5}, {.name = "Q", .value = 0.5}}},
                          .E_star = 1};
    for (size_t s = 2; s < 4; s++) {
        abut_field_result r;
        abut_message m = {0};
        def.solver = (abut_choice){.type = solvers[s]};
        def.hardness = 0;
        abut_field *f = abut_field_create(&def, &m);
        abut_field_load load = {.by_force = true, .force = 1, .by_moment = {true, false}};
        ck_assert(f && abut_field_solve(f, &load, &r, &m) == ABUT_BAD_VALUE &&
                  strstr(m.text, "takes tilts, not moments"));
        abut_field_destroy(f);
        def.hardness = 0.5, m = (abut_message){0}, load.by_moment[0] = false;
        f = abut_field_create(&def, &m);
        ck_assert(f && abut_field_solve(f, &load, &r, &m) == ABUT_BAD_VALUE && strstr(m.text, "knows no hardness"));
        abut_field_destroy(f);
    }
    /* lu and pcg take both, and agree */
    double p_max[2], tilt[2], approach[2];
    for (size_t s = 0; s < 2; s++) {
        abut_field_result r;
        abut_message m = {0};
        def.solver = (abut_choice){solvers[s], {{.name = "tol", .value = 1e-12}}}, def.hardness = 0.5;
        abut_field *f = abut_field_create(&def, &m);
        abut_field_load load = {.by_force = true, .force = 1, .by_moment = {true, true}, .moment = {0.1, -0.05}};
        ck_assert_msg(f && !abut_field_solve(f, &load, &r, &m), "%s", m.text);
        p_max[s] = r.p_max, tilt[s] = r.tilt[0], approach[s] = r.approach;
        ck_assert(r.plastic_cells > 0);
        abut_field_destroy(f);
    }
    ck_assert(p_max[0] == 0.5 && p_max[1] == 0.5);
    expect_near(tilt[1], tilt[0], 1e-9, NULL, "tilt");
    expect_near(approach[1], approach[0], 1e-9, NULL, "approach");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&sphere, &rough, &edges, &moments, &never_back, &limits};
    return suite_main("field_solvers", all, sizeof all / sizeof *all);
}
