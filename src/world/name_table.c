/* Names to numbers. */
#include "name_table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t hash(const char *name) { /* FNV-1a */
    uint64_t h = 14695981039346656037U;
    for (; *name; name++) h = (h ^ (unsigned char)*name) * 1099511628211U;
    return (size_t)(h ^ (h >> 29));
}

static struct name_entry *find(const name_table *t, const char *name) {
    size_t mask = t->room - 1, i = hash(name) & mask;
    while (t->entry[i].name && strcmp(t->entry[i].name, name) != 0) i = (i + 1) & mask;
    return &t->entry[i];
}

int name_find(const name_table *t, const char *name) { return t->room && name ? find(t, name)->id : 0; }

static bool grow(name_table *t) {
    name_table larger = {calloc(t->room ? 2 * t->room : 64, sizeof *larger.entry), t->room ? 2 * t->room : 64,
                         t->count};
    if (!larger.entry) return false;
    for (size_t i = 0; i < t->room; i++)
        if (t->entry[i].name) *find(&larger, t->entry[i].name) = t->entry[i];
    free(t->entry);
    *t = larger;
    return true;
}

bool name_add(name_table *t, const char *name, int id) {
    if (2 * (t->count + 1) > t->room && !grow(t)) return false;
    *find(t, name) = (struct name_entry){name, id};
    t->count++;
    return true;
}

void name_table_free(name_table *t) {
    free(t->entry);
    *t = (name_table){0};
}
