/* Runs of examples that are killed or stopped and go on from their checkpoints, in a folder of the test. */
#ifndef ABUT_TESTS_RESUMABLE_H
#define ABUT_TESTS_RESUMABLE_H

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abut/model.h"
#include "suite.h"

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

static inline void in_folder(char path[PATH], const char *name) {
    (void)snprintf(path, PATH, "%s/%.100s", folder, name);
}

static inline void setup(void) {
    const char *place = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%.200s/abut_checkpoint_XXXXXX", place ? place : "/tmp");
    ck_assert(mkdtemp(folder));
}

static inline void empty(const char *path) {
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

static inline void teardown(void) {
    empty(folder);
    (void)rmdir(folder);
}

/* ---- runs ---- */
static inline abut_model *read_scene(const struct scene *s) {
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

static inline int disturb(abut_world *w, void *user) {
    disturbance *d = user;
    (void)w;
    if (d->steps++ != d->at) return 0;
    if (d->kill) (void)raise(SIGKILL);
    return 1;
}

static inline abut_run_def plan(const struct scene *s, const char *out, disturbance *d) {
    abut_run_def def = s->def;
    def.every = def.t_end / 40;
    if (!(def.checkpoint_every > 0)) def.checkpoint_every = def.t_end / 12;
    def.folder = out;
    def.watch = disturb;
    def.user = d;
    return def;
}

/* Undisturbed, its steps are counted. */
static inline long run_whole(const struct scene *s, const char *out) {
    disturbance d = {.at = -1};
    abut_model *m = read_scene(s);
    abut_run_outcome o;
    abut_run_def def = plan(s, out, &d);
    ck_assert_msg(!abut_model_run(m, &def, &o), "%s: %s", s->what, o.message.text);
    abut_model_destroy(m);
    return d.steps;
}

/* The process ends as a power failure would end it. */
static inline void run_killed(const struct scene *s, const char *out, long at) {
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
static inline void go_on(const char *what, const char *out, long stop) {
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

#endif
