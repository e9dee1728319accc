/* A list by the addresses of nodes. */
#include "resolved.h"

#include <stdlib.h>
#include <string.h>

#include "reader.h"

void resolved_add(reader *r, resolved_value value) {
    resolved_list *l = &r->resolved;
    if (l->count == l->room) {
        size_t room = l->room ? 2 * l->room : 64;
        resolved_value *more = arena_get(&r->memory, room * sizeof *more);
        if (l->count) memcpy(more, l->value, l->count * sizeof *more);
        l->value = more;
        l->room = room;
    }
    l->value[l->count++] = value;
    l->sorted = false;
}

static int by_address(const void *a, const void *b) {
    const resolved_value *x = a, *y = b;
    return ((const char *)x->at > (const char *)y->at) - ((const char *)x->at < (const char *)y->at);
}

const resolved_value *resolved_find(reader *r, const node *n) {
    resolved_list *l = &r->resolved;
    if (!l->sorted && l->count) qsort(l->value, l->count, sizeof *l->value, by_address);
    l->sorted = true;
    const resolved_value wanted = {.at = n};
    return l->count ? bsearch(&wanted, l->value, l->count, sizeof *l->value, by_address) : NULL;
}
