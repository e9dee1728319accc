/* abut identify: parameters of a model from measured curves. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abut/result.h"
#include "abut/study.h"
#include "command.h"
#include "complain.h"
#include "interrupt.h"
#include "progress.h"

enum { AT_OUT, AT_RESUME, AT_METHOD, AT_MAX, AT_JOBS, AT_JSON, AT_NO_REPORT, AT_QUIET, AT_OUTSIDE, AT_PLUGIN };

static const flag_info identify_flags[] = {
    [AT_OUT] = {"out", FLAG_WORD, .preset = "STUDY without its extension + .out, here",
                .meaning = "folder of the results; made if there is none"},
    [AT_RESUME] = {"resume", FLAG_SWITCH,
                   .meaning = "go on with a study that was stopped: its runs are not done again"},
    [AT_METHOD] = {"method", FLAG_WORD, .preset = "the study's, or lm",
                   .meaning = "lm, random, bobyqa, cobyla, crs, isres or direct"},
    [AT_MAX] = {"max-evaluations", FLAG_QUANTITY, "1", .preset = "the study's, or the method's",
                .meaning = "sets of parameters that may be tried"},
    [AT_JOBS] = {"jobs", FLAG_QUANTITY, "1", .preset = "one per core", .meaning = "runs at the same time"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, what summary.json holds"},
    [AT_NO_REPORT] = {"no-report", FLAG_SWITCH,
                      .meaning = "do not write report.html, the page to look at in a browser"},
    [AT_QUIET] = {"quiet", FLAG_SWITCH, .meaning = "print nothing but errors and warnings"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

enum { FOLDER_SIZE = 4096 };

typedef struct identify_state {
    abut_study *study;
    char folder[FOLDER_SIZE];
    progress progress;
    double wall; /* s, of the clock at the start */
    bool quiet, json, report;
} identify_state;

/* ---- flags ---- */
static double whole_number(flag_set *set, int at, double preset, double most) {
    const flag_value *v = &set->value[at];
    double value = v->given && v->good ? v->number[0] : preset;
    if (v->given && v->good && !(value >= 1 && value <= most && value == floor(value)))
        flags_error(set, "%s: must be a whole number from 1 to %g, got %g", identify_flags[at].name, most, value);
    return value;
}

/* studies/wedge.yaml -> wedge.out */
static void choose_folder(const flag_set *set, char folder[FOLDER_SIZE]) {
    const char *slash = strrchr(set->words[0], '/'), *name = slash ? slash + 1 : set->words[0];
    const char *dot = strrchr(name, '.');
    int length = dot && dot != name ? (int)(dot - name) : (int)strlen(name);
    if (set->value[AT_OUT].given)
        (void)snprintf(folder, FOLDER_SIZE, "%s", set->value[AT_OUT].text ? set->value[AT_OUT].text : "");
    else
        (void)snprintf(folder, FOLDER_SIZE, "%.*s.out", length < 4000 ? length : 4000, name);
}

static bool watch(const abut_identify_progress *p, void *user) {
    identify_state *s = user;
    if (progress_due(&s->progress)) {
        (void)fprintf(stderr, "\r%s: evaluation %ld, %ld runs, least cost %.6g, %.0f s\033[K", p->method,
                      p->evaluations, p->runs, p->cost, progress_clock() - s->wall);
        (void)fflush(stderr);
        s->progress.shown = true;
        s->progress.next = progress_clock() + 0.2;
    }
    return interrupted();
}

static bool plan(flag_set *set, identify_state *s, abut_identify_def *def) {
    abut_message why = {0};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    choose_folder(set, s->folder);
    *def = (abut_identify_def){.folder = s->folder,
                               .method = set->value[AT_METHOD].text,
                               .jobs = (int)whole_number(set, AT_JOBS, cores > 0 ? (double)cores : 1, 1024),
                               .max_evaluations = (long)whole_number(set, AT_MAX, 0, 1e9),
                               .resume = set->value[AT_RESUME].given,
                               .watch = watch,
                               .user = s};
    if (abut_folder_check(s->folder, &why)) flags_error(set, "out: %s", why.text);
    s->quiet = set->value[AT_QUIET].given;
    s->json = set->value[AT_JSON].given;
    s->report = !set->value[AT_NO_REPORT].given;
    return set->errors == 0;
}

/* ---- the answer ---- */
static void print_estimates(const abut_identified *a) {
    (void)printf("\n%-24s %14s %12s %27s  %s\n", "parameter", "value", "std error", "95 % interval", "unit");
    for (int i = 0; i < a->parameters; i++) {
        const abut_estimate *e = &a->estimate[i];
        (void)printf("%-24s %14.6g", e->name, e->value);
        if (isnan(e->std_error))
            (void)printf(" %12s %27s", "-", e->fixed ? "without influence" : e->at_bound ? "at its bound" : "-");
        else
            (void)printf(" %12.3g %12.6g .. %11.6g", e->std_error, e->low, e->high);
        (void)printf("  %s\n", e->unit ? e->unit : "");
    }
}

static void print_correlations(const abut_identified *a) {
    enum { SHOWN = 8 };
    int n = a->parameters, shown = n < SHOWN ? n : SHOWN;
    if (n < 2) return;
    (void)printf("\n%-24s", "correlation");
    for (int k = 0; k < shown; k++) (void)printf(" %10.10s", a->estimate[k].name);
    (void)printf("\n");
    for (int i = 0; i < shown; i++) {
        (void)printf("%-24s", a->estimate[i].name);
        for (int k = 0; k <= i; k++) {
            double c = a->correlation[i * n + k];
            if (isnan(c))
                (void)printf(" %10s", "-");
            else
                (void)printf(" %10.4f", c);
        }
        (void)printf("\n");
    }
    if (shown < n) (void)printf("... and %d more, see summary.json\n", n - shown);
}

static void print_curves(const abut_identified *a) {
    (void)printf("\n%-24s %6s %11s %11s %11s %11s %11s %8s %8s\n", "curve", "points", "sigma", "I_max", "I_m",
                 "mean |d|", "I_sigma", "within", "area");
    for (int k = 0; k < a->curves; k++) {
        const abut_curve_fit *c = &a->curve[k];
        char name[64], area[16] = "-";
        (void)snprintf(name, sizeof name, "%.30s.%.30s", c->experiment, c->name);
        if (!isnan(c->area_error)) (void)snprintf(area, sizeof area, "%+.2f %%", 100 * c->area_error);
        (void)printf("%-24s %6d %11.4g %11.4g %11.4g %11.4g %11.4g %6.1f %% %8s\n", name, c->points, c->sigma, c->I_max,
                     c->I_m, c->I_abs, c->I_sigma, 100 * c->within, area);
        if (c->has_offset) (void)printf("%-24s offset %.6g, std error %.3g\n", "", c->offset, c->offset_error);
    }
}

static void print_answer(const flag_set *set, const identify_state *s, const abut_identified *a) {
    const char *title = abut_study_title(s->study);
    (void)printf("%s: %s, results in %s\n", title ? title : set->words[0], a->word, s->folder);
    (void)printf("%s: %ld evaluations, %ld runs%s in %.3g s%s%s\n", a->method, a->evaluations, a->runs,
                 a->reused ? " beside those resumed" : "", a->wall_seconds, a->how[0] ? "; " : "", a->how);
    print_estimates(a);
    print_correlations(a);
    print_curves(a);
    (void)printf("\n%d points, %d degrees of freedom", a->points, a->dof);
    if (!isnan(a->chi2)) (void)printf(", chi^2 per degree %.4g", a->chi2);
    (void)printf("\n");
    if (a->accepts) (void)printf("acceptance: %s\n", a->accepted ? "met" : "not met");
}

/* The page, done or not; false after saying that it cannot be made. */
static bool write_report(const flag_set *set, const identify_state *s, bool done) {
    abut_message why = {0};
    char *path = NULL;
    const char *folder = s->folder;
    bool said = done && !s->quiet && !s->json;
    bool made = true;
    if (!s->report) return true;
    if (abut_report_missing()) {
        if (said) (void)printf("%s\n", abut_report_missing());
    } else if (abut_report_write(set->registry, &folder, 1, NULL, &path, &why)) {
        complain(set->command->name, "the report is missing: %s", why.text);
        made = false;
    } else if (said) {
        (void)printf("report: %s\n", path);
    }
    free(path);
    return made;
}

static int finish(flag_set *set, identify_state *s, const abut_identified *a) {
    const char *command = set->command->name;
    progress_clear(&s->progress);
    if (a->end == ABUT_FIT_STOPPED)
        complain(command, "stopped after %ld evaluations; to go on: abut identify %.200s --out %.200s --resume",
                 a->evaluations, set->words[0], s->folder);
    else if (a->message.text[0] && a->written)
        complain(command, "%s", a->message.text);
    for (int i = 0; i < a->warnings; i++) complain(command, "warning: %s", a->warning[i]);
    if (!a->written) complain(command, "%s", a->message.text);
    bool done = (a->end == ABUT_FIT_DONE || a->end == ABUT_FIT_LIMIT) && a->written;
    if (done && s->json)
        abut_study_json(s->study, stdout);
    else if (done && !s->quiet)
        print_answer(set, s, a);
    if (a->written) done = write_report(set, s, done) && done;
    return done ? STATUS_DONE : STATUS_FAILED;
}

static int identify(flag_set *set, identify_state *s) {
    abut_identify_def def;
    const abut_identified *answer;
    abut_message why = {0};
    if (!plan(set, s, &def)) return STATUS_USAGE;
    interrupt_watch();
    s->wall = progress_clock();
    s->progress = progress_start(1, s->quiet || s->json);
    if (!abut_study_identify(s->study, &def, &answer, &why)) return finish(set, s, answer);
    flags_error(set, "%s", why.text);
    set->failed = why.status == ABUT_NO_MEMORY;
    return STATUS_USAGE;
}

static int run_identify(flag_set *set) {
    identify_state s = {0};
    if (set->word_count < 1) flags_error(set, "give the path of a study file");
    if (set->errors) return STATUS_USAGE;
    if (access(set->words[0], R_OK) != 0) {
        flags_error(set, "'%.200s' cannot be opened", set->words[0]);
        return STATUS_USAGE;
    }
    s.study = abut_study_read(set->registry, set->words[0]);
    if (!s.study) flags_error(set, "out of memory");
    set->failed = !s.study;
    int errors = s.study ? abut_study_error_count(s.study) : 0, status = STATUS_USAGE;
    for (int i = 0; i < errors; i++) {
        abut_model_error e = abut_study_error_at(s.study, i);
        (void)fprintf(stderr, "%s\n", e.text);
        set->failed = set->failed || !strcmp(e.code, "no_memory");
    }
    if (s.study && !errors) status = identify(set, &s);
    abut_study_destroy(s.study);
    return status;
}

const cli_command command_identify = {
    .info =
        {.name = "identify",
         .usage = "STUDY [flags] [--plugin FILE]...",
         .summary = "find parameters of a model from measured curves",
         .flags = identify_flags,
         .words_max = 1,
         .notes =
             "Writes summary.json, history.csv, fit_<experiment>_<curve>.csv, results.h5, evaluations.bin with every\n"
             "run, and report.html, a page to look at in a browser.\n"
             "Ctrl-C ends it and keeps what was computed (exit status 1); with --resume it goes on from there.\n"
             "\nexample: abut identify study.yaml --out fit\n"},
    .run = run_identify,
};
