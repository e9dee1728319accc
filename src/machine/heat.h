/* The balance of heat of all bearings of a world that ask for it. */
#ifndef ABUT_MACHINE_HEAT_H
#define ABUT_MACHINE_HEAT_H

#include "world/world.h"

/* Before a start with this solver: finds the temperatures. Without a balance a refusal that says where it ran away. */
abut_status heat_before(abut_world *w, const abut_solver_def *def);

#endif
