/* Groups that collide in model files and results: errors with their places, and the contacts of each row against those that the world
 * shows at its instant. */
#include <check.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/model.h"
#include "report/run_source.h"
#include "support/example.h"
#include "support/near.h"
#include "support/page.h"
#include "support/suite.h"

/* ---- errors ---- */
#define BALLS                                                                                                          \
    "abut: 1\nmaterials: {m: {E: 10 MPa, density: 1000}}\nbodies:\n"                                                   \
    "  - {name: g, fixed: true}\n  - {name: a}\n  - {name: b, position: [0, 0, 1]}\nsurfaces:\n"                       \
    "  - {name: floor, body: g, shape: plane, material: m, position: [0, 0, -1]}\n"                                    \
    "  - {name: skin1, body: a, shape: {type: sphere, radius: 10 cm}, material: m}\n"                                  \
    "  - {name: skin2, body: b, shape: {type: sphere, radius: 20 cm}, material: m}\n"

static const struct wrong {
    const char *text, *path, *message;
    int line;
} wrongs[] = {
    {"groups: {s: ['skin*'], f: floor}\ncollide:\n  - {name: c, between: [s, t]}\n", "collide.c.between.1",
     "there is no group 't'", 13},
    {"groups: {s: []}\ncollide:\n  - {name: c, between: [s, s]}\n", "groups.s", "the group is empty", 11},
    {"groups: {s: ['foo*']}\ncollide:\n  - {name: c, between: [s, s]}\n", "groups.s.0",
     "no surface is called like 'foo*'", 11},
    {"groups: {s: [skin1, skn2]}\n", "groups.s.1", "there is no surface 'skn2'; did you mean 'skin2'?", 11},
    {"groups: {s: ['skin*'], f: [floor, skin1]}\ncollide:\n  - {name: c, between: [s, f]}\n", "collide.c.between",
     "surface 'skin1' is in both groups", 13},
    {"collide:\n  - {name: c, between: [skin1]}\n", "collide.c.between", "expected a list of two names", 12},
    {"collide:\n  - {name: c}\n", "collide.c", "'between' is missing", 12},
    {"collide:\n  - {name: c, between: [skin1, skin2], friction: {mi: 1}}\n", "collide.c.friction", "'mu' is missing",
     12},
    {"collide:\n  - {name: c, between: [skin1, skin2]}\n  - {name: c, between: [skin1, floor]}\n", "collide.c.name",
     "there is a collide 'c' already", 13},
    {"collide:\n  - {name: c, between: [skin1, skin2]}\ncontacts:\n  - {name: k, between: [skin2, skin1]}\n",
     "collide.c", "meet in contact 'k' as well", 12},
};

START_TEST(errors_have_places) {
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        char text[2000];
        abut_model *m = NULL;
        abut_message why;
        (void)snprintf(text, sizeof text, BALLS "%s", wrongs[i].text);
        (void)abut_model_read(&(abut_model_def){.path = "m.yaml", .text = text, .length = strlen(text)}, &m, &why);
        ck_assert_ptr_nonnull(m);
        ck_assert_msg(abut_model_check(m) < 0, "%s", wrongs[i].text);
        bool said = false;
        for (int k = 0; k < abut_model_error_count(m); k++) {
            abut_model_error e = abut_model_error_at(m, k);
            said = said || (strstr(e.message, wrongs[i].message) && !strcmp(e.path, wrongs[i].path) &&
                            e.line == wrongs[i].line);
        }
        abut_model_error e = abut_model_error_at(m, 0);
        ck_assert_msg(said, "'%s' at %s, line %d, of %s", e.message, e.path, e.line, wrongs[i].text);
        abut_model_destroy(m);
    }
}
END_TEST

/* A surface may stand for a group; patterns find what they say. */
START_TEST(groups_are_what_they_say) {
    const char *text = BALLS "groups: {s: ['skin[12]', skin1], f: floor}\ncollide:\n  - {name: c, between: [s, f]}\n"
                             "  - {name: d, between: [skin1, skin2], normal: {type: hertz, damping: 0.1}}\n";
    abut_model *m = NULL;
    abut_message why;
    (void)abut_model_read(&(abut_model_def){.path = "m.yaml", .text = text, .length = strlen(text)}, &m, &why);
    ck_assert_msg(!abut_model_check(m), "%s", abut_model_error_at(m, 0).message);
    abut_world *w = abut_model_world(m);
    ck_assert(!abut_model_start(m, NULL));
    ck_assert_int_eq(abut_read_collide_stats(w, abut_find_collide(w, "c")).surfaces, 3);
    ck_assert_int_eq(abut_read_collide_stats(w, abut_find_collide(w, "d")).surfaces, 2);
    abut_model_destroy(m);
}
END_TEST

/* ---- results.h5 ---- */
static double *read_set(hid_t file, const char *name, hsize_t *rows, hsize_t *width) {
    hsize_t size[3] = {0, 1, 1};
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set);
    ck_assert_msg(set >= 0, "there is no %s", name);
    (void)H5Sget_simple_extent_dims(space, size, NULL);
    double *numbers = calloc(size[0] * size[1] + 1, sizeof *numbers);
    ck_assert(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0);
    (void)H5Sclose(space);
    (void)H5Dclose(set);
    *rows = size[0], *width = size[1];
    return numbers;
}

static void compare_rows(hid_t file, abut_world *w, const char *name, double every, int rows) {
    enum { MOST = 200 };
    abut_collide c = abut_find_collide(w, name);
    char path[80];
    hsize_t count, width, all;
    double *touching = read_set(file, "collide/touching", &count, &width), *set[5];
    ck_assert_int_eq((int)count, rows);
    static const char *const names[] = {"first", "second", "N", "force", "slip"};
    for (int i = 0; i < 5; i++) {
        (void)snprintf(path, sizeof path, "collisions/%s/%s", name, names[i]);
        set[i] = read_set(file, path, &all, &count);
        ck_assert_int_eq((int)count, i == 3 ? 3 : 1);
    }
    size_t at = 0;
    for (int r = 0; r < rows; r++) {
        abut_collision now[MOST];
        ck_assert(!abut_advance(w, r * every));
        int closed = abut_read_collisions(w, c, now, MOST);
        ck_assert_int_eq(closed, (int)touching[(size_t)r * width + (size_t)c.id - 1]);
        for (int i = 0; i < closed; i++, at++) {
            ck_assert_int_eq((int)set[0][at], now[i].first.id - 1);
            ck_assert_int_eq((int)set[1][at], now[i].second.id - 1);
            ck_assert_double_eq(set[2][at], now[i].N);
            ck_assert_double_eq(set[3][3 * at + 2], now[i].force.z);
            expect_within(set[4][at], hypot(hypot(now[i].slip.x, now[i].slip.y), now[i].slip.z), 1e-15, NULL, "slip");
        }
    }
    ck_assert_int_eq((int)at, (int)all);
    ck_assert_int_gt((int)at, 10);
    for (int i = 0; i < 5; i++) free(set[i]);
    free(touching);
}

/* The page has the contacts of its frames. */
static void check_page(const char *folder, const double *touching, double *const N[2], int contacts, int rows) {
    run_source r;
    abut_message message = {0};
    char *page = NULL, shape[40];
    size_t size;
    ck_assert_msg(!run_open(&r, NULL, folder, 4e6, false, &message), "%s", message.text);
    ck_assert_int_eq((int)r.thin.shown, rows);
    FILE *to = open_memstream(&page, &size);
    json j = json_start(to);
    ck_assert_msg(!run_put(&r, &j, &message), "%s", message.text);
    (void)fclose(to);
    const char *at = strstr(page, "\"collisions\"");
    ck_assert_ptr_nonnull(at);
    (void)snprintf(shape, sizeof shape, "[%d]", rows);
    unsigned *counts = page_array(at, "\"counts\"", shape);
    (void)snprintf(shape, sizeof shape, "[%d, 8]", contacts);
    float *numbers = page_array(at, "\"numbers\"", shape), *next = numbers;
    const double *from[2] = {N[0], N[1]};
    for (int i = 0; i < rows; i++) {
        ck_assert_int_eq((int)counts[i], (int)(touching[2 * i] + touching[2 * i + 1]));
        for (int k = 0; k < 2; k++)
            for (int c = 0; c < (int)touching[2 * i + k]; c++, next += 8)
                expect_near(next[6], *from[k]++, 1e-6, NULL, "N of contact %d in frame %d", c, i);
    }
    ck_assert_ptr_nonnull(strstr(at, "\"left_out\": 0"));
    free(counts), free(numbers), free(page);
    run_close(&r);
}

START_TEST(recorded_contacts) {
    enum { ROWS = 13 };
    const double every = 0.01, t_end = (ROWS - 1) * every;
    char folder[] = "/tmp/abut_collide_XXXXXX", path[80], command[80];
    ck_assert(mkdtemp(folder) != NULL);
    abut_model *m = NULL;
    abut_message why = {0};
    ck_assert(!abut_model_read(
        &(abut_model_def){.path = ABUT_TEST_DATA "/../../examples/40_spheres_in_a_box/model.yaml"}, &m, &why));
    abut_run_outcome out;
    ck_assert_msg(!abut_model_run(m, &(abut_run_def){.folder = folder, .t_end = t_end, .every = every}, &out), "run");
    abut_model_destroy(m);
    example e = example_start("40_spheres_in_a_box", "solver.t_end=0.12 s", NULL);
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    compare_rows(file, e.w, "walls", every, ROWS);
    hsize_t count, width, all[2];
    double *touching = read_set(file, "collide/touching", &count, &width);
    double *N[2] = {read_set(file, "collisions/balls/N", &all[0], &width),
                    read_set(file, "collisions/walls/N", &all[1], &width)};
    (void)H5Fclose(file);
    check_page(folder, touching, N, (int)(all[0] + all[1]), ROWS);
    free(touching), free(N[0]), free(N[1]);
    example_end(&e);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&errors_have_places, &groups_are_what_they_say, &recorded_contacts};
    return suite_main("collide_file", all, sizeof all / sizeof *all);
}
