/* Makes the table of the Hertz kernel (printed as C text on standard output).
 *
 * For C = P/Q the two functions
 *   kappa(C) = b/a                        root of C = beta (1 + c s)/(1 - c s)
 *   G(C)     = sqrt(2) AGM(1, kappa) / sqrt(C + kappa^2)      so that F = (4/3) E* G h sqrt(h/(2Q))
 * are analytic in ln C. [2^-24, 1] is cut into 8 segments per octave (one more starts at C = 1, by the symmetry
 * C -> 1/C); on each a polynomial of degree 9 in x in [-1, 1] interpolates at the Chebyshev points. All in long double.
 * A row of 20: G0..G3 G4..G7 G8 G9 k8 k9 k0..k3 k4..k7 (the order in which four lanes are transposed). */
#include <math.h>
#include <stdio.h>

enum { OCTAVES = 24, PER_OCTAVE = 8, TERMS = 10 };
typedef long double real;

static real C_of_kappa(real kappa, real *agm, real *sigma) {
    real a = 1, b = kappa, beta = kappa * kappa, c = (1 - kappa) * (1 + kappa);
    real d = 1 / (2 * (1 + kappa)), s = 0, w = 2;
    for (int i = 0; i < 14; i++) {
        s += w * d * d;
        w *= 2;
        real mean = (a + b) / 2;
        b = sqrtl(a * b);
        a = mean;
        d = c * d * d / (2 * (a + b));
    }
    *agm = a;
    *sigma = 0.5L * (1 + 2 * s / (1 + c * s) + 2 * beta * s / (1 - c * s));
    return beta * (1 + c * s) / (1 - c * s);
}

static void solve(real C, real *G, real *kappa) {
    real beta = powl(C, 1.272L), agm = 1, sigma = 1;
    for (int i = 0; i < 30; i++) {
        real ratio = C / C_of_kappa(sqrtl(beta), &agm, &sigma);
        beta *= powl(ratio, 1 / sigma);
    }
    *kappa = sqrtl(beta);
    (void)C_of_kappa(*kappa, &agm, &sigma);
    *G = sqrtl(2.0L) * agm / sqrtl(C + beta);
}

/* Monomial coefficients of the interpolant through TERMS Chebyshev points (Newton's divided differences). */
static void fit(const real x[TERMS], const real y[TERMS], real out[TERMS]) {
    real d[TERMS];
    for (int i = 0; i < TERMS; i++) d[i] = y[i];
    for (int k = 1; k < TERMS; k++)
        for (int i = TERMS - 1; i >= k; i--) d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - k]);
    for (int i = 0; i < TERMS; i++) out[i] = 0;
    for (int k = TERMS - 1; k >= 0; k--) {
        for (int i = TERMS - 1; i > 0; i--) out[i] = out[i - 1] - x[k] * out[i];
        out[0] = d[k] - x[k] * out[0];
    }
}

int main(void) {
    static const int order[20] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 18, 19, 10, 11, 12, 13, 14, 15, 16, 17};
    const real pi = acosl(-1.0L);
    printf("/* made by tools/hertz_table.c */\n");
    for (int seg = 0; seg <= OCTAVES * PER_OCTAVE; seg++) {
        real low = ldexpl(1 + (real)(seg % PER_OCTAVE) / PER_OCTAVE, seg / PER_OCTAVE - OCTAVES);
        real width = ldexpl(1.0L / PER_OCTAVE, seg / PER_OCTAVE - OCTAVES);
        real x[TERMS], G[TERMS], k[TERMS], both[2 * TERMS];
        for (int i = 0; i < TERMS; i++) {
            x[i] = cosl(pi * (i + 0.5L) / TERMS);
            solve(low + width * (1 + x[i]) / 2, &G[i], &k[i]);
        }
        fit(x, G, both);
        fit(x, k, both + TERMS);
        printf("{");
        for (int i = 0; i < 20; i++) printf("%.17e%s", (double)both[order[i]], i < 19 ? "," : "},\n");
    }
    return 0;
}
