/* The raceway surface: equal to the torus without faults, waves and spall where they are said to be, derivatives inside the
 * spall, the nearest point against a search, and that a ball can follow every spall. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

static const double pi = 3.14159265358979323846;
static const double R = 0.01901, r = 5.0e-3; /* an outer ring for balls of 9.525 mm */

static surface make(const abut_choice *choice) {
    surface s;
    abut_message m = {0};
    ck_assert_msg(surface_make(NULL, choice, &s, &m) == ABUT_OK, "%s", m.text);
    return s;
}

static abut_choice with_spall(double depth, double width, double angle) {
    return (abut_choice){"raceway",
                         {{.name = "ring_radius", .value = R},
                          {.name = "tube_radius", .value = r},
                          {.name = "spall_depth", .value = depth},
                          {.name = "spall_width", .value = width},
                          {.name = "spall_angle", .value = angle}}};
}

/* A point at the angle theta about the axis and phi about the groove's centre, w from it. */
static vec3 point(double theta, double phi, double w) {
    double rho = R + w * cos(phi);
    return v3(rho * cos(theta), rho * sin(theta), w * sin(phi));
}

static void expect_same(double x, double want, double scale, const char *what) {
    expect_within(x, want, 1e-13 * scale, NULL, "%s", what);
}

START_TEST(plain_is_the_torus) {
    abut_choice plain = {"raceway", {{.name = "ring_radius", .value = R}, {.name = "tube_radius", .value = r}}};
    abut_choice torus = plain;
    torus.type = "torus";
    torus.params[2] = (abut_param){.name = "side", .text = "inside"};
    surface a = make(&plain), b = make(&torus);
    expect_near(a.extent.bound, b.extent.bound, 1e-15, NULL, "bound");
    expect_near(a.extent.k_min_sup, b.extent.k_min_sup, 1e-15, NULL, "k_min");
    expect_near(a.extent.k_max_sup, b.extent.k_max_sup, 1e-15, NULL, "k_max");
    chance c = {3};
    for (int i = 0; i < 200; i++) {
        vec3 y = point(chance_uniform(&c, -4, 4), chance_uniform(&c, -4, 4), r * chance_uniform(&c, 0.5, 1.2));
        abut_jet p, q;
        must(surface_jet(&a, y, 3, &p));
        must(surface_jet(&b, y, 3, &q));
        expect_same(p.f, q.f, r, "f");
        ck_assert(v3_norm(v3_sub(p.g, q.g)) < 1e-14);
        for (int k = 0; k < 6; k++) expect_same(p.H[k], q.H[k], 1 / r, "H");
        for (int k = 0; k < 10; k++) expect_same(p.T[k], q.T[k], 10 / (r * r), "T");
        abut_foot f = {0}, g = {0};
        must(a.type->foot(a.self, &y, &f));
        must(b.type->foot(b.self, &y, &g));
        ck_assert(v3_norm(v3_sub(f.y, g.y)) < 1e-16 && v3_norm(v3_sub(f.n, g.n)) < 1e-13);
        expect_same(f.distance, g.distance, r, "distance");
        /* the torus puts the groove's section first, the raceway the smaller curvature: the same in a hollow */
        expect_same(f.k1, g.k1, 1 / r, "k1");
        expect_same(f.k2, g.k2, 1 / r, "k2");
        expect_within(fabs(v3_dot(f.d1, g.d1)), 1, 1e-13, NULL, "d1");
        double sign = v3_dot(f.d1, g.d1) > 0 ? 1 : -1;
        expect_same(sign * f.dk1, g.dk1, 10 / (r * r), "dk1");
        expect_same(sign * f.dk2, g.dk2, 10 / (r * r), "dk2");
        expect_same(f.ek1, 0, 10 / (r * r), "ek1");
        expect_same(f.ek2, 0, 10 / (r * r), "ek2");
    }
    surface_drop(&a);
    surface_drop(&b);
}
END_TEST

/* Groove radius where the surface lies at theta and phi, by bisection of f along the section. */
static double groove(const surface *s, double theta, double phi) {
    double low = 0.9 * r, high = 1.1 * r;
    for (int i = 0; i < 60; i++) {
        double w = 0.5 * (low + high);
        abut_jet j;
        must(surface_jet(s, point(theta, phi, w), 1, &j));
        if (j.f > 0)
            low = w;
        else
            high = w;
    }
    return low;
}

START_TEST(waves_are_where_they_are_said) {
    static const double table[] = {1, 3e-6, 0.4, 9, -2e-6, 1.3, 40, 0.5e-6, -2};
    abut_choice wavy = {"raceway",
                        {{.name = "ring_radius", .value = R},
                         {.name = "tube_radius", .value = r},
                         {.name = "waves", .data = table, .count = 9}}};
    surface s = make(&wavy);
    for (double theta = -3; theta < 7; theta += 0.37)
        for (double phi = -3; phi < 3; phi += 0.9) {
            double want = r;
            for (int k = 0; k < 9; k += 3) want += table[k + 1] * cos(table[k] * theta + table[k + 2]);
            expect_within(groove(&s, theta, phi), want, 1e-15, NULL, "at %g, %g", theta, phi);
        }
    surface_drop(&s);
}
END_TEST

START_TEST(spall_is_where_it_is_said) {
    const double depth = 20e-6, width = 3e-3, angle = 2.5;
    abut_choice choice = with_spall(depth, width, angle);
    surface s = make(&choice);
    for (int side = 0; side < 2; side++) { /* of the inner and of the outer ring's kind: the same width in metres */
        double phi = side ? 0 : pi, rho = side ? R + r : R - r, edge = asin(0.5 * width / rho);
        expect_within(groove(&s, angle, phi), r + depth, 1e-15, NULL, "middle");
        expect_within(groove(&s, angle + 1.01 * edge, phi), r, 1e-15, NULL, "beside it");
        expect_within(groove(&s, angle - 1.01 * edge, phi), r, 1e-15, NULL, "beside it");
        expect_within(groove(&s, angle + pi, phi), r, 1e-15, NULL, "opposite");
        double in = groove(&s, angle + 0.9 * edge, phi);
        ck_assert(in > r + 1e-7 && in < r + depth);
    }
    surface_drop(&s);
}
END_TEST

/* Inside a spall: five-point differences of f, g and H over all three directions. */
START_TEST(derivatives_in_the_spall) {
    static const int pair_index[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    static const int triple_index[3][6] = {{0, 5, 7, 3, 4, 9}, {3, 1, 8, 5, 9, 6}, {4, 6, 2, 9, 7, 8}};
    static const double weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12}, at[4] = {-2, -1, 1, 2};
    abut_choice choice = with_spall(20e-6, 2e-3, 0.7);
    surface s = make(&choice);
    chance c = {17};
    const double step = 2e-7;
    for (int i = 0; i < 300; i++) {
        vec3 y = point(0.7 + chance_uniform(&c, -0.05, 0.05), chance_uniform(&c, -0.8, 0.8), r);
        abut_jet j, n;
        must(surface_jet(&s, y, 3, &j));
        double D[3][10] = {{0}};
        for (int d = 0; d < 3; d++)
            for (int k = 0; k < 4; k++) {
                must(surface_jet(&s, v3_axpy(at[k] * step, v3(d == 0, d == 1, d == 2), y), 2, &n));
                const double all[10] = {n.f, n.g.x, n.g.y, n.g.z, n.H[0], n.H[1], n.H[2], n.H[3], n.H[4], n.H[5]};
                for (int m = 0; m < 10; m++) D[d][m] += weight[k] * all[m] / step;
            }
        const double g[3] = {j.g.x, j.g.y, j.g.z};
        for (int d = 0; d < 3; d++) {
            expect_within(D[d][0], g[d], 1e-9, NULL, "gradient %d", d);
            for (int m = 0; m < 3; m++)
                expect_within(D[d][1 + m], j.H[pair_index[d][m]], 1e-6 * 300, NULL, "Hessian %d %d", d, m);
            /* third derivatives reach 2e7; the fourth jumps where the parts of the ramp meet */
            for (int m = 0; m < 6; m++)
                expect_within(D[d][4 + m], j.T[triple_index[d][m]], 2.5e-4 * 2e7, NULL, "third %d %d", d, m);
        }
    }
    surface_drop(&s);
}
END_TEST

/* f, gradient, Hessian and third derivatives do not jump across the edge, the end of the rounding and the foot of the ramp. */
START_TEST(spall_is_smooth) {
    abut_choice choice = with_spall(20e-6, 3e-3, 0);
    surface s = make(&choice);
    const double step = 1e-9;
    abut_jet last = {0};
    for (double y = -1.6e-3; y < 1.6e-3; y += step * 50) {
        abut_jet j;
        double x = R + r;
        must(surface_jet(&s, v3(sqrt(x * x - y * y), y, 0), 3, &j));
        if (y >
            -1.6e-3) { /* by (2) of raceway.c at most: slope 0.06, curvature 790, its rate 2e7, the rate of that 1.4e12 */
            ck_assert(fabs(j.f - last.f) < 0.1 * 50 * step);
            ck_assert(fabs(j.g.y - last.g.y) < 1000 * 50 * step);
            ck_assert(fabs(j.H[1] - last.H[1]) < 2e7 * 50 * step);
            ck_assert(fabs(j.T[1] - last.T[1]) < 2e12 * 50 * step);
        }
        last = j;
    }
    surface_drop(&s);
}
END_TEST

/* The nearest point against a search over the surface: no point sampled around is nearer, and the offset is along n. */
static void check_foot(const surface *s, vec3 x, double around) {
    abut_foot f = {0};
    must(s->type->foot(s->self, &x, &f));
    abut_jet j;
    must(surface_jet(s, f.y, 1, &j));
    ck_assert_msg(fabs(j.f) < 1e-16, "off the surface by %g", j.f);
    vec3 off = v3_sub(x, f.y);
    ck_assert_msg(v3_norm(v3_cross(off, f.n)) < 1e-14, "offset is not along the normal: %g",
                  v3_norm(v3_cross(off, f.n)));
    double theta = atan2(x.y, x.x);
    for (int i = -10; i <= 10; i++) {
        double at = theta + around * i / 10, phi = atan2(x.z, hypot(x.x, x.y) - R);
        vec3 y = point(at, phi, groove(s, at, phi));
        ck_assert_msg(v3_norm(v3_sub(x, y)) > v3_norm(off) - 1e-12, "nearer at %g", at);
    }
}

START_TEST(foot_is_the_nearest_point) {
    const double ball = 4.7625e-3;
    abut_choice choices[] = {with_spall(10e-6, 1e-3, 1), with_spall(50e-6, 4e-3, 1), with_spall(5e-6, 0.2e-3, 1)};
    for (int k = 0; k < 3; k++) {
        surface s = make(&choices[k]);
        chance c = {23};
        for (int i = 0; i < 200; i++) {
            double side = i % 2 ? 0 : pi, theta = 1 + chance_uniform(&c, -0.1, 0.1);
            check_foot(&s, point(theta, side + chance_uniform(&c, -0.5, 0.5), r - ball + chance_uniform(&c, 0, 2e-5)),
                       0.1);
        }
        surface_drop(&s);
    }
}
END_TEST

/* A ball a little smaller than the groove finds positive relative curvatures everywhere in a spall, however deep and narrow;
 * one that is wide enough is as deep as asked for, a narrow one as deep as (3) of raceway.c says. */
START_TEST(ball_can_follow_every_spall) {
    const double ball = 0.952 * r, width[] = {0.1e-3, 0.5e-3, 1e-3, 2e-3, 6e-3}, depth[] = {1e-6, 1e-5, 1e-4};
    const double a = 2 / (0.8 * (1 - 2.0 / 9 + 1.0 / 17)), k = 0.8 * (1 / r - 1 / (R + r));
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 3; j++) {
            abut_choice choice = with_spall(depth[j], width[i], 0);
            surface s = make(&choice);
            double deep = groove(&s, 0, 0) - r, room = k * width[i] * width[i] / (4 * a);
            expect_within(deep, fmin(depth[j], room), 1e-14, NULL, "depth of %g in %g", depth[j], width[i]);
            for (double t = -0.6; t < 0.6; t += 0.01) {
                vec3 x = point(t * width[i] / (R + r), 0, r - ball);
                abut_foot f = {0};
                must(s.type->foot(s.self, &x, &f));
                ck_assert(1 / ball + f.k1 > 0 && 1 / ball + f.k2 > 0);
            }
            surface_drop(&s);
        }
    /* the fault of 10 um in 1 mm keeps its depth */
    abut_choice usual = with_spall(10e-6, 1e-3, 0);
    surface s = make(&usual);
    expect_within(groove(&s, 0, 0), r + 10e-6, 1e-15, NULL, "10 um in 1 mm");
    surface_drop(&s);
}
END_TEST

static void refused(const abut_choice *choice, const char *words) {
    surface s;
    abut_message m = {0};
    abut_status status = surface_make(NULL, choice, &s, &m);
    ck_assert_int_lt(status, 0);
    ck_assert_msg(strstr(m.text, words) != NULL, "no '%s' in '%s'", words, m.text);
}

START_TEST(what_is_refused) {
    static const double two[] = {3, 1e-6}, half[] = {2.5, 1e-6, 0}, rough[] = {2000, 1e-5, 0},
                        endless[] = {3, INFINITY, 0}, large[] = {1, 3e-3, 0};
    struct {
        const double *table;
        size_t count;
        const char *words;
    } bad[] = {{two, 2, "triples"},
               {half, 3, "whole number"},
               {rough, 3, "cannot follow"},
               {endless, 3, "out of range"},
               {large, 3, "must stay below"}};
    for (int i = 0; i < 5; i++) {
        abut_choice c = {"raceway",
                         {{.name = "ring_radius", .value = R},
                          {.name = "tube_radius", .value = r},
                          {.name = "waves", .data = bad[i].table, .count = bad[i].count}}};
        refused(&c, bad[i].words);
    }
    abut_choice narrow = with_spall(1e-5, 0, 0), wide = with_spall(1e-5, 0.1, 0);
    refused(&narrow, "spall_width must be in");
    narrow.params[3] = (abut_param){.name = "spall_angle", .value = 1};
    narrow.params[4] = (abut_param){0};
    refused(&narrow, "spall_width must be in");
    refused(&wide, "spall_width must be in");
    abut_choice thick = {"raceway", {{.name = "ring_radius", .value = r}, {.name = "tube_radius", .value = R}}};
    refused(&thick, "below ring_radius");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &plain_is_the_torus, &waves_are_where_they_are_said, &spall_is_where_it_is_said,   &derivatives_in_the_spall,
        &spall_is_smooth,    &foot_is_the_nearest_point,     &ball_can_follow_every_spall, &what_is_refused};
    return suite_main("raceway", all, sizeof all / sizeof *all);
}
