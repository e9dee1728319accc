/* evaluations.bin: a head that says what the numbers belong to, then one record per run with a checksum. Native byte
 * order: it is for going on at the same place. */
#include "runs_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "result/clear.h"

typedef struct file_head {
    char mark[8];
    uint64_t fingerprint;
    int32_t parameters, experiments;
} file_head;

typedef struct record_head {
    int32_t experiment, status, why_bytes, numbers;
} record_head;

static const char mark[8] = STUDY_RUNS_MARK;

static file_head head_of(const run_store *s, uint64_t fingerprint) {
    file_head h = {
        .fingerprint = fingerprint, .parameters = s->problem->parameters, .experiments = s->problem->experiments};
    memcpy(h.mark, mark, sizeof h.mark);
    return h;
}

/* ---- writing ---- */
static void put(FILE *to, const void *data, size_t size, uint64_t *sum) {
    *sum = bytes_hash(*sum, data, size);
    (void)fwrite(data, 1, size, to);
}

void runs_write(run_store *s, const run_record *r) {
    bool good = r->status == ABUT_OK;
    record_head h = {r->experiment, r->status, good ? 0 : (int32_t)strlen(r->why),
                     good ? s->problem->experiment[r->experiment].numbers : 0};
    uint64_t sum = 0;
    put(s->file, &h, sizeof h, &sum);
    put(s->file, r->values, (size_t)s->problem->parameters * sizeof(double), &sum);
    if (good)
        put(s->file, r->out, (size_t)h.numbers * sizeof(double), &sum);
    else
        put(s->file, r->why, (size_t)h.why_bytes, &sum);
    (void)fwrite(&sum, sizeof sum, 1, s->file);
    (void)fflush(s->file);
}

bool runs_close(run_store *s) {
    if (!s->file) return true;
    bool good = !ferror(s->file);
    good = fclose(s->file) == 0 && good;
    s->file = NULL;
    return good;
}

/* ---- reading ---- */
static bool get(FILE *from, void *data, size_t size, uint64_t *sum) {
    if (fread(data, 1, size, from) != size) return false;
    *sum = bytes_hash(*sum, data, size);
    return true;
}

static bool sensible(const run_store *s, const record_head *h) {
    if (h->experiment < 0 || h->experiment >= s->problem->experiments) return false;
    int numbers = h->status == ABUT_OK ? s->problem->experiment[h->experiment].numbers : 0;
    return h->numbers == numbers && h->why_bytes >= 0 && h->why_bytes < (int)sizeof((abut_message *)0)->text;
}

/* One record into the table; false at the end, or where the file is broken. */
static bool read_record(run_store *s, double *values, double *out) {
    record_head h;
    uint64_t sum = 0, written;
    char why[sizeof((abut_message *)0)->text];
    if (!get(s->file, &h, sizeof h, &sum) || !sensible(s, &h)) return false;
    if (!get(s->file, values, (size_t)s->problem->parameters * sizeof *values, &sum)) return false;
    if (!get(s->file, out, (size_t)h.numbers * sizeof *out, &sum)) return false;
    if (!get(s->file, why, (size_t)h.why_bytes, &sum)) return false;
    why[h.why_bytes] = '\0';
    if (fread(&written, sizeof written, 1, s->file) != 1 || written != sum) return false;
    runs_add(s, h.experiment, values, (abut_status)h.status, out, why, false)->from_before = true;
    return true;
}

static abut_status read_records(run_store *s, const char *path, abut_message *message) {
    int most = 1;
    for (int e = 0; e < s->problem->experiments; e++)
        if (s->problem->experiment[e].numbers > most) most = s->problem->experiment[e].numbers;
    double *values = arena_get(s->memory, ((size_t)s->problem->parameters + 1) * sizeof *values);
    double *out = arena_get(s->memory, (size_t)most * sizeof *out);
    long end = ftell(s->file);
    while (read_record(s, values, out)) end = ftell(s->file);
    if (end >= 0 && fflush(s->file) == 0 && ftruncate(fileno(s->file), end) == 0 && fseek(s->file, end, SEEK_SET) == 0)
        return ABUT_OK;
    return say(message, ABUT_BAD_FILE, "'%.150s' cannot be continued: %s", path, strerror(errno));
}

static abut_status resume_file(run_store *s, const run_folder *folder, const file_head *want, abut_message *message) {
    file_head h;
    char path[FOLDER_FILE];
    (void)snprintf(path, sizeof path, "%s/" STUDY_RUNS_NAME, folder->path);
    s->file = folder_reopen(folder, STUDY_RUNS_NAME, "r+", NULL);
    if (!s->file)
        return say(message, ABUT_BAD_FILE, "there is nothing to resume: '%.150s' cannot be opened: %s", path,
                   strerror(errno));
    bool read = fread(&h, sizeof h, 1, s->file) == 1;
    if (!read || memcmp(h.mark, want->mark, sizeof h.mark) != 0)
        return say(message, ABUT_BAD_FILE, "'%.150s' holds no evaluations of a study", path);
    if (h.fingerprint != want->fingerprint || h.parameters != want->parameters || h.experiments != want->experiments)
        return say(message, ABUT_BAD_FILE,
                   "the model, its parameters or the measured curves have changed since '%.120s' was written: start "
                   "anew, without --resume",
                   path);
    return read_records(s, path, message);
}

abut_status runs_open(run_store *s, const run_folder *folder, uint64_t fingerprint, bool resume,
                      abut_message *message) {
    file_head head = head_of(s, fingerprint);
    if (resume) return resume_file(s, folder, &head, message);
    s->file = folder_begin(folder, STUDY_RUNS_NAME, message);
    if (!s->file) return ABUT_BAD_FILE;
    (void)fwrite(&head, sizeof head, 1, s->file);
    if (fflush(s->file) == 0) return folder_place(folder, STUDY_RUNS_NAME, message);
    folder_drop(folder, STUDY_RUNS_NAME);
    return say(message, ABUT_BAD_FILE, "'%.150s/" STUDY_RUNS_NAME "' cannot be written: %s", folder->path,
               strerror(errno));
}
