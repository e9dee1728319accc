/* Start in equilibrium, see settle.c. */
#ifndef ABUT_WORLD_SETTLE_H
#define ABUT_WORLD_SETTLE_H

#include "world.h"

bool world_should_settle(const abut_world *w);
/* Fills w->settled, or leaves it NULL where there is no equilibrium; a status only if one was demanded or memory ended. */
abut_status world_settle(abut_world *w);
void world_unsettle(abut_world *w);
int world_coordinates(const mb_node *n); /* how many numbers of x belong to a node */

#endif
