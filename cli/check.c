/* abut check: every error of a model file, nothing simulated. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "model/model.h"

enum { AT_SET };

static const flag_info check_flags[] = {
    [AT_SET] = {"set", FLAG_REPEAT,
                .meaning = "change one value of the model, as in bodies.egg.mass=3; may be repeated"},
    {0},
};

static void print_line(const char *line, void *user) {
    (void)user;
    (void)fprintf(stderr, "%s\n", line);
}

static void print_counts(const char *path, const abut_world *w) {
    int bodies = abut_body_count(w), joints = abut_joint_count(w), contacts = abut_contact_count(w);
    (void)printf("%s: %d %s, ", path, bodies, bodies == 1 ? "body" : "bodies");
    if (joints) (void)printf("%d %s, ", joints, joints == 1 ? "joint" : "joints");
    (void)printf("%d %s: no errors\n", contacts, contacts == 1 ? "contact" : "contacts");
}

static bool can_open(flag_set *set, const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        flags_error(set, "'%.200s' cannot be opened: %s", path, strerror(errno));
        return false;
    }
    (void)fclose(file);
    return true;
}

static int run_check(flag_set *set) {
    model m;
    if (set->word_count == 0) flags_error(set, "give the path of a model file");
    if (set->errors || !can_open(set, set->words[0])) return STATUS_USAGE;
    const flag_value *settings = &set->value[AT_SET];
    if (model_read(set->words[0], settings->texts, settings->text_count, print_line, NULL, &m)) return STATUS_USAGE;
    bool good = model_start(&m, print_line, NULL) == ABUT_OK;
    if (good) print_counts(set->words[0], m.world);
    model_free(&m);
    return good ? STATUS_DONE : STATUS_USAGE;
}

const cli_command command_check = {
    .info = {.name = "check",
             .usage = "MODEL [--set PATH=VALUE]...",
             .summary = "every error of a model file; nothing is simulated",
             .flags = check_flags,
             .words_max = 1,
             .notes = "Prints one line for each error, FILE:LINE:COLUMN: MESSAGE, on standard error.\n"},
    .run = run_check,
};
