/* results.h5: creating, extending and closing the file. */
#include "h5.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"
#include "h5_inside.h"

enum { METADATA_SLACK = 1 << 17 }; /* bytes a batch may need beside the rows themselves */

/* ---- errors ---- */
/* Keeps the innermost reason: that of the system where a call of it failed. */
static herr_t keep_reason(unsigned n, const H5E_error2_t *error, void *user) {
    abut_message *reason = user;
    if (n != 0 || !error->desc) return 0;
    bool system = errno && (error->maj_num == H5E_IO || error->min_num == H5E_CANTOPENFILE);
    (void)say(reason, ABUT_BAD_FILE, "%.100s", system ? strerror(errno) : error->desc);
    return 0;
}

/* Called by the library whenever one of its functions fails, instead of printing. */
static herr_t on_error(hid_t stack, void *user) {
    return H5Ewalk2(stack, H5E_WALK_UPWARD, keep_reason, &((h5_file *)user)->reason);
}

abut_status h5_fail(h5_file *f, abut_message *message) {
    f->lost = true;
    return say(message, ABUT_BAD_FILE, "'%.150s' cannot be written: %.100s", f->path,
               f->reason.text[0] ? f->reason.text
               : errno == ENOMEM ? strerror(errno)
                                 : "unknown reason");
}

abut_status h5_fail_system(const h5_file *f, abut_message *message) {
    return say(message, ABUT_BAD_FILE, "'%.150s' cannot be written: %s", f->path, strerror(errno));
}

/* ---- creating ---- */
hid_t h5_access(void) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 10, 7)
    (void)H5Pset_file_locking(access, false, true); /* the file may be looked at during the run */
#endif
    (void)H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    return access;
}

static bool create_file(h5_file *f, const char *part) {
    hid_t access = h5_access(), creation = H5Pcreate(H5P_FILE_CREATE);
    (void)H5Pset_obj_track_times(creation, false);
    f->file = H5Fcreate(part, H5F_ACC_EXCL, creation, access); /* follows no link */
    (void)H5Pclose(creation);
    (void)H5Pclose(access);
    return f->file >= 0;
}

static bool put_header(h5_file *f, const char *run_id, const h5_header *h) {
    return h5_put_number(f->file, "format", H5_FORMAT) && h5_put_attribute(f->file, "abut_version", abut_version()) &&
           h5_put_attribute(f->file, "title", h->title ? h->title : "") &&
           h5_put_attribute(f->file, "model_path", h->model_path ? h->model_path : "") &&
           h5_put_attribute(f->file, "run_id", run_id) && h5_put_attribute(f->file, "status", "running") &&
           h5_put_text(f, "model", h->model_text ? h->model_text : "", h->model_text ? h->model_length : 0,
                       "text of the model file") &&
           h5_put_names(f, "settings", h->settings, h->setting_count, "values changed by --set, in this order");
}

/* Above the groups of the first of its kind. */
static bool put_above(const h5_file *f, const batch_table *t) {
    if (!t->collisions || H5Lexists(f->file, "collisions", H5P_DEFAULT) > 0) return true;
    hid_t group = H5Gcreate2(f->file, "collisions", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    return group >= 0 && H5Gclose(group) >= 0;
}

static bool put_group(h5_file *f, const batch *b, const batch_table *t) {
    if (!put_above(f, t)) return false;
    hid_t group = H5Gcreate2(f->file, t->info->name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (group < 0) return false;
    if (t->collisions) return H5Gclose(group) >= 0;
    bool known = !t->machine || h5_put_attribute(group, "type", t->machine->machine->type->type.name);
    (void)H5Gclose(group);
    if (!t->info->count || !known) return known;
    const char **names = calloc((size_t)t->objects + 1, sizeof *names);
    if (!names) return false;
    for (int i = 0; i < t->objects; i++) {
        names[i] = t->info->label(b->world, batch_id(t, i));
        if (!names[i]) names[i] = "";
    }
    char path[64];
    (void)snprintf(path, sizeof path, "%s/names", t->info->name);
    bool good = h5_put_names(f, path, names, t->objects, "in the order of the other datasets of this group");
    free(names);
    return good;
}

/* How many rows a table will have when others have so many. */
static double rows_of(const batch *b, const batch_table *t, double rows) {
    return t->collisions ? rows * collision_table_guess(t->collisions, b->world) : rows;
}

static bool put_tables(h5_file *f, const batch *b, double rows_expected) {
    for (int i = 0; i < b->table_count; i++) {
        const batch_table *t = &b->tables[i];
        if (t->info->has && t->objects == 0) continue;
        if (t->info->name[0] && !put_group(f, b, t)) return false;
        for (int c = 0; c < t->columns && t->objects > 0; c++)
            if (!h5_make_column(f, &f->columns[f->column_count++], t, c, rows_of(b, t, rows_expected))) return false;
    }
    return true;
}

static void free_parts(h5_file *f) {
    free(f->columns);
    free(f->path);
    free(f);
}

static h5_file *new_file(const run_folder *folder, const batch *b) {
    h5_file *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    size_t size = strlen(folder->path) + sizeof "/" H5_NAME;
    f->path = malloc(size);
    if (f->path) (void)snprintf(f->path, size, "%s/" H5_NAME, folder->path);
    size_t columns = 1;
    for (int i = 0; i < b->table_count; i++) columns += (size_t)b->tables[i].columns;
    f->columns = calloc(columns, sizeof *f->columns);
    f->file = -1;
    if (f->path && f->columns) return f;
    free_parts(f);
    return NULL;
}

void h5_free(h5_file *f) {
    (void)H5Eset_auto2(H5E_DEFAULT, f->old_printer, f->old_user);
    free_parts(f);
}

abut_status h5_make_file(h5_file *f, const run_folder *folder, const batch *b, const h5_header *header,
                         double rows_expected, abut_message *message) {
    char part[FOLDER_FILE];
    abut_status status = folder_part(folder, H5_NAME, part, message);
    if (status) return status;
    if (create_file(f, part) && put_header(f, folder->run_id, header) && put_tables(f, b, rows_expected) &&
        H5Fflush(f->file, H5F_SCOPE_GLOBAL) >= 0)
        return ABUT_OK;
    folder_drop(folder, H5_NAME);
    return h5_fail(f, message);
}

h5_file *h5_begin(const run_folder *folder, const batch *b, abut_message *message) {
    h5_file *f = new_file(folder, b);
    if (!f) {
        (void)say(message, ABUT_NO_MEMORY, "out of memory for '%.150s/" H5_NAME "'", folder->path);
        return NULL;
    }
    (void)H5dont_atexit(); /* a file that could not be written must not be tried again at the end of the program */
    (void)H5Eget_auto2(H5E_DEFAULT, &f->old_printer, &f->old_user);
    (void)H5Eset_auto2(H5E_DEFAULT, on_error, f);
    return f;
}

h5_file *h5_create(const run_folder *folder, const batch *b, const h5_header *header, double rows_expected,
                   abut_message *message) {
    h5_file *f = h5_begin(folder, b, message);
    if (!f || h5_make_file(f, folder, b, header, rows_expected, message) == ABUT_OK) return f;
    h5_free(f);
    return NULL;
}

/* ---- rows ---- */
/* Blocks of the disk for the coming rows, without changing the file. What is not needed is given back by the flush. */
static abut_status reserve(h5_file *f, const batch *b, abut_message *message) {
    int *handle = NULL;
    struct stat now;
    off_t bytes = METADATA_SLACK;
    const h5_column *column = f->columns;
    for (int i = 0; i < b->table_count; i++) {
        const batch_table *t = &b->tables[i];
        for (int c = 0; c < t->columns && t->objects > 0; c++)
            bytes += (off_t)h5_growth(column++, batch_written(b, t), batch_rows(b, t));
    }
    if (H5Fget_vfd_handle(f->file, H5P_DEFAULT, (void **)&handle) < 0 || !handle || fstat(*handle, &now))
        return ABUT_OK;
#ifdef FALLOC_FL_KEEP_SIZE
    if (fallocate(*handle, FALLOC_FL_KEEP_SIZE, now.st_size, bytes) == 0) return ABUT_OK;
    if (errno != ENOSPC && errno != EDQUOT && errno != EFBIG) return ABUT_OK; /* not every file system can do this */
    (void)h5_fail_system(f, message);
    (void)!ftruncate(*handle, now.st_size);
    return ABUT_BAD_FILE;
#else
    return ABUT_OK;
#endif
}

static bool append(h5_file *f, const batch *b) {
    h5_column *column = f->columns;
    for (int i = 0; i < b->table_count; i++) {
        const batch_table *t = &b->tables[i];
        for (int c = 0; c < t->columns && t->objects > 0; c++)
            if (!h5_append_rows(column++, t->column[c], batch_written(b, t), batch_rows(b, t))) return false;
    }
    return true;
}

abut_status h5_write(h5_file *f, const batch *b, abut_message *message) {
    if (f->lost) return ABUT_BAD_FILE;
    if (b->rows == 0) return ABUT_OK;
    abut_status status = reserve(f, b, message);
    if (status) return status;
    bool good = append(f, b) && H5Fflush(f->file, H5F_SCOPE_GLOBAL) >= 0;
    return good ? ABUT_OK : h5_fail(f, message);
}

abut_status h5_close(h5_file *f, const char *status, abut_message *message) {
    abut_status answer = f->lost ? ABUT_BAD_FILE : ABUT_OK;
    if (!f->lost && status && !h5_put_attribute(f->file, "status", status)) answer = h5_fail(f, message);
    for (int i = 0; i < f->column_count && !f->lost; i++) (void)H5Dclose(f->columns[i].set);
    if (!f->lost && H5Fclose(f->file) < 0) answer = h5_fail(f, message);
    h5_free(f);
    return answer;
}
