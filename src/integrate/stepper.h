/* What the integrators of our own (rodas, park) share: arrays in one block, the size of an error body by body, the first step,
 * and the sentence when steps become too small. */
#ifndef ABUT_INTEGRATE_STEPPER_H
#define ABUT_INTEGRATE_STEPPER_H

#include "integrate.h"

typedef struct stepper {
    double *block; /* holds all arrays */
    int nu, groups;
    double *allow_d, *allow_u; /* nu: allowed errors of positions in the chart, of velocities */
    const int *group;          /* nu: the body of each */
    double *sum, *size;        /* of each group; size: 2 per velocity */
} stepper;

/* Arrays of one length, by the places of their pointers. */
typedef struct stepper_arrays {
    double **const *at;
    size_t count, length;
} stepper_arrays;

/* Makes the arrays of the lists, zeroed, and its own. */
abut_status stepper_begin(stepper *s, const mb_system *system, const stepper_arrays *lists, size_t count,
                          abut_message *message);
void stepper_end(stepper *s);
/* Largest over the bodies of the root mean square of e/allowed; e: nu changes of positions, nu of velocities. */
double stepper_norm(stepper *s, const double *e);
/* A first step over which positions and velocities change by `part` of what is allowed. */
double stepper_first(const stepper *s, const double *rate_d, const double *rate_u, double part);
/* why: NULL, or what went wrong in the last trial. */
abut_status stepper_give_up(double t, double h, const char *why, abut_message *message);

#endif
