/* The linear systems of Newton's method for an elliptic contact, on one grid and on the coarser ones below it.
 *
 * Unknown are the changes z of the pressures of active nodes and z0 of the gap's offset:
 *   sum of row.P z + row.H (K z + z0) = r,  hx hy sum z = load
 * with K z by FFT. The preconditioner is a V-cycle: one sweep along lines of X before and after a correction from every second node,
 * whose system is made anew from pressures, gaps and active nodes there; the coarsest grid is solved exactly.
 *
 * A sweep solves banded systems of the whole Jacobian for each line. Where oil flows easily, or beside nodes without pressure, the unknown
 * is the pressure of a node, and lines follow each other; elsewhere, where the kernel rules, it is a change of the node by 1 and of its
 * four neighbours by -1/4, which does not reach far, and all lines are solved at once (Venner's distributive relaxation). */
#ifndef ABUT_EHL_POINT_LEVEL_H
#define ABUT_EHL_POINT_LEVEL_H

#include "field/convolve.h"
#include "point_flow.h"

enum { EHL_REACH_X = 8, EHL_REACH_Y = 3, EHL_COARSE_REACH = 20 };

typedef struct ehl_level {
    ehl_mesh m;
    convolve *fft;
    spectrum kernel;
    double near[EHL_REACH_Y + 1][EHL_REACH_X + 1];    /* K between near nodes */
    double dense[EHL_COARSE_REACH][EHL_COARSE_REACH]; /* the same of the coarsest grid */
    ehl_point_flow flow;
    double *P, *H;
    unsigned char *active, *local; /* has pressure; its unknown is its own pressure */
    double *dg;                    /* |J_ii| */
    double *z, *r, *w, *left;      /* change, right-hand side, K z, what is left */
    double z0, load;
    double *band; /* factors of the lines */
    int *pivots;
    double *LU; /* of the coarsest */
    int *node;  /* its active nodes */
    int count;
    struct ehl_level *coarse; /* NULL: the coarsest */
} ehl_level;

/* n x n cells and all coarser grids; C: factor of the kernel. NULL: no memory. */
ehl_level *ehl_level_create(const ehl_mesh *m, double C);
void ehl_level_destroy(ehl_level *l);
void ehl_level_fluid(ehl_level *l, double lambda, const ehl_fluid *fluid); /* of all grids */

/* H = H0 + xx X^2/2 + xy X Y + yy Y^2/2 + K P */
typedef struct ehl_shape {
    double xx, xy, yy;
} ehl_shape;
void ehl_level_gap(ehl_level *l, double H0, const ehl_shape *shape, const double *P, double *H);
/* Sizes of the diagonal entries, from flow.row. */
void ehl_level_scale(ehl_level *l);
/* After flow and active nodes of the finest are set: the coarser systems, and factors of the lines. False: a coarsest system that is
 * singular. */
bool ehl_level_prepare(ehl_level *l);
/* out, *load = J z with the offset z0 */
void ehl_level_apply(ehl_level *l, const double *z, double z0, double *out, double *load);
/* z, *z0: about the solution for r and load */
void ehl_level_cycle(ehl_level *l, const double *r, double load, double *z, double *z0);

#endif
