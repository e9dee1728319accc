/* Rows in memory: one array per quantity, row after row, so that each can be written in one piece. */
#include "batch.h"

#include <stdlib.h>
#include <string.h>

/* How many numbers one object of the table has. */
static int object_width(const table_info *info) {
    int width = 0;
    for (const column_info *c = info->columns; c->name; c++) width += c->width;
    return width;
}

/* Everything the tables point into, sized by `rows` x `row` numbers. */
static bool open_tables(batch *b, size_t row, size_t widest, size_t columns) {
    b->numbers = malloc((size_t)b->capacity * row * sizeof(double));
    b->columns = calloc(columns, sizeof *b->columns);
    b->values = calloc(widest, sizeof(double));
    if (!b->numbers || !b->columns || !b->values) return false;
    double *next = b->numbers, **column = b->columns;
    for (int i = 0; i < b->table_count; i++) {
        batch_table *t = &b->tables[i];
        t->column = t->collisions ? t->collisions->column : column;
        if (t->collisions) continue;
        column += t->columns;
        for (int c = 0; c < t->columns; c++) {
            t->column[c] = next;
            next += (size_t)b->capacity * (size_t)t->objects * (size_t)t->info->columns[c].width;
        }
    }
    return true;
}

/* Rows of very many bodies are large: some of them should still go to the disk together. */
static long choose_capacity(size_t row_bytes, size_t bytes) {
    enum { ROWS_LEAST = 16, ROWS_MOST = 1 << 15 };
    size_t rows = bytes / row_bytes, few = ROWS_LEAST * bytes / row_bytes;
    if (rows < ROWS_LEAST) rows = few < ROWS_LEAST ? few : ROWS_LEAST;
    return rows < 1 ? 1 : rows > ROWS_MOST ? ROWS_MOST : (long)rows;
}

/* The tables that all worlds have, then one per machine, then those of contacts that come and go. */
static bool list_tables(batch *b) {
    int common = 0, machines = abut_machine_count(b->world), collides = abut_collide_count(b->world);
    while (result_tables[common]) common++;
    b->tables = calloc((size_t)(common + machines + collides), sizeof *b->tables);
    if (!b->tables) return false;
    b->table_count = common + machines + collides;
    for (int i = 0; i < common; i++) b->tables[i].info = result_tables[i];
    for (int i = 0; i < machines; i++) {
        batch_table *t = &b->tables[common + i];
        t->machine = machine_table_create(b->world, i + 1);
        if (!t->machine) return false;
        t->info = &t->machine->info;
    }
    for (int i = 0; i < collides; i++) {
        batch_table *t = &b->tables[common + machines + i];
        t->collisions = collision_table_create(b->world, i + 1);
        if (!t->collisions) return false;
        t->info = &t->collisions->info;
    }
    return true;
}

static bool list_objects(const batch *b, batch_table *t) {
    t->objects = table_objects(t->info, b->world, NULL);
    if (!t->info->has) return true;
    t->id = malloc(((size_t)t->objects + 1) * sizeof *t->id);
    if (t->id) (void)table_objects(t->info, b->world, t->id);
    return t->id;
}

bool batch_open(batch *b, const abut_world *world, size_t bytes) {
    *b = (batch){.world = world};
    if (!list_tables(b)) return false;
    size_t row = 1, widest = 1, columns = 1; /* one to spare each */
    for (int i = 0; i < b->table_count; i++) {
        batch_table *t = &b->tables[i];
        if (!list_objects(b, t)) return false;
        while (t->info->columns[t->columns].name) t->columns++;
        size_t width = (size_t)object_width(t->info);
        if (t->collisions) continue;
        row += (size_t)t->objects * width;
        columns += (size_t)t->columns;
        if (width > widest) widest = width;
    }
    b->capacity = choose_capacity(row * sizeof(double), bytes);
    return open_tables(b, row, widest, columns);
}

void batch_close(batch *b) {
    for (int i = 0; b->tables && i < b->table_count; i++) {
        machine_table_free(b->tables[i].machine);
        collision_table_free(b->tables[i].collisions);
        free(b->tables[i].id);
    }
    free(b->numbers);
    free(b->columns);
    free(b->values);
    free(b->tables);
    *b = (batch){0};
}

const batch_table *batch_more(const batch *b, const batch_table *t, int index, int *there) {
    const batch_table *more = NULL;
    for (int i = 0; t->info->more && i < b->table_count; i++)
        if (b->tables[i].info == t->info->more) more = &b->tables[i];
    int low = 0, high = more ? more->objects : 0, wanted = batch_id(t, index);
    while (low < high) {
        int middle = (low + high) / 2;
        if (batch_id(more, middle) < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    *there = low;
    return more && low < more->objects && batch_id(more, low) == wanted ? more : NULL;
}

static void add_object(batch_table *t, long row, int index, const double *values) {
    for (int c = 0; c < t->columns; c++) {
        size_t width = (size_t)t->info->columns[c].width;
        double *to = t->column[c] + ((size_t)row * (size_t)t->objects + (size_t)index) * width;
        memcpy(to, values, width * sizeof *to);
        values += width;
    }
}

void batch_add(batch *b) {
    for (int i = 0; i < b->table_count; i++) {
        batch_table *t = &b->tables[i];
        if (t->collisions && !collision_table_add(t->collisions, b->world)) b->no_memory = true;
        for (int k = 0; k < t->objects && t->columns > 0 && !t->collisions; k++) {
            if (t->machine)
                machine_table_read(t->machine, b->world, b->values);
            else
                t->info->read(b->world, batch_id(t, k), b->values);
            add_object(t, b->rows, k, b->values);
        }
    }
    b->rows++;
}

bool batch_full(const batch *b) {
    enum { CONTACTS_MOST = 1 << 16 };
    long contacts = 0;
    for (int i = 0; i < b->table_count; i++)
        if (b->tables[i].collisions) contacts += b->tables[i].collisions->contacts;
    return b->rows >= b->capacity || contacts >= CONTACTS_MOST;
}

void batch_clear(batch *b) {
    b->written += b->rows;
    b->rows = 0;
    for (int i = 0; i < b->table_count; i++) {
        collision_table *t = b->tables[i].collisions;
        if (!t) continue;
        t->written += t->contacts;
        t->contacts = 0;
    }
}
