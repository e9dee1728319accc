/* Reading of measured data. */
#include "csv_table.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

typedef struct csv_lines {
    char *text;
    char separator;
    int number; /* of the line that comes next */
} csv_lines;

/* The next line that holds something; NULL: the end. */
static char *next_line(csv_lines *l) {
    while (l->text && *l->text) {
        char *line = l->text, *end = line + strcspn(line, "\n");
        l->text = *end ? end + 1 : NULL;
        *end = '\0';
        if (end > line && end[-1] == '\r') end[-1] = '\0';
        l->number++;
        if (line[0] != '#' && line[strspn(line, " \t")]) return line;
    }
    return NULL;
}

static char find_separator(const char *line) { return strchr(line, ';') ? ';' : strchr(line, '\t') ? '\t' : ','; }

static int count_cells(const char *line, char separator) {
    int count = 1;
    for (; *line; line++) count += *line == separator;
    return count;
}

/* Without blanks and quotes around. */
static csv_cell trim(char *from, char *end, const char *line) {
    *end = '\0';
    while (isspace((unsigned char)*from)) from++;
    while (end > from && isspace((unsigned char)end[-1])) *--end = '\0';
    csv_cell c = {from, (int)(from - line) + 1};
    if (end - from >= 2 && from[0] == '"' && end[-1] == '"') {
        end[-1] = '\0';
        c.text++;
    }
    return c;
}

static void split(char *line, char separator, csv_cell *cells, int count) {
    char *from = line;
    for (int i = 0; i < count; i++) {
        char *end = strchr(from, separator);
        char *stop = end ? end : from + strlen(from);
        cells[i] = trim(from, stop, line);
        from = end ? end + 1 : stop;
    }
}

static csv_table *read_rows(reader *r, int file, char *text) {
    csv_lines l = {.separator = ','};
    l.text = text;
    csv_table *t = arena_get(&r->memory, sizeof *t);
    char *line = next_line(&l);
    int room = 1;
    *t = (csv_table){.file = file};
    if (!line) {
        error_at(r, (place){file, 1, 1}, "the file has no heading line");
        return NULL;
    }
    for (const char *c = l.text; c && *c; c++) room += *c == '\n';
    l.separator = find_separator(line);
    t->heading_line = l.number;
    t->columns = count_cells(line, l.separator);
    csv_cell *headings = arena_get(&r->memory, (size_t)t->columns * sizeof *headings);
    csv_cell *cells = arena_get(&r->memory, (size_t)room * (size_t)t->columns * sizeof *cells);
    int *lines = arena_get(&r->memory, (size_t)room * sizeof *lines);
    split(line, l.separator, headings, t->columns);
    while ((line = next_line(&l))) {
        int count = count_cells(line, l.separator);
        if (count != t->columns) {
            error_at(r, (place){file, l.number, 1}, "%d values in this line, %d in the heading", count, t->columns);
            return NULL;
        }
        lines[t->rows] = l.number;
        split(line, l.separator, cells + (size_t)t->rows++ * (size_t)t->columns, t->columns);
    }
    t->headings = headings;
    t->cells = cells;
    t->line = lines;
    return t;
}

const csv_table *csv_table_read(reader *r, const node *at, const char *path) {
    abut_message why = {0};
    size_t length = 0;
    csv_table *known = names_find(&r->files, path);
    if (known) return known;
    char *text = reader_text(r, path, &length, &why);
    if (!text) {
        error_on(r, at, "file: '%.200s' %s", path, why.text);
        return NULL;
    }
    int line, column, file = reader_file(r, path);
    const char *what;
    r->pending = text; /* freed with the reader if memory ends meanwhile */
    char *copy = arena_copy(&r->memory, text, length);
    r->pending = NULL;
    free(text);
    if (!text_check(copy, length, &line, &column, &what)) {
        error_at(r, (place){file, line, column}, "%s", what);
        return NULL;
    }
    bool marked = length >= 3 && !memcmp(copy, "\xEF\xBB\xBF", 3); /* byte order mark */
    csv_table *t = read_rows(r, file, copy + (marked ? 3 : 0));
    if (t) (void)names_add(&r->files, path, t);
    return t;
}

static int find_column(reader *r, const csv_table *t, const node *at, const char *what, const char *name) {
    nearest_word best = {0};
    char hint[100];
    int found = -1;
    for (int i = 0; i < t->columns; i++) {
        nearest_offer(&best, name, t->headings[i].text);
        if (strcmp(t->headings[i].text, name) != 0) continue;
        if (found >= 0) {
            error_at(r, (place){t->file, t->heading_line, t->headings[i].column}, "there are two columns '%.60s'",
                     name);
            return -1;
        }
        found = i;
    }
    if (found < 0)
        error_on(r, at, "%s: there is no column '%.60s' in the file%s", what, name,
                 nearest_hint(&best, hint, sizeof hint));
    return found;
}

const double *csv_table_column(reader *r, const csv_table *t, const node *at, const char *what, const char *name) {
    int column = find_column(r, t, at, what, name);
    if (column < 0) return NULL;
    double *to = arena_get(&r->memory, ((size_t)t->rows + 1) * sizeof *to);
    bool good = true;
    for (int i = 0; i < t->rows; i++) {
        const csv_cell *c = &t->cells[(size_t)i * (size_t)t->columns + (size_t)column];
        char *end;
        to[i] = strtod(c->text, &end);
        if (end != c->text && !*end && isfinite(to[i])) continue;
        error_at(r, (place){t->file, t->line[i], c->column}, "%.60s: expected a number, got '%.60s'", name, c->text);
        good = false;
    }
    return good ? to : NULL;
}
