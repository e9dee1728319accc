/* F_n(Phi) of Greenwood and Tripp = Gamma(n + 1)/sqrt(2 pi) exp(-Phi^2/4) U(n + 1/2, Phi), to rounding.
 *   Phi >= 0: exp(-Phi^2/2)/sqrt(2 pi) times the integral of t^n exp(-Phi t - t^2/2) over t > 0, by the trapezoidal rule
 *     in s, t = t0 exp(s - exp(-s)), which converges geometrically; t0 is where the integrand in ln t is largest;
 *   -9 < Phi < 0: Kummer's series of the even and odd solution, all terms positive there;
 *   Phi <= -9: |Phi|^n sum binom(n, 2k) (2k - 1)!! Phi^(-2k), whose smallest term is below exp(-Phi^2/2). */
#include <math.h>

#include "roughness.h"

static const double ROOT_2PI = 2.50662827463100050242;

/* exp(-x^2/2) without the rounding of x^2 */
static double gauss(double x) {
    double square = x * x, rest = fma(x, x, -square);
    return exp(-square / 2) * (1 - rest / 2);
}

/* F_n exp(x^2/2), x >= 0. Beyond the ends of s the integrand is below 1e-17 of its largest value for 0 <= n <= 10. */
static double scaled_integral(double n, double x) {
    enum { COUNT = 80 };
    const double step = 0.1, from = -3.75;
    double t0 = 2 * (n + 1) / (x + sqrt(x * x + 4 * (n + 1))), sum = 0;
    for (int i = 0; i <= COUNT; i++) {
        double s = from + i * step, e = exp(-s), t = t0 * exp(s - e);
        sum += exp((n + 1) * (s - e) - t * (x + t / 2)) * (1 + e);
    }
    return pow(t0, n + 1) * sum * step / ROOT_2PI;
}

/* M(a, b, z), z >= 0, a, b > 0 */
static double kummer(double a, double b, double z) {
    double term = 1, sum = 1;
    for (int k = 0; term > 1e-18 * sum; k++) {
        term *= (a + k) / (b + k) * z / (k + 1);
        sum += term;
    }
    return sum;
}

/* F_n(-y), 0 < y < 9 */
static double series(double n, double y) {
    double z = y * y / 2, even = exp2((n - 1) / 2) * tgamma((n + 1) / 2), odd = exp2(n / 2) * tgamma(n / 2 + 1);
    double sum = even * kummer((n + 1) / 2, 0.5, z) + odd * y * kummer(n / 2 + 1, 1.5, z);
    return sum * gauss(y) / ROOT_2PI;
}

/* F_n(-y), y >= 9 */
static double far_below(double n, double y) {
    double term = 1, sum = 1, y2 = y * y;
    for (int k = 0; k < 40; k++) {
        double next = term * (n - 2 * k) * (n - 2 * k - 1) / (2 * (k + 1) * y2);
        if (fabs(next) > fabs(term)) break;
        term = next;
        if (fabs(term) < 1e-18) break;
        sum += term;
    }
    return pow(y, n) * sum;
}

asperities asperity_integral(double n, double Phi) {
    if (Phi >= 0) {
        double scaled = scaled_integral(n, Phi);
        return (asperities){scaled * gauss(Phi), scaled};
    }
    double F = Phi > -9 ? series(n, -Phi) : far_below(n, -Phi);
    return (asperities){F, F};
}

abut_status abut_greenwood_tripp(double n, double Phi, double *F, double *scaled) {
    *F = 0;
    if (scaled) *scaled = 0;
    if (!(n >= 0 && n <= 10) || !(fabs(Phi) <= 1e15)) return ABUT_BAD_VALUE;
    asperities a = asperity_integral(n, Phi);
    *F = a.F;
    if (scaled) *scaled = a.scaled;
    return ABUT_OK;
}
