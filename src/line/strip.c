/* The strip integral G(x) = (4/pi) int_0^1 sqrt(1-t^2) asinh(1/(2xt)) dt in closed form.
 *
 * With k = 2x, kappa = 1/sqrt(1+k^2) and the sums M, s of the AGM of (1, kappa) (numeric/elliptic.h), c = 1 - kappa^2:
 *   A = -x G' = 2F1(1/2, 1/2; 2; -k^2) = (kappa/M)(1 + c s),
 *   W = 2F1(1/2, 1/2; 3; -k^2) = (8/9)(kappa/M)(1 + (1 + c) s).
 * H = G - A/2 is an integral of the modular form theta_3^4 theta_4^2 of weight 3, an Eisenstein series; with
 * u = AGM(1, k kappa)/M, the nome p = e^(-pi/u) and r = e^(-pi u/2):
 *   H = pi/(2u) - 2 sum_{n = 1, 3, 5 ..} chi(n) n ln(1 + p^n)             (chi = 1, -1, 1, -1 ..)
 *     = sum_{n = 1, 3, 5 ..} sigma(n) r^n (4u/n + 8/(pi n^2)),            sigma(n) = sum_{d | n} chi(n/d) d^2.
 * At u = sqrt 2 both run in powers of 0.108; the better of the two is taken.
 * Up to b/l = 1/8, where rollers work, the series in k^2 are quicker: A = sum a_n (-k^2)^n, W = sum w_n (-k^2)^n,
 * G = 1/2 + ln 2 - ln x - sum_{n > 0} a_n (-k^2)^n/(2n), with k^2 <= 1/16. Theory: docs/theory/lubrication_line.md. */
#include "strip.h"

#include <math.h>

#include "abut/lubrication.h"
#include "base/constants.h"
#include "base/plane.h"
#include "numeric/elliptic.h"

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

/* 2F1(1/2, 1/2; 2; t) and 2F1(1/2, 1/2; 3; t) in powers of t; the first with its n-th term over 2n */
const double strip_a[STRIP_TERMS] = {1.0,
                                     0.125,
                                     0.046875,
                                     0.0244140625,
                                     0.01495361328125,
                                     0.01009368896484375,
                                     0.007269859313964844,
                                     0.005484849214553833,
                                     0.004285038448870182,
                                     0.0034399336436763406,
                                     0.0028223091940162703,
                                     0.0023572696109113167};
const double strip_over[STRIP_TERMS] = {0.0,
                                        0.0625,
                                        0.01171875,
                                        0.004069010416666667,
                                        0.00186920166015625,
                                        0.001009368896484375,
                                        0.0006058216094970703,
                                        0.00039177494389670234,
                                        0.0002678149030543864,
                                        0.00019110742464868558,
                                        0.00014111545970081353,
                                        0.00010714861867778713};
const double strip_w[STRIP_TERMS] = {1.0,
                                     0.08333333333333333,
                                     0.0234375,
                                     0.009765625,
                                     0.004984537760416667,
                                     0.0028839111328125,
                                     0.001817464828491211,
                                     0.0012188553810119629,
                                     0.0008570076897740364,
                                     0.0006254424806684256,
                                     0.00047038486566937837,
                                     0.00036265686321712565};

static const double SLENDER = 0.125; /* b/l */

static double power_sum(const double *c, double t) {
    double sum = c[STRIP_TERMS - 1];
    for (int n = STRIP_TERMS - 2; n >= 0; n--) sum = sum * t + c[n];
    return sum;
}

/* without W */
static strip slender_at(double x, double ln_x) {
    double t = -4 * x * x, A = power_sum(strip_a, t), G = STRIP_C - ln_x - power_sum(strip_over, t);
    return (strip){.G = G, .A = A, .H = G - 0.5 * A};
}

static strip any(double x) {
    double k = 2 * x, root = plane_length(1, k), kappa = 1 / root, sine = k / root;
    agm_sums sums = agm_pass(kappa);
    double c = sine * sine, size = kappa / sums.M, u = abut_agm(1, sine) / sums.M;
    strip o = {.A = size * (1 + c * sums.s),
               .H = u < sqrt(2.0) ? slender(u) : wide(u),
               .W = 8.0 / 9.0 * size * (1 + (1 + c) * sums.s)};
    o.G = o.H + 0.5 * o.A;
    return o;
}

strip strip_at(double x) {
    if (!(x <= SLENDER)) return any(x);
    strip s = slender_at(x, log(x));
    s.W = power_sum(strip_w, -4 * x * x);
    return s;
}

double abut_line_G(double x, double *minus_x_slope) {
    strip s = x > 0 && isfinite(x) ? strip_at(x) : (strip){.G = NAN, .A = NAN};
    if (minus_x_slope) *minus_x_slope = s.A;
    return s.G;
}

/* The root of 2 ln x + ln G = ln 2y where G = C - ln x, to some digits: G - ln(G)/2 = C - ln(2y)/2. */
static double slender_start(double y, double *ln_x) {
    double half = 0.5 * log(2 * y), level = STRIP_C - half, g = level + 0.5 * log(level);
    g += (level - g + 0.5 * log(g)) / (1 - 0.5 / g);
    *ln_x = STRIP_C - g;
    return exp(*ln_x);
}

/* Newton on f = ln(x^2 G/2) - ln y over z = ln x. Its slope 2H/G lies between 1 and 2, so the root lies between z - f and
 * z - f/2: every iterate gives a bracket, and a step that leaves it is cut. */
static double any_solve(double y) {
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
    return exp(z);
}

/* A step of Halley's method for ln x from a start that is good to 1e-3; A' is left out, as small as x^2. */
static double slender_solve(double y) {
    double ln_x, x = slender_start(y, &ln_x);
    strip s = slender_at(x, ln_x);
    double e = x * x * s.G / (2 * y) - 1, f = e * (1 - e * (0.5 - e / 3)), ratio = s.A / s.G, slope = 2 - ratio;
    double step = -f / (slope + 0.5 * f * ratio * ratio / slope);
    return x * (1 + step * (1 + step * (0.5 + step / 6)));
}

/* At the end a step of Newton's method for x itself, free of the rounding of logarithms; A and W stay as they are. */
double strip_solve(double y, strip *s) {
    double x = y < 0.004 ? slender_solve(y) : any_solve(y); /* b/l < 0.046 there */
    *s = strip_at(x);
    double part = -(x * x * s->G / (2 * y) - 1) * s->G / (2 * s->H);
    s->G -= s->A * part;
    s->H -= s->A * part;
    return x * (1 + part);
}
