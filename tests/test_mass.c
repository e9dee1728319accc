/* Mass properties: closed forms of sphere, ellipsoid, torus; a spline profile against the sphere it follows; joining and
 * turning; what has no volume. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "abut/extend.h"
#include "multibody/mass.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

static const double pi = 3.14159265358979323846;

typedef struct properties {
    double m, I[6];
    vec3 c;
} properties;

static abut_surface_def solid_of(abut_choice shape, double density) {
    return (abut_surface_def){.shape = shape, .material = {210e9, 0.3, density, false}};
}

static properties weigh(const abut_surface_def *def) {
    properties p;
    abut_message message = {0};
    abut_status s = mass_of_surface(NULL, def, &p.m, &p.c, p.I, &message);
    ck_assert_msg(s == ABUT_OK, "%s", message.text);
    return p;
}

static void expect_tensor(const double I[6], double xx, double yy, double zz, double tolerance) {
    const double want[6] = {xx, yy, zz, 0, 0, 0}, scale = fmax(xx, fmax(yy, zz));
    for (int k = 0; k < 6; k++) expect_within(I[k], want[k], tolerance * scale, NULL, "inertia %d", k);
}

START_TEST(closed_forms) {
    abut_surface_def ball = solid_of((abut_choice){"sphere", {{.name = "radius", .value = 0.1}}}, 7850);
    properties p = weigh(&ball);
    expect_near(p.m, 32.8820031074, 1e-11, NULL, "mass of a steel ball");
    expect_tensor(p.I, 0.4 * p.m * 0.01, 0.4 * p.m * 0.01, 0.4 * p.m * 0.01, 1e-15);

    abut_surface_def egg =
        solid_of((abut_choice){"ellipsoid",
                               {{.name = "a", .value = 0.3}, {.name = "b", .value = 0.2}, {.name = "c", .value = 0.1}}},
                 1000);
    p = weigh(&egg);
    expect_near(p.m, 8 * pi, 1e-14, NULL, "mass of an ellipsoid");
    expect_tensor(p.I, p.m * 0.05 / 5, p.m * 0.1 / 5, p.m * 0.13 / 5, 1e-14);

    abut_surface_def ring = solid_of(
        (abut_choice){"torus", {{.name = "ring_radius", .value = 0.5}, {.name = "tube_radius", .value = 0.1}}}, 10);
    p = weigh(&ring);
    expect_near(p.m, 10 * 2 * pi * pi * 0.5 * 0.01, 1e-14, NULL, "mass of a torus");
    double across = p.m * (0.125 + 0.00625), along = p.m * (0.25 + 0.0075);
    expect_tensor(p.I, across, across, along, 1e-15);
}
END_TEST

/* The solid of revolution of the straight profile (a cone's frustum is quadratic in z: exact), and of a zone of a sphere
 * between z = -0.6 and 0.8 of a unit sphere, whose integrals are polynomials. */
START_TEST(revolution_with_flat_ends) {
    static const double frustum[] = {0, 1, 0.5, 1.25, 1, 1.5, 2, 2};
    properties p;
    abut_surface_def def = solid_of((abut_choice){"revolution", {{.name = "profile", .data = frustum, .count = 8}}}, 3);
    p = weigh(&def);
    /* R = 1 + z/2 on 0..2: int R^2 = 14/3, int z R^2 = 34/6 ... */
    expect_near(p.m, 3 * pi * 14 / 3, 1e-14, NULL, "frustum");
    expect_near(p.c.z, 17.0 / 14, 1e-14, NULL, "its centre");
    expect_near(p.I[2], 3 * pi / 2 * 62 / 5, 1e-14, NULL, "about its axis");

    enum { POINTS = 200 };
    double zone[2 * POINTS], low = -0.6, high = 0.8;
    for (int i = 0; i < POINTS; i++) {
        zone[2 * i] = low + (high - low) * i / (POINTS - 1);
        zone[2 * i + 1] = sqrt(1 - zone[2 * i] * zone[2 * i]);
    }
    def = solid_of((abut_choice){"revolution", {{.name = "profile", .data = zone, .count = 2 * POINTS}}}, 1);
    p = weigh(&def);
    double h1 = high - low, h2 = (high * high - low * low) / 2, h3 = (pow(high, 3) - pow(low, 3)) / 3;
    double h4 = (pow(high, 4) - pow(low, 4)) / 4, h5 = (pow(high, 5) - pow(low, 5)) / 5, V = pi * (h1 - h3);
    double c = pi * (h2 - h4) / V, axial = pi / 2 * (h1 - 2 * h3 + h5);
    expect_near(p.m, V, 1e-8, NULL, "zone of a sphere");
    expect_near(p.c.z, c, 1e-7, NULL, "its centre");
    expect_near(p.I[2], axial, 1e-8, NULL, "about its axis");
    expect_near(p.I[0], axial / 2 + pi * (h3 - h5) - V * c * c, 1e-8, NULL, "across");
}
END_TEST

/* A whole sphere, its poles cut off where the profile would need a vertical tangent. */
START_TEST(revolution_of_a_sphere) {
    enum { POINTS = 400 };
    double profile[2 * POINTS];
    for (int i = 0; i < POINTS; i++) {
        double angle = pi * (i + 0.5) / POINTS;
        profile[2 * i] = -0.1 * cos(angle);
        profile[2 * i + 1] = 0.1 * sin(angle);
    }
    abut_surface_def turned =
        solid_of((abut_choice){"revolution", {{.name = "profile", .data = profile, .count = 2 * POINTS}}}, 7850);
    abut_surface_def ball = solid_of((abut_choice){"sphere", {{.name = "radius", .value = 0.1}}}, 7850);
    properties p = weigh(&turned), q = weigh(&ball);
    expect_near(p.m, q.m, 1e-6, NULL, "mass");
    expect_within(p.c.z, 0, 1e-15, NULL, "centre");
    expect_tensor(p.I, q.I[0], q.I[0], q.I[0], 1e-6);
}
END_TEST

/* A surface placed askew: the tensor turns and the centre moves with it. */
START_TEST(place_is_applied) {
    abut_surface_def egg =
        solid_of((abut_choice){"ellipsoid",
                               {{.name = "a", .value = 0.3}, {.name = "b", .value = 0.2}, {.name = "c", .value = 0.1}}},
                 1000);
    properties own = weigh(&egg);
    egg.place = (abut_pose){{1, 2, 3}, quat_of_vector(v3(0.3, -0.8, 0.5))};
    properties p = weigh(&egg);
    mat3 R = m3_of_quat(egg.place.q);
    ck_assert_double_eq(p.c.x, 1);
    ck_assert_double_eq(p.c.z, 3);
    const vec3 u[3] = {R.c0, R.c1, R.c2};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) /* along the ellipsoid's axes it is what it was */
            expect_within(v3_dot(u[i], sym3_mul(p.I, u[j])), i == j ? own.I[i] : 0, 1e-14, NULL, "%d %d", i, j);
    ck_assert(inertia_physical(p.I));
}
END_TEST

/* Two halves of a dumb-bell; joining in either order, and starting from nothing. */
START_TEST(solids_are_joined) {
    abut_surface_def a = solid_of((abut_choice){"sphere", {{.name = "radius", .value = 0.1}}}, 3000), b = a;
    b.place.r = v3(0.3, -0.4, 1.2);
    b.material.density = 1000;
    properties p = weigh(&a), q = weigh(&b), sum = {0}, other = {0};
    mass_add(&sum.m, &sum.c, sum.I, p.m, p.c, p.I);
    ck_assert_double_eq(sum.I[1], p.I[1]);
    mass_add(&sum.m, &sum.c, sum.I, q.m, q.c, q.I);
    mass_add(&other.m, &other.c, other.I, q.m, q.c, q.I);
    mass_add(&other.m, &other.c, other.I, p.m, p.c, p.I);
    expect_near(sum.m, p.m + q.m, 1e-15, NULL, "mass");
    expect_near(sum.c.z, 0.3, 1e-15, NULL, "centre");
    double reduced = p.m * q.m / (p.m + q.m);
    expect_near(sum.I[0], p.I[0] + q.I[0] + reduced * (0.16 + 1.44), 1e-14, NULL, "xx");
    expect_near(sum.I[4], -reduced * 0.36, 1e-14, NULL, "xz");
    for (int k = 0; k < 6; k++) expect_within(other.I[k], sum.I[k], 1e-13, NULL, "order, %d", k);
    ck_assert(inertia_physical(sum.I));
}
END_TEST

static void expect_refusal(abut_surface_def def, abut_status status, const char *words) {
    properties p;
    abut_message message = {0};
    ck_assert_int_eq(mass_of_surface(NULL, &def, &p.m, &p.c, p.I, &message), status);
    ck_assert_msg(strstr(message.text, words) != NULL, "'%s' is not in '%s'", words, message.text);
}

START_TEST(what_has_no_mass) {
    const abut_choice ball = {"sphere", {{.name = "radius", .value = 0.1}}};
    const abut_choice cavity = {"sphere", {{.name = "radius", .value = 0.1}, {.name = "side", .text = "inside"}}};
    abut_surface_def floor = solid_of((abut_choice){.type = "plane"}, 7850);
    expect_refusal(floor, ABUT_MISSING, "a plane has no volume");
    floor.name = "floor";
    expect_refusal(floor, ABUT_MISSING, "surface 'floor'");
    expect_refusal(solid_of(cavity, 7850), ABUT_MISSING, "inside");
    expect_refusal(solid_of(ball, 0), ABUT_BAD_VALUE, "no density");
    expect_refusal(solid_of(ball, -1), ABUT_BAD_VALUE, "density");
    expect_refusal(solid_of(ball, NAN), ABUT_BAD_VALUE, "density");
    expect_refusal(solid_of((abut_choice){.type = "spher"}, 7850), ABUT_UNKNOWN_NAME, "sphere");
}
END_TEST

/* Every registered surface either has physical mass properties or says that it has none; none crashes. */
START_TEST(every_surface_answers) {
    const abut_choice *example;
    int solids = 0;
    for (int i = 0; (example = example_of("surface", i)); i++) {
        abut_surface_def def = solid_of(*example, 7850);
        properties p;
        abut_message message = {0};
        abut_status s = mass_of_surface(NULL, &def, &p.m, &p.c, p.I, &message);
        if (s == ABUT_OK) {
            ck_assert_msg(p.m > 0 && inertia_physical(p.I), "%s", example->type);
            solids++;
        } else {
            ck_assert_int_eq(s, ABUT_MISSING);
            ck_assert_msg(strstr(message.text, "no volume") != NULL, "%s: %s", example->type, message.text);
        }
    }
    ck_assert_int_ge(solids, 4);
}
END_TEST

START_TEST(physical_inertia) {
    ck_assert(inertia_physical((const double[6]){1, 1, 1}));
    ck_assert(inertia_physical((const double[6]){1, 1, 2}));                   /* a flat disc */
    ck_assert(inertia_physical((const double[6]){1.23e-3, 1.23e-3, 2.47e-3})); /* the same with three digits */
    ck_assert(inertia_physical((const double[6]){2e-20, 2e-20, 1e-23}));
    ck_assert(inertia_physical((const double[6]){2, 2, 2, 0.9, 0, 0}));
    ck_assert(!inertia_physical((const double[6]){0, 0, 0}));
    ck_assert(!inertia_physical((const double[6]){1, 1, 0}));
    ck_assert(!inertia_physical((const double[6]){1, 1, -1}));
    ck_assert(!inertia_physical((const double[6]){1, 1, 2.02}));
    ck_assert(!inertia_physical((const double[6]){1, 3, 1}));
    ck_assert(!inertia_physical((const double[6]){2, 2, 2, 1.5, 0, 0})); /* principal moments 0.5, 2, 3.5 */
    ck_assert(!inertia_physical((const double[6]){2, 2, 2, 3, 0, 0}));
    ck_assert(!inertia_physical((const double[6]){1, 1, NAN}));
    ck_assert(!inertia_physical((const double[6]){1, 1, 1, NAN, 0, 0}));
    ck_assert(!inertia_physical((const double[6]){INFINITY, 1, 1}));
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &closed_forms,      &revolution_with_flat_ends, &revolution_of_a_sphere, &place_is_applied,
        &solids_are_joined, &what_has_no_mass,          &every_surface_answers,  &physical_inertia};
    return suite_main("mass", all, sizeof all / sizeof *all);
}
