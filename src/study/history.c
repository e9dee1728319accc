/* history.csv: a line for every evaluation, written as it ends. */
#include "fit_inside.h"
#include "result/clear.h"

abut_status history_open(fit *f, abut_message *message) {
    f->history = folder_begin(f->options->folder, STUDY_HISTORY_NAME, message);
    if (!f->history) return ABUT_BAD_FILE;
    (void)fputs(STUDY_HISTORY_HEADING, f->history);
    for (int i = 0; i < f->n; i++) (void)fprintf(f->history, ",%s", f->problem->parameter[i].name);
    (void)fputs(",cost\n", f->history);
    (void)fflush(f->history);
    return folder_place(f->options->folder, STUDY_HISTORY_NAME, message);
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
