/* Names of the states that a host integrates. */
#ifndef ABUT_FMU_STATES_H
#define ABUT_FMU_STATES_H

#include "plan.h"

abut_status states_list(abut_world *w, plan *p, abut_message *message);

#endif
