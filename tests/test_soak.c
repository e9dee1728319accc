/* Long runs with everything they write: bearing, oiled bearings, bogie, cam, beads. Nothing leaks, drifts or grows.
 *
 *   test_soak            a moment of each, a minute with ABUT_COMBINATIONS_ALL
 *   test_soak MINUTES    so many of real time of each, with a line for every twentieth of it; the first breach ends it
 *
 * A run goes into a folder, with rows and checkpoints; in the middle it is stopped and resumed. What every look at it must show:
 * - memory of the process (VmRSS) as at the first looks, but for the rows that spectra keep;
 * - the residual of the balance of energy below a part of what was turned over;
 * - everything finite, quaternions of length 1, the mean kinetic energy between two looks where it belongs: that of pure rolling, of a
 *   cycle, of what was given at the start;
 * - results.h5 not longer than its rows take, the checkpoint not longer than at first but for those rows. */
#include <check.h>
#include <dirent.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "abut/machine.h"
#include "abut/model.h"
#include "support/suite.h"

enum { PATH = 400, LOOKS = 20, WARM = 4 /* looks before the measures are taken */, SPECTRA = 6 };
static const double slack_bytes = 24e6; /* of memory and of files: caches, one chunk of every dataset */
static const double quaternion_error = 1e-9;
static double minutes; /* 0: as a test */

static const struct scene {
    const char *name, *example; /* NULL: beads between walls */
    const char *settings[2];
    double every;     /* s, between rows */
    double rows;      /* per second of real time: more than there will be */
    double residual;  /* of the energy that was turned over */
    double low, high; /* J, kinetic energy, mean between two looks */
} scenes[] = {
    {"bearing", "13_ball_bearing", {"machines.brg.cage.mass=20 g"}, 0.02, 60, 0.01, 49.4, 49.6},
    {"oiled bearings", "27_spindle_7008", {NULL}, 1e-4, 100, 0.01, 480, 490},
    {"bogie", "21_bogie_shear", {NULL}, 0.02, 400, 1e-3, 0, 5},
    {"cam", "23_cam_roller", {NULL}, 1e-3, 400, 0.01, 0.05, 0.6},
    {"beads", NULL, {NULL}, 1, 400, 1e-3, 0.05, 0.5001},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct soak {
    const struct scene *scene;
    char folder[PATH];
    double begin, next, interval, until; /* s of real time; the next look, time between them, the end of this part */
    long looks;
    double shown, residual;          /* s, the last row; of the energy there, over what was turned over */
    double kinetic, samples;         /* since the last look: sum, count of steps */
    double memory, size, checkpoint; /* bytes at the first looks; of files */
    char breach[200];
} soak;

static bool long_one(void) { return minutes > 0 || getenv("ABUT_COMBINATIONS_ALL"); }

static double seconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- measures ---- */
static double resident(void) {
    long size = 0, pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%ld %ld", &size, &pages) != 2) pages = 0;
    if (f) (void)fclose(f);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static double size_of(const soak *s, const char *name) {
    char path[2 * PATH];
    struct stat there;
    (void)snprintf(path, sizeof path, "%s/%s", s->folder, name);
    return stat(path, &there) == 0 ? (double)there.st_size : 0;
}

/* J, what went through the model: stored at the start, brought in, lost. */
static double turned_over(const abut_energy *e) {
    return fabs(e->initial) + fabs(e->work_of_loads_and_drives) + e->dissipated_normal + e->dissipated_friction +
           e->dissipated_dampers;
}

static void breach(soak *s, const char *what, double value, double limit) {
    if (s->breach[0]) return;
    (void)snprintf(s->breach, sizeof s->breach, "%s: %s is %.6g, the limit %.6g", s->scene->name, what, value, limit);
}

static void check_bodies(soak *s, const abut_world *w) {
    for (int i = 1; i <= abut_body_count(w); i++) {
        abut_body_state b = abut_read_body(w, (abut_body){i});
        double length = b.q.w * b.q.w + b.q.x * b.q.x + b.q.y * b.q.y + b.q.z * b.q.z;
        double sum = b.r.x + b.r.y + b.r.z + b.v.x + b.v.y + b.v.z + b.w.x + b.w.y + b.w.z;
        if (!(fabs(length - 1) < quaternion_error)) breach(s, "the length of a quaternion", length, 1);
        if (!isfinite(sum)) breach(s, "a state", sum, 0);
    }
}

static void look(soak *s, const abut_world *w) {
    const struct scene *scene = s->scene;
    abut_run_stats stats = abut_read_stats(w);
    double memory = resident(), size = size_of(s, "results.h5"), checkpoint = size_of(s, "checkpoint.abut");
    double residual = s->residual, kinetic = s->kinetic / s->samples;
    double kept = stats.t / scene->every * SPECTRA * 2 * sizeof(double) * abut_machine_count(w); /* room doubles */
    if (s->looks++ < WARM) {
        s->memory = memory;
        s->checkpoint = checkpoint;
    }
    check_bodies(s, w);
    if (!(residual < scene->residual))
        breach(s, "the residual of the energy over the energy", residual, scene->residual);
    if (memory > s->memory + slack_bytes + kept) breach(s, "memory (bytes)", memory, s->memory + slack_bytes + kept);
    if (s->checkpoint > 0 && checkpoint > s->checkpoint + 1e5 + kept)
        breach(s, "the checkpoint (bytes)", checkpoint, s->checkpoint + 1e5 + kept);
    if (!(kinetic <= scene->high)) breach(s, "the mean kinetic energy (J)", kinetic, scene->high);
    if (long_one() && !(kinetic >= scene->low)) breach(s, "the mean kinetic energy (J)", kinetic, scene->low);
    if (long_one())
        (void)printf("%-14s %8.1f %12.6g %10ld %8.1f %10.2f %10.1f %10.2e %12.6g\n", scene->name,
                     (seconds() - s->begin) / 60, stats.t, stats.steps, memory * 1e-6, size * 1e-6, checkpoint * 1e-3,
                     residual, kinetic);
    (void)fflush(stdout);
    s->kinetic = s->samples = 0;
}

/* ---- runs ---- */
static int watch(abut_world *w, void *user) {
    soak *s = user;
    if (!(s->next > 0)) s->next = seconds() + s->interval; /* a part begins */
    abut_energy e = abut_read_energy(w);
    s->kinetic += e.kinetic;
    s->samples++;
    if (abut_time(w) >
        s->shown) { /* a row was made within the last step: later, sums of contacts are ahead of what readers see */
        s->shown = abut_time(w);
        s->residual = fabs(e.residual) / turned_over(&e);
    }
    double now = seconds();
    if (now >= s->next) {
        look(s, w);
        s->next = now + s->interval;
    }
    return (now >= s->until && size_of(s, "checkpoint.abut") > 0) || s->breach[0];
}

typedef struct sizes {
    double bytes;
    int sets;
} sizes;

static herr_t add_size(hid_t file, const char *name, const H5O_info_t *info, void *user) {
    sizes *all = user;
    if (info->type != H5O_TYPE_DATASET) return 0;
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), type = H5Dget_type(set), space = H5Dget_space(set);
    all->bytes += (double)H5Sget_simple_extent_npoints(space) * (double)H5Tget_size(type);
    all->sets++;
    (void)H5Sclose(space), (void)H5Tclose(type), (void)H5Dclose(set);
    return 0;
}

/* The file holds its rows and little else. */
static void check_file(soak *s) {
    char path[2 * PATH];
    sizes all = {0};
    (void)snprintf(path, sizeof path, "%s/results.h5", s->folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert(file >= 0);
#if H5_VERSION_GE(1, 12, 0)
    ck_assert(H5Ovisit1(file, H5_INDEX_NAME, H5_ITER_INC, add_size, &all) >= 0);
#else
    ck_assert(H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, add_size, &all) >= 0);
#endif
    (void)H5Fclose(file);
    double size = size_of(s, "results.h5"), limit = 1.1 * all.bytes + slack_bytes + 1e6 * all.sets;
    if (size > limit) breach(s, "results.h5 (bytes)", size, limit);
}

static void run_part(soak *s, abut_model *m, double length) {
    abut_run_outcome o;
    abut_run_def def = {.t_end = (1e4 + s->scene->rows * s->interval * LOOKS) * s->scene->every,
                        .every = s->scene->every,
                        .folder = s->folder,
                        .checkpoint_wall = s->interval,
                        .watch = watch,
                        .user = s};
    s->until = seconds() + length;
    s->next = 0;
    abut_status status = abut_model_run(m, &def, &o);
    char text[300];
    (void)snprintf(text, sizeof text, "%.290s",
                   abut_model_error_count(m) ? abut_model_error_at(m, 0).text : o.message.text);
    abut_model_destroy(m);
    ck_assert_msg(status == ABUT_STOPPED, "%s: %d %s", s->scene->name, status, text);
    check_file(s);
    ck_assert_msg(!s->breach[0], "%s", s->breach);
}

/* Elastic beads in a row between two walls, on rails: the first one starts, and the wave never ends. F = k h^(3/2) with k = 1 as in
 * example 5. */
static abut_model *beads(void) {
    enum { COUNT = 20, ROOM = 16384 };
    char text[ROOM];
    int n = snprintf(text, ROOM,
                     "abut: 1\nmaterials:\n  soft: {E: 0.75, nu: 0}\nbodies:\n  - {name: ground, fixed: true}\n");
    for (int i = 0; i < COUNT; i++)
        n += snprintf(
            text + n, ROOM - (size_t)n,
            "  - {name: bead%d, mass: 1, inertia: [25.6, 25.6, 25.6], position: [0, 0, %d], velocity: [0, 0, %d]}\n", i,
            16 * i, i == 0);
    n += snprintf(text + n, ROOM - (size_t)n, "joints:\n");
    for (int i = 0; i < COUNT; i++)
        n += snprintf(text + n, ROOM - (size_t)n, "  - {name: rail%d, type: prismatic, child: bead%d}\n", i, i);
    n += snprintf(text + n, ROOM - (size_t)n,
                  "surfaces:\n  - {name: low, body: ground, shape: plane, position: [0, 0, -8], material: soft}\n"
                  "  - {name: high, body: ground, shape: plane, position: [0, 0, %d], orientation: {axis: [1, 0, 0], "
                  "angle: 180 deg}, material: soft}\n",
                  16 * COUNT - 8);
    for (int i = 0; i < COUNT; i++)
        n += snprintf(text + n, ROOM - (size_t)n,
                      "  - {name: skin%d, body: bead%d, shape: {type: sphere, radius: 8}, material: soft}\n", i, i);
    n += snprintf(text + n, ROOM - (size_t)n,
                  "contacts:\n  - {name: first, between: [skin0, low]}\n  - {name: last, between: [skin%d, high]}\n",
                  COUNT - 1);
    for (int i = 1; i < COUNT; i++)
        n += snprintf(text + n, ROOM - (size_t)n, "  - {name: touch%d, between: [skin%d, skin%d]}\n", i, i - 1, i);
    n += snprintf(text + n, ROOM - (size_t)n, "solver: {rtol: 1e-8}\n");
    abut_message why = {0};
    abut_model *m;
    ck_assert_int_lt(n, ROOM);
    ck_assert_msg(!abut_model_read(&(abut_model_def){.path = "beads.yaml", .text = text}, &m, &why), "%s", why.text);
    return m;
}

static abut_model *read_scene(const struct scene *scene) {
    if (!scene->example) return beads();
    char path[PATH];
    abut_message why = {0};
    abut_model *m;
    int count = 0;
    while (count < 2 && scene->settings[count]) count++;
    (void)snprintf(path, sizeof path, "%s/../../examples/%s/model.yaml", ABUT_TEST_DATA, scene->example);
    ck_assert_msg(!abut_model_read(&(abut_model_def){.path = path, .settings = scene->settings, .setting_count = count},
                                   &m, &why),
                  "%s", why.text);
    return m;
}

static void empty(const char *folder) {
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[2 * PATH];
        (void)snprintf(path, sizeof path, "%.399s/%.255s", folder, e->d_name);
        (void)unlink(path);
    }
    if (dir) (void)closedir(dir);
    (void)rmdir(folder);
}

START_TEST(nothing_grows) {
    const char *place = getenv("TMPDIR");
    double length = minutes > 0 ? 60 * minutes : long_one() ? 60 : 0.4;
    double now = seconds();
    soak s = {.scene = &scenes[_i], .begin = now, .interval = length / LOOKS};
    if (_i == 0 && long_one())
        (void)printf("%-14s %8s %12s %10s %8s %10s %10s %10s %12s\n", "run", "min", "t [s]", "steps", "RSS [MB]",
                     "h5 [MB]", "ckpt [kB]", "residual", "kinetic [J]");
    (void)snprintf(s.folder, sizeof s.folder, "%.200s/abut_soak_XXXXXX", place ? place : "/tmp");
    ck_assert(mkdtemp(s.folder));
    abut_message why = {0};
    abut_model *m;
    run_part(&s, read_scene(s.scene), length / 2);
    ck_assert_msg(!abut_model_resume(s.folder, NULL, &m, &why), "%s", why.text);
    run_part(&s, m, length / 2);
    ck_assert_int_ge(s.looks, long_one() ? WARM + 1 : 1);
    empty(s.folder);
}
END_TEST

int main(int count, char **words) {
    if (count > 1) minutes = strtod(words[1], NULL);
    Suite *suite = suite_create("soak");
    TCase *all = tcase_create("soak");
    tcase_add_loop_test(all, nothing_grows, 0, SCENES);
    tcase_set_timeout(all, minutes > 0 ? 120 * minutes + 600 : 300);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
