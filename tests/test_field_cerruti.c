/* Cerruti's integrals over rectangles against quadrature, and the combination of two bodies. */
#include <math.h>
#include <stdio.h>

#include "field/cerruti.h"
#include "support/cubature.h"
#include "support/near.h"
#include "support/suite.h"

static void kernels(double X, double Y, double w, void *user, double *sum) {
    (void)user;
    double r = hypot(X, Y), v = w / (r * r * r);
    sum[0] += v * X * X;
    sum[1] += v * Y * Y;
    sum[2] += v * X * Y;
    sum[3] += w * X / (r * r);
    sum[4] += w * Y / (r * r);
}

static void compare(double x, double y, double hx, double hy, double *worst) {
    double sum[5] = {0};
    cubature(x - hx / 2, x + hx / 2, y - hy / 2, y + hy / 2, 0, kernels, NULL, sum);
    cerruti c = cerruti_cell(x, y, hx, hy);
    double got[5] = {c.xx, c.yy, c.xy, c.x, c.y};
    double size[2] = {sum[0] + sum[1], fabs(sum[3]) + fabs(sum[4])};
    if (x == 0 && y == 0) size[1] = size[0]; /* both are zero: sums of 1e5 terms in the quadrature */
    for (int k = 0; k < 5; k++) {
        double error = fabs(got[k] - sum[k]) / size[k > 2];
        *worst = fmax(*worst, error);
        ck_assert_msg(error < 1e-12, "integral %d at (%g, %g), cell %g x %g: %.17g, not %.17g", k, x, y, hx, hy, got[k],
                      sum[k]);
    }
}

/* The cell itself, its neighbours, both sides of every change of method; square, oblong and very oblong cells; between cells. */
START_TEST(integrals) {
    double worst = 0;
    const double sides[][2] = {{1, 1}, {0.3, 1.1}, {2, 0.01}, {1e-3, 5}};
    const double away[][2] = {{0, 0},     {1, 0},     {0, 1},     {1, 1},    {2, -3},   {-7.9, 0.4}, {5.6, 5.6},
                              {5.8, 5.7}, {-8.1, 3},  {23.9, 0},  {24.1, 0}, {17, -17}, {63.9, 1},   {64.1, 1},
                              {50, 50},   {300, 200}, {0.3, 0.4}, {0.5, 0},  {-0.7, 3}, {2000, -1}};
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++)
        for (size_t i = 0; i < sizeof away / sizeof *away; i++)
            compare(away[i][0] * sides[s][0], away[i][1] * sides[s][1], sides[s][0], sides[s][1], &worst);
    printf("integrals: worst %.1e\n", worst);
}
END_TEST

static void same(double a, double b, const char *what) { expect_near(a, b, 1e-14, NULL, "%s", what); }

/* Even and odd. */
START_TEST(symmetry) {
    cerruti a = cerruti_cell(3, 2, 1, 0.5), b = cerruti_cell(-3, 2, 1, 0.5), c = cerruti_cell(3, -2, 1, 0.5);
    same(a.xx, b.xx, "xx of -x"), same(a.xx, c.xx, "xx of -y"), same(a.yy, b.yy, "yy of -x"),
        same(a.yy, c.yy, "yy of -y");
    same(a.xy, -b.xy, "xy of -x"), same(a.xy, -c.xy, "xy of -y");
    same(a.x, -b.x, "x of -x"), same(a.x, c.x, "x of -y"), same(a.y, b.y, "y of -x"), same(a.y, -c.y, "y of -y");
    ck_assert(a.xy > 0 && a.x > 0 && a.y > 0);
    cerruti d = cerruti_cell(2, 3, 0.5, 1);
    same(d.xx, a.yy, "exchanged xx"), same(d.yy, a.xx, "exchanged yy"), same(d.x, a.y, "exchanged x");
}
END_TEST

/* E*, Dundurs' beta, and the limits of bodies that are alike, incompressible or rigid. */
START_TEST(two_bodies) {
    const double G1 = 80e9, nu1 = 0.3, G2 = 26e9, nu2 = 0.35;
    elastic_pair p = elastic_pair_of(G1, nu1, G2, nu2);
    double E_star = 1 / ((1 - nu1) / (2 * G1) + (1 - nu2) / (2 * G2));
    expect_near(p.G / (1 - p.nu), E_star, 1e-15, NULL, "E*");
    double a = (1 - nu1) / G1, b = (1 - nu2) / G2;
    double beta = 0.5 * ((1 - 2 * nu1) / G1 - (1 - 2 * nu2) / G2) / (a + b);
    expect_near(p.K / (1 - p.nu), beta, 1e-14, NULL, "beta");
    elastic_pair alike = elastic_pair_of(G1, nu1, G1, nu1);
    ck_assert(alike.K == 0);
    expect_near(alike.G, G1, 1e-15, NULL, "G");
    expect_near(alike.nu, nu1, 1e-15, NULL, "nu");
    elastic_pair rigid = elastic_pair_of(G1, nu1, INFINITY, 0.1);
    expect_near(rigid.G, 2 * G1, 1e-15, NULL, "G");
    expect_near(rigid.K, 0.5 * (1 - 2 * nu1), 1e-15, NULL, "K");
    ck_assert(elastic_pair_of(G1, 0.5, G2, 0.5).K == 0);
}
END_TEST

/* A square of side 1 under p = 1: its centre goes down by 4 asinh(1)/(pi E*); a unit force far away: Boussinesq and Cerruti. */
START_TEST(coefficients) {
    elastic_pair p = {.G = 2, .nu = 0.25, .K = 0.1};
    cerruti near = cerruti_cell(0, 0, 1, 1), far = cerruti_cell(3e5, 4e5, 1, 1);
    influence n = influence_of(&p, &near), f = influence_of(&p, &far);
    double c = 1 / (3.14159265358979323846 * p.G);
    expect_near(n.zz, c * (1 - p.nu) * 4 * asinh(1), 1e-14, NULL, "zz");
    expect_near(n.xx, c * (1 - p.nu / 2) * 4 * asinh(1), 1e-14, NULL, "xx");
    ck_assert(n.zx == 0 && n.zy == 0 && n.xy == 0);
    expect_near(f.zz, c * (1 - p.nu) / 5e5, 1e-10, NULL, "far zz");
    expect_near(f.xx, c * (1 - p.nu + p.nu * 0.36) / 5e5, 1e-10, NULL, "far xx");
    expect_near(f.yy, c * (1 - p.nu + p.nu * 0.64) / 5e5, 1e-10, NULL, "far yy");
    expect_near(f.xy, c * p.nu * 0.48 / 5e5, 1e-10, NULL, "far xy");
    expect_near(f.zx, c * p.K * 0.6 / 5e5, 1e-10, NULL, "far zx");
    expect_near(f.zy, c * p.K * 0.8 / 5e5, 1e-10, NULL, "far zy");
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&integrals, &symmetry, &two_bodies, &coefficients};
    return suite_main("field_cerruti", all, sizeof all / sizeof *all);
}
