/* Rolling resistance of lubricated contacts: published formulas, and inlets integrated elsewhere. */
#include <math.h>
#include <stdio.h>

#include "mixed/traction.h"
#include "support/near.h"
#include "support/rolling.h"
#include "support/suite.h"

/* The formula of ellipses as published, over its range of loads. */
START_TEST(rolling_of_ellipses) {
    double worst = 0;
    for (double N = 1e-3; N < 1e4; N *= 3)
        for (double D = 1; D > 5e-3; D *= 0.4) {
            abut_hertz h;
            double by[SHARE_BY];
            abut_mixed m = {.E_prime = 2.26e11,
                            .rho_x = 150,
                            .rho_y = 150 * D,
                            .oil = {.eta0 = 0.02, .alpha = 1.8e-8},
                            .film = {.thermal = 1, .starvation = 1}};
            must(abut_hertz_from_force(75 * D, 75, 1.13e11, N, &h));
            expect_near(rolling_force(&m, N, 3, by), published_ellipse(150, 150 * D, h.a, h.b, N, 2.26e11, 0.02, 3),
                        1e-9, &worst, "%g N, D %g", N, D);
        }
    printf("rolling_of_ellipses: worst %.1e\n", worst);
}
END_TEST

/* Heavy ellipses (M above 80) summed over strips: rho_x, rho_y, N, eta0, mean speed, alpha and, at E' = 2.26e11 Pa, the integral of
 * rolling_inlet in every strip without side leakage. The formula of ellipses is 1.2 times the published formula of lines in every strip,
 * q = 3/4 N/a (1 - y^2/a^2): of slender ones 1.8 (4/pi)^(-1/4)/1.47 = 1.15, the rest is inlet in front of the ends. That formula
 * itself is up to 1.3 times the integral (rolling_inlet). A light contact has most of its inlet beyond the ellipse, and strips of it mean
 * nothing (M = 2: 3 times). */
START_TEST(rolling_inlet_of_ellipses) {
    static const double cases[][7] = {{100, 100, 100, .02, 1, 1.8e-8, 0.00995},
                                      {100, 100.0 / 3, 100, .02, 1, 1.8e-8, 0.01721},
                                      {200, 10, 200, .02, 2, 1.8e-8, 0.05041},
                                      {200, 2, 200, .02, 2, 1.8e-8, 0},
                                      {200, 0.2, 2000, .02, 2, 1.8e-8, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double *k = cases[i];
        double by[SHARE_BY], strips = 0;
        abut_hertz h;
        abut_mixed m = {.E_prime = 2.26e11,
                        .rho_x = k[0],
                        .rho_y = k[1],
                        .oil = {.eta0 = k[3], .alpha = k[5]},
                        .film = {.thermal = 1, .starvation = 1}};
        double F = rolling_force(&m, k[2], 2 * k[4], by);
        must(abut_hertz_from_force(k[1] / 2, k[0] / 2, 1.13e11, k[2], &h));
        for (double y = 0.0005; y < 1; y += 0.001) {
            double q = 0.75 * k[2] / h.a * (1 - y * y);
            strips += 2 * h.a * 0.001 * published_line(k[0], q, 2.26e11, k[3], 2 * k[4]);
        }
        printf("rolling_inlet_of_ellipses: %.3f of lines in strips, %.3f of their integrals\n", F / strips, F / k[6]);
        expect_near(F / strips, 1.22, 0.05, NULL, "lines in strips, case %zu", i);
        if (k[6] > 0) expect_near(F / k[6], 1.38, 0.05, NULL, "integrals in strips, case %zu", i);
    }
}
END_TEST

/* The force of the inlet per length of a line contact, (1/2) integral of (h - h*) dp with Ertel and Grubin's film of Hertz's
 * shape and Barus' law, by quadrature (40001 nodes): E', R, eta0, mean speed, alpha, load per length, result. */
START_TEST(rolling_inlet) {
    static const double cases[][7] = {{2.26e11, .01, .02, 1, 1.8e-8, 2e5, 26.4125},
                                      {2.26e11, .01, .02, 1, 1.8e-8, 2e4, 28.1950},
                                      {2.26e11, .01, .02, 5, 1.8e-8, 2e5, 80.5216},
                                      {2.26e11, .01, .1, 1, 2.2e-8, 2e5, 75.5939},
                                      {2.26e11, .02, .005, .2, 1.5e-8, 5e5, 3.91925}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double *k = cases[i];
        double by[SHARE_BY];
        abut_mixed m = {.E_prime = k[0],
                        .rho_x = 1 / k[1],
                        .length = 1,
                        .oil = {.eta0 = k[2], .alpha = k[4]},
                        .film = {.thermal = 1, .starvation = 1}};
        double F = rolling_force(&m, k[5], 2 * k[3], by);
        printf("rolling_inlet: formula over integral %.3f\n", F / k[6]);
        expect_near(F, k[6], 0.27, NULL, "case %zu", i);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&rolling_of_ellipses, &rolling_inlet_of_ellipses, &rolling_inlet};
    return suite_main("mixed_rolling", all, sizeof all / sizeof *all);
}
