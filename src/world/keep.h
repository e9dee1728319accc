/* Copies of what the user gave, kept as long as the world. */
#ifndef ABUT_WORLD_KEEP_H
#define ABUT_WORLD_KEEP_H

#include "abut/abut.h"
#include "base/arena.h"

typedef struct keep {
    arena memory;
    const abut_registry *registry; /* of the choices */
} keep;

void *keep_bytes(keep *k, const void *from, size_t size); /* NULL: out of memory, or nothing to copy */
char *keep_text(keep *k, const char *text);
/* A choice of this kind with all that it points to. */
abut_choice keep_choice(keep *k, const char *kind, const abut_choice *choice);
abut_law_def keep_law(keep *k, const abut_law_def *law); /* the same */

#endif
