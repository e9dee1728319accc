/* A steel ball on a rigid plane, without loss, against the exact solution.
 *
 * Radius R = 0.1 m, density 7800 kg/m^3, E* = 2e11/(2 (1 - 0.09)) Pa, g = 9.81 m/s^2, let go 0.5 m above the plane. While it
 * touches, m h'' = m g - (4/3) E* sqrt(R) h^(3/2). With the energy of that equation the time of one contact is a
 * quadrature; to 30 digits the period is 0.639110407232668405816 s and the height of the centre at 2 s is BALL_HEIGHT.
 * Errors are relative to the height at the start, 0.6 m. */
#ifndef ABUT_BENCH_WORLD_BALL_H
#define ABUT_BENCH_WORLD_BALL_H

#include "world_run.h"

#define BALL_HEIGHT 0.566478607526342897704770 /* m, at 2 s */
#define BALL_GOAL   1e-8
#define BALL_LIMIT  2.0      /* s of processor time per run */
enum { BALL_TARGET = 3000 }; /* evaluations */

static inline abut_world *ball_make(abut_body *ball) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    if (!w) bench_die("out of memory", "ball");
    abut_body ground = abut_add_body(w, &(abut_body_def){.name = "ground", .fixed = true});
    *ball = abut_add_body(w, &(abut_body_def){.name = "ball", .start.r = {0, 0, 0.6}});
    abut_surface skin =
        abut_add_surface(w, *ball,
                         &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 0.1}}},
                                             .material = {.E = 2e11 / (2 * (1 - 0.09)), .density = 7800}});
    abut_surface plane =
        abut_add_surface(w, ground, &(abut_surface_def){.shape = {.type = "plane"}, .material = ABUT_RIGID});
    abut_add_contact(w, plane, skin, &(abut_law_def){.normal = {.type = "hertz"}});
    if (abut_check(w)) bench_die("ball", abut_world_message(w));
    return w;
}

typedef struct ball_best {
    run_def def;
    run_out out; /* rhs_evals 0: none yet */
} ball_best;

static inline void ball_solver(abut_world *w, abut_body ball, const char *solver, bool events, ball_best *best, FILE *f,
                               bool *first) {
    static const double rtol[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12};
    for (size_t i = 0; i < sizeof rtol / sizeof rtol[0]; i++) {
        run_def d = {solver, events, rtol[i], 2.0, BALL_LIMIT};
        run_out o = run_timed(w, &d, &(abut_solver_def){0});
        if (!o.failed[0]) o.error = fabs(abut_read_body(w, ball).r.z - BALL_HEIGHT) / 0.6;
        o.energy /= 4.0 / 3.0 * 3.14159265358979324 * 1e-3 * 7800 * 9.81 * 0.5; /* m g times the fall */
        if (o.error <= BALL_GOAL && (!best->out.rhs_evals || o.rhs_evals < best->out.rhs_evals))
            *best = (ball_best){d, o};
        run_print(&d, &o);
        run_json(f, "ball", &d, &o, first);
        if (o.refused || o.too_long) return;
    }
}

static inline void ball_run(FILE *f) {
    abut_body ball;
    abut_world *w = ball_make(&ball);
    const integrator_type *solver[RUN_SOLVERS];
    int solvers = run_solvers(solver);
    ball_best best = {0};
    bool first = true;
    printf("\nball, 2 s (three bounces); error of the height against the exact solution, over 0.6 m\n");
    run_print_head();
    fprintf(f, ",\n  \"ball\": {\"runs\": [");
    for (int i = 0; i < solvers; i++)
        for (int events = 0; events <= solver[i]->events; events++)
            ball_solver(w, ball, solver[i]->type.name, events, &best, f, &first);
    fprintf(f, "\n  ]");
    if (best.out.rhs_evals) {
        char name[32];
        run_name(&best.def, name, sizeof name);
        printf("fewest evaluations for %.0e: %ld (%s, rtol %.0e, error %.1e); target %d: %s\n", BALL_GOAL,
               best.out.rhs_evals, name, best.def.rtol, best.out.error, BALL_TARGET,
               best.out.rhs_evals <= BALL_TARGET ? "ok" : "MISSED");
        fprintf(f, ", ");
        bench_json_text(f, "best", name);
        bench_json_number(f, "best_rtol", best.def.rtol);
        bench_json_number(f, "best_error", best.out.error);
        fprintf(f, ", \"best_evals\": %ld, \"target_evals\": %d", best.out.rhs_evals, BALL_TARGET);
    } else
        printf("no run reaches %.0e; target %d evaluations: MISSED\n", BALL_GOAL, BALL_TARGET);
    fprintf(f, "}");
    abut_world_destroy(w);
}

#endif
