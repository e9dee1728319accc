/* Newton's iteration of park: r = f(t, y) - (a0 (y - predicted) + drift) = 0 in the chart about the predicted state.
 *
 * Factors of earlier steps serve as long as they converge; then the Jacobian is taken at the prediction, and where even that
 * converges slowly, at every iterate, with shortened corrections where a full one does not lead closer: forces have kinks
 * where contacts close or stick. "Closer" is measured by the next correction with the same matrix (P. Deuflhard, Newton
 * Methods for Nonlinear Problems, 2004, section 3.3: natural monotonicity). The state that is accepted has been evaluated: no
 * kink between the last two iterates is overlooked. */
#include <math.h>
#include <string.h>

#include "park.h"

enum { EVALUATIONS = 12 };              /* most, from one prediction */
static const double ENOUGH = 0.02;      /* what may be left, of the allowed error */
static const double LARGEST_LAST = 0.5; /* of the allowed error: the last correction */
static const double HOPELESS = 30;      /* local error by the first correction: no need to know it better */
static const double SLOW = 0.3;         /* convergence that asks for a new Jacobian */
static const double LEAST_PART = 0.1;   /* of a correction */
static const double OTHER_ALPHA = 0.05; /* relative change of alpha that asks for new factors */

static abut_status factor(park *p) {
    p->alpha = 1 / p->a0;
    p->setup.counts->factorisations++;
    abut_status status = mb_factor(p->setup.work, p->alpha);
    if (status) p->linearised = false;
    return status;
}

/* Accelerations at the iterate; with a new matrix, or in full for those who read `work`, or alone. */
static abut_status evaluate(park *p, double t, bool matrix, bool full, const double **a) {
    mb_work *work = p->setup.work;
    p->setup.counts->rhs_evals++;
    *a = p->ydot + p->nx;
    if (!matrix) return full ? mb_rhs(work, t, p->y, p->ydot, NULL) : mb_accelerate(work, t, p->y, a);
    p->setup.counts->jac_evals++;
    abut_status status = mb_linearise(work, t, p->y, p->ydot, NULL);
    p->linearised = !status;
    p->modes = mb_modes(work);
    return status ? status : factor(p);
}

/* The correction at the iterate, and its size. */
static abut_status correct(park *p, double t, bool matrix, bool full, double *size) {
    const double *a;
    int nu = p->nu;
    abut_status status = evaluate(p, t, matrix, full, &a);
    if (status) return status;
    mb_chart_rate(p->setup.work, p->y, p->change, p->y + p->nx, p->speed);
    for (int i = 0; i < nu; i++) {
        p->step[i] = p->speed[i] - p->a0 * p->change[i] - p->drift[i];
        p->step[nu + i] = a[i] - p->a0 * p->change[nu + i] - p->drift[nu + i];
    }
    mb_newton(p->setup.work, p->step, p->step + nu);
    *size = stepper_norm(&p->base, p->step);
    return isfinite(*size) ? ABUT_OK : ABUT_NOT_FINITE;
}

static void keep(park *p) {
    size_t bytes = 2 * (size_t)p->nu * sizeof(double);
    memcpy(p->kept_change, p->change, bytes);
    memcpy(p->kept_step, p->step, bytes);
}

/* change := kept change + part of the kept step */
static void move(park *p, double part) {
    int nu = p->nu;
    for (int i = 0; i < 2 * nu; i++) p->change[i] = p->kept_change[i] + part * p->kept_step[i];
    mb_retract(p->setup.system, p->predicted, p->change, p->y);
    for (int i = 0; i < nu; i++) p->y[p->nx + i] = p->predicted[p->nx + i] + p->change[nu + i];
}

/* Is the state good once this correction is made? ratio: to the correction before, 0 if unknown. */
static bool enough(const park *p, double size, double ratio, int corrections) {
    if (corrections == 0) return false;
    if (p->setup.iterations > 0 && corrections >= p->setup.iterations) return size <= LARGEST_LAST;
    return size <= ENOUGH || (ratio > 0 && ratio < 1 && size <= LARGEST_LAST && size * ratio / (1 - ratio) <= ENOUGH);
}

/* fresh: with the Jacobian of the prediction; else with the matrix that there is. */
static abut_status iterate(park *p, double t, bool fresh, double *error) {
    bool matrix = fresh;
    double size = 0, before = 0, part = 1;
    int corrections = 0;
    memset(p->kept_change, 0, 2 * (size_t)p->nu * sizeof(double));
    move(p, 0);
    for (int i = 0; i < EVALUATIONS; i++) {
        abut_status status = correct(p, t, matrix, i > 0, &size);
        if (status < 0 || (status && i == 0)) return status;
        double ratio = before > 0 ? size / before : 0;
        /* the matrix of a contact that sticks makes every correction of one that slips small */
        bool other = p->setup.iterations == 0 && mb_modes(p->setup.work) != p->modes;
        if (!status && !other && enough(p, size, ratio, corrections)) {
            keep(p);
            move(p, 1);
            *error = p->error_factor * stepper_norm(&p->base, p->change);
            return ABUT_OK;
        }
        if (i == 0 && p->setup.fixed_step == 0 && p->error_factor * size > HOPELESS) {
            *error = p->error_factor * size;
            return fresh ? ABUT_OK : ABUT_NO_CONVERGENCE;
        }
        /* a contact that just closes: from nothing to next to nothing is no step back */
        bool worse = status || (ratio > 1 && size > ENOUGH), slow = (ratio > SLOW || other) && !matrix;
        if ((worse || slow) && !fresh) break;
        if (p->setup.iterations > 0 && corrections >= p->setup.iterations) break;
        if (worse) {
            part *= 0.5;
            if (part < LEAST_PART) break;
            matrix = false;
            move(p, part);
            continue;
        }
        if (slow) { /* here again, with the Jacobian of this iterate */
            matrix = true;
            before = 0;
            continue;
        }
        keep(p);
        move(p, 1);
        part = 1;
        before = size;
        corrections++;
        matrix = p->setup.iterations > 0 && corrections < p->setup.iterations;
    }
    return ABUT_NO_CONVERGENCE;
}

abut_status park_solve(park *p, double t, double *error) {
    if (p->linearised && p->setup.iterations == 0) {
        abut_status status = ABUT_OK;
        if (fabs(p->alpha * p->a0 - 1) > OTHER_ALPHA) status = factor(p);
        if (!status) status = iterate(p, t, false, error);
        if (status <= 0) return status;
    }
    abut_status status = iterate(p, t, true, error);
    if (status) p->linearised = false;
    return status;
}
