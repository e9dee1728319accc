/* The four solvers of dry contact find the same pressures: on a sphere, a rough sphere, a periodic rough surface, a
 * roller with sharp ends and a punch with a groove; cold, and from the solution of a smaller load, where `lu` has to admit cells again
 * (from all cells in contact it only ever had to open some). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/field.h"
#include "field/object.h"
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

static void agree(const contact *k) {
    double first[CELLS] = {0}, approach = 0, worst = 0;
    for (size_t s = 0; s < sizeof solvers / sizeof *solvers; s++) {
        abut_field_def def = k->def;
        def.solver = (abut_choice){solvers[s], {{.name = "tol", .value = 1e-12}}};
        abut_message m = {0};
        abut_field *f = abut_field_create(&def, &m);
        abut_field_result r;
        ck_assert_msg(f && !abut_field_solve(f, &k->load, &r, &m), "%s by %s: %s", k->name, solvers[s], m.text);
        printf("%-16s %-7s approach %.12g p_max %.12g cells %ld inner %ld outer %ld readmitted %ld\n", k->name,
               solvers[s], r.approach, r.p_max, r.contact_cells, r.inner, r.outer, f->solution.readmitted);
        ck_assert_msg(r.residual <= 1e-12, "%s by %s: residual %g", k->name, solvers[s], r.residual);
        if (s == 0) {
            memcpy(first, r.pressure, sizeof first);
            approach = r.approach;
        }
        for (int c = 0; c < CELLS; c++)
            expect_within(r.pressure[c] / r.p_max, first[c] / r.p_max, 1e-8, &worst, "%s by %s, cell %d", k->name,
                          solvers[s], c);
        expect_near(r.approach, approach, 1e-9, NULL, "%s by %s: approach", k->name, solvers[s]);
        double half = k->load.by_force ? 0.5 * r.force : 0.9 * r.approach;
        abut_field_load less = k->load;
        less.force = half, less.approach = half;
        must(abut_field_solve(f, &less, &r, &m)); /* away, and back */
        must(abut_field_solve(f, &k->load, &r, &m));
        ck_assert_msg(s || f->solution.readmitted > 0, "%s: lu had no cell to admit", k->name);
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

START_TEST(edges) {
    contact k = {"sharp roller",
                 {.grid = {N, N, 0.3, 1.2, false},
                  .gap = {"roller", {{.name = "radius", .value = 1}, {.name = "length", .value = 1}}},
                  .E_star = 0.5},
                 {.by_force = true, .force = 5e-4, .tilt = {0, 1e-3}}};
    agree(&k);
    /* a wavy punch with a groove round its rim, which lies lower */
    double h[CELLS];
    for (int c = 0; c < CELLS; c++) {
        double x = fabs(c % N - (N - 1) / 2.0), y = fabs(c / N - (N - 1) / 2.0), far = fmax(x, y);
        h[c] = far > 11 ? INFINITY : far > 9 ? 0.006 : far > 7 ? 0.05 : 0.0005 * cos(0.9 * x) * cos(0.7 * y);
    }
    k = (contact){
        "edged punch", {.grid = {N, N, 1, 1, false}, .heights = h, .E_star = 1}, {.by_force = true, .force = 0.01}};
    agree(&k);
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
    static const TTest *const *const all[] = {&sphere, &rough, &edges, &limits};
    return suite_main("field_solvers", all, sizeof all / sizeof *all);
}
