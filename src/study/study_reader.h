/* What the parts of the reader of a study share. */
#ifndef ABUT_STUDY_STUDY_READER_H
#define ABUT_STUDY_STUDY_READER_H

#include "model/value.h"
#include "study.h"
#include "study_keys.h"

typedef struct study_reader {
    reader *r;
    study *to;
    model_report_fn *report;
    void *user;
    /* growing */
    fit_parameter *parameter;
    study_target *target;
    const node **parameter_at; /* the value of `path` */
    int parameters, parameter_room;
    fit_curve *curve;
    study_curve *study_curve;
    const node **curve_at;
    curve_keys *curve_keys;
    int curves, curve_room;
    fit_experiment *experiment;
    study_experiment *study_experiment;
    const node ***setting_at; /* the places of the settings of each experiment */
    const study_model *model; /* of experiments without their own; NULL: none, or it cannot be read */
    bool model_named;         /* there is one, readable or not */
    int experiments;
    name_table noises;
    int errors_elsewhere; /* reported without the reader */
} study_reader;

/* Items of a list of mappings, one by one; an error if it is none, or empty. */
void study_each(study_reader *s, const node *list, const char *what, const char *item,
                void (*read)(study_reader *s, const node *n));
const char *study_beside(study_reader *s, const char *name); /* the path of a file beside the study */
/* A model file beside the study, read once however often it is named; NULL after an error at `at`. */
const study_model *study_model_file(study_reader *s, const node *at, const char *name);
/* Names become columns and file names: false after an error. */
bool study_name(study_reader *s, const node *map, const char *name);
void *study_grown(study_reader *s, const void *list, int count, int room, size_t each); /* a copy with more room */
void study_add_parameter(study_reader *s, const fit_parameter *p, const study_target *t, const node *at);

void study_read_parameter(study_reader *s, const node *n);  /* study_parameters.c */
void study_read_experiment(study_reader *s, const node *n); /* study_experiments.c */
void study_finish_curve(study_reader *s, int curve);        /* study_curves.c: times and values, when units are known */
/* study_check.c: the model with all settings; names and units of the quantities. */
void study_check_model(study_reader *s);

#endif
