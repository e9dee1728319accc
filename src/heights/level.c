/* Levelling: the polynomial 1, x, y, x^2, x y, y^2 (as far as asked for) that is nearest to the heights in the sense of least squares,
 * by its normal equations in -1 <= x, y <= 1, where their condition is below 100. */
#include <math.h>

#include "abut/heights.h"
#include "base/message.h"

enum { TERMS = 6 };

static void terms_at(const abut_heights *h, size_t i, size_t j, double p[TERMS]) {
    double x = (2 * (double)i + 1) / (double)h->nx - 1, y = (2 * (double)j + 1) / (double)h->ny - 1;
    p[0] = 1;
    p[1] = x;
    p[2] = y;
    p[3] = 1.5 * x * x - 0.5;
    p[4] = x * y;
    p[5] = 1.5 * y * y - 0.5;
}

/* Cholesky's method in place; false: singular, as with two columns and a second degree. */
static bool solve(int n, double A[TERMS][TERMS], double b[TERMS]) {
    for (int j = 0; j < n; j++) {
        double scale = A[j][j];
        for (int k = 0; k < j; k++) A[j][j] -= A[j][k] * A[j][k];
        if (!(A[j][j] > 1e-10 * scale)) return false;
        A[j][j] = sqrt(A[j][j]);
        for (int i = j + 1; i < n; i++) {
            for (int k = 0; k < j; k++) A[i][j] -= A[i][k] * A[j][k];
            A[i][j] /= A[j][j];
        }
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) b[i] -= A[i][k] * b[k];
        b[i] /= A[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) b[i] -= A[k][i] * b[k];
        b[i] /= A[i][i];
    }
    return true;
}

static bool fit(const abut_heights *h, int n, double c[TERMS]) {
    double A[TERMS][TERMS] = {{0}}, p[TERMS];
    for (int a = 0; a < TERMS; a++) c[a] = 0;
    for (size_t j = 0; j < h->ny; j++)
        for (size_t i = 0; i < h->nx; i++) {
            terms_at(h, i, j, p);
            for (int a = 0; a < n; a++) {
                c[a] += p[a] * h->z[j * h->nx + i];
                for (int b = 0; b <= a; b++) A[a][b] += p[a] * p[b];
            }
        }
    return solve(n, A, c);
}

static void subtract(abut_heights *h, int n, const double c[TERMS]) {
    double p[TERMS];
    for (size_t j = 0; j < h->ny; j++)
        for (size_t i = 0; i < h->nx; i++) {
            terms_at(h, i, j, p);
            for (int a = 0; a < n; a++) h->z[j * h->nx + i] -= c[a] * p[a];
        }
}

abut_status abut_heights_level(abut_heights *h, abut_level level, abut_message *message) {
    static const int terms[] = {0, 1, 3, 6};
    double c[TERMS];
    if ((unsigned)level >= sizeof terms / sizeof terms[0])
        return say_at(message, "level", ABUT_BAD_VALUE, "level: no such choice");
    int n = terms[level];
    for (int pass = 0; n && pass < 2; pass++) { /* the second takes away what rounding left of the first */
        if (!fit(h, n, c))
            return say_at(message, "level", ABUT_BAD_VALUE, "level: a map of %zu x %zu is too small for it", h->nx,
                          h->ny);
        subtract(h, n, c);
    }
    return ABUT_OK;
}
