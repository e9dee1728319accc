/* Fuzz target of the command line: the bytes are arguments, one per line. Every command ends with 0, 1 or 2; with 2 there is a
 * sentence on standard error and nothing on standard output. Files are looked for in a folder with a history for `abut ehl cycle` and a
 * table of rough surfaces. Left out: what needs processes of its own (report, export, ehl table; results.c has the first two), and ellipses
 * that are not on the coarsest grid or have a map moved through, which take seconds. */
#include <fcntl.h>

#include "abut/lubrication.h"
#include "must.h"

#define main abut_main
int abut_main(int argc, char **argv);
#include "main.c" /* NOLINT(bugprone-suspicious-include): of cli/ */
#undef main

enum { MOST = 40 };
static int said[2], place; /* files for standard output and error; the folder */

static void write_table(void) {
    static const abut_rough_row rows[] = {
        {1e-8, 0.05, 0.3, 0}, {1e-7, 0.02, 0.12, 0}, {4e-7, 3e-3, 0.02, 0}, {8e-7, 1e-4, 8e-4, 0}};
    char text[8000];
    abut_rough_table t = {.sigma = 3e-7, .first_touch = 1.5e-6, .count = sizeof rows / sizeof *rows};
    memcpy(t.row, rows, sizeof rows);
    MUST(!abut_rough_table_make(&t, 0, NULL));
    size_t length = abut_rough_table_text(&t, text, sizeof text);
    MUST(length < sizeof text);
    fuzz_write("run/table", text, length);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_begin();
    MUST(!setenv("ABUT_NO_CHILD", "1", 1)); /* what is tried is in this process */
    for (int i = 0; i < 2; i++) {
        char path[400];
        fuzz_path(i ? "err" : "out", path);
        said[i] = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        MUST(said[i] >= 0);
    }
    char run[400];
    fuzz_path("run", run);
    MUST(!mkdir(run, 0700));
    place = open(run, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    MUST(place >= 0);
    static const char history[] = "t,force,rho_x,u_sum\n0,1e3,100,4\n1e-3,1.2e3,100,4\n";
    fuzz_write("run/cycle.csv", history, sizeof history - 1);
    write_table();
    return 0;
}

static bool coarse(char **argv) {
    bool is = false;
    for (; *argv; argv++) {
        if (!strcmp(*argv, "--map")) return false;
        is = is || (!strcmp(*argv, "--n") && argv[1] && !strcmp(argv[1], "32"));
    }
    return is;
}

static bool left_out(char **argv) {
    if (!argv[0]) return false;
    if (strcmp(argv[0], "ehl") != 0) return !strcmp(argv[0], "report") || !strcmp(argv[0], "export");
    bool ellipse =
        argv[1] && (!strcmp(argv[1], "point") || (!strcmp(argv[1], "wave") && argv[2] && !strcmp(argv[2], "point")));
    return argv[1] && (!strcmp(argv[1], "table") || (ellipse && !coarse(argv)));
}

static int call(int argc, char **argv) {
    int kept[2], here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    MUST(here >= 0 && !fchdir(place));
    (void)fflush(stdout);
    for (int i = 0; i < 2; i++) {
        kept[i] = dup(i + 1);
        MUST(kept[i] >= 0 && !ftruncate(said[i], 0) && lseek(said[i], 0, SEEK_SET) == 0 &&
             dup2(said[i], i + 1) == i + 1);
    }
    int status = abut_main(argc, argv);
    (void)fflush(stdout);
    for (int i = 0; i < 2; i++) {
        MUST(dup2(kept[i], i + 1) == i + 1);
        (void)close(kept[i]);
    }
    MUST(!fchdir(here));
    (void)close(here);
    return status;
}

/* Whatever the arguments hold, what is said of them breaks no line and rings no bell. */
static void check_said(void) {
    char text[4096];
    ssize_t length = pread(said[1], text, sizeof text, 0);
    for (ssize_t i = 0; i < length; i++) MUST(text[i] == '\n' || !iscntrl((unsigned char)text[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *copy = malloc(size + 1), *argv[MOST + 2] = {"abut"};
    if (!copy) return 0;
    memcpy(copy, data, size);
    copy[size] = '\0';
    int argc = 1;
    for (char *at = copy; argc <= MOST && at; argc++) {
        argv[argc] = at;
        at = strchr(at, '\n');
        if (at) *at++ = '\0';
    }
    argv[argc] = NULL;
    bool left = left_out(argv + 1);
    int status = left ? 0 : call(argc, argv);
    struct stat out, err;
    MUST(!fstat(said[0], &out) && !fstat(said[1], &err));
    MUST(status >= 0 && status <= 2);
    MUST(status != 2 || (out.st_size == 0 && err.st_size > 0));
    MUST(status != 1 || err.st_size > 0);
    if (!left) check_said();
    free(copy);
    return 0;
}
