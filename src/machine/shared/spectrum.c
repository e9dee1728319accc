/* Amplitude spectra. The transform is the radix-2 one of Cooley and Tukey (1965), in place, with sines from a table of
 * directly computed values: relative error of some 1e-16 log2 n in the root mean square.
 *
 * Hann window over N samples: a sine between two frequencies of the unpadded grid, d bins away, shows the part
 *   W(d) = |sin(pi d)/(pi d (1 - d^2))|
 * of its amplitude (Harris, On the use of windows, Proc. IEEE 66, 1978); main lobe |d| < 2, side lobes below
 * 1/(pi d (d^2 - 1)). */
#include "spectrum.h"

#include <math.h>
#include <stdlib.h>

#include "base/constants.h"
#include "base/plane.h"

static void swap(double *a, double *b) {
    double c = *a;
    *a = *b;
    *b = c;
}

static void reverse_bits(size_t n, double *re, double *im) {
    for (size_t i = 1, j = 0; i < n; i++) {
        size_t bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            swap(&re[i], &re[j]);
            swap(&im[i], &im[j]);
        }
    }
}

bool fft(size_t n, double *re, double *im) {
    if (n < 2) return true;
    double *c = calloc(n, sizeof *c), *s = c ? c + n / 2 : NULL;
    if (!c) return false;
    for (size_t k = 0; k < n / 2; k++) {
        c[k] = cos(TWO_PI * (double)k / (double)n);
        s[k] = -sin(TWO_PI * (double)k / (double)n);
    }
    reverse_bits(n, re, im);
    for (size_t half = 1; half < n; half *= 2) {
        size_t step = n / (2 * half);
        for (size_t at = 0; at < n; at += 2 * half)
            for (size_t k = 0; k < half; k++) {
                size_t p = at + k, q = p + half;
                double x = c[k * step] * re[q] - s[k * step] * im[q], y = c[k * step] * im[q] + s[k * step] * re[q];
                re[q] = re[p] - x;
                im[q] = im[p] - y;
                re[p] += x;
                im[p] += y;
            }
    }
    free(c);
    return true;
}

size_t spectrum_length(size_t samples) {
    size_t n = 1;
    while (n < samples) n *= 2;
    return n;
}

static double hann(size_t j, size_t samples) { return 1 - cos(TWO_PI * ((double)j + 0.5) / (double)samples); }

/* Weighted mean; the weights sum to the number of samples. */
static double mean_of(const double *x, size_t samples, size_t stride) {
    double sum = 0;
    for (size_t j = 0; j < samples; j++) sum += hann(j, samples) * x[j * stride];
    return sum / (double)samples;
}

bool spectrum_amplitudes(const double *x, size_t samples, size_t stride, double *amplitude) {
    size_t n = spectrum_length(samples);
    double *re = calloc(2 * n, sizeof *re), *im = re ? re + n : NULL;
    if (!re || samples < 2) {
        free(re);
        return false;
    }
    double mean = mean_of(x, samples, stride);
    for (size_t j = 0; j < samples; j++) re[j] = hann(j, samples) * (x[j * stride] - mean);
    bool good = fft(n, re, im);
    for (size_t k = 0; good && k <= n / 2; k++) {
        double one_sided = k == 0 || k == n / 2 ? 1 : 2;
        amplitude[k] = one_sided * plane_length(re[k], im[k]) / (double)samples;
    }
    free(re);
    return good;
}

/* ---- peaks ---- */
static bool is_top(const double *a, size_t count, size_t k) {
    return k > 0 && k + 1 < count && a[k] > 0 && a[k] >= a[k - 1] && a[k] > a[k + 1];
}

static spectrum_peak refine(const double *a, size_t k) {
    spectrum_peak p = {(double)k, a[k]};
    if (k < 2 || !(a[k - 1] > 0 && a[k + 1] > 0)) return p; /* bin 0 is what is left of the mean: nothing */
    double l = log(a[k - 1] / a[k]), r = log(a[k + 1] / a[k]), bend = l + r;
    if (!(bend < 0)) return p;
    double off = 0.5 * (l - r) / bend;
    return (spectrum_peak){(double)k + off, a[k] * exp(-0.25 * (l - r) * off)};
}

/* Could it be a side lobe of the peaks found so far? grid: bins of the padded grid per bin of the plain one. */
static bool is_lobe(double bin, double amplitude, double grid, const spectrum_peak *peak, int found) {
    double lobes = 0;
    for (int i = 0; i < found; i++) {
        double d = fabs(bin - peak[i].bin) / grid;
        if (d < 2) return true;
        lobes += peak[i].amplitude / (0.5 * TWO_PI * d * (d * d - 1));
    }
    return amplitude < 1.5 * lobes;
}

int spectrum_peaks(const double *a, size_t count, size_t samples, double part, spectrum_peak *peak, int most) {
    double grid = (double)spectrum_length(samples) / (double)samples, top = 0;
    int found = 0;
    for (size_t k = 1; k + 1 < count; k++) top = fmax(top, a[k]);
    while (found < most) {
        size_t best = 0;
        for (size_t k = 1; k + 1 < count; k++)
            if (is_top(a, count, k) && a[k] >= part * top && (best == 0 || a[k] > a[best]) &&
                !is_lobe((double)k, a[k], grid, peak, found))
                best = k;
        if (best == 0) break;
        peak[found++] = refine(a, best);
    }
    return found;
}

spectrum_peak spectrum_near(const double *a, size_t count, double bin, double width) {
    if (!(bin >= 0 && bin <= (double)(count - 1))) return (spectrum_peak){bin, 0};
    size_t middle = (size_t)(bin + 0.5), low = (size_t)fmax(1, ceil(bin - width)),
           high = (size_t)fmin((double)count - 2, floor(bin + width)), best = 0;
    for (size_t k = low; k <= high; k++)
        if (is_top(a, count, k) && (best == 0 || a[k] > a[best])) best = k;
    return best ? refine(a, best) : (spectrum_peak){bin, a[middle]};
}
