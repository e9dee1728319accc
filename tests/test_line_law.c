/* The normal law `line` and the surface `roller`: the law against the calculator of line contact and against differences, its
 * inverse, its ranges; the roller's profile against the calculator of slices, its checks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/extend.h"
#include "registry/registry.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

static const double E_STAR = 115.4e9;

typedef struct law {
    const abut_normal_type *type;
    void *self;
} law;

static abut_status try_law(const abut_choice *choice, law *out, abut_message *message) {
    abut_args args;
    abut_status s = registry_check(NULL, "normal", 0, choice, &args, message);
    if (s) return s;
    out->type = (const abut_normal_type *)args.type;
    s = registry_make(&args, out->type->size, out->type->init, &out->self);
    if (s) free(out->self);
    return s;
}

static law made(const abut_choice *choice) {
    law l;
    abut_message m = {0};
    ck_assert_msg(try_law(choice, &l, &m) == ABUT_OK, "%s", m.text);
    return l;
}

static abut_choice named(const char *word) { return (abut_choice){"line", {{.name = "law", .text = word}}}; }
static const abut_choice iso = {"line",
                                {{.name = "slice_law", .text = "iso16281"}, {.name = "raceways", .value = 2}, {0}}};

static abut_normal force(const law *l, const abut_patch *p) {
    static const abut_patch none = {0};
    abut_normal n = {0};
    ck_assert_int_eq(l->type->force(l->self, p, NULL, &none, true, &n), ABUT_OK);
    return n;
}

/* Rollers from slender to stubby, a third of their length. */
static abut_patch drawn(chance *c) {
    double whole = chance_uniform(c, 0.003, 0.1), Q = 0.5 / chance_uniform(c, 0.002, 0.05);
    return (abut_patch){.h = 2 * Q * whole * whole * pow(10, chance_uniform(c, -7, -0.5)),
                        .Q = Q,
                        .E_star = E_STAR,
                        .whole = whole,
                        .length = whole / 3};
}

/* the share of the calculator's contact, by all three laws */
START_TEST(law_is_the_calculator) {
    static const char *const words[] = {"strip", "asymptotic", "paper"};
    double worst = 0;
    chance c = {11};
    for (int k = 0; k < 300; k++) {
        abut_choice choice = named(words[k % 3]);
        law l = made(&choice);
        abut_patch p = drawn(&c);
        abut_normal n = force(&l, &p);
        abut_line_in in = {(abut_line_law)(k % 3), p.whole, 2 * p.Q, 2 * p.E_star, p.h, NAN};
        abut_line_out o;
        ck_assert_int_eq(abut_line_contact(&in, &o, NULL), ABUT_OK);
        double share = p.length / p.whole, h, slope;
        expect_near(n.N, o.force * share, 1e-14, &worst, "N");
        expect_near(n.dN[0], o.stiffness * share, 1e-14, &worst, "dN/dh");
        expect_near(n.dN[3], 2 * o.dF_drho * share, 1e-14, &worst, "dN/dQ");
        expect_near(n.energy, o.energy * share, 1e-14, &worst, "energy");
        expect_near(n.b, o.half_width, 1e-14, &worst, "b");
        expect_near(n.p_max, o.p_max, 1e-14, &worst, "p_max");
        ck_assert(n.a == p.length / 2 && n.dN[1] == 0 && n.dN[2] == 0);
        ck_assert_int_eq(l.type->approach(l.self, &p, n.N, &h, &slope), ABUT_OK);
        expect_near(h, p.h, 1e-12, &worst, "approach");
        expect_near(slope, 1 / n.dN[0], 1e-12, &worst, "its slope");
        free(l.self);
    }
    printf("law_is_the_calculator: worst %.1e\n", worst);
}
END_TEST

/* By central differences. */
typedef struct rates {
    double N, energy, lnb;
} rates;

static rates difference(const law *l, const abut_patch *p, double dh, double dQ) {
    abut_patch up = *p, down = *p;
    up.h += dh, down.h -= dh, up.Q += dQ, down.Q -= dQ;
    abut_normal a = force(l, &up), b = force(l, &down);
    double span = 2 * (dh + dQ); /* one of the two is 0 */
    return (rates){(a.N - b.N) / span, (a.energy - b.energy) / span, log(a.b / b.b) / span};
}

START_TEST(derivatives_match_differences) {
    abut_choice strip = named("strip"), limit = named("asymptotic");
    const abut_choice *all[] = {&strip, &limit, &iso};
    double worst = 0;
    chance c = {12};
    for (int k = 0; k < 150; k++) {
        law l = made(all[k % 3]);
        abut_patch p = drawn(&c);
        abut_normal n = force(&l, &p);
        rates by_h = difference(&l, &p, 1e-4 * p.h, 0), by_Q = difference(&l, &p, 0, 1e-4 * p.Q);
        expect_near(n.dN[0], by_h.N, 1e-7, &worst, "dN/dh");
        expect_within(n.dN[3] * p.Q / n.N, by_Q.N * p.Q / n.N, 1e-7, &worst, "dN/dQ");
        expect_near(n.N, by_h.energy, 1e-7, &worst, "dU/dh");
        expect_near(n.dlnb[0], by_h.lnb, 1e-7, &worst, "dlnb/dh");
        expect_near(n.dlnb[2], by_Q.lnb, 1e-7, &worst, "dlnb/dQ");
        expect_near(n.exponent, p.h * by_h.N / n.N, 1e-7, &worst, "exponent");
        ck_assert(n.dlna[0] == 0 && n.dlna[2] == 0 && n.dlnb[1] == 0);
        free(l.self);
    }
    printf("derivatives_match_differences: worst %.1e\n", worst);
}
END_TEST

/* one of two like contacts in series has half of the approach that the standard means */
START_TEST(iso_is_the_sum_over_both) {
    law l = made(&iso);
    abut_patch p = {.h = 4e-6, .Q = 100, .E_star = E_STAR, .whole = 0.012, .length = 0.012};
    abut_slices_in in = {.law = ABUT_SLICE_ISO16281,
                         .length = 0.012,
                         .curvature = 200,
                         .E_prime = 2 * E_STAR,
                         .approach = 8e-6,
                         .count = 1};
    abut_slices_out o = {0};
    double worst = 0, h, slope;
    ck_assert_int_eq(abut_line_slices(&in, &o, NULL), ABUT_OK);
    abut_normal n = force(&l, &p);
    expect_near(n.N, o.force, 1e-14, &worst, "N");
    expect_near(n.N, 35948 * pow(12, 8.0 / 9) * pow(8e-3, 10.0 / 9), 1e-13, &worst, "N in mm");
    expect_near(n.dN[0], 2 * o.stiffness, 1e-14, &worst, "slope");
    expect_near(n.p_max, o.p_max, 1e-14, &worst, "p_max");
    ck_assert_int_eq(l.type->approach(l.self, &p, n.N, &h, &slope), ABUT_OK);
    expect_near(h, p.h, 1e-14, &worst, "approach");
    expect_near(slope, 1 / n.dN[0], 1e-14, &worst, "its slope");
    p.E_star = 70e9;
    abut_normal zero = {0};
    ck_assert_int_eq(l.type->force(l.self, &p, NULL, &p, true, &zero), ABUT_BAD_VALUE);
    free(l.self);
}
END_TEST

START_TEST(ranges) {
    abut_choice limit = named("asymptotic");
    law l = made(&limit);
    abut_normal n = {0};
    abut_patch p = {.h = 1.01e-2, .Q = 50, .E_star = E_STAR, .whole = 0.01, .length = 0.01};
    double h, slope;
    ck_assert_int_eq(l.type->force(l.self, &p, NULL, &p, true, &n), ABUT_TOO_DEEP);
    ck_assert_int_eq(l.type->approach(l.self, &p, 1e12, &h, &slope), ABUT_TOO_DEEP);
    p.Q = 0;
    ck_assert_int_eq(l.type->force(l.self, &p, NULL, &p, true, &n), ABUT_CONFORMING);
    p = (abut_patch){.h = 1e-6, .Q = 50, .P = 50, .E_star = E_STAR}; /* a point contact */
    ck_assert_int_eq(l.type->force(l.self, &p, NULL, &p, true, &n), ABUT_BAD_PAIR);
    free(l.self);
    static const struct {
        abut_choice choice;
        const char *says;
    } bad[] = {
        {{"line", {{.name = "slices", .value = 2.5}}}, "whole number"},
        {{"line", {{.name = "raceways", .value = 2}}}, "iso16281"},
        {{"line", {{.name = "law", .text = "strip"}, {.name = "slice_law", .text = "iso16281"}}}, "exclude"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        abut_message m = {0};
        ck_assert_int_eq(try_law(&bad[i].choice, &l, &m), ABUT_BAD_VALUE);
        ck_assert_msg(strstr(m.text, bad[i].says), "%s", m.text);
    }
}
END_TEST

/* the roller's profile, put together from slices, is the calculator's roller */
START_TEST(profile_is_the_calculator) {
    static const double at[] = {-0.006, -0.004, 0.004, 0.006}, fall[] = {8e-6, 0, 0, 8e-6};
    static const abut_profile profiles[] = {
        {.kind = ABUT_PROFILE_UNIFORM},
        {.kind = ABUT_PROFILE_CROWNED, .radius = 3},
        {.kind = ABUT_PROFILE_LOGARITHMIC, .design_force = 6000},
        {.kind = ABUT_PROFILE_TABLE, .count = 4, .table_y = at, .table_drop = fall},
    };
    const abut_type *type = abut_registry_find(NULL, "surface", "roller");
    double worst = 0;
    for (int k = 0; k < 4; k++) {
        surface s;
        ck_assert_int_eq(surface_make(NULL, &type->examples[k], &s, NULL), ABUT_OK);
        abut_choice choice = named("strip");
        law l = made(&choice);
        abut_slices_in in = {.length = 0.012,
                             .curvature = 250,
                             .E_prime = 210e9 / 0.91,
                             .approach = 1.5e-5,
                             .tilt = 5e-4,
                             .profile = profiles[k],
                             .count = 30};
        abut_slices_out o = {0};
        ck_assert_int_eq(abut_line_slices(&in, &o, NULL), ABUT_OK);
        double N = 0, M = 0;
        for (int i = 0; i < 30; i++) {
            double z = 0.012 * ((i + 0.5) / 30 - 0.5), radius, drop;
            ck_assert(s.type->roller(s.self, z, &radius, &drop) == 0.012 && radius == 0.005);
            abut_patch p = {.h = in.approach + in.tilt * z - drop,
                            .Q = 125,
                            .E_star = in.E_prime / 2,
                            .whole = 0.012,
                            .length = 0.012 / 30};
            if (p.h <= 0) continue;
            abut_normal n = force(&l, &p);
            N += n.N, M += z * n.N;
        }
        expect_near(N, o.force, 1e-13, &worst, "force of profile %d", k);
        expect_near(M, o.moment, 1e-12, &worst, "moment of profile %d", k);
        double radius, drop; /* not even at the very ends does a logarithm run away */
        (void)s.type->roller(s.self, 0.006, &radius, &drop);
        ck_assert(drop >= 0 && drop < 1e-4);
        free(l.self);
        surface_drop(&s);
    }
    printf("profile_is_the_calculator: worst %.1e\n", worst);
}
END_TEST

/* ---- the element ---- */

/* A roller of examples[k] pressed into a plane by `approach` and tilted about y, so that z > 0 is closer: force and moment. */
static void on_plane(int k, double slices, double approach, double tilt, double *N, double *M) {
    const abut_material steel = ABUT_STEEL;
    abut_element_def def = {
        .a = {.shape = {"plane", {{0}}}, .material = steel},
        .b = {.shape = abut_registry_find(NULL, "surface", "roller")->examples[k], .material = steel},
        .law.normal = {"line", {{.name = "slices", .value = slices}}}};
    abut_element *e;
    abut_message m = {0};
    ck_assert_msg(abut_element_create(&def, &e, &m) == ABUT_OK, "%s", m.text);
    ck_assert_uint_eq(abut_element_slices(e), (size_t)slices);
    /* its axis along -x, then the end at +x turned down by the tilt */
    double half = 0.25 * 3.14159265358979323846 + 0.5 * tilt;
    abut_element_in in = {.b = {{0, 0, 0.005 - approach}, {cos(half), 0, sin(half), 0}}};
    abut_element_out o = {0};
    ck_assert_int_eq(abut_element_eval(e, &in, &o), ABUT_OK);
    *N = o.N;
    *M = -o.on_b.torque.y;
    abut_element_destroy(e);
}

/* a uniform profile is the line contact for any number of slices; tilted, the load is even and the moment odd, as the
 * calculator of slices has them */
START_TEST(element_in_slices) {
    double N, M, N_minus, M_minus, worst = 0;
    abut_line_out line;
    ck_assert_int_eq(
        abut_line_contact(&(abut_line_in){ABUT_LINE_STRIP, 0.012, 200, 210e9 / 0.91, 1e-5, NAN}, &line, NULL), ABUT_OK);
    for (double slices = 1; slices < 60; slices *= 7) {
        on_plane(0, slices, 1e-5, 0, &N, &M);
        expect_near(N, line.force, 1e-10, &worst, "force, %g slices", slices);
        expect_within(M, 0, 1e-9 * N, NULL, "moment, %g slices", slices);
    }
    abut_slices_in in = {.length = 0.012,
                         .curvature = 200,
                         .E_prime = 210e9 / 0.91,
                         .approach = 1e-5,
                         .tilt = 6e-4,
                         .profile = {.kind = ABUT_PROFILE_LOGARITHMIC, .design_force = 6000},
                         .count = 40};
    abut_slices_out slices = {0};
    ck_assert_int_eq(abut_line_slices(&in, &slices, NULL), ABUT_OK);
    on_plane(2, 40, 1e-5, 6e-4, &N, &M);
    on_plane(2, 40, 1e-5, -6e-4, &N_minus, &M_minus);
    expect_near(N, slices.force, 1e-3, NULL, "tilted, force");
    expect_near(M, slices.moment, 1e-3, NULL, "tilted, moment");
    expect_near(N_minus, N, 1e-10, &worst, "even");
    expect_near(M_minus, -M, 1e-10, &worst, "odd");
    printf("element_in_slices: worst %.1e, tilted %.1e\n", worst,
           fmax(fabs(N / slices.force - 1), fabs(M / slices.moment - 1)));
}
END_TEST

START_TEST(bad_rollers) {
    static const double table[] = {-6e-3, 2e-6, 1e-3, 0, 1e-3, 0, 6e-3, 2e-6};
#define ROLLER                                                                                                         \
    {.name = "radius", .value = 0.005}, { .name = "length", .value = 0.012 }
    static const struct {
        abut_choice shape;
        const char *says;
    } bad[] = {
        {{"roller", {ROLLER, {.name = "profile", .text = "crowned"}}}, "needs crown_radius"},
        {{"roller", {ROLLER, {.name = "design_force", .value = 1e3}}}, "does not go with"},
        {{"roller", {ROLLER, {.name = "profile", .text = "crowned"}, {.name = "crown_radius", .value = 0.02}}},
         "tenth"},
        {{"roller", {ROLLER, {.name = "profile", .text = "table"}, {.name = "table", .data = table, .count = 8}}},
         "must rise"},
        {{"roller", {ROLLER, {.name = "profile", .text = "table"}, {.name = "table", .data = table, .count = 3}}},
         "pairs"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        surface s;
        abut_message m = {0};
        ck_assert_msg(surface_make(NULL, &bad[i].shape, &s, &m) != ABUT_OK, "bad roller %zu", i);
        ck_assert_msg(strstr(m.text, bad[i].says), "%s", m.text);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&law_is_the_calculator,
                                              &derivatives_match_differences,
                                              &iso_is_the_sum_over_both,
                                              &ranges,
                                              &profile_is_the_calculator,
                                              &element_in_slices,
                                              &bad_rollers};
    return suite_main("line law", all, sizeof all / sizeof *all);
}
