/* Checkpoints that are damaged, of something else or of changed rows are refused with a sentence; one needs no model file. */
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

/* Every byte of the checkpoint, its length, and what it belongs to. */
static void refused(const char *out, const char *word) {
    abut_message why = {0};
    abut_model *m = NULL;
    abut_status status = abut_model_resume(out, NULL, &m, &why);
    ck_assert_int_eq(status, ABUT_BAD_FILE);
    ck_assert(!m && why.text[0]);
    ck_assert_msg(strstr(why.text, word) != NULL, "%s", why.text);
}

static void put(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    ck_assert(file && fwrite(bytes, 1, length, file) == length && !fclose(file));
}

START_TEST(damaged) {
    const struct scene *s = &scenes[0];
    char out[PATH], path[2 * PATH];
    in_folder(out, "cut");
    refused(out, "cannot be used");
    ck_assert(!mkdir(out, 0777));
    refused(out, "no checkpoint");
    run_killed(s, out, 300);
    (void)snprintf(path, sizeof path, "%s/checkpoint.abut", out);
    size_t length;
    char *bytes = whole_text(out, "checkpoint.abut", &length);
    for (size_t at = 0; at < length; at += brief() ? 31 : 3) {
        char old = bytes[at];
        bytes[at] = (char)(old ^ (1 << at % 8));
        put(path, bytes, length);
        refused(out, "damaged");
        bytes[at] = old;
    }
    for (size_t cut = 0; cut < length; cut += 1 + length / 50) {
        put(path, bytes, cut);
        refused(out, "damaged");
    }
    ck_assert(!remove(path) && !mkfifo(path, 0600));
    refused(out, "cannot be read");
    ck_assert(!remove(path) && !symlink("/dev/zero", path));
    refused(out, "cannot be read");
    ck_assert(!remove(path));
    put(path, bytes, length);
    free(bytes);
    go_on(s->what, out, -1);
}
END_TEST

/* With the right sum at its end: another version, another kernel. */
static unsigned long long sum_of(const char *bytes, size_t length) {
    unsigned long long sum = 0xcbf29ce484222325U;
    for (size_t i = 0; i < length; i++) sum = (sum ^ (unsigned char)bytes[i]) * 0x100000001b3U;
    return sum;
}

static void rewrite(const char *out, const char *from, const char *to) {
    char path[2 * PATH];
    size_t length;
    char *bytes = whole_text(out, "checkpoint.abut", &length), *at = NULL;
    for (size_t i = 0; !at && i + strlen(from) < length; i++)
        if (!memcmp(bytes + i, from, strlen(from))) at = bytes + i;
    ck_assert(at && strlen(from) == strlen(to));
    memcpy(at, to, strlen(to));
    unsigned long long sum = sum_of(bytes, length - 8);
    memcpy(bytes + length - 8, &sum, 8);
    (void)snprintf(path, sizeof path, "%s/checkpoint.abut", out);
    put(path, bytes, length);
    free(bytes);
}

START_TEST(of_something_else) {
    char out[PATH], other[PATH], path[2 * PATH], kept[2 * PATH];
    in_folder(out, "cut");
    in_folder(other, "other");
    run_killed(&scenes[0], out, 300);
    char version[NAME_MOST], kernel[NAME_MOST], wrong[NAME_MOST];
    (void)snprintf(version, sizeof version, "%s", abut_version());
    (void)snprintf(wrong, sizeof wrong, "%s", version);
    wrong[0] = '9';
    rewrite(out, version, wrong);
    refused(out, "version");
    rewrite(out, wrong, version);
    (void)snprintf(kernel, sizeof kernel, "%s", abut_kernel_name());
    (void)snprintf(wrong, sizeof wrong, "%s", kernel);
    wrong[0] = 'z';
    rewrite(out, kernel, wrong);
    refused(out, "kernel");
    rewrite(out, wrong, kernel);
    abut_message why = {0};
    abut_run_outcome o;
    abut_model *m;
    /* results of another run */
    run_killed(&scenes[6], other, 100);
    (void)snprintf(kept, sizeof kept, "%s/checkpoint.abut", out);
    (void)snprintf(path, sizeof path, "%s/checkpoint.abut", other);
    ck_assert(!rename(kept, path));
    ck_assert_msg(!abut_model_resume(other, NULL, &m, &why), "%s", why.text);
    ck_assert_int_eq(abut_model_run(m, &(abut_run_def){0}, &o), ABUT_BAD_FILE);
    ck_assert(!o.begun && strstr(o.message.text, "results.h5"));
    abut_model_destroy(m);
}
END_TEST

/* One number of one column that was changed, or one sign of a text. */
static herr_t change_number(hid_t group, const char *name, const H5O_info_t *info, void *user) {
    int *left = user;
    hsize_t size[3] = {0}, first[3] = {1, 0, 0}, one[3] = {1, 1, 1};
    if (info->type != H5O_TYPE_DATASET) return 0;
    hid_t set = H5Dopen2(group, name, H5P_DEFAULT), space = H5Dget_space(set);
    int rank = H5Sget_simple_extent_dims(space, size, NULL);
    hsize_t most[3] = {0};
    (void)H5Sget_simple_extent_dims(space, NULL, most);
    bool grows = rank >= 1 && most[0] == H5S_UNLIMITED, chosen = grows && (*left)-- == 0;
    if (chosen) {
        hid_t place = H5Screate_simple(rank, one, NULL);
        double number = 0;
        ck_assert(H5Sselect_hyperslab(space, H5S_SELECT_SET, first, NULL, one, NULL) >= 0);
        ck_assert(H5Dread(set, H5T_NATIVE_DOUBLE, place, space, H5P_DEFAULT, &number) >= 0);
        number = number == number && number + 1 != number ? number + 1 : 7;
        ck_assert(H5Dwrite(set, H5T_NATIVE_DOUBLE, place, space, H5P_DEFAULT, &number) >= 0);
        (void)H5Sclose(place);
    }
    (void)H5Sclose(space), (void)H5Dclose(set);
    return chosen;
}

/* False: there are not so many columns. */
static bool change_column(const char *out, int column) {
    char path[2 * PATH];
    (void)snprintf(path, sizeof path, "%s/results.h5", out);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
#if H5_VERSION_GE(1, 12, 0)
    herr_t done = H5Ovisit1(file, H5_INDEX_NAME, H5_ITER_INC, change_number, &column);
#else
    herr_t done = H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, change_number, &column);
#endif
    ck_assert(file >= 0 && done >= 0 && H5Fclose(file) >= 0);
    return done > 0;
}

static void not_gone_on(const char *out, const char *word) {
    abut_message why = {0};
    abut_run_outcome o;
    abut_model *m;
    ck_assert_msg(!abut_model_resume(out, NULL, &m, &why), "%s", why.text);
    ck_assert_int_eq(abut_model_run(m, &(abut_run_def){0}, &o), ABUT_BAD_FILE);
    ck_assert_msg(!o.begun && strstr(o.message.text, word), "%s", o.message.text);
    abut_model_destroy(m);
}

START_TEST(changed_rows) {
    char out[PATH], path[2 * PATH];
    size_t h5_length, length;
    int column = 0;
    in_folder(out, "cut");
    run_killed(&scenes[0], out, 300);
    (void)snprintf(path, sizeof path, "%s/results.h5", out);
    char *rows = whole_text(out, "results.h5", &h5_length);
    for (; change_column(out, column); column++) {
        not_gone_on(out, "are not those that were written");
        put(path, rows, h5_length);
    }
    ck_assert_int_ge(column, 20);
    free(rows);
    (void)snprintf(path, sizeof path, "%s/energy.csv", out);
    char *text = whole_text(out, "energy.csv", &length);
    for (size_t at = 0; at < length / 3; at += 1 + length / 20) {
        text[at] ^= 1;
        put(path, text, length);
        not_gone_on(out, "energy.csv' cannot be continued: it is not what was written");
        text[at] ^= 1;
    }
    put(path, text, length);
    free(text);
    go_on("ball", out, -1);
}
END_TEST

/* The files that a model uses are in the checkpoint. */
START_TEST(needs_no_model) {
    char out[PATH], path[2 * PATH], part[2 * PATH];
    in_folder(out, "cut");
    (void)snprintf(path, sizeof path, "%s/model.yaml", folder);
    (void)snprintf(part, sizeof part, "%s/part.yaml", folder);
    static const char text[] = "abut: 1\nbodies:\n  - {name: a, use: part.yaml}\ncontacts: []\nsolver: {t_end: 1 s}\n";
    static const char used[] = "mass: 1 kg\ninertia: [1, 2, 3]\nangular_velocity: [0.1, 5, 0.1]\n";
    put(path, text, sizeof text - 1);
    put(part, used, sizeof used - 1);
    abut_message why = {0};
    abut_model *m;
    abut_run_outcome o;
    disturbance d = {.at = 20};
    ck_assert_msg(!abut_model_read(&(abut_model_def){.path = path}, &m, &why), "%s", why.text);
    abut_status status = abut_model_run(
        m,
        &(abut_run_def){
            .folder = out, .solver = "rodas", .rtol = 1e-9, .checkpoint_every = 0.01, .watch = disturb, .user = &d},
        &o);
    ck_assert_msg(status == ABUT_STOPPED, "%d %s %s", status, o.message.text,
                  abut_model_error_count(m) ? abut_model_error_at(m, 0).text : "");
    abut_model_destroy(m);
    ck_assert(!remove(path) && !remove(part));
    go_on("free body", out, -1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("checkpoint_refused");
    TCase *one = tcase_create("checkpoint_refused");
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_add_test(one, damaged);
    tcase_add_test(one, changed_rows);
    tcase_add_test(one, of_something_else);
    tcase_add_test(one, needs_no_model);
    tcase_set_timeout(one, 300);
    suite_add_tcase(suite, one);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
