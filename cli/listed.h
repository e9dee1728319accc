/* Everything that has a name, in one row: types, machines, entries of the catalogue. */
#ifndef ABUT_CLI_LISTED_H
#define ABUT_CLI_LISTED_H

#include "abut/world.h"
#include "model/catalogue.h"
#include "model/machines.h"

typedef struct listed {
    const char *kind, *name;
    char summary[200];
    /* one of these */
    const abut_type *type;
    const machine_reader *machine;
    const catalogue_entry *entry;
} listed;

size_t listed_count(void);
listed listed_at(size_t index);

#endif
