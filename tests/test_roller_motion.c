/* Rollers in motion: their states are kept in turning axes, and light ones are followed less exactly. Neither may be seen in what a
 * bearing does. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/machine/roller_bearing.h"
#include "base/quat.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

enum { Z = 14 };

typedef struct bearing {
    abut_world *w;
    abut_machine m;
} bearing;

/* Straight rollers with clearance, so that half of them are loose, misaligned */
static bearing make(abut_pose place, double ramp) {
    const abut_choice damping = {"hunt_crossley", {{.name = "chi", .value = 0.3}}};
    bearing b = {.w = abut_world_create(&(abut_world_def){.gravity = {0}})};
    mat3 R = m3_of_quat(place.q);
    abut_body housing = abut_add_body(b.w, &(abut_body_def){.name = "housing", .fixed = true});
    abut_body shaft = abut_add_body(b.w, &(abut_body_def){.name = "shaft",
                                                          .mass = 4,
                                                          .inertia = {2e-2, 2e-2, 2e-3},
                                                          .start = {.r = place.r, .q = place.q},
                                                          .drive = {.given = true, .speed = 157, .ramp = ramp}});
    abut_roller_bearing_def d = {.name = "brg",
                                 .inner = shaft,
                                 .outer = housing,
                                 .place = place,
                                 .rollers = {.count = Z,
                                             .diameter = 9e-3,
                                             .length = 13e-3,
                                             .profile = {.kind = ABUT_PROFILE_LOGARITHMIC, .design_force = 4000}},
                                 .pitch_diameter = 46.5e-3,
                                 .clearance = 10e-6,
                                 .misalignment = {0, 2e-3},
                                 .law.normal = {"line",
                                                {{.name = "slices", .value = 15},
                                                 {.name = "slice_law", .text = "iso16281"},
                                                 {.name = "damping", .choice = &damping}}},
                                 .cage = {.stiffness = 1e5, .damping = 5}};
    b.m = abut_add_roller_bearing(b.w, &d);
    vec3 F = m3_mul(R, v3(8000, 0, 0));
    const double f[3] = {F.x, F.y, F.z}, hold[3] = {0, 0, 1e7}, turn[3] = {1e6, 1e6, 0}, damp[3] = {0, 0, 1e3},
                 calm[3] = {50, 50, 0};
    abut_choice load = {"load", {{.name = "force", .data = f, .count = 3}}};
    abut_choice guide = {"bushing",
                         {{.name = "stiffness", .data = hold, .count = 3},
                          {.name = "damping", .data = damp, .count = 3},
                          {.name = "torsion", .data = turn, .count = 3},
                          {.name = "torsion_damping", .data = calm, .count = 3}}};
    (void)abut_add_force(b.w, &(abut_force_def){.name = "load", .law = load, .b = shaft});
    (void)abut_add_force(b.w,
                         &(abut_force_def){.name = "guide", .law = guide, .a = housing, .b = shaft, .at_a = place.r});
    ck_assert_msg(!abut_check(b.w), "%s", abut_world_message(b.w));
    return b;
}

static void start(const bearing *b, const char *type, double rtol, double by_kind) {
    abut_solver_def s = {
        .type = type, .rtol = rtol, .atol_velocity = by_kind, .atol_angular_velocity = by_kind / 4.5e-3};
    ck_assert_msg(!abut_start(b->w, &s), "%s", abut_world_message(b->w));
}

static void advance(const bearing *b, double t) {
    ck_assert_msg(!abut_advance(b->w, t), "%s", abut_world_message(b->w));
}

/* An explicit method keeps all states in fixed axes. */
static void compare_axes(abut_pose place, double ramp) {
    bearing b[2] = {make(place, ramp), make(place, ramp)};
    start(&b[0], "rodas", 1e-8, 0);
    start(&b[1], "rk", 1e-8, 0);
    ck_assert_int_eq(b[0].w->system->frames, 1);
    ck_assert_int_eq(b[1].w->system->frames, 0);
    for (int k = 1; k <= 2; k++) {
        abut_bearing_state s[2];
        abut_roller_state r[2][Z];
        for (int i = 0; i < 2; i++) {
            advance(&b[i], 5e-5 * k);
            must(abut_read_roller_bearing(b[i].w, b[i].m, &s[i], r[i]));
        }
        /* loose rollers near a race do not bound steps */
        ck_assert(isinf(mb_time_to_touch(b[0].w->work)) && isfinite(mb_time_to_touch(b[1].w->work)));
        ck_assert_msg(v3_norm(v3_sub(s[0].force, s[1].force)) < 0.3, "forces %.9g %.9g", s[0].force.x, s[1].force.x);
        for (int j = 0; j < Z; j++) {
            abut_body_state p = abut_read_body(b[0].w, abut_bearing_roller(b[0].w, b[0].m, j + 1)),
                            q = abut_read_body(b[1].w, abut_bearing_roller(b[1].w, b[1].m, j + 1));
            double dr = v3_norm(v3_sub(p.r, q.r)), dv = v3_norm(v3_sub(p.v, q.v)), dw = v3_norm(v3_sub(p.w, q.w)),
                   turn = v3_norm(quat_log(quat_multiply(p.q, quat_conjugate(q.q))));
            ck_assert_msg(dr < 1e-9 && dv < 1e-4 && dw < 0.05 && turn < 1e-6, "roller %d: %g %g %g %g", j + 1, dr, dv,
                          dw, turn);
            ck_assert_msg(fabs(r[0][j].inner.Q - r[1][j].inner.Q) < 0.1, "roller %d: %g, %g N", j + 1, r[0][j].inner.Q,
                          r[1][j].inner.Q);
        }
    }
    for (int i = 0; i < 2; i++) abut_world_destroy(b[i].w);
}

START_TEST(turning_axes) { compare_axes((abut_pose){{0, 0, 0}, {1, 0, 0, 0}}, 0); }
END_TEST

START_TEST(turned_bearing) {
    const double c = cos(0.4), s = sin(0.4) / 3;
    compare_axes((abut_pose){{0.3, -0.2, 0.1}, {c, 2 * s, -s, 2 * s}}, 0);
}
END_TEST

START_TEST(running_up) { compare_axes((abut_pose){{0, 0, 0}, {1, 0, 0, 0}}, 8e-5); }
END_TEST

/* Means over some ms, by the trapezoidal rule; attempts in it. */
typedef struct means {
    double displacement, force, moment, cage, greatest;
    long attempts;
} means;

static means run(double rtol, double by_kind) {
    const double from = 5e-3, every = 2e-5;
    const int count = brief() ? 150 : 1000;
    bearing b = make((abut_pose){{0, 0, 0}, {1, 0, 0, 0}}, 0);
    start(&b, "rodas", rtol, by_kind);
    advance(&b, from);
    abut_run_stats first = abut_read_stats(b.w);
    means m = {0};
    for (int i = 0; i <= count; i++) {
        advance(&b, from + every * i);
        abut_bearing_state s;
        abut_roller_state r[Z];
        must(abut_read_roller_bearing(b.w, b.m, &s, r));
        double weight = (i == 0 || i == count ? 0.5 : 1) / count;
        m.displacement += weight * hypot(s.displacement.x, s.displacement.y);
        m.force += weight * -s.force.x;
        m.moment += weight * s.friction_moment;
        m.cage += weight * s.cage_speed;
        for (int j = 0; j < Z; j++) m.greatest = fmax(m.greatest, r[j].inner.Q);
    }
    abut_run_stats last = abut_read_stats(b.w);
    m.attempts = last.steps + last.rejected - first.steps - first.rejected;
    abut_world_destroy(b.w);
    return m;
}

/* The same means as with all rollers followed as exactly, in far fewer steps; tolerances by kind are taken as they are. */
START_TEST(light_rollers) {
    const means eased = run(1e-5, 0), exact = run(1e-5, 1e-5);
    printf("light rollers: %ld attempts, %ld if all are followed; moment %.6g, %.6g N m\n", eased.attempts,
           exact.attempts, eased.moment, exact.moment);
    ck_assert_msg(3 * eased.attempts < exact.attempts, "%ld, %ld", eased.attempts, exact.attempts);
    expect_near(eased.displacement, exact.displacement, 1e-4, NULL, "displacement");
    expect_near(eased.force, exact.force, 1e-4, NULL, "force");
    expect_near(eased.greatest, exact.greatest, 1e-3, NULL, "greatest load"); /* over the steps that each has chosen */
    expect_near(eased.cage, exact.cage, 1e-4, NULL, "orbit");
    expect_near(eased.moment, exact.moment, brief() ? 3e-3 : 1e-3, NULL, "moment");
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&turning_axes, &turned_bearing, &running_up, &light_rollers};
    return suite_main("roller motion", all, sizeof all / sizeof *all);
}
