/* Static equilibrium: see static.c. */
#ifndef ABUT_WORLD_STATIC_H
#define ABUT_WORLD_STATIC_H

#include "machine_slots.h"
#include "multibody/system.h"

/* Rotations that machines leave free: hold changes what number i does. */
typedef struct static_spins {
    int count;
    void *user;
    void (*hold)(void *user, int i, machine_spin how);
    double reach; /* m, from the origin to the farthest part of a machine: the size of numbers that machines round */
} static_spins;

static const double static_lost = 1e5; /* m: a body that far away has nothing to rest on */

/* Moves the positions in y (state of the system, velocities are set to 0) to an equilibrium under the loads at t = 0.
 * residual: largest unbalanced force (N or N m); iterations: linear systems solved; each may be NULL, as may spins. */
abut_status static_solve(mb_system *s, mb_work *k, double *y, const static_spins *spins, double *residual,
                         int *iterations, abut_message *message);

#endif
