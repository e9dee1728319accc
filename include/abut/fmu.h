/* abut: models as FMUs, archives that other simulators run (FMI 2.0 and 3.0). */
#ifndef ABUT_FMU_H
#define ABUT_FMU_H

#include "abut/model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ABUT_FMU_COSIMULATION = 1, ABUT_FMU_EXCHANGE = 2 };

typedef struct abut_fmu_def {
    const char *path; /* of the FMU; replaced if it is there */
    int version;      /* 2 or 3; 0: 2 */
    unsigned kinds;   /* ABUT_FMU_...; 0: co-simulation */
    /* Paths of numbers of the model, as abut_model_set takes them. Components of loads (forces.push.force.2) and speeds of drives
     * (bodies.shaft.drive.speed) may change while the FMU runs, others before it starts. */
    const char *const *inputs;
    int input_count;
    /* Columns of the results ("body_ball.z"), * and ? stand for any characters. None: what is no part of a machine. */
    const char *const *outputs;
    int output_count;
    /* Bodies by which the model hangs in somebody else's: their motion becomes inputs (flange_shaft.x ... wz), the force and the moment
     * on them outputs. They have no mass in the FMU. */
    const char *const *flanges;
    int flange_count;
    /* Binaries for further platforms beside that for Linux: "windows", "macos". They have solvers without SUNDIALS alone. */
    const char *const *platforms;
    int platform_count;
    const char *runtime; /* the shared object that goes into the FMU; NULL: the one that belongs to the library */
} abut_fmu_def;

typedef struct abut_fmu_done {
    int inputs, parameters, outputs, flanges, states, event_indicators;
    size_t bytes;
} abut_fmu_done;

/* The solver, tolerances and end time of the model become those of the FMU. Refusals of the model itself are in its list of errors,
 * others in the message. */
ABUT_API abut_status abut_fmu_write(abut_model *m, const abut_fmu_def *def, abut_fmu_done *done, abut_message *message);

/* Adds the force type "fmu", by which models let FMUs of others compute forces (FMI 2.0, co-simulation). They run foreign code in this
 * process: nothing of the library loads one without this call. */
ABUT_API abut_status abut_registry_allow_fmu(abut_registry *r, abut_message *message);

#ifdef __cplusplus
}
#endif
#endif
