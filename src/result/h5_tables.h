/* results.h5 of what is not a run of a model: tables with rows of their own, tables/<name>/<column>, and nothing else. */
#ifndef ABUT_RESULT_H5_TABLES_H
#define ABUT_RESULT_H5_TABLES_H

#include "folder.h"

typedef struct h5_table_column {
    const char *name, *unit, *meaning; /* a name without '/' */
    const double *values;
} h5_table_column;

typedef struct h5_table {
    const char *name; /* without '/' */
    long rows;        /* at least 1 */
    int columns;
    const h5_table_column *column;
} h5_table;

/* results.h5 of the folder, whole or not at all. title may be NULL; status: "done", "stopped", ... No call
 * prints. */
abut_status h5_write_tables(const run_folder *folder, const char *title, const char *status, const h5_table *table,
                            int tables, abut_message *message);

#endif
