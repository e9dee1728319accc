/* Grooves that are taken as linear between linearisations, against their laws; what velocities of light parts may be off by. */
#include "base/quat.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/swarm_scene.h"

/* ---- grooves that are linear between linearisations ---- */

/* Accelerations at y with grooves taken as linear in a step of h, or NULL: of h = 0, by their laws; the greatest difference of balls. */
static double linear_apart(abut_world *w, const double *y, double h, const double *allow) {
    const swarm *s = &w->system->swarm[0];
    size_t nu = (size_t)mb_size(w->system).nu;
    double *by_laws = calloc(nu + 1, sizeof *by_laws), most = 0;
    const double *a;
    mb_tangents_allow(w->work, 0, NULL);
    ck_assert_int_eq(mb_accelerate(w->work, 0, y, &a), ABUT_OK);
    memcpy(by_laws, a, nu * sizeof *a);
    mb_tangents_allow(w->work, h, allow);
    ck_assert_int_eq(mb_accelerate(w->work, 0, y, &a), ABUT_OK);
    mb_tangents_allow(w->work, 0, NULL);
    for (int i = 0; i < 6 * s->balls; i++) {
        double scale = i % 6 < 3 ? s->mass : s->inertia / s->kind[0].pack.ball; /* N */
        most = fmax(most, scale * fabs(a[s->u + i] - by_laws[s->u + i]));
    }
    free(by_laws);
    return most;
}

/* The state of w with the velocities and places of the balls moved by e times random numbers. */
static void move_balls(const abut_world *w, double e, unsigned seed, double *y) {
    const swarm *s = &w->system->swarm[0];
    mb_sizes z = mb_size(w->system);
    memcpy(y, w->y, (size_t)(z.nx + z.nu) * sizeof *y);
    for (int i = 0; i < 6 * s->balls; i++) {
        seed = seed * 1664525U + 1013904223U;
        double r = (double)(seed >> 8) / (1U << 23) - 1;
        y[z.nx + s->u + i] += e * r * (i % 6 < 3 ? 1 : 200);
        if (i % 6 < 3) y[s->x + 3 * (i / 6) + i % 6] += e * r * 1e-5;
    }
}

/* All balls go round the axis of the bearing by phi, with their velocities: nothing changes for grooves that are true circles. */
static void go_round(const abut_world *w, vec3 axis, double phi, double *y) {
    const swarm *s = &w->system->swarm[0];
    mb_sizes z = mb_size(w->system);
    mat3 R = m3_of_quat(quat_exp(v3_scale(phi, axis)));
    memcpy(y, w->y, (size_t)(z.nx + z.nu) * sizeof *y);
    for (int i = 0; i < s->balls; i++)
        for (int part = 0; part < 3; part++) {
            double *v = part == 0 ? y + s->x + 3 * i : y + z.nx + s->u + 6 * i + 3 * (part - 1);
            vec3 turned = m3_mul(R, v3(v[0], v[1], v[2]));
            v[0] = turned.x, v[1] = turned.y, v[2] = turned.z;
        }
}

static void set_bend(abut_world *w, double bend) {
    const swarm *s = &w->system->swarm[0];
    for (int i = 0; i < s->kinds * s->packs; i++) w->work->swarm[0].tangent[i].bend = row4_all(bend);
}

static void check_linear(const scene *scene_of) {
    abut_world *w = build(scene_of, false, -8e-6);
    start(w, 1);
    mb_sizes z = mb_size(w->system);
    double *y = calloc((size_t)(z.nx + z.nu) + 1, sizeof *y), *allow = calloc((size_t)z.nu + 1, sizeof *allow);
    for (int i = 0; i < z.nu; i++) allow[i] = 1;
    shake(w, 5);
    ck_assert_int_eq(mb_linearise(w->work, 0, w->y, NULL, NULL), ABUT_OK);
    double load = 0;
    for (int i = 0; i < w->system->contacts; i++) load = fmax(load, w->work->touch[i].N);
    set_bend(w, 0); /* whatever it is: linear */
    ck_assert_double_le(linear_apart(w, w->y, 1, allow), 1e-9 * load);
    move_balls(w, 2e-4, 3, y);
    double far = linear_apart(w, y, 1, allow);
    move_balls(w, 1e-4, 3, y);
    double half = linear_apart(w, y, 1, allow);
    ck_assert_msg(half > 1e-12 * load && half < 0.35 * far, "%g N, %g N of %g N", half, far, load);
    set_bend(w, 1e30);                                               /* never */
    ck_assert_double_le(linear_apart(w, y, 1, allow), 1e-12 * load); /* rounding: others share their packs */
    free(y), free(allow);
    abut_world_destroy(w);
}

START_TEST(linear_to_second_order) {
    for (int i = 0; i < SCENES; i++) check_linear(&scenes[i]);
}
END_TEST

/* What a ball leaves out stays below what is allowed, if it does so by the bend that the step before has shown. */
START_TEST(linear_within_limits) {
    abut_world *w = build(&scenes[2], false, -8e-6);
    start(w, 1);
    mb_sizes z = mb_size(w->system);
    double *y = calloc((size_t)(z.nx + z.nu) + 1, sizeof *y), *allow = calloc((size_t)z.nu + 1, sizeof *allow);
    for (int i = 0; i < z.nu; i++) allow[i] = i % 6 < 3 ? 1 : 1e9;
    ck_assert_int_eq(mb_linearise(w->work, 0, w->y, NULL, NULL), ABUT_OK);
    move_balls(w, 1e-4, 9, y);
    ck_assert_int_eq(mb_linearise(w->work, 0, y, NULL, NULL), ABUT_OK); /* finds the bends of this move */
    ck_assert_int_eq(mb_linearise(w->work, 0, w->y, NULL, NULL), ABUT_OK);
    set_bend(w, 0);
    double left = linear_apart(w, y, 1, allow), m = w->system->swarm[0].mass; /* of the worst ball */
    ck_assert_int_eq(mb_linearise(w->work, 0, y, NULL, NULL), ABUT_OK);
    ck_assert_int_eq(mb_linearise(w->work, 0, w->y, NULL, NULL), ABUT_OK);
    for (int k = 0; k < 6; k++) { /* from generous to strict */
        double h = m * 0.3 / left * pow(10, k - 3);
        ck_assert_double_le(linear_apart(w, y, h, allow), fmin(left * (1 + 1e-9), 4 * 0.3 * m / h));
    }
    ck_assert(linear_apart(w, y, m * 0.3 / left * 1e-3, allow) > 0.5 * left);
    ck_assert(linear_apart(w, y, m * 0.3 / left * 1e3, allow) == 0);
    free(y), free(allow);
    abut_world_destroy(w);
}
END_TEST

/* Balls that go round true circles between two driven rings: the linear wrenches are the whole, however far. */
START_TEST(linear_goes_round) {
    abut_world *w = build(&scenes[0], false, -8e-6);
    start(w, 1);
    mb_sizes z = mb_size(w->system);
    double *y = calloc((size_t)(z.nx + z.nu) + 1, sizeof *y), *allow = calloc((size_t)z.nu + 1, sizeof *allow);
    for (int i = 0; i < z.nu; i++) allow[i] = 1;
    ck_assert_int_eq(mb_linearise(w->work, 0, w->y, NULL, NULL), ABUT_OK);
    set_bend(w, 0);
    const swarm *s = &w->system->swarm[0];
    const mb_frame *f = &w->system->frame[s->frame];
    ck_assert_int_ge(s->frame, 0);
    double load = 0;
    for (int i = 0; i < w->system->contacts; i++) load = fmax(load, w->work->touch[i].N);
    for (double phi = 1e-3; phi < 2; phi *= 8) {
        go_round(w, f->axis, phi, y);
        double apart_by = linear_apart(w, y, 1, allow);
        ck_assert_msg(apart_by <= 1e-8 * load, "%g rad: %g N of %g N", phi, apart_by, load);
    }
    free(y), free(allow);
    abut_world_destroy(w);
}
END_TEST

/* A ball that lifts off, or sets down, is not linear, whatever its bend. */
START_TEST(touches_are_not_linear) {
    abut_world *w = build(&scenes[0], false, 4e-6);
    start(w, 1);
    mb_sizes z = mb_size(w->system);
    double *y = calloc((size_t)(z.nx + z.nu) + 1, sizeof *y), *allow = calloc((size_t)z.nu + 1, sizeof *allow);
    for (int i = 0; i < z.nu; i++) allow[i] = 1;
    ck_assert_int_eq(mb_linearise(w->work, 0, w->y, NULL, NULL), ABUT_OK);
    for (int out = -1; out <= 1; out += 2) {
        set_bend(w, 0);
        memcpy(y, w->y, (size_t)(z.nx + z.nu) * sizeof *y);
        for (int i = 0; i < 3; i++) y[w->system->swarm[0].x + i] *= 1 + out * 4e-4; /* 10 um along its radius */
        ck_assert_double_le(linear_apart(w, y, 1, allow), 1e-6);
    }
    free(y), free(allow);
    abut_world_destroy(w);
}
END_TEST

/* The ring of a kind, with the balls and all velocities, tilted by th: the wrenches are those of before, tilted. */
START_TEST(linear_tilts) {
    abut_world *w = build(&scenes[0], false, -8e-6);
    start(w, 1);
    mb_sizes z = mb_size(w->system);
    const swarm *s = &w->system->swarm[0];
    double *y = calloc((size_t)(z.nx + z.nu) + 1, sizeof *y), *allow = calloc((size_t)z.nu + 1, sizeof *allow);
    for (int i = 0; i < z.nu; i++) allow[i] = 1;
    ck_assert_int_eq(mb_linearise(w->work, 0, w->y, NULL, NULL), ABUT_OK);
    set_bend(w, 0);
    const vec3 axis = w->system->frame[s->frame].axis, th = v3_scale(1e-5, v3_cross(axis, v3(0.6, 0, 0.8)));
    go_round(w, v3_scale(1e5, th), 1e-5, y); /* balls and velocities about the origin of the axes */
    swarm_tangent *t = swarm_tangent_of(w->work, s, 0);
    const mb_kin *o = &w->work->kin[s->hub[s->kind[0].hub].node];
    const mb_axes *a = &w->work->axes[s->frame];
    mat3 R = m3_of_quat(quat_exp(th));
    pack_holder hub = {.r = m3_mul(R, m3_tmul(a->R, v3_sub(o->r, w->system->frame[s->frame].origin))),
                       .v = m3_mul(R, m3_tmul(a->R, o->v)),
                       .w = m3_mul(R, m3_tmul(a->R, o->w)),
                       .R = m3_mulm(R, m3_tmulm(a->R, o->h->R))};
    w->work->x = y, w->work->u = y + z.nx;
    mb_tangents_allow(w->work, 1, allow);
    ck_assert_int_eq(swarm_tangent_wrenches(w->work, s, 0, &hub, t), ABUT_OK);
    for (int b = 0; b < s->balls; b++) {
        vec3 F = v3(t[b / 4].W[0][b % 4], t[b / 4].W[1][b % 4], t[b / 4].W[2][b % 4]),
             G = v3(t[b / 4].now[0][b % 4], t[b / 4].now[1][b % 4], t[b / 4].now[2][b % 4]);
        ck_assert(v3_norm(F) > 10);
        ck_assert_double_le(apart(G, m3_mul(R, F)), 1e-6 * v3_norm(F)); /* of second order in th, by the stiffness */
        ck_assert_double_ge(apart(G, F), 2e-6 * v3_norm(F));
    }
    mb_tangents_allow(w->work, 0, NULL);
    free(y), free(allow);
    abut_world_destroy(w);
}
END_TEST

/* The longest step in which a ball whose spin changes is linear, from its derivatives: b s^2 = 0.3 (I/r) allowed/h. */
START_TEST(limit_by_spin) {
    abut_world *w = build(&scenes[2], false, -8e-6);
    start(w, 1);
    mb_sizes z = mb_size(w->system);
    const swarm *s = &w->system->swarm[0];
    const double bend = 0.5, change = 3, allowed = 0.2, r = s->kind[0].pack.ball;
    double *y = calloc((size_t)(z.nx + z.nu) + 1, sizeof *y), *allow = calloc((size_t)z.nu + 1, sizeof *allow);
    for (int i = 0; i < z.nu; i++) allow[i] = i >= s->u && (i - s->u) % 6 >= 3 ? allowed : 1e9;
    ck_assert_int_eq(mb_linearise(w->work, 0, w->y, NULL, NULL), ABUT_OK);
    set_bend(w, 4 * bend);
    for (int i = 0; i < 2; i++) ck_assert_int_eq(mb_linearise(w->work, 0, w->y, NULL, NULL), ABUT_OK);
    memcpy(y, w->y, (size_t)(z.nx + z.nu) * sizeof *y);
    double most = 0;
    for (int spin = 3; spin < 6; spin++) y[z.nx + s->u + spin] += change;
    for (int kind = 0; kind < s->kinds; kind++) {
        const swarm_tangent *t = swarm_tangent_of(w->work, s, kind);
        double s2 = 0;
        ck_assert_double_eq(t->bend[0], bend); /* halved twice: nothing was left out */
        for (int i = 0; i < 6; i++) {
            double dW = change * (t->D[i][6][0] + t->D[i][7][0] + t->D[i][8][0]);
            s2 += i < 3 ? dW * dW : dW * dW / (r * r);
        }
        most = fmax(most, s2);
    }
    double h = 0.3 * s->inertia / r * allowed / (bend * most);
    double below = linear_apart(w, y, 0.99 * h, allow), above = linear_apart(w, y, 1.01 * h, allow);
    ck_assert_msg(below > 0 && above < 0.9 * below, "%g N below, %g N above", below, above);
    free(y), free(allow);
    abut_world_destroy(w);
}
END_TEST

/* ---- tolerances of light parts ---- */
static double eased(double rtol, double atol, int u, const scene *scene_of) {
    abut_world *w = build(scene_of, false, 8e-6);
    abut_solver_def solver = {.type = "rodas", .rtol = rtol, .atol_velocity = atol, .t_end = 1};
    ck_assert_msg(!abut_start(w, &solver), "%s", abut_world_message(w));
    size_t nu = (size_t)mb_size(w->system).nu;
    double *allow = calloc(2 * nu + 1, sizeof *allow); /* of velocities, of places */
    for (size_t i = 0; i < 2 * nu; i++) allow[i] = 1;
    ck_assert_int_eq(mb_linearise(w->work, 0, w->y, NULL, NULL), ABUT_OK);
    const swarm *s = &w->system->swarm[0];
    for (int b = 0; b < s->balls; b++) /* loads that are known */
        for (int i = 0; i < s->kinds; i++)
            w->work->touch[s->kind[i].contact[b]].N = i        ? 0
                                                      : b == 0 ? 100
                                                      : b == 1 ? 1
                                                      : b == 2 ? 0.01
                                                      : b == 3 ? 30
                                                               : 0;
    mb_ease(w->work, allow, allow + nu);
    int at = u < 0 ? w->system->node[s->hub[s->hubs - 1].node].u - u - 1 : s->u + u;
    double is = allow[at];
    free(allow);
    abut_world_destroy(w);
    return is;
}

START_TEST(light_parts_are_eased) {
    const scene *free_balls = &scenes[1], *caged = &scenes[4];
    expect_within(eased(1e-5, 0, 0, free_balls), 1, 0, NULL, "the ball that carries most");
    expect_within(eased(1e-5, 0, 6, free_balls), 20, 1e-12, NULL,
                  "a hundredth of its load: 0.2 of the greatest over it");
    expect_within(eased(1e-5, 0, 12 + 4, free_balls), 30, 1e-12, NULL, "a ten thousandth");
    expect_within(eased(1e-5, 0, 18, free_balls), 1, 0, NULL, "three tenths");
    expect_within(eased(1e-4, 0, 24 + 2, free_balls), 30, 1e-12, NULL, "none");
    expect_within(eased(1e-6, 0, 24 + 2, free_balls), 1.29, 1e-12, NULL, "tighter");
    expect_within(eased(1e-5, 1e-5, 24 + 2, free_balls), 1, 0, NULL, "given by kind");
    expect_within(eased(1e-5, 0, 0, caged), 10, 1e-12, NULL, "balls in a cage");
    expect_within(eased(1e-5, 0, 12, caged), 30, 1e-12, NULL, "loose ones in a cage");
    expect_within(eased(1e-5, 0, -1, caged), 30, 1e-12, NULL, "the cage");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&linear_to_second_order, &linear_within_limits, &linear_goes_round,
                                              &touches_are_not_linear, &linear_tilts,         &limit_by_spin,
                                              &light_parts_are_eased};
    return suite_main("tangent", all, sizeof all / sizeof *all);
}
