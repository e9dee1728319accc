/* The routines of LAPACK in use, by their Fortran names: factors of a general matrix that stands column by column, and solving with
 * them. */
#ifndef ABUT_EHL_LAPACK_H
#define ABUT_EHL_LAPACK_H

#include <stddef.h>

void dgetrf_(const int *m, const int *n, double *A, const int *lda, int *pivots, int *info);
void dgetrs_(const char *trans, const int *n, const int *columns, const double *A, const int *lda, const int *pivots,
             double *B, const int *ldb, int *info, size_t);
/* The same of a band matrix with kl diagonals below and ku above the main one. */
void dgbtrf_(const int *m, const int *n, const int *kl, const int *ku, double *A, const int *lda, int *pivots,
             int *info);
void dgbtrs_(const char *trans, const int *n, const int *kl, const int *ku, const int *columns, const double *A,
             const int *lda, const int *pivots, double *B, const int *ldb, int *info, size_t);

#endif
