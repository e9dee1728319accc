/* Newton's method for an elliptic contact: active sets as in line_newton.h, linear systems by GMRES with a V-cycle. */
#ifndef ABUT_EHL_POINT_NEWTON_H
#define ABUT_EHL_POINT_NEWTON_H

#include "line_newton.h"
#include "point_far.h"
#include "point_gmres.h"

typedef struct ehl_point_newton {
    double load; /* iint P that is wanted */
    double tol;  /* greatest residual, units of P */
    ehl_far far; /* what lies beyond the grid; zero: no pressure */
    double thin; /* a film below this one that needs short steps has collapsed */
    int steps;
    double residual;
    /* scratch, fields of the finest grid */
    ehl_gmres gmres;
    double *dP, *dH, *P_trial, *H_trial, *lost, *moved;
    double *aim, beyond; /* pressures of the outer nodes, load beyond them */
} ehl_point_newton;

/* What is left of all equations in units of P, by flow and dg: the greatest and the root of the sum of squares. */
typedef struct ehl_size {
    double most, norm;
} ehl_size;
ehl_size ehl_point_residual(const ehl_point_newton *w, const ehl_level *l, const double *P);

/* For grids of up to so many nodes. */
bool ehl_point_newton_make(ehl_point_newton *w, size_t nodes);
void ehl_point_newton_drop(ehl_point_newton *w);

/* Takes l->P, l->H and *H0, which belong to each other, to the solution. ahead: layers of nodes around the active ones that take part in
 * the first `far` steps. */
ehl_end ehl_point_newton_solve(ehl_point_newton *w, ehl_level *l, double *H0, int ahead, int far);

#endif
