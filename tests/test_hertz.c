/* Exact Hertz contact against 40-digit tables, published cases and an independent long double solution. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "numeric/hertz_kernel.h"
#include "support/hertz.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"
#include "support/table.h"

/* Every column of hertz_table.csv (40 digits). P and Q are whole numbers with the ratio C, so that 1 - C is not rounded. */
START_TEST(table_of_shapes) {
    table t = table_read("hertz_table.csv");
    double worst = 0, worst_c = 0, worst_sigma = 0;
    for (size_t i = 0; i < t.rows; i++) {
        double Q = 1e12, C = table_at(&t, i, "C"), P = round(1e12 * C), root = sqrt(Q);
        double kappa = table_at(&t, i, "b_over_a"), c = table_at(&t, i, "c");
        abut_hertz o = approach(P, Q, 0.75, 1); /* D = 1, h = 1: e ~ 1/sqrt(Q), a ~ 1/sqrt(Q) */
        expect_near(o.force * root, table_number(&t, i, "e_DQ"), FORCE, &worst, "C = %g: F", C);
        expect_near(o.a * root, table_number(&t, i, "a_h1Q1"), FORCE, &worst, "C = %g: a", C);
        expect_near(o.b * root, table_number(&t, i, "b_h1Q1"), FORCE, &worst, "C = %g: b", C);
        expect_near(o.b / o.a, table_number(&t, i, "b_over_a"), FORCE, &worst, "C = %g: b/a", C);
        expect_near(o.eccentricity2, table_number(&t, i, "c"), FORCE, &worst_c, "C = %g: c", C);
        /* K through the AGM has all digits; through c it has what the rounding of c leaves: dK = K' c 2^-53 */
        long double K = table_number(&t, i, "K"), slope = table_number(&t, i, "dKdc");
        expect_near(HALF_PI / abut_agm(1, kappa), K, 2e-15, &worst, "C = %g: AGM", C);
        expect_near(abut_elliptic_K(c), K, 2e-15 + (double)(slope / K) * c * DBL_EPSILON, NULL, "C = %g: K", C);
        expect_near(abut_elliptic_E(c), table_number(&t, i, "E"), 4e-15, &worst, "C = %g: E", C);
        expect_near(0.5 / hertz_dlnk(P / Q, o.b / o.a), table_number(&t, i, "dlnC_dlnbeta"), DERIVATIVE, &worst_sigma,
                    "C = %g: d ln C/d ln beta", C);
    }
    printf("table_of_shapes: worst %.1e, eccentricity %.1e, slope %.1e\n", worst, worst_c, worst_sigma);
    table_free(&t);
}
END_TEST

/* ---- an independent solution in long double ---- */
typedef struct shape {
    long double kappa, agm; /* b/a, AGM(1, b/a) */
} shape;

/* C = beta (K - E)/(E - beta K). Near the circle both differences cancel: there the integrals of sin^2/Delta and cos^2/Delta
 * by the trapezoidal rule, which converges geometrically for periodic integrands (e^-62 here). */
static long double C_of(long double kappa, long double *agm) {
    long double beta = kappa * kappa, c = (1 - kappa) * (1 + kappa);
    if (kappa > 0.3L) {
        enum { POINTS = 64 };
        long double B = 0.5L, D = 0.5L / kappa; /* the ends, where the other integrand is zero */
        for (int i = 1; i < POINTS; i++) {
            long double s = sinl(3.14159265358979323846264L * i / (2 * POINTS)), root = sqrtl(1 - c * s * s);
            D += s * s / root;
            B += (1 - s * s) / root;
        }
        *agm = POINTS / (B + D); /* pi/(2K) */
        return beta * D / B;
    }
    long double a = 1, b = kappa, sum = 0.5L * c, power = 0.5L;
    for (int i = 0; i < 16; i++) {
        long double half = 0.5L * (a - b), mean = 0.5L * (a + b);
        b = sqrtl(a * b);
        a = mean;
        power *= 2;
        sum += power * half * half;
    }
    *agm = a;
    long double E_over_K = 1 - sum; /* K - E = K sum, E - beta K = K (E/K - beta) */
    return beta * sum / (E_over_K - beta);
}

static shape solve(long double C) {
    shape s;
    long double low = 1e-160L, high = 1;
    for (int i = 0; i < 80; i++) {
        s.kappa = sqrtl(low * high);
        if (C_of(s.kappa, &s.agm) < C)
            low = s.kappa;
        else
            high = s.kappa;
    }
    return s;
}

/* The force hardly feels an error of b/a (it is stationary there). b/a itself loses digits like ln(a/b): 1e-14 down to
 * P/Q = 1e-12 and 3e-14 at 1e-290. */
static void check_random(chance *c, double lowest, double axes, double *worst, double *worst_axes) {
    double Q = exp(chance_uniform(c, 0, 9)), P = Q * exp(chance_uniform(c, log(lowest), 0));
    double E_star = exp(chance_uniform(c, 10, 26)), h = exp(chance_uniform(c, -18, -7));
    shape s = solve((long double)P / Q);
    long double a = sqrtl(h / (P + s.kappa * s.kappa * Q)), F = 4.0L / 3.0L * E_star * h * a * s.agm;
    abut_hertz o = approach(P, Q, E_star, h), back = loaded(P, Q, E_star, o.force);
    double C = P / Q, Fa, aa, ba;
    expect_near(o.force, F, 4e-15, worst, "C = %g: F", C);
    expect_near(o.a, a, axes, worst_axes, "C = %g: a", C);
    expect_near(o.b, a * s.kappa, axes, worst_axes, "C = %g: b", C);
    expect_near(back.approach, h, INVERSE, NULL, "C = %g: inverse", C);
    abut_hertz_array(1, &P, &Q, &E_star, &h, &Fa, &aa, &ba);
    expect_near(Fa, F, 4e-15, worst, "C = %g: F of the array", C);
    expect_near(aa, a, axes, worst_axes, "C = %g: a of the array", C);
    expect_near(ba, a * s.kappa, axes, worst_axes, "C = %g: b of the array", C);
    /* P a^2 + Q b^2 = h; F is homogeneous of degree -1/2 in P, Q; dF/dh = 3F/(2h) */
    expect_near(P * o.a * o.a + Q * o.b * o.b, h, 4e-15, NULL, "C = %g: size of the ellipse", C);
    if (C > 1e-140) /* beyond that dF/dP overflows */
        expect_near(P * o.dF_dP + Q * o.dF_dQ, -0.5L * o.force, 4e-15, NULL, "C = %g: homogeneity", C);
    expect_near(o.stiffness * h, 1.5L * o.force, 2e-15, NULL, "C = %g: stiffness", C);
    expect_near(o.eccentricity2, (1 - s.kappa) * (1 + s.kappa), 1e-13, NULL, "C = %g: eccentricity", C);
}

START_TEST(random_contacts) {
    if (LDBL_MANT_DIG < 64) return; /* long double is double here: no reference */
    chance c = {2024};
    double worst = 0, axes = 0, thin = 0, thin_axes = 0;
    for (int i = 0; i < 1500; i++) check_random(&c, 1e-12, 1e-14, &worst, &axes);
    for (int i = 0; i < 100; i++) check_random(&c, 0.99, 1e-14, &worst, &axes);
    for (int i = 0; i < 500; i++) check_random(&c, 1e-290, 3e-14, &thin, &thin_axes);
    printf("random_contacts: F %.1e, axes %.1e; down to P/Q = 1e-290 F %.1e, axes %.1e\n", worst, axes, thin,
           thin_axes);
}
END_TEST

/* Where the table changes its polynomial, and at its edge 2^-24 to the iteration, nothing jumps. */
START_TEST(borders) {
    double worst = 0, worst_slope = 0;
    for (int octave = -25; octave <= 0; octave++)
        for (int part = 0; part < (octave < 0 ? 8 : 1); part++) {
            double C = ldexp(1 + part / 8.0, octave), below = nextafter(C, 0), G[2], kappa[2];
            hertz_coefficients(C, &G[0], &kappa[0]);
            hertz_coefficients(below, &G[1], &kappa[1]);
            expect_near(G[1], G[0], 3e-15, &worst, "G at C = %a", C);
            expect_near(kappa[1], kappa[0], 3e-15, &worst, "kappa at C = %a", C);
            expect_near(hertz_dlnk(below, kappa[1]), hertz_dlnk(C, kappa[0]), 2e-13, &worst_slope, "slope at %a", C);
        }
    printf("borders: largest jump %.1e, of the slope %.1e\n", worst, worst_slope);
}
END_TEST

/* d ln kappa/d ln C against differences of ln kappa over the whole range, table and iteration. */
START_TEST(slope_of_the_shape) {
    chance c = {5};
    double worst = 0;
    for (int i = 0; i < 2000; i++) {
        double C = exp(chance_uniform(&c, log(1e-14), log(0.999))), d = 1e-3, G, kappa, up, down;
        hertz_coefficients(C, &G, &kappa);
        hertz_coefficients(C * exp(d), &G, &up);
        hertz_coefficients(C * exp(-d), &G, &down);
        if (C * exp(d) > 1) continue;
        expect_near(hertz_dlnk(C, kappa), log(up / down) / (2 * d), 1e-7, &worst, "C = %g", C);
    }
    printf("slope_of_the_shape: worst against differences %.1e\n", worst);
}
END_TEST

/* Circle: F = (4/3) E* sqrt(R) h^1.5, a = sqrt(R h). Close to it, with t = ln(P/Q): ln beta = (4/3) t - t^3/162 + ...,
 * e/e_geo = 1 + t^2/48 - t^4/13824 + ..., e_geo = 1/(D sqrt(2 sqrt(P Q))). */
START_TEST(near_the_circle) {
    double R = 0.02, E_star = 1e11, h = 1e-5;
    abut_hertz o = approach(0.5 / R, 0.5 / R, E_star, h);
    expect_near(o.force, 4.0L / 3 * E_star * sqrtl(R) * h * sqrtl(h), 2e-15, NULL, "F of a sphere");
    expect_near(o.a, sqrtl((long double)R * h), 2e-15, NULL, "a of a sphere");
    ck_assert(o.b == o.a || fabs(o.b / o.a - 1) < 1e-15);
    ck_assert(fabs(o.eccentricity2) < 1e-15);
    for (double gap = 1e-15; gap < 1e-2; gap *= 10) {
        double Q = 100, P = Q - gap * Q;
        long double t = log1pl(-((long double)Q - P) / Q), ln_beta = 4 * t / 3 - t * t * t / 162;
        long double e = (1 + t * t / 48 - t * t * t * t / 13824) * 4 / 3 / sqrtl(2 * sqrtl((long double)P * Q));
        o = approach(P, Q, E_star, h);
        expect_near(o.force, e * E_star * h * sqrtl(h), 4e-15, NULL, "F, 1 - P/Q = %g", gap);
        expect_near(o.b / o.a, expl(ln_beta / 2), 4e-15, NULL, "b/a, 1 - P/Q = %g", gap);
        expect_near(o.eccentricity2, -expm1l(ln_beta), 1e-13, NULL, "eccentricity, 1 - P/Q = %g", gap);
    }
}
END_TEST

/* ---- many at once ---- */
enum { LONGEST = 9, ROOM = LONGEST + 8 };
typedef struct batch {
    double P[ROOM], Q[ROOM], E[ROOM], h[ROOM], F[ROOM], a[ROOM], b[ROOM];
} batch;

static void fill_batch(chance *c, batch *x) {
    for (int i = 0; i < ROOM; i++) {
        x->Q[i] = exp(chance_uniform(c, 0, 9));
        x->P[i] = x->Q[i] * exp(chance_uniform(c, -18, 0));
        x->E[i] = 1e11;
        x->h[i] = 1e-5 * chance_uniform(c, 0, 1);
        x->F[i] = x->a[i] = x->b[i] = -7;
    }
}

/* Lengths 0 to 9 at every alignment, with and without semi-axes; nothing is written beyond the end. */
START_TEST(array_of_any_length) {
    chance c = {99};
    double worst = 0;
    for (size_t n = 0; n <= LONGEST; n++)
        for (size_t off = 0; off < 4; off++) {
            batch x;
            fill_batch(&c, &x);
            abut_hertz_array(n, x.P + off, x.Q + off, x.E + off, x.h + off, x.F + 3 - off, NULL, NULL);
            for (size_t i = 0; i < n; i++) {
                abut_hertz o = approach(x.P[off + i], x.Q[off + i], x.E[off + i], x.h[off + i]);
                expect_near(x.F[3 - off + i], o.force, 4e-15, &worst, "F alone, %zu of %zu", i, n);
            }
            abut_hertz_array(n, x.P + off, x.Q + off, x.E + off, x.h + off, x.F + 3 - off, x.a + 1, x.b + off);
            for (size_t i = 0; i < n; i++) {
                abut_hertz o = approach(x.P[off + i], x.Q[off + i], x.E[off + i], x.h[off + i]);
                expect_near(x.F[3 - off + i], o.force, 4e-15, &worst, "F, %zu of %zu", i, n);
                expect_near(x.a[1 + i], o.a, 4e-15, &worst, "a, %zu of %zu", i, n);
                expect_near(x.b[off + i], o.b, 4e-15, &worst, "b, %zu of %zu", i, n);
            }
            ck_assert(x.F[3 - off + n] == -7 && x.a[1 + n] == -7 && x.b[off + n] == -7);
        }
    printf("array_of_any_length: %s against one by one, worst %.1e\n", abut_hertz_array_unit(), worst);
}
END_TEST

/* Entries that are no contact give NaN, h <= 0 gives 0, wherever they stand; their neighbours do not mind. */
START_TEST(array_with_bad_entries) {
    static const struct {
        double P, Q, E, h;
        bool nan;
    } odd[] = {{-1, 2, 1e9, 1e-6, true},  {0, 2, 1e9, 1e-6, true},   {3, 2, 1e9, 1e-6, true},
               {NAN, 2, 1e9, 1e-6, true}, {1, NAN, 1e9, 1e-6, true}, {1, INFINITY, 1e9, 1e-6, true},
               {1, 2, 0, 1e-6, true},     {1, 2, -1e9, 1e-6, true},  {1, 2, NAN, 1e-6, true},
               {1, 2, 1e9, NAN, true},    {-2, -1, 1e9, 1e-6, true}, {1, 2, 1e9, 0, false},
               {1, 2, 1e9, -1e-6, false}, {1e-9, 2, 1e9, -1, false}, {-1, 2, 1e9, -1, true},
               {1, 2, 1e9, -0.0, false},  {1, 2, -1e9, -1e-6, true}};
    chance c = {3};
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
        for (size_t at = 0; at < LONGEST; at++) {
            batch x;
            fill_batch(&c, &x);
            x.P[at] = odd[k].P, x.Q[at] = odd[k].Q, x.E[at] = odd[k].E, x.h[at] = odd[k].h;
            abut_hertz_array(LONGEST, x.P, x.Q, x.E, x.h, x.F, x.a, x.b);
            bool nan = isnan(x.F[at]) && isnan(x.a[at]) && isnan(x.b[at]);
            bool zero = x.F[at] == 0 && x.a[at] == 0 && x.b[at] == 0;
            ck_assert_msg(odd[k].nan ? nan : zero, "entry %zu at %zu: F %g a %g b %g", k, at, x.F[at], x.a[at],
                          x.b[at]);
            for (size_t i = 0; i < LONGEST; i++)
                if (i != at)
                    expect_near(x.F[i], approach(x.P[i], x.Q[i], x.E[i], x.h[i]).force, 4e-15, NULL, "neighbour");
        }
}
END_TEST

START_TEST(bad_values) {
    static const double bad[][4] = {
        {0, 1, 1, 1},   {-1, 1, 1, 1},       {2, 1, 1, 1},        {NAN, 1, 1, 1}, {1, NAN, 1, 1},
        {1, 1, 0, 1},   {1, INFINITY, 1, 1}, {1, 1, INFINITY, 1}, {1, 1, -1, 1},  {1, 1, 1, -1},
        {1, 1, 1, NAN}, {1, 1, 1, INFINITY}, {1, 1, NAN, 1},      {-2, -1, 1, 1}, {INFINITY, INFINITY, 1, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        abut_hertz o;
        ck_assert_int_eq(abut_hertz_from_approach(bad[i][0], bad[i][1], bad[i][2], bad[i][3], &o), ABUT_BAD_VALUE);
        ck_assert_int_eq(abut_hertz_from_force(bad[i][0], bad[i][1], bad[i][2], bad[i][3], &o), ABUT_BAD_VALUE);
    }
    abut_hertz o = approach(1, 2, 1e9, 0);
    ck_assert(o.force == 0 && o.a == 0 && o.b == 0 && o.p_max == 0 && o.stiffness == 0 && o.dF_dP == 0 &&
              o.energy == 0);
    o = loaded(1, 2, 1e9, 0);
    ck_assert(o.approach == 0 && o.a == 0 && o.p_max == 0);
    ck_assert(isnan(abut_agm(-1, 1)) && isnan(abut_elliptic_K(-0.1)) && isnan(abut_elliptic_E(1.1)));
    ck_assert(abut_elliptic_E(1) == 1 && isinf(abut_elliptic_K(1)));
    expect_near(abut_E_star(INFINITY, 0.3, 210e9, 0.3), 210e9L / 0.91L, 1e-15, NULL, "E* of steel on a rigid body");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&table_of_shapes,        &random_contacts, &borders,
                                              &slope_of_the_shape,     &near_the_circle, &array_of_any_length,
                                              &array_with_bad_entries, &bad_values};
    return suite_main("hertz", all, sizeof all / sizeof *all);
}
