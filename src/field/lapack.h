/* What is used of LAPACK. */
#ifndef ABUT_FIELD_LAPACK_H
#define ABUT_FIELD_LAPACK_H

/* Cholesky's factors of a symmetric matrix, and solutions by them. */
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info);
void dpotrs_(const char *uplo, const int *n, const int *nrhs, const double *a, const int *lda, double *b,
             const int *ldb, int *info);

#endif
