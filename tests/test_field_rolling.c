/* Rolling on a grid: Carter, Kalker's coefficients, a creep curve of a trusted program, steady and transient rolling. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/field.h"
#include "field/friction.h"
#include "support/near.h"
#include "support/patch.h"
#include "support/suite.h"
#include "support/table.h"
#include "support/validation.h"

static void noted(const char *what, const char *source, double figure, double ours) {
    validated(&(validation){"Friction on a grid", what, source, "", figure, 0, ours});
}

typedef struct roll {
    grid g;
    elastic_pair pair;
    double mu, rolled, *p, *q, *s;
    friction_grid *f;
} roll;

static roll roll_make(grid g, double G, double nu, double mu, double *p, double rolled) {
    roll r = {.g = g, .pair = elastic_pair_of(G, nu, G, nu), .mu = mu, .rolled = rolled, .p = p};
    r.q = patch_pairs(&g), r.s = patch_pairs(&g);
    r.f = friction_grid_create(&g, &r.pair, rolled);
    ck_assert(r.p && r.q && r.s && r.f);
    return r;
}

static void roll_free(roll *r) {
    friction_grid_destroy(r->f);
    free(r->p), free(r->q), free(r->s);
}

static friction_result steady(roll *r, double xi, double eta, double spin) {
    friction_step step = {.mu = r->mu,
                          .pressure = r->p,
                          .shift = {xi * r->rolled, eta * r->rolled},
                          .twist = spin * r->rolled,
                          .steady = true};
    friction_result o = friction_grid_step(r->f, &step, r->q, r->s);
    ck_assert_msg(o.report.converged, "not converged: residual %g", o.report.residual);
    return o;
}

/* Carter: like cylinders, xi = mu (a/R)(1 - stick/a) and F = mu N (1 - (stick/a)^2) with the stick zone 2 x stick at the front.
 * 50 cells over the contact, stick = 0.6 a; cells of 200 a length for the plane problem. */
START_TEST(carter) {
    grid g = {54, 1, 0.04, 200, false};
    const double G = 82e3, nu = 0.28, R = 500, mu = 0.3, p0 = G / (1 - nu) / (2 * R);
    roll r = roll_make(g, G, nu, mu, hertz_patch(&g, 1, 0, p0), g.dx);
    friction_result o = steady(&r, -mu / R * 0.4, 0, 0);
    double F = o.force[0] / (mu * patch_force(&g, r.p));
    printf("carter: F/mu N %.4f (closed form 0.64), %d cells stick, %d slip\n", F, o.report.stick, o.report.slip);
    expect_near(F, 0.64, 0.02, NULL, "force");
    noted("Carter's rolling cylinders, 50 cells: force over friction force", "computed: closed form", 0.64, F);
    friction_step pulled = {.mu = mu, .pressure = r.p, .steady = true, .force_given = true, .force = {o.force[0], 0}};
    friction_result back = friction_grid_step(r.f, &pulled, r.q, r.s);
    ck_assert(back.report.converged);
    expect_near(back.shift[0], -mu / R * 0.4 * g.dx, 1e-6, NULL, "creep found by the force");
    ck_assert_int_eq(o.report.stick + o.report.slip, 50);
    ck_assert(abs(o.report.stick - 30) <= 1);
    for (int i = 0; i < g.nx; i++) /* the front sticks */
        if (r.p[i] > 0 && grid_x(&g, i) < -0.24) expect_near(r.q[i], mu * r.p[i], 1e-9, NULL, "cell %d", i);
    roll_free(&r);
}
END_TEST

/* Longitudinal creep of a wheel (tests/oracles/README.md): on the grid of the reference, rolling by one cell, and on twice as many. */
static double creep_curve(int times, double tolerance, double *first) {
    const double a = 6.305, b = 12.611, N = 106700, mu = 0.33;
    grid g = {48 * times, 44 * times, 2.2 * a / 48 / times, 2.2 * b / 44 / times, false};
    roll r = roll_make(g, 82e3, 0.28, mu, hertz_patch(&g, a, b, 1.5 * N / (3.14159265358979 * a * b)), g.dx);
    table t = table_read("creep_curve.csv");
    double worst = 0, sum = patch_force(&g, r.p);
    ck_assert_uint_eq(t.rows, 15);
    for (size_t i = 0; i < t.rows; i++) {
        double xi = table_at(&t, i, "cksi"), F = steady(&r, xi, 0, 0).force[0] / (mu * sum);
        if (i < 5) printf("creep %g: F/mu N %.5f, reference %s\n", xi, F, table_text(&t, i, "Fx_over_mu_Fn"));
        expect_within(F, table_number(&t, i, "Fx_over_mu_Fn"), tolerance, &worst, "creep %g", xi);
        if (i == 1) *first = F;
        if (times == 1 && i > 0 && i < 5) {
            char what[96];
            (void)snprintf(what, sizeof what,
                           "wheel with a creepage of %g %%, 48 x 44 cells: force over friction force", 100 * xi);
            noted(what, "computed: the program CONTACT, example tractcurv", table_at(&t, i, "Fx_over_mu_Fn"), F);
        }
    }
    table_free(&t);
    roll_free(&r);
    return worst;
}

START_TEST(creep_of_a_wheel) {
    double own, doubled;
    printf("creep curve: worst %.4f of mu N\n", creep_curve(1, 0.005, &own));
    if (brief()) return;
    printf("creep curve, doubled grid: worst %.4f of mu N\n", creep_curve(2, 0.006, &doubled));
    ck_assert(fabs(own) > fabs(doubled)); /* the coarser grid is the stiffer one */
}
END_TEST

/* Kalker's coefficients of the circle, nu = 0.25: C11 4.12, C22 3.67, C23 1.47 (his table, as quoted by public programs), C33 1.19
 * (recalled). C23 = C32 for the continuum: their difference is an error of the grid. */
START_TEST(coefficients) {
    grid g = {48, 48, 2.2 / 48, 2.2 / 48, false};
    roll r = roll_make(g, 1, 0.25, 1, hertz_patch(&g, 1, 1, 1), g.dx);
    creep_coefficients c = friction_creep_coefficients(r.f, r.p, 1, r.q);
    printf("coefficients: C11 %.4f C22 %.4f C23 %.4f C32 %.4f C33 %.4f\n", c.C11, c.C22, c.C23, c.C32, c.C33);
    const char *kalker = "published: Kalker's table, as quoted by public programs";
    noted("creep coefficient C11, circle, nu 0.25, 48 x 48 cells", kalker, 4.12, c.C11);
    noted("creep coefficient C22, circle, nu 0.25, 48 x 48 cells", kalker, 3.67, c.C22);
    noted("creep coefficient C23, circle, nu 0.25, 48 x 48 cells (mean with C32)", kalker, 1.47, 0.5 * (c.C23 + c.C32));
    expect_near(c.C11, 4.12, 0.02, NULL, "C11");
    expect_near(c.C22, 3.67, 0.02, NULL, "C22");
    expect_near(0.5 * (c.C23 + c.C32), 1.47, 0.02, NULL, "mean of C23 and C32");
    expect_near(c.C23, c.C32, 0.06, NULL, "C23");
    expect_near(c.C33, 1.19, 0.04, NULL, "C33");
    /* small creepages of the problem with friction give the same force */
    double F = steady(&r, 1e-6, 0, 0).force[0];
    expect_near(F, -1e-6 * c.C11, 1e-4, NULL, "force of a small creepage");
    roll_free(&r);
}
END_TEST

/* Ellipses, a along the rolling: Kalker's table for nu = 0.25, recalled. The grid is 2 % too stiff in the forces, as with the circle. */
START_TEST(coefficients_of_ellipses) {
    static const double kalker[2][5] = {{2, 5.10, 4.90, 2.62, 0.819}, {0.5, 3.62, 3.01, 0.929, 1.93}};
    for (int i = 0; i < 2; i++) {
        double ratio = kalker[i][0], a = sqrt(ratio), b = 1 / a;
        grid g = {40, 40, 2.2 * a / 40, 2.2 * b / 40, false};
        roll r = roll_make(g, 1, 0.25, 1, hertz_patch(&g, a, b, 1), g.dx);
        creep_coefficients c = friction_creep_coefficients(r.f, r.p, 1, r.q);
        double C23 = 0.5 * (c.C23 + c.C32);
        printf("coefficients, a/b %g: C11 %.3f of %.3f, C22 %.3f of %.3f, C23 %.3f of %.3f, C33 %.3f of %.3f\n", ratio,
               c.C11, kalker[i][1], c.C22, kalker[i][2], C23, kalker[i][3], c.C33, kalker[i][4]);
        expect_near(c.C11, kalker[i][1], 0.03, NULL, "C11");
        expect_near(c.C22, kalker[i][2], 0.03, NULL, "C22");
        expect_near(C23, kalker[i][3], 0.03, NULL, "C23");
        expect_near(c.C33, kalker[i][4], 0.05, NULL, "C33");
        roll_free(&r);
    }
}
END_TEST

/* Spin and lateral creep, CONTACT's example fastsim, first case: semi-axes 8 and 4 mm, 82 kN, mu 0.3, G 82 GPa, nu 0.28, 44 x 44 cells of
 * 0.4 x 0.2 mm, rolled by 0.4 mm; printed: F_y/mu N -0.6074, M -48.21 N m, 1276 cells in contact, 356 stick, p_max 1223 MPa.
 * It takes the rigid slip of a step at x + d/6 (its parameter FACPHI), this program in the middle of the path, x + d/2: a lateral
 * creepage that is less by spin d/3 makes one of the other. */
static roll spin_case(int times) {
    const int n = 44 * times;
    grid g = {n, n, 17.6 / n, 8.8 / n, false};
    abut_message why = {0};
    abut_field_result r;
    abut_field_def def = {.grid = {n, n, 17.6, 8.8, false},
                          .gap = {"quadric", {{.name = "P", .value = 0.8464e-3}, {.name = "Q", .value = 2.406e-3}}},
                          .E_star = 82e3 / (1 - 0.28)};
    abut_field *f = abut_field_create(&def, &why);
    ck_assert_msg(f && !abut_field_solve(f, &(abut_field_load){.by_force = true, .force = 82e3}, &r, &why), "%s",
                  why.text);
    double *p = calloc(grid_cells(&g), sizeof *p);
    memcpy(p, r.pressure, grid_cells(&g) * sizeof *p);
    if (times == 1) {
        ck_assert_int_eq(r.contact_cells, 1276);
        expect_near(r.p_max, 1223, 1e-3, NULL, "greatest pressure");
        expect_near(r.approach, 9.266e-2, 1e-3, NULL, "approach");
    }
    abut_field_destroy(f);
    return roll_make(g, 82e3, 0.28, 0.3, p, g.dx);
}

START_TEST(spin_and_where_slip_is_taken) {
    const double eta = -6.25e-4, spin = 6.25e-4;
    double F[2][2]; /* slip in the middle, and at d/6; grids */
    int grids = brief() ? 1 : 2;
    for (int k = 0; k < grids; k++) {
        roll r = spin_case(1 << k);
        for (int early = 0; early < 2; early++) {
            friction_result o = steady(&r, 0, eta - early * spin * r.rolled / 3, spin);
            F[early][k] = o.force[1] / (0.3 * 82e3);
            printf("spin, %d cells, slip at %s: F_y/mu N %.4f, M %.1f N mm, %d stick\n", r.g.nx, early ? "d/6" : "d/2",
                   F[early][k], o.moment, o.report.stick);
            if (k || !early) continue;
            expect_within(F[1][0], -0.6074, 1e-4, NULL, "lateral force"); /* all printed digits, one off in the last */
            expect_within(o.moment, -48210, 10, NULL, "moment");
            ck_assert_int_eq(o.report.stick, 356);
            noted("spin and lateral creep, 44 x 44 cells, slip at d/6: lateral force over friction force",
                  "computed: the program CONTACT, example fastsim, half-space", -0.6074, F[1][0]);
        }
        roll_free(&r);
    }
    if (brief()) return;
    /* of first order in the cells, both: extrapolated they meet, and the middle is the nearer one */
    double limit[2];
    for (int early = 0; early < 2; early++) limit[early] = 2 * F[early][1] - F[early][0];
    printf("spin: extrapolated %.4f (d/2), %.4f (d/6)\n", limit[0], limit[1]);
    expect_within(limit[0], limit[1], 2e-3, NULL, "extrapolated");
    ck_assert(fabs(F[0][0] - limit[0]) < 0.6 * fabs(F[1][0] - limit[1]));
}
END_TEST

/* Different materials, no slip, no force (after Bentall and Johnson): they creep against each other. In the plane
 *   (1/pi) int q/(x - t) dt = -beta p - xi E* /2,  q = 0 at the front:  Q = -2 a beta p0 - pi a xi E* /2
 * with Hertz' pressure, which tractions are not let change: Q = 0 at xi = -2 beta a/(pi R). */
START_TEST(different_materials_creep) {
    grid g = {110, 1, 0.02, 2000, false};
    const double G = 82e3, nu = 0.28, R = 500;
    elastic_pair pair = elastic_pair_of(G, nu, INFINITY, 0);
    double E_star = pair.G / (1 - pair.nu), beta = pair.K / (1 - pair.nu), p0 = E_star / (2 * R);
    double *p = hertz_patch(&g, 1, 0, p0), *q = patch_pairs(&g), *s = patch_pairs(&g), unit = 2 * beta * p0 * g.dy;
    friction_grid *f = friction_grid_create(&g, &pair, g.dx);
    double Q[2];
    for (int k = 0; k < 2; k++) {
        double xi = -k * 2 * beta / (3.14159265358979 * R);
        friction_step step = {.mu = 100, .pressure = p, .shift = {xi * g.dx, 0}, .steady = true};
        friction_result r = friction_grid_step(f, &step, q, s);
        ck_assert(r.report.converged && r.report.slip <= 1);
        Q[k] = r.force[0] / unit;
    }
    friction_step freely = {.mu = 100, .pressure = p, .steady = true, .force_given = true};
    friction_result r = friction_grid_step(f, &freely, q, s);
    ck_assert(r.report.converged);
    expect_within(r.force[0] / unit, 0, 1e-5, NULL, "force that was asked for");
    expect_near(r.shift[0] / g.dx, -2 * beta / (3.14159265358979 * R), 0.03, NULL, "free creep");
    printf("different materials: force without creep %.4f (closed form -1), at the free creep %.4f\n", Q[0], Q[1]);
    expect_near(Q[0], -1, 0.03, NULL, "force without creep");
    expect_within(Q[1], 0, 0.03, NULL, "force at the free creep");
    friction_grid_destroy(f);
    free(p), free(q), free(s);
}
END_TEST

/* From rest: after three lengths of the contact the transient is the steady solution, whole cells or parts of them at a time. */
START_TEST(transient_becomes_steady) {
    const double part[] = {1, 0.6};
    for (int k = 0; k < 2; k++) {
        grid g = {22, 22, 0.8, 0.4, false};
        roll r = roll_make(g, 82e3, 0.28, 0.3, hertz_patch(&g, 8, 4, 1224), part[k] * g.dx);
        size_t n = grid_cells(&g);
        friction_result o = steady(&r, 3e-4, -6.25e-4, 6.25e-4);
        double *q = patch_pairs(&g), *before = patch_pairs(&g);
        friction_step step = {.mu = r.mu,
                              .pressure = r.p,
                              .q0 = before,
                              .shift = {3e-4 * r.rolled, -6.25e-4 * r.rolled},
                              .twist = 6.25e-4 * r.rolled};
        friction_result t = {0};
        double first = 0;
        for (int i = 0; i * r.rolled < 3 * 20; i++) {
            memcpy(before, q, 2 * n * sizeof *q);
            t = friction_grid_step(r.f, &step, q, r.s);
            ck_assert(t.report.converged);
            if (i == 0) first = t.force[1];
        }
        printf("rolled %.1f cells a step: steady %.5f %.5f, transient %.5f %.5f\n", part[k], o.force[0], o.force[1],
               t.force[0], t.force[1]);
        ck_assert(fabs(first) < 0.2 * fabs(t.force[1])); /* it started elsewhere */
        expect_near(t.force[0], o.force[0], 0.01, NULL, "Fx");
        expect_near(t.force[1], o.force[1], 0.01, NULL, "Fy");
        free(q), free(before);
        roll_free(&r);
    }
}
END_TEST

/* Any shift, twist, creepage and spin, of like and of different materials, round and oblong patches, from rest and from what was
 * before: all come to the residual. */
START_TEST(always_ends) {
    unsigned long long state = 88172645463325252u;
    double uniform[8];
    int most = 0, cases = brief() ? 20 : 80;
    for (int k = 0; k < cases; k++) {
        for (int i = 0; i < 8; i++) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            uniform[i] = (double)(state >> 11) * 0x1p-53;
        }
        bool rolls = k % 2;
        double b = 0.4 + 2 * uniform[0];
        grid g = {20 + k % 13, 20 + k % 7, 2.2 / (20 + k % 13), 2.2 * b / (20 + k % 7), false};
        elastic_pair pair = elastic_pair_of(1, 0.1 + 0.4 * uniform[1], k % 3 ? 1 : INFINITY, 0.1 + 0.4 * uniform[1]);
        double *p = hertz_patch(&g, 1, b, 1e-3), *q = patch_pairs(&g), *s = patch_pairs(&g);
        friction_grid *f = friction_grid_create(&g, &pair, rolls ? g.dx * (0.4 + uniform[2]) : 0);
        double size = 1e-3 * pow(10, 3 * uniform[3] - 2.5) * (rolls ? g.dx : 1);
        friction_step step = {
            .mu = 0.05 + 0.6 * uniform[4], .pressure = p, .steady = rolls, .twist = size * (uniform[5] - 0.5)};
        step.shift[0] = size * (uniform[6] - 0.5), step.shift[1] = size * (uniform[7] - 0.5);
        friction_result r = friction_grid_step(f, &step, q, s);
        if (r.report.steps > most) most = r.report.steps;
        ck_assert_msg(r.report.converged, "case %d: residual %g after %d steps, %d rounds", k, r.report.residual,
                      r.report.steps, r.rounds);
        friction_grid_destroy(f);
        free(p), free(q), free(s);
    }
    printf("always_ends: %d cases, at most %d steps\n", cases, most);
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&carter,
                                       &creep_of_a_wheel,
                                       &coefficients,
                                       &coefficients_of_ellipses,
                                       &spin_and_where_slip_is_taken,
                                       &different_materials_creep,
                                       &transient_becomes_steady,
                                       &always_ends};
    return suite_main("field_rolling", all, sizeof all / sizeof *all);
}
