/* abut report: the web page of one run, or of several on the same axes. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/result.h"
#include "child.h"
#include "command.h"
#include "complain.h"

enum { AT_OUT, AT_OUTSIDE, AT_PLUGIN };

static const flag_info report_flags[] = {
    [AT_OUT] = {"out", FLAG_WORD, .preset = "report.html in the first folder", .meaning = "the file to write; also -o"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

static int write_page(flag_set *set) {
    abut_message why = {0};
    char *path = NULL;
    child_distrusts("cannot be read: it is damaged", set->words, set->word_count);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an error of writing, not the end */
    abut_status status =
        abut_report_write(set->registry, set->words, set->word_count, set->value[AT_OUT].text, &path, &why);
    if (status) {
        complain(set->command->name, "%s", why.text);
    } else {
        (void)printf("report: %s\n", path);
    }
    bool unreadable = status && !path && status != ABUT_NO_MEMORY;
    free(path);
    return status == ABUT_OK ? STATUS_DONE : unreadable ? STATUS_USAGE : STATUS_FAILED;
}

static int run_report(flag_set *set) {
    if (set->word_count < 1) flags_error(set, "give the folder of a run");
    if (set->errors) return STATUS_USAGE;
    if (abut_report_missing()) {
        (void)printf("%s\n", abut_report_missing());
        return STATUS_DONE;
    }
    return write_page(set);
}

const cli_command command_report = {
    .info = {.name = "report",
             .usage = "FOLDER [FOLDER2] [-o FILE]",
             .summary = "the web page of a run, or of two runs on the same axes",
             .flags = report_flags,
             .words_max = 2,
             .notes =
                 "Makes one HTML file from the results in the folder of a run: the machine in 3D, curves, figures. It\n"
                 "opens in any browser, needs no network and can be sent by mail.\n"
                 "\nexample: abut report bounce.out\n"},
    .run = run_report,
};
