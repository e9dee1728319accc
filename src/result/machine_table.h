/* The table of one machine, made from the columns that the machine describes. Alike columns of numbered parts (ball1_Q,
 * ball2_Q ...) become one column of that width (ball_Q), so that results.h5 has one dataset for all balls. */
#ifndef ABUT_RESULT_MACHINE_TABLE_H
#define ABUT_RESULT_MACHINE_TABLE_H

#include "machine/machine.h"
#include "machine/watch.h"
#include "tables.h"

typedef struct machine_table {
    table_info info;
    const world_machine *machine;
    int numbers;          /* of one row */
    int *from;            /* number i of the table is number from[i] of the machine's own row */
    double *row;          /* room for that */
    column_info *columns; /* of info; the last has no name */
    char *texts;          /* names and headings of the columns */
    char group[256];
} machine_table;

machine_table *machine_table_create(const abut_world *w, int id); /* NULL: out of memory */
void machine_table_free(machine_table *t);                        /* NULL is fine */
/* The numbers at the present instant; from `output.from` on they count for the machine's spectrum. */
void machine_table_read(const machine_table *t, const abut_world *w, double *values);

#endif
