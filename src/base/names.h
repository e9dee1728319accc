/* Names to things or numbers: a hash table of texts. Remembers the order in which they came. */
#ifndef ABUT_BASE_NAMES_H
#define ABUT_BASE_NAMES_H

#include <stdint.h>

#include "arena.h"

typedef struct name_entry {
    const char *name; /* the caller's; must outlive the table */
    union {
        void *value;
        int id;
    };
    uint64_t hash;
} name_entry;

/* Start with {.memory = arena}. */
typedef struct name_table {
    arena *memory;
    name_entry *entries; /* in order of arrival */
    size_t count, room;
    uint32_t *slots; /* 1 + index of the entry, 0: free; a power of two of them */
    size_t slot_count;
} name_table;

void *names_find(const name_table *t, const char *name); /* NULL: not there */
/* Adds, or returns the value that stands under this name already. */
void *names_add(name_table *t, const char *name, void *value);

int names_id(const name_table *t, const char *name); /* 0: not there */
/* Adds a number that is not 0 under a new name; false: out of memory. */
bool names_add_id(name_table *t, const char *name, int id);

#endif
