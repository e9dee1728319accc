/* Tables of the benchmark `bearing`. */
#ifndef ABUT_BENCH_BEARING_TABLES_H
#define ABUT_BENCH_BEARING_TABLES_H

#include "bearing_run.h"

/* Processor seconds per simulated second of a peer that was extended by hand for these contacts, measured once: 8 balls, ring
 * driven, v_s = 1 and 10 mm/s. */
#define PEER_1_MM_S  171.0
#define PEER_10_MM_S 20.0

static const double bearing_pow_1024 = 1024; /* numbers in one pass of the yardstick */

/* ns of one pow(h, 1.5), the yardstick: the fastest of some passes (10 ms in all). */
static inline double bearing_yardstick(void) {
    static double h[1024];
    bench_random random = {88172645463325252u};
    double best = INFINITY;
    for (int i = 0; i < 1024; i++) h[i] = bench_uniform(&random, 1e-6, 1e-3);
    for (int pass = 0; pass < 40; pass++) {
        double from = bench_now(), sum = 0;
        for (int k = 0; k < 20; k++)
            for (int i = 0; i < 1024; i++) sum += pow(h[i], 1.5);
        bench_sink = sum;
        best = fmin(best, (bench_now() - from) / (20 * bearing_pow_1024));
    }
    return best;
}

static inline const char *bearing_start_word(const bearing_case *c) {
    static const char *const word[] = {"equilibrium", "sudden load", "steady"};
    return !c->free && c->start == BEARING_SUDDEN ? "as built" : word[c->start];
}

typedef struct bearing_out {
    FILE *json;
    bool first;
} bearing_out;

static inline void bearing_json(bearing_out *o, const char *table, const bearing_case *c, const bearing_result *r) {
    FILE *f = o->json;
    fprintf(f, "%s\n    {", o->first ? "" : ",");
    o->first = false;
    bench_json_text(f, "table", table);
    fprintf(f, ", \"balls\": %d, \"ring\": \"%s\", \"cage\": %s, ", c->balls, c->free ? "free" : "driven",
            c->cage ? "true" : "false");
    bench_json_text(f, "solver", c->solver);
    fprintf(f, ", ");
    bench_json_text(f, "patch", c->patch);
    fprintf(f, ", ");
    bench_json_text(f, "start", bearing_start_word(c));
    bench_json_number(f, "v_s", c->v_s);
    bench_json_number(f, "rtol", c->rtol);
    if (r->failed[0]) {
        fprintf(f, ", ");
        bench_json_text(f, "stopped", r->failed);
    }
    fprintf(f, ", \"steps\": %ld, \"rejected\": %ld, \"rhs_evals\": %ld, \"jac_evals\": %ld, \"windows\": [", r->steps,
            r->rejected, r->evals, r->jacobians);
    for (int i = 0; i < BEARING_WINDOWS && c->window[i] > 0; i++) {
        fprintf(f, "%s{\"simulated_s\": %g", i ? ", " : "", c->window[i]);
        bench_json_number(f, "cpu_s", r->cpu[i]);
        bench_json_number(f, "real_time_factor", c->window[i] / r->cpu[i]);
        bench_json_number(f, "force_error", r->error[i]);
        bench_json_number(f, "reference_error", r->doubt[i]);
        fprintf(f, "}");
    }
    fprintf(f, "]}");
}

/* ---- everything against everything ---- */
static inline void bearing_row(bearing_out *o, const bearing_case *c) {
    double before = bearing_yardstick();
    bearing_result r = bearing_timed(c);
    double yardstick = 0.5 * (before + bearing_yardstick());
    printf("%5d %-6s %-11s %6g %6.0e", c->balls, c->free ? "free" : "driven", bearing_start_word(c), 1e3 * c->v_s,
           c->rtol);
    if (r.failed[0])
        printf("  %s\n", r.failed);
    else {
        int last = c->window[1] > 0;
        printf(" %9ld %8ld", r.steps, r.rejected);
        for (int i = 0; i < BEARING_WINDOWS; i++)
            if (c->window[i] > 0)
                printf(" %9.1f", c->window[i] / r.cpu[i]);
            else
                printf(" %9s", "");
        double step = r.cpu[last] / (double)r.steps;
        printf(" %9.2f %11.0f\n", 1e6 * step, 1e9 * step / (yardstick * c->balls));
    }
    bearing_json(o, "factors", c, &r);
}

static inline void bearing_factors(bearing_out *o) {
    static const int balls[] = {8, 16, 64};
    static const double v_s[] = {0.1, 0.01, 0.001}, rtol[] = {1e-4, 1e-6};
    printf("\nreal-time factor (simulated s per CPU s), friction in points, rodas; driven: first 0.1 s and 1 s, free: "
           "first 0.1 s "
           "and 2 s\n%5s %-6s %-11s %6s %6s %9s %8s %9s %9s %9s %11s\n",
           "balls", "ring", "start", "v_s mm", "rtol", "steps", "rejected", "first", "whole", "us/step", "pow/ball");
    for (int kind = 0; kind < 4; kind++)
        for (int b = 0; b < 3; b++)
            for (int v = 0; v < 3; v++)
                for (int t = 0; t < 2; t++) {
                    bearing_case c = {.balls = balls[b],
                                      .v_s = v_s[v],
                                      .rtol = rtol[t],
                                      .patch = "point",
                                      .solver = "rodas",
                                      .free = kind > 0,
                                      .start = kind == 0   ? BEARING_SETTLED
                                               : kind == 1 ? BEARING_SETTLED
                                               : kind == 2 ? BEARING_STEADY
                                                           : BEARING_SUDDEN,
                                      .window = {0.1, kind ? 2 : 1}};
                    bearing_row(o, &c);
                }
}

/* ---- targets ---- */
typedef struct bearing_goal {
    const char *name;
    bearing_case c;
    double least[BEARING_WINDOWS]; /* real-time factor */
    double peer;                   /* CPU s per simulated s of the peer; 0: not comparable */
    bool compare;                  /* forces with a tight reference */
} bearing_goal;

static inline const char *bearing_verdict(bool good) { return good ? "ok" : "MISSED"; }

static inline void bearing_goal_row(bearing_out *o, const bearing_goal *g) {
    bearing_result r = bearing_timed(&g->c);
    if (g->compare && !r.failed[0]) bearing_compare(&g->c, &r);
    printf("%-46s", g->name);
    if (r.failed[0]) {
        printf(" %s: MISSED\n", r.failed);
        bearing_json(o, "targets", &g->c, &r);
        return;
    }
    for (int i = 0; i < BEARING_WINDOWS && g->c.window[i] > 0; i++) {
        double factor = g->c.window[i] / r.cpu[i];
        if (i) printf("\n%-46s", "");
        printf(" %5g s %9.1f", g->c.window[i], factor);
        if (g->least[i] > 0)
            printf(" %7g %-6s", g->least[i], bearing_verdict(factor >= g->least[i]));
        else
            printf(" %7s %-6s", "", "");
        if (!isnan(r.error[i]))
            printf(" %9.1e %9.1e %-6s", r.error[i], r.doubt[i], bearing_verdict(r.error[i] <= 1e-3));
        if (g->peer > 0) printf("   peer over this: %.0f", g->peer * factor);
    }
    printf("\n");
    bearing_json(o, "targets", &g->c, &r);
}

static inline bearing_case bearing_usual(bool free, bearing_start start, const char *patch) {
    return (bearing_case){.balls = 8,
                          .v_s = 1e-3,
                          .rtol = 1e-6,
                          .patch = patch,
                          .solver = "rodas",
                          .free = free,
                          .start = start,
                          .window = {free ? 0.1 : 1, free ? 2 : 0}};
}

static inline void bearing_driven_goals(bearing_out *o) {
    static const double v_s[] = {1e-4, 1e-3, 1e-2, 0.1};
    for (int patch = 0; patch < 2; patch++)
        for (int i = 0; i < 4; i++) {
            char name[64];
            bearing_goal g = {.name = name,
                              .c = bearing_usual(false, BEARING_SETTLED, patch ? "ellipse" : "point"),
                              .least = {patch ? 10 : 20},
                              .compare = v_s[i] == 1e-3};
            g.c.v_s = v_s[i];
            snprintf(name, sizeof name, "driven, %s, v_s %g mm/s", g.c.patch, 1e3 * v_s[i]);
            bearing_goal_row(o, &g);
        }
    for (int i = 1; i < 3; i++) { /* balls have to find their places and speeds first: as a peer would run it */
        char name[64];
        bearing_goal g = {.name = name,
                          .c = bearing_usual(false, BEARING_SUDDEN, "point"),
                          .least = {20},
                          .peer = i == 1 ? PEER_1_MM_S : PEER_10_MM_S};
        g.c.v_s = v_s[i];
        snprintf(name, sizeof name, "driven, point, v_s %g mm/s, as built", 1e3 * v_s[i]);
        bearing_goal_row(o, &g);
    }
    bearing_goal bdf = {
        .name = "driven, point, solver bdf", .c = bearing_usual(false, BEARING_SETTLED, "point"), .least = {2}};
    bdf.c.solver = "bdf";
    bearing_goal_row(o, &bdf);
}

static inline void bearing_free_goals(bearing_out *o) {
    static const bearing_start start[] = {BEARING_SETTLED, BEARING_STEADY, BEARING_SUDDEN};
    for (int patch = 0; patch < 2; patch++)
        for (int i = 0; i < 3; i++) {
            char name[64];
            bearing_goal g = {.name = name,
                              .c = bearing_usual(true, start[i], patch ? "ellipse" : "point"),
                              .least = {patch ? 2 : 4, patch ? 4 : 8},
                              .compare = true};
            snprintf(name, sizeof name, "free, %s, %s", g.c.patch, bearing_start_word(&g.c));
            bearing_goal_row(o, &g);
        }
    for (int patch = 0; patch < 2; patch++) { /* chaotic: nothing to compare */
        char name[64];
        bearing_goal g = {
            .name = name, .c = bearing_usual(true, BEARING_SETTLED, patch ? "ellipse" : "point"), .least = {0, 0.5}};
        g.c.cage = true;
        snprintf(name, sizeof name, "free, %s, clearance 5 um, cage", g.c.patch);
        bearing_goal_row(o, &g);
    }
}

static inline void bearing_goals(bearing_out *o) {
    printf("\ntargets: 8 balls, v_s 1 mm/s, rtol 1e-6; force: largest error of a ball force over the largest force, "
           "and that of "
           "its reference\n%-46s %7s %9s %7s %-6s %9s %9s\n",
           "", "time", "factor", "target", "", "force", "reference");
    bearing_driven_goals(o);
    bearing_free_goals(o);
}

/* ---- many balls ---- */
static inline void bearing_sizes(bearing_out *o) {
    printf("\n64 balls over 8 balls, v_s 1 mm/s, rtol 1e-6, friction in points\n%-24s %9s %9s %12s %12s %7s\n", "",
           "steps 8", "steps 64", "CPU of run", "CPU of step", "target");
    for (int kind = 0; kind < 3; kind++) {
        bearing_case c = bearing_usual(kind > 0, kind == 2 ? BEARING_SUDDEN : BEARING_SETTLED, "point");
        bearing_case many = c;
        char name[64];
        int last = kind > 0;
        if (kind == 2) c.window[last] = 0.5;
        many = c;
        many.balls = 64;
        bearing_result few = bearing_timed(&c), r = bearing_timed(&many);
        for (int again = 0; again < 2; again++) { /* in turns: a slow spell of the machine falls on both */
            few.cpu[last] = fmin(few.cpu[last], bearing_timed(&c).cpu[last]);
            r.cpu[last] = fmin(r.cpu[last], bearing_timed(&many).cpu[last]);
        }
        double run = r.cpu[last] / few.cpu[last], step = run * (double)few.steps / (double)r.steps;
        snprintf(name, sizeof name, "%s, %s", c.free ? "free" : "driven", bearing_start_word(&c));
        printf("%-24s %9ld %9ld %12.2f %12.2f %7d %s\n", name, few.steps, r.steps, run, step, 9,
               bearing_verdict(run <= 9 && step <= 9));
        bearing_json(o, "sizes", &c, &few);
        bearing_json(o, "sizes", &many, &r);
    }
}

#endif
