/* Displacements on a grid by tractions and pressure on it, by fast Fourier transforms: the sums of cerruti.h over all cells.
 *
 * ahead = 0: at the cells. Otherwise here*u(x) + along*u(x + ahead): with here = 1, along = -1 the change of the displacement of
 * a particle that came from the distance `ahead` before it (rolling in the direction of x). `ahead` need not be a whole number of cells. */
#ifndef ABUT_FIELD_FRICTION_OPERATOR_H
#define ABUT_FIELD_FRICTION_OPERATOR_H

#include "cerruti.h"
#include "convolve.h"
#include "grid.h"

typedef struct friction_operator friction_operator;

/* NULL: out of memory. */
friction_operator *friction_operator_create(const grid *g, const elastic_pair *pair, double here, double along,
                                            double ahead);
void friction_operator_destroy(friction_operator *o);

/* u (2*cells: all of x, then all of y) = A q; a friction_product of a friction_operator. */
void friction_operator_tangential(void *user, const double *q, double *u);
/* u (2*cells) of the pressure p, zero for bodies that are alike */
void friction_operator_of_pressure(friction_operator *o, const double *p, double *u);
/* u_z (cells) of the tractions q, zero for bodies that are alike; only with ahead = 0 */
void friction_operator_normal(friction_operator *o, const double *q, double *u_z);
/* q = about A^-1 u, for windows much larger than a cell: the inverse of the symbol on the window repeated without end; with `ahead`
 * summed up along the path. A friction_product of a friction_operator. */
void friction_operator_inverse(void *user, const double *u, double *q);
bool friction_operator_coupled(const friction_operator *o); /* K != 0 */
double friction_operator_self(const friction_operator *o);  /* m/Pa, of a cell on itself, mean of x and y */

#endif
