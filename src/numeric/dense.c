/* Dense linear systems of a few unknowns. */
#include "dense.h"

#include <math.h>

bool dense_factor(int n, double *A, int *pivot, double least) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
        if (!(fabs(A[best * n + k]) > least) || !isfinite(A[best * n + k])) return false;
        pivot[k] = best;
        for (int j = 0; best != k && j < n; j++) {
            double t = A[k * n + j];
            A[k * n + j] = A[best * n + j];
            A[best * n + j] = t;
        }
        for (int i = k + 1; i < n; i++) {
            double l = A[i * n + k] /= A[k * n + k];
            for (int j = k + 1; j < n; j++) A[i * n + j] -= l * A[k * n + j];
        }
    }
    return true;
}

void dense_solve(int n, const double *A, const int *pivot, double *b) {
    for (int k = 0; k < n; k++) {
        double t = b[k];
        b[k] = b[pivot[k]];
        b[pivot[k]] = t;
    }
    for (int i = 1; i < n; i++)
        for (int k = 0; k < i; k++) b[i] -= A[i * n + k] * b[k];
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) b[i] -= A[i * n + k] * b[k];
        b[i] /= A[i * n + i];
    }
}

bool dense_once(int n, double *A, double *y) {
    int pivot[DENSE_MOST];
    for (int i = 0; i < n; i++) { /* rows to unit size, so that pivots compare */
        double most = 0;
        for (int j = 0; j < n; j++) most = fmax(most, fabs(A[i * n + j]));
        if (!(most > 0)) return false;
        for (int j = 0; j < n; j++) A[i * n + j] /= most;
        y[i] /= most;
    }
    if (!dense_factor(n, A, pivot, 1e-15)) return false;
    dense_solve(n, A, pivot, y);
    return true;
}
