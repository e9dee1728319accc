/* See cubature.h. */
#include "cubature.h"

#include <math.h>

enum { POINTS = 10 };

typedef struct rule {
    double at[POINTS], weight[POINTS];
} rule;

/* Zeros of the Legendre polynomial by Newton's method. */
static rule legendre(void) {
    rule r;
    for (int i = 0; i < POINTS; i++) {
        double x = cos(3.14159265358979323846 * (i + 0.75) / (POINTS + 0.5)), slope = 1;
        for (int k = 0; k < 50; k++) {
            double a = 1, b = x;
            for (int n = 2; n <= POINTS; n++) {
                double c = ((2 * n - 1) * x * b - (n - 1) * a) / n;
                a = b, b = c;
            }
            slope = POINTS * (x * b - a) / (x * x - 1);
            x -= b / slope;
        }
        r.at[i] = x;
        r.weight[i] = 2 / ((1 - x * x) * slope * slope);
    }
    return r;
}

typedef struct task {
    rule r;
    double above, least;
    cubature_fn *f;
    void *user;
    double *sum;
} task;

static double outside(double a, double b) { return a > 0 ? a : b < 0 ? -b : 0; }

static void piece(const task *t, double x1, double x2, double y1, double y2) {
    double hx = x2 - x1, hy = y2 - y1, size = hypot(hx, hy), X = outside(x1, x2), Y = outside(y1, y2);
    double away = sqrt(X * X + Y * Y + t->above * t->above);
    if (size <= away) {
        for (int i = 0; i < POINTS; i++)
            for (int j = 0; j < POINTS; j++)
                t->f(x1 + 0.5 * hx * (1 + t->r.at[i]), y1 + 0.5 * hy * (1 + t->r.at[j]),
                     0.25 * hx * hy * t->r.weight[i] * t->r.weight[j], t->user, t->sum);
    } else if (size < t->least) {
        return;
    } else if (hx > hy) {
        piece(t, x1, x1 + hx / 2, y1, y2);
        piece(t, x1 + hx / 2, x2, y1, y2);
    } else {
        piece(t, x1, x2, y1, y1 + hy / 2);
        piece(t, x1, x2, y1 + hy / 2, y2);
    }
}

void cubature(double x1, double x2, double y1, double y2, double above, cubature_fn *f, void *user, double *sum) {
    task t = {legendre(), above, 1e-16 * fmin(x2 - x1, y2 - y1), f, user, sum};
    piece(&t, x1, x2, y1, y2);
}
