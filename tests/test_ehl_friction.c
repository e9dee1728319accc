/* Friction of solved contacts: shear laws against closed forms on films that are known, rolling resistance against the integral of a field that is
 * known and against Biboulet and Houpert's fit. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/ehl_friction.h"
#include "base/constants.h"
#include "support/near.h"
#include "support/suite.h"

enum { N = 2000 };
static double X[N + 1], P[N + 1], H[N + 1];

/* A line contact of given film and pressure, inside of |X| < reach. */
static abut_ehl_line_result made(double reach, double (*film)(double), double pressure) {
    abut_ehl_line_result r = {.count = N + 1, .X = X, .P = P, .H = H, .load = 2 * reach * pressure};
    for (int i = 0; i <= N; i++) {
        X[i] = reach * (2.0 * i / N - 1);
        H[i] = film(X[i]);
        P[i] = pressure;
    }
    return r;
}

static double parabola(double x) { return 0.05 + 0.5 * x * x; }
static double even(double x) {
    (void)x;
    return 0.1;
}

static const abut_ehl_slide usual = {
    .size = 1e-4, .R = 0.01, .p_h = 1e9, .length = 0.02, .u_sum = 2, .slide = 0.3, .shear = {.eta0 = 0.04}};

static abut_ehl_friction friction(const abut_ehl_line_result *r, const abut_ehl_slide *c) {
    abut_ehl_friction f;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_line_friction(r, c, &f, &why) == ABUT_OK, "%s", why.text);
    return f;
}

/* Constant viscosity: F = l int eta v/h dx = l eta v (R/b) sqrt(2/H0) 2 atan(X/sqrt(2 H0)) (the sum leaves out half of the end cells). */
START_TEST(newton) {
    abut_ehl_slide c = usual;
    abut_ehl_line_result r = made(3, parabola, 1);
    c.shear.shear = ABUT_NEWTON;
    double film = c.size * c.size / c.R;
    double whole = c.length * 0.04 * 0.3 * c.size / film * sqrt(2 / 0.05) * 2 * atan(3 / sqrt(0.1));
    abut_ehl_friction f = friction(&r, &c);
    expect_near(f.traction, whole, 2e-4, NULL, "int eta v/h");
    expect_near(f.tau_max, 0.04 * 0.3 / (0.05 * film), 1e-12, NULL, "in the middle");
    expect_near(f.mu, whole / (6 * 1e9 * 1e-4 * 0.02), 2e-4, NULL, "mu");
    expect_near(f.loss, f.traction * 0.3, 1e-14, NULL, "without rolling");
    abut_ehl_line_result rolls = r;
    rolls.rolling = 0.3; /* int H dP: F = 1/2 int h dp on each surface */
    expect_near(friction(&rolls, &c).rolling, 0.15 * 1e9 * film * c.length, 1e-12, NULL, "rolling");
    expect_near(friction(&rolls, &c).loss, f.loss + 0.15 * 1e9 * film * c.length * c.u_sum, 1e-12, NULL,
                "loss of both");
    c.slide = -0.3;
    abut_ehl_friction back = friction(&r, &c);
    ck_assert(back.traction == -f.traction && back.loss == f.loss && back.tau_max == f.tau_max);
    c.shear.shear = ABUT_EYRING; /* tau0 0 is Newton's law */
    ck_assert(friction(&r, &c).traction == back.traction);
}
END_TEST

/* An even film: stress times area, for each law. */
START_TEST(laws) {
    abut_ehl_slide c = usual;
    abut_ehl_line_result r = made(1, even, 0.7);
    double h = 0.1 * c.size * c.size / c.R, area = 2 * c.size * c.length * (1 - 1.0 / N), x, tau;
    c.oil.alpha = 8e-9; /* alpha p = 5.6 */
    x = 0.04 * exp(5.6) * 0.3 / h;
    c.shear.tau0 = 5e6;
    expect_near(friction(&r, &c).traction, 5e6 * asinh(x / 5e6) * area, 1e-12, NULL, "Eyring");
    c.shear = (abut_lubricant){.eta0 = 0.04, .shear = ABUT_CARREAU, .G = 4e6, .n = 0.4};
    expect_near(friction(&r, &c).traction, x * pow(1 + x / 4e6 * (x / 4e6), -0.3) * area, 1e-12, NULL, "Carreau");
    c.shear = (abut_lubricant){.eta0 = 0.04, .shear = ABUT_NEWTON, .limit_slope = 0.05, .tau_min = 1e6};
    tau = 0.05 * 0.7e9 + 1e6;
    expect_near(friction(&r, &c).traction, x / hypot(1, x / tau) * area, 1e-12, NULL, "limiting stress");
    c.slide = 1e9;
    expect_near(friction(&r, &c).traction, tau * area, 1e-6, NULL, "its limit");
    c.slide = 1e-9;
    expect_near(friction(&r, &c).traction, x * 1e-9 / 0.3 * area, 1e-12, NULL, "Newton's law at small slip");
}
END_TEST

/* Far beyond e^50 Eyring's stress goes on with the logarithm of the viscosity: tau0 (ln(2 eta0 v/(h tau0)) + alpha p); Roelands by hand. */
START_TEST(thick_oils) {
    abut_ehl_slide c = usual;
    abut_ehl_line_result r = made(1, even, 1);
    double h = 0.1 * c.size * c.size / c.R, area = 2 * c.size * c.length * (1 - 1.0 / N), p_r = 1.962e8;
    c.oil.alpha = 1e-7; /* alpha p = 100 */
    c.shear.tau0 = 5e6;
    double start = log(2 * 0.04 * 0.3 / (h * 5e6));
    expect_near(friction(&r, &c).traction, 5e6 * (start + 100) * area, 1e-12, NULL, "e^100");
    c.oil = (abut_ehl_oil){.alpha = 2e-8, .roelands_z = 0.6, .compressible = true};
    double thick = 2e-8 * p_r / 0.6 * (pow(1 + 1e9 / p_r, 0.6) - 1);
    expect_near(friction(&r, &c).traction, 5e6 * asinh(0.5 * exp(start + thick)) * area, 1e-12, NULL, "Roelands");
}
END_TEST

/* The pressure ends at the last node that has any; nothing is sheared behind it. */
START_TEST(broken_film) {
    abut_ehl_slide c = usual;
    abut_ehl_line_result r = made(1, even, 1);
    double whole = friction(&r, &c).traction;
    for (int i = N / 2 + 1; i <= N; i++) P[i] = 0;
    expect_near(friction(&r, &c).traction, whole / 2, 1e-3, NULL, "half of the film");
}
END_TEST

START_TEST(refusals) {
    abut_ehl_slide c = usual;
    abut_ehl_line_result r = made(1, even, 1);
    abut_ehl_friction f;
    abut_message why = {0};
    c.oil.alpha = 3e-8;
    c.shear.shear = ABUT_NEWTON;
    ck_assert(abut_ehl_line_friction(&r, &c, &f, &why) == ABUT_BAD_VALUE && f.traction == 0 && f.mu == 0);
    ck_assert_msg(strstr(why.text, "which no oil carries; give an Eyring stress"), "%s", why.text);
    /* the border lies where the traction, in proportion to the slide, is the load */
    c.slide = 1e-10;
    double most = c.slide / friction(&r, &c).mu;
    c.slide = 0.999 * most;
    expect_near(friction(&r, &c).mu, 0.999, 1e-9, NULL, "nearly the load");
    c.slide = 1.001 * most;
    ck_assert(abut_ehl_line_friction(&r, &c, &f, &why) == ABUT_BAD_VALUE);
    static const struct {
        const char *key;
        size_t at;
        double value;
    } wrong[] = {
        {"size", offsetof(abut_ehl_slide, size), 0},
        {"R", offsetof(abut_ehl_slide, R), -1},
        {"p_h", offsetof(abut_ehl_slide, p_h), NAN},
        {"length", offsetof(abut_ehl_slide, length), INFINITY},
        {"u_sum", offsetof(abut_ehl_slide, u_sum), 0},
        {"slide", offsetof(abut_ehl_slide, slide), NAN},
        {"eta0", offsetof(abut_ehl_slide, shear) + offsetof(abut_lubricant, eta0), 0},
        {"tau0", offsetof(abut_ehl_slide, shear) + offsetof(abut_lubricant, tau0), -1},
        {"limit_slope", offsetof(abut_ehl_slide, shear) + offsetof(abut_lubricant, limit_slope), -1},
        {"alpha", offsetof(abut_ehl_slide, oil) + offsetof(abut_ehl_oil, alpha), -1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        c = usual;
        memcpy((char *)&c + wrong[i].at, &wrong[i].value, sizeof(double));
        why = (abut_message){0};
        ck_assert_msg(abut_ehl_line_friction(&r, &c, &f, &why) == ABUT_BAD_VALUE, "%s", wrong[i].key);
        ck_assert_str_eq(why.place.key, wrong[i].key);
    }
    c = usual;
    c.p_h = 1e-309; /* traction over load is no number */
    why = (abut_message){0};
    ck_assert(abut_ehl_line_friction(&r, &c, &f, &why) == ABUT_BAD_VALUE && f.traction == 0 && f.mu == 0);
    ck_assert_msg(strstr(why.text, "beyond the range of numbers"), "%s", why.text);
    c = usual;
    c.shear.shear = ABUT_CARREAU;
    ck_assert(abut_ehl_line_friction(&r, &c, &f, &why) == ABUT_BAD_VALUE);
    ck_assert(abut_ehl_line_friction(&(abut_ehl_line_result){0}, &usual, &f, &why) == ABUT_BAD_VALUE);
    ck_assert(abut_ehl_point_friction(&(abut_ehl_point_result){0}, &usual, &f, &why) == ABUT_BAD_VALUE);
}
END_TEST

/* ---- heat ---- */
static const abut_ehl_heat steel = {.conductivity = 46, .density = 7850, .capacity = 460};

/* A band of even heat: the stress is the limiting one everywhere. u1 = 4, u2 = 3 m/s. */
static abut_ehl_slide band(void) {
    abut_ehl_slide c = usual;
    c.u_sum = 7, c.slide = 1, c.heat = steel;
    c.shear = (abut_lubricant){.eta0 = 1e9, .shear = ABUT_NEWTON, .tau_min = 2e7, .conductivity = 0.13};
    return c;
}

/* Jaeger's band, fast: T = (2 q/k) sqrt(kappa x/(pi u)), x from its front; each surface takes half where the film hardly conducts, and both have one
 * temperature, by the sum of both, where it conducts very well. */
START_TEST(flash_temperature) {
    abut_ehl_slide c = band();
    abut_ehl_line_result r = made(1, even, 1);
    double Q = 2e7 * 1, kappa = 46 / (7850.0 * 460), l = 2 * c.size;
    c.shear.conductivity = 1e-9;
    abut_ehl_friction f = friction(&r, &c);
    expect_near(f.T_1, 2 * (Q / 2) / 46 * sqrt(kappa * l / (PI * 4)), 1e-3, NULL, "surface 1");
    expect_near(f.T_2, 2 * (Q / 2) / 46 * sqrt(kappa * l / (PI * 3)), 1e-3, NULL, "surface 2");
    c.shear.conductivity = 1e6;
    f = friction(&r, &c);
    double both = 2 * Q * sqrt(l / PI) / (sqrt(7850.0 * 460 * 46) * (sqrt(4) + sqrt(3)));
    expect_near(f.T_1, both, 1e-3, NULL, "heat parted by what the bodies take up");
    expect_near(f.T_2, both, 1e-3, NULL, "heat parted by what the bodies take up");
    expect_near(f.T_film, both, 1e-3, NULL, "the film as well");
    c.slide = -1; /* the slower surface is the first one */
    c.shear.conductivity = 1e-9;
    abut_ehl_friction back = friction(&r, &c);
    expect_near(back.T_1, 2 * (Q / 2) / 46 * sqrt(kappa * l / (PI * 3)), 1e-3, NULL, "surface 1, slower");
    ck_assert(back.traction < 0);
}
END_TEST

/* Bodies that stay cold: the middle is warmer by tau v h/(8 k), the mean by tau v h/(12 k), which thins the oil: with T the mean rise
 * tau = eta0 v/h exp(-beta T), T = tau v h/(12 k): beta T exp(beta T) = beta eta0 v^2/(12 k). */
START_TEST(couette_heat) {
    abut_ehl_slide c = usual;
    abut_ehl_line_result r = made(1, even, 1);
    double h = 0.1 * c.size * c.size / c.R, k = 0.13, v = 5, beta = 0.04, area = 2 * c.size * c.length * (1 - 1.0 / N);
    c.u_sum = 20, c.slide = v, c.heat = (abut_ehl_heat){46, 1e25, 460}; /* cold */
    c.shear = (abut_lubricant){.eta0 = 0.04, .shear = ABUT_NEWTON, .conductivity = k};
    abut_ehl_friction f = friction(&r, &c);
    double tau = 0.04 * v / h;
    expect_near(f.traction, tau * area, 1e-12, NULL, "beta 0: as cold");
    expect_near(f.T_film, tau * v * h / (8 * k), 1e-9, NULL, "middle of the film");
    ck_assert(f.T_1 < 1e-6 && f.T_2 < 1e-6);
    c.shear.beta = beta;
    double wanted = beta * 0.04 * v * v / (12 * k), y = wanted;
    for (int i = 0; i < 50; i++) y -= (y * exp(y) - wanted) / ((1 + y) * exp(y)); /* Lambert's function */
    f = friction(&r, &c);
    expect_near(f.tau_max, tau * exp(-y), 1e-9, NULL, "warm stress");
    expect_near(f.traction, tau * exp(-y) * area, 1e-9, NULL, "warm traction");
    expect_near(f.T_film, 1.5 * y / beta, 1e-9, NULL, "warm middle");
    c.slide = 0;
    f = friction(&r, &c);
    ck_assert(f.traction == 0 && f.T_film == 0 && f.T_1 == 0 && f.T_2 == 0);
}
END_TEST

/* A point contact is as many lines: each row of an even film gives what a line does. */
START_TEST(heat_of_a_point) {
    enum { M = 60 };
    static double p[(M + 1) * (M + 1)], h[(M + 1) * (M + 1)];
    for (int k = 0; k < (M + 1) * (M + 1); k++) p[k] = 1, h[k] = 0.1;
    abut_ehl_point_result r = {
        .nx = M + 1, .ny = M + 1, .x0 = -1, .y0 = -1, .hx = 2.0 / M, .hy = 2.0 / M, .P = p, .H = h};
    abut_ehl_slide c = band();
    abut_ehl_friction f;
    c.shear.beta = 0.03;
    ck_assert(abut_ehl_point_friction(&r, &c, &f, NULL) == ABUT_OK);
    abut_ehl_line_result line = made(1, even, 1);
    abut_ehl_friction one = friction(&line, &c);
    expect_near(f.T_1, one.T_1, 0.01, NULL, "surface"); /* 60 cells: half of the first counts */
    expect_near(f.T_film, one.T_film, 0.01, NULL, "film");
    expect_near(f.traction / (4 * c.size * c.size), one.traction / (2 * c.size * c.length), 0.05, NULL, "traction");
    c.slide = 6.99; /* the slower surface: 5 mm/s */
    abut_message why = {0};
    ck_assert(abut_ehl_point_friction(&r, &c, &f, &why) == ABUT_BAD_VALUE && strstr(why.text, "Peclet number"));
    c = band();
    c.heat.density = 0;
    ck_assert(abut_ehl_point_friction(&r, &c, &f, &why) == ABUT_BAD_VALUE);
    c = band();
    c.shear.conductivity = 0;
    ck_assert(abut_ehl_point_friction(&r, &c, &f, &why) == ABUT_BAD_VALUE);
}
END_TEST

/* ---- point contacts ---- */
enum { G = 160 };
static double P2[(G + 1) * (G + 1)], H2[(G + 1) * (G + 1)];

/* A field that is Kapitza's far away: h = q S q/2, p = (c q)/(h + 1/2)^2 where c q > 0; e_X' S q of the axes of the entrainment. */
static abut_ehl_point_result far_field(double D, double angle, double lambda, double size, double c[2], double S[3]) {
    double co = cos(angle), si = sin(angle), h = 2 * size / G;
    S[0] = co * co + D * si * si, S[1] = co * si * (D - 1), S[2] = si * si + D * co * co;
    double tr = 1 + D, a = S[0] + 2 * tr, b = S[1], d = S[2] + 2 * tr,
           det = a * d - b * b; /* (S + 2 tr S) c = -lambda S e_X */
    c[0] = -lambda * (d * S[0] - b * S[1]) / det;
    c[1] = -lambda * (a * S[1] - b * S[0]) / det;
    for (int j = 0; j <= G; j++)
        for (int i = 0; i <= G; i++) {
            double x = -size + i * h, y = -size + j * h, gap = 0.5 * (S[0] * x * x + 2 * S[1] * x * y + S[2] * y * y);
            double push = c[0] * x + c[1] * y;
            H2[j * (G + 1) + i] = gap;
            P2[j * (G + 1) + i] = push > 0 ? push / ((gap + 0.5) * (gap + 0.5)) : 0;
        }
    return (abut_ehl_point_result){
        .nx = G + 1, .ny = G + 1, .x0 = -size, .y0 = -size, .hx = h, .hy = h, .P = P2, .H = H2};
}

/* Reynolds' equation in the far field, by differences: div(h^3 grad p) = lambda dh/dX for p = (c q)/h^2. Then the force by quadrature in polar
 * coordinates up to the gap at the inlet. */
START_TEST(far_before_the_contact) {
    static const double shapes[][2] = {{1, 0}, {0.3, 0}, {0.3, 0.6}, {2, 1.2}};
    double lambda = 0.02, a = 1e-4;
    for (size_t k = 0; k < 4; k++) {
        double c[2], S[3], D = shapes[k][0], angle = shapes[k][1], inlet = 60;
        abut_ehl_point_result r = far_field(D, angle, lambda, 24, c, S);
        double x = -3, y = 2, d = 1e-3, div = 0;
        for (int q = 0; q < 4; q++) { /* flux through the sides of a square */
            double mx = x + (q == 0 ? d : q == 1 ? -d : 0), my = y + (q == 2 ? d : q == 3 ? -d : 0);
            double gap = 0.5 * (S[0] * mx * mx + 2 * S[1] * mx * my + S[2] * my * my), push = c[0] * mx + c[1] * my;
            double sx = S[0] * mx + S[1] * my, sy = S[1] * mx + S[2] * my;
            double flux_x = gap * c[0] - 2 * push * sx, flux_y = gap * c[1] - 2 * push * sy;
            div += (q < 2 ? (q == 0 ? flux_x : -flux_x) : q == 2 ? flux_y : -flux_y) / (2 * d);
        }
        expect_near(div, lambda * (S[0] * x + S[1] * y), 1e-6, NULL, "Reynolds far away, D %g angle %g", D, angle);
        double sum = 0, end = inlet * sqrt(S[0]);
        for (int m = 0; m < 4000; m++) { /* over ln of the gap's root and the angle */
            double th = TWO_PI * (m % 40 + 0.5) / 40, rad = exp(log(1e-3) + (m / 40 + 0.5) / 100 * log(end / 1e-3));
            double ux = cos(th), uy = sin(th), form = S[0] * ux * ux + 2 * S[1] * ux * uy + S[2] * uy * uy;
            double t = rad / sqrt(form), px = t * ux, py = t * uy, gap = 0.5 * rad * rad, push = c[0] * px + c[1] * py;
            if (push <= 0) continue;
            double slope = c[0] / ((gap + 0.5) * (gap + 0.5)) - 2 * push * (S[0] * px + S[1] * py) / pow(gap + 0.5, 3);
            sum += gap * slope * t * t * (TWO_PI / 40) * (log(end / 1e-3) / 100);
        }
        abut_ehl_slide s = usual;
        abut_ehl_friction f;
        s.D = D, s.angle = angle, s.size = a, s.inlet = inlet * a, s.slide = 0;
        s.u_sum = lambda * a * a * a * s.p_h / (6 * s.shear.eta0 * s.R * s.R);
        ck_assert(abut_ehl_point_friction(&r, &s, &f, NULL) == ABUT_OK);
        expect_near(f.rolling, 0.5 * sum * s.p_h * a * a / s.R * a, 0.02, NULL, "D %g angle %g", D, angle);
        double before = f.rolling;
        s.inlet *= exp(1);
        ck_assert(abut_ehl_point_friction(&r, &s, &f, NULL) == ABUT_OK);
        expect_near(f.rolling - before, f.rolling_by_ln, 1e-9, NULL, "e times the distance");
        if (k == 0) expect_near(f.rolling_by_ln, 0.2 * PI * lambda * s.p_h * a * a / s.R * a, 1e-12, NULL, "a sphere");
        expect_near(f.loss, f.rolling * s.u_sum, 1e-14, NULL, "loss");
    }
}
END_TEST

/* A solved circle, in units U = 1e-11, E' = 200 GPa, R = 10 mm: the force is that of twice the domain, and within 15 % of the fit
 * T/(E' R^3) = (2a/R) {(0.77 U^(-1/12) - 1.8)/(1 + M/6.6) + 1.8} U^(3/4) of Biboulet and Houpert (2010), part 2. */
static double rolling_of(int n, double M, double L, double wide, double *fit) {
    double U = 1e-11, E = 2e11, R = 0.01, F = M * pow(U, 0.75) * E * R * R;
    abut_ehl_point *s;
    abut_ehl_point_result r;
    abut_ehl_friction f;
    abut_message why = {0};
    abut_ehl_point_def d = {.M = M, .L = L, .from = -4.5 * wide, .to = 1.5 * wide, .side = 3 * wide};
    if (wide == 0) d.from = d.to = d.side = 0;
    ck_assert(abut_ehl_point_create(n, &s, NULL) == ABUT_OK);
    ck_assert_msg(abut_ehl_point_solve(s, &d, &r, &why) == ABUT_OK, "%s", why.text);
    double a = R * sqrt(r.scale * sqrt(U));
    abut_ehl_slide c = {.size = a, .R = R, .p_h = 3 * F / (2 * PI * a * a), .u_sum = U * E * R, .shear.eta0 = 1};
    ck_assert_msg(abut_ehl_point_friction(&r, &c, &f, &why) == ABUT_OK, "%s", why.text);
    ck_assert(f.inlet == 0.5 * R);
    abut_ehl_point_destroy(s);
    *fit = E * R * R * (2 * a / R) * ((0.77 * pow(U, -1.0 / 12) - 1.8) / (1 + M / 6.6) + 1.8) * pow(U, 0.75);
    return f.rolling;
}

START_TEST(rolling_of_a_circle) {
    double fit, worst = 0;
    for (double M = 5; M < 50; M *= 3)
        for (double L = 4; L < 20; L *= 4) {
            double ours = rolling_of(64, M, L, 0, &fit);
            expect_near(ours, fit, 0.15, &worst, "M %g L %g", M, L);
        }
    printf("rolling_of_a_circle: worst %.3f\n", worst);
    double near = rolling_of(64, 20, 5, 1, &fit), far = rolling_of(64, 20, 5, 1.6, &fit);
    expect_near(near, far, 0.02, NULL, "other domains");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&newton,
                                              &laws,
                                              &thick_oils,
                                              &broken_film,
                                              &far_before_the_contact,
                                              &refusals,
                                              &rolling_of_a_circle,
                                              &flash_temperature,
                                              &couette_heat,
                                              &heat_of_a_point};
    return suite_main("ehl_friction", all, sizeof all / sizeof *all);
}
