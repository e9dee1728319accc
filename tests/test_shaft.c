/* Elastic shafts: modes against Timoshenko's equations integrated here, statics against closed forms, a rotor of two discs against published speeds of
 * whirl, exact derivatives of the members, what a bent shaft keeps while it flies, and what is refused. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/model.h"
#include "force/beam.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"
#include "world/world.h"

#define PI_ 3.14159265358979323846
static const double E = 211e9, nu = 0.3, rho = 7810;

static double cowper(double outer, double inner) { /* Cowper (1966) */
    double m = inner / outer * (inner / outer), q = (1 + m) * (1 + m);
    return 6 * (1 + nu) * q / ((7 + 6 * nu) * q + (20 + 12 * nu) * m);
}

/* ---- modes of a uniform beam: w' = theta + V/kGA, theta' = M/EI, M' = -V - rho I s^2 theta, V' = -rho A s^2 w ---- */
typedef struct beam {
    double L, A, I, k;
} beam;

/* exp of the matrix of the equations over the length: Taylor's series over 1/2^12 of it, squared */
static void transfer(const beam *b, double s, double P[4][4]) {
    double G = E / (2 * (1 + nu)), h = b->L / 4096;
    double A[4][4] = {{0, 1, 0, 1 / (b->k * G * b->A)},
                      {0, 0, 1 / (E * b->I), 0},
                      {0, -rho * b->I * s * s, 0, -1},
                      {-rho * b->A * s * s, 0, 0, 0}};
    double term[4][4] = {{0}}, next[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) P[i][j] = term[i][j] = i == j;
    for (int n = 1; n < 12; n++) {
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                next[i][j] = 0;
                for (int l = 0; l < 4; l++) next[i][j] += A[i][l] * term[l][j] * h / n;
            }
        memcpy(term, next, sizeof term);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) P[i][j] += term[i][j];
    }
    for (int n = 0; n < 12; n++) {
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                next[i][j] = 0;
                for (int l = 0; l < 4; l++) next[i][j] += P[i][l] * P[l][j];
            }
        memcpy(P, next, sizeof next);
    }
}

typedef struct ends {
    int end[2], start[2]; /* what must vanish at the end, what is free at the start: 0 w, 1 theta, 2 M, 3 V */
    const char *held;     /* joints of the model */
    bool given;
} ends;

static double condition(const beam *b, const ends *e, double s) {
    double P[4][4];
    transfer(b, s, P);
    return P[e->end[0]][e->start[0]] * P[e->end[1]][e->start[1]] -
           P[e->end[0]][e->start[1]] * P[e->end[1]][e->start[0]];
}

/* rad/s: the roots, in order */
static void roots(const beam *b, const ends *e, int count, double *out) {
    double step = 20, low = 5;
    for (int found = 0; found < count; low += step) {
        double a = low, c = low + step, fa = condition(b, e, a);
        if (fa * condition(b, e, c) > 0) continue;
        for (int i = 0; i < 60; i++) {
            double m = 0.5 * (a + c), fm = condition(b, e, m);
            if (fa * fm > 0)
                a = m, fa = fm;
            else
                c = m;
        }
        out[found++] = 0.5 * (a + c);
    }
}

static abut_model *read_text(const char *text) {
    abut_model *m = NULL;
    abut_message why = {0};
    ck_assert_msg(!abut_model_read(&(abut_model_def){.path = "shaft.yaml", .text = text}, &m, &why), "%s", why.text);
    return m;
}

static abut_mode_list modes_of(abut_model *m, bool given) {
    abut_mode_list list = {0};
    abut_world *w = abut_model_world(m);
    ck_assert_msg(w != NULL, "%s", abut_model_error_count(m) ? abut_model_error_at(m, 0).text : "");
    abut_solver_def solver = abut_model_solver(m);
    abut_status status = abut_modes(w, &solver, given ? ABUT_MODES_GIVEN : ABUT_MODES_EQUILIBRIUM, &list);
    ck_assert_msg(!status, "%s", abut_world_message(w));
    return list;
}

#define STEEL "abut: 1\nmaterials: {steel: {E: 211e9, nu: 0.3, density: 7810}}\n"
#define TUBE  "{length: 1.2, outer: 0.08, inner: 0.03}"

START_TEST(uniform_beams) {
    static const ends kinds[] = {
        {{2, 3}, {0, 1}, "", true},
        {{2, 3}, {2, 3}, "joints: [{name: j, type: fixed, child: {body: s, station: a}}]\n", false},
        {{0, 2},
         {1, 3},
         "joints: [{name: j, type: spherical, child: s.a}, {name: k, type: spherical, child: s.b, position: [0, 0, "
         "1.2]}]\n",
         false},
    };
    const beam b = {1.2, PI_ / 4 * (0.08 * 0.08 - 0.03 * 0.03), PI_ / 64 * (pow(0.08, 4) - pow(0.03, 4)),
                    cowper(0.08, 0.03)};
    double worst = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char text[1000];
        double want[4];
        (void)snprintf(text, sizeof text,
                       STEEL "bodies: [{name: s, type: shaft, material: steel, elements: 20, segments: [" TUBE
                             "], stations: [{name: a, at: 0}, {name: b, at: 1.2}]}]\n%s",
                       kinds[i].held);
        roots(&b, &kinds[i], 4, want);
        abut_model *m = read_text(text);
        abut_mode_list list = modes_of(m, kinds[i].given);
        for (int k = 0; k < 4; k++) { /* bending comes in pairs, in both planes */
            int near = 0;
            for (int j = 0; j < list.count; j++) near += fabs(2 * PI_ * list.mode[j].frequency / want[k] - 1) < 1e-6;
            ck_assert_msg(near == 2, "kind %d, mode %d: %d modes near %.9g Hz", (int)i, k, near, want[k] / 2 / PI_);
            for (int j = 0; j < list.count; j++) {
                double off = fabs(2 * PI_ * list.mode[j].frequency / want[k] - 1);
                if (off < 1e-6) worst = fmax(worst, off);
            }
        }
        abut_modes_free(&list);
        abut_model_destroy(m);
    }
    ck_assert_double_lt(worst, 1e-6);
}
END_TEST

/* ---- statics ---- */
static abut_body_state state_of(abut_model *m, const char *name) {
    abut_world *w = abut_model_world(m);
    return abut_read_body(w, abut_find_body(w, name));
}

/* The free end of a cantilever under a load (N) and a moment (N m), both as lists. */
static abut_body_state loaded_end(const char *force, const char *moment) {
    char text[800];
    (void)snprintf(
        text, sizeof text,
        STEEL
        "bodies: [{name: s, type: shaft, material: steel, segments: [" TUBE
        "], stations: [{name: a, at: 0}, {name: b, at: 1.2}]}]\n"
        "joints: [{name: j, type: fixed, child: s.a}]\nforces: [{type: load, body: s.b, force: %s, moment: %s}]\n",
        force, moment);
    abut_model *m = read_text(text);
    double residual;
    ck_assert_int_eq(abut_model_start(m, &(abut_solver_def){.statics = true}), ABUT_OK);
    ck_assert_int_eq(abut_model_static(m, &residual, NULL), ABUT_OK);
    abut_body_state s = state_of(m, "s.b");
    abut_model_destroy(m);
    return s;
}

START_TEST(cantilever) {
    double L = 1.2, A = PI_ / 4 * (0.08 * 0.08 - 0.03 * 0.03), I = PI_ / 64 * (pow(0.08, 4) - pow(0.03, 4)),
           G = E / 2.6, k = cowper(0.08, 0.03);
    abut_body_state s = loaded_end("[3, 0, 0]", "[0, 0.5, 0]");
    expect_near(s.r.x, 3 * L * L * L / (3 * E * I) + 3 * L / (k * G * A) + 0.5 * L * L / (2 * E * I), 1e-7, NULL,
                "deflection");
    expect_near(2 * s.q.y, 3 * L * L / (2 * E * I) + 0.5 * L / (E * I), 1e-7, NULL, "slope");
    s = loaded_end("[0, -3, 400]", "[0, 0, 0]");
    expect_near(s.r.z - L, 400 * L / (E * A), 1e-4, NULL, "elongation"); /* its size is 1e-7 m */
    s = loaded_end("[0, 0, 0]", "[0.5, 0, 70]");
    expect_near(2 * s.q.z, 70 * L / (G * 2 * I), 1e-7, NULL, "twist");
    expect_near(s.r.y, -0.5 * L * L / (2 * E * I), 1e-3, NULL,
                "deflection by a moment, twisted"); /* both are of first order */
}
END_TEST

/* A cone under its own weight, clamped at its thick end: mass, and deflection by integrals of Simpson. */
START_TEST(cone) {
    abut_model *m = read_text(
        STEEL "gravity: [9.81, 0, 0]\nbodies: [{name: s, type: shaft, material: steel, elements: 12, segments: "
              "[{length: 0.8, outer: 0.06, outer_end: 0.03, inner: 0.02, inner_end: 0.01}],"
              " stations: [{name: a, at: 0}, {name: b, at: 0.8}]}]\njoints: [{name: j, type: fixed, child: s.a}]\n");
    ck_assert_int_eq(abut_model_start(m, &(abut_solver_def){.statics = true}), ABUT_OK);
    abut_world *w = abut_model_world(m);
    enum { N = 4000 };
    double L = 0.8, h = L / N, shear[N + 1], moment[N + 1], mass = 0, slope = 0, deflection = 0;
    shear[N] = moment[N] = 0;
    for (int i = N - 1; i >= 0; i--) { /* trapezes: their errors are of the order of h^2 */
        double d = 0.06 - 0.03 * (i + 0.5) / N, c = 0.02 - 0.01 * (i + 0.5) / N, A = PI_ / 4 * (d * d - c * c);
        shear[i] = shear[i + 1] + rho * A * 9.81 * h;
        moment[i] = moment[i + 1] + 0.5 * (shear[i] + shear[i + 1]) * h;
        mass += rho * A * h;
    }
    for (int i = 0; i < N; i++) {
        double d = 0.06 - 0.03 * (i + 0.5) / N, c = 0.02 - 0.01 * (i + 0.5) / N, A = PI_ / 4 * (d * d - c * c),
               I = PI_ / 64 * (pow(d, 4) - pow(c, 4));
        double bend = 0.5 * (moment[i] + moment[i + 1]) / (E * I) * h;
        deflection += (slope + 0.5 * bend) * h + 0.5 * (shear[i] + shear[i + 1]) / (cowper(d, c) * E / 2.6 * A) * h;
        slope += bend;
    }
    double residual, sum = 0;
    ck_assert_int_eq(abut_model_static(m, &residual, NULL), ABUT_OK);
    for (int i = 1; i <= abut_body_count(w); i++) sum += w->body[i].mass;
    expect_near(sum, mass, 1e-7, NULL, "mass");
    expect_near(state_of(m, "s.b").r.x, deflection, 1e-5, NULL, "deflection");
    abut_model_destroy(m);
}
END_TEST

/* On two bearings with clearance: it falls into them, nothing is left unbalanced, and the deflection is that of a beam. */
START_TEST(shaft_in_bearings) {
    abut_model *m = read_text(
        STEEL "gravity: [0, -9.81, 0]\nbodies:\n  - {name: ground, fixed: true}\n"
              "  - {name: s, type: shaft, material: steel, elements: 8, segments: [{length: 0.6, outer: 0.04}], discs: "
              "[{at: 0.3, mass: 8, Id: 0.02, Ip: 0.04}],\n"
              "     stations: [{name: a, at: 0}, {name: mid, at: 0.3}, {name: b, at: 0.6}], drive: {speed: 3000 rpm}}\n"
              "machines:\n  - {use: 6205, name: left, inner: {body: s, station: a}, outer: ground}\n"
              "  - {use: 6205, name: right, inner: {body: s, station: b}, outer: ground, position: [0, 0, 0.6]}\n"
              "forces: [{type: bushing, between: [ground, s.a], stiffness: [0, 0, 1e6]}]\n");
    double residual, weight = 9.81 * (8 + rho * PI_ / 4 * 0.04 * 0.04 * 0.6);
    ck_assert_int_eq(abut_model_start(m, &(abut_solver_def){.statics = true}), ABUT_OK);
    ck_assert_msg(abut_model_static(m, &residual, NULL) == ABUT_OK, "%s", abut_model_error_at(m, 0).text);
    abut_body_state a = state_of(m, "s.a"), mid = state_of(m, "s.mid"), b = state_of(m, "s.b");
    ck_assert_double_lt(residual, 1e-6 * weight);
    expect_near(a.r.y, b.r.y, 1e-4, NULL, "the ends sink alike");
    /* between its ends it bends as a beam with a load in the middle and its own weight, held with the slope of the bearings' resistance to tilt: less than
     * if they did not resist */
    double I = PI_ / 64 * pow(0.04, 4), A = PI_ / 4 * 0.04 * 0.04, L = 0.6, q = 9.81 * rho * A, P = 9.81 * 8,
           free_bend = P * L * L * L / (48 * E * I) + 5 * q * pow(L, 4) / (384 * E * I);
    ck_assert_double_gt(a.r.y - mid.r.y, 0.7 * free_bend);
    ck_assert_double_lt(a.r.y - mid.r.y, 1.1 * free_bend);
    abut_model_destroy(m);
}
END_TEST

/* ---- a rotor of two discs on orthotropic bearings: tests/oracles/rotor_A.csv ---- */
static const char rotor[] =
    STEEL "bodies:\n  - {name: ground, fixed: true}\n"
          "  - {name: s, type: shaft, material: steel, segments: [{length: 1.2, outer: 0.05}], elements: 24,\n"
          "     discs: [{at: 0.4, mass: 32.59, Id: 0.178, Ip: 0.329}, {at: 0.8, mass: 35.77, Id: 0.2, Ip: 0.372}],\n"
          "     stations: [{name: b0, at: 0}, {name: b1, at: 1.2}], drive: {speed: 0 rpm}}\n"
          "forces:\n"
          "  - {type: bushing, between: [ground, {body: s, station: b0}], stiffness: [1e8, 8e7, 1e6], damping: [200, "
          "200, 0]}\n"
          "  - {type: bushing, between: [ground, {body: s, station: b1}], stiffness: [1e8, 8e7, 0], damping: [200, "
          "200, 0]}\n";

START_TEST(whirling_rotor) {
    table t = table_read("rotor_A.csv");
    double worst = 0;
    int compared = 0;
    abut_model *m = read_text(rotor);
    for (size_t row = 0; row < t.rows; row++) {
        char speed[40];
        double rpm = table_at(&t, row, "rpm"), want = table_at(&t, row, "frequency_Hz");
        if (brief() && rpm != 6000) continue;
        (void)snprintf(speed, sizeof speed, "%g rpm", rpm);
        ck_assert_int_eq(abut_model_set(m, "bodies.s.drive.speed", speed), ABUT_OK);
        abut_mode_list list = modes_of(m, false);
        for (; row < t.rows && table_at(&t, row, "rpm") == rpm; row++, compared++) {
            double off = INFINITY;
            want = table_at(&t, row, "frequency_Hz");
            for (int j = 0; j < list.count; j++) off = fmin(off, fabs(list.mode[j].frequency / want - 1));
            worst = fmax(worst, off);
        }
        row--;
        abut_modes_free(&list);
    }
    ck_assert_int_ge(compared, brief() ? 7 : 35);
    ck_assert_double_lt(worst, 1e-5);
    abut_model_destroy(m);
    table_free(&t);
}
END_TEST

/* ---- members ---- */
static double any(void) {
    static unsigned long long state = 88172645463325252ull;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0 * 2 - 1;
}

static mat3 turned(vec3 angle, mat3 R) { /* exp(angle x) R, by columns */
    double a = v3_norm(angle);
    vec3 e = a > 0 ? v3_scale(1 / a, angle) : v3(1, 0, 0);
    vec3 c[3] = {R.c0, R.c1, R.c2};
    for (int i = 0; i < 3; i++)
        c[i] = v3_add(v3_add(v3_scale(cos(a), c[i]), v3_scale(sin(a), v3_cross(e, c[i]))),
                      v3_scale((1 - cos(a)) * v3_dot(e, c[i]), e));
    return (mat3){c[0], c[1], c[2]};
}

static vec3 random_vec(double size) { return v3(size * any(), size * any(), size * any()); }

START_TEST(derivatives_of_members) {
    enum { ORDER = 3, NODES = ORDER + 1 };
    const beam_piece piece = {0.5, {0.04, 0.03}, {0.01, 0.01}, 1e6, 0.3, 1000};
    double K[36 * ORDER * ORDER], x[NODES], weight[NODES], energy, loss;
    elastic_member m = {.nodes = NODES, .K = K, .beta = 3e-3};
    beam_stiffness(&piece, 0, 0.5, ORDER, K);
    beam_nodes(ORDER, x, weight);
    member_work *w = calloc(1, sizeof *w);
    member_wrench out[NODES], plus[NODES], minus[NODES];
    body_motion b[NODES] = {0};
    mat3 common = turned(random_vec(3), m3_identity());
    for (int i = 0; i < NODES; i++) { /* bent by some 10 degrees, and turning */
        m.place[i] = v3(0, 0, 0.25 * (1 + x[i]));
        b[i].R = turned(random_vec(0.1), common);
        b[i].r = v3_add(v3(1, 2, 3), v3_add(m3_mul(common, m.place[i]), random_vec(0.02)));
        b[i].v = random_vec(1);
        b[i].w = random_vec(20);
    }
    member_eval(&m, b, w, out, &energy, &loss);
    ck_assert_double_gt(energy, 0);
    ck_assert_double_gt(loss, 0);
    /* nothing from outside: forces and moments about the origin vanish, and what is lost is what the wrenches take */
    vec3 force = {0, 0, 0}, moment = {0, 0, 0};
    double size = 0;
    for (int i = 0; i < NODES; i++) {
        force = v3_add(force, out[i].force);
        moment = v3_add(moment, v3_add(out[i].torque, v3_cross(b[i].r, out[i].force)));
        size = fmax(size, v3_norm(out[i].force));
    }
    ck_assert_double_lt(v3_norm(force), 1e-12 * size);
    ck_assert_double_lt(v3_norm(moment), 1e-11 * size);
    /* the power of the wrenches is what is stored and lost no longer: energy a little later, a little earlier */
    double power = 0, stored[2], e_loss;
    for (int i = 0; i < NODES; i++) power += v3_dot(out[i].force, b[i].v) + v3_dot(out[i].torque, b[i].w);
    for (int way = 0; way < 2; way++) {
        body_motion moved[NODES];
        double dt = way ? -1e-6 : 1e-6;
        memcpy(moved, b, sizeof moved);
        for (int i = 0; i < NODES; i++) {
            moved[i].r = v3_axpy(dt, b[i].v, b[i].r);
            moved[i].R = turned(v3_scale(dt, b[i].w), b[i].R);
        }
        member_eval(&m, moved, w, plus, &stored[way], &e_loss);
    }
    expect_near(-power, (stored[0] - stored[1]) / 2e-6 + loss, 1e-6, NULL, "power");
    member_eval(&m, b, w, out, &energy, &loss);
    member_tangent(&m, b, w);
    double most[2] = {0};
    for (int i = 0; i < 6 * NODES; i++)
        for (int j = 0; j < 6 * NODES; j++)
            most[0] = fmax(most[0], fabs(w->K[i][j])), most[1] = fmax(most[1], fabs(w->C[i][j]));
    member_work *other = calloc(1, sizeof *other);
    for (int c = 0; c < 12 * NODES; c++) {
        int node = c % (6 * NODES) / 6, d = c % 6;
        bool velocity = c >= 6 * NODES;
        double step = velocity ? 1e-2 : 1e-6;
        for (int way = 0; way < 2; way++) {
            body_motion moved[NODES];
            double h = way ? -step : step, e, l;
            memcpy(moved, b, sizeof moved);
            vec3 by = v3(d % 3 == 0 ? h : 0, d % 3 == 1 ? h : 0, d % 3 == 2 ? h : 0);
            if (velocity && d < 3)
                moved[node].v = v3_add(moved[node].v, by);
            else if (velocity)
                moved[node].w = v3_add(moved[node].w, by);
            else if (d < 3)
                moved[node].r = v3_add(moved[node].r, by);
            else
                moved[node].R = turned(by, moved[node].R);
            member_eval(&m, moved, other, way ? minus : plus, &e, &l);
        }
        for (int i = 0; i < NODES; i++) {
            vec3 f = v3_scale(-0.5 / step, v3_sub(plus[i].force, minus[i].force)),
                 t = v3_scale(-0.5 / step, v3_sub(plus[i].torque, minus[i].torque));
            const double want[6] = {f.x, f.y, f.z, t.x, t.y, t.z};
            for (int r = 0; r < 6; r++) {
                double got = velocity ? w->C[6 * i + r][6 * node + d] : w->K[6 * i + r][6 * node + d];
                ck_assert_double_eq_tol(got, want[r], 2e-8 * most[velocity]);
            }
        }
    }
    free(w);
    free(other);
}
END_TEST

/* Bent at the start, it tumbles and vibrates freely: momentum and angular momentum stay, energy too without damping. */
START_TEST(a_free_shaft_keeps_its_momentum) {
    abut_model *m =
        read_text(STEEL "bodies: [{name: s, type: shaft, material: {E: 1 GPa, nu: 0.3, density: 1000}, elements: 4, "
                        "segments: [{length: 0.5, outer: 0.02}], velocity: [1, 2, 3], angular_velocity: [30, 0, 200],"
                        " stations: [{name: a, at: 0}, {name: b, at: 0.5}]}]\n"
                        "forces: [{type: load, body: s.b, force: {type: table, rows: [[0, 0], [1, 0]]}}]\nsolver: "
                        "{t_end: 20 ms, rtol: 1e-8}\n");
    (void)abut_model_set(m, "forces", "[]");
    ck_assert_msg(abut_model_start(m, NULL) == ABUT_OK, "%s",
                  abut_model_error_count(m) ? abut_model_error_at(m, 0).text : "");
    abut_world *w = abut_model_world(m);
    vec3 p[2], L[2];
    double energy[2];
    abut_vec3 end = abut_read_body(w, abut_find_body(w, "s.b")).v; /* velocity + angular velocity x (0, 0, 0.5) */
    ck_assert_double_eq_tol(end.x, 1, 1e-12);
    ck_assert_double_eq_tol(end.y, 2 - 30 * 0.5, 1e-12);
    for (int at = 0; at < 2; at++) {
        if (at) ck_assert_int_eq(abut_advance(w, 0.02), ABUT_OK);
        p[at] = L[at] = v3(0, 0, 0);
        for (int i = 1; i <= abut_body_count(w); i++) {
            abut_body_state s = abut_read_body(w, (abut_body){i});
            const world_body *body = &w->body[i];
            mat3 R = m3_of_quat(s.q);
            vec3 in = s.w, own = v3(body->I[0] * in.x, body->I[1] * in.y, body->I[2] * in.z);
            p[at] = v3_axpy(body->mass, s.v, p[at]);
            L[at] = v3_add(L[at], v3_add(v3_cross(s.r, v3_scale(body->mass, s.v)), m3_mul(R, own)));
        }
        abut_energy e = abut_read_energy(w);
        energy[at] = e.kinetic + e.springs;
        if (at) ck_assert_double_gt(e.springs, 1e-7); /* centrifugal forces bend it */
    }
    ck_assert_double_lt(v3_norm(v3_sub(p[1], p[0])), 1e-9 * v3_norm(p[0]));
    ck_assert_double_lt(v3_norm(v3_sub(L[1], L[0])), 1e-7 * v3_norm(L[0]));
    ck_assert_double_lt(fabs(energy[1] / energy[0] - 1), 1e-6);
    abut_model_destroy(m);
}
END_TEST

/* Clamped, it falls into vibration that its material damps; what is lost is booked. Turned up at its start, it turns there as a rigid body would. */
START_TEST(damping_and_drive) {
    abut_model *m = read_text(
        STEEL "gravity: [9.81, 0, 0]\nbodies: [{name: s, type: shaft, material: steel, elements: 4, damping: 1e-5, "
              "segments: [{length: 0.5, outer: 0.02}], stations: [{name: a, at: 0}]}]\n"
              "joints: [{name: j, type: fixed, child: s.a}]\nsolver: {t_end: 10 ms, rtol: 1e-7, start: given}\n");
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    ck_assert_int_eq(abut_advance(abut_model_world(m), 0.01), ABUT_OK);
    abut_energy e = abut_read_energy(abut_model_world(m));
    ck_assert_double_gt(e.dissipated_dampers, 1e-8);
    ck_assert_double_lt(fabs(e.residual), 1e-3 * e.dissipated_dampers);
    abut_model_destroy(m);

    m = read_text(STEEL
                  "bodies:\n  - {name: s, type: shaft, material: steel, elements: 4, segments: [{length: 0.5, outer: "
                  "0.02}], stations: [{name: a, at: 0}, {name: b, at: 0.5}], drive: {speed: 100, ramp: 1 ms}}\n"
                  "  - {name: r, mass: 1, inertia: [1, 1, 1], position: [9, 0, 0], drive: {speed: 100, ramp: 1 "
                  "ms}}\nsolver: {t_end: 1 ms, rtol: 1e-7}\n");
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    ck_assert_int_eq(abut_advance(abut_model_world(m), 4e-4), ABUT_OK);
    double rigid = state_of(m, "r").w.z;
    ck_assert_double_gt(rigid, 10);
    ck_assert_double_eq_tol(state_of(m, "s.a").w.z, rigid, 1e-9 * rigid);
    ck_assert_double_gt(fabs(state_of(m, "s.b").w.z / rigid - 1), 1e-3); /* the other end follows by its stiffness */
    abut_model_destroy(m);
}
END_TEST

START_TEST(what_is_refused) {
    static const struct {
        const char *entry, *sentence;
    } wrong[] = {
        {"segments: []", "expected a list of 1 to 1000 segments, got 0"},
        {"segments: [{length: 1, outer: 0.1, inner: 0.1}]",
         "the bore of segment 1 is no smaller than its outer diameter"},
        {"segments: [{length: 1, outer: 0.1}], discs: [{at: 1.5, mass: 1}]",
         "disc 1 lies at 1.5 m, outside of the shaft, which is 1 m long"},
        {"segments: [{length: 1, outer: 0.1}], discs: [{at: 0.5, mass: 1, Id: 1, Ip: 3}]", "Ip must not exceed 2 Id"},
        {"segments: [{length: 1, outer: 0.1}], stations: [{name: a, at: 2}]", "station 1 lies at 2 m"},
        {"segments: [{length: 1, outer: 0.1}], stations: [{name: a, at: 0}, {name: a, at: 1}]",
         "there are two stations 'a'"},
        {"segments: [{length: 1, outer: 0.1}], stations: [{name: a, at: 1}, {name: b, at: 1}]",
         "stations 'a' and 'b' are at one place"},
        {"segments: [{length: 1, outer: 0.1}], drive: {speed: 1, axis: [1, 0, 0]}", "its rotation about its own axis"},
        {"segments: [{length: 1, outer: 0.1}], elements: 3000", "2000"},
        {"segments: [{length: 1, outer: 0.1}], material: {E: 1e9}", "has no density"},
        {"segments: [{length: 1, outer: 0.1}], mass: 3", "there is no key 'mass' in a shaft"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[600];
        const char *material = strstr(wrong[i].entry, "material") ? "" : "material: steel, ";
        (void)snprintf(text, sizeof text, STEEL "bodies:\n  - {name: s, type: shaft, %s%s}\n", material,
                       wrong[i].entry);
        abut_model *m = read_text(text);
        ck_assert_int_lt(abut_model_check(m), 0);
        ck_assert_msg(abut_model_error_count(m) >= 1 && strstr(abut_model_error_at(m, 0).message, wrong[i].sentence),
                      "'%s' is not '%s'", abut_model_error_at(m, 0).message, wrong[i].sentence);
        ck_assert_int_eq(abut_model_error_at(m, 0).line, 4);
        abut_model_destroy(m);
    }
    abut_model *m =
        read_text(STEEL "bodies:\n  - {name: s, type: shaft, material: steel, segments: [{length: 1, outer: 0.1}], "
                        "stations: [{name: a, at: 0}]}\n"
                        "forces:\n  - {type: bushing, between: [world, {body: s, station: b}], stiffness: 1}\n");
    ck_assert_int_lt(abut_model_check(m), 0);
    ck_assert_ptr_nonnull(strstr(abut_model_error_at(m, 0).message, "there is no station 'b' on a shaft 's'"));
    abut_model_destroy(m);
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&uniform_beams,
                                       &cantilever,
                                       &cone,
                                       &shaft_in_bearings,
                                       &whirling_rotor,
                                       &derivatives_of_members,
                                       &a_free_shaft_keeps_its_momentum,
                                       &damping_and_drive,
                                       &what_is_refused};
    return suite_main("shaft", all, sizeof all / sizeof *all);
}
