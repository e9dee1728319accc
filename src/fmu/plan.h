/* What an FMU consists of: which variables in which order. Value references count through inputs, outputs, states, their derivatives,
 * event indicators; then comes the time. */
#ifndef ABUT_FMU_PLAN_H
#define ABUT_FMU_PLAN_H

#include "abut/fmu.h"
#include "inputs.h"
#include "outputs.h"

enum { PLAN_FORMAT = 2, PLAN_TOKEN = 40 };
#define PLAN_FILE    "fmu.json"
#define PLAN_MODEL   "model.json"
#define PLAN_SUMS    "sums" /* of all files beside it, a line each: archive_sum, name */
#define PLAN_RUNTIME "abut" /* name of the shared object, without its ending */

typedef struct plan_input {
    const char *path;
    input_kind kind;
    double start;
    const char *unit;    /* NULL: not known */
    const char *meaning; /* NULL: that of the path */
} plan_input;

typedef struct plan {
    const char *name, *title; /* title: may be NULL */
    int version;
    unsigned kinds; /* ABUT_FMU_... */
    char token[PLAN_TOKEN];
    plan_input *input;
    int inputs;
    const char **flange; /* bodies; their inputs stand behind the others, as flanges.h lists them */
    int flanges;
    const output **output;
    int outputs;
    char **state; /* names */
    int states, indicators;
    bool linear;               /* there are derivatives of the rates */
    double t_end, every, rtol; /* s, s, 1 */
} plan;

static inline int plan_first_output(const plan *p) { return p->inputs; }
static inline int plan_first_state(const plan *p) { return p->inputs + p->outputs; }
static inline int plan_first_rate(const plan *p) { return plan_first_state(p) + p->states; }
static inline int plan_first_indicator(const plan *p) { return plan_first_rate(p) + p->states; }
static inline int plan_time(const plan *p) { return plan_first_indicator(p) + p->indicators; }

/* modelDescription.xml (describe*.c), and what the runtime reads. */
void describe_fmi2(FILE *to, const plan *p);
void describe_fmi3(FILE *to, const plan *p);
void describe_terminals(FILE *to, const plan *p);
void plan_write(FILE *to, const plan *p);

#endif
