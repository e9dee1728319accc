/* abut check: every error of model files, nothing simulated. */
#include <stdio.h>

#include "abut/machine/common.h"
#include "command.h"
#include "open_model.h"

enum { AT_SET, AT_PLUGIN };

static const flag_info check_flags[] = {
    [AT_SET] = {"set", FLAG_REPEAT,
                .meaning = "change one value of the model, as in bodies.egg.mass=3; may be repeated"},
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

static void print_counts(const char *path, const abut_world *w) {
    int bodies = abut_body_count(w), joints = abut_joint_count(w), contacts = abut_contact_count(w);
    int machines = abut_machine_count(w);
    (void)printf("%s: %d %s, ", path, bodies, bodies == 1 ? "body" : "bodies");
    if (joints) (void)printf("%d %s, ", joints, joints == 1 ? "joint" : "joints");
    if (machines) (void)printf("%d %s, ", machines, machines == 1 ? "machine" : "machines");
    (void)printf("%d %s: no errors\n", contacts, contacts == 1 ? "contact" : "contacts");
}

static int check_one(flag_set *set, const char *path) {
    abut_model *m = open_model_at(set, AT_SET, path);
    if (!m) return STATUS_USAGE;
    int status = start_model(m, NULL);
    if (status == STATUS_DONE) print_counts(path, abut_model_world(m));
    abut_model_destroy(m);
    return status;
}

/* The worst of all files counts. */
static int run_check(flag_set *set) {
    int worst = STATUS_DONE;
    if (set->word_count < 1) flags_error(set, "give the path of a model file");
    if (set->errors) return STATUS_USAGE;
    for (int i = 0; i < set->word_count; i++) {
        int status = check_one(set, set->words[i]);
        if (status > worst) worst = status;
    }
    return worst;
}

const cli_command command_check = {
    .info = {.name = "check",
             .usage = "MODEL... [--set PATH=VALUE]... [--plugin FILE]...",
             .summary = "every error of model files; nothing is simulated",
             .flags = check_flags,
             .words_max = FLAG_WORDS_MAX,
             .notes = "Prints one line for each error, FILE:LINE:COLUMN: MESSAGE, on standard error.\n"},
    .run = run_check,
};
