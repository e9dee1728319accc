/* Convolutions on a grid by fast Fourier transforms: fields of nx x ny cells with kernels that are even or odd in x and in y.
 *
 * Not periodic: the field is padded with zeros to twice its size, so that it does not see its own images. A kernel is the quarter of
 * its spectrum that is not a mirror image of the rest; it is real up to a factor i per odd direction.
 *
 * A transform goes along the rows of the window (those of the padding are zero and left out) and then down a few columns at a time,
 * where forward transform, product and inverse transform follow each other in the cache.
 *
 * An object may be used by one thread at a time. FFTW's planner is one per process: creating and destroying take turns under a lock,
 * which is the only state that is shared; a program that plans transforms of FFTW itself in other threads has to see to it that
 * it does not plan at the same time. */
#ifndef ABUT_FIELD_CONVOLVE_H
#define ABUT_FIELD_CONVOLVE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct convolve convolve;

/* The spectrum of a kernel for one size of window. */
typedef struct spectrum {
    double *value; /* of the wave numbers 0..mx/2, 0..my/2, row by row; divided by the number of cells */
    bool odd_x, odd_y;
} spectrum;

/* Plans and memory for fields of nx x ny cells, `fields` of them at a time. NULL: out of memory. */
convolve *convolve_create(int nx, int ny, bool periodic, int fields);
void convolve_destroy(convolve *c);
/* bytes, of an object and of `kernels` spectra */
double convolve_bytes(int nx, int ny, bool periodic, int fields, int kernels);
/* cells of the transform in x and in y: nx, ny if periodic, else at least twice as many less one */
int convolve_mx(const convolve *c);
int convolve_my(const convolve *c);

/* By the values of the kernel i, j >= 0 cells away. False: out of memory. */
typedef double kernel_fn(long i, long j, void *user);
bool spectrum_of_kernel(convolve *c, kernel_fn *value, void *user, bool odd_x, bool odd_y, spectrum *out);
/* By its transform at the wave numbers kx, ky >= 0 in waves per transform: the symbol of an operator on a periodic window, for an odd
 * direction divided by i. */
bool spectrum_of_symbol(convolve *c, kernel_fn *symbol, void *user, bool odd_x, bool odd_y, spectrum *out);
void spectrum_drop(spectrum *s);

/* out = kernel * in. `in` and `out` may be the same. */
void convolve_apply(convolve *c, const spectrum *kernel, const double *in, double *out);
/* out[o] = sum over i of kernel[o*ins + i] * in[i]; a NULL kernel is zero. ins, outs: at most `fields`. */
void convolve_many(convolve *c, int ins, int outs, const spectrum *const *kernel, const double *const *in,
                   double *const *out);

/* What was done so far, in units of m^2 log m with m^2 = mx my: a forward and a backward transform of a field count one. */
double convolve_work(const convolve *c);
void convolve_work_reset(convolve *c);
/* The same of one pair of transforms of a window: what work is divided by to give pair equivalents. */
double convolve_pair(int nx, int ny, bool periodic);

#endif
