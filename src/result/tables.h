/* What a run records: one table per sort of thing, one column group per quantity. The same description makes the datasets
 * of results.h5 and the columns of the CSV files, in this order. */
#ifndef ABUT_RESULT_TABLES_H
#define ABUT_RESULT_TABLES_H

#include "abut/world.h"

typedef enum column_kind {
    COLUMN_REAL,  /* double */
    COLUMN_SMALL, /* a whole number of one digit or so */
    COLUMN_COUNT  /* a whole number */
} column_kind;

typedef struct column_info {
    const char *name; /* of the dataset; a list ends at an entry without a name */
    const char *unit; /* SI, "1" for a pure number */
    int width;        /* how many numbers */
    column_kind kind;
    const char *heads; /* the same numbers in a CSV file: their headings, separated by commas */
    const char *meaning;
} column_info;

typedef struct table_info {
    const char *name;                                          /* of the group of datasets; "": the root */
    const char *prefix;                                        /* of the CSV files; NULL: there are none */
    const char *title;                                         /* in the name of the file of a table without count */
    int (*count)(const abut_world *w);                         /* of objects; NULL: one without a name */
    const char *(*label)(const abut_world *w, int id);         /* name of the object 1..count */
    void (*read)(const abut_world *w, int id, double *values); /* all numbers of one object at the present instant */
    const column_info *columns;
    bool (*has)(const abut_world *w, int id); /* optional: which of the objects are in it */
    const struct table_info *more; /* optional: a table of some of these objects, by the same ids, whose columns stand
                                    * behind these in the CSV files */
} table_info;

extern const table_info *const result_tables[]; /* the first is the time; ends with NULL */

/* How many objects are in it, 1 for a table without names; their ids if there is room for them. */
int table_objects(const table_info *t, const abut_world *w, int *ids);

#endif
