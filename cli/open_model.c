/* Reading and starting the model of a command. */
#include "open_model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "complain.h"

static void print_errors(const abut_model *m) {
    for (int i = 0; i < abut_model_error_count(m); i++) (void)fprintf(stderr, "%s\n", abut_model_error_at(m, i).text);
}

static bool memory_ended(const abut_model *m) {
    bool ended = false;
    for (int i = 0; i < abut_model_error_count(m); i++)
        ended = ended || !strcmp(abut_model_error_at(m, i).code, "no_memory");
    return ended;
}

void print_warnings(const abut_model *m, int first, bool strict) {
    for (int i = first; i < abut_model_warning_count(m); i++)
        (void)fprintf(stderr, "%s%s\n", strict ? "" : "warning: ", abut_model_warning_at(m, i).text);
}

/* ---- a model from standard input ---- */
bool from_input(const char *path) { return !strcmp(path, "-"); }

/* All of it, to be freed; NULL: the reason was put on standard error. */
static char *read_input(flag_set *set, size_t *length) {
    enum { FIRST = 1 << 16 };
    size_t room = FIRST;
    char *text = malloc(room);
    for (*length = 0; text; room *= 2) {
        *length += fread(text + *length, 1, room - *length, stdin);
        if (*length < room) break;
        char *more = realloc(text, 2 * room);
        if (!more) free(text);
        text = more;
    }
    if (text && !ferror(stdin)) return text;
    set->failed = !text;
    flags_error(set, "standard input cannot be read: %s", text ? strerror(errno) : "out of memory");
    free(text);
    return NULL;
}

static bool can_open(flag_set *set, const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) flags_error(set, "'%.200s' cannot be opened: %s", path, strerror(errno));
    if (file) (void)fclose(file);
    return file;
}

abut_model *read_model_at(flag_set *set, int at_set, const char *path) {
    const flag_value *settings = &set->value[at_set];
    abut_message why = {0};
    abut_model *m;
    char *text = NULL;
    size_t length = 0;
    if (from_input(path) ? !(text = read_input(set, &length)) : !can_open(set, path)) return NULL;
    abut_model_def def = {.path = text ? "standard input" : path,
                          .text = text && length == 0 ? "" : text,
                          .length = length,
                          .settings = settings->texts,
                          .setting_count = settings->text_count,
                          .registry = set->registry};
    abut_status status = abut_model_read(&def, &m, &why);
    free(text);
    if (status) {
        (void)fprintf(stderr, "%s\n", why.text);
        set->errors++;
        set->failed = status == ABUT_NO_MEMORY;
        return NULL;
    }
    return m;
}

abut_model *open_model_at(flag_set *set, int at_set, const char *path) {
    abut_model *m = read_model_at(set, at_set, path);
    if (!m || abut_model_world(m)) return m;
    print_errors(m);
    set->errors += abut_model_error_count(m);
    set->failed = memory_ended(m);
    abut_model_destroy(m);
    return NULL;
}

abut_model *open_model(flag_set *set, int at_set) {
    if (set->word_count < 1) flags_error(set, "give the path of a model file");
    return set->errors ? NULL : open_model_at(set, at_set, set->words[0]);
}

/* Is the model itself to blame, rather than the computation? */
static bool is_input_error(abut_status status) {
    return status == ABUT_BAD_VALUE || status == ABUT_UNKNOWN_NAME || status == ABUT_MISSING ||
           status == ABUT_BAD_PAIR || status == ABUT_INCONSISTENT || status == ABUT_BAD_FILE;
}

int refused_model(const abut_model *m, abut_status status) {
    print_errors(m);
    return is_input_error(status) ? STATUS_USAGE : STATUS_FAILED;
}

void say_no_equilibrium(const flag_set *set, const abut_model *m, abut_status status) {
    const abut_world *w = abut_model_world((abut_model *)m);
    const char *why = abut_world_message(w);
    if (abut_world_place(w).id)
        print_errors(m);
    else
        complain(set->command->name, "%s", why[0] ? why : abut_status_text(status));
}

int start_model(abut_model *m, const abut_solver_def *solver) {
    abut_status status = abut_model_start(m, solver);
    return status ? refused_model(m, status) : STATUS_DONE;
}
