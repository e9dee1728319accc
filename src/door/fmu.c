/* Models as FMUs: see abut/fmu.h. */
#include "abut/fmu.h"

#include "base/message.h"
#include "fmu/export.h"
#include "fmu/flanges.h"
#include "model.h"
#include "world/host.h"

abut_status abut_fmu_write(abut_model *m, const abut_fmu_def *def, abut_fmu_done *done, abut_message *message) {
    *done = (abut_fmu_done){0};
    abut_world *w = abut_model_world(m);
    if (!w) return say(message, ABUT_BAD_VALUE, "the model has errors");
    w->plain = w->uncut = w->outside = (def->kinds & ABUT_FMU_EXCHANGE) != 0;
    w->travels = def->platform_count > 0;
    abut_status status = flanges_take(w, def->flanges, def->flange_count, message);
    if (!status) status = abut_model_start(m, NULL);
    const model_plan run = door_plan(m);
    if (!status) status = fmu_export(&m->model, &run, def, done, message);
    w->plain = w->uncut = w->outside = w->travels = false;
    host_release(w);
    return status;
}
