/* abut run: a model from start to end, with results on disk. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "angles.h"
#include "base/message.h"
#include "command.h"
#include "complain.h"
#include "interrupt.h"
#include "machine/machine.h"
#include "open_model.h"
#include "progress.h"
#include "report/report.h"
#include "result/folder.h"
#include "result/recorder.h"
#include "result/summary.h"

enum { AT_OUT, AT_CSV, AT_SET, AT_T_END, AT_EVERY, AT_RTOL, AT_SOLVER, AT_NO_REPORT, AT_QUIET, AT_PLUGIN };

static const flag_info run_flags[] = {
    [AT_OUT] = {"out", FLAG_WORD, .preset = "MODEL without its extension + .out, here",
                .meaning = "folder of the results; made if there is none, files of an earlier run are replaced"},
    [AT_CSV] = {"csv", FLAG_SWITCH,
                .meaning = "also write body_*.csv, contact_*.csv, joint_*.csv, energy.csv, machine_*.csv"},
    [AT_SET] = {"set", FLAG_REPEAT, .meaning = "path=value: change one value of the model; may be given often"},
    [AT_T_END] = {"t-end", FLAG_QUANTITY, "s", .preset = "the model's, or 1 s", .meaning = "end of the run"},
    [AT_EVERY] = {"every", FLAG_QUANTITY, "s", .preset = "the model's, or t-end/200",
                  .meaning = "time between two rows"},
    [AT_RTOL] = {"rtol", FLAG_QUANTITY, "1", .preset = "the model's, or 1e-5", .meaning = "relative tolerance"},
    [AT_SOLVER] = {"solver", FLAG_WORD, .preset = "the model's, or auto", .meaning = "see 'abut list solver'"},
    [AT_NO_REPORT] = {"no-report", FLAG_SWITCH,
                      .meaning = "do not write report.html, the page to look at in a browser"},
    [AT_QUIET] = {"quiet", FLAG_SWITCH, .meaning = "print nothing but errors"},
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

enum { FOLDER_SIZE = 4096 };
static const double rtol_preset = 1e-5, t_end_preset = 1, rows_preset = 200;
static const double rows_most = 1e9;
static const double same_row = 1e-9; /* rows nearer than this part of the time are one */

typedef struct run_plan {
    char folder[FOLDER_SIZE];
    abut_solver_def solver;
    double t_end, every; /* s */
    long rows;
    bool csv, quiet, report;
} run_plan;

typedef struct run_state {
    model model;
    run_plan plan;
    recorder *recorder;
    progress progress;
    abut_message write_error;
    double last_row;  /* s */
    double wall, cpu; /* s, clocks at the start */
} run_state;

/* ---- the plan ---- */
static bool good(const flag_set *set, int at) { return set->value[at].given && set->value[at].good; }
static double number(const flag_set *set, int at) { return set->value[at].number[0]; }

static void want_positive(flag_set *set, int at) {
    if (good(set, at) && !(number(set, at) > 0))
        flags_error(set, "%s: must be positive, got %g%s%s", run_flags[at].name, number(set, at),
                    strcmp(run_flags[at].unit, "1") ? " " : "",
                    strcmp(run_flags[at].unit, "1") ? run_flags[at].unit : "");
}

static void check_solver(flag_set *set) {
    const char *name = set->value[AT_SOLVER].text;
    if (!good(set, AT_SOLVER) || !strcmp(name, "auto") || abut_registry_find(set->registry, "solver", name)) return;
    nearest_word best = {0};
    char hint[80];
    const abut_type *t;
    for (size_t i = 0; (t = abut_registry_at(set->registry, i)); i++)
        if (!strcmp(t->kind, "solver")) nearest_offer(&best, name, t->name);
    flags_error(set, "solver: there is no solver '%.60s'%s", name,
                best.word ? nearest_hint(&best, hint, sizeof hint) : "; see 'abut list solver'");
}

static void check_flags(flag_set *set) {
    want_positive(set, AT_T_END);
    want_positive(set, AT_EVERY);
    want_positive(set, AT_RTOL);
    if (good(set, AT_RTOL) && number(set, AT_RTOL) >= 1)
        flags_error(set, "rtol: must be below 1, got %g", number(set, AT_RTOL));
    check_solver(set);
}

/* models/bounce.yaml -> bounce.out */
static void choose_folder(const flag_set *set, char folder[FOLDER_SIZE]) {
    if (good(set, AT_OUT)) {
        (void)snprintf(folder, FOLDER_SIZE, "%s", set->value[AT_OUT].text);
        return;
    }
    const char *slash = strrchr(set->words[0], '/'), *name = slash ? slash + 1 : set->words[0];
    const char *dot = strrchr(name, '.');
    int length = dot && dot != name ? (int)(dot - name) : (int)strlen(name);
    (void)snprintf(folder, FOLDER_SIZE, "%.*s.out", length < 4000 ? length : 4000, name);
}

static double first_positive(double a, double b, double c) { return a > 0 ? a : b > 0 ? b : c; }

/* Rows at 0, every, 2 every ..., and one at t_end. */
static bool plan_rows(flag_set *set, run_plan *plan) {
    double intervals = plan->t_end / plan->every, whole = round(intervals);
    if (!(intervals <= rows_most)) {
        flags_error(set, "%g s in steps of %g s are more than %g rows", plan->t_end, plan->every, rows_most);
        return false;
    }
    bool fits = whole >= 1 && fabs(intervals - whole) <= same_row * intervals;
    plan->rows = fits ? (long)whole + 1 : (long)floor(intervals) + 2;
    return true;
}

static double row_time(const run_plan *plan, long row) {
    return row == plan->rows - 1 ? plan->t_end : (double)row * plan->every;
}

static bool make_plan(flag_set *set, const model *m, run_plan *plan) {
    abut_message why = {0};
    *plan = (run_plan){.solver = m->solver, .csv = set->value[AT_CSV].given, .quiet = set->value[AT_QUIET].given};
    plan->report = !set->value[AT_NO_REPORT].given;
    plan->t_end = first_positive(good(set, AT_T_END) ? number(set, AT_T_END) : m->t_end, m->solver.t_end, t_end_preset);
    plan->every =
        first_positive(good(set, AT_EVERY) ? number(set, AT_EVERY) : 0, m->output_every, plan->t_end / rows_preset);
    plan->solver.t_end = plan->t_end;
    if (good(set, AT_RTOL)) plan->solver.rtol = number(set, AT_RTOL);
    if (good(set, AT_SOLVER)) plan->solver.type = set->value[AT_SOLVER].text;
    if (m->output_from > 0) plan->solver.statistics_from = m->output_from;
    choose_folder(set, plan->folder);
    if (folder_check(plan->folder, &why)) flags_error(set, "out: %s", why.text);
    return plan_rows(set, plan) && set->errors == 0;
}

/* ---- running ---- */
static double cpu_clock(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Called between steps. */
static int between_steps(void *user) {
    run_state *r = user;
    if (progress_due(&r->progress)) {
        abut_run_stats s = abut_read_stats(r->model.world);
        progress_show(&r->progress, s.t, s.last_step);
    }
    return interrupted() || recorder_tick(r->recorder, &r->write_error) != ABUT_OK;
}

static abut_status add_row(run_state *r) {
    r->last_row = abut_time(r->model.world);
    return recorder_add(r->recorder, &r->write_error);
}

static abut_status advance(run_state *r) {
    abut_world *w = r->model.world;
    abut_status status = add_row(r);
    for (long row = 1; row < r->plan.rows && !status; row++) {
        status = abut_advance(w, row_time(&r->plan, row));
        if (!status) status = add_row(r);
        if (!status && interrupted() && row + 1 < r->plan.rows) status = ABUT_STOPPED;
    }
    /* where it ended is worth a row */
    if (status && !r->write_error.text[0] && abut_time(w) > r->last_row) (void)add_row(r);
    return status;
}

/* How it went: fills status and message of *o. */
static void judge(run_state *r, abut_status status, run_outcome *o, abut_message *text) {
    abut_world *w = r->model.world;
    o->t_reached = abut_time(w);
    o->status = status == ABUT_OK ? "done" : status == ABUT_STOPPED && !r->write_error.text[0] ? "stopped" : "failed";
    if (recorder_finish(r->recorder, o->status, &r->write_error)) o->status = "failed";
    const char *why = r->write_error.text[0]     ? r->write_error.text
                      : abut_world_message(w)[0] ? abut_world_message(w)
                                                 : abut_status_text(status);
    if (!strcmp(o->status, "failed")) (void)say(text, status, "at t = %.6g s: %s", o->t_reached, why);
    o->message = text->text;
}

/* ---- the answer ---- */
/* Contacts that no machine has made. */
static void print_contacts(const abut_world *w) {
    enum { SHOWN = 10 };
    int count = 0;
    for (int id = 1; id <= abut_contact_count(w); id++) {
        if (machine_of_contact(w, id) || ++count > SHOWN) continue;
        if (count == 1)
            (void)printf("%-20s %14s %14s %14s %8s\n", "contact", "max N [N]", "p_max [MPa]", "touching [s]",
                         "touches");
        abut_contact_stats s = abut_read_contact_stats(w, (abut_contact){id});
        (void)printf("%-20s %14.6g %14.6g %14.6g %8ld\n", abut_contact_name(w, (abut_contact){id}), s.max_N,
                     s.max_p_max * 1e-6, s.time_touching, s.touches);
    }
    if (count > SHOWN) (void)printf("... and %d more, see summary.json\n", count - SHOWN);
}

/* A unit that people read easily. */
static const char *handy_unit(const char *unit, double *value) {
    static const struct {
        const char *from, *to;
        double factor;
    } units[] = {{"Pa", "MPa", 1e-6}, {"m", "um", 1e6}, {"rad", "deg", 1 / DEGREE}, {"rad/s", "rpm", 1 / RPM}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (!strcmp(unit, units[i].from)) {
            *value *= units[i].factor;
            return units[i].to;
        }
    return unit;
}

/* The headline figures of each machine, as in summary.json and on the page. */
static void print_machines(const abut_world *w) {
    for (int id = 1; id <= abut_machine_count(w); id++) {
        abut_machine machine = {id};
        abut_headline h;
        (void)printf("%s (%s)\n", abut_machine_name(w, machine), abut_machine_type(w, machine));
        for (int i = 0; abut_machine_headline(w, machine, i, &h); i++)
            if (h.top) {
                const char *unit = handy_unit(h.unit, &h.value);
                (void)printf("  %-34s %12.6g %s\n", h.label, h.value, unit);
            }
    }
}

static void print_summary(const run_state *r, const run_outcome *o) {
    const abut_world *w = r->model.world;
    abut_run_stats s = abut_read_stats(w);
    abut_energy e = abut_read_energy(w);
    (void)printf("%s: %s at t = %.6g s, results in %s\n", o->title ? o->title : o->model, o->status, o->t_reached,
                 r->plan.folder);
    (void)printf("%ld steps (%ld rejected) in %.3g s, %.3g x real time\n", s.steps, s.rejected, o->wall_seconds,
                 run_speed(o));
    (void)printf("solver %s: %s\n", s.solver ? s.solver : "?", s.why ? s.why : "");
    if (s.settled) (void)printf("started in equilibrium\n");
    (void)printf("energy: %.6g J at the start, %.6g J now, residual of the balance %.3g J\n", e.initial, e.final,
                 e.residual);
    print_contacts(w);
    print_machines(w);
}

/* The page of the run, done or not. That it cannot be made is said, but the run is none the worse for it. */
static void write_report(const flag_set *set, const run_state *r, bool done) {
    abut_message why = {0};
    char *path = NULL;
    const char *folder = r->plan.folder;
    if (!r->plan.report) return;
    if (!report_available()) {
        if (done && !r->plan.quiet) (void)printf("%s\n", report_missing);
    } else if (report_write(set->registry, &folder, 1, NULL, &path, &why)) {
        if (!r->write_error.text[0]) complain(set->command->name, "the report is missing: %s", why.text);
    } else if (done && !r->plan.quiet) {
        (void)printf("report: %s\n", path);
    } else if (!r->plan.quiet) {
        complain(set->command->name, "report: %s", path);
    }
    free(path);
}

static int finish(flag_set *set, run_state *r, abut_status status) {
    abut_message text = {0}, why = {0};
    run_outcome o = {.model = r->model.path, .title = r->model.title, .t_end = r->plan.t_end};
    o.rtol = r->plan.solver.rtol > 0 ? r->plan.solver.rtol : rtol_preset;
    judge(r, status, &o, &text);
    o.wall_seconds = progress_clock() - r->wall;
    o.cpu_seconds = cpu_clock() - r->cpu;
    abut_status written = summary_write(r->plan.folder, r->model.world, &o, &why);
    progress_clear(&r->progress);
    if (text.text[0]) complain(set->command->name, "%s", text.text);
    if (!strcmp(o.status, "stopped"))
        complain(set->command->name, "stopped at t = %.6g s; what was computed is in '%.200s'", o.t_reached,
                 r->plan.folder);
    if (written) complain(set->command->name, "%s", why.text);
    bool done = !strcmp(o.status, "done") && !written;
    if (done && !r->plan.quiet) print_summary(r, &o);
    write_report(set, r, done);
    return done ? STATUS_DONE : STATUS_FAILED;
}

static bool open_results(flag_set *set, run_state *r) {
    abut_message why = {0};
    const flag_value *settings = &set->value[AT_SET];
    recorder_def def = {.world = r->model.world,
                        .folder = r->plan.folder,
                        .header = {r->model.title, r->model.path, r->model.text, r->model.length, settings->texts,
                                   settings->text_count},
                        .rows_expected = (double)r->plan.rows,
                        .csv = r->plan.csv};
    if (folder_make(r->plan.folder, &why) == ABUT_OK) r->recorder = recorder_create(&def, &why);
    if (!r->recorder) flags_error(set, "%s", why.text);
    return r->recorder;
}

static int run_model(flag_set *set, run_state *r) {
    abut_world *w = r->model.world;
    if (!make_plan(set, &r->model, &r->plan)) return STATUS_USAGE;
    r->wall = progress_clock();
    r->cpu = cpu_clock();
    r->model.solver = r->plan.solver;
    int refused = start_model(&r->model);
    if (refused) return refused;
    interrupt_watch();
    if (!open_results(set, r)) return STATUS_USAGE;
    r->progress = progress_start(r->plan.t_end, r->plan.quiet);
    abut_set_watch(w, between_steps, r);
    abut_status status = advance(r);
    abut_set_watch(w, NULL, NULL);
    return finish(set, r, status);
}

static int run_run(flag_set *set) {
    run_state r = {0};
    check_flags(set);
    if (!open_model(set, AT_SET, &r.model)) return STATUS_USAGE;
    int status = run_model(set, &r);
    model_free(&r.model);
    return status;
}

const cli_command command_run = {
    .info =
        {.name = "run",
         .usage = "MODEL [flags]",
         .summary = "simulate a model and write its results",
         .flags = run_flags,
         .words_max = 1,
         .notes =
             "Writes results.h5, summary.json and report.html, a page to look at in a browser. Ctrl-C ends the run\n"
             "cleanly and keeps what was computed (exit status 1); a second Ctrl-C ends the program at once.\n"
             "\nexample: abut run bounce.yaml --csv --t-end '2 s' --set bodies.ball.mass='30 g'\n"},
    .run = run_run,
};
