/* New mappings and lists from old ones: nodes themselves never change. */
#ifndef ABUT_MODEL_EDIT_H
#define ABUT_MODEL_EDIT_H

#include "reader.h"

/* A copy with room for `extra` more children. */
node *node_copy(reader *r, const node *n, unsigned extra);
/* Weight and height from the children, to be called when they are in place. */
void node_weigh(node *n);
node *node_scalar(reader *r, place at, const char *text);

#endif
