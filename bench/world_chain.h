/* What a bead costs in a long chain: N free spheres in a row, mass 1 kg, k = 1 N/m^1.5 between neighbours, the first one
 * with 1 m/s, solver rodas at its default tolerance. Two chains: "just touching", where the wave that starts at one end is
 * still among the first beads and all other contacts are about to close, and "pressed", where every contact carries a
 * force (neighbours 1 m deep, which is 1 N).
 *
 * All lengths take turns, one window of some steps each, so that a slow spell of the machine falls on all of them. Beads
 * far from the wave do not change its steps: every length takes the same steps, which is checked by the evaluations. */
#ifndef ABUT_BENCH_WORLD_CHAIN_H
#define ABUT_BENCH_WORLD_CHAIN_H

#include <unistd.h>

#include "world_run.h"

enum { CHAIN_LENGTHS = 4, CHAIN_WINDOWS = 10, CHAIN_STEPS = 5, CHAIN_WARM_UP = 5 };
#define CHAIN_TARGET 1.5 /* cost of a bead-step for N = 100,000 over that for N = 1,000 */
static const int CHAIN_N[CHAIN_LENGTHS] = {100, 1000, 10000, 100000};

typedef struct chain {
    int n;
    abut_world *w;
    double build, start; /* s */
    double bytes;        /* of one bead */
    double t;            /* s, at the end */
    long steps, evals;   /* of all windows */
    double window[CHAIN_WINDOWS];
    double best, middle; /* s of one bead-step: fastest and median window */
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

static inline void chain_open(chain *c, int n, double spacing) {
    double memory = chain_resident(), t0 = bench_now();
    *c = (chain){.n = n};
    chain_build(c, spacing);
    double t1 = bench_now();
    if (abut_start(c->w, &(abut_solver_def){.type = "rodas"})) bench_die("chain", abut_world_message(c->w));
    double t2 = bench_now();
    c->build = 1e-9 * (t1 - t0);
    c->start = 1e-9 * (t2 - t1);
    for (int i = 0; i < CHAIN_WARM_UP; i++)
        if (abut_step(c->w)) bench_die("chain", abut_world_message(c->w));
    c->bytes = (chain_resident() - memory) / n;
}

static inline void chain_window(chain *c, int k) {
    abut_run_stats a = abut_read_stats(c->w);
    double t0 = bench_now();
    for (int i = 0; i < CHAIN_STEPS; i++)
        if (abut_step(c->w)) bench_die("chain", abut_world_message(c->w));
    c->window[k] = 1e-9 * (bench_now() - t0) / CHAIN_STEPS / c->n;
    abut_run_stats b = abut_read_stats(c->w);
    c->steps += b.steps - a.steps;
    c->evals += b.rhs_evals - a.rhs_evals;
    c->t = b.t;
}

static inline void chain_json(FILE *f, const chain *c, const char *name, bool last) {
    fprintf(f, "\n    {");
    bench_json_text(f, "chain", name);
    fprintf(f, ", \"beads\": %d, \"steps\": %ld, \"rhs_evals\": %ld", c->n, c->steps, c->evals);
    bench_json_number(f, "build_s", c->build);
    bench_json_number(f, "start_s", c->start);
    bench_json_number(f, "bead_step_s", c->best);
    bench_json_number(f, "median_bead_step_s", c->middle);
    bench_json_number(f, "bead_eval_s", c->best * (double)c->steps / (double)c->evals);
    bench_json_number(f, "bytes_per_bead", c->bytes);
    fprintf(f, last ? "}" : "},");
}

static inline void chain_finish(chain *c) {
    double sorted[CHAIN_WINDOWS];
    memcpy(sorted, c->window, sizeof sorted);
    qsort(sorted, CHAIN_WINDOWS, sizeof sorted[0], bench_compare);
    c->best = sorted[0];
    c->middle = sorted[CHAIN_WINDOWS / 2];
    abut_world_destroy(c->w);
    printf("  %9d %9.4f %9.4f %9ld %9ld %9.4g %12.3f %12.3f %12.1f", c->n, c->build, c->start, c->steps, c->evals, c->t,
           1e6 * c->best, 1e6 * c->middle, 1e9 * c->best * (double)c->steps / (double)c->evals);
    if (c->n >= 1000)
        printf(" %11.0f\n", c->bytes);
    else
        printf(" %11s\n", "-");
}

static inline void chain_lengths(FILE *f, const char *name, double spacing, double target, bool last) {
    chain list[CHAIN_LENGTHS];
    double ratio[CHAIN_WINDOWS];
    printf("\nchain, %s: rodas, default tolerance; fastest and median of %d windows of %d steps\n", name, CHAIN_WINDOWS,
           CHAIN_STEPS);
    printf("  %9s %9s %9s %9s %9s %9s %12s %12s %12s %11s\n", "beads", "build s", "start s", "steps", "evals", "t s",
           "us/bead-step", "median", "ns/bead-eval", "bytes/bead");
    for (int i = CHAIN_LENGTHS; i-- > 0;) chain_open(&list[i], CHAIN_N[i], spacing);
    for (int k = 0; k < CHAIN_WINDOWS; k++)
        for (int i = 0; i < CHAIN_LENGTHS; i++) chain_window(&list[i], k);
    for (int k = 0; k < CHAIN_WINDOWS; k++) ratio[k] = list[3].window[k] / list[1].window[k];
    qsort(ratio, CHAIN_WINDOWS, sizeof ratio[0], bench_compare);
    for (int i = 0; i < CHAIN_LENGTHS; i++) {
        chain_finish(&list[i]);
        chain_json(f, &list[i], name, last && i == CHAIN_LENGTHS - 1);
    }
    double fast = list[3].best / list[1].best;
    printf("bead-step of N = 100,000 over N = 1,000: %.2f (fastest windows), %.2f (median of windows in pairs)", fast,
           ratio[CHAIN_WINDOWS / 2]);
    if (target > 0) printf("; target %.1f: %s", target, fast <= target ? "ok" : "MISSED");
    printf("%s\n", list[3].evals == list[1].evals ? "" : " (evaluations differ)");
}

static inline void chain_run(FILE *f) {
    fprintf(f, ",\n  \"chain\": [");
    chain_lengths(f, "just touching", 100, CHAIN_TARGET, false);
    chain_lengths(f, "pressed", 99, 0, true);
    fprintf(f, "\n  ]");
}

#endif
