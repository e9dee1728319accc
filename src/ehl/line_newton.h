/* Newton's method for a line contact: unknown are the pressures and the offset of the gap,
 *
 *   H = H0 + X^2/2 + K P,   F(P, H) = 0 where P > 0, F <= 0 where P = 0,   sum of w P = load (or H0 given).
 *
 * The film is whole from the inlet to one node behind which it has broken, so that the active nodes are the first m; they are chosen
 * anew before each step by P + F/|J_ii| > 0, and a boundary that creeps outwards takes longer and longer strides. The matrix of the
 * active nodes and the offset is factorised, and the factors serve as long as each step leaves little of the residual. A step is shortened until the scaled residual falls or, as that is too strict where
 * viscosities differ by e^100, until the next correction by the same matrix is smaller than this one (the natural test). */
#ifndef ABUT_EHL_LINE_NEWTON_H
#define ABUT_EHL_LINE_NEWTON_H

#include "line_flow.h"

typedef struct ehl_line_state {
    double *P, *H; /* of every node */
    double H0;
    const double *
        relief; /* of every node: by how much the unloaded gap is wider than that of smooth bodies; NULL: they are smooth */
} ehl_line_state;

typedef struct ehl_line_newton {
    double load;     /* int P dX that is wanted; NaN: H0 is given */
    double tol;      /* greatest residual, units of P */
    double thin;     /* a film below this one that needs short steps has collapsed */
    int steps;       /* taken */
    double residual; /* greatest that is left */
    /* scratch */
    double *dg;     /* size of each row's diagonal entry */
    double *band;   /* rows by the gaps of their four nodes, over dg */
    double *weight; /* of a node in the load */
    double *J;      /* factors of the matrix of m nodes and the offset */
    int *pivots;
    double *right;       /* right-hand side */
    double *dP, *dH;     /* the step */
    double *dP_2, *dH_2; /* the one after a trial */
    double *P_trial, *H_trial;
    int m, stride; /* active nodes: 1 to m; how many were added at once */
} ehl_line_newton;

typedef enum ehl_end {
    EHL_DONE,
    EHL_COLLAPSED, /* the film goes to zero: the grid is too coarse for this contact, or the start too far away */
    EHL_STUCK
} ehl_end;

/* H = H0 + X^2/2 + relief + K P */
void ehl_line_gap(const ehl_line_grid *g, ehl_line_state *y);

/* Takes the state, whose gap belongs to its pressures, to the solution; ahead: nodes beyond the film's end that take part in the first
 * steps of a far start. */
ehl_end ehl_line_newton_solve(ehl_line_newton *w, ehl_line_flow *f, const ehl_line_grid *g, ehl_line_state *y,
                              int ahead);

/* Flow and factors at a solution, for what little changes do to it: in the rows of w->J over the dg, nodes 1 to w->m and the offset. */
bool ehl_line_newton_at(ehl_line_newton *w, ehl_line_flow *f, const ehl_line_grid *g, const ehl_line_state *y);

#endif
