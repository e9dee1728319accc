/* A mapping read by its table of keys. */
#include <string.h>

#include "registry/registry.h"
#include "value.h"

/* ---- types by name ---- */
void unknown_type(reader *r, const node *at, const char *kind, const char *name, const char *extra) {
    nearest_word best = {0};
    char hint[80];
    size_t i = 0;
    for (const abut_type *t; (t = registry_next(r->registry, kind, &i));) nearest_offer(&best, name, t->name);
    if (extra) nearest_offer(&best, name, extra);
    error_on(r, at, "there is no %s '%.60s'%s", abut_kind_phrase(kind), name, nearest_hint(&best, hint, sizeof hint));
}

/* ---- one value ---- */
static bool good_name(const char *name) {
    size_t length = strlen(name);
    for (const char *c = name; *c; c++)
        if (*c == '/' || (unsigned char)*c < ' ' || *c == 127) return false;
    return length > 0 && length <= NAME_BYTES_MAX;
}

static bool read_name(reader *r, const node *n, const char *what, const char **out) {
    const char *name;
    if (!read_text(r, n, what, &name)) return false;
    if (good_name(name)) {
        *out = name;
        return true;
    }
    error_on(r, n, "%s: '%.60s' is no name: 1 to %d bytes, no '/' and no control characters", what, name,
             NAME_BYTES_MAX);
    return false;
}

static bool read_count(reader *r, const node *n, const key_info *k, int *out) {
    double value;
    if (!read_ranged(r, n, k->name, "1", k->low, k->high, false, &value)) return false;
    *out = (int)value;
    if (value == *out) return true;
    error_on(r, n, "%s: must be a whole number, got %g", k->name, value);
    return false;
}

static bool read_type_name(reader *r, const node *n, const key_info *k, const char **out) {
    if (!read_text(r, n, k->name, out)) return false;
    if (abut_registry_find(r->registry, k->of, *out) || (k->preset && !strcmp(k->preset, *out))) return true;
    unknown_type(r, n, k->of, *out, k->preset);
    return false;
}

static bool read_vector(reader *r, const node *n, const key_info *k, abut_vec3 *out) {
    double v[3];
    if (!read_numbers(r, n, k->name, k->unit, 3, v)) return false;
    *out = (abut_vec3){v[0], v[1], v[2]};
    return true;
}

static bool read_quaternion(reader *r, const node *n, const key_info *k, abut_quat *out) {
    double q[4];
    if (!read_numbers(r, n, k->name, "1", 4, q)) return false;
    *out = (abut_quat){q[0], q[1], q[2], q[3]};
    return true;
}

static bool keep_node(const node *n, const node **out) {
    *out = n;
    return true;
}

static bool refuse_later(reader *r, const node *key, const key_info *k) {
    error_on(r, key, "%s: not part of this version (%s)", k->name, abut_version());
    return false;
}

static bool read_value(reader *r, const node_pair *p, const key_info *k, void *to) {
    const node *n = p->value;
    switch (k->kind) {
    case KEY_NUMBER:
        return read_ranged(r, n, k->name, k->unit, k->low, k->high, k->open, to);
    case KEY_COUNT:
        return read_count(r, n, k, to);
    case KEY_FLAG:
        return read_flag(r, n, k->name, to);
    case KEY_TEXT:
        return read_text(r, n, k->name, to);
    case KEY_NAME:
        return read_name(r, n, k->name, to);
    case KEY_VECTOR:
        return read_vector(r, n, k, to);
    case KEY_INERTIA:
        return read_inertia(r, n, k->name, to);
    case KEY_ORIENTATION:
        return read_orientation(r, n, k->name, to);
    case KEY_QUATERNION:
        return read_quaternion(r, n, k, to);
    case KEY_TYPE_NAME:
        return read_type_name(r, n, k, to);
    case KEY_WORD:
        return read_word(r, n, k->name, k->of, to);
    case KEY_LATER:
        return refuse_later(r, p->key, k);
    default:
        return keep_node(n, to);
    }
}

/* ---- the mapping ---- */
static const key_info *find_key(const key_table *table, const char *name) {
    for (const key_info *k = table->keys; k->name; k++)
        if (!strcmp(k->name, name)) return k;
    return NULL;
}

static bool is_param(const abut_type *type, const char *name) {
    for (const abut_param_info *p = type ? type->params : NULL; p && p->name; p++)
        if (!strcmp(p->name, name)) return true;
    return type && !strcmp(name, "type");
}

static void unknown_key(reader *r, const node *key, const key_table *table, const abut_type *also) {
    nearest_word best = {0};
    char hint[80];
    for (const key_info *k = table->keys; k->name; k++) nearest_offer(&best, key->text, k->name);
    for (const abut_param_info *p = also ? also->params : NULL; p && p->name; p++)
        nearest_offer(&best, key->text, p->name);
    if (also) nearest_offer(&best, key->text, "type");
    const char *article = strchr("aeio", table->name[0]) ? "an" : "a";
    error_on(r, key, "there is no key '%.60s' in %s %s%s%s%s", key->text, article, table->name, also ? " of type " : "",
             also ? also->name : "", nearest_hint(&best, hint, sizeof hint));
}

int read_keys(reader *r, const node *map, const key_table *table, const abut_type *also, void *to) {
    int before = r->errors;
    for (unsigned i = 0; i < map->count; i++) {
        const node *key = map->pairs[i].key;
        const key_info *k = find_key(table, key->text);
        if (k)
            (void)read_value(r, &map->pairs[i], k, (char *)to + k->offset);
        else if (!is_param(also, key->text))
            unknown_key(r, key, table, also);
    }
    for (const key_info *k = table->keys; k->name; k++)
        if (k->required && !node_get(map, k->name))
            error_on(r, map, "'%s' is missing in this %s (%s)", k->name, table->name, k->meaning);
    return r->errors - before;
}
