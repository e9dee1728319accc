/* What a run says before it begins that it will write, against the bytes of its files: "up to about". Without CSV files it is right within 5 %:
 * 8 bytes per number, and what is not full of the last chunks. Numbers as text have 2 to 24 signs: what is said is at most three times
 * as much as comes, and never 5 % too little. */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "abut/model.h"
#include "support/suite.h"

static const struct scene {
    const char *example;
    double t_end, every; /* s */
    bool csv;
} scenes[] = {
    {"01_bouncing_ball", 0.5, 1e-4, false}, {"01_bouncing_ball", 0.5, 2e-4, true},
    {"08_four_bar", 0.02, 5e-6, false},     {"08_four_bar", 0.02, 1e-5, true},
    {"13_ball_bearing", 2e-3, 1e-6, false}, {"13_ball_bearing", 2e-3, 5e-6, true},
    {"05_bead_chain", 0.1, 2e-3, true},
};
enum { SCENES = sizeof scenes / sizeof *scenes, PATH = 512 };

/* Bytes of rows on the disk, by their files; removes them. */
static double bytes_of(const char *folder) {
    double bytes = 0;
    DIR *list = opendir(folder);
    ck_assert(list);
    for (struct dirent *e; (e = readdir(list));) {
        char path[2 * PATH];
        struct stat there;
        const char *dot = strrchr(e->d_name, '.');
        (void)snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (!dot || dot == e->d_name || e->d_name[1] == '\0') continue;
        ck_assert(!stat(path, &there));
        if (!strcmp(dot, ".h5") || !strcmp(dot, ".csv")) bytes += (double)there.st_size;
        (void)remove(path);
    }
    (void)closedir(list);
    return bytes;
}

START_TEST(estimate) {
    const char *temporary = getenv("TMPDIR");
    char folder[PATH], path[PATH];
    (void)snprintf(folder, sizeof folder, "%.200s/abut_room_XXXXXX", temporary ? temporary : "/tmp");
    ck_assert(mkdtemp(folder));
    for (int i = 0; i < SCENES; i++) {
        const struct scene *s = &scenes[i];
        abut_message why = {0};
        abut_model *m;
        abut_run_outcome o;
        if (brief() && i % 4) continue;
        (void)snprintf(path, sizeof path, "%s/../../examples/%s/model.yaml", ABUT_TEST_DATA, s->example);
        ck_assert_msg(!abut_model_read(&(abut_model_def){.path = path}, &m, &why), "%s", why.text);
        ck_assert_msg(
            !abut_model_run(m, &(abut_run_def){.t_end = s->t_end, .every = s->every, .csv = s->csv, .folder = folder},
                            &o),
            "%s: %s", s->example, o.message.text);
        abut_model_destroy(m);
        double bytes = bytes_of(folder), part = bytes / o.bytes_expected;
        (void)printf("%s%s: %.0f bytes, %.3f of what was said\n", s->example, s->csv ? ", csv" : "", bytes, part);
        ck_assert(bytes > 1e6); /* else what stands beside the rows counts */
        ck_assert_msg(part < 1.05 && part > (s->csv ? 1 / 3.0 : 0.95), "%s: %g of what was said", s->example, part);
    }
    ck_assert(!rmdir(folder));
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&estimate};
    return suite_main("room", all, sizeof all / sizeof *all);
}
