/* A run of a model from start to end, with rows in memory or on disk. */
#include <math.h>
#include <time.h>

#include "base/message.h"
#include "model.h"
#include "result/recorder.h"
#include "result/summary.h"

static const double rows_most = 1e9;
static const double same_row = 1e-9; /* rows nearer than this part of the time are one */

typedef struct run {
    abut_model *model;
    const abut_run_def *def;
    abut_run_outcome *out;
    abut_solver_def solver;
    double every; /* s */
    model_plan plan;
    long rows;
    run_folder folder; /* owned while the run goes on; not without one */
    recorder *recorder;
    model_drift *drift;
    abut_message write_error;
    double last_row;  /* s */
    double kinetic;   /* J, in the last row */
    double wall, cpu; /* s, clocks at the start */
} run;

static double seconds(clockid_t clock) {
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- the plan ---- */
static double first_positive(double a, double b, double c) { return a > 0 ? a : b > 0 ? b : c; }

/* Rows at 0, every, 2 every ..., and one at t_end. */
static abut_status plan_rows(run *r) {
    double t_end = r->solver.t_end, intervals = t_end / r->every, whole = round(intervals);
    if (!(intervals <= rows_most))
        return say(&r->out->message, ABUT_BAD_VALUE, "%g s in steps of %g s are more than %g rows", t_end, r->every,
                   rows_most);
    bool fits = whole >= 1 && fabs(intervals - whole) <= same_row * intervals;
    r->rows = fits ? (long)whole + 1 : (long)floor(intervals) + 2;
    return ABUT_OK;
}

static double row_time(const run *r, long row) { return row == r->rows - 1 ? r->solver.t_end : (double)row * r->every; }

static abut_status make_plan(run *r) {
    const abut_run_def *d = r->def;
    const model *m = &r->model->model;
    r->solver = m->solver;
    r->solver.t_end = first_positive(d->t_end, first_positive(m->t_end, m->solver.t_end, 0), t_end_preset);
    r->every = first_positive(d->every, m->output_every, r->solver.t_end / rows_preset);
    if (d->rtol > 0) r->solver.rtol = d->rtol;
    if (d->solver) r->solver.type = d->solver;
    if (m->output_from > 0) r->solver.statistics_from = m->output_from;
    r->out->t_end = r->solver.t_end;
    r->plan = (model_plan){r->solver.t_end,
                           m->output_from,
                           r->every,
                           r->solver.rtol > 0 ? r->solver.rtol : rtol_preset,
                           0,
                           d->every > 0 || m->output_every > 0 || d->csv,
                           NULL};
    abut_status status = plan_rows(r);
    return status || !d->folder ? status : folder_check(d->folder, &r->out->message);
}

static abut_status open_results(run *r) {
    abut_model *m = r->model;
    recorder_def def = {
        .world = m->model.world,
        .folder = r->def->folder ? &r->folder : NULL,
        .keep = r->def->keep || !r->def->folder ? &m->columns : NULL,
        .header = {m->model.title, m->path, m->text, m->length, (const char *const *)m->settings, m->setting_count},
        .rows_expected = (double)r->rows,
        .csv = r->def->csv};
    abut_status status = r->def->folder ? folder_own(&r->folder, r->def->folder, &r->out->message) : ABUT_OK;
    if (!status) r->recorder = recorder_create(&def, &r->out->message);
    if (!r->recorder) folder_release(&r->folder);
    return r->recorder ? ABUT_OK : ABUT_BAD_FILE;
}

/* ---- running ---- */
static int between_steps(void *user) {
    run *r = user;
    bool stop = r->def->watch && r->def->watch(r->model->model.world, r->def->user);
    return stop || recorder_tick(r->recorder, &r->write_error) != ABUT_OK;
}

static abut_status add_row(run *r) {
    double kinetic = abut_read_energy(r->model->model.world).kinetic;
    if (r->out->rows) r->plan.turned_over += fabs(kinetic - r->kinetic);
    r->kinetic = kinetic;
    r->last_row = abut_time(r->model->model.world);
    r->out->rows++;
    if (r->drift) model_drift_row(r->drift, r->model->model.world);
    return recorder_add(r->recorder, &r->write_error);
}

static abut_status advance(run *r) {
    abut_world *w = r->model->model.world;
    abut_set_watch(w, between_steps, r);
    abut_status status = add_row(r);
    for (long row = 1; row < r->rows && !status; row++) {
        status = abut_advance(w, row_time(r, row));
        if (!status) status = add_row(r);
        if (!status && row + 1 < r->rows && between_steps(r)) status = ABUT_STOPPED;
    }
    abut_set_watch(w, NULL, NULL);
    /* where it ended is worth a row */
    if (status && !r->write_error.text[0] && abut_time(w) > r->last_row) (void)add_row(r);
    return status;
}

/* ---- the end ---- */
/* "done", "stopped" or "failed"; why it failed goes into the message. */
static const char *judge(run *r, abut_status status) {
    abut_run_outcome *o = r->out;
    const abut_world *w = r->model->model.world;
    bool stopped = status == ABUT_STOPPED && !r->write_error.text[0];
    const char *word = status == ABUT_OK ? "done" : stopped ? "stopped" : "failed";
    abut_status written = recorder_finish(r->recorder, word, &r->write_error);
    o->t_reached = abut_time(w);
    o->status = written ? written : status;
    if (!written && (status == ABUT_OK || stopped)) return word;
    const char *why = r->write_error.text[0]     ? r->write_error.text
                      : abut_world_message(w)[0] ? abut_world_message(w)
                                                 : abut_status_text(status);
    if (r->write_error.text[0] && o->status == ABUT_STOPPED) o->status = ABUT_BAD_FILE;
    (void)say(&o->message, o->status, "at t = %.6g s: %s", o->t_reached, why);
    return "failed";
}

static abut_status finish(run *r, abut_status status) {
    abut_run_outcome *o = r->out;
    r->plan.drift = r->drift;
    if (!status) model_warn_run(&r->model->model, &r->plan, errors_add, &r->model->warnings);
    run_outcome s = {.status = judge(r, status), .message = o->message.text, .model = r->model->path};
    s.title = r->model->model.title;
    s.warnings = r->model->warnings.error;
    s.warning_count = r->model->warnings.count;
    s.t_end = o->t_end;
    s.t_reached = o->t_reached;
    s.rtol = r->plan.rtol;
    s.wall_seconds = o->wall_seconds = seconds(CLOCK_MONOTONIC) - r->wall;
    s.cpu_seconds = o->cpu_seconds = seconds(CLOCK_PROCESS_CPUTIME_ID) - r->cpu;
    abut_message why = {0};
    abut_status written = r->def->folder ? summary_write(&r->folder, r->model->model.world, &s, &why) : ABUT_OK;
    if (written && !o->message.text[0]) o->message = why;
    if (written && !o->status) o->status = written;
    return o->status;
}

/* Its warnings; if those are errors, the list of errors has them. */
static abut_status look_at_model(run *r) {
    abut_model *m = r->model;
    errors_clear(&m->warnings);
    model_warn(&m->model, &r->plan, errors_add, &m->warnings);
    if (!r->def->strict || !m->warnings.count) return ABUT_OK;
    m->errors = m->warnings; /* empty after the start */
    m->warnings = (error_list){0};
    return ABUT_BAD_VALUE;
}

abut_status abut_model_run(abut_model *m, const abut_run_def *def, abut_run_outcome *out) {
    run r = {.model = m, .def = def, .out = out};
    *out = (abut_run_outcome){.status = ABUT_BAD_VALUE};
    if (!door_build(m)) return out->status;
    out->status = make_plan(&r);
    r.wall = seconds(CLOCK_MONOTONIC);
    r.cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (!out->status) out->status = abut_model_start(m, &r.solver);
    if (!out->status) out->status = look_at_model(&r);
    if (!out->status) out->status = open_results(&r);
    if (out->status) return out->status;
    out->begun = true;
    r.drift = model_drift_begin(&m->model);
    (void)finish(&r, advance(&r));
    folder_release(&r.folder);
    model_drift_end(r.drift);
    return out->status;
}
