/* Stresses below loaded rectangles against quadrature of point forces, equilibrium, and the greatest values below Hertz contacts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "field/stress_field.h"
#include "support/cubature.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/validation.h"

static const double PI = 3.14159265358979323846;

/* ---- point forces: Johnson, Contact Mechanics, eqs. (3.20) and (3.76), recalled; rows xx yy zz xy yz zx ---- */
typedef struct point {
    double z, nu;
    int load; /* 0: p, 1: qx, 2: qy */
} point;

/* in cylindrical coordinates: s_rr = (1 - 2 nu)(1 - z/R)/r^2 - 3 z r^2/R^5, s_tt = -(1 - 2 nu)((1 - z/R)/r^2 - z/R^3), turned */
static void under_normal(double x, double y, double z, double nu, double *s) {
    double r2 = x * x + y * y, R = sqrt(r2 + z * z), R3 = R * R * R, R5 = R3 * R * R, m = 1 - 2 * nu;
    double rr = m * (1 - z / R) / r2 - 3 * z * r2 / R5, tt = -m * ((1 - z / R) / r2 - z / R3);
    s[0] = (rr * x * x + tt * y * y) / r2;
    s[1] = (rr * y * y + tt * x * x) / r2;
    s[2] = -3 * z * z * z / R5;
    s[3] = (rr - tt) * x * y / r2;
    s[4] = -3 * y * z * z / R5;
    s[5] = -3 * x * z * z / R5;
}

static void under_tangential(double x, double y, double z, double nu, double *s) {
    double R = sqrt(x * x + y * y + z * z), R2 = R * R, R3 = R * R2, R5 = R3 * R2, m = 1 - 2 * nu, u = R + z,
           u2 = u * u;
    s[0] =
        -3 * x * x * x / R5 + m * (x / R3 - 3 * x / (R * u2) + x * x * x / (R3 * u2) + 2 * x * x * x / (R2 * u2 * u));
    s[1] = -3 * x * y * y / R5 + m * (x / R3 - x / (R * u2) + x * y * y / (R3 * u2) + 2 * x * y * y / (R2 * u2 * u));
    s[2] = -3 * x * z * z / R5;
    s[3] = -3 * x * x * y / R5 + m * (-y / (R * u2) + x * x * y / (R3 * u2) + 2 * x * x * y / (R2 * u2 * u));
    s[4] = -3 * x * y * z / R5;
    s[5] = -3 * x * x * z / R5;
}

static void forces(double X, double Y, double w, void *user, double *sum) {
    const point *p = user;
    double s[6];
    if (p->load == 0) under_normal(X, Y, p->z, p->nu, s);
    if (p->load == 1) under_tangential(X, Y, p->z, p->nu, s);
    if (p->load == 2) { /* the same with x and y exchanged */
        double t[6];
        under_tangential(Y, X, p->z, p->nu, t);
        s[0] = t[1], s[1] = t[0], s[2] = t[2], s[3] = t[3], s[4] = t[5], s[5] = t[4];
    }
    for (int k = 0; k < 6; k++) sum[k] += w * s[k] / (2 * PI);
}

static const double *numbers(const stress *s) { return &s->xx; }

START_TEST(rectangles) {
    double worst = 0;
    const double sides[][2] = {{1, 1}, {0.4, 1.3}, {3, 0.05}};
    const double at[][3] = {{0.1, 0.07, 0.5}, {0.3, 0.2, 0.02}, {1.5, 0.2, 0.3}, {-0.7, 2, 1},
                            {3, -4, 0.1},     {0.2, 0.1, 5},    {-20, 9, 2},     {0.01, -0.6, 0.7}};
    for (size_t c = 0; c < sizeof sides / sizeof *sides; c++)
        for (size_t i = 0; i < sizeof at / sizeof *at; i++)
            for (int load = 0; load < 3; load++) {
                double hx = sides[c][0], hy = sides[c][1], x = at[i][0], y = at[i][1], z = at[i][2], sum[6] = {0};
                point p = {z, 0.28, load};
                cubature(x - hx / 2, x + hx / 2, y - hy / 2, y + hy / 2, z, forces, &p, sum);
                stress_columns s = stress_cell(x, y, z, hx, hy, p.nu);
                const stress *columns[] = {&s.p, &s.qx, &s.qy};
                double size = 1e-3 * hx * hy;
                for (int k = 0; k < 6; k++) size = fmax(size, fabs(sum[k]));
                for (int k = 0; k < 6; k++) {
                    double error = fabs(numbers(columns[load])[k] - sum[k]) / size;
                    worst = fmax(worst, error);
                    ck_assert_msg(error < 1e-11,
                                  "load %d, component %d at (%g, %g, %g), cell %g x %g: %.15g, not %.15g", load, k, x,
                                  y, z, hx, hy, numbers(columns[load])[k], sum[k]);
                }
            }
    printf("rectangles: worst %.1e\n", worst);
}
END_TEST

/* On the surface: s_zz = -p, s_zx = -qx, s_yz = -qy inside of the cell, 0 outside. */
START_TEST(surface) {
    stress_columns in = stress_cell(0, 0, 0, 1, 2, 0.3), out = stress_cell(3, 0, 0, 1, 2, 0.3);
    expect_near(in.p.zz, -1, 1e-15, NULL, "p");
    expect_near(in.qx.zx, -1, 1e-15, NULL, "qx");
    expect_near(in.qy.yz, -1, 1e-15, NULL, "qy");
    ck_assert(fabs(out.p.zz) < 1e-15 && fabs(out.qx.zx) < 1e-15 && fabs(out.qy.yz) < 1e-15);
}
END_TEST

/* The invariants of a known tensor: eigenvalues 6, 3, -1 turned. */
START_TEST(measures) {
    double c = cos(0.7), d = sin(0.7);
    stress s = {6 * c * c + 3 * d * d, 6 * d * d + 3 * c * c, -1, 3 * c * d, 0, 0};
    expect_near(stress_greatest_shear(&s), 3.5, 1e-14, NULL, "shear");
    expect_near(stress_von_mises(&s), sqrt(0.5 * (9 + 16 + 49)), 1e-14, NULL, "von Mises");
    stress turned = {-1, s.xx, s.yy, 0, s.xy, 0};
    expect_near(stress_greatest_shear(&turned), 3.5, 1e-14, NULL, "shear, other axes");
    ck_assert(stress_greatest_shear(&(stress){-2, -2, -2, 0, 0, 0}) == 0);
}
END_TEST

/* ---- Hertz ---- */
static void below(const char *what, double figure, double ours) {
    const char *source = "published: Johnson, Contact Mechanics, 3.4 and 4.1 (recalled)";
    validated(&(validation){"Stresses below contacts on a grid", what, source, "", figure, 0, ours});
}

static double *hertz_pressure(const grid *g, double a, double b) {
    double *p = calloc(grid_cells(g), sizeof *p);
    for (int j = 0; p && j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            double x = grid_x(g, i) / a, y = grid_y(g, j) / b, v = 1 - x * x - (g->ny > 1 ? y * y : 0);
            p[j * g->nx + i] = v > 0 ? sqrt(v) : 0;
        }
    return p;
}

/* Planes by Fourier transforms are the sums over the cells. */
START_TEST(planes) {
    enum { NX = 12, NY = 9 };
    grid g = {NX, NY, 0.2, 0.25, false};
    double p[NX * NY], q[2 * NX * NY];
    for (int i = 0; i < NX * NY; i++) p[i] = fmax(0, sin(0.3 * i)), q[i] = cos(1.1 * i), q[NX * NY + i] = sin(0.9 * i);
    stress_load load = {g, p, q, 0.3};
    convolve *c = convolve_create(NX, NY, false, 6);
    stress out[NX * NY];
    for (int d = 0; d < 2; d++) {
        ck_assert(stress_plane(&load, c, 0.4 * d, out));
        for (int j = 0; j < NY; j += 4)
            for (int i = 0; i < NX; i += 3) {
                stress s = stress_at(&load, grid_x(&g, i), grid_y(&g, j), 0.4 * d);
                for (int k = 0; k < 6; k++) ck_assert(fabs(numbers(&s)[k] - numbers(&out[j * NX + i])[k]) < 1e-13);
            }
    }
    convolve_destroy(c);
}
END_TEST

/* On the axis below a circle: Johnson (3.45), s_zz = -1/(1 + z^2), s_rr = -(1 + nu)(1 - z atan(1/z)) + 1/(2 (1 + z^2)). */
START_TEST(circle) {
    grid g = {65, 65, 2.2 / 65, 2.2 / 65, false};
    stress_load load = {g, hertz_pressure(&g, 1, 1), NULL, 0.3};
    for (double z = 0.25; z < 3; z *= 2) {
        stress s = stress_at(&load, 0, 0, z);
        expect_near(s.zz, -1 / (1 + z * z), 1e-3, NULL, "s_zz at %g", z);
        double r = -1.3 * (1 - z * atan(1 / z)) + 0.5 / (1 + z * z);
        ck_assert_msg(fabs(s.xx - r) < 1e-3 && fabs(s.yy - r) < 1e-3, "s_rr at %g: %g, not %g", z, s.xx, r);
    }
    stress_peak mises, shear;
    ck_assert(stress_greatest(&load, &mises, &shear));
    printf("circle: von Mises %.4f at %.4f, shear %.4f at %.4f\n", mises.value, mises.z, shear.value, shear.z);
    below("circle, nu 0.3: greatest von Mises stress over the greatest pressure", 0.620, mises.value);
    below("circle, nu 0.3: its depth over the radius", 0.48, mises.z);
    expect_near(mises.value, 0.620, 0.01, NULL, "von Mises");
    expect_near(mises.z, 0.48, 0.03, NULL, "depth");
    expect_near(shear.value, 0.310, 0.01, NULL, "shear");
    ck_assert(mises.x == 0 && mises.y == 0);
    free((double *)load.p);
}
END_TEST

/* A patch that does not lie in the middle of its window, on a body with tractions alone, and none at all. */
START_TEST(places) {
    enum { N = 20 };
    grid g = {N, N, 0.1, 0.1, false};
    double p[N * N] = {0}, q[2 * N * N] = {0};
    stress_load load = {g, p, q, 0.3};
    stress_peak none = {1, 1, 1, 1}, mises, shear;
    ck_assert(stress_greatest(&load, &none, NULL) && none.value == 0);
    for (int j = 2; j < 7; j++)
        for (int i = 12; i < 17; i++) p[j * N + i] = 1;
    ck_assert(stress_greatest(&load, &mises, &shear));
    /* below the middle of a uniformly loaded square: cell 14, 4 */
    expect_within(mises.x, grid_x(&g, 14), 0.11, NULL, "x");
    expect_within(mises.y, grid_y(&g, 4), 0.11, NULL, "y");
    stress s = stress_at(&load, mises.x, mises.y, mises.z);
    expect_near(mises.value, stress_von_mises(&s), 1e-12, NULL, "value at the place");
    for (int i = 0; i < N * N; i++) q[i] = p[i], p[i] = 0;
    ck_assert(stress_greatest(&load, &mises, &shear) && shear.value > 0.4 && mises.z < 0.05);
}
END_TEST

START_TEST(strip) {
    grid g = {101, 1, 2.0 / 101, 1e4, false};
    stress_load load = {g, hertz_pressure(&g, 1, 1), NULL, 0.3};
    stress_peak mises, shear;
    ck_assert(stress_greatest(&load, &mises, &shear));
    printf("strip: von Mises %.4f at %.4f, shear %.4f at %.4f\n", mises.value, mises.z, shear.value, shear.z);
    below("strip, nu 0.3: greatest von Mises stress over the greatest pressure", 0.558, mises.value);
    below("strip, nu 0.3: its depth over the half width", 0.704, mises.z);
    below("strip: greatest shear over the greatest pressure", 0.300, shear.value);
    below("strip: its depth over the half width", 0.786, shear.z);
    expect_near(mises.value, 0.558, 0.01, NULL, "von Mises");
    expect_near(mises.z, 0.704, 0.03, NULL, "depth");
    expect_near(shear.value, 0.300, 0.01, NULL, "shear");
    expect_near(shear.z, 0.786, 0.03, NULL, "depth of the shear");
    free((double *)load.p);
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&rectangles, &surface, &measures, &planes, &circle, &places, &strip};
    return suite_main("field_stress", all, sizeof all / sizeof *all);
}
