/* Work against precision: every example with every solver at several tolerances. The reference is the same model at a very
 * tight tolerance; a second solver at that tolerance shows how far the reference can be trusted. At the end the time that
 * each solver needs for a given error, interpolated between the tolerances (both logarithmic). */
#ifndef ABUT_BENCH_WORLD_EXAMPLES_H
#define ABUT_BENCH_WORLD_EXAMPLES_H

#include <glob.h>
#include <libgen.h>

#include "model_report.h"
#include "world_run.h"

#define EXAMPLES_LIMIT           3.0 /* s of processor time per run */
#define EXAMPLES_LIMIT_REFERENCE 6.0

enum { EXAMPLES_TOLERANCES = 4, EXAMPLES_GOALS = 2 };
static const double EXAMPLES_RTOL[EXAMPLES_TOLERANCES] = {1e-4, 1e-6, 1e-8, 1e-10};
static const double EXAMPLES_GOAL[EXAMPLES_GOALS] = {1e-3, 1e-5};

/* Examples that run for long: only their beginning counts here. */
static const struct {
    const char *name;
    double t_end;
} EXAMPLES_SHORT[] = {
    {"10_rattleback", 0.1},
};

typedef struct example {
    const char *name;
    model m;
    double t_end;
    bool known; /* there is a reference */
    run_def reference, second;
    abut_body_state *end;
    run_scales scales;
    double doubt;                            /* difference of the two references; NaN: no second one */
    double cpu[RUN_SOLVERS][EXAMPLES_GOALS]; /* s, for each error; NaN: not reached */
} example;

/* ---- the reference ---- */
/* The first solver that arrives is the reference, the second one its check; the tolerance is relaxed until one does. */
static inline void example_reference(example *e) {
    static const char *const order[] = {"rk", "rodas", "adams", "bdf"};
    e->doubt = NAN;
    for (double rtol = 1e-12; rtol < 1e-8 && !e->known; rtol *= 10)
        for (int i = 0; i < 4; i++) {
            run_def d = {order[i], false, rtol, e->t_end, EXAMPLES_LIMIT_REFERENCE};
            run_scales scales = {0};
            run_out o = run_once(e->m.world, &d, &e->m.solver, &scales);
            if (o.failed[0]) continue;
            if (e->known) {
                e->second = d;
                e->doubt = run_error(e->m.world, e->end, &e->scales);
                return;
            }
            e->known = true;
            e->reference = d;
            e->scales = scales;
            e->end = run_state(e->m.world);
        }
}

static inline void example_print_reference(const example *e) {
    printf("\n%s, %g s", e->name, e->t_end);
    if (!e->known)
        printf("; no reference\n");
    else if (isnan(e->doubt))
        printf("; reference %s %.0e, unchecked\n", e->reference.solver, e->reference.rtol);
    else
        printf("; reference %s %.0e, from which %s differs by %.1e\n", e->reference.solver, e->reference.rtol,
               e->second.solver, e->doubt);
}

/* ---- the runs ---- */
/* Time for an error of `goal`: from there on all tighter tolerances must be below it. */
static inline double example_cost(const run_out *run, int count, double goal) {
    int i = count;
    while (i > 0 && run[i - 1].error <= goal) i--;
    if (i == count) return NAN;
    if (i == 0) return run[0].cpu;
    double part = log(run[i - 1].error / goal) / log(run[i - 1].error / run[i].error);
    return run[i - 1].cpu * pow(run[i].cpu / run[i - 1].cpu, part);
}

static inline void example_solver(example *e, int index, const char *solver, FILE *f, bool *first) {
    run_out run[EXAMPLES_TOLERANCES];
    int count = 0;
    for (int i = 0; i < EXAMPLES_TOLERANCES; i++) {
        run_def d = {solver, false, EXAMPLES_RTOL[i], e->t_end, EXAMPLES_LIMIT};
        run_out o = run_timed(e->m.world, &d, &e->m.solver);
        if (!o.failed[0] && e->known) o.error = run_error(e->m.world, e->end, &e->scales);
        o.energy /= e->scales.energy > 0 ? e->scales.energy : 1;
        run_print(&d, &o);
        run_json(f, e->name, &d, &o, first);
        (void)fflush(stdout);
        if (o.refused || o.too_long) break; /* a tighter tolerance would take even longer */
        if (!o.failed[0]) run[count++] = o;
    }
    for (int g = 0; g < EXAMPLES_GOALS; g++) e->cpu[index][g] = example_cost(run, count, EXAMPLES_GOAL[g]);
}

static inline bool example_open(example *e, const char *path, const char *name) {
    *e = (example){.name = name};
    if (model_read(path, NULL, 0, bench_complain, NULL, &e->m)) return false;
    e->t_end = e->m.t_end > 0 ? e->m.t_end : 1;
    for (size_t i = 0; i < sizeof EXAMPLES_SHORT / sizeof EXAMPLES_SHORT[0]; i++)
        if (!strcmp(name, EXAMPLES_SHORT[i].name)) e->t_end = fmin(e->t_end, EXAMPLES_SHORT[i].t_end);
    return true;
}

static inline void example_run(example *e, FILE *f, bool *first) {
    const integrator_type *solver[RUN_SOLVERS];
    int solvers = run_solvers(solver);
    example_reference(e);
    example_print_reference(e);
    run_print_head();
    for (int i = 0; i < solvers; i++) example_solver(e, i, solver[i]->type.name, f, first);
    free(e->end);
    model_free(&e->m);
}

/* ---- all of them ---- */
static inline void examples_summary(const example *list, int count) {
    const integrator_type *solver[RUN_SOLVERS];
    int solvers = run_solvers(solver);
    for (int g = 0; g < EXAMPLES_GOALS; g++) {
        printf("\nCPU ms for an error of %.0e\n  %-20s", EXAMPLES_GOAL[g], "");
        for (int i = 0; i < solvers; i++) printf(" %9s", solver[i]->type.name);
        for (int k = 0; k < count; k++) {
            printf("\n  %-20s", list[k].name);
            for (int i = 0; i < solvers; i++)
                if (isnan(list[k].cpu[i][g]))
                    printf(" %9s", "-");
                else
                    printf(" %9.2f", 1e3 * list[k].cpu[i][g]);
        }
        printf("\n");
    }
}

static inline void examples_json_references(FILE *f, const example *list, int count) {
    bool first = true;
    fprintf(f, ",\n  \"references\": [");
    for (int i = 0; i < count; i++) {
        const example *e = &list[i];
        if (!e->known) continue;
        fprintf(f, "%s\n    {", first ? "" : ",");
        first = false;
        bench_json_text(f, "model", e->name);
        fprintf(f, ", ");
        bench_json_text(f, "solver", e->reference.solver);
        bench_json_number(f, "rtol", e->reference.rtol);
        fprintf(f, ", ");
        bench_json_text(f, "checked_by", isnan(e->doubt) ? "" : e->second.solver);
        bench_json_number(f, "difference", e->doubt);
        fprintf(f, "}");
    }
    fprintf(f, "\n  ]");
}

static inline void examples_run(const char *folder, const char *filter, FILE *f) {
    char pattern[1024];
    glob_t found = {0};
    bool first = true;
    int count = 0;
    snprintf(pattern, sizeof pattern, "%s/[0-9][0-9]_*/model.yaml", folder);
    if (glob(pattern, 0, NULL, &found)) {
        printf("\nno examples in %s\n", folder);
        return;
    }
    example *list = bench_alloc(found.gl_pathc, sizeof *list);
    char **name = bench_alloc(found.gl_pathc, sizeof *name);
    fprintf(f, ",\n  \"examples\": [");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        snprintf(pattern, sizeof pattern, "%s", found.gl_pathv[i]);
        name[i] = strdup(basename(dirname(pattern)));
        if (filter && !strstr("examples", filter) && !strstr(name[i], filter)) continue;
        if (example_open(&list[count], found.gl_pathv[i], name[i])) example_run(&list[count++], f, &first);
    }
    fprintf(f, "\n  ]");
    examples_json_references(f, list, count);
    if (count) examples_summary(list, count);
    for (size_t i = 0; i < found.gl_pathc; i++) free(name[i]);
    free(name);
    free(list);
    globfree(&found);
}

#endif
