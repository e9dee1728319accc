/* The model of a command that works on one: `abut COMMAND MODEL [--set path=value]...`. */
#ifndef ABUT_CLI_OPEN_MODEL_H
#define ABUT_CLI_OPEN_MODEL_H

#include "flags.h"
#include "model/model.h"

/* Reads the model; at_set: where --set stands in the table of flags. False: every error was put on standard error, and
 * there is nothing to free. */
bool open_model(flag_set *set, int at_set, model *out);
/* The same of one model of several. */
bool open_model_at(flag_set *set, int at_set, const char *path, model *out);

/* Starts its world with m->solver; the exit status. A refusal was put on standard error. */
int start_model(model *m);

#endif
