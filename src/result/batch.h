/* Rows in memory that wait to be written. Sized once; adding a row allocates nothing. */
#ifndef ABUT_RESULT_BATCH_H
#define ABUT_RESULT_BATCH_H

#include "collision_table.h"
#include "machine_table.h"

typedef struct batch_table {
    const table_info *info;
    machine_table *machine;      /* whose table it is, or NULL */
    collision_table *collisions; /* whose rows are its own, or NULL: as many as of the others */
    int objects;
    int *id; /* of each object, rising; NULL: 1, 2 ... */
    int columns;
    double **column; /* capacity x objects x width of the column */
} batch_table;

typedef struct batch {
    const abut_world *world;
    long capacity; /* rows */
    long rows;     /* waiting */
    long written;  /* rows written before these */
    batch_table *tables;
    int table_count;
    double *numbers;  /* what all columns point into */
    double **columns; /* what the columns of all tables point into */
    double *values;   /* room for one object */
    bool no_memory;   /* contacts that come and go are missing */
} batch;

/* Room for rows of about `bytes`; for up to 16 rows it may be 16 times as much. False: out of memory. */
bool batch_open(batch *b, const abut_world *world, size_t bytes);
void batch_close(batch *b);
void batch_add(batch *b); /* one row from the present instant of the world; there must be room */
static inline int batch_id(const batch_table *t, int index) { return t->id ? t->id[index] : index + 1; }
/* The columns behind those of object `index` of t, and its index there; NULL: there are none. */
const batch_table *batch_more(const batch *b, const batch_table *t, int index, int *there);
bool batch_full(const batch *b);
/* Rows of a table that wait, and those before them. */
static inline long batch_rows(const batch *b, const batch_table *t) {
    return t->collisions ? t->collisions->contacts : b->rows;
}
static inline long batch_written(const batch *b, const batch_table *t) {
    return t->collisions ? t->collisions->written : b->written;
}
void batch_clear(batch *b); /* the waiting rows are on disk */

#endif
