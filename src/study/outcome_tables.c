/* results.h5 of a study: a table per curve (measured, model, residual over time), and the table `history` of all evaluations,
 * which is what history.csv says. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "outcome.h"
#include "result/clear.h"
#include "result/h5_tables.h"

enum { CURVE_COLUMNS = 6, HISTORY_FIRST = 3 }; /* evaluation, round, cost; then the parameters */

typedef struct tables {
    h5_table *table;
    h5_table_column *column; /* of all tables, one after the other */
    char (*name)[OUTCOME_NAME];
    char (*parameter)[32]; /* names of their columns */
    double *residual;      /* of all curves */
    double *history;       /* column by column */
    int count;
} tables;

/* experiment.curve, without '/' */
static void plain_name(const study *s, int curve, char name[OUTCOME_NAME]) {
    const fit_curve *c = &s->problem.curve[curve];
    (void)snprintf(name, OUTCOME_NAME, "%.120s.%.120s", s->problem.experiment[c->experiment].name, c->name);
    for (char *at = name; *at; at++)
        if (*at == '/') *at = '_';
}

void outcome_table_name(const study *s, int curve, char name[OUTCOME_NAME]) {
    char other[OUTCOME_NAME];
    bool taken = false;
    plain_name(s, curve, name);
    for (int i = 0; i < curve && !taken; i++) {
        plain_name(s, i, other);
        taken = !strcmp(name, other);
    }
    size_t used = strlen(name);
    if (taken) (void)snprintf(name + used, OUTCOME_NAME - used, " (%d)", curve + 1);
}

/* ---- curves ---- */
static void add_curve(tables *t, const study *s, int k, const fit_curve_answer *a, h5_table_column **column,
                      double **residual) {
    const fit_curve *c = &s->problem.curve[k];
    const char *unit = s->curve[k].y.unit, *unit_x = s->curve[k].x.count ? s->curve[k].x.unit : "1";
    h5_table_column *first = *column, *to = first;
    outcome_table_name(s, k, t->name[k]);
    for (int i = 0; i < c->points; i++) (*residual)[i] = a->model[i] - c->y[i];
    *to++ = (h5_table_column){"time", "s", "when it was measured", c->t};
    if (c->x) *to++ = (h5_table_column){"x", unit_x, "measured abscissa", c->x};
    if (a->model_x) *to++ = (h5_table_column){"x_model", unit_x, "abscissa of the model", a->model_x};
    *to++ = (h5_table_column){"measured", unit, "measured", c->y};
    *to++ = (h5_table_column){"model", unit, "model with these parameters, with its offset", a->model};
    *to++ = (h5_table_column){"residual", unit, "model less measured", *residual};
    t->table[t->count++] = (h5_table){t->name[k], c->points, (int)(to - first), first};
    *column = to;
    *residual += c->points;
}

/* ---- history ---- */
/* evaluation, round, what, parameters, cost */
static bool read_row(const char *line, int parameters, double *row, long stride) {
    char *end = NULL;
    double evaluation = strtod(line, &end), round = *end == ',' ? strtod(end + 1, &end) : 0;
    const char *at = *end == ',' ? strchr(end + 1, ',') : NULL;
    row[0] = evaluation;
    row[stride] = round;
    for (int i = 0; i <= parameters && at; i++) {
        double value = strtod(at + 1, &end);
        row[stride * (i < parameters ? HISTORY_FIRST + i : 2)] = value;
        bool good = end != at + 1 && *end == (i < parameters ? ',' : '\n');
        at = good ? end : NULL;
    }
    return at != NULL;
}

static long count_lines(FILE *from) {
    long lines = 0;
    for (int c = getc(from); c != EOF; c = getc(from)) lines += c == '\n';
    rewind(from);
    return lines;
}

/* Rows of history.csv into t->history, column by column; 0: there are none, or somebody has changed
 * them; -1: they cannot be read, or memory has ended. */
static long read_history(tables *t, const run_folder *folder, int parameters) {
    FILE *from = folder_reopen(folder, STUDY_HISTORY_NAME, "r", NULL);
    if (!from) return errno == ENOENT ? 0 : -1;
    long most = count_lines(from) - 1, rows = 0; /* without the heading */
    size_t size = 0;
    char *line = NULL;
    t->history = most > 0 ? calloc((size_t)most * (size_t)(HISTORY_FIRST + parameters), sizeof(double)) : NULL;
    bool read = most < 1 || t->history;
    errno = 0;
    bool good = t->history && getline(&line, &size, from) > 0;
    while (good && rows < most && getline(&line, &size, from) > 0 &&
           read_row(line, parameters, t->history + rows, most))
        rows++;
    read = read && errno != ENOMEM && !ferror(from);
    free(line);
    (void)fclose(from);
    return !read ? -1 : rows == most ? rows : 0;
}

/* False: what stands in the file cannot be read. */
static bool add_history(tables *t, const study *s, const run_folder *folder, h5_table_column *first) {
    int n = s->problem.parameters;
    long rows = read_history(t, folder, n);
    if (rows < 1) return rows == 0;
    h5_table_column *to = first;
    *to++ = (h5_table_column){"evaluation", "1", "number of the evaluation", t->history};
    *to++ = (h5_table_column){"round", "1", "of the weights of curves with unknown noise", t->history + rows};
    *to++ = (h5_table_column){"cost", "1", "under the weights of its round", t->history + 2 * rows};
    for (int i = 0; i < n; i++) {
        const fit_parameter *p = &s->problem.parameter[i];
        (void)snprintf(t->parameter[i], sizeof t->parameter[i], "parameter%d", i + 1);
        *to++ = (h5_table_column){t->parameter[i], p->unit, p->name, t->history + (HISTORY_FIRST + i) * rows};
    }
    t->table[t->count++] = (h5_table){"history", rows, HISTORY_FIRST + n, first};
    return true;
}

/* ---- all ---- */
static bool reserve(tables *t, const study *s) {
    size_t curves = (size_t)s->problem.curves, parameters = (size_t)s->problem.parameters, points = 1;
    for (size_t k = 0; k < curves; k++) points += (size_t)s->problem.curve[k].points;
    t->table = calloc(curves + 1, sizeof *t->table);
    t->column = calloc(CURVE_COLUMNS * curves + HISTORY_FIRST + parameters, sizeof *t->column);
    t->name = calloc(curves + 1, sizeof *t->name);
    t->parameter = calloc(parameters + 1, sizeof *t->parameter);
    t->residual = calloc(points, sizeof *t->residual);
    return t->table && t->column && t->name && t->parameter && t->residual;
}

abut_status outcome_write_tables(const run_folder *folder, const study *s, const fit_answer *a, abut_message *message) {
    tables t = {0};
    abut_status status = ABUT_OK;
    if (reserve(&t, s)) {
        h5_table_column *column = t.column;
        double *residual = t.residual;
        for (int k = 0; k < s->problem.curves && a->has_solution; k++)
            add_curve(&t, s, k, &a->curve[k], &column, &residual);
        if (!add_history(&t, s, folder, column))
            status = say(message, ABUT_BAD_FILE, "'%.150s/" STUDY_HISTORY_NAME "' cannot be read", folder->path);
        if (!status) status = h5_write_tables(folder, s->title, fit_end_word(a->end), t.table, t.count, message);
    } else {
        status = say(message, ABUT_NO_MEMORY, "out of memory for '%.150s/results.h5'", folder->path);
    }
    free(t.table);
    free(t.column);
    free(t.name);
    free(t.parameter);
    free(t.residual);
    free(t.history);
    return status;
}
