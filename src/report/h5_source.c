/* Reading of results.h5. */
#include "h5_source.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"

static const double row_most = 1e8;  /* numbers of one dataset in a row: more is not ours */
static const double unwritten = 2e7; /* numbers that a run which was killed may have announced and not written */

/* ---- datasets with rows ---- */
bool source_find(const h5_source *s, const char *name, source_set *out) {
    *out = (source_set){.set = H5Dopen2(s->file, name, H5P_DEFAULT)};
    if (out->set < 0) return false;
    hid_t space = H5Dget_space(out->set), type = H5Dget_type(out->set);
    H5T_class_t class = H5Tget_class(type);
    out->rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : 0;
    bool good = (class == H5T_FLOAT || class == H5T_INTEGER) && out->rank >= 1 && out->rank <= 3;
    good = good && H5Sget_simple_extent_dims(space, out->shape, NULL) == out->rank;
    double width = 1;
    for (int i = 1; good && i < out->rank; i++) width *= (double)out->shape[i];
    good = good && width >= 1 && width <= row_most && (double)out->shape[0] * width <= s->numbers_most;
    out->width = good ? (size_t)width : 0;
    if (space >= 0) (void)H5Sclose(space);
    if (type >= 0) (void)H5Tclose(type);
    if (!good) source_drop(out);
    return good;
}

void source_drop(source_set *set) {
    if (set->set > 0) (void)H5Dclose(set->set);
    *set = (source_set){0};
}

static bool read_slab(const source_set *set, long row, long stride, long count, hid_t type, void *to) {
    hsize_t start[3] = {(hsize_t)row}, step[3] = {(hsize_t)stride, 1, 1};
    hsize_t size[3] = {(hsize_t)count, set->shape[1], set->shape[2]};
    hid_t file_space = H5Dget_space(set->set), space = H5Screate_simple(set->rank, size, NULL);
    bool good = file_space >= 0 && space >= 0 &&
                H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, step, size, NULL) >= 0 &&
                H5Dread(set->set, type, space, file_space, H5P_DEFAULT, to) >= 0;
    if (space >= 0) (void)H5Sclose(space);
    if (file_space >= 0) (void)H5Sclose(file_space);
    return good;
}

bool source_read(const source_set *set, const thin *t, long first, long count, hid_t type, void *to) {
    bool last = first + count == t->shown; /* it may lie off the stride */
    long regular = last ? count - 1 : count;
    char *end = (char *)to + (size_t)regular * set->width * H5Tget_size(type);
    return (regular < 1 || read_slab(set, first * t->stride, t->stride, regular, type, to)) &&
           (!last || read_slab(set, t->rows - 1, 1, 1, type, end));
}

bool source_read_rows(const source_set *set, long first, long count, hid_t type, void *to) {
    return count == 0 || read_slab(set, first, 1, count, type, to);
}

/* ---- opening ---- */
static bool ends_with(const char *text, const char *end) {
    size_t a = strlen(text), b = strlen(end);
    return a >= b && !strcmp(text + a - b, end);
}

/* The shortest dataset counts. */
static herr_t visit_set(hid_t file, const char *name, const H5L_info_t *info, void *user) {
    h5_source *s = user;
    source_set set;
    (void)info;
    if (ends_with(name, "names") || !strcmp(name, "model") || !strcmp(name, "settings")) return 0;
    if (!strncmp(name, "tables/", strlen("tables/"))) return 0; /* with rows of their own */
    if (!strncmp(name, "collisions/", strlen("collisions/"))) return 0;
    if (H5Oexists_by_name(file, name, H5P_DEFAULT) <= 0 || !source_find(s, name, &set)) return 0;
    if ((long)set.shape[0] < s->rows) s->rows = (long)set.shape[0];
    s->row_numbers += (double)set.width;
    source_drop(&set);
    return 0;
}

/* Only of a file: opening a pipe has no end. */
static hid_t open_file(const char *path, double *numbers_most) {
    struct stat there;
    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode)) return -1;
    *numbers_most = (double)there.st_size + unwritten; /* a number takes a byte or more */
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 10, 7)
    (void)H5Pset_file_locking(access, false, true); /* the run may go on */
#endif
    (void)H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, access);
    (void)H5Pclose(access);
    return file;
}

static abut_status refuse(const char *folder, const char *path, abut_message *message) {
    struct stat info;
    if (stat(folder, &info) != 0)
        return say(message, ABUT_BAD_FILE, "'%.150s' cannot be opened: %s", folder, strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return say(message, ABUT_BAD_FILE, "'%.150s' is not a folder; give the folder of a run", folder);
    if (stat(path, &info) != 0 && errno == ENOENT)
        return say(message, ABUT_BAD_FILE, "'%.150s' holds no results: there is no results.h5 in it", folder);
    FILE *file = S_ISREG(info.st_mode) ? fopen(path, "rb") : NULL;
    if (!S_ISREG(info.st_mode)) return say(message, ABUT_BAD_FILE, "'%.150s' cannot be opened: it is not a file", path);
    if (!file) return say(message, ABUT_BAD_FILE, "'%.150s' cannot be opened: %s", path, strerror(errno));
    (void)fclose(file);
    return say(message, ABUT_BAD_FILE, "'%.150s' cannot be read: it is damaged or not a file of results", path);
}

/* ---- memory ---- */
static herr_t look(unsigned n, const H5E_error2_t *error, void *user) {
    enum source_ended *ended = user;
    bool now = error->min_num == H5E_NOSPACE || error->min_num == H5E_CANTALLOC || error->maj_num == H5E_RESOURCE;
    (void)n;
    if (now && *ended == SOURCE_WHOLE) *ended = SOURCE_LACKS_INSIDE;
    return 0;
}

/* Called by the library whenever a call fails. */
static herr_t note(hid_t stack, void *ended) { return H5Ewalk2(stack, H5E_WALK_DOWNWARD, look, ended); }

abut_status source_whole(const h5_source *s, abut_message *message) {
    return s->ended && *s->ended ? say(message, ABUT_NO_MEMORY, "out of memory while '%.150s' is read", s->path)
                                 : ABUT_OK;
}

void *source_got(const h5_source *s, void *memory) {
    if (!memory) *s->ended = SOURCE_LACKS;
    return memory;
}

abut_status source_refuse(const h5_source *s, const char *what, abut_message *message) {
    if (*s->ended == SOURCE_LACKS) return source_whole(s, message);
    return say(message, ABUT_BAD_FILE, "'%.150s' cannot be read: %.100s is damaged%s", s->path, what,
               *s->ended == SOURCE_WHOLE ? "" : ", or memory has ended");
}

/* ---- opening and closing ---- */
abut_status source_open(h5_source *s, const char *folder, abut_message *message) {
    size_t size = strlen(folder) + sizeof "/results.h5";
    *s = (h5_source){.file = -1, .rows = LONG_MAX, .path = malloc(size), .ended = calloc(1, sizeof *s->ended)};
    if (!s->path || !s->ended) {
        free(s->path);
        free(s->ended);
        *s = (h5_source){0};
        return say(message, ABUT_NO_MEMORY, "out of memory for the report");
    }
    (void)snprintf(s->path, size, "%s/results.h5", folder);
    (void)H5Eget_auto2(H5E_DEFAULT, &s->old_printer, &s->old_user);
    (void)H5Eset_auto2(H5E_DEFAULT, note, s->ended);
    s->file = open_file(s->path, &s->numbers_most);
    source_set time = {0};
    bool moving = s->file >= 0 && source_find(s, "time", &time);
    abut_status status = source_whole(s, message);
    if (status)
        ; /* what was not found may be there */
    else if (s->file < 0)
        status = refuse(folder, s->path, message);
    else if (!moving && H5Lexists(s->file, "tables", H5P_DEFAULT) > 0)
        s->rows = 0;
    else if (!moving || H5Lvisit(s->file, H5_INDEX_NAME, H5_ITER_NATIVE, visit_set, s) < 0)
        status =
            say(message, ABUT_BAD_FILE, "'%.150s' cannot be read: it is damaged or not a file of results", s->path);
    else if (s->rows < 1)
        status = say(message, ABUT_BAD_FILE, "'%.150s' holds no rows yet", s->path);
    source_drop(&time);
    if (status) source_close(s);
    return status;
}

bool source_current(const h5_source *s) {
    int *handle = NULL;
    struct stat mine, there;
    return H5Fget_vfd_handle(s->file, H5P_DEFAULT, (void **)&handle) >= 0 && handle && fstat(*handle, &mine) == 0 &&
           stat(s->path, &there) == 0 && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
}

void source_close(h5_source *s) {
    if (!s->path) return;
    if (s->file >= 0) (void)H5Fclose(s->file);
    (void)H5Eset_auto2(H5E_DEFAULT, s->old_printer, s->old_user);
    free(s->path);
    free(s->ended);
    *s = (h5_source){0};
}
