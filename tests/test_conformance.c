/* Conformance: what every registered type must satisfy. No type is named here; a new one is tested by being registered. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/jacobian.h"
#include "support/scene.h"
#include "support/suite.h"

static const abut_material steel = ABUT_STEEL;

static abut_element_def plain(const abut_choice *a, const abut_choice *b) {
    return (abut_element_def){
        .a = {.shape = *a, .material = steel, .place = {.r = {0.003, -0.002, 0.001}, .q = {0.9, 0.1, -0.3, 0.2}}},
        .b = {.shape = *b, .material = steel}};
}

static void random_velocities(chance *c, abut_element_in *in, double speed, double spin) {
    in->va = (abut_twist){v3_scale(speed, chance_unit(c)), v3_scale(spin, chance_unit(c))};
    in->vb = (abut_twist){v3_scale(speed, chance_unit(c)), v3_scale(spin, chance_unit(c))};
}

/* Velocities away from the kinks of laws (no approach speed, released contact), where one-sided derivatives differ. */
static void smooth_velocities(chance *c, scene *s, double speed, double spin) {
    abut_element_out o;
    do {
        random_velocities(c, &s->in, speed, spin);
        o = (abut_element_out){0};
        if (scene_eval(s, &s->in, &o)) return;
    } while (fabs(o.hdot) < 0.05 * speed || o.N == 0);
}

typedef struct tally {
    int states, kinks;
    double worst;
} tally;

static double scene_error(const scene *s, double part, double velocity_step, const char *what) {
    abut_element_jac jac;
    abut_element_out o = {.jac = &jac};
    ck_assert_msg(scene_eval(s, &s->in, &o) == ABUT_OK, "%s: %s", what, "state not evaluated");
    ck_assert_msg(fabs(o.h - s->h) < 1e-9 * s->size + 1e-6 * s->h, "%s: h %g instead of %g", what, o.h, s->h);
    return jacobian_error(s, o.N, part, velocity_step, &jac);
}

/* Makes a state and compares; false if the pair has none. Where the differences straddle a kink of a law or a knot of a
 * spline they are not a derivative: such a state may be replaced by another, twice in a row at most and rarely. */
static bool check_jacobian(chance *c, const abut_element_def *def, double speed, double spin, const char *what,
                           tally *t) {
    double error = 1;
    for (int tries = 0; tries < 3 && error >= 1e-6; tries++) {
        scene s;
        if (!scene_make(c, def, 1e-3, &s)) return false;
        smooth_velocities(c, &s, speed, spin);
        error = scene_error(&s, 3e-3, 1e-4, what);
        t->kinks += error >= 1e-6;
        abut_element_destroy(s.e);
    }
    ck_assert_msg(error < 1e-6, "%s: matrices off by %g", what, error);
    t->worst = fmax(t->worst, error);
    t->states++;
    return true;
}

static void report(const char *name, const tally *t) {
    printf("%s: %d states, worst %.1e, %d on a kink\n", name, t->states, t->worst, t->kinks);
    ck_assert_int_le(100 * t->kinks, t->states + (brief() ? 100 : 0));
}

/* The first normal law from `start` on that the pair takes; that one if none does. */
static const abut_choice *fitting_normal(const abut_element_def *def, int start) {
    const abut_choice *law;
    abut_element *e;
    for (int n = start; (law = example_of("normal", n)); n++) {
        abut_element_def tried = *def;
        tried.law.normal = *law;
        if (abut_element_create(&tried, &e, NULL)) continue;
        abut_element_destroy(e);
        return law;
    }
    return example_of("normal", start);
}

/* every pair of surfaces: matrices against differences, in approaching, separating and sliding states */
START_TEST(jacobians_of_pairs) {
    chance c = {12345};
    const abut_choice *a, *b;
    tally t = {0};
    for (int i = 0; (a = example_of("surface", i)); i++)
        for (int j = brief() ? i % 3 : 0; (b = example_of("surface", j)); j += brief() ? 3 : 1)
            for (int repeat = 0; repeat < 3; repeat++) {
                abut_element_def def = plain(a, b);
                const abut_choice *friction = example_of("friction", 1 + repeat);
                if (friction) def.law.friction = *friction;
                if (friction) lubricate(&def.law);
                def.law.normal = *fitting_normal(&def, 1);
                if (for_rollers(&def.law.normal)) break; /* test_lubricated.c */
                char what[120];
                (void)snprintf(what, sizeof what, "%s %d on %s %d, try %d", a->type, i, b->type, j, repeat);
                if (!check_jacobian(&c, &def, repeat == 0 ? 0.02 : 0.3, repeat == 0 ? 0.5 : 20, what, &t)) break;
            }
    report("jacobians_of_pairs", &t);
    ck_assert_int_gt(t.states, brief() ? 90 : 300);
}
END_TEST

static abut_law_def law_of(const abut_choice *normal, const abut_choice *damping, const abut_choice *friction,
                           const abut_choice *track) {
    abut_law_def law = {.normal = with_damping(normal, damping), .friction = *friction, .track = *track};
    lubricate(&law);
    return law;
}

/* Some do not: a lubricated contact has no states of its own. */
static bool work_together(const abut_law_def *law) {
    const abut_choice plane = {.type = "plane"}, ball = {"sphere", {{.name = "radius", .value = 0.01}}};
    abut_element_def def = plain(&plane, &ball);
    abut_element *e;
    def.law = *law;
    if (abut_element_create(&def, &e, NULL)) return false;
    abut_element_destroy(e);
    return true;
}

/* every law with every damping, friction and tracking method, each on a pair drawn by lot */
START_TEST(jacobians_of_laws) {
    chance c = {777};
    const abut_choice *normal, *damping, *friction, *track;
    int surfaces = 0;
    tally all = {0};
    while (example_of("surface", surfaces)) surfaces++;
    for (int n = 0; (normal = example_of("normal", n)); n++) {
        if (for_rollers(normal)) continue; /* test_lubricated.c */
        for (int d = 0; (damping = example_of("damping", d)); d++)
            for (int f = brief() ? (n + d) % 2 : 0; (friction = example_of("friction", f)); f += brief() ? 2 : 1)
                for (int t = brief() ? (n + f / 2) % 2 : 0; (track = example_of("track", t)); t += brief() ? 2 : 1) {
                    const abut_law_def law = law_of(normal, damping, friction, track);
                    bool made = !work_together(&law);
                    for (int tries = 0; tries < 50 && !made; tries++) {
                        int i = (int)chance_uniform(&c, 0, surfaces), j = (int)chance_uniform(&c, 0, surfaces);
                        abut_element_def def = plain(example_of("surface", i), example_of("surface", j));
                        def.law = law;
                        char what[160];
                        (void)snprintf(what, sizeof what, "%s on %s: %s, %s, %s, %s", def.a.shape.type,
                                       def.b.shape.type, normal->type, damping->type, friction->type, track->type);
                        made = check_jacobian(&c, &def, 0.1, 5, what, &all);
                    }
                    ck_assert(made);
                }
    }
    report("jacobians_of_laws", &all);
}
END_TEST

/* ---- laws that remember ---- */

/* Poses go on by dt with the velocities of the input. */
static abut_element_in go_on(const abut_element_in *in, double dt) {
    abut_element_in next = *in;
    next.t += dt;
    next.a.r = v3_axpy(dt, in->va.v, in->a.r);
    next.b.r = v3_axpy(dt, in->vb.v, in->b.r);
    next.a.q = quat_mul(quat_of_vector(v3_scale(dt, in->va.w)), in->a.q);
    next.b.q = quat_mul(quat_of_vector(v3_scale(dt, in->vb.w)), in->b.q);
    return next;
}

/* Accepts the state, moves on and accepts again, so that something is remembered; then moves once more. The bodies slip over
 * each other at about `speed` and keep their approach. */
static bool live_through(chance *c, scene *s, double speed) {
    /* far more than the steps of the differences; where it shall slip, more than springs take */
    const double dt = (speed > 1 ? 0.5 : 0.05) * s->h / speed;
    bool hold = s->e->hold;
    s->e->hold = false; /* the contact closes */
    abut_element_out o = {0};
    s->in.va = (abut_twist){v3_scale(speed, chance_unit(c)), v3_scale(10 * speed, chance_unit(c))};
    s->in.vb = s->in.va;
    s->in.vb.w = v3_add(s->in.va.w, v3_scale(speed, chance_unit(c)));
    if (scene_eval(s, &s->in, &o)) return false;
    vec3 slip = v3_scale(speed * chance_uniform(c, 0.5, 1), v3_unit(v3_cross(o.n, chance_unit(c))));
    vec3 own = v3_sub(o.slip, v3_scale(o.hdot, o.n)); /* velocity of B over A so far */
    s->in.vb.v = v3_add(s->in.vb.v, v3_sub(slip, own));
    for (int i = 0; i < 2; i++) {
        if (abut_element_accept(s->e, &s->in)) return false;
        s->e->hold = hold;
        s->in = go_on(&s->in, dt);
    }
    o = (abut_element_out){0};
    if (scene_eval(s, &s->in, &o) || !(o.N > 0)) return false;
    s->h = o.h;
    return true;
}

static bool remembers(const abut_choice *friction) {
    return ((const abut_friction_type *)abut_registry_find(NULL, "friction", friction->type))->commit != NULL;
}

/* One state with memory; which mode it was in goes into *mode. False: no state found. */
static bool check_memory(chance *c, const abut_element_def *def, double speed, bool hold, int *mode, tally *t) {
    double error = 1;
    char what[160];
    for (int tries = 0; tries < 3 && error >= 1e-6; tries++) {
        scene s;
        if (!scene_make(c, def, 1e-3, &s)) return false;
        s.e->hold = hold;
        bool lived = live_through(c, &s, speed);
        abut_element_out o = {0};
        if (lived) (void)scene_eval(&s, &s.in, &o);
        *mode = o.mode;
        (void)snprintf(what, sizeof what, "%s on %s: %s, %s at %g m/s%s, mode %d", def->a.shape.type, def->b.shape.type,
                       def->law.normal.type, def->law.friction.type, speed, hold ? ", held" : "", o.mode);
        if (lived) error = scene_error(&s, 5e-4, 2e-3 * speed, what);
        t->kinks += lived && error >= 1e-6;
        abut_element_destroy(s.e);
        if (!lived) return false;
    }
    ck_assert_msg(error < 1e-6, "%s: matrices off by %g", what, error);
    t->worst = fmax(t->worst, error);
    t->states++;
    return true;
}

/* friction that remembers, with something remembered: every pair of surfaces, slow (it sticks) and fast (it slips), modes
 * found by the law or held by the integrator */
START_TEST(jacobians_with_memory) {
    chance c = {4711};
    const abut_choice *a, *b, *friction;
    tally t = {0};
    int seen[2][3] = {{0}}, mode; /* held, mode */
    for (int f = 0; (friction = example_of("friction", f)); f++)
        for (int i = 0; remembers(friction) && (a = example_of("surface", i)); i++)
            for (int j = brief() ? i % 5 : 0; (b = example_of("surface", j)); j += brief() ? 5 : 1)
                for (int kind = (i + j) % 2; kind < 4; kind += 2) { /* held or not in turn, slow and fast */
                    abut_element_def def = plain(a, b);
                    def.law.friction = *friction;
                    def.law.normal = *fitting_normal(&def, kind % 2);
                    if (!check_memory(&c, &def, kind < 2 ? 0.002 : 5, kind % 2, &mode, &t)) continue;
                    seen[kind % 2][mode]++;
                }
    report("jacobians_with_memory", &t);
    for (int held = 0; held < 2; held++)
        for (mode = 1; mode <= 2; mode++) ck_assert_int_gt(seen[held][mode], brief() ? 40 : 200);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&jacobians_of_pairs, &jacobians_of_laws, &jacobians_with_memory};
    return suite_main("conformance", all, sizeof all / sizeof *all);
}
