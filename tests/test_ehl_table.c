/* Tables of solved films: splines that reproduce cubics, the table of the library against fresh solutions, its borders, slopes against differences,
 * damaged files, contacts of the element. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "abut/ehl.h"
#include "abut/ehl_friction.h"
#include "abut/lubrication.h"
#include "base/hash.h"
#include "ehl/table.h"
#include "film/table.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"
#include "support/validation.h"

static double random_between(double low, double high) {
    static unsigned seed = 5;
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * ((seed >> 8) / 16777216.0);
}

/* The law of the library's table, or of this file; incompressible. */
static abut_film_law law_of(bool line, bool extended, const unsigned char *bytes, size_t size) {
    abut_choice c = {
        "ehl_table",
        {{.name = "compressible", .value = 0}, {.name = "outside", .text = extended ? "formula" : "refuse"}}};
    abut_film_law law;
    abut_message why = {0};
    if (bytes) c.params[2] = (abut_param){.name = "table", .data = bytes, .count = size};
    ck_assert_msg(abut_film_choose(&c, line, &law, &why) == ABUT_OK, "%s", why.text);
    return law;
}

static abut_film_law formula(bool line) {
    abut_film_law law;
    ck_assert_int_eq(
        abut_film_choose(&(abut_choice){line ? "moes_line" : "nvm", {{.name = "compressible", .value = 0}}}, line, &law,
                         NULL),
        ABUT_OK);
    return law;
}

/* E' = rho_x = l = U = 1: then M is the force and L is alpha. */
static abut_film_out film(const abut_film_law *law, double M, double L, double D) {
    const abut_film_in in = {D == 0, M, 1, D, 1, 1, 1, L, 1, 0, 0};
    abut_film_out out;
    abut_message why = {0};
    ck_assert_msg(abut_film_eval(law, &in, &out, &why) == ABUT_OK, "M %g L %g D %g: %s", M, L, D, why.text);
    return out;
}

/* ---- a table of cubics ---- */
/* Polynomials of third degree in each coordinate, all that a spline through even nodes has to give back. */
static double cubic(int q, double x, double y, double z) {
    double a = 1 + 0.1 * q;
    return a * (0.03 + 0.02 * x - 0.01 * x * x + 0.001 * x * x * x) * (1 - 0.3 * y + 0.1 * y * y - 0.02 * y * y * y) +
           0.01 * z * z * z - 0.004 * x * y * z - 0.02 * q;
}

/* The first coordinate: of ellipses stretched about the bend of films. */
static double first(double M, double L, double D) {
    return D == 0 ? log(M) : asinh((log(M) - 2.54 + 0.3 * log1p(L) + 0.55 * log(D)) / 0.45);
}

static const abut_ehl_table_def small = {.M = {6, 400},
                                         .L = {0, 12},
                                         .D = {0.2, 1},
                                         .nodes = {6, 5, 4},
                                         .line_M = {2, 200},
                                         .line_L = {1, 9},
                                         .line_nodes = {5, 4},
                                         .finest = 128};

static abut_ehl_table_row row_of(const double S[TABLE_QUANTITIES], double H) {
    double film = H * exp(S[TABLE_FILM]);
    return (abut_ehl_table_row){.H_c = film,
                                .H_min = film * exp(S[TABLE_LEAST]),
                                .separation = H * exp(S[TABLE_SEPARATION]),
                                .rolling = exp(S[TABLE_ROLLING]),
                                .damping = exp(S[TABLE_DAMPING]),
                                .error = 0.01,
                                .error_min = 0.012,
                                .error_separation = 0.013,
                                .error_rolling = 0.014,
                                .error_damping = 0.015};
}

static unsigned char *cubics(size_t *size) {
    size_t n = abut_ehl_table_rows(&small);
    ck_assert_uint_eq(n, 6 * 5 * 4 + 5 * 4);
    abut_ehl_table_row *rows = calloc(n, sizeof *rows);
    unsigned char *bytes = NULL;
    abut_message why = {0};
    for (size_t i = 0; i < n; i++) {
        double M, L, D, S[TABLE_QUANTITIES];
        (void)abut_ehl_table_contact(&small, i, &M, &L, &D);
        abut_film_law law = formula(D == 0);
        for (int q = 0; q < TABLE_QUANTITIES; q++) S[q] = cubic(q, first(M, L, D), log1p(L), D > 0 ? log(D) : 0);
        rows[i] = row_of(S, film(&law, M, L, D).H);
    }
    ck_assert_msg(abut_ehl_table_make(&small, rows, "cubics", &bytes, size, &why) == ABUT_OK, "%s", why.text);
    free(rows);
    return bytes;
}

static abut_ehl_table_out at(const abut_film_law *law, double M, double L, double D) {
    abut_ehl_table_out t;
    abut_message why = {0};
    ck_assert_msg(abut_ehl_table_at(law, M, L, D, &t, &why) == ABUT_OK, "M %g L %g D %g: %s", M, L, D, why.text);
    return t;
}

START_TEST(splines_of_cubics) {
    size_t size;
    unsigned char *bytes = cubics(&size);
    abut_message why = {0};
    double worst = 0;
    ck_assert_msg(table_check(bytes, size, &why) == ABUT_OK, "%s", why.text);
    for (int k = 0; k < 200; k++) {
        bool line = k % 2;
        double M = exp(random_between(log(line ? 2 : 6), log(line ? 200 : 400))),
               L = random_between(line ? 1 : 0, line ? 9 : 12);
        double D = line ? 0 : exp(random_between(log(0.2), 0)), x = first(M, L, D), y = log1p(L), z = line ? 0 : log(D);
        abut_film_law law = law_of(line, false, bytes, size), of = formula(line);
        abut_film_out o = film(&law, M, L, D), f = film(&of, M, L, D);
        abut_ehl_table_out t = at(&law, M, L, D);
        expect_near(o.H, f.H * exp(cubic(0, x, y, z)), 1e-10, &worst, "H of case %d", k);
        expect_near(o.h_min, o.h_c * fmin(exp(cubic(1, x, y, z)), 1), 1e-10, &worst, "h_min of case %d", k);
        expect_near(t.H_c, o.H, 1e-13, NULL, "H_c of case %d", k);
        expect_near(t.H_min, o.H * exp(cubic(1, x, y, z)), 1e-10, &worst, "H_min of case %d", k);
        expect_near(t.separation, f.H * exp(cubic(2, x, y, z)), 1e-10, &worst, "separation of case %d", k);
        expect_near(t.rolling, exp(cubic(3, x, y, z)), 1e-10, &worst, "rolling of case %d", k);
        expect_near(t.damping, exp(cubic(4, x, y, z)), 1e-10, &worst, "damping of case %d", k);
        expect_near(t.error, 0.01, 1e-8, NULL, "error of case %d", k);
        /* stiffness: d(separation)/dM by a difference */
        if (M * 1.0002 > (line ? 200 : 400) || M / 1.0002 < (line ? 2 : 6)) continue;
        double up = at(&law, M * 1.0002, L, D).separation, down = at(&law, M / 1.0002, L, D).separation;
        expect_near(t.stiffness, -M * 2 * log(1.0002) / (up - down), 1e-4, NULL, "stiffness of case %d", k);
    }
    printf("splines_of_cubics: worst %.1e\n", worst);
    /* all estimates are .01 to .015; fourth differences of cubics vanish, of their sums too */
    table_part p = table_part_of(bytes, false);
    const double stated[TABLE_STATED] = {0.01, 0.012, 0.013, 0.014, 0.015};
    for (int q = 0; q < TABLE_STATED; q++) expect_near(p.error[q], stated[q], 1e-6, NULL, "stated error %d", q);
    free(bytes);
}
END_TEST

/* Corners of the rectangle of x, L and D lie far beyond the hull and are not solved: what is straight in x goes on through them. */
START_TEST(corners) {
    abut_ehl_table_def d = {.M = {5, 1000}, .L = {0, 30}, .D = {0.03, 1}, .nodes = {14, 4, 4}, .finest = 128};
    size_t n = abut_ehl_table_rows(&d), size, left_out = 0;
    abut_ehl_table_row *rows = calloc(n, sizeof *rows);
    unsigned char *bytes = NULL;
    abut_message why = {0};
    abut_film_law of = formula(false);
    for (size_t i = 0; i < n; i++) {
        double M, L, D;
        bool wanted = abut_ehl_table_contact(&d, i, &M, &L, &D);
        ck_assert(wanted || M < 5 || M > 1000);
        ck_assert(!wanted || (M > 0.99 && M < 1501));
        left_out += !wanted;
        double x = first(M, L, D), S[TABLE_QUANTITIES] = {0.1 * x, -0.2, 0.03 * x, 0.4 * x, -0.1 * x, 0.01};
        if (wanted) rows[i] = row_of(S, film(&of, M, L, D).H);
    }
    ck_assert_uint_gt(left_out, 20);
    ck_assert_msg(abut_ehl_table_make(&d, rows, "", &bytes, &size, &why) == ABUT_OK, "%s", why.text);
    abut_film_law law = law_of(false, false, bytes, size);
    for (int k = 0; k < 50; k++) {
        double M = exp(random_between(log(5), log(1000))), L = random_between(0, 30),
               D = exp(random_between(log(0.03), 0));
        abut_ehl_table_out t = at(&law, M, L, D);
        expect_near(t.H_c, film(&of, M, L, D).H * exp(0.1 * first(M, L, D)), 1e-10, NULL, "H_c of case %d", k);
        expect_near(t.rolling, exp(0.4 * first(M, L, D)), 1e-9, NULL, "rolling of case %d", k);
    }
    expect_near(table_part_of(bytes, false).error[TABLE_FILM], 0.01, 1e-6, NULL, "stated error");
    size_t inside = n / 2;
    while (!(rows[inside].H_c > 0)) inside++;
    rows[inside].H_min = 0; /* a node that is not solved */
    free(bytes);
    ck_assert_int_eq(abut_ehl_table_make(&d, rows, "", &bytes, &size, &why), ABUT_BAD_VALUE);
    free(rows);
}
END_TEST

/* Large tables leave nodes out that follow from others: cubics in L, lines in x, cubics in D with what every second node in L lacks in all layers come back. */
START_TEST(thinned) {
    abut_ehl_table_def d = {.M = {5, 1000}, .L = {0, 30}, .D = {0.03, 1}, .nodes = {22, 9, 7}, .finest = 128};
    size_t n = abut_ehl_table_rows(&d), size, solved = 0;
    abut_ehl_table_row *rows = calloc(n, sizeof *rows);
    unsigned char *bytes = NULL;
    abut_message why = {0};
    abut_film_law of = formula(false);
    for (size_t i = 0; i < n; i++) {
        double M, L, D;
        bool wanted = abut_ehl_table_contact(&d, i, &M, &L, &D);
        solved += wanted;
        double x = first(M, L, D), y = log1p(L), z = log(D), quartic = 1e-4 * pow(y, 4);
        double film_S = 0.03 * x + 0.02 * y - 0.01 * y * y * y + 0.01 * z * z * z + quartic;
        double S[TABLE_QUANTITIES] = {film_S, -0.2, 0.03 * x * y, 0.1 * z * y * y, 0.02 * x * z, 0.01};
        if (wanted) rows[i] = row_of(S, film(&of, M, L, D).H);
    }
    ck_assert(solved > 850 && solved < 1150);
    ck_assert_msg(abut_ehl_table_make(&d, rows, "", &bytes, &size, &why) == ABUT_OK, "%s", why.text);
    abut_film_law law = law_of(false, false, bytes, size);
    for (int k = 0; k < 100; k++) {
        double M = exp(random_between(log(5), log(1000))), L = random_between(0, 30),
               D = exp(random_between(log(0.03), 0));
        double x = first(M, L, D), y = log1p(L), z = log(D);
        abut_ehl_table_out t = at(&law, M, L, D);
        double film_S = 0.03 * x + 0.02 * y - 0.01 * y * y * y + 0.01 * z * z * z + 1e-4 * pow(y, 4);
        expect_near(t.H_c, film(&of, M, L, D).H * exp(film_S), 6e-6, NULL, "H_c of case %d", k);
        expect_near(t.separation, film(&of, M, L, D).H * exp(0.03 * x * y), 1e-9, NULL, "separation of case %d", k);
        expect_near(t.rolling, exp(0.1 * z * y * y), 1e-9, NULL, "rolling of case %d", k);
        expect_near(t.damping, exp(0.02 * x * z), 1e-9, NULL, "damping of case %d", k);
    }
    ck_assert(table_part_of(bytes, false).error[TABLE_FILM] > 0.01);
    free(bytes);
    free(rows);
}
END_TEST

/* A quartic has an error: 6 times 5/384 of its fourth difference in each direction is stated. */
START_TEST(interpolation_is_counted) {
    abut_ehl_table_def def = {.line_M = {2, 200}, .line_L = {0, 9}, .line_nodes = {7, 6}};
    size_t n = abut_ehl_table_rows(&def), size;
    abut_ehl_table_row rows[42];
    unsigned char *bytes = NULL;
    abut_message why = {0};
    ck_assert_uint_eq(n, 42);
    double dx = log(100) / 6, dy = log(10) / 5;
    for (size_t i = 0; i < n; i++) {
        double M, L, D;
        abut_ehl_table_contact(&def, i, &M, &L, &D);
        abut_film_law law = formula(true);
        double H = film(&law, M, L, 0).H * exp(2e-3 * pow(log(M), 4) + 1e-2 * pow(log1p(L), 4));
        rows[i] = (abut_ehl_table_row){.H_c = H, .H_min = 0.8 * H, .separation = H, .rolling = 1, .damping = 1};
    }
    ck_assert_msg(abut_ehl_table_make(&def, rows, "", &bytes, &size, &why) == ABUT_OK, "%s", why.text);
    expect_near(table_part_of(bytes, true).error[TABLE_FILM],
                6 * 5.0 / 384 * 24 * (2e-3 * pow(dx, 4) + 1e-2 * pow(dy, 4)), 1e-9, NULL, "stated");
    ck_assert_uint_eq(table_part_of(bytes, false).n[0], 0);
    abut_choice c = {"ehl_table", {{.name = "table", .data = bytes, .count = size}}};
    abut_film_law law;
    ck_assert_int_eq(abut_film_choose(&c, false, &law, &why), ABUT_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(why.text, "no elliptic contacts"));
    free(bytes);
}
END_TEST

/* ---- the table of the library ---- */
START_TEST(shipped) {
    size_t size;
    const unsigned char *bytes = table_shipped(&size);
    abut_message why = {0};
    ck_assert_msg(table_check(bytes, size, &why) == ABUT_OK, "%s", why.text);
    table_part point = table_part_of(bytes, false), line = table_part_of(bytes, true);
    printf("shipped: %zu bytes, '%s'\n", size, (const char *)bytes + TABLE_ORIGIN);
    for (int q = 0; q < TABLE_STATED; q++)
        printf("shipped: stated error of quantity %d: ellipses %.2f %%, lines %.2f %%\n", q, 100 * point.error[q],
               100 * line.error[q]);
    ck_assert_uint_lt(size, 5000000);
    ck_assert(line.error[TABLE_FILM] <= 0.02 && point.error[TABLE_FILM] <= 0.02);
    ck_assert(point.checks >= 90 && line.checks >= 24);
    ck_assert(exp(point.low[0]) <= 5.001 && exp(point.high[0]) >= 999.9 && point.low[1] == 0 &&
              expm1(point.high[1]) >= 20);
    ck_assert(exp(point.low[2]) <= 0.1 && point.high[2] == 0);
}
END_TEST

/* Fresh solutions at random places of the hull: lines, and a few ellipses on grids as coarse as a test can afford. bench_ehl_table has 50. */
START_TEST(fresh_lines) {
    double worst = 0, worst_min = 0, bound = 0, bound_min = 0;
    abut_film_law law = law_of(true, false, NULL, 0);
    for (int k = 0; k < (brief() ? 3 : 20); k++) {
        double M = exp(random_between(log(1), log(1000))), L = random_between(0, 30);
        abut_ehl_table_row r;
        abut_ehl_table_out t;
        abut_message why = {0};
        ck_assert_msg(ehl_table_line(M, L, &r, &why) == ABUT_OK, "%s", why.text);
        ck_assert_int_eq(abut_ehl_table_at(&law, M, L, 0, &t, &why), ABUT_OK);
        double off = fabs(log(t.H_c / r.H_c)), off_min = fabs(log(t.H_min / r.H_min));
        worst = fmax(worst, off);
        worst_min = fmax(worst_min, off_min);
        bound = t.bound;
        bound_min = t.bound_min;
        expect_near(t.rolling, r.rolling, 0.02, NULL, "rolling at M %g L %g", M, L);
        expect_near(t.separation, r.separation, 0.03, NULL, "separation at M %g L %g", M, L);
    }
    printf("fresh_lines: H_c within %.2g %% (%.2g), H_min within %.2g %% (%.2g)\n", 100 * worst, 100 * bound,
           100 * worst_min, 100 * bound_min);
    ck_assert(worst <= bound && worst_min <= bound_min);
}
END_TEST

static void fresh_ellipse(const double c[3]) {
    abut_film_law law = law_of(false, false, NULL, 0);
    abut_ehl_table_row r;
    abut_message why = {0};
    ck_assert_msg(ehl_table_point(c[0], c[1], c[2], 128, &r, &why) == ABUT_OK, "%s", why.text);
    abut_ehl_table_out t = at(&law, c[0], c[1], c[2]);
    printf("fresh_ellipses: M %g L %g D %g: H_c %.4f, table %.4f (%+.2f %%; %.2g + %.2g)\n", c[0], c[1], c[2], r.H_c,
           t.H_c, 100 * (t.H_c / r.H_c - 1), 100 * r.error, 100 * t.error);
    ck_assert(fabs(log(t.H_c / r.H_c)) <= t.bound + r.error);
    ck_assert(fabs(log(t.H_min / r.H_min)) <= t.bound_min + r.error_min);
    ck_assert(fabs(log(t.separation / r.separation)) <= t.bound_separation + r.error_separation);
    ck_assert(fabs(log(t.rolling / r.rolling)) <= t.bound_rolling + r.error_rolling);
    ck_assert(fabs(log(t.damping / r.damping)) <= t.bound_damping + r.error_damping);
}

START_TEST(fresh_ellipse_1) { fresh_ellipse((const double[]){70, 12, 0.3}); }
END_TEST
START_TEST(fresh_ellipse_2) { fresh_ellipse((const double[]){150, 3, 0.12}); }
END_TEST

/* Other ways to rolling resistance and damping of the circle of M 40, L 5, on the usual domain: friction of the solution in units with oil up to R/2, and the load of
 * bodies that approach each other steadily, step by step, over that of the same gap at rest. */
START_TEST(rolling_and_damping) {
    const double M = 40, L = 5, U = 1e-11, E = 2.2e11, R = 0.02, speed = 0.8, eta0 = U * E * R / speed;
    abut_film_law law = law_of(false, false, NULL, 0);
    abut_ehl_table_out t = at(&law, M, L, 1);
    abut_ehl_point *s = NULL;
    abut_ehl_point_result r, moved;
    abut_message why = {0};
    const abut_ehl_point_def def = {.M = M, .L = L, .D = 1, .flooded = true};
    ck_assert_int_eq(abut_ehl_point_create(128, &s, &why), ABUT_OK);
    ck_assert_msg(abut_ehl_point_solve(s, &def, &r, &why) == ABUT_OK, "%s", why.text);
    double size = R * sqrt(r.scale * sqrt(U)), load = M * E * R * R * pow(U, 0.75);
    abut_ehl_friction f;
    const abut_ehl_slide slide = {.size = size,
                                  .R = R,
                                  .p_h = 1.5 * load / (acos(-1) * size * size),
                                  .u_sum = speed,
                                  .oil = {.alpha = L / (E * pow(U, 0.25))},
                                  .shear = {.eta0 = eta0, .shear = ABUT_EYRING, .tau0 = 5e6}};
    ck_assert_msg(abut_ehl_point_friction(&r, &slide, &f, &why) == ABUT_OK, "%s", why.text);
    double rolling = E * R * R * U * (t.rolling + t.rolling_by_ln * log(0.5 / (t.inlet * pow(U, 0.25))));
    expect_near(rolling, f.rolling, 0.06, NULL, "rolling resistance");
    expect_near(E * R * R * U * t.rolling_by_ln, f.rolling_by_ln, 1e-10, NULL, "by the inlet");

    double apart = t.separation / r.scale, speed_of_gap = 1e-3 * apart, offset = r.offset, ramp, rest;
    abut_ehl_point_move v = {.dT = 2, .held = true};
    for (int k = 1; k <= 8; k++) {
        v.offset = offset - speed_of_gap * v.dT * k;
        ck_assert_msg(abut_ehl_point_step(s, &def, &v, &moved, &why) == ABUT_OK, "%s", why.text);
    }
    ramp = moved.load;
    v.dT = 1e6;
    ck_assert_int_eq(abut_ehl_point_step(s, &def, &v, &moved, &why), ABUT_OK);
    rest = moved.load;
    abut_ehl_point_destroy(s);
    /* c = k E' s l R/(2 b u), l = pi b/2, in units: gap m per offset size^2/R, time 2 size/u */
    double gap = size * size / R, per_T = speed / (2 * size);
    double c = t.damping * E * apart * gap * acos(-1) / 2 * R / (2 * speed);
    printf("rolling_and_damping: %.4g N, damping %.4g of %.4g N s/m\n", f.rolling,
           (ramp - rest) * load / (speed_of_gap * gap * per_T), c);
    expect_near(c, (ramp - rest) * load / (speed_of_gap * gap * per_T), 0.12, NULL, "damping");
}
END_TEST

/* Circles solved by other programs (a semi-smooth Newton method and multigrid, 512^2 cells led to the limit) on a bounded domain, which starves the inlet by
 * 1.1 % at M 20, L 0 (docs/theory/ehl_point.md). */
START_TEST(other_programs) {
    static const double at[][3] = {
        {20, 0, 1.423}, {20, 10, 4.804}, {100, 10, 4.648}, {200, 10, 4.506}, {1000, 10, 4.09}};
    abut_film_law law = law_of(false, false, NULL, 0);
    for (int k = 0; k < 5; k++) {
        double H = film(&law, at[k][0], at[k][1], 1).H;
        char what[100];
        (void)snprintf(what, sizeof what,
                       "circular contact, M %g, L %g: central film of the table, in the unit of Moes", at[k][0],
                       at[k][1]);
        validated(
            &(validation){.area = "Films of solved contacts",
                          .what = what,
                          .source = "computed: full solutions on a bounded domain, semi-smooth Newton and multigrid",
                          .unit = "",
                          .figure = at[k][2],
                          .ours = H});
        expect_near(H, at[k][2], 0.015, NULL, "M %g L %g", at[k][0], at[k][1]);
    }
}
END_TEST

/* Stiffness and damping of lines, linearised solutions of another program (tests/oracles/ehl_line_dynamic.csv, good to 3 %), in Hertz' units: the film in series with
 * the dry line, whose offset under the load w pi/2 is w (-(ln 2 + 1/2)/2 + ln(w)/4); damping k s of the table's factor k. */
START_TEST(stiffness_and_damping) {
    abut_film_law law = law_of(true, false, NULL, 0);
    table t = table_read("ehl_line_dynamic.csv");
    double worst_K = 0, worst_C = 0, dry = 2 / acos(-1) * ((log(2) + 0.5) / 2 - 0.25);
    for (size_t i = 0; i < t.rows; i++) {
        double M = table_at(&t, i, "M"), L = table_at(&t, i, "L");
        abut_ehl_table_out o = at(&law, M, L, 0);
        double K = 1 / (dry + 1 / (4 * o.stiffness)), C = o.damping * o.separation * acos(-1) / (8 * M);
        expect_near(K, table_at(&t, i, "K_W"), 0.04, &worst_K, "K of M %g L %g", M, L);
        if (M < 4) continue; /* the gap alone does not hold such a load */
        expect_near(C, table_at(&t, i, "C_W"), 0.04, &worst_C, "C of M %g L %g", M, L);
    }
    printf("stiffness_and_damping: worst K %.4f, C %.4f\n", worst_K, worst_C);
    table_free(&t);
}
END_TEST

/* ---- slopes and borders ---- */
static double *input(abut_film_in *in, int i) {
    double *const all[] = {&in->force, &in->u_sum, &in->rho_x, &in->rho_y, &in->E_prime};
    return all[i];
}

static void check_slopes(const abut_film_law *law, abut_film_in in, double *worst) {
    abut_film_out o;
    ck_assert_int_eq(abut_film_eval(law, &in, &o, NULL), ABUT_OK);
    const double slope[] = {o.dh_dF, o.dh_du, o.dh_drho_x, o.dh_drho_y, o.dh_dE};
    for (int i = 0; i < 5; i++) {
        if (in.line && i == 3) continue;
        double *x = input(&in, i), at = *x, step = 1e-5 * at, h[2];
        abut_film_out side;
        for (int k = 0; k < 2; k++) {
            *x = at + (2 * k - 1) * step;
            ck_assert_int_eq(abut_film_eval(law, &in, &side, NULL), ABUT_OK);
            h[k] = side.h_c;
        }
        *x = at;
        expect_within(slope[i] * at / o.h_c, (h[1] - h[0]) / (2 * step) * at / o.h_c, 1e-7, worst,
                      "slope %d of M %g L %g D %g", i, o.M, o.L, o.D);
    }
}

/* Inside, at the borders and far beyond them; slopes continuous there. */
START_TEST(slopes) {
    static const double Ms[] = {1e-3, 1.3, 3, 5.5, 60, 900, 1e5}, Ls[] = {0, 0.3, 9, 29, 45},
                        Ds[] = {1e-3, 0.04, 0.3, 0.99};
    double worst = 0;
    for (int line = 0; line < 2; line++) {
        abut_film_law law = law_of(line, true, NULL, 0);
        for (int k = 0; k < 7 * 5 * 4; k++)
            check_slopes(&law, (abut_film_in){line, Ms[k % 7], 1, Ds[k / 35], 1, 1, 1, Ls[k / 7 % 5], 1, 0, 0}, &worst);
        size_t size;
        table_part p = table_part_of(table_shipped(&size), line);
        for (int side = 0; side < 2; side++) { /* just inside and just outside of M's ends */
            double M = exp(side ? p.high[0] : p.low[0]), by[2];
            for (int k = 0; k < 2; k++) {
                abut_film_out o = film(&law, M * (1 + (2 * k - 1) * 1e-6), 7, line ? 0 : 0.4);
                ck_assert_int_eq(o.beyond, k == side);
                by[k] = o.dh_dF * M / o.h_c;
            }
            expect_within(by[0], by[1], 2e-4, NULL, "slope over the border %d of %d", side, line);
        }
    }
    printf("slopes: worst %.1e\n", worst);
}
END_TEST

START_TEST(beyond) {
    abut_film_law solved = law_of(false, true, NULL, 0), nvm = formula(false), strict = law_of(false, false, NULL, 0);
    /* light contacts: the formula, from a quarter of the least M on */
    ck_assert_double_eq(film(&solved, 1.2, 7, 0.4).H, film(&nvm, 1.2, 7, 0.4).H);
    ck_assert(film(&solved, 1.2, 7, 0.4).beyond && !film(&solved, 50, 7, 0.4).beyond);
    /* elsewhere the ratio to the formula stays near that of the border */
    static const double in[3][3] = {{1000, 7, 0.4}, {50, 30, 0.4}, {50, 7, 0.03}},
                        out[3][3] = {{1e5, 7, 0.4}, {50, 60, 0.4}, {50, 7, 0.003}};
    static const char *const words[3] = {"M = 1e+05", "L = 60", "D = 0.003"};
    for (int k = 0; k < 3; k++) {
        double at = film(&solved, in[k][0], in[k][1], in[k][2]).H / film(&nvm, in[k][0], in[k][1], in[k][2]).H;
        double far = film(&solved, out[k][0], out[k][1], out[k][2]).H / film(&nvm, out[k][0], out[k][1], out[k][2]).H;
        expect_near(far, at, 0.05, NULL, "far beyond, %d", k);
        const abut_film_in wrong = {false, out[k][0], 1, out[k][2], 1, 1, 1, out[k][1], 1, 0, 0};
        abut_film_out o;
        abut_message why = {0};
        ck_assert_int_eq(abut_film_eval(&strict, &wrong, &o, &why), ABUT_OUTSIDE_DOMAIN);
        ck_assert_msg(strstr(why.text, words[k]) && strstr(why.text, "outside of the table"), "%s", why.text);
        ck_assert(o.h_c == 0 && o.M == 0);
    }
}
END_TEST

/* ---- files ---- */
START_TEST(damaged) {
    size_t size;
    unsigned char *bytes = cubics(&size);
    abut_message why = {0};
    for (size_t i = 0; i < size; i += i < 600 ? 1 : 97) {
        bytes[i] ^= 0x10;
        ck_assert_msg(table_check(bytes, size, &why) == ABUT_BAD_VALUE && why.text[0], "byte %zu", i);
        bytes[i] ^= 0x10;
    }
    why = (abut_message){0};
    ck_assert_int_eq(table_check(bytes, size - 1, &why), ABUT_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(why.text, "bytes are there"));
    ck_assert_int_eq(table_check(bytes, 100, &why), ABUT_BAD_VALUE);
    bytes[16] = 2;
    why = (abut_message){0};
    ck_assert_int_eq(table_check(bytes, size, &why), ABUT_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(why.text, "version 2"));
    bytes[16] = 3;
    ck_assert_int_eq(table_check(bytes, size, &why), ABUT_OK);
    /* a file with a right checksum and a stretch of x that does not hold the hull, or is none */
    static const struct {
        size_t at;
        double value;
    } wrong[] = {{64, 1}, {72, 0}, {80, NAN}, {104, 1e-9}, {104, -1}, {112, NAN}, {120, 11}, {160, NAN}, {192, 60}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        unsigned char *copy = malloc(size);
        memcpy(copy, bytes, size);
        memcpy(copy + TABLE_PARTS + wrong[k].at, &wrong[k].value, sizeof wrong[k].value);
        uint64_t sum = hash_bytes(HASH_BEGIN, copy + TABLE_ORIGIN, size - TABLE_ORIGIN);
        memcpy(copy + 24, &sum, sizeof sum);
        why = (abut_message){0};
        ck_assert_int_eq(table_check(copy, size, &why), ABUT_BAD_VALUE);
        ck_assert_msg(strstr(why.text, "out of range"), "%zu: %s", k, why.text);
        free(copy);
    }
    bytes[400] ^= 1;
    abut_choice c = {"ehl_table", {{.name = "table", .data = bytes, .count = size}}};
    abut_film_law law;
    why = (abut_message){0};
    ck_assert_int_eq(abut_film_choose(&c, false, &law, &why), ABUT_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(why.text, "checksum"));
    free(bytes);
}
END_TEST

static void refused(abut_ehl_table_def def, const char *words) {
    abut_message why = {0};
    ck_assert_int_eq(abut_ehl_table_check(&def, &why), ABUT_BAD_VALUE);
    ck_assert_msg(strstr(why.text, words), "%s", why.text);
}

START_TEST(definitions) {
    abut_ehl_table_def d = small;
    refused((abut_ehl_table_def){0}, "empty");
    d.nodes[1] = 3, refused(d, "4 to 64"), d = small;
    d.line_nodes[0] = 65, refused(d, "4 to 64"), d = small;
    d.M[0] = 0.5, refused(d, "hull of elliptic"), d = small;
    d.D[1] = 1.5, refused(d, "hull of elliptic"), d = small;
    d.line_L[1] = 0, refused(d, "hull of lines"), d = small;
    d.finest = 100, refused(d, "128, 256 or 512");
    size_t size;
    unsigned char *bytes = NULL;
    abut_message why = {0};
    abut_ehl_table_row rows[140] = {{0}};
    ck_assert_int_eq(abut_ehl_table_make(&small, rows, "", &bytes, &size, &why), ABUT_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(why.text, "not solved"));
    ck_assert_ptr_null(bytes);
}
END_TEST

/* ---- the element ---- */
static abut_status create(const abut_choice *choice, abut_element **out, abut_message *why) {
    static const abut_lubricant oil = {.eta0 = 0.02, .alpha = 2e-8, .tau0 = 5e6};
    const abut_material steel = {.E = 2.1e11, .nu = 0.3};
    abut_element_def def = {.a = {.shape = {"plane", {{0}}}, .material = steel},
                            .b = {.shape = {"sphere", {{.name = "radius", .value = 0.01}}}, .material = steel}};
    def.law.film = *choice;
    def.law.lubricant = &oil;
    return abut_element_create(&def, out, why);
}

static abut_element_out press(const abut_element *e, double depth) {
    abut_element_in in = {.b = {.r = {0, 0, 0.01 - depth}}, .vb = {.w = {0, 100, 0}}};
    abut_element_out out = {.want_frame = true};
    ck_assert_int_eq(abut_element_eval(e, &in, &out), ABUT_OK);
    return out;
}

/* The element keeps its own copy of a file; the film is that of the law; light contacts are told. */
START_TEST(in_the_element) {
    size_t size;
    unsigned char *bytes = cubics(&size);
    abut_choice c = {"ehl_table",
                     {{.name = "table", .data = bytes, .count = size}, {.name = "compressible", .value = 0}}};
    abut_element *e, *plain;
    abut_message why = {0};
    ck_assert_msg(create(&c, &e, &why) == ABUT_OK, "%s", why.text);
    ck_assert_msg(create(&(abut_choice){"nvm", {{.name = "compressible", .value = 0}}}, &plain, &why) == ABUT_OK, "%s",
                  why.text);
    memset(bytes, 0xff, size);
    free(bytes);
    abut_element_out o = press(e, 1e-6), n = press(plain, 1e-6);
    ck_assert(o.film.h_c > 0 && !o.film.beyond && o.film.M > 6 && o.film.M < 400);
    double S = cubic(0, first(o.film.M, o.film.L, 1), log1p(o.film.L), 0);
    abut_film_law of = formula(false);
    double scale = film(&of, n.film.M, n.film.L, 1).H / n.film.h_c; /* of Moes' units */
    /* what keeps the bodies apart is the separation of the table: dry approach less it is the approach */
    abut_film_law own = of;
    abut_hertz dry;
    double E_star = 0.5 * 2.1e11 / 0.91, apart = film(&own, o.film.M, o.film.L, 1).H / scale *
                                                 exp(cubic(2, first(o.film.M, o.film.L, 1), log1p(o.film.L), 0));
    ck_assert_int_eq(abut_hertz_from_force(50, 50, E_star, o.N, &dry), ABUT_OK);
    expect_near(dry.approach - apart, 1e-6, 1e-5, NULL, "approach");
    expect_near(o.film.h_c * scale, film(&of, o.film.M, o.film.L, 1).H * exp(S), 1e-9, NULL, "film");
    ck_assert(press(e, -3e-6).film.beyond);
    abut_element_destroy(e);
    abut_element_destroy(plain);
}
END_TEST

/* Bodies that approach each other: k E' s l R/(2 b u) v more load, l = pi b/2 of a circle. */
START_TEST(damped) {
    size_t size;
    unsigned char *bytes = cubics(&size);
    abut_choice c = {"ehl_table", {{.name = "table", .data = bytes, .count = size}, {.name = "damped", .value = 1}}};
    abut_element *e;
    abut_message why = {0};
    ck_assert_msg(create(&c, &e, &why) == ABUT_OK, "%s", why.text);
    abut_element_in in = {.b = {.r = {0, 0, 0.01 - 1e-6}}, .vb = {.w = {0, 100, 0}}};
    abut_element_out rest = {.want_frame = true}, moves = {0};
    ck_assert_int_eq(abut_element_eval(e, &in, &rest), ABUT_OK);
    in.vb.v.z = -1e-4;
    ck_assert_int_eq(abut_element_eval(e, &in, &moves), ABUT_OK);
    abut_hertz dry;
    abut_film_law law = law_of(false, false, bytes, size);
    double E_star = 0.5 * 2.1e11 / 0.91;
    ck_assert_int_eq(abut_hertz_from_force(50, 50, E_star, rest.N, &dry), ABUT_OK);
    double k = at(&law, rest.film.M, rest.film.L, 1).damping, apart = dry.approach - 1e-6;
    double want = k * 2 * E_star * apart * (acos(-1) / 2) * 0.01 / (2 * rest.film.u_sum) * 1e-4;
    printf("damped: %.4g of %.4g N\n", moves.N - rest.N, rest.N);
    expect_near(moves.N - rest.N, want, 1e-4, NULL, "damping");
    abut_element_destroy(e);
    free(bytes);
}
END_TEST

/* A look-up with all derivatives, in ns of the processor. */
START_TEST(quick) {
    enum { CALLS = 1000 };
    abut_film_law law = law_of(false, true, NULL, 0);
    double sum = 0, each = INFINITY;
    for (int batch = 0; batch < 20; batch++) {
        clock_t start = clock();
        for (int k = 0; k < CALLS; k++) {
            const abut_film_in in = {false, 10 + k % 500, 1, 0.3, 1, 1, 1, 8, 1, 0, 0};
            abut_film_out o;
            if (!abut_film_eval(&law, &in, &o, NULL)) sum += o.h_c + o.dh_dF;
        }
        each = fmin(each, (double)(clock() - start) / CLOCKS_PER_SEC / CALLS);
    }
    printf("quick: %.0f ns for film, least film and slopes (sum %g)\n", 1e9 * each, sum);
    ck_assert(brief() || each < 2e-6);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &splines_of_cubics,
        &corners,
        &thinned,
        &interpolation_is_counted,
        &shipped,
        &fresh_lines,
        &fresh_ellipse_1,
        &fresh_ellipse_2,
        &other_programs,
        &stiffness_and_damping,
        &slopes,
        &beyond,
        &damaged,
        &definitions,
        &in_the_element,
        &damped,
        &rolling_and_damping,
        &quick,
    };
    return suite_main("ehl_table", all, sizeof all / sizeof *all);
}
