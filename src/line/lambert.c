/* W_-1 by Halley's iteration on f(v) = v - ln(1 + v) + ln t, W = -1 - v.
 *
 * Near the branch point v ~ sqrt(2 s): there v - ln(1 + v) comes from the series of 2 artanh, without cancellation, and ln t
 * from s. Far from it the start is that of the logarithms, L1 - L2 + L2/L1. Cubic convergence, 3 steps at most. */
#include "lambert.h"

#include <math.h>

/* v - ln(1 + v), v >= 0: with w = v/(2 + v), ln(1 + v) = 2 artanh w and v - 2w = v w. */
static double excess(double v) {
    if (v > 0.5) return v - log1p(v);
    double w = v / (2 + v), w2 = w * w, sum = 0;
    for (int n = 25; n >= 3; n -= 2) sum = sum * w2 + 1.0 / n; /* w <= 0.2 */
    return w * (v - 2 * w2 * sum);
}

static double start(double ln_t) {
    if (ln_t > -1) {
        double p = sqrt(-2 * ln_t);
        return p * (1 + p * (1.0 / 3 + p / 36));
    }
    double L1 = ln_t - 1, L2 = log(-L1);
    return -1 - (L1 - L2 + L2 / L1);
}

double lambert_lower(double t, double s) {
    if (s <= 0) return 0;
    double ln_t = s < 0.5 ? log1p(-s) : log(t), v = start(ln_t);
    for (int i = 0; i < 8; i++) {
        double f = excess(v) + ln_t, slope = v / (1 + v), curve = 1 / ((1 + v) * (1 + v));
        double step = 2 * f * slope / (2 * slope * slope - f * curve);
        v -= step;
        if (fabs(step) < 1e-6 * v) break; /* what is left is of the order of step^3 */
    }
    return v;
}
