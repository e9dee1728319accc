/* Conformance of surfaces: derivatives, closed-form slots and stated bounds of every registered surface. No type is named. */
#include <check.h>
#include <stdlib.h>

#include "support/scene.h"
#include "support/suite.h"

/* A random point near the surface of an example: on it, then off it by a little. */
static bool near_surface(chance *c, const surface *s, vec3 *y) {
    double reach = fmin(isfinite(s->extent.bound) ? s->extent.bound : 3 * s->extent.size, 0.05);
    *y = v3_scale(reach > 0 ? reach : 0.05, chance_unit(c));
    for (int i = 0; i < 60; i++) {
        abut_jet j;
        if (surface_jet(s, *y, 1, &j)) return false;
        double gg = v3_dot(j.g, j.g);
        if (!(gg > 1e-20)) return false;
        *y = v3_axpy(-j.f / gg, j.g, *y);
        if (fabs(j.f) < 1e-14 * sqrt(gg)) return v3_norm(*y) < 0.2;
    }
    return false;
}

static double size_of(const surface *s) { return isfinite(s->extent.size) ? s->extent.size : 0.02; }

static vec3 axis(int i) { return v3(i == 0, i == 1, i == 2); }
static double part(vec3 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

/* Runs `test` at many points of every example of every surface. */
static void over_surfaces(void (*test)(const surface *s, vec3 y, chance *c)) {
    chance c = {4711};
    const abut_choice *e;
    for (int i = 0; (e = example_of("surface", i)); i++) {
        surface s;
        abut_message m = {0};
        ck_assert_msg(surface_make(NULL, e, &s, &m) == ABUT_OK, "%s: %s", e->type, m.text);
        int found = s.type->point ? 40 : 0; /* a point is no surface */
        for (int k = 0; k < 400 && found < 40; k++) {
            vec3 y;
            if (!near_surface(&c, &s, &y)) continue;
            test(&s, y, &c);
            found++;
        }
        ck_assert_msg(found >= 20, "%s: only %d points", e->type, found);
        surface_drop(&s);
    }
}

/* principal curvatures (convex positive) from f, gradient, Hessian */
static void curvatures(const surface *s, vec3 y, vec3 *n, double *low, double *high) {
    abut_jet j;
    ck_assert_int_eq(surface_jet(s, y, 2, &j), ABUT_OK);
    double l = v3_norm(j.g);
    *n = v3_scale(1 / l, j.g);
    vec3 t1 = v3_perpendicular(*n), t2 = v3_cross(*n, t1);
    sym2 m = sym2_neg(track_body_form(&j, l, *n, t1, t2).m);
    double mean = 0.5 * (m.s11 + m.s22), r = hypot(0.5 * (m.s11 - m.s22), m.s12);
    *low = mean - r;
    *high = mean + r;
}

/* The stated size, or the radius of curvature there if that is smaller (a cone near its apex). */
static double local_size(const surface *s, vec3 y) {
    vec3 n;
    double low, high;
    curvatures(s, y, &n, &low, &high);
    return fmin(size_of(s), 1 / fmax(fabs(low), fabs(high)));
}

static const int pair_index[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
static const int triple_index[3][6] = {{0, 5, 7, 3, 4, 9}, {3, 1, 8, 5, 9, 6}, {4, 6, 2, 9, 7, 8}}; /* d/dx_i of H */

static void derivatives(const surface *s, vec3 y, chance *c) {
    double size = local_size(s, y), step = 1e-4 * size;
    y = v3_axpy(chance_uniform(c, -1e-3, 1e-3) * size, chance_unit(c), y);
    abut_jet j, far[2];
    if (surface_jet3(s, y, &j)) return;
    double g_scale = v3_norm(j.g), h_scale = g_scale / size, t_scale = h_scale / size;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 2; k++)
            if (surface_jet(s, v3_axpy(k ? step : -step, axis(i), y), 2, &far[k])) return;
        double df = (far[1].f - far[0].f) / (2 * step);
        ck_assert_msg(fabs(df - part(j.g, i)) < 1e-6 * g_scale, "%s: gradient %d", s->type->type.name, i);
        for (int k = 0; k < 3; k++) {
            double dg = (part(far[1].g, k) - part(far[0].g, k)) / (2 * step);
            ck_assert_msg(fabs(dg - j.H[pair_index[i][k]]) < 1e-5 * h_scale, "%s: Hessian %d %d: %g %g",
                          s->type->type.name, i, k, dg, j.H[pair_index[i][k]]);
        }
        for (int k = 0; k < 6; k++) {
            double dh = (far[1].H[k] - far[0].H[k]) / (2 * step);
            /* a spline knot between the two points moves the third derivative: allow for that by scale only */
            ck_assert_msg(fabs(dh - j.T[triple_index[i][k]]) < 2e-4 * t_scale + 2e-4 * fabs(dh),
                          "%s: third %d %d: %g %g", s->type->type.name, i, k, dh, j.T[triple_index[i][k]]);
        }
    }
}
START_TEST(jets_match_differences) { over_surfaces(derivatives); }
END_TEST

static void stated_bounds(const surface *s, vec3 y, chance *c) {
    (void)c;
    vec3 n;
    double low, high;
    curvatures(s, y, &n, &low, &high);
    const char *name = s->type->type.name;
    double slack = 1e-9 / size_of(s);
    ck_assert_msg(v3_norm(y) <= s->extent.bound * (1 + 1e-12), "%s: outside its bound", name);
    ck_assert_msg(low <= s->extent.k_min_sup + slack, "%s: k_min %g > %g", name, low, s->extent.k_min_sup);
    ck_assert_msg(high <= s->extent.k_max_sup + slack, "%s: k_max %g > %g", name, high, s->extent.k_max_sup);
}
START_TEST(bounds_hold) { over_surfaces(stated_bounds); }
END_TEST

static void foot_point(const surface *s, vec3 y, chance *c) {
    if (!s->type->foot) return;
    const char *name = s->type->type.name;
    vec3 n;
    double low, high, size = local_size(s, y), off = chance_uniform(c, -0.1, 0.1) * size;
    curvatures(s, y, &n, &low, &high);
    abut_foot f, up, down;
    vec3 x = v3_axpy(off, n, y);
    ck_assert_int_eq(s->type->foot(s->self, &x, &f), ABUT_OK);
    ck_assert_msg(v3_norm(v3_sub(f.y, y)) < 1e-12, "%s: foot is not the nearest point", name);
    ck_assert_msg(v3_norm(v3_sub(f.n, n)) < 1e-12, "%s: foot normal", name);
    ck_assert_msg(fabs(f.distance - off) < 1e-13, "%s: foot distance", name);
    ck_assert_msg(fabs(fmin(f.k1, f.k2) - low) < 1e-9 / size && fabs(fmax(f.k1, f.k2) - high) < 1e-9 / size,
                  "%s: foot curvatures", name);
    ck_assert(fabs(v3_dot(f.d1, f.n)) < 1e-14 && fabs(v3_norm(f.d1) - 1) < 1e-14);
    double step = 1e-5 * size;
    vec3 ahead = v3_axpy(step, f.d1, f.y), behind = v3_axpy(-step, f.d1, f.y);
    ck_assert_int_eq(s->type->foot(s->self, &ahead, &up), ABUT_OK);
    ck_assert_int_eq(s->type->foot(s->self, &behind, &down), ABUT_OK);
    double scale = 1 / (size * size);
    ck_assert_msg(fabs((up.k1 - down.k1) / (2 * step) - f.dk1) < 1e-6 * scale, "%s: dk1", name);
    ck_assert_msg(fabs((up.k2 - down.k2) / (2 * step) - f.dk2) < 1e-6 * scale, "%s: dk2", name);
}
START_TEST(foot_agrees_with_f) { over_surfaces(foot_point); }
END_TEST

static void support_point(const surface *s, vec3 y, chance *c) {
    (void)c;
    if (!s->type->support) return;
    vec3 n, z;
    double low, high;
    curvatures(s, y, &n, &low, &high);
    ck_assert_int_eq(s->type->support(s->self, &n, &z), ABUT_OK);
    ck_assert_msg(v3_norm(v3_sub(y, z)) < 1e-10, "%s: support", s->type->type.name);
}
START_TEST(support_inverts_the_normal) { over_surfaces(support_point); }
END_TEST

static void special_slots(const surface *s, vec3 y, chance *c) {
    (void)c;
    vec3 n;
    double low, high, R = s->type->ball ? s->type->ball(s->self) : 0;
    curvatures(s, y, &n, &low, &high);
    if (R > 0) ck_assert(fabs(v3_norm(y) - R) < 1e-13 && v3_norm(v3_sub(v3_scale(R, n), y)) < 1e-13);
    if (s->type->flat) ck_assert(fabs(y.z) < 1e-15 && n.z == 1);
    if (s->type->has_axis) {
        /* axis x n is a principal direction: the form has no off-diagonal part in that basis */
        abut_jet j;
        ck_assert_int_eq(surface_jet(s, y, 2, &j), ABUT_OK);
        vec3 t1 = v3_cross(s->type->axis, n);
        if (v3_norm(t1) < 1e-3) return;
        t1 = v3_unit(t1);
        body_form f = track_body_form(&j, v3_norm(j.g), n, t1, v3_cross(n, t1));
        ck_assert_msg(fabs(f.m.s12) < 1e-9 / size_of(s), "%s: axis is no principal frame", s->type->type.name);
    }
}
START_TEST(slots_tell_the_truth) { over_surfaces(special_slots); }
END_TEST

/* A quadric goes through the points of the surface with the same normal and curvature, scaled as one likes. */
static int quadrics;
static void quadric_slot(const surface *s, vec3 y, chance *c) {
    abut_quadric q;
    if (!s->type->quadric || !s->type->quadric(s->self, &q)) return;
    (void)c;
    quadrics++;
    abut_jet j, k;
    ck_assert_int_eq(surface_jet(s, y, 2, &j), ABUT_OK);
    vec3 My = sym3_mul(q.M, y);
    k.g = v3_add(My, q.v);
    k.f = v3_dot(v3_axpy(0.5, My, q.v), y) + q.at;
    for (int i = 0; i < 6; i++) k.H[i] = q.M[i];
    double l = v3_norm(j.g), m = v3_norm(k.g), size = size_of(s);
    ck_assert_msg(fabs(k.f) < 1e-13 * m * size, "%s: the quadric is %g there", s->type->type.name, k.f);
    ck_assert_msg(m > 0.1 && m < 10 && v3_dot(j.g, k.g) > (1 - 1e-13) * l * m, "%s: its normal", s->type->type.name);
    vec3 n = v3_scale(1 / l, j.g), t1 = v3_perpendicular(n), t2 = v3_cross(n, t1);
    body_form a = track_body_form(&j, l, n, t1, t2), b = track_body_form(&k, m, n, t1, t2);
    ck_assert_msg(fabs(a.m.s11 - b.m.s11) + fabs(a.m.s12 - b.m.s12) + fabs(a.m.s22 - b.m.s22) < 1e-12 / size,
                  "%s: its curvature", s->type->type.name);
}
START_TEST(quadrics_are_the_surface) {
    over_surfaces(quadric_slot);
    ck_assert_int_gt(quadrics, 200);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&jets_match_differences, &bounds_hold,
                                              &foot_agrees_with_f,     &support_inverts_the_normal,
                                              &slots_tell_the_truth,   &quadrics_are_the_surface};
    return suite_main("surfaces", all, sizeof all / sizeof *all);
}
