/* Balls that are treated together (swarms) and prescribed spins without a multiplier against the general path, and their
 * Jacobian against differences. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "abut/machine/ball_bearing.h"
#include "multibody/swarm.h"
#include "support/suite.h"
#include "support/swarm_scene.h"
#include "world/world.h"

static void check_same_accelerations(const scene *scene_of) {
    abut_world *a = build(scene_of, false, -8e-6), *b = build(scene_of, true, -8e-6);
    start(a, 1);
    start(b, 1);
    ck_assert_int_eq(a->system->swarms, 1);
    ck_assert_int_eq(b->system->swarms, 0);
    for (int i = 0; i < a->system->swarm[0].kinds; i++) ck_assert(a->system->swarm[0].kind[i].packed);
    shake(a, 7);
    shake(b, 7);
    double largest = 0, spin = 0;
    for (int i = 1; i <= abut_body_count(b); i++) {
        abut_body_state p = abut_read_body(b, (abut_body){i});
        largest = fmax(largest, v3_norm(p.a));
        spin = fmax(spin, v3_norm(p.alpha));
    }
    ck_assert(largest > 10);
    for (int i = 1; i <= abut_body_count(b); i++) {
        abut_body_state p = abut_read_body(a, (abut_body){i}), q = abut_read_body(b, (abut_body){i});
        ck_assert_double_le(apart(p.r, q.r), 1e-15);
        ck_assert_double_le(apart(p.v, q.v), 1e-13);
        ck_assert_double_le(apart(p.a, q.a), 2e-9 * largest);
        ck_assert_double_le(apart(p.alpha, q.alpha), 2e-9 * spin);
    }
    for (int i = 0; i < a->contacts; i++) {
        const mb_touch *p = &a->reader->touch[i], *q = &b->reader->touch[i];
        ck_assert_double_le(fabs(p->N - q->N), 1e-8 * (1 + q->N));
        if (q->N > 0) ck_assert_double_le(fabs(p->p_max - q->p_max), 1e-8 * q->p_max);
        ck_assert_double_le(fabs(p->loss_friction - q->loss_friction), 1e-8 * (1 + fabs(q->loss_friction)));
        ck_assert_double_le(fabs(p->loss_normal - q->loss_normal), 1e-8 * (1 + fabs(q->loss_normal)));
    }
    ck_assert_double_le(fabs(abut_read_energy(a).contacts - abut_read_energy(b).contacts), 1e-12);
    abut_world_destroy(a);
    abut_world_destroy(b);
}
START_TEST(same_accelerations) {
    for (int i = 0; i < SCENES; i++) check_same_accelerations(&scenes[i]);
}
END_TEST

static bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

/* What is recorded is what was integrated: the contacts of a ball as they are read give the acceleration it has. */
static void check_record(const scene *scene_of) {
    abut_world *w = build(scene_of, false, -8e-6);
    start(w, 2e-3);
    ck_assert_int_eq(abut_advance(w, 2e-3), ABUT_OK);
    shake(w, 5);
    const swarm *s = &w->system->swarm[0];
    for (int ball = 0; ball < s->balls; ball++) {
        vec3 force = v3_scale(s->mass, w->gravity), torque = {0, 0, 0};
        double size = 1;
        abut_body body = {0};
        for (int i = 1; i <= w->bodies; i++)
            if (w->body[i].node == s->node + ball) body.id = i;
        for (int kind = 0; kind < s->kinds; kind++) {
            int id = s->kind[kind].contact[ball] + 1;
            abut_element_out o = {0};
            ck_assert_int_eq(abut_read_contact(w, (abut_contact){id}, &o), ABUT_OK);
            const mb_touch *t = &w->reader->touch[id - 1]; /* of the evaluation that gave the accelerations */
            ck_assert(same_bits(o.h, t->h) && same_bits(o.hdot, t->hdot) && same_bits(o.N, t->N));
            ck_assert(same_bits(o.p_max, t->p_max) && same_bits(o.energy, t->energy));
            ck_assert(same_bits(o.loss_normal, t->loss_normal) && same_bits(o.loss_friction, t->loss_friction));
            bool first = w->system->contact[id - 1].a == s->node + ball;
            if (w->contact[id].swapped) first = !first;
            const abut_wrench *on = first ? &o.on_a : &o.on_b;
            force = v3_add(force, on->force);
            torque = v3_add(torque, on->torque);
            size += v3_norm(on->force);
        }
        abut_body_state b = abut_read_body(w, body);
        ck_assert_double_le(apart(v3_scale(s->mass, b.a), force), 1e-13 * size);
        ck_assert_double_le(apart(v3_scale(s->inertia, b.alpha), torque), 1e-13 * size);
    }
    abut_world_destroy(w);
}
START_TEST(recorded_is_integrated) {
    for (int i = 0; i < SCENES; i++) check_record(&scenes[i]);
}
END_TEST

/* The same run by the code for any processor. */
START_TEST(kernels_run_alike) {
    for (int i = 0; i < SCENES; i++) {
        abut_world *a = build(&scenes[i], false, -8e-6);
        start(a, 2e-4);
        setenv("ABUT_KERNEL", "baseline", 1);
        abut_world *b = build(&scenes[i], false, -8e-6);
        start(b, 2e-4);
        unsetenv("ABUT_KERNEL");
        ck_assert_str_eq(abut_read_stats(a).kernel, abut_kernel_name());
        ck_assert_str_eq(abut_read_stats(b).kernel, BASELINE_KERNEL);
        shake(a, 7);
        shake(b, 7);
        double largest = 0;
        for (int j = 1; j <= abut_body_count(b); j++)
            largest = fmax(largest, v3_norm(abut_read_body(b, (abut_body){j}).a));
        for (int j = 1; j <= abut_body_count(b); j++) /* depths of micrometres have ten digits */
            ck_assert_double_le(apart(abut_read_body(a, (abut_body){j}).a, abut_read_body(b, (abut_body){j}).a),
                                1e-9 * largest);
        ck_assert_int_eq(abut_advance(a, 2e-4), ABUT_OK);
        ck_assert_int_eq(abut_advance(b, 2e-4), ABUT_OK);
        for (int j = 1; j <= abut_body_count(b); j++)
            ck_assert_double_le(apart(abut_read_body(a, (abut_body){j}).r, abut_read_body(b, (abut_body){j}).r), 1e-9);
        abut_world_destroy(a);
        abut_world_destroy(b);
    }
}
END_TEST

/* Difference of (d', u') along one unknown, e to either side. */
static void difference(abut_world *w, int c, double e, double *to) {
    mb_sizes z = mb_size(w->system);
    int nu = z.nu, nx = z.nx;
    size_t ny = (size_t)(nx + nu);
    double *y = calloc(ny + 1, sizeof *y), *d = calloc((size_t)nu + 1, sizeof *d),
           *f = calloc(2 * (size_t)nu + 1, sizeof *f);
    memset(to, 0, 2 * (size_t)nu * sizeof *to);
    for (int side = -1; side <= 1; side += 2) {
        const double *a;
        memcpy(y, w->y, ny * sizeof *y);
        memset(d, 0, (size_t)nu * sizeof *d);
        if (c < nu) d[c] = side * e;
        mb_retract(w->system, w->y, d, y);
        if (c >= nu) y[nx + c - nu] += side * e;
        ck_assert_int_eq(mb_accelerate(w->work, 0, y, &a), ABUT_OK);
        memcpy(f + nu, a, (size_t)nu * sizeof *a);
        mb_chart_rate(w->work, y, d, y + nx, f);
        for (int i = 0; i < 2 * nu; i++) to[i] += side * f[i] / (2 * e);
    }
    free(y), free(d), free(f);
}

/* Column by column: (1/alpha - J)^-1 applied to e/alpha - (difference of f along e) gives e back. */
static double column_error(abut_world *w, int c, double alpha) {
    int nu = mb_size(w->system).nu;
    double *wide = calloc(2 * (size_t)nu + 1, sizeof *wide), *r = calloc(2 * (size_t)nu + 1, sizeof *r);
    double e = c < nu ? 2e-10 : 1e-6, worst = 0;
    difference(w, c, 2 * e, wide);
    difference(w, c, e, r);
    for (int i = 0; i < 2 * nu; i++) r[i] = -(4 * r[i] - wide[i]) / 3; /* Richardson */
    r[c] += 1 / alpha;
    ck_assert_int_eq(mb_linearise(w->work, 0, w->y, NULL, NULL), ABUT_OK);
    ck_assert_int_eq(mb_factor(w->work, alpha), ABUT_OK);
    mb_newton(w->work, r, r + nu);
    r[c] -= 1;
    double unit = c < nu ? 1 : 1e-4; /* rates of positions are larger than positions by the frequency */
    for (int i = 0; i < 2 * nu; i++) worst = fmax(worst, fabs(r[i]) * (i < nu ? 1 : 1e-4) / unit);
    free(wide), free(r);
    return worst;
}

static void check_jacobian(const scene *scene_of) {
    abut_world *w = build(scene_of, false, -8e-6);
    start(w, 1);
    shake(w, 11);
    int nu = mb_size(w->system).nu;
    for (int c = 0; c < 2 * nu; c++) {
        double error = column_error(w, c, 1e-5);
        ck_assert_msg(error < (scene_of->cage > 0 ? 1e-3 : 1e-4), "scene %d: column %d of %d: %g",
                      (int)(scene_of - scenes), c, nu, error);
    }
    abut_world_destroy(w);
}
START_TEST(jacobian) {
    for (int i = 0; i < SCENES; i++) check_jacobian(&scenes[i]);
}
END_TEST

/* Derivative by time alone: drives and turning axes. */
static void check_by_time(const scene *scene_of) {
    abut_world *w = build(scene_of, false, -8e-6);
    start(w, 1);
    shake(w, 3);
    mb_sizes z = mb_size(w->system);
    size_t ny = (size_t)(z.nx + z.nu) + 1;
    double *f = calloc(ny, sizeof *f), *g = calloc(ny, sizeof *g), *a = calloc(ny, sizeof *a),
           *b = calloc(ny, sizeof *b);
    double dt = 1e-8, most = 0;
    ck_assert_int_eq(mb_linearise(w->work, 0, w->y, f, g), ABUT_OK);
    ck_assert_int_eq(mb_rhs(w->work, -dt, w->y, a, NULL), ABUT_OK);
    ck_assert_int_eq(mb_rhs(w->work, dt, w->y, b, NULL), ABUT_OK);
    for (int i = 0; i < z.nu; i++) most = fmax(most, fabs(g[z.nx + i]));
    for (int i = 0; i < z.nu; i++)
        ck_assert_msg(fabs((b[z.nx + i] - a[z.nx + i]) / (2 * dt) - g[z.nx + i]) <=
                          2e-4 * most + 100, /* rounding of the positions over dt */
                      "scene %d: unknown %d: %g, differences %g (most %g)", (int)(scene_of - scenes), i, g[z.nx + i],
                      (b[z.nx + i] - a[z.nx + i]) / (2 * dt), most);
    free(f), free(g), free(a), free(b);
    abut_world_destroy(w);
}
START_TEST(by_time) {
    for (int i = 0; i < SCENES; i++) check_by_time(&scenes[i]);
}
END_TEST

/* A short run of both gives the same. */
static void check_same_run(const scene *scene_of) {
    abut_world *a = build(scene_of, false, -8e-6), *b = build(scene_of, true, -8e-6);
    start(a, 2e-3);
    start(b, 2e-3);
    ck_assert_int_eq(abut_advance(a, 2e-3), ABUT_OK);
    ck_assert_int_eq(abut_advance(b, 2e-3), ABUT_OK);
    for (int i = 1; i <= abut_body_count(a); i++) {
        abut_body_state p = abut_read_body(a, (abut_body){i}), q = abut_read_body(b, (abut_body){i});
        ck_assert_double_le(apart(p.r, q.r), 5e-8);
        ck_assert_double_le(apart(p.v, q.v), 1e-3);
        double dot = fabs(p.q.w * q.q.w + p.q.x * q.q.x + p.q.y * q.q.y + p.q.z * q.q.z);
        ck_assert_double_ge(dot, 1 - 1e-7);
    }
    abut_energy e = abut_read_energy(a), f = abut_read_energy(b);
    ck_assert_double_le(fabs(e.work_of_loads_and_drives - f.work_of_loads_and_drives),
                        1e-3 * fabs(f.work_of_loads_and_drives) + 1e-7);
    abut_world_destroy(a);
    abut_world_destroy(b);
}
START_TEST(same_run) {
    for (int i = 0; i < SCENES; i++) check_same_run(&scenes[i]);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&same_accelerations,     &jacobian,         &by_time, &same_run,
                                              &recorded_is_integrated, &kernels_run_alike};
    return suite_main("swarm", all, sizeof all / sizeof *all);
}
