/* What values of a model mean beyond their text: numbers with a unit in SI, files by what is in them. With it a model can be written
 * so that it is understood without a database of units, and without its files. */
#ifndef ABUT_MODEL_RESOLVED_H
#define ABUT_MODEL_RESOLVED_H

#include "keys/keys.h"
#include "node.h"

typedef struct resolved_value {
    const node *at;
    const char *unit; /* of a number with a unit: that in SI; NULL: it is a file */
    double number;
    const char *bytes;     /* of a file, `length` of them; or */
    const key_info *table; /* what a CSV file was read by, into `length` items */
    const void *items;
    size_t length;
} resolved_value;

typedef struct resolved_list {
    resolved_value *value;
    size_t count, room;
    bool sorted;
} resolved_list;

struct reader;
void resolved_add(struct reader *r, resolved_value value);
/* NULL: the text says it all. */
const resolved_value *resolved_find(struct reader *r, const node *n);

#endif
