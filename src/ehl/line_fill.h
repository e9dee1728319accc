/* Newton's method for a line contact whose oil is conserved where the film breaks and forms anew (Jakobsson and Floberg 1957, Olsson 1965):
 *
 *   F(P, theta, H) = 0 at every node,   P >= 0, theta <= 1, P (1 - theta) = 0.
 *
 * A node is full, theta = 1 and its pressure unknown, or broken, P = 0 and its filling unknown; one matrix for all nodes and the offset of
 * the gap. After each step nodes change sides: full ones whose pressure fell below zero, broken ones that ran over. Oil comes in at the
 * first node: as much as fills its gap, or a layer that is thinner. */
#ifndef ABUT_EHL_LINE_FILL_H
#define ABUT_EHL_LINE_FILL_H

#include "line_newton.h"

typedef struct ehl_line_fill {
    double *fill, *trial; /* theta of every node */
    bool *broken, *other;
} ehl_line_fill;

/* All nodes up to the last with pressure full, behind them what passed. */
void ehl_line_fill_start(ehl_line_fill *c, const ehl_line_flow *f, const ehl_line_grid *g, const ehl_line_state *y);

/* Takes pressures, fillings and offset to the solution; the flow then refers to c. */
ehl_end ehl_line_fill_solve(ehl_line_newton *w, ehl_line_flow *f, const ehl_line_grid *g, ehl_line_state *y,
                            ehl_line_fill *c);

#endif
