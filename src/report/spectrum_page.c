/* The spectrum comes from all rows, not from those the page shows. */
#include "spectrum_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "encode.h"

enum { BLOCK_NUMBERS = 1 << 19, BINS_MOST = 8192, BINS_FULL = 5120 };

/* ---- replay ---- */
typedef struct replay {
    const run_source *run;
    machine_table *table;
    const char *group;
    source_set time;
    source_set *set; /* of each column of the table */
    int sets;
    long block;       /* rows at once */
    double *t, *rows; /* block; block x numbers, column after column */
} replay;

static bool replay_open(replay *p) {
    const machine_table *m = p->table;
    int count = 0;
    while (m->columns[count].name) count++;
    p->set = calloc((size_t)count + 1, sizeof *p->set);
    p->block = BLOCK_NUMBERS / (m->numbers + 1) + 1;
    if (p->block > p->run->rows.rows) p->block = p->run->rows.rows;
    p->t = calloc((size_t)p->block, sizeof *p->t);
    p->rows = calloc((size_t)p->block * (size_t)m->numbers + 1, sizeof *p->rows);
    bool good = p->set && p->t && p->rows && source_find(&p->run->rows, "time", &p->time);
    for (int i = 0; good && i < count; i++) {
        char path[600];
        (void)snprintf(path, sizeof path, "%.300s/%.200s", p->group, m->columns[i].name);
        good = source_find(&p->run->rows, path, &p->set[i]);
        if (good) p->sets++;
        good = good && p->set[i].width == (size_t)m->columns[i].width;
    }
    return good;
}

static void replay_close(replay *p) {
    for (int i = 0; i < p->sets; i++) source_drop(&p->set[i]);
    source_drop(&p->time);
    free(p->set);
    free(p->t);
    free(p->rows);
}

/* Row k of the block in the machine's own order. */
static void own_row(const replay *p, long count, long k) {
    const double *column = p->rows;
    int next = 0;
    for (int i = 0; i < p->sets; i++) {
        size_t width = p->set[i].width;
        for (size_t c = 0; c < width; c++) p->table->row[p->table->from[next++]] = column[(size_t)k * width + c];
        column += (size_t)count * width;
    }
}

static bool replay_block(const replay *p, long at, long count) {
    const world_machine *m = p->table->machine;
    thin all = {p->run->rows.rows, 1, p->run->rows.rows};
    double *to = p->rows;
    if (!source_read(&p->time, &all, at, count, H5T_NATIVE_DOUBLE, p->t)) return false;
    for (int i = 0; i < p->sets; i++) {
        if (!source_read(&p->set[i], &all, at, count, H5T_NATIVE_DOUBLE, to)) return false;
        to += (size_t)count * p->set[i].width;
    }
    for (long k = 0; k < count; k++) {
        if (p->t[k] < p->run->model.output_from) continue;
        own_row(p, count, k);
        m->type->gather(m->self, p->t[k], p->table->row);
    }
    return true;
}

/* False: the datasets are not those of the machine. */
static bool replay_all(const run_source *r, machine_table *m, const char *group) {
    replay p = {.run = r, .table = m, .group = group};
    bool good = replay_open(&p);
    for (long at = 0; good && at < r->rows.rows; at += p.block) {
        long left = r->rows.rows - at;
        good = replay_block(&p, at, left < p.block ? left : p.block);
    }
    replay_close(&p);
    return good;
}

/* ---- the page ---- */
/* Long spectra: the first BINS_FULL amplitudes as they are, above them `group` neighbours become one, the largest. */
typedef struct bins {
    int count; /* there are */
    int group;
} bins;

static bins choose_bins(int count) {
    int rest = count - BINS_FULL;
    return (bins){count, rest > 0 ? (rest - 1) / (BINS_MOST - BINS_FULL) + 1 : 1};
}

static int next_bin(const bins *b, int at) {
    int next = at + (at < BINS_FULL ? 1 : b->group);
    return next < b->count ? next : b->count;
}

static size_t shown_bins(const bins *b) {
    size_t shown = 0;
    for (int i = 0; i < b->count; i = next_bin(b, i)) shown++;
    return shown;
}

static void put_bins(encode_array *a, const bins *b, const double *values) {
    for (int i = 0, next = 0; i < b->count; i = next) {
        next = next_bin(b, i);
        double largest = values[i];
        for (int k = i; k < next; k++) largest = values[k] > largest ? values[k] : largest;
        float number = (float)largest;
        encode_words(a, &number, 1);
    }
}

/* Middles of the groups. */
static void put_frequencies(encode_array *a, const bins *b, const double *frequency) {
    for (int i = 0, next = 0; i < b->count; i = next) {
        next = next_bin(b, i);
        float number = (float)(0.5 * (frequency[i] + frequency[next - 1]));
        encode_words(a, &number, 1);
    }
}

static void put_names(json *j, const char *key, const char *const *names, int count) {
    json_begin(j, key, '[');
    for (int i = 0; i < count; i++) json_string(j, NULL, names[i]);
    json_end(j);
}

static void put_spectrum(json *j, const machine_spectrum *s) {
    bins b = choose_bins(s->count);
    size_t shown = shown_bins(&b), shape[2] = {(size_t)s->spectra, shown};
    json_begin(j, "spectrum", '{');
    json_key(j, "frequency");
    encode_array a = encode_array_begin(j->to, "f4", 1, &shown);
    put_frequencies(&a, &b, s->frequency);
    encode_array_end(&a);
    put_names(j, "names", s->name, s->spectra);
    put_names(j, "units", s->unit, s->spectra);
    json_key(j, "amplitude");
    a = encode_array_begin(j->to, "f4", 2, shape);
    for (int i = 0; i < s->spectra; i++) put_bins(&a, &b, s->amplitude[i]);
    encode_array_end(&a);
    json_end(j);
}

void spectrum_put(const run_source *r, machine_table *m, const char *group, json *j) {
    const machine_type *type = m->machine->type;
    machine_spectrum s = {0};
    if (type->gather && type->spectrum && replay_all(r, m, group) && type->spectrum(m->machine->self, &s)) {
        put_spectrum(j, &s);
        machine_spectrum_free(&s);
    } else {
        json_string(j, "spectrum", NULL);
    }
}
