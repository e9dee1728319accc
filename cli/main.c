/* abut: the program. Finds the command and hands it the rest of the line. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "abut/text.h"
#include "child.h"
#include "command.h"
#include "complain.h"

static const cli_command *const commands[] = {
    &command_run,       &command_check,    &command_static,   &command_modes,     &command_report, &command_export,
    &command_point,     &command_film,     &command_line,     &command_friction,  &command_life,   &command_list,
    &command_show,      &command_schema,   &command_identify, &command_cam,       &command_dry,    &command_ehl,
    &command_ehl_cycle, &command_ehl_wave, &command_rough,    &command_ehl_table, &command_fmu,
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* Names kept for later versions. */
static const char *const reserved[] = {"sweep"};

static const cli_command *find_command(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(commands[i]->info.name, name)) return commands[i];
    return NULL;
}

/* A command of two words, as "ehl cycle". */
static const cli_command *find_pair(const char *first, const char *second) {
    size_t length = strlen(first);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const char *name = commands[i]->info.name;
        if (!strncmp(name, first, length) && name[length] == ' ' && !strcmp(name + length + 1, second))
            return commands[i];
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
    for (int i = 0; i < COMMAND_COUNT; i++)
        (void)printf("  %-9s %s\n", commands[i]->info.name, commands[i]->info.summary);
    (void)printf("\n'abut COMMAND --help' explains a command; 'abut --version' prints the version.\n"
                 "Exit status: 0 done, 1 the computation failed, 2 bad usage or bad input.\n");
    return STATUS_DONE;
}

static int unknown_command(const char *name) {
    abut_nearest best = {0};
    char hint[80];
    for (int i = 0; i < COMMAND_COUNT; i++) abut_nearest_offer(&best, name, commands[i]->info.name);
    complain(NULL, "there is no command '%.60s'%s", name,
             best.word ? abut_nearest_hint(&best, hint, sizeof hint) : "; see 'abut --help'");
    return STATUS_USAGE;
}

static int missing_command(const char *name) {
    complain(name, "not part of this version (%s)", abut_version());
    return STATUS_USAGE;
}

static int run_command(const cli_command *c, int argc, char **argv) {
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
    if (!strcmp(first, "--version")) {
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
