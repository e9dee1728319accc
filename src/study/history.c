/* history.csv: a line for every evaluation, written as it ends. */
#include <errno.h>
#include <string.h>

#include "fit_inside.h"

abut_status history_open(fit *f, abut_message *message) {
    size_t size = strlen(f->options->folder) + sizeof "/history.csv";
    char *path = arena_get(&f->memory, size);
    (void)snprintf(path, size, "%s/history.csv", f->options->folder);
    f->history = fopen(path, "w");
    if (!f->history) return say(message, ABUT_BAD_FILE, "'%.150s' cannot be written: %s", path, strerror(errno));
    (void)fputs("evaluation,round,what", f->history);
    for (int i = 0; i < f->n; i++) (void)fprintf(f->history, ",%s", f->problem->parameter[i].name);
    (void)fputs(",cost\n", f->history);
    (void)fflush(f->history);
    return ABUT_OK;
}

void history_add(fit *f, const char *what, const double *values, double cost) {
    if (!f->history) return;
    (void)fprintf(f->history, "%ld,%d,%s", ++f->history_rows, f->round, what);
    for (int i = 0; i < f->n; i++) (void)fprintf(f->history, ",%.17g", values[i]);
    (void)fprintf(f->history, ",%.17g\n", cost);
    (void)fflush(f->history);
}

bool history_close(fit *f) {
    if (!f->history) return true;
    bool good = !ferror(f->history);
    good = fclose(f->history) == 0 && good;
    f->history = NULL;
    return good;
}
