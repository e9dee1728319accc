/* Newton's method for a line contact of rough surfaces. Unknown are the pressures P of film and asperities together and the offset H0 of the mean
 * planes:
 *
 *   g = H0 + X^2/2 + K P,   P_f = P - P_a(g),   F(P_f, h(g)) = 0 where P_f > 0, F <= 0 where P_f = 0,   sum of w P = load
 *
 * with F of line_flow.h. g is linear in P as it is for smooth surfaces, and a row of F by P_f and h becomes one by P and g. All nodes are in the
 * matrix: where the film has broken the row is that of P = P_a(g). */
#ifndef ABUT_EHL_MIXED_NEWTON_H
#define ABUT_EHL_MIXED_NEWTON_H

#include "line.h"
#include "rough.h"

typedef struct ehl_mixed_room {
    double *P_f, *P_a, *dP_a, *h, *dh; /* of the nodes, at the state looked at last */
    double *scale, *stiff;             /* of the rows: F_i by P_f,i, and P_f,i by P_i */
    double *kept;                      /* pressures to go back to */
    unsigned char *wet;                /* the film is whole */
} ehl_mixed_room;

/* Takes the state of l, whose gap belongs to its pressures, to the solution. l->flow, newton.load and newton.tol are set. */
ehl_end ehl_mixed_newton_solve(ehl_line_level *l, const ehl_rough *rough, ehl_mixed_room *room);

#endif
