/* Meshes of every registered surface: points on it, triangles that face outwards, nothing missing; and the part of the
 * surfaces of a world that is shown. No type is named where the promise is that of all of them. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "abut/world.h"
#include "report/mesh_build.h"
#include "support/bearing.h"
#include "support/scene.h"
#include "support/suite.h"
#include "world/world.h"

static double size_of(const surface *s, double radius) {
    double size = fmin(s->extent.size, s->extent.bound);
    return isfinite(size) ? size : radius;
}

static vec3 corner(const mesh_exact *m, int t, int k) { return m->point[m->triangle[3 * t + k]]; }

static vec3 area_of(const mesh_exact *m, int t) { /* vector along the normal, twice the area */
    vec3 a = corner(m, t, 0);
    return v3_cross(v3_sub(corner(m, t, 1), a), v3_sub(corner(m, t, 2), a));
}

/* ---- every surface ---- */
/* |f| is far below what shows, triangles of visible size look along the gradient at their corners: the cosine of the angle
 * between them is above `least`. One corner may be an apex. */
static void check_points(const surface *s, const mesh_exact *m, double size) {
    for (int i = 0; i < m->points; i++) {
        abut_jet j;
        must(surface_jet(s, m->point[i], 1, &j));
        if (!(fabs(j.f) < 1e-9 * size)) ck_abort_msg("%s: f = %g at point %d", s->type->type.name, j.f, i);
    }
}

static void check_mesh(const surface *s, const mesh_exact *m, double size, double least) {
    const char *name = s->type->type.name;
    double mean = 0;
    ck_assert_msg(m->triangles >= 100 && m->triangles <= 5000, "%s: %d triangles", name, m->triangles);
    check_points(s, m, size);
    for (int i = 0; i < 3 * m->triangles; i++)
        if (m->triangle[i] >= (unsigned)m->points) ck_abort_msg("%s: there is no point %u", name, m->triangle[i]);
    for (int t = 0; t < m->triangles; t++) mean += v3_norm(area_of(m, t)) / m->triangles;
    for (int t = 0; t < m->triangles; t++) {
        vec3 n = area_of(m, t);
        int right = 0;
        for (int k = 0; k < 3; k++) {
            abut_jet j;
            must(surface_jet(s, corner(m, t, k), 1, &j));
            right += v3_dot(n, j.g) > least * v3_norm(n) * v3_norm(j.g);
        }
        if (!(v3_norm(n) > 0)) ck_abort_msg("%s: triangle %d has no area", name, t);
        if (right < 2 && v3_norm(n) > 1e-2 * mean) ck_abort_msg("%s: triangle %d looks away", name, t);
    }
}

/* All that have an extent. */
static void over_examples(void (*test)(const surface *s)) {
    const abut_choice *e;
    for (int i = 0; (e = example_of("surface", i)); i++) {
        surface s;
        ck_assert_int_eq(surface_make(NULL, e, &s, NULL), ABUT_OK);
        if (s.extent.bound > 0) test(&s);
        surface_drop(&s);
    }
}

static void with_views(const surface *s) {
    const mesh_view views[] = {{.radius = 0},
                               {.radius = 0.1},
                               {.centre = {0.01, -0.02, 0.03}, .radius = 0.05},
                               {.cut_open = true, .radius = 1}};
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        mesh_exact m;
        ck_assert_int_eq(mesh_exact_of_surface(s, i ? &views[i] : NULL, &m), ABUT_OK);
        check_mesh(s, &m, size_of(s, i ? views[i].radius : 1), 0.4);
        mesh_exact_free(&m);
    }
}
START_TEST(points_lie_on_the_surface) { over_examples(with_views); }
END_TEST

/* Surfaces that are a point are shown as one. */
START_TEST(points_are_points) {
    const abut_choice *e;
    for (int i = 0; (e = example_of("surface", i)); i++) {
        surface s;
        mesh_exact m;
        must(surface_make(NULL, e, &s, NULL));
        if (s.extent.bound == 0) {
            must(mesh_exact_of_surface(&s, NULL, &m));
            ck_assert(m.points == 1 && m.triangles == 0 && v3_norm(m.point[0]) == 0);
            mesh_exact_free(&m);
        }
        surface_drop(&s);
    }
}
END_TEST

/* Three times as fine: nine times as many triangles, all of them on the surface; flat ones stay as they are. */
START_TEST(detail_is_finer) {
    const abut_choice shapes[] = {
        {"ellipsoid", {{.name = "a", .value = 0.03}, {.name = "b", .value = 0.02}, {.name = "c", .value = 0.01}}},
        {"plane", {{0}}}};
    for (int i = 0; i < 2; i++) {
        surface s;
        mesh_exact coarse, fine;
        must(surface_make(NULL, &shapes[i], &s, NULL));
        must(mesh_exact_of_surface(&s, &(mesh_view){.radius = 0.1}, &coarse));
        must(mesh_exact_of_surface(&s, &(mesh_view){.radius = 0.1, .detail = 3}, &fine));
        double times = (double)fine.triangles / coarse.triangles;
        ck_assert_msg(i ? times == 1 : times > 8.5 && times < 10, "%s: %g times", shapes[i].type, times);
        check_points(&s, &fine, size_of(&s, 0.1));
        mesh_exact_free(&coarse);
        mesh_exact_free(&fine);
        surface_drop(&s);
    }
}
END_TEST

/* The way of unknown types suits the known ones too. */
static void marched(const surface *s) {
    mesh_view view = {.radius = 0.06};
    mesh_build b = {.s = s, .view = view, .length = size_of(s, 0.06)};
    mesh_march(&b);
    ck_assert(!b.no_memory);
    mesh_exact m = {b.points, b.triangles, b.point, b.triangle};
    check_mesh(s, &m, b.length, 0);
    mesh_exact_free(&m);
}
START_TEST(any_surface_can_be_marched) { over_examples(marched); }
END_TEST

static void rounded(const surface *s) {
    mesh m;
    mesh_exact x;
    ck_assert_int_eq(mesh_of_surface(s, NULL, &m), ABUT_OK);
    ck_assert_int_eq(mesh_exact_of_surface(s, NULL, &x), ABUT_OK);
    ck_assert(m.points == x.points && m.triangles == x.triangles);
    ck_assert(!memcmp(m.triangle, x.triangle, 3 * sizeof(unsigned) * (size_t)m.triangles));
    bool same = true;
    for (int i = 0; i < m.points; i++)
        same = same && m.point[3 * i] == (float)x.point[i].x && m.point[3 * i + 1] == (float)x.point[i].y &&
               m.point[3 * i + 2] == (float)x.point[i].z;
    ck_assert(same);
    mesh_free(&m);
    mesh_exact_free(&x);
    mesh_free(&m);
}
START_TEST(single_precision_is_the_same_mesh) { over_examples(rounded); }
END_TEST

/* ---- closed surfaces ---- */
static int by_edge(const void *a, const void *b) {
    const unsigned *x = a, *y = b;
    return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : x[1] != y[1] ? (x[1] < y[1] ? -1 : 1) : 0;
}

/* Every edge is used once in each direction. */
static bool is_closed(const mesh_exact *m) {
    size_t n = 3 * (size_t)m->triangles;
    unsigned *there = malloc(2 * n * sizeof *there), *back = malloc(2 * n * sizeof *back);
    ck_assert(there && back);
    for (size_t i = 0; i < n; i++) {
        unsigned a = m->triangle[i], b = m->triangle[i % 3 == 2 ? i - 2 : i + 1];
        there[2 * i] = back[2 * i + 1] = a;
        there[2 * i + 1] = back[2 * i] = b;
    }
    qsort(there, n, 2 * sizeof *there, by_edge);
    qsort(back, n, 2 * sizeof *back, by_edge);
    bool same = !memcmp(there, back, 2 * n * sizeof *there);
    for (size_t i = 1; i < n && same; i++) same = by_edge(there + 2 * i - 2, there + 2 * i) != 0;
    free(there);
    free(back);
    return same;
}

/* int div(x)/3 dV */
static double volume_of(const mesh_exact *m) {
    double v = 0;
    for (int t = 0; t < m->triangles; t++) v += v3_dot(area_of(m, t), corner(m, t, 0)) / 6;
    return v;
}

/* A polyhedron with steps of 1/16 to 1/48 of a turn misses up to 3 % of the volume. */
static void encloses(const surface *s) {
    double volume, inertia[6];
    vec3 centre;
    mesh_exact m;
    bool ends = !strcmp(s->type->type.name, "revolution") || s->type->roller; /* open at their ends */
    if (!isfinite(s->extent.bound) || ends) return;
    ck_assert_int_eq(mesh_exact_of_surface(s, NULL, &m), ABUT_OK);
    ck_assert_msg(is_closed(&m), "%s has holes", s->type->type.name);
    double found = volume_of(&m);
    if (s->type->solid && !s->type->solid(s->self, &volume, &centre, inertia))
        ck_assert_msg(found > 0.97 * volume && found < 1.001 * volume, "%s: volume %g, not %g", s->type->type.name,
                      found, volume);
    mesh_exact_free(&m);
}
START_TEST(closed_surfaces_enclose_their_volume) { over_examples(encloses); }
END_TEST

/* the capsule of radius 0.01 m and length 0.04 + 0.02 m, by the march: pi r^2 l + 4/3 pi r^3 */
START_TEST(pieces_are_put_together) {
    surface s;
    mesh_exact m;
    const abut_type *t = abut_registry_find(NULL, "surface", "piecewise");
    ck_assert(t && !surface_make(NULL, t->examples, &s, NULL));
    ck_assert_int_eq(mesh_exact_of_surface(&s, &(mesh_view){.radius = 0.05}, &m), ABUT_OK);
    ck_assert(is_closed(&m));
    ck_assert_double_eq_tol(volume_of(&m), PI * 1e-4 * 0.04 + 4 * PI / 3 * 1e-6, 0.03 * 1.7e-5);
    mesh_exact_free(&m);
    surface_drop(&s);
}
END_TEST

/* ---- parts ---- */
START_TEST(grooves_are_cut_open) {
    static const char *const types[] = {"torus", "raceway"};
    for (int i = 0; i < 4; i++) {
        surface s;
        mesh_exact m;
        mesh_view view = {.cut_open = true, .middle = i % 2 ? PI : 0, .arc = 60 * DEGREE};
        ck_assert_int_eq(surface_make(NULL, abut_registry_find(NULL, "surface", types[i / 2])->examples, &s, NULL),
                         ABUT_OK);
        ck_assert_int_eq(mesh_exact_of_surface(&s, &view, &m), ABUT_OK);
        double most = 0;
        for (int k = 0; k < m.points; k++) { /* the first examples have the ring radius 0.05 */
            vec3 y = m.point[k];
            double u = hypot(y.x, y.y) - 0.05, angle = fabs(atan2(y.z, i % 2 ? -u : u));
            most = fmax(most, angle);
        }
        ck_assert_double_eq_tol(most, 60 * DEGREE, 1e-3);
        mesh_exact_free(&m);
        surface_drop(&s);
    }
}
END_TEST

static mesh_exact mesh_of(const abut_choice *shape, const mesh_view *view) {
    surface s;
    mesh_exact m;
    ck_assert_int_eq(surface_make(NULL, shape, &s, NULL), ABUT_OK);
    ck_assert_int_eq(mesh_exact_of_surface(&s, view, &m), ABUT_OK);
    check_mesh(&s, &m, size_of(&s, view->radius), 0.4);
    surface_drop(&s);
    return m;
}

/* Of a cylinder or cone far larger than the view only the side that faces its centre is shown: 1.5 radii of the view to either
 * side, and as far along the axis as the view goes. */
START_TEST(large_surfaces_are_cut) {
    const abut_choice shape[] = {{"cylinder", {{.name = "radius", .value = 100}, {.name = "side", .text = "inside"}}},
                                 {"cone", {{.name = "half_angle", .value = 45 * DEGREE}}}};
    for (int k = 0; k < 2; k++) {
        double z = k ? 100 : 7, low = INFINITY, high = -INFINITY, widest = 0;
        mesh_exact m = mesh_of(&shape[k], &(mesh_view){.centre = {0, -99, z}, .radius = 2});
        for (int i = 0; i < m.points; i++) {
            vec3 y = m.point[i];
            low = fmin(low, y.z), high = fmax(high, y.z);
            widest = fmax(widest, fabs(atan2(y.x, -y.y)));
        }
        ck_assert_double_eq_tol(widest, 1.5 * 2 / 100, 1e-9);
        ck_assert_double_eq_tol(low, z - 2, 1e-9);
        ck_assert_double_eq_tol(high, z + 2, 1e-9);
        mesh_exact_free(&m);
    }
}
END_TEST

/* An open outline is shown from end to end, within the view. */
START_TEST(open_outlines_are_shown) {
    static const double pairs[] = {-0.03, 0.001, -0.01, 0.004, 0.0, 0.005, 0.01, 0.0045, 0.02, 0.002};
    abut_choice shape = {"extrusion",
                         {{.name = "profile", .data = pairs, .count = 10}, {.name = "form", .text = "graph"}}};
    mesh_exact m = mesh_of(&shape, &(mesh_view){.radius = 0.1});
    double low = 0, high = 0, z = 0;
    for (int i = 0; i < m.points; i++) {
        low = fmin(low, m.point[i].x);
        high = fmax(high, m.point[i].x);
        z = fmax(z, m.point[i].z);
    }
    ck_assert_double_eq_tol(low, -0.03, 1e-9);
    ck_assert_double_eq_tol(high, 0.02, 1e-9);
    ck_assert_double_eq_tol(z, 0.1, 1e-9);
    mesh_exact_free(&m);
}
END_TEST

/* ---- surfaces of a world ---- */
/* The inner raceway is shown towards the shaft, the outer one away from it; balls are balls about their own centres. */
START_TEST(bearings_show_their_balls) {
    rig_def d = {.bearing = bearing8(), .speed = RPM_3000};
    rig r = rig_make(&d);
    mesh_box box = mesh_box_of_world(r.w);
    int balls = 0, rings = 0;
    for (int i = 1; i <= mesh_surfaces(r.w); i++) {
        mesh_place p = mesh_place_of(r.w, i);
        mesh m;
        ck_assert_int_eq(mesh_of_world_surface(r.w, i, &box, NULL, 1, &m, NULL), ABUT_OK);
        double low = 1, high = 0;
        for (int k = 0; k < m.points; k++) {
            const float *y = m.point + 3 * k;
            low = fmin(low, p.hollow ? hypot(y[0], y[1]) : sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]));
            high = fmax(high, hypot(y[0], y[1]));
        }
        if (!strcmp(p.type, "sphere")) {
            ck_assert(!p.hollow && fabs(low - 0.5 * 9.525e-3) < 1e-8);
            balls++;
        } else if (p.hollow) {
            bool inner = p.body == r.shaft.id;
            double bottom = 0.5 * (38.5e-3 + (inner ? -9.525e-3 : 9.525e-3));
            ck_assert_double_eq_tol(inner ? low : high, bottom, 1e-4);
            ck_assert(inner ? high < 0.5 * 38.5e-3 : low > 0.5 * 38.5e-3);
            rings++;
        }
        mesh_free(&m);
    }
    ck_assert_int_eq(balls, 8);
    ck_assert_int_eq(rings, 2);
    abut_world_destroy(r.w);
}
END_TEST

/* A groove is shown 60 deg to either side, further where the contact is steep: its angle and 0.3 rad more, 90 deg at most. A bore
 * that balls fill is shown about the middle of them. */
START_TEST(views_follow_what_runs_in_them) {
    static const double angles[] = {0, 30, 50, 65, 80}, arcs[] = {60, 60, 50 + 0.3 / DEGREE, 65 + 0.3 / DEGREE, 90};
    const abut_choice groove = {"torus",
                                {{.name = "ring_radius", .value = 20e-3},
                                 {.name = "tube_radius", .value = 5.2e-3},
                                 {.name = "side", .text = "inside"}}},
                      bore = {"cylinder", {{.name = "radius", .value = 5.5e-3}, {.name = "side", .text = "inside"}}},
                      ball = {"sphere", {{.name = "radius", .value = 5e-3}}};
    const abut_material steel = {207e9, 0.3, 7800, false};
    for (int i = 0; i < 10; i++) {
        const double a = angles[i % 5] * DEGREE, side = i < 5 ? 1 : -1;
        abut_world *w = abut_world_create(NULL);
        abut_body fixed = abut_add_body(w, &(abut_body_def){.name = "ring", .fixed = true});
        abut_surface g = abut_add_surface(w, fixed, &(abut_surface_def){.shape = groove, .material = steel}),
                     c = abut_add_surface(w, fixed, &(abut_surface_def){.shape = bore, .material = steel});
        for (int k = 0; k < 3; k++) { /* in the groove above and below its plane; in the bore at 3, 4 and 8 mm */
            const double at[] = {3e-3, 4e-3, 8e-3}, r = 20e-3 + side * 0.1e-3 * cos(a),
                         z = (k % 2 ? -0.1e-3 : 0.1e-3) * sin(a);
            abut_body_def def = {.mass = 0.01, .inertia = {1e-7, 1e-7, 1e-7}};
            def.start.r = v3(r * cos(k), r * sin(k), z);
            abut_body b = abut_add_body(w, &def);
            def.start.r = v3(0, 0, at[k]);
            abut_body o = abut_add_body(w, &def);
            const abut_surface_def round = {.shape = ball, .material = steel};
            ck_assert(abut_add_contact(w, g, abut_add_surface(w, b, &round), &(abut_law_def){0}).id);
            ck_assert(abut_add_contact(w, c, abut_add_surface(w, o, &round), &(abut_law_def){0}).id);
        }
        must(abut_start(w, &(abut_solver_def){.start = ABUT_START_GIVEN}));
        mesh_view view = mesh_default_view(w, g.id, NULL, NULL);
        ck_assert(view.cut_open && view.middle == (i < 5 ? 0 : PI));
        ck_assert_double_eq_tol(view.arc / DEGREE, arcs[i % 5], 1e-6);
        view = mesh_default_view(w, c.id, NULL, NULL);
        ck_assert(view.cut_open);
        ck_assert_double_eq_tol(view.centre.z, 5e-3, 1e-12);
        ck_assert_double_eq_tol(view.radius, 0.25 * 5.5e-3, 1e-12);
        abut_world_destroy(w);
    }
}
END_TEST

/* Pockets of a cage are rings about the radius through the ball: the ball is seen on both sides. */
START_TEST(pockets_are_rings) {
    for (int guide = 0; guide < 2; guide++) {
        rig_def d = {.bearing = bearing8(), .speed = RPM_3000};
        d.bearing.cage.mass = 5e-3;
        d.bearing.cage.pocket_clearance = 2e-4;
        d.bearing.cage.guide = guide ? ABUT_GUIDE_OUTER : ABUT_GUIDE_BALL;
        rig r = rig_make(&d);
        mesh_box box = mesh_box_of_world(r.w);
        int pockets = 0;
        for (int i = 1; i <= mesh_surfaces(r.w); i++) {
            mesh_place p = mesh_place_of(r.w, i);
            if (!p.name || !strstr(p.name, "pocket")) continue;
            surface s;
            mesh_exact m;
            mesh_view view = mesh_default_view(r.w, i, &box, NULL);
            must(surface_make(NULL, &r.w->surface[i].def.shape, &s, NULL));
            must(mesh_exact_of_surface(&s, &view, &m));
            double low = INFINITY, high = -INFINITY;
            for (int k = 0; k < m.points; k++) {
                low = fmin(low, m.point[k].z);
                high = fmax(high, m.point[k].z);
            }
            double middle = guide ? 0.5 * 38.5e-3 : 0; /* cylinders start at the axis of the bearing */
            ck_assert_double_eq_tol(0.5 * (low + high), middle, 1e-4);
            ck_assert_double_eq_tol(0.5 * (high - low), 0.25 * 0.5 * 9.525e-3, 1e-4);
            mesh_exact_free(&m);
            surface_drop(&s);
            pockets++;
        }
        ck_assert_int_eq(pockets, 8);
        abut_world_destroy(r.w);
    }
}
END_TEST

/* A floor under a ball at (3, 4, 1) is shown under it, though its own origin is elsewhere. */
START_TEST(floors_lie_under_what_moves) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    abut_body ball = abut_add_body(w, &(abut_body_def){.name = "ball", .mass = 1, .start.r = {3, 4, 1}});
    abut_add_surface(w, ball,
                     &(abut_surface_def){.name = "skin", .shape = {"sphere", {{.name = "radius", .value = 0.5}}}});
    abut_add_surface(w, (abut_body){0},
                     &(abut_surface_def){.name = "floor", .shape = {"plane", {{0}}}, .place.r = {9, 9, 0}});
    mesh_box box = mesh_box_of_world(w);
    mesh_box_add(&box, v3(5, 4, 1), 0);
    mesh m;
    ck_assert_int_eq(mesh_of_world_surface(w, 2, &box, NULL, 1, &m, NULL), ABUT_OK);
    mesh_box seen = mesh_box_none();
    for (int i = 0; i < m.points; i++)
        mesh_box_add(&seen, v3(m.point[3 * i], m.point[3 * i + 1], m.point[3 * i + 2]), 0);
    ck_assert(seen.low.x < 2.5 && seen.high.x > 5 && seen.low.y < 3.5 && seen.high.y > 4.5);
    ck_assert(seen.high.x - seen.low.x < 10 && seen.low.z == 0 && seen.high.z == 0);
    mesh_free(&m);
    abut_world_destroy(w);
}
END_TEST

/* A body with four feet 0.4 m x 0.2 m apart, 1 m above planes of the world whose origins are elsewhere. */
static abut_world *world_on_feet(const abut_surface_def *floor) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    abut_body block = abut_add_body(w, &(abut_body_def){.name = "block", .mass = 1, .start.r = {3, 4, 1}});
    abut_surface plane = abut_add_surface(w, (abut_body){0}, floor);
    abut_law_def law = {.normal = {"linear", {{.name = "stiffness", .value = 1e6}}}};
    for (int i = 0; i < 4; i++) {
        vec3 at = {i % 2 ? 0.2 : -0.2, i / 2 ? 0.1 : -0.1, -1};
        abut_surface foot = abut_add_surface(
            w, block, &(abut_surface_def){.shape = {.type = "point"}, .material = ABUT_RIGID, .place.r = at});
        ck_assert(foot.id && abut_add_contact(w, plane, foot, &law).id);
    }
    return w;
}

static mesh_box seen_of(const abut_world *w, int index, const mesh_box *run) {
    mesh_box all = mesh_box_of_world(w), seen = mesh_box_none();
    mesh m;
    mesh_box_add(&all, v3(100, 100, 100), 0); /* does not matter to what points run on */
    ck_assert_int_eq(mesh_of_world_surface(w, index, &all, run, 1, &m, NULL), ABUT_OK);
    for (int i = 0; i < m.points; i++)
        mesh_box_add(&seen, v3(m.point[3 * i], m.point[3 * i + 1], m.point[3 * i + 2]), 0);
    mesh_free(&m);
    return seen;
}

static void check_rectangle(mesh_box b, double x0, double x1, double y0, double y1) {
    double off = fmax(fmax(fabs(b.low.x - x0), fabs(b.high.x - x1)), fmax(fabs(b.low.y - y0), fabs(b.high.y - y1)));
    ck_assert_msg(off < 1e-6, "%g .. %g, %g .. %g", b.low.x, b.high.x, b.low.y, b.high.y);
}

/* Half as much again as the feet cover, and the way that they go; the length that the model gives. */
START_TEST(planes_are_as_large_as_what_runs_on_them) {
    abut_surface_def floor = {
        .shape = {.type = "plane"}, .material = ABUT_RIGID, .place.r = {9, 9, 0}, .name = "floor"};
    abut_world *w = world_on_feet(&floor);
    ck_assert(mesh_under_points(w, 1) && !mesh_under_points(w, 2));
    check_rectangle(seen_of(w, 1, NULL), 2.7, 3.3, 3.8, 4.2);
    mesh_box run = mesh_box_none();
    abut_pose body[2] = {{.q = {1, 0, 0, 0}}, {.r = {3, 4, 1}, .q = {1, 0, 0, 0}}};
    mesh_box_add_points(&run, w, 1, body);
    body[1].r.x = 5;
    mesh_box_add_points(&run, w, 1, body);
    check_rectangle(seen_of(w, 1, &run), 2.7, 5.3, 3.8, 4.2);
    abut_world_destroy(w);
    floor.shape.params[0] = (abut_param){.name = "length", .value = 0.8};
    w = world_on_feet(&floor);
    check_rectangle(seen_of(w, 1, &run), 8.6, 9.4, 3.8, 4.2);
    abut_world_destroy(w);
}
END_TEST

/* A ball on the same plane: it is shown around everything, as without feet. */
START_TEST(planes_under_balls_are_wide) {
    abut_world *w = world_on_feet(&(abut_surface_def){.shape = {.type = "plane"}, .material = ABUT_RIGID});
    abut_body ball = abut_add_body(w, &(abut_body_def){.name = "ball", .mass = 1});
    abut_surface skin = abut_add_surface(
        w, ball, &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 0.5}}}, .material = ABUT_RIGID});
    abut_law_def law = {.normal = {"linear", {{.name = "stiffness", .value = 1e6}}}};
    ck_assert(abut_add_contact(w, (abut_surface){1}, skin, &law).id);
    ck_assert(!mesh_under_points(w, 1));
    mesh_box seen = seen_of(w, 1, NULL);
    ck_assert(seen.high.x - seen.low.x > 100 && seen.low.x < 0 && seen.high.x > 100);
    abut_world_destroy(w);
}
END_TEST

/* Cams and races: a bit wider than the roller, however large, and all round. */
static void check_track(const abut_choice *track) {
    const double length = 2e-3, at = 7e-3, turn = 6.283185307179586;
    abut_world *w = abut_world_create(NULL);
    abut_surface under =
        abut_add_surface(w, (abut_body){0}, &(abut_surface_def){.shape = *track, .material = ABUT_STEEL});
    abut_body body = abut_add_body(w, &(abut_body_def){.name = "roller", .mass = 1, .start.r = {0.4, 0, at}});
    abut_choice roller = {"roller", {{.name = "radius", .value = 1e-2}, {.name = "length", .value = length}}};
    abut_surface skin = abut_add_surface(w, body, &(abut_surface_def){.shape = roller, .material = ABUT_STEEL});
    ck_assert(abut_add_contact(w, under, skin, &(abut_law_def){.normal = {"line", {{0}}}}).id);
    mesh_box seen = seen_of(w, 1, NULL);
    ck_assert_double_eq_tol(seen.low.z, at - 0.6 * length, 1e-7);
    ck_assert_double_eq_tol(seen.high.z, at + 0.6 * length, 1e-7);
    mesh m;
    mesh_box near = mesh_box_none();
    mesh_box_add(&near, v3(0.4, 0, at), 0.02);
    ck_assert_int_eq(mesh_of_world_surface(w, 1, &near, NULL, 1, &m, NULL), ABUT_OK);
    double sum = 0; /* of the angle that the lowest row of triangles goes round */
    for (int t = 0; t < m.triangles; t++)
        for (int k = 0; k < 3; k++) {
            const float *p = m.point + 3 * m.triangle[3 * t + k], *q = m.point + 3 * m.triangle[3 * t + (k + 1) % 3];
            if (p[2] == m.point[2] && q[2] == m.point[2])
                sum += fabs(remainder(atan2(q[1], q[0]) - atan2(p[1], p[0]), turn));
        }
    ck_assert_double_eq_tol(sum, turn, 1e-5);
    mesh_free(&m);
    abut_world_destroy(w);
}

START_TEST(tracks_are_as_wide_as_their_rollers) {
    check_track(&(abut_choice){"cylinder", {{.name = "radius", .value = 0.39}}});
    check_track(&(abut_choice){"cam", /* four sharp lobes */
                               {{.name = "base_radius", .value = 0.02},
                                {.name = "roller_radius", .value = 0.01},
                                {.name = "lift", .value = 0.016},
                                {.name = "rise", .value = 0.754},
                                {.name = "fall", .value = 0.754},
                                {.name = "lobes", .value = 4}}});
    for (int i = 0;; i++) {
        const abut_choice *e = example_of("surface", i);
        if (!e) break;
        if (!strcmp(e->type, "cam")) check_track(e);
    }
}
END_TEST

/* Without the rims: 0.479 of their length to either side, all round, at their radius. */
START_TEST(rollers_are_shown_without_rims) {
    const abut_choice roller = {"roller", {{.name = "radius", .value = 5e-3}, {.name = "length", .value = 14e-3}}};
    surface s;
    mesh_exact m;
    must(surface_make(NULL, &roller, &s, NULL));
    must(mesh_exact_of_surface(&s, &(mesh_view){0}, &m));
    double low = INFINITY, high = -INFINITY, left = INFINITY, right = -INFINITY;
    ck_assert_int_ge(m.points, 64 * 24);
    for (int k = 0; k < m.points; k++) {
        vec3 y = m.point[k];
        ck_assert_double_eq_tol(hypot(y.x, y.y), 5e-3, 1e-9);
        low = fmin(low, y.z), high = fmax(high, y.z);
        left = fmin(left, y.x), right = fmax(right, y.x);
    }
    ck_assert_double_eq_tol(low, -0.479 * 14e-3, 1e-9);
    ck_assert_double_eq_tol(high, 0.479 * 14e-3, 1e-9);
    ck_assert_double_eq_tol(left, -5e-3, 1e-7);
    ck_assert_double_eq_tol(right, 5e-3, 1e-7);
    mesh_exact_free(&m);
    surface_drop(&s);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&points_lie_on_the_surface,
                                              &points_are_points,
                                              &detail_is_finer,
                                              &any_surface_can_be_marched,
                                              &single_precision_is_the_same_mesh,
                                              &closed_surfaces_enclose_their_volume,
                                              &pieces_are_put_together,
                                              &grooves_are_cut_open,
                                              &large_surfaces_are_cut,
                                              &open_outlines_are_shown,
                                              &bearings_show_their_balls,
                                              &views_follow_what_runs_in_them,
                                              &pockets_are_rings,
                                              &floors_lie_under_what_moves,
                                              &planes_are_as_large_as_what_runs_on_them,
                                              &planes_under_balls_are_wide,
                                              &tracks_are_as_wide_as_their_rollers,
                                              &rollers_are_shown_without_rims};
    return suite_main("mesh", all, sizeof all / sizeof *all);
}
