/* abut run: a model from start to end, with results on disk. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abut/result.h"
#include "angles.h"
#include "child.h"
#include "command.h"
#include "complain.h"
#include "interrupt.h"
#include "open_model.h"
#include "progress.h"

enum {
    AT_OUT,
    AT_CSV,
    AT_SET,
    AT_T_END,
    AT_EVERY,
    AT_RTOL,
    AT_SOLVER,
    AT_THREADS,
    AT_CHECKPOINT,
    AT_RESUME,
    AT_NO_REPORT,
    AT_QUIET,
    AT_JSON,
    AT_STRICT,
    AT_OUTSIDE,
    AT_FMU,
    AT_PLUGIN
};

static const flag_info run_flags[] = {
    [AT_OUT] = {"out", FLAG_WORD, .preset = "MODEL without its extension + .out, here",
                .meaning = "folder of the results; made if there is none, files of an earlier run are replaced"},
    [AT_CSV] = {"csv", FLAG_OPTIONAL,
                .meaning = "also write body_*.csv, contact_*.csv, joint_*.csv, energy.csv, machine_*.csv; "
                           "--csv=body_shaft,machine_brg.*_Q_inner: only these objects and columns"},
    [AT_SET] = {"set", FLAG_REPEAT, .meaning = "path=value: change one value of the model; may be given often"},
    [AT_T_END] = {"t-end", FLAG_QUANTITY, "s", .preset = "the model's, or 1 s", .meaning = "end of the run"},
    [AT_EVERY] = {"every", FLAG_QUANTITY, "s", .preset = "the model's, or t-end/200",
                  .meaning = "time between two rows"},
    [AT_RTOL] = {"rtol", FLAG_QUANTITY, "1", .preset = "the model's, or 1e-5", .meaning = "relative tolerance"},
    [AT_SOLVER] = {"solver", FLAG_WORD, .preset = "the model's, or auto", .meaning = "see 'abut list solver'"},
    [AT_THREADS] = {"threads", FLAG_QUANTITY, "1", .preset = "the model's, or one for each core where that pays",
                    .meaning = "threads that share the work; results do not depend on them"},
    [AT_CHECKPOINT] = {"checkpoint", FLAG_WORD, .preset = "none",
                       .meaning = "time between checkpoints: '0.1 s' of simulated time, 'wall:10 min' of real time"},
    [AT_RESUME] =
        {"resume", FLAG_WORD,
         .meaning = "folder of a run with a checkpoint that did not come to its end: go on with it, without a MODEL"},
    [AT_NO_REPORT] = {"no-report", FLAG_SWITCH,
                      .meaning = "do not write report.html, the page to look at in a browser"},
    [AT_QUIET] = {"quiet", FLAG_SWITCH, .meaning = "print nothing but errors"},
    [AT_JSON] = {"json", FLAG_SWITCH,
                 .meaning = "print summary.json instead of words, also of a run that failed on its way"},
    [AT_STRICT] = {"strict", FLAG_SWITCH, .meaning = "warnings are errors: exit status 2 before the run, 1 after it"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    [AT_FMU] = FMU_FLAG,
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

enum { FOLDER_SIZE = 4096 };

typedef struct run_state {
    abut_model *model;
    char folder[FOLDER_SIZE];
    bool quiet, json, report, strict; /* json: quiet, too */
    bool checkpoints;
    int warned; /* warnings that were printed */
    abut_run_outcome outcome;
    progress progress;
} run_state;

/* ---- the plan ---- */
static void say_warnings(run_state *r) {
    if (!r->quiet || r->strict) print_warnings(r->model, r->warned, r->strict);
    r->warned = abut_model_warning_count(r->model);
}

static void say_much(const run_state *r) {
    const double much = 1e9; /* bytes */
    if (!r->quiet && r->outcome.bytes_expected > much)
        complain("run", "up to about %.3g GB will be written to '%.200s', %.3g GB are free",
                 1e-9 * r->outcome.bytes_expected, r->folder, 1e-9 * r->outcome.bytes_free);
}

/* The files are open. */
static void begin(run_state *r) {
    child_trusts();
    child_keeps("results up to then are in '%.150s' and can be read%s", r->folder,
                r->checkpoints ? ", --resume goes on from the last checkpoint" : "");
    say_much(r);
    say_warnings(r);
    r->progress = progress_start(r->outcome.t_end, r->quiet);
}

/* Called between steps. */
static int watch(abut_world *w, void *user) {
    run_state *r = user;
    if (!r->progress.t_end) begin(r);
    if (progress_due(&r->progress)) {
        abut_run_stats s = abut_read_stats(w);
        progress_show(&r->progress, s.t, s.last_step);
    }
    return interrupted();
}

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
    abut_nearest best = {0};
    char hint[80];
    const abut_type *t;
    for (size_t i = 0; (t = abut_registry_at(set->registry, i)); i++)
        if (!strcmp(t->kind, "solver")) abut_nearest_offer(&best, name, t->name);
    flags_error(set, "solver: there is no solver '%.60s'%s", name,
                best.word ? abut_nearest_hint(&best, hint, sizeof hint) : "; see 'abut list solver'");
}

/* '0.1 s' or 'wall:10 min'. */
static void read_checkpoint(flag_set *set, abut_run_def *def) {
    static const char wall[] = "wall:";
    const char *text = set->value[AT_CHECKPOINT].text;
    if (!good(set, AT_CHECKPOINT)) return;
    bool real = !strncmp(text, wall, sizeof wall - 1);
    abut_units *units = abut_units_create();
    abut_message why = {0};
    double time = 0;
    if (abut_units_read(units, text + (real ? sizeof wall - 1 : 0), "s", false, &time, &why))
        flags_error(set, "checkpoint: %s", why.text);
    else if (!(time > 0))
        flags_error(set, "checkpoint: must be positive, got %g s", time);
    *(real ? &def->checkpoint_wall : &def->checkpoint_every) = time;
    abut_units_destroy(units);
}

/* What a run was asked to do stands in its checkpoint. */
static void check_resume(flag_set *set) {
    static const int fixed[] = {AT_OUT, AT_CSV, AT_SET, AT_T_END, AT_EVERY, AT_RTOL, AT_SOLVER, AT_CHECKPOINT};
    if (set->word_count)
        flags_error(set, "resume: the model is in the checkpoint, '%.80s' is one too many", set->words[0]);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (set->value[fixed[i]].given)
            flags_error(set, "resume: --%s is that of the run, it cannot be changed", run_flags[fixed[i]].name);
}

static void check_flags(flag_set *set) {
    want_positive(set, AT_T_END);
    want_positive(set, AT_EVERY);
    want_positive(set, AT_RTOL);
    if (good(set, AT_RTOL) && number(set, AT_RTOL) >= 1)
        flags_error(set, "rtol: must be below 1, got %g", number(set, AT_RTOL));
    double threads = number(set, AT_THREADS);
    if (good(set, AT_THREADS) && !(threads >= 1 && threads <= 256 && threads == floor(threads)))
        flags_error(set, "threads: must be a whole number from 1 to 256, got %g", threads);
    check_solver(set);
}

/* models/bounce.yaml -> bounce.out */
static void choose_folder(const flag_set *set, char folder[FOLDER_SIZE]) {
    if (good(set, AT_OUT)) {
        (void)snprintf(folder, FOLDER_SIZE, "%s", set->value[AT_OUT].text);
        return;
    }
    const char *path = from_input(set->words[0]) ? "model.yaml" : set->words[0];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    int length = dot && dot != name ? (int)(dot - name) : (int)strlen(name);
    (void)snprintf(folder, FOLDER_SIZE, "%.*s.out", length < 4000 ? length : 4000, name);
}

static void look_at_switches(const flag_set *set, run_state *r) {
    r->json = set->value[AT_JSON].given;
    r->quiet = set->value[AT_QUIET].given || r->json;
    r->report = !set->value[AT_NO_REPORT].given;
    r->strict = set->value[AT_STRICT].given;
}

static abut_run_def plan(flag_set *set, run_state *r) {
    abut_message why = {0};
    choose_folder(set, r->folder);
    if (abut_folder_check(r->folder, &why)) flags_error(set, "out: %s", why.text);
    abut_run_def def = {.t_end = good(set, AT_T_END) ? number(set, AT_T_END) : 0,
                        .every = good(set, AT_EVERY) ? number(set, AT_EVERY) : 0,
                        .rtol = good(set, AT_RTOL) ? number(set, AT_RTOL) : 0,
                        .solver = good(set, AT_SOLVER) ? set->value[AT_SOLVER].text : NULL,
                        .threads = good(set, AT_THREADS) ? (int)fmin(number(set, AT_THREADS), 256) : 0,
                        .folder = r->folder,
                        .csv = set->value[AT_CSV].given,
                        .csv_only =
                            set->value[AT_CSV].text && set->value[AT_CSV].text[0] ? set->value[AT_CSV].text : NULL,
                        .strict = r->strict,
                        .watch = watch,
                        .user = r};
    read_checkpoint(set, &def);
    return def;
}

/* ---- the answer ---- */
/* Contacts that no machine has made. */
static void print_contacts(const abut_world *w) {
    enum { SHOWN = 10 };
    int count = 0;
    for (int id = 1; id <= abut_contact_count(w); id++) {
        abut_contact contact = {id};
        if (abut_machine_of_contact(w, contact).id || ++count > SHOWN) continue;
        if (count == 1)
            (void)printf("%-20s %14s %14s %14s %8s\n", "contact", "max N [N]", "p_max [MPa]", "touching [s]",
                         "touches");
        abut_contact_stats s = abut_read_contact_stats(w, contact);
        (void)printf("%-20s %14.6g %14.6g %14.6g %8ld\n", abut_contact_name(w, contact), s.max_N, s.max_p_max * 1e-6,
                     s.time_touching, s.touches);
    }
    if (count > SHOWN) (void)printf("... and %d more, see summary.json\n", count - SHOWN);
}

/* Groups that collide. */
static void print_collides(const abut_world *w) {
    for (int id = 1; id <= abut_collide_count(w); id++) {
        abut_collide_stats s = abut_read_collide_stats(w, (abut_collide){id});
        if (id == 1)
            (void)printf("%-20s %14s %14s %14s %8s\n", "collide", "max N [N]", "p_max [MPa]", "touching now",
                         "touches");
        (void)printf("%-20s %14.6g %14.6g %14d %8ld\n", abut_collide_name(w, (abut_collide){id}), s.max_N,
                     s.max_p_max * 1e-6, s.touching, s.touches);
    }
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

static void print_summary(const flag_set *set, const run_state *r, const abut_run_outcome *o) {
    const abut_world *w = abut_model_world(r->model);
    const char *title = abut_model_title(r->model);
    abut_run_stats s = abut_read_stats(w);
    abut_energy e = abut_read_energy(w);
    (void)printf("%s: done at t = %.6g s, results in %s\n",
                 title             ? title
                 : set->word_count ? set->words[0]
                                   : r->folder,
                 o->t_reached, r->folder);
    (void)printf("%ld steps (%ld rejected) in %.3g s, %.3g x real time\n", s.steps, s.rejected, o->wall_seconds,
                 o->wall_seconds > 0 ? o->t_reached / o->wall_seconds : (double)NAN);
    (void)printf("solver %s: %s\n", s.solver ? s.solver : "?", s.why ? s.why : "");
    if (s.settled) (void)printf("started in equilibrium\n");
    (void)printf("energy: %.6g J at the start, %.6g J now, residual of the balance %.3g J\n", e.initial, e.final,
                 e.residual);
    print_contacts(w);
    print_collides(w);
    print_machines(w);
}

/* The page of the run, done or not; false after saying that it cannot be made. */
static bool write_report(const flag_set *set, const run_state *r, bool done, bool failed) {
    abut_message why = {0};
    char *path = NULL;
    const char *folder = r->folder;
    bool made = true;
    if (!r->report) return true;
    if (abut_report_missing()) {
        if (done && !r->quiet) (void)printf("%s\n", abut_report_missing());
    } else if (abut_report_write(set->registry, &folder, 1, NULL, &path, &why)) {
        made = false;
        if (!failed) complain(set->command->name, "the report is missing: %s", why.text);
    } else if (done && !r->quiet) {
        (void)printf("report: %s\n", path);
    } else if (!r->quiet) {
        complain(set->command->name, "report: %s", path);
    }
    free(path);
    return made;
}

/* summary.json as it stands in the folder. */
static bool print_json(const flag_set *set, const run_state *r) {
    char path[FOLDER_SIZE + 20], piece[1 << 12];
    (void)snprintf(path, sizeof path, "%.4000s/summary.json", r->folder);
    FILE *file = fopen(path, "r");
    if (!file) {
        complain(set->command->name, "'%.200s' cannot be opened: %s", path, strerror(errno));
        return false;
    }
    for (size_t length; (length = fread(piece, 1, sizeof piece, file)) > 0;) (void)fwrite(piece, 1, length, stdout);
    bool good = !ferror(file);
    (void)fclose(file);
    return good;
}

static int finish(const flag_set *set, run_state *r) {
    const abut_run_outcome *o = &r->outcome;
    progress_clear(&r->progress);
    if (o->status == ABUT_STOPPED)
        complain(set->command->name, "stopped at t = %.6g s; what was computed is in '%.200s'%s", o->t_reached,
                 r->folder, r->checkpoints ? ", --resume goes on with it" : "");
    else if (o->status)
        complain(set->command->name, "%s", o->message.text);
    else if (!r->quiet)
        print_summary(set, r, o);
    bool page = write_report(set, r, !o->status, o->status == ABUT_BAD_FILE);
    say_warnings(r);
    if (r->json && !print_json(set, r)) return STATUS_FAILED;
    return o->status || !page || (r->strict && r->warned) ? STATUS_FAILED : STATUS_DONE;
}

static int run_model(flag_set *set, run_state *r, const abut_run_def *def) {
    abut_status status = abut_model_run(r->model, def, &r->outcome);
    if (r->outcome.begun) return finish(set, r);
    if (!r->outcome.message.text[0]) return refused_model(r->model, status);
    flags_error(set, "%s", r->outcome.message.text);
    set->failed = status == ABUT_NO_MEMORY;
    return STATUS_USAGE;
}

/* The model of a run that is to go on; NULL: that was said. */
static abut_model *open_checkpoint(flag_set *set, run_state *r) {
    abut_message why = {0};
    abut_model *m = NULL;
    check_resume(set);
    (void)snprintf(r->folder, FOLDER_SIZE, "%s", set->value[AT_RESUME].text);
    if (!set->errors && abut_model_resume(r->folder, set->registry, &m, &why)) flags_error(set, "resume: %s", why.text);
    set->failed = why.status == ABUT_NO_MEMORY;
    return m;
}

/* A run that goes on writes to a file that may be damaged: first it is looked whether it can be read. */
static int look_at_results(const flag_set *set) {
    char path[FOLDER_SIZE + 20];
    abut_message why = {0};
    const char *folder = set->value[AT_RESUME].text;
    (void)snprintf(path, sizeof path, "%.4000s/results.h5", folder);
    if (access(path, F_OK) != 0 || !abut_results_check(folder, &why)) return STATUS_DONE;
    complain(set->command->name, "resume: %s; it cannot be continued", why.text);
    return STATUS_USAGE;
}

static int run_or_resume(flag_set *set) {
    run_state r = {0};
    look_at_switches(set, &r);
    bool resumes = good(set, AT_RESUME);
    r.model = resumes ? open_checkpoint(set, &r) : open_model(set, AT_SET);
    if (!r.model) return STATUS_USAGE;
    abut_run_def def = {.strict = r.strict, .watch = watch, .user = &r};
    if (!resumes) def = plan(set, &r);
    r.checkpoints = resumes || def.checkpoint_every > 0 || def.checkpoint_wall > 0;
    int status = STATUS_USAGE;
    if (!set->errors) {
        interrupt_watch();
        status = run_model(set, &r, &def);
    }
    abut_model_destroy(r.model);
    return status;
}

static int run_run(flag_set *set) {
    check_flags(set);
    const char *folder = set->value[AT_RESUME].text;
    if (set->errors || !good(set, AT_RESUME)) return run_or_resume(set);
    child_distrusts("is damaged: it cannot be continued", &folder, 1);
    int status = look_at_results(set);
    return status == STATUS_DONE ? run_or_resume(set) : status;
}

const cli_command command_run = {
    .info =
        {.name = "run",
         .usage = "MODEL [flags], or abut run --resume DIR",
         .summary = "simulate a model and write its results",
         .flags = run_flags,
         .words_max = 1,
         .notes =
             "Writes results.h5, summary.json and report.html, a page to look at in a browser. Ctrl-C ends the run\n"
             "cleanly and keeps what was computed (exit status 1); a second Ctrl-C ends the program at once.\n"
             "\nWith --checkpoint everything that the run is made of goes to checkpoint.abut in the folder of the "
             "results, time and\n"
             "again. Whatever ended the run, --resume goes on from the last checkpoint, and what is left at the end is "
             "bit for bit\n"
             "what the run would have left without the interruption. The solvers park, bdf, adams, rk and ida have "
             "checkpoints\n"
             "every 500 steps at most, where they make anew what cannot be kept. Needed: the same version and build of "
             "abut,\n"
             "the same kernel and the same plug-ins. The file goes when the run has come to its end.\n"
             "\nexample: abut run bounce.yaml --csv --t-end '2 s' --set bodies.ball.mass='30 g'\n"
             "         abut run bearing.yaml --checkpoint wall:10min; abut run --resume bearing.out\n"},
    .run = run_run,
};
