/* Tables of solved films: splines that reproduce cubics, the table of the library against fresh solutions, its borders, slopes against differences,
 * damaged files, contacts of the element. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "abut/ehl.h"
#include "abut/lubrication.h"
#include "ehl/table.h"
#include "film/table.h"
#include "support/near.h"
#include "support/suite.h"

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

static const abut_ehl_table_def small = {.M = {6, 400},
                                         .L = {0, 12},
                                         .D = {0.2, 1},
                                         .nodes = {6, 5, 4},
                                         .line_M = {2, 200},
                                         .line_L = {1, 9},
                                         .line_nodes = {5, 4},
                                         .finest = 128};

static unsigned char *cubics(size_t *size) {
    size_t n = abut_ehl_table_rows(&small);
    ck_assert_uint_eq(n, 6 * 5 * 4 + 5 * 4);
    abut_ehl_table_row *rows = calloc(n, sizeof *rows);
    unsigned char *bytes = NULL;
    abut_message why = {0};
    for (size_t i = 0; i < n; i++) {
        double M, L, D;
        abut_ehl_table_contact(&small, i, &M, &L, &D);
        abut_film_law law = formula(D == 0);
        double x = log(M), y = log1p(L), z = D > 0 ? log(D) : 0, H = film(&law, M, L, D).H * exp(cubic(0, x, y, z));
        rows[i] = (abut_ehl_table_row){.H_c = H,
                                       .H_min = H * exp(cubic(1, x, y, z)),
                                       .separation = H * exp(cubic(2, x, y, z)),
                                       .rolling = exp(cubic(3, x, y, z)),
                                       .error = 0.01,
                                       .error_min = 0.012};
    }
    ck_assert_msg(abut_ehl_table_make(&small, rows, "cubics", &bytes, size, &why) == ABUT_OK, "%s", why.text);
    free(rows);
    return bytes;
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
        double D = line ? 0 : exp(random_between(log(0.2), 0)), x = log(M), y = log1p(L), z = line ? 0 : log(D);
        abut_film_law law = law_of(line, false, bytes, size), of = formula(line);
        abut_film_out o = film(&law, M, L, D), f = film(&of, M, L, D);
        abut_ehl_table_out t;
        ck_assert_int_eq(abut_ehl_table_at(&law, M, L, D, &t, &why), ABUT_OK);
        expect_near(o.H, f.H * exp(cubic(0, x, y, z)), 1e-11, &worst, "H of case %d", k);
        expect_near(o.h_min, o.h_c * fmin(exp(cubic(1, x, y, z)), 1), 1e-11, &worst, "h_min of case %d", k);
        expect_near(t.H_c, o.H, 1e-13, NULL, "H_c of case %d", k);
        expect_near(t.H_min, o.H * exp(cubic(1, x, y, z)), 1e-11, &worst, "H_min of case %d", k);
        expect_near(t.separation, o.H * exp(cubic(2, x, y, z)), 1e-11, &worst, "separation of case %d", k);
        expect_near(t.error, 0.01, 1e-9, NULL, "error of case %d", k);
        if (line)
            expect_near(t.rolling, exp(cubic(3, x, y, z)), 1e-11, &worst, "rolling of case %d", k);
        else
            ck_assert(isnan(t.rolling));
        /* stiffness: d(separation)/dM by a difference */
        if (M * 1.001 > (line ? 200 : 400) || M / 1.001 < (line ? 2 : 6)) continue;
        abut_ehl_table_out up, down;
        ck_assert_int_eq(abut_ehl_table_at(&law, M * 1.001, L, D, &up, &why), ABUT_OK);
        ck_assert_int_eq(abut_ehl_table_at(&law, M / 1.001, L, D, &down, &why), ABUT_OK);
        expect_near(t.stiffness, -M * 2 * log(1.001) / (up.separation - down.separation), 1e-4, NULL,
                    "stiffness of case %d", k);
    }
    printf("splines_of_cubics: worst %.1e\n", worst);
    /* all estimates are .01 and .012; fourth differences of cubics vanish, of their sums too */
    table_part p = table_part_of(bytes, false);
    expect_near(p.error, 0.01, 1e-6, NULL, "stated error");
    expect_near(p.error_least, 0.012, 1e-6, NULL, "stated error of the least film");
    free(bytes);
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
        rows[i] = (abut_ehl_table_row){.H_c = H, .H_min = 0.8 * H, .separation = H, .rolling = 1};
    }
    ck_assert_msg(abut_ehl_table_make(&def, rows, "", &bytes, &size, &why) == ABUT_OK, "%s", why.text);
    expect_near(table_part_of(bytes, true).error, 6 * 5.0 / 384 * 24 * (2e-3 * pow(dx, 4) + 1e-2 * pow(dy, 4)), 1e-9,
                NULL, "stated");
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
    printf("shipped: %zu bytes, '%s'; elliptic %.3g %% and %.3g %%, lines %.3g %% and %.3g %%\n", size,
           (const char *)bytes + TABLE_ORIGIN, 100 * point.error, 100 * point.error_least, 100 * line.error,
           100 * line.error_least);
    ck_assert_uint_lt(size, 5000000);
    /* lines everywhere, ellipses where bodies are elastic: light contacts between the regimes are known less well, and said to be */
    ck_assert(line.error <= 0.02 && point.error <= 0.06);
    abut_film_law law = law_of(false, false, NULL, 0);
    int within = 0;
    for (int k = 0; k < 1000; k++) {
        abut_ehl_table_out t;
        double M = exp(random_between(log(25), log(1000))), L = expm1(random_between(0, log1p(20))),
               D = exp(random_between(log(0.1), 0));
        ck_assert_int_eq(abut_ehl_table_at(&law, M, L, D, &t, &why), ABUT_OK);
        ck_assert(t.error < t.bound + 0.01);
        within += t.error <= 0.02;
    }
    printf("shipped: estimated error at most 2 %% at %d of 1000 places, M 25 to 1000, L 0 to 20, D 0.1 to 1\n", within);
    ck_assert_int_ge(within, 700);
    ck_assert(exp(point.low[0]) <= 22.8 && exp(point.high[0]) >= 999.9 && point.low[1] == 0 &&
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

START_TEST(fresh_ellipses) {
    static const double at[][3] = {{33, 6, 0.5}, {70, 12, 0.06}, {150, 3, 0.12}};
    abut_film_law law = law_of(false, false, NULL, 0);
    for (int k = 0; k < (brief() ? 1 : 3); k++) {
        abut_ehl_table_row r;
        abut_ehl_table_out t;
        abut_message why = {0};
        ck_assert_msg(ehl_table_point(at[k][0], at[k][1], at[k][2], 128, &r, &why) == ABUT_OK, "%s", why.text);
        ck_assert_int_eq(abut_ehl_table_at(&law, at[k][0], at[k][1], at[k][2], &t, &why), ABUT_OK);
        printf("fresh_ellipses: M %g L %g D %g: H_c %.4f, table %.4f (%+.2f %%; %.2g + %.2g)\n", at[k][0], at[k][1],
               at[k][2], r.H_c, t.H_c, 100 * (t.H_c / r.H_c - 1), 100 * r.error, 100 * t.error);
        ck_assert(fabs(log(t.H_c / r.H_c)) <= t.bound + r.error);
        ck_assert(fabs(log(t.H_min / r.H_min)) <= t.bound_min + r.error_min);
        expect_near(t.separation, r.separation, 0.03, NULL, "separation %d", k);
    }
}
END_TEST

/* Circle of M 100, L 10, solved by other programs on a bounded domain, 512^2 cells led to the limit: 4.648. Wider domains add 0.3 %. */
START_TEST(other_programs) {
    abut_film_law law = law_of(false, false, NULL, 0);
    expect_near(film(&law, 100, 10, 1).H, 4.648 * 1.003, 0.02, NULL, "M 100");
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
    abut_film_law table = law_of(false, true, NULL, 0), nvm = formula(false), strict = law_of(false, false, NULL, 0);
    /* light contacts: the formula, from a quarter of the least M on */
    ck_assert_double_eq(film(&table, 5.6, 7, 0.4).H, film(&nvm, 5.6, 7, 0.4).H);
    ck_assert(film(&table, 5.6, 7, 0.4).beyond && !film(&table, 50, 7, 0.4).beyond);
    /* elsewhere the ratio to the formula stays near that of the border */
    static const double in[3][3] = {{1000, 7, 0.4}, {50, 30, 0.4}, {50, 7, 0.03}},
                        out[3][3] = {{1e5, 7, 0.4}, {50, 60, 0.4}, {50, 7, 0.003}};
    static const char *const words[3] = {"M = 1e+05", "L = 60", "D = 0.003"};
    for (int k = 0; k < 3; k++) {
        double at = film(&table, in[k][0], in[k][1], in[k][2]).H / film(&nvm, in[k][0], in[k][1], in[k][2]).H;
        double far = film(&table, out[k][0], out[k][1], out[k][2]).H / film(&nvm, out[k][0], out[k][1], out[k][2]).H;
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
    for (size_t i = 0; i < size; i += i < 500 ? 1 : 97) {
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
    bytes[16] = 1;
    ck_assert_int_eq(table_check(bytes, size, &why), ABUT_OK);
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
    double S = cubic(0, log(o.film.M), log1p(o.film.L), 0);
    abut_film_law of = formula(false);
    double scale = film(&of, n.film.M, n.film.L, 1).H / n.film.h_c; /* of Moes' units */
    expect_near(o.film.h_c * scale, film(&of, o.film.M, o.film.L, 1).H * exp(S), 1e-9, NULL, "film");
    ck_assert(press(e, -3e-6).film.beyond);
    abut_element_destroy(e);
    abut_element_destroy(plain);
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
        &interpolation_is_counted,
        &shipped,
        &fresh_lines,
        &fresh_ellipses,
        &other_programs,
        &slopes,
        &beyond,
        &damaged,
        &definitions,
        &in_the_element,
        &quick,
    };
    return suite_main("ehl_table", all, sizeof all / sizeof *all);
}
