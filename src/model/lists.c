/* Lists of mappings, and tables from CSV files, into definitions. */
#include <stdio.h>
#include <string.h>

#include "csv_table.h"
#include "definition.h"

static void keep_count(const key_info *k, unsigned count, char *definition) {
    size_t wide = count;
    int narrow = (int)count;
    memcpy(definition + k->list.count_at, k->list.count_size == sizeof wide ? (void *)&wide : (void *)&narrow,
           k->list.count_size);
}

static void keep_pointer(const void *p, void *to) { memcpy(to, &p, sizeof p); }

static bool good_length(reader *r, const node *n, const key_info *k) {
    if (n->kind == NODE_LIST && n->count >= k->low && n->count <= k->high) return true;
    char number[24];
    (void)snprintf(number, sizeof number, "%u", n->count);
    error_on(r, n, "%s: expected a list of %g to %g %s, got %s", k->name, k->low, k->high, k->of,
             n->kind == NODE_LIST ? number : node_phrase(n));
    return false;
}

/* ---- a list of mappings ---- */
static bool read_item(reader *r, const node *n, const key_info *k, void *to) {
    return need_map(r, n, k->keys->name) && !read_keys(r, n, k->keys, NULL, to);
}

/* One array for each key: an item is read into a row of pointers, whose places then hold numbers. */
static void read_columns(reader *r, const node *n, const key_info *k, char *definition) {
    for (const key_info *c = k->keys->keys; c->name; c++) {
        double *column = arena_get(&r->memory, n->count * sizeof *column);
        keep_pointer(column, definition + k->offset + c->offset);
        for (unsigned i = 0; i < n->count; i++) {
            const node *at = n->items[i]->kind == NODE_MAP ? node_get(n->items[i], c->name) : NULL;
            if (at) (void)read_ranged(r, at, c->name, c->unit, c->low, c->high, c->open, &column[i]);
        }
    }
    for (unsigned i = 0; i < n->count; i++)
        if (need_map(r, n->items[i], k->keys->name) && !unknown_keys(r, n->items[i], k->keys))
            check_rules(r, n->items[i], k->keys);
}

void read_items(reader *r, const node *n, const key_info *k, void *definition) {
    if (!good_length(r, n, k)) return;
    keep_count(k, n->count, definition);
    char *items = (char *)definition + k->offset;
    if (k->list.layout == LIST_COLUMNS) {
        read_columns(r, n, k, definition);
        return;
    }
    if (k->list.layout == LIST_AWAY) {
        items = arena_get(&r->memory, n->count * k->list.item);
        keep_pointer(items, (char *)definition + k->offset);
    }
    for (unsigned i = 0; i < n->count; i++)
        if (!read_item(r, n->items[i], k, items + i * k->list.item)) return;
}

/* ---- a table from a file ---- */
/* The heading of a key is its name and a unit: angle_deg; *scale: the unit in SI. Without such a column: that in SI. */
static const char *heading_of(reader *r, const csv_table *t, const key_info *key, double *scale) {
    size_t length = strlen(key->name);
    *scale = 1;
    for (int i = 0; i < t->columns; i++) {
        const char *heading = t->headings[i].text;
        char one[64];
        abut_message why = {{0}};
        if (strncmp(heading, key->name, length) != 0 || heading[length] != '_') continue;
        (void)snprintf(one, sizeof one, "1 %.50s", heading + length + 1);
        if (units_read(&r->units, one, key->unit, false, scale, &why)) return heading;
    }
    return arena_join(&r->memory, key->name, length, arena_join(&r->memory, "_", 1, key->unit));
}

void read_items_file(reader *r, const node *n, const key_info *k, void *definition) {
    const char *name;
    if (!read_text(r, n, k->name, &name)) return;
    const csv_table *t = csv_table_read(r, n, reader_beside(r, n, name));
    if (!t) return;
    char *items = arena_get(&r->memory, ((size_t)t->rows + 1) * k->list.item);
    for (const key_info *c = k->keys->keys; c->name; c++) {
        double scale;
        const double *column = csv_table_column(r, t, n, k->name, heading_of(r, t, c, &scale));
        for (int i = 0; column && i < t->rows; i++) {
            double value = column[i] * scale;
            memcpy(items + (size_t)i * k->list.item + c->offset, &value, sizeof value);
        }
    }
    resolved_add(r, (resolved_value){.at = n, .table = k, .items = items, .length = (size_t)t->rows});
    keep_count(k, (unsigned)t->rows, definition);
    keep_pointer(items, (char *)definition + k->offset);
}
