/* Tracking at its limits: the right branch from scratch and after parting, states and pairs that have no opposing points,
 * and contacts that are almost lines. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

/* ---- surfaces in short ---- */
static abut_choice ellipsoid(double a, double b, double c) {
    return (abut_choice){"ellipsoid",
                         {{.name = "a", .value = a}, {.name = "b", .value = b}, {.name = "c", .value = c}}};
}
static abut_choice round_body(const char *type, double radius, const char *side) {
    return (abut_choice){type, {{.name = "radius", .value = radius}, {.name = "side", .text = side}}};
}
static abut_choice torus(double ring, double tube, const char *side) {
    return (abut_choice){"torus",
                         {{.name = "ring_radius", .value = ring},
                          {.name = "tube_radius", .value = tube},
                          {.name = "side", .text = side}}};
}
static abut_choice plane(void) { return (abut_choice){.type = "plane"}; }
static abut_choice ball(double radius) { return round_body("sphere", radius, "outside"); }
static abut_choice shaft(double radius) { return round_body("cylinder", radius, "outside"); }

static abut_element *make(abut_choice a, abut_choice b, const abut_choice *track) {
    abut_element_def def = {
        .a = {.shape = a, .material = ABUT_STEEL}, .b = {.shape = b, .material = ABUT_STEEL}, .law.track = *track};
    abut_element *e;
    abut_message message;
    ck_assert_msg(abut_element_create(&def, &e, &message) == ABUT_OK, "%s", message.text);
    return e;
}

static abut_status eval(const abut_element *e, abut_element_in in, abut_element_out *o) {
    scene s = {.e = (abut_element *)e};
    *o = (abut_element_out){.want_frame = true};
    return scene_eval(&s, &in, o);
}

/* ---- the right branch ---- */
static double support(vec3 a, mat3 R, vec3 n) {
    vec3 y = m3_tmul(R, n);
    return sqrt(a.x * a.x * y.x * y.x + a.y * a.y * y.y * y.y + a.z * a.z * y.z * y.z);
}

/* Of convex bodies h = min over directions n of s_A(n) + s_B(-n) - n . d: no direction may give less than what was found,
 * and the normal found gives just that. Overlaps up to 10 % of the distance, gaps up to twice the size, axes up to 5 : 1. */
START_TEST(branch_of_convex_bodies) {
    enum { DIRECTIONS = 2000 };
    chance c = {42};
    const abut_choice *track = example_of("track", 0);
    double worst = 0;
    int found = 0;
    for (int i = 0; i < 250; i++) {
        double x[6];
        for (int k = 0; k < 6; k++) x[k] = 0.1 * exp(chance_uniform(&c, 0, log(5)));
        vec3 A = v3(x[0], x[1], x[2]), B = v3(x[3], x[4], x[5]), u = chance_unit(&c);
        abut_element_in in = {.a.q = chance_rotation(&c), .b.q = chance_rotation(&c)};
        mat3 RA = m3_of_quat(in.a.q), RB = m3_of_quat(in.b.q);
        in.b.r = v3_scale((support(A, RA, u) + support(B, RB, u)) * chance_uniform(&c, 0.9, i % 2 ? 1.1 : 3), u);
        abut_element *e = make(ellipsoid(A.x, A.y, A.z), ellipsoid(B.x, B.y, B.z), track);
        abut_element_out o;
        abut_status s = eval(e, in, &o);
        ck_assert_msg(s == ABUT_OK || s == ABUT_TOO_DEEP, "pair %d: %s", i, abut_status_text(s));
        found += s == ABUT_OK;
        for (int k = 0; k < DIRECTIONS; k++) {
            double z = 1 - (2 * k + 1.0) / DIRECTIONS, r = sqrt(1 - z * z), turn = 2.399963229728653 * k;
            vec3 n = v3(r * cos(turn), r * sin(turn), z);
            double least = support(A, RA, n) + support(B, RB, n) - v3_dot(n, in.b.r);
            if (!(o.h <= least + 1e-12)) ck_abort_msg("pair %d: h %g, but %g in another direction", i, o.h, least);
        }
        double own = support(A, RA, o.n) + support(B, RB, o.n) - v3_dot(o.n, in.b.r);
        expect_within(o.h, own, 1e-13, &worst, "pair %d: h along its own normal", i);
        abut_element_destroy(e);
    }
    printf("branch_of_convex_bodies: h %.1e, %d of 250 not too deep\n", worst, found);
    ck_assert_int_gt(found, 240);
}
END_TEST

/* A ring (or the cavity in one) is not convex: equations (1) have several solutions. Of bodies apart the nearest points are
 * wanted: no point of the ellipsoid may be nearer to the torus (its distance is |w - tube|, w from the ring circle). */
static void check_ring(chance *c, const char *side, int i, int *apart) {
    enum { DIRECTIONS = 3000 };
    const bool inside = !strcmp(side, "inside");
    const double ring = 0.05, tube = inside ? 0.02 : 0.01;
    vec3 a = v3(chance_uniform(c, 0.004, 0.012), chance_uniform(c, 0.004, 0.012), chance_uniform(c, 0.004, 0.012));
    abut_element_in in = {.b.q = chance_rotation(c), .a.q = {1, 0, 0, 0}};
    double at = chance_uniform(c, 0, 6.28), off = inside ? 0.008 : 0.05;
    in.b.r = v3_add(v3_scale(off * chance_uniform(c, 0, 1), chance_unit(c)), v3(ring * cos(at), ring * sin(at), 0));
    if (!inside && i % 2) in.b.r = v3_scale(0.03, chance_unit(c)); /* around the hole */
    mat3 R = m3_of_quat(in.b.q);
    double least = INFINITY;
    for (int k = 0; k < DIRECTIONS; k++) {
        double z = 1 - (2 * k + 1.0) / DIRECTIONS, r = sqrt(1 - z * z), turn = 2.399963229728653 * k;
        vec3 x = v3_add(in.b.r, m3_mul(R, v3(a.x * r * cos(turn), a.y * r * sin(turn), a.z * z)));
        double w = hypot(hypot(x.x, x.y) - ring, x.z);
        least = fmin(least, inside ? tube - w : w - tube);
    }
    if (least < 1e-4) return;
    abut_element *e = make(torus(ring, tube, side), ellipsoid(a.x, a.y, a.z), example_of("track", 0));
    abut_element_out o;
    must(eval(e, in, &o));
    ck_assert_msg(-o.h <= least + 1e-12, "%s of a ring, %d: distance %g, but %g elsewhere", side, i, -o.h, least);
    ck_assert_msg(-o.h > least - 1e-3 * (a.x + a.y + a.z), "%s of a ring, %d: distance %g, grid %g", side, i, -o.h,
                  least);
    abut_element_destroy(e);
    ++*apart;
}

START_TEST(branch_of_a_ring) {
    chance c = {8};
    int apart = 0;
    for (int i = 0; i < 200; i++) {
        check_ring(&c, "outside", i, &apart);
        check_ring(&c, "inside", i, &apart);
    }
    printf("branch_of_a_ring: %d pairs apart\n", apart);
    ck_assert_int_gt(apart, 200);
}
END_TEST

/* Accepts every state of a path; the last one must be found as by an element without memory. */
static void follow(abut_choice a, abut_choice b, const abut_choice *track, abut_element_in (*path)(double), int steps,
                   const char *what) {
    abut_element *e = make(a, b, track), *fresh = make(a, b, track);
    abut_element_out o, want;
    for (int k = 0; k <= steps; k++) {
        abut_element_in in = path((double)k / steps);
        in.t = k;
        ck_assert_msg(abut_element_accept(e, &in) == ABUT_OK, "%s, step %d", what, k);
    }
    must(eval(e, path(1), &o));
    must(eval(fresh, path(1), &want));
    ck_assert_msg(want.h > 0 && want.N > 0, "%s by %s: the reference does not touch", what, track->type);
    expect_within(o.h, want.h, 1e-12, NULL, "%s by %s", what, track->type);
    expect_within(v3_norm(v3_sub(o.point_a, want.point_a)), 0, 1e-12, NULL, "%s by %s: point", what, track->type);
    abut_element_destroy(e);
    abut_element_destroy(fresh);
}

/* B touches on top of A, parts, goes round and touches from the side. */
static abut_element_in around(double s) {
    double angle = 1.57079632679489661923 * s, radius = s < 1 ? 0.35 + 0.35 * sin(3.14159265358979323846 * s) : 0.44;
    return (abut_element_in){
        .b = {.r = {radius * sin(angle), 0.02, radius * cos(angle)}, .q = {1, 0.2 * s, 0.1, -0.3 * s}}};
}
/* A small body inside a ring goes straight from one side to the other. */
static abut_element_in across(double s) { return (abut_element_in){.b.r = {0.0325 - 0.065 * s, 0.001, 0.002}}; }
/* The same with one leap over the middle. */
static abut_element_in leap(double s) { return across(s < 0.2 ? s : s > 0.8 ? s : 1 - 0.2); }

START_TEST(branch_after_parting) {
    const abut_choice *track;
    for (int m = 0; (track = example_of("track", m)); m++) {
        const abut_track_type *type = (const abut_track_type *)abut_registry_find(NULL, "track", track->type);
        if (type->states) continue; /* the points belong to the integrator */
        follow(ellipsoid(0.3, 0.25, 0.2), ellipsoid(0.15, 0.2, 0.15), track, around, 30, "around an ellipsoid");
        follow(torus(0.05, 0.01, "outside"), ellipsoid(0.008, 0.006, 0.005), track, across, 60, "across a ring");
        follow(torus(0.05, 0.01, "outside"), ellipsoid(0.008, 0.006, 0.005), track, leap, 60, "leaping over a ring");
    }
}
END_TEST

/* A ring turns about its own centre, which does not move: its near side becomes the far one and the other way round. */
static abut_element_in turning(double s) {
    return (abut_element_in){.b = {.r = {0.0675, 0, 0.001}, .q = quat_of_vector(v3(0, 1 + 2.14 * s, 0))}};
}

START_TEST(branch_after_turning) {
    const abut_choice *track;
    for (int m = 0; (track = example_of("track", m)); m++) {
        const abut_track_type *type = (const abut_track_type *)abut_registry_find(NULL, "track", track->type);
        if (!type->states)
            follow(ellipsoid(0.008, 0.006, 0.005), torus(0.05, 0.01, "outside"), track, turning, 60, "a turning ring");
    }
}
END_TEST

/* A barrel-shaped roller with open ends stands on its rim above a plate: nothing smooth opposes the plate. Well apart it is
 * open with a lower bound of the gap; with the rim in the plate it is no state of a point contact, and says so. */
START_TEST(nearest_point_is_a_rim) {
    static const double profile[] = {-0.02, 0.009, -0.01, 0.0098, 0.0, 0.01, 0.01, 0.0098, 0.02, 0.009};
    abut_choice roller = {"revolution", {{.name = "profile", .data = profile, .count = 10}}};
    abut_element *e = make(plane(), roller, example_of("track", 0));
    abut_element_out o;
    double low = 0.02 * cos(0.5) + 0.009 * sin(0.5); /* of the rim below the centre, the axis tilted by 0.5 rad */
    abut_quat tilted = quat_of_vector(v3(0.5, 0, 0));
    abut_element_in in = {.b = {.r = {0, 0, 0.1}, .q = tilted}, .vb.v = {0, 0, -1}};
    ck_assert_int_eq(eval(e, in, &o), ABUT_OK);
    ck_assert_msg(!o.touching && o.h < 0 && -o.h <= 0.1 - low, "h %g, true gap %g", o.h, 0.1 - low);
    must(abut_element_accept(e, &in));
    in.b.r.z = low - 1e-4;
    ck_assert_int_gt(eval(e, in, &o), 0);
    ck_assert(o.N == 0);
    /* laid down it touches with its middle */
    in.b = (abut_pose){{0, 0, 0.01 - 1e-6}, quat_of_vector(v3(1.5707963267948966, 0, 0))};
    ck_assert_int_eq(eval(e, in, &o), ABUT_OK);
    ck_assert(o.touching && fabs(o.h - 1e-6) < 1e-12);
    abut_element_destroy(e);
}
END_TEST

/* ---- states without opposing points ---- */
typedef struct limit {
    const char *what;
    abut_choice a, b;
    vec3 at;
    abut_status by_reduced; /* by the default method; OK: any recoverable status */
} limit;

static void check_limit(const limit *x, const abut_choice *track) {
    abut_element *e = make(x->a, x->b, track);
    abut_element_out o;
    abut_status s = eval(e, (abut_element_in){.b.r = x->at}, &o);
    ck_assert_msg(s > 0, "%s by %s: %s", x->what, track->type, abut_status_text(s));
    if (x->by_reduced && !strcmp(track->type, "reduced"))
        ck_assert_msg(s == x->by_reduced, "%s: %s", x->what, abut_status_text(s));
    ck_assert_msg(!o.touching && o.N == 0 && v3_norm(o.force) == 0 && v3_norm(o.on_a.force) == 0 &&
                      v3_norm(o.on_b.torque) == 0,
                  "%s: a force", x->what);
    abut_element_destroy(e);
}

START_TEST(recoverable_states) {
    const limit limits[] = {
        {"concentric balls", ball(0.01), ball(0.02), {0, 0, 0}, ABUT_TOO_DEEP},
        {"balls too deep", ball(0.02), ball(0.02), {0, 0, 0.01}, ABUT_TOO_DEEP},
        {"ball on the wrong side of a plane", plane(), ball(0.02), {0, 0, -0.03}, ABUT_TOO_DEEP},
        {"ball under a plane", ball(0.02), plane(), {0, 0, 0.03}, ABUT_TOO_DEEP},
        {"ellipsoid on the wrong side of a plane", plane(), ellipsoid(0.03, 0.02, 0.015), {0, 0, -0.03}, ABUT_TOO_DEEP},
        {"concentric ellipsoids", ellipsoid(0.3, 0.25, 0.2), ellipsoid(0.3, 0.2, 0.15), {0, 0, 0}, ABUT_OK},
        {"equal ellipsoids", ellipsoid(0.3, 0.25, 0.2), ellipsoid(0.3, 0.25, 0.2), {0, 0, 0}, ABUT_OK},
        {"nearly concentric ellipsoids",
         ellipsoid(0.3, 0.25, 0.2),
         ellipsoid(0.3, 0.2, 0.15),
         {0.01, 0.003, -0.002},
         ABUT_OK},
        {"parallel shafts that touch", shaft(0.02), shaft(0.03), {0.049, 0, 0}, ABUT_PARALLEL},
        {"parallel shafts apart", shaft(0.02), shaft(0.03), {0.051, 0, 0.1}, ABUT_PARALLEL},
    };
    const abut_choice *track;
    for (int m = 0; (track = example_of("track", m)); m++)
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) check_limit(&limits[i], track);
}
END_TEST

/* The flat side of an oblate ellipsoid (radius 0.02^2/0.005 = 0.08) against a hollow of radius 0.03: P < 0 at the pole. A
 * point contact law has no answer there; a spring has. */
START_TEST(conforming) {
    const char *const law[2] = {"hertz", "linear"};
    for (int k = 0; k < 2; k++) {
        abut_element_def def = {
            .a = {.shape = round_body("sphere", 0.03, "inside"), .material = ABUT_STEEL},
            .b = {.shape = ellipsoid(0.02, 0.018, 0.005), .material = ABUT_STEEL},
            .law.normal = {.type = law[k], .params = {{.name = k ? "stiffness" : NULL, .value = 1e7}}}};
        abut_element *e;
        abut_element_out o;
        must(abut_element_create(&def, &e, NULL));
        e->memory.points = (abut_track_points){.ra = {0, 0, 0.03}, .yb = {0, 0, 0.005}};
        e->memory.tracked = true;
        abut_status s = eval(e, (abut_element_in){.b.r = {0, 0, 0.0251}}, &o);
        ck_assert_int_eq(s, k ? ABUT_OK : ABUT_CONFORMING);
        expect_within(o.h, 1e-4L, 1e-15, NULL, "h at the pole");
        expect_near(o.P, 0.5L * (0.005L / (0.02L * 0.02L) - 1 / 0.03L), 1e-13, NULL, "P at the pole");
        ck_assert(o.P < 0 && (k ? fabs(o.N / 1e3 - 1) < 1e-11 : o.N == 0));
        abut_element_destroy(e);
    }
}
END_TEST

START_TEST(not_finite) {
    abut_element *e = make(ball(0.01), plane(), example_of("track", 0));
    abut_element_out o;
    ck_assert_int_eq(eval(e, (abut_element_in){.b.r = {NAN, 0, 0}}, &o), ABUT_NOT_FINITE);
    ck_assert_int_eq(eval(e, (abut_element_in){.vb.w = {0, INFINITY, 0}}, &o), ABUT_NOT_FINITE);
    abut_element_in in = {.a.q = {NAN, 0, 0, 0}};
    ck_assert_int_eq(abut_element_accept(e, &in), ABUT_NOT_FINITE);
    abut_element_destroy(e);
}
END_TEST

/* ---- pairs that are refused ---- */
START_TEST(refused_pairs) {
    const struct {
        abut_choice a, b;
        bool rigid;
        const char *word; /* in the sentence */
    } bad[] = {
        {plane(), plane(), false, "plane"},
        {plane(), shaft(0.1), false, "cylinder"},
        {shaft(0.1), plane(), false, "cylinder"},
        {shaft(0.01), round_body("cylinder", 0.02, "inside"), false, "cylinder"},
        {torus(0.05, 0.0104, "inside"), ball(0.011), false, "hollow"},
        {ball(0.0104), torus(0.05, 0.0104, "inside"), false, "torus"},
        {round_body("sphere", 0.01, "inside"), ellipsoid(0.02, 0.018, 0.015), false, "hollow"},
        {ball(0.01), plane(), true, "rigid"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        abut_element_def def = {.a = {.shape = bad[i].a, .material = ABUT_STEEL},
                                .b = {.shape = bad[i].b, .material = ABUT_STEEL}};
        def.a.material.rigid = def.b.material.rigid = bad[i].rigid;
        abut_element *e = (abut_element *)&def;
        abut_message message = {.text = "old"};
        ck_assert_int_eq(abut_element_create(&def, &e, &message), ABUT_BAD_PAIR);
        ck_assert_ptr_null(e);
        ck_assert_msg(strstr(message.text, bad[i].word) != NULL && strlen(message.text) > 30, "pair %zu: '%s'", i,
                      message.text);
        ck_assert_int_eq(abut_element_create(&def, &e, NULL), ABUT_BAD_PAIR);
    }
}
END_TEST

/* ---- almost lines ---- */

/* Shafts of radius R crossed at a small angle psi: P = sin^2(psi/2)/R. All digits down to P/Q = 2.5e-13; below that
 * the points are no longer isolated to working precision. */
START_TEST(crossed_shafts) {
    const abut_choice *track;
    for (int m = 0; (track = example_of("track", m)); m++) {
        double worst = 0;
        for (double psi = 1; psi > 5e-7; psi *= 0.1) {
            abut_element *e = make(shaft(0.02), shaft(0.02), track);
            abut_element_out o;
            ck_assert_int_eq(
                eval(e, (abut_element_in){.b = {.r = {0.04 - 1e-6, 0, 0}, .q = quat_of_vector(v3(psi, 0, 0))}}, &o),
                ABUT_OK);
            long double s = sinl(0.5L * psi), c = cosl(0.5L * psi);
            /* the relative rotation matrix has an absolute rounding of 1e-16, psi one of 1e-16/psi */
            expect_near(o.P, 50 * s * s, 1e-14 + 1e-15 / psi, &worst, "P at %g by %s", psi, track->type);
            expect_near(o.Q, 50 * c * c, 1e-14, NULL, "Q at %g by %s", psi, track->type);
            expect_within(o.h, 1e-6L, 1e-16, NULL, "h at %g by %s", psi, track->type);
            abut_element_destroy(e);
        }
        printf("crossed_shafts: %s, P %.1e\n", track->type, worst);
    }
}
END_TEST

/* A ball in a groove of radius R (1 + gap): P = gap/(2 R (1 + gap)). It is the difference of two curvatures, so that its
 * relative error is that of rounding over gap. */
START_TEST(close_groove) {
    const abut_choice *track;
    for (int m = 0; (track = example_of("track", m)); m++) {
        double worst = 0;
        for (double gap = 0.1; gap > 5e-10; gap *= 0.1) {
            double R = 0.01, tube = R * (1 + gap), error = 0;
            abut_element *e = make(torus(0.05, tube, "inside"), ball(R), track);
            abut_element_out o;
            must(eval(e, (abut_element_in){.b.r = {0.05 + (tube - R) + 1e-6, 0, 0}}, &o));
            long double P = 0.5L * ((long double)tube - R) / ((long double)tube * R),
                        Q = 0.5L * (1 / (long double)R - 1 / (0.05L + tube));
            expect_near(o.P, P, 4e-15 / gap, &error, "P at gap %g by %s", gap, track->type);
            expect_near(o.Q, Q, 1e-13, NULL, "Q at gap %g by %s", gap, track->type);
            expect_within(o.h, 1e-6L, 1e-16, NULL, "h at gap %g by %s", gap, track->type);
            worst = fmax(worst, error * gap);
            abut_element_destroy(e);
        }
        printf("close_groove: %s, error of P times gap %.1e\n", track->type, worst);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&branch_of_convex_bodies,
                                              &branch_of_a_ring,
                                              &branch_after_parting,
                                              &branch_after_turning,
                                              &recoverable_states,
                                              &conforming,
                                              &not_finite,
                                              &refused_pairs,
                                              &crossed_shafts,
                                              &close_groove,
                                              &nearest_point_is_a_rim};
    return suite_main("tracking_limits", all, sizeof all / sizeof *all);
}
