/* Interpolation on a lattice whose nodes are found where they are needed: cubics of Hermite's form with slopes by neighbours, slopes against differences,
 * nodes that have no values, the order of questions, a lattice that is full. */
#include "ehl/lattice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/near.h"
#include "support/suite.h"

typedef struct asked {
    int count;
    double beyond; /* nodes whose first coordinate is greater have no values */
} asked;

/* Some number of the three places and the quantity, the same one each time. */
static double some(const int at[3], int quantity) {
    double x = 1.3 * at[0] + 0.7 * at[1] - 0.4 * at[2] + 0.9 * quantity;
    return sin(x) + 0.3 * cos(2.3 * at[0] - at[1] + at[2]);
}

static const double spacing[3] = {0.5, 0.25, 2};

static bool find(const void *user, const double x[3], double value[3]) {
    asked *a = *(asked *const *)user;
    a->count++;
    int at[3];
    for (int i = 0; i < 3; i++) at[i] = (int)lround(x[i] / spacing[i]);
    if (x[0] > a->beyond) return false;
    for (int q = 0; q < 3; q++) value[q] = some(at, q);
    return true;
}

static lattice *create(asked **a) {
    lattice *l = calloc(1, sizeof *l);
    memcpy(l->spacing, spacing, sizeof spacing);
    l->find = find;
    l->user = a;
    return l;
}

/* Along one axis from node `at` on: the cubic with the values of two nodes and there the slopes to their neighbours on both sides. */
static double hermite(const double v[4], double s) {
    double m0 = 0.5 * (v[2] - v[0]), m1 = 0.5 * (v[3] - v[1]), t = 1 - s;
    return v[1] * (1 + 2 * s) * t * t + m0 * s * t * t + v[2] * s * s * (3 - 2 * s) - m1 * s * s * t;
}

static double between(const int first[3], const double s[3], int quantity) {
    double layer[4], row[4], v[4];
    for (int k = 0; k < 4; k++) {
        for (int j = 0; j < 4; j++) {
            for (int i = 0; i < 4; i++)
                v[i] = some((const int[]){first[0] - 1 + i, first[1] - 1 + j, first[2] - 1 + k}, quantity);
            row[j] = hermite(v, s[0]);
        }
        layer[k] = hermite(row, s[1]);
    }
    return hermite(layer, s[2]);
}

START_TEST(cubics) {
    asked a = {.beyond = INFINITY}, *user = &a;
    lattice *l = create(&user);
    static const double at[][3] = {{0.2, 0.4, 0.7}, {0.9, 0, 0.1}, {0, 0.5, 0.5}, {0.33, 0.99, 0.999}};
    for (int k = 0; k < 4; k++)
        for (int q = 0; q < 3; q++) {
            const int first[3] = {2 * k - 3, 1 - k, k - 2};
            double x[3], value;
            lattice_value f;
            for (int i = 0; i < 3; i++) x[i] = spacing[i] * (first[i] + at[k][i]);
            ck_assert(lattice_look(l, x, q, &f));
            value = between(first, at[k], q);
            expect_within(f.value, value, 1e-13, NULL, "value %d of place %d", q, k);
            for (int i = 0; i < 3; i++) { /* slopes */
                const double kept = x[i];
                lattice_value up, down;
                x[i] = kept + 1e-5 * spacing[i];
                ck_assert(lattice_look(l, x, q, &up));
                x[i] = kept - 1e-5 * spacing[i];
                ck_assert(lattice_look(l, x, q, &down));
                x[i] = kept;
                expect_within(f.by[i], (up.value - down.value) / (2e-5 * spacing[i]), 1e-4, NULL, "slope %d", i);
            }
        }
    free(l);
}
END_TEST

/* A place on a layer of the last direction needs 16 nodes, any other one 64, and each is found once; the answer is the same whatever was asked before. */
START_TEST(each_node_once) {
    asked a = {.beyond = INFINITY}, *user = &a;
    lattice *l = create(&user), *other = create(&user);
    const double x[3] = {0.6, 0.6, 2}, y[3] = {0.6, 0.6, 2.1};
    lattice_value f, g;
    ck_assert(lattice_look(l, x, 0, &f));
    ck_assert_int_eq(a.count, 16);
    ck_assert(f.by[2] == 0 && f.by[0] != 0);
    ck_assert(lattice_look(l, x, 1, &f) && lattice_look(l, x, 2, &f));
    ck_assert_int_eq(a.count, 16);
    ck_assert(lattice_look(l, y, 2, &f));
    ck_assert_int_eq(a.count, 64);
    ck_assert(lattice_look(other, y, 2, &g));
    ck_assert(!memcmp(&f, &g, sizeof f));
    ck_assert(lattice_look(other, x, 2, &g) && lattice_look(l, x, 2, &f));
    ck_assert(!memcmp(&f, &g, sizeof f));
    free(l);
    free(other);
}
END_TEST

/* Nodes without values count as those towards the place; where there are none at all, none are made up. */
START_TEST(without_values) {
    asked a = {.beyond = 1.1}, *user = &a; /* nodes 0.5, 1 are the last ones */
    lattice *l = create(&user);
    const double x[3] = {0.9, 0.5, 2};
    lattice_value f;
    ck_assert(lattice_look(l, x, 1, &f));
    double v[4]; /* along the first axis; x lies nearest to node (2, 2, 1), towards which one goes along all axes */
    for (int i = 0; i < 4; i++) v[i] = some((const int[]){i < 3 ? i : 2, 2, 1}, 1);
    expect_within(f.value, hermite(v, 0.8), 1e-13, NULL, "a neighbour instead");
    ck_assert(lattice_look(l, (const double[]){1.4, 0.5, 2}, 1, &f) == false);
    free(l);
}
END_TEST

START_TEST(full) {
    asked a = {.beyond = INFINITY}, *user = &a;
    lattice *l = create(&user);
    lattice_value f;
    int found = 0;
    while (found < 1000 && lattice_look(l, (const double[]){4 * 0.5 * found, 0, 0}, 0, &f)) found++;
    ck_assert_int_eq(found, LATTICE_MOST / 16);
    ck_assert_int_eq(a.count, LATTICE_MOST);
    ck_assert(lattice_look(l, (const double[]){4 * 0.5 * 7, 0, 0}, 0, &f)); /* what is known stays */
    expect_within(f.value, some((const int[]){28, 0, 0}, 0), 1e-14, NULL, "a node of a full lattice");
    free(l);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&cubics, &each_node_once, &without_values, &full};
    return suite_main("ehl_lattice", all, sizeof all / sizeof *all);
}
