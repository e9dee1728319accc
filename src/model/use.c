/* `use: FILE` in any mapping: keys that the mapping does not have come from a file beside the one it stands in, or, if the
 * name has neither dot nor slash, from the catalogue. A file is read once, however often it is used. */
#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "designation.h"
#include "edit.h"

typedef struct used_file {
    const node *root; /* NULL: being read, or unreadable */
    bool open;        /* being read */
} used_file;

static const node *expand(reader *r, const node *n, const char *path, int depth, int files);

/* The file name as seen from the file `path`. */
static const char *beside(reader *r, const char *path, const char *name) {
    const char *slash = strrchr(path, '/');
    if (name[0] == '/' || !slash) return name;
    return arena_join(&r->memory, path, (size_t)(slash + 1 - path), name);
}

static const node *parse_file(reader *r, const node *at, const char *path) {
    abut_message why = {0};
    size_t length = 0;
    char *text = reader_text(r, path, &length, &why);
    if (!text) {
        error_on(r, at, "use: '%.200s' %s", path, why.text);
        return NULL;
    }
    int before = r->errors;
    r->pending = text; /* freed with the reader if memory ends meanwhile */
    const node *root = parse_text(r, reader_file(r, path), text, length, 0);
    r->pending = NULL;
    free(text);
    if (!root && r->errors == before) error_on(r, at, "use: '%.200s' is empty", path);
    return root;
}

/* A file, or the entry of the catalogue if that is given; its own files lie beside `path`. */
static const node *load(reader *r, const node *at, const char *path, const catalogue_entry *entry, int files) {
    const node *root =
        entry ? parse_text(r, reader_file(r, path), entry->text, entry->length, 0) : parse_file(r, at, path);
    if (!root || root->kind == NODE_MAP) return root ? expand(r, root, path, 0, files + 1) : NULL;
    error_on(r, root, "use: expected a mapping, got %s", node_phrase(root));
    return NULL;
}

/* Made by rule; NULL: it is no designation, or (with an error) a bearing of a sort that is not registered. */
static const catalogue_entry *make_entry(reader *r, const node *value) {
    designation d;
    char text[DESIGNATION_TEXT];
    if (!designation_read(value->text, &d)) return NULL;
    const char *machine = designation_machine(&d, r->registry);
    if (!abut_registry_find(r->registry, "machine", machine)) {
        error_on(r, value, "use: %s is a bearing of the sort '%s', which this program does not have", d.name, machine);
        return NULL;
    }
    catalogue_entry *made = arena_get(&r->memory, sizeof *made);
    size_t length = (size_t)designation_text(&d, r->registry, text);
    *made = (catalogue_entry){value->text, arena_bytes(&r->memory, text, length + 1), length};
    return made;
}

static const catalogue_entry *find_entry(reader *r, const node *value) {
    const catalogue_entry *entry = catalogue_find(value->text);
    nearest_word best = {0};
    char hint[80];
    int before = r->errors;
    if (!entry) entry = make_entry(r, value);
    if (entry || r->errors > before) return entry;
    char name[DESIGNATION_NAME];
    for (size_t i = 0; i < catalogue_count(); i++) nearest_offer(&best, value->text, catalogue_at(i)->name);
    for (size_t i = 0; designation_name(i, name); i++) {
        const char *last = best.word;
        nearest_offer(&best, value->text, name);
        if (best.word != last) best.word = arena_bytes(&r->memory, name, sizeof name);
    }
    error_on(r, value, "use: there is no '%.60s' in the catalogue%s (a file needs its ending)", value->text,
             nearest_hint(&best, hint, sizeof hint));
    return NULL;
}

/* Reads it unless that was done before. */
static const node *used_once(reader *r, const node *value, const char *path, const catalogue_entry *entry, int files) {
    used_file *f = names_find(&r->files, path);
    if (f && f->open) error_on(r, value, "use: '%.200s' uses itself", path);
    if (f) return f->root;
    if (files >= USE_DEPTH_MAX) {
        error_on(r, value, "use: files use each other more than %d deep", USE_DEPTH_MAX);
        return NULL;
    }
    f = arena_get(&r->memory, sizeof *f);
    (void)names_add(&r->files, path, f);
    f->open = true;
    f->root = load(r, value, path, entry, files);
    f->open = false;
    return f->root;
}

static const node *used_root(reader *r, const node *value, const char *from, int files) {
    if (value->kind != NODE_SCALAR || node_is_nothing(value)) {
        error_on(r, value, "use: expected the name of a file, got %s", node_phrase(value));
        return NULL;
    }
    if (strpbrk(value->text, "./")) return used_once(r, value, beside(r, from, value->text), NULL, files);
    const catalogue_entry *entry = find_entry(r, value);
    return entry ? used_once(r, value, arena_join(&r->memory, "catalogue ", 10, entry->name), entry, files) : NULL;
}

/* The keys of `base` that `map` has not; `use` itself goes. */
static const node *merge(reader *r, const node *map, const node *base) {
    name_table own = {.memory = &r->memory};
    node *m = node_copy(r, map, base ? base->count : 0);
    m->count = 0;
    for (unsigned i = 0; i < map->count; i++) {
        if (!strcmp(map->pairs[i].key->text, "use")) continue;
        m->pairs[m->count++] = map->pairs[i];
        (void)names_add(&own, map->pairs[i].key->text, m);
    }
    for (unsigned i = 0; base && i < base->count; i++)
        if (!names_find(&own, base->pairs[i].key->text)) m->pairs[m->count++] = base->pairs[i];
    node_weigh(m);
    return m;
}

static bool fits(reader *r, const node *use, const node *base, int depth) {
    if (!base) return true;
    if (depth + base->height > DEPTH_MAX) {
        error_on(r, use, "use: the nesting is too deep");
        return false;
    }
    r->used += base->weight; /* both stay below NODES_MAX */
    if (r->used <= NODES_MAX) return true;
    r->used = NODES_MAX;
    error_on(r, use, "use: there are too many values in all");
    return false;
}

static const node *expand_map(reader *r, const node *map, const char *path, int depth, int files) {
    node *copy = NULL;
    const node *use = NULL;
    for (unsigned i = 0; i < map->count; i++) {
        const node *old = map->pairs[i].value, *value = expand(r, old, path, depth + 1, files);
        if (!strcmp(map->pairs[i].key->text, "use")) use = old;
        if (value == old) continue;
        if (!copy) copy = node_copy(r, map, 0);
        copy->pairs[i].value = value;
    }
    if (copy) node_weigh(copy);
    const node *done = copy ? copy : map;
    if (!use) return done;
    const node *base = used_root(r, use, path, files);
    return merge(r, done, fits(r, use, base, depth) ? base : NULL);
}

static const node *expand_list(reader *r, const node *list, const char *path, int depth, int files) {
    node *copy = NULL;
    for (unsigned i = 0; i < list->count; i++) {
        const node *item = expand(r, list->items[i], path, depth + 1, files);
        if (item == list->items[i]) continue;
        if (!copy) copy = node_copy(r, list, 0);
        copy->items[i] = item;
    }
    if (copy) node_weigh(copy);
    return copy ? copy : list;
}

static const node *expand(reader *r, const node *n, const char *path, int depth, int files) {
    if (n->kind == NODE_MAP) return expand_map(r, n, path, depth, files);
    return n->kind == NODE_LIST ? expand_list(r, n, path, depth, files) : n;
}

const node *expand_use(reader *r, const node *n, const char *path) {
    if (!names_find(&r->files, path)) {
        used_file *own = arena_get(&r->memory, sizeof *own);
        own->open = true; /* the model itself cannot be used */
        (void)names_add(&r->files, path, own);
    }
    return expand(r, n, path, 0, 0);
}
