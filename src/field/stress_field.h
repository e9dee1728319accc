/* Stresses below a grid of cells with pressure and tractions: at points by sums over the cells, on whole planes by Fourier transforms. */
#ifndef ABUT_FIELD_STRESS_FIELD_H
#define ABUT_FIELD_STRESS_FIELD_H

#include "convolve.h"
#include "grid.h"
#include "stress.h"

typedef struct stress_load {
    grid g;          /* not periodic */
    const double *p; /* Pa, cells */
    const double *q; /* Pa, 2*cells: all of x, then all of y, on this body; NULL: none */
    double nu;       /* of the body */
} stress_load;

/* At one point, z >= 0; on the surface itself only at the centres of cells. */
stress stress_at(const stress_load *load, double x, double y, double z);

/* At all cells at the depth z >= 0. c: for g, with six fields. False: out of memory. */
bool stress_plane(const stress_load *load, convolve *c, double z, stress *out);

typedef struct stress_peak {
    double value;   /* Pa */
    double x, y, z; /* m: below the centre of a cell */
} stress_peak;

/* The greatest von Mises stress and the greatest shear below the loaded cells: planes from the surface down until both have fallen for
 * a while, then a search along the depth. Either may be NULL. False: out of memory. */
bool stress_greatest(const stress_load *load, stress_peak *von_mises, stress_peak *shear);

#endif
