/* summary.json: one object that says how a run went, in numbers. */
#ifndef ABUT_RESULT_SUMMARY_H
#define ABUT_RESULT_SUMMARY_H

#include "abut/model.h"
#include "base/json.h"
#include "folder.h"

typedef struct run_outcome {
    const char *status;  /* "done", "stopped", "failed" */
    const char *message; /* why it failed; NULL or "" otherwise */
    const char *model;   /* path as given */
    const char *title;   /* may be NULL */
    double t_end;        /* s, wanted */
    double t_reached;    /* s */
    double wall_seconds, cpu_seconds;
    double rtol;
    const abut_model_error *warnings;
    int warning_count;
} run_outcome;

/* Simulated time per wall time; NaN if no time has passed. */
double run_speed(const run_outcome *o);

#define SUMMARY_NAME "summary.json"
/* Writes it into the folder: a whole file or none. */
abut_status summary_write(const run_folder *folder, const abut_world *w, const run_outcome *o, abut_message *message);

/* Entries that a page has also of a run without a summary. of: what they rest on, NULL: the steps of the solver. */
void summary_put_greatest(json *j, const abut_greatest *g, const char *of);
void summary_put_regimes(json *j, const double time[ABUT_FILM_REGIMES]); /* of a film: s under load in each */

#endif
