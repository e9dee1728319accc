/* Copies of errors. Where memory ends, so does the list. */
#include "errors.h"

#include <stdlib.h>
#include <string.h>

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
    abut_model_error *more = realloc(list->error, ((size_t)list->count + 1) * sizeof *more);
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
    if (copy.file && copy.path && copy.message && copy.text && copy.code)
        more[list->count++] = copy;
    else
        drop(&copy);
}

void errors_clear(error_list *list) {
    for (int i = 0; i < list->count; i++) drop(&list->error[i]);
    free(list->error);
    *list = (error_list){0};
}
