/* Prescribed spins of free bodies, see spin.c. */
#ifndef ABUT_MULTIBODY_SPIN_H
#define ABUT_MULTIBODY_SPIN_H

#include "inside.h"

void spins_accelerate(mb_work *k);               /* after the free accelerations: corrects them */
void spins_by_time(const mb_work *k, double *a); /* the same for their change by time alone */
void spins_project(mb_work *k, double *u);       /* velocities onto the prescribed ones */
double spins_power(const mb_work *k);            /* W, of the drives */
void spins_linearise(mb_work *k);                /* projects the rows of K and C */
vec3 spin_inertia(const mb_work *k, const mb_node *n, vec3 Ix, vec3 x); /* M' x from I x, at the linearisation */

#endif
