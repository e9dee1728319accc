/* Which inputs and outputs an FMU has. */
#ifndef ABUT_FMU_CHOOSE_H
#define ABUT_FMU_CHOOSE_H

#include "model/model.h"
#include "plan.h"

abut_status choose_inputs(const model *m, const abut_fmu_def *def, plan *p, abut_message *message);
abut_status choose_outputs(const output_list *all, const abut_fmu_def *def, plan *p, abut_message *message);

#endif
