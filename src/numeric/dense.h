/* Dense linear systems of a few unknowns: elimination with partial pivoting, in place, without allocation; larger ones belong to
 * LAPACK. Matrices are stored row by row. */
#ifndef ABUT_NUMERIC_DENSE_H
#define ABUT_NUMERIC_DENSE_H

#include <stdbool.h>

enum { DENSE_MOST = 8 }; /* unknowns of dense_once */

/* A becomes its factors. False: a pivot is no larger than `least`, or not finite. */
bool dense_factor(int n, double *A, int *pivot, double least);
void dense_solve(int n, const double *A, const int *pivot, double *b); /* b becomes the solution */
/* Solves A x = y for rows of mixed units; A is destroyed, x replaces y. False if A is singular to working precision. */
bool dense_once(int n, double *A, double *y);

#endif
