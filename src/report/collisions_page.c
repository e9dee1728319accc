/* Contacts of groups that collide, for the picture of a run: in each shown row the strongest of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "encode.h"
#include "run_source.h"

enum { SHOWN_MOST = 60000 /* contacts on a page */, NUMBERS = 8 /* of each: point, force, N, p_max */ };

typedef struct collisions {
    double *touching; /* of each row of the file and each collide */
    int collides;
    float *numbers;   /* of the contacts that are shown */
    unsigned *counts; /* of each frame */
    size_t shown, room;
    long left_out;
} collisions;

static int stronger(const void *a, const void *b) {
    float x = ((const float *)a)[6], y = ((const float *)b)[6];
    return (x < y) - (x > y);
}

/* Contacts `first` ... of one collide, one after the other. */
static bool read_contacts(const run_source *r, const char *name, long first, long count, float *to) {
    static const struct {
        const char *name;
        int at, width;
    } sets[] = {{"point", 0, 3}, {"force", 3, 3}, {"N", 6, 1}, {"p_max", 7, 1}};
    float *column = malloc((size_t)count * 3 * sizeof *column);
    bool good = column;
    for (size_t i = 0; good && i < sizeof sets / sizeof *sets; i++) {
        char path[300];
        source_set set;
        (void)snprintf(path, sizeof path, "collisions/%.200s/%s", name, sets[i].name);
        good = source_find(&r->rows, path, &set) && set.width == (size_t)sets[i].width &&
               first + count <= (long)set.shape[0] && source_read_rows(&set, first, count, H5T_IEEE_F32LE, column);
        for (long k = 0; good && k < count; k++)
            memcpy(to + NUMBERS * k + sets[i].at, column + sets[i].width * k, (size_t)sets[i].width * sizeof *to);
        source_drop(&set);
    }
    free(column);
    return good;
}

/* The strongest of a row; most: how many are shown. */
static bool add_row(const run_source *r, const char *name, long first, long count, long most, collisions *c,
                    long frame) {
    if (c->shown + (size_t)count > c->room) {
        size_t room = 2 * c->room + (size_t)count;
        float *more = realloc(c->numbers, room * NUMBERS * sizeof *more);
        if (!more) return false;
        c->numbers = more, c->room = room;
    }
    float *here = c->numbers + NUMBERS * c->shown;
    if (!read_contacts(r, name, first, count, here)) return false;
    long kept = count < most ? count : most;
    if (kept < count) qsort(here, (size_t)count, NUMBERS * sizeof *here, stronger);
    c->counts[frame] += (unsigned)kept;
    c->shown += (size_t)kept;
    c->left_out += count - kept;
    return true;
}

/* Frame by frame the contacts of all collides. `at`: of each collide, how many contacts the rows before have. */
static bool gather(const run_source *r, const source_names *names, collisions *c, long *at) {
    long row = 0, most = SHOWN_MOST / (r->thin.shown * c->collides) + 1;
    for (long f = 0; f < r->thin.shown; f++) {
        for (; row <= thin_row(&r->thin, f); row++)
            for (int k = 0; k < c->collides; k++) {
                long count = (long)c->touching[row * c->collides + k];
                bool shown = row == thin_row(&r->thin, f) && count > 0;
                if (count < 0 || (shown && !add_row(r, names->name[k], at[k], count, most, c, f))) return false;
                at[k] += count;
            }
    }
    return true;
}

static void put_array(json *j, const char *key, const char *dtype, int rank, size_t rows, const void *words) {
    const size_t shape[2] = {rows, NUMBERS};
    json_key(j, key);
    encode_array a = encode_array_begin(j->to, dtype, rank, shape);
    encode_words(&a, words, rows * (rank > 1 ? NUMBERS : 1));
    encode_array_end(&a);
}

static void put(json *j, const collisions *c, long frames) {
    json_begin(j, "collisions", '{');
    put_array(j, "counts", "u4", 1, (size_t)frames, c->counts);
    put_array(j, "numbers", "f4", 2, c->shown, c->numbers);
    json_number(j, "left_out", (double)c->left_out);
    json_end(j);
}

abut_status run_put_collisions(const run_source *r, json *j, abut_message *message) {
    source_set set;
    collisions c = {0};
    long *at = NULL;
    if (r->thin.shown < 1 || !source_find(&r->rows, "collide/touching", &set)) return ABUT_OK;
    source_names names = source_list(&r->rows, "collide/names");
    c.collides = (int)set.width;
    c.touching = calloc((size_t)r->thin.rows * set.width + 1, sizeof *c.touching);
    c.counts = calloc((size_t)r->thin.shown, sizeof *c.counts);
    at = calloc(set.width, sizeof *at);
    bool memory = c.touching && c.counts && at;
    bool good = memory && names.count == c.collides &&
                source_read_rows(&set, 0, r->thin.rows, H5T_NATIVE_DOUBLE, c.touching) && gather(r, &names, &c, at);
    if (good) put(j, &c, r->thin.shown);
    source_drop(&set);
    source_names_free(&names);
    free(c.touching);
    free(c.counts);
    free(c.numbers);
    free(at);
    if (!memory) return say(message, ABUT_NO_MEMORY, "out of memory for the report");
    return good ? ABUT_OK : run_refuse_read(r, "collisions", message);
}
