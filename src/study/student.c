/* The two-sided tail is the regularised incomplete beta function, P(|T| > t) = I_x(dof/2, 1/2), x = dof/(dof + t^2)
 * (Abramowitz and Stegun 26.5.27 with 26.7.1), computed by its continued fraction (26.5.8) and inverted by bisection. */
#include "student.h"

#include <math.h>

/* Continued fraction of I_x(a, b) by Lentz's method; converges fast for x < (a + 1)/(a + b + 2). */
static double beta_fraction(double x, double a, double b) {
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double f = d;
    for (int m = 1; m < 500; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double before = f;
        for (int i = 0; i < 2; i++) {
            double term = i == 0 ? even : odd;
            d = 1 + term * d;
            c = 1 + term / c;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            if (fabs(c) < tiny) c = tiny;
            f *= c * d;
        }
        if (fabs(f - before) <= 1e-15 * fabs(f)) break;
    }
    return f;
}

/* log Gamma(a + b) - log Gamma(a) - log Gamma(b) without the state of lgamma. */
static double log_factor(double a, double b) {
    int sign;
    return lgamma_r(a + b, &sign) - lgamma_r(a, &sign) - lgamma_r(b, &sign);
}

static double incomplete_beta(double x, double a, double b) {
    double front = exp(log_factor(a, b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(x, a, b) / a;
    return 1 - front * beta_fraction(1 - x, b, a) / b;
}

static double tail(double t, double dof) {
    if (isinf(dof) || dof > 1e7) return erfc(t / sqrt(2));
    return t > 0 ? incomplete_beta(dof / (dof + t * t), 0.5 * dof, 0.5) : 1;
}

double student_two_sided(double confidence, double dof) {
    double low = 0, high = 1;
    while (tail(high, dof) > 1 - confidence && high < 1e12) high *= 2;
    for (int i = 0; i < 200 && high - low > 1e-14 * high; i++) {
        double middle = 0.5 * (low + high);
        if (tail(middle, dof) > 1 - confidence)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}
