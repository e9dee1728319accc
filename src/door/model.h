/* A model as programs hold it: text and settings, and what was made of them last. */
#ifndef ABUT_DOOR_MODEL_H
#define ABUT_DOOR_MODEL_H

#include "abut/model.h"
#include "errors.h"
#include "model/model.h"
#include "result/columns.h"

/* What a run takes where nobody says anything. */
static const double rtol_preset = 1e-5, t_end_preset = 1, rows_preset = 200;

struct abut_model {
    char *path, *text;
    size_t length;
    char **settings; /* `path=value` */
    int setting_count;
    const abut_registry *registry;
    abut_registry *own_registry; /* the same where it is the model's own, else NULL */
    bool built;                  /* the fields below are those of the text with its settings */
    model model;                 /* world NULL: there are errors */
    error_list errors, warnings;
    result_columns columns;        /* of the last run */
    struct checkpoint *checkpoint; /* that the next run goes on from; NULL: it starts */
};

/* The plan that the model itself has. */
model_plan door_plan(const abut_model *m);
/* Builds the world unless that was done. False: there are errors. */
bool door_build(abut_model *m);

#endif
