/* Force elements other than contacts: springs, dampers, bushings, loads. One file per type and one line in
 * src/world/types.c. A force is a pure function of time and of the motion of one or two bodies, written in dual numbers:
 * its stiffness, damping and rate by time come out exact. */
#ifndef ABUT_FORCE_FORCE_H
#define ABUT_FORCE_FORCE_H

#include "abut/extend_world.h"
#include "base/dual.h"

typedef abut_force_places force_places;
typedef abut_force_out force_out;
typedef abut_force_type force_type;

#endif
