/* results.h5 of a run that was interrupted: opening it to go on, and leaving in it what a checkpoint knows of. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

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

/* A file that is not the right one is not closed, so that nothing is written to it. */
h5_file *h5_open_again(const run_folder *folder, const batch *b, abut_message *message) {
    FILE *plain = folder_reopen(folder, H5_NAME, "r+", message);
    if (!plain) return NULL;
    (void)fclose(plain);
    h5_file *f = h5_begin(folder, b, message);
    if (!f) return NULL;
    hid_t access = h5_access();
    f->file = H5Fopen(f->path, H5F_ACC_RDWR, access);
    (void)H5Pclose(access);
    if (f->file >= 0 && same_run(f, folder->run_id) && open_columns(f, b)) return f;
    (void)say(message, ABUT_BAD_FILE, "'%.150s' is not the file of this run, or is damaged: it cannot be continued",
              f->path);
    h5_free(f);
    return NULL;
}

/* False: there are not so many, or far too many: cutting goes chunk by chunk, and a damaged number of rows would take for ever. */
static bool leave_rows(const h5_column *c, long rows, long most, bool *good) {
    hsize_t size[3] = {0}, whole[3] = {(hsize_t)rows, c->shape[1], c->shape[2]};
    hid_t space = H5Dget_space(c->set);
    bool enough = space >= 0 && H5Sget_simple_extent_dims(space, size, NULL) == c->rank && size[0] >= whole[0] &&
                  size[0] <= (hsize_t)most;
    if (space >= 0) (void)H5Sclose(space);
    if (enough) *good = H5Dset_extent(c->set, whole) >= 0;
    return enough;
}

abut_status h5_cut(h5_file *f, long rows, long most, abut_message *message) {
    bool enough = true, good = true;
    for (int i = 0; i < f->column_count && enough && good; i++) enough = leave_rows(&f->columns[i], rows, most, &good);
    if (!enough) {
        f->lost = true;
        return say(message, ABUT_BAD_FILE,
                   "'%.150s' does not have the rows that the checkpoint says: it cannot be continued", f->path);
    }
    htri_t tables = good ? H5Lexists(f->file, "tables", H5P_DEFAULT) : 0;
    if (tables > 0) good = H5Ldelete(f->file, "tables", H5P_DEFAULT) >= 0;
    good = good && tables >= 0 && h5_put_attribute(f->file, "status", "running") &&
           H5Fflush(f->file, H5F_SCOPE_GLOBAL) >= 0;
    return good ? ABUT_OK : h5_fail(f, message);
}

abut_status h5_sync(h5_file *f, abut_message *message) {
    int *handle = NULL;
    if (f->lost) return ABUT_BAD_FILE;
    if (H5Fget_vfd_handle(f->file, H5P_DEFAULT, (void **)&handle) < 0 || !handle) return ABUT_OK;
    return fsync(*handle) == 0 || errno == EINVAL || errno == EROFS ? ABUT_OK : h5_fail_system(f, message);
}
