/* What instance and exchange have in common. */
#ifndef ABUT_FMI_EXCHANGE_INSIDE_H
#define ABUT_FMI_EXCHANGE_INSIDE_H

#include "exchange.h"
#include "instance_inside.h"

/* After the world was built. False: out of memory, or the description is another's. */
bool exchange_begin(instance *in);
void exchange_end(instance *in);
/* The world shows time, states and inputs as they were set. */
exchange_result exchange_show(instance *in);

#endif
