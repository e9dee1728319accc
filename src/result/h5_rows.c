/* Datasets of results.h5 that grow with time: [rows], [rows, objects], [rows, width] or [rows, objects, width].
 *
 * Chunks hold 64 kB to 1 MB of whole rows, so that the index of chunks stays one node for all but the largest results;
 * a short run gets one chunk of its own size. Rows that were never written read as NaN, or -1 for whole numbers. Chunks
 * are not packed: a chunk in its place on the disk is never moved, so an interrupted write cannot lose older rows. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "h5_inside.h"
#include "sums.h"

static const double chunk_least = 64e3, chunk_most = 1e6; /* bytes */
enum { CHUNKS_WANTED = 48, ROWS_UNKNOWN = 1024, COLUMN_NAME = 400 };

static hid_t stored_type(column_kind kind) {
    return kind == COLUMN_REAL ? H5T_IEEE_F64LE : kind == COLUMN_SMALL ? H5T_STD_I8LE : H5T_STD_I64LE;
}

static hsize_t chunk_rows(double row_bytes, double rows) {
    if (!(rows >= 1)) rows = ROWS_UNKNOWN;
    double bytes = fmin(fmax(rows * row_bytes / CHUNKS_WANTED, chunk_least), chunk_most);
    double chunk = fmax(floor(bytes / row_bytes), 1);
    return (hsize_t)ceil(rows / ceil(rows / chunk)); /* equal chunks */
}

static hid_t creation_list(const h5_column *c, column_kind kind) {
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    hsize_t chunk[3] = {c->chunk, c->shape[1], c->shape[2]};
    const double no_number = (double)NAN;
    const int8_t no_count = -1;
    (void)H5Pset_obj_track_times(list, false);
    (void)H5Pset_fill_time(list, H5D_FILL_TIME_ALLOC);
    if (kind == COLUMN_REAL)
        (void)H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &no_number);
    else
        (void)H5Pset_fill_value(list, H5T_NATIVE_INT8, &no_count);
    (void)H5Pset_chunk(list, c->rank, chunk);
    return list;
}

/* No cache of chunks: rows go to the disk at once, before anything points to them. If that fails, the description of the
 * file is not touched. */
static hid_t access_list(void) {
    hid_t list = H5Pcreate(H5P_DATASET_ACCESS);
    (void)H5Pset_chunk_cache(list, 1, 0, 1.0);
    return list;
}

static void set_shape(h5_column *c, const batch_table *t, const column_info *info) {
    c->rank = 1;
    if (t->info->count) c->shape[c->rank++] = (hsize_t)t->objects;
    if (info->width > 1) c->shape[c->rank++] = (hsize_t)info->width;
    c->numbers = (size_t)t->objects * (size_t)info->width;
    c->whole = info->kind != COLUMN_REAL;
    c->row_bytes = c->numbers * H5Tget_size(stored_type(info->kind));
}

bool h5_make_column(h5_file *f, h5_column *c, const batch_table *t, int index, double rows_expected) {
    const column_info *info = &t->info->columns[index];
    set_shape(c, t, info);
    c->chunk = chunk_rows((double)c->row_bytes, rows_expected);
    char name[COLUMN_NAME];
    (void)snprintf(name, sizeof name, "%s/%s", t->info->name, info->name);
    hsize_t most[3] = {H5S_UNLIMITED, c->shape[1], c->shape[2]};
    hid_t space = H5Screate_simple(c->rank, c->shape, most);
    hid_t list = creation_list(c, info->kind), access = access_list();
    c->set = H5Dcreate2(f->file, name, stored_type(info->kind), space, H5P_DEFAULT, list, access);
    (void)H5Pclose(access);
    (void)H5Pclose(list);
    (void)H5Sclose(space);
    return c->set >= 0 && h5_put_attribute(c->set, "unit", info->unit) &&
           h5_put_attribute(c->set, "meaning", info->meaning);
}

/* Its shape must be that of the table. */
static bool fits(const h5_column *c, column_kind kind, hsize_t *chunk) {
    hsize_t size[3] = {0}, chunks[3] = {0};
    hid_t space = H5Dget_space(c->set), type = H5Dget_type(c->set), list = H5Dget_create_plist(c->set);
    bool good = space >= 0 && type >= 0 && list >= 0 && H5Sget_simple_extent_ndims(space) == c->rank &&
                H5Sget_simple_extent_dims(space, size, NULL) == c->rank && H5Tequal(type, stored_type(kind)) > 0 &&
                H5Pget_layout(list) == H5D_CHUNKED && H5Pget_chunk(list, 3, chunks) == c->rank;
    for (int i = 1; i < c->rank; i++) good = good && size[i] == c->shape[i];
    if (space >= 0) (void)H5Sclose(space);
    if (type >= 0) (void)H5Tclose(type);
    if (list >= 0) (void)H5Pclose(list);
    *chunk = chunks[0];
    return good && chunks[0] > 0;
}

bool h5_open_column(h5_file *f, h5_column *c, const batch_table *t, int index) {
    const column_info *info = &t->info->columns[index];
    char name[COLUMN_NAME];
    set_shape(c, t, info);
    (void)snprintf(name, sizeof name, "%s/%s", t->info->name, info->name);
    hid_t access = access_list();
    c->set = H5Dopen2(f->file, name, access);
    (void)H5Pclose(access);
    return c->set >= 0 && fits(c, info->kind, &c->chunk);
}

/* Rows of the file; they must be there. */
typedef struct part {
    hid_t file_space, space;
} part;

static part choose(const h5_column *c, long first, long rows) {
    hsize_t start[3] = {(hsize_t)first}, size[3] = {(hsize_t)rows, c->shape[1], c->shape[2]};
    part p = {H5Dget_space(c->set), H5Screate_simple(c->rank, size, NULL)};
    if (p.file_space >= 0 && H5Sselect_hyperslab(p.file_space, H5S_SELECT_SET, start, NULL, size, NULL) >= 0) return p;
    if (p.file_space >= 0) (void)H5Sclose(p.file_space);
    p.file_space = -1;
    return p;
}

static void let_go(part p) {
    if (p.space >= 0) (void)H5Sclose(p.space);
    if (p.file_space >= 0) (void)H5Sclose(p.file_space);
}

uint64_t h5_sum(const h5_column *c, uint64_t sum, const double *numbers, long rows) {
    size_t count = (size_t)rows * c->numbers;
    return c->whole ? sum_wholes(sum, numbers, count) : sum_numbers(sum, numbers, count);
}

bool h5_read_rows(const h5_column *c, double *numbers, long first, long rows) {
    part p = choose(c, first, rows);
    bool good = p.file_space >= 0 && p.space >= 0 &&
                H5Dread(c->set, H5T_NATIVE_DOUBLE, p.space, p.file_space, H5P_DEFAULT, numbers) >= 0;
    let_go(p);
    return good;
}

bool h5_append_rows(h5_column *c, const double *numbers, long first, long rows) {
    hsize_t whole[3] = {(hsize_t)(first + rows), c->shape[1], c->shape[2]};
    if (rows == 0) return true; /* no contact that came */
    if (H5Dset_extent(c->set, whole) < 0) return false;
    part p = choose(c, first, rows);
    bool good = p.file_space >= 0 && p.space >= 0 &&
                H5Dwrite(c->set, H5T_NATIVE_DOUBLE, p.space, p.file_space, H5P_DEFAULT, numbers) >= 0;
    let_go(p);
    if (good) c->sum = h5_sum(c, c->sum, numbers, rows);
    return good;
}

size_t h5_growth(const h5_column *c, long first, long rows) {
    size_t chunk = (size_t)c->chunk;
    size_t before = ((size_t)first + chunk - 1) / chunk, after = ((size_t)(first + rows) + chunk - 1) / chunk;
    return (after - before) * chunk * c->row_bytes;
}
