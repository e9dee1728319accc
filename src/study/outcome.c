/* The answer of a study in files. */
#include "outcome.h"

#include <math.h>

#include "base/json.h"
#include "base/message.h"
#include "method.h"
#include "result/clear.h"
#include "result/csv.h"
#include "result/summary.h"

/* ---- JSON ---- */
static void put_study(json *j, const study *s, const fit_answer *a, const char *run_id, double wall_seconds) {
    json_string(j, "kind", "identify");
    json_string(j, "status", fit_end_word(a->end));
    if (a->message.text[0]) json_string(j, "message", a->message.text);
    if (a->how && a->how[0]) json_string(j, "how", a->how);
    json_string(j, "study", s->path);
    json_string(j, "title", s->title);
    json_string(j, "model", s->model_path);
    json_string(j, "abut_version", abut_version());
    json_string(j, "run_id", run_id);
    json_begin(j, "method", '{');
    json_string(j, "type", s->options.method->type.name);
    json_string(j, "loss", s->options.huber ? "huber" : "squared");
    json_number(j, "seed", (double)s->options.seed);
    json_end(j);
    json_number(j, "evaluations", (double)a->evaluations);
    json_number(j, "runs", (double)a->runs);
    json_number(j, "reused", (double)a->reused);
    json_number(j, "failures", (double)a->failures);
    json_number(j, "iterations", a->iterations);
    json_number(j, "rounds", a->rounds);
    json_number(j, "wall_seconds", wall_seconds);
}

static void put_parameters(json *j, const study *s, const fit_answer *a) {
    json_begin(j, "parameters", '{');
    for (int i = 0; i < s->problem.parameters; i++) {
        const fit_parameter *p = &s->problem.parameter[i];
        const fit_estimate *e = &a->estimate[i];
        json_begin(j, p->name, '{');
        json_number(j, "value", e->value);
        json_number(j, "std_error", e->std_error);
        json_begin(j, "interval", '[');
        json_number(j, NULL, e->low);
        json_number(j, NULL, e->high);
        json_end(j);
        json_string(j, "unit", p->unit);
        json_string(j, "scale", p->log ? "log" : "linear");
        json_number(j, "start", p->start);
        json_begin(j, "bounds", '[');
        json_number(j, NULL, p->low);
        json_number(j, NULL, p->high);
        json_end(j);
        json_bool(j, "at_bound", e->at_bound);
        json_bool(j, "fixed", e->fixed);
        json_end(j);
    }
    json_end(j);
}

static void put_correlation(json *j, const study *s, const fit_answer *a) {
    int n = s->problem.parameters;
    json_begin(j, "correlation", '{');
    for (int i = 0; i < n; i++) {
        json_begin(j, s->problem.parameter[i].name, '{');
        for (int k = 0; k < n; k++) json_number(j, s->problem.parameter[k].name, a->correlation[i * n + k]);
        json_end(j);
    }
    json_end(j);
}

static void put_curve(json *j, const study *s, int index, const fit_curve_answer *a) {
    const fit_curve *c = &s->problem.curve[index];
    const criteria *k = &a->criteria;
    char table[OUTCOME_NAME];
    outcome_table_name(s, index, table);
    json_begin(j, NULL, '{');
    json_string(j, "experiment", s->problem.experiment[c->experiment].name);
    json_string(j, "curve", c->name);
    json_string(j, "table", table);
    json_string(j, "unit", s->curve[index].y.unit);
    json_string(j, "x_unit", s->curve[index].x.count ? s->curve[index].x.unit : NULL);
    json_number(j, "points", c->points);
    json_number(j, "sigma", a->sigma);
    json_bool(j, "sigma_estimated", !(c->sigma > 0));
    json_number(j, "chi2", a->chi2);
    json_number(j, "max_measured", k->max_y);
    json_number(j, "I_max", k->I_max);
    json_number(j, "I_m", k->I_m);
    json_number(j, "I_abs", k->I_abs);
    json_number(j, "I_sigma", k->I_sigma);
    json_number(j, "within", k->within);
    json_number(j, "area_measured", k->area);
    json_number(j, "area_model", k->area_model);
    json_number(j, "area_error", k->area_error);
    if (c->offset) {
        json_number(j, "offset", a->offset);
        json_number(j, "offset_error", a->offset_error);
    }
    json_bool(j, "accepted", k->accepted);
    json_end(j);
}

static void put_acceptance(json *j, const acceptance *a) {
    if (!a->given) return;
    json_begin(j, "acceptance", '{');
    json_number(j, "pointwise", a->pointwise);
    json_number(j, "floor", a->floor);
    json_number(j, "share", a->share);
    if (a->area > 0) json_number(j, "area", a->area);
    if (a->largest > 0) json_number(j, "largest", a->largest);
    json_end(j);
}

static void put_answer(json *j, const study *s, const fit_answer *a) {
    json_number(j, "cost", a->cost);
    json_number(j, "points", a->points);
    json_number(j, "degrees_of_freedom", a->dof);
    json_number(j, "chi2_reduced", a->chi2);
    json_number(j, "condition", a->condition);
    json_begin(j, "curves", '[');
    for (int k = 0; k < s->problem.curves; k++) put_curve(j, s, k, &a->curve[k]);
    json_end(j);
    put_acceptance(j, &s->options.accept);
    json_key(j, "accepted");
    (void)fputs(!s->options.accept.given ? "null" : a->accepted ? "true" : "false", j->to);
}

void outcome_json(FILE *to, const study *s, const fit_answer *a, const char *run_id, double wall_seconds) {
    json j = json_start(to);
    put_study(&j, s, a, run_id, wall_seconds);
    if (a->estimate) {
        put_parameters(&j, s, a);
        put_correlation(&j, s, a);
    }
    if (a->has_solution) put_answer(&j, s, a);
    json_begin(&j, "warnings", '[');
    for (int i = 0; i < a->warnings; i++) json_string(&j, NULL, a->warning[i]);
    json_end(&j);
    json_end(&j);
}

/* ---- files ---- */
static void put_points(FILE *to, const fit_curve *c, const fit_curve_answer *a) {
    (void)fprintf(to, STUDY_FIT_HEADING "%smodel,residual\n", a->model_x ? "x_model," : "");
    for (int i = 0; i < c->points; i++) {
        (void)fprintf(to, "%.17g,%.17g,%.17g", c->t[i], c->x ? c->x[i] : c->t[i], c->y[i]);
        if (a->model_x) (void)fprintf(to, ",%.17g", a->model_x[i]);
        (void)fprintf(to, ",%.17g,%.17g\n", a->model[i], a->model[i] - c->y[i]);
    }
}

static abut_status write_curve(const run_folder *folder, const study *s, int k, const fit_answer *a,
                               abut_message *message) {
    const fit_curve *c = &s->problem.curve[k];
    char name[CSV_NAME], label[256];
    (void)snprintf(label, sizeof label, "%.120s_%.120s", s->problem.experiment[c->experiment].name, c->name);
    csv_name(name, STUDY_FIT_PREFIX, label);
    FILE *file = folder_begin(folder, name, message);
    if (!file) return ABUT_BAD_FILE;
    put_points(file, c, &a->curve[k]);
    return folder_end(folder, name, file, message);
}

abut_status outcome_write(const run_folder *folder, const study *s, const fit_answer *a, double wall_seconds,
                          abut_message *message) {
    abut_status status = ABUT_OK;
    for (int k = 0; k < s->problem.curves && a->has_solution && !status; k++)
        status = write_curve(folder, s, k, a, message);
    FILE *file = status ? NULL : folder_begin(folder, SUMMARY_NAME, message);
    if (!file) return ABUT_BAD_FILE;
    outcome_json(file, s, a, folder->run_id, wall_seconds);
    status = folder_end(folder, SUMMARY_NAME, file, message);
    return status ? status : outcome_write_tables(folder, s, a, message);
}
