/* abut: the program. Finds the command and hands it the rest of the line. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "abut/text.h"
#include "child.h"
#include "command.h"
#include "complain.h"

/* Names kept for later versions. */
static const char *const reserved[] = {"sweep"};

static const cli_command *find_command(const char *name) {
    const cli_command *c;
    for (int i = 0; (c = command_at(i)); i++)
        if (!strcmp(c->info.name, name)) return c;
    return NULL;
}

/* A command of two words, as "ehl cycle". */
static const cli_command *find_pair(const char *first, const char *second) {
    size_t length = strlen(first);
    const cli_command *c;
    for (int i = 0; (c = command_at(i)); i++) {
        const char *name = c->info.name;
        if (!strncmp(name, first, length) && name[length] == ' ' && !strcmp(name + length + 1, second)) return c;
    }
    return NULL;
}

static bool is_reserved(const char *name) {
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        if (!strcmp(reserved[i], name)) return true;
    return false;
}

static int help(void) {
    (void)printf("abut %s: compliant contact between smooth bodies\n\nusage: abut COMMAND [flags]\n\ncommands:\n",
                 abut_version());
    const cli_command *c;
    for (int i = 0; (c = command_at(i)); i++) (void)printf("  %-11s %s\n", c->info.name, c->info.summary);
    (void)printf("\n'abut COMMAND --help' explains a command; 'abut --version' prints the version.\n"
                 "Exit status: 0 done, 1 the computation failed, 2 bad usage or bad input.\n");
    return STATUS_DONE;
}

static int unknown_command(const char *name) {
    abut_nearest best = {0};
    char hint[80];
    const cli_command *c;
    for (int i = 0; (c = command_at(i)); i++) abut_nearest_offer(&best, name, c->info.name);
    complain(NULL, "there is no command '%.60s'%s", name,
             best.word ? abut_nearest_hint(&best, hint, sizeof hint) : "; see 'abut --help'");
    return STATUS_USAGE;
}

static int missing_command(const char *name) {
    complain(name, "not part of this version (%s)", abut_version());
    return STATUS_USAGE;
}

/* There only where LAPACK is that of OpenBLAS, whose threads cost more than they bring for systems of some hundred unknowns: commands that use all
 * processors have a process for each. */
void openblas_set_num_threads(int count) __attribute__((weak));

static int run_command(const cli_command *c, int argc, char **argv) {
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    flag_set set = flags_read(&c->info, argc, argv);
    int status = STATUS_DONE;
    if (set.help)
        flags_help(&c->info);
    else
        status = c->run(&set);
    bool failed = set.failed;
    flags_free(&set);
    return failed ? STATUS_FAILED : status;
}

/* argv[0] is the name of the command. */
static int dispatch(int argc, char **argv) {
    const cli_command *c = argc > 1 ? find_pair(argv[0], argv[1]) : NULL;
    if (c) return run_command(c, argc - 1, argv + 1);
    c = find_command(argv[0]);
    if (c) return run_command(c, argc, argv);
    return is_reserved(argv[0]) ? missing_command(argv[0]) : unknown_command(argv[0]);
}

static int start(int argc, char **argv) {
    if (argc < 2) {
        complain(NULL, "no command is given; see 'abut --help'");
        return STATUS_USAGE;
    }
    const char *first = argv[1];
    if (!strcmp(first, "--version") || !strcmp(first, "-V")) {
        (void)printf("abut %s\nkernel %s\n", abut_version(), abut_kernel_name());
        return STATUS_DONE;
    }
    bool asks = !strcmp(first, "help") || !strcmp(first, "--help") || !strcmp(first, "-h");
    if (asks && argc > 3 && find_pair(argv[2], argv[3]))
        return dispatch(3, (char *[]){argv[2], argv[3], "--help", NULL});
    if (asks && argc > 2) return dispatch(2, (char *[]){argv[2], "--help", NULL});
    return asks ? help() : dispatch(argc - 1, argv + 1);
}

static int work(int argc, char **argv) {
    int status = start(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain(NULL, "standard output cannot be written: %s", strerror(errno));
        return STATUS_FAILED;
    }
    return status;
}

int main(int argc, char **argv) { return child_work(work, argc, argv); }
