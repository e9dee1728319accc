/* Statics from inside: the state of the search, and its last stage, which lies in a file of its own. */
#ifndef ABUT_WORLD_STATIC_INSIDE_H
#define ABUT_WORLD_STATIC_INSIDE_H

#include "static.h"

static const double gap_accuracy = 1e-11; /* m or rad, of the constraints */

typedef struct statics {
    mb_system *system;
    mb_work *work;
    mb_sizes n;
    int ny, entries;
    double *y, *y_try, *rest;                 /* state, trial, zeros */
    double *L, *r, *d, *floor;                /* nu */
    double *g, *lambda, *change, *lambda_try; /* nc */
    double *h, *h_try, *h_way;                /* approach of contacts */
    bool *closed;                             /* contacts, at the last accepted state */
    double *M, *K;                            /* entries */
    int *row, *column;
    double eps, eps_least, longest;
    double size, violation; /* of the residual in units of L, of g */
    int solves;
    const static_spins *spins;
    double *load; /* spins x nu: what a unit moment about an axis does to the residual */
    bool *held;
    void *memory;
} statics;

double static_largest(const double *v, int n);
abut_status static_residual(const statics *s, const double *y, const double *lambda, double *r, double *g);
abut_status static_stiffness(statics *s, const double *y);
double static_allowed(const statics *s, int i);              /* what may be left of a residual */
double static_in_allowed(const statics *s, const double *r); /* a residual in units of that */
/* Newton's method from s->y, s->lambda; leaves the better of the two states there. */
abut_status static_polish(statics *s);

#endif
