/* YAML text to nodes, by the events of libyaml.
 *
 * libyaml takes duplicate keys, aliases of any depth and texts of any size; the bounds are set here. An alias stands for
 * the very node it names, and `weight` counts what it would be written out, so that a few lines cannot grow without
 * bound. An alias to something that is not finished yet (a loop) is unknown at that time and refused. */
#include <string.h>
#include <yaml.h>

#include "gather.h"
#include "text.h"

typedef struct level {
    node *n;
    size_t base; /* of its children on the stack */
    const char *anchor;
} level;

typedef struct parser {
    reader *r;
    yaml_parser_t yaml;
    yaml_event_t event;
    int file, shift;
    level open[DEPTH_MAX];
    int depth;
    name_table anchors;
    const node *root;
    bool bad; /* give up */
} parser;

/* ---- places and errors ---- */
static place place_of(const parser *p, yaml_mark_t mark) {
    int line = (int)mark.line + 1, column = (int)mark.column + 1;
    if (!p->shift) return (place){p->file, line, column};
    return (place){p->file, 1, p->shift + (line == 1 ? column : 1)}; /* a setting is one line */
}

static void give_up(parser *p, place at, const char *text) {
    error_at(p->r, at, "%s", text);
    p->bad = true;
}

static void syntax_error(parser *p) {
    const yaml_parser_t *y = &p->yaml;
    p->bad = true;
    if (y->error == YAML_MEMORY_ERROR) longjmp(*p->r->memory.no_memory, 1);
    place at = place_of(p, y->problem_mark);
    if (y->context && !p->shift)
        error_at(p->r, at, "not valid YAML: %s %s that starts in line %zu", y->problem ? y->problem : "error",
                 y->context, y->context_mark.line + 1);
    else
        error_at(p->r, at, "not valid YAML: %s", y->problem ? y->problem : "unreadable");
}

/* ---- the stack ---- */
static bool expects_key(const parser *p) {
    if (!p->depth) return false;
    const level *l = &p->open[p->depth - 1];
    return l->n->kind == NODE_MAP && (p->r->stack_count - l->base) % 2 == 0;
}

/* A finished node goes to the collection that is open. */
static void deliver(parser *p, const node *n, const char *anchor) {
    if (p->bad) return;
    if (expects_key(p) && n->kind != NODE_SCALAR) {
        give_up(p, n->at, "a key must be a name, not a list or a mapping");
        return;
    }
    if (anchor) {
        node *old = names_add(&p->anchors, anchor, (void *)n);
        if (old) {
            give_up(p, n->at, "this anchor is given twice");
            return;
        }
    }
    if (p->depth)
        gather_push(p->r, n);
    else
        p->root = n;
}

static node *new_node(parser *p, node_kind kind, yaml_mark_t mark) {
    node *n = gather_node(p->r, kind, place_of(p, mark));
    if (p->r->nodes > NODES_MAX) give_up(p, n->at, "there are too many values in this file");
    return n;
}

static void repeated(void *user, const node *first, const node *key) {
    error_on(((parser *)user)->r, key, "the key '%.60s' is given twice, first in line %d", key->text, first->at.line);
}

/* ---- events ---- */
static const char *copy_anchor(parser *p, const yaml_char_t *anchor) {
    return anchor ? arena_copy(&p->r->memory, (const char *)anchor, strlen((const char *)anchor)) : NULL;
}

static void refuse_tag(parser *p, const yaml_char_t *tag, yaml_mark_t mark) {
    if (tag) error_at(p->r, place_of(p, mark), "tags such as '%.40s' are not part of a model file", (const char *)tag);
}

static void on_scalar(parser *p, const yaml_event_t *e) {
    node *n = new_node(p, NODE_SCALAR, e->start_mark);
    const char *text = (const char *)e->data.scalar.value;
    size_t length = e->data.scalar.length;
    if (memchr(text, '\0', length)) {
        give_up(p, n->at, "a text holds no zero bytes");
        return;
    }
    refuse_tag(p, e->data.scalar.tag, e->start_mark);
    n->text = arena_copy(&p->r->memory, text, length);
    n->quoted = e->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    deliver(p, n, copy_anchor(p, e->data.scalar.anchor));
}

static void on_open(parser *p, node_kind kind, const yaml_event_t *e, const yaml_char_t *anchor,
                    const yaml_char_t *tag) {
    node *n = new_node(p, kind, e->start_mark);
    refuse_tag(p, tag, e->start_mark);
    if (p->depth == DEPTH_MAX) {
        give_up(p, n->at, "the nesting is too deep");
        return;
    }
    p->open[p->depth++] = (level){n, p->r->stack_count, copy_anchor(p, anchor)};
}

static void on_close(parser *p) {
    level l = p->open[--p->depth];
    gather_close(p->r, l.n, l.base);
    if (l.n->weight > NODES_MAX) {
        give_up(p, l.n->at, "there are too many values here, aliases written out");
        return;
    }
    if (l.n->kind == NODE_MAP) gather_repeats(p->r, l.n, repeated, p);
    deliver(p, l.n, l.anchor);
}

static void on_alias(parser *p, const yaml_event_t *e) {
    const char *name = (const char *)e->data.alias.anchor;
    const node *n = names_find(&p->anchors, name);
    if (!n) {
        error_at(p->r, place_of(p, e->start_mark), "there is no anchor '&%.60s' before this alias", name);
        p->bad = true;
    } else if (p->depth + n->height > DEPTH_MAX) {
        give_up(p, place_of(p, e->start_mark), "the nesting is too deep");
    } else {
        deliver(p, n, NULL);
    }
}

static void on_event(parser *p, const yaml_event_t *e) {
    switch (e->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (p->root) give_up(p, place_of(p, e->start_mark), "a second document begins here; a model is one document");
        break;
    case YAML_SCALAR_EVENT:
        on_scalar(p, e);
        break;
    case YAML_SEQUENCE_START_EVENT:
        on_open(p, NODE_LIST, e, e->data.sequence_start.anchor, e->data.sequence_start.tag);
        break;
    case YAML_MAPPING_START_EVENT:
        on_open(p, NODE_MAP, e, e->data.mapping_start.anchor, e->data.mapping_start.tag);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        on_close(p);
        break;
    case YAML_ALIAS_EVENT:
        on_alias(p, e);
        break;
    default:
        break;
    }
}

static void run(parser *p) {
    bool end = false;
    while (!end && !p->bad) {
        if (!yaml_parser_parse(&p->yaml, &p->event)) {
            syntax_error(p);
            return;
        }
        on_event(p, &p->event);
        end = p->event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&p->event); /* and zeroes it */
    }
}

static void close_parser(parser *p) {
    p->r->stack_count = 0;
    yaml_event_delete(&p->event);
    yaml_parser_delete(&p->yaml);
}

/* What libyaml holds is given back when memory ends, too. */
static void run_guarded(parser *p) {
    jmp_buf *outer = p->r->memory.no_memory, here;
    if (setjmp(here)) {
        close_parser(p);
        p->r->memory.no_memory = outer;
        longjmp(*outer, 1);
    }
    p->r->memory.no_memory = &here;
    run(p);
    p->r->memory.no_memory = outer;
    close_parser(p);
}

const node *parse_text(reader *r, int file, const char *text, size_t length, int shift) {
    parser *p = arena_get(&r->memory, sizeof *p);
    int line, column;
    const char *what;
    *p = (parser){.r = r, .file = file, .shift = shift, .anchors = {.memory = &r->memory}};
    if (!text_check(text, length, &line, &column, &what)) {
        error_at(r, (place){file, line, column + (line == 1 ? shift : 0)}, "%s", what);
        return NULL;
    }
    if (length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) text += 3, length -= 3; /* byte order mark */
    if (!yaml_parser_initialize(&p->yaml)) longjmp(*r->memory.no_memory, 1);
    yaml_parser_set_encoding(&p->yaml, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&p->yaml, (const unsigned char *)text, length);
    run_guarded(p);
    return p->bad ? NULL : p->root;
}
