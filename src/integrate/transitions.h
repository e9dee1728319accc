/* Events of contacts for integrators that find roots: modes of friction that end, contacts that open and close.
 *
 * Between events every contact that remembers friction holds its mode, and forces are smooth. Where the integrator finds that
 * one ends, transitions_make accepts the state and changes what is due; the integrator then starts anew from there. */
#ifndef ABUT_INTEGRATE_TRANSITIONS_H
#define ABUT_INTEGRATE_TRANSITIONS_H

#include "sundials_common.h"

typedef struct transitions {
    sun_base *base;
    bool gaps;            /* approaches of the other contacts are event functions, too */
    int count;            /* of event functions */
    int held;             /* contacts that hold their modes */
    int *direction;       /* of crossings that count: -1 falling, 0 any */
    int *found;           /* marks of the integrator: which functions have a root */
    double *last, *start; /* their values: asked for last, and at the start of the step */
    double t_last;        /* s, where `last` belongs to */
    double t_crowd;       /* s, first of the events that crowd */
    int crowd;
} transitions;

/* Takes the contacts of the base into account; false: out of memory. */
bool transitions_begin(transitions *e, sun_base *base);
void transitions_end(transitions *e); /* safe on a zeroed one; contacts no longer hold their modes */

/* A run starts from this state: modes are as the laws have them there. */
abut_status transitions_start(transitions *e, double t, const double *y);
/* What is remembered between steps. */
void transitions_archive(transitions *e, struct archive *a);
/* Values of all event functions; 0, +1 or -1 as SUNDIALS wants it. */
int transitions_values(transitions *e, double t, const double *y, double *g);
/* Marks the functions that have become negative without a root, at the end of a step where they were asked for last. */
bool transitions_missed(transitions *e, double t);
/* The step from t0, y0 ended at t, y where the marked functions have their roots. */
abut_status transitions_make(transitions *e, double t0, const double *y0, double t, const double *y,
                             abut_message *message);

#endif
