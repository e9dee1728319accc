/* The convolution of convolve.h in single precision, for preconditioners: one field, an even kernel whose spectrum is already there.
 * Relative error about 1e-6, half of the time and of the memory. */
#ifndef ABUT_FIELD_CONVOLVE_FLOAT_H
#define ABUT_FIELD_CONVOLVE_FLOAT_H

#include "convolve.h"

typedef struct convolve_float convolve_float;

/* For fields of nx x ny cells, as `like` has them, and the kernel (even in x and y), of which a copy is kept. NULL: out of memory. */
convolve_float *convolve_float_create(int nx, int ny, const convolve *like, const spectrum *kernel);
void convolve_float_destroy(convolve_float *c);
/* out = kernel * in. `in` and `out` may be the same. */
void convolve_float_apply(convolve_float *c, const float *in, float *out);

#endif
