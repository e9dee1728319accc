/* Chains of n links between two walls, hanging in half a circle and let go out of it: each link is a rod of 1 m on hinges, the
 * last one is hinged to the wall as well, which closes the loop. What a step costs over n; and n four-bar linkages, each a loop of its
 * own. */
#ifndef ABUT_BENCH_MANY_LOOPS_H
#define ABUT_BENCH_MANY_LOOPS_H

#include "world_run.h"

enum { LOOP_LENGTHS = 5 };
#define LOOPS_TARGET 1.3 /* cost of a step, over linear growth from 100 links */
static const int LOOP_N[LOOP_LENGTHS] = {10, 30, 100, 300, 1000};

static inline abut_world *closed_chain(int n) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, -9.81, 0}});
    if (!w) bench_die("out of memory", "loops");
    const double pi = acos(-1), R = 0.5 / sin(0.5 * pi / n); /* n chords of 1 m */
    abut_body before = {0};
    for (int i = 0; i <= n; i++) {
        double a = pi + pi * i / n, b = a + pi / n;
        char name[32];
        abut_vec3 pin = {R * cos(a), R * sin(a), 0};
        abut_body link = {0};
        if (i < n) {
            snprintf(name, sizeof name, "link%d", i);
            abut_vec3 middle = {0.5 * (pin.x + R * cos(b)), 0.5 * (pin.y + R * sin(b)), 0};
            link = abut_add_body(
                w, &(abut_body_def){.name = name, .mass = 1, .inertia = {0.083, 0.083, 0.083}, .start.r = middle});
        }
        snprintf(name, sizeof name, "pin%d", i);
        abut_add_joint(
            w, &(abut_joint_def){
                   .name = name, .type = "revolute", .parent = before, .child = link, .place = {pin, {1, 0, 0, 0}}});
        before = link;
    }
    return w;
}

typedef struct loops_cost {
    int n, constraints;
    long steps, rejected;
    double start, step; /* s */
} loops_cost;

static inline loops_cost loops_measure(int n, double t) {
    loops_cost c = {.n = n};
    abut_world *w = closed_chain(n);
    double t0 = bench_now();
    if (abut_start(w, &(abut_solver_def){.type = "rodas", .rtol = 1e-5, .no_statistics = true}))
        bench_die("loops", abut_world_message(w));
    double t1 = bench_now();
    if (abut_advance(w, t)) bench_die("loops", abut_world_message(w));
    double t2 = bench_now();
    abut_run_stats s = abut_read_stats(w);
    c.start = 1e-9 * (t1 - t0);
    c.step = 1e-9 * (t2 - t1) / (double)(s.steps + s.rejected);
    c.constraints = s.constraints;
    c.steps = s.steps, c.rejected = s.rejected;
    abut_world_destroy(w);
    return c;
}

static inline void loops_run(FILE *f) {
    double base = 0;
    printf("\nclosed chain of n links, rodas, rtol 1e-5: CPU time of a step (an attempt)\n  %6s %6s %6s %6s %9s %11s "
           "%9s\n",
           "links", "rows", "steps", "rej", "start s", "us/step", "us/link");
    fprintf(f, ",\n  \"loops\": [");
    for (int i = 0; i < LOOP_LENGTHS; i++) {
        loops_cost best = loops_measure(LOOP_N[i], 0.5);
        for (int k = 0; k < 2; k++) {
            loops_cost again = loops_measure(LOOP_N[i], 0.5);
            if (again.step < best.step) best = again;
        }
        printf("  %6d %6d %6ld %6ld %9.3f %11.1f %9.2f", best.n, best.constraints, best.steps, best.rejected,
               best.start, 1e6 * best.step, 1e6 * best.step / best.n);
        if (best.n == 100) base = best.step / best.n;
        double growth = base > 0 ? best.step / best.n / base : NAN;
        if (best.n > 100)
            printf("   %.2f times linear from 100; target %.1f: %s", growth, LOOPS_TARGET,
                   growth <= LOOPS_TARGET ? "ok" : "MISSED");
        printf("\n");
        fprintf(f, "%s\n    {\"links\": %d, \"rows\": %d, \"steps\": %ld", i ? "," : "", best.n, best.constraints,
                best.steps);
        bench_json_number(f, "start_s", best.start);
        bench_json_number(f, "step_s", best.step);
        fprintf(f, "}");
    }
    fprintf(f, "\n  ]");
}

#endif
