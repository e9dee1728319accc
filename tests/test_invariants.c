/* Invariants of the contact element over the registry: action and reaction, signs, frame invariance, exchange of the bodies,
 * purity. No type is named; a new one is tested by being registered. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/scene.h"
#include "support/suite.h"

static const abut_material steel = ABUT_STEEL, rubber = {1e7, 0.49, 1100, false};

/* A random definition: any surfaces, any laws. */
static abut_element_def any_def(chance *c) {
    static const char *const kinds[] = {"surface", "surface", "normal", "damping", "friction", "track"};
    const abut_choice *pick[6];
    for (int k = 0; k < 6; k++) {
        int count = 0;
        while (example_of(kinds[k], count)) count++;
        pick[k] = example_of(kinds[k], (int)chance_uniform(c, 0, count));
    }
    abut_element_def def = {.a = {.shape = *pick[0], .material = steel},
                            .b = {.shape = *pick[1],
                                  .material = rubber,
                                  .place = {.r = {0.002, 0.001, -0.003}, .q = {0.8, 0.3, 0.1, -0.5}}},
                            .law = {.normal = with_damping(pick[2], pick[3]), .friction = *pick[4], .track = *pick[5]}};
    lubricate(&def.law);
    return def;
}

static void any_velocity(chance *c, abut_element_in *in) {
    double v = chance_uniform(c, 0, 0.5), w = chance_uniform(c, 0, 30);
    in->va = (abut_twist){v3_scale(v, chance_unit(c)), v3_scale(w, chance_unit(c))};
    in->vb = (abut_twist){v3_scale(v, chance_unit(c)), v3_scale(w, chance_unit(c))};
}

/* Runs `test` on many touching scenes. */
static void over_scenes(uint64_t seed, int wanted,
                        void (*test)(chance *c, const abut_element_def *def, const scene *s)) {
    chance c = {seed};
    if (brief()) wanted /= 5;
    for (int done = 0; done < wanted;) {
        abut_element_def def = any_def(&c);
        scene s;
        if (!scene_make(&c, &def, chance_uniform(&c, 1e-5, 2e-2), &s)) continue;
        any_velocity(&c, &s.in);
        test(&c, &def, &s);
        abut_element_destroy(s.e);
        done++;
    }
}

static void describe(const abut_element_def *d, char *text, size_t size) {
    (void)snprintf(text, size, "%s on %s, %s, %s, %s", d->a.shape.type, d->b.shape.type, d->law.normal.type,
                   d->law.friction.type, d->law.track.type);
}

static double larger(vec3 a, vec3 b) { return fmax(v3_norm(a), v3_norm(b)); }

static void signs_and_reaction(chance *c, const abut_element_def *def, const scene *s) {
    (void)c;
    char what[200];
    abut_element_out o = {0};
    describe(def, what, sizeof what);
    ck_assert_msg(scene_eval(s, &s->in, &o) == ABUT_OK, "%s", what);
    ck_assert_msg(o.touching && fabs(o.h - s->h) < 1e-6 * s->h + 1e-12 * s->size, "%s: h", what);
    ck_assert_msg(o.N >= 0 && o.energy >= 0, "%s: N %g", what, o.N);
    ck_assert_msg(o.loss_friction >= -1e-12 * fabs(o.N), "%s: friction gives power %g", what, o.loss_friction);
    /* forces opposite to the last bit; torques balance about any point */
    ck_assert(o.on_a.force.x == -o.on_b.force.x && o.on_a.force.y == -o.on_b.force.y &&
              o.on_a.force.z == -o.on_b.force.z);
    vec3 balance = v3_add(v3_add(o.on_a.torque, o.on_b.torque), v3_cross(v3_sub(s->in.b.r, s->in.a.r), o.on_b.force));
    double scale = larger(o.on_a.torque, o.on_b.torque) + 1e-3 * v3_norm(o.force);
    ck_assert_msg(v3_norm(balance) <= 1e-12 * scale, "%s: torques do not balance", what);
    ck_assert_msg(v3_dot(o.force, o.n) >= 0.999 * o.N - 1e-9, "%s: pulls", what);
}
START_TEST(action_is_reaction_and_signs) { over_scenes(1, 1500, signs_and_reaction); }
END_TEST

/* The wrench power is minus what the contact stores and loses: F . v = -(dU/dt) - losses, at fixed curvature. */
static void power(chance *c, const abut_element_def *def, const scene *s) {
    (void)c;
    char what[200];
    abut_element_out o = {0};
    describe(def, what, sizeof what);
    ck_assert_int_eq(scene_eval(s, &s->in, &o), ABUT_OK);
    double p = v3_dot(o.on_a.force, s->in.va.v) + v3_dot(o.on_a.torque, s->in.va.w) + v3_dot(o.on_b.force, s->in.vb.v) +
               v3_dot(o.on_b.torque, s->in.vb.w);
    double want = -o.N * o.hdot - o.loss_friction;
    double size = v3_norm(o.force) * (v3_norm(s->in.va.v) + v3_norm(s->in.va.w) + v3_norm(s->in.vb.v));
    ck_assert_msg(fabs(p - want) < 1e-11 * size + 1e-13, "%s: power %g, expected %g", what, p, want);
}
START_TEST(power_balances) { over_scenes(2, 600, power); }
END_TEST

/* Moving the whole world leaves the contact as it was. */
static void invariance(chance *c, const abut_element_def *def, const scene *s) {
    char what[200];
    describe(def, what, sizeof what);
    abut_element_out o = {0}, m = {0};
    ck_assert_int_eq(scene_eval(s, &s->in, &o), ABUT_OK);
    abut_quat q = chance_rotation(c);
    mat3 R = m3_of_quat(q);
    vec3 shift = v3_scale(0.5, chance_unit(c));
    abut_element_in in = s->in;
    in.a = (abut_pose){v3_add(shift, m3_mul(R, in.a.r)), quat_mul(q, in.a.q)};
    in.b = (abut_pose){v3_add(shift, m3_mul(R, in.b.r)), quat_mul(q, in.b.q)};
    in.va = (abut_twist){m3_mul(R, in.va.v), m3_mul(R, in.va.w)};
    in.vb = (abut_twist){m3_mul(R, in.vb.v), m3_mul(R, in.vb.w)};
    ck_assert_int_eq(scene_eval(s, &in, &m), ABUT_OK);
    /* rounding of the positions shows as a change of depth: relative to h, times the exponent */
    double loss = 1e-15 / o.h * 100 + 1e-10;
    ck_assert_msg(fabs(m.N - o.N) <= loss * (o.N + v3_norm(o.force)), "%s: N changes by %g", what, m.N / o.N - 1);
    vec3 expected = m3_mul(R, o.force);
    ck_assert_msg(v3_norm(v3_sub(m.force, expected)) < 100 * loss * v3_norm(o.force) + 1e-12, "%s: force turns wrongly",
                  what);
    ck_assert(fabs(m.P - o.P) <= 1e-8 * o.Q && fabs(m.Q - o.Q) <= 1e-8 * o.Q);
}
START_TEST(world_frame_does_not_matter) { over_scenes(3, 600, invariance); }
END_TEST

/* Exchanging the bodies exchanges the wrenches. */
static void exchange(chance *c, const abut_element_def *def, const scene *s) {
    (void)c;
    char what[200];
    describe(def, what, sizeof what);
    abut_element_def back = {.a = def->b, .b = def->a, .law = def->law};
    abut_element_in in = s->in;
    in.a = s->in.b, in.b = s->in.a, in.va = s->in.vb, in.vb = s->in.va;
    scene t = *s;
    if (s->e->b.surface.type->point) { /* a point stands second */
        ck_assert_int_eq(abut_element_create(&back, &t.e, NULL), ABUT_BAD_PAIR);
        return;
    }
    ck_assert_int_eq(abut_element_create(&back, &t.e, NULL), ABUT_OK);
    t.e->memory.points = (abut_track_points){.ra = s->e->memory.points.yb, .yb = s->e->memory.points.ra};
    t.e->memory.tracked = true;
    abut_element_out o = {0}, m = {0};
    ck_assert_int_eq(scene_eval(s, &s->in, &o), ABUT_OK);
    ck_assert_msg(scene_eval(&t, &in, &m) == ABUT_OK, "%s", what);
    ck_assert_msg(fabs(o.N - m.N) < 1e-8 * o.N + 1e-9, "%s: N %g and %g", what, o.N, m.N);
    /* friction summed over a round patch feels its arbitrary principal frame at the error of the quadrature */
    double tolerance = o.Q - o.P < 1e-6 * o.Q ? 1e-3 : 1e-6;
    ck_assert_msg(v3_norm(v3_sub(o.on_a.force, m.on_b.force)) < tolerance * v3_norm(o.force) + 1e-9, "%s: forces",
                  what);
    ck_assert_msg(v3_norm(v3_sub(o.on_a.torque, m.on_b.torque)) <
                      tolerance * larger(o.on_a.torque, o.on_b.torque) + 1e-9,
                  "%s: torques", what);
    abut_element_destroy(t.e);
}
START_TEST(bodies_may_be_exchanged) { over_scenes(4, 600, exchange); }
END_TEST

/* eval leaves no trace and gives the same bits again; the matrices do not change the force. */
static void purity(chance *c, const abut_element_def *def, const scene *s) {
    (void)c, (void)def;
    abut_element_jac jac;
    abut_element_out o = {0}, again = {0}, with = {.jac = &jac};
    unsigned char before[sizeof(element_memory)], after[sizeof(element_memory)];
    abut_element_get_memory(s->e, before);
    ck_assert_int_eq(scene_eval(s, &s->in, &o), ABUT_OK);
    ck_assert_int_eq(scene_eval(s, &s->in, &with), ABUT_OK);
    ck_assert_int_eq(scene_eval(s, &s->in, &again), ABUT_OK);
    abut_element_get_memory(s->e, after);
    ck_assert_mem_eq(before, after, sizeof before);
    ck_assert_mem_eq(&o.on_a, &again.on_a, sizeof o.on_a);
    ck_assert_mem_eq(&o.on_b, &again.on_b, sizeof o.on_b);
    ck_assert(v3_norm(v3_sub(o.force, with.force)) <= 1e-13 * v3_norm(o.force));
    /* a common translation does nothing */
    double worst = 0, scale = 0;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 3; j++) {
            worst = fmax(worst, fabs(jac.K[i][j] + jac.K[i][6 + j]));
            scale = fmax(scale, fabs(jac.K[i][j]));
        }
    ck_assert(worst <= 1e-12 * scale);
}
START_TEST(evaluation_is_pure) { over_scenes(5, 600, purity); }
END_TEST

/* Lifted apart along the normal the contact is open and free of force. */
static void opening(chance *c, const abut_element_def *def, const scene *s) {
    (void)c;
    char what[200];
    describe(def, what, sizeof what);
    abut_element_jac jac;
    abut_element_out o = {0}, open = {.jac = &jac};
    ck_assert_int_eq(scene_eval(s, &s->in, &o), ABUT_OK);
    abut_element_in in = s->in;
    in.b.r = v3_axpy(1.5 * s->h, o.n, in.b.r);
    ck_assert_msg(scene_eval(s, &in, &open) == ABUT_OK, "%s", what);
    ck_assert_msg(fabs(open.h + 0.5 * s->h) < 1e-6 * s->h + 1e-11 * s->size, "%s: gap %g", what, open.h);
    ck_assert(!open.touching && open.mode == 0 && open.N == 0 && v3_norm(open.on_b.force) == 0);
    for (int i = 0; i < 144; i++) ck_assert(jac.K[i / 12][i % 12] == 0 && jac.C[i / 12][i % 12] == 0);
}
START_TEST(open_contacts_carry_nothing) { over_scenes(6, 600, opening); }
END_TEST

/* The inlined common case gives what the registered laws give. */
static void common_case(chance *c, const abut_element_def *def, const scene *s) {
    (void)c;
    char what[200];
    describe(def, what, sizeof what);
    abut_element_out fast = {0}, slow = {0};
    scene general = *s;
    abut_element copy = *s->e; /* the same element, made to take the general path */
    copy.common = false;
    general.e = &copy;
    ck_assert_int_eq(scene_eval(s, &s->in, &fast), scene_eval(&general, &s->in, &slow));
    double force = 1e-13 * v3_norm(slow.force) + 1e-300,
           torque = 1e-13 * larger(slow.on_a.torque, slow.on_b.torque) + 1e-300;
    ck_assert_msg(v3_norm(v3_sub(fast.force, slow.force)) <= force, "%s: force", what);
    ck_assert_msg(v3_norm(v3_sub(fast.on_a.torque, slow.on_a.torque)) <= torque, "%s: torque", what);
    ck_assert_msg(v3_norm(v3_sub(fast.on_b.torque, slow.on_b.torque)) <= torque, "%s: torque", what);
    ck_assert_msg(fabs(fast.loss_normal - slow.loss_normal) <= 1e-12 * fabs(slow.loss_normal) + 1e-13 * slow.N,
                  "%s: loss", what);
    ck_assert_msg(fabs(fast.loss_friction - slow.loss_friction) <= 1e-13 * slow.N, "%s: loss of friction", what);
    ck_assert(fast.mode == slow.mode && fabs(fast.p_max - slow.p_max) <= 1e-13 * slow.p_max &&
              fabs(fast.a - slow.a) <= 1e-13 * slow.a);
}
static int common_seen;
static void common_only(chance *c, const abut_element_def *def, const scene *s) {
    if (!s->e->common) return;
    common_seen++;
    common_case(c, def, s);
}
START_TEST(common_case_is_the_general_one) {
    common_seen = 0;
    over_scenes(7, 8000, common_only);
    ck_assert_int_gt(common_seen, 20);
}
END_TEST

/* The same contact by the code for any processor. Rounding of the positions shows as a change of depth. */
static double worst_kernel;
static void same_number(double is, double want, double scale, double depth, const char *what, const char *which) {
    worst_kernel = fmax(worst_kernel, fabs(is - want) / scale / depth);
    ck_assert_msg(fabs(is - want) <= 1e-12 * depth * scale, "%s: %s: %.17g, baseline %.17g (%g)", what, which, is, want,
                  fabs(is - want) / scale / depth);
}
static void same_matrix(const double is[12][12], const double want[12][12], double depth, const char *what) {
    double all = 0;
    for (int i = 0; i < 144; i++) all = fmax(all, fabs(want[i / 12][i % 12]));
    for (int block = 0; block < 16; block++) { /* parts that cancel leave rounding */
        int row = block / 4 * 3, column = block % 4 * 3;
        double most = 1e-300 + 1e-4 * all;
        for (int i = 0; i < 9; i++) most = fmax(most, fabs(want[row + i / 3][column + i % 3]));
        for (int i = 0; i < 9; i++)
            same_number(is[row + i / 3][column + i % 3], want[row + i / 3][column + i % 3], 100 * most, depth, what,
                        "matrix");
    }
}
static void kernels_agree(chance *c, const abut_element_def *def, const scene *s) {
    (void)c;
    char what[200];
    describe(def, what, sizeof what);
    scene baseline = *s;
    void *memory = malloc(abut_element_memory_size(s->e));
    setenv("ABUT_KERNEL", "baseline", 1);
    ck_assert_str_eq(abut_kernel_name(), BASELINE_KERNEL);
    ck_assert_int_eq(abut_element_create(def, &baseline.e, NULL), ABUT_OK);
    unsetenv("ABUT_KERNEL");
    abut_element_get_memory(s->e, memory);
    abut_element_set_memory(baseline.e, memory);
    abut_element_jac J, K;
    abut_element_out o = {.jac = &J}, p = {.jac = &K};
    ck_assert_int_eq(scene_eval(s, &s->in, &o), scene_eval(&baseline, &s->in, &p));
    double depth = 1 + 0.1 * v3_norm(v3_sub(s->in.b.r, s->in.a.r)) / p.h, force = v3_norm(p.force) + 1e-300,
           torque = larger(p.on_a.torque, p.on_b.torque) + 1e-3 * force;
    same_number(o.N, p.N, force, depth, what, "N");
    same_number(v3_norm(v3_sub(o.force, p.force)), 0, 10 * force, depth, what, "force");
    same_number(v3_norm(v3_sub(o.on_a.torque, p.on_a.torque)), 0, 10 * torque, depth, what, "torque on a");
    same_number(v3_norm(v3_sub(o.on_b.torque, p.on_b.torque)), 0, 10 * torque, depth, what, "torque on b");
    same_matrix(o.jac->K, p.jac->K, depth, what);
    same_matrix(o.jac->C, p.jac->C, depth, what);
    abut_element_destroy(baseline.e);
    free(memory);
}
START_TEST(kernels_give_the_same) {
    worst_kernel = 0;
    over_scenes(11, 1500, kernels_agree);
    printf("kernels_give_the_same: %s against baseline, worst %.1e\n", abut_kernel_name(), worst_kernel);
}
END_TEST

/* Parameter tables are complete: unit, meaning, a default inside the range, examples that are accepted. */
START_TEST(tables_are_complete) {
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
        ck_assert_msg(t->kind && t->name && t->summary && t->examples && t->examples[0].type, "%s has no example",
                      t->name);
        ck_assert_ptr_eq(abut_registry_find(NULL, t->kind, t->name), t);
        for (const abut_param_info *p = t->params; p && p->name; p++) {
            ck_assert_msg(p->unit && p->meaning && strlen(p->meaning) > 5, "%s.%s", t->name, p->name);
            if (p->kind == ABUT_NUMBER && !p->required && !isnan(p->preset))
                ck_assert_msg(p->preset >= p->low && p->preset <= p->high, "%s.%s: default out of range", t->name,
                              p->name);
            if (p->kind == ABUT_WORD || p->kind == ABUT_TYPE) ck_assert(p->words && p->words[0]);
        }
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &action_is_reaction_and_signs,   &power_balances,        &world_frame_does_not_matter,
        &bodies_may_be_exchanged,        &evaluation_is_pure,    &open_contacts_carry_nothing,
        &common_case_is_the_general_one, &kernels_give_the_same, &tables_are_complete};
    return suite_main("invariants", all, sizeof all / sizeof *all);
}
