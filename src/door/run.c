/* A run of a model from start to end, with rows in memory or on disk. */
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/message.h"
#include "checkpoint.h"
#include "model.h"
#include "result/clear.h"
#include "result/recorder.h"
#include "result/summary.h"

static const double rows_most = 1e9;
static const int renew_preset = 500; /* steps: park then takes 2 % more of them, bdf 3 to 14 %, ida 17 % */
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
    long row;         /* that comes next */
    double last_row;  /* s */
    double kinetic;   /* J, in the last row */
    double wall, cpu; /* s, clocks at the start */
    bool resumes;     /* from the checkpoint of the model */
    double next;      /* s, simulated or of the wall: when a checkpoint is due; INFINITY: never */
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

static bool wants_checkpoints(const abut_run_def *d) { return d->checkpoint_every > 0 || d->checkpoint_wall > 0; }

static abut_status make_plan(run *r) {
    const abut_run_def *d = r->def;
    const model *m = &r->model->model;
    r->solver = m->solver;
    r->solver.t_end = first_positive(d->t_end, first_positive(m->t_end, m->solver.t_end, 0), t_end_preset);
    r->every = first_positive(d->every, m->output_every, r->solver.t_end / rows_preset);
    if (d->rtol > 0) r->solver.rtol = d->rtol;
    if (d->solver) r->solver.type = d->solver;
    if (d->threads > 0) r->solver.threads = d->threads;
    if (m->output_from > 0) r->solver.statistics_from = m->output_from;
    if (wants_checkpoints(d)) r->solver.renew_every = d->renew_every > 0 ? d->renew_every : renew_preset;
    r->out->t_end = r->solver.t_end;
    r->plan = (model_plan){r->solver.t_end,
                           m->output_from,
                           r->every,
                           r->solver.rtol > 0 ? r->solver.rtol : rtol_preset,
                           0,
                           d->every > 0 || m->output_every > 0 || d->csv,
                           NULL};
    abut_status status = plan_rows(r);
    if (!status && wants_checkpoints(d) && !d->folder)
        status = say(&r->out->message, ABUT_MISSING, "checkpoints need a folder");
    return status || !d->folder ? status : folder_check(d->folder, &r->out->message);
}

static abut_status open_results(run *r) {
    abut_model *m = r->model;
    room size = {0};
    recorder_def def = {
        .world = m->model.world,
        .folder = r->def->folder ? &r->folder : NULL,
        .keep = r->def->keep || !r->def->folder ? &m->columns : NULL,
        .header = {m->model.title, m->path, m->text, m->length, (const char *const *)m->settings, m->setting_count},
        .rows_expected = (double)r->rows,
        .room = &size,
        .csv = r->def->csv,
        .csv_only = r->def->csv_only,
        .resume = r->resumes};
    abut_status status = r->def->folder ? folder_own(&r->folder, r->def->folder, &r->out->message) : ABUT_OK;
    if (!status && r->resumes) /* it is the same run */
        (void)snprintf(r->folder.run_id, sizeof r->folder.run_id, "%s", r->model->checkpoint->head.run_id);
    if (!status) r->recorder = recorder_create(&def, &r->out->message);
    if (!r->recorder) folder_release(&r->folder);
    r->out->bytes_expected = size.expected;
    r->out->bytes_free = size.free;
    return r->recorder ? ABUT_OK : ABUT_BAD_FILE;
}

/* ---- checkpoints ---- */
static abut_status world_archive(abut_world *w, archive *a, abut_message *message) {
    void *bytes = NULL;
    size_t length = 0;
    abut_status status = a->loading ? ABUT_OK : abut_save(w, &bytes, &length, message);
    if (!status) archive_text(a, (char **)&bytes, &length);
    if (!status && a->loading && !a->bad) status = abut_restore(w, bytes, length, message);
    free(bytes);
    return status;
}

/* Everything of the run that changes. */
static abut_status run_archive(run *r, archive *a, abut_message *message) {
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    double took[2] = {wall - r->wall, cpu - r->cpu};
    archive_part(a, "run", (size_t)r->rows);
    archive_long(a, &r->row, 1, r->rows - 1);
    archive_long(a, &r->out->rows, 1, r->rows);
    double *const numbers[] = {&r->last_row, &r->kinetic, &r->plan.turned_over};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    ARCHIVE(a, took);
    r->wall = wall - took[0];
    r->cpu = cpu - took[1];
    model_drift_archive(r->drift, a);
    abut_status status = world_archive(r->model->model.world, a, message);
    if (!status && a->bad) status = say(message, ABUT_BAD_FILE, "the checkpoint does not fit to the model");
    /* last: files are touched only if all else fits */
    return status ? status : recorder_archive(r->recorder, a, message);
}

static void plan_next(run *r) {
    double t = abut_read_stats(r->model->model.world).t, every = r->def->checkpoint_every;
    r->next = every > 0 ? (floor(t / every) + 1) * every : seconds(CLOCK_MONOTONIC) + r->def->checkpoint_wall;
}

/* Before a step. At the start there is nothing to keep. */
static bool checkpoint_due(const run *r, bool stops) {
    const abut_world *w = r->model->model.world;
    abut_run_stats s = abut_read_stats(w);
    if (!wants_checkpoints(r->def) || s.steps == 0 || !abut_may_save(w)) return false;
    return stops || (r->def->checkpoint_every > 0 ? s.t : seconds(CLOCK_MONOTONIC)) >= r->next;
}

static abut_status write_checkpoint(run *r) {
    archive a = {0};
    checkpoint_head head = checkpoint_head_of(r->model, r->def, &r->folder);
    checkpoint_begin(&a, &head);
    abut_status status = run_archive(r, &a, &r->write_error);
    if (status)
        archive_free(&a);
    else
        status = checkpoint_write(&a, &r->folder, &r->write_error);
    plan_next(r);
    return status;
}

static abut_status read_checkpoint(run *r) {
    checkpoint *c = r->model->checkpoint;
    archive a = c->state;
    abut_status status = run_archive(r, &a, &r->out->message);
    if (!status && !archive_done(&a))
        status = say(&r->out->message, ABUT_BAD_FILE, "the checkpoint does not fit to the model");
    c->spent = true;
    return status;
}

/* ---- running ---- */
int abut_watch_signal(abut_world *w, void *user) {
    abut_run_signal *signal = user;
    signal->t = abut_read_stats(w).t;
    return signal->stop;
}

static bool stops(run *r) {
    bool stop = r->def->watch && r->def->watch(r->model->model.world, r->def->user);
    return stop || recorder_tick(r->recorder, &r->write_error) != ABUT_OK;
}

static int before_step(void *user) {
    run *r = user;
    bool stop = stops(r);
    if (!r->write_error.text[0] && checkpoint_due(r, stop)) stop = write_checkpoint(r) != ABUT_OK || stop;
    return stop;
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
    abut_set_watch(w, before_step, r);
    abut_status status = r->resumes ? ABUT_OK : add_row(r);
    plan_next(r);
    for (; r->row < r->rows && !status; r->row++) {
        status = abut_advance(w, row_time(r, r->row));
        if (!status) status = add_row(r);
        /* with checkpoints a stop waits for the next step, before which one is made */
        if (!status && r->row + 1 < r->rows && !wants_checkpoints(r->def) && stops(r)) status = ABUT_STOPPED;
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
    if (!status && r->model->warnings.no_memory) status = ABUT_NO_MEMORY;
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
    if (m->warnings.no_memory) return say(&r->out->message, ABUT_NO_MEMORY, "out of memory");
    if (!r->def->strict || !m->warnings.count) return ABUT_OK;
    m->errors = m->warnings; /* empty after the start */
    m->warnings = (error_list){0};
    return ABUT_BAD_VALUE;
}

/* From the start or from the checkpoint; the results are open. */
static abut_status go_on(run *r) {
    r->drift = model_drift_begin(&r->model->model);
    if (!r->drift && abut_read_stats(r->model->model.world).settled)
        return say(&r->out->message, ABUT_NO_MEMORY, "out of memory");
    r->row = 1;
    return r->resumes ? read_checkpoint(r) : ABUT_OK;
}

static abut_status run_model(run *r) {
    abut_run_outcome *o = r->out;
    o->status = make_plan(r);
    r->wall = seconds(CLOCK_MONOTONIC);
    r->cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (!o->status) o->status = abut_model_start(r->model, &r->solver);
    if (!o->status) o->status = look_at_model(r);
    if (!o->status) o->status = open_results(r);
    if (!o->status) o->status = go_on(r);
    if (o->status) {
        recorder_drop(r->recorder);
        return o->status;
    }
    o->begun = true;
    abut_status status = finish(r, advance(r));
    if (!status && wants_checkpoints(r->def)) (void)folder_remove(&r->folder, CHECKPOINT_NAME, NULL);
    return status;
}

abut_status abut_model_run(abut_model *m, const abut_run_def *def, abut_run_outcome *out) {
    abut_run_def same = *def;
    run r = {.model = m, .def = def, .out = out};
    *out = (abut_run_outcome){.status = ABUT_BAD_VALUE};
    if (!door_build(m)) return out->status = m->errors.no_memory ? ABUT_NO_MEMORY : ABUT_BAD_VALUE;
    if (m->checkpoint && !m->checkpoint->spent) {
        same = m->checkpoint->head.def;
        same.folder = m->checkpoint->folder;
        same.strict = def->strict;
        same.threads = def->threads;
        same.watch = def->watch;
        same.user = def->user;
        r.def = &same;
        r.resumes = true;
    }
    (void)run_model(&r);
    folder_release(&r.folder);
    model_drift_end(r.drift);
    return out->status;
}

abut_status abut_model_resume(const char *folder, const abut_registry *registry, abut_model **out,
                              abut_message *message) {
    *out = NULL;
    checkpoint *c = checkpoint_read(folder, message);
    if (!c) return ABUT_BAD_FILE;
    const checkpoint_head *h = &c->head;
    abut_status status = abut_model_read(&(abut_model_def){.path = h->path,
                                                           .text = h->text,
                                                           .length = h->length,
                                                           .settings = (const char *const *)h->settings,
                                                           .setting_count = h->setting_count,
                                                           .registry = registry},
                                         out, message);
    if (status)
        checkpoint_drop(c);
    else
        (*out)->checkpoint = c;
    return status;
}
