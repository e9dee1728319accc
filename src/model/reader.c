/* The life of a reader, and the report of what was wrong. */
#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

reader *reader_open(void) {
    reader *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    name_table *const tables[] = {&r->files,  &r->materials, &r->lubricants, &r->bodies,   &r->surfaces, &r->machines,
                                  &r->points, &r->joints,    &r->forces,     &r->contacts, &r->groups,   &r->collides};
    r->memory.no_memory = &r->no_memory;
    r->comparisons = 200000;
    r->registry = abut_world_types();
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) tables[i]->memory = &r->memory;
    return r;
}

void reader_close(reader *r) {
    abut_world_destroy(r->world);
    units_close(&r->units);
    arena_drop(&r->memory);
    free(r->pending);
    free(r);
}

/* ---- the report ---- */
int complaint_order(const void *a, const void *b) {
    const complaint *x = a, *y = b;
    if (x->order == ERRORS_MAX || y->order == ERRORS_MAX) return x->order - y->order; /* the last word stays last */
    if (x->at.file != y->at.file) return x->at.file - y->at.file;
    if (x->at.line != y->at.line) return x->at.line < y->at.line ? -1 : 1;
    if (x->at.column != y->at.column) return x->at.column < y->at.column ? -1 : 1;
    return x->order - y->order;
}

/* One part of a path: the key of a mapping, of a list the name of the item or its index. */
static void put_part(const node *n, unsigned i, const char *below, char *to, size_t size) {
    char part[NAME_BYTES_MAX + 1];
    const node *name = n->kind == NODE_MAP ? n->pairs[i].key : node_get(n->items[i], "name");
    if (name && name->kind == NODE_SCALAR)
        (void)snprintf(part, sizeof part, "%s", name->text);
    else
        (void)snprintf(part, sizeof part, "%u", i);
    bool quoted = part[strcspn(part, ".")] != '\0';
    (void)snprintf(to, size, quoted ? "\"%s\"%s%s" : "%s%s%s", part, *below ? "." : "", below);
}

/* Does something stand at this place? The path to it. */
static bool find_path(const node *n, place at, char *to, size_t size) {
    to[0] = '\0';
    if (n->at.file == at.file && n->at.line == at.line && n->at.column == at.column) return true;
    for (unsigned i = 0; n->kind != NODE_SCALAR && i < n->count; i++) {
        if (!find_path(n->kind == NODE_MAP ? n->pairs[i].value : n->items[i], at, to, size)) continue;
        char below[400];
        (void)snprintf(below, sizeof below, "%s", to);
        put_part(n, i, below, to, size);
        return true;
    }
    return false;
}

void model_error_path(const model_error *error, char *to, size_t size) {
    to[0] = '\0';
    enum { LOOKED_AT = 100000 }; /* nodes: in larger trees nothing is searched for */
    const node *root = error->own ? error->own->root : NULL;
    if (root && root->weight <= LOOKED_AT) (void)find_path(root, error->of->at, to, size);
}

static void send(model_error e, model_report_fn *report, void *user) {
    char line[1200];
    (void)snprintf(line, sizeof line, "%.400s:%d:%d: %s", e.file, e.line, e.column, e.message);
    for (char *at = line; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127) *at = '?';
    e.text = line;
    e.message = line + strlen(line) - strlen(e.message);
    report(&e, user);
}

void reader_report_one(const reader *r, const complaint *c, model_report_fn *report, void *user) {
    send((model_error){.file = r->file_names[c->at.file],
                       .line = c->at.line,
                       .column = c->at.column,
                       .setting = r->file_setting[c->at.file],
                       .message = c->text,
                       .code = c->code       ? c->code
                               : r->no_units ? "no_units"
                                             : NULL,
                       .own = r,
                       .of = c},
         report, user);
}

int report_file(const char *path, const char *message, model_report_fn *report, void *user) {
    if (report)
        send((model_error){.file = path, .line = 1, .column = 1, .setting = -1, .message = message}, report, user);
    return 1;
}

int report_no_memory(const char *path, model_report_fn *report, void *user) {
    const model_error e = {
        .file = path, .line = 1, .column = 1, .setting = -1, .message = "out of memory", .code = "no_memory"};
    if (report) send(e, report, user);
    return 1;
}

void reader_report(reader *r, model_report_fn *report, void *user) {
    if (r->complaint_count) qsort(r->complaints, (size_t)r->complaint_count, sizeof *r->complaints, complaint_order);
    for (int i = 0; i < r->complaint_count && report; i++) reader_report_one(r, &r->complaints[i], report, user);
}
