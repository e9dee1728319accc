/* Levenberg-Marquardt in a box. The QR factorisation and the parameter of a step come from cminpack (qrfac, lmpar: More,
 * The Levenberg-Marquardt algorithm, 1978); sensitivities are differences, evaluated in parallel. A parameter at a bound
 * that it is pushed against is held for the step, the others move without it; a step is cut at the bounds, and judged as it
 * was cut. A step to a place where the model fails is a step that was too long. */
#include <cminpack.h>
#include <string.h>

#include "method.h"

static const double first_radius = 0.2; /* of the width between bounds */
static const double least_step = 1e-8;
static const double accept_ratio = 1e-4;

typedef struct lm {
    fit *f;
    double *z, *trial, *step; /* n */
    double *e, *J;            /* errors, m; sensitivities, m x n */
    double cost, radius, par, predicted;
    bool cut;     /* the step was shortened by a bound */
    double *diag; /* scale of each parameter: the largest norm its column has had */
    /* the free parameters of this step */
    int k, *index, *pivot;
    double *A, *R, *qtb, *x, *work;
} lm;

static lm lm_start(fit *f, const double *z) {
    size_t n = (size_t)f->n, m = (size_t)f->m;
    lm s = {.f = f};
    double **parts[] = {&s.z, &s.trial, &s.step, &s.diag, &s.qtb, &s.x, &s.work, &s.e, &s.J, &s.A, &s.R};
    const size_t sizes[] = {n, n, n, n, n, n, 4 * n, m, m * n, m * n, n * n};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        *parts[i] = arena_get(&f->memory, sizes[i] * sizeof(double));
    s.index = arena_get(&f->memory, n * sizeof *s.index);
    s.pivot = arena_get(&f->memory, n * sizeof *s.pivot);
    memcpy(s.z, z, n * sizeof *z);
    return s;
}

static double dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* Scales from the columns; the first radius. */
static void scale(lm *s) {
    int n = s->f->n, m = s->f->m;
    double sum = 0;
    for (int j = 0; j < n; j++) {
        const double *column = s->J + (size_t)j * (size_t)m;
        s->diag[j] = fmax(s->diag[j], sqrt(dot(m, column, column)));
        sum += s->diag[j] * s->diag[j];
    }
    if (s->radius == 0) s->radius = first_radius * sqrt(sum);
}

/* Parameters that may move: not those without sensitivity, and not those pushed against their bound. */
static void choose_free(lm *s) {
    int m = s->f->m;
    s->k = 0;
    for (int j = 0; j < s->f->n; j++) {
        double gradient = dot(m, s->J + (size_t)j * (size_t)m, s->e);
        bool held = (s->z[j] <= 0 && gradient >= 0) || (s->z[j] >= 1 && gradient <= 0);
        if (s->f->active[j] && s->diag[j] > 0 && !held) s->index[s->k++] = j;
    }
}

/* QR of the free columns; the first k numbers of Q^T e. */
static void factorise(lm *s) {
    int m = s->f->m, k = s->k;
    double *rdiag = s->work, *e = s->f->error;
    for (int c = 0; c < k; c++)
        memcpy(s->A + (size_t)c * (size_t)m, s->J + (size_t)s->index[c] * (size_t)m, (size_t)m * sizeof *s->A);
    qrfac(m, k, s->A, m, 1, s->pivot, k, rdiag, s->work + k, s->work + 2 * k);
    memcpy(e, s->e, (size_t)m * sizeof *e);
    for (int j = 0; j < k; j++) {
        double *v = s->A + (size_t)j * (size_t)m;
        if (v[j] != 0) {
            double part = -dot(m - j, v + j, e + j) / v[j];
            for (int i = j; i < m; i++) e[i] += part * v[i];
        }
        s->qtb[j] = e[j];
        memcpy(s->R + (size_t)j * (size_t)k, v, (size_t)j * sizeof *v);
        s->R[(size_t)j * (size_t)k + (size_t)j] = rdiag[j];
    }
}

/* The step within the radius, cut at the bounds; what it should bring; its scaled length. */
static double choose_step(lm *s) {
    int n = s->f->n, m = s->f->m, k = s->k;
    double *R = s->A, *diag = s->work, length = 0,
           after = 0; /* A is free again; lmpar writes below the diagonal of R */
    memcpy(R, s->R, (size_t)k * (size_t)k * sizeof *R);
    for (int c = 0; c < k; c++) diag[c] = s->diag[s->index[c]];
    lmpar(k, R, k, s->pivot, diag, s->qtb, s->radius, &s->par, s->x, s->work + k, s->work + 2 * k, s->work + 3 * k);
    memset(s->step, 0, (size_t)n * sizeof *s->step);
    s->cut = false;
    for (int c = 0; c < k; c++) {
        int j = s->index[c];
        double to = s->z[j] - s->x[c];
        s->cut = s->cut || to < 0 || to > 1;
        s->trial[j] = fmin(fmax(to, 0), 1);
        s->step[j] = s->trial[j] - s->z[j];
    }
    for (int j = 0; j < n; j++) {
        if (s->step[j] == 0) s->trial[j] = s->z[j];
        length += s->diag[j] * s->step[j] * s->diag[j] * s->step[j];
    }
    for (int i = 0; i < m; i++) {
        double e = s->e[i];
        for (int c = 0; c < k; c++) e += s->J[(size_t)s->index[c] * (size_t)m + (size_t)i] * s->step[s->index[c]];
        after += e * e;
    }
    s->predicted = s->cost - after;
    return sqrt(length);
}

static double longest(const lm *s) {
    double most = 0;
    for (int j = 0; j < s->f->n; j++) most = fmax(most, fabs(s->step[j]));
    return most;
}

static void resize(lm *s, double ratio, double length) {
    if (ratio < 0.25)
        s->radius = 0.25 * fmin(s->radius, length > 0 ? 4 * length : s->radius);
    else if (ratio > 0.75)
        s->radius = fmax(s->radius, 2 * length);
}

/* Steps until one is good. FIT_DONE: none is worth it. */
static fit_end descend(lm *s) {
    double tolerance = s->f->options->tolerance;
    for (;;) {
        double length = choose_step(s), cost;
        bool worth = s->predicted > tolerance * s->cost;
        if ((!worth && !s->cut) || longest(s) < least_step) return FIT_DONE;
        if (!worth) { /* what the bounds have left of it leads elsewhere */
            s->radius *= 0.25;
            continue;
        }
        fit_end end = fit_costs(s->f, "step", 1, s->trial, &cost);
        if (end != FIT_GOES_ON) return end;
        double ratio = isfinite(cost) ? (s->cost - cost) / s->predicted : -1;
        resize(s, ratio, length);
        if (ratio < accept_ratio) continue;
        bool last = s->cost - cost <= tolerance * s->cost;
        memcpy(s->z, s->trial, (size_t)s->f->n * sizeof *s->z);
        s->cost = cost;
        return last ? FIT_DONE : FIT_GOES_ON;
    }
}

static fit_end run_lm(fit *f, const fit_method *self, const double *z) {
    lm s = lm_start(f, z);
    fit_end end = fit_costs(f, "start", 1, z, &s.cost);
    (void)self;
    while (end == FIT_GOES_ON && s.cost > 0) {
        if (!fit_errors(f, s.z, s.e)) return FIT_FAILED;
        end = fit_jacobian(f, "sensitivity", s.z, false, fit_errors, s.J, NULL);
        if (end != FIT_GOES_ON) break;
        f->answer->iterations++;
        scale(&s);
        choose_free(&s);
        if (s.k == 0) break;
        factorise(&s);
        end = descend(&s);
    }
    if (end == FIT_GOES_ON) end = FIT_DONE;
    if (end == FIT_DONE) f->answer->how = "no step makes the cost smaller by more than the tolerance";
    return end;
}

const fit_method method_lm = {
    .type = {"method", "lm", "Levenberg-Marquardt: least squares from a start that is not too far off", NULL, NULL,
             ABUT_USUAL},
    .evaluations = 300,
    .least_squares = true,
    .run = run_lm,
};
