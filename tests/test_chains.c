/* Deep trees and many loops: what is cut and solved sparsely against the tree in one piece and against dense elimination. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/world.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

static double uniform(unsigned *seed) {
    *seed = *seed * 1664525U + 1013904223U;
    return (double)(*seed >> 8) / (1U << 23) - 1;
}

static abut_quat turned(double angle, abut_vec3 axis) {
    double s = sin(0.5 * angle) / sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
    return (abut_quat){cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

static abut_vec3 place_of(int i) { return (abut_vec3){0.5 * i, 0.2 * sin(1.3 * i), 0.3 * cos(0.7 * i)}; }

static abut_joint hang(abut_world *w, const char *type, int i, bool driven, abut_body parent, abut_body child,
                       abut_vec3 at) {
    char name[32];
    snprintf(name, sizeof name, "joint%d", i);
    abut_pose p = {at, turned(0.3 + 0.1 * i, (abut_vec3){1, 0.2 * i, 0.5})};
    abut_choice sine = {"sine", {{.name = "amplitude", .value = 0.4}, {.name = "frequency", .value = 2}}};
    abut_joint_def def = {.name = name, .type = type, .parent = parent, .child = child, .place = p};
    if (driven && !strcmp(type, "revolute")) def.drive = (abut_drive_def){.given = true, .motion = sine};
    return abut_add_joint(w, &def);
}

/* A tree of n bodies, mostly one chain, with a branch at every seventh, joints of all sorts (every fifth named from child to parent),
 * and, if asked for, loops. */
static abut_world *tree(int n, bool loops, bool reversed, bool uncut, int way) {
    static const char *const types[] = {"revolute",    "spherical", "prismatic", "revolute",
                                        "cylindrical", "planar",    "fixed",     "revolute"};
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0.3, -0.2, -9.81}});
    abut_body *b = calloc((size_t)n, sizeof *b), none = {0};
    w->uncut = uncut;
    w->loops_way = way;
    for (int i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "body%d", i);
        abut_body_def def = {.name = name,
                             .mass = 1 + 0.1 * (i % 4),
                             .inertia = {0.02, 0.03, 0.035, 0.002, -0.001, 0.003},
                             .start = {.r = place_of(i), .q = turned(0.4, (abut_vec3){1, 2, 0.3 * i})}};
        b[i] = abut_add_body(w, &def);
    }
    for (int i = 0; i < n; i++) {
        int up = i % 7 == 6 ? i - 3 : i - 1;
        abut_vec3 at = place_of(i);
        at.x -= 0.25;
        bool swap = reversed && i % 5 == 4;
        abut_body parent = up < 0 ? none : b[up];
        (void)hang(w, types[i % 8], i, i == 0 || (!loops && i % 8 != 7), swap ? b[i] : parent, swap ? parent : b[i],
                   at);
    }
    for (int i = 8; loops && i + 6 < n; i += 9) {
        abut_vec3 at = place_of(i);
        at.z += 0.3; /* on the way from one to the other there are joints enough to let it be closed */
        (void)hang(w, "spherical", n + i, false, b[i], b[i + 6], at);
    }
    abut_choice spring = {"spring", {{.name = "stiffness", .value = 40}, {.name = "damping", .value = 2}}};
    for (int i = 3; i < n; i += 10)
        abut_add_force(w, &(abut_force_def){.law = spring, .b = b[i], .at_a = {0.5 * i, 1, 0}, .at_b = {0.1, 0, 0}});
    for (int i = 0; i + 13 < n; i += 12)
        abut_add_force(w, &(abut_force_def){.law = spring, .a = b[i], .b = b[i + 13], .at_b = {0.1, 0, 0}});
    free(b);
    return w;
}

static void start(abut_world *w, const char *solver, double rtol) {
    ck_assert_msg(abut_start(w, &(abut_solver_def){.type = solver, .rtol = rtol}) == ABUT_OK, "%s",
                  abut_world_message(w));
}

static double apart(abut_vec3 a, abut_vec3 b) { return fmax(fabs(a.x - b.x), fmax(fabs(a.y - b.y), fabs(a.z - b.z))); }

static abut_body body(int i) { return (abut_body){i}; }

/* Motion, forces of all joints and the coordinates of those that are in the tree. */
static void compare(const abut_world *a, const abut_world *b, int joints, double tolerance, const char *what) {
    double place = 0, acceleration = 0, force = 0, torque = 0, coordinate = 0, most = 1, most_a = 1;
    for (int i = 1; i <= a->bodies; i++) {
        abut_body_state s = abut_read_body(a, body(i)), o = abut_read_body(b, body(i));
        place = fmax(place, apart(s.r, o.r));
        acceleration = fmax(acceleration, fmax(apart(s.a, o.a), apart(s.alpha, o.alpha)));
        most_a = fmax(most_a, apart(o.alpha, (abut_vec3){0, 0, 0}));
    }
    for (int i = 1; i <= joints; i++) {
        abut_joint_state s = abut_read_joint(a, (abut_joint){i}), o = abut_read_joint(b, (abut_joint){i});
        force = fmax(force, apart(s.force, o.force));
        torque = fmax(torque, apart(s.torque, o.torque));
        most = fmax(most, apart(o.force, (abut_vec3){0, 0, 0}));
        ck_assert_int_eq(s.count, o.count);
        double sign = a->joint[i].node || !b->joint[i].reversed || s.count == 0 ? 1 : -1;
        for (int j = 0; j < s.count + (s.count > 2 ? 1 : 0) && sign > 0; j++)
            coordinate = fmax(coordinate, fabs(s.x[j] - o.x[j]));
        for (int j = 0; j < s.count && sign > 0; j++) coordinate = fmax(coordinate, 0.1 * fabs(s.v[j] - o.v[j]));
    }
    printf("%-24s place %.1e, acceleration %.1e of %.0f, force %.1e, moment %.1e of %.0f, coordinates %.1e\n", what,
           place, acceleration, most_a, force, torque, most, coordinate);
    ck_assert(place < tolerance && acceleration < 100 * tolerance * most_a && force < 100 * tolerance * most &&
              torque < 100 * tolerance * most && coordinate < 100 * tolerance);
}

/* A tree in pieces moves as one in one piece does. */
START_TEST(pieces_move_as_one) {
    int n = brief() ? 40 : 45; /* deep enough to be cut */
    for (int reversed = 0; reversed < 2; reversed++) {
        abut_world *whole = tree(n, false, reversed, true, LOOPS_BY_COUNT),
                   *cut = tree(n, false, reversed, false, LOOPS_SPARSELY);
        start(whole, "rk", 1e-10);
        start(cut, "rk", 1e-10);
        ck_assert_int_eq(whole->system->size.nc, 0);
        ck_assert_int_ge(cut->system->size.nc, 10);
        ck_assert_ptr_nonnull(cut->system->sparse);
        compare(cut, whole, n, 1e-10, "at the start");
        for (int i = 0; i < 2; i++) {
            ck_assert_int_eq(abut_advance(whole, 0.05 * (i + 1)), ABUT_OK);
            ck_assert_int_eq(abut_advance(cut, 0.05 * (i + 1)), ABUT_OK);
            compare(cut, whole, n, 1e-6, "under way");
        }
        abut_world_destroy(whole);
        abut_world_destroy(cut);
    }
}
END_TEST

static double greatest(const double *a, const double *b, int n, double *size) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
        *size = fmax(*size, fabs(b[i]));
    }
    return most;
}

enum { WAYS = 2 };
typedef struct answer {
    double *f, *fdot, *rd, *ru, *statics, *y;
    mb_sizes z;
} answer;

/* The same state, sparsely and densely. */
static answer ask(abut_world *w, unsigned seed) {
    mb_system *s = w->system;
    answer a = {.z = mb_size(s)};
    size_t ny = (size_t)(a.z.nx + a.z.nu + a.z.ns), nu = (size_t)a.z.nu, nc = (size_t)a.z.nc;
    double *d = calloc(nu + 1, sizeof *d), *g = calloc(nc + 1, sizeof *g);
    a.y = calloc(ny + 1, sizeof(double)), a.f = calloc(ny + 1, sizeof(double)), a.fdot = calloc(ny + 1, sizeof(double));
    a.rd = calloc(nu + 1, sizeof(double)), a.ru = calloc(nu + 1, sizeof(double)),
    a.statics = calloc(nu + nc + 1, sizeof(double));
    for (size_t i = 0; i < nu; i++) d[i] = 0.02 * uniform(&seed);
    mb_retract(s, w->y, d, a.y);
    for (size_t i = 0; i < nu; i++) a.y[(size_t)a.z.nx + i] = uniform(&seed);
    must(mb_project(w->work, 0.3, a.y, NULL));
    must(mb_linearise(w->work, 0.3, a.y, a.f, a.fdot));
    must(mb_factor(w->work, 0.02));
    for (size_t i = 0; i < nu; i++) a.rd[i] = uniform(&seed), a.ru[i] = 10 * uniform(&seed);
    mb_newton(w->work, a.rd, a.ru);
    must(mb_factor_static(w->work, 1e3));
    for (size_t i = 0; i < nu; i++) a.statics[i] = uniform(&seed);
    for (size_t i = 0; i < nc; i++) g[i] = uniform(&seed);
    mb_solve_static(w->work, a.statics, g, a.statics + nu);
    free(d);
    free(g);
    return a;
}

static void compare_answers(const answer *a, const answer *b, const char *what) {
    const double *const first[] = {a->y, a->f, a->fdot, a->rd, a->ru, a->statics}, *const second[] = {
                                                                                       b->y,  b->f,  b->fdot,
                                                                                       b->rd, b->ru, b->statics};
    int ny = a->z.nx + a->z.nu + a->z.ns, nu = a->z.nu;
    const int size[] = {ny, ny, ny, nu, nu, nu + a->z.nc};
    static const char *const name[] = {"state", "rates", "by time", "positions", "velocities", "statics"};
    ck_assert_int_eq(a->z.nc, b->z.nc);
    for (int i = 0; i < 6; i++) {
        double most = 0, off = greatest(first[i], second[i], size[i], &most);
        printf("%-12s %-10s %.1e of %.3g\n", what, name[i], off, most);
        ck_assert_msg(off <= 1e-10 * fmax(most, 1), "%s: %s", what, name[i]);
    }
    double *const all[] = {a->y, a->f, a->fdot, a->rd, a->ru, a->statics};
    for (int i = 0; i < 6; i++) free(all[i]);
}

static void both_ways(int n, bool reversed, bool uncut, const char *what) {
    abut_world *w[WAYS];
    answer a[WAYS];
    for (int i = 0; i < WAYS; i++) {
        w[i] = tree(n, true, reversed, uncut, i ? LOOPS_SPARSELY : LOOPS_DENSELY);
        start(w[i], "rodas", 1e-6);
        ck_assert_int_eq(abut_read_stats(w[i]).redundant, 0);
        ck_assert_int_eq(w[i]->system->sparse != NULL, i);
        ck_assert_int_eq(w[i]->system->loops > n / 9, !uncut);
        a[i] = ask(w[i], 7);
    }
    compare_answers(&a[1], &a[0], what);
    free(a[0].y), free(a[0].f), free(a[0].fdot), free(a[0].rd), free(a[0].ru), free(a[0].statics);
    for (int i = 0; i < WAYS; i++) abut_world_destroy(w[i]);
}

START_TEST(sparse_as_dense) {
    both_ways(brief() ? 26 : 40, false, true, "one tree");
    both_ways(brief() ? 60 : 80, true, false, "pieces");
}
END_TEST

/* A closed chain in a plane: three of its rows follow from the others, whatever way they are solved. In equilibrium the chain of equal
 * links is the funicular polygon: the horizontal force is the same in all hinges, the vertical one grows by a weight per link. */
static abut_world *closed(int n, int way) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, -9.81, 0}});
    const double pi = acos(-1), R = 0.5 / sin(0.5 * pi / n);
    abut_body before = {0};
    w->loops_way = way;
    for (int i = 0; i <= n; i++) {
        double a = pi + pi * i / n, b = a + pi / n;
        char name[32];
        snprintf(name, sizeof name, "link%d", i);
        abut_vec3 pin = {R * cos(a), R * sin(a), 0},
                  middle = {0.5 * (pin.x + R * cos(b)), 0.5 * (pin.y + R * sin(b)), 0};
        abut_body link = {0};
        if (i < n)
            link = abut_add_body(
                w, &(abut_body_def){.name = name, .mass = 2, .inertia = {0.1, 0.1, 0.1}, .start.r = middle});
        snprintf(name, sizeof name, "pin%d", i);
        abut_add_joint(
            w, &(abut_joint_def){
                   .name = name, .type = "revolute", .parent = before, .child = link, .place = {pin, {1, 0, 0, 0}}});
        before = link;
    }
    return w;
}

START_TEST(closed_chain) {
    int n = 60;
    for (int way = LOOPS_DENSELY; way <= LOOPS_SPARSELY; way++) {
        abut_world *w = closed(n, way);
        start(w, "rodas", 1e-7);
        abut_run_stats s = abut_read_stats(w);
        ck_assert_int_eq(s.redundant, 3);
        ck_assert_int_eq(abut_advance(w, 0.4), ABUT_OK);
        abut_energy e = abut_read_energy(w);
        expect_within(e.residual, 0, 1e-6 * e.kinetic, NULL, "energy");
        ck_assert_double_lt(abut_read_stats(w).constraint_residual, 1e-9);
        ck_assert_double_gt(e.kinetic, 1);
        abut_world_destroy(w);
    }
    abut_world *w = closed(n, LOOPS_BY_COUNT);
    ck_assert_msg(abut_static(w, NULL, NULL) == ABUT_OK, "%s", abut_world_message(w));
    abut_vec3 first = abut_read_joint(w, (abut_joint){1}).force;
    for (int i = 1; i < n; i++) {
        abut_vec3 f = abut_read_joint(w, (abut_joint){i + 1}).force;
        expect_near(f.x, first.x, 1e-8, NULL, "horizontal force of pin %d", i);
        expect_within(f.y, first.y - 2 * 9.81 * i, 1e-7, NULL, "vertical force of pin %d", i);
        abut_body_state link = abut_read_body(w, body(i));
        double angle = 2 * atan2(link.q.z, link.q.w) + acos(-1) * (1.5 + (i - 0.5) / n);
        double slope = (f.y + 9.81) / f.x; /* a link pulls along itself in its middle */
        if (i > 1 && i < n - 1)
            expect_within(sin(angle) - slope * cos(angle), 0, 2e-6 * fmax(1, fabs(slope)), NULL, "link %d", i);
    }
    abut_world_destroy(w);
}
END_TEST

/* Far deeper than one tree may be. */
START_TEST(deep) {
    int n = brief() ? 300 : 700;
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    abut_body before = {0};
    for (int i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "link%d", i);
        abut_body link = abut_add_body(
            w, &(abut_body_def){.name = name, .mass = 1, .inertia = {0.1, 0.1, 0.1}, .start.r = {0, 0, -0.5 - i}});
        abut_add_joint(w,
                       &(abut_joint_def){
                           .type = "spherical", .name = name, .parent = before, .child = link, .place.r = {0, 0, -i}});
        before = link;
    }
    start(w, "rk", 1e-6);
    abut_vec3 top = abut_read_joint(w, (abut_joint){1}).force, last = abut_read_joint(w, (abut_joint){n}).force;
    expect_near(top.z, n * 9.81, 1e-9, NULL, "the first joint carries all");
    expect_near(last.z, 9.81, 1e-7, NULL, "the last carries one");
    abut_world_destroy(w);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&pieces_move_as_one, &sparse_as_dense, &closed_chain, &deep};
    return suite_main("chains", all, sizeof all / sizeof *all);
}
