/* Reading a model: text, settings, world. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

#include "reader.h"

/* ---- reading ---- */
typedef struct request {
    const char *path;
    const char *text;
    size_t length;
    const char *const *settings;
    int setting_count;
} request;

static void read_request(reader *r, const request *q, model *out) {
    reader_base(r, q->path);
    int file = reader_file(r, q->path);
    const node *root = parse_text(r, file, q->text, q->length, 0);
    if (!root) {
        if (!r->errors) error_at(r, (place){file, 1, 1}, "the file is empty");
        return;
    }
    root = expand_use(r, root, q->path);
    bool map = root->kind == NODE_MAP; /* otherwise build_model complains */
    for (int i = 0; map && i < q->setting_count; i++) root = apply_setting(r, root, q->settings[i], q->path);
    build_model(r, root, out);
}

int model_read_text_with(const abut_registry *registry, const char *path, const char *text, size_t length,
                         const char *const *settings, int setting_count, model_report_fn *report, void *user,
                         model *out) {
    return model_read_given(registry, NULL, path, text, length, settings, setting_count, report, user, out);
}

model_files model_files_read(const model *m) {
    const reader *r = m->own;
    return r->seen;
}

int model_read_given(const abut_registry *registry, const model_files *given, const char *path, const char *text,
                     size_t length, const char *const *settings, int setting_count, model_report_fn *report, void *user,
                     model *out) {
    *out = (model){0};
    request q = {path, text, length, settings, setting_count};
    reader *r = reader_open();
    if (!r) return report_no_memory(path, report, user);
    if (setjmp(r->no_memory)) {
        reader_close(r);
        *out = (model){0};
        return report_no_memory(path, report, user);
    }
    if (registry) r->registry = registry;
    r->given = given;
    q.path = arena_copy(&r->memory, path, strlen(path));
    read_request(r, &q, out);
    int errors = r->errors;
    if (!errors) {
        out->text = arena_copy(&r->memory, text, length);
        out->length = length;
        out->path = (char *)q.path;
        out->world = r->world;
        out->own = r;
        return 0;
    }
    reader_report(r, report, user);
    reader_close(r);
    *out = (model){0};
    return errors;
}

int model_read_text(const char *path, const char *text, size_t length, const char *const *settings, int setting_count,
                    model_report_fn *report, void *user, model *out) {
    return model_read_text_with(NULL, path, text, length, settings, setting_count, report, user, out);
}

int model_read(const char *path, const char *const *settings, int setting_count, model_report_fn *report, void *user,
               model *out) {
    return model_read_with(NULL, path, settings, setting_count, report, user, out);
}

int model_read_with(const abut_registry *registry, const char *path, const char *const *settings, int setting_count,
                    model_report_fn *report, void *user, model *out) {
    abut_message why = {0};
    size_t length = 0;
    *out = (model){0};
    char *text = read_whole_file(path, false, &length, &why);
    if (!text && why.status == ABUT_NO_MEMORY) return report_no_memory(path, report, user);
    if (!text) return report_file(path, why.text, report, user);
    int errors = model_read_text_with(registry, path, text, length, settings, setting_count, report, user, out);
    free(text);
    return errors;
}

/* ---- starting ---- */
void model_refused(const model *m, abut_status status, model_report_fn *report, void *user) {
    const reader *r = m->own;
    const char *text = abut_world_message(m->world);
    const abut_place at = abut_world_place(m->world);
    const node *n = blamed(r, &at, NULL);
    complaint c = {n ? n->at : (place){0, 1, 1}, 0, text[0] ? text : abut_status_text(status),
                   status == ABUT_NO_MEMORY ? "no_memory" : NULL};
    if (report) reader_report_one(r, &c, report, user);
}

abut_status model_start(model *m, model_report_fn *report, void *user) {
    abut_status status = abut_start(m->world, &m->solver);
    if (status) model_refused(m, status, report, user);
    return status;
}

void model_free(model *m) {
    if (m->own) reader_close(m->own);
    *m = (model){0};
}
