/* Static equilibrium: see static.c. */
#ifndef ABUT_WORLD_STATIC_H
#define ABUT_WORLD_STATIC_H

#include "multibody/system.h"

/* Moves the positions in y (state of the system, velocities are set to 0) to an equilibrium under the loads at t = 0.
 * residual: largest unbalanced force (N or N m); iterations: linear systems solved; each may be NULL. */
abut_status static_solve(mb_system *s, mb_work *k, double *y, double *residual, int *iterations, abut_message *message);

#endif
