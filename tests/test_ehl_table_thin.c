/* Nodes of tables that need no solution of their own: which they are, and that what is made of their neighbours is the polynomial through them, with its known
 * error, and straight on at corners. */
#include <math.h>
#include <stdlib.h>

#include "ehl/table_thin.h"
#include "support/near.h"
#include "support/suite.h"

/* The part of a large table: 22 nodes of x from -3 to 4, 9 of L, 7 of D from 0.03 to 1, of which three are slender, D < 0.1. */
enum { NM = 22, NL = 9, ND = 7, ROW = NM + 2, LAYER = ROW * (NL + 2), ALL = LAYER * (ND + 2) };
static table_part large(void) {
    return (table_part){
        .n = {NM, NL, ND}, .low = {1, 0, log(0.03)}, .high = {7, 3.4, 0}, .from = -3, .to = 4, .width = 0.45};
}
static size_t place(int i, int j, int k) { return (size_t)(k * LAYER + j * ROW + i); }

typedef double function(double i, double j, double k);
typedef struct filled {
    double v[ALL], doubt[ALL];
    bool solved[ALL];
} filled;

static void fill(const table_part *p, filled *f, function *of, bool (*left_out)(int i, int j, int k)) {
    *f = (filled){0};
    for (int k = 0; k < ND; k++)
        for (int j = 0; j < NL; j++)
            for (int i = 0; i < NM; i++) {
                if (ehl_table_thin(p, (size_t)i, (size_t)j, (size_t)k) || (left_out && left_out(i, j, k))) continue;
                f->solved[place(i, j, k)] = true;
                f->v[place(i, j, k)] = of(i, j, k);
            }
    ehl_table_fill(p, f->solved, f->v, f->doubt);
}

/* x = -3 + i/3 is 1 at node 12. */
START_TEST(which) {
    table_part p = large();
    int count = 0;
    for (int k = 0; k < ND; k++)
        for (int j = 0; j < NL; j++)
            for (int i = 0; i < NM; i++) {
                bool thin = ehl_table_thin(&p, (size_t)i, (size_t)j, (size_t)k);
                bool odd = (i & 1) || (j & 1);
                ck_assert_msg(thin == (k >= 3 && i >= 12 && j >= 2 && odd), "%d %d %d", i, j, k);
                count += thin;
            }
    ck_assert_int_eq(count, 4 * (10 * 7 - 5 * 4));
    /* small ones, lines, and those that have nothing slender are solved whole */
    table_part other[5] = {p, p, p, p, p};
    other[0].n[TABLE_M] = 15;
    other[1].n[TABLE_L] = 8;
    other[2].n[TABLE_D] = 4;
    other[3].width = 0;
    other[4].low[TABLE_D] = log(0.11);
    for (int k = 0; k < 5; k++)
        for (size_t i = 0; i < 15; i++) ck_assert(!ehl_table_thin(&other[k], i, 3, 3));
    other[1].n[TABLE_L] = 10;
    ck_assert(!ehl_table_thin(&other[1], 13, 3, 4));
}
END_TEST

/* ---- along x ---- */
static double cubic_i(double i, double j, double k) {
    return 1 + i - 0.2 * i * i + 0.01 * i * i * i + j * (1 + 0.1 * i) + 0.01 * j * j * j - k * j;
}
static double quartic_i(double i, double j, double k) { return 1e-3 * pow(i, 4) + 0 * j * k; }

START_TEST(along_x) {
    table_part p = large();
    filled *f = malloc(sizeof *f);
    fill(&p, f, cubic_i, NULL);
    for (int k = 0; k < ND; k++)
        for (int j = 0; j < NL; j++)
            for (int i = 0; i < NM - 1; i++)
                expect_within(f->v[place(i, j, k)], cubic_i(i, j, k), 1e-9, NULL, "cubic at %d %d %d", i, j, k);
    /* what is left of a quartic is the product of the distances to the four nearest solved nodes: 12, 14, 16, 18 of 15; 11, 12, 14, 16 of 13;
     * 16, 18, 20 and, behind the last one on the other side, 14 of 19 and 21 */
    fill(&p, f, quartic_i, NULL);
    const int at[] = {15, 13, 17, 19};
    const double product[] = {3. * 1 * -1 * -3, 2. * 1 * -1 * -3, 3. * 1 * -1 * -3, 5. * 3 * 1 * -1};
    for (int q = 0; q < 4; q++) {
        double want = quartic_i(at[q], 0, 0) - 1e-3 * product[q];
        expect_within(f->v[place(at[q], 4, 5)], want, 1e-9, NULL, "quartic at %d", at[q]);
        double left = f->v[place(at[q] - 1, 4, 5)], right = f->v[place(at[q] + 1, 4, 5)];
        expect_within(f->doubt[place(at[q], 4, 5)], 0.1 * fabs(want - 0.5 * (left + right)), 1e-9, NULL, "doubt at %d",
                      at[q]);
        ck_assert(f->doubt[place(at[q], 4, 1)] == 0 && f->doubt[place(at[q] - 1, 4, 5)] == 0);
    }
    /* behind the last solved one straight on: node 21 from 19 and 20 */
    expect_within(f->v[place(21, 4, 5)], 2 * f->v[place(20, 4, 5)] - f->v[place(19, 4, 5)], 1e-9, NULL, "node 21");
    free(f);
}
END_TEST

/* ---- corners that are not solved ---- */
static bool corner(int i, int j, int k) { return k < 3 && (i < j || i > 18 - k); }
static bool but_one(int i, int j, int k) { return k == 1 && j == 4 && i != 7; }
static double bent(double i, double j, double k) { return 2 + 0.3 * i + 0.05 * i * i + j - k; }

START_TEST(corners) {
    table_part p = large();
    filled *f = malloc(sizeof *f);
    fill(&p, f, bent, corner);
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < NL; j++) {
            double low = bent(j, j, k), up = bent(j + 1, j, k), high = bent(18 - k, j, k), down = bent(17 - k, j, k);
            for (int i = 0; i < NM; i++) {
                double want = i < j        ? low + (j - i) * (low - up)
                              : i > 18 - k ? high + (i - 18 + k) * (high - down)
                                           : bent(i, j, k);
                expect_within(f->v[place(i, j, k)], want, 1e-9, NULL, "corner %d %d %d", i, j, k);
            }
        }
    fill(&p, f, bent, but_one); /* one node says nothing of its row */
    ck_assert(f->v[place(7, 4, 1)] == bent(7, 4, 1) && f->v[place(8, 4, 1)] == 0 && f->v[place(6, 4, 1)] == 0);
    free(f);
}
END_TEST

/* ---- along L ---- */
/* Quartic in j: of cubics through even nodes it lacks the product of the distances to 0, 2, 4, 6 (of 3), 2, 4, 6, 8 (of 5 and 7). */
static double quartic_j(double i, double j, double k) { return 0.1 * i + 1e-2 * pow(j, 4) + 0.2 * k; }
static double growing(double i, double j, double k) { return 0.1 * i + 1e-2 * (1 + 0.3 * (k - 2)) * pow(j, 4); }

START_TEST(along_L) {
    table_part p = large();
    filled *f = malloc(sizeof *f);
    const double product[NL] = {[3] = 9, [5] = 9, [7] = -15};
    /* what lacks is that of the last slender layer: nothing is left */
    fill(&p, f, quartic_j, NULL);
    for (int k = 3; k < ND; k++)
        for (int j = 3; j < NL; j += 2)
            for (int i = 12; i < NM; i++) {
                expect_within(f->v[place(i, j, k)], quartic_j(i, j, k), 1e-9, NULL, "quartic at %d %d %d", i, j, k);
                expect_within(f->doubt[place(i, j, k)], 0.3 * 1e-2 * fabs(product[j]), 1e-9, NULL, "doubt at %d %d %d",
                              i, j, k);
            }
    /* the circles' own rows known, too: what lacks is linear in the layer */
    for (int known = 0; known < 2; known++) {
        fill(&p, f, growing, NULL);
        for (int j = 0; known && j < NL; j++)
            for (int i = 0; i < NM; i++) {
                f->solved[place(i, j, ND - 1)] = true;
                f->v[place(i, j, ND - 1)] = growing(i, j, ND - 1);
            }
        ehl_table_fill(&p, f->solved, f->v, f->doubt);
        for (int k = 3; k < ND - known; k++)
            for (int j = 3; j < NL; j += 2) {
                double here = 1e-2 * (1 + 0.3 * (k - 2)) * product[j], taken = known ? here : 1e-2 * product[j];
                expect_within(f->v[place(15, j, k)], growing(15, j, k) - here + taken, 1e-9, NULL, "growing %d %d", j,
                              k);
                expect_within(f->doubt[place(15, j, k)], 0.3 * fabs(taken), 1e-9, NULL, "doubt %d %d", j, k);
            }
    }
    free(f);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&which, &along_x, &corners, &along_L};
    return suite_main("ehl_table_thin", all, sizeof all / sizeof *all);
}
