/* When rows are written, and where to. */
#include "recorder.h"

#include <limits.h>
#include <stdlib.h>
#include <time.h>

#include "base/archive.h"
#include "base/message.h"
#include "clear.h"
#include "csv.h"
#include "world/world.h"

enum { BATCH_BYTES = 4 << 20 };
static const double wait = 1.0;   /* s between two writes ... */
static const double share = 0.05; /* ... or longer, so that writing takes at most about this part of the time */

struct recorder {
    batch rows;
    h5_file *file;
    result_columns *keep;     /* may be NULL */
    const run_folder *folder; /* NULL: no files */
    h5_header header;
    double rows_expected;
    csv_set *csv; /* NULL: no such files */
    bool placed;  /* files have their names */
    bool bad;     /* writing has failed: nothing is written any more */
    double next;  /* s, of `seconds`: when what waits is written */
};

static double seconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void dispose(recorder *r) {
    batch_close(&r->rows);
    csv_close(r->csv);
    free(r);
}

/* The new files are made beside those of the earlier run. */
static bool open_files(recorder *r, const recorder_def *def, abut_message *message) {
    abut_status status = ABUT_OK;
    if (def->room) status = room_check(r->folder, &r->rows, def->rows_expected, r->csv, def->room, message);
    if (!status) status = clear_check(r->folder, message);
    if (status) return false;
    clear_parts(r->folder);
    r->file = h5_create(r->folder, &r->rows, &def->header, def->rows_expected, message);
    if (!r->file) return false;
    if (!r->csv || !csv_create(r->folder, r->csv, message)) return true;
    (void)h5_close(r->file, "failed", NULL);
    clear_parts(r->folder);
    return false;
}

/* The file of a run that was interrupted; its CSV files are there as well. */
static bool open_again(recorder *r, abut_message *message) {
    clear_parts(r->folder);
    r->file = h5_open_again(r->folder, &r->rows, message);
    r->placed = true;
    return r->file;
}

/* When the first row is in them, the old ones go, and the new ones get their names: a file that can be seen has a row. */
static abut_status place_files(recorder *r, abut_message *message) {
    abut_status status = clear_results(r->folder, r->rows.world->registry, message);
    if (!status) status = folder_place(r->folder, H5_NAME, message);
    if (!status && r->csv) status = csv_place(r->folder, r->csv, message);
    r->placed = true;
    return status;
}

recorder *recorder_create(const recorder_def *def, abut_message *message) {
    recorder *r = calloc(1, sizeof *r);
    if (!r || !batch_open(&r->rows, def->world, BATCH_BYTES) || (def->keep && !columns_open(def->keep, &r->rows))) {
        (void)say(message, ABUT_NO_MEMORY, "out of memory for the results");
        if (r) dispose(r);
        return NULL;
    }
    r->folder = def->folder;
    r->keep = def->keep;
    r->header = def->header;
    r->rows_expected = def->rows_expected;
    bool good = !(def->folder && def->csv) || !csv_open(&r->csv, &r->rows, def->csv_only, message);
    if (good && (!def->folder || (def->resume ? open_again(r, message) : open_files(r, def, message)))) return r;
    dispose(r);
    return NULL;
}

static abut_status write_rows(recorder *r, abut_message *message) {
    if (r->bad || r->rows.rows == 0) return r->bad ? ABUT_BAD_FILE : ABUT_OK;
    double start = seconds();
    abut_status status = r->file ? h5_write(r->file, &r->rows, message) : ABUT_OK;
    if (!status && r->file && !r->placed) status = place_files(r, message);
    if (!status && r->keep && !columns_append(r->keep, &r->rows))
        status = say(message, ABUT_NO_MEMORY, "out of memory for the results");
    if (!status && r->csv) status = csv_append(r->folder, r->csv, message);
    r->bad = status != ABUT_OK;
    batch_clear(&r->rows);
    double now = seconds(), pause = (now - start) / share;
    r->next = now + (pause > wait ? pause : wait);
    return status;
}

abut_status recorder_add(recorder *r, abut_message *message) {
    if (r->bad) return ABUT_BAD_FILE;
    batch_add(&r->rows);
    if (r->rows.no_memory) return say(message, ABUT_NO_MEMORY, "out of memory for the results");
    return batch_full(&r->rows) ? write_rows(r, message) : recorder_tick(r, message);
}

abut_status recorder_tick(recorder *r, abut_message *message) {
    return r->rows.rows > 0 && seconds() >= r->next ? write_rows(r, message) : r->bad ? ABUT_BAD_FILE : ABUT_OK;
}

abut_status recorder_archive(recorder *r, archive *a, abut_message *message) {
    abut_status status = a->loading ? ABUT_OK : write_rows(r, message);
    archive_part(a, "rows", r->csv != NULL);
    archive_long(a, &r->rows.written, 0, LONG_MAX);
    for (int i = 0; i < r->rows.table_count; i++)
        if (r->rows.tables[i].collisions) archive_long(a, &r->rows.tables[i].collisions->written, 0, LONG_MAX);
    if (r->file) h5_archive(r->file, a);
    if (!status && r->csv) status = csv_archive(r->folder, r->csv, a, message);
    if (!status && a->bad) status = say(message, ABUT_BAD_FILE, "the checkpoint does not fit to the results");
    if (status) return status;
    if (!a->loading) return h5_sync(r->file, message);
    status = h5_renew(r->file, r->folder, &r->rows, &r->header, r->rows_expected, message);
    if (!status) clear_outcome(r->folder);
    return status;
}

void recorder_drop(recorder *r) {
    if (!r) return;
    if (r->file) (void)h5_close(r->file, NULL, NULL);
    if (r->file && !r->placed) clear_parts(r->folder);
    dispose(r);
}

abut_status recorder_finish(recorder *r, const char *status, abut_message *message) {
    abut_status answer = write_rows(r, message);
    if (!answer && r->csv) answer = csv_spectra(r->folder, r->csv, message);
    if (!answer && r->file) answer = h5_machine_tables(r->file, &r->rows, message);
    abut_status closed = r->file ? h5_close(r->file, answer ? "failed" : status, message) : ABUT_OK;
    if (r->file && !r->placed) clear_parts(r->folder);
    dispose(r);
    return answer ? answer : closed;
}
