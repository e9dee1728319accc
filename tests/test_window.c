/* Contact on the small windows of the law 'halfspace': products by summation against sums written out, on any processor and with AVX2;
 * solutions on a box and by transforms against the coefficients themselves, cell by cell. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/cpu.h"
#include "field/love.h"
#include "field/window_box.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

static near_box some_box(chance *c, const near_box *within) {
    int w = 1 + (int)chance_uniform(c, 0, within->w), h = 1 + (int)chance_uniform(c, 0, within->h);
    return (near_box){within->i + (int)chance_uniform(c, 0, within->w - w + 1),
                      within->j + (int)chance_uniform(c, 0, within->h - h + 1), w, h};
}

static void fill_box(chance *c, const near_box *b, double *field) {
    memset(field, 0, NEAR_FIELD * sizeof *field);
    for (int j = 0; j < b->h; j++)
        for (int i = 0; i < b->w; i++)
            if (chance_uniform(c, 0, 1) < 0.8) field[j * NEAR_ROW + i] = chance_uniform(c, -1, 1);
}

START_TEST(products) {
    chance c = {31};
    double value[NEAR * NEAR], in[NEAR_FIELD], out[NEAR_FIELD], worst = 0;
    static near_kernel k;
    for (int i = 0; i < NEAR * NEAR; i++) value[i] = chance_uniform(&c, -1, 1);
    near_kernel_make(value, &k);
    for (int tries = 0; tries < 60; tries++) {
        const near_box all = {3, 5, NEAR, NEAR};
        near_box from = tries ? some_box(&c, &all) : all, to = tries ? some_box(&c, &all) : all;
        fill_box(&c, &from, in);
        for (int fast = 0; fast <= cpu_avx2(); fast++) {
            near_product(&k, &from, in, &to, out, fast);
            for (int cell = 0; cell < to.w * to.h; cell++) {
                int I = cell % to.w, J = cell / to.w;
                double sum = 0;
                for (int j = 0; j < from.h; j++)
                    for (int i = 0; i < from.w; i++)
                        sum += in[j * NEAR_ROW + i] *
                               value[abs(to.j + J - from.j - j) * NEAR + abs(to.i + I - from.i - i)];
                expect_within(out[J * NEAR_ROW + I], sum, 1e-12, &worst, "product %d", tries);
            }
            for (int J = 0; J < to.h; J++)
                for (int I = to.w; I < NEAR_ROW; I++) ck_assert(out[J * NEAR_ROW + I] == 0);
        }
    }
    printf("products: worst %.1e\n", worst);
}
END_TEST

START_TEST(stencils) {
    chance c = {32};
    near_stencil s;
    double in[NEAR_FIELD], out[NEAR_FIELD], worst = 0;
    for (int d = 0; d <= NEAR_STENCIL; d++)
        for (int m = 0; m <= NEAR_STENCIL; m++) s.c[d][m] = chance_uniform(&c, -1, 1);
    for (int tries = 0; tries < 60; tries++) {
        const near_box all = {0, 0, NEAR, NEAR};
        near_box b = tries ? some_box(&c, &all) : all;
        fill_box(&c, &b, in);
        for (int fast = 0; fast <= cpu_avx2(); fast++) {
            near_spread(&s, &b, in, out, fast);
            for (int cell = 0; cell < b.w * b.h; cell++) {
                int I = cell % b.w, J = cell / b.w;
                double sum = 0;
                for (int j = 0; j < b.h; j++)
                    for (int i = 0; i < b.w; i++)
                        if (abs(i - I) <= NEAR_STENCIL && abs(j - J) <= NEAR_STENCIL)
                            sum += in[j * NEAR_ROW + i] * s.c[abs(j - J)][abs(i - I)];
                expect_within(out[J * NEAR_ROW + I], sum, 1e-12, &worst, "stencil %d", tries);
            }
        }
    }
    printf("stencils: worst %.1e\n", worst);
}
END_TEST

/* u = A p, written out. */
static double displaced(const love *l, int n, const double *p, int cell) {
    double sum = 0;
    for (int k = 0; k < n * n; k++)
        if (p[k] != 0) sum += p[k] * love_at(l, abs(k % n - cell % n), abs(k / n - cell / n));
    return sum;
}

/* A paraboloid over the part `reach` of the half window: the residual of the solution, and of the inverse on its cells. */
static void solved(const window *w, double aspect, double reach, bool boxed) {
    static window_operator op;
    static window_solution s;
    static double g0[WINDOW_CELLS], f[WINDOW_CELLS], x[WINDOW_CELLS];
    int n = window_n(w), touching = 0;
    love l;
    love_make(&l, 1, aspect); /* powers of two are entries of the tables */
    window_operator_make(w, aspect, &op);
    memset(&s, 0, sizeof s);
    for (int k = 0; k < n * n; k++) {
        double X = ((2 * (k % n) + 1.0) / n - 1.05) / reach, Y = ((2 * (double)(k / n) + 1.0) / n - 0.98) / reach;
        g0[k] = X * X + Y * Y - 1;
    }
    near_box b;
    ck_assert_int_eq(box_of(&op, s.p, g0, &b), boxed);
    ck_assert(window_solve(&op, g0, 1e-10, &s));
    for (int k = 0; k < n * n; k++) {
        double g = g0[k] + displaced(&l, n, s.p, k);
        ck_assert_msg(s.p[k] > 0 ? fabs(g) < 2e-10 : s.p[k] == 0 && g > -2e-10, "cell %d: p %g, g %g", k, s.p[k], g);
        touching += s.p[k] > 0;
        f[k] = 1 + 0.3 * (k % n) - 0.02 * (double)(k / n) * (k % n);
    }
    ck_assert(window_inverse(&op, s.p, f, 1e-9, x));
    double most = 0;
    for (int k = 0; k < n * n; k++) most = s.p[k] > 0 ? fmax(most, fabs(f[k])) : most;
    for (int k = 0; k < n * n; k++) {
        if (s.p[k] > 0)
            ck_assert(fabs(displaced(&l, n, x, k) - f[k]) < 1e-8 * most);
        else
            ck_assert(x[k] == 0);
    }
    printf("solved: aspect %g, %d of %d cells, %d inner in %d outer, %s\n", aspect, touching, n * n, s.inner, s.outer,
           boxed ? "on a box" : "by transforms");
}

START_TEST(solutions) {
    window *w = window_create(32), *small = window_create(16);
    ck_assert(w && small);
    for (double aspect = 2; aspect > 1.0 / 128; aspect /= 4) {
        solved(w, aspect, 0.66, true);
        solved(small, aspect, 0.66, true);
        solved(w, aspect, 0.95, false);
    }
    window_destroy(w);
    window_destroy(small);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&products, &stencils, &solutions};
    return suite_main("window", all, sizeof all / sizeof *all);
}
