/* Reading a study: sections, the model, the curves; then the problem as the fit wants it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/study.h"
#include "method.h"
#include "runs.h"
#include "study_reader.h"

/* ---- shared ---- */
void study_each(study_reader *s, const node *list, const char *what, const char *item,
                void (*read)(study_reader *s, const node *n)) {
    if (list->kind != NODE_LIST || list->count == 0) {
        error_on(s->r, list, "%s: expected a list, got %s", what,
                 list->kind == NODE_LIST ? "an empty one" : node_phrase(list));
        return;
    }
    for (unsigned i = 0; i < list->count && !s->r->more_errors; i++)
        if (need_map(s->r, list->items[i], item)) read(s, list->items[i]);
}

const char *study_beside(study_reader *s, const char *name) {
    const char *slash = strrchr(s->to->path, '/');
    if (name[0] == '/' || !slash) return name;
    return arena_join(&s->r->memory, s->to->path, (size_t)(slash + 1 - s->to->path), name);
}

bool study_name(study_reader *s, const node *map, const char *name) {
    if (!strpbrk(name, ",;\"'")) return true;
    const node *at = node_get(map, "name");
    error_on(s->r, at ? at : map, "name: '%.60s' must not hold commas, semicolons and quotes", name);
    return false;
}

void *study_grown(study_reader *s, const void *list, int count, int room, size_t each) {
    void *more = arena_get(&s->r->memory, (size_t)room * each);
    if (count) memcpy(more, list, (size_t)count * each);
    return more;
}

void study_add_parameter(study_reader *s, const fit_parameter *p, const study_target *t, const node *at) {
    if (s->parameters == s->parameter_room) {
        int old = s->parameters, room = old ? 2 * old : 8;
        s->parameter = study_grown(s, s->parameter, old, room, sizeof *s->parameter);
        s->target = study_grown(s, s->target, old, room, sizeof *s->target);
        s->parameter_at = study_grown(s, s->parameter_at, old, room, sizeof(void *));
        s->parameter_room = room;
    }
    s->parameter[s->parameters] = *p;
    s->target[s->parameters] = *t;
    s->parameter_at[s->parameters++] = at;
}

/* ---- method and acceptance ---- */
static void read_method(study_reader *s, const node *n) {
    method_keys k = {.seed = 1};
    fit_options *o = &s->to->options;
    if (n && (!need_map(s->r, n, "method") || read_keys(s->r, n, &keys_of_method, NULL, &k))) return;
    *o = (fit_options){.method = fit_find_method(s->r->registry, k.type),
                       .huber = k.loss && !strcmp(k.loss, "huber"),
                       .polish = k.polish,
                       .max_evaluations = k.max_evaluations,
                       .tolerance = k.tolerance,
                       .population = k.population,
                       .seed = (uint64_t)k.seed,
                       .accept = o->accept};
    s->to->run_limit = k.run_limit;
    if (!o->method) o->method = &method_lm; /* a registry without methods */
}

static void read_acceptance(study_reader *s, const node *n) {
    acceptance_keys k = {.pointwise = 0.1, .floor = 0.1, .share = 0.95};
    if (!n || !need_map(s->r, n, "acceptance")) {
        s->to->options.accept = (acceptance){.pointwise = k.pointwise, .floor = k.floor, .share = k.share};
        return;
    }
    (void)read_keys(s->r, n, &keys_of_acceptance, NULL, &k);
    s->to->options.accept = (acceptance){true, k.pointwise, k.floor, k.share, k.area, k.largest};
}

/* ---- the model's text ---- */
const study_model *study_model_file(study_reader *s, const node *at, const char *name) {
    abut_message why = {0};
    const char *path = study_beside(s, name);
    if (s->model && !strcmp(s->model->path, path)) return s->model;
    for (int i = 0; i < s->experiments; i++)
        if (s->study_experiment[i].model && !strcmp(s->study_experiment[i].model->path, path))
            return s->study_experiment[i].model;
    study_model *m = arena_get(&s->r->memory, sizeof *m);
    m->path = path;
    char *text = reader_text(s->r, path, &m->length, &why);
    if (!text) {
        error_on(s->r, at, "model: '%.200s' %s", path, why.text);
        return NULL;
    }
    s->r->pending = text; /* freed with the reader if memory ends meanwhile */
    m->text = arena_copy(&s->r->memory, text, m->length);
    s->r->pending = NULL;
    free(text);
    return m;
}

/* ---- the problem ---- */
static void publish(study_reader *s) {
    study *to = s->to;
    to->target = s->target;
    to->curve = s->study_curve;
    to->experiment = s->study_experiment;
    to->problem = (fit_problem){.parameters = s->parameters,
                                .curves = s->curves,
                                .experiments = s->experiments,
                                .noises = to->problem.noises,
                                .parameter = s->parameter,
                                .curve = s->curve,
                                .experiment = s->experiment,
                                .run = study_simulate,
                                .user = to};
}

static uint64_t hash_text(uint64_t h, const char *text) {
    return bytes_hash(h, text ? text : "", text ? strlen(text) + 1 : 1);
}

static uint64_t hash_sum(uint64_t h, const study_sum *sum) {
    for (int i = 0; i < sum->count; i++)
        h = bytes_hash(hash_text(h, sum->terms[i].of), &sum->terms[i].factor, sizeof sum->terms[i].factor);
    return hash_text(h, "");
}

/* Everything that a run depends on but the values of the parameters. */
static uint64_t fingerprint(const study_reader *s) {
    uint64_t h = hash_text(0, abut_version());
    for (int i = 0; i < s->parameters; i++) {
        for (int k = 0; k < s->target[i].count; k++) {
            h = hash_text(h, s->target[i].paths[k].path);
            h = bytes_hash(h, &s->target[i].paths[k].factor, sizeof(double));
        }
        h = hash_text(h, s->parameter[i].unit);
    }
    for (int e = 0; e < s->experiments; e++) {
        h = bytes_hash(h, s->study_experiment[e].model->text, s->study_experiment[e].model->length);
        for (int i = 0; i < s->study_experiment[e].setting_count; i++)
            h = hash_text(h, s->study_experiment[e].settings[i]);
        h = bytes_hash(h, &s->study_experiment[e].t_end, sizeof(double));
    }
    for (int c = 0; c < s->curves; c++) {
        h = hash_sum(hash_sum(h, &s->study_curve[c].y), &s->study_curve[c].x);
        h = bytes_hash(h, s->curve[c].t, (size_t)s->curve[c].points * sizeof(double));
    }
    return h;
}

static void check_count(study_reader *s, const node *at) {
    long points = 0, unknowns = s->parameters;
    for (int c = 0; c < s->curves; c++) {
        points += s->curve[c].points;
        unknowns += s->curve[c].offset;
    }
    if (points <= unknowns)
        error_on(s->r, at, "there are %ld points for %ld unknowns (parameters, shifts and offsets): too few", points,
                 unknowns);
}

static void read_sections(study_reader *s, const node *root) {
    study_file_keys k = {0};
    reader *r = s->r;
    if (!need_map(r, root, "study")) return;
    (void)read_keys(r, root, &keys_of_study, NULL, &k);
    s->to->title = k.title;
    read_acceptance(s, k.acceptance);
    read_method(s, k.method);
    if (k.parameters) study_each(s, k.parameters, "parameters", "parameter", study_read_parameter);
    size_t most = k.experiments && k.experiments->kind == NODE_LIST ? k.experiments->count : 0;
    s->experiment = arena_get(&r->memory, (most + 1) * sizeof *s->experiment);
    s->study_experiment = arena_get(&r->memory, (most + 1) * sizeof *s->study_experiment);
    s->setting_at = arena_get(&r->memory, (most + 1) * sizeof(void *));
    s->model_named = k.model;
    if (k.model) s->model = study_model_file(s, node_get(root, "model"), k.model);
    if (s->model) s->to->model_path = s->model->path;
    if (k.experiments) study_each(s, k.experiments, "experiments", "experiment", study_read_experiment);
    publish(s);
    if (r->errors) return;
    study_check_model(s);
    if (r->errors || s->errors_elsewhere) return;
    for (int c = 0; c < s->curves; c++) study_finish_curve(s, c);
    if (r->errors) return;
    check_count(s, k.experiments);
    publish(s);
    s->to->fingerprint = s->to->options.fingerprint = fingerprint(s);
}

static void read_file(study_reader *s, const char *text, size_t length) {
    int file = reader_file(s->r, s->to->path);
    const node *root = parse_text(s->r, file, text, length, 0);
    if (!root && !s->r->errors) error_at(s->r, (place){file, 1, 1}, "the file is empty");
    if (root) read_sections(s, root);
}

int study_read_with(const abut_registry *registry, const char *path, model_report_fn *report, void *user, study *out) {
    abut_message why = {0};
    size_t length = 0;
    *out = (study){0};
    char *text = read_whole_file(path, false, &length, &why);
    if (!text && why.status == ABUT_NO_MEMORY) return report_no_memory(path, report, user);
    if (!text) return report_file(path, why.text, report, user);
    reader *r = reader_open();
    if (r) r->registry = out->registry = registry ? registry : abut_study_types();
    if (!r) {
        free(text);
        return report_no_memory(path, report, user);
    }
    if (setjmp(r->no_memory)) {
        free(text);
        reader_close(r);
        *out = (study){0};
        return report_no_memory(path, report, user);
    }
    study_reader s = {.r = r, .to = out, .report = report, .user = user, .noises = {.memory = &r->memory}};
    out->path = arena_copy(&r->memory, path, strlen(path));
    out->own = r;
    reader_base(r, out->path);
    read_file(&s, text, length);
    free(text);
    int errors = r->errors + s.errors_elsewhere;
    if (!errors) return 0;
    reader_report(r, report, user);
    study_free(out);
    return errors;
}

int study_read(const char *path, model_report_fn *report, void *user, study *out) {
    return study_read_with(NULL, path, report, user, out);
}

void study_free(study *s) {
    if (s->own) reader_close(s->own);
    *s = (study){0};
}
