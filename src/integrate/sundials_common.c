/* Context, vectors, evaluation and failures of the SUNDIALS integrators. */
#include "sundials_common.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/message.h"

static const double tiny_weight = 1e-30;

abut_status sun_begin(sun_base *b, const char *name, const integrator_setup *setup, abut_message *message) {
    b->setup = *setup;
    b->name = name;
    b->n = mb_size(setup->system);
    b->ny = b->n.nx + b->n.nu + b->n.ns;
    b->length = b->ny > 0 ? b->ny : 1;
    if (setup->events && b->n.contacts <= SUN_MOST_ROOTS) b->roots = b->n.contacts;
    b->touch_in = INFINITY;
    b->y_seen = calloc((size_t)b->length, sizeof *b->y_seen);
    b->f_seen = calloc((size_t)b->length, sizeof *b->f_seen);
    if (!b->y_seen || !b->f_seen || SUNContext_Create(NULL, &b->context))
        return say(message, ABUT_NO_MEMORY, "%s: out of memory", name);
    return ABUT_OK;
}

void sun_end(sun_base *b) {
    free(b->y_seen);
    free(b->f_seen);
    if (b->context) (void)SUNContext_Free(&b->context);
    b->y_seen = b->f_seen = NULL;
}

N_Vector sun_vector(sun_base *b, int length) {
    N_Vector v = N_VNew_Serial(length, b->context);
    if (v) N_VConst(0.0, v);
    return v;
}

/* ---- evaluation ---- */
int sun_answer(sun_base *b, abut_status status) {
    if (status == ABUT_OK) return 0;
    b->last = status;
    if (status > 0) b->trouble = status, b->trouble_at = b->setup.counts->steps;
    return status > 0 ? 1 : -1;
}

int sun_gaps(sun_base *b, double t, const double *y, double *h) {
    b->in_work = false;
    return sun_answer(b, mb_gaps(b->setup.work, t, y, h));
}

int sun_project(sun_base *b, double t, double *y, double *correction) {
    b->in_work = false;
    return sun_answer(b, mb_project(b->setup.work, t, y, correction));
}

int sun_linearise(sun_base *b, double t, const double *y) {
    b->in_work = false;
    b->setup.counts->jac_evals++;
    return sun_answer(b, mb_linearise(b->setup.work, t, y, NULL, NULL));
}

void sun_forget(sun_base *b) { b->seen = false; }

static bool same_state(const sun_base *b, double t, const double *y) {
    return b->seen && t == b->t_seen && !memcmp(y, b->y_seen, (size_t)b->ny * sizeof *y);
}

int sun_evaluate(sun_base *b, double t, const double *y, double *f, double *powers) {
    if (!same_state(b, t, y) || (powers && !b->powers_known)) {
        b->seen = false;
        b->setup.counts->rhs_evals++;
        int flag = sun_answer(b, mb_rhs(b->setup.work, t, y, b->f_seen, powers ? b->powers_seen : NULL));
        if (flag) return flag;
        if (powers) b->touch_in = mb_time_to_touch(b->setup.work);
        memcpy(b->y_seen, y, (size_t)b->ny * sizeof *y);
        b->t_seen = t;
        b->seen = b->in_work = true;
        b->powers_known = powers != NULL;
    }
    if (f) memcpy(f, b->f_seen, (size_t)b->length * sizeof *f);
    if (powers) memcpy(powers, b->powers_seen, sizeof b->powers_seen);
    return 0;
}

int sun_weights(sun_base *b, const double *y, double *w) {
    if (b->ny == 0) {
        w[0] = tiny_weight;
        return 0;
    }
    mb_allowed(b->setup.system, y, w, w + b->n.nx, NULL, w + b->n.nx + b->n.nu);
    for (int i = 0; i < b->ny; i++) {
        if (!(w[i] > 0)) return -1;
        w[i] = fmax(1 / w[i], tiny_weight);
    }
    return 0;
}

/* ---- the step ---- */
abut_status sun_may_step(const sun_base *b, double t, abut_message *message) {
    if (t < *b->setup.t_end) return ABUT_OK;
    return say(message, ABUT_BAD_VALUE, "%s: the end time %g s is reached, no step goes beyond", b->name,
               *b->setup.t_end);
}

double sun_latest(const sun_base *b, double t) {
    /* The next touch may not be leapt over; but gaps that are about to vanish must not stop the motion. */
    double bound = fmax(1.05 * b->touch_in, fmax(0.1 * b->last_step, 1e-12 * fabs(t)));
    bound = fmin(bound, fmax(mb_longest_step(b->setup.system, t), 1e-12 * fabs(t)));
    return fmin(*b->setup.t_end, t + bound);
}

double sun_ahead(const sun_base *b, double t) {
    double unit = fmax(1, fabs(t));
    return isfinite(*b->setup.t_end) ? fmax(*b->setup.t_end, t + 1e-6 * unit) : t + unit;
}

static void show_to_observer(sun_base *b, double t, const double *y, bool at_end) {
    if (!b->setup.observe) return;
    bool there = b->in_work && b->seen && (at_end ? t == b->t_seen : same_state(b, t, y));
    if (!there) {
        sun_forget(b);
        if (sun_evaluate(b, t, y, NULL, NULL)) return;
    }
    b->setup.observe(b->setup.user, t, y);
}

abut_status sun_stepped(sun_base *b, double t0, double t1, const double *y, bool at_end, abut_message *message) {
    if (b->last < 0) return sun_failure(b, t0, t1 - t0, message);
    show_to_observer(b, t1, y, at_end);
    b->last_step = t1 - t0;
    b->setup.counts->steps++;
    sun_forget(b);
    b->stuck = t1 > t0 ? 0 : b->stuck + 1;
    if (b->stuck < SUN_MOST_STUCK) return ABUT_OK;
    bool troubled = b->trouble && b->setup.counts->steps - b->trouble_at <= 3L * SUN_MOST_STUCK;
    return say(message, ABUT_NO_PROGRESS, "%s: no progress at t = %g s, the steps no longer move the time%s%s", b->name,
               t1, troubled ? ": " : "", troubled ? abut_status_text(b->trouble) : "");
}

void sun_count(sun_base *b, long fails, long newton_fails) {
    b->setup.counts->rejected += fails - b->fails_seen;
    b->setup.counts->newton_fails += newton_fails - b->newton_fails_seen;
    b->fails_seen = fails;
    b->newton_fails_seen = newton_fails;
}

double sun_energy_tolerance(const sun_base *b, const double *powers) {
    if (!b->n.contacts && !b->n.crowds) return 0;
    double largest = fmax(1e-9, mb_energy_scale(b->setup.work));
    for (int i = 0; i < MB_QUADS; i++) largest = fmax(largest, fabs(powers[i]));
    return 0.5 * b->setup.rtol * largest;
}

bool sun_lengths_lost(sun_base *b, double t, double *y, double *copy) {
    double most = 0;
    if (!b->n.quaternions || b->setup.counts->steps % SUN_STEPS_BETWEEN_LOOKS) return false;
    memcpy(copy, y, (size_t)b->ny * sizeof *copy);
    if (mb_project(b->setup.work, t, copy, NULL)) return false;
    for (int i = 0; i < b->n.nx; i++) most = fmax(most, fabs(copy[i] - y[i]));
    if (most < 0.2) return false;
    memcpy(y, copy, (size_t)b->ny * sizeof *copy);
    return true;
}

void sun_archive(sun_base *b, archive *a) {
    int trouble = b->trouble;
    archive_int(a, &trouble, -100, 100);
    b->trouble = trouble;
    archive_long(a, &b->trouble_at, 0, LONG_MAX);
    ARCHIVE(a, b->touch_in);
    ARCHIVE(a, b->last_step);
    archive_int(a, &b->stuck, 0, SUN_MOST_STUCK);
    sun_forget(b);
}

/* ---- failures ---- */
void sun_complaint(int code, const char *module, const char *function, char *text, void *user) {
    sun_base *b = user;
    (void)code, (void)module, (void)function;
    (void)snprintf(b->said, sizeof b->said, "%s", text ? text : "");
}

abut_status sun_failure(sun_base *b, double t, double h, abut_message *message) {
    if (b->last < 0)
        return say(message, b->last, "%s: at t = %g s with a step of %g s: %s", b->name, t, h,
                   abut_status_text(b->last));
    if (b->last > 0)
        return say(message, ABUT_NO_PROGRESS, "%s: no progress at t = %g s with steps down to %g s: %s (%s)", b->name,
                   t, h, abut_status_text(b->last), b->said);
    return say(message, ABUT_NO_PROGRESS, "%s: no progress at t = %g s with steps down to %g s (%s)", b->name, t, h,
               b->said);
}

/* ---- linear solvers of our own ---- */
static SUNMatrix_ID matrix_id(SUNMatrix A) {
    (void)A;
    return SUNMATRIX_CUSTOM;
}
static int matrix_zero(SUNMatrix A) {
    (void)A;
    return SUNMAT_SUCCESS;
}
static void matrix_destroy(SUNMatrix A) { SUNMatFreeEmpty(A); }

SUNMatrix sun_no_matrix(SUNContext context) {
    SUNMatrix A = SUNMatNewEmpty(context);
    if (!A) return NULL;
    A->ops->getid = matrix_id;
    A->ops->zero = matrix_zero;
    A->ops->destroy = matrix_destroy;
    return A;
}

static SUNLinearSolver_Type solver_type(SUNLinearSolver S) {
    (void)S;
    return SUNLINEARSOLVER_DIRECT;
}
static SUNLinearSolver_ID solver_id(SUNLinearSolver S) {
    (void)S;
    return SUNLINEARSOLVER_CUSTOM;
}
static int solver_setup(SUNLinearSolver S, SUNMatrix A) {
    (void)S, (void)A;
    return SUNLS_SUCCESS;
}
static int solver_free(SUNLinearSolver S) {
    S->content = NULL;
    SUNLinSolFreeEmpty(S);
    return SUNLS_SUCCESS;
}

SUNLinearSolver sun_own_solver(SUNContext context, void *content, sun_solve_fn *solve) {
    SUNLinearSolver S = SUNLinSolNewEmpty(context);
    if (!S) return NULL;
    S->ops->gettype = solver_type;
    S->ops->getid = solver_id;
    S->ops->setup = solver_setup;
    S->ops->solve = solve;
    S->ops->free = solver_free;
    S->content = content;
    return S;
}
