/* The parameters that say how the profile of a roller drops, read for whatever has one: a surface, a gap. */
#ifndef ABUT_LINE_PROFILE_ARGS_H
#define ABUT_LINE_PROFILE_ARGS_H

#include "abut/extend.h"
#include "profile.h"

enum { PROFILE_EVEN, PROFILE_CROWNED, PROFILE_LOGARITHMIC, PROFILE_TABLE }; /* in the order of the words of `profile` */

/* Reads profile, crown_radius, design_force and table (pairs of `along` and drop), none of which goes with another's profile, nor does
 * `logarithmic`, the name of one more parameter, with any but that. *table, on success and failure alike: to be freed, what the profile
 * points to. Whether the numbers make a profile is left to profile_check. */
abut_status profile_of_args(const abut_args *args, const char *along, const char *logarithmic, abut_profile *profile,
                            double **table);

#endif
