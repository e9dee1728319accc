/* Copies of nodes. */
#include "edit.h"

#include <string.h>

node *node_copy(reader *r, const node *n, unsigned extra) {
    node *c = arena_get(&r->memory, sizeof *c);
    size_t each = n->kind == NODE_MAP ? sizeof *n->pairs : sizeof(void *), room = (size_t)n->count + extra;
    *c = *n;
    if (n->kind == NODE_SCALAR) return c;
    c->items = arena_get(&r->memory, room * each);
    if (n->count) memcpy(c->items, n->items, n->count * each);
    return c;
}

static void add_child(node *n, const node *child) {
    unsigned long long weight = (unsigned long long)n->weight + child->weight;
    n->weight = weight > NODES_MAX + 1U ? NODES_MAX + 1U : (unsigned)weight;
    if (child->height >= n->height) n->height = (unsigned char)(child->height < 254 ? child->height + 1 : 255);
}

void node_weigh(node *n) {
    n->weight = 1;
    n->height = 0;
    for (unsigned i = 0; i < n->count; i++) {
        if (n->kind == NODE_LIST) add_child(n, n->items[i]);
        if (n->kind != NODE_MAP) continue;
        add_child(n, n->pairs[i].key);
        add_child(n, n->pairs[i].value);
    }
}

node *node_scalar(reader *r, place at, const char *text) {
    node *n = arena_get(&r->memory, sizeof *n);
    *n = (node){.kind = NODE_SCALAR, .at = at, .weight = 1, .quoted = true, .text = text};
    return n;
}
