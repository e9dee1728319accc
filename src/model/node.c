/* Looking into nodes. */
#include "node.h"

#include <string.h>

const node *node_get(const node *map, const char *key) {
    if (!map || map->kind != NODE_MAP) return NULL;
    for (unsigned i = 0; i < map->count; i++)
        if (!strcmp(map->pairs[i].key->text, key)) return map->pairs[i].value;
    return NULL;
}

bool node_is_nothing(const node *n) {
    if (n->kind != NODE_SCALAR || n->quoted) return false;
    return !n->text[0] || !strcmp(n->text, "~") || !strcmp(n->text, "null");
}

const char *node_phrase(const node *n) {
    if (n->kind == NODE_LIST) return "a list";
    if (n->kind == NODE_MAP) return "a mapping";
    return node_is_nothing(n) ? "nothing" : "a text";
}
