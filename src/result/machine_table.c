/* Columns of a machine, folded by their names. */
#include "machine_table.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world/world.h"

enum { NAME_SIZE = sizeof((watch_column *)NULL)->name };

/* "ball12_Q" -> "ball_Q"; true if there was a number in front of an underscore. */
static bool fold(const char *name, char to[NAME_SIZE]) {
    size_t word = 0, digits = 0;
    while (isalpha((unsigned char)name[word])) word++;
    while (isdigit((unsigned char)name[word + digits])) digits++;
    bool numbered = word > 0 && digits > 0 && name[word + digits] == '_';
    (void)snprintf(to, NAME_SIZE, "%.*s%s", numbered ? (int)word : 0, name, numbered ? name + word + digits : name);
    return numbered;
}

static int find_column(const machine_table *t, int columns, const char *name) {
    for (int c = 0; c < columns; c++)
        if (!strcmp(t->columns[c].name, name)) return c;
    return columns;
}

/* Which folded column each of the machine's numbers belongs to; returns how many there are. */
static int sort_columns(machine_table *t, int *belongs, char (*names)[NAME_SIZE]) {
    int columns = 0;
    for (int i = 0; i < t->numbers; i++) {
        char name[NAME_SIZE];
        bool numbered = fold(watch_column_at(t->machine->watch, i)->name, name);
        int c = numbered ? find_column(t, columns, name) : columns;
        belongs[i] = c;
        if (c == columns) {
            memcpy(names[c], name, NAME_SIZE);
            const watch_column *from = watch_column_at(t->machine->watch, i);
            t->columns[c] = (column_info){.name = names[c], .unit = from->unit, .meaning = from->meaning};
            columns++;
        }
        t->columns[c].width++;
    }
    return columns;
}

/* Order of the numbers and headings of the CSV file. */
static void order_columns(machine_table *t, const int *belongs, int columns, char *heads) {
    int next = 0;
    for (int c = 0; c < columns; c++) {
        t->columns[c].heads = heads;
        for (int i = 0; i < t->numbers; i++) {
            if (belongs[i] != c) continue;
            t->from[next++] = i;
            heads += sprintf(heads, "%s%s", heads == t->columns[c].heads ? "" : ",",
                             watch_column_at(t->machine->watch, i)->name);
        }
        heads++;
    }
}

static bool make_columns(machine_table *t) {
    size_t n = (size_t)t->numbers + 1;
    int *belongs = calloc(n, sizeof *belongs);
    t->from = calloc(n, sizeof *t->from);
    t->row = calloc(n, sizeof *t->row);
    t->columns = calloc(n, sizeof *t->columns);
    t->texts = calloc(n, (size_t)2 * NAME_SIZE);
    bool good = belongs && t->from && t->row && t->columns && t->texts;
    if (good) {
        int columns = sort_columns(t, belongs, (char(*)[NAME_SIZE])t->texts);
        order_columns(t, belongs, columns, t->texts + n * NAME_SIZE);
    }
    free(belongs);
    return good;
}

machine_table *machine_table_create(const abut_world *w, int id) {
    machine_table *t = calloc(1, sizeof *t);
    const world_machine *m = machine_at(w, (abut_machine){id}, NULL);
    if (!t || !m) return t;
    t->machine = m;
    t->numbers = watch_columns(m->watch);
    if (!make_columns(t)) {
        machine_table_free(t);
        return NULL;
    }
    bool dots = strspn(m->name, ".") == strlen(m->name); /* a path of its own meaning */
    (void)snprintf(t->group, sizeof t->group, "machines/%s%.220s", dots ? "_" : "", m->name);
    t->info = (table_info){.name = t->group, .prefix = "machine", .title = m->name, .columns = t->columns};
    return t;
}

void machine_table_free(machine_table *t) {
    if (!t) return;
    free(t->from);
    free(t->row);
    free(t->columns);
    free(t->texts);
    free(t);
}

void machine_table_read(const machine_table *t, const abut_world *w, double *values) {
    const world_machine *m = t->machine;
    if (!t->numbers) return;
    watch_record(w, m->watch, t->row);
    double now = abut_time(w);
    if (now >= w->solver.statistics_from) watch_sample(m->watch, now, t->row);
    for (int i = 0; i < t->numbers; i++) values[i] = t->row[t->from[i]];
}
