/* Makes the table of asperities under a film (printed as C text on standard output).
 *
 * For t = ln y, y = h/sigma the mean film over the roughness, the three functions
 *   Phi(t)             root of y = F_1(-Phi) = Phi cdf(Phi) + pdf(Phi)
 *   ln F_{5/2}(Phi(t)), ln F_2(Phi(t))
 * with F_n(Phi) = (2 pi)^(-1/2) times the integral of s^n exp(-(s + Phi)^2/2) over s > 0 are analytic in t. [-46, 2.5] is cut
 * into segments of 1/4; on each a polynomial of degree 11 in x in [-1, 1] interpolates at the Chebyshev points. All in long
 * double; the integrals by the trapezoidal rule in q, s = s0 exp(q - exp(-q)), s0 near the peak of the integrand.
 * A row of 36: the coefficients of x^0 .. x^11 of ln F_{5/2}, of ln F_2 and of Phi. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum { SEGMENTS = 194, TERMS = 12 };
typedef long double real;

/* The term of q at most a part of 1e-22 of the sum: all beyond it are smaller still. */
static bool added(real n, real Phi, real ln_s0, real top, real q, real *sum) {
    real e = expl(-q), ln_s = ln_s0 + q - e, s = expl(ln_s);
    real term = expl((n + 1) * ln_s - s * (Phi + s / 2) - top) * (1 + e);
    *sum += term;
    return term > 1e-22L * *sum;
}

/* ln F_n(Phi) */
static real ln_integral(real n, real Phi) {
    const real step = 0.03L;
    real s0 = (sqrtl(Phi * Phi + 4 * (n + 1)) - Phi) / 2, ln_s0 = logl(s0), sum = 0;
    real top = (n + 1) * ln_s0 - s0 * (Phi + s0 / 2);
    int peak = 19; /* of exp(q - exp(-q)) = 1: q = 0.567 */
    for (int i = peak; added(n, Phi, ln_s0, top, step * i, &sum); i++) {
    }
    for (int i = peak - 1; added(n, Phi, ln_s0, top, step * i, &sum); i--) {
    }
    return top - Phi * Phi / 2 + logl(sum * step) - logl(8 * atanl(1)) / 2;
}

/* Newton's method from a separation near it. */
static real separation(real t, real Phi) {
    for (int i = 0; i < 60; i++) {
        real ln_y = ln_integral(1, -Phi), step = (t - ln_y) * expl(ln_y - ln_integral(0, -Phi));
        Phi += step;
        if (fabsl(step) < 1e-18L * (1 + fabsl(Phi))) break;
    }
    return Phi;
}

/* Monomial coefficients of the interpolant through TERMS Chebyshev points (Newton's divided differences). */
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

int main(void) {
    const real pi = acosl(-1.0L);
    real Phi_now = -9; /* about the lowest */
    printf("/* made by tools/asperity_table.c */\n");
    for (int seg = 0; seg < SEGMENTS; seg++) {
        real x[TERMS], load[TERMS], area[TERMS], Phi[TERMS];
        for (int i = 0; i < TERMS; i++) {
            x[i] = cosl(pi * (i + 0.5L) / TERMS);
            Phi_now = Phi[i] = separation(-46 + seg / 4.0L + (1 + x[i]) / 8, Phi_now);
            load[i] = ln_integral(2.5L, Phi[i]);
            area[i] = ln_integral(2, Phi[i]);
        }
        printf("{");
        fit(x, load);
        fit(x, area);
        fit(x, Phi);
        printf("},\n");
    }
    return 0;
}
