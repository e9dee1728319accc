/* The friction law `mixed` on patches of its own making: limits, agreement with the plain calculation and of its two patches, spin,
 * rolling resistance. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/row4_math.h"
#include "mixed/asperity.h"
#include "mixed/roughness.h"
#include "mixed/traction.h"
#include "registry/registry.h"
#include "support/mixed_bench.h"
#include "support/near.h"
#include "support/rolling.h"
#include "support/scene.h"
#include "support/suite.h"

/* ---- limits ---- */
static void expect_finite(const bench *b, const char *what) {
    abut_traction t = at_patch(b, b->patch, true);
    for (int j = 0; j < ABUT_TRACTIONS; j++) {
        if (!isfinite(t.T[j])) ck_abort_msg("%s: T[%d] is %g", what, j, t.T[j]);
        for (int i = 0; i < ABUT_LOCALS; i++)
            if ((t.used & 1U << i) && !isfinite(t.dT[i][j])) ck_abort_msg("%s: row %d of T[%d]", what, i, j);
    }
    const double all[] = {t.loss,     t.film.T_fluid, t.film.T_boundary, t.film.T_rolling,
                          t.film.h_c, t.film.h_min,   t.film.lambda};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!isfinite(all[i])) ck_abort_msg("%s: number %zu", what, i);
}

/* Any load down to nothing, any speed: nothing but numbers, and friction goes with the load. */
START_TEST(extremes) {
    const abut_choice *const laws[] = {&point, &plastic, &tanh_law, &ellipse, &tanh_ellipse};
    static const double loads[] = {-10, 0, 1e-300, 1e-31, 1e-29, 1e-20, 1e-10, 1e-3, 1, 1e5};
    static const double speeds[] = {0, 1e-300, 1e-29, 1e-10, 1e-3, 1, 1e3};
    char what[100];
    for (int i = 0; i < 5; i++)
        for (int kind = 0; kind < (i < 3 ? 8 : 4); kind++) {
            bench b = bench_make(laws[i], kind >= 4);
            if (kind & 1) b.film.rough.sigma = 0;
            if (kind & 2) b.film.oil.shear = ABUT_NEWTON, b.film.oil.limit_slope = b.film.oil.tau_min = 0;
            for (int j = 0; j < 10; j++)
                for (int k = 0; k < 49; k++) {
                    b.N = loads[j];
                    b.patch.u1 = 0;
                    b.patch.u2 = speeds[k % 7];
                    b.patch.v1 = speeds[k / 7];
                    b.patch.w1 = speeds[k / 7];
                    b.patch.v2 = 0;
                    (void)snprintf(what, sizeof what, "law %d kind %d, N %g, u %g, v %g", i, kind, b.N, b.patch.u2,
                                   b.patch.v1);
                    expect_finite(&b, what);
                    abut_traction t = now(&b);
                    if (b.N <= 1e-31 && !(t.T[0] == 0 && t.loss == 0)) ck_abort_msg("%s: friction %g", what, t.T[0]);
                    bool usual = b.patch.v1 <= 1 && (b.patch.u2 == 0 || b.patch.u2 >= 1e-3);
                    if (b.N < 1e-15 && usual && !(fabs(t.T[0]) < 1e-9)) ck_abort_msg("%s: friction %g", what, t.T[0]);
                }
            free(b.self);
        }
}
END_TEST

START_TEST(limits) {
    bench b = bench_make(&point, true);
    double full = tanh(hypot(b.patch.v1, b.patch.v2) / 0.02) * 0.12 * 2000;
    b.film.oil.shear = ABUT_EYRING;
    b.patch.u2 = 0; /* entrainment of a line is across it: u1 makes no film */
    abut_traction t = now(&b);
    ck_assert(t.film.fluid_share == 0 && t.film.T_rolling == 0);
    expect_near(t.film.T_boundary, full, 1e-14, NULL, "boundary friction");
    expect_near(hypot(t.T[0], t.T[1]), full, 1e-4, NULL, "nothing else but the oil in the valleys");
    expect_near(t.T[0] * b.patch.v2, t.T[1] * b.patch.v1, 1e-14, NULL, "against the slip");
    b.patch.u2 = 1e-9;
    expect_near(now(&b).film.T_boundary, full, 1e-6, NULL, "slow entrainment");
    b.patch.u2 = 5;
    b.film.rough.sigma = 0;
    t = now(&b);
    ck_assert(t.film.fluid_share == 1 && t.film.T_boundary == 0 && t.film.lambda == 0 && t.film.T_fluid > 0);
    b.patch.u2 = 0; /* neither film nor roughness: dry */
    t = now(&b);
    ck_assert(t.film.fluid_share == 0 && t.film.h_c == 0);
    expect_near(hypot(t.T[0], t.T[1]), full, 1e-14, NULL, "dry");
    b.film.rough.sigma = 2e-7;
    b.patch.u2 = 1;
    b.patch.v1 = b.patch.v2 = 0;
    t = at_patch(&b, b.patch, true);
    ck_assert(t.T[0] == 0 && t.T[1] == 0 && t.mode == 1);
    double slope = t.dT[ABUT_L_V1][ABUT_T1];
    ck_assert(slope < 0 && t.dT[ABUT_L_V2][ABUT_T2] == slope && t.dT[ABUT_L_V1][ABUT_T2] == 0);
    b.patch.v1 = 1e-9;
    expect_near(now(&b).T[0] / 1e-9, slope, 1e-6, NULL, "smooth at rest");
    free(b.self);
}
END_TEST

/* ---- the plain calculation, the two patches ---- */
START_TEST(plain_calculation) {
    for (int line = 0; line < 2; line++) {
        bench b = bench_make(&point, line);
        for (double N = 5; N < 1e4; N *= 3)
            for (double u = 1e-3; u < 20; u *= 4)
                for (double v = 1e-4; v < 3; v *= 9) {
                    abut_mixed m = {.E_prime = b.film.E_prime,
                                    .rho_x = 100,
                                    .rho_y = line ? 0 : 40,
                                    .length = 0.01,
                                    .film = b.film.law,
                                    .oil = b.film.oil,
                                    .rough = b.film.rough,
                                    .mu_boundary = 0.12,
                                    .v_eps = 0.02};
                    abut_friction_force want;
                    b.N = N;
                    b.patch.v1 = 0.6 * v, b.patch.v2 = -0.8 * v;
                    b.patch.u1 = line ? 3 : 0.6 * u, b.patch.u2 = line ? u : 0.8 * u;
                    must(abut_mixed_friction(&m, N, u, v, &want, NULL));
                    abut_traction t = now(&b);
                    expect_near(-t.T[0], 0.6 * want.F_t, 1e-12, NULL, "T1 at %g %g %g", N, u, v);
                    expect_near(t.T[1], 0.8 * want.F_t, 1e-12, NULL, "T2 at %g %g %g", N, u, v);
                    expect_near(t.film.T_fluid, want.F_hydro, 1e-12, NULL, "film at %g %g %g", N, u, v);
                    expect_near(t.film.h_c, want.share.h, 1e-12, NULL, "h at %g %g", N, u);
                    expect_near(t.film.fluid_share, want.share.phi, 1e-12, NULL, "phi at %g %g", N, u);
                    if (!(t.film.h_min <= t.film.h_c && t.film.lambda == t.film.h_min / b.film.rough.sigma))
                        ck_abort_msg("least film %g", t.film.h_min);
                }
        free(b.self);
    }
}
END_TEST

/* pressure_tanh of the calculator, which is for Barus and Newton, times tanh(v/v_eps) in the boundary part */
START_TEST(plain_pressure_tanh) {
    bench b = bench_make(&tanh_law, false);
    b.film.oil = (abut_lubricant){.eta0 = 0.02, .alpha = 1.8e-8, .viscosity = ABUT_BARUS, .shear = ABUT_NEWTON};
    for (double N = 5; N < 300; N *= 3)
        for (double v = 1e-3; v < 3; v *= 9) {
            abut_film_in in = {false, N, 100, 40, 0, 1, b.film.oil.eta0, b.film.oil.alpha, b.film.E_prime};
            abut_film_out film;
            abut_hertz hertz;
            abut_pressure_tanh_result r;
            must(abut_film_eval(&b.film.law, &in, &film, NULL));
            must(abut_hertz_from_force(20, 50, b.film.E_prime / 2, N, &hertz));
            abut_contact_pressure given = {.E_prime = b.film.E_prime,
                                           .rough = b.film.rough,
                                           .h = film.h_c,
                                           .p = hertz.p_mean,
                                           .area = PI * hertz.a * hertz.b,
                                           .mu_boundary = 0.12,
                                           .tau_e = 2e7,
                                           .eta0 = b.film.oil.eta0,
                                           .alpha = b.film.oil.alpha,
                                           .u_rel = v};
            must(abut_pressure_tanh(&given, &r));
            b.N = N;
            b.patch.v1 = v, b.patch.v2 = 0;
            b.patch.u1 = 0, b.patch.u2 = 1;
            abut_traction t = now(&b);
            expect_near(t.film.T_fluid, r.F_hydro, 1e-12, NULL, "film at %g %g", N, v);
            expect_near(t.film.T_boundary, r.F_boundary * tanh(v / 0.02), 1e-12, NULL, "boundary at %g %g", N, v);
        }
    free(b.self);
}
END_TEST

/* Without spin and rolling every node has the same slip. */
START_TEST(uniform_slip) {
    const abut_choice fine = {
        "mixed",
        {{.name = "v_eps", .value = 0.02}, {.name = "patch", .text = "ellipse"}, {.name = "strips", .value = 48}}};
    const abut_choice usual = {"mixed", {{.name = "v_eps", .value = 0.02}, {.name = "patch", .text = "ellipse"}}};
    bench b[3] = {bench_make(&point, false), bench_make(&fine, false), bench_make(&usual, false)};
    double worst[3] = {0};
    for (double N = 1; N < 1000; N *= 3)
        for (double v = 1e-4; v < 3; v *= 7) {
            abut_traction t[3];
            for (int i = 0; i < 3; i++) {
                b[i].N = N;
                b[i].patch.v1 = 0.6 * v, b[i].patch.v2 = 0.8 * v;
                t[i] = now(&b[i]);
                expect_near(t[i].T[0], t[0].T[0], i == 1 ? 4e-3 : 2e-2, &worst[i], "%d: T1 at %g %g", i, N, v);
                expect_near(t[i].T[1], t[0].T[1], i == 1 ? 4e-3 : 2e-2, &worst[i], "%d: T2 at %g %g", i, N, v);
                expect_near(t[i].film.T_boundary, t[0].film.T_boundary, 1e-12, NULL, "%d: boundary", i);
                expect_within(t[i].T[ABUT_MN] / N, 0, 1e-15, NULL, "%d: drilling", i);
            }
        }
    printf("uniform_slip: 48 strips %.1e, 12 strips %.1e\n", worst[1], worst[2]);
    for (int i = 0; i < 3; i++) free(b[i].self);
}
END_TEST

/* Boundary friction alone, spinning fast: Coulomb's drilling moment (3/8) mu N a E(1 - b^2/a^2). */
START_TEST(spin) {
    const abut_choice law = {
        "mixed",
        {{.name = "v_eps", .value = 1e-7}, {.name = "patch", .text = "ellipse"}, {.name = "rolling", .value = 0}}};
    bench b = bench_make(&law, false);
    b.patch.u1 = b.patch.u2 = b.patch.v1 = b.patch.v2 = 0;
    b.film.oil.eta0 = 0;
    b.patch.wn = 10;
    abut_hertz hertz;
    must(abut_hertz_from_force(20, 50, b.film.E_prime / 2, b.N, &hertz));
    abut_traction t = now(&b);
    double want = 0.375 * 0.12 * b.N * hertz.a * abut_elliptic_E(1 - hertz.b * hertz.b / (hertz.a * hertz.a));
    expect_near(-t.T[ABUT_MN], want, 2e-3, NULL, "drilling moment");
    expect_near(t.film.loss_spin, want * 10, 2e-3, NULL, "loss by spin");
    expect_near(t.loss, t.film.loss_spin, 1e-12, NULL, "all loss is by spin");
    free(b.self);
}
END_TEST

/* ---- rolling resistance ---- */
START_TEST(rolling) {
    for (int line = 0; line < 2; line++) {
        bench b = bench_make(&point, line);
        b.patch.v1 = b.patch.v2 = b.patch.u1 = 0;
        b.patch.u2 = 8;
        b.patch.w1 = -100 * b.patch.u2 / 2; /* pure rolling: w = rho_x times the mean surface speed */
        abut_traction t = now(&b);
        double by[SHARE_BY];
        abut_mixed m = {.E_prime = b.film.E_prime,
                        .rho_x = 100,
                        .rho_y = line ? 0 : 40,
                        .length = 0.01,
                        .film = b.film.law,
                        .oil = b.film.oil};
        double F = rolling_force(&m, b.N, 8, by);
        expect_near(t.film.T_rolling, F, 2e-5, NULL, "force");
        expect_near(t.T[ABUT_M1], 2 * F / 100, 2e-5, NULL, "moment against the rolling");
        expect_near(t.loss, F * 8, 2e-5, NULL, "loss: the force of each surface times its speed");
        ck_assert(t.T[ABUT_M2] == 0 && t.T[ABUT_T1] == 0 && t.T[ABUT_T2] == 0);
        free(b.self);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &extremes, &limits, &plain_calculation, &plain_pressure_tanh, &uniform_slip, &spin, &rolling};
    return suite_main("mixed_limits", all, sizeof all / sizeof *all);
}
