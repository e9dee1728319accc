/* Memory that is given back all at once: everything a model file becomes lives in one arena. */
#ifndef ABUT_MODEL_ARENA_H
#define ABUT_MODEL_ARENA_H

#include <setjmp.h>
#include <stddef.h>

/* Start with {0}. When memory ends, arena_get jumps to *no_memory, which must be set while anything is asked for: so
 * no caller has to look at the result. */
typedef struct arena {
    struct arena_block *blocks;
    char *at;
    size_t left;
    jmp_buf *no_memory;
} arena;

void *arena_get(arena *a, size_t size); /* zeroed, aligned for anything */
/* A copy of `length` bytes with a 0 behind it. */
char *arena_copy(arena *a, const char *text, size_t length);
/* The first bytes of one text and all of another, with a 0 behind. */
char *arena_join(arena *a, const char *head, size_t head_length, const char *tail);
void arena_drop(arena *a);

#endif
