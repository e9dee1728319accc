/* A bump allocator over a chain of blocks. */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, BLOCK = 1 << 14 };

typedef struct arena_block {
    struct arena_block *next;
    char pad[ALIGN - sizeof(struct arena_block *)];
} arena_block;

static void *no_memory(arena *a) {
    if (a->no_memory) longjmp(*a->no_memory, 1);
    a->failed = true;
    return NULL;
}

static char *new_block(arena *a, size_t size) {
    arena_block *b = calloc(1, sizeof *b + size);
    if (!b) return no_memory(a);
    b->next = a->blocks;
    a->blocks = b;
    return (char *)(b + 1);
}

void *arena_get(arena *a, size_t size) {
    if (size > SIZE_MAX / 2) return no_memory(a);
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (size > BLOCK / 4) return new_block(a, size);
    if (size > a->left) {
        char *block = new_block(a, BLOCK);
        if (!block) return NULL;
        a->at = block;
        a->left = BLOCK;
    }
    char *got = a->at;
    a->at += size;
    a->left -= size;
    return got;
}

void *arena_bytes(arena *a, const void *from, size_t size) {
    void *to = arena_get(a, size);
    if (to && size) memcpy(to, from, size);
    return to;
}

char *arena_copy(arena *a, const char *text, size_t length) {
    char *to = arena_get(a, length + 1);
    if (to && length) memcpy(to, text, length);
    return to;
}

char *arena_join(arena *a, const char *head, size_t head_length, const char *tail) {
    size_t rest = strlen(tail) + 1;
    char *to = arena_get(a, head_length + rest);
    if (!to) return NULL;
    memcpy(to, head, head_length);
    memcpy(to + head_length, tail, rest);
    return to;
}

void arena_drop(arena *a) {
    while (a->blocks) {
        arena_block *b = a->blocks;
        a->blocks = b->next;
        free(b);
    }
    *a = (arena){0};
}
