/* Fitting parameters to measured curves: the problem and its answer. Knows nothing of model files: what a run of the model
 * gives comes from a function.
 *
 * Residuals are model + offset - measured, divided by the noise sigma of the curve. Minimised is the sum of weight times
 * residual squared, or of Huber's loss. An experiment is one run of the model; it gives the values of its curves. */
#ifndef ABUT_STUDY_FIT_H
#define ABUT_STUDY_FIT_H

#include <stdint.h>

#include "criteria.h"
#include "result/folder.h"

typedef struct fit_parameter {
    const char *name;
    const char *unit; /* as users read it; NULL: none */
    double start, low, high;
    double step; /* of differences, in the parameter or in its logarithm; 0: 0.1 % of the width between the bounds */
    bool log;    /* the scale on which it is searched and on which its error is normal */
    bool shift;  /* of the time of a curve: not a parameter of the model */
    int only;    /* the only experiment whose run it changes; -1: all */
} fit_parameter;

typedef struct fit_curve {
    const char *name;
    int experiment;
    int points;
    const double *t, *y; /* when, and what was measured */
    const double *x;     /* the abscissa it is plotted over; NULL: time */
    int first;           /* where its values begin among those of the run */
    int first_x;         /* where the model's abscissae begin; -1: it gives none, those measured hold */
    double sigma;        /* noise; 0: unknown */
    double weight;       /* above 0 */
    int noise;           /* curves with the same number share one unknown sigma */
    bool offset;         /* a constant may be added to the model */
} fit_curve;

/* One run: `values` of all parameters in, numbers out. Not ABUT_OK: it failed, *why says why. Must depend on nothing else,
 * so that the answer is the same in any process. */
typedef abut_status fit_run_fn(void *user, int experiment, const double *values, double *out, abut_message *why);

typedef struct fit_experiment {
    const char *name;
    int numbers; /* that a run gives */
} fit_experiment;

typedef struct fit_problem {
    int parameters, curves, experiments, noises;
    const fit_parameter *parameter;
    const fit_curve *curve;
    const fit_experiment *experiment;
    fit_run_fn *run;
    void *user;
} fit_problem;

typedef struct fit_progress {
    const char *method;
    long evaluations, runs;
    double cost; /* the least so far */
} fit_progress;

typedef struct fit_options {
    const struct fit_method *method; /* NULL: lm */
    bool huber;                      /* loss; false: squared */
    bool polish;                     /* lm from where another method ended */
    long max_evaluations;            /* 0: the method's own */
    double tolerance;                /* relative change of the cost that counts as none; 0: 1e-6 */
    int population;                  /* of methods with many candidates; 0: the method's own */
    uint64_t seed;
    int workers; /* processes; 0: everything runs in this one */
    acceptance accept;
    const run_folder *folder; /* of history.csv and evaluations.bin, owned; NULL: nothing is written */
    uint64_t fingerprint;     /* of everything a run depends on but the parameters: what resume compares */
    bool resume;              /* take the runs of an earlier fit from the folder */
    bool (*watch)(const fit_progress *p, void *user); /* called often; true: stop. May be NULL */
    void *watch_user;
} fit_options;

typedef enum fit_end { FIT_GOES_ON, FIT_DONE, FIT_LIMIT, FIT_STOPPED, FIT_FAILED } fit_end;

typedef struct fit_estimate {
    double value;
    double std_error; /* NaN: none (not determined, at a bound, without influence) */
    double low, high; /* 95 % interval */
    double ahead;     /* how far least squares would move it from here; 0 at the minimum */
    double rough;     /* by how much differences to the two sides disagree, as part of their mean; NaN: one side only */
    bool fixed;       /* kept at its start: no influence there */
    bool at_bound;
} fit_estimate;

typedef struct fit_curve_answer {
    criteria criteria;
    double sigma;                /* as given, or estimated */
    double chi2;                 /* mean square of the scaled residuals */
    double offset, offset_error; /* 0 and NaN without one */
    double *model;               /* with the offset */
    double *model_x;             /* NULL: none of its own */
} fit_curve_answer;

typedef struct fit_answer {
    fit_end end;
    const char *how; /* a phrase: how the method ended */
    abut_message message;
    fit_estimate *estimate;
    double *correlation; /* parameters x parameters; NaN where there is none */
    fit_curve_answer *curve;
    double cost;       /* what was minimised */
    int points, dof;   /* points less all that was estimated */
    double chi2;       /* sum of squares of scaled residuals over dof; NaN if a sigma was estimated */
    double condition;  /* of the scaled sensitivities; infinite: dependent */
    bool accepted;     /* by all criteria of the options */
    bool has_solution; /* at least one evaluation succeeded: the fields above are filled */
    long evaluations, runs, reused, failures;
    int iterations, rounds; /* of the method; of the weights of curves with unknown noise */
    int warnings;
    const char **warning;
    void *own;
} fit_answer;

/* Returns ABUT_OK if there is an answer, however it ended. To be freed by fit_free in any case. */
abut_status fit_solve(const fit_problem *problem, const fit_options *options, fit_answer *answer);
void fit_free(fit_answer *answer);

const char *fit_end_word(fit_end end); /* "done", "limit", "stopped", "failed" */

#endif
