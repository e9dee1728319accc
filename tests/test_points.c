/* A point on a plane: forces and matrices against reference states, the short kernels in every regime, planes with an edge,
 * a drop with damping, memory that turns with the contact, what is refused. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/quat.h"
#include "contact/element.h"
#include "support/near.h"
#include "support/rk4.h"
#include "support/suite.h"
#include "support/table.h"

/* ---- reference states ---- */
typedef struct state {
    double c, mu, f, cs, mus, N;
    mat3 A1, A2;
    vec3 r1, r2, n1, rho1, rho2, v1, w1, v2, w2, Fg1, rg0;
    double R[12], K_short[12][12], K[12][12], C[12][12];
} state;

/* Where a number of the table belongs; NULL: it is not asked for. */
static double *place_of(state *s, const char *quantity, int row, int column) {
    double *const numbers[] = {&s->c, &s->mu, &s->f, &s->cs, &s->mus, &s->N};
    static const char *const number_names[] = {"c", "mu", "f", "cs", "mus", "N"};
    vec3 *const vectors[] = {&s->r1, &s->r2, &s->n1, &s->rho1, &s->rho2, &s->v1,
                             &s->w1, &s->v2, &s->w2, &s->Fg1,  &s->rg0};
    static const char *const names[] = {"r1", "r2", "n1", "rho1", "rho2", "v1", "w1", "v2", "w2", "Fg1", "rg0"};
    for (int i = 0; i < 6; i++)
        if (!strcmp(quantity, number_names[i])) return numbers[i];
    for (int i = 0; i < 11; i++)
        if (!strcmp(quantity, names[i])) return &vectors[i]->x + row;
    if (!strcmp(quantity, "A1")) return &(&s->A1.c0 + column)->x + row;
    if (!strcmp(quantity, "A2")) return &(&s->A2.c0 + column)->x + row;
    if (!strcmp(quantity, "R1")) return &s->R[row];
    if (!strcmp(quantity, "R2")) return &s->R[6 + row];
    if (!strcmp(quantity, "K_pos_approx")) return &s->K_short[row][column];
    if (!strcmp(quantity, "K_pos_exact")) return &s->K[row][column];
    return !strcmp(quantity, "K_vel") ? &s->C[row][column] : NULL;
}

static state read_state(const table *t, const char *regime) {
    state s = {0};
    int count = 0;
    for (size_t i = 0; i < t->rows; i++) {
        if (strcmp(table_text(t, i, "regime"), regime) != 0) continue;
        double *to =
            place_of(&s, table_text(t, i, "quantity"), (int)table_at(t, i, "row"), (int)table_at(t, i, "column"));
        if (!to) continue;
        *to = table_at(t, i, "value");
        count++;
    }
    ck_assert_int_eq(count, 6 + 33 + 18 + 12 + 3 * 144);
    return s;
}

static abut_quat quat_of(mat3 R) {
    double w = 0.5 * sqrt(fmax(1 + R.c0.x + R.c1.y + R.c2.z, 1e-30)), i = 0.25 / w;
    return (abut_quat){w, i * (R.c1.z - R.c2.y), i * (R.c2.x - R.c0.z), i * (R.c0.y - R.c1.x)};
}

/* z to the normal */
static abut_quat upright(vec3 n) { return (abut_quat){1 + n.z, -n.y, n.x, 0}; }

static abut_element *element_of(const state *s, const char *regime) {
    abut_choice damping = {"viscous", {{.name = "coefficient", .value = s->mu}}};
    bool stick = !strcmp(regime, "stick");
    abut_element_def def = {
        .a = {.shape = {"plane", {{0}}}, .place = {s->rho1, upright(s->n1)}},
        .b = {.shape = {"point", {{0}}}, .place = {.r = s->rho2}},
        .law = {.normal = {"linear", {{.name = "stiffness", .value = s->c}, {.name = "damping", .choice = &damping}}}}};
    if (strcmp(regime, "normal"))
        def.law.friction = (abut_choice){"stick_slip",
                                         {{.name = "mu", .value = s->f},
                                          {.name = "mu_static", .value = stick ? 100 : s->f},
                                          {.name = "stiffness", .value = s->cs},
                                          {.name = "damping", .value = s->mus}}};
    abut_element *e;
    abut_message message;
    ck_assert_msg(abut_element_create(&def, &e, &message) == ABUT_OK, "%s", message.text);
    return e;
}

static abut_element_in input_of(const state *s) {
    return (abut_element_in){
        .a = {s->r1, quat_of(s->A1)}, .b = {s->r2, quat_of(s->A2)}, .va = {s->v1, s->w1}, .vb = {s->v2, s->w2}, .t = 1};
}

/* The contact was made where the spring, with its preload, is slack: B moved there without slip. */
static void stick_there(abut_element *e, const state *s, const abut_element_in *in) {
    vec3 x = v3_sub(v3_add(s->r2, m3_mul(s->A2, s->rho2)), v3_add(s->r1, m3_mul(s->A1, s->rho1)));
    vec3 here = m3_tmul(s->A1, x), along = v3_axpy(-v3_dot(here, s->n1), s->n1, here);
    vec3 slack = v3_axpy(1 / s->cs, s->Fg1, s->rg0);
    abut_element_in then = *in;
    then.t = 0;
    then.b.r = v3_add(in->b.r, m3_mul(s->A1, v3_sub(slack, along)));
    vec3 lever = m3_mul(s->A2, s->rho2); /* the point moves with the plane */
    vec3 arm = v3_sub(v3_add(then.b.r, lever), s->r1);
    then.vb.v = v3_sub(v3_add(s->v1, v3_cross(s->w1, arm)), v3_cross(s->w2, lever));
    must(abut_element_accept(e, &then));
}

static double largest(double M[12][12]) {
    double most = 0;
    for (int i = 0; i < 144; i++) most = fmax(most, fabs(M[i / 12][i % 12]));
    return most;
}

static double difference(double M[12][12], double reference[12][12]) {
    double most = 0;
    for (int i = 0; i < 144; i++) most = fmax(most, fabs(M[i / 12][i % 12] - reference[i / 12][i % 12]));
    return most / largest(reference);
}

/* G^T k G */
static void spread(const state *s, double k[3][3], double out[12][12]) {
    vec3 lever_b = m3_mul(s->A2, s->rho2), lever_a = v3_add(v3_sub(s->r2, s->r1), lever_b);
    const vec3 lever[2] = {lever_a, lever_b};
    double G[3][12] = {{0}};
    for (int b = 0; b < 2; b++) {
        double sign = b ? 1 : -1;
        vec3 r = v3_scale(sign, lever[b]);
        const double turn[3][3] = {{0, r.z, -r.y}, {-r.z, 0, r.x}, {r.y, -r.x, 0}}; /* -[r] */
        for (int i = 0; i < 3; i++) {
            G[i][6 * b + i] = sign;
            for (int j = 0; j < 3; j++) G[i][6 * b + 3 + j] = turn[i][j];
        }
    }
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
            out[i][j] = 0;
            for (int m = 0; m < 9; m++) out[i][j] += G[m / 3][i] * k[m / 3][m % 3] * G[m % 3][j];
        }
}

static const char *const regimes[3] = {"normal", "slide", "stick"};

START_TEST(reference_states) {
    table t = table_read("point_jacobians.csv");
    for (int i = 0; i < 3; i++) {
        state s = read_state(&t, regimes[i]);
        abut_element *e = element_of(&s, regimes[i]);
        abut_element_in in = input_of(&s);
        if (i == 2) stick_there(e, &s, &in);
        abut_element_jac jac;
        abut_element_out o = {.jac = &jac};
        must(abut_element_eval(e, &in, &o));
        const double R[12] = {o.on_a.force.x,  o.on_a.force.y,  o.on_a.force.z,  o.on_a.torque.x,
                              o.on_a.torque.y, o.on_a.torque.z, o.on_b.force.x,  o.on_b.force.y,
                              o.on_b.force.z,  o.on_b.torque.x, o.on_b.torque.y, o.on_b.torque.z};
        double force = 0, k[3][3], M[12][12];
        for (int j = 0; j < 12; j++) force = fmax(force, fabs(R[j] - s.R[j]) / s.N);
        double C = difference(jac.C, s.C), K = difference(jac.K, s.K);
        abut_element_kernel(&jac, s.w1, 1, 0, k);
        spread(&s, k, M);
        double K_short = difference(M, s.K_short), neglected = difference(M, s.K);
        abut_element_kernel(&jac, s.w1, 0, 1, k);
        spread(&s, k, M);
        double C_short = difference(M, s.C);
        printf("%s: forces %.1e, C %.1e, K %.1e, kernel K %.1e C %.1e, kernel against exact K %.1e\n", regimes[i],
               force, C, K, K_short, C_short, neglected);
        expect_near(o.N, s.N, 1e-9, NULL, "%s: N", regimes[i]);
        ck_assert_double_lt(force, 1e-9);
        ck_assert_double_lt(C, 1e-8);
        ck_assert_double_lt(K, 1e-7);
        ck_assert_double_lt(K_short, 1e-8);
        ck_assert_double_lt(C_short, 1e-8);
        ck_assert_double_lt(neglected, 1e-3);
        abut_element_destroy(e);
    }
    table_free(&t);
}
END_TEST

/* ---- short kernels: the table of docs/theory/point_plane.md ---- */
static const double c = 1e8, mu = 2e4, f = 0.25, cs = 7e7, mus = 1.5e4, alpha = 3e-8, beta = 2e-4, depth = 3e-5;

static abut_element *on_floor(bool friction, double f0) {
    const state s = {.c = c, .mu = mu, .f = f, .cs = cs, .mus = mus, .n1 = {0, 0, 1}};
    abut_element *e = element_of(&s, friction ? (f0 > f ? "stick" : "slide") : "normal");
    return e;
}

static void check_kernel(const abut_element *e, const abut_element_in *in, double want[3][3], const char *what) {
    abut_element_jac jac;
    abut_element_out o = {.jac = &jac};
    double k[3][3], most = 0;
    must(abut_element_eval(e, in, &o));
    abut_element_kernel(&jac, in->va.w, alpha, beta, k);
    for (int i = 0; i < 9; i++) most = fmax(most, fabs(want[i / 3][i % 3]));
    for (int i = 0; i < 9; i++)
        expect_within(k[i / 3][i % 3], want[i / 3][i % 3], 1e-12 * most, NULL, "%s: %d", what, i);
}

START_TEST(kernels) {
    const double s = c * alpha + mu * beta, st = cs * alpha + mus * beta, v[2] = {0.3, -0.4};
    abut_element_in in = {.b.r = {0.2, 0.1, 1e-5}, .vb.v = {v[0], v[1], -1e-4}, .va.w = {0.3, 2, -1}, .t = 1};
    in.va.v = v3_neg(v3_cross(in.va.w, in.b.r)); /* A does not move where the point is */
    abut_element *e = on_floor(false, f);
    check_kernel(e, &in, (double[3][3]){{0}}, "open");
    in.b.r.z = -depth;
    in.va.v = v3_neg(v3_cross(in.va.w, in.b.r));
    check_kernel(e, &in, (double[3][3]){{0}, {0}, {0, 0, s}}, "frictionless");
    abut_element_destroy(e);

    e = on_floor(true, f); /* nothing remembered: -f N v/|v| */
    double N = c * depth + mu * 1e-4, speed = 0.5, e1 = v[0] / speed, e2 = v[1] / speed, t = beta * f * N / speed;
    check_kernel(
        e, &in,
        (double[3][3]){{t * e2 * e2, -t * e1 * e2, -f * s * e1}, {-t * e1 * e2, t * e1 * e1, -f * s * e2}, {0, 0, s}},
        "slip");
    abut_element_in then = in;
    then.t = 0;
    then.vb.v = v3(0, 0, 0);
    must(abut_element_accept(e, &then)); /* it stuck, then moved on by more than friction allows */
    const vec3 way = {1.6e-5, 1.2e-5, 0};
    in.b.r = v3_add(in.b.r, way);
    in.va.v = v3_neg(v3_cross(in.va.w, in.b.r));
    double T1 = -cs * way.x - mus * v[0], T2 = -cs * way.y - mus * v[1], T = hypot(T1, T2);
    e1 = -T1 / T, e2 = -T2 / T, t = st * f * N / T;
    check_kernel(
        e, &in,
        (double[3][3]){{t * e2 * e2, -t * e1 * e2, -f * s * e1}, {-t * e1 * e2, t * e1 * e1, -f * s * e2}, {0, 0, s}},
        "return mapping");
    abut_element_destroy(e);

    e = on_floor(true, 100);
    must(abut_element_accept(e, &then));
    check_kernel(e, &in, (double[3][3]){{st, 0, 0}, {0, st, 0}, {0, 0, s}}, "stick");
    abut_element_destroy(e);
}
END_TEST

/* ---- planes with an edge ---- */
START_TEST(edges) {
    abut_element_def def = {.a.shape = {"plane", {{.name = "length", .value = 0.4}, {.name = "width", .value = 0.2}}},
                            .b.shape = {.type = "point"},
                            .law.normal = {"linear", {{.name = "stiffness", .value = 1e6}}}};
    abut_element *e;
    ck_assert_int_eq(abut_element_create(&def, &e, NULL), ABUT_OK);
    static const struct {
        double x, y;
        bool on;
    } at[] = {{0, 0, true}, {0.19, -0.09, true}, {-0.21, 0, false}, {0.19, 0.11, false}};
    for (int i = 0; i < 4; i++) {
        abut_element_in in = {.b.r = {at[i].x, at[i].y, -1e-4}};
        abut_element_out o = {0};
        must(abut_element_eval(e, &in, &o));
        ck_assert_int_eq(o.touching, at[i].on);
        expect_within(o.N, at[i].on ? 100 : 0, 1e-9, NULL, "at %g %g", at[i].x, at[i].y);
        in.b.r.z = 1e-4;
        must(abut_element_eval(e, &in, &o));
        ck_assert(!o.touching && o.h < 0);
    }
    abut_element_destroy(e);
    def.b.shape = (abut_choice){"sphere", {{.name = "radius", .value = 0.1}}};
    abut_message m;
    ck_assert_int_eq(abut_element_create(&def, &e, &m), ABUT_BAD_PAIR);
    ck_assert_ptr_nonnull(strstr(m.text, "touches points only"));
}
END_TEST

/* ---- a drop ---- */
static const double MASS = 2, STIFF = 8e5, SPEED = 0.7;

static abut_element *sprung(const abut_choice *damping) {
    abut_element_def def = {.a.shape = {.type = "plane"},
                            .b.shape = {.type = "point"},
                            .law.normal = {"linear",
                                           {{.name = "load", .value = 1.6 * STIFF},
                                            {.name = "deflection", .value = 1.6},
                                            {.name = "damping", .choice = damping}}}};
    abut_element *e;
    abut_message m;
    ck_assert_msg(abut_element_create(&def, &e, &m) == ABUT_OK, "%s", m.text);
    return e;
}

static double force_at(const abut_element *e, const double *x) {
    abut_element_in in = {.b.r = {0, 0, -x[0]}, .vb.v = {0, 0, -x[1]}};
    abut_element_out o = {0};
    must(abut_element_eval(e, &in, &o));
    return o.on_b.force.z;
}

static void falling(double t, const double *x, double *rate, void *user) {
    (void)t;
    rate[0] = x[1];
    rate[1] = -force_at(user, x) / MASS;
}

START_TEST(clamped_drop) {
    table t = table_read("drop.csv");
    double omega = sqrt(STIFF / MASS), worst = 0;
    for (size_t i = 0; i < t.rows; i++) {
        abut_choice damping = {"viscous",
                               {{.name = "zeta", .value = table_at(&t, i, "zeta")}, {.name = "mass", .value = MASS}}};
        abut_element *e = sprung(&damping);
        double x[2] = {1e-12, SPEED}, time = 0, dt = 2e-4 / omega;
        expect_near(force_at(e, x), 2 * table_at(&t, i, "zeta") * MASS * omega * SPEED, 1e-6, NULL,
                    "jump at the touch");
        for (; x[1] > 0 || force_at(e, x) > 0; time += dt) rk4(falling, e, 2, time, dt, x);
        expect_near(-x[1] / SPEED, table_number(&t, i, "e"), 1e-6, &worst, "restitution");
        expect_near(x[0] * omega / SPEED, table_number(&t, i, "penetration"), 1e-3, NULL, "left in");
        expect_near(time * omega, table_number(&t, i, "t_release"), 2e-4, NULL, "time of release");
        abut_element_destroy(e);
    }
    printf("drop: restitution to %.1e\n", worst);
    table_free(&t);
    /* Hunt-Crossley starts from zero */
    abut_element *e = sprung(&(abut_choice){"hunt_crossley", {{.name = "chi", .value = 2}}});
    const double touch[2] = {1e-12, SPEED};
    ck_assert_double_lt(force_at(e, touch), 1e-5);
    abut_element_destroy(e);
}
END_TEST

/* Part of the critical damping of what the contact stiffness is there: 2 zeta sqrt(m 1.5 F/h). */
START_TEST(damping_follows_the_slope) {
    const abut_choice damping = {"viscous", {{.name = "zeta", .value = 0.3}, {.name = "mass", .value = MASS}}};
    abut_element_def def = {
        .a.shape = {.type = "plane"},
        .b.shape = {.type = "point"},
        .law.normal = {"fixed_stiffness", {{.name = "e", .value = 1e9}, {.name = "damping", .choice = &damping}}}};
    abut_element *e;
    ck_assert_int_eq(abut_element_create(&def, &e, NULL), ABUT_OK);
    for (double h = 1e-6; h < 1e-3; h *= 10) {
        const double still[2] = {h, 0}, moving[2] = {h, 1e-3};
        double d = (force_at(e, moving) - force_at(e, still)) / 1e-3;
        expect_near(d, 0.6 * sqrt(MASS * 1.5e9 * sqrt(h)), 1e-9, NULL, "at %g m", h);
    }
    abut_element_destroy(e);
}
END_TEST

/* ---- memory ---- */

/* A ball sticks to a larger one with some force; then the contact has gone round the larger one by 60 degrees, along a great
 * circle: the force has turned with it. */
START_TEST(memory_turns_with_the_contact) {
    const double R = 0.3, r = 0.05, h = 1e-6, t = 1e-4;
    abut_element_def def = {
        .a = {.shape = {"sphere", {{.name = "radius", .value = R}}}, .material = ABUT_STEEL},
        .b = {.shape = {"sphere", {{.name = "radius", .value = r}}}, .material = ABUT_STEEL},
        .law.friction = {"stick_slip", {{.name = "mu", .value = 0.5}}},
    };
    abut_element *e;
    ck_assert_int_eq(abut_element_create(&def, &e, NULL), ABUT_OK);
    abut_element_in in = {.b.r = {0, 0, R + r - h}};
    must(abut_element_accept(e, &in));
    in.t = t;
    in.vb.v = v3(0.5e-3, -0.2e-3, 0);
    must(abut_element_accept(e, &in));
    in.vb.v = v3(0, 0, 0);
    in.t += 1e-14;
    abut_element_out before = {0}, after = {0};
    must(abut_element_eval(e, &in, &before));
    ck_assert_int_eq(before.mode, 1);
    ck_assert_double_gt(hypot(before.force.x, before.force.y), 0.005 * before.N);
    abut_quat turn = quat_exp(v3_scale(1.0471975511965976, v3(0.6, 0.8, 0)));
    in.b.r = m3_mul(m3_of_quat(turn), in.b.r);
    must(abut_element_eval(e, &in, &after));
    vec3 wanted = m3_mul(m3_of_quat(turn), before.force);
    expect_within(v3_norm(v3_sub(after.force, wanted)), 0, 1e-9 * before.N, NULL, "turned force");
    abut_element_destroy(e);
}
END_TEST

/* ---- what is refused ---- */
static void refused(const abut_element_def *def, const char *words) {
    abut_element *e;
    abut_message m = {0};
    ck_assert_int_eq(abut_element_create(def, &e, &m), ABUT_BAD_PAIR);
    ck_assert_msg(strstr(m.text, words) != NULL, "no '%s' in '%s'", words, m.text);
}

START_TEST(refusals) {
    const abut_choice linear = {"linear", {{.name = "stiffness", .value = 1e6}}};
    const abut_surface_def point = {.shape = {.type = "point"}, .material = ABUT_STEEL},
                           plane = {.shape = {.type = "plane"}, .material = ABUT_STEEL},
                           ball = {.shape = {"sphere", {{.name = "radius", .value = 0.1}}}, .material = ABUT_STEEL};
    refused(&(abut_element_def){point, plane, {.normal = linear}}, "the plane stands first, the point second");
    refused(&(abut_element_def){ball, point, {.normal = linear}},
            "a point touches planes only, not a surface of type sphere");
    refused(&(abut_element_def){plane, point, {.normal = {.type = "hertz"}}}, "use linear for a point");
    refused(&(abut_element_def){plane, point, {.normal = {.type = "fixed_stiffness"}}}, "use linear for a point");
    const abut_choice patch = {"coulomb", {{.name = "mu", .value = 0.1}, {.name = "patch", .text = "ellipse"}}};
    refused(&(abut_element_def){plane, point, {.normal = linear, .friction = patch}}, "does not apply to a point");
    refused(&(abut_element_def){plane, point, {.normal = linear, .track = {.type = "full"}}},
            "does not apply to a point");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &reference_states, &kernels, &edges, &clamped_drop, &damping_follows_the_slope, &memory_turns_with_the_contact,
        &refusals};
    return suite_main("points", all, sizeof all / sizeof *all);
}
