/* The Fourier transform and the amplitude spectrum against closed forms. */
#include <math.h>
#include <stdlib.h>

#include "machine/shared/spectrum.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

static const double two_pi = 6.28318530717958647692;

/* Against the sum itself and Parseval's identity. */
START_TEST(transform) {
    chance c = {7};
    for (size_t n = 1; n <= 1024; n *= 2) {
        double re[1024], im[1024], x[1024], y[1024], power = 0, found = 0;
        for (size_t j = 0; j < n; j++) {
            x[j] = re[j] = chance_uniform(&c, -1, 1);
            y[j] = im[j] = chance_uniform(&c, -1, 1);
            power += x[j] * x[j] + y[j] * y[j];
        }
        ck_assert(fft(n, re, im));
        double worst = 0;
        for (size_t k = 0; k < n; k++) {
            double a = 0, b = 0;
            for (size_t j = 0; j < n; j++) {
                double angle = -two_pi * (double)((j * k) % n) / (double)n;
                a += x[j] * cos(angle) - y[j] * sin(angle);
                b += x[j] * sin(angle) + y[j] * cos(angle);
            }
            worst = fmax(worst, hypot(re[k] - a, im[k] - b));
            found += re[k] * re[k] + im[k] * im[k];
        }
        expect_within(worst, 0, 1e-14 * (double)n, NULL, "n = %zu", n);
        expect_near(found, (long double)power * (long double)n, 1e-13, NULL, "Parseval, n = %zu", n);
    }
}
END_TEST

static void tones(double *x, size_t samples, const double tone[][3], int count, double mean) {
    for (size_t j = 0; j < samples; j++) {
        x[j] = mean;
        for (int i = 0; i < count; i++) x[j] += tone[i][1] * cos(two_pi * tone[i][0] * (double)j + tone[i][2]);
    }
}

/* A tone on the grid shows its amplitude there, half of it beside and nothing elsewhere; the mean does not show. */
START_TEST(one_tone) {
    enum { N = 256 };
    double x[N], a[N / 2 + 1];
    tones(x, N, (const double[][3]){{20.0 / N, 3, 0.7}}, 1, 100);
    ck_assert(spectrum_amplitudes(x, N, 1, a));
    for (int k = 0; k <= N / 2; k++)
        expect_within(a[k], k == 20 ? 3 : k == 19 || k == 21 ? 1.5L : 0, 1e-12, NULL, "bin %d", k);
}
END_TEST

/* Off the grid the window's transform: |sin(pi d)/(pi d (1 - d^2))| of the amplitude, d bins away. */
START_TEST(between_bins) {
    enum { N = 512 };
    double x[N], a[N / 2 + 1];
    for (double at = 60.1; at < 61; at += 0.2) {
        tones(x, N, (const double[][3]){{at / N, 2, 0.3}}, 1, 0);
        ck_assert(spectrum_amplitudes(x, N, 1, a));
        for (int k = 58; k <= 63; k++) {
            double d = k - at, part = fabs(sin(0.5 * two_pi * d) / (0.5 * two_pi * d * (1 - d * d)));
            expect_within(a[k], 2 * part, 2e-5, NULL, "tone at %g, bin %d", at, k); /* the image at -at leaks so much */
        }
    }
}
END_TEST

/* Three tones in a record whose length is no power of two: found in order, none invented. */
START_TEST(several_tones) {
    enum { N = 3000 };
    const double tone[3][3] = {{0.0501, 1, 0.2}, {0.0301, 0.3, 1.1}, {0.2, 0.01, 2}};
    double *x = malloc(2 * N * sizeof *x), *every = malloc(N * sizeof *every);
    size_t n = spectrum_length(N);
    double *a = malloc((n / 2 + 1) * sizeof *a);
    ck_assert(x && a && every && n == 4096);
    tones(every, N, tone, 3, 5);
    for (int j = 0; j < N; j++) x[2 * j] = every[j], x[2 * j + 1] = 1e3; /* stride 2 */
    ck_assert(spectrum_amplitudes(x, N, 2, a));
    spectrum_peak p[8];
    ck_assert_int_eq(spectrum_peaks(a, n / 2 + 1, N, 1e-3, p, 8), 3);
    for (int i = 0; i < 3; i++) {
        expect_within(p[i].bin / (double)n, tone[i][0], 0.02 / N, NULL, "frequency of tone %d", i);
        expect_near(p[i].amplitude, tone[i][1], 0.01, NULL, "amplitude of tone %d", i);
        spectrum_peak q = spectrum_near(a, n / 2 + 1, tone[i][0] * (double)n + 1, 2);
        ck_assert(q.bin == p[i].bin && q.amplitude == p[i].amplitude);
    }
    ck_assert(spectrum_near(a, n / 2 + 1, 1e9, 2).amplitude == 0);
    free(x);
    free(every);
    free(a);
}
END_TEST

/* Beside the mean, which is taken out, nothing can be refined: the amplitude is that of the bin. */
START_TEST(first_bin) {
    enum { N = 256 };
    double x[N], a[N / 2 + 1];
    tones(x, N, (const double[][3]){{1.2 / N, 3, 0.7}}, 1, 100);
    ck_assert(spectrum_amplitudes(x, N, 1, a));
    spectrum_peak p;
    ck_assert_int_eq(spectrum_peaks(a, N / 2 + 1, N, 1e-3, &p, 1), 1);
    ck_assert(p.bin == 1 && p.amplitude == a[1] && p.amplitude < 6);
}
END_TEST

/* Against the sum over the record with its window, weighted mean taken out, in a record that is padded; every bin. */
START_TEST(by_the_sum) {
    enum { N = 100, PADDED = 128 };
    double x[2 * N], a[PADDED / 2 + 1], mean = 0, backwards[N], b[PADDED / 2 + 1];
    chance c = {11};
    for (int j = 0; j < N; j++) x[2 * j] = chance_uniform(&c, 2, 3), x[2 * j + 1] = 1e6;
    for (int j = 0; j < N; j++) {
        mean += (1 - cos(two_pi * (j + 0.5) / N)) * x[2 * j] / N;
        backwards[N - 1 - j] = x[2 * j];
    }
    ck_assert(spectrum_amplitudes(x, N, 2, a) && spectrum_amplitudes(backwards, N, 1, b));
    for (int k = 0; k <= PADDED / 2; k++) {
        double re = 0, im = 0;
        for (int j = 0; j < N; j++) {
            double w = (1 - cos(two_pi * (j + 0.5) / N)) * (x[2 * j] - mean), angle = two_pi * j * k / PADDED;
            re += w * cos(angle), im += w * sin(angle);
        }
        double sides = k == 0 || k == PADDED / 2 ? 1 : 2;
        expect_within(a[k], sides * hypot(re, im) / N, 1e-14, NULL, "bin %d", k);
        expect_within(b[k], a[k], 1e-14, NULL, "backwards, bin %d", k); /* the window is symmetric */
    }
    ck_assert(!spectrum_amplitudes(x, 1, 1, a));
    ck_assert(spectrum_length(1) == 1 && spectrum_length(2) == 2 && spectrum_length(3) == 4 &&
              spectrum_length(64) == 64);
}
END_TEST

/* Peaks by hand in a spectrum of 129 bins without padding: (bin, size) of bumps whose neighbours are lower alike. */
static int found(const double (*bump)[2], int bumps, double part, spectrum_peak *p) {
    double a[129] = {0};
    for (int i = 0; i < bumps; i++) {
        int k = (int)bump[i][0];
        a[k] = bump[i][1];
        for (int side = -1; side <= 1; side += 2) a[k + side] = fmax(a[k + side], 1e-9);
    }
    return spectrum_peaks(a, 129, 256, part, p, 8);
}

/* What a side lobe may be: 1.5 times the sum of 1/(pi d (d^2 - 1)) of the larger peaks, d bins away. */
START_TEST(side_lobes) {
    spectrum_peak p[8];
    const double one = 1.5 / (0.5 * two_pi * 4 * 15), near = 1.5 / (0.5 * two_pi * 2 * 3);
    ck_assert_int_eq(found((const double[][2]){{50, 1}, {54, 0.97 * one}}, 2, 1e-4, p), 1);
    ck_assert_int_eq(found((const double[][2]){{50, 1}, {54, 1.03 * one}}, 2, 1e-4, p), 2);
    ck_assert(p[0].bin == 50 && p[0].amplitude == 1 && p[1].bin == 54);
    ck_assert_int_eq(found((const double[][2]){{50, 1}, {46, 0.97 * one}}, 2, 1e-4, p), 1);
    ck_assert_int_eq(found((const double[][2]){{50, 1}, {48, 0.97 * near}}, 2, 1e-4, p), 1);
    ck_assert_int_eq(found((const double[][2]){{50, 1}, {48, 1.03 * near}}, 2, 1e-4, p), 2);
    /* between two */
    ck_assert_int_eq(found((const double[][2]){{50, 1}, {58, 1}, {54, 1.95 * one}}, 3, 1e-4, p), 2);
    ck_assert_int_eq(found((const double[][2]){{50, 1}, {58, 1}, {54, 2.05 * one}}, 3, 1e-4, p), 3);
    /* too small, or at an end */
    ck_assert_int_eq(found((const double[][2]){{20, 1}, {100, 0.97e-2}}, 2, 1e-2, p), 1);
    ck_assert_int_eq(found((const double[][2]){{20, 1}, {100, 1.03e-2}}, 2, 1e-2, p), 2);
    ck_assert_int_eq(found((const double[][2]){{127, 1}, {20, 0.5}}, 2, 1e-2, p), 2);
}
END_TEST

/* A bell is a parabola in its logarithm: place and height are found exactly, wherever it lies between the bins. */
START_TEST(refined) {
    for (double at = 19.6; at < 20.5; at += 0.1) {
        double a[129];
        for (int k = 0; k < 129; k++) a[k] = 3 * exp(-0.4 * (k - at) * (k - at)) + 1e-300;
        spectrum_peak p;
        ck_assert_int_eq(spectrum_peaks(a, 129, 256, 0.1, &p, 1), 1);
        expect_near(p.bin, at, 1e-12, NULL, "place");
        expect_near(p.amplitude, 3, 1e-12, NULL, "height at %g", at);
        spectrum_peak q = spectrum_near(a, 129, 23, 3.5);
        expect_near(q.bin, at, 1e-12, NULL, "near");
        q = spectrum_near(a, 129, 23.6, 3.5); /* 20 is out of reach: the value at the nearest bin */
        ck_assert(q.bin == 23.6 && q.amplitude == a[24]);
        q = spectrum_near(a, 129, 17, 3.2);
        expect_near(q.bin, at, 1e-12, NULL, "from below");
    }
    double flat[8] = {0, 0, 1, 0, 0, 0, 0, 0};
    ck_assert(spectrum_near(flat, 8, 2, 1).bin == 2 && spectrum_near(flat, 8, 7.5, 1).amplitude == 0);
    ck_assert(spectrum_near(flat, 8, -1, 1).amplitude == 0 && spectrum_near(flat, 8, 0, 1).amplitude == 0);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&transform, &one_tone,   &between_bins, &several_tones,
                                              &first_bin, &by_the_sum, &side_lobes,   &refined};
    return suite_main("spectrum", all, sizeof all / sizeof *all);
}
