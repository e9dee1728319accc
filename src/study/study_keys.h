/* The keys of the study file: one table per mapping, as for the model file. */
#ifndef ABUT_STUDY_STUDY_KEYS_H
#define ABUT_STUDY_STUDY_KEYS_H

#include "model/keys.h"

typedef struct study_file_keys {
    double version;
    const char *title, *model;
    const node *parameters, *experiments, *method, *acceptance;
} study_file_keys;

typedef struct parameter_keys {
    const char *name, *unit, *scale;
    const node *path, *start, *bounds, *step;
} parameter_keys;

typedef struct path_keys {
    const char *path;
    double factor;
} path_keys;

typedef struct experiment_keys {
    const char *name, *model;
    const node *set, *curves;
} experiment_keys;

typedef struct curve_keys {
    const char *name, *file, *x, *y, *time, *unit, *x_unit, *noise, *offset;
    const node *times, *quantity, *against, *sigma, *shift;
    double factor, from, to, weight, sigma_of_max;
} curve_keys;

typedef struct times_keys {
    double start, step;
} times_keys;

typedef struct term_keys {
    const char *of;
    double factor;
} term_keys;

typedef struct method_keys {
    const char *type, *loss;
    int max_evaluations, population, seed;
    double tolerance, run_limit;
    bool polish;
} method_keys;

typedef struct acceptance_keys {
    double pointwise, floor, share, area, largest;
} acceptance_keys;

extern const key_table keys_of_study, keys_of_parameter, keys_of_path, keys_of_experiment, keys_of_curve, keys_of_times,
    keys_of_term, keys_of_method, keys_of_acceptance;

#endif
