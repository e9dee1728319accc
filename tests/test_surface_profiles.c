/* Surfaces made of data or of other surfaces (revolution, extrusion, piecewise, callback): jets against central
 * differences, geometry against closed forms, extents, and the sentences that bad input is answered with. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "support/suite.h"
#include "surface/surface.h"

static const double turn = 6.283185307179586477;
#define not_a_number ((double)NAN)

/* ---- helpers ---- */
static surface make(const abut_choice *shape) {
    surface s;
    abut_message message = {0};
    abut_status status = surface_make(NULL, shape, &s, &message);
    ck_assert_msg(status == ABUT_OK, "%s", message.text);
    return s;
}

static void refused(const abut_choice *shape, abut_status want, const char *cause) {
    surface s;
    abut_message message = {0};
    abut_status status = surface_make(NULL, shape, &s, &message);
    ck_assert_msg(status == want, "status %d, wanted %d: %s", status, want, message.text);
    ck_assert_msg(strstr(message.text, cause), "'%s' does not mention '%s'", message.text, cause);
    surface_drop(&s);
}

static abut_jet jet_at(const surface *s, vec3 y, int order) {
    abut_jet jet = {0};
    abut_status status = order > 2 ? surface_jet3(s, y, &jet) : surface_jet(s, y, order, &jet);
    ck_assert_msg(status == ABUT_OK, "status %d at %g %g %g", status, y.x, y.y, y.z);
    return jet;
}

static void outside(const surface *s, vec3 y) {
    abut_jet jet;
    for (int order = 1; order <= 3; order++) ck_assert_int_eq(surface_jet(s, y, order, &jet), ABUT_OUTSIDE_DOMAIN);
}

static vec3 axis(int i) { return v3(i == 0, i == 1, i == 2); }
static double component(vec3 a, int i) { return v3_dot(a, axis(i)); }

/* Places of ij in H and of ijk in T. */
static int second_index(int i, int j) { return i == j ? i : i + j + 2; }
static int third_index(int i, int j, int k) {
    static const int pair[3][3] = {{0, 3, 4}, {5, 1, 6}, {7, 8, 2}}; /* iij */
    if (i == j) return pair[i][k];
    if (i == k) return pair[i][j];
    if (j == k) return pair[j][i];
    return 9;
}

static double largest(const double *values, int n) {
    double m = 0;
    for (int k = 0; k < n; k++) m = fmax(m, fabs(values[k]));
    return m;
}

/* g from f, H from g, T from H, all relative to the largest of each. The step must not cross a point of a spline. */
static void check_differences(const surface *s, vec3 y) {
    double h = 2e-5 * s->extent.size;
    abut_jet jet = jet_at(s, y, 3);
    double g = v3_norm(jet.g), H = largest(jet.H, 6) + 1e-3 * g / s->extent.size;
    double T = largest(jet.T, 10) + 1e-2 * H / s->extent.size;
    for (int k = 0; k < 3; k++) {
        abut_jet up = jet_at(s, v3_axpy(h, axis(k), y), 2), down = jet_at(s, v3_axpy(-h, axis(k), y), 2);
        ck_assert_double_eq_tol(component(jet.g, k), (up.f - down.f) / (2 * h), 1e-6 * g);
        for (int i = 0; i < 3; i++)
            ck_assert_double_eq_tol(jet.H[second_index(i < k ? i : k, i < k ? k : i)],
                                    (component(up.g, i) - component(down.g, i)) / (2 * h), 1e-6 * H);
        for (int i = 0; i < 3; i++)
            for (int j = i; j < 3; j++) {
                int ij = second_index(i, j);
                ck_assert_double_eq_tol(jet.T[third_index(i, j, k)], (up.H[ij] - down.H[ij]) / (2 * h), 1e-6 * T);
            }
    }
}

/* Lower orders give the same numbers. */
static void check_orders(const surface *s, vec3 y) {
    abut_jet one = jet_at(s, y, 1), two = jet_at(s, y, 2), three = jet_at(s, y, 3);
    ck_assert(one.f == three.f && two.f == three.f);
    ck_assert(v3_norm(v3_sub(one.g, three.g)) == 0);
    ck_assert(!memcmp(two.H, three.H, sizeof two.H));
}

static void check_jet(const surface *s, vec3 y) {
    check_differences(s, y);
    check_orders(s, y);
}

/* Principal curvatures (convex positive) on the surface from the jet: those of the projected Hessian over |g|. */
static void curvatures(const abut_jet *jet, double *k_min, double *k_max) {
    double g = v3_norm(jet->g);
    vec3 n = v3_scale(1 / g, jet->g), a = v3_perpendicular(n), b = v3_cross(n, a);
    double aa = v3_dot(a, sym3_mul(jet->H, a)) / g, bb = v3_dot(b, sym3_mul(jet->H, b)) / g;
    double ab = v3_dot(a, sym3_mul(jet->H, b)) / g, m = (aa + bb) / 2, r = hypot((aa - bb) / 2, ab);
    *k_min = m - r;
    *k_max = m + r;
}

/* The point y is on the surface: its curvatures must keep to the bounds. */
static void check_extent(const surface *s, vec3 y) {
    abut_jet jet = jet_at(s, y, 2);
    double k_min, k_max, slack = 1e-9 / s->extent.size;
    curvatures(&jet, &k_min, &k_max);
    ck_assert_double_eq_tol(jet.f / v3_norm(jet.g), 0, 1e-12 * s->extent.size);
    ck_assert_double_le(k_min, s->extent.k_min_sup + slack);
    ck_assert_double_le(k_max, s->extent.k_max_sup + slack);
    ck_assert_double_le(fmax(fabs(k_min), fabs(k_max)) * s->extent.size, 1);
    ck_assert_double_le(v3_norm(y), s->extent.bound);
}

static abut_choice table(const char *type, const double *data, size_t count, const char *form, const char *side) {
    abut_choice c = {type, {{.name = "profile", .data = data, .count = count}, {.name = "side", .text = side}}};
    if (form) c.params[2] = (abut_param){.name = "form", .text = form};
    return c;
}

/* Deterministic numbers in [0, 1). */
static double draw(void) {
    static unsigned state = 12345;
    state = state * 1664525u + 1013904223u;
    return (double)(state >> 8) / 16777216.0;
}

/* ---- revolution ---- */
enum { ROLLER = 21 };

/* A crowned roller with a waist: R = 10 mm - z^2/2 m + 0.2 mm cos(300 z / m), |z| <= 12 mm. */
static double roller_radius(double z) { return 0.01 - 0.5 * z * z + 2e-4 * cos(300 * z); }

static void roller(double pairs[2 * ROLLER]) {
    for (int i = 0; i < ROLLER; i++) {
        pairs[2 * i] = -0.012 + 0.024 * i / (ROLLER - 1);
        pairs[2 * i + 1] = roller_radius(pairs[2 * i]);
    }
}

START_TEST(revolution_jets) {
    double pairs[2 * ROLLER];
    roller(pairs);
    for (int side = 0; side < 2; side++) {
        abut_choice c = table("revolution", pairs, 2 * ROLLER, NULL, side ? "inside" : "outside");
        surface s = make(&c);
        for (int k = 0; k < 200; k++) {
            double phi = turn * draw(), rho = 0.004 + 0.012 * draw();
            double z = pairs[2 * (k % (ROLLER - 1))] + 0.0012 * (0.1 + 0.8 * draw());
            check_jet(&s, v3(rho * cos(phi), rho * sin(phi), z));
        }
        abut_jet jet = jet_at(&s, v3(0, 0.02, 0.001), 1);
        ck_assert((jet.f > 0) == !side); /* out of the material for a roller, in it for a bore */
        ck_assert_double_eq_tol(fabs(jet.f), 0.02 - roller_radius(0.001), 1e-8);
        surface_drop(&s);
    }
}
END_TEST

START_TEST(revolution_extent_and_domain) {
    double pairs[2 * ROLLER];
    roller(pairs);
    for (int side = 0; side < 2; side++) {
        abut_choice c = table("revolution", pairs, 2 * ROLLER, NULL, side ? "inside" : "outside");
        surface s = make(&c);
        double reached = -HUGE_VAL;
        for (int k = 0; k <= 1000; k++) {
            double z = fmin(-0.012 + 0.024 * k / 1000, 0.012), k_min, k_max;
            abut_jet jet = jet_at(&s, v3(0.01, 0, z), 1);
            double R = side ? 0.01 + jet.f : 0.01 - jet.f;
            check_extent(&s, v3(R * cos(k), R * sin(k), z));
            jet = jet_at(&s, v3(R, 0, z), 2);
            curvatures(&jet, &k_min, &k_max);
            reached = fmax(reached, k_max);
        }
        /* the bound is not far above what is reached */
        ck_assert_double_le(s.extent.k_max_sup, reached + 0.05 / s.extent.size);
        outside(&s, v3(0.01, 0, 0.0121));
        outside(&s, v3(0.01, 0, -0.0121));
        outside(&s, v3(0, 0, 0));
        outside(&s, v3(1e-200, 0, 0));
        outside(&s, v3(HUGE_VAL, 0, 0));
        outside(&s, v3(0.01, 0, not_a_number));
        outside(&s, v3(not_a_number, 0.01, 0));
        ck_assert(s.type->has_axis);
        surface_drop(&s);
    }
}
END_TEST

/* A straight profile is a cylinder: flat along z to the last digit. */
START_TEST(revolution_of_a_straight_profile) {
    const double pairs[] = {-1, 0.5, -0.3, 0.5, 0.4, 0.5, 1, 0.5, 1.5, 0.5};
    abut_choice c = table("revolution", pairs, 10, NULL, "outside");
    surface s = make(&c);
    ck_assert(s.extent.k_min_sup == 0);
    ck_assert_double_eq_tol(s.extent.k_max_sup, 2, 0.05);
    ck_assert_double_eq_tol(s.extent.size, 0.5, 0.02);
    ck_assert_double_eq_tol(s.extent.bound, hypot(1.5, 0.5), 1e-12);
    surface_drop(&s);
    c = table("revolution", pairs, 10, NULL, "inside");
    s = make(&c);
    ck_assert(s.extent.k_max_sup == 0);
    ck_assert_double_eq_tol(s.extent.k_min_sup, -2, 0.05);
    ck_assert_double_ge(s.extent.k_min_sup, -2);
    surface_drop(&s);
}
END_TEST

START_TEST(revolution_refuses) {
    const double odd[] = {0, 1, 1, 1, 2, 1, 3, 1, 4}, few[] = {0, 1, 1, 1, 2, 1}, back[] = {0, 1, 2, 1, 1, 1, 3, 1};
    const double negative[] = {0, 1, 1, 1, 2, -1, 3, 1}, nan[] = {0, 1, 1, not_a_number, 2, 1, 3, 1};
    const double dips[] = {0, 1, 1, 0.01, 2, 0.01, 3, 1};
    abut_choice c = table("revolution", odd, 9, NULL, "outside");
    refused(&c, ABUT_BAD_VALUE, "pairs");
    c = table("revolution", few, 6, NULL, "outside");
    refused(&c, ABUT_BAD_VALUE, "at least 4");
    c = table("revolution", back, 8, NULL, "outside");
    refused(&c, ABUT_BAD_VALUE, "increasing order: point 3");
    c = table("revolution", negative, 8, NULL, "outside");
    refused(&c, ABUT_BAD_VALUE, "radius must be positive");
    c = table("revolution", nan, 8, NULL, "outside");
    refused(&c, ABUT_BAD_VALUE, "point 2 holds a number that is not finite");
    c = table("revolution", dips, 8, NULL, "outside");
    refused(&c, ABUT_BAD_VALUE, "between its points");
    c = table("revolution", few, 6, NULL, "outsid");
    refused(&c, ABUT_BAD_VALUE, "outside|inside");
    c = (abut_choice){.type = "revolution"};
    refused(&c, ABUT_MISSING, "profile");
}
END_TEST

/* ---- extrusion ---- */
enum { CAM = 36 };

/* A cam: R = 30 mm + 4 mm cos(phi) + 1 mm sin(2 phi) */
static double cam_radius(double phi) { return 0.03 + 0.004 * cos(phi) + 0.001 * sin(2 * phi); }

static void cam(double pairs[2 * CAM + 2], double start) {
    for (int i = 0; i <= CAM; i++) {
        pairs[2 * i] = start + turn * i / CAM;
        pairs[2 * i + 1] = cam_radius(pairs[2 * i]);
    }
}

START_TEST(extrusion_polar_jets) {
    double pairs[2 * CAM + 2];
    const double start = 0.05;
    cam(pairs, start);
    for (int side = 0; side < 2; side++) {
        abut_choice c = table("extrusion", pairs, 2 * CAM, NULL, side ? "inside" : "outside");
        surface s = make(&c);
        for (int k = 0; k < 200; k++) {
            double phi = start + turn * (k % CAM + 0.1 + 0.8 * draw()) / CAM, rho = 0.015 + 0.03 * draw();
            check_jet(&s, v3(rho * cos(phi), rho * sin(phi), draw()));
            abut_jet jet = jet_at(&s, v3(rho * cos(phi), rho * sin(phi), 0), 1);
            ck_assert_double_eq_tol(jet.f, (side ? -1 : 1) * (rho - cam_radius(phi)), 1e-7);
            double R = rho - (side ? -jet.f : jet.f);
            check_extent(&s, v3(R * cos(phi), R * sin(phi), 0));
        }
        ck_assert(isinf(s.extent.bound));
        ck_assert(side ? s.extent.k_min_sup < 0 : s.extent.k_min_sup == 0);
        ck_assert(side ? s.extent.k_max_sup == 0 : s.extent.k_max_sup > 0);
        outside(&s, v3(0, 0, 1));
        outside(&s, v3(0, 1e-300, 1));
        outside(&s, v3(not_a_number, 1, 0));
        outside(&s, v3(HUGE_VAL, 1, 0));
        surface_drop(&s);
    }
}
END_TEST

/* The same cam with the end point repeated, and by points x, y in both directions, closed or not. */
START_TEST(extrusion_forms_agree) {
    double pairs[2 * CAM + 2], xy[2 * CAM + 2];
    cam(pairs, 0.05);
    abut_choice c = table("extrusion", pairs, 2 * CAM, "polar", "outside");
    surface s = make(&c);
    for (int variant = 0; variant < 5; variant++) {
        size_t count = variant % 2 ? 2 * CAM : 2 * CAM + 2;
        for (int i = 0; i <= CAM; i++) {
            int k = variant > 2 ? CAM - i : i;
            xy[2 * i] = pairs[2 * k + 1] * cos(pairs[2 * k]);
            xy[2 * i + 1] = pairs[2 * k + 1] * sin(pairs[2 * k]);
        }
        abut_choice other = variant ? table("extrusion", xy, count, "points", "outside")
                                    : table("extrusion", pairs, count, "polar", "outside");
        surface t = make(&other);
        for (int k = 0; k < 50; k++) {
            vec3 y = v3(0.1 * draw() - 0.05, 0.1 * draw() - 0.05, 0);
            ck_assert_double_eq_tol(jet_at(&s, y, 1).f, jet_at(&t, y, 1).f, 1e-12);
        }
        surface_drop(&t);
    }
    surface_drop(&s);
}
END_TEST

/* A circle about a point off the origin keeps its curvature. */
START_TEST(extrusion_circle_off_centre) {
    enum { N = 180 };
    double xy[2 * N];
    for (int i = 0; i < N; i++) {
        xy[2 * i] = 0.01 + 0.05 * cos(turn * i / N);
        xy[2 * i + 1] = 0.05 * sin(turn * i / N);
    }
    abut_choice c = table("extrusion", xy, 2 * N, "points", "outside");
    surface s = make(&c);
    for (int i = 0; i < 100; i++) {
        double a = turn * draw(), k_min, k_max;
        abut_jet jet = jet_at(&s, v3(0.01 + 0.05 * cos(a), 0.05 * sin(a), 0), 2);
        curvatures(&jet, &k_min, &k_max);
        ck_assert_double_eq_tol(jet.f, 0, 1e-8);
        ck_assert_double_eq_tol(k_max, 20, 0.02);
        ck_assert_double_eq_tol(k_min, 0, 1e-12);
    }
    ck_assert_double_eq_tol(s.extent.k_max_sup, 20, 0.5);
    surface_drop(&s);
}
END_TEST

START_TEST(extrusion_graph) {
    enum { N = 15 };
    double pairs[2 * N];
    for (int i = 0; i < N; i++) {
        pairs[2 * i] = 0.1 * i;
        pairs[2 * i + 1] = 0.3 * sin(3 * pairs[2 * i]);
    }
    for (int side = 0; side < 2; side++) {
        abut_choice c = table("extrusion", pairs, 2 * N, "graph", side ? "inside" : "outside");
        surface s = make(&c);
        for (int k = 0; k < 100; k++) {
            double x = 0.1 * (k % (N - 1) + 0.1 + 0.8 * draw());
            vec3 y = v3(x, draw() - 0.5, draw());
            check_jet(&s, y);
            double above = jet_at(&s, y, 1).f * (side ? -1 : 1);
            check_extent(&s, v3(x, y.y - above, 0));
        }
        if (!side) ck_assert_double_eq_tol(s.extent.k_max_sup, 2.7, 0.1); /* at the crest */
        ck_assert(s.extent.k_min_sup == 0);
        outside(&s, v3(-0.01, 0, 0));
        outside(&s, v3(1.41, 0, 0));
        outside(&s, v3(0.5, not_a_number, 0));
        surface_drop(&s);
    }
}
END_TEST

START_TEST(extrusion_refuses) {
    const double degrees[] = {0, 1, 90, 1, 180, 1, 270, 1}, negative[] = {0, 1, 1, 1, 2, 0, 3, 1};
    const double unclosed[] = {0, 1, 1, 1, 2, 1, 3, 1, turn, 1.5},
                 spiral[] = {1, 0, 0, 1, -1, 0, 0, -1, 2, 0, 0, 2, -2, 0, 0, -2};
    const double zigzag[] = {1, 0, 0, 1, 1, 1, -1, 0, 0, -1}, off[] = {2, 0, 3, 1, 4, 0, 3, -1};
    const double origin[] = {1, 0, 0, 1, -1, 0, 0, 0}, three[] = {1, 0, -1, 1, -1, -1, 1, 0};
    const double nan[] = {1, 0, 0, 1, -1, not_a_number, 0, -1}, dips[] = {0, 1, 0.1, 0.001, 0.2, 0.001, 0.3, 1};
    const struct {
        const double *data;
        size_t count;
        const char *form, *cause;
    } cases[] = {
        {degrees, 7, "polar", "pairs"},
        {degrees, 8, "polar", "degrees"},
        {negative, 8, "polar", "positive"},
        {unclosed, 10, "polar", "not closed"},
        {unclosed, 6, "polar", "at least 4"},
        {dips, 8, "polar", "between its points"},
        {zigzag, 10, "points", "star-shaped"},
        {off, 8, "points", "star-shaped"},
        {spiral, 16, "points", "2 times round"},
        {origin, 8, "points", "point 4 is the origin"},
        {three, 8, "points", "at least 4"},
        {nan, 8, "points", "point 3 holds a number that is not finite"},
        {zigzag, 10, "graph", "increasing"},
        {degrees, 4, "graph", "at least 4"},
        {degrees, 8, "polr", "polar|graph|points"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        abut_choice c = table("extrusion", cases[i].data, cases[i].count, cases[i].form, "outside");
        refused(&c, ABUT_BAD_VALUE, cases[i].cause);
    }
}
END_TEST

/* ---- callback ---- */
typedef struct wave {
    double a;      /* m */
    int calls;     /* counted by wave_fn */
    int undefined; /* 1: answers nonzero, 2: answers NaN */
} wave;

/* f = z - a sin(x/a) exp(y/a) */
static int wave_fn(abut_vec3 p, int order, double *f, double g[3], double H[6], double T[10], void *user) {
    wave *w = user;
    double a = w->a, s = sin(p.x / a) * exp(p.y / a), c = cos(p.x / a) * exp(p.y / a);
    w->calls++;
    *f = p.z - a * s;
    g[0] = -c;
    g[1] = -s;
    g[2] = 1;
    if (order > 1) {
        H[0] = s / a;
        H[1] = -s / a;
        H[3] = -c / a;
    }
    if (order > 2) {
        T[0] = c / (a * a);
        T[1] = -s / (a * a);
        T[3] = s / (a * a);
        T[5] = -c / (a * a);
    }
    if (w->undefined == 2) g[1] = not_a_number;
    return w->undefined == 1;
}

static abut_choice callback_choice(const abut_callback *given) {
    return (abut_choice){"callback", {{.name = "callback", .data = given, .count = 1}}};
}

START_TEST(callback_jets) {
    for (int third = 0; third < 2; third++) {
        wave w = {.a = 0.02};
        abut_callback given = {.fn = wave_fn, .third = third, .size = 0.02, .user = &w};
        abut_choice c = callback_choice(&given);
        surface s = make(&c);
        ck_assert(isinf(s.extent.bound) && isinf(s.extent.k_min_sup) && isinf(s.extent.k_max_sup));
        for (int k = 0; k < 50; k++) check_jet(&s, v3(0.1 * draw(), 0.02 * draw(), draw()));
        w.calls = 0;
        jet_at(&s, v3(0.01, 0.01, 0), 3);
        ck_assert_int_eq(w.calls, third ? 1 : 7);
        outside(&s, v3(not_a_number, 0, 0));
        outside(&s, v3(0, 1e9, 0)); /* overflow */
        w.undefined = 1;
        outside(&s, v3(0, 0, 0));
        w.undefined = 2;
        outside(&s, v3(0, 0, 0));
        surface_drop(&s);
    }
}
END_TEST

START_TEST(callback_extent_and_refusals) {
    wave w = {.a = 1};
    abut_callback given = {.fn = wave_fn, .user = &w};
    abut_choice c = callback_choice(&given);
    surface s = make(&c);
    ck_assert(isinf(s.extent.bound) && s.extent.size == 1);
    surface_drop(&s);
    given.bound = 3;
    s = make(&c);
    ck_assert(s.extent.bound == 3 && s.extent.size == 3);
    surface_drop(&s);
    given.size = 0.5;
    s = make(&c);
    ck_assert(s.extent.bound == 3 && s.extent.size == 0.5);
    surface_drop(&s);
    given.bound = -1;
    refused(&c, ABUT_BAD_VALUE, "bound");
    given.bound = not_a_number;
    refused(&c, ABUT_BAD_VALUE, "bound");
    given.bound = 0;
    given.size = HUGE_VAL;
    refused(&c, ABUT_BAD_VALUE, "size");
    given.size = 0;
    given.fn = NULL;
    refused(&c, ABUT_MISSING, "fn");
    c.params[0].count = 2;
    refused(&c, ABUT_BAD_VALUE, "one abut_callback");
    c.params[0] = (abut_param){0};
    refused(&c, ABUT_MISSING, "callback");
}
END_TEST

/* ---- piecewise ---- */
/* f = |y| - R */
static int ball_fn(abut_vec3 p, int order, double *f, double g[3], double H[6], double T[10], void *user) {
    double R = *(const double *)user, r = v3_norm(p), n[3] = {p.x / r, p.y / r, p.z / r};
    (void)T;
    *f = r - R;
    for (int i = 0; i < 3; i++) g[i] = n[i];
    for (int i = 0; i < 3 && order > 1; i++)
        for (int j = i; j < 3; j++) H[second_index(i, j)] = ((i == j) - n[i] * n[j]) / r;
    return r == 0;
}

/* f = 1000 z: a half-space in an odd unit */
static int floor_fn(abut_vec3 p, int order, double *f, double g[3], double H[6], double T[10], void *user) {
    (void)order, (void)H, (void)T, (void)user;
    *f = 1000 * p.z;
    g[0] = g[1] = 0;
    g[2] = 1000;
    return 0;
}

static abut_choice pieces_choice(const abut_piece *pieces, size_t count, const char *rule) {
    return (abut_choice){"piecewise",
                         {{.name = "pieces", .data = pieces, .count = count}, {.name = "rule", .text = rule}}};
}

/* A turned and shifted roller, wave (differenced thirds) and cam: each on a side of its own. */
START_TEST(piecewise_jets_in_turned_frames) {
    double pairs[2 * ROLLER], outline[2 * CAM + 2];
    wave w = {.a = 0.02};
    abut_callback given = {.fn = wave_fn, .size = 0.02, .user = &w};
    roller(pairs);
    cam(outline, 0.05);
    const abut_pose place = {{0.01, -0.02, 0.03}, {0.8, -1.2, 0.4, 2.0}};
    const abut_choice shapes[] = {table("revolution", pairs, 2 * ROLLER, NULL, "outside"),
                                  table("extrusion", outline, 2 * CAM, NULL, "inside"), callback_choice(&given)};
    mat3 R = m3_of_quat(place.q);
    for (size_t i = 0; i < 3; i++) {
        abut_piece piece = {.shape = shapes[i], .place = place};
        abut_choice c = pieces_choice(&piece, 1, "first");
        surface s = make(&c), alone = make(&shapes[i]);
        for (int k = 0; k < 30; k++) {
            vec3 local = v3(0.011 * cos(0.1 + 0.01 * k), 0.011 * sin(0.1 + 0.01 * k), 0.0002 + 0.00001 * k);
            vec3 y = v3_add(place.r, m3_mul(R, local));
            check_jet(&s, y);
            ck_assert_double_eq_tol(jet_at(&s, y, 1).f, jet_at(&alone, local, 1).f, 1e-15);
        }
        surface_drop(&s);
        surface_drop(&alone);
    }
}
END_TEST

START_TEST(piecewise_first_by_region) {
    double small = 1, big = 2;
    abut_callback ball[2] = {{.fn = ball_fn, .bound = 1, .user = &small}, {.fn = ball_fn, .bound = 2, .user = &big}};
    abut_piece pieces[2] = {{.shape = callback_choice(&ball[0]), .where_normal = {0, 0, 2}, .where_offset = 1},
                            {.shape = callback_choice(&ball[1]), .where_normal = {1, 0, 0}}};
    abut_choice c = pieces_choice(pieces, 2, "first");
    surface s = make(&c);
    ck_assert_double_eq_tol(jet_at(&s, v3(3, 0, 4), 2).f, 4, 1e-14);      /* both: the first */
    ck_assert_double_eq_tol(jet_at(&s, v3(-3, 0, 4), 2).f, 4, 1e-14);     /* the first alone */
    ck_assert_double_eq_tol(jet_at(&s, v3(3, 0, -4), 2).f, 3, 1e-14);     /* the second alone */
    ck_assert_double_eq_tol(jet_at(&s, v3(0, 0, 0.5), 2).f, -0.5, 1e-14); /* the border belongs to the region */
    outside(&s, v3(-3, 0, -4));
    outside(&s, v3(not_a_number, 0, 4));
    ck_assert(s.extent.bound == 2 && s.extent.size == 1);
    surface_drop(&s);
}
END_TEST

START_TEST(piecewise_union_and_intersection) {
    double R = 1;
    abut_callback ball = {.fn = ball_fn, .bound = 1, .user = &R}, floor = {.fn = floor_fn, .size = 1};
    abut_piece pieces[2] = {{.shape = callback_choice(&ball), .place.r = {0, 0, 0.5}},
                            {.shape = callback_choice(&floor)}};
    for (int both = 0; both < 2; both++) {
        abut_choice c = pieces_choice(pieces, 2, both ? "intersection" : "union");
        surface s = make(&c);
        for (int k = 0; k < 500; k++) {
            vec3 y = v3(4 * draw() - 2, 4 * draw() - 2, 4 * draw() - 2);
            double to_ball = v3_norm(v3_sub(y, pieces[0].place.r)) - R, to_floor = y.z;
            double want = both ? fmax(to_ball, to_floor) : fmin(to_ball, to_floor);
            if (fabs(to_ball - to_floor) < 1e-3) continue;
            abut_jet jet = jet_at(&s, y, 3);
            ck_assert_double_eq_tol(jet.f / v3_norm(jet.g), want, 1e-12);
            if (v3_norm(v3_sub(y, pieces[0].place.r)) > 0.2) check_jet(&s, y);
        }
        if (both)
            ck_assert_double_eq_tol(s.extent.bound, 1.5, 1e-14);
        else
            ck_assert(isinf(s.extent.bound));
        surface_drop(&s);
    }
}
END_TEST

/* A cavity in a half-space does not bound the surface, though the surface of the cavity is bounded. */
START_TEST(piecewise_cavity_is_no_bound) {
    const double pairs[] = {-1, 0.5, -0.3, 0.5, 0.4, 0.5, 1, 0.5};
    abut_callback floor = {.fn = floor_fn, .size = 1};
    for (int side = 0; side < 2; side++) {
        abut_piece pieces[2] = {{.shape = table("revolution", pairs, 8, NULL, side ? "inside" : "outside")},
                                {.shape = callback_choice(&floor)}};
        abut_choice c = pieces_choice(pieces, 2, "intersection");
        surface s = make(&c);
        ck_assert(isinf(s.extent.bound) == side);
        outside(&s, v3(0.5, 0, -1.1)); /* one of them is not defined */
        surface_drop(&s);
        c = pieces_choice(pieces, 2, "union");
        s = make(&c);
        ck_assert_double_eq_tol(jet_at(&s, v3(0.5, 0, -1.1), 1).f, -1100, 1e-9); /* the other one is */
        surface_drop(&s);
    }
}
END_TEST

START_TEST(piecewise_nests_to_four_levels) {
    double R = 1;
    abut_callback ball = {.fn = ball_fn, .bound = 1, .user = &R};
    abut_piece level[6] = {{.shape = callback_choice(&ball)}};
    for (int i = 1; i < 6; i++)
        level[i] = (abut_piece){.shape = pieces_choice(&level[i - 1], 1, i % 2 ? "first" : "union"),
                                .place = {{0.1, 0, 0}, {1, 0, 0, 1}}};
    surface s = make(&level[4].shape); /* four levels, three of them placed within another */
    check_jet(&s, v3(0.9, 0.8, 0.7));
    surface_drop(&s);
    refused(&level[5].shape, ABUT_BAD_VALUE, "nested deeper than 4");
    level[1].shape.params[0].data = &level[1]; /* one that holds itself */
    refused(&level[1].shape, ABUT_BAD_VALUE, "nested");
}
END_TEST

START_TEST(piecewise_refuses) {
    double R = 1;
    const double few[] = {0, 1, 1, 1};
    abut_callback ball = {.fn = ball_fn, .bound = 1, .user = &R};
    abut_piece many[65];
    for (int i = 0; i < 65; i++) many[i] = (abut_piece){.shape = callback_choice(&ball)};
    abut_choice c = pieces_choice(many, 65, "first");
    refused(&c, ABUT_BAD_VALUE, "at most 64 pieces");
    c = pieces_choice(many, 64, "first");
    surface s = make(&c);
    surface_drop(&s);
    c = pieces_choice(many, 3, "frist");
    refused(&c, ABUT_BAD_VALUE, "first|union|intersection");
    c = pieces_choice(many, 3, "first");
    many[2].shape = table("revolution", few, 4, NULL, "outside");
    refused(&c, ABUT_BAD_VALUE, "piece 3: surface revolution: profile");
    many[2].shape = (abut_choice){.type = "bal"};
    refused(&c, ABUT_UNKNOWN_NAME, "'bal'");
    many[2].shape = (abut_choice){0};
    refused(&c, ABUT_MISSING, "piece 3");
    many[2].shape = callback_choice(&ball);
    many[1].place.q.x = not_a_number;
    refused(&c, ABUT_BAD_VALUE, "piece 2: its place");
    many[1].place.q.x = 0;
    many[1].where_offset = HUGE_VAL;
    refused(&c, ABUT_BAD_VALUE, "piece 2: its region");
    c = (abut_choice){.type = "piecewise"};
    refused(&c, ABUT_MISSING, "pieces");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&revolution_jets,
                                              &revolution_extent_and_domain,
                                              &revolution_of_a_straight_profile,
                                              &revolution_refuses,
                                              &extrusion_polar_jets,
                                              &extrusion_forms_agree,
                                              &extrusion_circle_off_centre,
                                              &extrusion_graph,
                                              &extrusion_refuses,
                                              &callback_jets,
                                              &callback_extent_and_refusals,
                                              &piecewise_jets_in_turned_frames,
                                              &piecewise_first_by_region,
                                              &piecewise_union_and_intersection,
                                              &piecewise_cavity_is_no_bound,
                                              &piecewise_nests_to_four_levels,
                                              &piecewise_refuses};
    return suite_main("surface_profiles", all, sizeof all / sizeof *all);
}
