/* results.h5: what it holds, and that it can be read after the program was killed. */
#include <check.h>
#include <fcntl.h>
#include <hdf5.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "abut/machine/ball_bearing.h"
#include "result/clear.h"
#include "result/recorder.h"
#include "support/owned.h"
#include "support/suite.h"

static char folder[64];

static void make_folder(void) {
    (void)snprintf(folder, sizeof folder, "/tmp/abut_results_XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
}

static void remove_folder(void) {
    char command[128];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* ---- reading ---- */
static hid_t open_results(void) {
    char path[96];
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    return H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
}

static int extent(hid_t file, const char *name, hsize_t size[3]) {
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "there is no %s", name);
    hid_t space = H5Dget_space(set);
    int rank = H5Sget_simple_extent_dims(space, size, NULL);
    (void)H5Sclose(space);
    (void)H5Dclose(set);
    return rank;
}

static void read_numbers(hid_t file, const char *name, double *to) {
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    ck_assert(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) >= 0);
    (void)H5Dclose(set);
}

static void assert_text(hid_t file, const char *object, const char *name, const char *wanted) {
    char text[300] = "";
    hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_msg(attribute >= 0, "%s has no attribute %s", object, name);
    hid_t type = H5Aget_type(attribute);
    ck_assert_msg(H5Tis_variable_str(type) == 0 && H5Tget_size(type) < sizeof text, "%s: not of fixed length", name);
    ck_assert(H5Aread(attribute, type, text) >= 0);
    ck_assert_str_eq(text, wanted);
    (void)H5Aclose(attribute);
    (void)H5Tclose(type);
}

typedef struct row_counts {
    hsize_t least, most;
} row_counts;

/* Every dataset says its unit and meaning, and can be read. */
static herr_t check_set(hid_t file, const char *name, const H5O_info_t *info, void *user) {
    row_counts *rows = user;
    if (info->type != H5O_TYPE_DATASET) return 0;
    ck_assert_msg(H5Aexists_by_name(file, name, "unit", H5P_DEFAULT) > 0, "%s has no unit", name);
    ck_assert_msg(H5Aexists_by_name(file, name, "meaning", H5P_DEFAULT) > 0, "%s has no meaning", name);
    if (strstr(name, "names") || !strcmp(name, "model") || !strcmp(name, "settings")) return 0;
    hsize_t size[3] = {0};
    int rank = extent(file, name, size);
    double *numbers = calloc(size[0] * (rank > 1 ? size[1] : 1) * (rank > 2 ? size[2] : 1) + 1, sizeof *numbers);
    read_numbers(file, name, numbers);
    free(numbers);
    if (size[0] < rows->least) rows->least = size[0];
    if (size[0] > rows->most) rows->most = size[0];
    return 0;
}

static row_counts check_sets(hid_t file) {
    row_counts rows = {.least = (hsize_t)-1};
    ck_assert(H5Ovisit(file, H5_INDEX_NAME, H5_ITER_NATIVE, check_set, &rows) >= 0);
    return rows;
}

/* ---- a ball falls on a plane ---- */
static abut_world *make_world(void) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    abut_material rubber = {10e6, 0.4, 1100, false}, rigid = ABUT_RIGID;
    abut_body ground = abut_add_body(w, &(abut_body_def){.name = "ground", .fixed = true});
    abut_body ball = abut_add_body(
        w, &(abut_body_def){.name = "ball", .mass = 1, .inertia = {4e-3, 4e-3, 4e-3}, .start.r = {0, 0, 0.3}});
    abut_surface shell = abut_add_surface(w, ball,
                                          &(abut_surface_def){.name = "shell",
                                                              .shape = {"sphere", {{.name = "radius", .value = 0.1}}},
                                                              .material = rubber});
    abut_surface floor = abut_add_surface(
        w, ground, &(abut_surface_def){.name = "floor", .shape = {.type = "plane"}, .material = rigid});
    (void)abut_add_contact(w, shell, floor, &(abut_law_def){.name = "touch"});
    ck_assert_msg(abut_check(w) == ABUT_OK, "%s", abut_world_message(w));
    ck_assert_msg(abut_start(w, &(abut_solver_def){.rtol = 1e-6}) == ABUT_OK, "%s", abut_world_message(w));
    return w;
}

static recorder *make_recorder(const abut_world *w, double rows_expected) {
    static const char text[] = "abut: 1\ntitle: Gr\303\274n\n";
    static const char *const settings[] = {"bodies.ball.mass=1", "a=b"};
    abut_message message = {0};
    recorder *r = recorder_create(&(recorder_def){.world = w,
                                                  .folder = own(folder),
                                                  .header = {"Gr\303\274n", "m.yaml", text, strlen(text), settings, 2},
                                                  .rows_expected = rows_expected},
                                  &message);
    ck_assert_msg(r != NULL, "%s", message.text);
    return r;
}

enum { ROWS = 101 };

static void record(double rows_expected) {
    abut_message message = {0};
    abut_world *w = make_world();
    recorder *r = make_recorder(w, rows_expected);
    for (int i = 0; i < ROWS; i++) {
        ck_assert_int_eq(abut_advance(w, 0.01 * i), ABUT_OK);
        ck_assert_int_eq(recorder_add(r, &message), ABUT_OK);
    }
    ck_assert_int_eq(recorder_finish(r, "done", &message), ABUT_OK);
    ck_assert_str_eq(message.text, "");
    abut_world_destroy(w);
}

static void assert_shape(hid_t file, const char *name, int rank, hsize_t objects, hsize_t width) {
    hsize_t size[3] = {0};
    ck_assert_int_eq(extent(file, name, size), rank);
    ck_assert(size[0] == ROWS);
    ck_assert(rank < 2 || size[1] == objects);
    ck_assert(rank < 3 || size[2] == width);
}

static void assert_values(hid_t file) {
    double time[ROWS], position[ROWS][2][3], approach[ROWS];
    read_numbers(file, "time", time);
    read_numbers(file, "bodies/position", position[0][0]);
    read_numbers(file, "contacts/approach", approach);
    for (int i = 0; i < ROWS; i++) {
        ck_assert_double_eq(time[i], 0.01 * i);
        ck_assert_double_eq_tol(approach[i], 0.1 - position[i][1][2], 1e-12);
    }
    ck_assert_double_eq_tol(position[10][1][2], 0.3 - 9.81 * 0.005, 1e-6);
}

/* The same for one chunk and for many: chunks must not show. */
START_TEST(test_content) {
    static const double expected[] = {ROWS, 0, 1, 1e9};
    make_folder();
    record(expected[_i]);
    hid_t file = open_results();
    ck_assert(file >= 0);
    row_counts rows = check_sets(file);
    ck_assert(rows.least == ROWS && rows.most == ROWS);
    assert_text(file, "/", "status", "done");
    assert_text(file, "/", "title", "Gr\303\274n");
    assert_text(file, "/", "model_path", "m.yaml");
    assert_text(file, "/", "abut_version", abut_version());
    assert_text(file, "bodies/velocity", "unit", "m/s");
    assert_text(file, "contacts/p_max", "unit", "Pa");
    assert_shape(file, "bodies/position", 3, 2, 3);
    assert_shape(file, "bodies/quaternion", 3, 2, 4);
    assert_shape(file, "contacts/N", 2, 1, 0);
    assert_shape(file, "contacts/mode", 2, 1, 0);
    assert_shape(file, "energy/residual", 1, 0, 0);
    assert_shape(file, "solver/steps_so_far", 1, 0, 0);
    assert_values(file);
    (void)H5Fclose(file);
    remove_folder();
}
END_TEST

static void assert_fixed_text(hid_t file, const char *name, int count, size_t width, const char *wanted) {
    char text[256] = "";
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), type = H5Dget_type(set), space = H5Dget_space(set);
    ck_assert_int_eq((int)H5Sget_simple_extent_npoints(space), count);
    ck_assert(H5Tget_size(type) == width);
    ck_assert(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
    ck_assert(memcmp(text, wanted, width * (size_t)count) == 0);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
    (void)H5Dclose(set);
}

START_TEST(test_texts) {
    make_folder();
    record(ROWS);
    hid_t file = open_results();
    assert_fixed_text(file, "model", 1, 21, "abut: 1\ntitle: Gr\303\274n\n");
    assert_fixed_text(file, "settings", 2, 18, "bodies.ball.mass=1a=b\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    assert_fixed_text(file, "bodies/names", 2, 6, "groundball\0\0");
    assert_fixed_text(file, "contacts/names", 1, 5, "touch");
    (void)H5Fclose(file);
    remove_folder();
}
END_TEST

/* ---- machines: two bearings, one dataset for all balls of each ---- */
static abut_world *make_bearings(void) {
    abut_world *w = abut_world_create(&(abut_world_def){0});
    abut_body ground = abut_add_body(w, &(abut_body_def){.name = "ground", .fixed = true});
    abut_ball_bearing_def def = {.name = "brg",
                                 .inner = abut_add_body(w, &(abut_body_def){.name = "shaft", .fixed = true}),
                                 .outer = ground,
                                 .balls = {.count = 3, .diameter = 0.01},
                                 .pitch_diameter = 0.05,
                                 .clearance = -1e-6};
    (void)abut_add_ball_bearing(w, &def);
    def.name = "..";
    def.balls.count = 12;
    (void)abut_add_ball_bearing(w, &def);
    ck_assert_msg(abut_check(w) == ABUT_OK, "%s", abut_world_message(w));
    ck_assert_msg(abut_start(w, &(abut_solver_def){.statistics_from = 5e-6}) == ABUT_OK, "%s", abut_world_message(w));
    return w;
}

START_TEST(test_machines) {
    abut_message message = {0};
    make_folder();
    abut_world *w = make_bearings();
    recorder *r = make_recorder(w, ROWS);
    for (int i = 0; i < ROWS; i++) {
        ck_assert_int_eq(abut_advance(w, 1e-7 * i), ABUT_OK);
        ck_assert_int_eq(recorder_add(r, &message), ABUT_OK);
    }
    ck_assert_int_eq(recorder_finish(r, "done", &message), ABUT_OK);
    hid_t file = open_results();
    row_counts rows = check_sets(file);
    ck_assert(rows.least == ROWS && rows.most == ROWS);
    assert_fixed_text(file, "machines/names", 2, 3, "brg..\0");
    assert_shape(file, "machines/brg/dx", 1, 0, 0);
    assert_shape(file, "machines/brg/ball_Q_inner", 2, 3, 0);
    assert_shape(file, "machines/_../ball_Q_inner", 2, 12, 0);
    assert_text(file, "machines/brg/ball_p_max_outer", "unit", "Pa");
    double Q[ROWS][3], azimuth[ROWS][3], N[ROWS][30];
    read_numbers(file, "machines/brg/ball_Q_inner", Q[0]);
    read_numbers(file, "machines/brg/ball_azimuth", azimuth[0]);
    read_numbers(file, "contacts/N", N[0]);
    for (int i = 0; i < 3; i++) { /* the contacts of a ball: inner, outer */
        ck_assert(Q[50][i] > 0);
        ck_assert_double_eq(Q[50][i], N[50][2 * (size_t)i]);
    }
    ck_assert_double_eq_tol(azimuth[0][1] - azimuth[0][0], 2.0943951023931953, 1e-9);
    (void)H5Fclose(file);
    abut_world_destroy(w);
    remove_folder();
}
END_TEST

/* What a machine leaves at the end: the damage of both races of a bearing that turns, over the angle and in classes. */
START_TEST(test_machine_tables) {
    abut_message message = {0};
    make_folder();
    abut_world *w = abut_world_create(&(abut_world_def){0});
    abut_body_def shaft = {
        .name = "shaft", .mass = 1, .inertia = {1e-3, 1e-3, 1e-3}, .drive = {.given = true, .speed = 200}};
    abut_ball_bearing_def def = {.name = "brg",
                                 .inner = abut_add_body(w, &shaft),
                                 .outer = abut_add_body(w, &(abut_body_def){.name = "ground", .fixed = true}),
                                 .balls = {.count = 3, .diameter = 0.01},
                                 .pitch_diameter = 0.05,
                                 .clearance = -1e-5};
    (void)abut_add_ball_bearing(w, &def);
    ck_assert_msg(abut_start(w, &(abut_solver_def){.t_end = 4e-3}) == ABUT_OK, "%s", abut_world_message(w));
    recorder *r = make_recorder(w, 5);
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(abut_advance(w, 1e-3 * i), ABUT_OK);
        ck_assert_int_eq(recorder_add(r, &message), ABUT_OK);
    }
    ck_assert_int_eq(recorder_finish(r, "done", &message), ABUT_OK);
    hid_t file = open_results();
    (void)check_sets(file);
    double passes[180], sum = 0;
    hsize_t size[3] = {0};
    ck_assert(extent(file, "tables/brg_outer_damage/angle", size) == 1 && size[0] == 180);
    read_numbers(file, "tables/brg_outer_damage/passes", passes);
    for (int i = 0; i < 180; i++) sum += passes[i] / 180;
    /* three balls at 80 rad/s for 4 ms */
    ck_assert_double_eq_tol(sum, 3 * 80 * 4e-3 / 6.283185307179586, 1e-3);
    assert_text(file, "tables/brg_inner_load/load", "unit", "N");
    assert_text(file, "tables/brg_inner_pressure/p_max", "unit", "Pa");
    (void)H5Fclose(file);
    abut_world_destroy(w);
    remove_folder();
}
END_TEST

START_TEST(test_bad_folder) {
    abut_message message = {0};
    abut_world *w = make_world();
    make_folder();
    recorder_def def = {.world = w, .folder = own(folder)};
    remove_folder();
    ck_assert(recorder_create(&def, &message) == NULL);
    char wanted[200];
    (void)snprintf(wanted, sizeof wanted, "'%s/results.h5' cannot be written: No such file or directory", folder);
    ck_assert_str_eq(message.text, wanted);
    abut_world_destroy(w);
}
END_TEST

/* ---- a limit for files stands for a full disk ---- */
static void record_until_full(void) {
    abut_message message = {0};
    struct rlimit limit = {3000000, 3000000};
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)setrlimit(RLIMIT_FSIZE, &limit);
    abut_world *w = make_world();
    recorder *r = make_recorder(w, 0);
    abut_status status = ABUT_OK;
    for (long i = 0; i < 1000000 && !status; i++) status = recorder_add(r, &message);
    ck_assert_int_eq(status, ABUT_BAD_FILE);
    ck_assert(strstr(message.text, "cannot be written: File too large") != NULL);
    ck_assert_int_eq(recorder_finish(r, "failed", &message), ABUT_BAD_FILE);
    _exit(0); /* HDF5 leaks memory when it cannot write */
}

START_TEST(test_full) {
    int status = 0;
    make_folder();
    pid_t child = fork();
    if (child == 0) record_until_full();
    ck_assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    hid_t file = open_results();
    ck_assert_msg(file >= 0, "results.h5 cannot be opened");
    row_counts rows = check_sets(file);
    ck_assert(rows.least == rows.most && rows.least > 0);
    (void)H5Fclose(file);
    remove_folder();
}
END_TEST

/* ---- the program is killed ---- */
#ifdef ABUT_EXE
static const char endless[] = "abut: 1\n"
                              "gravity: [0, 0, -9.81]\n"
                              "materials: {rubber: {E: 10 MPa, nu: 0.4}, stone: {rigid: true}}\n"
                              "bodies:\n"
                              "  - {name: ground, fixed: true}\n"
                              "  - {name: ball, mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0, 0.3]}\n"
                              "surfaces:\n"
                              "  - {name: shell, body: ball, shape: {type: sphere, radius: 0.1}, material: rubber}\n"
                              "  - {name: floor, body: ground, shape: plane, material: stone}\n"
                              "contacts: [{name: touch, between: [shell, floor], normal: hertz}]\n"
                              "solver: {t_end: 1e6 s}\n"
                              "output: {every: 10 ms}\n";

static pid_t start_run(void) {
    char path[96];
    (void)snprintf(path, sizeof path, "%s/model.yaml", folder);
    FILE *model = fopen(path, "w");
    ck_assert(model != NULL && fputs(endless, model) >= 0 && fclose(model) == 0);
    pid_t child = fork();
    if (child != 0) return child;
    (void)execl(ABUT_EXE, ABUT_EXE, "run", path, "--out", folder, "--quiet", (char *)NULL);
    _exit(127);
}

static void pause_ms(long ms) {
    struct timespec span = {ms / 1000, ms % 1000 * 1000000};
    (void)nanosleep(&span, NULL);
}

/* Rows that a reader finds in the file of a run; 0: it cannot be opened now. */
static hsize_t rows_there(void) {
    hsize_t rows = 0;
    hid_t file, set;
    H5E_BEGIN_TRY {
        file = open_results();
        set = file >= 0 ? H5Dopen2(file, "time", H5P_DEFAULT) : -1;
    }
    H5E_END_TRY
    hid_t space = set >= 0 ? H5Dget_space(set) : -1;
    if (space >= 0) (void)H5Sget_simple_extent_dims(space, &rows, NULL);
    if (space >= 0) (void)H5Sclose(space);
    if (set >= 0) (void)H5Dclose(set);
    if (file >= 0) (void)H5Fclose(file);
    return rows;
}

/* Whenever it is killed, the file opens and has its rows in order. */
START_TEST(test_killed) {
    static const struct {
        long pause; /* ms after the file has appeared */
        int grown;  /* and after so many times a reader has found more rows in it */
    } kills[] = {{0, 0}, {40, 0}, {0, 3}, {100, 4}};
    char path[96];
    struct stat there;
    int status = 0;
    make_folder();
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    pid_t child = start_run();
    for (int i = 0; i < 5000 && stat(path, &there) != 0 && waitpid(child, &status, WNOHANG) == 0; i++) pause_ms(10);
    hsize_t seen = 0, before = 0; /* what was there before the last growth is complete in all datasets */
    for (int i = 0, grown = 0; i < 2500 && grown < kills[_i].grown; i++) {
        hsize_t now = rows_there();
        if (now > seen) before = seen, seen = now, grown++;
        if (grown < kills[_i].grown) pause_ms(20);
    }
    pause_ms(kills[_i].pause);
    ck_assert_msg(kill(child, SIGKILL) == 0 && waitpid(child, &status, 0) == child, "the run has ended by itself");
    ck_assert(WIFSIGNALED(status));
    hid_t file = open_results();
    ck_assert_msg(file >= 0, "results.h5 cannot be opened");
    row_counts rows = check_sets(file); /* killed while writing, some may be longer than others */
    assert_text(file, "/", "status", "running");
    ck_assert_msg(!kills[_i].grown || (before > 1 && rows.least >= before), "%llu rows, %llu were there before",
                  (unsigned long long)rows.least, (unsigned long long)before);
    double *time = calloc(rows.most + 1, sizeof *time);
    read_numbers(file, "time", time);
    for (hsize_t i = 0; i < rows.least; i++) ck_assert_double_eq(time[i], (double)i * 0.01);
    free(time);
    (void)H5Fclose(file);
    remove_folder();
}
END_TEST
#else
START_TEST(test_killed) {}
END_TEST
#endif

/* ---- what others have left ---- */
static void path_of_part(const char *writer, char path[128]) {
    (void)snprintf(path, 128, "%s/report.html.%s.part", folder, writer);
}

/* The part of a writer that is gone goes; that of one that works stays, and so does what only looks like one. */
START_TEST(test_stale) {
    abut_message message = {0};
    run_folder f = {0};
    char gone[24], here[24], path[128];
    pid_t child = fork();
    if (child == 0) _exit(0);
    ck_assert(waitpid(child, NULL, 0) == child);
    (void)snprintf(gone, sizeof gone, "%ld", (long)child);
    (void)snprintf(here, sizeof here, "%ld", (long)getpid());
    char odd[32], below[32];
    (void)snprintf(odd, sizeof odd, "%sx", gone);
    (void)snprintf(below, sizeof below, "-%s", gone);
    const char *const writer[] = {gone, here, odd, below};
    make_folder();
    for (int i = 0; i < 4; i++) {
        path_of_part(writer[i], path);
        FILE *file = fopen(path, "w");
        ck_assert(file && fclose(file) == 0);
    }
    ck_assert_msg(folder_open(&f, folder, &message) == ABUT_OK, "%s", message.text);
    clear_stale(&f, "report.htm"); /* of other files: nothing */
    path_of_part(gone, path);
    ck_assert_int_eq(access(path, F_OK), 0);
    clear_stale(&f, "report.html");
    folder_release(&f);
    for (int i = 0; i < 4; i++) {
        path_of_part(writer[i], path);
        ck_assert_msg((access(path, F_OK) != 0) == (i == 0), "%s", path);
    }
    remove_folder();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("results");
    TCase *c = tcase_create("all");
    tcase_set_timeout(c, 300);
    tcase_add_loop_test(c, test_content, 0, 4);
    tcase_add_test(c, test_texts);
    tcase_add_test(c, test_machines);
    tcase_add_test(c, test_machine_tables);
    tcase_add_test(c, test_bad_folder);
    tcase_add_test(c, test_full);
    tcase_add_test(c, test_stale);
    tcase_add_loop_test(c, test_killed, 0, 4);
    suite_add_tcase(suite, c);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
