/* The catalogue as the build has put it together from the folder catalogue/. */
#include "catalogue.h"

#include <stdio.h>
#include <string.h>

#include "catalogue.inc"

size_t catalogue_count(void) { return sizeof entries / sizeof entries[0] - 1; }
const catalogue_entry *catalogue_at(size_t index) { return index < catalogue_count() ? &entries[index] : NULL; }

const catalogue_entry *catalogue_find(const char *name) {
    for (size_t i = 0; i < catalogue_count(); i++)
        if (!strcmp(entries[i].name, name)) return &entries[i];
    return NULL;
}

void catalogue_summary(const catalogue_entry *e, char *to, size_t size) {
    const char *from = e->text + strspn(e->text, "# ");
    (void)snprintf(to, size, "%.*s", (int)strcspn(from, "\n"), from);
}
