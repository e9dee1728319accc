/* The cylindrical roller bearing: statics against Sjovall's integral, misalignment, slices, stiffness; a short run. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/machine/roller_bearing.h"
#include "base/quat.h"
#include "support/near.h"
#include "support/suite.h"

static const double PI = 3.14159265358979323846;
enum { Z = 14, MOST = 32 };

/* As NU 2206: rollers of 9 mm, 13 mm long, straight. */
static abut_roller_bearing_def nu(void) {
    return (abut_roller_bearing_def){
        .name = "brg", .rollers = {.count = Z, .diameter = 9e-3, .length = 13e-3}, .pitch_diameter = 46.5e-3};
}

static abut_choice line(double slices, bool iso) {
    abut_choice c = {"line", {{.name = "slices", .value = slices}}};
    if (iso) c.params[1] = (abut_param){.name = "slice_law", .text = "iso16281"};
    return c;
}

typedef struct answer {
    abut_bearing_state state;
    abut_roller_state roller[MOST];
    double K[5][5];
    abut_vec3 r[MOST], axis[MOST]; /* of the rollers, in the world */
} answer;

typedef struct setup {
    abut_roller_bearing_def bearing;
    abut_vec3 force, moment;
    double speed;
    bool tilts; /* the shaft is free to tilt */
} setup;

static abut_status solve(const setup *s, answer *a, char *why, size_t size) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0}});
    abut_body housing = abut_add_body(w, &(abut_body_def){.name = "housing", .fixed = true});
    abut_body_def shaft_def = {.name = "shaft", .mass = 1, .inertia = {1e-3, 1e-3, 1e-3}};
    shaft_def.drive = (abut_drive_def){.given = s->speed != 0, .speed = s->speed};
    abut_body shaft = abut_add_body(w, &shaft_def);
    abut_roller_bearing_def d = s->bearing;
    d.inner = shaft;
    d.outer = housing;
    abut_machine m = abut_add_roller_bearing(w, &d);
    const double f[3] = {s->force.x, s->force.y, s->force.z}, t[3] = {s->moment.x, s->moment.y, s->moment.z};
    const double keep[3] = {0, 0, 1e6}, turn[3] = {0, 0, 10};
    abut_choice load = {"load", {{.name = "force", .data = f, .count = 3}, {.name = "moment", .data = t, .count = 3}}};
    (void)abut_add_force(w, &(abut_force_def){.name = "load", .law = load, .b = shaft});
    abut_choice guide = {
        "bushing", {{.name = "stiffness", .data = keep, .count = 3}, {.name = "torsion", .data = turn, .count = 3}}};
    if (s->tilts) (void)abut_add_force(w, &(abut_force_def){.name = "guide", .law = guide, .a = housing, .b = shaft});
    if (!s->tilts)
        (void)abut_add_joint(w, &(abut_joint_def){.name = "j", .type = "planar", .parent = housing, .child = shaft});
    abut_status status = abut_start(w, &(abut_solver_def){.statics = true});
    if (!status) status = abut_static(w, NULL, NULL);
    if (!status) must(abut_read_roller_bearing(w, m, &a->state, a->roller));
    if (!status) must(abut_roller_bearing_stiffness(w, m, a->K));
    for (int i = 0; !status && i < d.rollers.count && i < MOST; i++) {
        abut_body_state b = abut_read_body(w, abut_bearing_roller(w, m, i + 1));
        a->r[i] = b.r;
        a->axis[i] = m3_of_quat(b.q).c2;
    }
    if (why) (void)snprintf(why, size, "%s", abut_world_message(w));
    abut_world_destroy(w);
    return status;
}

static void find(const setup *s, answer *a) {
    char why[400];
    abut_status status = solve(s, a, why, sizeof why);
    ck_assert_msg(status == ABUT_OK, "%s", why);
}

/* Sjovall's radial integral at eps = 1/2: half of the circumference carries. */
static double sjovall(double n) {
    double sum = 0;
    enum { STEPS = 20000 };
    for (int i = 0; i < STEPS; i++) sum += pow(cos(PI * ((i + 0.5) / STEPS - 0.5)), n + 1);
    return sum / (2 * STEPS);
}

static void expect_q_max(const answer *a, double F, double n, double tolerance, const char *what) {
    expect_near(a->roller[0].inner.Q, F / (Z * sjovall(n)), tolerance, NULL, "largest load, %s", what);
    expect_near(a->roller[0].outer.Q, a->roller[0].inner.Q, 1e-9, NULL, "both raceways, %s", what);
}

/* local exponent of the law at a load: half of the approach of both raceways */
static double exponent(double Q, double l, double rho, double E) {
    abut_line_out o;
    must(abut_line_contact(&(abut_line_in){ABUT_LINE_STRIP, l, rho, E, NAN, Q}, &o, NULL));
    return o.stiffness * o.approach / o.force;
}

START_TEST(largest_load) {
    double F = 10000, n = exponent(0.25 * F, 13e-3, 2 / 9e-3 + 1 / 18.75e-3, 210e9 / 0.91);
    answer a;
    setup s = {.bearing = nu(), .force = {F, 0, 0}};
    ck_assert(fabs(sjovall(1.5) - 0.2288) < 1e-4 && fabs(1 / sjovall(10 / 9.0) - 4.085) < 1e-3);
    find(&s, &a);
    expect_q_max(&a, F, n, 2e-3, "strip");
    s.bearing.law.normal = line(30, true);
    find(&s, &a);
    expect_q_max(&a, F, 10 / 9.0, 1e-3, "iso16281");
    double both = a.roller[0].inner.approach + a.roller[0].outer.approach; /* is what the standard means */
    expect_near(a.roller[0].inner.Q, 35948 * pow(13, 8 / 9.0) * pow(both * 1e3, 10 / 9.0), 1e-6, NULL, "c_L");
    expect_near(a.state.displacement.x, both, 1e-6, NULL, "displacement");
    expect_near(-a.state.force.x, F, 1e-9, NULL, "force");
    printf("largest_load: n = %.4f, Q_max = %.4f F/Z by iso16281\n", n, a.roller[0].inner.Q * Z / F);
}
END_TEST
/* The law of the element, put together by hand: every roller between rings displaced by d carries
 * N(d cos psi/2 - clearance/4). */
START_TEST(clearance_and_speed) {
    answer a;
    setup s = {.bearing = nu(), .force = {3000, 0, 0}, .speed = 2000};
    s.bearing.clearance = 20e-6;
    find(&s, &a);
    double R = 0.5 * 46.5e-3, mass = 7850 * PI * 4.5e-3 * 4.5e-3 * 13e-3, R_i = 18.75e-3 - 5e-6, R_o = 27.75e-3 + 5e-6,
           orbit = 2000 * R_i / (R_i + R_o), F_c = mass * R * orbit * orbit, sum = 0;
    for (int i = 0; i < Z; i++) {
        const abut_roller_state *o = &a.roller[i];
        expect_near(o->outer.Q - o->inner.Q, F_c, 1e-3, NULL, "centrifugal force on roller %d", i + 1);
        sum += o->inner.Q * cos(o->azimuth);
        expect_near(o->orbit, orbit, 1e-12, NULL, "orbit");
        ck_assert_double_eq_tol(o->tilt, 0, 1e-12);
    }
    expect_near(sum, 3000, 1e-3, NULL, "sum of the loads");
    ck_assert(a.roller[Z / 2].inner.Q == 0 && a.roller[0].inner.Q > 800);
}
END_TEST

/* rounding of large parts under large loads does not keep statics from its end */
START_TEST(large_bearing) {
    answer a;
    setup s = {.bearing = nu(), .force = {1e6, 0, 0}};
    s.bearing.pitch_diameter = 0.6;
    s.bearing.rollers.diameter = 80e-3;
    s.bearing.rollers.length = 120e-3;
    s.bearing.law.normal = line(4, true);
    find(&s, &a);
    expect_q_max(&a, 1e6, 10 / 9.0, 2e-3, "large bearing");
}
END_TEST

static abut_roller_bearing_def logarithmic(double slices) {
    abut_roller_bearing_def d = nu();
    d.rollers.profile = (abut_profile){.kind = ABUT_PROFILE_LOGARITHMIC, .design_force = 4000};
    d.law.normal = line(slices, false);
    return d;
}

/* tilted about y under a load along x: the loaded rollers lie in the plane of the tilt */
static void misaligned(double tilt, double slices, bool straight, answer *a) {
    setup s = {.bearing = logarithmic(slices), .force = {8000, 0, 0}};
    if (straight) s.bearing.rollers.profile.kind = ABUT_PROFILE_UNIFORM;
    s.bearing.misalignment[1] = tilt;
    find(&s, a);
    expect_near(a->state.tilt.y, tilt, 1e-9, NULL, "tilt");
}

START_TEST(misalignment) {
    answer plus, minus, none;
    misaligned(2e-3, 20, false, &plus);
    misaligned(-2e-3, 20, false, &minus);
    misaligned(0, 20, false, &none);
    double worst = 0;
    for (int i = 0; i < Z; i++) {
        const abut_roller_state *p = &plus.roller[i], *m = &minus.roller[i];
        expect_within(m->tilt, -p->tilt, 1e-12, &worst, "tilt of roller %d", i + 1);
        expect_within(m->inner.Q, p->inner.Q, 1e-5, NULL, "load of roller %d", i + 1);
        expect_within(m->inner.moment, -p->inner.moment, 1e-7, NULL, "moment of roller %d", i + 1);
        expect_within(m->outer.q_end[0], p->outer.q_end[1], 1e-3 * p->outer.q_max, NULL, "ends of roller %d", i + 1);
        expect_within(p->inner.moment, -p->outer.moment, 1e-7, NULL, "balance of roller %d", i + 1);
    }
    /* the roller under the load stands between the rings, each raceway takes about half of the tilt */
    expect_near(plus.roller[0].tilt, 1e-3, 0.1, NULL, "tilt of the first roller");
    expect_within(minus.state.moment.y, -plus.state.moment.y, 1e-6, NULL, "moment");
    ck_assert(plus.state.moment.y < -1); /* it turns the inner ring back */
    expect_within(minus.state.displacement.x, plus.state.displacement.x, 1e-12, NULL, "displacement");
    ck_assert(plus.state.displacement.x <
              none.state.displacement.x); /* the law is convex: tilted, the middle yields less */
    ck_assert(plus.roller[0].inner.p_max > 1.1 * none.roller[0].inner.p_max);
    expect_within(none.state.moment.y, 0, 1e-9, NULL, "moment without tilt");
    printf("misalignment: moment %.4g N m, p_max %.4g MPa instead of %.4g\n", plus.state.moment.y,
           plus.roller[0].inner.p_max * 1e-6, none.roller[0].inner.p_max * 1e-6);
}
END_TEST

/* The bodies of rollers lie where the state says: at their azimuths on the outer ring, which is askew by the opposite of the
 * misalignment, their axes leaning outwards by the tilt. To first order in the angles. */
START_TEST(bodies) {
    const double mx = 1.1e-3, my = -0.7e-3;
    setup s = {.bearing = nu(), .force = {300, 200, 0}};
    s.bearing.misalignment[0] = mx, s.bearing.misalignment[1] = my;
    s.bearing.first_roller_angle = 0.2;
    answer a;
    find(&s, &a);
    double tilt = 0;
    for (int i = 0; i < Z; i++) {
        const double c = cos(a.roller[i].azimuth), e = sin(a.roller[i].azimuth), t = a.roller[i].tilt,
                     r = 0.5 * (46.5e-3 + 9e-3) - 4.5e-3 + fmax(a.roller[i].outer.approach, 0);
        expect_within(a.axis[i].x, -my + t * c, 3e-6, NULL, "axis of roller %d along x", i + 1);
        expect_within(a.axis[i].y, mx + t * e, 3e-6, NULL, "axis of roller %d along y", i + 1);
        expect_within(a.axis[i].z, 1, 3e-6, NULL, "axis of roller %d along z", i + 1);
        expect_within(a.r[i].x, r * c, 2e-5, NULL, "roller %d along x", i + 1);
        expect_within(a.r[i].y, r * e, 2e-5, NULL, "roller %d along y", i + 1);
        expect_within(a.r[i].z, r * (my * c - mx * e), 1e-7, NULL, "roller %d along z", i + 1);
        tilt = fmax(tilt, fabs(t));
    }
    ck_assert(tilt > 2e-4);
}
END_TEST

/* sums converge; a uniform profile without tilt does not depend on the slices at all */
START_TEST(more_slices) {
    answer a[4], straight[2];
    double change[3], moment[3];
    static const double count[] = {8, 20, 40, 80};
    for (int i = 0; i < 4; i++) misaligned(1e-3, count[i], false, &a[i]);
    for (int i = 0; i < 3; i++) {
        change[i] = fabs(a[i].state.displacement.x / a[3].state.displacement.x - 1);
        moment[i] = fabs(a[i].state.moment.y / a[3].state.moment.y - 1);
    }
    printf("more_slices: 8, 20, 40 against 80: displacement %.1e, %.1e, %.1e, moment %.1e, %.1e, %.1e\n", change[0],
           change[1], change[2], moment[0], moment[1], moment[2]);
    ck_assert(change[1] < 0.3 * change[0] && change[2] < 0.5 * change[1] && change[2] < 2e-3);
    ck_assert(moment[0] < 0.03 && moment[1] < 0.01 && moment[2] < 5e-3);
    for (int i = 0; i < 2; i++) misaligned(0, i ? 7 : 40, true, &straight[i]);
    expect_near(straight[0].roller[0].inner.Q, straight[1].roller[0].inner.Q, 1e-9, NULL, "uniform profile");
    expect_near(straight[0].state.displacement.x, straight[1].state.displacement.x, 1e-9, NULL, "uniform profile");
}
END_TEST

/* K against differences of the equilibrium under slightly other loads: K dx = dF. Preloaded, so that no slice comes or goes. */
START_TEST(stiffness) {
    setup s = {.bearing = nu(), .force = {5000, 800, 0}, .moment = {0, 4, 0}, .tilts = true};
    s.bearing.clearance = -40e-6;
    s.bearing.law.normal = line(6, false);
    answer a, up, down;
    find(&s, &a);
    const double step[5] = {0.5, 0.5, 0, 2e-3, 2e-3};
    for (int i = 0; i < 5; i++) {
        if (i == 2) continue;
        for (int way = -1; way <= 1; way += 2) {
            setup t = s;
            double *at[5] = {&t.force.x, &t.force.y, NULL, &t.moment.x, &t.moment.y};
            *at[i] += way * step[i];
            find(&t, way > 0 ? &up : &down);
        }
        const double dx[5] = {up.state.displacement.x - down.state.displacement.x,
                              up.state.displacement.y - down.state.displacement.y,
                              up.state.displacement.z - down.state.displacement.z, up.state.tilt.x - down.state.tilt.x,
                              up.state.tilt.y - down.state.tilt.y};
        for (int r = 0; r < 5; r++) {
            double dF = 0, size = step[r < 3 ? 0 : 3];
            for (int c = 0; c < 5; c++) dF += a.K[r][c] * dx[c];
            if (r != 2) expect_within(dF, r == i ? 2 * step[i] : 0, 5e-4 * size, NULL, "row %d by load %d", r, i);
        }
    }
}
END_TEST

START_TEST(refusals) {
    static const struct {
        abut_roller_bearing_def change;
        const char *says;
    } bad[] = {
        {{.rollers = {.count = 30, .diameter = 9e-3, .length = 13e-3}}, "at most 16 fit"},
        {{.rollers = {.count = 5, .diameter = 9e-3}}, "must be positive"},
        {{.rollers = {.count = 5, .diameter = 9e-3, .length = 1e-2}, .clearance = 1e-3}, "tenth"},
        {{.rollers = {.count = 5, .diameter = 9e-3, .length = 1e-2}, .misalignment = {0.2, 0}}, "misalignment"},
        {{.rollers = {.count = 5, .diameter = 9e-3, .length = 1e-2}, .law.normal = {"hertz", {{0}}}}, "not hertz"},
        {{.rollers = {.count = 5, .diameter = 9e-3, .length = 1e-2},
          .law.normal = {"line", {{.name = "slices", .value = 1}}}},
         "at least 2 slices"},
        {{.rollers = {.count = 5,
                      .diameter = 9e-3,
                      .length = 1e-2,
                      .profile = {.kind = ABUT_PROFILE_CROWNED, .radius = 1e-3}}},
         "tenth of the radius"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char why[400];
        answer a;
        setup s = {.bearing = bad[i].change, .force = {1, 0, 0}};
        s.bearing.name = "brg";
        s.bearing.pitch_diameter = 46.5e-3;
        ck_assert(solve(&s, &a, why, sizeof why) != ABUT_OK);
        ck_assert_msg(strstr(why, bad[i].says), "%s", why);
    }
}
END_TEST

/* ---- a short run ---- */
START_TEST(rolling) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0}});
    abut_body housing = abut_add_body(w, &(abut_body_def){.name = "housing", .fixed = true});
    abut_body shaft = abut_add_body(
        w, &(abut_body_def){
               .name = "shaft", .mass = 2, .inertia = {1e-2, 1e-2, 1e-3}, .drive = {.given = true, .speed = 100}});
    abut_roller_bearing_def d = logarithmic(5);
    d.rollers.count = 6;
    d.misalignment[1] = 5e-4;
    d.inner = shaft;
    d.outer = housing;
    abut_machine m = abut_add_roller_bearing(w, &d);
    const double f[3] = {2000, 0, 0}, hold[3] = {0, 0, 1e7}, turn[3] = {1e5, 1e5, 0};
    abut_choice load = {"load", {{.name = "force", .data = f, .count = 3}}};
    abut_choice guide = {
        "bushing", {{.name = "stiffness", .data = hold, .count = 3}, {.name = "torsion", .data = turn, .count = 3}}};
    (void)abut_add_force(w, &(abut_force_def){.name = "load", .law = load, .b = shaft});
    (void)abut_add_force(w, &(abut_force_def){.name = "guide", .law = guide, .a = housing, .b = shaft});
    ck_assert_msg(abut_start(w, &(abut_solver_def){.rtol = 1e-4}) == ABUT_OK, "%s", abut_world_message(w));
    ck_assert_msg(abut_advance(w, 2e-3) == ABUT_OK, "%s", abut_world_message(w));
    abut_bearing_state s;
    abut_roller_state r[6];
    must(abut_read_roller_bearing(w, m, &s, r));
    double speed = 100, R_i = 18.75e-3, R_o = 27.75e-3, orbit = speed * R_i / (R_i + R_o);
    for (int i = 0; i < 6; i++) {
        expect_near(r[i].orbit, orbit, 1e-3, NULL, "orbit of roller %d", i + 1);
        expect_near(r[i].spin, -orbit * R_o / 4.5e-3, 1e-3, NULL, "spin of roller %d", i + 1);
        expect_near(r[i].azimuth, remainder(2 * PI * i / 6 + 2e-3 * orbit, 2 * PI), 1e-3, NULL, "way of roller %d", i);
        ck_assert(fabs(r[i].skew) < 2e-3 && fabs(r[i].axial) < 1e-5 && r[i].outer.slip < 5e-3);
    }
    expect_near(-s.force.x, 2000, 5e-3, NULL, "force");
    expect_near(r[0].tilt, 0.5 * s.tilt.y, 0.1, NULL, "tilt of the loaded roller");
    ck_assert(s.moment.y < -0.1 && s.loss > 0 && s.loss < 1 && r[0].inner.q_end[1] > r[0].inner.q_end[0]);
    expect_near(s.cage_speed, orbit, 1e-3, NULL, "mean orbit");
    abut_world_destroy(w);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&largest_load, &large_bearing, &clearance_and_speed,
                                              &misalignment, &bodies,        &more_slices,
                                              &stiffness,    &refusals,      &rolling};
    return suite_main("roller bearing", all, sizeof all / sizeof *all);
}
