/* Friction: the laws at a point, and the traction integrated over the contact ellipse against closed forms (pure spin,
 * pure sliding, Heathcote's rolling resistance) and against a dense quadrature. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/laws.h"
#include "support/near.h"
#include "support/scene.h"
#include "support/suite.h"

static const double MU = 0.2, V_S = 1e-4, PI = 3.14159265358979323846;

static abut_element *make(abut_choice a, abut_choice b, abut_choice friction, bool rigid) {
    abut_element_def def = {
        .a = {.shape = a, .material = ABUT_STEEL}, .b = {.shape = b, .material = ABUT_STEEL}, .law.friction = friction};
    def.a.material.rigid = rigid;
    lubricate(&def.law);
    abut_element *e;
    abut_message message;
    ck_assert_msg(abut_element_create(&def, &e, &message) == ABUT_OK, "%s", message.text);
    return e;
}

static abut_choice coulomb(const char *patch, const char *name, double value) {
    return (abut_choice){"coulomb",
                         {{.name = "mu", .value = MU},
                          {.name = "v_s", .value = V_S},
                          {.name = "patch", .text = patch},
                          {.name = name, .value = value}}};
}

/* A paraboloid with these curvatures at its vertex, 1e-5 m into a rigid plane: the interface is that plane. */
static abut_element *vertex(double P, double Q, abut_choice friction) {
    abut_choice shape = {"paraboloid", {{.name = "P", .value = P}, {.name = "Q", .value = Q}}};
    return make((abut_choice){.type = "plane"}, shape, friction, true);
}
static abut_element_in pressed(vec3 v, vec3 w) { return (abut_element_in){.b.r = {0, 0, -1e-5}, .vb = {v, w}}; }

static abut_element_out eval(const abut_element *e, abut_element_in in, abut_element_jac *jac) {
    abut_element_out o = {.jac = jac};
    must(abut_element_eval(e, &in, &o));
    return o;
}

/* ---- reference: Hertz pressure times the slip law on a fine grid of the disc ---- */
typedef struct traction {
    double t1, t2, m1, m2, mn;
} traction;

/* (c1, c2): curvatures of the interface along t1, t2; w1, w2: rolling. Midpoint rule in the angle and in u with
 * r^2 = 1 - (1 - u)^2, which absorbs the square root of the pressure at the rim. */
static traction quadrature(const abut_element_out *o, double v_s, double c1, double c2, double w1, double w2) {
    enum { RINGS = 120, RAYS = 240 };
    traction s = {0};
    double v1 = v3_dot(o->slip, o->t1), v2 = v3_dot(o->slip, o->t2), total = 0;
    for (int i = 0; i < RINGS; i++)
        for (int k = 0; k < RAYS; k++) {
            double u = (i + 0.5) / RINGS, z = 1 - u, r = sqrt(1 - z * z), phi = 2 * PI * (k + 0.5) / RAYS;
            double x = o->a * r * cos(phi), y = o->b * r * sin(phi), h = 0.5 * (c1 * x * x + c2 * y * y);
            double s1 = v1 - o->spin * y + w2 * h, s2 = v2 + o->spin * x - w1 * h;
            double load = z * z, g = -MU * load / sqrt(s1 * s1 + s2 * s2 + v_s * v_s); /* p r dr = z^2 du */
            total += load;
            s.t1 += g * s1;
            s.t2 += g * s2;
            s.m1 -= h * g * s2;
            s.m2 += h * g * s1;
            s.mn += x * g * s2 - y * g * s1;
        }
    double f = o->N / total;
    return (traction){f * s.t1, f * s.t2, f * s.m1, f * s.m2, f * s.mn};
}

/* ---- pure spin and pure sliding ---- */

/* M = (3/8) mu N a E(1 - b^2/a^2) for b/a from 1 to 0.01, with the default number of strips. */
START_TEST(pure_spin) {
    static const double ratio[] = {1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.003, 0.001, 4.6e-4};
    double worst = 0, thinnest = 1;
    for (size_t i = 0; i < sizeof ratio / sizeof *ratio; i++) {
        abut_element *e = vertex(50 * ratio[i], 50, coulomb("ellipse", NULL, 0));
        abut_element_out o = eval(e, pressed(v3(0, 0, 0), v3(0, 0, 0)), NULL);
        thinnest = o.b / o.a;
        o = eval(e, pressed(v3(0, 0, 0), v3(0, 0, 1e4 * V_S / o.b)), NULL);
        double M = 0.375 * MU * o.N * o.a * abut_elliptic_E((o.a - o.b) * (o.a + o.b) / (o.a * o.a));
        expect_near(-v3_dot(o.moment, o.n) * (o.spin > 0 ? 1 : -1), M, 1e-3, &worst, "b/a = %g", o.b / o.a);
        expect_within(v3_dot(o.force, o.t1) / o.N, 0, 1e-12, NULL, "force, b/a = %g", o.b / o.a);
        expect_within(v3_dot(o.force, o.t2) / o.N, 0, 1e-12, NULL, "force, b/a = %g", o.b / o.a);
        expect_near(o.loss_friction, M * fabs(o.spin), 1e-3, NULL, "power, b/a = %g", o.b / o.a);
        abut_element_destroy(e);
    }
    printf("pure_spin: worst %.1e down to b/a = %.3g\n", worst, thinnest);
    ck_assert_double_lt(thinnest, 0.0101);
}
END_TEST

START_TEST(pure_sliding) {
    for (double angle = 0; angle < 6; angle += 0.5) {
        abut_element *e = vertex(5, 50, coulomb("ellipse", NULL, 0));
        vec3 v = v3(cos(angle), sin(angle), 0);
        abut_element_out o = eval(e, pressed(v, v3(0, 0, 0)), NULL);
        expect_near(-v3_dot(o.force, v), MU * o.N, 1e-6, NULL, "sliding at %g", angle);
        expect_within(v3_dot(o.force, v3_cross(v, o.n)) / o.N, 0, 1e-12, NULL, "across, at %g", angle);
        expect_within(v3_norm(o.moment) / (o.N * o.a), 0, 1e-12, NULL, "moment, at %g", angle);
        ck_assert_int_eq(o.mode, 2);
        abut_element_destroy(e);
    }
}
END_TEST

/* Sliding with growing spin: the force falls steadily from mu N towards nothing, the moment rises to that of pure spin; both
 * follow the dense quadrature. */
START_TEST(sliding_and_spin) {
    abut_element *e = vertex(10, 50, coulomb("ellipse", "strips", 24));
    double last_force = INFINITY, last_moment = 0, worst = 0, v = 0.1;
    abut_element_out o = eval(e, pressed(v3(0, 0, 0), v3(0, 0, 0)), NULL);
    double a = o.a;
    for (double spin = 0.01 * v / a; spin < 300 * v / a; spin *= 1.5) {
        o = eval(e, pressed(v3(0.6 * v, 0.8 * v, 0), v3(0, 0, spin)), NULL);
        double force = hypot(v3_dot(o.force, o.t1), v3_dot(o.force, o.t2)), moment = fabs(v3_dot(o.moment, o.n));
        traction q = quadrature(&o, V_S, 0, 0, 0, 0);
        expect_within(v3_dot(o.force, o.t1) / (MU * o.N), q.t1 / (MU * o.N), 1e-2, &worst, "force at spin %g", spin);
        expect_within(v3_dot(o.force, o.t2) / (MU * o.N), q.t2 / (MU * o.N), 1e-2, &worst, "force at spin %g", spin);
        expect_within(v3_dot(o.moment, o.n) / (MU * o.N * a), q.mn / (MU * o.N * a), 6e-3, &worst, "moment at spin %g",
                      spin);
        ck_assert_msg(force < last_force && moment > last_moment, "spin %g: force %g, moment %g", spin, force, moment);
        last_force = force;
        last_moment = moment;
    }
    ck_assert_double_lt(last_force, 0.02 * MU * o.N);
    printf("sliding_and_spin: worst against quadrature %.1e of mu N\n", worst);
    abut_element_destroy(e);
}
END_TEST

/* The largest error over directions and speeds of sliding with spin, as parts of mu N and mu N a; *mean: root of the mean square. */
static double mixture_error(double P, double Q, double strips, double *mean) {
    abut_element *e = vertex(P, Q, coulomb("ellipse", "strips", strips));
    double a = eval(e, pressed(v3(0, 0, 0), v3(0, 0, 0)), NULL).a, worst = 0, sum = 0;
    int count = 0;
    for (double share = 0.05; share < 2; share *= 2)
        for (double angle = 0; angle < 1.6; angle += 0.39) {
            abut_element_out o = eval(e, pressed(v3(share * cos(angle), share * sin(angle), 0), v3(0, 0, 1 / a)), NULL);
            traction q = quadrature(&o, V_S, 0, 0, 0, 0);
            const double error[] = {(v3_dot(o.force, o.t1) - q.t1) / (MU * o.N),
                                    (v3_dot(o.force, o.t2) - q.t2) / (MU * o.N),
                                    (v3_dot(o.moment, o.n) - q.mn) / (MU * o.N * a)};
            for (int i = 0; i < 3; i++) worst = fmax(worst, fabs(error[i])), sum += error[i] * error[i], count++;
        }
    abut_element_destroy(e);
    *mean = sqrt(sum / count);
    return worst;
}

/* -p of the line through log(error) over log(strips): errors fall like strips^-p. */
static double fitted_order(const double *strips, const double *error, int count) {
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < count; i++) x += log(strips[i]) / count, y += log(error[i]) / count;
    for (int i = 0; i < count; i++) {
        double d = log(strips[i]) - x;
        xx += d * d, xy += d * (log(error[i]) - y);
    }
    return -xy / xx;
}

/* Across a slender ellipse more strips help. Where the point of no slip lies inside, tractions turn round within the width
 * v_s/w, which cells resolve across a slender ellipse and nodes do not: their error falls like their distance. Along a strip there are six points, twelve
 * above 16 strips: at the circle, where that is coarsest, 1 to 3 % of mu N remain. */
START_TEST(more_strips) {
    static const double strips[] = {4, 8, 16, 32, 48};
    static const double limit[] = {0.025, 0.02, 0.015, 0.012,
                                   0.008}; /* of nodes alone 0.17, 0.12, 0.056, 0.02, 0.011 */
    double slender[5], circle[5], mean_slender[5], mean_circle[5];
    for (int i = 0; i < 5; i++) {
        slender[i] = mixture_error(0.25, 50, strips[i], &mean_slender[i]);
        circle[i] = mixture_error(50, 50, strips[i], &mean_circle[i]);
        printf("more_strips: %g strips, slender %.1e (mean %.1e), circle %.1e (mean %.1e)\n", strips[i], slender[i],
               mean_slender[i], circle[i], mean_circle[i]);
        ck_assert_msg(slender[i] < limit[i], "%g strips: %g", strips[i], slender[i]);
        ck_assert_msg(i == 0 || circle[i] < 0.03, "%g strips: %g", strips[i], circle[i]);
    }
    ck_assert_double_lt(slender[4], 0.02);
    double order[] = {fitted_order(strips, mean_slender, 5), fitted_order(strips, mean_circle, 5)};
    printf("more_strips: order %.2f, circle %.2f\n", order[0], order[1]);
    /* A traction that turns round between nodes is off by their distance: order 1. On the circle that along a strip counts as well, of
     * which there are twice as many points from 4 to 48 strips: log 2/log 12 = 0.28. In between, and by the mean of both 0.64. */
    ck_assert_double_ge(order[0], 0.8);
    ck_assert_double_ge(order[1], 0.6);
    ck_assert_double_lt(mean_slender[4], 0.1 * mean_slender[0]);
    ck_assert_double_lt(mean_circle[4], 0.2 * mean_circle[0]);
}
END_TEST

/* ---- smoothness and power ---- */
static double component(const abut_element_out *o, int i) {
    const abut_wrench *w = i < 6 ? &o->on_a : &o->on_b;
    const vec3 *v = i % 6 < 3 ? &w->force : &w->torque;
    return i % 3 == 0 ? v->x : i % 3 == 1 ? v->y : v->z;
}

/* C = -d(wrench)/d(velocity) against differences, from pure sliding over mixtures to pure spin and through rest. */
START_TEST(damping_matrix) {
    static const double mix[][2] = {{1, 0}, {1, 0.1}, {1, 1}, {0.1, 1}, {0, 1}, {0, 0}, {1e-3, 1e-3}};
    double worst = 0;
    abut_element *e = vertex(
        10, 50,
        (abut_choice){
            "coulomb",
            {{.name = "mu", .value = MU}, {.name = "v_s", .value = 0.01}, {.name = "patch", .text = "ellipse"}}});
    for (size_t m = 0; m < sizeof mix / sizeof *mix; m++) {
        abut_element_jac jac;
        abut_element_in in = pressed(v3(0.03 * mix[m][0], 0.04 * mix[m][0], 0), v3(0.3, -0.2, 300 * mix[m][1]));
        abut_element_out o = eval(e, in, &jac);
        for (int j = 0; j < 12; j++) {
            double step = j / 3 % 2 ? 0.02 : 2e-6, unit = j / 3 % 2 ? o.a : 1;
            abut_element_out up = eval(e, scene_shift(&in, 12 + j, step), NULL),
                             down = eval(e, scene_shift(&in, 12 + j, -step), NULL);
            for (int i = 0; i < 12; i++) {
                double d = (component(&up, i) - component(&down, i)) / (2 * step), row = i / 3 % 2 ? o.a : 1;
                /* in units of mu N/v_s, the largest entry there can be */
                double scale = MU * o.N / 0.01 * unit * row;
                expect_within(jac.C[i][j] / scale, -d / scale, 1e-6, &worst, "mixture %zu, C[%d][%d]", m, i, j);
            }
        }
    }
    printf("damping_matrix: worst %.1e\n", worst);
    abut_element_destroy(e);
}
END_TEST

/* Friction takes power out, and what the wrenches do to the bodies is what the element says: P = -N hdot - loss. */
START_TEST(power) {
    chance c = {11};
    const abut_choice *friction;
    int done = 0;
    for (int f = 0; (friction = example_of("friction", f)); f++)
        for (int i = 0; i < 200; i++) {
            abut_element *e = vertex(exp(chance_uniform(&c, -2, 3.9)), 50, *friction);
            double speed = exp(chance_uniform(&c, -14, 3));
            abut_element_in in = {.b = {.r = {0.01, -0.02, -1e-5}}, .a.r = {0, 0, 0}};
            in.va = (abut_twist){v3_scale(speed, chance_unit(&c)), v3_scale(100 * speed, chance_unit(&c))};
            in.vb = (abut_twist){v3_scale(speed, chance_unit(&c)), v3_scale(100 * speed, chance_unit(&c))};
            abut_element_out o = eval(e, in, NULL);
            double given = v3_dot(o.on_a.force, in.va.v) + v3_dot(o.on_a.torque, in.va.w) +
                           v3_dot(o.on_b.force, in.vb.v) + v3_dot(o.on_b.torque, in.vb.w);
            if (!(o.loss_friction >= 0)) ck_abort_msg("%s gives power: %g", friction->type, o.loss_friction);
            expect_within((given + o.N * o.hdot + o.loss_friction) / (o.N * speed), 0, 1e-11, NULL, "power of %s",
                          friction->type);
            abut_element_destroy(e);
            done++;
        }
    ck_assert_int_ge(done, 600);
}
END_TEST

/* ---- rolling in a groove ---- */

/* A ball of radius R rolls along a groove; the speed of its centre is that of rolling plus `slip`. */
static const double R = 0.01, TUBE = 0.01002, RING = 1, ROLL = 200;
static abut_element *groove_and_ball(double v_s) {
    abut_choice groove = {"torus",
                          {{.name = "ring_radius", .value = RING},
                           {.name = "tube_radius", .value = TUBE},
                           {.name = "side", .text = "inside"}}};
    abut_choice friction = {"coulomb",
                            {{.name = "mu", .value = MU},
                             {.name = "v_s", .value = v_s},
                             {.name = "patch", .text = "ellipse"},
                             {.name = "strips", .value = 48}}};
    return make(groove, (abut_choice){"sphere", {{.name = "radius", .value = R}}}, friction, false);
}
static abut_element_out rolling(const abut_element *e, double slip) {
    return eval(e,
                (abut_element_in){.b.r = {RING + TUBE - R + 3e-6, 0, 0}, .vb = {{0, slip - ROLL * R, 0}, {0, 0, ROLL}}},
                NULL);
}
/* The interface of two equal bodies has their mean curvature. */
static double across(void) { return 0.5 * (1 / R + 1 / TUBE); }

/* Points at height s = c x^2/2 slip. With no net force the slip changes sign at x = g a, 3 g - g^3 = 1, g = 2 sin 10 deg, and
 * the moment is mu N a^2 c (1/2) [1/5 - (g^3 - 3 g^5/5)] = 0.0806 mu N a^2 c (Heathcote; Johnson, Contact Mechanics, ch. 8: 0.08).
 * 48 strips resolve the line of no slip to about 1/50 of a. */
START_TEST(heathcote) {
    abut_element *e = groove_and_ball(V_S);
    abut_element_out o = rolling(e, 0);
    double low = -0.05, high = 0.05, g = 2 * sin(PI / 18), ggg = g * g * g;
    for (int i = 0; i < 50; i++) { /* speed at which the friction forces cancel */
        o = rolling(e, 0.5 * (low + high));
        *(o.force.y > 0 ? &low : &high) = 0.5 * (low + high);
    }
    ck_assert_double_lt(o.b / o.a, 0.03);
    ck_assert_double_gt(fabs(o.t1.z), 1 - 1e-12); /* the long axis lies across */
    double zero = sqrt(2 * fabs(v3_dot(o.slip, o.t2)) / (ROLL * across())) / o.a;
    double closed = MU * o.N * o.a * o.a * across() * 0.5 * (0.2 - (ggg - 0.6 * ggg * g * g));
    expect_near(zero, g, 0.02, NULL, "where the slip changes sign");
    expect_near(-o.moment.z, closed, 0.01, NULL, "Heathcote's moment");
    expect_near(o.loss_friction, -o.moment.z * ROLL, 1e-3, NULL, "power");
    printf("heathcote: b/a %.3g, no slip at %.4f a (%.4f), moment over closed form %.4f\n", o.b / o.a, zero, g,
           -o.moment.z / closed);
    abut_element_destroy(e);
}
END_TEST

/* Where the law is smooth over the ellipse the strips agree with the dense quadrature at every slip. */
START_TEST(rolling_against_quadrature) {
    abut_element *e = groove_and_ball(0.1);
    double along = 0.5 * (1 / R + 1 / (RING + TUBE)), worst = 0;
    for (double slip = -0.2; slip < 0.21; slip += 0.05) {
        abut_element_out o = rolling(e, slip);
        traction q = quadrature(&o, 0.1, across(), along, ROLL * o.t1.z, 0);
        double force = MU * o.N, moment = force * o.a * o.a * across();
        expect_within(v3_dot(o.force, o.t1) / force, q.t1 / force, 1e-4, &worst, "force across at %g", slip);
        expect_within(v3_dot(o.force, o.t2) / force, q.t2 / force, 1e-4, &worst, "force along at %g", slip);
        expect_within(v3_dot(o.moment, o.t1) / moment, q.m1 / moment, 1e-4, &worst, "rolling moment at %g", slip);
        expect_within(v3_dot(o.moment, o.n) / (force * o.a), q.mn / (force * o.a), 1e-4, &worst,
                      "drilling moment at %g", slip);
    }
    printf("rolling_against_quadrature: worst %.1e\n", worst);
    abut_element_destroy(e);
}
END_TEST

/* ---- slip that turns within a strip ---- */

/* Slopes of the force across and of the spin moment at slip (0, v2), rolling w1, by sums over 3000 strips with one point in each
 * quarter; loads as 1 - x^2, <y^2> = (1 - x^2)/4. */
static void fine_slopes(const abut_element_out *o, double v2, double w1, double v_s, double *creep, double *spin) {
    enum { FINE = 3000 };
    *creep = *spin = 0;
    for (int i = 0; i < FINE; i++) {
        double x = (i + 0.5) / FINE, y2 = 0.25 * o->b * o->b * (1 - x * x), load = MU * o->N * 1.5 * (1 - x * x) / FINE;
        double X = x * o->a, u = v2 - w1 * 0.5 * across() * X * X, r = hypot(u, v_s), c = load / r;
        *creep += c;
        *spin += c * (v_s * v_s / (r * r) * X * X + y2);
    }
}

/* A ball rolls in its groove with bands of slip along that are narrow against a strip (v_s 1/1200 of the greatest differential
 * slip): what a small slip across and a small spin meet, over all places where the slip changes sign. At the nodes alone the 12
 * strips are off by factors, here by the per cent of cells along which slip is not quite linear. */
static void bands_error(double strips, double v_s, double mean[2], double worst[2]) {
    abut_choice friction = {"coulomb",
                            {{.name = "mu", .value = MU},
                             {.name = "v_s", .value = v_s},
                             {.name = "patch", .text = "ellipse"},
                             {.name = "strips", .value = strips}}};
    abut_choice groove = {"torus",
                          {{.name = "ring_radius", .value = RING},
                           {.name = "tube_radius", .value = TUBE},
                           {.name = "side", .text = "inside"}}};
    abut_element *e = make(groove, (abut_choice){"sphere", {{.name = "radius", .value = R}}}, friction, false);
    double squares[2] = {0};
    worst[0] = worst[1] = 0;
    int done = 0;
    for (double at = 0.2; at < 0.75; at += 0.025, done++) { /* of a: where the slip is zero */
        abut_element_out o = rolling(e, 0);
        double rest = v3_dot(o.slip, o.t2), w1 = ROLL * o.t1.z,
               slip = (w1 * 0.5 * across() * at * at * o.a * o.a - rest) / o.t2.y, d = 1e-3 * v_s, creep, spin;
        abut_element_in in = {.b.r = {RING + TUBE - R + 3e-6, 0, 0}, .vb = {{0, slip - ROLL * R, 0}, {0, 0, ROLL}}};
        o = eval(e, in, NULL);
        fine_slopes(&o, v3_dot(o.slip, o.t2), w1, v_s, &creep, &spin);
        in.vb.v.z = d;
        double a = eval(e, in, NULL).force.z, b;
        in.vb.v.z = -d;
        a = (eval(e, in, NULL).force.z - a) / (2 * d);
        in.vb.v.z = 0;
        in.vb.w.x = d / o.a;
        b = v3_dot(eval(e, in, NULL).moment, o.n);
        in.vb.w.x = -d / o.a;
        b = fabs(v3_dot(eval(e, in, NULL).moment, o.n) - b) * o.a / (2 * d);
        double off[2] = {a / creep - 1, b / spin - 1};
        for (int i = 0; i < 2; i++) squares[i] += off[i] * off[i], worst[i] = fmax(worst[i], fabs(off[i]));
    }
    for (int i = 0; i < 2; i++) mean[i] = sqrt(squares[i] / done);
    abut_element_destroy(e);
}

START_TEST(bands_within_a_strip) {
    static const double strips[] = {12, 16, 24, 48};
    double mean[4][2], worst[4][2], across[4], spin[4];
    for (int n = 0; n < 4; n++) {
        bands_error(strips[n], 2e-4, mean[n], worst[n]);
        across[n] = mean[n][0], spin[n] = mean[n][1];
        printf("bands_within_a_strip: %g strips: across %.3f (worst %.3f), spin %.3f (%.3f) off the fine sums\n",
               strips[n], mean[n][0], worst[n][0], mean[n][1], worst[n][1]);
    }
    ck_assert(mean[0][0] < 0.06 && worst[0][0] < 0.15);
    ck_assert(mean[0][1] < 0.1 && worst[0][1] < 0.25);
    /* along a cell slip is taken as linear: what is off falls with its length at least */
    ck_assert_double_ge(fitted_order(strips, across, 4), 0.8);
    ck_assert_double_ge(fitted_order(strips, spin, 4), 0.8);
}
END_TEST

/* Rows 6 to 11 of K (by the place of B) and of C (by its velocities), as differences over five points; worst of a row over the
 * greatest number of its half. */
static double off_differences(const abut_element *e, abut_element_in in, bool place, double step) {
    abut_element_jac jac;
    (void)eval(e, in, &jac);
    double worst = 0, most[2] = {0}, off[2] = {0};
    for (int k = 0; k < (place ? 3 : 6); k++) {
        static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
        double d[6] = {0},
               *x = place   ? &in.b.r.x + k
                    : k < 3 ? &in.vb.v.x + k
                            : &in.vb.w.x + (k - 3),
               kept = *x, size = k < 3 ? step : step / 5e-3;
        for (int i = 0; i < 4; i++) {
            *x = kept + at[i] * size;
            abut_element_out o = eval(e, in, NULL);
            const double f[6] = {o.on_b.force.x,  o.on_b.force.y,  o.on_b.force.z,
                                 o.on_b.torque.x, o.on_b.torque.y, o.on_b.torque.z};
            for (int r = 0; r < 6; r++) d[r] += weight[i] * f[r] / (12 * size);
        }
        *x = kept;
        for (int r = 0; r < 6; r++) {
            double is = (place ? jac.K : jac.C)[6 + r][6 + k] * (k < 3 ? 1 : 1 / 5e-3),
                   want = -d[r] * (k < 3 ? 1 : 1 / 5e-3);
            most[r / 3] = fmax(most[r / 3], fabs(want));
            off[r / 3] = fmax(off[r / 3], fabs(is - want));
        }
    }
    for (int i = 0; i < 2; i++) worst = fmax(worst, off[i] / most[i]);
    return worst;
}

/* Strips in which the slip turns are averaged in closed form: so are their derivatives. */
START_TEST(matrices_within_a_strip) {
    abut_choice friction = {
        "coulomb", {{.name = "mu", .value = MU}, {.name = "v_s", .value = 2e-3}, {.name = "patch", .text = "ellipse"}}};
    abut_choice groove = {"torus",
                          {{.name = "ring_radius", .value = RING},
                           {.name = "tube_radius", .value = TUBE},
                           {.name = "side", .text = "inside"}}};
    abut_element *e = make(groove, (abut_choice){"sphere", {{.name = "radius", .value = R}}}, friction, false);
    double worst[2] = {0};
    for (int i = 0; i < 24; i++) {
        abut_element_in in = {.b.r = {RING + TUBE - R + 3e-6, 0, 0},
                              .vb = {{0, (0.5 + 0.4 * i) * 1e-3 - ROLL * R, 1e-3 * (i % 5 - 2)},
                                     {2.0 * (i % 3 - 1), 1.0 * (i % 4), ROLL}}};
        worst[0] = fmax(worst[0], off_differences(e, in, false, 2e-6));
        worst[1] = fmax(worst[1], off_differences(e, in, true, 1e-10));
    }
    printf("matrices_within_a_strip: C %.2g, K %.2g off differences\n", worst[0], worst[1]);
    ck_assert(worst[0] < 1e-6 && worst[1] < 1e-5);
    abut_element_destroy(e);
}
END_TEST

/* ---- at a point ---- */
START_TEST(point_law) {
    for (double v = 3e-7; v < 10; v *= 10) {
        abut_element *e = vertex(20, 50, coulomb("point", NULL, 0));
        abut_element_out o = eval(e, pressed(v3(0.6 * v, -0.8 * v, 0), v3(0, 0, 50)), NULL);
        double T = MU * o.N * v / sqrt(v * v + V_S * V_S);
        expect_near(o.force.x, -0.6 * T, 1e-13, NULL, "x at v = %g", v);
        expect_near(o.force.y, 0.8 * T, 1e-13, NULL, "y at v = %g", v);
        expect_near(o.force.z, o.N, 1e-13, NULL, "normal at v = %g", v);
        expect_near(o.loss_friction, T * v, 1e-13, NULL, "loss at v = %g", v);
        ck_assert(v3_norm(o.moment) == 0);
        ck_assert_int_eq(o.mode, v < V_S ? 1 : 2);
        abut_element_destroy(e);
    }
}
END_TEST

/* mu(v) = mu [1 + (ratio - 1) exp(-(v/v_stribeck)^2)], v_stribeck 10 v_s unless given */
START_TEST(stribeck) {
    for (int given = 0; given < 2; given++)
        for (double v = 1e-5; v < 1; v *= 3) {
            abut_choice law = {"coulomb",
                               {{.name = "mu", .value = MU},
                                {.name = "v_s", .value = V_S},
                                {.name = "static_ratio", .value = 1.6},
                                {.name = given ? "v_stribeck" : NULL, .value = 0.02}}};
            abut_element *e = vertex(20, 50, law);
            abut_element_out o = eval(e, pressed(v3(v, 0, 0), v3(0, 0, 0)), NULL);
            double scale = v / (given ? 0.02 : 10 * V_S), mu = MU * (1 + 0.6 * exp(-scale * scale));
            expect_near(o.force.x, -mu * o.N * v / sqrt(v * v + V_S * V_S), 1e-13, NULL, "v = %g", v);
            abut_element_destroy(e);
        }
}
END_TEST

/* a moment against the rolling part of the relative rotation: rolling N w/sqrt(w^2 + w_s^2), w_s = 0.1 rad/s unless given */
START_TEST(rolling_resistance) {
    for (double w = 1e-3; w < 100; w *= 10) {
        abut_element *e = vertex(20, 50, coulomb("point", "rolling", 2e-5));
        abut_element_out o = eval(e, pressed(v3(0, 0, 0), v3(0.6 * w, 0.8 * w, 7)), NULL);
        double M = 2e-5 * o.N * w / sqrt(w * w + 0.01);
        expect_near(o.moment.x, -0.6 * M, 1e-12, NULL, "x at %g", w);
        expect_near(o.moment.y, -0.8 * M, 1e-12, NULL, "y at %g", w);
        expect_within(o.moment.z, 0, 1e-20, NULL, "z at %g", w);
        abut_element_destroy(e);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&pure_spin,
                                              &pure_sliding,
                                              &sliding_and_spin,
                                              &more_strips,
                                              &bands_within_a_strip,
                                              &matrices_within_a_strip,
                                              &damping_matrix,
                                              &power,
                                              &heathcote,
                                              &rolling_against_quadrature,
                                              &point_law,
                                              &stribeck,
                                              &rolling_resistance};
    return suite_main("friction", all, sizeof all / sizeof *all);
}
