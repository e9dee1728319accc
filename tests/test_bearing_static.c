/* Statics of the ball bearing: ball loads, displacements, angles and stiffness against planar theory, published values and
 * independent computations on the true tori. */
#include <math.h>

#include "support/resting_bearing.h"
#include "support/suite.h"
#include "support/table.h"
#include "support/validation.h"

/* ---- at rest ---- */

static setup planar_case(const table *t, size_t i, double part) {
    setup s = {.bearing = bearing((int)table_at(t, i, "Z"), table_at(t, i, "D_mm") * 1e-3,
                                  table_at(t, i, "dm_mm") * 1e-3, table_at(t, i, "f_inner"), table_at(t, i, "f_outer"),
                                  table_at(t, i, "E_MPa") * 1e6, table_at(t, i, "clearance_mm") * 1e-3)};
    s.bearing.first_ball_angle = table_at(t, i, "first_ball_deg") * pi / 180;
    s.force = (abut_vec3){part * table_at(t, i, "Fr"), 0, part * table_at(t, i, "Fa")};
    return s;
}

static void publish(const char *name, bool axial, double figure, double ours) {
    char what[120];
    (void)snprintf(what, sizeof what, "7 balls of 11.5 mm, %s: %s displacement", name, axial ? "axial" : "radial");
    validated(&(validation){"Statics of ball bearings", what, "published: a public implementation of ISO/TS 16281",
                            "um", figure, 0, ours});
}

/* Published values within 1e-3. Planar theory is the limit of small loads: displacements within 5e-4 at 1 kN, everything
 * within 1e-3 up to 8.9 kN; and, as its displacements go with F^(2/3) if there is no clearance, everything radial within
 * 3e-4 at a tenth of the load. */
START_TEST(planar_theory) {
    table t = table_read("bearings.csv");
    for (size_t i = 0; i < t.rows; i++) {
        double load = table_at(&t, i, "Fr") + table_at(&t, i, "Fa"), near = load > 1000 ? 1e-3 : 5e-4;
        bool scales = table_at(&t, i, "clearance_mm") == 0 && table_at(&t, i, "Fa") == 0;
        for (int tenth = 0; tenth < (scales ? 2 : 1); tenth++) {
            double part = tenth ? 0.1 : 1, way = 1e6 / pow(part, 2.0 / 3);
            setup s = planar_case(&t, i, part);
            answer a;
            find(&s, &a);
            const struct {
                const char *column;
                double value, tolerance;
            } checks[] = {{"dr_um", a.state.displacement.x * way, tenth ? 3e-4 : near},
                          {"da_um", a.state.displacement.z * way, near},
                          {"Q_max", largest_load(&a, s.bearing.balls.count) / part, tenth ? 3e-4 : 1e-3},
                          {"published_dr_um", a.state.displacement.x * way, 1e-3},
                          {"published_da_um", a.state.displacement.z * way, 1e-3}};
            for (size_t k = 0; k < sizeof checks / sizeof *checks; k++) {
                double reference = table_at(&t, i, checks[k].column);
                if (!isnan(reference) && !tenth && k > 2)
                    publish(table_text(&t, i, "case"), k > 3, reference, checks[k].value);
                if (!isnan(reference))
                    expect_near(checks[k].value, reference, checks[k].tolerance, NULL, "%s %s at %g of the load",
                                table_text(&t, i, "case"), checks[k].column, part);
            }
        }
    }
    table_free(&t);
}
END_TEST

/* Exact Hertz on the true tori, to the printed digits: two independent computations (the axial one: one). */
START_TEST(true_tori) {
    answer a;
    find(&(setup){.bearing = bearing8(), .force = {1000, 0, 0}, .joint = "planar"}, &a);
    expect_within(a.state.displacement.x * 1e6, 14.10288L, 5e-6, NULL, "bearing8");
    expect_within(a.ball[0].outer.Q, 543.439L, 5e-4, NULL, "bearing8, largest load");
    find(&(setup){.bearing = deep_groove7(0), .force = {1000, 0, 0}}, &a);
    expect_within(a.state.displacement.x * 1e6, 15.11477L, 5e-6, NULL, "deep groove, radial");
    find(&(setup){.bearing = deep_groove7(0), .force = {0, 0, 1000}}, &a);
    expect_within(a.state.displacement.z * 1e6, 133.5314L, 5e-5, NULL, "deep groove, axial");
    for (int i = 0; i < 7; i++) { /* Q = F/(Z sin alpha) */
        expect_near(a.ball[i].inner.Q, 1000 / (7 * sin(a.ball[i].inner.angle)), 1e-9, NULL, "axial balance of a ball");
        expect_near(a.ball[i].outer.angle, a.ball[i].inner.angle, 1e-9, NULL, "one line of contact");
    }
}
END_TEST

/* Planar theory is the limit of small loads: dr ~ F^(2/3), and what differs goes with the approach. */
START_TEST(planar_limit) {
    const double planar = 14.098983749014083e-6; /* bearing8 at 1 kN */
    double error[3], force = 1000;
    for (int i = 0; i < 3; i++, force /= 10) {
        answer a;
        find(&(setup){.bearing = bearing8(), .force = {force, 0, 0}}, &a);
        error[i] = a.state.displacement.x / (planar * pow(force / 1000, 2.0 / 3)) - 1;
    }
    ck_assert_double_gt(error[0], 2e-4);
    for (int i = 1; i < 3; i++)
        expect_near(error[i] / error[i - 1], powl(0.1L, 2.0L / 3), 0.02, NULL, "load below %g N", force);
}
END_TEST

/* Stribeck's factor for point contacts, many balls and small loads: 1/J_r(1/2) = 4.3701. */
START_TEST(stribeck) {
    answer a;
    find(&(setup){.bearing = bearing(200, 1e-3, 100e-3, 0.52, 0.52, 210e9, 0), .force = {0.1, 0, 0}}, &a);
    expect_near(largest_load(&a, 200) * 200 / 0.1, 4.3701L, 1e-4, NULL, "largest load over mean load");
}
END_TEST

/* Load zones of an angular contact bearing that does not tilt: F_r = Z Q cos(alpha) J_r, F_a = Z Q sin(alpha) J_a. */
START_TEST(sjovall) {
    table t = table_read("sjovall.csv");
    const double Q = 3e-5, alpha = 40 * pi / 180;
    setup s = {.bearing = bearing(200, 1e-3, 100e-3, 1, 1, 210e9, 0), .upright = true}; /* wide: the angle stays */
    s.bearing.contact_angle = alpha;
    s.bearing.thrust = 1;
    for (size_t i = 0; i < t.rows; i += brief() ? 4 : 1) {
        answer a;
        double epsilon = table_at(&t, i, "epsilon");
        s.force = (abut_vec3){200 * Q * cos(alpha) * table_at(&t, i, "J_r"), 0,
                              200 * Q * sin(alpha) * table_at(&t, i, "J_a")};
        find(&s, &a);
        expect_near(a.ball[0].outer.Q, Q, 3e-4, NULL, "largest load at epsilon %g", epsilon);
        double zone = 0.5 * (1 + a.state.displacement.z * tan(alpha) / a.state.displacement.x);
        expect_near(zone, epsilon, 1e-3, NULL, "load zone at epsilon %g", epsilon);
    }
    table_free(&t);
}
END_TEST

/* ---- at speed ---- */

/* Bearing 218: Harris, Rolling Bearing Analysis, with exact Hertz stiffness; balls on an orbit by outer race control. */
START_TEST(speed) {
    answer a;
    setup s = {.bearing = bearing218(), .force = {0, 0, 17800}};
    find(&s, &a);
    expect_within(a.ball[0].inner.angle * 180 / pi, 41.498L, 5e-4, NULL, "angle at rest");
    expect_within(a.state.displacement.z * 1e6, 36.00L, 5e-3, NULL, "displacement at rest");
    s.speed = 10000 * pi / 30;
    s.bearing.control = ABUT_CONTROL_NONE;
    find(&s, &a);
    const abut_ball_state *b = &a.ball[0];
    double r = 0.5 * 125.26e-3, m = 7800 * pi / 6 * pow(22.225e-3, 3);
    expect_near(b->inner.angle * 180 / pi, 47.77L, 3e-3, NULL, "inner angle");
    expect_near(b->outer.angle * 180 / pi, 34.42L, 3e-3, NULL, "outer angle");
    expect_near(b->inner.Q, 1502.6L, 3e-3, NULL, "inner load");
    expect_near(b->outer.Q, 1968.2L, 3e-3, NULL, "outer load");
    expect_near(m * r * b->orbit * b->orbit, 613.6L, 3e-3, NULL, "centrifugal force");
    const struct {
        const char *what, *unit;
        double figure, ours;
    } row[] = {{"angle of the inner race", "deg", 47.77, b->inner.angle * 180 / pi},
               {"angle of the outer race", "deg", 34.42, b->outer.angle * 180 / pi},
               {"load of the inner race", "N", 1502.6, b->inner.Q},
               {"load of the outer race", "N", 1968.2, b->outer.Q},
               {"centrifugal force", "N", 613.6, m * r * b->orbit * b->orbit}};
    for (int i = 0; i < 5; i++) {
        char what[120];
        (void)snprintf(what, sizeof what, "bearing 218, thrust 17.8 kN, 10,000 rpm: %s", row[i].what);
        validated(&(validation){"Ball bearings at speed", what,
                                "computed: the method of Harris, Rolling Bearing Analysis, written anew", row[i].unit,
                                row[i].figure, 0, row[i].ours});
    }
    s.at_rest = true;
    find(&s, &a);
    expect_within(a.ball[0].inner.angle * 180 / pi, 41.498L, 5e-4, NULL, "angle with the speed left out");
}
END_TEST

/* Momentum of a ball: the forces of the races on it hold F_c and turn its spin, whichever race carries the moment. */
START_TEST(gyroscopic) {
    const abut_control control[] = {ABUT_CONTROL_OUTER, ABUT_CONTROL_INNER};
    for (int i = 0; i < 2; i++) {
        answer a;
        setup s = {.bearing = bearing218(), .force = {0, 0, 17800}, .speed = 10000 * pi / 30};
        s.bearing.control = control[i];
        find(&s, &a);
        const abut_ball_state *b = &a.ball[0];
        double D = 22.225e-3, m = 7800 * pi / 6 * D * D * D, J = 0.1 * m * D * D, r = 0.5 * 125.26e-3;
        const abut_race_state *in = &b->inner, *out = &b->outer, *free = i ? out : in, *on = i ? in : out;
        expect_within(on->spin_to_roll, 0, 1e-9, NULL, "no spin where it is controlled");
        ck_assert_double_gt(free->spin_to_roll, 0.01);
        /* Harris: orbit and pitch for a rotating inner ring, with D/d_m at the place of the ball within 1e-3 */
        double g = D / (2 * r), C = 1 + cos(in->angle - out->angle);
        double orbit = s.speed * (i ? C - 1 - g * cos(out->angle) : 1 - g * cos(in->angle)) / C;
        expect_near(b->orbit, orbit, 1e-3, NULL, "orbit");
        double pitch = i ? atan2(sin(in->angle), cos(in->angle) - g) : atan2(sin(out->angle), cos(out->angle) + g);
        double T = 2 * J * b->spin * b->orbit * sin(pitch) / D;
        double T_i = i ? T : 0, T_o = i ? 0 : T, F_c = m * r * b->orbit * b->orbit;
        double radial =
            in->Q * cos(in->angle) - out->Q * cos(out->angle) + T_o * sin(out->angle) - T_i * sin(in->angle);
        double axial = in->Q * sin(in->angle) - out->Q * sin(out->angle) - T_o * cos(out->angle) + T_i * cos(in->angle);
        expect_near(radial, -F_c, 3e-3, NULL, "radial balance");
        expect_within(axial, 0, 1e-3 * out->Q, NULL, "axial balance");
        expect_near(16 * (in->Q * sin(in->angle) + T_i * cos(in->angle)), 17800, 1e-3, NULL, "thrust");
    }
}
END_TEST

/* ---- stiffness ---- */

/* Load k a little more and a little less: how far K times the change of the pose is from the change of the load, per step.
 * scale: sums of the sizes of the products, per step. */
static void mismatch(const setup *at, const answer *middle, int k, double step, double error[5], double scale[5]) {
    answer a[2];
    for (int side = 0; side < 2; side++) {
        setup s = *at;
        double *to[] = {&s.force.x, &s.force.y, &s.force.z, &s.moment.x, &s.moment.y};
        *to[k] += side ? step : -step;
        find(&s, &a[side]);
    }
    const abut_bearing_state *p = &a[1].state, *q = &a[0].state;
    /* Tilts differ by d; the rotation from one to the other, less that about the axis of the ring, which does nothing,
     * is d - c/3 (p x e_z), c = e_z . (p x d), to third order in the tilt p. */
    double px = middle->state.tilt.x, py = middle->state.tilt.y, dx = p->tilt.x - q->tilt.x, dy = p->tilt.y - q->tilt.y;
    double c = (px * dy - py * dx) / 3;
    const double change[5] = {p->displacement.x - q->displacement.x, p->displacement.y - q->displacement.y,
                              p->displacement.z - q->displacement.z, dx - c * py, dy + c * px};
    const double load[5] = {p->force.x - q->force.x, p->force.y - q->force.y, p->force.z - q->force.z,
                            p->moment.x - q->moment.x, p->moment.y - q->moment.y};
    for (int i = 0; i < 5; i++) {
        error[i] = load[i] / step;
        scale[i] = (k < 3 ? 1 : 50) * (i < 3 ? 1 : 0.02); /* the load itself, at the radius of the balls */
        for (int j = 0; j < 5; j++) {
            error[i] += middle->K[i][j] * change[j] / step;
            scale[i] += fabs(middle->K[i][j] * change[j]) / step;
        }
    }
}

/* The analytic matrix against differences, extrapolated to the step 0. */
static void compare_stiffness(const setup *at, const char *what) {
    answer middle;
    find(at, &middle);
    for (int k = 0; k < 5; k++) {
        double step = 1e-4 * fabs(at->force.x + at->force.z) * (k < 3 ? 1 : 0.02);
        double coarse[5], fine[5], scale[5];
        mismatch(at, &middle, k, step, coarse, scale);
        mismatch(at, &middle, k, 0.5 * step, fine, scale);
        for (int i = 0; i < 5; i++)
            expect_within((4 * fine[i] - coarse[i]) / 3, 0, 1e-6 * scale[i], NULL, "%s: row %d, load %d", what, i, k);
    }
}

START_TEST(stiffness) {
    setup s = {.bearing = deep_groove7(5e-6), .force = {1000, 200, 500}, .moment = {1, 3, 0}, .speed = 1e-9};
    s.at_rest = true; /* the drive only keeps the shaft from turning */
    compare_stiffness(&s, "deep groove at rest");
    const abut_control control[] = {ABUT_CONTROL_OUTER, ABUT_CONTROL_INNER, ABUT_CONTROL_NONE};
    for (int i = brief() ? 2 : 0; i < 3; i++) {
        setup fast = {
            .bearing = bearing218(), .force = {3000, 0, 17800}, .moment = {10, 5, 0}, .speed = 10000 * pi / 30};
        fast.bearing.control = control[i];
        compare_stiffness(&fast, "angular contact at speed");
    }
    setup four = {.bearing = bearing218(), .force = {3000, 0, 1000}, .speed = 3000 * pi / 30};
    four.bearing.thrust = 0;
    compare_stiffness(&four, "four-point at speed");
}
END_TEST

/* A constant coefficient has a potential: the matrix is symmetric but for the rotations, whose two orders differ by the
 * moment about z. Hertz forces along the normal have none to the order of approach over groove play. */
START_TEST(symmetric) {
    answer a;
    setup s = {.bearing = deep_groove7(5e-6), .force = {1000, 200, 500}, .moment = {1, 3, 0}};
    for (int law = 0; law < 2; law++) {
        s.bearing.law.normal = (abut_choice){law ? "hertz" : "fixed_stiffness", {{0}}};
        find(&s, &a);
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < i; j++) {
                double turned = i == 4 && j == 3 ? a.state.moment.z : 0;
                expect_within(a.K[i][j] - a.K[j][i], turned, (law ? 2e-3 : 1e-11) * sqrt(a.K[i][i] * a.K[j][j]), NULL,
                              "law %d: %d %d", law, i, j);
            }
    }
}
END_TEST

/* ---- laws and shapes ---- */
START_TEST(laws) {
    static const abut_choice law[] = {{"hertz", {{0}}},
                                      {"volumetric", {{0}}},
                                      {"fixed_stiffness", {{0}}},
                                      {"hertz_differential", {{0}}},
                                      {"linear", {{.name = "stiffness", .value = 1e8}}}};
    double reference = 0;
    for (int i = 0; i < 5; i++) {
        answer a;
        setup s = {.bearing = deep_groove7(1e-5), .force = {1000, 0, 300}, .upright = true};
        s.bearing.law.normal = law[i];
        find(&s, &a);
        expect_near(a.state.force.x, -1000, 1e-7, NULL, "balance with %s", law[i].type);
        if (!i) reference = a.state.displacement.x;
        if (i < 4) expect_near(a.state.displacement.x, reference, i == 1 ? 0.2 : 2e-3, NULL, "%s", law[i].type);
    }
}
END_TEST

/* A force along -z is carried by the mirrored bearing and by a four-point bearing's other pair of grooves. */
START_TEST(hands) {
    answer a, b;
    setup s = {.bearing = bearing218(), .force = {0, 0, 5000}};
    find(&s, &a);
    s.bearing.thrust = -1;
    s.force.z = -5000;
    find(&s, &b);
    expect_near(b.state.displacement.z, -a.state.displacement.z, 1e-9, NULL, "mirrored");
    expect_near(b.ball[3].inner.angle, -a.ball[3].inner.angle, 1e-9, NULL, "mirrored angle");
    s.bearing.thrust = 0;
    find(&s, &b);
    expect_near(b.state.displacement.z, -a.state.displacement.z, 1e-9, NULL, "four-point");
    s.force = (abut_vec3){5000, 0, 0};
    find(&s, &b); /* a radial force loads both pairs alike */
    expect_within(b.state.displacement.z, 0, 1e-12, NULL, "four-point, radial");
    expect_within(b.state.tilt.y, 0, 1e-9, NULL, "four-point, radial");
    s.bearing.contact_angle = 0.5 * pi;
    s.bearing.thrust = 1;
    s.force = (abut_vec3){0, 0, 5000};
    find(&s, &b);
    expect_near(b.ball[0].inner.Q, 5000.0L / 16, 1e-9, NULL, "thrust bearing");
    expect_near(b.ball[0].inner.angle, 0.5L * pi, 1e-9, NULL, "thrust bearing");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&planar_theory, &true_tori, &planar_limit, &stribeck, &sjovall, &speed,
                                              &gyroscopic,    &stiffness, &symmetric,    &laws,     &hands};
    return suite_main("bearing_static", all, sizeof all / sizeof *all);
}
