/* Open addressing with linear steps; at most half of the slots are taken. */
#include "names.h"

#include <string.h>

static uint64_t hash_of(const char *name) { /* FNV-1a, mixed once more for the low bits */
    uint64_t h = 0xcbf29ce484222325U;
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) h = (h ^ *c) * 0x100000001b3U;
    h ^= h >> 32;
    h *= 0x9e3779b97f4a7c15U;
    return h ^ h >> 29;
}

/* The slot of the name, or the free one where it belongs. */
static size_t slot_of(const name_table *t, const char *name, uint64_t hash) {
    size_t mask = t->slot_count - 1, at = (size_t)hash & mask;
    for (; t->slots[at]; at = (at + 1) & mask) {
        const name_entry *e = &t->entries[t->slots[at] - 1];
        if (e->hash == hash && !strcmp(e->name, name)) break;
    }
    return at;
}

void *names_find(const name_table *t, const char *name) {
    if (!t->count) return NULL;
    size_t at = slot_of(t, name, hash_of(name));
    return t->slots[at] ? t->entries[t->slots[at] - 1].value : NULL;
}

static void grow(name_table *t) {
    size_t room = t->room ? 2 * t->room : 16;
    name_entry *entries = arena_get(t->memory, room * sizeof *entries);
    if (t->count) memcpy(entries, t->entries, t->count * sizeof *entries);
    t->entries = entries;
    t->room = room;
    t->slot_count = 2 * room;
    t->slots = arena_get(t->memory, t->slot_count * sizeof *t->slots);
    for (size_t i = 0; i < t->count; i++) t->slots[slot_of(t, entries[i].name, entries[i].hash)] = (uint32_t)i + 1;
}

void *names_add(name_table *t, const char *name, void *value) {
    if (t->count == t->room) grow(t);
    uint64_t hash = hash_of(name);
    size_t at = slot_of(t, name, hash);
    if (t->slots[at]) return t->entries[t->slots[at] - 1].value;
    t->entries[t->count] = (name_entry){name, value, hash};
    t->slots[at] = (uint32_t)++t->count;
    return NULL;
}
