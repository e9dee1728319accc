/* Contacts of groups that collide: a set that changes from row to row. They stand one after the other in columns of their own,
 * `collisions/<name>/...`; how many belong to each row says `collide/touching`. */
#ifndef ABUT_RESULT_COLLISION_TABLE_H
#define ABUT_RESULT_COLLISION_TABLE_H

#include "tables.h"

enum { COLLISION_NUMBERS = 13 }; /* of one contact */

typedef struct collision_table {
    table_info info;
    abut_collide of;
    long contacts, room;               /* that wait */
    long written;                      /* before these */
    double *column[COLLISION_NUMBERS]; /* of each dataset; fewer than that */
    abut_collision *now;               /* scratch: the contacts of one row */
    int now_room;
    char group[256];
} collision_table;

collision_table *collision_table_create(const abut_world *w, int id); /* NULL: out of memory */
void collision_table_free(collision_table *t);                        /* NULL is fine */
bool collision_table_add(collision_table *t,
                         const abut_world *w); /* those of the present instant; false: out of memory */
double collision_table_guess(const collision_table *t, const abut_world *w); /* contacts of a row, for sizes */

#endif
