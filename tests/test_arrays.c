/* Calculators over arrays against those of one contact, bit for bit; series of all steps; faults. */
#include <math.h>
#include <string.h>

#include "abut/arrays.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

enum { N = 2300 }; /* more than two blocks */
static double P[N], Q[N], E[N], H[N], F[N], column[18][N];
static const abut_series nothing = {0};

static void fill(void) {
    chance c = {7};
    for (int i = 0; i < N; i++) {
        Q[i] = exp(chance_uniform(&c, 0, 8));
        P[i] = Q[i] * exp(chance_uniform(&c, -9, 0));
        E[i] = exp(chance_uniform(&c, 15, 26));
        H[i] = exp(chance_uniform(&c, -16, -9));
        F[i] = exp(chance_uniform(&c, -2, 9));
    }
}

static void expect_same(double x, double y, const char *what, int i) {
    ck_assert_msg(!memcmp(&x, &y, sizeof x), "%s of contact %d: %.17g, alone %.17g", what, i, x, y);
}

static abut_array_faults point(const char *law, const abut_point_inputs *in, const abut_point_arrays *out) {
    abut_array_faults faults;
    abut_choice choice = {.type = law};
    ck_assert_int_eq(abut_point_many(&choice, N, in, out, &faults), ABUT_OK);
    ck_assert_uint_eq(faults.count, 0);
    return faults;
}

START_TEST(points) {
    fill();
    abut_point_arrays all = {column[0], column[1], column[2], column[3], column[4], column[5],
                             column[6], column[7], column[8], column[9], column[10]};
    for (int by_force = 0; by_force < 2; by_force++)
        for (int law = 0; law < 2; law++) {
            const char *name = law ? "volumetric" : "hertz";
            abut_point_inputs in = {{P, 1},
                                    {Q, 1},
                                    {E, 1},
                                    by_force ? nothing : (abut_series){H, 1},
                                    by_force ? (abut_series){F, 1} : nothing};
            point(name, &in, &all);
            for (int i = 0; i < N; i += law ? 7 : 1) {
                abut_hertz one;
                abut_message why = {0};
                abut_choice choice = {.type = name};
                if (law)
                    must(abut_point_contact(&choice, P[i], Q[i], E[i], by_force ? NAN : H[i], by_force ? F[i] : NAN,
                                            &one, &why));
                else if (by_force)
                    must(abut_hertz_from_force(P[i], Q[i], E[i], F[i], &one));
                else
                    must(abut_hertz_from_approach(P[i], Q[i], E[i], H[i], &one));
                const double row[] = {one.force,     one.approach, one.a,     one.b,     one.p_max,        one.p_mean,
                                      one.stiffness, one.energy,   one.dF_dP, one.dF_dQ, one.eccentricity2};
                for (int k = 0; k < 11; k++) expect_same(column[k][i], row[k], name, i);
            }
        }
}
END_TEST

/* Any step, force and semi-axes alone: the same as from arrays that lie together, to the rounding of the two kernels. */
START_TEST(steps) {
    static double strided[3 * N], back[N], E_one = 1.1e11, force[N], a[N], b[N];
    fill();
    for (int i = 0; i < N; i++) {
        strided[3 * i] = P[i];
        back[N - 1 - i] = H[i];
        E[i] = E_one;
    }
    H[5] = back[N - 6] = -1e-6;
    abut_hertz_array(N, P, Q, E, H, force, a, b);
    abut_point_inputs in = {{strided, 3}, {Q, 1}, {&E_one, 0}, {back + N - 1, -1}, nothing};
    point(NULL, &in, &(abut_point_arrays){.force = column[0], .a = column[2], .b = column[3]});
    for (int i = 0; i < N; i++) {
        expect_same(column[0][i], force[i], "force", i);
        expect_same(column[2][i], a[i], "a", i);
        expect_same(column[3][i], b[i], "b", i);
    }
    point(NULL, &in, &(abut_point_arrays){.force = column[0], .p_max = column[4], .approach = column[1]});
    double worst = 0;
    for (int i = 0; i < N; i++) expect_near(column[0][i], (long double)force[i], 3e-15, &worst, "force of %d", i);
    ck_assert(column[0][5] == 0 && column[4][5] == 0 && column[1][5] == -1e-6);
}
END_TEST

START_TEST(point_faults) {
    fill();
    abut_array_faults faults;
    abut_point_inputs in = {{P, 1}, {Q, 1}, {E, 1}, {H, 1}, nothing};
    for (int full = 0; full < 2; full++) {
        abut_point_arrays out = {.force = column[0], .a = column[2], .p_max = full ? column[4] : NULL};
        fill();
        P[700] = -1;
        E[900] = 0;
        H[901] = NAN;
        E[1950] = 1e300, H[1950] = 1e100; /* an infinite force */
        ck_assert_int_eq(abut_point_many(NULL, N, &in, &out, &faults), ABUT_BAD_VALUE);
        ck_assert_uint_eq(faults.count, 4);
        ck_assert_uint_eq(faults.first, 700);
        ck_assert_str_eq(faults.message.place.key, "P");
        ck_assert(strstr(faults.message.text, "0 < P <= Q is wanted, got P = -1 1/m") != NULL);
        ck_assert(isnan(column[0][700]) && isnan(column[0][900]) && isnan(column[2][901]) && isnan(column[0][1950]) &&
                  column[0][902] > 0);
        P[700] = Q[700];
        (void)abut_point_many(NULL, N, &in, &out, &faults);
        ck_assert_str_eq(faults.message.place.key, "E_star");
        E[900] = 1;
        (void)abut_point_many(NULL, N, &in, &out, &faults);
        ck_assert_str_eq(faults.message.place.key, "approach");
        ck_assert_uint_eq(faults.first, 901);
    }
    in.approach = nothing;
    ck_assert_int_eq(abut_point_many(NULL, N, &in, &(abut_point_arrays){column[0]}, &faults), ABUT_MISSING);
    ck_assert(faults.count == N && isnan(column[0][0]) && isnan(column[0][N - 1]));
    in.force = (abut_series){F, 1};
    F[3] = -2;
    (void)abut_point_many(NULL, N, &in, &(abut_point_arrays){column[0]}, &faults);
    ck_assert(faults.first == 3 && faults.count == 1 && strstr(faults.message.text, "-2 N") != NULL);
    ck_assert_str_eq(faults.message.place.key, "force");
}
END_TEST

START_TEST(lines) {
    fill();
    abut_array_faults faults;
    double length = 0.012;
    for (int i = 0; i < N; i++) E[i] += 5e9, Q[i] += 10;
    abut_line_inputs in = {{&length, 0}, {Q, 1}, {E, 1}, nothing, {F, 1}};
    abut_line_arrays out = {column[0], column[1], column[2], column[3], column[4],
                            column[5], column[6], column[7], column[8], column[9]};
    ck_assert_int_eq(abut_line_many(ABUT_LINE_ASYMPTOTIC, N, &in, &out, &faults), ABUT_OK);
    int invalid = 0;
    for (int i = 0; i < N; i += 13) {
        abut_line_out o;
        must(abut_line_contact(&(abut_line_in){ABUT_LINE_ASYMPTOTIC, length, Q[i], E[i], NAN, F[i]}, &o, NULL));
        const double row[] = {o.force,     o.approach, o.half_width, o.p_max,          o.p_mean,
                              o.stiffness, o.energy,   o.dF_drho,    o.dapproach_drho, o.valid};
        for (int k = 0; k < 10; k++) expect_same(column[k][i], row[k], "line", i);
        invalid += !o.valid;
    }
    ck_assert_int_gt(invalid, 0);
    length = -1;
    ck_assert_int_eq(abut_line_many(ABUT_LINE_STRIP, N, &in, &out, &faults), ABUT_BAD_VALUE);
    ck_assert(faults.count == N && faults.first == 0 && faults.message.text[0] && isnan(column[9][N - 1]));
}
END_TEST

START_TEST(films) {
    fill();
    abut_array_faults faults;
    abut_film_law law;
    must(abut_film_choose(NULL, false, &law, NULL));
    double rho_x = 200, rho_y = 40, eta = 0.04, alpha = 2e-8, E_prime = 2.3e11, u[N];
    for (int i = 0; i < N; i++) u[i] = 0.01 * (i + 1);
    abut_film_inputs in = {.force = {F, 1},
                           .rho_x = {&rho_x, 0},
                           .rho_y = {&rho_y, 0},
                           .u_sum = {u, 1},
                           .eta0 = {&eta, 0},
                           .alpha = {&alpha, 0},
                           .E_prime = {&E_prime, 0}};
    abut_film_arrays out;
    for (int k = 0; k < 18; k++) ((double **)&out)[k] = column[k];
    ck_assert_int_eq(abut_film_many(&law, N, &in, &out, &faults), ABUT_OK);
    for (int i = 0; i < N; i += 17) {
        abut_film_out o;
        must(abut_film_eval(&law,
                            &(abut_film_in){.force = F[i],
                                            .rho_x = rho_x,
                                            .rho_y = rho_y,
                                            .u_sum = u[i],
                                            .eta0 = eta,
                                            .alpha = alpha,
                                            .E_prime = E_prime},
                            &o, NULL));
        const double row[] = {o.h_c, o.h_min,  o.M,     o.L,      o.D,     o.H,     o.RI,        o.EI,        o.RP,
                              o.EP,  o.regime, o.p_max, o.beyond, o.dh_dF, o.dh_du, o.dh_drho_x, o.dh_drho_y, o.dh_dE};
        for (int k = 0; k < 18; k++) expect_same(column[k][i], row[k], "film", i);
    }
    in.length = in.rho_y;
    ck_assert_int_eq(abut_film_many(&law, N, &in, &out, &faults), ABUT_MISSING);
    in.length = nothing;
    rho_y = 300;
    ck_assert_int_eq(abut_film_many(&law, N, &in, &out, &faults), ABUT_BAD_VALUE);
}
END_TEST

START_TEST(frictions) {
    fill();
    abut_array_faults faults;
    abut_mixed c = {.E_prime = 2.3e11,
                    .rho_x = 150,
                    .length = 0.01,
                    .oil = {.eta0 = 0.01, .alpha = 2e-8, .tau0 = 5e6, .limit_slope = 0.08, .tau_min = 1000},
                    .rough = {.sigma = 3e-7, .asperity_radius = 1e-5, .density = 1e10},
                    .mu_boundary = 0.1,
                    .v_eps = 1e-3};
    double u[N], v = 0.3, sigma[N];
    for (int i = 0; i < N; i++) u[i] = 0.1 + 0.01 * i, sigma[i] = 1e-7 * (1 + i % 5), F[i] += 5;
    abut_friction_inputs in = {.force = {F, 1}, .u_sum = {u, 1}, .v = {&v, 0}, .sigma = {sigma, 1}};
    abut_friction_arrays out;
    for (int k = 0; k < 12; k++) ((double **)&out)[k] = column[k];
    ck_assert_int_eq(abut_friction_many(&c, N / 10, &in, &out, &faults), ABUT_OK);
    for (int i = 0; i < N / 10; i += 11) {
        abut_friction_force o;
        abut_mixed one = c;
        one.rough.sigma = sigma[i];
        must(abut_mixed_friction(&one, F[i], u[i], v, &o, NULL));
        const double row[] = {o.F_t,    o.F_hydro,   o.F_boundary, o.mu,         o.lambda_ratio, o.power,
                              o.dFt_dv, o.share.phi, o.share.h,    o.share.area, o.share.p_max,  o.share.alpha_c};
        for (int k = 0; k < 12; k++) expect_same(column[k][i], row[k], "friction", i);
    }
    /* each series takes the place of its own number of the contact */
    const double each[] = {2e11, 170, 0, 0.02, 0.02, 1.5e-8, 4e6, 2e-7, 0.08};
    abut_series *const series[] = {&in.E_prime, &in.rho_x, &in.rho_y, &in.length,     &in.eta0,
                                   &in.alpha,   &in.tau0,  &in.sigma, &in.mu_boundary};
    double *const number[] = {&c.E_prime,   &c.rho_x,    &c.rho_y,       &c.length,     &c.oil.eta0,
                              &c.oil.alpha, &c.oil.tau0, &c.rough.sigma, &c.mu_boundary};
    in.sigma = nothing;
    for (int k = 0; k < 9; k++) {
        double before = *number[k], with;
        *series[k] = (abut_series){&each[k], 0};
        ck_assert_int_eq(abut_friction_many(&c, 1, &in, &out, &faults), ABUT_OK);
        with = column[0][0];
        *series[k] = nothing;
        *number[k] = each[k];
        ck_assert_int_eq(abut_friction_many(&c, 1, &in, &out, &faults), ABUT_OK);
        expect_same(column[0][0], with, "friction by series", k);
        *number[k] = before;
        ck_assert_int_eq(abut_friction_many(&c, 1, &in, &out, &faults), ABUT_OK);
        ck_assert_msg(column[0][0] != with || each[k] == before, "series %d changes nothing", k);
    }
    in.v = nothing;
    ck_assert_int_eq(abut_friction_many(&c, 3, &in, &out, &faults), ABUT_MISSING);
    ck_assert(isnan(column[0][2]) && faults.count == 3);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&points, &steps, &point_faults, &lines, &films, &frictions};
    return suite_main("arrays", all, sizeof all / sizeof *all);
}
