/* Maps and figures of loads in HDF5. One load is one chunk of each map, never packed and never moved: an interrupted write cannot
 * lose older loads. */
#include "dry_h5.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "h5_inside.h"

enum { PRESSURE, GAP, CONTACT, MAPS, LOADS_OF_CHUNK = 128, PATH_SIZE = 200 };

const dry_figure dry_figures[DRY_FIGURES] = {
    {"force", "N", "normal force"},
    {"approach", "m", "approach of the bodies"},
    {"p_max", "Pa", "greatest pressure"},
    {"p_mean", "Pa", "mean pressure over the contact"},
    {"area_fraction", "1", "contact over window"},
    {"mean_gap", "m", "mean gap over the window"},
    {"stiffness", "N/m", "derivative of the force by the approach, contact set held"},
    {"contact_cells", "1", "cells in contact"},
    {"plastic_cells", "1", "of them those at the hardness"},
    {"center_x", "m", "centre of pressure, x"},
    {"center_y", "m", "centre of pressure, y"},
    {"tilt_x", "rad", "slope dh/dx added to the gap"},
    {"tilt_y", "rad", "slope dh/dy added to the gap"},
    {"moment_x", "N m", "sum of p x dA"},
    {"moment_y", "N m", "sum of p y dA"},
    {"residual", "1", "greatest gap in contact or overlap outside, over its scale"},
    {"inner", "1", "inner iterations"},
    {"outer", "1", "contact sets tried"},
    {"pair_equivalents", "1", "transforms, as pairs on the whole window"},
};

void dry_figures_of(const abut_field_result *r, double stiffness, double out[DRY_FIGURES]) {
    const double all[DRY_FIGURES] = {r->force,
                                     r->approach,
                                     r->p_max,
                                     r->p_mean,
                                     r->area_fraction,
                                     r->mean_gap,
                                     stiffness,
                                     (double)r->contact_cells,
                                     (double)r->plastic_cells,
                                     r->center[0],
                                     r->center[1],
                                     r->tilt[0],
                                     r->tilt[1],
                                     r->moment[0],
                                     r->moment[1],
                                     r->residual,
                                     (double)r->inner,
                                     (double)r->outer,
                                     r->pair_equivalents};
    memcpy(out, all, sizeof all);
}

struct dry_h5 {
    h5_file *file;
    hid_t figure[DRY_FIGURES], map[MAPS];
    hsize_t ny, nx;
    hsize_t loads;
};

/* ---- making datasets ---- */
static hid_t make_set(h5_file *f, const char *path, hid_t type, int rank, const hsize_t *size, const hsize_t *chunk,
                      const char *unit, const char *meaning) {
    hsize_t most[3] = {chunk ? H5S_UNLIMITED : size[0]};
    for (int i = 1; i < rank; i++) most[i] = size[i];
    hid_t space = H5Screate_simple(rank, size, most), list = H5Pcreate(H5P_DATASET_CREATE),
          access = H5Pcreate(H5P_DATASET_ACCESS), above = H5Pcreate(H5P_LINK_CREATE);
    (void)H5Pset_obj_track_times(list, false);
    (void)H5Pset_create_intermediate_group(above, 1);
    if (chunk) (void)H5Pset_chunk(list, rank, chunk);
    (void)H5Pset_chunk_cache(access, 1, 0, 1.0); /* to the disk at once, before anything points to it */
    hid_t set = H5Dcreate2(f->file, path, type, space, above, list, access);
    (void)H5Pclose(above);
    (void)H5Pclose(access);
    (void)H5Pclose(list);
    (void)H5Sclose(space);
    if (set >= 0 && h5_put_attribute(set, "unit", unit) && h5_put_attribute(set, "meaning", meaning)) return set;
    if (set >= 0) (void)H5Dclose(set);
    return -1;
}

static bool put_once(h5_file *f, const dry_map *m, int rank, const hsize_t *size) {
    hid_t type = m->whole ? H5T_STD_I8LE : H5T_IEEE_F64LE;
    hid_t set = make_set(f, m->path, type, rank, size, NULL, m->unit, m->meaning);
    bool good = set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, m->values) >= 0;
    if (set >= 0) (void)H5Dclose(set);
    return good;
}

/* Centres of the cells along one side. */
static bool put_axis(h5_file *f, const char *path, const char *meaning, int n, double length) {
    double *x = malloc((size_t)n * sizeof *x);
    hsize_t size = (hsize_t)n;
    if (!x) return false;
    for (int i = 0; i < n; i++) x[i] = (i - 0.5 * (n - 1)) * length / n;
    bool good = put_once(f, &(dry_map){path, "m", meaning, x}, 1, &size);
    free(x);
    return good;
}

static bool make_maps(dry_h5 *f) {
    static const struct {
        const char *path, *unit, *meaning;
    } maps[MAPS] = {{"fields/pressure", "Pa", "of each load, row by row: [load, y, x]"},
                    {"fields/gap", "m", "between the deformed bodies"},
                    {"fields/contact", "1", "0 open, 1 contact, 2 at the hardness"}};
    const hsize_t size[3] = {0, f->ny, f->nx}, chunk[3] = {1, f->ny, f->nx};
    bool good = true;
    for (int i = 0; i < MAPS && good; i++) {
        hid_t type = i == CONTACT ? H5T_STD_I8LE : H5T_IEEE_F64LE;
        f->map[i] = make_set(f->file, maps[i].path, type, 3, size, chunk, maps[i].unit, maps[i].meaning);
        good = f->map[i] >= 0;
    }
    return good;
}

static bool make_figures(dry_h5 *f) {
    const hsize_t size = 0, chunk = LOADS_OF_CHUNK;
    bool good = true;
    for (int i = 0; i < DRY_FIGURES && good; i++) {
        char path[PATH_SIZE];
        const dry_figure *d = &dry_figures[i];
        (void)snprintf(path, sizeof path, "tables/loads/%s", d->name);
        f->figure[i] = make_set(f->file, path, H5T_IEEE_F64LE, 1, &size, &chunk, d->unit, d->meaning);
        good = f->figure[i] >= 0;
    }
    return good;
}

dry_h5 *dry_h5_create(const run_folder *folder, const h5_header *header, const abut_field_grid *g,
                      const double *heights, abut_message *message) {
    dry_h5 *f = calloc(1, sizeof *f);
    const batch none = {0};
    if (f) f->file = h5_create(folder, &none, header, 0, message);
    if (!f) (void)say(message, ABUT_NO_MEMORY, "out of memory for '%.150s/" H5_NAME "'", folder->path);
    if (!f || !f->file) {
        free(f);
        return NULL;
    }
    f->ny = (hsize_t)g->ny, f->nx = (hsize_t)g->nx;
    const hsize_t size[2] = {f->ny, f->nx};
    if (put_axis(f->file, "fields/x", "centres of cells", g->nx, g->lx) &&
        put_axis(f->file, "fields/y", "centres of cells", g->ny, g->ly) &&
        put_once(f->file, &(dry_map){"fields/heights", "m", "gap of the undeformed bodies: [y, x]", heights}, 2,
                 size) &&
        make_maps(f) && make_figures(f) && H5Fflush(f->file->file, H5F_SCOPE_GLOBAL) >= 0)
        return f;
    (void)h5_fail(f->file, message);
    folder_drop(folder, H5_NAME);
    (void)dry_h5_close(f, NULL, NULL);
    return NULL;
}

/* ---- loads ---- */
static bool append(hid_t set, int rank, const hsize_t whole[3], hid_t type, const void *values) {
    if (set < 0 || H5Dset_extent(set, whole) < 0) return false;
    const hsize_t start[3] = {whole[0] - 1}, size[3] = {1, whole[1], whole[2]};
    hid_t file_space = H5Dget_space(set), space = H5Screate_simple(rank, size, NULL);
    bool good = file_space >= 0 && space >= 0 &&
                H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
                H5Dwrite(set, type, space, file_space, H5P_DEFAULT, values) >= 0;
    if (space >= 0) (void)H5Sclose(space);
    if (file_space >= 0) (void)H5Sclose(file_space);
    return good;
}

abut_status dry_h5_add(dry_h5 *f, const abut_field_result *r, const double figures[DRY_FIGURES],
                       abut_message *message) {
    if (f->file->lost) return say(message, ABUT_BAD_FILE, "'%.150s' cannot be written", f->file->path);
    const hsize_t whole[3] = {f->loads + 1, f->ny, f->nx};
    bool good = append(f->map[PRESSURE], 3, whole, H5T_NATIVE_DOUBLE, r->pressure) &&
                append(f->map[GAP], 3, whole, H5T_NATIVE_DOUBLE, r->gap) &&
                append(f->map[CONTACT], 3, whole, H5T_NATIVE_UCHAR, r->contact);
    for (int i = 0; i < DRY_FIGURES && good; i++) good = append(f->figure[i], 1, whole, H5T_NATIVE_DOUBLE, &figures[i]);
    good = good && H5Fflush(f->file->file, H5F_SCOPE_GLOBAL) >= 0;
    if (!good) return h5_fail(f->file, message);
    f->loads++;
    return ABUT_OK;
}

/* ---- the end ---- */
abut_status dry_h5_map(dry_h5 *f, const dry_map *map, int rows, int columns, abut_message *message) {
    const hsize_t size[2] = {(hsize_t)rows, (hsize_t)columns};
    if (f->file->lost) return ABUT_BAD_FILE;
    return put_once(f->file, map, 2, size) ? ABUT_OK : h5_fail(f->file, message);
}

abut_status dry_h5_table(dry_h5 *f, const h5_table *table, abut_message *message) {
    if (f->file->lost) return ABUT_BAD_FILE;
    hid_t tables = H5Gopen2(f->file->file, "tables", H5P_DEFAULT);
    bool good = tables >= 0 && h5_put_table(tables, table);
    if (tables >= 0) (void)H5Gclose(tables);
    return good ? ABUT_OK : h5_fail(f->file, message);
}

abut_status dry_h5_close(dry_h5 *f, const char *status, abut_message *message) {
    if (!f) return ABUT_OK;
    abut_status answer = h5_close(f->file, status, message);
    free(f);
    return answer;
}
