/* Gaps of contact on a grid: rollers against published values and their own refinement, the true gap of registered surfaces against
 * closed forms. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/field.h"
#include "support/near.h"
#include "support/suite.h"

#define PI 3.14159265358979323846

static abut_field *made(const abut_field_def *def) {
    abut_message m = {0};
    abut_field *f = abut_field_create(def, &m);
    ck_assert_msg(f != NULL, "%s", m.text);
    return f;
}

static abut_field_result by_force(abut_field *f, double force) {
    abut_message m = {0};
    abut_field_result r;
    abut_status s = abut_field_solve(f, &(abut_field_load){.by_force = true, .force = force}, &r, &m);
    ck_assert_msg(s == ABUT_OK, "%s", m.text);
    return r;
}

/* ---- rollers: rho = E' = l = 1, b = 1/40, F = pi b^2 l/8, window +-1.8 b across and the length along ---- */
static abut_field_def roller(int nx, int ny, const char *profile, double force) {
    double b = 1.0 / 40;
    abut_field_def d = {
        .grid = {nx, ny, 3.6 * b, 1.1, false},
        .gap = {"roller",
                {{.name = "radius", .value = 1}, {.name = "length", .value = 1}, {.name = "profile", .text = profile}}},
        .E_star = 0.5,
        .solver = {.params = {{.name = "tol", .value = 1e-9}}}};
    if (force > 0) d.gap.params[3] = (abut_param){.name = "design_force", .value = force};
    return d;
}

START_TEST(rollers) {
    double b = 1.0 / 40, F = PI * b * b / 8, p0 = 2 * F / (PI * b), flat[2];
    abut_field_def d = roller(48, 192, "logarithmic", F);
    d.grid.ly = 1;
    abut_field *f = made(&d);
    abut_field_result r = by_force(f, F);
    printf("logarithmic: p_max %.4f p0, approach %.6g\n", r.p_max / p0, r.approach);
    expect_within(r.p_max / p0, 1.264, 0.0005, NULL, "logarithmic roller");
    ck_assert_ptr_null(r.caution);
    abut_field_destroy(f);
    for (int k = 0; k < 2; k++) {
        d = roller(48 << k, 192 << k, "flat", 0);
        f = made(&d);
        r = by_force(f, F);
        flat[k] = r.p_max / p0;
        ck_assert_msg(r.caution && strstr(r.caution, "corner"), "the corner is not mentioned");
        abut_field_destroy(f);
    }
    printf("flat: %.3f, refined %.3f p0\n", flat[0], flat[1]);
    ck_assert_msg(flat[0] > 2 && flat[1] > 1.2 * flat[0], "the edge does not grow: %g, %g", flat[0], flat[1]);
    /* a rounded end converges */
    double round[2];
    for (int k = 0; k < 2; k++) {
        d = roller(48 << k, 192 << k, "flat", 0);
        d.gap.params[3] = (abut_param){.name = "edge_radius", .value = 2};
        d.gap.params[4] = (abut_param){.name = "edge_width", .value = 0.2};
        f = made(&d);
        r = by_force(f, F);
        round[k] = r.p_max / p0;
        ck_assert_ptr_null(r.caution);
        abut_field_destroy(f);
    }
    printf("rounded: %.4f, refined %.4f p0\n", round[0], round[1]);
    expect_near(round[1], round[0], 0.02, NULL, "a rounded end");
}
END_TEST

/* A crowned roller whose crown is that of an ellipse is Hertz'. */
START_TEST(crowned) {
    abut_hertz h;
    double R = 0.005, crown = 0.5;
    must(abut_hertz_from_force(1 / (2 * crown), 1 / (2 * R), 1.15e11, 100, &h));
    abut_field_def d = {.grid = {64, 64, 3 * h.b, 3 * h.a, false},
                        .gap = {"roller",
                                {{.name = "radius", .value = R},
                                 {.name = "length", .value = 0.05},
                                 {.name = "profile", .text = "crowned"},
                                 {.name = "crown_radius", .value = crown}}},
                        .E_star = 1.15e11};
    abut_field *f = made(&d);
    abut_field_result r = by_force(f, 100);
    expect_near(r.approach, h.approach, 3e-4, NULL, "approach");
    expect_near(r.p_max, h.p_max, 1e-3, NULL, "p_max");
    abut_field_destroy(f);
}
END_TEST

/* A rounded punch by Sneddon's formula for bodies of revolution, integrated here: with g(x) = x int_0^x f'(t)/sqrt(x^2 - t^2) dt the
 * approach is g(a) and the force 2 E* int_0^a (g(a) - g(x)) dx; f' = (t - b)/r_e beyond b. */
static double transformed(double x, double b, double edge) {
    if (x <= b) return 0;
    double sum = 0; /* t = x sin(theta) takes the root away */
    int n = 2000;
    double from = asin(b / x), to = PI / 2;
    for (int k = 0; k < n; k++) {
        double theta = from + (k + 0.5) * (to - from) / n;
        sum += (x * sin(theta) - b) / edge;
    }
    return x * sum * (to - from) / n;
}

START_TEST(rounded_punch) {
    double b = 0.7, edge = 3, a = 1, E_star = 2, approach = transformed(a, b, edge), force = 0;
    int n = 2000;
    for (int k = 0; k < n; k++) force += 2 * E_star * (approach - transformed((k + 0.5) * a / n, b, edge)) * a / n;
    abut_field_def d = {.grid = {128, 128, 2.6, 2.6, false},
                        .gap = {"punch",
                                {{.name = "radius", .value = 1.3},
                                 {.name = "flat_radius", .value = b},
                                 {.name = "edge_radius", .value = edge}}},
                        .E_star = E_star};
    abut_field *f = made(&d);
    abut_field_result r = by_force(f, force);
    printf("rounded punch: approach %.6f (%.6f), radius %.4f\n", r.approach, approach,
           sqrt(r.area_fraction * 2.6 * 2.6 / PI));
    expect_near(r.approach, approach, 5e-4, NULL, "approach");
    expect_near(sqrt(r.area_fraction * 2.6 * 2.6 / PI), a, 0.01, NULL, "radius of contact");
    ck_assert_ptr_null(r.caution);
    abut_field_destroy(f);
    d.gap.params[1].name = NULL; /* a corner: approach F/(2 E* a) */
    f = made(&d);
    r = by_force(f, force);
    ck_assert(r.caution && strstr(r.caution, "corner"));
    expect_near(r.approach, force / (2 * E_star * 1.3), 0.01, NULL, "flat punch");
    abut_field_destroy(f);
}
END_TEST

/* ---- surfaces ---- */
static abut_field_def pair(const abut_choice *a, const abut_choice *b, double side) {
    return (abut_field_def){.grid = {33, 33, side, side, false},
                            .gap = {"surfaces", {{.name = "a", .choice = a}, {.name = "b", .choice = b}}},
                            .E_star = 1e11};
}

static double x_of(int i, double side) { return (i - 16) * side / 33; }

static const abut_choice plane = {.type = "plane"};
static const abut_choice ball = {"sphere", {{.name = "radius", .value = 0.01}}};
static const abut_choice thick = {"cylinder", {{.name = "radius", .value = 0.03}}};
static const abut_choice thin = {"cylinder", {{.name = "radius", .value = 0.02}}};
static const abut_choice egg = {
    "ellipsoid", {{.name = "a", .value = 0.03}, {.name = "b", .value = 0.02}, {.name = "c", .value = 0.01}}};
static const abut_choice groove = {"torus",
                                   {{.name = "ring_radius", .value = 0.03},
                                    {.name = "tube_radius", .value = 0.0052},
                                    {.name = "side", .text = "inside"}}};
static const abut_choice small = {"sphere", {{.name = "radius", .value = 0.005}}};

static double sag(double R, double x) { return fabs(x) < R ? R - sqrt(R * R - x * x) : INFINITY; }

START_TEST(closed_forms) {
    double side = 0.0024;
    abut_field_def d = pair(&plane, &ball, side);
    abut_field *f = made(&d);
    const double *h = abut_field_heights(f);
    for (int c = 0; c < 33 * 33; c++)
        expect_within(h[c], sag(0.01, hypot(x_of(c % 33, side), x_of(c / 33, side))), 1e-16, NULL, "ball, cell %d", c);
    abut_field_destroy(f);

    d = pair(&thick, &thin, side); /* side by side, along y */
    f = made(&d), h = abut_field_heights(f);
    for (int c = 0; c < 33 * 33; c++)
        expect_within(h[c], sag(0.03, x_of(c % 33, side)) + sag(0.02, x_of(c % 33, side)), 1e-16, NULL,
                      "parallel, cell %d", c);
    abut_field_destroy(f);

    d.gap.params[2] = (abut_param){.name = "b_angle", .value = PI / 2}; /* crossed */
    f = made(&d), h = abut_field_heights(f);
    for (int c = 0; c < 33 * 33; c++)
        expect_within(h[c], sag(0.03, x_of(c % 33, side)) + sag(0.02, x_of(c / 33, side)), 1e-16, NULL,
                      "crossed, cell %d", c);
    abut_field_destroy(f);

    d = pair(&egg, &plane, side); /* at the end of c: curvatures c/a^2, c/b^2 */
    f = made(&d), h = abut_field_heights(f);
    for (int c = 0; c < 33 * 33; c++) {
        double u = x_of(c % 33, side) / 0.03, v = x_of(c / 33, side) / 0.02;
        expect_within(h[c], 0.01 - 0.01 * sqrt(1 - u * u - v * v), 1e-16, NULL, "egg, cell %d", c);
    }
    abut_field_destroy(f);
}
END_TEST

/* A ball in the groove of an inner ring: across it the ring is hollow, its depths are negative; around the axis it is convex. */
START_TEST(hollow) {
    double side = 0.002;
    abut_field_def d = pair(&groove, &small, side);
    d.gap.params[2] = (abut_param){.name = "a_direction", .data = (double[]){1, 0, 0}, .count = 3};
    abut_field *f = made(&d);
    const double *h = abut_field_heights(f);
    for (int k = 0; k < 33; k++) {
        double s = x_of(k, side), along = fmin(h[16 * 33 + k], h[k * 33 + 16]);
        expect_within(along, sag(0.005, s) - sag(0.0052, s), 1e-16, NULL, "across the groove at %g", s);
        double around = fmax(h[16 * 33 + k], h[k * 33 + 16]);
        expect_within(around, sag(0.005, s) + sag(0.0248, s), 1e-16, NULL, "along the groove at %g", s);
    }
    abut_field_destroy(f);
}
END_TEST

/* A body that ends: a ball larger than its window is whole, a smaller one has a rim. Surfaces that cannot be placed are refused. */
START_TEST(ends_and_refusals) {
    abut_field_def d = pair(&plane, &ball, 0.04);
    abut_field *f = made(&d);
    ck_assert(abut_field_heights(f)[0] > 1e20 && fabs(abut_field_heights(f)[16 * 33 + 16]) < 1e-16);
    abut_field_result r = by_force(f, 1000);
    ck_assert(r.contact_cells > 0 && isinf(r.gap[0]) && isfinite(r.mean_gap));
    abut_field_destroy(f);
    abut_message m = {0};
    d.gap.params[2] = (abut_param){.name = "b_direction", .data = (double[]){0, 0, 0}, .count = 3};
    ck_assert_ptr_null(abut_field_create(&d, &m));
    ck_assert_msg(strstr(m.text, "three numbers") && !strcmp(m.place.key, "gap.b_direction"), "%s: %s", m.place.key,
                  m.text);
    m = (abut_message){0};
    d = pair(&thin, &ball, 0.001);
    d.gap.params[2] = (abut_param){.name = "a_direction", .data = (double[]){0, 0, 1}, .count = 3};
    ck_assert_ptr_null(abut_field_create(&d, &m));
    ck_assert_msg(strstr(m.text, "has no point there"), "%s", m.text);
    m = (abut_message){0};
    static const abut_choice wrong = {"sphere", {{.name = "radius", .value = -1}}};
    d = pair(&plane, &wrong, 0.001);
    ck_assert_ptr_null(abut_field_create(&d, &m));
    ck_assert_msg(strstr(m.text, "radius must be in") && !strcmp(m.place.key, "gap.b.radius"), "%s: %s", m.place.key,
                  m.text);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&rollers,      &crowned, &rounded_punch,
                                              &closed_forms, &hollow,  &ends_and_refusals};
    return suite_main("field_gaps", all, sizeof all / sizeof *all);
}
