/* The classical Runge-Kutta method of order 4 with a given step. */
#ifndef ABUT_TESTS_RK4_H
#define ABUT_TESTS_RK4_H

enum { RK4_MAX = 16 };

typedef void rate_fn(double t, const double *x, double *rate, void *user);

/* One step of x' = f(t, x); n <= RK4_MAX. */
static inline void rk4(rate_fn *f, void *user, int n, double t, double dt, double *x) {
    double k[4][RK4_MAX], y[RK4_MAX];
    static const double at[4] = {0, 0.5, 0.5, 1};
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < n; i++) y[i] = x[i] + (stage ? at[stage] * dt * k[stage - 1][i] : 0);
        f(t + at[stage] * dt, y, k[stage], user);
    }
    for (int i = 0; i < n; i++) x[i] += dt / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

#endif
