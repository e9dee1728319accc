/* Finished nodes wait on a stack until the collection that holds them is closed: what parsers share. */
#include "gather.h"

#include <string.h>

void gather_push(reader *r, const node *n) {
    if (r->stack_count == r->stack_room) {
        size_t room = r->stack_room ? 2 * r->stack_room : 1024;
        const node **stack = arena_get(&r->memory, room * sizeof(void *));
        if (r->stack_count) memcpy(stack, r->stack, r->stack_count * sizeof(void *));
        r->stack = stack;
        r->stack_room = room;
    }
    r->stack[r->stack_count++] = n;
}

void gather_close(reader *r, node *n, size_t base) {
    size_t children = r->stack_count - base;
    const node **from = children ? r->stack + base : NULL;
    n->count = (unsigned)(n->kind == NODE_MAP ? children / 2 : children);
    n->items = children ? arena_get(&r->memory, children * sizeof(void *)) : NULL;
    for (size_t i = 0; i < children; i++) {
        n->weight += from[i]->weight;
        if (from[i]->height + 1 > n->height) n->height = (unsigned char)(from[i]->height + 1);
    }
    if (n->kind == NODE_MAP)
        for (size_t i = 0; i < n->count; i++) n->pairs[i] = (node_pair){from[2 * i], from[2 * i + 1]};
    else if (children)
        memcpy(n->items, from, children * sizeof(void *));
    r->stack_count = base;
}

node *gather_node(reader *r, node_kind kind, place at) {
    node *n = arena_get(&r->memory, sizeof *n);
    *n = (node){.kind = (unsigned char)kind, .at = at, .weight = 1};
    r->nodes++;
    return n;
}

void gather_repeats(reader *r, const node *map, gather_repeated *found, void *user) {
    if (map->count <= 16) {
        for (unsigned i = 1; i < map->count; i++)
            for (unsigned k = 0; k < i; k++) {
                if (strcmp(map->pairs[i].key->text, map->pairs[k].key->text) != 0) continue;
                found(user, map->pairs[k].key, map->pairs[i].key);
                break;
            }
        return;
    }
    name_table seen = {.memory = &r->memory};
    for (unsigned i = 0; i < map->count; i++) {
        const node *key = map->pairs[i].key, *first = names_add(&seen, key->text, (void *)key);
        if (first) found(user, first, key);
    }
}
