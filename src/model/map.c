/* A mapping read by its table of keys. */
#include <string.h>

#include "definition.h"
#include "registry/registry.h"

/* ---- types by name ---- */
/* Types that are there if somebody allows them; what they need. */
static const char *withheld(const char *kind, const char *name) {
    static const char *const types[][3] = {{"force", "fmu", "runs foreign code: --allow-fmu lets it"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(types[i][0], kind) && !strcmp(types[i][1], name)) return types[i][2];
    return NULL;
}

void unknown_type(reader *r, const node *at, const char *kind, const char *name, const char *extra) {
    nearest_word best = {0};
    char hint[80];
    size_t i = 0;
    for (const abut_type *t; (t = registry_next(r->registry, kind, &i));) nearest_offer(&best, name, t->name);
    if (extra) nearest_offer(&best, name, extra);
    const char *leave = withheld(kind, name);
    error_on(r, at, leave ? "the %s '%.60s' %s" : "there is no %s '%.60s'%s", abut_kind_phrase(kind), name,
             leave ? leave : nearest_hint(&best, hint, sizeof hint));
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
    r->parts += k->total ? *out : 0;
    if (value != *out)
        error_on(r, n, "%s: must be a whole number, got %g", k->name, value);
    else if (k->total && r->parts > k->total)
        error_on(r, n, "%s: the model has more than %ld %s", k->name, k->total, k->of);
    return value == *out;
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

static bool read_value(reader *r, const node_pair *p, const key_table *table, const key_info *k, void *to) {
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
        return table->definition ? read_enum(r, n, k, to) : read_word(r, n, k->name, k->of, to);
    case KEY_LATER:
        return refuse_later(r, p->key, k);
    default:
        return keep_node(n, to);
    }
}

/* ---- the mapping ---- */
static bool is_param(const key_table *table, const abut_type *type, const char *name) {
    for (const abut_param_info *p = type ? type->params : NULL; p && p->name; p++)
        if (!strcmp(p->name, name)) return true;
    return table->kind && !strcmp(name, "type");
}

static void unknown_key(reader *r, const node *key, const key_table *table, const abut_type *also) {
    nearest_word best = {0};
    char hint[80];
    for (const key_info *k = table->keys; k->name; k++) nearest_offer(&best, key->text, k->name);
    for (const abut_param_info *p = also ? also->params : NULL; p && p->name; p++)
        nearest_offer(&best, key->text, p->name);
    if (table->kind) nearest_offer(&best, key->text, "type");
    const char *article = strchr("aeio", table->name[0]) ? "an" : "a";
    error_on(r, key, "there is no key '%.60s' in %s %s%s%s%s", key->text, article, table->name, also ? " of type " : "",
             also ? also->name : "", nearest_hint(&best, hint, sizeof hint));
}

int unknown_keys(reader *r, const node *map, const key_table *table) {
    int before = r->errors;
    for (unsigned i = 0; i < map->count; i++)
        if (!find_key(table, map->pairs[i].key->text)) unknown_key(r, map->pairs[i].key, table, NULL);
    return r->errors - before;
}

int read_keys(reader *r, const node *map, const key_table *table, const abut_type *also, void *to) {
    int before = r->errors + r->lost;
    for (unsigned i = 0; i < map->count; i++) {
        const node *key = map->pairs[i].key;
        const key_info *k = find_key(table, key->text);
        double unkept[8];
        if (!k && !is_param(table, also, key->text))
            unknown_key(r, key, table, also);
        else if (k && table->definition && kept_in_parts(k))
            read_part(r, map->pairs[i].value, k, to);
        else if (k)
            (void)read_value(r, &map->pairs[i], table, k, k->size ? (char *)to + k->offset : (char *)unkept);
    }
    check_rules(r, map, table);
    if (table->definition) finish_definition(r, map, table, to);
    return r->errors + r->lost - before;
}
