/* Reading resources: every file has its sum, so that nothing that is damaged is believed. */
#include "stored.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/message.h"
#include "model/reader.h"

static abut_status no_memory(abut_message *message) { return say(message, ABUT_NO_MEMORY, "out of memory"); }

void stored_free(stored *s) {
    for (int i = 0; i < s->files.count; i++) {
        free(s->files.file[i].name);
        free(s->files.file[i].text);
    }
    for (int i = 0; s->input && i < s->inputs; i++) free(s->input[i].path);
    for (int i = 0; s->output && i < s->outputs; i++) free(s->output[i]);
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
    return n && n->kind == NODE_SCALAR ? strtod(n->text, NULL) : 0;
}

static const char *text_of(const node *map, const char *key) {
    const node *n = node_get(map, key);
    return n && n->kind == NODE_SCALAR ? n->text : "";
}

static bool take_plan(const node *root, stored *s) {
    const node *inputs = node_get(root, "inputs"), *outputs = node_get(root, "outputs");
    if (!inputs || inputs->kind != NODE_LIST || !outputs || outputs->kind != NODE_LIST) return false;
    if (number_of(root, "format") != PLAN_FORMAT) return false;
    (void)snprintf(s->token, sizeof s->token, "%.39s", text_of(root, "token"));
    s->states = (int)number_of(root, "states");
    s->indicators = (int)number_of(root, "indicators");
    s->inputs = (int)inputs->count;
    s->outputs = (int)outputs->count;
    s->input = calloc((size_t)s->inputs + 1, sizeof *s->input);
    s->output = calloc((size_t)s->outputs + 1, sizeof *s->output);
    bool good = s->input && s->output;
    for (int i = 0; good && i < s->inputs; i++) {
        const node *n = inputs->items[i];
        s->input[i] =
            (stored_input){strdup(text_of(n, "path")), (input_kind)(int)number_of(n, "kind"), number_of(n, "start")};
        good = s->input[i].path;
    }
    for (int i = 0; good && i < s->outputs; i++)
        good = outputs->items[i]->kind == NODE_SCALAR && (s->output[i] = strdup(outputs->items[i]->text));
    return good;
}

static abut_status read_plan(stored *s, abut_message *message) {
    const model_file *f = find_file(s, PLAN_FILE);
    reader *r = f ? reader_open() : NULL;
    if (!r) return f ? no_memory(message) : say(message, ABUT_BAD_FILE, "the resource '" PLAN_FILE "' is missing");
    if (setjmp(r->no_memory)) {
        reader_close(r);
        return no_memory(message);
    }
    const node *root = parse_text(r, reader_file(r, PLAN_FILE), f->text, f->length, 0);
    bool good = root && take_plan(root, s);
    reader_close(r);
    return good ? ABUT_OK : say(message, ABUT_BAD_FILE, "the resource '" PLAN_FILE "' is not understood");
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
