/* What lies in the resources of an FMU. */
#ifndef ABUT_FMI_STORED_H
#define ABUT_FMI_STORED_H

#include "fmu/plan.h"
#include "model/model.h"

typedef struct stored_input {
    char *path;
    input_kind kind;
    double start;
} stored_input;

typedef struct stored {
    model_files files; /* with those of the FMU itself */
    const model_file *model;
    char token[PLAN_TOKEN];
    stored_input *input;
    char **flange; /* bodies */
    char **output; /* names */
    int inputs, flanges, outputs, states, indicators;
} stored;

/* Of the flange: its first input. */
int stored_flange(const stored *s, int flange);
/* What fmu.json says: the inputs, flanges, outputs and sizes. */
abut_status stored_plan(const char *text, size_t length, stored *out, abut_message *message);
/* ABUT_OK, or a sentence. */
abut_status stored_read(const char *folder, stored *out, abut_message *message);
void stored_free(stored *s); /* safe on a zeroed one */

#endif
