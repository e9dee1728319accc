/* Copies of errors. Where memory ends, so does the list: the last one says so. */
#include "errors.h"

#include <stdlib.h>
#include <string.h>

static const abut_model_error out_of_memory = {"", 1, 1, "", "out of memory", "out of memory", "no_memory"};

static void drop(abut_model_error *e) {
    free((char *)e->file);
    free((char *)e->path);
    free((char *)e->message);
    free((char *)e->text);
    free((char *)e->code);
}

void errors_add(const model_error *e, void *user) {
    char path[400];
    error_list *list = user;
    if (e->code && !strcmp(e->code, out_of_memory.code)) list->no_memory = true;
    abut_model_error *more = list->no_memory ? NULL : realloc(list->error, ((size_t)list->count + 1) * sizeof *more);
    list->no_memory = !more;
    if (!more) return;
    list->error = more;
    model_error_path(e, path, sizeof path);
    abut_model_error copy = {strdup(e->file),
                             e->line,
                             e->column,
                             strdup(path),
                             strdup(e->message),
                             strdup(e->text),
                             strdup(e->code ? e->code : "")};
    list->no_memory = !copy.file || !copy.path || !copy.message || !copy.text || !copy.code;
    if (list->no_memory)
        drop(&copy);
    else
        more[list->count++] = copy;
}

int errors_count(const error_list *list) { return list->count + list->no_memory; }

abut_model_error errors_at(const error_list *list, int index) {
    if (index == list->count && list->no_memory) return out_of_memory;
    return index >= 0 && index < list->count ? list->error[index] : (abut_model_error){"", 1, 1, "", "", "", ""};
}

void errors_clear(error_list *list) {
    for (int i = 0; i < list->count; i++) drop(&list->error[i]);
    free(list->error);
    *list = (error_list){0};
}
