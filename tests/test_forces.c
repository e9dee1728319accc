/* All registered force elements, with their examples on random motions: derivatives against differences, action =
 * reaction, energy balance, independence of the frame. */
#include <check.h>
#include <math.h>

#include "support/force.h"
#include "support/suite.h"

/* ---- random motions ---- */
static vec3 random_vector(chance *c, double size) { return v3_scale(size * chance_uniform(c, 0.3, 1), chance_unit(c)); }

/* The start pose left by a displacement and a rotation (rad) of the given sizes, with velocities. */
static body_motion moving(chance *c, const abut_pose *start, double away, double turned) {
    abut_pose pose = {v3_add(start->r, random_vector(c, away)),
                      quat_mul(quat_of_vector(random_vector(c, turned)), start->q)};
    body_motion m = still_at(&pose);
    m.v = random_vector(c, 2);
    m.w = random_vector(c, 3);
    return m;
}

static void random_change(chance *c, body_motion *m) {
    m->dr = random_vector(c, 1);
    m->dtheta = random_vector(c, 1);
    m->dv = random_vector(c, 1);
    m->dw = random_vector(c, 1);
}

static force_places random_places(chance *c) {
    return (force_places){.at_a = random_vector(c, 0.3),
                          .at_b = random_vector(c, 0.2),
                          .start_a = {random_vector(c, 1), chance_rotation(c)},
                          .start_b = {random_vector(c, 1), chance_rotation(c)},
                          .mass_b = 2.5,
                          .gravity = {0, 0, -9.81}};
}

static body_motion shifted(const body_motion *m, double h) {
    body_motion s = *m;
    s.r = v3_axpy(h, m->dr, m->r);
    s.v = v3_axpy(h, m->dv, m->v);
    s.w = v3_axpy(h, m->dw, m->w);
    s.R = m3_mulm(m3_of_quat(quat_of_vector(v3_scale(h, m->dtheta))), m->R);
    return s;
}

static pair shift(const pair *p, double h, double t_rate) {
    return (pair){p->t + h * t_rate, shifted(&p->a, h), shifted(&p->b, h)};
}

/* ---- conformance ---- */
typedef void check_fn(const element *e, const pair *p, chance *c);

/* Each check with each example of each force, at several random motions. */
static void for_every_force(check_fn *check) {
    chance c = {12345};
    int found = 0;
    for (size_t i = 0; i < abut_registry_count(abut_world_types()); i++) {
        const abut_type *type = abut_registry_at(abut_world_types(), i);
        if (strcmp(type->kind, "force") != 0) continue;
        ck_assert_msg(type->examples && type->examples->type, "force '%s' has no example", type->name);
        for (const abut_choice *choice = type->examples; choice->type; choice++)
            for (int k = 0; k < 20; k++, found++) {
                force_places places = random_places(&c);
                element e = make(choice, &places);
                pair p = {chance_uniform(&c, 0, 2), moving(&c, &places.start_a, 0.3, 0.8),
                          moving(&c, &places.start_b, 0.3, 0.8)};
                check(&e, &p, &c);
                drop(&e);
            }
    }
    ck_assert_int_gt(found, 0);
}

static void expect_change(const char *name, dvec got, vec3 low, vec3 high, double h, double size) {
    vec3 want = v3_scale(1 / (2 * h), v3_sub(high, low));
    expect_vector(got.d, want, 1e-7 * (size + v3_norm(got.d)), name);
}

static void check_derivatives(const element *e, const pair *p, chance *c) {
    const double h = 1e-5;
    for (int k = 0; k < 6; k++) {
        pair q = *p;
        double rate = k % 2 ? 0 : 1;
        if (k) { /* by time alone in the first round */
            random_change(c, &q.a);
            random_change(c, &q.b);
        }
        pair up = shift(&q, h, rate), down = shift(&q, -h, rate);
        force_out o = eval(e, &q, rate), high = eval(e, &up, 0), low = eval(e, &down, 0);
        double size = v3_norm(o.force_b.v) + v3_norm(o.torque_b.v) + v3_norm(o.torque_a.v);
        expect_change(e->type->type.name, o.force_a, low.force_a.v, high.force_a.v, h, size);
        expect_change(e->type->type.name, o.torque_a, low.torque_a.v, high.torque_a.v, h, size);
        expect_change(e->type->type.name, o.force_b, low.force_b.v, high.force_b.v, h, size);
        expect_change(e->type->type.name, o.torque_b, low.torque_b.v, high.torque_b.v, h, size);
    }
}

START_TEST(derivatives_are_exact) { for_every_force(check_derivatives); }
END_TEST

/* Forces cancel, and so do their moments about the world's origin; a one-body force leaves a alone. */
static void check_reaction(const element *e, const pair *p, chance *c) {
    (void)c;
    force_out o = eval(e, p, 0);
    vec3 about_a = v3_add(o.torque_a.v, v3_cross(p->a.r, o.force_a.v));
    vec3 about_b = v3_add(o.torque_b.v, v3_cross(p->b.r, o.force_b.v));
    double size = v3_norm(o.force_b.v) + v3_norm(about_b);
    ck_assert_double_gt(size, 0);
    if (e->type->bodies == 2) {
        expect_vector(o.force_a.v, v3_neg(o.force_b.v), 1e-14 * size, e->type->type.name);
        expect_vector(about_a, v3_neg(about_b), 1e-13 * size, e->type->type.name);
    } else {
        expect_vector(o.force_a.v, v3(0, 0, 0), 0, e->type->type.name);
        expect_vector(o.torque_a.v, v3(0, 0, 0), 0, e->type->type.name);
    }
}

START_TEST(action_is_reaction) { for_every_force(check_reaction); }
END_TEST

/* energy' = -(power of the wrenches) - loss + power from outside, with energy' by differences along the motion. */
static void check_energy(const element *e, const pair *p, chance *c) {
    (void)c;
    const double h = 1e-5;
    pair q = *p;
    q.a.dr = q.a.v, q.a.dtheta = q.a.w, q.b.dr = q.b.v, q.b.dtheta = q.b.w;
    pair up = shift(&q, h, 1), down = shift(&q, -h, 1);
    force_out o = eval(e, &q, 0);
    double rate = (eval(e, &up, 0).energy - eval(e, &down, 0).energy) / (2 * h);
    double a = v3_dot(o.force_a.v, q.a.v) + v3_dot(o.torque_a.v, q.a.w);
    double b = v3_dot(o.force_b.v, q.b.v) + v3_dot(o.torque_b.v, q.b.w);
    double size = fabs(a) + fabs(b) + o.loss + fabs(o.energy);
    ck_assert_double_ge(o.loss, 0);
    expect_within(rate, o.power - o.loss - a - b, 1e-7 * size, NULL, "energy of %s", e->type->type.name);
}

START_TEST(energy_is_kept) { for_every_force(check_energy); }
END_TEST

/* Moving both bodies as one rigid frame turns the wrenches with it. Forces of the world (in world axes) are left out. */
START_TEST(two_body_forces_do_not_know_the_world) {
    chance c = {99};
    for (size_t i = 0; i < abut_registry_count(abut_world_types()); i++) {
        const abut_type *type = abut_registry_at(abut_world_types(), i);
        if (strcmp(type->kind, "force") != 0 || ((const force_type *)type)->bodies != 2) continue;
        for (const abut_choice *choice = type->examples; choice->type; choice++) {
            force_places places = random_places(&c);
            element e = make(choice, &places);
            pair p = {0.3, moving(&c, &places.start_a, 0.3, 0.8), moving(&c, &places.start_b, 0.3, 0.8)}, q = p;
            mat3 R = m3_of_quat(chance_rotation(&c));
            vec3 r = random_vector(&c, 5), w = random_vector(&c, 2), v = random_vector(&c, 2);
            body_motion *to[2] = {&q.a, &q.b};
            for (int k = 0; k < 2; k++) {
                to[k]->r = v3_add(r, m3_mul(R, to[k]->r));
                to[k]->v = v3_add(v3_add(v, m3_mul(R, to[k]->v)), v3_cross(w, to[k]->r));
                to[k]->w = v3_add(w, m3_mul(R, to[k]->w));
                to[k]->R = m3_mulm(R, to[k]->R);
            }
            force_out one = eval(&e, &p, 0), two = eval(&e, &q, 0);
            double size = v3_norm(one.force_b.v) + v3_norm(one.torque_b.v) + v3_norm(one.torque_a.v);
            expect_vector(two.force_b.v, m3_mul(R, one.force_b.v), 1e-12 * size, type->name);
            expect_vector(two.torque_b.v, m3_mul(R, one.torque_b.v), 1e-12 * size, type->name);
            expect_vector(two.torque_a.v, m3_mul(R, one.torque_a.v), 1e-12 * size, type->name);
            expect_near(two.loss, one.loss, 1e-11, NULL, "loss of %s", type->name);
            drop(&e);
        }
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&derivatives_are_exact, &action_is_reaction, &energy_is_kept,
                                              &two_body_forces_do_not_know_the_world};
    return suite_main("forces", all, sizeof all / sizeof *all);
}
