/* Tracking of the opposing points: three moving pairs against tracking_samples.csv, by every registered method, by the
 * integrated (differential) form, and the frame that is carried along without spin. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/moving.h"
#include "support/near.h"
#include "support/rk4.h"
#include "support/suite.h"

static abut_element *make(int pair, const abut_choice *track) {
    abut_element_def def = {.a = {.shape = pair_surface[pair][0], .material = ABUT_STEEL},
                            .b = {.shape = pair_surface[pair][1], .material = ABUT_STEEL}};
    if (track) def.law.track = *track;
    abut_element *e;
    abut_message message;
    ck_assert_msg(abut_element_create(&def, &e, &message) == ABUT_OK, "%s", message.text);
    return e;
}

static const abut_choice full = {"full", {{0}}}, differential = {"differential", {{0}}},
                         unprojected = {"differential", {{.name = "projection", .value = 0.0}}};

/* ---- comparison with a sample ---- */
static double distance(vec3 a, vec3 b) { return v3_norm(v3_sub(a, b)); }
static vec3 get(const double *x) { return v3(x[0], x[1], x[2]); }

typedef struct errors {
    double points, h, forms;
} errors;

static void compare(const sample *s, vec3 ra, vec3 rb, double h, double P, double Q, errors *w, const char *what) {
    expect_within(distance(ra, s->ra), 0, 1e-12, &w->points, "%s, t = %g: point on A", what, s->t);
    expect_within(distance(rb, s->rb), 0, 1e-12, &w->points, "%s, t = %g: point on B", what, s->t);
    expect_within(h, s->h, 1e-12, &w->h, "%s, t = %g: h", what, s->t);
    expect_near(P, s->P, 1e-11, &w->forms, "%s, t = %g: P", what, s->t);
    expect_near(Q, s->Q, 1e-11, &w->forms, "%s, t = %g: Q", what, s->t);
}

static void compare_out(const sample *s, const abut_element_out *o, errors *w, const char *what) {
    compare(s, o->point_a, o->point_b, o->h, o->P, o->Q, w, what);
    expect_within(distance(o->point, v3_scale(0.5, v3_add(s->ra, s->rb))), 0, 1e-12, NULL, "%s: midpoint", what);
    /* the direction of n is known from the sample as far as the gap is long against its rounding */
    expect_within(distance(o->n, s->n), 0, 1e-12 + 1e-15 / fabs(s->h), NULL, "%s: normal", what);
}

/* ---- every registered method, from scratch at every time and carried along by accept ---- */
static void by_method(const abut_choice *track, int pair, const table *t, errors *w) {
    char what[80];
    (void)snprintf(what, sizeof what, "%s of %s", track->type, pair_name[pair]);
    abut_element *fresh = make(pair, track), *carried = make(pair, track);
    double now = 0;
    for (size_t i = 0; i < t->rows; i++) {
        sample s;
        if (sample_read(t, i, &s) != pair) continue;
        scene from_scratch = {.e = fresh}, warm = {.e = carried};
        abut_element_in in = pair_motion(pair, s.t);
        abut_element_out o = {.want_frame = true};
        must(scene_eval(&from_scratch, &in, &o));
        compare_out(&s, &o, w, what);
        if (abut_element_states(carried)) continue;
        for (; now <= s.t; now += pair == GROOVE_BALL ? 0.002 : 0.02) {
            abut_element_in at = pair_motion(pair, now);
            must(abut_element_accept(carried, &at));
        }
        must(scene_eval(&warm, &in, &o));
        compare_out(&s, &o, w, what);
    }
    abut_element_destroy(fresh);
    abut_element_destroy(carried);
}

START_TEST(registered_methods) {
    table t = table_read("tracking_samples.csv");
    const abut_choice *track;
    for (int m = 0; (track = example_of("track", m)); m++) {
        errors w = {0};
        for (int pair = 0; pair < PAIRS; pair++) by_method(track, pair, &t, &w);
        printf("registered_methods: %s, points %.1e, h %.1e, P and Q %.1e\n", track->type, w.points, w.h, w.forms);
    }
    table_free(&t);
}
END_TEST

/* The pair in the frame of A's surface (surfaces sit in their bodies' frames here). */
static abut_track_pair pair_of(const abut_element *e, const abut_element_in *in) {
    mat3 RA = pose_rotation(&in->a);
    mat3 RB = pose_rotation(&in->b);
    return (abut_track_pair){&e->a.surface, &e->b.surface, m3_tmulm(RA, RB), m3_tmul(RA, v3_sub(in->b.r, in->a.r))};
}

/* The reduced Newton iteration itself, also where the element would use a closed form. */
START_TEST(newton_without_closed_forms) {
    table t = table_read("tracking_samples.csv");
    errors w = {0};
    for (size_t i = 0; i < t.rows; i++) {
        sample s;
        int pair = sample_read(&t, i, &s);
        ck_assert_int_lt(pair, PAIRS);
        abut_element *e = make(pair, NULL);
        abut_element_in in = pair_motion(pair, s.t);
        abut_track_pair p = pair_of(e, &in);
        abut_track_points points;
        geometry g;
        double P, Q, gap;
        must(track_start(&p, &points, &gap));
        points.ra = v3_add(points.ra, v3(1e-4, -2e-4, 1e-4)); /* so that there is something to do */
        must(track_newton(&p, &points, 30));
        must(track_geometry(&p, &points, false, &g));
        patch_principal(&g, true, false, &P, &Q);
        mat3 RA = pose_rotation(&in.a);
        compare(&s, m3_mul(RA, g.ra), m3_mul(RA, g.rb), g.h, P, Q, &w, pair_name[pair]);
        abut_element_destroy(e);
    }
    printf("newton_without_closed_forms: points %.1e, h %.1e, P and Q %.1e\n", w.points, w.h, w.forms);
    table_free(&t);
}
END_TEST

/* The normals oppose each other at the points found: gradients of the two ellipsoids, written out here. */
START_TEST(normals_oppose) {
    static const vec3 axes[2] = {{0.3, 0.25, 0.2}, {0.3, 0.2, 0.15}};
    abut_element *e = make(ELLIPSOIDS, &full);
    for (double t = 0; t < 10; t += 0.1) {
        abut_element_in in = pair_motion(ELLIPSOIDS, t);
        abut_element_out o = {.want_frame = true};
        must(abut_element_eval(e, &in, &o));
        vec3 n[2];
        for (int k = 0; k < 2; k++) {
            mat3 R = m3_of_quat(k ? in.b.q : in.a.q);
            vec3 y = m3_tmul(R, v3_sub(k ? o.point_b : o.point_a, k ? in.b.r : in.a.r)), a = axes[k];
            n[k] = m3_mul(R, v3_unit(v3(y.x / (a.x * a.x), y.y / (a.y * a.y), y.z / (a.z * a.z))));
            expect_within(y.x * y.x / (a.x * a.x) + y.y * y.y / (a.y * a.y) + y.z * y.z / (a.z * a.z), 1, 1e-13, NULL,
                          "on the surface");
        }
        expect_within(v3_dot(n[0], n[1]), -1, 1e-13, NULL, "normals at t = %g", t);
        expect_within(distance(n[0], o.n), 0, 1e-13, NULL, "normal out of A at t = %g", t);
    }
    abut_element_destroy(e);
}
END_TEST

/* ---- the differential form ---- */
typedef struct run {
    abut_element *e;
    int pair;
} run;

static void point_rates(double t, const double *x, double *rate, void *user) {
    run *r = user;
    abut_element_in in = pair_motion(r->pair, t);
    in.state = x;
    abut_element_out o = {.want_frame = true, .state_rate = rate};
    must(abut_element_eval(r->e, &in, &o));
}

/* Integrates the eight states through all samples; returns the largest error of points and h seen. */
static double integrate_points(int pair, const abut_choice *track, const table *t, int steps) {
    run r = {make(pair, track), pair};
    double x[8], now = 0, worst = 0;
    abut_element_in in = pair_motion(pair, 0);
    ck_assert_uint_eq(abut_element_states(r.e), 8);
    must(abut_element_start(r.e, &in, x));
    for (size_t i = 0; i < t->rows; i++) {
        sample s;
        if (sample_read(t, i, &s) != pair) continue;
        double dt = (s.t - now) / steps, begin = now;
        for (int k = 0; k < steps && dt > 0; k++) rk4(point_rates, &r, 8, begin + k * dt, dt, x);
        now = s.t;
        in = pair_motion(pair, now);
        in.state = x;
        abut_element_out o = {.want_frame = true};
        must(abut_element_eval(r.e, &in, &o));
        worst = fmax(worst, fmax(distance(o.point_a, s.ra), fmax(distance(o.point_b, s.rb), fabs(o.h - s.h))));
        ck_assert(isfinite(worst + o.h + o.point_a.x + o.point_b.x));
    }
    abut_element_destroy(r.e);
    return worst;
}

/* Runge-Kutta 4 with these steps between samples: the integrated points drift by less than 2e-8 m; one Newton step (the
 * projection) squares that. */
START_TEST(integrated_points) {
    static const int steps[PAIRS] = {100, 100, 20};
    table t = table_read("tracking_samples.csv");
    for (int pair = 0; pair < PAIRS; pair++) {
        double drift = integrate_points(pair, &unprojected, &t, steps[pair]);
        double kept = integrate_points(pair, &differential, &t, steps[pair]);
        printf("integrated_points: %s, drift %.1e, with projection %.1e\n", pair_name[pair], drift, kept);
        ck_assert_msg(drift < 2e-8, "%s: drift %g", pair_name[pair], drift);
        ck_assert_msg(drift > 1e-14, "%s: drift %g, is it projected?", pair_name[pair], drift);
        ck_assert_msg(kept < 1e-10, "%s: %g after projection", pair_name[pair], kept);
    }
    table_free(&t);
}
END_TEST

/* Everything that moves, at one time: states, h, n, and the opposing points each in the frame of its body. */
enum { H = 8, N = 9, YA = 12, YB = 15, VALUES = 18 };
static void look(const abut_element *e, int pair, double t, double out[VALUES]) {
    abut_element_in in = pair_motion(pair, t);
    abut_element_out o = {.want_frame = true};
    must(abut_element_start(e, &in, out));
    in.state = out;
    must(abut_element_eval(e, &in, &o));
    vec3 ya = m3_tmul(pose_rotation(&in.a), v3_sub(o.point_a, in.a.r));
    vec3 yb = m3_tmul(pose_rotation(&in.b), v3_sub(o.point_b, in.b.r));
    out[H] = o.h;
    memcpy(out + N, &o.n, sizeof o.n);
    memcpy(out + YA, &ya, sizeof ya);
    memcpy(out + YB, &yb, sizeof yb);
}

/* Rates of states, h and n, and the rolling velocities, against five-point differences of converged points. */
static void check_rates(int pair, double t, errors *w) {
    static const double weight[5] = {1.0 / 12, -8.0 / 12, 0, 8.0 / 12, -1.0 / 12}, d = 1e-3;
    abut_element *e = make(pair, &differential);
    double x[VALUES], dx[VALUES] = {0}, rate[8], size = 0;
    for (int k = 0; k < 5; k++) {
        look(e, pair, t + (k - 2) * d, x);
        for (int i = 0; i < VALUES; i++) dx[i] += weight[k] * x[i] / d;
    }
    look(e, pair, t, x);
    abut_element_in in = pair_motion(pair, t);
    in.state = x;
    abut_element_out o = {.state_rate = rate, .want_frame = true};
    must(abut_element_eval(e, &in, &o));
    const char *name = pair_name[pair];
    for (int i = 0; i < 8; i++) size = fmax(size, fabs(dx[i]));
    for (int i = 0; i < 8; i++)
        expect_within(rate[i] / size, dx[i] / size, 1e-8, &w->points, "%s, t = %g: rate %d", name, t, i);
    expect_within(o.hdot, dx[H], 1e-8, &w->h, "%s, t = %g: hdot", name, t);
    expect_within(distance(o.n_rate, get(dx + N)) / (1 + v3_norm(o.n_rate)), 0, 1e-8, &w->h, "%s: rate of n", name);
    vec3 va = m3_mul(pose_rotation(&in.a), get(dx + YA)), vb = m3_mul(pose_rotation(&in.b), get(dx + YB));
    for (int i = 0; i < 2; i++) {
        double a = v3_dot(va, i ? o.t2 : o.t1), b = v3_dot(vb, i ? o.t2 : o.t1);
        expect_within(o.roll_a[i], a, 1e-8, &w->forms, "%s, t = %g: rolling over A", name, t);
        expect_within(o.roll_b[i], b, 1e-8, &w->forms, "%s, t = %g: rolling over B", name, t);
        expect_within(o.entrainment[i], -0.5 * (a + b), 1e-8, &w->forms, "%s, t = %g: entrainment", name, t);
    }
    abut_element_destroy(e);
}

START_TEST(rates_against_differences) {
    errors w = {0};
    for (int pair = 0; pair < PAIRS; pair++)
        for (double t = 0.3; t < 1; t += 0.2) check_rates(pair, t, &w);
    printf("rates_against_differences: states %.1e, h and n %.1e, rolling %.1e\n", w.points, w.h, w.forms);
}
END_TEST

/* ---- the spin-free frame ---- */
static void frame_rates(double t, const double *x, double *rate, void *user) {
    run *r = user;
    abut_element_in in = pair_motion(r->pair, t);
    abut_element_out o = {.want_frame = true};
    must(abut_element_eval(r->e, &in, &o));
    vec3 gamma = get(x), alpha = get(x + 3), gamma_rate, alpha_rate;
    abut_frame_rate(gamma, o.n_rate, alpha, &gamma_rate, &alpha_rate);
    /* no spin: beta = gamma x alpha sees none of the rate of alpha (as far as the stages of a step are orthonormal) */
    expect_within(v3_dot(alpha_rate, v3_cross(gamma, alpha)), 0, 1e-8, NULL, "spin at t = %g", t);
    memcpy(rate, &gamma_rate, sizeof gamma_rate);
    memcpy(rate + 3, &alpha_rate, sizeof alpha_rate);
}

START_TEST(frame_along_a_motion) {
    enum { STEPS = 4000 };
    run r = {make(ELLIPSOIDS, NULL), ELLIPSOIDS};
    abut_element_in in = pair_motion(ELLIPSOIDS, 0);
    abut_element_out o = {.want_frame = true};
    must(abut_element_accept(r.e, &in));
    must(abut_element_eval(r.e, &in, &o));
    double x[6] = {o.n.x, o.n.y, o.n.z, o.t1.x, o.t1.y, o.t1.z}, dt = 10.0 / STEPS, worst = 0, apart = 0;
    vec3 n_old = o.n, alpha = o.t1;
    for (int k = 0; k < STEPS; k++) {
        rk4(frame_rates, &r, 6, k * dt, dt, x);
        in = pair_motion(ELLIPSOIDS, (k + 1) * dt);
        must(abut_element_accept(r.e, &in));
        must(abut_element_eval(r.e, &in, &o));
        alpha = abut_frame_transport(n_old, o.n, alpha);
        n_old = o.n;
        expect_within(distance(get(x), o.n), 0, 1e-8, &worst, "gamma at step %d", k);
        expect_within(v3_dot(get(x + 3), get(x)), 0, 1e-8, NULL, "right angle at step %d", k);
        expect_within(v3_norm(get(x + 3)), 1, 1e-8, NULL, "length at step %d", k);
        expect_within(v3_dot(alpha, o.n), 0, 1e-12, NULL, "right angle of the finite form at step %d", k);
        /* the finite form goes along chords: second order in the step */
        expect_within(distance(alpha, get(x + 3)), 0, 1e-5, &apart, "finite form at step %d", k);
    }
    printf("frame_along_a_motion: gamma %.1e, finite form %.1e\n", worst, apart);
    abut_element_destroy(r.e);
}
END_TEST

/* Around the circle of latitude theta the carried vector turns by the solid angle 2 pi (1 - cos theta) (Gauss-Bonnet). */
START_TEST(frame_around_a_circle) {
    enum { STEPS = 20000 };
    const double theta = 0.7, pi = 3.14159265358979323846;
    vec3 n = v3(sin(theta), 0, cos(theta)), start = v3(cos(theta), 0, -sin(theta)), alpha = start;
    for (int k = 1; k <= STEPS; k++) {
        double phi = 2 * pi * k / STEPS;
        vec3 next = v3(sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta));
        alpha = abut_frame_transport(n, next, alpha);
        n = next;
    }
    double angle = atan2(v3_dot(alpha, v3_cross(n, start)), v3_dot(alpha, start));
    expect_within(angle, 2 * pi * (1 - cos(theta)), 1e-6, NULL, "angle after one turn");
    expect_within(v3_norm(alpha), 1, 1e-11, NULL, "length after one turn");
    vec3 same = abut_frame_transport(v3(0, 0, 1), v3(0, 0, 1), v3(1, 0, 0));
    ck_assert(same.x == 1 && same.y == 0 && same.z == 0);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &registered_methods,        &newton_without_closed_forms, &normals_oppose,       &integrated_points,
        &rates_against_differences, &frame_along_a_motion,        &frame_around_a_circle};
    return suite_main("tracking", all, sizeof all / sizeof *all);
}
