/* What a table states of its errors: contacts between the nodes, rows, quantities that are not known everywhere. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/ehl.h"
#include "abut/lubrication.h"
#include "ehl/table.h"
#include "ehl/table_check.h"
#include "film/table.h"
#include "support/near.h"
#include "support/suite.h"

static const abut_ehl_table_def small = {.M = {6, 400},
                                         .L = {0, 12},
                                         .D = {0.2, 1},
                                         .nodes = {6, 5, 4},
                                         .line_M = {2, 200},
                                         .line_L = {1, 9},
                                         .line_nodes = {5, 4},
                                         .finest = 128,
                                         .checks = 25};
enum { NODES = 6 * 5 * 4 + 5 * 4, CHECKS = 25 };

/* Films of the formula, E' = rho_x = l = U = 1: M is the force and L alpha. */
static double formula(double M, double L, double D) {
    abut_film_law law;
    abut_film_out o;
    const abut_film_in in = {D == 0, M, 1, D, 1, 1, 1, L, 1, 0, 0};
    abut_choice c = {D == 0 ? "moes_line" : "nvm", {{.name = "compressible", .value = 0}}};
    ck_assert(!abut_film_choose(&c, D == 0, &law, NULL) && !abut_film_eval(&law, &in, &o, NULL));
    return o.H;
}

/* Rows that a spline gives back exactly, of the errors given. */
static abut_ehl_table_row row_of(const abut_ehl_table_def *d, size_t i, double error) {
    double M, L, D;
    (void)abut_ehl_table_contact(d, i, &M, &L, &D);
    double H = formula(M, L, D);
    return (abut_ehl_table_row){H, 0.8 * H, 1.1 * H, 30, 0.4, error, 2 * error, 3 * error, 4 * error, 5 * error, 128};
}

static abut_film_law law_of(const unsigned char *bytes, size_t size, bool line) {
    abut_film_law law;
    abut_choice c = {"ehl_table", {{.name = "table", .data = bytes, .count = size}}};
    ck_assert(!abut_film_choose(&c, line, &law, NULL));
    return law;
}

static unsigned char *make(const abut_ehl_table_def *d, const abut_ehl_table_row *rows, size_t *size) {
    unsigned char *bytes = NULL;
    abut_message why = {0};
    ck_assert_msg(!abut_ehl_table_make(d, rows, "bounds", &bytes, size, &why), "%s", why.text);
    return bytes;
}

/* Places: as many lines as one in five, in the hull, all over it. */
START_TEST(places) {
    ck_assert_uint_eq(abut_ehl_table_rows(&small), NODES + CHECKS);
    int lines = 0, low[3] = {0}, high[3] = {0};
    for (size_t k = 0; k < CHECKS; k++) {
        double M, L, D;
        ck_assert(abut_ehl_table_contact(&small, NODES + k, &M, &L, &D));
        bool line = D == 0;
        lines += line;
        ck_assert(line == (k % 5 == 4));
        const double from[] = {line ? 2 : 6, line ? 1 : 0, 0.2}, to[] = {line ? 200 : 400, line ? 9 : 12, 1},
                     is[] = {M, L, D};
        for (int i = 0; i < (line ? 2 : 3); i++) {
            ck_assert_msg(is[i] > from[i] && is[i] < to[i], "check %zu: %g", k, is[i]);
            double half = i == 1 ? expm1(0.5 * (log1p(from[1]) + log1p(to[1]))) : sqrt(from[i] * to[i]);
            low[i] += is[i] < half;
            high[i] += is[i] >= half;
        }
    }
    ck_assert_int_eq(lines, 5);
    for (int i = 0; i < 3; i++) ck_assert(low[i] >= 4 && high[i] >= 4);
    /* Halton's sequence: the first line lies in the middle of ln M, a third of ln(1 + L) */
    double M, L, D;
    (void)abut_ehl_table_contact(&small, NODES + 4, &M, &L, &D);
    expect_near(M, 20, 1e-12, NULL, "M of the first line");
    expect_near(L, 2 * cbrt(5) - 1, 1e-12, NULL, "L of the first line");
    abut_ehl_table_def only = small;
    only.nodes[0] = only.nodes[1] = only.nodes[2] = 0;
    (void)abut_ehl_table_contact(&only, 20, &M, &L, &D);
    ck_assert(D == 0 && fabs(M - 20) < 1e-9);
}
END_TEST

/* 1.5 times a difference and the own error, of each part by its own. */
START_TEST(by_checks) {
    abut_ehl_table_row rows[NODES + CHECKS];
    size_t size;
    for (size_t i = 0; i < NODES + CHECKS; i++) rows[i] = row_of(&small, i, i < NODES ? 1e-4 : 2e-4);
    rows[NODES + 3].H_c *= exp(0.01);
    rows[NODES + 4].H_min *= exp(-0.02);
    rows[NODES + 5].separation *= exp(0.03);
    rows[NODES + 6].rolling *= exp(-0.04);
    rows[NODES + 9].damping *= exp(0.05);
    unsigned char *bytes = make(&small, rows, &size);
    table_part p = table_part_of(bytes, false), l = table_part_of(bytes, true);
    ck_assert(p.checks == 20 && l.checks == 5);
    const double off[2][TABLE_STATED] = {{0.01, 0, 0.03, 0.04, 0}, {0, 0.02, 0, 0, 0.05}};
    for (int q = 0; q < TABLE_STATED; q++) {
        expect_near(p.error[q], 1.5 * off[0][q] + (q + 1) * 2e-4, 1e-6, NULL, "ellipses, quantity %d", q);
        expect_near(l.error[q], 1.5 * off[1][q] + (q + 1) * 2e-4, 1e-6, NULL, "lines, quantity %d", q);
        ck_assert(p.known[q] == p.low[TABLE_M]);
    }
    abut_film_law law = law_of(bytes, size, false);
    abut_ehl_table_out t;
    ck_assert(!abut_ehl_table_at(&law, 30, 3, 0.5, &t, NULL));
    expect_near(t.bound, 1.5 * 0.01 + 2e-4, 1e-6, NULL, "bound");
    free(bytes);
    /* a row in the hull that is worse than the checks */
    size_t inside = 0;
    double M = 0, L, D;
    while (!(M > 50 && M < 100)) (void)abut_ehl_table_contact(&small, ++inside, &M, &L, &D);
    rows[inside].error = 0.2;
    bytes = make(&small, rows, &size);
    expect_near(table_part_of(bytes, false).error[TABLE_FILM], 0.2, 1e-9, NULL, "error of a row");
    free(bytes);
    rows[inside].error = 1e-4;
    size_t beyond = 0; /* one that lies beyond it does not count */
    while (!(abut_ehl_table_contact(&small, beyond, &M, &L, &D) && M < 5.9)) beyond++;
    rows[beyond].error = 0.2;
    bytes = make(&small, rows, &size);
    expect_near(table_part_of(bytes, false).error[TABLE_FILM], 1.5 * 0.01 + 2e-4, 1e-6, NULL, "a row beyond the hull");
    free(bytes);
    abut_message why = {0};
    rows[NODES + 7].H_c = 0;
    ck_assert_int_eq(abut_ehl_table_make(&small, rows, "", &bytes, &size, &why), ABUT_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(why.text, "contact 8 between the nodes is not solved"));
}
END_TEST

/* Damping that rows of light lines do not know: no bound there, and it goes straight on. */
START_TEST(not_known) {
    abut_ehl_table_row rows[NODES + CHECKS];
    size_t size;
    for (size_t i = 0; i < NODES + CHECKS; i++) {
        double M, L, D;
        (void)abut_ehl_table_contact(&small, i, &M, &L, &D);
        rows[i] = row_of(&small, i, 1e-4);
        rows[i].damping = 0.4 * pow(M, -0.3);
        if (D > 0 || M > 7 || i >= NODES) continue; /* nodes 2 and 6.3 */
        rows[i].damping = 0.1;
        rows[i].error_damping = 1;
    }
    for (size_t k = 0; k < CHECKS; k++) { /* as little do contacts between them */
        double M, L, D;
        (void)abut_ehl_table_contact(&small, NODES + k, &M, &L, &D);
        if (D == 0 && M < 19) rows[NODES + k].damping = 9;
    }
    unsigned char *bytes = make(&small, rows, &size);
    table_part l = table_part_of(bytes, true);
    expect_near(exp(l.known[TABLE_DAMPING]), 20, 1e-9, NULL, "known from");
    ck_assert(l.known[TABLE_FILM] == l.low[TABLE_M]);
    expect_near(l.error[TABLE_DAMPING], 5e-4, 1e-6, NULL, "error of the damping");
    abut_film_law law = law_of(bytes, size, true);
    abut_ehl_table_out t;
    ck_assert(!abut_ehl_table_at(&law, 20, 3, 0, &t, NULL));
    expect_near(t.bound_damping, 5e-4, 1e-6, NULL, "bound where it is known");
    ck_assert(!abut_ehl_table_at(&law, 19, 3, 0, &t, NULL));
    ck_assert(isnan(t.bound_damping) && t.bound > 0 && t.bound_rolling > 0);
    expect_near(t.damping, 0.4 * pow(19, -0.3), 1e-9, NULL, "straight on");
    ck_assert(!abut_ehl_table_at(&law, 2.5, 3, 0, &t, NULL));
    expect_near(t.damping, 0.4 * pow(2.5, -0.3), 1e-9, NULL, "straight on");
    free(bytes);
}
END_TEST

/* A row of lines against a grid of four times as many cells: nearer to it than the finer of its own two grids, by its estimate of the error. */
START_TEST(rows_of_lines) {
    abut_ehl_table_row row;
    abut_ehl_line_result r;
    abut_message why = {0};
    double H[3], least[3];
    for (int k = 0; k < 3; k++) {
        abut_ehl_line *s = NULL;
        ck_assert(!abut_ehl_line_create((const int[]){200, 400, 1600}[k], &s, &why));
        ck_assert(!abut_ehl_line_solve(s, &(abut_ehl_line_def){.M = 100, .L = 5}, &r, &why));
        H[k] = r.H_c, least[k] = r.H_min;
        abut_ehl_line_destroy(s);
    }
    ck_assert(!ehl_table_line(100, 5, &row, &why));
    expect_near(row.error, fabs(log(H[1] / H[0])) / 3, 1e-6, NULL, "error");
    expect_near(row.error_min, fabs(log(least[1] / least[0])) / 3, 1e-6, NULL, "error of the least film");
    ck_assert(fabs(row.H_c - H[2]) < 0.3 * fabs(H[1] - H[2]));
    ck_assert(fabs(row.H_min - least[2]) < 0.3 * fabs(least[1] - least[2]));
}
END_TEST

START_TEST(counts) {
    abut_ehl_table_def d = small;
    abut_message why = {0};
    d.checks = 2001;
    ck_assert(abut_ehl_table_check(&d, &why) == ABUT_BAD_VALUE && strstr(why.text, "0 to 2000"));
    why = (abut_message){0};
    d.checks = -1;
    ck_assert(abut_ehl_table_check(&d, &why) == ABUT_BAD_VALUE && !strcmp(why.place.key, "checks"));
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&places, &by_checks, &not_known, &rows_of_lines, &counts};
    return suite_main("ehl_table_bounds", all, sizeof all / sizeof *all);
}
