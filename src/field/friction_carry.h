/* The past of a contact seen from another window: tractions on cells that were moved, turned and of another size. */
#ifndef ABUT_FIELD_FRICTION_CARRY_H
#define ABUT_FIELD_FRICTION_CARRY_H

#include "grid.h"

/* Where the new window lies in the old one: its middle, m, and its angle, rad. */
typedef struct friction_move {
    double x, y, angle;
} friction_move;

/* Values of the old cells at the centres of the new ones, linear between centres and zero outside. Nothing is allocated; the arrays do not
 * overlap. */
void friction_carry(const grid *from, const grid *to, const friction_move *m, const double *in, double *out);
/* The same for two components (2*cells), turned with the window. */
void friction_carry_pairs(const grid *from, const grid *to, const friction_move *m, const double *in, double *out);

#endif
