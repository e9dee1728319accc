/* Lubricants: viscosity by pressure and temperature, shear stress of a film, the library of grades. */
#include <math.h>

#include "abut/lubrication.h"
#include "registry/registry.h"
#include "support/near.h"
#include "support/suite.h"

static double viscosity(const abut_lubricant *oil, double p) {
    double eta;
    must(abut_viscosity(oil, p, &eta));
    return eta;
}

static abut_shear shear(const abut_lubricant *oil, double p, double h, double v) {
    abut_shear s;
    must(abut_film_shear(oil, p, h, v, &s));
    return s;
}

/* Closed forms; Roelands and Barus have the same slope at p = 0; the exponent of both ends at 50. */
START_TEST(pressure_laws) {
    abut_lubricant barus = {.eta0 = 0.02, .alpha = 1.8e-8, .viscosity = ABUT_BARUS}, roelands = barus;
    roelands.viscosity = ABUT_ROELANDS;
    expect_near(viscosity(&barus, 5e8), 0.02L * expl(9), 1e-14, NULL, "Barus");
    expect_near(viscosity(&barus, 1e10), 0.02L * expl(50), 1e-14, NULL, "Barus, limited");
    expect_near(viscosity(&roelands, 1e30), 0.02L * expl(50), 1e-14, NULL, "Roelands, limited");
    long double level = logl(0.02L) + 9.67L, z = 1.8e-8L * 1.962e8L / level;
    for (double p = 0; p < 3e9; p = 2 * p + 1e6) {
        long double want = 0.02L * expl(fminl(level * (powl(1 + p / 1.962e8L, z) - 1), 50));
        expect_near(viscosity(&roelands, p), want, 1e-14, NULL, "Roelands at %g", p);
    }
    expect_near(log(viscosity(&roelands, 1e3) / 0.02) / 1e3, 1.8e-8, 1e-5, NULL, "slope at p = 0");
}
END_TEST

/* Every law tends to Newton's for small rates, is odd, has the derivative it claims, and stays below the limiting stress. */
START_TEST(shear_laws) {
    const abut_lubricant oils[] = {
        {.eta0 = 0.02, .alpha = 1.8e-8, .shear = ABUT_NEWTON},
        {.eta0 = 0.02, .alpha = 1.8e-8, .tau0 = 5e6},
        {.eta0 = 0.02, .alpha = 1.8e-8, .tau0 = 5e6, .limit_slope = 0.05, .tau_min = 1000},
        {.eta0 = 0.02, .alpha = 1.8e-8, .shear = ABUT_CARREAU, .G = 6e6, .n = 0.4},
        {.eta0 = 0.02, .alpha = 1.8e-8, .shear = ABUT_CARREAU, .G = 6e6, .n = 0.4, .limit_slope = 0.05},
    };
    for (size_t i = 0; i < sizeof oils / sizeof *oils; i++) {
        const abut_lubricant *o = &oils[i];
        double eta = viscosity(o, 4e8), h = 2e-7;
        expect_near(shear(o, 4e8, h, 1e-9).tau, eta * 1e-9 / h, 1e-6, NULL, "law %zu at rest", i);
        for (double v = 1e-6; v < 100; v *= 7) {
            abut_shear s = shear(o, 4e8, h, v);
            double d = 1e-5 * v, slope = (shear(o, 4e8, h, v + d).tau - shear(o, 4e8, h, v - d).tau) / (2 * d);
            expect_within(s.dtau_dv, slope, 1e-6 * (fabs(slope) + 1e-3 * s.tau / v), NULL, "law %zu at %g", i, v);
            ck_assert(shear(o, 4e8, h, -v).tau == -s.tau && s.dtau_dv > 0);
            if (o->limit_slope > 0) ck_assert(s.tau < 0.05 * 4e8 + o->tau_min);
        }
    }
    expect_near(shear(&oils[1], 4e8, 2e-7, 1).tau, 5e6 * asinh(viscosity(&oils[1], 4e8) / 2e-7 / 5e6), 1e-14, NULL,
                "Eyring");
    double x = viscosity(&oils[3], 4e8) / 2e-7;
    expect_near(shear(&oils[3], 4e8, 2e-7, 1).tau, x * pow(1 + x * x / 36e12, -0.3), 1e-14, NULL, "Carreau");
    double te = shear(&oils[1], 4e8, 2e-7, 1).tau, limit = 0.05 * 4e8 + 1000;
    expect_near(shear(&oils[2], 4e8, 2e-7, 1).tau, te / sqrt(1 + te * te / (limit * limit)), 1e-14, NULL, "limit");
}
END_TEST

/* Vogel's equation goes through its points; Walther's through its own, and is the straight line of ASTM D341 between. */
START_TEST(temperature_laws) {
    const double T[3] = {293.15, 313.15, 373.15}, eta[3] = {0.18, 0.06, 0.0075};
    abut_vogel vogel;
    must(abut_vogel_fit(T, eta, &vogel));
    double got, nu;
    for (int i = 0; i < 3; i++) {
        must(abut_vogel_viscosity(&vogel, T[i], &got));
        expect_near(got, eta[i], 1e-12, NULL, "Vogel at %g K", T[i]);
    }
    ck_assert(vogel.c > 100 && vogel.c < T[0]);
    const abut_walther oil = {68e-6, 8.7e-6, 880};
    must(abut_walther_viscosity(&oil, 313.15, &got, &nu));
    expect_near(nu, 68e-6, 1e-13, NULL, "nu at 40 degC");
    expect_near(got, 68e-6 * 880, 1e-13, NULL, "eta at 40 degC");
    must(abut_walther_viscosity(&oil, 373.15, &got, &nu));
    expect_near(nu, 8.7e-6, 1e-13, NULL, "nu at 100 degC");
    must(abut_walther_viscosity(&oil, sqrt(313.15 * 373.15), &got, &nu)); /* half way in lg T */
    expect_near(log10(log10(nu * 1e6 + 0.7)), (log10(log10(68.7)) + log10(log10(9.4))) / 2, 1e-12, NULL, "half way");
}
END_TEST

START_TEST(grades) {
    const double nu40[] = {2.8e-6, 32e-6, 68e-6, 220e-6};
    size_t at = 0;
    ck_assert(abut_find_oil(NULL, "iso_vg_33") == NULL);
    for (size_t i = 0; i < 4; i++) {
        const abut_oil_grade *g = (const abut_oil_grade *)registry_next(&registry_core, "lubricant", &at);
        abut_lubricant cold, warm;
        ck_assert(abut_find_oil(NULL, g->type.name) == g && g->type.summary[0]);
        must(abut_oil_at_temperature(g, 313.15, &cold));
        must(abut_oil_at_temperature(g, 373.15, &warm));
        expect_near(cold.eta0, nu40[i] * g->viscosity.density, 1e-12, NULL, "%s", g->type.name);
        ck_assert(warm.eta0 < cold.eta0 && viscosity(&warm, 1e9) > warm.eta0);
        ck_assert_int_eq(abut_oil_at_temperature(g, g->T_high + 1, &cold), ABUT_BAD_VALUE);
        for (double t = g->T_low; t <= g->T_high; t += 5) {
            abut_lubricant below, above;
            must(abut_oil_at_temperature(g, t, &cold));
            if (!(t - 0.01 >= g->T_low && t + 0.01 <= g->T_high)) continue;
            must(abut_oil_at_temperature(g, t - 0.01, &below));
            must(abut_oil_at_temperature(g, t + 0.01, &above));
            expect_near(cold.beta, log(below.eta0 / above.eta0) / 0.02, 1e-6, NULL, "beta of %s", g->type.name);
            ck_assert(cold.beta > 0.005 && cold.beta < 0.15 && cold.conductivity >= 0.12 && cold.conductivity <= 0.15);
            ck_assert_double_eq(cold.density, g->viscosity.density);
        }
    }
    ck_assert_ptr_null(registry_next(&registry_core, "lubricant", &at));
}
END_TEST

START_TEST(bad_values) {
    abut_lubricant oil = {.eta0 = 0.02, .alpha = 1.8e-8}, thin = {.eta0 = 1e-5};
    abut_shear s;
    double eta;
    ck_assert_int_eq(abut_viscosity(&oil, -1, &eta), ABUT_BAD_VALUE);
    ck_assert_int_eq(abut_viscosity(&oil, NAN, &eta), ABUT_BAD_VALUE);
    ck_assert_int_eq(abut_viscosity(&thin, 0, &eta), ABUT_BAD_VALUE); /* below the range of Roelands' law */
    const abut_lubricant absurd[] = {{.eta0 = 1e154},
                                     {.eta0 = 1e-31},
                                     {.eta0 = 0.1, .alpha = 1e31},
                                     {.eta0 = 0.1, .limit_slope = 1e-300},
                                     {.eta0 = 0.1, .tau_min = -1},
                                     {.eta0 = 0.1, .tau0 = 1e31},
                                     {.eta0 = 0.1, .tau0 = NAN},
                                     {.eta0 = 0.1, .density = 1e-40},
                                     {.eta0 = 0.1, .beta = 1e40},
                                     {.eta0 = 0.1, .conductivity = INFINITY},
                                     {.eta0 = 0.1, .shear = ABUT_CARREAU, .G = 0, .n = 0.5},
                                     {.eta0 = 0.1, .shear = ABUT_CARREAU, .G = 1e31, .n = 0.5}};
    for (size_t i = 0; i < sizeof absurd / sizeof *absurd; i++)
        ck_assert_msg(abut_viscosity(&absurd[i], 0, &eta) == ABUT_BAD_VALUE, "%zu", i);
    ck_assert_int_eq(abut_viscosity(&(abut_lubricant){.eta0 = 0.1, .tau0 = INFINITY}, 0, &eta), ABUT_OK);
    ck_assert_int_eq(abut_viscosity(&(abut_lubricant){.eta0 = 0}, 0, &eta), ABUT_OK);
    ck_assert_int_eq(abut_film_shear(&oil, 0, 0, 1, &s), ABUT_BAD_VALUE);
    oil.eta0 = 0; /* no viscosity, no shear */
    must(abut_film_shear(&oil, 1e9, 1e-7, 1, &s));
    ck_assert(s.tau == 0 && s.dtau_dv == 0);
    oil = (abut_lubricant){.eta0 = 0.02, .shear = ABUT_CARREAU};
    ck_assert_int_eq(abut_film_shear(&oil, 0, 1e-7, 1, &s), ABUT_BAD_VALUE);
    abut_vogel v;
    ck_assert_int_eq(abut_vogel_fit((double[]){300, 310, 320}, (double[]){1, 2, 3}, &v), ABUT_BAD_VALUE);
    ck_assert_int_eq(abut_walther_viscosity(&(abut_walther){5e-6, 8e-6, 900}, 300, &eta, NULL), ABUT_BAD_VALUE);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&pressure_laws, &shear_laws, &temperature_laws, &grades, &bad_values};
    return suite_main("lubricant", all, sizeof all / sizeof *all);
}
