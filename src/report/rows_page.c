/* The figures of machines for a run that has left no summary: it goes on, or was ended from outside. They are those of its rows,
 * by the same watch that looks at the steps of a run. */
#include <stdlib.h>

#include "base/message.h"
#include "machine/machine.h"
#include "result/machine_table.h"
#include "run_source.h"

enum { CHUNK = 256 };

typedef struct rows_reader {
    const run_source *r;
    const machine_table *m;
    source_set time, *set; /* one per column of the table */
    int columns;
    double *t, *numbers, *row; /* CHUNK times; CHUNK rows of the widest column; CHUNK rows of the machine */
} rows_reader;

static bool find_sets(rows_reader *a) {
    char path[600];
    int widest = 1;
    while (a->m->columns[a->columns].name) a->columns++;
    a->set = calloc((size_t)a->columns + 1, sizeof *a->set);
    bool good = a->set && source_find(&a->r->rows, "time", &a->time);
    for (int c = 0; good && c < a->columns; c++) {
        const column_info *info = &a->m->columns[c];
        (void)snprintf(path, sizeof path, "%s/%s", a->m->group, info->name);
        good = source_find(&a->r->rows, path, &a->set[c]) && a->set[c].width == (size_t)info->width;
        widest = info->width > widest ? info->width : widest;
    }
    a->t = malloc(CHUNK * sizeof *a->t);
    a->numbers = malloc(CHUNK * (size_t)widest * sizeof *a->numbers);
    a->row = calloc(CHUNK * ((size_t)a->m->numbers + 1), sizeof *a->row);
    return good && a->t && a->numbers && a->row;
}

static void drop(rows_reader *a) {
    source_drop(&a->time);
    for (int c = 0; a->set && c < a->columns; c++) source_drop(&a->set[c]);
    free(a->set);
    free(a->t);
    free(a->numbers);
    free(a->row);
}

/* Rows first .. first + count - 1 as the machine has them. */
static bool read_rows(const rows_reader *a, long first, long count) {
    const thin all = {a->r->rows.rows, 1, a->r->rows.rows};
    int next = 0, numbers = a->m->numbers;
    if (!source_read(&a->time, &all, first, count, H5T_NATIVE_DOUBLE, a->t)) return false;
    for (int c = 0; c < a->columns; c++) {
        int width = a->m->columns[c].width;
        if (!source_read(&a->set[c], &all, first, count, H5T_NATIVE_DOUBLE, a->numbers)) return false;
        for (long i = 0; i < count; i++)
            for (int k = 0; k < width; k++) a->row[i * numbers + a->m->from[next + k]] = a->numbers[i * width + k];
        next += width;
    }
    return true;
}

/* All rows from `output.from` on into the watch of the machine; false: they cannot be read. */
static bool take_rows(const run_source *r, const machine_table *m) {
    rows_reader a = {.r = r, .m = m};
    watch *o = m->machine->watch;
    bool good = find_sets(&a);
    watch_clear(o);
    for (long first = 0; good && first < r->rows.rows; first += CHUNK) {
        long left = r->rows.rows - first, count = left < CHUNK ? left : CHUNK;
        good = read_rows(&a, first, count);
        for (long i = 0; good && i < count; i++) {
            if (a.t[i] < r->model.output_from) continue;
            const double *row = a.row + i * m->numbers;
            watch_take_output(o, a.t[i], row);
            watch_sample(o, a.t[i], row);
        }
    }
    drop(&a);
    return good;
}

abut_status run_put_rows_summary(const run_source *r, json *j, abut_message *message) {
    const abut_world *w = r->model.world;
    json_begin(j, "summary", '{');
    abut_status status = run_put_rows_figures(r, j, message);
    json_begin(j, "machines", '{');
    for (int id = 1; !status && id <= abut_machine_count(w); id++) {
        machine_table *m = machine_table_create(w, id);
        if (!m) status = say(message, ABUT_NO_MEMORY, "out of memory for the report");
        if (m && m->machine->watch && m->numbers && take_rows(r, m)) {
            json_begin(j, m->machine->name, '{');
            watch_json(m->machine, j);
            json_end(j);
        }
        machine_table_free(m);
    }
    json_end(j);
    watch_types_json(w, j);
    json_end(j);
    return status;
}
