/* Film law 'ehl': the solver at the nodes of its lattice, slopes against differences, the load of a prescribed approach against the solver held at it,
 * contacts of the element, refusals. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/ehl.h"
#include "abut/field.h"
#include "abut/lubrication.h"
#include "film/contact.h"
#include "film/film.h"
#include "support/near.h"
#include "support/suite.h"

/* The law by the registry of contact on a grid, 64 cells. */
static abut_film_law chosen(bool line) {
    abut_choice c = {"ehl", {{.name = "n", .value = 64}, {.name = "compressible", .value = 0}}};
    abut_args args;
    abut_film_law law;
    abut_message why = {0};
    ck_assert_msg(film_choose(abut_field_types(), &c, line, &args, &law, &why) == ABUT_OK, "%s", why.text);
    return law;
}

/* E' = rho_x = U = 1: then M is the force and L is alpha. */
static abut_film_out film(const abut_film_law *law, abut_film_in in) {
    abut_film_out out;
    abut_message why = {0};
    ck_assert_msg(abut_film_eval(law, &in, &out, &why) == ABUT_OK, "%s", why.text);
    return out;
}
static abut_film_in pure(double M, double L, double D) { return (abut_film_in){D == 0, M, 1, D, 1, 1, 1, L, 1, 0, 0}; }

static void check_slopes(const abut_film_law *law, abut_film_in in, double *worst) {
    abut_film_out at = film(law, in);
    double *const x[3] = {&in.force, &in.u_sum, &in.E_prime}, slope[3] = {at.dh_dF, at.dh_du, at.dh_dE};
    for (int i = 0; i < 3; i++) {
        double was = *x[i], step = 1e-5 * was;
        *x[i] = was + step;
        double up = film(law, in).h_c;
        *x[i] = was - step;
        double down = film(law, in).h_c;
        *x[i] = was;
        expect_within(slope[i] * was / at.h_c, (up - down) / (2 * step) * was / at.h_c, 1e-7, worst, "slope %d", i);
    }
}

/* On a node, M = exp(10 x 0.35), L = exp(7 x 0.25) - 1, it is the solver on its usual domain, flooded, led to the limit of 64 and 128 cells, but for what coarser
 * grids lose; slopes in the cell beside it. */
START_TEST(is_the_solver) {
    abut_film_law law = chosen(false);
    double M = exp(10 * 0.35), L = expm1(7 * 0.25), worst = 0;
    abut_ehl_point *s;
    abut_ehl_point_result r;
    ck_assert_int_eq(abut_ehl_point_create(128, &s, NULL), ABUT_OK);
    ck_assert_int_eq(
        abut_ehl_point_solve(s, &(abut_ehl_point_def){.M = M, .L = L, .D = 1, .tol = 1e-6, .flooded = true}, &r, NULL),
        ABUT_OK);
    abut_ehl_point_destroy(s);
    abut_film_out o = film(&law, pure(M * (1 + 1e-12), L * (1 + 1e-12), 1));
    expect_near(o.H, r.limit_0, 0.01, &worst, "H_c");
    expect_near(o.h_min, r.limit_min, 0.015, &worst, "H_min");
    printf("is_the_solver: within %.1e,", worst);
    worst = 0;
    ck_assert(!o.beyond);
    check_slopes(&law, pure(M * exp(0.35 * 0.2), expm1(0.25 * 7.4), 1), &worst);
    printf(" slopes %.1e\n", worst);
    law.type->drop(&law);
    ck_assert_ptr_null(law.table);
}
END_TEST

/* The same of a line: 64 and 128 cells against 400. */
START_TEST(is_the_line_solver) {
    abut_film_law law = chosen(true);
    double M = exp(9 * 0.35), L = expm1(8 * 0.25), worst = 0;
    abut_ehl_line *s;
    abut_ehl_line_result r;
    ck_assert_int_eq(abut_ehl_line_create(400, &s, NULL), ABUT_OK);
    ck_assert_int_eq(abut_ehl_line_solve(s, &(abut_ehl_line_def){.M = M, .L = L}, &r, NULL), ABUT_OK);
    abut_ehl_line_destroy(s);
    abut_film_out o = film(&law, pure(M, L, 0));
    expect_near(o.H, r.H_c, 0.01, &worst, "H_c");
    expect_near(o.h_min, r.H_min, 0.01, &worst, "H_min");
    printf("is_the_line_solver: within %.1e,", worst);
    worst = 0;
    check_slopes(&law, pure(M * exp(0.1), expm1(0.25 * 7.7), 0), &worst);
    check_slopes(&law, pure(0.6, 7, 0), &worst); /* between the least M of its hull and the formula */
    printf(" slopes %.1e\n", worst);
    law.type->drop(&law);
}
END_TEST

START_TEST(beyond) {
    abut_film_law law = chosen(false), nvm;
    ck_assert_int_eq(abut_film_choose(&(abut_choice){"nvm", {{.name = "compressible", .value = 0}}}, false, &nvm, NULL),
                     ABUT_OK);
    abut_film_out o = film(&law, pure(1.2, 5, 1)), n = film(&nvm, pure(1.2, 5, 1));
    ck_assert(o.beyond);
    expect_near(o.H, n.H, 1e-12, NULL, "light");
    expect_near(o.dh_dE, n.dh_dE, 1e-6, NULL, "slope of a light one");
    o = film(&law, pure(1.2, 5, exp(-0.7))), n = film(&nvm, pure(1.2, 5, exp(-0.7)));
    expect_near(o.H, n.H, 1e-12, NULL, "light ellipse");
    expect_near(o.dh_drho_y, n.dh_drho_y, 1e-6, NULL, "its slope by rho_y");
    /* the hull: M 5 to 1500, L to 30, D from 0.05 */
    static const double in[][3] = {{5.01, 5, 0.4}, {1499, 5, 0.4}, {50, 29.9, 0.4}, {50, 5, 0.0501}},
                        out[][3] = {{4.99, 5, 0.4}, {1501, 5, 0.4}, {50, 30.1, 0.4}, {50, 5, 0.0499}};
    for (int k = 0; k < 4; k++) {
        const film_numbers a = {.M = log(in[k][0]), .L = log(in[k][1]), .D = log(in[k][2])},
                           b = {.M = log(out[k][0]), .L = log(out[k][1]), .D = log(out[k][2])};
        ck_assert_msg(!law.type->beyond(&law, &a, NULL) && law.type->beyond(&law, &b, NULL), "end %d of the hull", k);
    }
    law.type->drop(&law);
}
END_TEST

static const abut_lubricant oil = {.eta0 = 0.02, .alpha = 2e-8, .tau0 = 5e6};
static const abut_material steel = {.E = 2.1e11, .nu = 0.3};
static const double E_star = 0.5 * 2.1e11 / 0.91;

static abut_status create(const abut_choice *choice, bool roller, abut_element **out, abut_message *why) {
    abut_element_def def = {.a = {.shape = {"plane", {{0}}}, .material = steel},
                            .b = {.shape = {"sphere", {{.name = "radius", .value = 0.01}}}, .material = steel},
                            .registry = abut_field_types()};
    if (roller) {
        def.a.shape = (abut_choice){"cylinder", {{.name = "radius", .value = 0.03}}};
        def.b.shape = (abut_choice){"roller", {{.name = "radius", .value = 0.008}, {.name = "length", .value = 0.012}}};
        def.law.normal.type = "line";
    }
    def.law.film = *choice;
    def.law.lubricant = &oil;
    return abut_element_create(&def, out, why);
}

/* A ball pressed by a prescribed approach: the solver, its gap held at that approach, carries the same load. */
START_TEST(prescribed_approach) {
    abut_element *e;
    abut_message why = {0};
    const double R = 0.01, d = 0.4e-6;
    const abut_choice law = {"ehl", {{.name = "n", .value = 64}, {.name = "compressible", .value = 0}}};
    ck_assert_msg(create(&law, false, &e, &why) == ABUT_OK, "%s", why.text);
    abut_element_in in = {.b = {.r = {0, 0, R - d}}, .vb = {.w = {0, 300, 0}}};
    abut_element_out out = {.want_frame = true};
    ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
    abut_element_destroy(e);
    abut_ehl_point *s;
    abut_ehl_point_result r;
    abut_hertz dry;
    const abut_ehl_point_def def = {.M = out.film.M, .L = out.film.L, .D = 1, .flooded = true};
    ck_assert_int_eq(abut_hertz_from_force(0.5 / R, 0.5 / R, E_star, out.N, &dry), ABUT_OK);
    ck_assert_int_eq(abut_ehl_point_create(128, &s, NULL), ABUT_OK);
    ck_assert_int_eq(abut_ehl_point_solve(s, &def, &r, NULL), ABUT_OK);
    ck_assert_int_eq(
        abut_ehl_point_step(
            s, &def, &(abut_ehl_point_move){.dT = 1e6, .held = true, .offset = -d * R / (dry.a * dry.a)}, &r, &why),
        ABUT_OK);
    abut_ehl_point_destroy(s);
    printf("prescribed_approach: M %.1f L %.2f h_c %.1f nm, %.4g N; the solver held there carries %.4f of it\n",
           out.film.M, out.film.L, 1e9 * out.film.h_c, out.N, r.load);
    expect_near(r.load, 1, 0.01, NULL, "load");
}
END_TEST

/* A roller on a shaft: the element's force is that at which the dry approach less the separation is the approach; its film that of the line solver. */
START_TEST(rollers) {
    abut_element *e, *dry;
    abut_message why = {0};
    abut_element_in in = {.a = {.q = {1, 0, 0, 0}},
                          .b = {.r = {0.038 - 2e-6, 0, 0}, .q = {1, 0, 0, 0}},
                          .va = {.w = {0, 0, 60}},
                          .vb = {.w = {0, 0, -225}}};
    abut_element_out out = {.want_frame = true}, bare = {0};
    ck_assert_msg(create(&(abut_choice){"ehl", {{.name = "n", .value = 64}, {.name = "compressible", .value = 0}}},
                         true, &e, &why) == ABUT_OK,
                  "%s", why.text);
    ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
    abut_element_destroy(e);
    ck_assert(out.film.M > 1 && !out.film.beyond);
    /* dry, pressed deeper by the separation of the solution */
    abut_ehl_line *s;
    abut_ehl_line_result r;
    ck_assert_int_eq(abut_ehl_line_create(400, &s, NULL), ABUT_OK);
    ck_assert_int_eq(abut_ehl_line_solve(s, &(abut_ehl_line_def){.M = out.film.M, .L = out.film.L}, &r, NULL), ABUT_OK);
    abut_ehl_line_destroy(s);
    double R = 1 / (1 / 0.03 + 1 / 0.008), b = sqrt(4 * out.N * R / (acos(-1) * E_star * 0.012));
    double apart = (r.offset + 0.5 * (log(2) + 0.5)) * b * b / R;
    ck_assert_int_eq(create(&(abut_choice){"ehl", {{.name = "carries", .value = 0}}}, true, &dry, &why), ABUT_OK);
    in.b.r.x -= apart;
    ck_assert_int_eq(abut_element_eval(dry, &in, &bare), ABUT_OK);
    abut_element_destroy(dry);
    printf("rollers: M %.1f L %.2f h_c %.1f nm, separation %.1f nm, %.5g N and %.5g N\n", out.film.M, out.film.L,
           1e9 * out.film.h_c, 1e9 * apart, out.N, bare.N);
    expect_near(out.film.h_c, r.H_c / (8 * out.film.M / acos(-1)) * b * b / R, 0.01, NULL, "film");
    expect_near(out.N, bare.N, 2e-3, NULL, "force");
}
END_TEST

START_TEST(refusals) {
    abut_element *e;
    abut_message why = {0};
    ck_assert_int_eq(create(&(abut_choice){"ehl", {{.name = "n", .value = 100}}}, false, &e, &why), ABUT_BAD_VALUE);
    ck_assert_msg(strstr(why.text, "cells"), "%s", why.text);
    why = (abut_message){0};
    ck_assert_int_eq(create(&(abut_choice){"ehl", {{.name = "n", .value = 2048}}}, false, &e, &why), ABUT_BAD_VALUE);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&is_the_line_solver, &beyond, &refusals, &rollers, &is_the_solver,
                                              &prescribed_approach};
    return suite_main("ehl_film", all, brief() ? 3 : 6);
}
