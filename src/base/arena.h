/* Memory that is given back all at once: all that a model file becomes, all that a world keeps of what it was given. */
#ifndef ABUT_BASE_ARENA_H
#define ABUT_BASE_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

/* Start with {0}. When memory ends, arena_get jumps to *no_memory, so that no caller has to look at the result; where that is
 * NULL it answers NULL and notes it. */
typedef struct arena {
    struct arena_block *blocks;
    char *at;
    size_t left;
    jmp_buf *no_memory;
    bool failed; /* something did not fit into memory */
} arena;

void *arena_get(arena *a, size_t size); /* zeroed, aligned for anything */
void *arena_bytes(arena *a, const void *from, size_t size);
/* A copy of `length` bytes with a 0 behind it. */
char *arena_copy(arena *a, const char *text, size_t length);
/* The first bytes of one text and all of another, with a 0 behind. */
char *arena_join(arena *a, const char *head, size_t head_length, const char *tail);
void arena_drop(arena *a);

#endif
