/* Settings: `path=value`, such as bodies.egg.mass=3, gravity.2=-1.62, contacts."a.b".friction.mu=0.1.
 *
 * The parts of a path are separated by dots; a part with dots is quoted. A part names a key of a mapping, or an item of a
 * list by its name or by its index from 0. Keys that are missing are made, items are not, except those of `contacts` that have
 * the name of a machine's contact. A bare word (friction: coulomb) that the path goes into becomes a mapping with this type.
 * Places in messages count within the setting. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edit.h"

enum { PARTS_MAX = 32 };

typedef struct setting {
    reader *r;
    int file;
    const char *part[PARTS_MAX];
    int column[PARTS_MAX];
    int count;
    const node *value;
} setting;

static place at_part(const setting *s, int i) { return (place){s->file, 1, s->column[i]}; }

/* ---- the path ---- */
/* One part; returns what follows it, NULL after an error. */
static const char *read_part(setting *s, const char *text, const char *from) {
    bool quoted = *from == '"';
    const char *start = from + quoted, *end = quoted ? strchr(start, '"') : start + strcspn(start, ".=");
    place at = {s->file, 1, (int)(from - text) + 1};
    const char *next = end ? end + quoted : NULL;
    if (!end)
        error_at(s->r, at, "the quote is not closed");
    else if (end == start)
        error_at(s->r, at, "a part of the path is empty; write path=value");
    else if (*next != '.' && *next != '=')
        error_at(s->r, at, "'=' is missing; write path=value");
    else if (s->count == PARTS_MAX)
        error_at(s->r, at, "the path is too long");
    else {
        s->column[s->count] = at.column;
        s->part[s->count++] = arena_copy(&s->r->memory, start, (size_t)(end - start));
        return next;
    }
    return NULL;
}

static bool read_setting(setting *s, const char *text, const char *path) {
    const char *at = text;
    do {
        at = read_part(s, text, at + (at != text));
    } while (at && *at == '.');
    if (!at) return false;
    const char *value = at + 1;
    place place_of_value = {s->file, 1, (int)(value - text) + 1};
    int before = s->r->errors;
    s->value = parse_text(s->r, s->file, value, strlen(value), (int)(value - text));
    if (s->r->errors != before) return false;
    if (!s->value) {
        node *nothing = node_scalar(s->r, place_of_value, "");
        nothing->quoted = false;
        s->value = nothing;
    }
    s->value = expand_use(s->r, s->value, path);
    return true;
}

/* ---- the change: copies along the path ---- */
static const node *change(const setting *s, const node *n, int i);

static const node *change_map(const setting *s, const node *map, int i) {
    node *copy = node_copy(s->r, map, 1);
    unsigned k = 0;
    while (k < map->count && strcmp(map->pairs[k].key->text, s->part[i]) != 0) k++;
    const node *value = change(s, k < map->count ? map->pairs[k].value : NULL, i + 1);
    if (!value) return NULL;
    if (k == map->count) copy->pairs[copy->count++].key = node_scalar(s->r, at_part(s, i), s->part[i]);
    copy->pairs[k].value = value;
    node_weigh(copy);
    return copy;
}

static unsigned item_by_name(const node *list, const char *name) {
    for (unsigned k = 0; k < list->count; k++) {
        const node *of = node_get(list->items[k], "name");
        if (of && of->kind == NODE_SCALAR && !strcmp(of->text, name)) return k;
    }
    return list->count;
}

static unsigned item_by_index(const node *list, const char *part) {
    if (!part[0] || strlen(part) > 9 || strspn(part, "0123456789") != strlen(part)) return list->count;
    unsigned long k = strtoul(part, NULL, 10);
    return k < list->count ? (unsigned)k : list->count;
}

static void no_item(const setting *s, const node *list, int i) {
    nearest_word best = {0};
    char hint[80];
    for (unsigned k = 0; k < list->count && s->r->comparisons > 0; k++, s->r->comparisons--) {
        const node *of = node_get(list->items[k], "name");
        if (of && of->kind == NODE_SCALAR) nearest_offer(&best, s->part[i], of->text);
    }
    error_at(s->r, at_part(s, i), "there is no '%.60s' among these %u%s", s->part[i], list->count,
             nearest_hint(&best, hint, sizeof hint));
}

static const node *change_list(const setting *s, const node *list, int i) {
    unsigned k = item_by_name(list, s->part[i]);
    if (k == list->count) k = item_by_index(list, s->part[i]);
    if (k == list->count) {
        no_item(s, list, i);
        return NULL;
    }
    const node *item = change(s, list->items[k], i + 1);
    if (!item) return NULL;
    node *copy = node_copy(s->r, list, 0);
    copy->items[k] = item;
    node_weigh(copy);
    return copy;
}

static bool is_word(const node *n) {
    char first = n->kind == NODE_SCALAR ? n->text[0] : '\0';
    return (first >= 'a' && first <= 'z') && strcmp(n->text, "true") != 0 && strcmp(n->text, "false") != 0;
}

/* An empty mapping, or one with the type that a word stands for. */
static const node *fresh_map(const setting *s, const node *word, int i) {
    node *map = arena_get(&s->r->memory, sizeof *map);
    *map = (node){.kind = NODE_MAP, .at = word ? word->at : at_part(s, i)};
    if (word) {
        map->pairs = arena_get(&s->r->memory, sizeof *map->pairs);
        map->pairs[map->count++] = (node_pair){node_scalar(s->r, word->at, "type"), word};
    }
    node_weigh(map);
    return map;
}

static const node *change(const setting *s, const node *n, int i) {
    if (i == s->count) return s->value;
    if (n && n->kind == NODE_MAP) return change_map(s, n, i);
    if (n && n->kind == NODE_LIST) return change_list(s, n, i);
    if (!n || node_is_nothing(n) || is_word(n))
        return change_map(s, fresh_map(s, n && !node_is_nothing(n) ? n : NULL, i), i);
    error_at(s->r, at_part(s, i), "'%.60s' holds the value '%.60s' and nothing below it", s->part[i - 1], n->text);
    return NULL;
}

/* ---- contacts of machines ---- */
/* Begins the name with that of a machine and a dot? */
static bool of_machine(const node *root, const char *name) {
    const node *machines = node_get(root, "machines");
    for (unsigned i = 0; machines && machines->kind == NODE_LIST && i < machines->count; i++) {
        const node *of = node_get(machines->items[i], "name");
        size_t length = of && of->kind == NODE_SCALAR ? strlen(of->text) : 0;
        if (length && !strncmp(name, of->text, length) && name[length] == '.') return true;
    }
    return false;
}

/* The model with an entry {name: ...} in `contacts`, if the setting goes into the contact of a machine that has none. */
static const node *with_entry(const setting *s, const node *root) {
    const node *list = node_get(root, "contacts");
    if (s->count < 3 || strcmp(s->part[0], "contacts") != 0 || !of_machine(root, s->part[1])) return root;
    if (list && (list->kind != NODE_LIST || item_by_name(list, s->part[1]) < list->count)) return root;
    const node empty = {.kind = NODE_LIST, .at = at_part(s, 0)};
    node *entry = arena_get(&s->r->memory, sizeof *entry), *longer = node_copy(s->r, list ? list : &empty, 1);
    *entry = (node){.kind = NODE_MAP, .at = at_part(s, 1), .count = 1};
    entry->pairs = arena_get(&s->r->memory, sizeof *entry->pairs);
    entry->pairs[0] =
        (node_pair){node_scalar(s->r, at_part(s, 1), "name"), node_scalar(s->r, at_part(s, 1), s->part[1])};
    node_weigh(entry);
    longer->items[longer->count++] = entry;
    node_weigh(longer);
    setting put = {
        .r = s->r, .file = s->file, .part = {"contacts"}, .column = {s->column[0]}, .count = 1, .value = longer};
    return change(&put, root, 0);
}

const node *apply_setting(reader *r, const node *root, const char *text, const char *path) {
    setting s = {.r = r, .file = reader_file(r, arena_join(&r->memory, "--set ", 6, text))};
    r->file_setting[s.file] = r->settings++;
    if (!read_setting(&s, text, path)) return root;
    const node *changed = change(&s, with_entry(&s, root), 0);
    if (!changed) return root;
    if (changed->height <= DEPTH_MAX) return changed;
    error_at(r, at_part(&s, 0), "the nesting is too deep");
    return root;
}
