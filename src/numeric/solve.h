/* Small dense linear systems by elimination with row scaling and partial pivoting, in place, without allocation. For the
 * handful of unknowns of a contact; larger systems belong to LAPACK. */
#ifndef ABUT_NUMERIC_SOLVE_H
#define ABUT_NUMERIC_SOLVE_H

#include <math.h>
#include <stdbool.h>

enum { SOLVE_MAX = 8 };

/* Solves A x = y; A is destroyed, x replaces y. False if A is singular to working precision. */
static inline bool solve_small(int n, double A[SOLVE_MAX][SOLVE_MAX], double y[SOLVE_MAX]) {
    for (int i = 0; i < n; i++) { /* rows to unit size, so that pivots of mixed units compare */
        double most = 0;
        for (int j = 0; j < n; j++) most = fmax(most, fabs(A[i][j]));
        if (!(most > 0)) return false;
        for (int j = 0; j < n; j++) A[i][j] /= most;
        y[i] /= most;
    }
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i][k]) > fabs(A[pivot][k])) pivot = i;
        if (!(fabs(A[pivot][k]) > 1e-15)) return false;
        for (int j = k; j < n; j++) {
            double swap = A[k][j];
            A[k][j] = A[pivot][j];
            A[pivot][j] = swap;
        }
        double swap = y[k];
        y[k] = y[pivot];
        y[pivot] = swap;
        for (int i = k + 1; i < n; i++) {
            double factor = A[i][k] / A[k][k];
            for (int j = k + 1; j < n; j++) A[i][j] -= factor * A[k][j];
            y[i] -= factor * y[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) y[i] -= A[i][j] * y[j];
        y[i] /= A[i][i];
    }
    return true;
}

#endif
