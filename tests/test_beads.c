/* Many balls: the method for beads against its order, against another solver and against itself in threads; the parts of a row that rest
 * until the wave comes; what is saved and loaded; crowds in threads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/world.h"
#include "multibody/crowd.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

/* A row of n beads, `gap` apart, the one in the middle at 1 m/s; every seventh lies a little beside the line. */
static abut_world *row(int n, double gap, bool straight) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}});
    abut_surface before = {0};
    for (int i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "b%d", i);
        abut_body_def def = {.name = name, .mass = 1 + 0.1 * (i % 3), .inertia = {0.1, 0.1, 0.1}};
        def.start.r = (abut_vec3){(1 + gap) * i, straight ? 0 : 0.1 * (i % 7 == 3), straight ? 0 : 0.05 * (i % 5 == 2)};
        def.start.v.x = i == n / 2;
        abut_body b = abut_add_body(w, &def);
        abut_surface s = abut_add_surface(
            w, b, &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 0.5}}}, .material = {.E = 30}});
        if (i) abut_add_contact(w, before, s, &(abut_law_def){.normal = {.type = "hertz"}});
        before = s;
    }
    return w;
}

static abut_solver_def solver(const char *type, double rtol, int threads) {
    return (abut_solver_def){
        .type = type, .rtol = rtol, .atol_position = rtol, .atol_velocity = rtol, .threads = threads};
}

static void start(abut_world *w, const abut_solver_def *s) {
    ck_assert_msg(abut_start(w, s) == ABUT_OK, "%s", abut_world_message(w));
}

static void advance(abut_world *w, double t) {
    ck_assert_msg(abut_advance(w, t) == ABUT_OK, "%s", abut_world_message(w));
}

static double apart(const abut_world *a, const abut_world *b, int n) {
    double most = 0;
    for (int i = 1; i <= n; i++) {
        abut_body_state p = abut_read_body(a, (abut_body){i}), q = abut_read_body(b, (abut_body){i});
        most = fmax(most, fmax(fabs(p.r.x - q.r.x), fabs(p.r.y - q.r.y) + fabs(p.r.z - q.r.z)));
        most = fmax(most, fmax(fabs(p.v.x - q.v.x), fabs(p.v.y - q.v.y) + fabs(p.v.z - q.v.z)));
    }
    return most;
}

/* Five beads that are pressed together all the time (the outer ones are held): nothing opens, forces are smooth, and the error at the end
 * falls with the sixth power of the step. */
static abut_world *pressed(double step) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}});
    abut_surface before = {0};
    for (int i = 0; i < 5; i++) {
        char name[32];
        snprintf(name, sizeof name, "b%d", i);
        abut_body_def def = {.name = name, .mass = 1, .inertia = {0.1, 0.1, 0.1}, .fixed = i == 0 || i == 4};
        def.start.r.x = 0.9 * i + 0.02 * (i == 2);
        abut_body b = abut_add_body(w, &def);
        abut_surface s = abut_add_surface(
            w, b, &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 0.5}}}, .material = {.E = 30}});
        if (i) abut_add_contact(w, before, s, &(abut_law_def){.normal = {.type = "hertz"}});
        before = s;
    }
    abut_solver_def def = solver("rkn", step > 0 ? 0.5 : 1e-14, 1);
    def.max_step = def.first_step = step;
    start(w, &def);
    advance(w, 6);
    return w;
}

START_TEST(order) {
    abut_world *exact = pressed(0), *w[3];
    double off[3];
    for (int i = 0; i < 3; i++) {
        w[i] = pressed(0.2 / (1 << i));
        ck_assert_int_eq(abut_read_stats(w[i]).rejected, 0);
        off[i] = apart(w[i], exact, 5);
        printf("step %.3f: error %.2e\n", 0.2 / (1 << i), off[i]);
    }
    expect_within(log2(off[0] / off[1]), 6, 0.5, NULL, "order");
    expect_within(log2(off[1] / off[2]), 6, 0.5, NULL, "order");
    for (int i = 0; i < 3; i++) abut_world_destroy(w[i]);
    abut_world_destroy(exact);
}
END_TEST

/* Positions, velocities, statistics and energy are those of another solver with other code; between the steps, too. */
START_TEST(as_adams) {
    int n = 40;
    abut_world *a = row(n, 0, false), *b = row(n, 0, false);
    abut_solver_def rkn = solver("rkn", 1e-9, 1), adams = solver("adams", 1e-10, 1);
    start(a, &rkn);
    start(b, &adams);
    for (int i = 1; i <= 7; i++) {
        advance(a, 1.1 * i);
        advance(b, 1.1 * i);
        expect_within(apart(a, b, n), 0, 1e-6, NULL, "after %g s", 1.1 * i);
    }
    abut_energy e = abut_read_energy(a);
    expect_near(e.kinetic + e.contacts, e.initial, 1e-6, NULL, "energy");
    ck_assert_double_gt(e.contacts, 0);
    int touched = 0;
    for (int i = 1; i < n; i++) {
        abut_contact_stats s = abut_read_contact_stats(a, (abut_contact){i}),
                           o = abut_read_contact_stats(b, (abut_contact){i});
        ck_assert_int_eq(s.touches, o.touches);
        if (o.max_N > 1e-3) expect_near(s.max_N, o.max_N, 0.2, NULL, "largest force of contact %d", i);
        touched += s.touches > 0;
        abut_element_out seen = {0};
        must(abut_read_contact(a, (abut_contact){i}, &seen));
        abut_vec3 p = abut_read_body(a, (abut_body){i}).r, q = abut_read_body(a, (abut_body){i + 1}).r;
        expect_within(seen.h, 1 - sqrt(pow(p.x - q.x, 2) + pow(p.y - q.y, 2) + pow(p.z - q.z, 2)), 1e-12, NULL,
                      "approach");
    }
    ck_assert_int_gt(touched, 5);
    abut_world_destroy(a);
    abut_world_destroy(b);
}
END_TEST

static bool same_bits(const abut_world *a, const abut_world *b, int n) {
    for (int i = 1; i <= n; i++) {
        abut_body_state p = abut_read_body(a, (abut_body){i}), q = abut_read_body(b, (abut_body){i});
        if (memcmp(&p.r, &q.r, sizeof p.r) != 0 || memcmp(&p.v, &q.v, sizeof p.v) != 0 ||
            memcmp(&p.w, &q.w, sizeof p.w) != 0)
            return false;
    }
    abut_energy e = abut_read_energy(a), f = abut_read_energy(b);
    return e.kinetic == f.kinetic && e.dissipated_normal == f.dissipated_normal &&
           e.dissipated_friction == f.dissipated_friction;
}

static const int crews[] = {2, 3, 5};

/* Many parts; the wave goes from the middle through several of them, and every part is at rest before it comes. */
START_TEST(threads_of_a_row) {
    int n = brief() ? 1300 : 2300;
    double end = brief() ? 1 : 12;
    abut_world *one = row(n, 0, true);
    abut_solver_def s = solver("auto", 1e-6, 1);
    start(one, &s);
    ck_assert_str_eq(abut_read_stats(one).solver, "rkn");
    advance(one, end);
    for (size_t i = 0; i < sizeof crews / sizeof *crews; i++) {
        abut_world *w = row(n, 0, true);
        s.threads = crews[i];
        start(w, &s);
        ck_assert_int_eq(mb_threads(w->system), crews[i]);
        advance(w, end);
        ck_assert_msg(same_bits(one, w, n), "%d threads have other bits", crews[i]);
        abut_world_destroy(w);
    }
    abut_world_destroy(one);
}
END_TEST

/* The wave starts near the border of two parts and goes through it both ways: as adams has it, which knows no parts. */
START_TEST(wake) {
    int n = 1016; /* the wave starts three beads before the border of two parts, which rests until then */
    double end = 6;
    abut_world *a = row(n, 0, true), *b = row(n, 0, true);
    abut_solver_def rkn = solver("rkn", 1e-10, 1), adams = solver("adams", 1e-11, 1);
    start(a, &rkn);
    start(b, &adams);
    advance(a, end);
    advance(b, end);
    expect_within(apart(a, b, n), 0, 1e-6, NULL, "both");
    double beyond = 0;
    for (int i = 515; i <= n; i++) beyond = fmax(beyond, abut_read_body(a, (abut_body){i}).v.x);
    ck_assert_double_gt(beyond, 0.1);
    abut_world_destroy(a);
    abut_world_destroy(b);
}
END_TEST

START_TEST(saved_and_loaded) {
    int n = 600;
    abut_solver_def s = solver("rkn", 1e-6, 1);
    abut_world *whole = row(n, 1e-3, false), *first = row(n, 1e-3, false), *second = row(n, 1e-3, false);
    void *bytes = NULL;
    size_t length = 0;
    abut_message why = {0};
    start(whole, &s);
    start(first, &s);
    start(second, &s);

    while (abut_time(first) < 2) must(abut_step(first));
    ck_assert_msg(abut_save(first, &bytes, &length, &why) == ABUT_OK, "%s", why.text);
    ck_assert_msg(abut_restore(second, bytes, length, &why) == ABUT_OK, "%s", why.text);
    free(bytes);
    advance(whole, 4);
    advance(second, 4);
    ck_assert(same_bits(whole, second, n));
    abut_world_destroy(whole);
    abut_world_destroy(first);
    abut_world_destroy(second);
}
END_TEST

/* Two balls that are far apart at first, in a group: the list of near pairs must be made anew while they come. */
START_TEST(meeting) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}});
    abut_surface s[2];
    for (int i = 0; i < 2; i++) {
        abut_body b = abut_add_body(
            w, &(abut_body_def){.name = i ? "b" : "a", .start = {.r = {2. * i, 0, 0}, .v = {i ? 0 : 2, 0, 0}}});
        s[i] = abut_add_surface(w, b,
                                &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 0.2}}},
                                                    .material = {.E = 1e6, .nu = 0.3, .density = 1000}});
    }
    abut_law_def law = {.normal = {.type = "hertz"}};
    abut_add_collide(w, &(abut_collide_def){.name = "both", .first = s, .first_count = 2, .law = &law});
    abut_solver_def def = {.type = "rk3", .rtol = 1e-7};
    start(w, &def);
    ck_assert(w->system->alone);
    advance(w, 1.5);
    expect_within(abut_read_body(w, (abut_body){1}).v.x, 0, 1e-4, NULL, "the first stops");
    expect_near(abut_read_body(w, (abut_body){2}).v.x, 2, 1e-4, NULL, "the second goes on");
    abut_world_destroy(w);
}
END_TEST

/* What errors may be is what other solvers are told. */
START_TEST(tolerances) {
    int n = 10;
    abut_world *w = row(n, 0, false);
    abut_solver_def def = {.type = "rkn", .rtol = 1e-6};
    start(w, &def);
    advance(w, 1);
    mb_sizes z = mb_size(w->system);
    const mb_rows *rows = mb_beads(w->system);
    double *d = calloc((size_t)z.nu, sizeof *d), *u = calloc((size_t)z.nu, sizeof *u);
    mb_allowed(w->system, w->y, NULL, u, d, NULL);
    for (int i = 1; i < rows->nodes; i++) {
        double x[1][4] = {{0}}, v[1][4] = {{0}}, dx[1][4], du[1][4];
        memcpy(x[0], w->y + rows->x[i], 3 * sizeof(double));
        memcpy(v[0], w->y + z.nx + rows->u[i], 3 * sizeof(double));
        mb_beads_allowed(w->system, 1, (const double(*)[4])x, (const double(*)[4])v, dx, du);
        for (int j = 0; j < 3; j++) {
            expect_near(1 / dx[0][j], d[rows->u[i] + j], 1e-14, NULL, "position");
            expect_near(1 / du[0][j], u[rows->u[i] + j], 1e-14, NULL, "velocity");
        }
    }
    free(d);
    free(u);
    abut_world_destroy(w);
}
END_TEST

/* What depends on velocities is not for it. */
START_TEST(refused) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    abut_surface s[2];
    for (int i = 0; i < 2; i++) {
        abut_body b = abut_add_body(w, &(abut_body_def){.name = i ? "a" : "b", .start.r = {2. * i, 0, 0}});
        s[i] = abut_add_surface(w, b,
                                &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 0.5}}},
                                                    .material = {.E = 30, .density = 1}});
    }
    abut_add_contact(w, s[0], s[1], &(abut_law_def){.normal = {"hertz", {{.name = "damping", .value = 0.1}}}});
    abut_solver_def def = solver("rkn", 1e-6, 1);
    ck_assert_int_ne(abut_start(w, &def), ABUT_OK);
    ck_assert_msg(strstr(abut_world_message(w), "push each other"), "%s", abut_world_message(w));
    abut_world_destroy(w);
}
END_TEST

/* Balls in a heap of several slabs, on a floor. */
static abut_world *heap(int count) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    abut_surface *ball = calloc((size_t)count, sizeof *ball);
    for (int i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "b%d", i);
        double x = 0.0985 * (i % 70) + 1e-3 * (i % 3), y = 0.0985 * (i / 70 % 6) + 1e-3 * (i % 5),
               z = 0.049 + 0.0985 * (i / 420);
        abut_body b =
            abut_add_body(w, &(abut_body_def){.name = name, .start = {.r = {x, y, z}, .v = {0.1 * (i % 4), 0, 0}}});
        ball[i] = abut_add_surface(w, b,
                                   &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 0.05}}},
                                                       .material = {.E = 1e7, .nu = 0.3, .density = 1000}});
    }
    abut_surface floor =
        abut_add_surface(w, (abut_body){0}, &(abut_surface_def){.shape = {.type = "plane"}, .material = ABUT_RIGID});
    abut_law_def law = {.normal = {"hertz", {{.name = "damping", .value = 0.3}}},
                        .friction = {"coulomb", {{.name = "mu", .value = 0.3}, {.name = "v_s", .value = 0.01}}}};
    abut_add_collide(w, &(abut_collide_def){.name = "balls", .first = ball, .first_count = count, .law = &law});
    abut_add_collide(
        w, &(abut_collide_def){
               .name = "floor", .first = &floor, .first_count = 1, .second = ball, .second_count = count, .law = &law});
    free(ball);
    return w;
}

/* The short way gives what the long way gives, and does not care about threads. */
START_TEST(threads_of_a_heap) {
    int count = 2100;
    double end = brief() ? 2e-5 : 5e-4;
    abut_world *one = heap(count);
    abut_solver_def s = {.type = "rk3", .rtol = 1e-4, .threads = 1};
    start(one, &s);
    ck_assert(one->system->alone);
    ck_assert_int_gt(one->system->crowd[0].parts, 1);
    advance(one, end);
    for (size_t i = 0; i < sizeof crews / sizeof *crews; i++) {
        abut_world *w = heap(count);
        s.threads = crews[i];
        start(w, &s);
        advance(w, end);
        ck_assert_msg(same_bits(one, w, count), "%d threads have other bits", crews[i]);
        abut_world_destroy(w);
    }
    mb_sizes z = mb_size(one->system);
    size_t ny = (size_t)(z.nx + z.nu + z.ns);
    double *a = calloc(ny, sizeof *a), *b = calloc(ny, sizeof *b), p[MB_QUADS], q[MB_QUADS], most = 0, off = 0;
    double *allow = calloc(2 * ny, sizeof *allow);
    must(mb_rhs(one->reader, end, one->y, a, p));
    must(mb_rates(one->reader, end, one->y, b, q, false));
    for (size_t i = 0; i < ny; i++) most = fmax(most, fabs(a[i])), off = fmax(off, fabs(a[i] - b[i]));
    expect_within(off, 0, 1e-12 * most, NULL, "rates");
    ck_assert_double_gt(most, 100);
    for (int i = 0; i < MB_QUADS; i++)
        expect_within(q[i], p[i], 1e-12 * fabs(p[MB_LOSS_FRICTION]), NULL, "power %d", i);
    mb_rates_allowed(one->reader, one->y, allow, allow + z.nx, NULL);
    mb_allowed(one->system, one->y, allow + ny, allow + ny + z.nx, NULL, NULL);
    for (size_t i = 0; i < ny; i++) ck_assert(allow[i] == allow[ny + i]);
    free(a);
    free(b);
    free(allow);
    abut_world_destroy(one);
}
END_TEST

/* No pair is missing, whichever slabs it is of: how many touch, and what they store, pair by pair from the places. */
START_TEST(every_pair_of_a_heap) {
    enum { COUNT = 2100 };
    static vec3 at[COUNT];
    const double R = 0.05, stiff = 4. / 3 * 1e7 / (2 * (1 - 0.09)) * sqrt(R / 2);
    abut_world *w = heap(COUNT);
    abut_solver_def s = {.type = "rk3", .rtol = 1e-4, .threads = 2};
    int touching = 0;
    double energy = 0;
    start(w, &s);
    advance(w, 1e-5);
    for (int i = 0; i < COUNT; i++) {
        at[i] = abut_read_body(w, (abut_body){i + 1}).r;
        for (int j = 0; j < i; j++) {
            double h = 2 * R - v3_norm(v3_sub(at[i], at[j]));
            if (h > 0) touching++, energy += 0.4 * stiff * h * h * sqrt(h);
        }
    }
    const crowd_sums *sums = &w->reader->crowd[0].sums;
    ck_assert_int_gt(touching, 2 * COUNT);
    ck_assert_int_eq(sums->touching, touching);
    expect_within(sums->energy, energy, 1e-9 * energy, NULL, "energy that the balls store");
    abut_world_destroy(w);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &order,   &as_adams,          &threads_of_a_row,    &wake, &saved_and_loaded, &meeting, &tolerances,
        &refused, &threads_of_a_heap, &every_pair_of_a_heap};
    return suite_main("beads", all, sizeof all / sizeof *all);
}
