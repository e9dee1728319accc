/* Names to numbers: a hash table with open addressing. Keeps pointers to the names, not copies. */
#ifndef ABUT_WORLD_NAME_TABLE_H
#define ABUT_WORLD_NAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct name_table {
    struct name_entry {
        const char *name;
        int id;
    } * entry;
    size_t room, count; /* room: a power of two, or 0 */
} name_table;

int name_find(const name_table *t, const char *name);   /* 0 if it is not there */
bool name_add(name_table *t, const char *name, int id); /* false: out of memory */
void name_table_free(name_table *t);

#endif
