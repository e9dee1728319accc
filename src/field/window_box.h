/* Solving on the box of a small contact, by summation: the other way of window.c, with the same active set. */
#ifndef ABUT_FIELD_WINDOW_BOX_H
#define ABUT_FIELD_WINDOW_BOX_H

#include <math.h>

#include "window.h"

/* The box around all cells with pressure and, where g0 is given, all that overlap: pressures are positive, so that others cannot close.
 * False: transforms take less time. */
bool box_of(const window_operator *op, const double *p, const double *g0, near_box *out);

/* As window_solve and window_inverse; p >= 0 on entry. */
bool box_solve(const window_operator *op, const near_box *box, const double *g0, double tol, window_solution *s);
bool box_inverse(const window_operator *op, const near_box *box, const double *p, const double *f, double tol,
                 double *out);

/* ---- what both ways share ---- */
enum { WINDOW_OUTER = 60, WINDOW_INNER = 200 };
#define WINDOW_FORCING 0.1  /* the inner iteration ends at this part of the outer residual */
#define WINDOW_SETTLED 1e-3 /* or, from this residual on, at the tolerance: the set is known */

static inline double window_dot(int count, const double *x, const double *y) {
    double s[4] = {0};
    for (int k = 0; k < count; k += 4) /* n is even: whole fours */
        for (int i = 0; i < 4; i++) s[i] += x[k + i] * y[k + i];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

static inline double window_greatest(int count, const double *x) {
    double most = 0;
    for (int k = 0; k < count; k++) most = fabs(x[k]) > most ? fabs(x[k]) : most;
    return most;
}

/* Greatest |gap| in contact or overlap outside of it. */
static inline double window_left(int count, const double *p, const double *gap) {
    double most = 0;
    for (int k = 0; k < count; k++) {
        double g = p[k] > 0 ? fabs(gap[k]) : -gap[k];
        most = g > most ? g : most;
    }
    return most;
}

/* How much is left of the outer residual: far off the set will change, near the solution it will not. */
static inline double window_inner_goal(double tol, double residual) {
    return fmax(0.5 * tol, residual < WINDOW_SETTLED ? 0 : WINDOW_FORCING * residual);
}

#endif
