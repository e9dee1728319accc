/* The parameters of a type or the keys of a machine as rows of text. */
#ifndef ABUT_CLI_ROWS_H
#define ABUT_CLI_ROWS_H

#include "listed.h"

enum { NAME, UNIT, PRESET, RANGE, REQUIRED, MEANING, COLUMNS };
extern const char *const row_headings[COLUMNS];

typedef struct row {
    char cell[COLUMNS][400];
} row;

typedef struct row_list {
    row *rows;
    int count;
} row_list;

row row_of_param(const abut_registry *types, const abut_param_info *p);
row_list rows_of(const listed *l); /* rows NULL: out of memory; to be freed */

#endif
