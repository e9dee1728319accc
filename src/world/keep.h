/* Copies of what the user gave, kept as long as the world. */
#ifndef ABUT_WORLD_KEEP_H
#define ABUT_WORLD_KEEP_H

#include "abut/abut.h"

typedef struct keep {
    struct keep_block *first;
    bool failed; /* some copy did not fit into memory */
} keep;

void *keep_bytes(keep *k, const void *from, size_t size); /* NULL: out of memory, or nothing to copy */
char *keep_text(keep *k, const char *text);
abut_choice keep_choice(keep *k, const abut_choice *choice); /* with all that it points to */
abut_law_def keep_law(keep *k, const abut_law_def *law);     /* the same */
void keep_free(keep *k);

#endif
