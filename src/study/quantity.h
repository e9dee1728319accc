/* A recorded quantity by its name: the file of a CSV table without its ending, a dot, the heading of a column. */
#ifndef ABUT_STUDY_QUANTITY_H
#define ABUT_STUDY_QUANTITY_H

#include "result/tables.h"

struct world_machine;
typedef struct quantity {
    const table_info *table;             /* NULL: of a machine */
    const struct world_machine *machine; /* or NULL */
    int id;                              /* object of the table */
    int index;                           /* number within its row */
    int numbers;                         /* of the row */
    const char *unit;                    /* SI */
} quantity;

/* In a built world; false and a sentence if there is none. */
bool quantity_find(const abut_world *w, const char *name, quantity *out, abut_message *why);
/* At the present instant; row: room for the numbers of the row. */
double quantity_read(const abut_world *w, const quantity *q, double *row);

#endif
