/* Laws that do not fit every contact, for tests that run over the registry. */
#ifndef ABUT_TESTS_LAWS_H
#define ABUT_TESTS_LAWS_H

#include "abut/extend.h"

/* Is the normal law one for rollers only? They have tests of their own (test_lubricated.c). */
bool for_rollers(const abut_choice *normal);
/* Friction that needs a film gets oil, roughness and a film that does not carry; other contacts stay dry. */
void lubricate(abut_law_def *law);

#endif
