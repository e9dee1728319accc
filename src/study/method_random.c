/* Adaptive random search with descent: candidates in a neighbourhood of the best, which grows with success and shrinks
 * without; a direction that has brought something is followed as long as it does. The candidates of one batch are evaluated
 * together; how many they are does not depend on the machine, so that the search is the same everywhere. */
#include <string.h>

#include "method.h"

enum { BATCH = 4 };
static const double first_radius = 0.25, largest_radius = 0.5, growth = 1.5, shrinkage = 0.6, least_radius = 1e-5;

typedef struct search {
    fit *f;
    uint64_t random;
    int batch;
    double radius, cost;
    double *z, *direction; /* n */
    double *trial, *costs; /* batch x n, batch */
} search;

/* splitmix64; uniform in [-1, 1) */
static double chance(uint64_t *state) {
    uint64_t x = *state += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return (double)((x ^ x >> 31) >> 11) * 0x1p-52 - 1;
}

static double clamp(double z) { return fmin(fmax(z, 0), 1); }

static void around(search *s) {
    for (int i = 0; i < s->batch * s->f->n; i++) {
        int j = i % s->f->n;
        double d = s->radius * chance(&s->random);
        s->trial[i] = s->f->active[j] ? clamp(s->z[j] + d) : s->z[j];
    }
}

/* One, two, four ... times as far again. */
static void ahead(search *s) {
    double times = 1;
    for (int b = 0; b < s->batch; b++, times *= 2)
        for (int j = 0; j < s->f->n; j++) s->trial[b * s->f->n + j] = clamp(s->z[j] + times * s->direction[j]);
}

/* Moves to the best of the batch if it is better than where we are. */
static fit_end try_batch(search *s, const char *what, bool *better) {
    int n = s->f->n, best = 0;
    fit_end end = fit_costs(s->f, what, s->batch, s->trial, s->costs);
    for (int b = 1; b < s->batch; b++)
        if (s->costs[b] < s->costs[best]) best = b;
    *better = s->costs[best] < s->cost;
    if (!*better) return end;
    for (int j = 0; j < n; j++) s->direction[j] = s->trial[best * n + j] - s->z[j];
    memcpy(s->z, s->trial + (size_t)best * (size_t)n, (size_t)n * sizeof *s->z);
    s->cost = s->costs[best];
    return end;
}

static fit_end round_of_search(search *s) {
    bool better;
    around(s);
    fit_end end = try_batch(s, "around", &better);
    s->radius = better ? fmin(growth * s->radius, largest_radius) : shrinkage * s->radius;
    while (better && end == FIT_GOES_ON && !fit_accepted(s->f, s->z)) {
        ahead(s);
        end = try_batch(s, "ahead", &better);
    }
    return end;
}

static fit_end run_random(fit *f, const fit_method *self, const double *z) {
    size_t n = (size_t)f->n;
    int batch = f->options->population > 0 ? f->options->population : BATCH;
    search s = {.f = f, .random = f->options->seed, .batch = batch, .radius = first_radius};
    s.z = arena_get(&f->memory, 2 * n * sizeof *s.z);
    s.direction = s.z + n;
    s.trial = arena_get(&f->memory, (size_t)batch * (n + 1) * sizeof *s.trial);
    s.costs = s.trial + (size_t)batch * n;
    (void)self;
    memcpy(s.z, z, n * sizeof *z);
    fit_end end = fit_costs(f, "start", 1, z, &s.cost);
    bool accepted = fit_accepted(f, s.z);
    while (end == FIT_GOES_ON && !accepted && s.radius >= least_radius) {
        end = round_of_search(&s);
        f->answer->iterations++;
        accepted = fit_accepted(f, s.z);
    }
    if (end == FIT_STOPPED || (end == FIT_LIMIT && !accepted)) return end;
    f->answer->how = accepted ? "the criteria of acceptance are met" : "the neighbourhood has shrunk to nothing";
    return FIT_DONE;
}

const fit_method method_random = {
    .type = {"method", "random", "adaptive random search with descent; ends when the criteria of acceptance are met",
             NULL, NULL, 0},
    .evaluations = 1000,
    .run = run_random,
};
