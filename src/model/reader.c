/* The life of a reader, and the report of what was wrong. */
#include "reader.h"

#include <stdio.h>
#include <stdlib.h>

reader *reader_open(void) {
    reader *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    name_table *const tables[] = {&r->files,    &r->materials, &r->lubricants, &r->bodies, &r->surfaces,
                                  &r->machines, &r->points,    &r->joints,     &r->forces, &r->contacts};
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
static int compare(const void *a, const void *b) {
    const complaint *x = a, *y = b;
    if (x->order == ERRORS_MAX || y->order == ERRORS_MAX) return x->order - y->order; /* the last word stays last */
    if (x->at.file != y->at.file) return x->at.file - y->at.file;
    if (x->at.line != y->at.line) return x->at.line < y->at.line ? -1 : 1;
    if (x->at.column != y->at.column) return x->at.column < y->at.column ? -1 : 1;
    return x->order - y->order;
}

void reader_report_line(const reader *r, const complaint *c, model_report_fn *report, void *user) {
    char line[1200];
    (void)snprintf(line, sizeof line, "%.400s:%d:%d: %s", r->file_names[c->at.file], c->at.line, c->at.column, c->text);
    for (char *at = line; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127) *at = '?';
    report(line, user);
}

void reader_report(reader *r, model_report_fn *report, void *user) {
    if (r->complaint_count) qsort(r->complaints, (size_t)r->complaint_count, sizeof *r->complaints, compare);
    for (int i = 0; i < r->complaint_count && report; i++) reader_report_line(r, &r->complaints[i], report, user);
}
