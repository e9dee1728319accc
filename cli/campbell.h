/* abut modes --speeds: the Campbell diagram of a model. */
#ifndef ABUT_CLI_CAMPBELL_H
#define ABUT_CLI_CAMPBELL_H

#include "abut/model.h"
#include "flags.h"

typedef enum campbell_form { CAMPBELL_TABLE, CAMPBELL_CSV, CAMPBELL_JSON } campbell_form;

/* Speeds (rad/s) of the flag of this name, "start:stop:step" or "a,b,c", each with its unit or all with that of the last. NULL: an error was counted; to be
 * freed. */
double *campbell_speeds(flag_set *set, const char *flag, const char *text, int *count);
/* Starts the model and finds its equilibrium as it stands; without one there is nothing to look at. The exit status. */
int campbell_start(const flag_set *set, abut_model *m);
/* page: the file of the web page, NULL: none. The exit status; errors were put on standard error. */
int campbell_answer(flag_set *set, abut_model *m, const double *speed, int count, campbell_form form, const char *page);

#endif
