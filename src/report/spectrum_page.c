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
    const machine_table *table;
    const char *group;
    source_set time, set[WATCH_SPECTRA]; /* of the columns that have spectra */
    int sets, column[WATCH_SPECTRA];
    long block;             /* rows at once */
    double *t, *rows, *row; /* block; column after column; as the machine records it */
} replay;

static bool replay_open(replay *p) {
    const watch *o = p->table->machine->watch;
    const char *const *name = p->table->machine->type->watch->spectrum;
    p->block = BLOCK_NUMBERS / WATCH_SPECTRA;
    if (p->block > p->run->rows.rows) p->block = p->run->rows.rows;
    p->t = calloc((size_t)p->block + 1, sizeof *p->t);
    p->rows = calloc((size_t)p->block * WATCH_SPECTRA + 1, sizeof *p->rows);
    p->row = calloc((size_t)watch_columns(o) + 1, sizeof *p->row);
    if (!p->t || !p->rows || !p->row) *p->run->rows.ended = SOURCE_LACKS;
    bool good = p->t && p->rows && p->row && source_find(&p->run->rows, "time", &p->time);
    for (int i = 0; good && i < WATCH_SPECTRA && name[i]; i++) {
        char path[600];
        (void)snprintf(path, sizeof path, "%.300s/%.200s", p->group, name[i]);
        p->column[i] = watch_find_column(o, name[i]);
        good = source_find(&p->run->rows, path, &p->set[i]);
        if (good) p->sets++;
        good = good && p->set[i].width == 1;
    }
    return good;
}

static void replay_close(replay *p) {
    for (int i = 0; i < p->sets; i++) source_drop(&p->set[i]);
    source_drop(&p->time);
    free(p->t);
    free(p->rows);
    free(p->row);
}

static bool replay_block(const replay *p, long at, long count) {
    thin all = {p->run->rows.rows, 1, p->run->rows.rows};
    bool good = source_read(&p->time, &all, at, count, H5T_NATIVE_DOUBLE, p->t);
    for (int i = 0; good && i < p->sets; i++)
        good = source_read(&p->set[i], &all, at, count, H5T_NATIVE_DOUBLE, p->rows + i * p->block);
    for (long k = 0; good && k < count; k++) {
        if (p->t[k] < p->run->model.output_from) continue;
        for (int i = 0; i < p->sets; i++) p->row[p->column[i]] = p->rows[i * p->block + k];
        watch_sample(p->table->machine->watch, p->t[k], p->row);
    }
    return good;
}

/* False: the datasets are not those of the machine. */
static bool replay_all(const run_source *r, const machine_table *m, const char *group) {
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

static void put_spectrum(json *j, const watch_spectrum *s) {
    bins b = choose_bins(s->count);
    size_t shown = shown_bins(&b), shape[2] = {(size_t)s->spectra, shown};
    json_begin(j, "spectrum", '{');
    json_key(j, "frequency");
    encode_array a = encode_array_begin(j->to, "f4", 1, &shown);
    put_frequencies(&a, &b, s->frequency);
    encode_array_end(&a);
    json_begin(j, "names", '[');
    for (int i = 0; i < s->spectra; i++) json_string(j, NULL, s->column[i]->name);
    json_end(j);
    json_begin(j, "units", '[');
    for (int i = 0; i < s->spectra; i++) json_string(j, NULL, s->column[i]->unit);
    json_end(j);
    json_key(j, "amplitude");
    a = encode_array_begin(j->to, "f4", 2, shape);
    for (int i = 0; i < s->spectra; i++) put_bins(&a, &b, s->amplitude[i]);
    encode_array_end(&a);
    json_end(j);
}

void spectrum_put(const run_source *r, const machine_table *m, const char *group, json *j) {
    const world_machine *machine = m->machine;
    watch_spectrum s = {0};
    bool has = machine->watch && machine->type->watch->spectrum[0];
    if (has && replay_all(r, m, group) && watch_spectrum_make(machine->watch, &s)) {
        put_spectrum(j, &s);
        watch_spectrum_free(&s);
    } else {
        json_string(j, "spectrum", NULL);
    }
    if (s.no_memory) *r->rows.ended = SOURCE_LACKS;
}
