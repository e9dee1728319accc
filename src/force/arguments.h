/* Vectors among the parameters of forces: tables of three numbers, checked. */
#ifndef ABUT_FORCE_ARGUMENTS_H
#define ABUT_FORCE_ARGUMENTS_H

#include "abut/extend.h"
#include "base/vec.h"

/* Three finite numbers; `preset` if the parameter is not given. */
abut_status force_vector(const abut_args *args, const char *name, vec3 preset, vec3 *out);
/* The same made a unit vector; zero is refused. */
abut_status force_axis(const abut_args *args, const char *name, vec3 preset, vec3 *out);
/* Three numbers that are not negative, or one that stands for all; zero if not given. */
abut_status force_triple(const abut_args *args, const char *name, double out[3]);

#endif
