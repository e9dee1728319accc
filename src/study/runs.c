/* The table of runs in memory. */
#include "runs.h"

#include <string.h>

#include "base/hash.h"
#include "runs_file.h"

uint64_t bytes_hash(uint64_t h, const void *data, size_t size) { return hash_bytes(h ? h : HASH_BEGIN, data, size); }

static bool matters(const fit_problem *p, int parameter, int experiment) {
    int only = p->parameter[parameter].only;
    return only < 0 || only == experiment;
}

static uint64_t hash_of(const run_store *s, int experiment, const double *values) {
    uint64_t h = bytes_hash(0, &experiment, sizeof experiment);
    for (int i = 0; i < s->problem->parameters; i++)
        if (matters(s->problem, i, experiment)) h = bytes_hash(h, &values[i], sizeof values[i]);
    return h ^ h >> 29;
}

static bool same(const run_store *s, const run_record *r, int experiment, const double *values) {
    if (r->experiment != experiment) return false;
    for (int i = 0; i < s->problem->parameters; i++)
        if (matters(s->problem, i, experiment) && r->values[i] != values[i]) return false;
    return true;
}

/* The slot of the run, or the free one where it belongs. */
static size_t slot_of(const run_store *s, int experiment, const double *values) {
    size_t mask = s->slot_count - 1, at = (size_t)hash_of(s, experiment, values) & mask;
    while (s->slots[at] && !same(s, s->slots[at], experiment, values)) at = (at + 1) & mask;
    return at;
}

run_record *runs_find(const run_store *s, int experiment, const double *values) {
    return s->slot_count ? s->slots[slot_of(s, experiment, values)] : NULL;
}

static void grow(run_store *s) {
    run_record **old = s->slots;
    size_t count = s->slot_count;
    s->slot_count = count ? 2 * count : 256;
    s->slots = arena_get(s->memory, s->slot_count * sizeof(void *));
    for (size_t i = 0; i < count; i++)
        if (old[i]) s->slots[slot_of(s, old[i]->experiment, old[i]->values)] = old[i];
}

static double *copy(arena *a, const double *from, int count) {
    double *to = arena_get(a, (size_t)count * sizeof *to);
    if (count > 0) memcpy(to, from, (size_t)count * sizeof *to);
    return to;
}

run_record *runs_add(run_store *s, int experiment, const double *values, abut_status status, const double *out,
                     const char *why, bool keep) {
    if (2 * (s->count + 1) > s->slot_count) grow(s);
    size_t at = slot_of(s, experiment, values);
    if (s->slots[at]) return s->slots[at];
    run_record *r = arena_get(s->memory, sizeof *r);
    *r = (run_record){.experiment = experiment, .status = status};
    r->values = copy(s->memory, values, s->problem->parameters);
    if (status == ABUT_OK)
        r->out = copy(s->memory, out, s->problem->experiment[experiment].numbers);
    else
        r->why = arena_copy(s->memory, why, strlen(why));
    s->slots[at] = r;
    s->count++;
    if (keep && s->file) runs_write(s, r);
    return r;
}
