/* Evaluation of places: which runs are missing, doing them in parallel, costs, the best so far. */
#include <string.h>

#include "method.h"

/* ---- finished runs ---- */
static const run_record *find(fit *f, int experiment, const double *z) {
    place_values(f, z, f->values);
    return runs_find(&f->runs, experiment, f->values);
}

bool fit_model(fit *f, const double *z, double *out) {
    const fit_problem *p = f->problem;
    for (int c = 0; c < p->curves; c++) {
        const run_record *r = find(f, p->curve[c].experiment, z);
        if (!r || r->status != ABUT_OK) return false;
        memcpy(out + f->row[c], r->out + p->curve[c].first, (size_t)p->curve[c].points * sizeof *out);
    }
    return true;
}

bool fit_errors(fit *f, const double *z, double *out) {
    if (!fit_model(f, z, f->model)) return false;
    residual_errors(f, f->model, out);
    return true;
}

bool fit_accepted(fit *f, const double *z) {
    const fit_problem *p = f->problem;
    if (!f->options->accept.given || !fit_model(f, z, f->model)) return false;
    for (int c = 0; c < p->curves; c++) {
        const fit_curve *k = &p->curve[c];
        double *model = f->model + f->row[c], offset = k->offset ? residual_offset(f, c, model) : 0;
        const run_record *r = find(f, k->experiment, z);
        for (int i = 0; i < k->points; i++) model[i] += offset;
        const double *x_model = k->first_x >= 0 ? r->out + k->first_x : NULL;
        if (!criteria_of(k->points, k->x, x_model, k->y, model, &f->options->accept).accepted) return false;
    }
    return true;
}

const char *fit_failure(fit *f, const double *z) {
    for (int e = 0; e < f->problem->experiments; e++) {
        const run_record *r = find(f, e, z);
        if (r && r->status != ABUT_OK) return r->why;
    }
    return "";
}

/* ---- missing runs ---- */
static void run_ended(run_job *job, void *user) {
    fit *f = user;
    fit_answer *a = f->answer;
    a->runs++;
    if (job->status == ABUT_NO_MEMORY || job->status == ABUT_BAD_FILE) {
        f->ended = job->why;
        f->ended.status = job->status;
        return;
    }
    if (job->status && !f->first_failure)
        f->first_failure = arena_copy(&f->memory, job->why.text, strlen(job->why.text));
    a->failures += job->status != ABUT_OK;
    bool keep = !job->lost && job->status != ABUT_STOPPED; /* what may go better another time is not kept */
    (void)runs_add(&f->runs, job->experiment, job->values, job->status, job->out, job->why.text, keep);
}

static bool wants_stop(void *user) {
    fit *f = user;
    fit_progress p = {f->method->type.name, f->answer->evaluations, f->answer->runs, f->best_cost};
    if (!f->stopped && f->options->watch) f->stopped = f->options->watch(&p, f->options->watch_user);
    return f->stopped || f->ended.status;
}

/* Room for the jobs of `count` places. */
static void make_room(fit *f, int count) {
    const fit_problem *p = f->problem;
    size_t most = 1, jobs = (size_t)count * (size_t)p->experiments;
    if (count <= f->room) return;
    for (int e = 0; e < p->experiments; e++)
        if ((size_t)p->experiment[e].numbers > most) most = (size_t)p->experiment[e].numbers;
    f->room = count;
    f->jobs = arena_get(&f->memory, jobs * sizeof *f->jobs);
    f->values = arena_get(&f->memory, ((size_t)count + 1) * (size_t)f->n * sizeof *f->values);
    f->numbers = arena_get(&f->memory, jobs * most * sizeof *f->numbers);
    for (size_t i = 0; i < jobs; i++) f->jobs[i].out = f->numbers + i * most;
}

/* The runs of a place that are to be done become jobs. True if it was not asked for before in this fit. */
static bool add_jobs(fit *f, double *values, int *jobs) {
    bool fresh = false;
    for (int e = 0; e < f->problem->experiments; e++) {
        run_record *r = runs_find(&f->runs, e, values);
        if (r && !r->used && r->from_before) f->answer->reused++;
        fresh = fresh || !r || !r->used;
        if (r) {
            r->used = true;
            continue;
        }
        run_job *job = &f->jobs[(*jobs)++];
        *job = (run_job){.experiment = e, .values = values, .out = job->out};
    }
    return fresh;
}

static void mark_used(fit *f, const double *values) {
    for (int e = 0; e < f->problem->experiments; e++) {
        run_record *r = runs_find(&f->runs, e, values);
        if (r) r->used = true;
    }
}

static double cost_at(fit *f, const double *z) {
    double sum = 0;
    if (!fit_errors(f, z, f->error)) return INFINITY;
    for (int i = 0; i < f->m; i++) sum += f->error[i] * f->error[i];
    return isfinite(sum) ? sum : INFINITY;
}

static void note(fit *f, const double *z, double cost) {
    if (isfinite(cost)) f->worst_cost = fmax(f->worst_cost, cost);
    if (!(cost < f->best_cost)) return;
    f->best_cost = cost;
    memcpy(f->best, z, (size_t)f->n * sizeof *z);
}

void fit_forget_best(fit *f) {
    f->best_cost = INFINITY;
    f->worst_cost = 0;
}

fit_end fit_costs(fit *f, const char *what, int count, const double *z, double *cost) {
    size_t n = (size_t)f->n;
    int jobs = 0, asked = 0;
    make_room(f, count);
    double *values = f->values + n; /* the first row is that of find() */
    bool *fresh = arena_get(&f->memory, (size_t)count * sizeof *fresh), limited = false;
    for (; asked < count && !limited; asked++) {
        int before = jobs;
        place_values(f, z + n * (size_t)asked, values + n * (size_t)asked);
        fresh[asked] = add_jobs(f, values + n * (size_t)asked, &jobs);
        limited = fresh[asked] && f->answer->evaluations >= f->limit;
        if (limited) {
            jobs = before;
            break;
        }
        f->answer->evaluations += fresh[asked];
    }
    bool all = jobs == 0 ? !wants_stop(f) : pool_run(f->pool, f->jobs, jobs, run_ended, wants_stop, f);
    if (f->ended.status) {
        f->answer->message = f->ended;
        longjmp(*f->memory.no_memory, 1);
    }
    for (int i = 0; i < count; i++) {
        cost[i] = i < asked ? cost_at(f, z + n * (size_t)i) : INFINITY;
        if (i >= asked) continue;
        mark_used(f, values + n * (size_t)i);
        note(f, z + n * (size_t)i, cost[i]);
        if (fresh[i] && all) history_add(f, what, values + n * (size_t)i, cost[i]);
    }
    return !all ? FIT_STOPPED : limited ? FIT_LIMIT : FIT_GOES_ON;
}
