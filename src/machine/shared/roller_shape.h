/* Rollers as surfaces. */
#ifndef ABUT_MACHINE_ROLLER_SHAPE_H
#define ABUT_MACHINE_ROLLER_SHAPE_H

#include "abut/lubrication.h"
#include "world/world.h"

/* A roller of this size (m) and profile, which must not be a function; E_prime (Pa) for the logarithmic one, 0: of steel. What the
 * choice points to lives as long as the world. False: out of memory. */
bool roller_shape(abut_world *w, double radius, double length, const abut_profile *profile, double E_prime,
                  abut_choice *out);

#endif
