/* Writing and reading the checkpoint of a run; see checkpoint.h. */
#include "checkpoint.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"
#include "result/clear.h"

enum { FORMAT = 2, SETTINGS_MOST = 1 << 20 };
static const char magic[8] = "abutchk\n";

/* Results of another compiler or another kind of build differ in the last bits. */
#ifdef NDEBUG
#define CHECKS "release"
#else
#define CHECKS "debug"
#endif
static const char build[] = CHECKS " " __VERSION__;

/* ---- the head ---- */
static void text_archive(archive *a, char **text) {
    size_t length = a->loading ? 0 : strlen(*text);
    archive_text(a, text, &length);
    if (a->loading && *text) a->bad = a->bad || strlen(*text) != length;
}

/* How many there are; loading: makes room for them, zeroed. NULL: there are none, or it does not fit. */
static void *list_archive(archive *a, void *list, int *count, size_t size) {
    archive_int(a, count, 0, SETTINGS_MOST);
    if (!a->loading) return list;
    void *room = a->bad ? NULL : calloc((size_t)*count + 1, size);
    if (!room) {
        a->bad = true;
        *count = 0;
    }
    return room;
}

static void def_archive(checkpoint_head *h, archive *a) {
    abut_run_def *d = &h->def;
    double *const numbers[] = {&d->t_end, &d->every, &d->rtol, &d->checkpoint_every, &d->checkpoint_wall};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    archive_int(a, &d->renew_every, 0, INT_MAX);
    archive_flag(a, &d->csv);
    text_archive(a, &h->csv_only);
    d->csv_only = h->csv_only && h->csv_only[0] ? h->csv_only : NULL;
    text_archive(a, &h->solver);
    d->solver = h->solver && h->solver[0] ? h->solver : NULL;
}

static void program_archive(checkpoint_head *h, archive *a) {
    archive_part(a, "program", FORMAT);
    text_archive(a, &h->version);
    text_archive(a, &h->kernel);
    text_archive(a, &h->build);
}

static void head_archive(checkpoint_head *h, archive *a) {
    archive_part(a, "model", 0);
    text_archive(a, &h->run_id);
    text_archive(a, &h->path);
    archive_text(a, &h->text, &h->length);
    h->settings = list_archive(a, h->settings, &h->setting_count, sizeof *h->settings);
    for (int i = 0; i < h->setting_count; i++) text_archive(a, &h->settings[i]);
    h->files.file = list_archive(a, h->files.file, &h->files.count, sizeof *h->files.file);
    for (int i = 0; i < h->files.count; i++) {
        text_archive(a, &h->files.file[i].name);
        archive_text(a, &h->files.file[i].text, &h->files.file[i].length);
    }
    def_archive(h, a);
}

static void head_free(checkpoint_head *h) {
    for (int i = 0; i < h->setting_count; i++) free(h->settings[i]);
    for (int i = 0; i < h->files.count; i++) {
        free(h->files.file[i].name);
        free(h->files.file[i].text);
    }
    void *const all[] = {h->settings, h->files.file, h->version, h->kernel, h->build,
                         h->run_id,   h->path,       h->text,    h->solver, h->csv_only};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

checkpoint_head checkpoint_head_of(const abut_model *m, const abut_run_def *def, const run_folder *folder) {
    return (checkpoint_head){.version = (char *)abut_version(),
                             .kernel = (char *)abut_kernel_name(),
                             .build = (char *)build,
                             .run_id = (char *)folder->run_id,
                             .path = m->path,
                             .text = m->text,
                             .length = m->length,
                             .settings = m->settings,
                             .setting_count = m->setting_count,
                             .files = model_files_read(&m->model),
                             .def = *def,
                             .solver = (char *)(def->solver ? def->solver : ""),
                             .csv_only = (char *)(def->csv_only ? def->csv_only : "")};
}

/* ---- writing ---- */
void checkpoint_begin(archive *a, checkpoint_head *head) {
    char first[sizeof magic];
    memcpy(first, magic, sizeof first);
    ARCHIVE(a, first);
    program_archive(head, a);
    head_archive(head, a);
}

abut_status checkpoint_write(archive *a, const run_folder *folder, abut_message *message) {
    uint64_t sum = a->bad ? 0 : archive_sum(a->bytes, a->used);
    ARCHIVE(a, sum);
    if (a->bad) {
        archive_free(a);
        return say(message, ABUT_NO_MEMORY, "out of memory for the checkpoint");
    }
    FILE *file = folder_begin(folder, CHECKPOINT_NAME, message);
    if (file) (void)fwrite(a->bytes, 1, a->used, file);
    archive_free(a);
    return file ? folder_end(folder, CHECKPOINT_NAME, file, message) : ABUT_BAD_FILE;
}

/* ---- reading ---- */
/* Written by the program that reads? */
static abut_status check_program(const checkpoint_head *h, const char *folder, abut_message *message) {
    if (strcmp(h->version, abut_version()) != 0)
        return say(message, ABUT_BAD_FILE,
                   "the checkpoint in '%.150s' was written by abut %.40s, this is %s: only the same "
                   "version can go on",
                   folder, h->version, abut_version());
    if (strcmp(h->build, build) != 0)
        return say(message, ABUT_BAD_FILE,
                   "the checkpoint in '%.150s' was written by another build of abut (%.60s): only the "
                   "same build can go on",
                   folder, h->build);
    if (strcmp(h->kernel, abut_kernel_name()) != 0)
        return say(message, ABUT_BAD_FILE,
                   "the checkpoint in '%.150s' was written with the kernel '%.40s', this is '%s': "
                   "see ABUT_KERNEL",
                   folder, h->kernel, abut_kernel_name());
    return ABUT_OK;
}

static abut_status damaged(const char *folder, abut_message *message) {
    return say(message, ABUT_BAD_FILE, "the checkpoint in '%.150s' is damaged", folder);
}

static abut_status look(checkpoint *c, size_t length, abut_message *message) {
    uint64_t sum = 0;
    char first[sizeof magic];
    if (length < sizeof magic + sizeof sum) return damaged(c->folder, message);
    memcpy(first, c->bytes, sizeof first);
    memcpy(&sum, c->bytes + length - sizeof sum, sizeof sum);
    if (memcmp(first, magic, sizeof magic) != 0 || sum != archive_sum(c->bytes, length - sizeof sum))
        return damaged(c->folder, message);
    c->state = archive_to_load(c->bytes, length - sizeof sum);
    c->state.used = sizeof magic;
    program_archive(&c->head, &c->state);
    if (c->state.bad) return damaged(c->folder, message);
    abut_status status = check_program(&c->head, c->folder, message);
    if (status) return status;
    head_archive(&c->head, &c->state);
    return c->state.bad ? damaged(c->folder, message) : ABUT_OK;
}

/* To be freed; NULL: the message says why. */
static unsigned char *read_bytes(FILE *file, size_t *length) {
    struct stat there;
    if (fstat(fileno(file), &there) != 0) return NULL;
    *length = (size_t)there.st_size;
    unsigned char *bytes = malloc(*length + 1);
    if (bytes && fread(bytes, 1, *length, file) == *length) return bytes;
    free(bytes);
    return NULL;
}

static unsigned char *whole_file(const char *path, size_t *length, abut_message *message) {
    run_folder folder;
    if (folder_open(&folder, path, message)) return NULL;
    FILE *file = folder_reopen(&folder, CHECKPOINT_NAME, "r", NULL);
    bool missing = !file && errno == ENOENT;
    unsigned char *bytes = file ? read_bytes(file, length) : NULL;
    if (file) (void)fclose(file);
    folder_release(&folder);
    if (missing)
        (void)say(message, ABUT_BAD_FILE, "there is no checkpoint in '%.150s': nothing to go on from", path);
    else if (!bytes)
        (void)say(message, ABUT_BAD_FILE, "the checkpoint in '%.150s' cannot be read", path);
    return bytes;
}

checkpoint *checkpoint_read(const char *folder, abut_message *message) {
    size_t length = 0;
    checkpoint *c = calloc(1, sizeof *c);
    if (c) c->folder = strdup(folder);
    if (!c || !c->folder)
        (void)say(message, ABUT_NO_MEMORY, "out of memory for the checkpoint");
    else if ((c->bytes = whole_file(folder, &length, message)) && look(c, length, message) == ABUT_OK)
        return c;
    checkpoint_drop(c);
    return NULL;
}

void checkpoint_drop(checkpoint *c) {
    if (!c) return;
    head_free(&c->head);
    free(c->bytes);
    free(c->folder);
    free(c);
}
