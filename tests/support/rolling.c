#include "rolling.h"

#include <math.h>

static const double PI_ = 3.14159265358979323846;

/* E(m) by the midpoint rule, which converges geometrically for a periodic integrand. */
static double second_integral(double m) {
    double sum = 0;
    for (int i = 0; i < 400; i++) {
        double s = sin(PI_ / 2 * (i + 0.5) / 400);
        sum += sqrt(1 - m * s * s);
    }
    return sum * PI_ / 2 / 400;
}

double published_ellipse(double rho_x, double rho_y, double a, double b, double N, double E_prime, double eta0,
                         double u_sum) {
    double Rx = 1 / rho_x, Rz = 1 / rho_y, k = b / a, U = eta0 * u_sum / (E_prime * Rx);
    double beta = 4 * second_integral(1 - k * k) / (PI_ * (1 + Rx / Rz)), W = N / (E_prime * Rx * Rx);
    double M = pow(beta, 0.25) * k * W / pow(U, 0.75), hydro = 0.77 / cbrt(beta) * pow(k, 0.12) / pow(U, 1.0 / 12);
    double elastic = 1.8 / pow(beta, 0.25), curly = (hydro - elastic) / (1 + M / 6.6) + elastic;
    return 2 * a / Rx * curly * pow(U, 0.75) * E_prime * Rx * Rx;
}

double published_line(double rho_x, double q, double E_prime, double eta0, double u_sum) {
    double R = 1 / rho_x, U = eta0 * u_sum / (E_prime * R), x = 1.4 / 1.45 * sqrt(q / (E_prime * R) / sqrt(U));
    return 1.47 * E_prime * R * pow(U, 0.75) * x / pow(1 + pow(x, 10), 0.1);
}
