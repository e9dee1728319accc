/* One run of the bearing of the benchmark: what it costs, and how far its ball forces are from a reference.
 *
 * Ball radius 5 mm, pitch radius 25 mm for 8 balls (in proportion for more), groove radius 5.2 mm, interference 2 um per
 * contact, inner ring at 100 rad/s (the speed of its surface is kept), mu 0.1, E 206 GPa and nu 0.3 on both sides, 7800 kg/m^3,
 * Hertz with Hunt-Crossley damping of 0.3 s/m, gravity. Ring driven: it turns and does nothing else. Ring free: 0.5 kg with only
 * its spin prescribed, 500 N radial and 300 N axial (in proportion to the number of balls). Errors are weighed with
 * rtol x (1 mm, 1 m/s, 200 rad/s). */
#ifndef ABUT_BENCH_BEARING_RUN_H
#define ABUT_BENCH_BEARING_RUN_H

#include "abut/machine/ball_bearing.h"
#include "common.h"

enum { BEARING_REPEATS = 25, BEARING_WINDOWS = 2 };
#define BEARING_SHORT  0.15 /* s of processor time: shorter runs are repeated, up to so much in all */
#define BEARING_LIMIT  40.0 /* s of processor time of one run */
#define BEARING_SAMPLE 1e-3 /* s, between compared forces */

typedef enum bearing_start {
    BEARING_SETTLED, /* in equilibrium */
    BEARING_SUDDEN,  /* as built, the load put on at t = 0 */
    BEARING_STEADY   /* the load ramped in within 20 ms; measured from 0.2 s on */
} bearing_start;

typedef struct bearing_case {
    int balls;
    double v_s, rtol; /* m/s */
    const char *patch, *solver;
    bool free, cage; /* cage: 10 g, and a clearance of 5 um instead of the preload */
    bearing_start start;
    double window[BEARING_WINDOWS]; /* s, measured from the beginning; 0: none */
} bearing_case;

typedef struct bearing_result {
    char failed[200];
    double cpu[BEARING_WINDOWS];   /* s, start included (of BEARING_STEADY: without) */
    double error[BEARING_WINDOWS]; /* largest difference of a ball force to the reference over the largest force */
    double doubt[BEARING_WINDOWS]; /* of the reference: the same between it and one ten times tighter */
    long steps, rejected, evals, jacobians;
} bearing_result;

static inline double bearing_begin(const bearing_case *c) { return c->start == BEARING_STEADY ? 0.2 : 0; }

static inline double bearing_end(const bearing_case *c) { return bearing_begin(c) + fmax(c->window[0], c->window[1]); }

static inline abut_body bearing_ring(abut_world *w, const bearing_case *c, double scale) {
    double m = 0.5 * scale, I = m * 4e-4 * scale * scale;
    abut_body_def d = {.name = "shaft", .fixed = !c->free, .drive = {.given = true, .speed = 100 / scale}};
    if (c->free) {
        d.mass = m;
        d.inertia[0] = d.inertia[1] = 0.6 * I;
        d.inertia[2] = I;
    }
    return abut_add_body(w, &d);
}

static inline abut_world *bearing_make(const bearing_case *c) {
    const abut_material steel = {2.06e11, 0.3, 7800, false};
    const abut_choice damping = {"hunt_crossley", {{.name = "chi", .value = 0.3}}};
    const abut_choice rise = {"ramp", {{.name = "to", .value = 1}, {.name = "duration", .value = 0.02}}};
    double scale = c->balls / 8.0;
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, -9.81, 0}});
    if (!w) bench_die("out of memory", "bearing");
    abut_body housing = abut_add_body(w, &(abut_body_def){.name = "housing", .fixed = true});
    abut_body shaft = bearing_ring(w, c, scale);
    abut_ball_bearing_def d = {.name = "brg",
                               .inner = shaft,
                               .outer = housing,
                               .balls = {c->balls, 0.01, steel},
                               .material = steel,
                               .pitch_diameter = 0.05 * scale,
                               .clearance = -8e-6,
                               .law = {.normal = {"hertz", {{.name = "damping", .choice = &damping}}},
                                       .friction = {"coulomb",
                                                    {{.name = "mu", .value = 0.1},
                                                     {.name = "v_s", .value = c->v_s},
                                                     {.name = "patch", .text = c->patch}}}}};
    if (c->cage) d.clearance = 5e-6, d.cage.mass = 0.01 * scale, d.cage.mu = 0.1;
    abut_add_ball_bearing(w, &d);
    const double force[3] = {0, -500 * scale, 300 * scale};
    abut_force_def f = {.law = {"load", {{.name = "force", .data = force, .count = 3}}}, .b = shaft};
    if (c->start == BEARING_STEADY) f.law.params[1] = (abut_param){.name = "scale", .choice = &rise};
    if (c->free) abut_add_force(w, &f);
    if (abut_check(w)) bench_die("bearing", abut_world_message(w));
    return w;
}

static inline abut_solver_def bearing_solver(const bearing_case *c) {
    return (abut_solver_def){.type = c->solver,
                             .rtol = c->rtol,
                             .t_end = bearing_end(c),
                             .no_statistics = true, /* the cost of the solver alone */
                             .start = c->start == BEARING_SETTLED ? ABUT_START_EQUILIBRIUM : ABUT_START_GIVEN,
                             .atol_position = c->rtol * 1e-3,
                             .atol_velocity = c->rtol,
                             .atol_angle = c->rtol * 0.2,
                             .atol_angular_velocity = c->rtol * 200};
}

static inline int bearing_late(void *user) { /* asks the clock now and then */
    double *watch = user;                    /* deadline, calls */
    return fmod(watch[1]++, 256) == 255 && bench_now() > watch[0];
}

/* One timed run; the world stays at its end. */
static inline bearing_result bearing_once(abut_world *w, const bearing_case *c) {
    bearing_result r = {.error = {NAN, NAN}, .doubt = {NAN, NAN}, .cpu = {NAN, NAN}};
    abut_solver_def solver = bearing_solver(c);
    abut_world_clear_message(w);
    double from = bench_now(), watch[2] = {from + 1e9 * BEARING_LIMIT, 0};
    abut_set_watch(w, bearing_late, watch);
    abut_status status = abut_start(w, &solver);
    if (!status && c->start == BEARING_STEADY) {
        status = abut_advance(w, bearing_begin(c));
        from = bench_now();
    }
    abut_run_stats first = abut_read_stats(w);
    for (int i = 0; !status && i < BEARING_WINDOWS && c->window[i] > 0; i++) {
        status = abut_advance(w, bearing_begin(c) + c->window[i]);
        r.cpu[i] = 1e-9 * (bench_now() - from);
    }
    abut_set_watch(w, NULL, NULL);
    abut_run_stats s = abut_read_stats(w);
    long begun = c->start == BEARING_STEADY ? 1 : 0;
    r.steps = s.steps - begun * first.steps;
    r.rejected = s.rejected - begun * first.rejected;
    r.evals = s.rhs_evals - begun * first.rhs_evals;
    r.jacobians = s.jac_evals - begun * first.jac_evals;
    if (status == ABUT_STOPPED)
        snprintf(r.failed, sizeof r.failed, "after %g s of processor time at t = %.3g s", BEARING_LIMIT, s.t);
    else if (status)
        snprintf(r.failed, sizeof r.failed, "%s", abut_world_message(w));
    return r;
}

/* The fastest of some runs. */
static inline bearing_result bearing_timed(const bearing_case *c) {
    abut_world *w = bearing_make(c);
    double begun = bench_now();
    bearing_result best = bearing_once(w, c);
    for (int i = 1; i < BEARING_REPEATS && !best.failed[0]; i++) {
        double spent = 1e-9 * (bench_now() - begun);
        if (spent * (1 + 1.0 / i) > BEARING_SHORT) break;
        bearing_result o = bearing_once(w, c);
        for (int k = 0; k < BEARING_WINDOWS; k++)
            if (o.cpu[k] < best.cpu[k]) best.cpu[k] = o.cpu[k];
    }
    abut_world_destroy(w);
    return best;
}

/* ---- forces ---- */
typedef struct bearing_record {
    int samples, contacts;
    double *N, most; /* samples x contacts, N; largest */
} bearing_record;

/* Ball forces every millisecond of the measured time; NULL in N: the run failed. */
static inline bearing_record bearing_forces(const bearing_case *c) {
    abut_world *w = bearing_make(c);
    abut_solver_def solver = bearing_solver(c);
    bearing_record r = {.contacts = 2 * c->balls};
    r.samples = (int)lround((bearing_end(c) - bearing_begin(c)) / BEARING_SAMPLE);
    r.N = bench_alloc((size_t)(r.samples * r.contacts), sizeof *r.N);
    abut_status status = abut_start(w, &solver);
    for (int i = 0; !status && i < r.samples; i++) {
        status = abut_advance(w, bearing_begin(c) + (i + 1) * BEARING_SAMPLE);
        for (int k = 0; !status && k < r.contacts; k++) {
            abut_element_out o = {0};
            status = abut_read_contact(w, (abut_contact){k + 1}, &o);
            r.N[i * r.contacts + k] = o.N;
            r.most = fmax(r.most, o.N);
        }
    }
    abut_world_destroy(w);
    if (!status) return r;
    free(r.N);
    r.N = NULL;
    return r;
}

/* Largest difference up to the time t from the beginning, over the largest force. */
static inline double bearing_apart(const bearing_record *a, const bearing_record *b, double t) {
    double worst = 0;
    if (!a->N || !b->N) return NAN;
    for (int i = 0; i < a->samples && (i + 0.5) * BEARING_SAMPLE < t; i++)
        for (int k = 0; k < a->contacts; k++)
            worst = fmax(worst, fabs(a->N[i * a->contacts + k] - b->N[i * a->contacts + k]));
    return worst / b->most;
}

/* Against a run at rtol 1e-9, and that against one at 1e-10. */
static inline void bearing_compare(const bearing_case *c, bearing_result *r) {
    bearing_case tight = *c, tighter = *c;
    tight.rtol = 1e-9, tighter.rtol = 1e-10;
    tight.solver = tighter.solver = "rodas";
    bearing_record is = bearing_forces(c), want = bearing_forces(&tight), better = bearing_forces(&tighter);
    for (int i = 0; i < BEARING_WINDOWS && c->window[i] > 0; i++) {
        r->error[i] = bearing_apart(&is, &want, c->window[i]);
        r->doubt[i] = bearing_apart(&want, &better, c->window[i]);
    }
    free(is.N), free(want.N), free(better.N);
}

#endif
