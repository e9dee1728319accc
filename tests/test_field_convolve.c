/* Love's coefficients against 20-digit values and their own sums; convolutions against direct sums. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "field/convolve.h"
#include "field/grid.h"
#include "field/love.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"

#define PI 3.14159265358979323846

START_TEST(love_digits) {
    table t = table_read("love_kernel.csv");
    double worst = 0;
    for (size_t i = 0; i < t.rows; i++) {
        love l;
        love_make(&l, table_at(&t, i, "ux"), table_at(&t, i, "uy"));
        long a = (long)table_at(&t, i, "i"), b = (long)table_at(&t, i, "j");
        expect_near(love_at(&l, a, b) * 2 / PI, table_number(&t, i, "k_times_Eprime"), 1e-13, &worst, "cell %ld, %ld",
                    a, b);
    }
    ck_assert_uint_eq(t.rows, 12);
    printf("love_digits: worst %.1e\n", worst);
    table_free(&t);
}
END_TEST

/* A cell is the sum of nine cells of a third of its sides, near and far, square and oblong: where closed form and series meet,
 * nothing jumps. */
START_TEST(love_adds_up) {
    static const double sides[][2] = {{1, 1}, {1, 0.7}, {1, 0.02}, {0.003, 1}, {2e-6, 1e-5}};
    double worst = 0;
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
        love whole, third;
        love_make(&whole, sides[s][0], sides[s][1]);
        love_make(&third, sides[s][0] / 3, sides[s][1] / 3);
        for (long i = 0; i < 3000; i = i < 20 ? i + 1 : i * 3 / 2)
            for (long j = 0; j < 3000; j = j < 20 ? j + 1 : j * 3 / 2) {
                double sum = 0;
                for (int k = 0; k < 9; k++) sum += love_at(&third, 3 * i + k % 3 - 1, 3 * j + k / 3 - 1);
                expect_near(love_at(&whole, i, -j), sum, 1e-13, &worst, "cell %g x %g at %ld, %ld", sides[s][0],
                            sides[s][1], i, j);
            }
    }
    printf("love_adds_up: worst %.1e\n", worst);
}
END_TEST

typedef struct shape {
    bool odd_x, odd_y;
    double seed;
} shape;

static double some_kernel(long i, long j, void *user) {
    const shape *s = user;
    double v =
        cos(0.3 * (double)(i * i) + s->seed) + 0.1 * sin((double)(j * (i + 2)) + s->seed) + 1.0 / (double)(1 + i + j);
    return (s->odd_x && i == 0) || (s->odd_y && j == 0) ? 0 : v;
}

static double signed_kernel(long i, long j, shape *s) {
    double sign = (s->odd_x && i < 0 ? -1 : 1) * (s->odd_y && j < 0 ? -1 : 1);
    return sign * some_kernel(labs(i), labs(j), s);
}

static double *noise(size_t n, unsigned seed) {
    double *x = malloc(n * sizeof *x);
    srand(seed);
    for (size_t i = 0; i < n; i++) x[i] = rand() / (double)RAND_MAX - 0.5;
    return x;
}

static double direct(int nx, int ny, shape *s, const double *in, int i, int j) {
    double sum = 0;
    for (int b = 0; b < ny; b++)
        for (int a = 0; a < nx; a++) sum += signed_kernel(i - a, j - b, s) * in[b * nx + a];
    return sum;
}

/* Two fields in, two out, all parities; sizes with and without small factors, oblong, a single row. */
START_TEST(sums) {
    static const int sizes[][2] = {{8, 8}, {13, 7}, {1, 9}, {31, 4}, {64, 33}, {90, 70}};
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        int nx = sizes[n][0], ny = sizes[n][1];
        size_t cells = (size_t)nx * (size_t)ny;
        convolve *c = convolve_create(nx, ny, false, 2);
        ck_assert_ptr_nonnull(c);
        shape shapes[4] = {{false, false, 0.1}, {true, false, 0.2}, {false, true, 0.3}, {true, true, 0.4}};
        spectrum k[4];
        for (int s = 0; s < 4; s++)
            ck_assert(spectrum_of_kernel(c, some_kernel, &shapes[s], shapes[s].odd_x, shapes[s].odd_y, &k[s]));
        double *in[2] = {noise(cells, 1), noise(cells, 2)}, *out[2] = {noise(cells, 3), noise(cells, 4)};
        convolve_work_reset(c);
        convolve_many(c, 2, 2, (const spectrum *[]){&k[0], &k[1], &k[2], &k[3]}, (const double *[]){in[0], in[1]}, out);
        expect_near(convolve_work(c) / convolve_pair(nx, ny, false), 2, 1e-12, NULL, "two forward, two backward");
        for (int q = 0; q < 40; q++) {
            int i = rand() % nx, j = rand() % ny;
            double first = direct(nx, ny, &shapes[0], in[0], i, j) + direct(nx, ny, &shapes[1], in[1], i, j);
            double second = direct(nx, ny, &shapes[2], in[0], i, j) + direct(nx, ny, &shapes[3], in[1], i, j);
            expect_within(out[0][j * nx + i], first, 1e-11, NULL, "%d x %d, first at %d, %d", nx, ny, i, j);
            expect_within(out[1][j * nx + i], second, 1e-11, NULL, "%d x %d, second at %d, %d", nx, ny, i, j);
        }
        convolve_many(c, 1, 2, (const spectrum *[]){NULL, &k[3]}, (const double *[]){in[0]}, out);
        convolve_apply(c, &k[3], in[0], in[0]); /* in place */
        for (size_t i = 0; i < cells; i++) {
            ck_assert(out[0][i] == 0);
            expect_within(in[0][i], out[1][i], 1e-12, NULL, "alone and beside others");
        }
        for (int s = 0; s < 4; s++) spectrum_drop(&k[s]);
        for (int f = 0; f < 2; f++) free(in[f]), free(out[f]);
        convolve_destroy(c);
    }
}
END_TEST

static double wave_symbol(long kx, long ky, void *user) {
    (void)user;
    return kx || ky ? 1 / hypot((double)kx, 2.0 * (double)ky) : 0;
}

/* In a periodic window a wave is an eigenfunction; an odd symbol turns a cosine into a sine. */
START_TEST(waves) {
    static const int sizes[][2] = {{16, 12}, {15, 9}, {50, 128}};
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        int nx = sizes[n][0], ny = sizes[n][1], kx = 3, ky = 2;
        convolve *c = convolve_create(nx, ny, true, 1);
        ck_assert_int_eq(convolve_mx(c), nx);
        spectrum even, odd;
        ck_assert(spectrum_of_symbol(c, wave_symbol, NULL, false, false, &even));
        ck_assert(spectrum_of_symbol(c, wave_symbol, NULL, true, false, &odd));
        double *x = noise((size_t)(nx * ny), 1), *y = noise((size_t)(nx * ny), 1);
        for (int i = 0; i < nx * ny; i++)
            x[i] = cos(2 * PI * (kx * (i % nx) / (double)nx - ky * (i / nx) / (double)ny));
        double value = wave_symbol(kx, ky, NULL);
        convolve_apply(c, &even, x, y);
        for (int i = 0; i < nx * ny; i++) expect_within(y[i], value * x[i], 1e-14, NULL, "even, cell %d", i);
        convolve_apply(c, &odd, x, y);
        for (int i = 0; i < nx * ny; i++) {
            double s = sin(2 * PI * (kx * (i % nx) / (double)nx - ky * (i / nx) / (double)ny));
            expect_within(y[i], -value * s, 1e-14, NULL, "odd, cell %d", i); /* Re(i e^(i phi)) = -sin phi */
        }
        free(x), free(y);
        spectrum_drop(&even), spectrum_drop(&odd);
        convolve_destroy(c);
    }
}
END_TEST

START_TEST(places) {
    grid g = {4, 3, 0.5, 2, false};
    ck_assert(grid_x(&g, 0) == -0.75 && grid_x(&g, 3) == 0.75 && grid_y(&g, 1) == 0);
    ck_assert(grid_cells(&g) == 12 && grid_area(&g) == 1);
    /* memory is known before: rows of the window, a quarter of the spectrum */
    expect_near(convolve_bytes(512, 512, false, 1, 1), 8.0 * (1026.0 * 512 + 513.0 * 513), 1e-12, NULL, "bytes");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&love_digits, &love_adds_up, &sums, &waves, &places};
    return suite_main("field_convolve", all, sizeof all / sizeof *all);
}
