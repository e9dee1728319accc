/* Reading reference tables; see table.h. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

/* The whole file as text, one zero after it. */
static char *slurp(const char *name) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", ABUT_TEST_DATA, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    ck_assert_int_gt(size, 0);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    ck_assert_ptr_nonnull(text);
    size_t got = fread(text, 1, (size_t)size, file);
    (void)fclose(file);
    ck_assert_uint_eq(got, (size_t)size);
    text[size] = '\0';
    return text;
}

static size_t count(const char *text, const char *end, char what) {
    size_t n = 0;
    for (; text < end; text++) n += *text == what;
    return n;
}

table table_read(const char *name) {
    table t = {.text = slurp(name)};
    char *first_end = strchr(t.text, '\n'), *end = t.text + strlen(t.text);
    ck_assert_msg(first_end != NULL && end[-1] == '\n', "%s: no line, or the last one is not ended", name);
    t.columns = 1 + count(t.text, first_end, ',');
    size_t lines = count(t.text, end, '\n'), cells = 0;
    t.rows = lines - 1;
    t.cell = calloc(lines * t.columns, sizeof *t.cell);
    ck_assert_ptr_nonnull(t.cell);
    for (char *p = t.text; p < end; p += strlen(p) + 1) {
        ck_assert_uint_lt(cells, lines * t.columns);
        t.cell[cells++] = p;
        char *stop = p + strcspn(p, ",\n");
        ck_assert_msg((*stop == '\n') == (cells % t.columns == 0), "%s: line %zu has not %zu cells", name,
                      (cells - 1) / t.columns + 1, t.columns);
        *stop = '\0';
    }
    ck_assert_msg(cells == lines * t.columns && t.rows > 0, "%s: %zu cells", name, cells);
    return t;
}

void table_free(table *t) {
    free(t->cell);
    free(t->text);
    *t = (table){0};
}

const char *table_text(const table *t, size_t row, const char *column) {
    size_t c = 0;
    while (c < t->columns && strcmp(t->cell[c], column) != 0) c++;
    ck_assert_msg(c < t->columns, "there is no column %s", column);
    ck_assert_uint_lt(row, t->rows);
    return t->cell[(row + 1) * t->columns + c];
}

long double table_number(const table *t, size_t row, const char *column) {
    const char *text = table_text(t, row, column);
    char *end;
    long double x = strtold(text, &end);
    ck_assert_msg(end != text && *end == '\0', "row %zu, %s: '%s' is not a number", row, column, text);
    return x;
}

double table_at(const table *t, size_t row, const char *column) { return (double)table_number(t, row, column); }
