/* What instance, exchange and derivatives have in common. */
#ifndef ABUT_FMI_EXCHANGE_INSIDE_H
#define ABUT_FMI_EXCHANGE_INSIDE_H

#include "exchange.h"
#include "instance_inside.h"

/* After the world was built. False: out of memory, or the description is another's. */
bool exchange_begin(instance *in);
void exchange_end(instance *in);
/* The world shows time, states and inputs as they were set. */
exchange_result exchange_show(instance *in);
int exchange_own(const instance *in); /* states of the world: without the angles of drives */
/* The world at the state y with these inputs; its rates are in y_middle then. */
abut_status exchange_evaluate(instance *in, const double *y, const double *value);
exchange_result exchange_said(instance *in, abut_status status); /* with a sentence, if it failed */

#endif
