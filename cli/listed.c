/* The row of named things. */
#include "listed.h"

#include <stdio.h>

#include "types.h"

static size_t machine_count(void) {
    size_t n = 0;
    while (machine_readers[n].type) n++;
    return n;
}

size_t listed_count(void) { return all_type_count() + machine_count() + catalogue_count(); }

listed listed_at(size_t index) {
    listed l = {0};
    if (index < all_type_count()) {
        l.type = all_type_at(index);
        l.kind = l.type->kind;
        l.name = l.type->name;
        (void)snprintf(l.summary, sizeof l.summary, "%s", l.type->summary);
        return l;
    }
    index -= all_type_count();
    if (index < machine_count()) {
        l.machine = &machine_readers[index];
        l.kind = "machine";
        l.name = l.machine->type;
        (void)snprintf(l.summary, sizeof l.summary, "%s", l.machine->summary);
        return l;
    }
    l.entry = catalogue_at(index - machine_count());
    l.kind = "catalogue";
    l.name = l.entry->name;
    catalogue_summary(l.entry, l.summary, sizeof l.summary);
    return l;
}
