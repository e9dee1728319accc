/* Fuzz target of the command line: the bytes are arguments, one per line. Every command ends with 0, 1 or 2; with 2 there is a
 * sentence on standard error and nothing on standard output. Files are looked for in a folder with a history for `abut ehl cycle`. Left out:
 * what needs processes of its own (report, export, ehl table; results.c has the first two) and ellipses, which take seconds. */
#include <fcntl.h>

#include "must.h"

#define main abut_main
int abut_main(int argc, char **argv);
#include "main.c" /* NOLINT(bugprone-suspicious-include): of cli/ */
#undef main

enum { MOST = 24 };
static int said[2], place; /* files for standard output and error; the folder */

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
    return 0;
}

static bool left_out(const char *command, const char *word) {
    if (!strcmp(command, "ehl")) return word && (!strcmp(word, "point") || !strcmp(word, "table"));
    return !strcmp(command, "report") || !strcmp(command, "export");
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
    bool left = left_out(argv[1], argv[2]);
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
