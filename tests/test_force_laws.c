/* The sense and size of each force element against formulas written down here; what is refused. */
#include <check.h>
#include <math.h>

#include "support/force.h"
#include "support/suite.h"

/* ---- springs ---- */
static const force_places apart = {.start_b = {{0, 0, 2}, {0}}, .mass_b = 1};

static force_out spring_at(const abut_choice *choice, const force_places *places, vec3 rb, vec3 vb) {
    element e = make(choice, places);
    pair p = {0, still_at(&places->start_a), still_at(&places->start_b)};
    p.b.r = rb;
    p.b.v = vb;
    force_out o = eval(&e, &p, 0);
    drop(&e);
    return o;
}

START_TEST(spring_along_the_line) {
    const vec3 rest = {0, 0, 0};
    abut_choice plain = {"spring", {{.name = "stiffness", .value = 100}, {.name = "damping", .value = 7}}};
    force_out o = spring_at(&plain, &apart, v3(0, 0, 2), rest);
    expect_vector(o.force_b.v, rest, 1e-13, "unloaded at the start");
    o = spring_at(&plain, &apart, v3(0, 3, 0), v3(0, 2, 5));
    expect_vector(o.force_b.v, v3(0, -114, 0), 1e-12, "stretched by 1 m at 2 m/s");
    expect_near(o.energy, 50, 1e-14, NULL, "energy");
    expect_near(o.loss, 28, 1e-14, NULL, "loss");

    abut_choice pressed = {"spring", {{.name = "stiffness", .value = 100}, {.name = "preload", .value = 30}}};
    o = spring_at(&pressed, &apart, v3(0, 0, 2), rest);
    expect_vector(o.force_b.v, v3(0, 0, 30), 1e-13, "a preload pushes apart");
    expect_vector(o.force_a.v, v3(0, 0, -30), 1e-13, "a preload pushes apart");
    expect_near(o.energy, 4.5, 1e-14, NULL, "energy of the preload");
    o = spring_at(&pressed, &apart, v3(0, 0, 2.3), rest);
    expect_vector(o.force_b.v, rest, 1e-13, "l_0 = l_start + preload/k");

    abut_choice length = {"spring", {{.name = "stiffness", .value = 100}, {.name = "length", .value = 0.5}}};
    o = spring_at(&length, &apart, v3(0, 0, 2), rest);
    expect_vector(o.force_b.v, v3(0, 0, -150), 1e-12, "unloaded length");

    abut_choice constant = {"spring", {{.name = "stiffness", .value = 0}, {.name = "preload", .value = 8}}};
    o = spring_at(&constant, &apart, v3(5, 0, 0), rest);
    expect_vector(o.force_b.v, v3(8, 0, 0), 1e-13, "constant force");
    expect_near(o.energy, -24, 1e-14, NULL, "energy of a constant force");
}
END_TEST

START_TEST(spring_of_no_length) {
    abut_choice drawn = {
        "spring",
        {{.name = "stiffness", .value = 100}, {.name = "damping", .value = 2}, {.name = "length", .value = 0}}};
    force_out o = spring_at(&drawn, &apart, v3(0, 0, 0), v3(1, 2, 3));
    expect_vector(o.force_b.v, v3(-2, -4, -6), 1e-14, "at the point itself");
    o = spring_at(&drawn, &apart, v3(1, -2, 3), v3(0, 0, 0));
    expect_vector(o.force_b.v, v3(-100, 200, -300), 1e-12, "linear in three directions");
    /* coinciding points, up to rounding, without any length given */
    force_places together = {.at_a = {0.1, 0.7, -0.3}, .start_b = {{0.3, 0.7, -0.3}, {0}}, .at_b = {-0.2, 0, 0}};
    abut_choice plain = {"spring", {{.name = "stiffness", .value = 100}, {.name = "damping", .value = 2}}};
    o = spring_at(&plain, &together, v3(0.3, 0.7, -0.2), v3(1, 0, 0));
    expect_vector(o.force_b.v, v3(-2, 0, -10), 1e-12, "coinciding points");
}
END_TEST

/* Placing again, for a world that is started anew from other poses, forgets the first time. */
START_TEST(spring_is_placed_anew) {
    abut_choice plain = {"spring", {{.name = "stiffness", .value = 100}}};
    const force_places together = {.mass_b = 1};
    element e = make(&plain, &together);
    abut_message message = {0};
    e.places = apart;
    must(e.type->place(e.self, &e.places, &message));
    pair p = {0, still_at(&apart.start_a), still_at(&apart.start_b)};
    expect_vector(eval(&e, &p, 0).force_b.v, v3(0, 0, 0), 1e-13, "unloaded at the new start");
    drop(&e);
}
END_TEST

/* A line spring whose points meet on the way: no force there and no NaN. */
START_TEST(spring_through_its_own_point) {
    abut_choice plain = {"spring", {{.name = "stiffness", .value = 100}, {.name = "damping", .value = 2}}};
    const double distance[] = {0, 1e-320, 1e-160, 1e-101, 1e-90, 1e-30};
    for (int i = 0; i < 6; i++) {
        element e = make(&plain, &apart);
        pair p = {0, still_at(&apart.start_a), still_at(&apart.start_b)};
        p.b.r = v3(0, distance[i], 0);
        p.b.v = v3(1, 1, 1);
        p.b.dr = v3(0, 1, 0);
        p.b.dtheta = v3(1, 1, 1);
        force_out o = eval(&e, &p, 1);
        ck_assert(v3_finite(o.force_b.v) && v3_finite(o.force_b.d) && v3_finite(o.torque_a.d));
        ck_assert(isfinite(o.energy) && isfinite(o.loss));
        if (i == 0) expect_vector(o.force_b.v, v3(0, 0, 0), 0, "no direction");
        drop(&e);
    }
}
END_TEST

START_TEST(spring_along_an_axis) {
    static const double x[] = {5, 0, 0};
    abut_choice choice = {"spring",
                          {{.name = "stiffness", .value = 100},
                           {.name = "damping", .value = 2},
                           {.name = "preload", .value = 30},
                           {.name = "axis", .data = x, .count = 3}}};
    force_out o = spring_at(&choice, &apart, v3(0.1, 7, 2), v3(1, 9, 9));
    expect_vector(o.force_b.v, v3(30 - 10 - 2, 0, 0), 1e-12, "along x only");
    expect_vector(o.torque_a.v, v3(0, -36, 7 * 18), 1e-11, "reaction in the line through b");
    abut_choice length = {"spring",
                          {{.name = "stiffness", .value = 100},
                           {.name = "length", .value = -0.2},
                           {.name = "axis", .data = x, .count = 3}}};
    o = spring_at(&length, &apart, v3(0, 0, 2), v3(0, 0, 0));
    expect_vector(o.force_b.v, v3(-20, 0, 0), 1e-12, "unloaded displacement");
}
END_TEST

/* ---- rotations ---- */
static force_out turned(const abut_choice *choice, vec3 rotation_of_a, vec3 rotation_of_b, vec3 spin_of_b) {
    const force_places places = {.start_a = {{0}, quat_of_vector(v3(0.4, 0, 0))},
                                 .start_b = {{0}, quat_of_vector(v3(0, 1, 0.7))}};
    element e = make(choice, &places);
    pair p = {0, still_at(&places.start_a), still_at(&places.start_b)};
    p.a.R = m3_mulm(m3_of_quat(quat_of_vector(rotation_of_a)), p.a.R);
    p.b.R = m3_mulm(m3_of_quat(quat_of_vector(rotation_of_b)), p.b.R);
    p.b.w = spin_of_b;
    force_out o = eval(&e, &p, 0);
    drop(&e);
    return o;
}

START_TEST(torsion_spring_about_its_axis) {
    static const double x[] = {2, 0, 0};
    abut_choice choice = {"torsion_spring",
                          {{.name = "stiffness", .value = 10},
                           {.name = "damping", .value = 2},
                           {.name = "preload", .value = 3},
                           {.name = "axis", .data = x, .count = 3}}};
    const vec3 none = {0, 0, 0};
    expect_vector(turned(&choice, none, none, none).torque_b.v, v3(3, 0, 0), 1e-14, "preload");
    for (double angle = -3.1; angle < 3.14; angle += 0.31) {
        force_out o = turned(&choice, none, v3(angle, 0, 0), v3(1.5, 0.3, 0.2));
        expect_vector(o.torque_b.v, v3(3 - 10 * angle - 3, 0, 0), 1e-11, "the angle in proportion");
        expect_vector(o.force_b.v, none, 0, "no force");
        expect_near(o.energy, 5 * (angle - 0.3) * (angle - 0.3), 1e-11, NULL, "energy at %g", angle);
        o = turned(&choice, v3(-angle / 2, 0, 0), v3(angle / 2, 0, 0), none);
        expect_vector(o.torque_a.v, v3(10 * angle - 3, 0, 0), 1e-11, "relative angle");
    }
    expect_vector(turned(&choice, none, v3(0, 0.5, 0), none).torque_b.v, v3(3, 0, -3 * tan(0.25)), 1e-11,
                  "a tilt is no twist");
    force_out half = turned(&choice, none, v3(0, 3.14159265358979323846, 0), v3(1, 1, 1));
    ck_assert(v3_finite(half.torque_b.v) && isfinite(half.energy));
}
END_TEST

START_TEST(bushing_about_its_axes) {
    static const double k[] = {1, 2, 4}, kappa[] = {10, 20, 40}, one[] = {3};
    abut_choice choice = {"bushing",
                          {{.name = "stiffness", .data = k, .count = 3},
                           {.name = "damping", .data = one, .count = 1},
                           {.name = "torsion", .data = kappa, .count = 3}}};
    force_out o = spring_at(&choice, &apart, v3(1, 1, 3), v3(0, 0, 5));
    expect_vector(o.force_b.v, v3(-1, -2, -4 - 15), 1e-13, "along the axes");
    expect_near(o.energy, 3.5, 1e-14, NULL, "energy");
    expect_near(o.loss, 75, 1e-14, NULL, "loss");
    const vec3 none = {0, 0, 0};
    o = turned(&choice, none, v3(0.3, 0, 0), none);
    expect_vector(o.torque_b.v, v3(-10 * sin(0.3), 0, 0), 1e-13, "kappa sin(phi)");
    /* axes of a: x as in the world, z turned by 0.4 about x */
    vec3 z = {0, -sin(0.4), cos(0.4)};
    o = turned(&choice, none, v3_scale(1e-6, z), none);
    expect_vector(o.torque_b.v, v3_scale(-40e-6, z), 1e-13, "about a's z");
    o = turned(&choice, none, v3(0, 3.14159265358979323846, 0), v3(1, 1, 1));
    ck_assert(v3_finite(o.torque_b.v) && isfinite(o.energy));
}
END_TEST

/* ---- one body ---- */
static force_out on_one(const abut_choice *choice, double t, const body_motion *b) {
    const force_places places = {.at_b = {0.5, 0, 0}, .mass_b = 3};
    element e = make(choice, &places);
    pair p = {t, {.R = m3_identity()}, *b};
    force_out o = eval(&e, &p, 0);
    drop(&e);
    return o;
}

START_TEST(loads_over_time) {
    static const double up[] = {0, 0, 10}, couple[] = {1, 0, 0}, t[] = {0, 2}, x[] = {0, 4};
    const abut_choice rising = {"table", {{.name = "t", .data = t, .count = 2}, {.name = "x", .data = x, .count = 2}}};
    abut_choice load = {"load",
                        {{.name = "force", .data = up, .count = 3},
                         {.name = "moment", .data = couple, .count = 3},
                         {.name = "scale", .choice = &rising}}};
    body_motion b = {.R = m3_of_quat(quat_of_vector(v3(0, 0, 1.57079632679489661923))), .v = {1, 2, 3}};
    force_out o = on_one(&load, 0.5, &b);
    expect_vector(o.force_b.v, v3(0, 0, 10), 1e-14, "force");
    expect_vector(o.torque_b.v, v3(1 + 5, 0, 0), 1e-14, "moment and lever"); /* lever along y now */
    expect_near(o.power, 30, 1e-14, NULL, "power");
    expect_vector(on_one(&load, 9, &b).force_b.v, v3(0, 0, 40), 1e-13, "held");
    load.params[3] = (abut_param){.name = "frame", .text = "body"};
    expect_vector(on_one(&load, 0.5, &b).torque_b.v, v3(5, 1, 0), 1e-14, "moment turns with the body");
    abut_choice plain = {"load", {{.name = "force", .data = up, .count = 3}}};
    expect_vector(on_one(&plain, 9, &b).force_b.v, v3(0, 0, 10), 0, "factor 1");
    plain.params[1] = (abut_param){.name = "scale", .value = -2};
    expect_vector(on_one(&plain, 9, &b).force_b.v, v3(0, 0, -20), 0, "bare factor");
}
END_TEST

START_TEST(field_and_unbalance) {
    static const double g[] = {0, 2, 0};
    body_motion b = {.R = m3_identity(), .r = {0, 4, 0}, .w = {0, 0, 100}};
    force_out o = on_one(&(abut_choice){"gravity_field", {{.name = "g", .data = g, .count = 3}}}, 0, &b);
    expect_vector(o.force_b.v, v3(0, 6, 0), 0, "m g");
    expect_vector(o.torque_b.v, v3(0, 0, 0), 0, "in the centre of mass");
    expect_near(o.energy, -24, 1e-15, NULL, "-m g r");
    const double quarter = 1.57079632679489661923;
    abut_choice out = {"unbalance", {{.name = "amount", .value = 1e-3}, {.name = "angle", .value = quarter}}};
    o = on_one(&out, 0, &b);
    expect_vector(o.force_b.v, v3(0, 10, 0), 1e-13, "U w^2 outwards");
    b.R = m3_of_quat(quat_of_vector(v3(0, 0, quarter)));
    expect_vector(on_one(&out, 0, &b).force_b.v, v3(-10, 0, 0), 1e-13, "turning with the body");
}
END_TEST

/* ---- refusals ---- */
static void expect_refusal(const abut_choice *choice, const force_places *places, abut_status status,
                           const char *words) {
    element e;
    abut_message message = {0};
    ck_assert_int_eq(try_make(choice, places, &e, &message), status);
    ck_assert_msg(strstr(message.text, words) != NULL, "'%s' is not in '%s'", words, message.text);
}

START_TEST(bad_forces_are_refused) {
    static const double two[] = {1, 2}, zero[] = {0, 0, 0}, bad[] = {1, NAN, 0}, less[] = {1, -1, 0};
    const abut_param k = {.name = "stiffness", .value = 1}, preload = {.name = "preload", .value = 1};
    const abut_param length = {.name = "length", .value = 1};
    const force_places together = {.at_a = {1, 0, 0}, .at_b = {1, 0, 0}};
#define CHOICE(...) (&(abut_choice){__VA_ARGS__})
    expect_refusal(CHOICE("spring", {preload}), &apart, ABUT_MISSING, "stiffness");
    expect_refusal(CHOICE("spring", {k, preload, length}), &apart, ABUT_BAD_VALUE, "not both");
    expect_refusal(CHOICE("spring", {k, {.name = "length", .value = -1}}), &apart, ABUT_BAD_VALUE, "negative");
    static const double rounded[] = {1, 4.93e-32, -1e-310}, tiny[] = {0, 4.93e-32, 0};
    element turned; /* zeros of a vector that was turned */
    ck_assert_int_eq(
        try_make(CHOICE("spring", {k, {.name = "axis", .data = rounded, .count = 3}}), &apart, &turned, NULL), ABUT_OK);
    drop(&turned);
    expect_refusal(CHOICE("spring", {k, {.name = "axis", .data = tiny, .count = 3}}), &apart, ABUT_BAD_VALUE,
                   "4.93e-32");
    expect_refusal(CHOICE("spring", {k, {.name = "axis", .data = two, .count = 2}}), &apart, ABUT_BAD_VALUE, "three");
    expect_refusal(CHOICE("spring", {k, {.name = "axis", .data = zero, .count = 3}}), &apart, ABUT_BAD_VALUE, "zero");
    expect_refusal(CHOICE("spring", {k, {.name = "axis", .data = bad, .count = 3}}), &apart, ABUT_BAD_VALUE, "nan");
    expect_refusal(CHOICE("spring", {k, preload}), &together, ABUT_BAD_VALUE, "coincide");
    expect_refusal(CHOICE("spring", {k, length}), &together, ABUT_BAD_VALUE, "coincide");
    expect_refusal(CHOICE("bushing", {{0}}), &apart, ABUT_MISSING, "stiffness");
    expect_refusal(CHOICE("bushing", {{.name = "torsion", .data = less, .count = 3}}), &apart, ABUT_BAD_VALUE,
                   "negative");
    expect_refusal(CHOICE("bushing", {{.name = "damping", .data = two, .count = 2}}), &apart, ABUT_BAD_VALUE, "three");
    expect_refusal(CHOICE("load", {{.name = "frame", .text = "body"}}), &apart, ABUT_MISSING, "force or moment");
    expect_refusal(CHOICE("load", {{.name = "force", .data = zero, .count = 3}, {.name = "scale", .text = "ramp"}}),
                   &apart, ABUT_MISSING, "scale: function ramp: to is missing");
    expect_refusal(CHOICE("load", {{.name = "force", .data = zero, .count = 3}, {.name = "scale", .text = "wave"}}),
                   &apart, ABUT_UNKNOWN_NAME, "wave");
    expect_refusal(CHOICE("gravity_field", {{0}}), &apart, ABUT_MISSING, "g is missing");
    expect_refusal(CHOICE("unbalance", {{.name = "amount", .value = -1}}), &apart, ABUT_BAD_VALUE, "amount");
    expect_refusal(CHOICE("sprnig", {{0}}), &apart, ABUT_UNKNOWN_NAME, "spring");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &spring_along_the_line, &spring_of_no_length,           &spring_is_placed_anew,  &spring_through_its_own_point,
        &spring_along_an_axis,  &torsion_spring_about_its_axis, &bushing_about_its_axes, &loads_over_time,
        &field_and_unbalance,   &bad_forces_are_refused};
    return suite_main("force laws", all, sizeof all / sizeof *all);
}
