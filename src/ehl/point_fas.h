/* The full approximation scheme for an elliptic contact: the multigrid of C. H. Venner (1991) and Venner and Lubrecht (2000), beside Newton's
 * method (point_newton.h) for the same discrete equations.
 *
 * A sweep makes rows and lines anew at the pressures and gaps of now, relaxes them (point_lines.c), cuts pressures below zero off, and takes the
 * gaps of the new pressures by FFT. On a coarser grid, whose pressures start as those of every second node (guess),
 *   F(P, H) = F(guess, guess_H) + what is left of the finer one,  H = guess_H + K (P - guess) + H0 - guess_H0,
 * so that nothing changes where nothing is left. Nodes without pressure stay so there: where the film breaks is settled on the finest. The load
 * equation is carried down and met on the coarsest grid, where H0 is relaxed after each sweep. */
#ifndef ABUT_EHL_POINT_FAS_H
#define ABUT_EHL_POINT_FAS_H

#include "point_newton.h"

enum { EHL_FAS_GRIDS = 8 };

typedef struct ehl_fas_grid {
    double *guess, *guess_H, *right; /* right: of F; the finest: zero */
    double *kept_P, *kept_H;         /* before a change */
    double H0, guess_H0, load;       /* load: sum of P over a cell that is wanted */
} ehl_fas_grid;

typedef struct ehl_fas {
    ehl_fas_grid grid[EHL_FAS_GRIDS]; /* from the finest */
} ehl_fas;

bool ehl_fas_make(ehl_fas *f, int n);
void ehl_fas_drop(ehl_fas *f);

/* As ehl_point_newton_solve, from P alone. w->load, tol, far and thin are set; steps: cycles. */
ehl_end ehl_fas_solve(ehl_fas *f, int finest, ehl_point_newton *w, ehl_level *l, const ehl_shape *shape, double *H0);

#endif
