/* Amplitude spectra of equally spaced records: fast Fourier transform, Hann window, peaks. */
#ifndef ABUT_MACHINE_SPECTRUM_H
#define ABUT_MACHINE_SPECTRUM_H

#include <stdbool.h>
#include <stddef.h>

/* X_k = sum_j x_j exp(-2 pi i j k/n) in place; n a power of two. False: out of memory. */
bool fft(size_t n, double *re, double *im);

size_t spectrum_length(size_t samples); /* n: the power of two that is not below the number of samples */

/* Amplitudes of x (samples values, `stride` apart) at the frequencies k/(n dt), k = 0 .. n/2. The record without its
 * (windowed) mean is weighted with the Hann window 1 - cos(2 pi (j + 1/2)/samples), padded with zeros to the length n and
 * scaled so that a sine of amplitude A shows A. False: out of memory. */
bool spectrum_amplitudes(const double *x, size_t samples, size_t stride, double *amplitude);

/* Peaks of an amplitude spectrum, largest first: local maxima above `part` of the largest that are not side lobes of larger
 * ones. Frequencies in units of the grid, refined by a parabola through the logarithms. Returns how many. */
typedef struct spectrum_peak {
    double bin, amplitude;
} spectrum_peak;
int spectrum_peaks(const double *amplitude, size_t count, size_t samples, double part, spectrum_peak *peak, int most);

/* The largest local maximum within +-width bins of `bin`; where there is none, the value nearest to it. */
spectrum_peak spectrum_near(const double *amplitude, size_t count, double bin, double width);

#endif
