/* The routines of LAPACK and BLAS in use, by their Fortran names. Matrices stand column by column. The last arguments are the
 * lengths of the texts, which Fortran compilers hand over unseen. Declarations alone: element and simulator call none of them. */
#ifndef ABUT_BASE_LAPACK_H
#define ABUT_BASE_LAPACK_H

#include <stddef.h>

/* y := alpha op(A) x + beta y */
void dgemv_(const char *trans, const int *m, const int *n, const double *alpha, const double *A, const int *lda,
            const double *x, const int *incx, const double *beta, double *y, const int *incy, size_t);
/* C := alpha op(A) op(B) + beta C */
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *A, const int *lda, const double *B, const int *ldb, const double *beta, double *C,
            const int *ldc, size_t, size_t);
/* B := alpha op(A)^-1 B or alpha B op(A)^-1, A triangular */
void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag, const int *m, const int *n,
            const double *alpha, const double *A, const int *lda, double *B, const int *ldb, size_t, size_t, size_t,
            size_t);
/* Cholesky factors, and solving with them */
void dpotrf_(const char *uplo, const int *n, double *A, const int *lda, int *info, size_t);
void dpotrs_(const char *uplo, const int *n, const int *columns, const double *A, const int *lda, double *B,
             const int *ldb, int *info, size_t);
/* Factors of a general matrix, and solving with them */
void dgetrf_(const int *m, const int *n, double *A, const int *lda, int *pivots, int *info);
void dgetrs_(const char *trans, const int *n, const int *columns, const double *A, const int *lda, const int *pivots,
             double *B, const int *ldb, int *info, size_t);
/* The same of a complex matrix, real and imaginary parts side by side */
void zgetrf_(const int *m, const int *n, double *A, const int *lda, int *pivots, int *info);
void zgetrs_(const char *trans, const int *n, const int *columns, const double *A, const int *lda, const int *pivots,
             double *B, const int *ldb, int *info, size_t);
/* A = Q R, and Q itself */
void dgeqrf_(const int *m, const int *n, double *A, const int *lda, double *tau, double *work, const int *lwork,
             int *info);
void dorgqr_(const int *m, const int *n, const int *k, double *A, const int *lda, const double *tau, double *work,
             const int *lwork, int *info);
/* A = U S V^T */
void dgesdd_(const char *jobz, const int *m, const int *n, double *A, const int *lda, double *S, double *U,
             const int *ldu, double *VT, const int *ldvt, double *work, const int *lwork, int *iwork, int *info,
             size_t);
/* A v = lambda v, after balancing */
void dgeevx_(const char *balanc, const char *jobvl, const char *jobvr, const char *sense, const int *n, double *A,
             const int *lda, double *wr, double *wi, double *VL, const int *ldvl, double *VR, const int *ldvr, int *ilo,
             int *ihi, double *scale, double *abnrm, double *rconde, double *rcondv, double *work, const int *lwork,
             int *iwork, int *info, size_t, size_t, size_t, size_t);

#endif
