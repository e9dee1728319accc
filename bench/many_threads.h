/* What a second thread brings: 10,000 spheres in a box from 0.05 to 0.1 s, and a row of 10,000 beads of which every hundredth is struck.
 * The same motion by one thread and by two, slice by slice in turns, again and again: of each slice the least time of the clock counts.
 * Only an idle machine with two cores or more gives figures that mean something; CPU time of two over one is what waiting costs. */
#ifndef ABUT_BENCH_MANY_THREADS_H
#define ABUT_BENCH_MANY_THREADS_H

#include "many_beads.h"
#include "many_spheres.h"

enum { THREADS_SLICES = 40, THREADS_TURNS = 5 };
#define THREADS_TARGET 1.6

static inline double threads_clock(clockid_t which) {
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct threads_case {
    const char *name;
    abut_world *(*make)(void);
    abut_solver_def solver;
    double from, slice; /* s */
} threads_case;

static inline abut_world *threads_spheres(void) { return spheres_make((const int[3]){40, 25, 10}); }
static inline abut_world *threads_beads(void) { return beads_make(10000, 100); }

static inline void threads_turn(const threads_case *c, double wall[2][THREADS_SLICES], double cpu[2]) {
    abut_world *w[2];
    for (int i = 0; i < 2; i++) {
        abut_solver_def solver = c->solver;
        solver.threads = i + 1;
        w[i] = c->make();
        if (abut_start(w[i], &solver) || abut_advance(w[i], c->from)) bench_die(c->name, abut_world_message(w[i]));
    }
    for (int k = 0; k < THREADS_SLICES; k++)
        for (int i = 0; i < 2; i++) {
            double t0 = threads_clock(CLOCK_MONOTONIC), c0 = threads_clock(CLOCK_PROCESS_CPUTIME_ID);
            if (abut_advance(w[i], c->from + c->slice * (k + 1))) bench_die(c->name, abut_world_message(w[i]));
            wall[i][k] = fmin(wall[i][k], threads_clock(CLOCK_MONOTONIC) - t0);
            cpu[i] += threads_clock(CLOCK_PROCESS_CPUTIME_ID) - c0;
        }
    for (int i = 0; i < 2; i++) abut_world_destroy(w[i]);
}

static inline void threads_run(FILE *f) {
    const threads_case cases[] = {
        {"10000 spheres", threads_spheres, {.rtol = 1e-4}, 0.05, 0.05 / THREADS_SLICES},
        {"10000 beads", threads_beads, beads_solver("auto", 1e-4, 0), 10, 30. / THREADS_SLICES},
    };
    printf("\ntwo threads\n  %-14s %10s %10s %8s %14s\n", "", "one, s", "two, s", "times", "CPU two/one");
    fprintf(f, ",\n  \"threads\": [");
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        double wall[2][THREADS_SLICES], cpu[2] = {0, 0}, sum[2] = {0, 0};
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < THREADS_SLICES; k++) wall[i][k] = INFINITY;
        for (int turn = 0; turn < THREADS_TURNS; turn++) threads_turn(&cases[n], wall, cpu);
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < THREADS_SLICES; k++) sum[i] += wall[i][k];
        double times = sum[0] / sum[1];
        printf("  %-14s %10.4f %10.4f %8.2f %14.2f   target %.1f: %s\n", cases[n].name, sum[0], sum[1], times,
               cpu[1] / cpu[0], THREADS_TARGET, times >= THREADS_TARGET ? "ok" : "MISSED");
        fprintf(f, "%s\n    {\"case\": \"%s\"", n ? "," : "", cases[n].name);
        bench_json_number(f, "one_s", sum[0]);
        bench_json_number(f, "two_s", sum[1]);
        bench_json_number(f, "cpu_ratio", cpu[1] / cpu[0]);
        fprintf(f, "}");
    }
    fprintf(f, "\n  ]");
}

#endif
