/* results.h5 of a run that was interrupted. What a checkpoint knows of goes into a new file, row by row, and the sums of the columns
 * must be those that the checkpoint holds; the old one is only read. So nothing that may be damaged is gone on with. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/message.h"
#include "h5_inside.h"

/* Is it the file of this run? */
static bool same_run(const h5_file *f, const char *run_id) {
    char text[RUN_ID] = "";
    hid_t at = H5Aopen(f->file, "run_id", H5P_DEFAULT), type = at >= 0 ? H5Aget_type(at) : -1;
    bool words = type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0;
    bool good = words && H5Tget_size(type) < sizeof text && H5Aread(at, type, text) >= 0 && !strcmp(text, run_id);
    if (type >= 0) (void)H5Tclose(type);
    if (at >= 0) (void)H5Aclose(at);
    return good;
}

static bool open_columns(h5_file *f, const batch *b) {
    for (int i = 0; i < b->table_count; i++) {
        const batch_table *t = &b->tables[i];
        for (int c = 0; c < t->columns && t->objects > 0; c++)
            if (!h5_open_column(f, &f->columns[f->column_count++], t, c)) return false;
    }
    return true;
}

h5_file *h5_open_again(const run_folder *folder, const batch *b, abut_message *message) {
    FILE *plain = folder_reopen(folder, H5_NAME, "r", message);
    if (!plain) return NULL;
    (void)fclose(plain);
    h5_file *f = h5_begin(folder, b, message);
    if (!f) return NULL;
    hid_t access = h5_access();
    f->file = H5Fopen(f->path, H5F_ACC_RDONLY, access);
    (void)H5Pclose(access);
    if (f->file >= 0 && same_run(f, folder->run_id) && open_columns(f, b)) return f;
    (void)say(message, ABUT_BAD_FILE, "'%.150s' is not the file of this run, or is damaged: it cannot be continued",
              f->path);
    h5_free(f);
    return NULL;
}

void h5_archive(h5_file *f, archive *a) {
    archive_part(a, "columns", (size_t)f->column_count);
    for (int i = 0; i < f->column_count; i++) ARCHIVE(a, f->columns[i].sum);
}

/* ---- the rows in a new file ---- */
/* False: there are not so many. */
static bool has_rows(const h5_column *c, long rows) {
    hsize_t size[3] = {0};
    hid_t space = H5Dget_space(c->set);
    bool enough = space >= 0 && H5Sget_simple_extent_dims(space, size, NULL) == c->rank && size[0] >= (hsize_t)rows;
    if (space >= 0) (void)H5Sclose(space);
    return enough;
}

typedef enum copied { COPIED, NOT_WRITTEN, DAMAGED } copied;

/* Block by block; their sum must be that of the rows that were written. */
static copied copy_column(const h5_column *from, h5_column *to, long rows, double *block, long block_rows) {
    for (long first = 0; first < rows; first += block_rows) {
        long count = rows - first < block_rows ? rows - first : block_rows;
        if (!h5_read_rows(from, block, first, count)) return DAMAGED;
        if (!h5_append_rows(to, block, first, count)) return NOT_WRITTEN;
    }
    return to->sum == from->sum ? COPIED : DAMAGED;
}

static copied copy_columns(const h5_column *from, h5_file *f, const batch *b) {
    enum { BLOCK = 1 << 17 }; /* numbers */
    size_t most = BLOCK;
    for (int i = 0; i < f->column_count; i++) most = from[i].numbers > most ? from[i].numbers : most;
    double *block = malloc(most * sizeof *block);
    copied answer = block ? COPIED : NOT_WRITTEN;
    for (int i = 0, at = 0; i < b->table_count && answer == COPIED; i++) {
        const batch_table *t = &b->tables[i];
        long rows = batch_written(b, t);
        for (int c = 0; c < t->columns && t->objects > 0 && answer == COPIED; c++, at++)
            answer = has_rows(&from[at], rows)
                         ? copy_column(&from[at], &f->columns[at], rows, block, (long)(most / from[at].numbers))
                         : DAMAGED;
    }
    free(block);
    return answer;
}

static abut_status fill(h5_file *f, const h5_column *from, const batch *b, abut_message *message) {
    switch (copy_columns(from, f, b)) {
    case COPIED:
        return H5Fflush(f->file, H5F_SCOPE_GLOBAL) >= 0 ? h5_sync(f, message) : h5_fail(f, message);
    case NOT_WRITTEN:
        return h5_fail(f, message);
    default:
        break;
    }
    f->lost = true;
    return say(message, ABUT_BAD_FILE, "the rows in '%.150s' are not those that were written: it cannot be continued",
               f->path);
}

abut_status h5_renew(h5_file *f, const run_folder *folder, const batch *b, const h5_header *header,
                     double rows_expected, abut_message *message) {
    h5_column *from = f->columns;
    hid_t old = f->file;
    int count = f->column_count;
    f->columns = calloc((size_t)count + 1, sizeof *f->columns);
    f->column_count = 0;
    f->file = -1;
    abut_status status = f->columns ? h5_make_file(f, folder, b, header, rows_expected, message)
                                    : say(message, ABUT_NO_MEMORY, "out of memory for '%.150s'", f->path);
    if (!status) status = fill(f, from, b, message);
    if (!status)
        status = folder_place(folder, H5_NAME, message);
    else
        folder_drop(folder, H5_NAME);
    f->lost = f->lost || status;
    for (int i = 0; i < count; i++) (void)H5Dclose(from[i].set);
    (void)H5Fclose(old);
    free(from);
    return status;
}

abut_status h5_sync(h5_file *f, abut_message *message) {
    int *handle = NULL;
    if (f->lost) return ABUT_BAD_FILE;
    if (H5Fget_vfd_handle(f->file, H5P_DEFAULT, (void **)&handle) < 0 || !handle) return ABUT_OK;
    return fsync(*handle) == 0 || errno == EINVAL || errno == EROFS ? ABUT_OK : h5_fail_system(f, message);
}
