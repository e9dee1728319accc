/* Open addressing with linear steps; at most half of the slots are taken. */
#include "names.h"

#include <string.h>

#include "hash.h"

static uint64_t hash_of(const char *name) { /* FNV-1a, mixed once more for the low bits */
    uint64_t h = HASH_BEGIN;
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) h = hash_word(h, *c);
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

static const name_entry *find(const name_table *t, const char *name) {
    if (!t->count || !name) return NULL;
    size_t at = slot_of(t, name, hash_of(name));
    return t->slots[at] ? &t->entries[t->slots[at] - 1] : NULL;
}

void *names_find(const name_table *t, const char *name) {
    const name_entry *e = find(t, name);
    return e ? e->value : NULL;
}

int names_id(const name_table *t, const char *name) {
    const name_entry *e = find(t, name);
    return e ? e->id : 0;
}

static bool grow(name_table *t) {
    size_t room = t->room ? 2 * t->room : 16;
    name_entry *entries = arena_get(t->memory, room * sizeof *entries);
    uint32_t *slots = arena_get(t->memory, 2 * room * sizeof *slots);
    if (!entries || !slots) return false;
    if (t->count) memcpy(entries, t->entries, t->count * sizeof *entries);
    *t = (name_table){t->memory, entries, t->count, room, slots, 2 * room};
    for (size_t i = 0; i < t->count; i++) slots[slot_of(t, entries[i].name, entries[i].hash)] = (uint32_t)i + 1;
    return true;
}

/* The entry of the name, a new one if need be; NULL: out of memory. */
static name_entry *enter(name_table *t, const char *name, bool *fresh) {
    if (t->count == t->room && !grow(t)) return NULL;
    uint64_t hash = hash_of(name);
    size_t at = slot_of(t, name, hash);
    *fresh = !t->slots[at];
    if (*fresh) {
        t->entries[t->count] = (name_entry){.name = name, .hash = hash};
        t->slots[at] = (uint32_t)++t->count;
    }
    return &t->entries[t->slots[at] - 1];
}

void *names_add(name_table *t, const char *name, void *value) {
    bool fresh = false;
    name_entry *e = enter(t, name, &fresh);
    if (e && !fresh) return e->value;
    if (e) e->value = value;
    return NULL;
}

bool names_add_id(name_table *t, const char *name, int id) {
    bool fresh = false;
    name_entry *e = enter(t, name, &fresh);
    if (e) e->id = id;
    return e != NULL;
}
