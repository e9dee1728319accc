/* abut modes --response: what unbalance does to a model over speed. */
#ifndef ABUT_CLI_RESPONSE_H
#define ABUT_CLI_RESPONSE_H

#include "campbell.h"

/* bodies: names of those to show, none: all. The exit status; errors were put on standard error. */
int response_answer(flag_set *set, abut_model *m, const double *speed, int count, campbell_form form,
                    const flag_value *bodies);

#endif
