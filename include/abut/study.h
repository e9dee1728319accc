/* abut: identification. Parameters of a model from measured curves, as a study file describes it (docs/howto). Link libabut_world. */
#ifndef ABUT_STUDY_H
#define ABUT_STUDY_H

#include "abut/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_study abut_study;

/* Methods of fitting (kind "method"); then all of abut_world_types(). */
ABUT_API const abut_registry *abut_study_types(void);
/* The same by address, for constant lists of other libraries whose parent it is. */
ABUT_API extern const struct abut_registry abut_study_registry;

/* Reads a study and checks its models (registry NULL: abut_study_types(); it outlives the study). NULL: out of memory; otherwise it
 * is to be destroyed, also with errors in its list. */
ABUT_API abut_study *abut_study_read(const abut_registry *registry, const char *path);
ABUT_API void abut_study_destroy(abut_study *s);
ABUT_API int abut_study_error_count(const abut_study *s);
ABUT_API abut_model_error abut_study_error_at(const abut_study *s, int index);
ABUT_API const char *abut_study_title(const abut_study *s); /* may be NULL */

typedef struct abut_identify_progress {
    const char *method;
    long evaluations, runs;
    double cost; /* the least so far */
} abut_identify_progress;

typedef struct abut_identify_def {
    const char *folder;                                         /* of the results; made if there is none */
    const char *method;                                         /* its name; NULL: the study's, or the default */
    long max_evaluations;                                       /* 0: the study's, or the method's */
    int jobs;                                                   /* runs at the same time; 0: in this process */
    bool resume;                                                /* take the runs of an earlier fit from the folder */
    bool (*watch)(const abut_identify_progress *p, void *user); /* called often; true: stop. May be NULL */
    void *user;
} abut_identify_def;

typedef struct abut_estimate {
    const char *name, *unit; /* unit NULL: none */
    double value;
    double std_error; /* NaN: none */
    double low, high; /* 95 % interval */
    bool fixed;       /* kept at its start: no influence there */
    bool at_bound;
} abut_estimate;

typedef struct abut_curve_fit {
    const char *experiment, *name;
    int points;
    double sigma;                      /* noise, as given or estimated */
    double I_max, I_m, I_abs, I_sigma; /* of model - measured: greatest size, mean, mean size, deviation */
    double within;                     /* share of points that are near enough */
    double area_error;                 /* relative, of loops; NaN: no loop */
    bool has_offset;
    double offset, offset_error;
} abut_curve_fit;

typedef enum abut_identify_end { ABUT_FIT_DONE, ABUT_FIT_LIMIT, ABUT_FIT_STOPPED, ABUT_FIT_FAILED } abut_identify_end;

typedef struct abut_identified {
    abut_identify_end end;
    const char *word;         /* "done", "limit", "stopped", "failed" */
    const char *method, *how; /* a phrase: how the method ended */
    abut_message message;     /* why it failed, or what could not be written */
    bool written;             /* summary.json and the rest are in the folder */
    int parameters, curves;
    const abut_estimate *estimate;
    const double *correlation; /* parameters x parameters; NaN where there is none */
    const abut_curve_fit *curve;
    int points, dof;
    double chi2;            /* per degree of freedom; NaN if a sigma was estimated */
    bool accepts, accepted; /* the study says what is good enough; it is */
    long evaluations, runs, reused;
    int warnings;
    const char *const *warning;
    double wall_seconds;
} abut_identified;

/* ABUT_OK: there is an answer, however it ended; it lives as long as the study. Otherwise definition or folder are wrong. */
ABUT_API abut_status abut_study_identify(abut_study *s, const abut_identify_def *def, const abut_identified **out,
                                         abut_message *message);
/* The answer as one JSON object, as summary.json holds it. */
ABUT_API void abut_study_json(const abut_study *s, FILE *to);

#ifdef __cplusplus
}
#endif
#endif
