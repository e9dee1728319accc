/* Reading resources: every file has its sum, so that nothing that is damaged is believed. */
#include "stored.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/message.h"
#include "fmu/flanges.h"
#include "model/reader.h"

static abut_status no_memory(abut_message *message) { return say(message, ABUT_NO_MEMORY, "out of memory"); }

void stored_free(stored *s) {
    for (int i = 0; i < s->files.count; i++) {
        free(s->files.file[i].name);
        free(s->files.file[i].text);
    }
    for (int i = 0; s->input && i < s->inputs; i++) free(s->input[i].path);
    for (int i = 0; s->output && i < s->outputs; i++) free(s->output[i]);
    for (int i = 0; s->flange && i < s->flanges; i++) free(s->flange[i]);
    free(s->flange);
    free(s->files.file);
    free(s->input);
    free(s->output);
    *s = (stored){0};
}

/* ---- files ---- */
static char *read_resource(const char *folder, const char *name, size_t *length, abut_message *message) {
    char path[PATH_MAX];
    abut_message why = {0};
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) path[0] = '\0';
    char *text = read_whole_file(path, true, length, &why);
    if (!text) (void)say(message, ABUT_BAD_FILE, "the resource '%.200s' %s", path, why.text);
    return text;
}

static abut_status read_line(const char *folder, const char *line, stored *s, abut_message *message) {
    char name[64], *end;
    unsigned long long sum = strtoull(line, &end, 16);
    size_t length = strspn(end + (*end == ' '), "abcdefghijklmnopqrstuvwxyz0123456789.");
    (void)snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), end + 1);
    if (end != line + 16 || *end != ' ' || !length)
        return say(message, ABUT_BAD_FILE, "the resource '" PLAN_SUMS "' is damaged");
    model_file *more = realloc(s->files.file, ((size_t)s->files.count + 1) * sizeof *more);
    if (!more) return no_memory(message);
    s->files.file = more;
    model_file *f = &more[s->files.count];
    *f = (model_file){.name = strdup(name)};
    f->text = read_resource(folder, name, &f->length, message);
    s->files.count++;
    if (!f->name) return no_memory(message);
    if (!f->text) return ABUT_BAD_FILE;
    if (archive_sum(f->text, f->length) == sum) return ABUT_OK;
    return say(message, ABUT_BAD_FILE, "the resource '%s' is damaged: its sum is another", name);
}

static abut_status read_files(const char *folder, stored *s, abut_message *message) {
    size_t length;
    char *list = read_resource(folder, PLAN_SUMS, &length, message);
    abut_status status = list ? ABUT_OK : ABUT_BAD_FILE;
    for (char *line = list; !status && line && *line; line += strcspn(line, "\n") + 1) {
        status = read_line(folder, line, s, message);
        if (!line[strcspn(line, "\n")]) break;
    }
    free(list);
    return status;
}

static const model_file *find_file(const stored *s, const char *name) {
    for (int i = 0; i < s->files.count; i++)
        if (!strcmp(s->files.file[i].name, name)) return &s->files.file[i];
    return NULL;
}

/* ---- the plan ---- */
static double number_of(const node *map, const char *key) {
    const node *n = node_get(map, key);
    return n && n->kind == NODE_SCALAR ? strtod(n->text, NULL) : (double)NAN;
}

static const char *text_of(const node *map, const char *key) {
    const node *n = node_get(map, key);
    return n && n->kind == NODE_SCALAR ? n->text : "";
}

/* A count of something below what a reader takes; -1: it is none. */
static int count_of(const node *map, const char *key) {
    double x = number_of(map, key);
    return x >= 0 && x <= NODES_MAX && x == floor(x) ? (int)x : -1;
}

static bool take_names(const node *root, const char *key, char ***names, int *count) {
    const node *list = node_get(root, key);
    if (!list || list->kind != NODE_LIST) return false;
    *names = calloc((size_t)list->count + 1, sizeof(char *));
    for (unsigned i = 0; *names && i < list->count; i++) {
        if (list->items[i]->kind != NODE_SCALAR) return false;
        if (!((*names)[i] = strdup(list->items[i]->text))) return false;
        *count = (int)i + 1;
    }
    return *names;
}

static bool take_input(const node *n, stored_input *to) {
    int kind = count_of(n, "kind");
    *to = (stored_input){strdup(text_of(n, "path")), (input_kind)kind, number_of(n, "start")};
    return to->path && to->path[0] && kind >= 0 && kind < INPUT_KINDS && isfinite(to->start);
}

/* Those of flanges stand behind all others, and are as many as belong to them. */
static bool flanges_fit(const stored *s) {
    for (int i = 0; i < s->inputs; i++)
        if ((s->input[i].kind == INPUT_FLANGE) != (i >= stored_flange(s, 0))) return false;
    return stored_flange(s, 0) >= 0;
}

static bool take_plan(const node *root, stored *s) {
    const node *inputs = node_get(root, "inputs");
    if (!inputs || inputs->kind != NODE_LIST || number_of(root, "format") != PLAN_FORMAT) return false;
    (void)snprintf(s->token, sizeof s->token, "%.39s", text_of(root, "token"));
    s->states = count_of(root, "states");
    s->indicators = count_of(root, "indicators");
    s->input = calloc((size_t)inputs->count + 1, sizeof *s->input);
    bool good = s->input && s->states >= 0 && s->indicators >= 0 &&
                take_names(root, "outputs", &s->output, &s->outputs) &&
                take_names(root, "flanges", &s->flange, &s->flanges);
    for (unsigned i = 0; good && i < inputs->count; i++) good = take_input(inputs->items[s->inputs++], &s->input[i]);
    return good && flanges_fit(s);
}

int stored_flange(const stored *s, int flange) { return s->inputs - FLANGE_INPUTS * (s->flanges - flange); }

abut_status stored_plan(const char *text, size_t length, stored *s, abut_message *message) {
    reader *r = reader_open();
    if (!r) return no_memory(message);
    if (setjmp(r->no_memory)) {
        reader_close(r);
        return no_memory(message);
    }
    const node *root = parse_json(r, reader_file(r, PLAN_FILE), text, length);
    bool good = root && take_plan(root, s);
    reader_close(r);
    return good ? ABUT_OK : say(message, ABUT_BAD_FILE, "the resource '" PLAN_FILE "' is not understood");
}

static abut_status read_plan(stored *s, abut_message *message) {
    const model_file *f = find_file(s, PLAN_FILE);
    if (!f) return say(message, ABUT_BAD_FILE, "the resource '" PLAN_FILE "' is missing");
    return stored_plan(f->text, f->length, s, message);
}

abut_status stored_read(const char *folder, stored *out, abut_message *message) {
    *out = (stored){0};
    abut_status status = read_files(folder, out, message);
    if (!status) status = read_plan(out, message);
    if (!status && !(out->model = find_file(out, PLAN_MODEL)))
        status = say(message, ABUT_BAD_FILE, "the resource '" PLAN_MODEL "' is missing");
    if (status) stored_free(out);
    return status;
}
