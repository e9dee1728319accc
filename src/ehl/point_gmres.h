/* GMRES for the linear systems of point_level.h, preconditioned by its V-cycle. Rows over their diagonals, the load over the root of a cell;
 * vectors in single precision, sums of them not.
 *
 * Two parts: a complex system, (J + T + i T) z = r with the real J of the level and the diagonal T of `turn`: of each node
 * by_H (K z + z0) + by_P z, over dg, zero where it is not active. */
#ifndef ABUT_EHL_POINT_GMRES_H
#define ABUT_EHL_POINT_GMRES_H

#include "point_level.h"

enum { EHL_KRYLOV = 40, EHL_PARTS = 2 };

typedef struct ehl_gmres {
    int parts; /* 1: real */
    int cycles;
    float *V[EHL_KRYLOV + 1], *Z[EHL_KRYLOV]; /* of all parts, one after the other */
    float v0[EHL_KRYLOV + 1][EHL_PARTS], z0[EHL_KRYLOV][EHL_PARTS];
    const float *turn_H, *turn_P; /* of two parts */
} ehl_gmres;

/* For grids of up to so many nodes. */
bool ehl_gmres_make(ehl_gmres *w, size_t nodes, int parts);
void ehl_gmres_drop(ehl_gmres *w);

/* Z[m] = V-cycle of V[m] */
void ehl_gmres_precondition(ehl_gmres *w, ehl_level *l, int m);
/* Solves for the right-hand side in V[0], v0[0] to the part eta; the answer goes into z, z0[parts]. */
void ehl_gmres_solve(ehl_gmres *w, ehl_level *l, double eta, double *z, double *z0);

#endif
