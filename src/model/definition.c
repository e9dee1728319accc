/* A definition of the public interface from a mapping: what is more than a number or a word. Its table of keys says where each
 * value goes. */
#include "definition.h"

#include <string.h>

#include "abut/lubrication.h"
#include "machines.h"

/* ---- words ---- */
static void keep_int(const key_info *k, int value, void *to) {
    bool flag = value != 0;
    memcpy(to, k->size == sizeof flag ? (const void *)&flag : (const void *)&value, k->size);
}

static int value_of(const key_info *k, int index) { return k->values ? k->values[index] : index; }

bool read_enum(reader *r, const node *n, const key_info *k, void *to) {
    const char *word;
    if (!read_word(r, n, k->name, k->of, &word)) return false;
    keep_int(k, value_of(k, word_index(k->of, word, strlen(word))), to);
    return true;
}

/* ---- references ---- */
/* What refers to an object that was refused is not made, without a further word. */
static void lose(reader *r, int errors_before) { r->lost += r->errors == errors_before; }

static void read_body_name(reader *r, const node *n, const key_info *k, abut_body *to) {
    int before = r->errors, id = refer_body(r, n, k->name);
    if (id < 0) lose(r, before);
    to->id = id < 0 ? 0 : id;
}

static void read_two_bodies(reader *r, const node *n, const key_info *k, abut_body to[2]) {
    if (n->kind != NODE_LIST || n->count != 2) {
        error_on(r, n, "%s: expected a list of two bodies, got %s", k->name, node_phrase(n));
        return;
    }
    for (int i = 0; i < 2; i++) read_body_name(r, n->items[i], k, &to[i]);
}

static bool is_lubricant(const key_info *k) { return k->kind == KEY_MATERIAL && !strcmp(k->of, "lubricant"); }

static void read_material_or_oil(reader *r, const node *n, const key_info *k, void *to) {
    int before = r->errors;
    if (!is_lubricant(k)) {
        if (!refer_material(r, n, k->name, to)) lose(r, before);
        return;
    }
    const abut_lubricant *oil = refer_lubricant(r, n, k->name);
    if (!oil) lose(r, before);
    memcpy(to, &oil, sizeof oil);
}

/* ---- laws ---- */
static void read_law_nodes(reader *r, const node *n, const key_info *k, abut_law_def *law) {
    if (!need_map(r, n, k->name) || unknown_keys(r, n, k->keys)) return;
    const laws_keys nodes = {node_get(n, "normal"), node_get(n, "friction"),  node_get(n, "track"),
                             node_get(n, "film"),   node_get(n, "lubricant"), node_get(n, "roughness")};
    const node *own = nodes.lubricant ? nodes.lubricant : nodes.film ? node_get(nodes.film, "lubricant") : NULL;
    if (own && law->lubricant) {
        error_on(r, own, "lubricant: the machine has one already: give one of them");
        return;
    }
    int before = r->errors;
    abut_law_def base = k->laws(&r->memory, r->registry, own || law->lubricant);
    base.lubricant = law->lubricant;
    if (!read_laws(r, &nodes, &base, law)) lose(r, before);
}

/* A lubricant was given and not understood: nothing can be said about the laws. */
static bool oil_is_lost(const node *map, const key_table *table, const void *definition) {
    for (const key_info *k = table->keys; k->name; k++) {
        const void *oil = NULL;
        if (!is_lubricant(k) || !node_get(map, k->name)) continue;
        memcpy(&oil, (const char *)definition + k->offset, sizeof oil);
        if (!oil) return true;
    }
    return false;
}

/* ---- all of it ---- */
bool kept_in_parts(const key_info *k) { return k->size && k->kind >= KEY_REFERENCE && k->kind <= KEY_LAWS; }

void read_part(reader *r, const node *n, const key_info *k, void *definition) {
    void *to = (char *)definition + k->offset;
    switch (k->kind) {
    case KEY_REFERENCE:
        read_body_name(r, n, k, to);
        break;
    case KEY_PAIR:
        read_two_bodies(r, n, k, to);
        break;
    case KEY_MATERIAL:
        read_material_or_oil(r, n, k, to);
        break;
    case KEY_CHOICE:
        (void)read_choice(r, n, k->name, k->of, k->unit, to);
        break;
    case KEY_MAP:
        if (k->keys->brief && n->kind == NODE_SCALAR)
            (void)read_text(r, n, k->name, (const char **)((char *)to + find_key(k->keys, k->keys->brief)->offset));
        else if (need_map(r, n, k->name))
            (void)read_keys(r, n, k->keys, NULL, to);
        break;
    case KEY_LIST:
        read_items(r, n, k, definition);
        break;
    case KEY_FILE:
        read_items_file(r, n, k, definition);
        break;
    default: /* KEY_LAWS: see finish_definition */
        break;
    }
}

void finish_definition(reader *r, const node *map, const key_table *table, void *definition) {
    for (const key_info *k = table->keys; k->name; k++) {
        const node *given = node_get(map, k->name);
        void *to = (char *)definition + k->offset;
        if (k->kind == KEY_LAWS && given && !oil_is_lost(map, table, definition)) read_law_nodes(r, given, k, to);
        if (k->kind != KEY_WORD || given || !k->size) continue;
        const char *word = word_of(map, table, k);
        int index = word_index(k->of, word, strcspn(word, "|"));
        if (index >= 0) keep_int(k, value_of(k, index), to);
    }
}
