/* Sparse matrices from lists of entries that may repeat: see sundials_sparse.c. */
#ifndef ABUT_INTEGRATE_SUNDIALS_SPARSE_H
#define ABUT_INTEGRATE_SUNDIALS_SPARSE_H

#include <sundials/sundials_matrix.h>

/* Fills the pattern of a square compressed-column matrix with room for `count` entries; place[e] is where the value
 * of entry e is to be added. Returns 0, or 1 if memory is out. */
int sun_compress(SUNMatrix A, const int *row, const int *column, int count, int *place);

#endif
