#include "fluid.h"

#include <math.h>

static const double roelands_pressure = 1.962e8;  /* Pa */
static const double rise = 0.6e-9, bend = 1.7e-9; /* 1/Pa, Dowson and Higginson */

ehl_state ehl_fluid_at(const ehl_fluid *f, double P) {
    ehl_state s = {.rho = 1};
    double eta = f->ab * P, deta = f->ab; /* ln eta and its derivative */
    if (f->z > 0) {
        double base = fmax(1 + f->p_h * P / roelands_pressure, 0.1), k = f->ab * roelands_pressure / (f->p_h * f->z);
        double power = pow(base, f->z);
        eta = k * (power - 1);
        deta = f->ab * power / base;
    }
    if (f->dense) {
        double low = 1 + bend * f->p_h * P;
        s.rho = 1 + rise * f->p_h * P / low;
        s.drho = rise * f->p_h / (low * low);
    }
    s.g = log(s.rho) - eta;
    s.dg = s.drho / s.rho - deta;
    s.e = exp(s.g);
    return s;
}

/* With x = g1 - g2 the mean is e2 (exp(x) - 1)/x = sqrt(e1 e2) sinh(x/2)/(x/2); the derivative by g1 is e1/x - (e1 - e2)/x^2. */
ehl_mean ehl_fluid_mean(const ehl_state *s1, const ehl_state *s2) {
    double x = s1->g - s2->g;
    if (fabs(x) < 1e-2) {
        double m = sqrt(s1->e * s2->e), y = 0.25 * x * x;
        double f = 1 + y / 6 * (1 + y / 20 * (1 + y / 42));
        double df = x / 12 * (1 + y / 10 * (1 + y / 28)); /* df/dx */
        return (ehl_mean){m * f, m * (0.5 * f + df) * s1->dg, m * (0.5 * f - df) * s2->dg};
    }
    double value = (s1->e - s2->e) / x;
    return (ehl_mean){value, (s1->e - value) / x * s1->dg, (value - s2->e) / x * s2->dg};
}
