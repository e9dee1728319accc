/* Studies; see abut/study.h. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "abut/result.h"
#include "abut/study.h"
#include "base/message.h"
#include "errors.h"
#include "registry/registry.h"
#include "result/clear.h"
#include "result/h5.h"
#include "study/method.h"
#include "study/outcome.h"

struct abut_study {
    study study;
    error_list errors;
    fit_answer answer;
    abut_identified out;
    abut_estimate *estimate;
    abut_curve_fit *curve;
    const abut_identify_def *def; /* while it is worked on */
    char run_id[RUN_ID];
};

abut_study *abut_study_read(const abut_registry *registry, const char *path) {
    abut_study *s = calloc(1, sizeof *s);
    if (s) (void)study_read_with(registry, path, errors_add, &s->errors, &s->study);
    return s;
}

static void forget(abut_study *s) {
    fit_free(&s->answer);
    free(s->estimate);
    free(s->curve);
    s->estimate = NULL;
    s->curve = NULL;
    s->out = (abut_identified){0};
}

void abut_study_destroy(abut_study *s) {
    if (!s) return;
    forget(s);
    errors_clear(&s->errors);
    study_free(&s->study);
    free(s);
}

int abut_study_error_count(const abut_study *s) { return errors_count(&s->errors); }
abut_model_error abut_study_error_at(const abut_study *s, int index) { return errors_at(&s->errors, index); }
const char *abut_study_title(const abut_study *s) { return s->study.title; }

/* ---- the answer in plain structs ---- */
static bool fill_estimates(abut_study *s) {
    int n = s->study.problem.parameters;
    s->estimate = calloc((size_t)n + 1, sizeof *s->estimate);
    for (int i = 0; s->estimate && i < n; i++) {
        const fit_parameter *p = &s->study.problem.parameter[i];
        const fit_estimate *e = &s->answer.estimate[i];
        s->estimate[i] =
            (abut_estimate){p->name, p->unit, e->value, e->std_error, e->low, e->high, e->fixed, e->at_bound};
    }
    return s->estimate;
}

static bool fill_curves(abut_study *s) {
    int n = s->study.problem.curves;
    s->curve = calloc((size_t)n + 1, sizeof *s->curve);
    for (int i = 0; s->curve && i < n; i++) {
        const fit_curve *c = &s->study.problem.curve[i];
        const fit_curve_answer *a = &s->answer.curve[i];
        const criteria *q = &a->criteria;
        s->curve[i] = (abut_curve_fit){.experiment = s->study.problem.experiment[c->experiment].name,
                                       .name = c->name,
                                       .points = c->points,
                                       .sigma = a->sigma,
                                       .I_max = q->I_max,
                                       .I_m = q->I_m,
                                       .I_abs = q->I_abs,
                                       .I_sigma = q->I_sigma,
                                       .within = q->within,
                                       .area_error = q->area_error,
                                       .has_offset = c->offset,
                                       .offset = a->offset,
                                       .offset_error = a->offset_error};
    }
    return s->curve;
}

static bool fill(abut_study *s) {
    const fit_answer *a = &s->answer;
    const fit_options *o = &s->study.options;
    static const abut_identify_end ends[] = {[FIT_DONE] = ABUT_FIT_DONE,
                                             [FIT_LIMIT] = ABUT_FIT_LIMIT,
                                             [FIT_STOPPED] = ABUT_FIT_STOPPED,
                                             [FIT_GOES_ON] = ABUT_FIT_FAILED,
                                             [FIT_FAILED] = ABUT_FIT_FAILED};
    s->out = (abut_identified){.end = ends[a->end],
                               .word = fit_end_word(a->end),
                               .method = o->method->type.name,
                               .how = a->how ? a->how : "",
                               .message = a->message,
                               .points = a->points,
                               .dof = a->dof,
                               .chi2 = a->chi2,
                               .accepts = o->accept.given,
                               .accepted = a->accepted,
                               .evaluations = a->evaluations,
                               .runs = a->runs,
                               .reused = a->reused,
                               .warnings = a->warnings,
                               .warning = a->warning,
                               .wall_seconds = s->out.wall_seconds};
    if (!a->estimate) return true;
    s->out.parameters = s->study.problem.parameters;
    s->out.curves = s->study.problem.curves;
    if (!fill_estimates(s) || !fill_curves(s)) return false;
    s->out.estimate = s->estimate;
    s->out.curve = s->curve;
    s->out.correlation = a->correlation;
    return true;
}

/* ---- fitting ---- */
static double seconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool pass_on(const fit_progress *p, void *user) {
    const abut_identify_def *def = ((const abut_study *)user)->def;
    abut_identify_progress shown = {p->method, p->evaluations, p->runs, p->cost};
    return def->watch && def->watch(&shown, def->user);
}

static abut_status plan(abut_study *s, const abut_identify_def *def, abut_message *message) {
    fit_options *o = &s->study.options;
    if (errors_count(&s->errors) || !s->study.own) return say(message, ABUT_BAD_VALUE, "the study has errors");
    abut_args chosen;
    const abut_choice choice = {.type = def->method};
    if (def->method && registry_check(s->study.registry, "method", 0, &choice, &chosen, message))
        return ABUT_UNKNOWN_NAME;
    if (def->method) o->method = (const fit_method *)chosen.type;
    if (def->max_evaluations > 0) o->max_evaluations = def->max_evaluations;
    o->workers = def->jobs;
    o->resume = def->resume;
    o->watch = pass_on;
    o->watch_user = s;
    s->def = def;
    return def->folder ? ABUT_OK : say(message, ABUT_MISSING, "a study needs a folder");
}

/* What an earlier run or study left goes as a whole, unless this one goes on with it. */
static abut_status take_folder(abut_study *s, run_folder *folder, abut_message *message) {
    abut_status status = folder_own(folder, s->def->folder, message);
    if (status) return status;
    clear_parts(folder);
    if (!s->def->resume) status = clear_results(folder, s->study.registry, message);
    if (!status && !s->def->resume) status = folder_remove(folder, H5_NAME, message);
    if (status) folder_release(folder);
    s->study.options.folder = folder;
    memcpy(s->run_id, folder->run_id, sizeof s->run_id);
    return status;
}

static abut_status identify(abut_study *s, const run_folder *folder, const abut_identified **out,
                            abut_message *message) {
    double start = seconds();
    abut_status status = fit_solve(&s->study.problem, &s->study.options, &s->answer);
    if (status) return say(message, status, "%s", s->answer.message.text);
    s->out.wall_seconds = seconds() - start;
    if (!fill(s)) return say(message, ABUT_NO_MEMORY, "out of memory");
    abut_message why = {0};
    s->out.written = !outcome_write(folder, &s->study, &s->answer, s->out.wall_seconds, &why);
    if (!s->out.written) s->out.message = why;
    *out = &s->out;
    return ABUT_OK;
}

abut_status abut_study_identify(abut_study *s, const abut_identify_def *def, const abut_identified **out,
                                abut_message *message) {
    *out = NULL;
    forget(s);
    abut_status status = plan(s, def, message);
    run_folder folder;
    if (!status) status = take_folder(s, &folder, message);
    if (status) return status;
    status = identify(s, &folder, out, message);
    folder_release(&folder);
    s->study.options.folder = NULL;
    return status;
}

void abut_study_json(const abut_study *s, FILE *to) {
    outcome_json(to, &s->study, &s->answer, s->run_id, s->out.wall_seconds);
}
