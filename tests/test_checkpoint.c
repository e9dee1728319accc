/* Checkpoints: a run that is killed anywhere (SIGKILL, in a process of its own) and goes on from its last checkpoint leaves the same
 * rows in results.h5 and in the CSV files and the same summary as one that nobody disturbed, bit for bit; only the time it took
 * differs. ABUT_COMBINATIONS_ALL: 20 kills of each scene;
 * ABUT_SCENE=belt: of that scene alone. */
#include <dirent.h>
#include <hdf5.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abut/model.h"
#include "support/resumable.h"
#include "support/suite.h"

/* ---- comparison ---- */
/* What says how long it took, and which run it was, becomes blank. */
static void blank_times(char *text) {
    static const char *const keys[] = {
        "\"wall_seconds\": ", "\"cpu_seconds\": ", "\"real_time_factor\": ", "\"run_id\": "};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char *from = strstr(text, keys[i]);
        ck_assert(from);
        from += strlen(keys[i]);
        char *end = from + strcspn(from, ",}");
        memmove(from, end, strlen(end) + 1);
    }
}

static void compare_files(const char *what, const char *a, const char *b) {
    int files = 0;
    DIR *dir = opendir(a);
    for (struct dirent *e; (e = readdir(dir));) {
        const char *dot = strrchr(e->d_name, '.');
        bool summary = !strcmp(e->d_name, "summary.json");
        if (!dot || (strcmp(dot, ".csv") != 0 && !summary)) continue;
        size_t la, lb;
        char *ta = whole_text(a, e->d_name, &la), *tb = whole_text(b, e->d_name, &lb);
        if (summary) blank_times(ta), blank_times(tb);
        ck_assert_msg(!strcmp(ta, tb), "%s: %s differs", what, e->d_name);
        free(ta), free(tb);
        files++;
    }
    (void)closedir(dir);
    ck_assert_int_ge(files, 1);
}

typedef struct pair {
    hid_t a, b;
    const char *what;
    int sets;
} pair;

static herr_t compare_set(hid_t group, const char *name, const H5O_info_t *info, void *user) {
    pair *p = user;
    (void)group;
    if (info->type != H5O_TYPE_DATASET) return 0;
    hid_t a = H5Dopen2(p->a, name, H5P_DEFAULT), b = H5Dopen2(p->b, name, H5P_DEFAULT), type = H5Dget_type(a);
    ck_assert_msg(b >= 0, "%s: %s is missing", p->what, name);
    size_t size = H5Tget_class(type) == H5T_STRING ? 0 : H5Tget_size(type);
    hid_t sa = H5Dget_space(a), sb = H5Dget_space(b);
    hssize_t count = H5Sget_simple_extent_npoints(sa);
    ck_assert_msg(H5Sextent_equal(sa, sb) > 0, "%s: %s has another shape", p->what, name);
    if (size && count > 0) {
        char *xa = malloc(size * (size_t)count), *xb = malloc(size * (size_t)count);
        ck_assert(H5Dread(a, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, xa) >= 0);
        ck_assert(H5Dread(b, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, xb) >= 0);
        ck_assert_msg(!memcmp(xa, xb, size * (size_t)count), "%s: %s differs", p->what, name);
        free(xa), free(xb);
        p->sets++;
    }
    (void)H5Sclose(sa), (void)H5Sclose(sb), (void)H5Tclose(type), (void)H5Dclose(a), (void)H5Dclose(b);
    return 0;
}

static void compare_rows(const char *what, const char *a, const char *b) {
    char pa[2 * PATH], pb[2 * PATH];
    (void)snprintf(pa, sizeof pa, "%s/results.h5", a);
    (void)snprintf(pb, sizeof pb, "%s/results.h5", b);
    pair p = {H5Fopen(pa, H5F_ACC_RDONLY, H5P_DEFAULT), H5Fopen(pb, H5F_ACC_RDONLY, H5P_DEFAULT), what, 0};
    ck_assert(p.a >= 0 && p.b >= 0);
#if H5_VERSION_GE(1, 12, 0)
    ck_assert(H5Ovisit1(p.a, H5_INDEX_NAME, H5_ITER_INC, compare_set, &p) >= 0);
#else
    ck_assert(H5Ovisit(p.a, H5_INDEX_NAME, H5_ITER_INC, compare_set, &p) >= 0);
#endif
    ck_assert_int_ge(p.sets, 3);
    (void)H5Fclose(p.a), (void)H5Fclose(p.b);
}

static void compare(const char *what, const char *a, const char *b) {
    char path[2 * PATH];
    compare_files(what, a, b);
    compare_rows(what, a, b);
    (void)snprintf(path, sizeof path, "%s/checkpoint.abut", b);
    ck_assert_msg(access(path, F_OK) != 0, "%s: the checkpoint of a finished run is gone", what);
}

/* ---- tests ---- */
static bool has_checkpoint(const char *out) {
    char path[2 * PATH];
    (void)snprintf(path, sizeof path, "%s/checkpoint.abut", out);
    return access(path, F_OK) == 0;
}

START_TEST(killed_and_resumed) {
    const struct scene *s = &scenes[_i];
    char whole[PATH], cut[PATH];
    const char *only = getenv("ABUT_SCENE");
    if (only ? !strstr(s->what, only) : brief() && _i % 3) return;
    in_folder(whole, "whole");
    in_folder(cut, "cut");
    long steps = run_whole(s, whole);
    int times = getenv("ABUT_COMBINATIONS_ALL") ? DISTURBED : 1, resumed = 0;
    srand(16 + (unsigned)_i);
    for (int tries = 0; resumed < times && tries < 4 * times; tries++) {
        run_killed(s, cut, 1 + (long)((double)(steps - 2) * (0.2 + 0.8 * rand() / (double)RAND_MAX)));
        if (!has_checkpoint(cut)) continue; /* it came to none */
        if (resumed % 2) {                  /* once more on the way */
            go_on(s->what, cut, rand() % 40);
            if (!has_checkpoint(cut)) continue;
        }
        go_on(s->what, cut, -1);
        compare(s->what, whole, cut);
        resumed++;
    }
    ck_assert_int_eq(resumed, times);
    if (times > 1) (void)printf("%s: %ld steps, %d times killed, resumed and compared\n", s->what, steps, resumed);
}
END_TEST

/* A stop is a checkpoint where the solver can have one: nothing is computed twice. */
START_TEST(stopped_and_resumed) {
    const struct scene *s = &scenes[6];
    char whole[PATH], cut[PATH];
    in_folder(whole, "whole");
    in_folder(cut, "cut");
    (void)run_whole(s, whole);
    disturbance d = {.at = 30};
    abut_run_outcome o;
    abut_run_def def = plan(s, cut, &d);
    def.checkpoint_every = 0;
    def.checkpoint_wall = 1e6;
    abut_model *m = read_scene(s);
    ck_assert_int_eq(abut_model_run(m, &def, &o), ABUT_STOPPED);
    ck_assert(has_checkpoint(cut));
    abut_model_destroy(m);
    abut_message why = {0};
    ck_assert(!abut_model_resume(cut, NULL, &m, &why));
    disturbance e = {.at = -1};
    ck_assert(!abut_model_run(m, &(abut_run_def){.watch = disturb, .user = &e}, &o));
    abut_model_destroy(m);
    compare(s->what, whole, cut);
    disturbance all = {.at = -1};
    def = plan(s, whole, &all);
    m = read_scene(s);
    ck_assert(!abut_model_run(m, &def, &o));
    ck_assert_int_eq(d.steps - 1 + e.steps, all.steps);
    abut_model_destroy(m);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("checkpoint");
    TCase *one = tcase_create("checkpoint"), *all = tcase_create("scenes");
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(one, stopped_and_resumed);
    tcase_add_loop_test(all, killed_and_resumed, 0, SCENES);
    tcase_set_timeout(one, 300);
    tcase_set_timeout(all, 600);
    suite_add_tcase(suite, one);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
