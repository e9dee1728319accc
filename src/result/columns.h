/* The rows of a run in memory: one array per number, named as in the CSV files. */
#ifndef ABUT_RESULT_COLUMNS_H
#define ABUT_RESULT_COLUMNS_H

#include "abut/model.h"
#include "batch.h"

typedef struct result_columns {
    int count;
    long rows, room;
    abut_column *column;          /* values point to room for `room` numbers */
    struct column_source *source; /* where each is found in a batch */
} result_columns;

/* Empty columns for the tables of the batch, which must outlive the last columns_append. False: out of memory. */
bool columns_open(result_columns *c, const batch *b);
bool columns_append(result_columns *c, const batch *b); /* the waiting rows */
void columns_close(result_columns *c);
const abut_column *columns_find(const result_columns *c, const char *name); /* NULL: there is none */

#endif
