/* The true gap of two bodies: where they are deepest in each other, or nearest, and how far.
 *
 * A body is what lies inside of all its sides: its surface, and the walls at which it ends. With phi = f/|grad f| of each side
 * the place is the x at which the greatest phi of all is least. It exists also where opposing points do not: along lines, over
 * areas and at edges, where it may not be unique, but the depth is. */
#ifndef ABUT_CONTACT_GAP_H
#define ABUT_CONTACT_GAP_H

#include "abut/extend.h"
#include "track.h"

/* The bodies in the frame of A's surface; origin, h and reach are not set. */
void gap_bodies(const abut_track_pair *pair, double E_star, abut_gap *out);

/* Searches from x (frame of the gap) and returns the same bodies in the frame of the place found: e3 along the normal out of A,
 * e1 along the smaller relative curvature, P and Q as far as the sides there have them, h of either sign. */
abut_status gap_search(const abut_gap *bodies, vec3 x, abut_gap *out, double *P, double *Q);

/* The same from many starts; the deepest, or nearest, is kept. */
abut_status gap_search_all(const abut_gap *bodies, abut_gap *out, double *P, double *Q);

#endif
