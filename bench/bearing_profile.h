/* Where the time of a step goes: the calls that the solver rodas makes, timed one by one. The linker hands them to the
 * functions below (--wrap); outside of the profile these pass them on. Calls inside of calls count for the outer one. */
#ifndef ABUT_BENCH_BEARING_PROFILE_H
#define ABUT_BENCH_BEARING_PROFILE_H

#include "bearing_tables.h"
#include "multibody/system.h"

#ifdef ABUT_BENCH_WRAP
enum { PART_RHS, PART_LINEARISE, PART_FACTOR, PART_SOLVE, PART_CHART, PART_POWERS, PART_ACCEPT, PARTS };
static const char *const part_name[PARTS] = {"right-hand sides", "linearisation",   "factors",   "solves",
                                             "chart of poses",   "powers (energy)", "acceptance"};
static struct {
    bool on;
    int depth;
    double ns[PARTS], from;
    long calls[PARTS];
} profile;

static inline double wall_ns(void) { /* quicker to ask than the clock of the thread */
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}
static inline void part_in(void) {
    if (profile.on && profile.depth++ == 0) profile.from = wall_ns();
}
static inline void part_out(int part) {
    if (!profile.on || --profile.depth) return;
    profile.ns[part] += wall_ns() - profile.from;
    profile.calls[part]++;
}

/* One function handed over: name, part, declared arguments, arguments. */
#define WRAP(type, name, part, declared, passed)                                                                       \
    type __real_##name declared;                                                                                       \
    type __wrap_##name declared;                                                                                       \
    type __wrap_##name declared {                                                                                      \
        part_in();                                                                                                     \
        type out = __real_##name passed;                                                                               \
        part_out(part);                                                                                                \
        return out;                                                                                                    \
    }
#define WRAP_VOID(name, part, declared, passed)                                                                        \
    void __real_##name declared;                                                                                       \
    void __wrap_##name declared;                                                                                       \
    void __wrap_##name declared {                                                                                      \
        part_in();                                                                                                     \
        __real_##name passed;                                                                                          \
        part_out(part);                                                                                                \
    }
WRAP(abut_status, mb_rhs, PART_RHS, (mb_work * k, double t, const double *y, double *d, double *q), (k, t, y, d, q))
WRAP(abut_status, mb_accelerate, PART_RHS, (mb_work * k, double t, const double *y, const double **a), (k, t, y, a))
WRAP(abut_status, mb_linearise, PART_LINEARISE, (mb_work * k, double t, const double *y, double *d, double *f),
     (k, t, y, d, f))
WRAP(abut_status, mb_factor, PART_FACTOR, (mb_work * k, double alpha), (k, alpha))
WRAP_VOID(mb_newton, PART_SOLVE, (mb_work * k, double *rd, double *ru), (k, rd, ru))
WRAP_VOID(mb_retract, PART_CHART, (const mb_system *s, const double *x0, const double *d, double *x), (s, x0, d, x))
WRAP_VOID(mb_chart_rate, PART_CHART, (const mb_work *k, const double *x, const double *d, const double *u, double *r),
          (k, x, d, u, r))
WRAP_VOID(mb_powers, PART_POWERS, (mb_work * k, double *rate), (k, rate))
WRAP(abut_status, mb_accept, PART_ACCEPT, (mb_work * k, double t, const double *y), (k, t, y))

static inline void profile_case(bearing_out *o, const char *name, const bearing_case *c) {
    abut_world *w = bearing_make(c);
    abut_solver_def solver = bearing_solver(c);
    memset(&profile, 0, sizeof profile);
    double all = 0;
    long steps = 0;
    while (all < 3e8) { /* again and again; without the start */
        if (abut_start(w, &solver)) bench_die(name, abut_world_message(w));
        profile.on = true;
        double from = wall_ns();
        abut_status status = abut_advance(w, solver.t_end);
        all += wall_ns() - from;
        profile.on = false;
        abut_run_stats s = abut_read_stats(w);
        steps += s.steps + s.rejected;
        if (status) bench_die(name, abut_world_message(w));
    }
    abut_world_destroy(w);
    printf("%-34s %8.2f", name, 1e-3 * all / (double)steps);
    fprintf(o->json, "%s\n    {\"us_per_trial_step\": %.4g, ", o->first ? "" : ",", 1e-3 * all / (double)steps);
    bench_json_text(o->json, "case", name);
    o->first = false;
    double rest = all;
    for (int i = 0; i < PARTS; i++) {
        printf(" %6.1f %% %4.1f", 100 * profile.ns[i] / all, (double)profile.calls[i] / (double)steps);
        rest -= profile.ns[i];
        fprintf(o->json, ", \"%s\": %.4g", part_name[i], profile.ns[i] / all);
    }
    printf(" %6.1f %%\n", 100 * rest / all);
    fprintf(o->json, ", \"rest\": %.4g}", rest / all);
}

static inline void bearing_profile(bearing_out *o) {
    printf("\nprofile: part of the time and calls per step (rejected ones included); rest: sums of stages, error, step "
           "size\n"
           "%-34s %8s",
           "", "us/step");
    for (int i = 0; i < PARTS; i++) printf(" %13.13s", part_name[i]);
    printf(" %8s\n", "rest");
    for (int i = 0; i < 6; i++) {
        char name[64];
        bearing_case c = bearing_usual(i > 0, BEARING_SETTLED, i == 2 || i == 5 ? "ellipse" : "point");
        c.window[1] = 0;
        c.cage = i == 4 || i == 5;
        if (i == 3) c.balls = 64;
        snprintf(name, sizeof name, "%d balls, %s, %s%s", c.balls, c.free ? "free" : "driven", c.patch,
                 c.cage ? ", cage" : "");
        profile_case(o, name, &c);
    }
}
#else
static inline void bearing_profile(bearing_out *o) {
    (void)o;
    printf("\nprofile: this linker cannot hand calls over\n");
}
#endif
#endif
