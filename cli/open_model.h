/* The model of a command that works on one: `abut COMMAND MODEL [--set path=value]...`. */
#ifndef ABUT_CLI_OPEN_MODEL_H
#define ABUT_CLI_OPEN_MODEL_H

#include "abut/model.h"
#include "flags.h"

/* The path "-": the model comes from standard input, and files that it names are looked for in the present folder. */
bool from_input(const char *path);
/* Reads the model and builds its world; at_set: where --set stands in the table of flags. NULL: every error was put on standard
 * error. */
abut_model *open_model(flag_set *set, int at_set);
/* Reads one model of several, builds nothing. NULL: it cannot be read, which was put on standard error. */
abut_model *read_model_at(flag_set *set, int at_set, const char *path);
/* As open_model, of one model of several. */
abut_model *open_model_at(flag_set *set, int at_set, const char *path);

/* Starts its world with this solver; the exit status. A refusal was put on standard error. */
int start_model(abut_model *m, const abut_solver_def *solver);
/* Lines of the warnings from `first` on; strict: they are errors. */
void print_warnings(const abut_model *m, int first, bool strict);
/* The exit status of a refusal whose errors stand in the list of the model: they are put on standard error. */
int refused_model(const abut_model *m, abut_status status);
/* Says why abut_model_static failed: at the place in the file where there is one. */
void say_no_equilibrium(const flag_set *set, const abut_model *m, abut_status status);

#endif
