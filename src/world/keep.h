/* Copies of what the user gave, kept as long as the world. */
#ifndef ABUT_WORLD_KEEP_H
#define ABUT_WORLD_KEEP_H

#include "abut/abut.h"
#include "base/arena.h"

void *keep_bytes(arena *k, const void *from, size_t size); /* NULL: out of memory, or nothing to copy */
char *keep_text(arena *k, const char *text);
abut_choice keep_choice(arena *k, const abut_choice *choice); /* with all that it points to */
abut_law_def keep_law(arena *k, const abut_law_def *law);     /* the same */

#endif
