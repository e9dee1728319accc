/* A model that was started, written as an FMU. */
#ifndef ABUT_FMU_EXPORT_H
#define ABUT_FMU_EXPORT_H

#include "abut/fmu.h"
#include "model/model.h"

/* run: t_end, every and rtol are taken. ABUT_OK: *done is filled. */
abut_status fmu_export(model *m, const model_plan *run, const abut_fmu_def *def, abut_fmu_done *done,
                       abut_message *message);

#endif
