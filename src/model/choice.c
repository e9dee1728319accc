/* Choices and their parameters, by the tables of the registry. */
#include "choice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PIECES_EACH = 64, PIECES_MAX = 100000 };

bool type_in_file(const abut_type *type) {
    for (const abut_param_info *p = type->params; p && p->name; p++)
        if (p->kind == ABUT_OBJECT && p->required) return false;
    return true;
}

/* The unit of a parameter with "x" replaced: "x" and "x/s" are those of functions. */
static const char *unit_of(const abut_param_info *info, const char *unit_x, char *buffer, size_t size) {
    const char *x = unit_x ? unit_x : "1", *unit = info->unit ? info->unit : "1";
    if (!strcmp(unit, "x")) return x;
    if (strcmp(unit, "x/s") != 0) return unit;
    (void)snprintf(buffer, size, "%s/s", x);
    return buffer;
}

/* ---- tables: a list of numbers, a list of rows of equal length, or one number ---- */
static size_t table_size(const node *n) {
    if (n->kind != NODE_LIST) return 1;
    size_t count = 0;
    for (unsigned i = 0; i < n->count; i++) count += n->items[i]->kind == NODE_LIST ? n->items[i]->count : 1;
    return count;
}

static bool read_row(reader *r, const node *row, const char *what, const char *unit, double **at) {
    if (row->kind != NODE_LIST) return read_number(r, row, what, unit, (*at)++);
    bool good = true;
    for (unsigned i = 0; i < row->count; i++) good = read_number(r, row->items[i], what, unit, (*at)++) && good;
    return good;
}

static bool read_table(reader *r, const node *n, const char *what, const char *unit, abut_param *p) {
    p->count = table_size(n);
    if (n->kind == NODE_MAP || node_is_nothing(n) || p->count == 0) {
        error_on(r, n, "%s: expected a list of numbers, got %s", what,
                 n->kind == NODE_LIST ? "no data" : node_phrase(n));
        return false;
    }
    double *values = arena_get(&r->memory, p->count * sizeof *values), *at = values;
    bool good = true;
    p->data = values;
    if (n->kind != NODE_LIST) return read_number(r, n, what, unit, values);
    for (unsigned i = 0; i < n->count; i++) {
        const node *row = n->items[i], *first = n->items[0];
        bool alike = row->kind == first->kind && (row->kind != NODE_LIST || row->count == first->count);
        if (!alike) error_on(r, row, "%s: the rows must be of the same length", what);
        good = read_row(r, row, what, unit, &at) && alike && good;
    }
    return good;
}

/* ---- the pieces of a piecewise surface ---- */
static bool read_piece(reader *r, const node *n, abut_piece *out) {
    piece_keys k = {0};
    if (!need_map(r, n, "piece") || read_keys(r, n, &keys_of_piece, NULL, &k)) return false;
    out->place = (abut_pose){k.position, k.orientation};
    out->where_normal = k.where_normal;
    out->where_offset = k.where_offset;
    return read_choice(r, k.shape, "shape", "surface", NULL, &out->shape);
}

static bool read_pieces(reader *r, const node *n, const char *what, abut_param *p) {
    if (n->kind != NODE_LIST || n->count < 1 || n->count > PIECES_EACH) {
        error_on(r, n, "%s: expected a list of 1 to %d pieces, got %s", what, PIECES_EACH,
                 n->kind != NODE_LIST ? node_phrase(n)
                 : n->count           ? "more"
                                      : "none");
        return false;
    }
    r->pieces += (int)n->count;
    if (r->pieces > PIECES_MAX) {
        error_on(r, n, "%s: the model has more than %d pieces", what, PIECES_MAX);
        return false;
    }
    abut_piece *pieces = arena_get(&r->memory, n->count * sizeof *pieces);
    bool good = true;
    for (unsigned i = 0; i < n->count; i++) good = read_piece(r, n->items[i], &pieces[i]) && good;
    p->data = pieces;
    p->count = n->count;
    return good;
}

/* ---- one parameter ---- */
/* A flag of the registry: true, false, 1 or 0. */
static bool read_switch(reader *r, const node *n, const char *what, double *out) {
    bool flag = false;
    if (n->kind == NODE_SCALAR && (!strcmp(n->text, "1") || !strcmp(n->text, "0"))) {
        *out = n->text[0] == '1';
        return true;
    }
    if (!read_flag(r, n, what, &flag)) return false;
    *out = flag;
    return true;
}

static bool read_nested(reader *r, const node *n, const abut_param_info *info, const char *unit, abut_param *p) {
    abut_choice *choice = arena_get(&r->memory, sizeof *choice);
    p->choice = choice;
    return read_choice(r, n, info->name, info->words, unit, choice);
}

static bool read_file(reader *r, const node *n, const char *what, abut_param *p) {
    p->data = read_named_file(r, n, what, &p->count);
    return p->data;
}

static bool read_param(reader *r, const node *n, const abut_param_info *info, const char *unit_x, abut_param *p) {
    char buffer[64];
    const char *unit = unit_of(info, unit_x, buffer, sizeof buffer);
    p->name = info->name;
    switch (info->kind) {
    case ABUT_NUMBER:
        return read_ranged(r, n, info->name, unit, info->low, info->high, info->open, &p->value);
    case ABUT_FLAG:
        return read_switch(r, n, info->name, &p->value);
    case ABUT_WORD:
        if (!info->words) return read_text(r, n, info->name, &p->text);
        return read_word(r, n, info->name, info->words, &p->text);
    case ABUT_TYPE:
        return read_nested(r, n, info, unit, p);
    case ABUT_TABLE:
        return read_table(r, n, info->name, unit, p);
    case ABUT_PIECES:
        return read_pieces(r, n, info->name, p);
    case ABUT_FILE:
        return read_file(r, n, info->name, p);
    case ABUT_OBJECT:
        break;
    }
    error_on(r, n, "%s: cannot be given in a model file", info->name);
    return false;
}

/* The choice beneath, of the same type, has this parameter. */
static bool is_beneath(const abut_choice *beneath, const abut_type *type, const char *name) {
    if (!beneath || !beneath->type || strcmp(beneath->type, type->name) != 0) return false;
    for (int i = 0; i < ABUT_MAX_PARAMS && beneath->params[i].name; i++)
        if (!strcmp(beneath->params[i].name, name)) return true;
    return false;
}

bool read_params(reader *r, const node *map, const abut_type *type, const char *unit_x, abut_choice *out) {
    int count = 0, before = r->errors;
    const abut_choice *beneath = r->beneath;
    r->beneath = NULL; /* not for choices within this one */
    out->type = type->name;
    for (const abut_param_info *info = type->params; info && info->name; info++) {
        const node *n = node_get(map, info->name);
        if (n && count < ABUT_MAX_PARAMS)
            (void)read_param(r, n, info, unit_x, &out->params[count++]);
        else if (!n && info->required && !is_beneath(beneath, type, info->name))
            error_on(r, map, "%s %s: '%s' is missing (%s)", abut_kind_phrase(type->kind), type->name, info->name,
                     info->meaning);
    }
    return r->errors == before;
}

/* ---- the choice ---- */
static void check_unknown(reader *r, const node *map, const abut_type *type) {
    for (unsigned i = 0; i < map->count; i++) {
        const node *key = map->pairs[i].key;
        bool known = !strcmp(key->text, "type");
        nearest_word best = {0};
        char hint[80];
        for (const abut_param_info *p = type->params; p && p->name && !known; p++) {
            known = !strcmp(p->name, key->text);
            nearest_offer(&best, key->text, p->name);
        }
        if (!known)
            error_on(r, key, "%s '%s' has no parameter '%.60s'%s", abut_kind_phrase(type->kind), type->name, key->text,
                     nearest_hint(&best, hint, sizeof hint));
    }
}

static const abut_type *chosen(reader *r, const node *at, const char *kind, const char *name) {
    const abut_type *type = abut_registry_find(r->registry, kind, name);
    if (!type) {
        unknown_type(r, at, kind, name, NULL);
        return NULL;
    }
    if (type_in_file(type)) return type;
    error_on(r, at, "the %s '%s' cannot be given in a model file", abut_kind_phrase(kind), name);
    return NULL;
}

static bool is_number(const node *n) { return n->text[0] && strchr("+-.0123456789", n->text[0]); }

/* A word is a type with its defaults; a number the first parameter of the type it stands for. */
static bool read_short(reader *r, const node *n, const char *what, const abut_meaning *m, const char *unit_x,
                       abut_choice *out) {
    if (node_is_nothing(n)) {
        error_on(r, n, "%s: expected a %s, got nothing", what, abut_kind_phrase(m->kind));
        return false;
    }
    if (is_number(n) && m->brief) {
        const abut_type *brief = m->brief;
        if (!brief->params || brief->params[0].kind != ABUT_NUMBER) return chosen(r, n, m->kind, n->text);
        out->type = brief->name;
        return read_param(r, n, &brief->params[0], unit_x, &out->params[0]);
    }
    const abut_type *type = chosen(r, n, m->kind, n->text);
    static const node empty = {.kind = NODE_MAP};
    node here = empty;
    here.at = n->at;
    return type && read_params(r, &here, type, unit_x, out);
}

bool read_choice(reader *r, const node *n, const char *what, const char *of, const char *unit_x, abut_choice *out) {
    abut_meaning m = abut_registry_meaning(r->registry, of);
    const abut_type *alone = m.brief ? m.brief : m.usual;
    if (n->kind == NODE_SCALAR) return read_short(r, n, what, &m, unit_x, out);
    if (n->kind == NODE_LIST) {
        error_on(r, n, "%s: expected a %s, got a list", what, abut_kind_phrase(m.kind));
        return false;
    }
    const node *given = node_get(n, "type");
    const char *wanted = alone ? alone->name : "";
    if (given && !read_text(r, given, "type", &wanted)) return false;
    if (!*wanted) {
        error_on(r, n, "%s: 'type' is missing", what);
        return false;
    }
    const abut_type *type = chosen(r, given ? given : n, m.kind, wanted);
    if (!type) return false;
    int before = r->errors;
    check_unknown(r, n, type);
    (void)read_params(r, n, type, unit_x, out);
    return r->errors == before;
}
