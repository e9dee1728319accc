/* Writing the page: the template up to its mark, the data of the runs, the rest. */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"
#include "encode.h"
#include "result/clear.h"
#include "run_source.h"
#include "template.h"

const char report_missing[] = "the web page is left out: this build has no Node.js";

static const double page_most = 4.7e6; /* bytes, of a page of a run that has not very many bodies */

/* Where the data go in the template, NULL: there is none. */
static const char *mark_in(const char *text, size_t length) {
    size_t mark = strlen(TEMPLATE_MARK);
    for (const char *at = text; (size_t)(at - text) + mark <= length; at++) {
        at = memchr(at, TEMPLATE_MARK[0], length - mark + 1 - (size_t)(at - text));
        if (!at) return NULL;
        if (!memcmp(at, TEMPLATE_MARK, mark)) return at;
    }
    return NULL;
}

bool report_available(void) {
    size_t length;
    const char *text = page_text(&length);
    return mark_in(text, length) != NULL;
}

/* ---- data ---- */
/* What is written: the runs in a page. */
typedef struct job {
    const char *text, *mark; /* of the page; where the data go in it */
    size_t length;
    run_source run[REPORT_RUNS];
    int runs;
    abut_status (*put)(const run_source *r, json *j, abut_message *message); /* the object of a run */
} job;

static abut_status put_runs(FILE *to, const job *p, abut_message *message) {
    json j = json_start(to);
    j.text = encode_text;
    json_number(&j, "format", 1);
    json_string(&j, "version", abut_version());
    json_begin(&j, "runs", '[');
    abut_status status = ABUT_OK;
    for (int i = 0; i < p->runs && !status; i++) status = p->put(&p->run[i], &j, message);
    json_end(&j);
    json_end(&j);
    return status;
}

/* ---- file ---- */
static abut_status put_page(FILE *to, const job *p, abut_message *message) {
    const char *rest = p->mark + strlen(TEMPLATE_MARK);
    (void)fwrite(p->text, 1, (size_t)(p->mark - p->text), to);
    abut_status status = put_runs(to, p, message);
    for (int i = 0; i < p->runs && !status; i++) status = source_whole(&p->run[i].rows, message);
    (void)fwrite(rest, 1, (size_t)(p->text + p->length - rest), to);
    return status;
}

static abut_status refuse(const char *path, abut_message *message) {
    return say(message, ABUT_BAD_FILE, "'%.150s' cannot be written: %s", path, strerror(errno));
}

/* Into what the caller has named and is not a plain file: a pipe, a device. */
static abut_status fill(const char *path, const job *p, abut_message *message) {
    FILE *file = fopen(path, "wb");
    if (!file) return refuse(path, message);
    errno = 0;
    abut_status status = put_page(file, p, message);
    if ((fflush(file) != 0 || ferror(file)) && !status) status = refuse(path, message);
    if (fclose(file) != 0 && !status) status = refuse(path, message);
    return status;
}

/* A file of the folder. Not beside the results of another run, which has begun meanwhile: beside says that it is among the results. */
static abut_status place(const run_folder *folder, const char *name, const job *p, bool beside, abut_message *message) {
    clear_stale(folder, name);
    FILE *file = folder_begin(folder, name, message);
    if (!file) return ABUT_BAD_FILE;
    abut_status status = put_page(file, p, message);
    if (!status && beside && !source_current(&p->run[0].rows))
        status = say(message, ABUT_BAD_FILE, "the results in '%.150s' have been replaced meanwhile", folder->path);
    if (!status) return folder_end(folder, name, file, message);
    (void)fclose(file);
    folder_drop(folder, name);
    return status;
}

static char *join(const char *a, const char *b) {
    size_t size = strlen(a) + strlen(b) + 1;
    char *text = malloc(size);
    if (text) (void)snprintf(text, size, "%s%s", a, b);
    return text;
}

static abut_status write_file(const char *path, const job *p, bool beside, abut_message *message) {
    struct stat info;
    run_folder folder;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (!beside && stat(path, &info) == 0 && !S_ISREG(info.st_mode)) return fill(path, p, message);
    char *place_of = !slash ? join(".", "") : slash == path ? join("/", "") : strndup(path, (size_t)(slash - path));
    if (!place_of) return say(message, ABUT_NO_MEMORY, "out of memory for the report");
    abut_status status = folder_open(&folder, place_of, NULL) ? refuse(path, message) : ABUT_OK;
    if (!status) status = place(&folder, name, p, beside, message);
    folder_release(&folder);
    free(place_of);
    return status;
}

static abut_status write_runs(const job *p, const char *out, char **path, abut_message *message) {
    *path = out ? join(out, "") : join(p->run[0].folder, "/report.html");
    if (!*path) return say(message, ABUT_NO_MEMORY, "out of memory for the report");
    return write_file(*path, p, !out, message);
}

abut_status report_write_into(const char *text, size_t length, const abut_registry *registry, const char *const *folder,
                              int folders, const char *out, char **path, abut_message *message) {
    job p = {text, mark_in(text, length), length, .runs = folders, .put = run_put};
    *path = NULL;
    if (!p.mark) return say(message, ABUT_MISSING, "%s", report_missing);
    if (folders < 1 || folders > REPORT_RUNS)
        return say(message, ABUT_BAD_VALUE, "a page shows 1 to %d runs, got %d", REPORT_RUNS, folders);
    abut_status status = ABUT_OK;
    for (int i = 0; i < folders && !status; i++)
        status = run_open(&p.run[i], registry, folder[i], (page_most - (double)length) / folders, true, message);
    if (!status) status = write_runs(&p, out, path, message);
    for (int i = folders - 1; i >= 0; i--)
        run_close(&p.run[i]); /* in the other order: each restores what it has found */
    return status;
}

abut_status report_write(const abut_registry *registry, const char *const *folder, int folders, const char *out,
                         char **path, abut_message *message) {
    size_t length;
    const char *text = page_text(&length);
    return report_write_into(text, length, registry, folder, folders, out, path, message);
}

abut_status report_write_state(const model *m, const char *summary, const char *out, abut_message *message) {
    size_t length;
    const char *text = page_text(&length);
    job p = {text, mark_in(text, length), length, .runs = 1, .put = run_put_state};
    run_source *r = &p.run[0];
    if (!p.mark) return say(message, ABUT_MISSING, "%s", report_missing);
    *r = (run_source){.folder = m->path, .title = m->title, .text = m->text, .built = true, .model = *m};
    r->summary_length = strlen(summary);
    r->summary = join(summary, "");
    abut_status status =
        r->summary ? run_find_shapes(r, true, message) : say(message, ABUT_NO_MEMORY, "out of memory for the report");
    char *path = NULL;
    if (!status) status = write_runs(&p, out, &path, message);
    free(path);
    free(r->summary); /* the rest is the model's */
    run_free_shapes(r);
    return status;
}

static abut_status put_answer(const run_source *r, json *j, abut_message *message) {
    (void)message;
    json_begin(j, NULL, '{');
    json_string(j, "name", r->folder);
    json_string(j, "title", r->folder);
    json_string(j, "status", "done");
    json_string(j, "message", NULL);
    json_key(j, "summary");
    encode_json(j->to, r->summary, r->summary_length);
    json_end(j);
    return ABUT_OK;
}

abut_status report_write_answer(const char *title, const char *summary, const char *out, abut_message *message) {
    size_t length;
    const char *text = page_text(&length);
    job p = {text, mark_in(text, length), length, .runs = 1, .put = put_answer};
    if (!p.mark) return say(message, ABUT_MISSING, "%s", report_missing);
    p.run[0] = (run_source){.folder = title, .summary_length = strlen(summary)};
    p.run[0].summary = join(summary, "");
    char *path = NULL;
    abut_status status = p.run[0].summary ? write_runs(&p, out, &path, message)
                                          : say(message, ABUT_NO_MEMORY, "out of memory for the report");
    free(path);
    free(p.run[0].summary);
    return status;
}
