/* Columns in memory, made from the tables of what is recorded: `t`, then table_object.heading for each number of each object. */
#include "columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct column_source {
    const double *from; /* in the batch: first row */
    size_t stride;      /* from one row to the next */
} column_source;

enum { NAME_MOST = 600 };

/* The next column, or only the count of it. False: out of memory. */
static bool add(result_columns *c, const char *name, const column_info *info, column_source source) {
    int at = c->count++;
    if (!c->column) return true;
    c->source[at] = source;
    abut_column *to = &c->column[at];
    *to = (abut_column){.name = strdup(name), .unit = strdup(info->unit), .meaning = strdup(info->meaning)};
    return to->name && to->unit && to->meaning;
}

/* All numbers of one object of a table. */
static bool add_object(result_columns *c, const batch_table *t, int index, const char *stem) {
    for (int i = 0; i < t->columns; i++) {
        const column_info *info = &t->info->columns[i];
        const char *head = info->heads;
        size_t width = (size_t)info->width;
        for (size_t k = 0; k < width; k++, head += strcspn(head, ",") + 1) {
            char name[NAME_MOST];
            (void)snprintf(name, sizeof name, "%s%s%.*s", stem, stem[0] ? "." : "", (int)strcspn(head, ","), head);
            column_source source = {t->column[i] + (size_t)index * width + k, (size_t)t->objects * width};
            if (!add(c, name, info, source)) return false;
        }
    }
    return true;
}

static bool add_table(result_columns *c, const batch *b, const batch_table *t) {
    for (int k = 0; k < t->objects; k++) {
        int there;
        const batch_table *more = batch_more(b, t, k, &there);
        const char *label = t->info->count ? t->info->label(b->world, batch_id(t, k)) : t->info->title;
        char stem[NAME_MOST - 80];
        (void)snprintf(stem, sizeof stem, "%s%s%s", t->info->prefix, label ? "_" : "", label ? label : "");
        if (!add_object(c, t, k, stem) || (more && !add_object(c, more, there, stem))) return false;
    }
    return true;
}

static bool list(result_columns *c, const batch *b) {
    c->count = 0;
    if (!add_object(c, &b->tables[0], 0, "")) return false; /* the time */
    for (int i = 0; i < b->table_count; i++)
        if (b->tables[i].info->prefix && !add_table(c, b, &b->tables[i])) return false;
    return true;
}

bool columns_open(result_columns *c, const batch *b) {
    *c = (result_columns){0};
    (void)list(c, b);
    size_t room = c->count > 0 ? (size_t)c->count : 1;
    c->column = calloc(room, sizeof *c->column);
    c->source = calloc(room, sizeof *c->source);
    return c->column && c->source && list(c, b);
}

static bool grow(result_columns *c, long rows) {
    long room = c->room ? 2 * c->room : 256;
    if (rows <= c->room) return true;
    if (room < rows) room = rows;
    for (int i = 0; i < c->count; i++) {
        double *more = realloc((double *)c->column[i].values, (size_t)room * sizeof *more);
        if (!more) return false;
        c->column[i].values = more;
    }
    c->room = room;
    return true;
}

bool columns_append(result_columns *c, const batch *b) {
    if (!grow(c, c->rows + b->rows)) return false;
    for (int i = 0; i < c->count; i++) {
        double *to = (double *)c->column[i].values + c->rows;
        for (long row = 0; row < b->rows; row++) to[row] = c->source[i].from[(size_t)row * c->source[i].stride];
    }
    c->rows += b->rows;
    return true;
}

void columns_close(result_columns *c) {
    for (int i = 0; c->column && i < c->count; i++) {
        free((char *)c->column[i].name);
        free((char *)c->column[i].unit);
        free((char *)c->column[i].meaning);
        free((double *)c->column[i].values);
    }
    free(c->column);
    free(c->source);
    *c = (result_columns){0};
}

const abut_column *columns_find(const result_columns *c, const char *name) {
    for (int i = 0; i < c->count; i++)
        if (!strcmp(c->column[i].name, name)) return &c->column[i];
    return NULL;
}
