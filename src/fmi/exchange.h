/* Model exchange: the host integrates. The state is that of the world, then the angles (or displacements) of the drives whose speeds
 * are inputs. Orientations are quaternions; what is computed from them does not depend on their length. */
#ifndef ABUT_FMI_EXCHANGE_H
#define ABUT_FMI_EXCHANGE_H

#include "instance.h"

/* 0: done; 1: this state cannot be evaluated, a smaller step may help; -1: failed, and said why */
typedef int exchange_result;

bool exchange_set_time(instance *in, double t);
bool exchange_set_states(instance *in, const double *y, size_t count);
bool exchange_get_states(instance *in, double *y, size_t count);
bool exchange_nominals(instance *in, double *y, size_t count);
exchange_result exchange_rates(instance *in, double *rate, size_t count);
exchange_result exchange_indicators(instance *in, double *g, size_t count);
/* A step of the host is complete: contacts remember it. *event: loops of joints have opened, and an event is to close them. */
exchange_result exchange_accept(instance *in, bool *event);
/* At an event: contacts whose mode of friction has ended change it; loops are closed: *moved, states are others then. */
exchange_result exchange_switch(instance *in, bool *moved);
size_t exchange_count(const instance *in, size_t *states); /* of event indicators, and of states unless NULL */
/* Of rates and outputs by states and inputs (derive.c): change = derivative * seed, for one seed per known. */
exchange_result exchange_directional(instance *in, const unsigned *unknown, size_t unknowns, const unsigned *known,
                                     size_t knowns, const double *seed, double *change);

#endif
