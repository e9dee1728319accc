/* Checkpoints: a run that is killed anywhere (SIGKILL, in a process of its own) and goes on from its last checkpoint leaves the same
 * rows in results.h5 and in the CSV files and the same summary as one that nobody disturbed, bit for bit; only the time it took
 * differs. Damaged checkpoints and those of something else are refused with a sentence. ABUT_COMBINATIONS_ALL: 20 kills of each scene;
 * ABUT_SCENE=belt: of that scene alone. */
#include <check.h>
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
#include "support/suite.h"

enum { PATH = 512, NAME_MOST = 64, DISTURBED = 20 };

static const struct scene {
    const char *what, *example;
    const char *settings[2];
    abut_run_def def;
} scenes[] = {
    {"ball, bdf",
     "01_bouncing_ball",
     {"solver.rtol=1e-8"},
     {.t_end = 2, .solver = "bdf", .csv = true, .renew_every = 40}},
    {"ball, located events",
     "01_bouncing_ball",
     {"solver.rtol=1e-8", "solver.events=true"},
     {.t_end = 2, .solver = "bdf", .renew_every = 40}},
    {"dry bearing", "13_ball_bearing", {"output.from=0.02 s"}, {.t_end = 0.06, .checkpoint_every = 5e-4}},
    {"bearing with a cage",
     "13_ball_bearing",
     {"machines.brg.cage.mass=20 g", "output.from=0"},
     {.t_end = 0.03, .checkpoint_every = 1e-4}}, /* most of its steps are at the start */
    {"oiled bearings", "27_spindle_7008", {"output.from=0"}, {.t_end = 1e-3, .checkpoint_every = 1e-5}},
    {"bogie", "21_bogie_shear", {"output.from=0.02 s"}, {.t_end = 0.1, .renew_every = 50}},
    {"cam", "23_cam_roller", {NULL}, {.t_end = 4e-3}},
    {"groups that collide", "40_spheres_in_a_box", {NULL}, {.t_end = 0.2, .renew_every = 50, .csv = true}},
    {"beads", "05_bead_chain", {NULL}, {.t_end = 3}},
    {"rollers", "26_roller_bearing", {"output.from=0"}, {.t_end = 2e-4}},
    {"belt", "17_belt_stick_slip", {NULL}, {.t_end = 0.5, .solver = "bdf", .renew_every = 30}},
    {"four bars, ida", "08_four_bar", {NULL}, {.t_end = 0.1, .solver = "ida", .renew_every = 50}},
    {"four bars, rk", "08_four_bar", {NULL}, {.t_end = 0.1, .solver = "rk", .renew_every = 20}},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static char folder[PATH / 2]; /* of a test */

static void in_folder(char path[PATH], const char *name) { (void)snprintf(path, PATH, "%s/%.100s", folder, name); }

static void setup(void) {
    const char *place = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%.200s/abut_checkpoint_XXXXXX", place ? place : "/tmp");
    ck_assert(mkdtemp(folder));
}

static void empty(const char *path) {
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char below[2 * PATH];
        if (e->d_name[0] == '.') continue;
        (void)snprintf(below, sizeof below, "%.700s/%.255s", path, e->d_name);
        if (e->d_type == DT_DIR) empty(below);
        (void)remove(below);
    }
    if (dir) (void)closedir(dir);
}

static void teardown(void) {
    empty(folder);
    (void)rmdir(folder);
}

/* ---- runs ---- */
static abut_model *read_scene(const struct scene *s) {
    char path[PATH];
    abut_message why = {0};
    abut_model *m;
    int count = 0;
    while (count < 2 && s->settings[count]) count++;
    (void)snprintf(path, sizeof path, "%s/../../examples/%s/model.yaml", ABUT_TEST_DATA, s->example);
    ck_assert_msg(
        !abut_model_read(&(abut_model_def){.path = path, .settings = s->settings, .setting_count = count}, &m, &why),
        "%s", why.text);
    return m;
}

typedef struct disturbance {
    long steps, at; /* so far; that it stops at or is killed at, -1: never */
    bool kill;
} disturbance;

static int disturb(abut_world *w, void *user) {
    disturbance *d = user;
    (void)w;
    if (d->steps++ != d->at) return 0;
    if (d->kill) (void)raise(SIGKILL);
    return 1;
}

static abut_run_def plan(const struct scene *s, const char *out, disturbance *d) {
    abut_run_def def = s->def;
    def.every = def.t_end / 40;
    if (!(def.checkpoint_every > 0)) def.checkpoint_every = def.t_end / 12;
    def.folder = out;
    def.watch = disturb;
    def.user = d;
    return def;
}

/* Undisturbed, its steps are counted. */
static long run_whole(const struct scene *s, const char *out) {
    disturbance d = {.at = -1};
    abut_model *m = read_scene(s);
    abut_run_outcome o;
    abut_run_def def = plan(s, out, &d);
    ck_assert_msg(!abut_model_run(m, &def, &o), "%s: %s", s->what, o.message.text);
    abut_model_destroy(m);
    return d.steps;
}

/* The process ends as a power failure would end it. */
static void run_killed(const struct scene *s, const char *out, long at) {
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        disturbance d = {.at = at, .kill = true};
        abut_run_outcome o;
        abut_run_def def = plan(s, out, &d);
        (void)abut_model_run(read_scene(s), &def, &o);
        _exit(0);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* From the last checkpoint on; it stops at a step again, or comes to its end (-1). */
static void go_on(const char *what, const char *out, long stop) {
    abut_message why = {0};
    abut_model *m = NULL;
    abut_run_outcome o;
    disturbance d = {.at = stop};
    ck_assert_msg(!abut_model_resume(out, NULL, &m, &why), "%s: %s", what, why.text);
    abut_status status = abut_model_run(m, &(abut_run_def){.watch = disturb, .user = &d}, &o);
    ck_assert_msg(status == (stop < 0 ? ABUT_OK : ABUT_STOPPED) || (stop >= 0 && !status), "%s: %s", what,
                  o.message.text);
    abut_model_destroy(m);
}

/* ---- comparison ---- */
static char *whole_text(const char *out, const char *name, size_t *length) {
    char path[2 * PATH];
    (void)snprintf(path, sizeof path, "%.700s/%.255s", out, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    (void)fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *text = calloc(*length + 1, 1);
    ck_assert_uint_eq(fread(text, 1, *length, file), *length);
    (void)fclose(file);
    return text;
}

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
    Suite *suite = suite_create("checkpoint");
    TCase *one = tcase_create("checkpoint"), *all = tcase_create("scenes");
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(one, stopped_and_resumed);
    tcase_add_test(one, damaged);
    tcase_add_test(one, changed_rows);
    tcase_add_test(one, of_something_else);
    tcase_add_test(one, needs_no_model);
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
