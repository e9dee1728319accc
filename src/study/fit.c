/* A fit from start to end: the start, the method, rounds of weights for unknown noise, the answer. */
#include "fit.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "method.h"

static const double tolerance_preset = 1e-6;
static const double same_noise = 0.02; /* relative change of sigma that asks for no further round */
enum { ROUNDS_MOST = 10 };

const char *fit_end_word(fit_end end) {
    static const char *const words[] = {"running", "done", "limit", "stopped", "failed"};
    return words[end];
}

/* ---- the start ---- */
static void make_rows(fit *f) {
    const fit_problem *p = f->problem;
    f->row = arena_get(&f->memory, (size_t)p->curves * sizeof *f->row);
    for (int k = 0; k < p->curves; k++) {
        f->row[k] = f->m;
        f->m += p->curve[k].points;
    }
}

static void make_room(fit *f) {
    size_t n = (size_t)f->n, m = (size_t)f->m, curves = (size_t)f->problem->curves;
    fit_answer *a = f->answer;
    f->active = arena_get(&f->memory, n * sizeof *f->active);
    f->best = arena_get(&f->memory, n * sizeof *f->best);
    f->sigma = arena_get(&f->memory, curves * sizeof *f->sigma);
    f->rough = arena_get(&f->memory, n * sizeof *f->rough);
    f->model = arena_get(&f->memory, m * sizeof *f->model);
    f->error = arena_get(&f->memory, m * sizeof *f->error);
    a->estimate = arena_get(&f->memory, n * sizeof *a->estimate);
    a->correlation = arena_get(&f->memory, n * n * sizeof *a->correlation);
    a->curve = arena_get(&f->memory, curves * sizeof *a->curve);
    for (size_t i = 0; i < n; i++) {
        f->active[i] = true;
        a->estimate[i] = (fit_estimate){
            .value = f->problem->parameter[i].start, .std_error = (double)NAN, .low = (double)NAN, .high = (double)NAN};
    }
    for (size_t i = 0; i < n * n; i++) a->correlation[i] = (double)NAN;
    for (size_t k = 0; k < curves; k++) a->curve[k].offset_error = (double)NAN;
    a->chi2 = a->condition = (double)NAN;
    a->how = "";
}

static abut_status open_fit(fit *f, const fit_problem *problem, const fit_options *options) {
    fit_options *own = arena_get(&f->memory, sizeof *own);
    *own = *options;
    if (!(own->tolerance > 0)) own->tolerance = tolerance_preset;
    f->problem = problem;
    f->options = own;
    f->n = problem->parameters;
    f->runs = (run_store){.memory = &f->memory, .problem = problem};
    make_rows(f);
    make_room(f);
    abut_status status = ABUT_OK;
    if (own->folder) status = runs_open(&f->runs, own->folder, own->fingerprint, own->resume, &f->answer->message);
    if (!status && own->folder) status = history_open(f, &f->answer->message);
    if (status) return status;
    f->pool = pool_open(problem, own->workers, own->folder);
    return f->pool ? ABUT_OK : say(&f->answer->message, ABUT_NO_MEMORY, "out of memory");
}

/* Parameters without any influence at the start are not varied. FIT_FAILED if none is left. */
static fit_end choose_active(fit *f, const double *z) {
    size_t m = (size_t)f->m;
    double *J = arena_get(&f->memory, m * (size_t)f->n * sizeof *J);
    bool *failed = arena_get(&f->memory, (size_t)f->n * sizeof *failed), any = false;
    fit_end end = fit_jacobian(f, "sensitivity", z, false, fit_model, J, failed);
    for (int j = 0; j < f->n && end == FIT_GOES_ON; j++) {
        bool moves = failed[j];
        for (size_t i = 0; i < m && !moves; i++) moves = J[(size_t)j * m + i] != 0;
        f->active[j] = moves;
        any = any || moves;
    }
    if (any || end != FIT_GOES_ON) return end;
    (void)say(&f->answer->message, ABUT_BAD_VALUE, "no parameter has any influence on the curves");
    return FIT_FAILED;
}

static fit_end start(fit *f, double *z) {
    double cost;
    for (int i = 0; i < f->n; i++) z[i] = place_of(&f->problem->parameter[i], f->problem->parameter[i].start);
    fit_end end = fit_costs(f, "start", 1, z, &cost);
    if (end != FIT_GOES_ON) return end;
    if (!isfinite(cost)) {
        (void)say(&f->answer->message, ABUT_NO_CONVERGENCE, "the model fails at the start values: %s",
                  fit_failure(f, z));
        return FIT_FAILED;
    }
    return choose_active(f, z);
}

/* ---- rounds ---- */
static fit_end run_method(fit *f, const fit_method *m, const double *z) {
    f->method = m;
    return m->run(f, m, z);
}

/* New sigmas from the residuals at the best place; true if they have changed so that the fit is to be repeated. */
static bool new_weights(fit *f, double *z, double *model, double *J, fit_end *end) {
    bool *used = arena_get(&f->memory, (size_t)f->n * sizeof *used);
    memcpy(z, f->best, (size_t)f->n * sizeof *z);
    *end = fit_jacobian(f, "sensitivity", z, false, fit_model, J, NULL);
    if (*end != FIT_GOES_ON || !fit_model(f, z, model)) return false;
    for (int j = 0; j < f->n; j++) used[j] = f->active[j] && z[j] > 0 && z[j] < 1;
    double change = noise_update(f, model, J, used);
    fit_forget_best(f);
    double cost;
    (void)fit_costs(f, "start", 1, z, &cost);
    return change > same_noise;
}

static fit_end repeat_with_weights(fit *f, const fit_method *m, double *z) {
    double *model = arena_get(&f->memory, (size_t)f->m * sizeof *model);
    double *J = arena_get(&f->memory, (size_t)f->m * (size_t)f->n * sizeof *J);
    fit_end end = FIT_DONE;
    while (end == FIT_DONE && ++f->round < ROUNDS_MOST) {
        bool again = new_weights(f, z, model, J, &end);
        if (end != FIT_GOES_ON) return end;
        if (!again) return FIT_DONE;
        end = run_method(f, m, z);
    }
    return end;
}

static fit_end minimise(fit *f, double *z) {
    const fit_method *m = f->options->method ? f->options->method : &method_lm;
    f->limit = f->options->max_evaluations > 0 ? f->options->max_evaluations : m->evaluations;
    f->method = m;
    fit_forget_best(f);
    noise_first_guess(f);
    fit_end end = start(f, z);
    if (end != FIT_GOES_ON) return end;
    end = run_method(f, m, z);
    if (f->options->polish && !m->least_squares && (end == FIT_DONE || end == FIT_LIMIT)) {
        m = &method_lm;
        f->limit = f->answer->evaluations + m->evaluations;
        memcpy(z, f->best, (size_t)f->n * sizeof *z);
        end = run_method(f, m, z);
    }
    return end == FIT_DONE && m->least_squares && noise_matters(f) ? repeat_with_weights(f, m, z) : end;
}

/* ---- the answer ---- */
static void fill_curve(fit *f, int k, const double *model, double offset) {
    const fit_curve *c = &f->problem->curve[k];
    fit_curve_answer *a = &f->answer->curve[k];
    const run_record *r = runs_find(&f->runs, c->experiment, f->values);
    size_t bytes = (size_t)c->points * sizeof *a->model;
    a->offset = offset;
    a->model = arena_get(&f->memory, bytes);
    for (int i = 0; i < c->points; i++) a->model[i] = model[f->row[k] + i] + offset;
    if (c->first_x >= 0 && r) {
        a->model_x = arena_get(&f->memory, bytes);
        memcpy(a->model_x, r->out + c->first_x, bytes);
    }
    a->criteria = criteria_of(c->points, c->x, a->model_x, c->y, a->model, &f->options->accept);
    f->answer->accepted = f->answer->accepted && a->criteria.accepted;
}

/* What is known at the best place without a further run. */
static void fill_values(fit *f, const double *z, const double *model) {
    fit_answer *a = f->answer;
    size_t curves = (size_t)f->problem->curves;
    double *values = arena_get(&f->memory, (size_t)f->n * sizeof *values);
    double *s = arena_get(&f->memory, (size_t)f->m * sizeof *s);
    double *offset = arena_get(&f->memory, curves * sizeof *offset);
    place_values(f, z, values);
    for (int i = 0; i < f->n; i++) a->estimate[i].value = values[i];
    residual_scaled(f, model, s, offset);
    place_values(f, z, f->values);
    a->accepted = f->options->accept.given;
    for (int k = 0; k < f->problem->curves; k++) {
        fill_curve(f, k, model, offset[k]);
        a->curve[k].sigma = f->sigma[k];
    }
    residual_errors(f, model, s);
    a->cost = 0;
    for (int i = 0; i < f->m; i++) a->cost += s[i] * s[i];
    a->points = f->m;
    a->has_solution = true;
}

static void conclude(fit *f) {
    fit_answer *a = f->answer;
    double *z = arena_get(&f->memory, (size_t)f->n * sizeof *z);
    double *model = arena_get(&f->memory, (size_t)f->m * sizeof *model);
    double *J = arena_get(&f->memory, (size_t)f->m * (size_t)f->n * sizeof *J);
    memcpy(z, f->best, (size_t)f->n * sizeof *z);
    if (!isfinite(f->best_cost) || !fit_model(f, z, model)) return;
    long limit = f->limit;
    f->limit = LONG_MAX; /* errors are part of the answer */
    bool errors = (a->end == FIT_DONE || a->end == FIT_LIMIT) &&
                  fit_jacobian(f, "error", z, true, fit_model, J, NULL) == FIT_GOES_ON;
    f->limit = limit;
    if (f->stopped) a->end = FIT_STOPPED;
    fill_values(f, z, model);
    if (!errors) return;
    statistics_fill(f, z, model, J);
    fill_values(f, z, model);
    warnings_fill(f);
}

static void close_fit(fit *f) {
    pool_close(f->pool);
    f->pool = NULL;
    bool runs = runs_close(&f->runs), history = history_close(f);
    if (!runs || !history) {
        f->answer->end = FIT_FAILED;
        (void)say(&f->answer->message, ABUT_BAD_FILE, "the evaluations cannot be written to '%.150s'",
                  f->options->folder->path);
    }
}

abut_status fit_solve(const fit_problem *problem, const fit_options *options, fit_answer *answer) {
    fit *f = calloc(1, sizeof *f);
    *answer = (fit_answer){.end = FIT_FAILED, .own = f};
    if (!f) return say(&answer->message, ABUT_NO_MEMORY, "out of memory");
    f->answer = answer;
    f->memory.no_memory = &f->no_memory;
    if (setjmp(f->no_memory)) {
        close_fit(f);
        answer->end = FIT_FAILED;
        answer->has_solution = false;
        return say(&answer->message, ABUT_NO_MEMORY, "out of memory");
    }
    abut_status status = open_fit(f, problem, options);
    if (!status) {
        double *z = arena_get(&f->memory, (size_t)f->n * sizeof *z);
        answer->end = minimise(f, z);
        answer->rounds = f->round;
        conclude(f);
    }
    close_fit(f);
    return status;
}

void fit_free(fit_answer *answer) {
    fit *f = answer->own;
    if (f) arena_drop(&f->memory);
    free(f);
    *answer = (fit_answer){0};
}
