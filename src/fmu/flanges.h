/* Flanges: bodies by which a model hangs in somebody else's. Their motion comes in, the wrench on them goes out. */
#ifndef ABUT_FMU_FLANGES_H
#define ABUT_FMU_FLANGES_H

#include "multibody/system.h"
#include "plan.h"

enum { FLANGE_INPUTS = 13, FLANGE_OUTPUTS = 6 };

typedef struct flange_number {
    const char *name, *unit, *meaning;
} flange_number;
extern const flange_number flange_inputs[FLANGE_INPUTS], flange_outputs[FLANGE_OUTPUTS];

void flange_numbers(const mb_motion *m, double value[FLANGE_INPUTS]);
/* From t on. False: the orientation is none, its four numbers are zero. */
bool flange_motion(const double value[FLANGE_INPUTS], double t, mb_motion *m);

/* Bodies of a world that is not started become flanges; refuses what is no body, or part of a machine. */
abut_status flanges_take(abut_world *w, const char *const *names, int count, abut_message *message);
/* Adds their inputs to a plan, behind all others. */
abut_status flanges_plan(const abut_world *w, plan *p, abut_message *message);
void flanges_forget(const plan *p);

#endif
