/* What the integrators of SUNDIALS share: the context, vectors over the state y = x | u | s, error weights,
 * evaluation of the mechanics with one remembered result, and sentences for failures. Nothing of SUNDIALS prints. */
#ifndef ABUT_INTEGRATE_SUNDIALS_COMMON_H
#define ABUT_INTEGRATE_SUNDIALS_COMMON_H

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include "integrate.h"

typedef struct sun_base {
    integrator_setup setup;
    const char *name; /* of the integrator, for sentences */
    mb_sizes n;
    int ny;     /* nx + nu + ns */
    int length; /* of vectors of the state: ny, but at least 1 */
    int roots;  /* event functions: contacts, or 0 */
    SUNContext context;
    abut_status last;    /* what the mechanics answered last, if it was not ABUT_OK */
    abut_status trouble; /* the last recoverable answer, and at which step it came */
    long trouble_at;
    char said[200]; /* the last complaint of SUNDIALS */
    /* the last evaluation: f and, if known, the powers at (t_seen, y_seen) */
    double t_seen, *y_seen, *f_seen, powers_seen[MB_QUADS];
    bool seen, powers_known;
    bool in_work;    /* the mechanics still hold that evaluation: nothing else was asked since */
    double touch_in; /* s, bound of mb_time_to_touch at the last state whose powers were asked for */
    double last_step;
    int stuck;                          /* steps in a row that did not move the time */
    long fails_seen, newton_fails_seen; /* counted already, since the last start */
} sun_base;

enum { SUN_MOST_ROOTS = 10000, SUN_MOST_FAILS = 20, SUN_MOST_STUCK = 100, SUN_STEPS_BETWEEN_LOOKS = 50 };

abut_status sun_begin(sun_base *b, const char *name, const integrator_setup *setup, abut_message *message);
void sun_end(sun_base *b); /* safe on a zeroed base */

N_Vector sun_vector(sun_base *b, int length); /* zeroed; NULL: out of memory */
static inline double *sun_data(N_Vector v) { return NV_DATA_S(v); }

/* 0, +1 (recoverable) or -1, as SUNDIALS wants it; remembers what is not ABUT_OK. */
int sun_answer(sun_base *b, abut_status status);
/* Other questions to the mechanics. */
int sun_gaps(sun_base *b, double t, const double *y, double *h);
int sun_project(sun_base *b, double t, double *y, double *correction);
int sun_linearise(sun_base *b, double t, const double *y);
/* f (may be NULL) and powers (may be NULL) at t, y. Evaluates only if the last evaluation was another state. */
int sun_evaluate(sun_base *b, double t, const double *y, double *f, double *powers);
void sun_forget(sun_base *b); /* the memory of contacts has changed: the next evaluation is done anew */

/* w = 1/allowed of the state, tiny where an error does not matter. */
int sun_weights(sun_base *b, const double *y, double *w);

/* J, what the integrals of the powers may miss in each step, of the largest energy about: bodies that contacts damp or rub
 * move on in steps that say nothing of the powers. 0: there are no contacts, nobody need look. */
double sun_energy_tolerance(const sun_base *b, const double *powers);

/* Is there a step to take from t? ABUT_OK, or the sentence that the end is reached. */
abut_status sun_may_step(const sun_base *b, double t, abut_message *message);
/* Where the next step must end at the latest; INFINITY. */
double sun_latest(const sun_base *b, double t);
/* A time to head for that is later than t by a useful length. */
double sun_ahead(const sun_base *b, double t);
/* After a step from t0 to t1, y there: shows it to the observer, notes the step, refuses to crawl on without moving.
 * `at_end`: the last evaluation was of the end of the step if its time says so. */
abut_status sun_stepped(sun_base *b, double t0, double t1, const double *y, bool at_end, abut_message *message);

/* Counts what SUNDIALS has counted since the last start. */
void sun_count(sun_base *b, long fails, long newton_fails);
/* Without projection quaternions slowly change their length. No equation minds, but it must not become 0: true, once in a
 * while, if y has been given unit ones and the method must start anew. copy: scratch of the size of y. */
bool sun_lengths_lost(sun_base *b, double t, double *y, double *copy);

/* The part of the base in an archive. What SUNDIALS itself remembers is not in it: both the run that was saved and the one that was
 * loaded start anew where the slot `renew` says so. */
void sun_archive(sun_base *b, struct archive *a);

/* The sentence for a step that failed. */
abut_status sun_failure(sun_base *b, double t, double h, abut_message *message);
/* Takes complaints (CVErrHandlerFn and the like): user is the base. */
void sun_complaint(int code, const char *module, const char *function, char *text, void *user);

/* ---- linear solvers of our own ---- */
typedef int sun_solve_fn(SUNLinearSolver solver, SUNMatrix A, N_Vector z, N_Vector b, realtype tolerance);
/* A matrix without entries: what is factored lies in the mechanics. */
SUNMatrix sun_no_matrix(SUNContext context);
/* A direct solver; its content is `content`, its setup does nothing. */
SUNLinearSolver sun_own_solver(SUNContext context, void *content, sun_solve_fn *solve);

#endif
