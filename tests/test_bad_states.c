/* Bad and extreme states: a recoverable status and no wrench, or finite numbers that are right. */
#include <check.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"
#include "support/laws.h"
#include "support/shapes.h"
#include "support/suite.h"

/* ---- states --------------------------------------------------------------------------------------------------------------- */
typedef struct scene {
    abut_element *e;
    abut_element_in in;
    double state[16];
} scene;

/* Two surfaces on the z axis, the upper one at `height`, tracked by a named method (NULL: the default one). */
static void setup(scene *s, const abut_choice *a, const abut_choice *b, const char *track, double height) {
    abut_element_def def = pair_of(a, b);
    abut_message m;
    def.law.track.type = track;
    def.law.normal = (abut_choice){"hertz", {{.name = "damping", .value = 0.1}}};
    def.law.friction = (abut_choice){"coulomb", {{.name = "mu", .value = 0.1}, {.name = "patch", .text = "ellipse"}}};
    memset(s, 0, sizeof *s);
    ck_assert_msg(abut_element_create(&def, &s->e, &m) == ABUT_OK, "%s", m.text);
    s->in.b.r.z = height;
    s->in.vb.v.x = 0.1;
    ck_assert(abut_element_states(s->e) <= sizeof s->state / sizeof s->state[0]);
    if (abut_element_states(s->e)) {
        ck_assert_int_eq(abut_element_start(s->e, &s->in, s->state), ABUT_OK);
        s->in.state = s->state;
    }
}

static bool all_finite(const double *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* Evaluates with everything asked for. Fine: every number is finite. Otherwise: recoverable, and no wrench. */
static abut_status evaluate(const scene *s, abut_element_out *out) {
    static abut_element_jac jac;
    double rate[16] = {0};
    *out = (abut_element_out){.want_frame = true, .jac = &jac, .state_rate = rate};
    abut_status status = abut_element_eval(s->e, &s->in, out);
    size_t numbers = (offsetof(abut_element_out, want_frame) - offsetof(abut_element_out, h)) / sizeof(double);
    ck_assert_int_ge(status, 0);
    if (status == ABUT_OK) {
        ck_assert(all_finite(&out->h, numbers));
        ck_assert(all_finite(&jac.K[0][0], sizeof jac / sizeof(double)));
        ck_assert(all_finite(rate, sizeof rate / sizeof rate[0]));
        ck_assert(out->N >= 0);
    } else {
        const double *w = &out->on_a.force.x;
        for (int i = 0; i < 12; i++) ck_assert_msg(w[i] == 0, "status %d, wrench[%d] = %g", status, i, w[i]);
        ck_assert(out->N == 0 && !out->touching);
    }
    out->jac = NULL;
    out->state_rate = NULL;
    return status;
}

/* pairs with and without a closed form, by every tracking method */
static const struct {
    const abut_choice *a, *b;
    double height; /* touching, 1 um deep */
} pairs[] = {
    {&plane, &ball, 0.01 - 1e-6}, {&egg, &ball, 0.025 - 1e-6}, {&plane, &egg, 0.015 - 1e-6}, {&egg, &egg, 0.03 - 1e-6}};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };
static const char *const tracks[] = {NULL, "reduced", "full", "differential"};
enum { TRACKS = sizeof tracks / sizeof tracks[0] };

START_TEST(states_that_are_not_finite) {
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int p = 0; p < PAIRS; p++)
        for (int t = 0; t < TRACKS; t++) {
            scene s;
            abut_element_out o;
            double unused[16];
            setup(&s, pairs[p].a, pairs[p].b, tracks[t], pairs[p].height);
            ck_assert_int_eq(evaluate(&s, &o), ABUT_OK);
            ck_assert(o.touching && fabs(o.h - 1e-6) < 1e-12);
            for (int i = 0; i < 26; i++) /* every number of the two poses and twists */
                for (int k = 0; k < 3; k++) {
                    scene changed = s;
                    if (s.in.state) changed.in.state = changed.state;
                    (&changed.in.a.r.x)[i] = bad[k];
                    ck_assert_int_eq(evaluate(&changed, &o), ABUT_NOT_FINITE);
                    ck_assert_int_eq(abut_element_accept(s.e, &changed.in), ABUT_NOT_FINITE);
                    ck_assert_int_eq(abut_element_start(s.e, &changed.in, unused), ABUT_NOT_FINITE);
                }
            ck_assert_int_eq(evaluate(&s, &o), ABUT_OK); /* no refused state has left a trace */
            ck_assert(fabs(o.h - 1e-6) < 1e-12);
            abut_element_destroy(s.e);
        }
}
END_TEST

/* the element's own states: missing, not finite, absurd */
START_TEST(own_states) {
    double bad[11 + 160] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 0, -1, 5e-324, 1e40, -1e40, 1e-40};
    for (int b = 0; b < 160; b++) bad[11 + b] = pow(10, -2.0 * b); /* the fuzzer found one where only p_max overflows */
    static const char *const forms[] = {"paper", "ln_beta"};
    for (int k = 0; k < 2; k++) {
        abut_element_def def = pair_of(&egg, &ball);
        scene s = {0};
        abut_message m;
        abut_element_out o = {0};
        def.law.track.type = "differential";
        def.law.normal = (abut_choice){"hertz_differential", {{.name = "form", .text = forms[k]}}};
        ck_assert_msg(abut_element_create(&def, &s.e, &m) == ABUT_OK, "%s", m.text);
        size_t n = abut_element_states(s.e);
        s.in.b.r.z = 0.025 - 1e-6;
        ck_assert_int_eq(abut_element_eval(s.e, &s.in, &o), ABUT_BAD_VALUE);
        ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_BAD_VALUE);
        ck_assert_int_eq(abut_element_start(s.e, &s.in, s.state), ABUT_OK);
        s.in.state = s.state;
        ck_assert_int_eq(evaluate(&s, &o), ABUT_OK);
        for (size_t i = 0; i < n; i++)
            for (size_t b = 0; b < sizeof bad / sizeof bad[0]; b++) {
                double kept = s.state[i];
                s.state[i] = bad[b];
                abut_status status = evaluate(&s, &o);
                ck_assert_msg(isfinite(bad[b]) || status != ABUT_OK, "state %zu = %g passes", i, bad[b]);
                s.state[i] = kept;
            }
        abut_element_destroy(s.e);
    }
}
END_TEST

static bool same_force(const abut_element_out *a, const abut_element_out *b, double relative) {
    return a->N > 0 && fabs(a->N - b->N) <= relative * a->N && fabs(a->force.x - b->force.x) <= relative * a->N &&
           fabs(a->force.z - b->force.z) <= relative * a->N;
}

START_TEST(quaternions) {
    static const double lengths[] = {1, 2, 1e-3, 1e3, 1e-100, 1e100, 1e-140, 1e140};
    for (int p = 0; p < PAIRS; p++) {
        scene s;
        abut_element_out none, identity, o;
        setup(&s, pairs[p].a, pairs[p].b, NULL, pairs[p].height);
        ck_assert_int_eq(evaluate(&s, &none), ABUT_OK); /* all zero stands for the identity */
        s.in.a.q.w = s.in.b.q.w = 1;
        ck_assert_int_eq(evaluate(&s, &identity), ABUT_OK);
        ck_assert(none.N == identity.N && none.force.x == identity.force.x && none.force.z == identity.force.z);
        /* half a turn about z, of any length */
        for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
            s.in.a.q = (abut_quat){0, 0, 0, lengths[k]};
            s.in.b.q = (abut_quat){0, 0, 0, -lengths[k]};
            ck_assert_msg(evaluate(&s, &o) == ABUT_OK, "length %g", lengths[k]);
            ck_assert_msg(same_force(&identity, &o, 1e-9), "length %g: N %g, %g", lengths[k], o.N, identity.N);
        }
        abut_element_destroy(s.e);
    }
}
END_TEST

/* a quaternion whose square is not a number: recoverable in a state, refused in a place, or read as the quarter turn it is,
 * but never as something else; the egg then stands on the end of its axis b = 0.02 */
START_TEST(quaternions_at_the_end_of_the_numbers) {
    static const double lengths[] = {5e-324, 1e-310, 1e-200, 1e-161, 1e-154, 1e154, 1e160, 1e200, 1e308};
    for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
        scene s;
        abut_element_out o;
        abut_quat quarter = {lengths[k], lengths[k], 0, 0};
        setup(&s, &plane, &egg, NULL, 0.02 - 1e-6);
        s.in.b.q = quarter;
        abut_status status = evaluate(&s, &o);
        ck_assert_msg(status == ABUT_OK || status == ABUT_NOT_FINITE, "length %g: status %d", lengths[k], status);
        ck_assert_msg(status || fabs(o.h - 1e-6) < 1e-12, "length %g: h %g", lengths[k], o.h);
        abut_element_destroy(s.e);
        abut_element_def def = pair_of(&plane, &egg);
        abut_message m;
        def.b.place.q = quarter;
        if (abut_element_create(&def, &s.e, &m)) continue;
        s.in.b.q = (abut_quat){0};
        ck_assert_msg(evaluate(&s, &o) == ABUT_OK, "place of length %g", lengths[k]);
        ck_assert_msg(fabs(o.h - 1e-6) < 1e-12, "place of length %g: h %g", lengths[k], o.h);
        abut_element_destroy(s.e);
    }
}
END_TEST

/* bodies further apart than squares of numbers reach do not touch */
START_TEST(bodies_at_the_end_of_the_numbers) {
    static const double far[] = {1e150, 1e154, 1e160, 1e200, 1e300};
    static const abut_choice cavity = {"sphere",
                                       {{.name = "radius", .value = 0.1}, {.name = "side", .text = "inside"}}};
    for (size_t k = 0; k < sizeof far / sizeof far[0]; k++)
        for (int i = 0; i < 120; i++) {
            abut_choice small = {"sphere", {{.name = "radius", .value = 1e-4 * (1 + i / 6)}}};
            abut_element_def def = pair_of(&small, i % 2 ? &cavity : &big_ball);
            abut_message m;
            abut_element_out o;
            scene s = {0};
            ck_assert_msg(abut_element_create(&def, &s.e, &m) == ABUT_OK, "%s", m.text);
            (&s.in.b.r.x)[i / 2 % 3] = far[k];
            abut_status status = evaluate(&s, &o);
            ck_assert_msg(status || !o.touching || i % 2, "%g apart: N %g", far[k], o.N);
            double length = o.n.x * o.n.x + o.n.y * o.n.y + o.n.z * o.n.z;
            ck_assert_msg(status || fabs(length - 1) < 1e-9, "%g apart: |n|^2 = %g", far[k], length);
            abut_element_destroy(s.e);
        }
}
END_TEST

START_TEST(absurd_penetration) {
    static const double depths[] = {0.011, 0.1, 10, 1e3, 1e8};
    for (int p = 0; p < PAIRS; p++)
        for (size_t k = 0; k < sizeof depths / sizeof depths[0]; k++) {
            scene s;
            abut_element_out o;
            setup(&s, pairs[p].a, pairs[p].b, NULL, pairs[p].height);
            ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_OK);
            s.in.b.r.z -= depths[k];
            abut_status status = evaluate(&s, &o);
            /* a ball under a plane only gets deeper; one egg comes out of the other */
            if (pairs[p].a == &plane && depths[k] >= 0.1)
                ck_assert_msg(status > 0, "pair %d, depth %g: N %g", p, depths[k], o.N);
            (void)abut_element_accept(s.e, &s.in);
            s.in.b.r.z = pairs[p].height; /* back to where it was */
            abut_element_forget(s.e);
            ck_assert_int_eq(evaluate(&s, &o), ABUT_OK);
            ck_assert(fabs(o.h - 1e-6) < 1e-12);
            abut_element_destroy(s.e);
        }
    scene s; /* a thousand radii into the plane */
    abut_element_out o;
    setup(&s, &plane, &ball, NULL, -1e3 * 0.01);
    ck_assert_int_eq(evaluate(&s, &o), ABUT_TOO_DEEP);
    abut_element_destroy(s.e);
}
END_TEST

/* far away, fast, or both: finite numbers or a recoverable status */
START_TEST(numbers_beyond_reason) {
    static const double big[] = {1e10, 1e20, 1e30, 1e44, 1e49, 1e100, 1e154, 1e155, 1e200, 1e300, 1.7e308, 5e-324};
    for (int p = 0; p < PAIRS; p++)
        for (int t = 0; t < TRACKS; t++) {
            scene s;
            abut_element_out o;
            setup(&s, pairs[p].a, pairs[p].b, tracks[t], pairs[p].height);
            for (int i = 0; i < 26; i++)
                for (size_t k = 0; k < 2 * sizeof big / sizeof big[0]; k++) {
                    scene changed = s;
                    if (s.in.state) changed.in.state = changed.state;
                    (&changed.in.a.r.x)[i] = k % 2 ? -big[k / 2] : big[k / 2];
                    (void)evaluate(&changed, &o);
                    abut_status status = abut_element_accept(s.e, &changed.in);
                    ck_assert_int_ge(status, 0);
                    double start[16] = {0};
                    status = abut_element_start(s.e, &changed.in, start);
                    ck_assert_int_ge(status, 0);
                    ck_assert(status || all_finite(start, sizeof start / sizeof start[0]));
                    (&changed.in.a.r.x)[(i + 7) % 26] = big[k / 2];
                    (void)evaluate(&changed, &o);
                    abut_element_forget(s.e);
                }
            ck_assert_int_eq(evaluate(&s, &o), ABUT_OK);
            ck_assert(fabs(o.h - 1e-6) < 1e-12);
            abut_element_destroy(s.e);
        }
}
END_TEST

/* ---- nothing depends on what the stack held before ---------------------------------------------------------------------- */
static __attribute__((noinline)) void fill_stack(double value) {
    volatile double deep[2000];
    for (int i = 0; i < 2000; i++) deep[i] = value;
    ck_assert(deep[1999] == value || isnan(value));
}

START_TEST(results_do_not_depend_on_the_stack) {
    static const double fillings[] = {0, NAN, INFINITY, 1e300};
    for (size_t i = 0; i < abut_registry_count(NULL) * abut_registry_count(NULL); i++) {
        const abut_type *n = abut_registry_at(NULL, i % abut_registry_count(NULL)),
                        *f = abut_registry_at(NULL, i / abut_registry_count(NULL));
        if (strcmp(n->kind, "normal") != 0 || strcmp(f->kind, "friction") != 0) continue;
        for (const abut_choice *c = f->examples; c->type; c++) {
            abut_element_def def = pair_of(&plane, &ball);
            abut_message m;
            abut_element_out first = {0};
            unsigned char memory[2][1024] = {{0}};
            def.law.normal = n->examples[0];
            def.law.friction = *c;
            lubricate(&def.law);
            if (for_rollers(&def.law.normal)) continue;
            if (def.law.lubricant && ((const abut_normal_type *)n)->states) continue; /* is refused */
            for (size_t k = 0; k < sizeof fillings / sizeof fillings[0]; k++) {
                scene s = {0};
                abut_element_out o = {0};
                ck_assert_msg(abut_element_create(&def, &s.e, &m) == ABUT_OK, "%s", m.text);
                ck_assert_uint_le(abut_element_memory_size(s.e), sizeof memory[0]);
                s.in = (abut_element_in){.b = {.r = {0, 0, 0.01 - 1e-6}}, .vb = {{0.1, 0.02, -0.01}, {1, 2, 3}}};
                if (abut_element_states(s.e)) {
                    fill_stack(fillings[k]);
                    ck_assert_int_eq(abut_element_start(s.e, &s.in, s.state), ABUT_OK);
                    s.in.state = s.state;
                }
                fill_stack(fillings[k]);
                ck_assert_int_eq(abut_element_eval(s.e, &s.in, &o), ABUT_OK);
                fill_stack(fillings[k]);
                ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_OK);
                abut_element_get_memory(s.e, memory[k > 0]);
                if (k == 0) first = o;
                size_t numbers = (offsetof(abut_element_out, point_a) - offsetof(abut_element_out, h)) / sizeof(double);
                ck_assert_msg(!memcmp(&first.h, &o.h, numbers * sizeof(double)), "%s, %s: loss %g, %g", n->name,
                              c->type, first.loss_friction, o.loss_friction);
                ck_assert_msg(!memcmp(memory[0], memory[k > 0], abut_element_memory_size(s.e)),
                              "%s, %s: the memory holds what the stack held", n->name, c->type);
                abut_element_destroy(s.e);
            }
        }
    }
}
END_TEST

/* every pair of surfaces that can be made, integrated, far away: start values are finite or refused */
START_TEST(start_far_away) {
    static const double far[] = {1e8, 1e20, 1e30, 1e44, 1e49, 1e60};
    for (size_t i = 0; i < abut_registry_count(NULL) * abut_registry_count(NULL); i++) {
        const abut_type *a = abut_registry_at(NULL, i % abut_registry_count(NULL)),
                        *b = abut_registry_at(NULL, i / abut_registry_count(NULL));
        if (strcmp(a->kind, "surface") != 0 || strcmp(b->kind, "surface") != 0) continue;
        abut_element_def def = pair_of(&a->examples[0], &b->examples[0]);
        abut_message m;
        abut_element *e;
        def.law.track.type = "differential";
        if (abut_element_create(&def, &e, &m)) continue;
        for (size_t k = 0; k < 6 * sizeof far / sizeof far[0]; k++) {
            double state[16] = {0};
            abut_element_in in = {.a = {.q = {0.1, 0.9, -0.3, -0.3}}, .b = {.r = {-0.02, -0.013, -0.02}}};
            (&in.b.r.x)[k % 3] = k % 2 ? far[k / 6] : -far[k / 6];
            abut_status s = abut_element_start(e, &in, state);
            ck_assert_int_ge(s, 0);
            ck_assert_msg(s || all_finite(state, 16), "%s on %s, %g apart", a->name, b->name, far[k / 6]);
        }
        abut_element_destroy(e);
    }
}
END_TEST

/* ---- extreme but legal ------------------------------------------------------------------------------------------------- */
/* a ball of radius R on a plane; the force must be Hertz's at the approach that the numbers resolve */
static void check_ball(double R, double E, double relative_h, double speed) {
    abut_choice shape = {"sphere", {{.name = "radius", .value = R}}};
    abut_element_def def = pair_of(&plane, &shape);
    abut_message m;
    abut_element_out o;
    abut_hertz r;
    scene s = {0};
    def.a.material.E = def.b.material.E = E;
    ck_assert_msg(abut_element_create(&def, &s.e, &m) == ABUT_OK, "%s", m.text);
    s.in.b.r.z = R - relative_h * R;
    s.in.vb.v = (abut_vec3){speed, -0.5 * speed, -speed};
    s.in.vb.w.x = speed / R;
    ck_assert_msg(evaluate(&s, &o) == ABUT_OK, "R %g, E %g, h/R %g, v %g", R, E, relative_h, speed);
    ck_assert_msg(o.touching && fabs(o.h / R - relative_h) < 3e-16, "h/R %g instead of %g", o.h / R, relative_h);
    double E_star = abut_E_star(E, 0.3, E, 0.3);
    ck_assert_int_eq(abut_hertz_from_approach(0.5 / R, 0.5 / R, E_star, o.h, &r), ABUT_OK);
    ck_assert_msg(fabs(o.N - r.force) <= 1e-13 * r.force, "N %g instead of %g", o.N, r.force);
    ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_OK);
    abut_element_destroy(s.e);
}

START_TEST(extreme_balls) {
    static const double radii[] = {1e-6, 1e-3, 1, 1e6}, moduli[] = {1e3, 1e9, 1e13}, depths[] = {1e-15, 1e-9, 1e-3};
    static const double speeds[] = {0, 1e-12, 1e4};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) check_ball(radii[i], moduli[j], depths[k], speeds[l]);
}
END_TEST

/* every law with every damping and friction: a grazing touch, a deep one, standing and at 10 km/s */
START_TEST(extreme_states_of_every_law) {
    static const double depths[] = {1e-15, 1e-9, 1e-3}, speeds[] = {0, 1e4, -1e4};
    static const char *const kinds[] = {"normal", "damping", "friction", "track"};
    for (int k = 0; k < 4; k++)
        for (size_t i = 0; i < abut_registry_count(NULL); i++) {
            const abut_type *t = abut_registry_at(NULL, i);
            for (const abut_choice *c = t->examples; c->type && !strcmp(t->kind, kinds[k]); c++)
                for (int j = 0; j < 9; j++) {
                    abut_element_def def = pair_of(&plane, &egg);
                    scene s = {0};
                    abut_message m;
                    abut_element_out o;
                    def.law.normal.type = "hertz";
                    if (k == 0) def.law.normal = *c;
                    if (k == 1) def.law.normal.params[0] = (abut_param){.name = "damping", .choice = c};
                    if (k == 2) def.law.friction = *c;
                    if (k == 3) def.law.track = *c;
                    if (k == 2) lubricate(&def.law);
                    if (for_rollers(&def.law.normal)) continue;
                    ck_assert_msg(abut_element_create(&def, &s.e, &m) == ABUT_OK, "%s", m.text);
                    s.in.b.r.z = 0.015 * (1 - depths[j / 3]);
                    s.in.vb.v = (abut_vec3){speeds[j % 3], 0.1, -speeds[j % 3]};
                    s.in.vb.w.z = speeds[j % 3];
                    if (abut_element_states(s.e)) {
                        ck_assert_int_eq(abut_element_start(s.e, &s.in, s.state), ABUT_OK);
                        s.in.state = s.state;
                    }
                    ck_assert_msg(evaluate(&s, &o) == ABUT_OK, "%s %s, h/R %g, v %g", t->kind, t->name, depths[j / 3],
                                  speeds[j % 3]);
                    ck_assert(o.touching);
                    ck_assert_int_eq(abut_element_accept(s.e, &s.in), ABUT_OK);
                    ck_assert_int_eq(evaluate(&s, &o), ABUT_OK);
                    abut_element_destroy(s.e);
                }
        }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&states_that_are_not_finite,
                                              &own_states,
                                              &quaternions,
                                              &quaternions_at_the_end_of_the_numbers,
                                              &bodies_at_the_end_of_the_numbers,
                                              &absurd_penetration,
                                              &numbers_beyond_reason,
                                              &results_do_not_depend_on_the_stack,
                                              &start_far_away,
                                              &extreme_balls,
                                              &extreme_states_of_every_law};
    return suite_main("bad_states", all, sizeof all / sizeof *all);
}
