/* The tree a YAML text becomes. Every node knows its place. Nodes are shared by aliases and `use`: nothing changes one
 * once it is made; --set makes new ones along its path. */
#ifndef ABUT_MODEL_NODE_H
#define ABUT_MODEL_NODE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP } node_kind;

typedef struct place {
    int file;         /* index into the list of files */
    int line, column; /* counted from 1 */
} place;

struct node_pair;
typedef struct node {
    unsigned char kind;
    bool quoted;          /* a scalar in quotes or a block scalar: "" is a text, and nothing is nothing */
    unsigned char height; /* levels below: 0 for a scalar */
    place at;
    unsigned count;  /* items of a list, pairs of a mapping */
    unsigned weight; /* nodes below and this one, each alias counted in full */
    union {
        const char *text;
        const struct node **items;
        struct node_pair *pairs;
    };
} node;

typedef struct node_pair {
    const node *key; /* a scalar */
    const node *value;
} node_pair;

const node *node_get(const node *map, const char *key); /* the value; NULL: not there, or not a mapping */
/* Where a path of keys leads ("balls.count", items of lists counted from 0), as far as it exists. */
const node *node_at(const node *n, const char *path);
bool node_has(const node *n, const char *path); /* does it exist to its end? */
bool node_is_nothing(const node *n);            /* an empty value, ~ or null */
const char *node_phrase(const node *n);         /* "a list", "a mapping", "nothing", "a text" */

#endif
