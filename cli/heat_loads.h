/* abut heat --loads: a path of the model and the values it gets. */
#ifndef ABUT_CLI_HEAT_LOADS_H
#define ABUT_CLI_HEAT_LOADS_H

#include "flags.h"

enum { HEAT_LOADS_MOST = 1000, HEAT_LOAD_TEXT = 60 };
typedef struct heat_loads {
    char path[500];
    int count;
    char (*text)[HEAT_LOAD_TEXT]; /* values, with their unit */
} heat_loads;

/* "PATH=start:stop:step" or "PATH=a,b,c", a unit after the last for all. Errors are counted. */
void heat_loads_read(flag_set *set, const char *text, heat_loads *out);
void heat_loads_free(heat_loads *l);

#endif
