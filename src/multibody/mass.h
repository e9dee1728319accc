/* Mass, centre and moments of inertia of solids, from the shapes and densities of surfaces.
 * Inertia: kg m^2, xx yy zz xy xz yz of the tensor about the solid's own centre of mass (xy is -int x y dm). */
#ifndef ABUT_MULTIBODY_MASS_H
#define ABUT_MULTIBODY_MASS_H

#include "base/vec.h"

/* Of the solid that the surface encloses, in the frame of its body (def->place applied). ABUT_MISSING with a sentence if it
 * encloses none (a plane, a cavity): such a surface just does not count. ABUT_BAD_VALUE if its material has no density. */
abut_status mass_of_surface(const abut_registry *r, const abut_surface_def *def, double *mass, vec3 *centre,
                            double inertia[6], abut_message *message);

/* Joins another solid (other_...) to the first; both in the same frame. A first one of mass 0 is nothing. */
void mass_add(double *mass, vec3 *centre, double inertia[6], double other_mass, vec3 other_centre,
              const double other_inertia[6]);

/* Can a body have it? Principal moments positive, none larger than the sum of the other two by more than 0.4 % of all
 * three: flat bodies whose moments were rounded to three digits pass. */
bool inertia_physical(const double inertia[6]);

#endif
