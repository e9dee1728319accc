/* What the descriptions of both versions share. */
#ifndef ABUT_FMU_DESCRIBE_H
#define ABUT_FMU_DESCRIBE_H

#include "plan.h"
#include "xml.h"

/* How a version writes it. */
typedef struct dialect {
    const char *variable;                  /* element of a variable, up to its unit; */
    const char *inner;                     /* an element in it that has unit and start; NULL: the same has them */
    const char *exchange;                  /* more attributes of ModelExchange */
    const char *save, *serialise, *slopes; /* attributes: what instances can do */
    int first;                             /* number of the first variable where others refer to it */
    bool all;                              /* event indicators and the time are variables, too */
} dialect;

void describe_kinds(FILE *to, const plan *p, const dialect *d);
/* The units of all inputs and outputs, and one more, which may be NULL. */
void describe_units(FILE *to, const plan *p, const char *more);
/* The experiment that the model has. */
void describe_experiment(FILE *to, const plan *p);
void describe_variables(FILE *to, const plan *p, const dialect *d);

#endif
