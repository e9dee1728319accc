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

static void open_tables(batch *b) {
    double *next = b->numbers;
    for (int i = 0; i < b->table_count; i++) {
        batch_table *t = &b->tables[i];
        for (int c = 0; c < t->columns; c++) {
            t->column[c] = next;
            next += (size_t)b->capacity * (size_t)t->objects * (size_t)t->info->columns[c].width;
        }
    }
}

/* Rows of very many bodies are large: some of them should still go to the disk together. */
static long choose_capacity(size_t row_bytes, size_t bytes) {
    enum { ROWS_LEAST = 16, ROWS_MOST = 1 << 15 };
    size_t rows = bytes / row_bytes, few = ROWS_LEAST * bytes / row_bytes;
    if (rows < ROWS_LEAST) rows = few < ROWS_LEAST ? few : ROWS_LEAST;
    return rows < 1 ? 1 : rows > ROWS_MOST ? ROWS_MOST : (long)rows;
}

bool batch_open(batch *b, const abut_world *world, size_t bytes) {
    *b = (batch){.world = world};
    while (result_tables[b->table_count]) b->table_count++;
    b->tables = calloc((size_t)b->table_count, sizeof *b->tables);
    if (!b->tables) return false;
    size_t row = 1; /* numbers of one row, and one to spare */
    for (int i = 0; i < b->table_count; i++) {
        batch_table *t = &b->tables[i];
        t->info = result_tables[i];
        t->objects = table_objects(t->info, world);
        while (t->info->columns[t->columns].name) t->columns++;
        row += (size_t)t->objects * (size_t)object_width(t->info);
    }
    b->capacity = choose_capacity(row * sizeof(double), bytes);
    b->numbers = malloc((size_t)b->capacity * row * sizeof(double));
    if (b->numbers) open_tables(b);
    return b->numbers;
}

void batch_close(batch *b) {
    free(b->numbers);
    free(b->tables);
    *b = (batch){0};
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
    double values[TABLE_WIDTH];
    for (int i = 0; i < b->table_count; i++) {
        batch_table *t = &b->tables[i];
        for (int k = 0; k < t->objects; k++) {
            t->info->read(b->world, k + 1, values);
            add_object(t, b->rows, k, values);
        }
    }
    b->rows++;
}
