/* What the parts of a fit share. Places z of parameters run from 0 at the lower bound to 1 at the upper one, on the scale of
 * the parameter; methods know nothing else. */
#ifndef ABUT_STUDY_FIT_INSIDE_H
#define ABUT_STUDY_FIT_INSIDE_H

#include <math.h>

#include "base/message.h"
#include "pool.h"
#include "runs.h"

typedef struct fit {
    const fit_problem *problem;
    const fit_options *options; /* with what was left open filled in */
    fit_answer *answer;
    arena memory;
    jmp_buf no_memory;

    int n, m;      /* parameters; points of all curves */
    int *row;      /* the first point of each curve */
    bool *active;  /* parameters that are varied */
    double *sigma; /* of each curve, as the cost uses it now */
    double *rough; /* of the last sensitivities, as in fit_estimate */

    run_store runs;
    run_pool *pool;
    FILE *history;
    long history_rows;
    const struct fit_method *method; /* at work */
    int round;                       /* of the weights */

    long limit; /* of evaluations */
    bool stopped;
    abut_message
        ended; /* a run lacked memory, or what this machine has to have: such a run says nothing of the model */
    const char *first_failure; /* sentence of the first run that failed */
    double *best;              /* place of the least cost so far under the present weights */
    double best_cost, worst_cost;

    /* room for one batch */
    int room;
    run_job *jobs;
    double *values, *numbers, *model, *error;
} fit;

/* ---- places (place.c) ---- */
double place_width(const fit_parameter *p);            /* between the bounds, in the parameter or in its logarithm */
double place_of(const fit_parameter *p, double value); /* clamped to the bounds */
double place_value(const fit_parameter *p, double z);
double place_step(const fit_parameter *p);                        /* of differences */
void place_values(const fit *f, const double *z, double *values); /* all; what is not active stays at its start */

/* ---- evaluation (points.c) ---- */
/* Costs at `count` places one after the other, computed in parallel; infinite where a run fails. Not FIT_GOES_ON: it was
 * stopped or the limit was reached, and the rest of the costs is infinite. `what`: a word for the history. */
fit_end fit_costs(fit *f, const char *what, int count, const double *z, double *cost);
/* Model values at all points, and what is squared and summed to the cost; false: not evaluated, or it failed. */
typedef bool fit_vector_fn(fit *f, const double *z, double *out);
fit_vector_fn fit_model, fit_errors;
const char *fit_failure(fit *f, const double *z); /* why it failed */
/* By the acceptance of the options. */
bool fit_accepted(fit *f, const double *z);
void fit_forget_best(fit *f); /* the weights have changed */

/* ---- residuals (residual.c) ---- */
double huber_psi(double s); /* derivative of Huber's loss of a scaled residual */
double huber_psi_rate(double s);
/* The offset of a curve that fits its model values best. */
double residual_offset(const fit *f, int curve, const double *model);
/* (model + offset - measured)/sigma at all points; offset may be NULL, otherwise it gets one per curve. */
void residual_scaled(const fit *f, const double *model, double *s, double *offset);
/* Weighted, and with the square root of the loss: what is squared and summed to the cost. */
void residual_errors(const fit *f, const double *model, double *e);

/* ---- sensitivities (jacobian.c) ---- */
/* Columns d vector/dz of active parameters, by differences; 0 for the others and where the model fails on both sides, which
 * `failed` tells (may be NULL). */
fit_end fit_jacobian(fit *f, const char *what, const double *z, bool central, fit_vector_fn *vector, double *J,
                     bool *failed);

/* ---- unknown noise (noise.c) ---- */
void noise_first_guess(fit *f);
bool noise_unknown(const fit *f);
/* Must the fit be repeated when sigmas change? Not if they only scale the cost. */
bool noise_matters(const fit *f);
/* Sigmas of unknown groups from the residuals at z; J: d model/dz, whose columns `used` were fitted. Returns the largest
 * relative change. */
double noise_update(fit *f, const double *model, const double *J, const bool *used);

/* ---- history (history.c) ---- */
abut_status history_open(fit *f, abut_message *message);
void history_add(fit *f, const char *what, const double *values, double cost);
bool history_close(fit *f);

/* ---- the answer (statistics.c, warnings.c) ---- */
/* J: d model/dz by central differences at z. */
void statistics_fill(fit *f, const double *z, const double *model, const double *J);
void warnings_fill(fit *f);
void warnings_add(fit *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
