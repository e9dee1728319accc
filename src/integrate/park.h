/* Inside of the integrator park: what its step (park.c) and its Newton iteration (park_newton.c) share. */
#ifndef ABUT_INTEGRATE_PARK_H
#define ABUT_INTEGRATE_PARK_H

#include "stepper.h"

enum { PARK_PAST = 3 };

/* Arrays of 2 nu numbers hold changes in a chart: of positions, then of velocities. */
typedef struct park {
    stepper base;
    integrator_setup setup;
    int nx, nu;
    double t, t_start, h, h_last;
    /* accepted states, the last one first, and the chart about it: the others, and its own rate */
    int known;
    double *past[PARK_PAST], t_past[PARK_PAST];
    double *back[PARK_PAST - 1], *rate;
    double touch; /* s, until the next contact closes at the present speed */
    /* the trial, in the chart about its prediction:  y' = a0 change + drift */
    double a0, error_factor; /* local error = error_factor (y - predicted) */
    double *predicted, *drift;
    double *y, *change;                  /* iterate */
    double *step;                        /* correction by Newton's method */
    double *kept_change, *kept_step;     /* where the last correction started, and itself */
    double *ydot, *speed;                /* scratch: size of y, nu */
    bool linearised;                     /* the system holds a Jacobian */
    double alpha;                        /* of its factors; 0: none */
    unsigned modes;                      /* of contacts, where it was taken */
    double *end, *rate_start, *rate_end; /* last step, in the chart about its start: change, rates at both ends */
    /* integrals of the powers up to the start of the last step; powers at its end, at its start, one step before */
    double quads[MB_QUADS], power[3][MB_QUADS], power_start[MB_QUADS], h_before;
    bool power_before; /* there was a step before */
} park;

/* Solves for the state at t; *error: the local error in units of the allowed one, known roughly where it is far too large.
 * Positive: the iteration does not converge (ABUT_NO_CONVERGENCE), or the state could not be
 * evaluated. `work` is left as evaluated at that state, but for a part of the allowed error. */
abut_status park_solve(park *p, double t, double *error);

#endif
