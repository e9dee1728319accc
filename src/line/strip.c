/* The strip integral G(x) = (4/pi) int_0^1 sqrt(1-t^2) asinh(1/(2xt)) dt in closed form.
 *
 * With k = 2x, kappa = 1/sqrt(1+k^2) and the sums M, s of the AGM of (1, kappa) (numeric/elliptic.h), c = 1 - kappa^2:
 *   A = -x G' = 2F1(1/2, 1/2; 2; -k^2) = (kappa/M)(1 + c s),
 *   W = 2F1(1/2, 1/2; 3; -k^2) = (8/9)(kappa/M)(1 + (1 + c) s).
 * H = G - A/2 is an integral of the modular form theta_3^4 theta_4^2 of weight 3, an Eisenstein series; with
 * u = AGM(1, k kappa)/M, the nome p = e^(-pi/u) and r = e^(-pi u/2):
 *   H = pi/(2u) - 2 sum_{n = 1, 3, 5 ..} chi(n) n ln(1 + p^n)             (chi = 1, -1, 1, -1 ..)
 *     = sum_{n = 1, 3, 5 ..} sigma(n) r^n (4u/n + 8/(pi n^2)),            sigma(n) = sum_{d | n} chi(n/d) d^2.
 * At u = sqrt 2 both run in powers of 0.108; the better of the two is taken. Theory: docs/theory/lubrication_line.md. */
#include "strip.h"

#include <math.h>

#include "abut/lubrication.h"
#include "numeric/elliptic.h"

static const double PI = 3.14159265358979323846;

static double slender(double u) {
    double t = PI / u, p = exp(-t), p2 = p * p, power = p, sum = 0, sign = 1;
    for (int n = 1; n <= 19 && n * power > 1e-18 * t; n += 2, power *= p2, sign = -sign) sum += sign * n * log1p(power);
    return 0.5 * t - 2 * sum;
}

static double wide(double u) {
    static const double sigma[] = {1, 8, 26, 48, 73, 120, 170, 208, 290, 360}; /* of 1, 3, 5 .. 19 */
    double r = exp(-0.5 * PI * u), r2 = r * r, power = 1, sum = 0;
    for (int i = 0; i < 10; i++, power *= r2) {
        double n = 2 * i + 1, term = sigma[i] * power * (4 * u + 8 / (PI * n)) / n;
        sum += term;
        if (term < 1e-18 * sum) break;
    }
    return r * sum;
}

strip strip_at(double x) {
    double k = 2 * x, root = hypot(1, k), kappa = 1 / root, sine = k / root;
    agm_sums sums = agm_pass(kappa);
    double c = sine * sine, size = kappa / sums.M, u = abut_agm(1, sine) / sums.M;
    strip o = {.A = size * (1 + c * sums.s),
               .H = u < sqrt(2.0) ? slender(u) : wide(u),
               .W = 8.0 / 9.0 * size * (1 + (1 + c) * sums.s)};
    o.G = o.H + 0.5 * o.A;
    return o;
}

double abut_line_G(double x, double *minus_x_slope) {
    strip s = x > 0 && isfinite(x) ? strip_at(x) : (strip){.G = NAN, .A = NAN};
    if (minus_x_slope) *minus_x_slope = s.A;
    return s.G;
}

/* Newton on f = ln(x^2 G/2) - ln y over z = ln x. Its slope 2H/G lies between 1 and 2, so the root lies between z - f and
 * z - f/2: every iterate gives a bracket, and a step that leaves it is cut. */
double strip_solve(double y) {
    double z = y < 1 ? 0.5 * log(2 * y / (1.2 - 0.5 * log(y))) : log(2 * y);
    double low = -INFINITY, high = INFINITY, want = log(2 * y);
    for (int i = 0; i < 50; i++) {
        double x = exp(z);
        strip s = strip_at(x);
        double f = 2 * z + log(s.G) - want, step = -f * s.G / (2 * s.H);
        low = fmax(low, z - fmax(f, 0.5 * f));
        high = fmin(high, z - fmin(f, 0.5 * f));
        z = fmin(fmax(z + step, low), high);
        if (fabs(step) < 1e-9) break; /* the next step would be below rounding */
    }
    double x = exp(z);
    strip s = strip_at(x);
    return x * (1 - (x * x * s.G / (2 * y) - 1) * s.G / (2 * s.H)); /* free of the rounding of the logarithms */
}
