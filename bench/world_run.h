/* One run of a world with one solver at one tolerance: what it cost, and how far its end is from a reference. Shared by
 * the parts of the benchmark `world`.
 *
 * The error of an end state is the largest, over all bodies, of
 *   |r - r_ref|/L,  |v - v_ref|/V,  angle between q and q_ref (rad),  |w - w_ref|/W
 * where L, V, W are the largest travel, speed and angular velocity of any body in the reference run. Energies are
 * relative to the largest kinetic energy in it. */
#ifndef ABUT_BENCH_WORLD_RUN_H
#define ABUT_BENCH_WORLD_RUN_H

#include "abut/world.h"
#include "base/vec.h"
#include "common.h"
#include "integrate/integrate.h"

enum { RUN_SOLVERS = 16, RUN_SAMPLES = 200, RUN_REPEATS = 15 };
#define RUN_SHORT 0.1 /* s: short runs are repeated for so long at most */

typedef struct run_def {
    const char *solver;
    bool events;
    double rtol, t_end;
    double limit; /* s of processor time */
} run_def;

typedef struct run_out {
    bool refused, too_long; /* the solver cannot run it at all; it took more than the limit */
    char failed[200];       /* "": it reached the end */
    double cpu;             /* s, start included; the fastest where repeated */
    long steps, rejected, rhs_evals, jac_evals;
    double error, energy; /* NaN: not known */
} run_out;

/* ---- solvers: all that are registered ---- */
static inline int run_solvers(const integrator_type *list[RUN_SOLVERS]) {
    int count = 0;
    for (size_t i = 0; i < abut_registry_count(abut_world_types()); i++) {
        const abut_type *t = abut_registry_at(abut_world_types(), i);
        if (!strcmp(t->kind, "solver") && count < RUN_SOLVERS) list[count++] = (const integrator_type *)t;
    }
    return count;
}

static inline void run_name(const run_def *d, char *out, size_t size) {
    snprintf(out, size, "%s%s", d->solver, d->events ? " events" : "");
}

/* ---- running ---- */
typedef struct run_watch {
    double start, limit; /* ns */
    long calls;
    bool late;
} run_watch;

static inline int run_look(void *user) { /* asks the clock now and then: that costs as much as a small step */
    run_watch *w = user;
    if (w->calls++ % 64 == 63) w->late = bench_now() - w->start > w->limit;
    return w->late;
}

/* Largest values met on the way. */
typedef struct run_scales {
    double length, speed, spin, energy;
} run_scales;

static inline void run_measure(const abut_world *w, const abut_vec3 *from, run_scales *s) {
    for (int i = 1; i <= abut_body_count(w); i++) {
        abut_body_state b = abut_read_body(w, (abut_body){i});
        s->length = fmax(s->length, v3_norm(v3_sub(b.r, from[i - 1])));
        s->speed = fmax(s->speed, v3_norm(b.v));
        s->spin = fmax(s->spin, v3_norm(b.w));
    }
    s->energy = fmax(s->energy, abut_read_energy(w).kinetic);
}

static inline abut_status run_sampled(abut_world *w, double t_end, run_scales *s) {
    int bodies = abut_body_count(w);
    abut_vec3 *from = bench_alloc((size_t)bodies, sizeof *from);
    abut_status status = ABUT_OK;
    for (int i = 0; i < bodies; i++) from[i] = abut_read_body(w, (abut_body){i + 1}).r;
    for (int k = 0; !status && k <= RUN_SAMPLES; k++) {
        status = abut_advance(w, k * t_end / RUN_SAMPLES);
        if (!status) run_measure(w, from, s);
    }
    free(from);
    return status;
}

/* Starts anew and runs to the end; the world stays there. scales: NULL, or what to fill on the way. */
static inline run_out run_once(abut_world *w, const run_def *d, const abut_solver_def *base, run_scales *scales) {
    run_out o = {.error = NAN, .energy = NAN};
    abut_solver_def solver = *base;
    run_watch watch = {.start = bench_now(), .limit = 1e9 * d->limit};
    solver.type = d->solver;
    solver.rtol = d->rtol;
    solver.t_end = d->t_end;
    solver.events = d->events;
    abut_world_clear_message(w);
    abut_set_watch(w, run_look, &watch);
    abut_status status = abut_start(w, &solver);
    o.refused = status != ABUT_OK;
    if (!status) status = scales ? run_sampled(w, d->t_end, scales) : abut_advance(w, d->t_end);
    o.cpu = 1e-9 * (bench_now() - watch.start);
    abut_set_watch(w, NULL, NULL);
    abut_run_stats s = abut_read_stats(w);
    if (status == ABUT_STOPPED) {
        o.too_long = true;
        snprintf(o.failed, sizeof o.failed, "after %g s of processor time at t = %.3g s", d->limit, s.t);
    } else if (status)
        snprintf(o.failed, sizeof o.failed, "%s", abut_world_message(w));
    if (o.refused) return o;
    o.steps = s.steps, o.rejected = s.rejected, o.rhs_evals = s.rhs_evals, o.jac_evals = s.jac_evals;
    if (!status) o.energy = fabs(abut_read_energy(w).residual);
    return o;
}

/* The same; a short run is repeated for the sake of the clock. */
static inline run_out run_timed(abut_world *w, const run_def *d, const abut_solver_def *base) {
    run_out best = run_once(w, d, base, NULL);
    double spent = best.cpu;
    for (int i = 1; i < RUN_REPEATS && !best.failed[0] && spent + best.cpu < RUN_SHORT; i++) {
        run_out o = run_once(w, d, base, NULL);
        spent += o.cpu;
        if (!o.failed[0] && o.cpu < best.cpu) best = o;
    }
    return best;
}

/* ---- end states ---- */
static inline abut_body_state *run_state(const abut_world *w) {
    int bodies = abut_body_count(w);
    abut_body_state *s = bench_alloc((size_t)bodies, sizeof *s);
    for (int i = 0; i < bodies; i++) s[i] = abut_read_body(w, (abut_body){i + 1});
    return s;
}

static inline double run_part(abut_vec3 a, abut_vec3 b, double scale) {
    return scale > 0 ? v3_norm(v3_sub(a, b)) / scale : 0;
}

static inline double run_angle(abut_quat a, abut_quat b) { /* small angles: the chord of the unit quaternions, twice */
    double plus = 0, minus = 0;
    const double d[4][2] = {{a.w, b.w}, {a.x, b.x}, {a.y, b.y}, {a.z, b.z}};
    for (int i = 0; i < 4; i++) {
        plus += (d[i][0] + d[i][1]) * (d[i][0] + d[i][1]);
        minus += (d[i][0] - d[i][1]) * (d[i][0] - d[i][1]);
    }
    return 4 * asin(0.5 * fmin(sqrt(2.0), sqrt(fmin(plus, minus))));
}

static inline double run_error(const abut_world *w, const abut_body_state *reference, const run_scales *s) {
    double error = 0;
    for (int i = 1; i <= abut_body_count(w); i++) {
        abut_body_state a = abut_read_body(w, (abut_body){i}), b = reference[i - 1];
        error = fmax(error, run_part(a.r, b.r, s->length));
        error = fmax(error, run_part(a.v, b.v, s->speed));
        error = fmax(error, run_part(a.w, b.w, s->spin));
        if (s->spin > 0) error = fmax(error, run_angle(a.q, b.q));
    }
    return error;
}

/* ---- rows ---- */
static inline void run_print_head(void) {
    printf("  %-13s %6s %9s %9s %9s %9s %10s %9s %9s\n", "solver", "rtol", "steps", "rejected", "evals", "Jacobians",
           "CPU ms", "error", "energy");
}

static inline void run_print(const run_def *d, const run_out *o) {
    char name[32];
    run_name(d, name, sizeof name);
    if (o->refused)
        printf("  %-13s        cannot run it: %s\n", name, o->failed);
    else if (o->failed[0])
        printf("  %-13s %6.0e stopped: %s\n", name, d->rtol, o->failed);
    else
        printf("  %-13s %6.0e %9ld %9ld %9ld %9ld %10.2f %9.1e %9.1e\n", name, d->rtol, o->steps, o->rejected,
               o->rhs_evals, o->jac_evals, 1e3 * o->cpu, o->error, o->energy);
}

static inline void run_json(FILE *f, const char *where, const run_def *d, const run_out *o, bool *first) {
    fprintf(f, "%s\n    {", *first ? "" : ",");
    *first = false;
    bench_json_text(f, "model", where);
    fprintf(f, ", ");
    bench_json_text(f, "solver", d->solver);
    fprintf(f, ", \"events\": %s", d->events ? "true" : "false");
    bench_json_number(f, "rtol", d->rtol);
    bench_json_number(f, "t_end", d->t_end);
    if (o->failed[0]) {
        fprintf(f, ", ");
        bench_json_text(f, o->refused ? "cannot_run" : "stopped", o->failed);
    } else {
        fprintf(f, ", \"steps\": %ld, \"rejected\": %ld, \"rhs_evals\": %ld, \"jac_evals\": %ld", o->steps, o->rejected,
                o->rhs_evals, o->jac_evals);
        bench_json_number(f, "cpu_s", o->cpu);
        bench_json_number(f, "error", o->error);
        bench_json_number(f, "energy_residual", o->energy);
    }
    fprintf(f, "}");
}

#endif
