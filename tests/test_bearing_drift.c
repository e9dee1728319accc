/* A rotor on one deep groove bearing under radial load, free to move along its axis and to tilt: how fast that motion grows out of
 * nothing, from runs and from a linear model of rolling balls that shares no code with them (docs/theory/bearing_drift.md). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/model.h"
#include "support/bearing.h"
#include "support/near.h"
#include "support/suite.h"

typedef struct drift_case {
    double rpm, mu, v_s, clearance; /* rpm, 1, m/s, m */
    const char *patch;
    double t_end, tolerance; /* of the run (s); of its rate (1/s) against that of the model, relative */
    int strips;
} drift_case;

/* ---- the linear model: z, v, w_r, w_t of every ball; z, tilts and their rates of the ring ---- */
enum { BALLS = 9, RING = 6, OF_BALL = 4, STATES = RING + BALLS * OF_BALL, PARTS = 40, NODES = 400 };
static const double D = 7.938e-3, PITCH = 39e-3, CONFORMITY[2] = {0.52, 0.53}; /* 6205: inner, outer */
static const double MASS = 2, I_T = 5e-3, I_P = 1e-3, LOAD = 500;
typedef double matrix[STATES][STATES];

typedef struct race {
    double N, l, c0, c1, c2,
        spin; /* load, ball centre to groove centre; creep: force, by height, by its square; drilling */
} race;

/* At the height s of the ellipse the ball slips along the groove by u = u_0 + w s (Heathcote), u_0 such that no force is left.
 * Sums over strips: what a small slip across, v + s w', and a small spin meet. */
static void strips_of(race *r, double a, double b, double curvature, double w, const drift_case *c) {
    double x[NODES], load[NODES], low = -w * curvature * a * a, high = c->v_s;
    for (int i = 0; i < NODES; i++) {
        x[i] = (2 * (i + 0.5) / NODES - 1) * a;
        load[i] = 1.5 * (1 - x[i] * x[i] / (a * a)) / NODES; /* of the Hertz pressure, in all 1 */
    }
    for (int it = 0; it < 60; it++) {
        double u0 = 0.5 * (low + high), force = 0;
        for (int i = 0; i < NODES; i++) {
            double u = u0 + 0.5 * w * curvature * x[i] * x[i];
            force += load[i] * u / hypot(u, c->v_s);
        }
        if (force > 0)
            high = u0;
        else
            low = u0;
    }
    for (int i = 0; i < NODES; i++) {
        double s = 0.5 * curvature * x[i] * x[i], g = hypot(low + w * s, c->v_s), creep = c->mu * r->N * load[i] / g;
        r->c0 += creep;
        r->c1 += creep * s;
        r->c2 += creep * s * s;
        r->spin += creep * (c->v_s * c->v_s / (g * g) * x[i] * x[i] + 0.25 * b * b * (1 - x[i] * x[i] / (a * a)));
    }
}

static abut_hertz hertz_of(int side, double N) { /* 0 inner, 1 outer */
    double r = 0.5 * D, roll = 0.5 * PITCH + (side ? r : -r), steel = 210e9 / (1 - 0.09) / 2;
    double across = 0.5 * (1 / r - 1 / (CONFORMITY[side] * D)), along = 0.5 * (1 / r + (side ? -1 : 1) / roll);
    abut_hertz h;
    must(abut_hertz_from_force(across, along, steel, N, &h));
    return h;
}

static race race_of(int side, double N, double w, const drift_case *c) {
    abut_hertz h = hertz_of(side, N);
    race r = {.N = N, .l = (CONFORMITY[side] - 0.5) * D + h.approach};
    if (N < 1e-6) return (race){.l = r.l}; /* open */
    if (!strcmp(c->patch, "point"))
        r.c0 = c->mu * N / c->v_s;
    else
        strips_of(&r, h.a, h.b, 0.5 * (2 / D + 1 / (CONFORMITY[side] * D)), w, c);
    return r;
}

/* Planar equilibrium of the ring on balls at phi: the load of each at the inner race; they press with F_c more outside. */
static double ball_load(double approach, double F_c) {
    double low = 0, high = 1e4;
    for (int it = 0; it < 50; it++) {
        double N = 0.5 * (low + high);
        if (hertz_of(0, N).approach + hertz_of(1, N + F_c).approach > approach)
            high = N;
        else
            low = N;
    }
    return low;
}

static void loads(const drift_case *c, const double phi[BALLS], double F_c, double N[BALLS]) {
    double x = 6e-6 + 0.5 * fabs(c->clearance), y = 0;
    for (int it = 0; it < 30; it++) { /* Newton with the slope of Hertz's law */
        double fx = LOAD, fy = 0, kxx = 0, kxy = 0, kyy = 0;
        for (int j = 0; j < BALLS; j++) {
            double C = cos(phi[j]), S = sin(phi[j]), h = x * C + y * S - 0.5 * c->clearance;
            N[j] = ball_load(h, F_c);
            double k = (ball_load(h + 1e-9, F_c) - N[j]) / 1e-9;
            fx -= N[j] * C, fy -= N[j] * S;
            kxx += k * C * C, kxy += k * C * S, kyy += k * S * S;
        }
        double det = kxx * kyy - kxy * kxy;
        x += (kyy * fx - kxy * fy) / det, y += (kxx * fy - kxy * fx) / det;
        if (hypot(fx, fy) < 1e-6) return;
    }
}

/* row += factor (z . b) for terms b given as {state, factor} */
typedef struct form {
    double of[STATES];
} form;
static form form_add(form a, double factor, form b) {
    for (int i = 0; i < STATES; i++) a.of[i] += factor * b.of[i];
    return a;
}
static form form_of(int state) {
    form f = {{0}};
    f.of[state] = 1;
    return f;
}
static void put(matrix A, int row, double factor, form f) {
    for (int i = 0; i < STATES; i++) A[row][i] += factor * f.of[i];
}

/* One ball at phi. Friction across at the height s: -creep (slip + s turn), and its moment by s. */
static void add_ball(matrix A, int j, double phi, const race *in, const race *out, double speed, double orbit) {
    const double r = 0.5 * D, R_i = 0.5 * PITCH + (CONFORMITY[0] - 0.5) * D, rho = 0.5 * PITCH - r, C = cos(phi),
                 S = sin(phi);
    const double m = 7850 * PI / 6 * D * D * D, I = 0.4 * m * r * r, w_z = -orbit * PITCH / D;
    const int at = RING + j * OF_BALL;
    form none = {{0}}, z = form_of(at), v = form_of(at + 1), w_r = form_of(at + 2), w_t = form_of(at + 3);
    form slope =
        form_add(form_add(none, S, form_of(1)), -C, form_of(2)); /* height of the ring's plane over its radius */
    form turn =
        form_add(form_add(none, S, form_of(4)), -C, form_of(5)); /* angular velocity of the ring about e_t, with - */
    turn = form_add(form_add(turn, speed * C, form_of(1)), speed * S, form_of(2));
    form ring_r = form_add(form_add(none, C, form_of(4)), S, form_of(5));
    ring_r = form_add(form_add(ring_r, speed * C, form_of(2)), -speed * S, form_of(1));
    form Z = form_add(form_of(0), R_i, slope); /* of the groove */
    form a_i = form_add(form_add(none, 1 / in->l, z), -1 / in->l, Z), a_o = form_add(none, 1 / out->l, z);

    form slip = form_add(form_add(form_add(v, r, w_t), -1, form_of(3)), -rho, turn),
         by_s = form_add(form_add(none, -1, w_t), -1, turn);
    form T_i = form_add(form_add(none, -in->c0, slip), -in->c1, by_s),
         H_i = form_add(form_add(none, -in->c1, slip), -in->c2, by_s);
    slip = form_add(v, -r, w_t), by_s = w_t;
    form T_o = form_add(form_add(none, -out->c0, slip), -out->c1, by_s),
         H_o = form_add(form_add(none, -out->c1, slip), -out->c2, by_s);
    form M_i = form_add(form_add(form_add(none, -in->spin, w_r), in->spin, ring_r), in->spin * (w_z - speed), a_i);
    form M_o = form_add(form_add(none, -out->spin, w_r), -out->spin * w_z, a_o);

    put(A, at, 1, v);
    put(A, at + 1, 1 / m, form_add(form_add(form_add(T_i, 1, T_o), -in->N, a_i), -out->N, a_o));
    put(A, at + 2, 1, form_add(form_add(form_add(none, orbit, w_t), 1 / I, M_i), 1 / I, M_o));
    put(A, at + 3, 1, form_add(form_add(form_add(none, -orbit, w_r), r / I, T_i), -r / I, T_o));
    put(A, at + 3, 1 / I, form_add(H_o, -1, H_i));
    put(A, 3, 1 / MASS, form_add(form_add(none, in->N, a_i), -1, T_i));
    form M_t = form_add(form_add(form_add(form_add(none, -R_i * in->N, slope), -R_i * in->N, a_i), rho, T_i), 1, H_i);
    put(A, 4, -S / I_T, M_t), put(A, 5, C / I_T, M_t);
    put(A, 4, -C / I_T, M_i), put(A, 5, -S / I_T, M_i);
}

static void multiply(const matrix A, const matrix B, matrix to) {
    static matrix product;
    memset(product, 0, sizeof product);
    for (int i = 0; i < STATES; i++)
        for (int k = 0; k < STATES; k++)
            for (int j = 0; j < STATES; j++) product[i][j] += A[i][k] * B[k][j];
    memcpy(to, product, sizeof product);
}

/* P := exp(A t) P, by the series of a part of the time and squaring. */
static void advance(matrix A, double t, matrix P) {
    static matrix E, term;
    double norm = 0;
    for (int i = 0; i < STATES; i++)
        for (int j = 0; j < STATES; j++) norm = fmax(norm, fabs(A[i][j]) * t);
    int halvings = (int)fmax(0, ceil(log2(STATES * norm))) + 1;
    for (int i = 0; i < STATES; i++)
        for (int j = 0; j < STATES; j++) A[i][j] *= ldexp(t, -halvings), E[i][j] = term[i][j] = i == j;
    for (int k = 1; k < 12; k++) {
        multiply(A, term, term);
        for (int i = 0; i < STATES; i++)
            for (int j = 0; j < STATES; j++) term[i][j] /= k, E[i][j] += term[i][j];
    }
    for (int k = 0; k < halvings; k++) multiply(E, E, E);
    multiply(E, P, P);
}

/* Growth per time of the map over one passage of a ball, after which ball j is where ball j + 1 was. */
static double growth(const matrix P, double period) {
    double y[STATES], sum = 0;
    const int passages = 6000;
    for (int i = 0; i < STATES; i++) y[i] = 1 + 0.1 * i;
    for (int n = 0; n < passages; n++) {
        double to[STATES] = {0}, norm = 0;
        for (int i = 0; i < STATES; i++) {
            int place = i < RING ? i : RING + (i - RING + OF_BALL) % (BALLS * OF_BALL);
            for (int j = 0; j < STATES; j++) to[place] += P[i][j] * y[j];
        }
        for (int i = 0; i < STATES; i++) norm += to[i] * to[i];
        norm = sqrt(norm);
        for (int i = 0; i < STATES; i++) y[i] = to[i] / norm;
        if (n >= passages / 3) sum += log(norm);
    }
    return sum / (period * (passages - passages / 3));
}

static double rate_of_model(const drift_case *c) {
    static matrix P, A;
    double speed = c->rpm * PI / 30, orbit = 0.5 * speed * (1 - D / PITCH), period = 2 * PI / (BALLS * orbit);
    double F_c = 7850 * PI / 6 * D * D * D * 0.5 * PITCH * orbit * orbit, w_z = orbit * PITCH / D;
    for (int i = 0; i < STATES; i++)
        for (int j = 0; j < STATES; j++) P[i][j] = i == j;
    for (int part = 0; part < PARTS; part++) {
        double phi[BALLS], N[BALLS];
        for (int j = 0; j < BALLS; j++) phi[j] = 2 * PI * (j + (part + 0.5) / PARTS) / BALLS;
        loads(c, phi, F_c, N);
        memset(A, 0, sizeof A);
        A[0][3] = A[1][4] = A[2][5] = 1;
        A[4][5] = -I_P * speed / I_T, A[5][4] = I_P * speed / I_T;
        for (int j = 0; j < BALLS; j++) {
            race in = race_of(0, N[j], w_z + speed, c), out = race_of(1, N[j] + F_c, w_z, c);
            add_ball(A, j, phi[j], &in, &out, speed, orbit);
        }
        advance(A, period / PARTS, P);
    }
    return growth(P, period);
}

/* ---- the run ---- */
static const char model_text[] =
    "abut: 1\n"
    "bodies:\n"
    "  - {name: housing, fixed: true}\n"
    "  - {name: shaft, mass: 2 kg, inertia: [5e-3, 5e-3, 1e-3], drive: {speed: 6000 rpm}}\n"
    "machines:\n"
    "  - {name: brg, use: '6205', inner: shaft, outer: housing}\n"
    "forces:\n"
    "  - {name: load, type: load, body: shaft, force: [500 N, 0, 0]}\n"
    "  - {name: kick, type: load, body: shaft, force: [0, 0, 1e-11 N], moment: [1e-13, 2e-13, 0],\n"
    "     scale: {type: ramp, from: 1, to: 0, duration: 1 ms}}\n"
    "output: {every: 0.5 ms}\n";

static const double *values(const abut_model *m, const char *name) {
    const abut_column *c = abut_model_column(m, name);
    ck_assert_ptr_nonnull(c);
    return c->values;
}

/* Slope of the logarithm of the size of axial motion and tilt over the last 60 % of the run: there the fastest is left. */
static double slope_of(const abut_model *m, double speed) {
    const double *t = values(m, "t"), *z = values(m, "body_shaft.z"), *vz = values(m, "body_shaft.vz"),
                 *wx = values(m, "body_shaft.wx"), *wy = values(m, "body_shaft.wy");
    double n = 0, st = 0, sy = 0, stt = 0, sty = 0;
    long rows = abut_model_rows(m);
    for (long i = rows * 2 / 5; i < rows; i++) {
        double tilt = 0.5 * PITCH * hypot(wx[i], wy[i]),
               y = 0.5 * log(z[i] * z[i] * speed * speed + vz[i] * vz[i] + tilt * tilt);
        n += 1, st += t[i], sy += y, stt += t[i] * t[i], sty += t[i] * y;
    }
    return (n * sty - st * sy) / (n * stt - st * st);
}

static double rate_of_run(const drift_case *c) {
    char value[200];
    abut_model *m;
    abut_run_outcome o;
    must(abut_model_read(&(abut_model_def){.path = "drift.yaml", .text = model_text}, &m, NULL));
    snprintf(value, sizeof value, "%.17g rpm", c->rpm);
    must(abut_model_set(m, "bodies.shaft.drive.speed", value));
    snprintf(value, sizeof value, "%.17g", c->clearance);
    must(abut_model_set(m, "machines.brg.clearance", value));
    snprintf(value, sizeof value, "{type: coulomb, mu: %g, v_s: %g, patch: %s, strips: %d}", c->mu, c->v_s, c->patch,
             c->strips);
    must(abut_model_set(m, "machines.brg.contact.friction", value));
    must(abut_model_run(m, &(abut_run_def){.t_end = c->t_end, .rtol = 1e-6}, &o));
    double rate = slope_of(m, c->rpm * PI / 30);
    abut_model_destroy(m);
    return rate;
}

/* Friction at the point of contact the model has as it is; over the ellipse it leaves out what the bands of slip along do when
 * the contact angle changes. Complex pairs beat in the run: its rate is known to a few per cent. 12 strips
 * are the default: with v_s of 1 mm/s the bands are narrow against one (docs/theory/friction.md#accuracy-of-the-strips). */
static const drift_case cases[] = {
    {6000, 0.1, 1e-3, -5e-6, "point", 0.16, 0.03, 16},   {6000, 0.1, 1e-3, -5e-6, "ellipse", 0.3, 0.1, 12},
    {3000, 0.1, 1e-3, -5e-6, "point", 0.4, 0.03, 16},    {12000, 0.1, 1e-3, -5e-6, "point", 0.16, 0.03, 16},
    {6000, 0.02, 1e-3, -5e-6, "point", 0.6, 0.06, 16},   {6000, 0.3, 1e-3, -5e-6, "point", 0.16, 0.06, 16},
    {6000, 0.1, 1e-2, -5e-6, "point", 0.8, 0.06, 16},    {6000, 0.1, 5e-3, -5e-6, "ellipse", 0.6, 0.1, 16},
    {6000, 0.3, 1e-2, -5e-6, "ellipse", 0.4, 0.1, 16},   {6000, 0.1, 1e-3, 12.5e-6, "point", 0.16, 0.03, 16},
    {12000, 0.1, 5e-3, -5e-6, "ellipse", 0.3, 0.1, 48},  {12000, 0.1, 1e-3, -5e-6, "ellipse", 0.3, 0.1, 12},
    {3000, 0.3, 1e-3, -5e-6, "ellipse", 0.4, 0.1, 12},   {6000, 0.3, 1e-3, -5e-6, "ellipse", 0.3, 0.15, 12},
    {12000, 0.3, 1e-3, -5e-6, "ellipse", 0.2, 0.15, 12},
};

START_TEST(grows_as_rolling_balls_steer) {
    bool all = getenv("ABUT_COMBINATIONS_ALL");
    for (size_t i = 0; i < (all ? sizeof cases / sizeof *cases : SANITIZED ? 1 : 2); i++) {
        double run = rate_of_run(&cases[i]), model = rate_of_model(&cases[i]);
        if (all)
            printf("%6g rpm, mu %g, v_s %g, %s: run %.2f, model %.2f 1/s\n", cases[i].rpm, cases[i].mu, cases[i].v_s,
                   cases[i].patch, run, model);
        expect_near(run, model, cases[i].tolerance, NULL, "growth of case %zu (%g 1/s)", i, model);
    }
}
END_TEST

/* ---- what the run says of it ---- */
/* How often it warns of a drift; *rate: what the last sentence says. */
static int drifts(abut_model *m, double t_end, const char *path, double *rate) {
    abut_run_outcome o;
    int count = 0;
    must(abut_model_run(m, &(abut_run_def){.t_end = t_end, .rtol = 1e-6}, &o));
    for (int i = 0; i < abut_model_warning_count(m); i++) {
        abut_model_error w = abut_model_warning_at(m, i);
        if (strcmp(w.code, "drift") != 0) continue;
        const char *number = strstr(w.message, "rate "), *every = strstr(w.message, "tenfold every ");
        double time;
        ck_assert_str_eq(w.path, path);
        ck_assert(number && sscanf(number, "rate %lf 1/s", rate) == 1);
        ck_assert(every && sscanf(every, "tenfold every %lf s", &time) == 1);
        expect_near(time * *rate, log(10), 0.01, NULL, "time of a decade"); /* three digits each */
        count++;
    }
    abut_model_destroy(m);
    return count;
}

/* A rotor that grows, in 0.16 s from a kick of 1 uN; not if 20 N hold it along its axis, while the load rises. */
START_TEST(run_names_what_grows) {
    static const struct {
        const char *load, *scale;
        int drifts;
    } with[] = {{"[500, 0, 0]", "1", 1}, {"[500, 0, 20]", "{type: ramp, from: 1, to: 1.5, duration: 0.1}", 0}};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        abut_model *m;
        double rate = 0;
        must(abut_model_read(&(abut_model_def){.path = "drift.yaml", .text = model_text}, &m, NULL));
        must(abut_model_set(m, "machines.brg.clearance", "-5e-6"));
        must(abut_model_set(m, "machines.brg.contact.friction", "{type: coulomb, mu: 0.1, patch: point}"));
        must(abut_model_set(m, "forces.kick.force", "[0, 0, 1e-6]"));
        must(abut_model_set(m, "forces.load.force", with[i].load));
        must(abut_model_set(m, "forces.load.scale", with[i].scale));
        ck_assert_int_eq(drifts(m, 0.16, "bodies.shaft", &rate), with[i].drifts);
        /* passing of powers of ten is seen at rows: half a millisecond of 30 */
        if (with[i].drifts) expect_near(rate, rate_of_model(&cases[0]), 0.05, NULL, "rate");
    }
}
END_TEST

/* A rod upside down falls with sqrt(m g l/(I + m l^2)), from what statics leaves of its balance. */
START_TEST(upright_rod_falls) {
    static const char path[] = ABUT_TEST_DATA "/../models/warn/drift.yaml";
    abut_model *m;
    double rate = 0;
    must(abut_model_read(&(abut_model_def){.path = path}, &m, NULL));
    ck_assert_int_eq(drifts(m, 0, "bodies.upright", &rate), 1);
    expect_near(rate, sqrt(9.81 * 0.1 / (1e-3 + 0.01)), 0.02, NULL, "rate");
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&grows_as_rolling_balls_steer, &run_names_what_grows, &upright_rod_falls};
    return suite_main("bearing_drift", all, sizeof all / sizeof *all);
}
