/* Reynolds' equation of a line contact over finite volumes: what flows into each node's cell, and how that changes with pressures and
 * gaps.
 *
 *   F_i = q(i + 1/2) - q(i - 1/2) - w_i d(theta rho H)/dT,  q = rho H^3/(eta lambda) dP/dX - s theta rho H
 *
 * w_i is the width of the cell, T = t u_sum/(2 b), d/dT a difference backwards, rate (theta rho H - before). s = 1 - slower - stretch X: nodes lie
 * at x = b X and move when the half-width b does. theta is the share of the gap that is filled, 1 where the film is whole.
 * rho/eta of a face is the logarithmic mean of its nodes, H^3 the arithmetic one, rho H extrapolated from the two nodes upstream (second
 * order), theta that of the node upstream, as it jumps where a film forms anew.
 *
 * Two ways to tell where the film breaks. Reynolds': theta = 1, F = 0 where there is pressure, F <= 0 where P = 0; the oil behind is not
 * counted. With `fill` F = 0 everywhere and theta is unknown where P = 0 (Jakobsson, Floberg and Olsson): oil is conserved. */
#ifndef ABUT_EHL_LINE_FLOW_H
#define ABUT_EHL_LINE_FLOW_H

#include "fluid.h"
#include "line_grid.h"

typedef struct ehl_row { /* derivatives of F_i by gap, pressure and fill of the nodes i - 2 to i + 1 */
    double H[4], P[4], fill[4];
} ehl_row;

typedef struct ehl_face { /* of a flux, by gap, pressure and fill of the node before, at and behind the face's first */
    double q, H[3], P[3], fill[3];
} ehl_face;

typedef struct ehl_carried { /* oil of a full node, rho H, and its derivatives */
    double oil, H, P;
} ehl_carried;

typedef struct ehl_line_flow {
    double lambda;
    double rate, stretch; /* 0: steady */
    double slower;        /* 1 less the entrainment over that of M and L: 0 but where it turns */
    const double *before; /* of every node: theta rho H earlier, so weighted that rate times the difference is d/dT */
    const double *fill;   /* theta of every node; NULL: 1 */
    double
        supply; /* oil that comes to the first node, Hertz' units, where that is less than fills its gap; 0: no limit */
    ehl_fluid fluid;
    ehl_state *state; /* of every node */
    ehl_carried *carried;
    ehl_face *face;
    double *F; /* of every node; 0 at the ends */
    ehl_row *row;
} ehl_line_flow;

/* Fills state, carried, face and F, and row if it is wanted. */
void ehl_line_flow_at(ehl_line_flow *f, const ehl_line_grid *g, const double *P, const double *H, bool rows);

#endif
