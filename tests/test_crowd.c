/* Groups whose surfaces may touch each other, against the same bodies with every pair listed as a contact: there elements are evaluated
 * one by one, none is searched, and nothing is summed in packs. Near pairs are held against all pairs. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quat.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

/* ---- scenes ---- */
enum { BODIES_MOST = 60, SURFACES_MOST = 90 };

/* What the bodies carry, and the laws. */
typedef enum content { EQUAL_BALLS, MANY_SIZES, CLUMPS, EGGS, CONTENTS } content;

static const struct laws {
    const char *what;
    abut_law_def law;
    double accelerations; /* relative accuracy: packs round otherwise than elements */
} all_laws[] = {
    {"hertz, hunt_crossley, coulomb",
     {.normal = {"hertz", {{.name = "damping", .value = 0.3}}},
      .friction = {"coulomb", {{.name = "mu", .value = 0.3}, {.name = "v_s", .value = 0.01}}}},
     1e-11},
    {"hertz alone", {.normal = {.type = "hertz"}}, 1e-11},
    {"restitution by the speed at touch",
     {.normal = {"hertz",
                 {{.name = "damping",
                   .choice = &(const abut_choice){"flores", {{.name = "restitution", .value = 0.8}}}}}}},
     1e-12},
    {"friction with memory",
     {.normal = {"hertz", {{.name = "damping", .value = 0.3}}},
      .friction = {"stick_slip", {{.name = "mu", .value = 0.3}}}},
     1e-12},
    {"Stribeck curve",
     {.normal = {.type = "hertz"},
      .friction =
          {"coulomb",
           {{.name = "mu", .value = 0.2}, {.name = "static_ratio", .value = 1.5}, {.name = "v_s", .value = 0.01}}}},
     1e-12},
};
enum { LAWS = sizeof all_laws / sizeof *all_laws };

static double draw(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0;
}
static double between(unsigned *seed, double low, double high) { return low + (high - low) * draw(seed); }

typedef struct scene {
    abut_world *w;
    abut_surface mover[SURFACES_MOST], wall[4];
    int movers, walls;
} scene;

static const abut_material soft = {.E = 1e7, .nu = 0.3, .density = 1000},
                           softer = {.E = 2e6, .nu = 0.4, .density = 2000}, stone = ABUT_RIGID;

static void add_surface(scene *s, int body, const char *name, const char *type, const double size[3], abut_vec3 at,
                        bool other) {
    abut_surface_def def = {.name = name, .place = {.r = at}, .material = other ? softer : soft};
    if (!strcmp(type, "sphere"))
        def.shape = (abut_choice){"sphere", {{.name = "radius", .value = size[0]}}};
    else
        def.shape = (abut_choice){
            "ellipsoid",
            {{.name = "a", .value = size[0]}, {.name = "b", .value = size[1]}, {.name = "c", .value = size[2]}}};
    s->mover[s->movers] = abut_add_surface(s->w, (abut_body){body}, &def);
    ck_assert_msg(s->mover[s->movers++].id, "%s", abut_world_message(s->w));
}

static void add_walls(scene *s) {
    static const double turn[4][4] = {
        {1, 0, 0, 0}, {0.7071067811865476, 0, 0.7071067811865476, 0}, {1, 0.1, 0, 0}, {1, 0, 0, 0}};
    static const abut_vec3 at[4] = {{0, 0, 0}, {-0.3, 0, 0}, {0, 0.2, -0.05}, {0, 0, -0.02}};
    abut_body floor = abut_add_body(s->w, &(abut_body_def){.name = "box", .fixed = true});
    /* a wall that moves */
    abut_body belt = abut_add_body(
        s->w,
        &(abut_body_def){.name = "belt", .fixed = true, .drive = {.given = true, .speed = 2, .axis = {0, 0.1, 1}}});
    for (int i = 0; i < 4; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "wall%d", i);
        abut_surface_def def = {.name = name, .shape = {.type = "plane"}, .material = stone};
        def.place = (abut_pose){at[i], {turn[i][0], turn[i][1], turn[i][2], turn[i][3]}};
        s->wall[i] = abut_add_surface(s->w, i == 3 ? belt : floor, &def);
        ck_assert(s->wall[i].id);
    }
    s->walls = 4;
}

/* Bodies on a grid that overlaps here and there, moving at random. */
static void add_movers(scene *s, content what, int count, unsigned seed) {
    double step = what == MANY_SIZES ? 0.1
                  : what == CLUMPS   ? 0.1015
                  : what == EGGS     ? 0.103
                                     : 0.099,
           shake = step > 0.0995 ? 5e-4 : 2e-3;
    for (int i = 0; i < count; i++) {
        char name[32];
        abut_body_def def = {.name = name, .mass = between(&seed, 0.2, 1)};
        (void)snprintf(name, sizeof name, "b%d", i);
        abut_vec3 r = {step * (i % 3), step * (i / 3 % 3),
                       (what == CLUMPS || what == EGGS ? 0.0505 : 0.047) + step * (i / 9)};
        double *start[] = {&def.start.r.x, &def.start.r.y, &def.start.r.z};
        const double at[] = {r.x, r.y, r.z};
        for (int k = 0; k < 3; k++) *start[k] = at[k] + between(&seed, -shake, shake);
        def.start.v = (abut_vec3){between(&seed, -1, 1), between(&seed, -1, 1), between(&seed, -1, 1)};
        def.start.w = (abut_vec3){between(&seed, -9, 9), between(&seed, -9, 9), between(&seed, -9, 9)};
        def.start.q = quat_unit((abut_quat){1, between(&seed, -1, 1), between(&seed, -1, 1), between(&seed, -1, 1)});
        for (int k = 0; k < 3; k++) def.inertia[k] = 1e-3 * def.mass;
        int body = abut_add_body(s->w, &def).id;
        ck_assert_msg(body, "%s", abut_world_message(s->w));
        double R = what == MANY_SIZES ? between(&seed, 0.0485, 0.0515) : 0.05;
        const double ball[3] = {R}, small[3] = {0.03}, large[3] = {0.046}, egg[3] = {0.053, 0.05, 0.048};
        bool other = i % 3 == 0 && what != EQUAL_BALLS;
        (void)snprintf(name, sizeof name, "s%d", i);
        if (what == EGGS && i % 2) {
            add_surface(s, body, name, "ellipsoid", egg, (abut_vec3){0, 0, 0}, other);
        } else
            add_surface(s, body, name, "sphere", what == CLUMPS ? large : ball,
                        (abut_vec3){what == CLUMPS ? 0.006 : 0, 0, 0}, other);
        (void)snprintf(name, sizeof name, "t%d", i);
        if (what == CLUMPS) add_surface(s, body, name, "sphere", small, (abut_vec3){-0.02, 0.01, 0}, other);
    }
}

static scene build(content what, const abut_law_def *law, bool crowd, unsigned seed) {
    scene s = {.w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}})};
    add_walls(&s);
    add_movers(&s, what, 27, seed);
    abut_law_def these = *law;
    these.name = NULL;
    if (crowd) {
        abut_collide a = abut_add_collide(s.w, &(abut_collide_def){"all", s.mover, NULL, s.movers, 0, &these});
        abut_collide b =
            abut_add_collide(s.w, &(abut_collide_def){"walls", s.wall, s.mover, s.walls, s.movers, &these});
        ck_assert_msg(a.id == 1 && b.id == 2, "%s", abut_world_message(s.w));
        return s;
    }
    for (int i = 0; i < s.movers; i++)
        for (int j = i + 1; j < s.movers; j++)
            if (s.w->surface[s.mover[i].id].body != s.w->surface[s.mover[j].id].body)
                ck_assert(abut_add_contact(s.w, s.mover[i], s.mover[j], &these).id);
    for (int i = 0; i < s.walls; i++)
        for (int j = 0; j < s.movers; j++) ck_assert(abut_add_contact(s.w, s.wall[i], s.mover[j], &these).id);
    return s;
}

static void start(abut_world *w, double t_end, double rtol, double longest) {
    abut_solver_def solver = {.type = "rk", .t_end = t_end, .rtol = rtol, .max_order = 5, .max_step = longest};
    ck_assert_msg(!abut_start(w, &solver), "%s", abut_world_message(w));
}

/* ---- the same forces ---- */
static double apart(abut_vec3 a, abut_vec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}
static double size_of(abut_vec3 a) { return apart(a, (abut_vec3){0, 0, 0}); }

static void same_accelerations_of(const scene *a, const scene *b, double accuracy, const char *what) {
    double most = 0, turn = 0;
    for (int i = 1; i <= abut_body_count(b->w); i++) {
        most = fmax(most, size_of(abut_read_body(b->w, (abut_body){i}).a));
        turn = fmax(turn, size_of(abut_read_body(b->w, (abut_body){i}).alpha));
    }
    turn = fmax(turn, most / 0.05); /* without friction nothing turns but by rounding */
    for (int i = 1; i <= abut_body_count(b->w); i++) {
        abut_body_state p = abut_read_body(a->w, (abut_body){i}), q = abut_read_body(b->w, (abut_body){i});
        ck_assert_msg(apart(p.a, q.a) <= accuracy * most && apart(p.alpha, q.alpha) <= accuracy * turn,
                      "%s: body %d: %g of %g m/s^2, %g of %g 1/s^2", what, i, apart(p.a, q.a), most,
                      apart(p.alpha, q.alpha), turn);
    }
}

/* Contacts that readers see, one by one. */
static void same_contacts(const scene *a, const scene *b) {
    enum { MOST = 400 };
    static abut_collision seen[MOST];
    int touching = 0, listed = 0;
    for (int i = 1; i <= abut_contact_count(b->w); i++) {
        abut_element_out o = {0};
        ck_assert(!abut_read_contact(b->w, (abut_contact){i}, &o));
        touching += o.touching;
    }
    for (int c = 1; c <= 2; c++) {
        int count = abut_read_collisions(a->w, (abut_collide){c}, seen, MOST);
        ck_assert_int_eq(count, abut_read_collide(a->w, (abut_collide){c}).touching);
        listed += count;
        for (int i = 0; i < count; i++) {
            const world_contact *k = NULL;
            int id = 0;
            for (id = 1; id <= abut_contact_count(b->w); id++) {
                k = &b->w->contact[id];
                if (k->a == seen[i].first.id && k->b == seen[i].second.id) break;
            }
            ck_assert_msg(id <= abut_contact_count(b->w), "no contact of %d and %d", seen[i].first.id,
                          seen[i].second.id);
            abut_element_out o = {0};
            ck_assert(!abut_read_contact(b->w, (abut_contact){id}, &o));
            expect_within(seen[i].approach, o.h, 1e-13, NULL, "approach");
            expect_within(seen[i].N, o.N, 1e-9 * o.N + 1e-9, NULL, "N");
            expect_within(seen[i].a, o.a, 1e-9 * o.a, NULL, "a");
            expect_within(seen[i].p_max, o.p_max, 1e-9 * o.p_max + 1e-9, NULL, "p_max");
            ck_assert_double_le(apart(seen[i].force, o.force), 1e-9 * size_of(o.force) + 1e-9);
            ck_assert_double_le(apart(seen[i].point, o.point), 1e-12);
            ck_assert_double_le(apart(seen[i].n, o.n), 1e-11);
            ck_assert_double_le(apart(seen[i].slip, o.slip), 1e-10);
        }
    }
    ck_assert_int_eq(listed, touching);
    ck_assert_int_gt(touching, 2);
}

static void compare(content what, int law, unsigned seed) {
    char text[80];
    scene a = build(what, &all_laws[law].law, true, seed), b = build(what, &all_laws[law].law, false, seed);
    (void)snprintf(text, sizeof text, "content %d, %s", what, all_laws[law].what);
    start(a.w, 1, 1e-5, 0);
    start(b.w, 1, 1e-5, 0);
    same_accelerations_of(&a, &b, all_laws[law].accelerations, text);
    same_contacts(&a, &b);
    abut_energy e = abut_read_energy(a.w), f = abut_read_energy(b.w);
    expect_within(e.contacts, f.contacts, 1e-10 * f.contacts, NULL, "%s: energy", text);
    abut_world_destroy(a.w);
    abut_world_destroy(b.w);
}

START_TEST(forces_are_those_of_contacts) {
    for (int what = 0; what < CONTENTS; what++)
        for (int law = 0; law < LAWS; law++)
            if (!brief() || (what + law) % 2) compare(what, law, 7u + (unsigned)(what * LAWS + law));
}
END_TEST

/* ---- the same motion: memory follows pairs ---- */
static void run_both(content what, int law, double t, double length, double speed) {
    scene a = build(what, &all_laws[law].law, true, 3), b = build(what, &all_laws[law].law, false, 3);
    double longest = law == 3 ? 5e-6 : 0; /* what sticks is looked at once in a step */
    start(a.w, t, 1e-7, longest);
    start(b.w, t, 1e-7, longest);
    ck_assert_msg(!abut_advance(a.w, t), "%s", abut_world_message(a.w));
    ck_assert_msg(!abut_advance(b.w, t), "%s", abut_world_message(b.w));
    long touches = 0;
    double most_N = 0, most_p = 0;
    for (int i = 1; i <= abut_contact_count(b.w); i++) {
        abut_contact_stats s = abut_read_contact_stats(b.w, (abut_contact){i});
        touches += s.touches;
        most_N = fmax(most_N, s.max_N);
        most_p = fmax(most_p, s.max_p_max);
    }
    abut_collide_stats s = abut_read_collide_stats(a.w, (abut_collide){1}),
                       w = abut_read_collide_stats(a.w, (abut_collide){2});
    for (int i = 1; i <= abut_body_count(a.w); i++) {
        abut_body_state p = abut_read_body(a.w, (abut_body){i}), q = abut_read_body(b.w, (abut_body){i});
        ck_assert_msg(apart(p.r, q.r) <= length && apart(p.v, q.v) <= speed, "%s, body %d: %g m, %g m/s apart",
                      all_laws[law].what, i, apart(p.r, q.r), apart(p.v, q.v));
    }
    ck_assert_int_le(labs(s.touches + w.touches - touches), 1 + touches / 50);
    expect_within(fmax(s.max_N, w.max_N), most_N, 1e-2 * most_N, NULL, "greatest force");
    expect_within(fmax(s.max_p_max, w.max_p_max), most_p, 1e-2 * most_p, NULL, "greatest pressure");
    abut_greatest g = abut_read_greatest(a.w);
    ck_assert_double_eq(g.contact_force, fmax(s.max_N, w.max_N));
    ck_assert_double_eq(g.pressure, fmax(s.max_p_max, w.max_p_max));
    abut_energy e = abut_read_energy(a.w), f = abut_read_energy(b.w);
    expect_within(e.dissipated_normal, f.dissipated_normal, 1e-3 * f.dissipated_normal + 1e-6, NULL, "lost by damping");
    expect_within(e.dissipated_friction, f.dissipated_friction, 1e-3 * f.dissipated_friction + 1e-6, NULL,
                  "lost by friction");
    ck_assert_double_le(fabs(e.residual), 1e-3 * e.kinetic);
    abut_world_destroy(a.w);
    abut_world_destroy(b.w);
}

START_TEST(motion_is_that_of_contacts) {
    double t = brief() ? 0.005 : 0.015;
    run_both(EQUAL_BALLS, 0, t, 1e-6, 1e-4);
    run_both(CLUMPS, 0, t, 1e-6, 1e-4);
    run_both(EQUAL_BALLS, 2, t, 2e-5,
             1e-2); /* contacts of two balls begin to remember when they touch, groups before */
    run_both(EQUAL_BALLS, 3, 0.003, 4e-6, 4e-3);
    if (!brief()) run_both(EGGS, 0, 0.005, 1e-6, 1e-4);
}
END_TEST

/* ---- the search ---- */
/* Balls of very different sizes, far from the origin and far from each other. */
static int by_force(int count, const abut_vec3 *r, const double *R) {
    int touching = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) touching += apart(r[i], r[j]) < R[i] + R[j];
    return touching;
}

static int search_in(unsigned seed, double spread, double ratio, double far) {
    enum { COUNT = 400 };
    static abut_vec3 r[COUNT];
    static double R[COUNT];
    static abut_surface ball[COUNT];
    abut_world *w = abut_world_create(NULL);
    for (int i = 0; i < COUNT; i++) {
        R[i] = i < 8 ? between(&seed, 1, ratio) : between(&seed, 0.8, 1);
        bool again = true;
        for (int tries = 0; again; tries++) { /* not deep in another */
            ck_assert_int_lt(tries, 100000);
            r[i] = (abut_vec3){far + between(&seed, -spread, spread), between(&seed, -spread, spread),
                               (i % 7 ? 0 : 3 * far) + between(&seed, -spread, spread)};
            again = false;
            for (int j = 0; j < i; j++) again = again || R[i] + R[j] - apart(r[i], r[j]) > 0.05 * fmin(R[i], R[j]);
        }
        abut_body b = abut_add_body(w, &(abut_body_def){.mass = 1, .inertia = {1, 1, 1}, .start.r = r[i]});
        ball[i] = abut_add_surface(
            w, b, &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = R[i]}}}, .material = soft});
    }
    abut_add_collide(w, &(abut_collide_def){"all", ball, NULL, COUNT, 0, NULL});
    ck_assert_msg(!abut_start(w, NULL), "%s", abut_world_message(w));
    int found = abut_read_collide(w, (abut_collide){1}).touching;
    ck_assert_int_eq(found, by_force(COUNT, r, R));
    abut_world_destroy(w);
    return found;
}

START_TEST(near_pairs_are_all_found) {
    int found = search_in(1, 8, 1, 0) + search_in(2, 10, 4, 0) + search_in(3, 18, 10, 0) + search_in(4, 9, 2, 1e5);
    found += search_in(5, 9, 2, -4e9); /* beyond the last cell: slower, not wrong */
    ck_assert_int_gt(found, 30);
}
END_TEST

/* The same bits from a world that was saved and has made its lists elsewhere, and however often readers look. */
static void *state_of(const scene *s, size_t *length) {
    void *bytes;
    abut_message why;
    ck_assert_msg(!abut_save(s->w, &bytes, length, &why), "%s", why.text);
    return bytes;
}

static void same_bits_of(int law) {
    enum { EVERY = 10 };
    scene a = build(EQUAL_BALLS, &all_laws[law].law, true, 5), b = build(EQUAL_BALLS, &all_laws[law].law, true, 5);
    abut_solver_def solver = {.type = "rk3", .rtol = 1e-4, .renew_every = EVERY};
    ck_assert(!abut_start(a.w, &solver) && !abut_start(b.w, &solver));
    for (int i = 0; i < 20 * EVERY; i++) ck_assert(!abut_step(a.w));
    size_t length, end_a, end_b;
    void *bytes = state_of(&a, &length);
    abut_message why;
    ck_assert_msg(!abut_restore(b.w, bytes, length, &why), "%s", why.text);
    for (int i = 0; i < 20 * EVERY; i++) {
        ck_assert(!abut_step(a.w) && !abut_step(b.w));
        if (i % 7 == 0) (void)abut_advance(a.w, abut_time(a.w) - 0.3 * abut_read_stats(a.w).last_step);
    }
    void *at_a = state_of(&a, &end_a), *at_b = state_of(&b, &end_b);
    abut_body_state p = abut_read_body(a.w, (abut_body){9}), q = abut_read_body(b.w, (abut_body){9});
    ck_assert_mem_eq(&p.v, &q.v, sizeof p.v);
    ck_assert_int_eq((int)end_a, (int)end_b);
    free(bytes), free(at_a), free(at_b);
    abut_world_destroy(a.w);
    abut_world_destroy(b.w);
}

START_TEST(lists_leave_no_trace) {
    same_bits_of(0);
    same_bits_of(3);
}
END_TEST

/* ---- refusals ---- */
static void refused(scene *s, const char *wanted) {
    ck_assert_msg(strstr(abut_world_message(s->w), wanted) != NULL, "'%s' instead of '%s'", abut_world_message(s->w),
                  wanted);
    abut_world_destroy(s->w);
}

static scene some(content what) {
    scene s = {.w = abut_world_create(NULL)};
    add_walls(&s);
    add_movers(&s, what, 3, 1);
    return s;
}

START_TEST(refusals_of_groups) {
    scene s = some(EQUAL_BALLS);
    abut_add_collide(s.w, &(abut_collide_def){"c", s.mover, NULL, 0, 0, NULL});
    refused(&s, "collide 'c': a group is empty");
    s = some(EQUAL_BALLS);
    abut_add_collide(s.w, &(abut_collide_def){"c", s.mover, s.mover + 1, 2, 2, NULL});
    refused(&s, "surface 's1' is in both groups");
    s = some(EQUAL_BALLS);
    abut_add_collide(s.w, &(abut_collide_def){"c", s.wall, NULL, 4, 0, NULL});
    refused(&s, "both have no end");
    s = some(EQUAL_BALLS);
    abut_add_collide(s.w, &(abut_collide_def){"c", &(abut_surface){99}, NULL, 1, 0, NULL});
    refused(&s, "there is no surface 99");
    s = some(EQUAL_BALLS);
    abut_add_collide(s.w, &(abut_collide_def){"c", s.mover, NULL, 3, 0, &(abut_law_def){.normal = {.type = "herz"}}});
    refused(&s, "did you mean 'hertz'");
    s = some(EQUAL_BALLS); /* bytes of a law that nobody knows: 3 of them, not 3 numbers */
    char *bytes = memcpy(malloc(3), "abc", 3);
    abut_law_def unknown = {.normal = {"rouhg", {{.name = "table", .data = bytes, .count = 3}}}};
    abut_add_collide(s.w, &(abut_collide_def){"c", s.mover, NULL, 3, 0, &unknown});
    free(bytes);
    refused(&s, "did you mean 'rough'");
    s = some(EQUAL_BALLS);
    abut_surface point =
        abut_add_surface(s.w, (abut_body){3}, &(abut_surface_def){.name = "p", .shape = {.type = "point"}});
    ck_assert(point.id);
    abut_add_collide(s.w, &(abut_collide_def){"c", s.wall, &point, 4, 1, NULL});
    refused(&s, "'p' is a point");
}
END_TEST

static void start_refused(scene *s, const abut_solver_def *solver, const char *wanted) {
    ck_assert(abut_start(s->w, solver));
    refused(s, wanted);
}

START_TEST(refusals_at_the_start) {
    scene s = some(EQUAL_BALLS);
    abut_add_collide(s.w, &(abut_collide_def){"c", s.mover, NULL, 3, 0, NULL});
    start_refused(&s, &(abut_solver_def){.type = "rodas"}, "solver rodas needs derivatives");
    s = some(EQUAL_BALLS);
    abut_add_collide(s.w, &(abut_collide_def){"c", s.mover, NULL, 3, 0, NULL});
    ck_assert(abut_static(s.w, NULL, NULL));
    refused(&s, "there is no statics of groups that collide");
    s = some(EQUAL_BALLS);
    abut_add_collide(s.w, &(abut_collide_def){"c", s.mover, NULL, 3, 0, NULL});
    abut_add_contact(s.w, s.mover[2], s.mover[0], &(abut_law_def){.name = "k"});
    start_refused(&s, NULL, "'s2' and 's0' meet in contact 'k' as well");
    s = some(EQUAL_BALLS);
    abut_add_collide(s.w, &(abut_collide_def){"c", s.mover, NULL, 3, 0, NULL});
    abut_add_collide(s.w, &(abut_collide_def){"d", s.mover + 1, s.mover, 2, 1, NULL});
    start_refused(&s, NULL, "meet in collide 'c' as well");
    s = some(EQUAL_BALLS);
    abut_body b =
        abut_add_body(s.w, &(abut_body_def){.name = "x", .mass = 1, .inertia = {1, 1, 1}, .start.r = {0, 0, 0.08}});
    const double R[3] = {0.05};
    add_surface(&s, b.id, "deep", "sphere", R, (abut_vec3){0, 0, 0}, false);
    abut_add_collide(s.w, &(abut_collide_def){"c", s.mover, NULL, 4, 0, NULL});
    start_refused(&s, NULL, "'s0' and 'deep' start");
}
END_TEST

/* The solver that is taken, and what it says. */
START_TEST(explicit_by_itself) {
    scene s = build(EQUAL_BALLS, &all_laws[0].law, true, 1);
    ck_assert(!abut_start(s.w, NULL));
    ck_assert_str_eq(abut_read_stats(s.w).solver, "rk3");
    ck_assert_int_eq(abut_collide_count(s.w), 2);
    ck_assert_str_eq(abut_collide_name(s.w, abut_find_collide(s.w, "walls")), "walls");
    ck_assert_ptr_null(abut_collide_name(s.w, (abut_collide){3}));
    ck_assert_int_eq(abut_read_collide_stats(s.w, (abut_collide){2}).surfaces, 31);
    ck_assert_str_eq(abut_surface_name(s.w, (abut_surface){1}), "wall0");
    ck_assert_ptr_null(abut_surface_name(s.w, (abut_surface){0}));
    abut_world_destroy(s.w);
}
END_TEST

/* Free fall is of degree 2: the method is exact and its error estimate nought, so that only the bound by the speed is left. */
START_TEST(free_fall_is_exact) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -10}});
    abut_surface ball[2];
    for (int i = 0; i < 2; i++) {
        abut_body b = abut_add_body(w, &(abut_body_def){.mass = 1, .inertia = {1, 1, 1}, .start.r = {9.0 * i, 0, 0}});
        ball[i] = abut_add_surface(
            w, b, &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 4}}}, .material = soft});
    }
    abut_add_collide(w, &(abut_collide_def){"all", ball, NULL, 2, 0, NULL});
    ck_assert(!abut_start(w, &(abut_solver_def){.t_end = 1, .rtol = 1e-9}) && !abut_advance(w, 1));
    expect_within(abut_read_body(w, (abut_body){2}).r.z, -5, 1e-12, NULL, "fallen");
    ck_assert_int_lt((int)abut_read_stats(w).steps, 60);
    ck_assert_int_eq((int)abut_read_stats(w).rejected, 0);
    abut_world_destroy(w);
}
END_TEST

/* Balls that meet only walls fall freely until they are near one; some of them are in another group too, before or after it. */
START_TEST(walls_alone) {
    for (int inside = 0; inside < 3; inside++) {
        abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -10}});
        abut_surface ball[3], floor;
        floor = abut_add_surface(w, abut_add_body(w, &(abut_body_def){.name = "box", .fixed = true}),
                                 &(abut_surface_def){.shape = {.type = "plane"}, .material = stone});
        for (int i = 0; i < 3; i++) {
            abut_body_def def = {.mass = 1, .inertia = {1, 1, 1}, .start.r = {9.0 * i, 0, 20.0 + 20 * i}};
            ball[i] = abut_add_surface(
                w, abut_add_body(w, &def),
                &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 1}}}, .material = soft});
        }
        const abut_collide_def pair = {"pair", ball, NULL, 2, 0, NULL};
        if (inside == 1) abut_add_collide(w, &pair);
        abut_add_collide(w, &(abut_collide_def){"walls", &floor, ball, 1, 3, NULL});
        if (inside == 2) abut_add_collide(w, &pair);
        ck_assert(!abut_start(w, &(abut_solver_def){.t_end = 2, .rtol = 1e-9}) && !abut_advance(w, 1.5));
        ck_assert_str_eq(abut_read_stats(w).solver, "rk3");
        for (int i = 0; i < 3; i++)
            expect_within(abut_read_body(w, (abut_body){2 + i}).r.z, 20.0 * (i + 1) - 11.25, 1e-11, NULL, "fallen");
        ck_assert(!abut_advance(w, 2)); /* the first touches at sqrt(3.8) s */
        expect_within(abut_read_body(w, (abut_body){4}).r.z, 40, 1e-10, NULL, "fallen on");
        ck_assert_int_eq((int)abut_read_collide_stats(w, abut_find_collide(w, "walls")).touches, 1);
        ck_assert(abut_read_body(w, (abut_body){2}).v.z > -19);
        abut_world_destroy(w);
    }
}
END_TEST

/* Two balls in a group of their own that all its members share with another, which does not pair them: they bounce off each other, in either order. */
START_TEST(order_of_groups) {
    abut_body_state end[2][2];
    for (int later = 0; later < 2; later++) {
        abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -10}});
        abut_surface ball[2], floor;
        floor = abut_add_surface(w, abut_add_body(w, &(abut_body_def){.name = "box", .fixed = true}),
                                 &(abut_surface_def){.shape = {.type = "plane"}, .material = stone});
        for (int i = 0; i < 2; i++) {
            abut_body_def def = {.mass = 1, .inertia = {1, 1, 1}, .start = {.r = {3.0 * i, 0, 90}, .v = {1 - i, 0, 0}}};
            ball[i] = abut_add_surface(
                w, abut_add_body(w, &def),
                &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 1}}}, .material = soft});
        }
        const abut_collide_def pair = {"pair", ball, NULL, 2, 0, NULL};
        if (!later) abut_add_collide(w, &pair);
        abut_add_collide(w, &(abut_collide_def){"walls", &floor, ball, 1, 2, NULL});
        if (later) abut_add_collide(w, &pair);
        ck_assert(!abut_start(w, &(abut_solver_def){.t_end = 3, .rtol = 1e-9}) && !abut_advance(w, 2));
        for (int i = 0; i < 2; i++) end[later][i] = abut_read_body(w, (abut_body){2 + i});
        expect_within(end[later][0].v.x, 0, 1e-6, NULL, "the first rests");
        expect_within(end[later][1].v.x, 1, 1e-6, NULL, "the second goes on");
        abut_world_destroy(w);
    }
    for (int i = 0; i < 2; i++) expect_within(end[0][i].r.x, end[1][i].r.x, 1e-9, NULL, "ball %d", i);
}
END_TEST

/* Groups in which nobody has a partner: a ball alone, two on one body. */
START_TEST(nobody_to_touch) {
    for (int balls = 1; balls <= 2; balls++) {
        abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -10}});
        abut_body b = abut_add_body(w, &(abut_body_def){.mass = 1, .inertia = {1, 1, 1}});
        abut_surface_def def = {.shape = {"sphere", {{.name = "radius", .value = 1}}}, .material = soft};
        abut_surface ball[2] = {abut_add_surface(w, b, &def)};
        def.place.r.x = 1;
        if (balls > 1) ball[1] = abut_add_surface(w, b, &def);
        ck_assert(abut_add_collide(w, &(abut_collide_def){"all", ball, NULL, balls, 0, NULL}).id == 1);
        ck_assert_msg(!abut_start(w, NULL) && !abut_advance(w, 0.1), "%s", abut_world_message(w));
        expect_within(abut_read_body(w, b).r.z, -0.05, 1e-12, NULL, "fallen");
        ck_assert_int_eq(abut_read_collisions(w, (abut_collide){1}, NULL, 0), 0);
        abut_world_destroy(w);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&forces_are_those_of_contacts,
                                              &motion_is_that_of_contacts,
                                              &near_pairs_are_all_found,
                                              &lists_leave_no_trace,
                                              &refusals_of_groups,
                                              &nobody_to_touch,
                                              &walls_alone,
                                              &order_of_groups,
                                              &free_fall_is_exact,
                                              &refusals_at_the_start,
                                              &explicit_by_itself};
    return suite_main("crowd", all, sizeof all / sizeof *all);
}
