/* Ctrl-C: the first one asks for a clean end, the second one ends the program at once. */
#ifndef ABUT_CLI_INTERRUPT_H
#define ABUT_CLI_INTERRUPT_H

#include <stdbool.h>

void interrupt_watch(void); /* from now on SIGINT, SIGTERM and SIGHUP only set a mark */
bool interrupted(void);

#endif
