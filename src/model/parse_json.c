/* JSON text to nodes: models that are stored are read by it instead of a parser of YAML. Strings are quoted scalars, all else is bare. */
#include <stdlib.h>
#include <string.h>

#include "gather.h"

typedef struct parser {
    reader *r;
    const char *at, *end;
    int file, line;
    const char *start_of_line;
    int depth;
    bool bad;
} parser;

static place here(const parser *p) { return (place){p->file, p->line, (int)(p->at - p->start_of_line) + 1}; }

static node *damaged(parser *p, const char *what) {
    if (!p->bad) error_at(p->r, here(p), "the stored model is damaged: %s", what);
    p->bad = true;
    return NULL;
}

static void skip_blanks(parser *p) {
    for (; p->at < p->end && strchr(" \t\r\n", *p->at); p->at++) {
        if (*p->at != '\n') continue;
        p->line++;
        p->start_of_line = p->at + 1;
    }
}

/* Is this the next character? Then it is passed. */
static bool take(parser *p, char c) {
    skip_blanks(p);
    if (p->at == p->end || *p->at != c) return false;
    p->at++;
    return true;
}

static node *new_node(parser *p, node_kind kind) {
    node *n = gather_node(p->r, kind, here(p));
    if (p->r->nodes > NODES_MAX) (void)damaged(p, "there are too many values");
    return n;
}

/* ---- scalars ---- */
/* A control character by its number: the only escapes with \u that are written. */
static int read_control(parser *p) {
    char digits[5] = "";
    if (p->end - p->at < 4) return -1;
    memcpy(digits, p->at, 4);
    char *end;
    long code = strtol(digits, &end, 16);
    if (*end || code < 1 || code >= ' ') return -1;
    p->at += 4;
    return (int)code;
}

/* The character behind a backslash; -1: it is none that is written. */
static int read_escape(parser *p) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (p->at == p->end) return -1;
    char c = *p->at++;
    const char *known = c ? strchr(from, c) : NULL;
    return known ? to[known - from] : c == 'u' ? read_control(p) : -1;
}

static node *read_string(parser *p) {
    node *n = new_node(p, NODE_SCALAR);
    const char *close = p->at;
    while (close < p->end && *close != '"') close += 1 + (*close == '\\');
    if (close >= p->end) return damaged(p, "a text does not end");
    char *to = arena_get(&p->r->memory, (size_t)(close - p->at) + 1);
    n->text = to;
    n->quoted = true;
    while (p->at < close) {
        int c = (unsigned char)*p->at++;
        if (c == '\\') c = read_escape(p);
        if (c < 0 || !c) return damaged(p, "a text has a character that is not written so");
        *to++ = (char)c;
    }
    p->at = close + 1;
    return n;
}

static node *read_bare(parser *p) {
    const char *from = p->at;
    while (p->at < p->end && !strchr(" \t\r\n,:{}[]\"", *p->at)) p->at++;
    if (p->at == from) return damaged(p, "a value is missing");
    node *n = new_node(p, NODE_SCALAR);
    n->text = arena_copy(&p->r->memory, from, (size_t)(p->at - from));
    return n;
}

/* ---- lists and mappings ---- */
static const node *read_any(parser *p);

static void repeated(void *user, const node *first, const node *key) {
    (void)first, (void)key;
    (void)damaged(user, "a key is there twice");
}

static const node *read_collection(parser *p, node_kind kind) {
    const char close = kind == NODE_MAP ? '}' : ']';
    node *n = new_node(p, kind);
    size_t base = p->r->stack_count;
    if (++p->depth > DEPTH_MAX) return damaged(p, "the nesting is too deep");
    for (bool first = true; !p->bad && !take(p, close); first = false) {
        if (!first && !take(p, ',')) return damaged(p, "a comma is missing");
        if (kind == NODE_MAP) {
            if (!take(p, '"')) return damaged(p, "a key is missing");
            gather_push(p->r, read_string(p));
            if (!take(p, ':')) return damaged(p, "a colon is missing");
        }
        gather_push(p->r, read_any(p));
    }
    p->depth--;
    if (p->bad) return NULL;
    gather_close(p->r, n, base);
    if (kind == NODE_MAP) gather_repeats(p->r, n, repeated, p);
    return p->bad ? NULL : n;
}

static const node *read_any(parser *p) {
    if (take(p, '{')) return read_collection(p, NODE_MAP);
    if (take(p, '[')) return read_collection(p, NODE_LIST);
    return take(p, '"') ? read_string(p) : read_bare(p);
}

const node *parse_json(reader *r, int file, const char *text, size_t length) {
    parser p = {.r = r, .at = text, .end = text + length, .file = file, .line = 1, .start_of_line = text};
    if (memchr(text, '\0', length)) return damaged(&p, "it holds zero bytes");
    size_t base = r->stack_count;
    const node *n = read_any(&p);
    skip_blanks(&p);
    if (!p.bad && p.at < p.end) (void)damaged(&p, "something stands behind its end");
    r->stack_count = base;
    return p.bad ? NULL : n;
}
