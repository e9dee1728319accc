/* Film law 'ehl': the solver at the nodes of its lattice, slopes against differences, a contact of the element, refusals. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/ehl.h"
#include "abut/field.h"
#include "abut/lubrication.h"
#include "film/contact.h"
#include "support/near.h"
#include "support/suite.h"

/* The law by the registry of contact on a grid, 64 cells. */
static abut_film_law chosen(void) {
    abut_choice c = {"ehl", {{.name = "n", .value = 64}, {.name = "compressible", .value = 0}}};
    abut_args args;
    abut_film_law law;
    abut_message why = {0};
    ck_assert_msg(film_choose(abut_field_types(), &c, false, &args, &law, &why) == ABUT_OK, "%s", why.text);
    return law;
}

/* E' = rho_x = U = 1: then M is the force and L is alpha. */
static abut_film_out film(const abut_film_law *law, abut_film_in in) {
    abut_film_out out;
    abut_message why = {0};
    ck_assert_msg(abut_film_eval(law, &in, &out, &why) == ABUT_OK, "%s", why.text);
    return out;
}
static abut_film_in pure(double M, double L, double D) { return (abut_film_in){false, M, 1, D, 1, 1, 1, L, 1, 0, 0}; }

static double solved(int n, double M, double L, double *least) {
    abut_ehl_point *s;
    abut_ehl_point_result r;
    ck_assert_int_eq(abut_ehl_point_create(n, &s, NULL), ABUT_OK);
    ck_assert_int_eq(
        abut_ehl_point_solve(s, &(abut_ehl_point_def){.M = M, .L = L, .D = 1, .tol = 1e-6, .flooded = true}, &r, NULL),
        ABUT_OK);
    *least = r.H_min;
    abut_ehl_point_destroy(s);
    return r.H_c;
}

/* On a node, M = exp(10 x 0.35), L = exp(7 x 0.25) - 1, it is the solver, led to the limit of 32 and 64 cells; slopes in the cell beside it. */
START_TEST(is_the_solver) {
    abut_film_law law = chosen();
    double M = exp(10 * 0.35), L = expm1(7 * 0.25), least[2], H[2];
    for (int i = 0; i < 2; i++) H[i] = solved(32 << i, M, L, &least[i]);
    abut_film_out o = film(&law, pure(M * (1 + 1e-12), L * (1 + 1e-12), 1));
    expect_near(o.H, H[1] * pow(H[1] / H[0], 1.0 / 3), 1e-8, NULL, "H_c");
    expect_near(o.h_min, least[1] * pow(least[1] / least[0], 1.0 / 3), 1e-8, NULL, "H_min");
    ck_assert(!o.beyond);
    double worst = 0;
    for (int k = 0; k < 1; k++) {
        abut_film_in in = pure(M * exp(0.35 * (0.2 + 0.3 * k)), expm1(0.25 * (7.4 + 0.1 * k)), 1);
        abut_film_out at = film(&law, in);
        double *const x[3] = {&in.force, &in.u_sum, &in.E_prime}, slope[3] = {at.dh_dF, at.dh_du, at.dh_dE};
        for (int i = 0; i < 3; i++) {
            double was = *x[i], step = 1e-5 * was;
            *x[i] = was + step;
            double up = film(&law, in).h_c;
            *x[i] = was - step;
            double down = film(&law, in).h_c;
            *x[i] = was;
            expect_within(slope[i] * was / at.h_c, (up - down) / (2 * step) * was / at.h_c, 1e-7, &worst, "slope %d",
                          i);
        }
    }
    printf("is_the_solver: slopes %.1e\n", worst);
    law.type->drop(&law);
    ck_assert_ptr_null(law.table);
}
END_TEST

START_TEST(beyond) {
    abut_film_law law = chosen(), nvm;
    ck_assert_int_eq(abut_film_choose(&(abut_choice){"nvm", {{.name = "compressible", .value = 0}}}, false, &nvm, NULL),
                     ABUT_OK);
    abut_film_out o = film(&law, pure(0.9, 5, 1)), n = film(&nvm, pure(0.9, 5, 1));
    ck_assert(o.beyond);
    expect_near(o.H, n.H, 1e-12, NULL, "light");
    expect_near(o.dh_dE, n.dh_dE, 1e-6, NULL, "slope of a light one");
    law.type->drop(&law);
}
END_TEST

static abut_status create(const abut_choice *choice, abut_element **out, abut_message *why) {
    static const abut_lubricant oil = {.eta0 = 0.02, .alpha = 2e-8, .tau0 = 5e6};
    const abut_material steel = {.E = 2.1e11, .nu = 0.3};
    abut_element_def def = {.a = {.shape = {"plane", {{0}}}, .material = steel},
                            .b = {.shape = {"sphere", {{.name = "radius", .value = 0.01}}}, .material = steel},
                            .registry = abut_field_types()};
    def.law.film = *choice;
    def.law.lubricant = &oil;
    return abut_element_create(&def, out, why);
}

/* A ball on a plane, its surface just touching it: delta(N) = h(N). */
START_TEST(in_the_element) {
    abut_element *e;
    abut_message why = {0};
    ck_assert_msg(create(&(abut_choice){"ehl", {{.name = "n", .value = 64}}}, &e, &why) == ABUT_OK, "%s", why.text);
    abut_element_in in = {.b = {.r = {0, 0, 0.01}}, .vb = {.w = {0, 300, 0}}};
    abut_element_out out = {.want_frame = true};
    ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
    abut_hertz dry;
    ck_assert_int_eq(abut_hertz_from_force(50, 50, 0.5 * 2.1e11 / 0.91, out.N, &dry), ABUT_OK);
    expect_near(dry.approach, out.film.h_c, 1e-5, NULL, "approach");
    printf("in_the_element: M %.1f L %.2f h_c %.1f nm\n", out.film.M, out.film.L, 1e9 * out.film.h_c);
    abut_element_destroy(e);
}
END_TEST

START_TEST(refusals) {
    abut_element *e;
    abut_message why = {0};
    ck_assert_int_eq(create(&(abut_choice){"ehl", {{.name = "n", .value = 100}}}, &e, &why), ABUT_BAD_VALUE);
    ck_assert_msg(strstr(why.text, "cells"), "%s", why.text);
    why = (abut_message){0};
    ck_assert_int_eq(create(&(abut_choice){"ehl", {{.name = "n", .value = 2048}}}, &e, &why), ABUT_BAD_VALUE);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&is_the_solver, &beyond, &in_the_element, &refusals};
    static const TTest *const *const some[] = {&beyond, &refusals};
    return brief() ? suite_main("ehl_film", some, 2) : suite_main("ehl_film", all, 4);
}
