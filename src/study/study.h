/* The study file: which model, which parameters with which bounds, which measured curves. Text in, a fit problem out. */
#ifndef ABUT_STUDY_STUDY_H
#define ABUT_STUDY_STUDY_H

#include "fit.h"
#include "model/model.h"

/* A place of the model that a parameter sets: path=value, value = factor x parameter. */
typedef struct study_path {
    const char *path;
    double factor;
} study_path;

typedef struct study_target {
    const study_path *paths;
    int count;
} study_target;

/* A sum of recorded quantities, each named as table and column: contact_touch.N */
typedef struct study_term {
    const char *of;
    double factor;
} study_term;

typedef struct study_sum {
    const study_term *terms;
    int count;
    const char *unit; /* SI */
} study_sum;

typedef struct study_curve {
    study_sum y, x; /* x of count 0: the model gives no abscissa */
    int shift;      /* parameter that is added to its times; -1: none */
} study_curve;

typedef struct study_model {
    const char *path, *text;
    size_t length;
} study_model;

typedef struct study_experiment {
    const study_model *model;
    const char *const *settings;
    int setting_count;
    int first_curve, curves;
    double t_end; /* s, the last instant that may be asked for */
} study_experiment;

typedef struct study {
    const abut_registry *registry; /* of its models and its method */
    const char *path, *title;      /* title may be NULL */
    const char *model_path;        /* NULL: every experiment has its own */
    fit_problem problem;           /* run and user set to simulate this study */
    fit_options options;           /* of the file; workers, folder, watch are the caller's */
    const study_target *target;    /* one per parameter; count 0: not of the model */
    const study_curve *curve;
    const study_experiment *experiment;
    double run_limit; /* s of wall time for one run; 0: none */
    uint64_t fingerprint;
    void *own;
} study;

/* Returns the number of errors, each of which was reported; with 0 *out must be freed by study_free, and must not be
 * copied. */
int study_read(const char *path, model_report_fn *report, void *user, study *out);
/* The same with types of a registry, which outlives the study; NULL: built-in. */
int study_read_with(const abut_registry *registry, const char *path, model_report_fn *report, void *user, study *out);
void study_free(study *s);

/* A fit_run_fn of a study; user: the study. */
abut_status study_simulate(void *user, int experiment, const double *values, double *out, abut_message *why);
/* The settings of an experiment at these values, to be freed with one free; NULL: out of memory. */
char **study_settings(const study *s, int experiment, const double *values, int *count);

#endif
