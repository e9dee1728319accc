/* What a bead costs in a long chain: N free spheres in a row, mass 1 kg, k = 1 N/m^1.5 between neighbours, the first one
 * with 1 m/s, solver rodas at its default tolerance. Two chains: "just touching", where the wave that starts at one end is
 * still among the first beads and all other contacts are about to close, and "pressed", where every contact carries a
 * force (neighbours 1 m deep, which is 1 N).
 *
 * All lengths take turns, one window of some steps each, so that a slow spell of the machine falls on all of them. The
 * lengths that fit into caches take one more step before, which fills them again. Only windows without rejected steps
 * count, which all have the same number of evaluations. */
#ifndef ABUT_BENCH_WORLD_CHAIN_H
#define ABUT_BENCH_WORLD_CHAIN_H

#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "world_run.h"

enum { CHAIN_LENGTHS = 4, CHAIN_WINDOWS = 25, CHAIN_STEPS = 2, CHAIN_WARM_UP = 5, CHAIN_CACHED = 10000 };
#define CHAIN_TARGET 1.5 /* cost of a bead-step for N = 100,000 over that for N = 1,000 */
static const int CHAIN_N[CHAIN_LENGTHS] = {100, 1000, 10000, 100000};

typedef struct chain {
    int n;
    abut_world *w;
    double build, start;          /* s */
    double bytes;                 /* of one bead */
    double window[CHAIN_WINDOWS]; /* s of one bead-step */
    long evals[CHAIN_WINDOWS];
    double best, middle; /* s of one bead-step: fastest and median of the windows that count */
} chain;

static inline double chain_resident(void) { /* bytes that this process holds in memory */
    long all = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld %ld", &all, &resident) != 2) resident = 0;
    if (f) fclose(f);
    return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

static inline void chain_build(chain *c, double spacing) {
    abut_surface before = {0};
    c->w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}});
    if (!c->w) bench_die("out of memory", "chain");
    for (int i = 0; i < c->n; i++) {
        char name[32];
        snprintf(name, sizeof name, "b%d", i);
        abut_body b = abut_add_body(c->w, &(abut_body_def){.name = name,
                                                           .mass = 1,
                                                           .inertia = {1000, 1000, 1000}, /* 2/5 m R^2 */
                                                           .start = {.r = {spacing * i, 0, 0}, .v = {i == 0, 0, 0}}});
        abut_surface s = abut_add_surface(
            c->w, b,
            &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 50}}}, .material = {.E = 0.3}});
        if (i) abut_add_contact(c->w, before, s, &(abut_law_def){.normal = {.type = "hertz"}});
        before = s;
    }
}

static inline int chain_stop(void *user) {
    int *left = user;
    return (*left)-- <= 0;
}

/* Some steps as a long run would take them, without reading between. */
static inline void chain_steps(const chain *c, int steps) {
    abut_set_watch(c->w, chain_stop, &steps);
    if (abut_advance(c->w, INFINITY) != ABUT_STOPPED) bench_die("chain", abut_world_message(c->w));
    abut_set_watch(c->w, NULL, NULL);
}

static inline void chain_open(chain *c, int n, double spacing) {
#if defined(__GLIBC__)
    malloc_trim(0); /* so that what follows is not made of what was left */
#endif
    double memory = chain_resident(), t0 = bench_now();
    *c = (chain){.n = n};
    chain_build(c, spacing);
    double t1 = bench_now();
    if (abut_start(c->w, &(abut_solver_def){.type = "rodas"})) bench_die("chain", abut_world_message(c->w));
    double t2 = bench_now();
    c->build = 1e-9 * (t1 - t0);
    c->start = 1e-9 * (t2 - t1);
    chain_steps(c, CHAIN_WARM_UP);
    c->bytes = (chain_resident() - memory) / n;
}

static inline void chain_window(chain *c, int k) {
    if (c->n <= CHAIN_CACHED) chain_steps(c, 1);
    long before = abut_read_stats(c->w).rhs_evals;
    double t0 = bench_now();
    chain_steps(c, CHAIN_STEPS);
    c->window[k] = 1e-9 * (bench_now() - t0) / CHAIN_STEPS / c->n;
    c->evals[k] = abut_read_stats(c->w).rhs_evals - before;
}

/* Fastest and median of the windows with that many evaluations; returns how many there are. */
static inline int chain_figures(chain *c, long evals) {
    double kept[CHAIN_WINDOWS];
    int count = 0;
    for (int k = 0; k < CHAIN_WINDOWS; k++)
        if (c->evals[k] == evals) kept[count++] = c->window[k];
    qsort(kept, (size_t)count, sizeof kept[0], bench_compare);
    c->best = count ? kept[0] : NAN;
    c->middle = count ? kept[count / 2] : NAN;
    return count;
}

/* Median of b/a over the windows in which both did the same work at nearly the same time. */
static inline double chain_pairs(const chain *a, const chain *b) {
    double ratio[CHAIN_WINDOWS];
    int count = 0;
    for (int k = 0; k < CHAIN_WINDOWS; k++)
        if (a->evals[k] == b->evals[k]) ratio[count++] = b->window[k] / a->window[k];
    qsort(ratio, (size_t)count, sizeof ratio[0], bench_compare);
    return count ? ratio[count / 2] : NAN;
}

static inline void chain_print(const chain *c, int windows, long evals) {
    printf("  %7d %8.4f %8.4f %8d %13.3f %8.3f %13.1f", c->n, c->build, c->start, windows, 1e6 * c->best,
           1e6 * c->middle, 1e9 * c->best * CHAIN_STEPS / (double)evals);
    if (c->n >= 1000)
        printf(" %11.0f\n", c->bytes);
    else
        printf(" %11s\n", "-"); /* a few pages */
}

static inline void chain_json(FILE *f, const chain *c, const char *name, int windows, long evals, bool *first) {
    fprintf(f, "%s\n    {", *first ? "" : ",");
    *first = false;
    bench_json_text(f, "chain", name);
    fprintf(f, ", \"beads\": %d, \"windows\": %d, \"steps\": %d, \"rhs_evals\": %ld", c->n, windows, CHAIN_STEPS,
            evals);
    bench_json_number(f, "build_s", c->build);
    bench_json_number(f, "start_s", c->start);
    bench_json_number(f, "bead_step_s", c->best);
    bench_json_number(f, "median_bead_step_s", c->middle);
    if (c->n >= 1000) bench_json_number(f, "bytes_per_bead", c->bytes);
    fprintf(f, "}");
}

/* Returns the cost of a bead-step of the longest chain over that for 1,000 beads. */
static inline double chain_lengths(FILE *f, const char *name, double spacing, double target, bool *first) {
    chain list[CHAIN_LENGTHS];
    long evals = 1000000;
    for (int i = CHAIN_LENGTHS; i-- > 0;) chain_open(&list[i], CHAIN_N[i], spacing);
    for (int k = 0; k < CHAIN_WINDOWS; k++)
        for (int i = 0; i < CHAIN_LENGTHS; i++) {
            chain_window(&list[i], k);
            if (list[i].evals[k] < evals) evals = list[i].evals[k];
        }
    printf("\nchain, %s: rodas, default tolerance; windows of %d steps with %ld evaluations\n", name, CHAIN_STEPS,
           evals);
    printf("  %7s %8s %8s %8s %13s %8s %13s %11s\n", "beads", "build s", "start s", "windows", "us/bead-step", "median",
           "ns/bead-eval", "bytes/bead");
    for (int i = 0; i < CHAIN_LENGTHS; i++) {
        int windows = chain_figures(&list[i], evals);
        chain_print(&list[i], windows, evals);
        chain_json(f, &list[i], name, windows, evals, first);
        abut_world_destroy(list[i].w);
    }
    double fast = list[3].best / list[1].best;
    printf("bead-step of 100,000 beads over 1,000: %.2f (fastest windows), %.2f (median of windows in pairs)", fast,
           chain_pairs(&list[1], &list[3]));
    if (target > 0) printf("; target %.1f: %s", target, fast <= target ? "ok" : "MISSED");
    printf("\n");
    return fast;
}

static inline void chain_run(FILE *f) {
    bool first = true;
    fprintf(f, ",\n  \"chain\": {\"lengths\": [");
    double touching = chain_lengths(f, "just touching", 100, CHAIN_TARGET, &first);
    double pressed = chain_lengths(f, "pressed", 99, 0, &first);
    fprintf(f, "\n  ]");
    bench_json_number(f, "ratio_100000_to_1000_just_touching", touching);
    bench_json_number(f, "ratio_100000_to_1000_pressed", pressed);
    bench_json_number(f, "target_ratio_just_touching", CHAIN_TARGET);
    fprintf(f, "}");
}

#endif
