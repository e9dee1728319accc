/* What the descriptions of both versions share. */
#ifndef ABUT_FMU_DESCRIBE_H
#define ABUT_FMU_DESCRIBE_H

#include "plan.h"
#include "xml.h"

/* The units of all inputs and outputs, and one more, which may be NULL. */
void describe_units(FILE *to, const plan *p, const char *more);
/* The experiment that the model has. */
void describe_experiment(FILE *to, const plan *p);

static inline bool plan_exchange(const plan *p) { return (p->kinds & ABUT_FMU_EXCHANGE) != 0; }
static inline const char *plan_causality(const plan_input *i) {
    return i->kind == INPUT_PARAMETER ? "parameter" : "input";
}
static inline const char *plan_variability(const plan_input *i) {
    return i->kind == INPUT_PARAMETER ? "fixed" : "continuous";
}

#endif
