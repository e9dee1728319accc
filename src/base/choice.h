/* Parameters of a choice of a type: found, added, left out. Names are compared, never owned. */
#ifndef ABUT_BASE_CHOICE_H
#define ABUT_BASE_CHOICE_H

#include "abut/abut.h"

/* The parameter of that name; NULL: it is not given. */
abut_param *choice_param(abut_choice *c, const char *name);
bool choice_has(const abut_choice *c, const char *name);
/* The same, made with value 0 where it is not given; NULL: there is no room. */
abut_param *choice_make(abut_choice *c, const char *name);
abut_choice choice_without(const abut_choice *c, const char *name);

#endif
