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
    char **output; /* names */
    int inputs, outputs, states, indicators;
} stored;

/* ABUT_OK, or a sentence. */
abut_status stored_read(const char *folder, stored *out, abut_message *message);
void stored_free(stored *s); /* safe on a zeroed one */

#endif
