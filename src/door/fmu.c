/* Models as FMUs: see abut/fmu.h. */
#include "abut/fmu.h"

#include "base/message.h"
#include "fmu/export.h"
#include "model.h"
#include "world/world.h"

abut_status abut_fmu_write(abut_model *m, const abut_fmu_def *def, abut_fmu_done *done, abut_message *message) {
    *done = (abut_fmu_done){0};
    abut_world *w = abut_model_world(m);
    if (!w) return say(message, ABUT_BAD_VALUE, "the model has errors");
    w->plain = w->uncut = w->outside = (def->kinds & ABUT_FMU_EXCHANGE) != 0;
    abut_status status = abut_model_start(m, NULL);
    const model_plan plan = door_plan(m);
    if (!status) status = fmu_export(&m->model, &plan, def, done, message);
    w->plain = w->uncut = w->outside = false;
    return status;
}
