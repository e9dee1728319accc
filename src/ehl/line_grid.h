/* Nodes of a line contact, close together where film and pressure turn, and what a pressure does to the gap there.
 *
 * The density of nodes over X is c0 + f1/sqrt((X + 1)^2 + d1^2) + f2/sqrt((X - 1)^2 + d2^2), each part with its share of the nodes:
 * inlet and outlet zones are as wide as H_c^(2/3). A further share may lie evenly over |X| < 1.1, where waves pass. The pressure is linear between the nodes (hat functions); its elastic deformation
 *   v(X) = -(1/pi) int P(X') ln|X - X'| dX'
 * follows from second differences of x^2 (ln|x|/2 - 3/4), exactly. */
#ifndef ABUT_EHL_LINE_GRID_H
#define ABUT_EHL_LINE_GRID_H

#include <stdbool.h>

typedef struct ehl_line_grid {
    int n;     /* cells; nodes 0 to n, the pressure of the first and last is zero */
    double *x; /* nodes */
    double *h; /* cells: h[i] = x[i + 1] - x[i] */
    double *K; /* gap at node k by the pressure of node j: K[j (n + 1) + k] */
    double *G; /* scratch: the function of distance */
} ehl_line_grid;

/* Where the nodes are: H_c is the film expected, in Hertz' units; inside: the share of nodes for waves; even: the same on
 * both sides, from = -to. */
void ehl_line_grid_place(ehl_line_grid *g, double from, double to, double H_c, double inside, bool even);

#endif
