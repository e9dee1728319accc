/* Makes the tables of base/row4_table.h (printed as C text on standard output): polynomials of degree 7 in x in [-1, 1] over segments, which
 * interpolate at the Chebyshev points, in long double. Rows of the coefficients of x^0 .. x^7:
 *   ln(1 + e^-z)   z from 0 to 40 in segments of 1/4
 *   asinh(e^y)     y from -7 to 12 in segments of 1/8 */
#include <math.h>
#include <stdio.h>

enum { TERMS = 8 };
typedef long double real;

static real soft(real z) { return log1pl(expl(-z)); }
static real thick(real y) { return asinhl(expl(y)); }

/* Monomial coefficients of the interpolant (Newton's divided differences). */
static void fit(const real x[TERMS], const real y[TERMS]) {
    real d[TERMS], out[TERMS];
    for (int i = 0; i < TERMS; i++) d[i] = y[i], out[i] = 0;
    for (int k = 1; k < TERMS; k++)
        for (int i = TERMS - 1; i >= k; i--) d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - k]);
    for (int k = TERMS - 1; k >= 0; k--) {
        for (int i = TERMS - 1; i > 0; i--) out[i] = out[i - 1] - x[k] * out[i];
        out[0] = d[k] - x[k] * out[0];
    }
    for (int i = 0; i < TERMS; i++) printf("%.17e,", (double)out[i]);
}

static void rows(real (*f)(real), real from, real width, int segments) {
    const real pi = acosl(-1.0L);
    for (int s = 0; s < segments; s++) {
        real x[TERMS], y[TERMS];
        for (int i = 0; i < TERMS; i++) {
            x[i] = cosl(pi * (i + 0.5L) / TERMS);
            y[i] = f(from + width * (s + (1 + x[i]) / 2));
        }
        printf("{");
        fit(x, y);
        printf("},\n");
    }
}

int main(void) {
    printf("/* made by tools/row4_table.c */\n");
    rows(soft, 0, 0.25L, 160);
    rows(thick, -7, 0.125L, 152);
    return 0;
}
