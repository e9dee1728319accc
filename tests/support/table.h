/* Reads the reference tables of tests/oracles: comma-separated, the first line names the columns. A table that cannot be
 * read, or a column that it does not have, fails the running test. */
#ifndef ABUT_TESTS_TABLE_H
#define ABUT_TESTS_TABLE_H

#include <stddef.h>

typedef struct table {
    size_t rows, columns;
    char *text;  /* the file, its cells ended by zeros */
    char **cell; /* the names, then row by row */
} table;

table table_read(const char *name); /* of a file in the folder of reference values */
void table_free(table *t);

const char *table_text(const table *t, size_t row, const char *column);
long double table_number(const table *t, size_t row, const char *column); /* all its digits; "inf" is one */
double table_at(const table *t, size_t row, const char *column);

#endif
