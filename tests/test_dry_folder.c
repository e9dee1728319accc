/* The folder of a contact on a grid: results.h5 holds the fields of each load as they were solved, from the first load on, with units
 * and the text of the file. Read by HDF5 itself, not by our own reader. */
#include <check.h>
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abut/dry.h"
#include "abut/field.h"
#include "abut/result.h"
#include "support/suite.h"

enum { NX = 24, NY = 20, CELLS = NX * NY, LOADS = 3 };

static const char text[] = "title: Two loads\n"
                           "grid: {nx: 24, ny: 20, lx: 1 mm, ly: 0.9 mm}\n"
                           "gap: {type: quadric, P: 50 1/m, Q: 70 1/m}\n"
                           "loads: [100, 300 N, 500]\n";

typedef struct scene {
    char dir[64], path[96], out[96];
    abut_dry *dry;
    abut_field *field;
    abut_dry_folder *folder;
} scene;

static scene begin(void) {
    scene s = {.dir = "/tmp/abut_dry_XXXXXX"};
    ck_assert_ptr_nonnull(mkdtemp(s.dir));
    (void)snprintf(s.path, sizeof s.path, "%s/file.yaml", s.dir);
    (void)snprintf(s.out, sizeof s.out, "%s/out", s.dir);
    FILE *to = fopen(s.path, "w");
    (void)fputs(text, to);
    (void)fclose(to);
    s.dry = abut_dry_read(abut_field_types(), s.path);
    ck_assert_int_eq(abut_dry_error_count(s.dry), 0);
    s.field = abut_field_create(&abut_dry_get(s.dry)->field, NULL);
    ck_assert_ptr_nonnull(s.field);
    abut_message why = {0};
    s.folder = abut_dry_folder_create(
        &(abut_dry_folder_def){
            .path = s.out, .dry = s.dry, .grid = abut_field_size(s.field), .heights = abut_field_heights(s.field)},
        &why);
    ck_assert_msg(s.folder, "%s", why.text);
    return s;
}

static void end(scene *s) {
    static const char *const names[] = {"results.h5", "summary.json"};
    for (int i = 0; i < 2; i++) {
        char path[200];
        (void)snprintf(path, sizeof path, "%s/%s", s->out, names[i]);
        (void)unlink(path);
    }
    ck_assert_int_eq(rmdir(s->out), 0); /* nothing else is left */
    (void)unlink(s->path);
    (void)rmdir(s->dir);
    abut_field_destroy(s->field);
    abut_dry_destroy(s->dry);
}

static void solve(scene *s, int load, abut_field_result *r) {
    ck_assert_int_eq(abut_field_solve(s->field, &abut_dry_get(s->dry)->load[load], r, NULL), ABUT_OK);
    ck_assert_int_eq(abut_dry_folder_add(s->folder, r, 7 + load, NULL), ABUT_OK);
}

/* A copy of what is on the disk now, as a process that is killed would leave it. */
static hid_t open_file(const scene *s) {
    char from_path[200], to_path[200], block[4096];
    (void)snprintf(from_path, sizeof from_path, "%s/results.h5", s->out);
    (void)snprintf(to_path, sizeof to_path, "%s/copy.h5", s->dir);
    FILE *from = fopen(from_path, "rb"), *to = fopen(to_path, "wb");
    ck_assert(from && to);
    for (size_t n; (n = fread(block, 1, sizeof block, from)) > 0;) ck_assert_uint_eq(fwrite(block, 1, n, to), n);
    (void)fclose(from);
    (void)fclose(to);
    hid_t file = H5Fopen(to_path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_int_ge(file, 0);
    (void)unlink(to_path);
    return file;
}

/* All numbers of a dataset; how many. */
static int read_set(hid_t file, const char *name, double *to) {
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "no %s", name);
    hid_t space = H5Dget_space(set);
    int count = (int)H5Sget_simple_extent_npoints(space);
    ck_assert_int_le(count, LOADS * CELLS);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, to), 0);
    (void)H5Sclose(space);
    (void)H5Dclose(set);
    return count;
}

static void has_text(hid_t file, const char *where, const char *name, const char *wanted) {
    char value[200] = "";
    hid_t at = H5Aopen_by_name(file, where, name, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_msg(at >= 0, "%s has no %s", where, name);
    hid_t type = H5Aget_type(at);
    ck_assert_uint_lt(H5Tget_size(type), sizeof value);
    (void)H5Aread(at, type, value);
    ck_assert_str_eq(value, wanted);
    (void)H5Tclose(type);
    (void)H5Aclose(at);
}

START_TEST(fields_are_those_of_each_load) {
    static double p[LOADS][CELLS], g[LOADS][CELLS], c[LOADS][CELLS], got[LOADS * CELLS];
    scene s = begin();
    for (int k = 0; k < LOADS; k++) {
        abut_field_result r;
        solve(&s, k, &r);
        memcpy(p[k], r.pressure, sizeof p[k]);
        memcpy(g[k], r.gap, sizeof g[k]);
        for (int i = 0; i < CELLS; i++) c[k][i] = r.contact[i];
        /* read while the run goes on: as many loads as were added */
        hid_t file = open_file(&s);
        ck_assert_int_eq(read_set(file, "fields/pressure", got), (k + 1) * CELLS);
        ck_assert_mem_eq(got, p, (size_t)(k + 1) * sizeof p[0]);
        ck_assert_int_eq(read_set(file, "tables/loads/force", got), k + 1);
        ck_assert_double_eq(got[k], r.force);
        has_text(file, "/", "status", "running");
        (void)H5Fclose(file);
    }
    ck_assert_int_eq(abut_dry_folder_end(s.folder, &(abut_dry_end){.status = "done"}, NULL), ABUT_OK);
    hid_t file = open_file(&s);
    ck_assert_int_eq(read_set(file, "fields/gap", got), LOADS * CELLS);
    ck_assert_mem_eq(got, g, sizeof g);
    ck_assert_int_eq(read_set(file, "fields/contact", got), LOADS * CELLS);
    ck_assert_mem_eq(got, c, sizeof c);
    ck_assert_int_eq(read_set(file, "fields/heights", got), CELLS);
    ck_assert_mem_eq(got, abut_field_heights(s.field), CELLS * sizeof(double));
    ck_assert_int_eq(read_set(file, "fields/x", got), NX);
    ck_assert_double_eq_tol(got[NX - 1], 0.5e-3 * (NX - 1) / NX, 1e-18);
    ck_assert_int_eq(read_set(file, "tables/loads/stiffness", got), LOADS);
    ck_assert_double_eq(got[2], 9);
    has_text(file, "/", "status", "done");
    has_text(file, "/", "title", "Two loads");
    has_text(file, "fields/pressure", "unit", "Pa");
    has_text(file, "fields/gap", "unit", "m");
    has_text(file, "tables/loads/stiffness", "unit", "N/m");
    hid_t set = H5Dopen2(file, "model", H5P_DEFAULT), type = H5Dget_type(set);
    char model[sizeof text] = "";
    ck_assert_uint_eq(H5Tget_size(type), sizeof text - 1);
    (void)H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, model);
    ck_assert_str_eq(model, text);
    (void)H5Tclose(type);
    (void)H5Dclose(set);
    (void)H5Fclose(file);
    ck_assert_int_eq(abut_results_check(s.out, NULL), ABUT_OK);
    end(&s);
}
END_TEST

START_TEST(one_load_too_many_and_a_second_owner_are_refused) {
    scene s = begin();
    abut_field_result r;
    abut_message why = {0};
    for (int k = 0; k < LOADS; k++) solve(&s, k, &r);
    ck_assert_int_eq(abut_dry_folder_add(s.folder, &r, 0, &why), ABUT_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(why.text, "3 loads"));
    why = (abut_message){0};
    ck_assert_ptr_null(abut_dry_folder_create(
        &(abut_dry_folder_def){
            .path = s.out, .dry = s.dry, .grid = abut_field_size(s.field), .heights = abut_field_heights(s.field)},
        &why));
    ck_assert_ptr_nonnull(strstr(why.text, "is in use by another run"));
    ck_assert_int_eq(abut_dry_folder_end(s.folder, &(abut_dry_end){.status = "stopped"}, NULL), ABUT_OK);
    hid_t file = open_file(&s);
    has_text(file, "/", "status", "stopped");
    (void)H5Fclose(file);
    end(&s);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&fields_are_those_of_each_load,
                                              &one_load_too_many_and_a_second_owner_are_refused};
    return suite_main("dry_folder", all, sizeof all / sizeof *all);
}
