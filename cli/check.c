/* abut check: every error of model files, nothing simulated. */
#include <stdio.h>
#include <string.h>

#include "abut/machine/common.h"
#include "abut/text.h"
#include "command.h"
#include "open_model.h"

enum { AT_JSON, AT_STRICT, AT_SET, AT_OUTSIDE, AT_FMU, AT_PLUGIN };

static const flag_info check_flags[] = {
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object with every error"},
    [AT_STRICT] = {"strict", FLAG_SWITCH, .meaning = "warnings are errors"},
    [AT_SET] = {"set", FLAG_REPEAT,
                .meaning = "change one value of the model, as in bodies.egg.mass=3; may be repeated"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    [AT_FMU] = FMU_FLAG,
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

static void print_counts(const char *path, const abut_world *w, int warnings) {
    int bodies = abut_body_count(w), joints = abut_joint_count(w), contacts = abut_contact_count(w);
    int machines = abut_machine_count(w);
    (void)printf("%s: %d %s, ", path, bodies, bodies == 1 ? "body" : "bodies");
    if (joints) (void)printf("%d %s, ", joints, joints == 1 ? "joint" : "joints");
    if (machines) (void)printf("%d %s, ", machines, machines == 1 ? "machine" : "machines");
    if (abut_collide_count(w)) (void)printf("%d collide, ", abut_collide_count(w));
    (void)printf("%d %s: no errors", contacts, contacts == 1 ? "contact" : "contacts");
    if (warnings) (void)printf(", %d %s", warnings, warnings == 1 ? "warning" : "warnings");
    (void)printf("\n");
}

/* ---- errors as data ---- */
/* "bodies.egg.inertia.2": the key "inertia.2" of the body "egg"; "solver.rtol": a key of the model itself. */
static void put_object(abut_json *j, const char *path) {
    static const char *const kinds[][2] = {
        {"bodies", "body"},        {"surfaces", "surface"},    {"points", "point"},    {"joints", "joint"},
        {"forces", "force"},       {"contacts", "contact"},    {"collide", "collide"}, {"machines", "machine"},
        {"materials", "material"}, {"lubricants", "lubricant"}};
    size_t section = strcspn(path, ".");
    const char *kind = "model", *id = path[section] ? path + section + 1 : "", *key = path;
    for (size_t i = 0; *id && i < sizeof kinds / sizeof kinds[0]; i++)
        if (strlen(kinds[i][0]) == section && !strncmp(kinds[i][0], path, section)) kind = kinds[i][1], key = NULL;
    char name[400] = "";
    if (!key) {
        (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(id, "."), id);
        key = id[strlen(name)] ? id + strlen(name) + 1 : "";
    }
    abut_json_string(j, "kind", kind);
    abut_json_string(j, "id", name[0] ? name : NULL);
    abut_json_string(j, "key", key[0] ? key : NULL);
}

static void put_error(abut_json *j, const abut_model_error *e) {
    abut_json_begin(j, NULL, '{');
    if (e->code && e->code[0]) abut_json_string(j, "code", e->code);
    abut_json_string(j, "file", e->file);
    abut_json_number(j, "line", e->line);
    abut_json_number(j, "column", e->column);
    put_object(j, e->path);
    abut_json_string(j, "path", e->path);
    abut_json_string(j, "message", e->message);
    abut_json_string(j, "text", e->text);
    abut_json_end(j);
}

/* ---- the command ---- */
typedef struct checked {
    flag_set *set;
    abut_model *model[FLAG_WORDS_MAX]; /* NULL: it could not be read */
    bool strict;
} checked;

/* The errors go to standard error and, unless it is NULL, to *json. */
static int check_one(checked *c, int index, abut_json *json) {
    const char *path = c->set->words[index];
    abut_model *m = c->model[index] = read_model_at(c->set, AT_SET, path);
    if (!m && json)
        put_error(json, &(abut_model_error){path, 1, 1, "", "the file cannot be read", "the file cannot be read", ""});
    if (!m) return STATUS_USAGE;
    abut_status status = abut_model_check(m);
    for (int i = 0; json && i < abut_model_error_count(m); i++) {
        abut_model_error e = abut_model_error_at(m, i);
        put_error(json, &e);
    }
    if (status) return refused_model(m, status);
    int warnings = abut_model_warning_count(m);
    print_warnings(m, 0, c->strict);
    if (warnings && c->strict) return STATUS_USAGE;
    if (!json) print_counts(path, abut_model_world(m), warnings);
    return STATUS_DONE;
}

/* The worst of all files counts. */
static int check_all(checked *c, abut_json *json) {
    int worst = STATUS_DONE;
    for (int i = 0; i < c->set->word_count; i++) {
        int status = check_one(c, i, json);
        if (status > worst) worst = status;
    }
    return worst;
}

static void put_warnings(const checked *c, abut_json *json) {
    for (int i = 0; i < c->set->word_count; i++)
        for (int k = 0; c->model[i] && k < abut_model_warning_count(c->model[i]); k++) {
            abut_model_error e = abut_model_warning_at(c->model[i], k);
            put_error(json, &e);
        }
}

static int check_json(checked *c) {
    abut_json j = abut_json_start(stdout);
    abut_json_begin(&j, "errors", '[');
    int status = check_all(c, &j);
    abut_json_end(&j);
    abut_json_begin(&j, "warnings", '[');
    put_warnings(c, &j);
    abut_json_end(&j);
    abut_json_bool(&j, "ok", status == STATUS_DONE);
    abut_json_end(&j);
    return status;
}

static int run_check(flag_set *set) {
    checked c = {.set = set, .strict = set->value[AT_STRICT].given};
    if (set->word_count < 1) flags_error(set, "give the path of a model file");
    if (set->errors) return STATUS_USAGE;
    int status = set->value[AT_JSON].given ? check_json(&c) : check_all(&c, NULL);
    for (int i = 0; i < set->word_count; i++) abut_model_destroy(c.model[i]);
    return status;
}

const cli_command command_check = {
    .info =
        {.name = "check",
         .usage = "MODEL... [--json] [--strict] [--set PATH=VALUE]... [--plugin FILE]...",
         .summary = "every error of model files; nothing is simulated",
         .flags = check_flags,
         .words_max = FLAG_WORDS_MAX,
         .notes =
             "Prints one line for each error, FILE:LINE:COLUMN: MESSAGE, on standard error; with --json also as data "
             "on\n"
             "standard output: {errors: [{file, line, column, kind, id, key, path, message, text}], warnings, ok}.\n"
             "Warnings, 'warning: FILE:LINE:COLUMN: MESSAGE', are about what is allowed and hardly meant; as data they "
             "have a\n"
             "code beside the keys of errors. They leave the exit status 0 unless --strict makes them errors.\n"},
    .run = run_check,
};
