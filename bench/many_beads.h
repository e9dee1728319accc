/* A row of N beads that just touch: mass 1 kg, radius 0.5 m, N = h^1.5 (1 N/m^1.5), the first one at 0.01 m/s. The wave of example 05, in
 * units of its own. For 1000 beads the velocities after 400 s are held against a reference of tolerance 1e-13: error, and CPU time of
 * the run. Then what a step costs for each bead, from 1000 to 100,000. */
#ifndef ABUT_BENCH_MANY_BEADS_H
#define ABUT_BENCH_MANY_BEADS_H

#include "world_run.h"

enum { BEADS_ERROR = 1000, BEADS_RUNS = 3 };
#define BEADS_SPEED  0.01 /* m/s */
#define BEADS_END    400. /* s */
#define BEADS_TARGET 1.5  /* cost of a bead and step at 100,000 over that at 1000 */

/* every: one in so many is struck; 0: the first alone. */
static inline abut_world *beads_make(int n, int every) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}});
    abut_surface before = {0};
    if (!w) bench_die("out of memory", "beads");
    for (int i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "b%d", i);
        abut_body b = abut_add_body(
            w, &(abut_body_def){
                   .name = name,
                   .mass = 1,
                   .inertia = {0.1, 0.1, 0.1},
                   .start = {.r = {i, 0, 0}, .v = {i == 0 || (every && i % every == 0) ? BEADS_SPEED : 0, 0, 0}}});
        abut_surface s = abut_add_surface(
            w, b, &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 0.5}}}, .material = {.E = 3}});
        if (i) abut_add_contact(w, before, s, &(abut_law_def){.normal = {.type = "hertz"}});
        before = s;
    }
    return w;
}

static inline abut_solver_def beads_solver(const char *type, double rtol, int threads) {
    return (abut_solver_def){.type = type,
                             .rtol = rtol,
                             .atol_position = 2 * rtol * BEADS_SPEED,
                             .atol_velocity = rtol * BEADS_SPEED,
                             .atol_angle = 1,
                             .atol_angular_velocity = 1,
                             .threads = threads};
}

typedef struct beads_result {
    double cpu; /* s */
    abut_run_stats stats;
    double v[BEADS_ERROR];
} beads_result;

static inline void beads_advance(int n, const abut_solver_def *solver, double t, beads_result *out) {
    abut_world *w = beads_make(n, 0);
    if (abut_start(w, solver)) bench_die("beads", abut_world_message(w));
    double t0 = bench_now();
    if (abut_advance(w, t)) bench_die("beads", abut_world_message(w));
    out->cpu = 1e-9 * (bench_now() - t0);
    out->stats = abut_read_stats(w);
    for (int i = 0; i < n && i < BEADS_ERROR; i++) out->v[i] = abut_read_body(w, (abut_body){i + 1}).v.x;
    abut_world_destroy(w);
}

static inline double beads_off(const beads_result *a, const beads_result *b) {
    double most = 0;
    for (int i = 0; i < BEADS_ERROR; i++) most = fmax(most, fabs(a->v[i] - b->v[i]));
    return most / BEADS_SPEED;
}

static inline void beads_precision(FILE *f) {
    static beads_result reference, now, least;
    static const double rtol[] = {1e-3, 1e-4, 3e-5, 1e-5, 1e-6};
    abut_solver_def solver = beads_solver("rkn", 1e-13, 1);
    beads_advance(BEADS_ERROR, &solver, BEADS_END, &reference);
    printf("\nrow of %d beads, %g s: largest error of a velocity over %g m/s, CPU time of the run\n  %-8s %8s %10s "
           "%10s %8s %8s\n",
           BEADS_ERROR, BEADS_END, BEADS_SPEED, "solver", "rtol", "error", "CPU s", "steps", "evals");
    fprintf(f, ",\n  \"beads\": [");
    for (size_t i = 0; i < sizeof rtol / sizeof *rtol; i++) {
        solver = beads_solver("auto", rtol[i], 1);
        for (int k = 0; k < BEADS_RUNS; k++) {
            beads_advance(BEADS_ERROR, &solver, BEADS_END, &now);
            if (!k || now.cpu < least.cpu) least = now;
        }
        double error = beads_off(&least, &reference);
        printf("  %-8s %8.0e %10.2e %10.4f %8ld %8ld\n", least.stats.solver, rtol[i], error, least.cpu,
               least.stats.steps, least.stats.rhs_evals);
        fprintf(f, "%s\n    {\"rtol\": %g", i ? "," : "", rtol[i]);
        bench_json_number(f, "error", error);
        bench_json_number(f, "cpu_s", least.cpu);
        fprintf(f, "}");
    }
    fprintf(f, "\n  ]");
}

/* s, of one bead and step, over some steps in the middle of the wave. */
static inline double beads_step(int n, double *per_eval) {
    abut_world *w = beads_make(n, 0);
    abut_solver_def solver = beads_solver("auto", 1e-4, 1);
    if (abut_start(w, &solver) || abut_advance(w, 40)) bench_die("beads", abut_world_message(w));
    double best = INFINITY;
    for (int k = 0; k < 10; k++) {
        abut_run_stats before = abut_read_stats(w);
        double t0 = bench_now();
        if (abut_advance(w, 40 + 4 * (k + 1))) bench_die("beads", abut_world_message(w));
        double t = 1e-9 * (bench_now() - t0);
        abut_run_stats after = abut_read_stats(w);
        double step = t / (double)(after.steps - before.steps) / n;
        if (step < best) best = step, *per_eval = t / (double)(after.rhs_evals - before.rhs_evals) / n;
    }
    abut_world_destroy(w);
    return best;
}

static inline void beads_lengths(FILE *f) {
    static const int N[] = {1000, 10000, 100000};
    double first = 0;
    printf("\n  %8s %14s %14s\n", "beads", "ns/bead-step", "ns/bead-eval");
    fprintf(f, ",\n  \"bead_step\": [");
    for (int i = 0; i < 3; i++) {
        double eval = 0, step = beads_step(N[i], &eval);
        if (!i) first = step;
        printf("  %8d %14.1f %14.1f", N[i], 1e9 * step, 1e9 * eval);
        if (i == 2)
            printf("   %.2f times that of 1000; target %.1f: %s", step / first, BEADS_TARGET,
                   step <= BEADS_TARGET * first ? "ok" : "MISSED");
        printf("\n");
        fprintf(f, "%s\n    {\"beads\": %d", i ? "," : "", N[i]);
        bench_json_number(f, "step_s", step);
        fprintf(f, "}");
    }
    fprintf(f, "\n  ]");
}

static inline void beads_run(FILE *f) {
    beads_precision(f);
    beads_lengths(f);
}

#endif
