/* Elements, films and lubricants that are made with one choice, and how a bad one is refused. */
#ifndef ABUT_TESTS_CHOICES_H
#define ABUT_TESTS_CHOICES_H

#include "abut/abut.h"

int count_params(const abut_choice *c);
abut_param *param_of(abut_choice *c, const char *name); /* it is added where it is not there */
abut_status try_choice(const char *kind, const abut_choice *choice, abut_message *message);
void refused(const char *kind, const abut_choice *choice, abut_status wanted, const char *first, const char *second);

#endif
