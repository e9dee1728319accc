/* Reynolds' equation of a line contact over finite volumes: what flows into each node's cell, and how that changes with pressures and
 * gaps.
 *
 *   F_i = q(i + 1/2) - q(i - 1/2) - w_i d(rho H)/dT,  q = rho H^3/(eta lambda) dP/dX - s rho H
 *
 * w_i is the width of the cell, T = t u_sum/(2 b), d/dT a difference backwards, rate (rho H - before). s = 1 - stretch X: nodes lie
 * at x = b X and move when the half-width b does.
 * rho/eta of a face is the logarithmic mean of its nodes, H^3 the arithmetic one, rho H extrapolated from the two nodes upstream (second
 * order). F = 0 where there is pressure, F <= 0 where the film has broken. */
#ifndef ABUT_EHL_LINE_FLOW_H
#define ABUT_EHL_LINE_FLOW_H

#include "fluid.h"
#include "line_grid.h"

typedef struct ehl_row { /* derivatives of F_i by gap and pressure of the nodes i - 2 to i + 1 */
    double H[4], P[4];
} ehl_row;

typedef struct ehl_face { /* of a flux, by gap and pressure of the node before, at and behind the face's first */
    double q, H[3], P[3];
} ehl_face;

typedef struct ehl_line_flow {
    double lambda;
    double rate, stretch; /* 0: steady */
    const double *before; /* of every node: rho H earlier, so weighted that rate times the difference is d/dT */
    ehl_fluid fluid;
    ehl_state *state; /* of every node */
    ehl_face *face;
    double *F; /* of every node; 0 at the ends */
    ehl_row *row;
} ehl_line_flow;

/* Fills state, face and F, and row if it is wanted. */
void ehl_line_flow_at(ehl_line_flow *f, const ehl_line_grid *g, const double *P, const double *H, bool rows);

#endif
