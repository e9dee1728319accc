/* What the Modelica package calls, called as a tool would: forces against closed forms, a trajectory integrated here against a run of the
 * same model, orientations, texts that are wrong. */
#include <check.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../bindings/modelica/Abut/Resources/Include/abut_modelica.h"
#include "abut/model.h"
#include "support/suite.h"

static jmp_buf tool;
static char said[1000];

/* A tool ends the evaluation. */
void ModelicaFormatError(const char *format, ...) {
    va_list list;
    va_start(list, format);
    (void)vsnprintf(said, sizeof said, format, list);
    va_end(list);
    longjmp(tool, 1);
}

static const double still[3], upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

START_TEST(ball_on_a_plane) {
    double onA[6], onB[6], figures[6], F, a, b, p_max;
    ck_assert_str_eq(abut_modelica_version(), ABUT_VERSION);
    void *contact = abut_modelica_create("plane rigid=1 z=0.5", "sphere radius=0.02 E=1e9 nu=0.5", "hertz",
                                         "hunt_crossley chi=0.2", "coulomb mu=0.3 v_s=0.01");
    /* the plane lies at z = .5 in A; B sinks by 10 um and comes with 1 m/s, sliding with 2 m/s */
    double rB[3] = {0.1, 0, 0.52 - 1e-5}, vB[3] = {2, 0, -1}, E_star = 1e9 / 0.75, R = 0.02, h = 1e-5;
    abut_modelica_wrench(contact, still, upright, still, still, rB, upright, vB, still, onA, onB, figures);
    double elastic = 4.0 / 3 * E_star * sqrt(R) * pow(h, 1.5), N = elastic * 1.2, mu = 0.3 * 2 / sqrt(4 + 1e-4);
    ck_assert_double_eq_tol(figures[0], h, 1e-16);
    ck_assert_double_eq_tol(figures[1] / N, 1, 1e-11);
    ck_assert_double_eq_tol(figures[2] / sqrt(R * h), 1, 1e-11);
    ck_assert_double_eq_tol(figures[3] / sqrt(R * h), 1, 1e-11);
    ck_assert_double_eq_tol(figures[4] / (1.5 * elastic / (acos(-1.0) * R * h)), 1.2,
                            0.21); /* of the damped or of the elastic force */
    ck_assert_double_eq(figures[5], 1);
    double arm = R - h / 2; /* the force acts half-way between the opposing points */
    const double want[6] = {-mu * N, 0, N, 0, mu * N * arm, 0};
    for (int i = 0; i < 6; i++) ck_assert_double_eq_tol(onB[i], want[i], 1e-9 * N);
    for (int i = 0; i < 3; i++) ck_assert_double_eq_tol(onA[i], -onB[i], 1e-12 * N);
    ck_assert_double_eq_tol(onA[4], 0.1 * N + (0.5 - h / 2) * mu * N, 1e-9 * N);
    abut_modelica_destroy(contact);

    abut_modelica_point(25, 25, E_star, h, &F, &a, &b, &p_max);
    ck_assert_double_eq_tol(F / elastic, 1, 1e-13);
    ck_assert_double_eq_tol(a / sqrt(R * h), 1, 1e-13);
    ck_assert_double_eq_tol(b / a, 1, 1e-13);
    ck_assert_double_eq_tol(p_max / (1.5 * F / (acos(-1.0) * a * b)), 1, 1e-13);
    abut_modelica_point(25, 25, E_star, -h, &F, &a, &b, &p_max);
    ck_assert_double_eq(F, 0);
    ck_assert_double_eq(a + b + p_max, 0);
}
END_TEST

static void product(const double q[4], const double p[4], double out[4]) {
    out[0] = q[0] * p[0] - q[1] * p[1] - q[2] * p[2] - q[3] * p[3];
    out[1] = q[0] * p[1] + q[1] * p[0] + q[2] * p[3] - q[3] * p[2];
    out[2] = q[0] * p[2] - q[1] * p[3] + q[2] * p[0] + q[3] * p[1];
    out[3] = q[0] * p[3] + q[1] * p[2] - q[2] * p[1] + q[3] * p[0];
}

/* Row by row, as Modelica hands matrices over; of any length of q. */
static void matrix(const double q[4], double T[9]) {
    double s = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    for (int column = 0; column < 3; column++) {
        double axis[4] = {0}, half[4], out[4];
        axis[column + 1] = 1;
        product(q, axis, half);
        product(half, (double[]){q[0], -q[1], -q[2], -q[3]}, out);
        for (int row = 0; row < 3; row++) T[3 * row + column] = out[row + 1] / s;
    }
}

START_TEST(orientations) {
    for (int k = 0; k < 81; k++) {
        double q[4] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 % 3 - 1, k / 27 - 1}, T[9]; /* half turns among them */
        double s = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (s == 0) continue;
        matrix(q, T);
        abut_quat got = abut_modelica_quat(T);
        double along = (q[0] * got.w + q[1] * got.x + q[2] * got.y + q[3] * got.z) / s;
        ck_assert_double_eq_tol(fabs(along), 1, 1e-14); /* the sign is free */
    }
    abut_quat q = abut_modelica_turn((double[]){0, acos(-1.0) / 2, 0});
    ck_assert_double_eq_tol(q.w, sqrt(0.5), 1e-15);
    ck_assert_double_eq_tol(q.y, sqrt(0.5), 1e-15);
}
END_TEST

#define EGG                                                                                                            \
    "abut: 1\ngravity: [0, 0, -9.81]\n"                                                                                \
    "materials: {rubber: {E: 10 MPa, nu: 0}, stone: {rigid: true}}\n"                                                  \
    "bodies:\n  - {name: ground, fixed: true}\n"                                                                       \
    "  - {name: egg, mass: 2, inertia: [6.56e-3, 1.156e-2, 1.3e-2], position: [0, 0, 0.14],\n"                         \
    "     velocity: [0.5, 0.1, -1.5], angular_velocity: [0.3, -0.6, 2.0]}\n"                                           \
    "surfaces:\n  - {name: floor, body: ground, shape: plane, material: stone}\n"                                      \
    "  - {name: shell, body: egg, shape: {type: ellipsoid, a: 0.15, b: 0.1, c: 0.08}, material: rubber}\n"             \
    "contacts:\n  - {name: touch, between: [floor, shell],\n"                                                          \
    "     normal: {type: hertz, conservative: false, damping: {type: hunt_crossley, chi: 0.05}},\n"                    \
    "     friction: {type: coulomb, mu: 0.3, v_s: 1 cm/s}}\n"                                                          \
    "solver: {t_end: 0.06 s, rtol: 1e-10, atol: 1e-12}\noutput: {every: 60 ms}\n"

/* position, quaternion, velocity, angular velocity in the body */
static void egg_rates(void *contact, const double y[13], double rate[13]) {
    static const double mass = 2, inertia[3] = {6.56e-3, 1.156e-2, 1.3e-2};
    double T[9], w[3], onA[6], onB[6], figures[6], torque[3];
    matrix(y + 3, T);
    for (int i = 0; i < 3; i++) w[i] = T[3 * i] * y[10] + T[3 * i + 1] * y[11] + T[3 * i + 2] * y[12];
    abut_modelica_wrench(contact, still, upright, still, still, y, T, y + 7, w, onA, onB, figures);
    for (int i = 0; i < 3; i++) torque[i] = T[i] * onB[3] + T[3 + i] * onB[4] + T[6 + i] * onB[5];
    product(y + 3, (double[]){0, y[10] / 2, y[11] / 2, y[12] / 2}, rate + 3);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        rate[i] = y[7 + i];
        rate[7 + i] = onB[i] / mass - (i == 2 ? 9.81 : 0);
        rate[10 + i] = (torque[i] + (inertia[j] - inertia[k]) * y[10 + j] * y[10 + k]) / inertia[i];
    }
}

START_TEST(an_egg_bounces_as_in_a_run) {
    void *contact = abut_modelica_create("plane rigid=1", "ellipsoid a=0.15 b=0.1 c=0.08 E=10e6 nu=0",
                                         "hertz conservative=0", "hunt_crossley chi=0.05", "coulomb mu=0.3 v_s=0.01");
    double y[13] = {0, 0, 0.14, 1, 0, 0, 0, 0.5, 0.1, -1.5, 0.3, -0.6, 2}, k[4][13], z[13], dt = 0.06 / 3000;
    for (int step = 0; step < 3000; step++) {
        for (int stage = 0; stage < 4; stage++) {
            double share = stage == 0 ? 0 : stage < 3 ? 0.5 : 1;
            for (int i = 0; i < 13; i++) z[i] = y[i] + (stage ? share * dt * k[stage - 1][i] : 0);
            egg_rates(contact, z, k[stage]);
        }
        for (int i = 0; i < 13; i++) y[i] += dt / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    abut_modelica_destroy(contact);
    abut_model *m;
    abut_message why;
    ck_assert_int_eq(abut_model_read(&(abut_model_def){.path = "egg.yaml", .text = EGG}, &m, &why), ABUT_OK);
    ck_assert_int_eq(abut_model_start(m, NULL), ABUT_OK);
    abut_world *w = abut_model_world(m);
    ck_assert_int_eq(abut_advance(w, 0.06), ABUT_OK);
    abut_body_state got = abut_read_body(w, abut_find_body(w, "egg"));
    ck_assert_double_gt(got.v.z, 0.5); /* it has bounced */
    const double want[6] = {got.r.x, got.r.y, got.r.z, got.v.x, got.v.y, got.v.z};
    for (int i = 0; i < 3; i++) ck_assert_double_eq_tol(y[i], want[i], 1e-7);
    for (int i = 0; i < 3; i++) ck_assert_double_eq_tol(y[7 + i], want[3 + i], 1e-6);
    abut_model_destroy(m);
}
END_TEST

static const struct {
    const char *a, *b, *normal, *damping, *friction, *sentence;
} wrong[] = {
    {"", "sphere radius=1", "hertz", "", "", "surface of A: there is no text"},
    {"plane", "radius=1", "hertz", "", "", "surface of B: begins with 'radius=1', expected the name of a type"},
    {"plane", "sphere radius", "hertz", "", "", "surface of B: 'radius' is not of the form name=value"},
    {"plane E=2e11", "sphere radius=1 E=2e11", "hert", "", "", "did you mean 'hertz'?"},
    {"plane E=2e11", "sphere radius=1 E=2e11", "", "hunt_crossley chi=1", "",
     "there is a damping law, so it needs a name"},
    {"plane E=2e11", "sphere radius=1 E=2e11", "hertz", "", "stick_slip mu=0.3", "a law that remembers"},
    {"plane E=2e11", "sphere radius=1 E=2e11", "hertz_differential", "", "",
     "a law that remembers or has states of its own"},
    {"plane E=2e11", "sphere radius=1 E=2e11", "hertz", "", "coulomb mu=-1", "mu"},
    {"plane E=2e11", "sphere radius=1 E=2e11", "hertz", "hysteretic restitution=0.5", "", "a law that remembers"},
    {"plane E=2e11", "sphere radius=1 E=2e11", "fixed_stiffness", "", "", "a law that remembers"},
};

START_TEST(wrong_texts_are_refused) {
    for (volatile size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *text = wrong[i].sentence;
        if (!setjmp(tool)) {
            abut_modelica_destroy(
                abut_modelica_create(wrong[i].a, wrong[i].b, wrong[i].normal, wrong[i].damping, wrong[i].friction));
            ck_abort_msg("nothing was refused: %s", text);
        }
        ck_assert_msg(strstr(said, wrong[i].sentence) != NULL, "'%s' does not hold '%s'", said, wrong[i].sentence);
    }
}
END_TEST

START_TEST(long_texts_are_refused) {
    static char longer[1000];
    memset(longer, 'x', sizeof longer - 1);
    if (!setjmp(tool)) {
        abut_modelica_destroy(abut_modelica_create(longer, "sphere radius=1", "hertz", "", ""));
        ck_abort_msg("nothing was refused");
    }
    ck_assert_ptr_nonnull(strstr(said, "longer than 399 characters"));
    if (!setjmp(tool)) {
        double F, a, b, p;
        abut_modelica_point(-1, 1, 1e9, 1e-6, &F, &a, &b, &p);
        ck_abort_msg("nothing was refused");
    }
    ck_assert_ptr_nonnull(strstr(said, "P = -1, Q = 1 1/m"));
}
END_TEST

static const TTest *const *const all[] = {
    &ball_on_a_plane, &orientations, &an_egg_bounces_as_in_a_run, &wrong_texts_are_refused, &long_texts_are_refused,
};

int main(void) { return suite_main("modelica", all, sizeof all / sizeof *all); }
