/* Reading and starting the model of a command. */
#include "open_model.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "command.h"

static void print_line(const model_error *error, void *user) {
    (void)user;
    (void)fprintf(stderr, "%s\n", error->text);
}

static bool can_open(flag_set *set, const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) flags_error(set, "'%.200s' cannot be opened: %s", path, strerror(errno));
    if (file) (void)fclose(file);
    return file;
}

bool open_model_at(flag_set *set, int at_set, const char *path, model *out) {
    const flag_value *settings = &set->value[at_set];
    if (!can_open(set, path)) return false;
    int errors = model_read_with(set->registry, path, settings->texts, settings->text_count, print_line, NULL, out);
    set->errors += errors;
    return errors == 0;
}

bool open_model(flag_set *set, int at_set, model *out) {
    if (set->word_count < 1) flags_error(set, "give the path of a model file");
    return !set->errors && open_model_at(set, at_set, set->words[0], out);
}

/* Is the model itself to blame, rather than the computation? */
static bool is_input_error(abut_status status) {
    return status == ABUT_BAD_VALUE || status == ABUT_UNKNOWN_NAME || status == ABUT_MISSING ||
           status == ABUT_BAD_PAIR || status == ABUT_INCONSISTENT || status == ABUT_BAD_FILE;
}

int start_model(model *m) {
    abut_status status = model_start(m, print_line, NULL);
    return status == ABUT_OK ? STATUS_DONE : is_input_error(status) ? STATUS_USAGE : STATUS_FAILED;
}
