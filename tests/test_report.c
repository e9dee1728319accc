/* The data of a web report: what is read from results.h5, whole or cut; files for ParaView. */
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/encode.h"
#include "report/json_check.h"
#include "report/report.h"
#include "report/run_source.h"
#include "report/template.h"
#include "report/vtk.h"
#include "result/recorder.h"
#include "support/owned.h"
#include "support/page.h"
#include "support/suite.h"

static const double page_room = 4e6; /* bytes */

/* ---- runs ---- */
static char folder[64];

static void make_folder(void) {
    (void)snprintf(folder, sizeof folder, "/tmp/abut_report_XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
}

static void remove_folder(void) {
    char command[128];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static const char model_text[] = "abut: 1\n"
                                 "gravity: [0, 0, -9.81]\n"
                                 "materials:\n"
                                 "  rubber: {E: 10 MPa, nu: 0.4}\n"
                                 "  stone: {rigid: true}\n"
                                 "bodies:\n"
                                 "  - {name: ground, fixed: true}\n"
                                 "  - {name: ball, mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0, 0.3]}\n"
                                 "surfaces:\n"
                                 "  - {name: shell, body: ball, shape: {type: sphere, radius: 0.1}, material: rubber}\n"
                                 "  - {name: floor, body: ground, shape: plane, material: stone}\n"
                                 "contacts:\n"
                                 "  - {name: touch, between: [shell, floor]}\n";

static void complain(const model_error *error, void *user) {
    (void)user;
    (void)fprintf(stderr, "%s\n", error->text);
}

static const double every = 1e-4; /* s */

static void record_model(const char *text, long rows) {
    abut_message message = {0};
    model m;
    ck_assert_int_eq(model_read_text("m.yaml", text, strlen(text), NULL, 0, complain, NULL, &m), 0);
    ck_assert_int_eq(model_start(&m, complain, NULL), ABUT_OK);
    recorder *r = recorder_create(&(recorder_def){.world = m.world,
                                                  .folder = own(folder),
                                                  .header = {"</script>", "m.yaml", text, strlen(text), NULL, 0},
                                                  .rows_expected = (double)rows},
                                  &message);
    ck_assert_msg(r != NULL, "%s", message.text);
    int bad = 0;
    for (long i = 0; i < rows; i++) {
        if (abut_advance(m.world, every * (double)i) || recorder_add(r, &message)) bad++;
    }
    ck_assert_int_eq(bad, 0);
    ck_assert_int_eq(recorder_finish(r, "done", &message), ABUT_OK);
    model_free(&m);
}

static void record(long rows) { record_model(model_text, rows); }

/* The object of the run; also that it is JSON without "<". */
static char *page_of(const run_source *r) {
    char *out = NULL;
    size_t size = 0;
    abut_message message = {0};
    json_part none;
    FILE *to = open_memstream(&out, &size);
    json j = json_start(to);
    j.text = encode_text;
    json_begin(&j, "runs", '[');
    ck_assert_msg(run_put(r, &j, &message) == ABUT_OK, "%s", message.text);
    json_end(&j);
    json_end(&j);
    (void)fclose(to);
    ck_assert(json_check(out, size, "message", &none));
    ck_assert(strchr(out, '<') == NULL);
    return out;
}

static void open_run(run_source *r) {
    abut_message message = {0};
    ck_assert_msg(run_open(r, NULL, folder, page_room, true, &message) == ABUT_OK, "%s", message.text);
}

START_TEST(test_small) {
    run_source r;
    make_folder();
    record(101);
    open_run(&r);
    ck_assert(r.built);
    ck_assert_int_eq(r.shapes, 2);
    ck_assert_int_eq(r.thin.stride, 1);
    char *page = page_of(&r);
    ck_assert(strstr(page, "\"status\": \"done\"") && strstr(page, "\"title\": \"\\u003c/script>\""));
    ck_assert(strstr(page, "\"rows\": 101, \"stride\": 1, \"shown\": 101"));
    double *time = page_array(page, "\"time\": {", "[101]");
    float *position = page_array(page, "\"position\": {", "[101, 2, 3]");
    for (int i = 0; i < 101; i++) {
        double t = every * i;
        ck_assert_double_eq(time[i], t);
        ck_assert_double_eq_tol((double)position[6 * i + 5], 0.3 - 0.5 * 9.81 * t * t, 1e-6);
    }
    free(time);
    free(position);
    free(page);
    run_close(&r);
    remove_folder();
}
END_TEST

/* ---- joints and forces ---- */
static const char linkage_text[] = "abut: 1\n"
                                   "bodies:\n"
                                   "  - name: arm\n"
                                   "    mass: 1\n"
                                   "    inertia: [1, 1, 1]\n"
                                   "    position: [2, 1, 0]\n"
                                   "    orientation: {axis: [0, 0, 1], angle: 90 deg}\n"
                                   "points:\n"
                                   "  - {name: wall, body: world, position: [5, 0, 0]}\n"
                                   "  - {name: tip, body: arm, position: [0.5, 0, 0]}\n"
                                   "joints:\n"
                                   "  - {name: hinge, type: revolute, child: arm, position: [1, 1, 0], orientation: "
                                   "{axis: [0, 1, 0], angle: 90 deg}}\n"
                                   "forces:\n"
                                   "  - {name: weight, type: load, body: arm, force: [1 N, 0, 0]}\n"
                                   "  - {name: pull, type: spring, between: [wall, tip], stiffness: 1}\n";

static void check_numbers(const char *page, const char *key, const char *shape, const double *want, int count) {
    float *got = page_array(page, key, shape);
    for (int i = 0; i < count; i++)
        ck_assert_msg(fabs((double)got[i] - want[i]) < 1e-7, "%s %d: %g", key, i, (double)got[i]);
    free(got);
}

/* Points are seen from their bodies. The arm's x is the world's y. */
START_TEST(test_links) {
    static const double joint[] = {1, 1, 0, 0, 1, 0}, axis[] = {0, -1, 0}, spring[] = {5, 0, 0, 0.5, 0, 0};
    run_source r;
    make_folder();
    record_model(linkage_text, 3);
    open_run(&r);
    char *page = page_of(&r), *joints = strstr(page, "\"joints\": {"), *forces = strstr(page, "\"forces\": {");
    ck_assert(joints && forces);
    ck_assert(strstr(joints, "\"types\": [\"revolute\"], \"bodies\": [[-1, 0]]"));
    check_numbers(joints, "\"points\"", "[1, 2, 3]", joint, 6);
    check_numbers(joints, "\"axes\"", "[1, 3]", axis, 3);
    ck_assert(strstr(forces, "\"names\": [\"pull\"], \"types\": [\"spring\"], \"bodies\": [[-1, 0]]"));
    check_numbers(forces, "\"points\"", "[1, 2, 3]", spring, 6);
    free(page);
    run_close(&r);
    remove_folder();
}
END_TEST

/* Turned by 90 degrees it flies over the floor: 1 m in 1 ms. */
static const char flight_text[] =
    "abut: 1\n"
    "bodies:\n"
    "  - {name: floor, fixed: true}\n"
    "  - name: block\n"
    "    mass: 1\n"
    "    inertia: [1, 1, 1]\n"
    "    position: [0, 0, 1]\n"
    "    orientation: {axis: [0, 0, 1], angle: 90 deg}\n"
    "    velocity: [1000, 0, 0]\n"
    "surfaces:\n"
    "  - {name: ground, body: floor, shape: plane}\n"
    "points:\n"
    "  - {name: foot, body: block, box: [0.4, 0.2, 0.1], face: -z}\n"
    "contacts:\n"
    "  - {name: touch, between: [ground, foot], normal: {type: linear, stiffness: 1e6}}\n";

/* The floor is shown as far as the feet go, and a quarter of what they cover around it. */
START_TEST(test_floor) {
    static const float low[] = {-0.2F, -0.3F, 0}, high[] = {1.2F, 0.3F, 0};
    run_source r;
    make_folder();
    record_model(flight_text, 11);
    open_run(&r);
    const mesh *m = &r.shape[0].mesh;
    ck_assert_int_gt(m->triangles, 0);
    for (int k = 0; k < 3; k++) {
        float least = m->point[k], most = least;
        for (int i = 0; i < m->points; i++) {
            least = fminf(least, m->point[3 * i + k]);
            most = fmaxf(most, m->point[3 * i + k]);
        }
        ck_assert_msg(fabsf(least - low[k]) < 1e-5F && fabsf(most - high[k]) < 1e-5F, "%d: %g .. %g", k, (double)least,
                      (double)most);
    }
    run_close(&r);
    remove_folder();
}
END_TEST

/* Films of lubricated contacts stand on the page by the names of these contacts; without any there is nothing. */
static const char oil_text[] =
    "abut: 1\n"
    "materials: {steel: {E: 210 GPa, nu: 0.3}}\n"
    "bodies:\n"
    "  - {name: ground, fixed: true}\n"
    "  - {name: ball, mass: 1, inertia: [4e-5, 4e-5, 4e-5], position: [0, 0, 9.999 mm], velocity: [2, 0, 0]}\n"
    "surfaces:\n"
    "  - {name: shell, body: ball, shape: {type: sphere, radius: 10 mm}, material: steel}\n"
    "  - {name: floor, body: ground, shape: plane, material: steel}\n"
    "contacts:\n"
    "  - {name: dry, between: [shell, floor]}\n"
    "  - {name: wet, between: [shell, floor], film: {lubricant: {eta0: 0.05, alpha: 2e-8}, carries: 0}}\n";

START_TEST(test_films) {
    run_source r;
    make_folder();
    record_model(oil_text, 3);
    open_run(&r);
    char *page = page_of(&r), *films = strstr(page, "\"films\": {");
    ck_assert(films != NULL);
    ck_assert(!strncmp(films, "\"films\": {\"names\": [\"wet\"]", 26));
    float *h_c = page_array(films, "\"h_c\": {", "[3, 1]"), *M = page_array(films, "\"M\": {", "[3, 1]");
    ck_assert(h_c[0] > 1e-8F && h_c[0] < 1e-5F && M[0] > 1);
    free(h_c);
    free(M);
    free(page);
    run_close(&r);
    record(3);
    open_run(&r);
    page = page_of(&r);
    ck_assert(strstr(page, "\"films\"") == NULL);
    free(page);
    run_close(&r);
    remove_folder();
}
END_TEST

/* One row in many; the last one is there, wherever it lies. */
START_TEST(test_large) {
    run_source r;
    make_folder();
    record(20001 + _i);
    open_run(&r);
    ck_assert_int_gt(r.thin.stride, 1);
    ck_assert_ptr_nonnull(strstr(r.note, "of 2000"));
    char *page = page_of(&r), shape[40];
    ck_assert_msg(strlen(page) < 1.1 * page_room, "%zu bytes", strlen(page));
    (void)snprintf(shape, sizeof shape, "[%ld]", r.thin.shown);
    double *time = page_array(page, "\"time\": {", shape);
    (void)snprintf(shape, sizeof shape, "[%ld, 2, 3]", r.thin.shown);
    float *position = page_array(page, "\"position\": {", shape);
    long bad = 0;
    for (long i = 0; i < r.thin.shown; i++) {
        double t = every * (double)thin_row(&r.thin, i);
        bad += time[i] != t;
        /* until it touches */
        if (t < 0.19) bad += fabs((double)position[6 * i + 5] - (0.3 - 0.5 * 9.81 * t * t)) > 1e-5;
    }
    ck_assert_int_eq(bad, 0);
    free(time);
    free(position);
    free(page);
    run_close(&r);
    remove_folder();
}
END_TEST

static void change_file(void (*change)(hid_t file)) {
    char path[96];
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    ck_assert(file >= 0);
    change(file);
    (void)H5Fclose(file);
}

static void shorten(hid_t file) {
    hid_t set = H5Dopen2(file, "contacts/N", H5P_DEFAULT);
    ck_assert(H5Dset_extent(set, (hsize_t[]){57, 1}) >= 0);
    (void)H5Dclose(set);
}

/* Datasets of unequal length: the shortest counts. */
START_TEST(test_cut) {
    run_source r;
    make_folder();
    record(101);
    change_file(shorten);
    open_run(&r);
    ck_assert_int_eq(r.thin.rows, 57);
    char *page = page_of(&r);
    free(page_array(page, "\"position\": {", "[57, 2, 3]"));
    free(page_array(page, "\"N\": {", "[57, 1]"));
    free(page);
    run_close(&r);
    remove_folder();
}
END_TEST

static void drop(hid_t file) {
    ck_assert(H5Ldelete(file, "model", H5P_DEFAULT) >= 0);
    ck_assert(H5Ldelete(file, "solver", H5P_DEFAULT) >= 0);
    ck_assert(H5Ldelete(file, "contacts/slip", H5P_DEFAULT) >= 0);
}

/* What is missing leaves a gap. */
START_TEST(test_gaps) {
    run_source r;
    make_folder();
    record(11);
    change_file(drop);
    open_run(&r);
    ck_assert(!r.built);
    ck_assert_int_eq(r.shapes, 0);
    ck_assert_ptr_nonnull(strstr(r.note, "Shapes are missing"));
    char *page = page_of(&r);
    ck_assert(strstr(page, "\"model\": null") && strstr(page, "\"surfaces\": []"));
    ck_assert_ptr_null(strstr(page, "\"slip\""));
    free(page_array(page, "\"position\": {", "[11, 2, 3]"));
    free(page);
    run_close(&r);
    remove_folder();
}
END_TEST

/* ---- tables with rows of their own ---- */
static void add_table(hid_t file) {
    const double numbers[3] = {4, 2, 1};
    hid_t tables = H5Gcreate2(file, "tables", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    hid_t table = H5Gcreate2(tables, "fit", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, (hsize_t[]){3}, NULL);
    hid_t set = H5Dcreate2(table, "cost", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0);
    (void)H5Dclose(set);
    (void)H5Sclose(space);
    (void)H5Gclose(table);
    (void)H5Gclose(tables);
}

START_TEST(test_tables) {
    run_source r;
    make_folder();
    record(11);
    change_file(add_table);
    open_run(&r);
    ck_assert_int_eq(r.thin.rows, 11);
    char *page = page_of(&r), *table = strstr(page, "\"tables\": {\"fit\": {\"columns\": [{\"name\": \"cost\"");
    ck_assert_ptr_nonnull(table);
    double *cost = page_array(table, "\"values\"", "[3]");
    ck_assert(cost[0] == 4 && cost[1] == 2 && cost[2] == 1);
    free(cost);
    free(page);
    run_close(&r);
    remove_folder();
}
END_TEST

/* The page itself, in a template of our own: all or nothing. */
static const char own_page[] = "<p>@@ " TEMPLATE_MARK " @@DATA</p>\n";
static abut_status write_own(const char *const *folders, int count, const char *out, char **path,
                             abut_message *message) {
    return report_write_into(own_page, strlen(own_page), NULL, folders, count, out, path, message);
}

START_TEST(test_refusals) {
    abut_message message = {0};
    char *path = NULL;
    const char *folders[REPORT_RUNS + 1] = {"/nowhere/at/all"};
    ck_assert_int_eq(write_own(folders, 1, NULL, &path, &message), ABUT_BAD_FILE);
    ck_assert_ptr_nonnull(strstr(message.text, "'/nowhere/at/all' cannot be opened"));
    ck_assert_ptr_null(path);
    message.text[0] = '\0';
    ck_assert_int_eq(write_own(folders, 0, NULL, &path, &message), ABUT_BAD_VALUE);
    ck_assert_int_eq(write_own(folders, REPORT_RUNS + 1, NULL, &path, &message), ABUT_BAD_VALUE);
    ck_assert_int_eq(report_write_into("<p>", 3, NULL, folders, 1, NULL, &path, &message), ABUT_MISSING);
    make_folder();
    record(11);
    folders[0] = folder;
    message.text[0] = '\0';
    ck_assert_int_eq(write_own(folders, 1, "/nowhere/at/all.html", &path, &message), ABUT_BAD_FILE);
    ck_assert_ptr_nonnull(strstr(message.text, "'/nowhere/at/all.html' cannot be written"));
    free(path);
    if (report_available()) {
        ck_assert_int_eq(report_write(NULL, folders, 1, NULL, &path, NULL), ABUT_OK);
        ck_assert_int_eq(access(path, R_OK), 0);
        free(path);
    } else {
        ck_assert_int_eq(report_write(NULL, folders, 1, NULL, &path, NULL), ABUT_MISSING);
    }
    remove_folder();
}
END_TEST

/* What stands before and behind the mark, and between them as many runs as there are folders. */
START_TEST(test_page) {
    make_folder();
    record(11);
    char want[100], place[200];
    const char *const folders[REPORT_RUNS] = {folder, folder, folder, folder};
    for (int runs = 1; runs <= REPORT_RUNS; runs++) {
        char *path = NULL, *text = calloc(1, 1 << 21);
        (void)snprintf(place, sizeof place, "%s/own.html", folder);
        ck_assert_int_eq(write_own(folders, runs, runs > 1 ? place : NULL, &path, NULL), ABUT_OK);
        if (runs == 1) (void)snprintf(place, sizeof place, "%s/report.html", folder);
        ck_assert_str_eq(path, place);
        FILE *file = fopen(path, "r");
        ck_assert(file && fread(text, 1, (1 << 21) - 1, file) < (1 << 21) - 1 && fclose(file) == 0);
        (void)snprintf(want, sizeof want, "<p>@@ {\"format\": 1, \"version\": \"%s\", \"runs\": [", abut_version());
        ck_assert_msg(!strncmp(text, want, strlen(want)), "%.80s", text);
        ck_assert_str_eq(text + strlen(text) - strlen(" @@DATA</p>\n"), " @@DATA</p>\n");
        int found = 0;
        for (const char *at = text; (at = strstr(at, "\"rows\": 11, \"stride\": 1"));) found++, at++;
        ck_assert_int_eq(found, runs);
        (void)strcat(place, ".part");
        ck_assert_int_ne(access(place, F_OK), 0);
        free(text);
        free(path);
    }
    remove_folder();
}
END_TEST

/* ---- files for ParaView ---- */
START_TEST(test_vtk_steps) {
    static const struct {
        long rows;
        double bytes;
        long every;
    } all[] = {{1, 2e3, 1},        {2, 2e3, 1},      {1000, 2e3, 1},   {1001, 2e3, 2},
               {5001, 5e5, 6},     {5001, 1e7, 103}, {5001, 5e7, 556}, {5001, 2.4e8, 5000}, /* at least both ends */
               {5001, 1e10, 5000}, {100, 2e6, 1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ck_assert_msg(vtk_every(all[i].rows, all[i].bytes) == all[i].every, "%ld rows of %g bytes: %ld", all[i].rows,
                      all[i].bytes, vtk_every(all[i].rows, all[i].bytes));
}
END_TEST

/* What was written is about what was thought, and the steps are rows 0, every, 2 every ... and the last. */
START_TEST(test_vtk_bytes) {
    abut_message message = {0};
    make_folder();
    record(11);
    run_source r;
    ck_assert_int_eq(run_open(&r, NULL, folder, 1e9, false, &message), ABUT_OK);
    double points = 0, triangles = 0;
    for (int i = 0; i < r.shapes; i++) points += r.shape[i].mesh.points, triangles += r.shape[i].mesh.triangles;
    run_close(&r);
    static const long given[] = {0, 1, 3, 5, 100}, steps[] = {11, 11, 5, 3, 2};
    for (int i = 0; i < 5; i++) {
        vtk_done done;
        ck_assert_msg(vtk_export(&(vtk_job){.folder = folder, .every = given[i]}, &done, &message) == ABUT_OK, "%s",
                      message.text);
        ck_assert(done.rows == 11 && done.steps == steps[i] && done.every == (given[i] ? given[i] : 1));
        ck_assert(done.surfaces == 2 && done.triangles == (long)triangles && done.contacts == 1);
        double bytes = done.bytes / (double)done.steps, thought = vtk_step_bytes(points, triangles, 1);
        ck_assert_msg(bytes > 0.8 * thought && bytes < 1.2 * thought, "%g bytes instead of %g", bytes, thought);
        free(done.folder);
    }
    remove_folder();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report");
    TCase *c = tcase_create("all");
    tcase_set_timeout(c, 300);
    tcase_add_test(c, test_small);
    tcase_add_test(c, test_links);
    tcase_add_test(c, test_floor);
    tcase_add_test(c, test_films);
    tcase_add_test(c, test_tables);
    tcase_add_loop_test(c, test_large, 0, 2);
    tcase_add_test(c, test_cut);
    tcase_add_test(c, test_gaps);
    tcase_add_test(c, test_refusals);
    tcase_add_test(c, test_page);
    tcase_add_test(c, test_vtk_steps);
    tcase_add_test(c, test_vtk_bytes);
    suite_add_tcase(suite, c);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
