/* The T of newton.c, for swarms. */
#ifndef ABUT_MULTIBODY_NEWTON_H
#define ABUT_MULTIBODY_NEWTON_H

#include "inside.h"

mat3 newton_axes(const mb_work *k, int frame); /* T of positions in turning axes; frame -1: one */
/* T of the three rotations of a node: local index of the first, -1 if it has none. */
int newton_turning(const mb_work *k, const mb_node *n, mat3 *T);

#endif
