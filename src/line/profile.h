/* The drop of a roller's profile: what rollers cut into slices and the surface of a roller share. */
#ifndef ABUT_LINE_PROFILE_H
#define ABUT_LINE_PROFILE_H

#include "abut/lubrication.h"

abut_status profile_check(const abut_profile *p, abut_message *message);

/* m, at y (m) from the middle of a roller of this length (m); E' (Pa) is used by the logarithmic profile, whose logarithm
 * ends at 27.6 within 1e-12 of the ends. */
double profile_drop(const abut_profile *p, double length, double E_prime, double y);

/* The first three derivatives by y, within the ends; not for a function. */
void profile_slopes(const abut_profile *p, double length, double E_prime, double y, double slope[3]);

#endif
