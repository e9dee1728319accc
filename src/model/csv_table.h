/* Measured data: a CSV file with a heading line. Separated by commas, semicolons or tabs; lines that begin with '#' and empty
 * lines are skipped. */
#ifndef ABUT_STUDY_CSV_TABLE_H
#define ABUT_STUDY_CSV_TABLE_H

#include "model/reader.h"

typedef struct csv_cell {
    const char *text;
    int column; /* in its line, from 1 */
} csv_cell;

typedef struct csv_table {
    int file;                 /* of the reader, for messages */
    int heading_line;         /* from 1 */
    int columns, rows;        /* columns of the heading */
    const csv_cell *headings; /* columns */
    const csv_cell *cells;    /* rows x columns */
    const int *line;          /* of each row */
} csv_table;

/* NULL after an error. `at`: the node that names the file. */
const csv_table *csv_table_read(reader *r, const node *at, const char *path);
/* All numbers of a column; NULL after an error, at its place in the file, or on `at` if there is no such column. */
const double *csv_table_column(reader *r, const csv_table *t, const node *at, const char *what, const char *name);

#endif
