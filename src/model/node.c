/* Looking into nodes. */
#include "node.h"

#include <stdlib.h>
#include <string.h>

const node *node_get(const node *map, const char *key) {
    if (!map || map->kind != NODE_MAP) return NULL;
    for (unsigned i = 0; i < map->count; i++)
        if (!strcmp(map->pairs[i].key->text, key)) return map->pairs[i].value;
    return NULL;
}

static const node *item_at(const node *list, const char *index) {
    char *end;
    unsigned long i = strtoul(index, &end, 10);
    return end != index && !*end && i < list->count ? list->items[i] : NULL;
}

/* As far as the path exists; *rest is what is left of it. */
static const node *walk(const node *n, const char *path, const char **rest) {
    char part[64];
    for (*rest = path; **rest;) {
        size_t length = strcspn(*rest, ".");
        if (length >= sizeof part) return n;
        memcpy(part, *rest, length);
        part[length] = '\0';
        const node *next = n->kind == NODE_LIST ? item_at(n, part) : node_get(n, part);
        if (!next) return n;
        n = next;
        *rest += length + ((*rest)[length] == '.');
    }
    return n;
}

const node *node_at(const node *n, const char *path) {
    const char *rest;
    return walk(n, path, &rest);
}

bool node_has(const node *n, const char *path) {
    const char *rest;
    (void)walk(n, path, &rest);
    return !*rest;
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
