/* How parsers make nodes: finished ones wait on the stack of the reader until the collection that holds them is closed. */
#ifndef ABUT_MODEL_GATHER_H
#define ABUT_MODEL_GATHER_H

#include "reader.h"

node *gather_node(reader *r, node_kind kind, place at); /* counted in r->nodes */
void gather_push(reader *r, const node *n);
/* What lies on the stack from `base` on becomes the children of n, and its weight and height theirs. */
void gather_close(reader *r, node *n, size_t base);
/* Each key of a mapping that was there before. */
typedef void gather_repeated(void *user, const node *first, const node *again);
void gather_repeats(reader *r, const node *map, gather_repeated *found, void *user);

#endif
