/* Friction that sticks and slips with located transitions (solver bdf): a block on four points dragged by a spring, on an
 * incline and dropped, and a mass on a belt, against an independent program and closed forms; what readers see around an
 * event; and that contacts hold their modes for this solver only. */
#include <math.h>
#include <string.h>

#include "abut/world.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"

static const double G = 9.81, MASS = 10, PI = 3.14159265358979323846;
static const double X_AXIS[3] = {1, 0, 0};
enum { POINTS = 4 };

static double damping_of(double c) { return 1.2 * sqrt(MASS * c); }
static abut_choice linear(double c, double d) {
    return (abut_choice){"linear", {{.name = "stiffness", .value = c}, {.name = "damping", .value = d}}};
}
static abut_choice stick_slip(double mu, double mu_static, double c) {
    return (abut_choice){"stick_slip",
                         {{.name = "mu", .value = mu},
                          {.name = "mu_static", .value = mu_static},
                          {.name = "stiffness", .value = c},
                          {.name = "damping", .value = damping_of(c)}}};
}
static abut_surface add_surface(abut_world *w, abut_body body, const char *name, const char *shape, abut_vec3 at) {
    return abut_add_surface(
        w, body, &(abut_surface_def){.name = name, .shape = {.type = shape}, .material.rigid = true, .place.r = at});
}

/* ---- the block ---- */
typedef struct block_def {
    double c, mu, mu_static;
    double angle; /* rad, of the incline: downhill is +x */
    double speed; /* m/s, of the pull; 0: no spring */
    double lift;  /* m, above the place where it rests */
} block_def;
typedef struct block {
    abut_world *w;
    abut_body body;
    abut_contact point[POINTS];
} block;

static void pull(block *o, double speed) {
    abut_body hook = abut_add_body(
        o->w, &(abut_body_def){.name = "hook",
                               .fixed = true,
                               .start.r = {0.1, 0, 0.07},
                               .drive = {.given = true, .translation = true, .speed = speed, .axis = {1, 0, 0}}});
    abut_add_force(o->w, &(abut_force_def){.name = "pull",
                                           .a = hook,
                                           .b = o->body,
                                           .at_b = {0.1, 0, 0.02},
                                           .law = {"spring",
                                                   {{.name = "stiffness", .value = 1e4},
                                                    {.name = "axis", .data = X_AXIS, .count = 3}}}});
}

static block make_block(const block_def *d) {
    static const char *const name[POINTS] = {"p0", "p1", "p2", "p3"};
    block o = {.w = abut_world_create(&(abut_world_def){.gravity = {G * sin(d->angle), 0, -G * cos(d->angle)}})};
    o.body = abut_add_body(o.w, &(abut_body_def){.name = "block",
                                                 .mass = MASS,
                                                 .inertia = {MASS * 0.05 / 12, MASS * 0.05 / 12, MASS * 0.08 / 12},
                                                 .start.r = {0, 0, 0.05 - MASS * G / (4 * d->c) + d->lift}});
    abut_surface floor = add_surface(o.w, (abut_body){0}, "floor", "plane", (abut_vec3){0, 0, 0});
    for (int i = 0; i < POINTS; i++) {
        abut_vec3 at = {i % 2 ? 0.1 : -0.1, i / 2 ? 0.1 : -0.1, -0.05};
        o.point[i] = abut_add_contact(o.w, floor, add_surface(o.w, o.body, name[i], "point", at),
                                      &(abut_law_def){.name = name[i],
                                                      .normal = linear(d->c, damping_of(d->c)),
                                                      .friction = stick_slip(d->mu, d->mu_static, d->c)});
    }
    if (d->speed > 0) pull(&o, d->speed);
    ck_assert_msg(abut_check(o.w) == ABUT_OK, "%s", abut_world_message(o.w));
    return o;
}

static void start(abut_world *w, const char *solver, double rtol, double t_end) {
    double f = rtol / 1e-6;
    abut_status s = abut_start(w, &(abut_solver_def){.type = solver,
                                                     .rtol = rtol,
                                                     .t_end = t_end,
                                                     .atol_position = 1e-9 * f,
                                                     .atol_angle = 2e-8 * f, /* 1e-8 of the quaternion */
                                                     .atol_velocity = 1e-6 * f,
                                                     .atol_angular_velocity = 1e-6 * f});
    ck_assert_msg(s == ABUT_OK, "%s", abut_world_message(w));
}
static void go(abut_world *w, double t) { ck_assert_msg(abut_advance(w, t) == ABUT_OK, "%s", abut_world_message(w)); }
static void step(abut_world *w) { ck_assert_msg(abut_step(w) == ABUT_OK, "%s", abut_world_message(w)); }
static abut_element_out read(const abut_world *w, abut_contact c) {
    abut_element_out o = {0};
    must(abut_read_contact(w, c, &o));
    return o;
}

START_TEST(dragged_block_follows_the_reference) {
    block o = make_block(&(block_def){.c = 1e8, .mu = 0.2, .mu_static = 0.3, .speed = 0.01});
    table t = table_read("block_drag.csv");
    start(o.w, "bdf", 1e-8, 3);
    for (size_t row = 0; row < t.rows; row++) {
        double time = table_at(&t, row, "t");
        go(o.w, time);
        abut_body_state s = abut_read_body(o.w, o.body);
        expect_within(s.r.x, table_number(&t, row, "x"), 5e-5, NULL, "x at %g s", time);
        expect_within(s.r.y, 0, 1e-5, NULL, "y at %g s", time);
        expect_within(s.r.z, table_number(&t, row, "z"), 1e-7, NULL, "z at %g s", time);
        expect_within(s.q.y, table_number(&t, row, "q2"), 1e-7, NULL, "pitch at %g s", time);
        for (int i = 0; i < POINTS; i++) {
            static const char *const mode[POINTS] = {"mode0", "mode1", "mode2", "mode3"};
            ck_assert_msg(read(o.w, o.point[i]).mode == (int)table_at(&t, row, mode[i]), "mode of point %d at %g s", i,
                          time);
        }
    }
    abut_energy e = abut_read_energy(o.w);
    expect_within(e.residual, 0, 1e-4 * e.work_of_loads_and_drives, NULL, "energy");
    table_free(&t);
    abut_world_destroy(o.w);
}
END_TEST

/* Pairs of points change together; within a cycle the order is: rear pair slips, front pair slips, all stick. */
START_TEST(order_of_events) {
    block o = make_block(&(block_def){.c = 1e8, .mu = 0.2, .mu_static = 0.3, .speed = 0.05});
    start(o.w, "bdf", 1e-6, 2);
    int mode[POINTS] = {1, 1, 1, 1}, switches = 0;
    double slipped[POINTS] = {0};
    while (abut_read_stats(o.w).t < 2) {
        step(o.w);
        for (int i = 0; i < POINTS; i++) {
            int now = read(o.w, o.point[i]).mode;
            if (now != mode[i] && now == 2) slipped[i] = abut_time(o.w);
            switches += now != mode[i];
            mode[i] = now;
        }
    }
    for (int i = 0; i < 2; i++)
        expect_within(slipped[i], slipped[i + 2], 2e-5, NULL, "points %d and %d slip together", i, i + 2);
    expect_within(slipped[1] - slipped[0], 1.41e-4, 1e-5, NULL, "the front pair follows");
    ck_assert_int_ge(switches, 76);
    ck_assert_int_le(switches, 86);
    abut_world_destroy(o.w);
}
END_TEST

/* The independent program takes 1757, 1636, 1657 steps and, at 1e8 N/m, 2384 evaluations; ours counts one more per step, for
 * the energies. */
START_TEST(effort_does_not_grow_with_stiffness) {
    static const double c[] = {1e7, 1e8, 1e9}, steps[] = {1757, 1636, 1657};
    for (int i = 0; i < 3; i++) {
        block o = make_block(&(block_def){.c = c[i], .mu = 0.2, .mu_static = 0.3, .speed = 0.05});
        start(o.w, "bdf", 1e-6, 2);
        go(o.w, 2);
        abut_run_stats s = abut_read_stats(o.w);
        ck_assert_msg((double)s.steps < 1.3 * steps[i], "%ld steps at %g N/m", s.steps, c[i]);
        ck_assert_msg((double)(s.rhs_evals - s.steps) < 1.3 * 2384, "%ld evaluations at %g N/m", s.rhs_evals, c[i]);
        expect_within(abut_read_body(o.w, o.body).r.x, 0.099678, 5e-5, NULL, "x at %g N/m", c[i]);
        abut_energy e = abut_read_energy(o.w);
        expect_within(e.residual, 0, 1e-3 * e.work_of_loads_and_drives, NULL, "energy at %g N/m", c[i]);
        abut_world_destroy(o.w);
    }
}
END_TEST

START_TEST(sudden_incline) {
    table t = table_read("incline_sudden.csv");
    for (size_t row = 0; row < t.rows; row++) {
        double degrees = table_at(&t, row, "angle_deg"), angle = degrees * PI / 180, mu = 0.25;
        block o = make_block(&(block_def){.c = 1e8, .mu = mu, .mu_static = 0.3, .angle = angle});
        start(o.w, "bdf", 1e-8, 0.5);
        go(o.w, 0.5);
        abut_body_state s = abut_read_body(o.w, o.body);
        bool slides = degrees > 14;
        expect_within(s.r.x, table_number(&t, row, "x"), slides ? 1e-7 : 1e-14, NULL, "x at %g degrees", degrees);
        expect_within(s.a.x, table_number(&t, row, "a"), 2e-6, NULL, "acceleration at %g degrees", degrees);
        if (slides)
            expect_within(s.a.x, G * (sin(angle) - mu * cos(angle)), 1e-6, NULL, "closed form at %g degrees", degrees);
        abut_world_destroy(o.w);
    }
    table_free(&t);
}
END_TEST

/* ---- the belt ---- */
typedef struct belt {
    abut_world *w;
    abut_body mass;
    abut_contact contact;
} belt;

static belt make_belt(double V, double cs, abut_choice friction) {
    const double c = 1e8;
    belt o = {.w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -G}})};
    abut_body band = abut_add_body(
        o.w, &(abut_body_def){.name = "band",
                              .fixed = true,
                              .drive = {.given = true, .translation = true, .speed = V, .axis = {1, 0, 0}}});
    o.mass = abut_add_body(
        o.w, &(abut_body_def){
                 .name = "mass", .mass = MASS, .inertia = {1, 1, 1}, .start = {.r.z = -MASS * G / c, .v.x = V}});
    abut_surface top = add_surface(o.w, band, "top", "plane", (abut_vec3){0, 0, 0});
    abut_surface foot = add_surface(o.w, o.mass, "foot", "point", (abut_vec3){0, 0, 0});
    if (!friction.type) friction = stick_slip(0.2, 0.3, cs);
    o.contact =
        abut_add_contact(o.w, top, foot, &(abut_law_def){.name = "foot", .normal = linear(c, 0), .friction = friction});
    abut_add_joint(o.w, &(abut_joint_def){.name = "rail", /* along x: the load stays m g */
                                          .type = "prismatic",
                                          .child = o.mass,
                                          .place.q = {sqrt(0.5), 0, sqrt(0.5), 0}});
    abut_add_force(o.w, &(abut_force_def){.name = "spring",
                                          .b = o.mass,
                                          .law = {"spring",
                                                  {{.name = "stiffness", .value = 1e4},
                                                   {.name = "axis", .data = X_AXIS, .count = 3}}}});
    ck_assert_msg(abut_check(o.w) == ABUT_OK, "%s", abut_world_message(o.w));
    return o;
}

START_TEST(belt_periods) {
    table t = table_read("belt_periods.csv");
    for (size_t row = 0; row < t.rows; row++) {
        double V = table_at(&t, row, "V"), cs = table_at(&t, row, "c"), first = 0, last = 0;
        belt o = make_belt(V, cs, (abut_choice){0});
        start(o.w, "bdf", 1e-8, 0);
        int mode = 1, count = 0;
        while (abut_time(o.w) < 2.2) {
            step(o.w);
            int now = read(o.w, o.contact).mode;
            if (now == 2 && mode == 1) {
                last = abut_time(o.w);
                if (count++ == 0) first = last;
            }
            mode = now;
        }
        ck_assert_int_gt(count, 3);
        expect_near((last - first) / (count - 1), table_number(&t, row, "period"), 3e-6, NULL, "period, V %g cs %g", V,
                    cs);
        expect_near(first, table_number(&t, row, "first_breakaway"), 3e-6, NULL, "first break-away, V %g cs %g", V, cs);
        abut_world_destroy(o.w);
    }
    table_free(&t);
}
END_TEST

/* ---- opening and closing ---- */

/* Released when the force vanishes: e = exp(-2 zeta arccos(zeta)/sqrt(1 - zeta^2)); both directions have the same spring, and
 * the points stick: the tangential speed is reflected alike. */
START_TEST(dropped_point) {
    const double zeta = 0.6, e = exp(-2 * zeta * acos(zeta) / sqrt(1 - zeta * zeta)), v = 0.5;
    abut_world *w = abut_world_create(&(abut_world_def){0});
    abut_body ball = abut_add_body(
        w, &(abut_body_def){
               .name = "ball", .mass = MASS, .inertia = {1, 1, 1}, .start = {.r.z = 1e-3, .v = {0.01, 0, -v}}});
    abut_surface floor = add_surface(w, (abut_body){0}, "floor", "plane", (abut_vec3){0, 0, 0});
    abut_surface foot = add_surface(w, ball, "foot", "point", (abut_vec3){0, 0, 0});
    abut_contact c = abut_add_contact(
        w, floor, foot, &(abut_law_def){.normal = linear(1e8, damping_of(1e8)), .friction = stick_slip(0.1, 0.1, 1e8)});
    start(w, "bdf", 1e-8, 0);
    go(w, 0.01);
    abut_body_state s = abut_read_body(w, ball);
    abut_energy energy = abut_read_energy(w);
    expect_near(s.v.z / v, e, 1e-5, NULL, "restitution");
    expect_near(s.v.x / 0.01, -e, 1e-4, NULL, "tangential restitution");
    expect_within(energy.residual, 0, 2e-5 * energy.initial, NULL, "energy, also what was stored at the release");
    ck_assert_int_eq((int)abut_read_stats(w).events, 2);
    ck_assert_int_eq((int)abut_read_contact_stats(w, c).touches, 1);
    abut_world_destroy(w);
}
END_TEST

/* A block that falls flat comes to rest on its four points, through many openings and closings. */
START_TEST(block_comes_to_rest) {
    block o = make_block(&(block_def){.c = 1e8, .mu = 0.2, .mu_static = 0.3, .lift = 0.01});
    start(o.w, "bdf", 1e-7, 0);
    go(o.w, 0.5);
    abut_body_state s = abut_read_body(o.w, o.body);
    expect_within(s.r.z, 0.05 - MASS * G / 4e8, 1e-9, NULL, "height");
    expect_within(s.v.z, 0, 1e-6, NULL, "speed");
    double N = 0;
    for (int i = 0; i < POINTS; i++) N += read(o.w, o.point[i]).N;
    expect_near(N, MASS * G, 1e-5, NULL, "load");
    abut_energy e = abut_read_energy(o.w);
    expect_within(e.residual, 0, 2e-4, NULL, "energy");
    abut_world_destroy(o.w);
}
END_TEST

/* ---- readers ---- */

/* Within the step that ends at break-away readers see the spring from its anchor, at its end the sliding force. */
START_TEST(readers_see_the_mode_of_the_instant) {
    belt o = make_belt(0.02, 1e8, (abut_choice){0});
    start(o.w, "bdf", 1e-8, 0);
    double before = 0;
    while (read(o.w, o.contact).mode == 1) {
        before = abut_time(o.w);
        step(o.w);
    }
    double at = abut_time(o.w), N = MASS * G;
    expect_near(read(o.w, o.contact).force.x, 0.2 * N, 1e-6, NULL, "sliding force at the event");
    for (int i = 1; i < 4; i++) {
        go(o.w, before + 0.25 * i * (at - before));
        abut_element_out c = read(o.w, o.contact);
        abut_body_state s = abut_read_body(o.w, o.mass);
        ck_assert_int_eq(c.mode, 1);
        expect_near(c.force.x, 1e4 * s.r.x + MASS * s.a.x, 1e-6, NULL, "sticking force before the event");
        expect_within(s.a.x, 0, 1e-3, NULL, "no acceleration before the event");
    }
    go(o.w, at - 1e-9);
    expect_near(read(o.w, o.contact).force.x, 0.3 * N, 1e-4, NULL, "force just before the event");
    abut_world_destroy(o.w);
}
END_TEST

/* ---- who holds ---- */

/* After a run with bdf other solvers, and statics, find contacts that change as it comes. */
START_TEST(other_solvers_are_not_held) {
    block_def def = {.c = 1e8, .mu = 0.2, .mu_static = 0.3, .lift = 1e-4};
    block used = make_block(&def), new = make_block(&def);
    start(used.w, "bdf", 1e-6, 0);
    go(used.w, 0.1);
    start(used.w, "rodas", 1e-6, 0);
    start(new.w, "rodas", 1e-6, 0);
    go(used.w, 0.05);
    go(new.w, 0.05);
    double z = abut_read_body(new.w, new.body).r.z;
    ck_assert(abut_read_body(used.w, used.body).r.z == z);
    start(used.w, "bdf", 1e-6, 0); /* open at the start */
    ck_assert_msg(abut_static(used.w, NULL, NULL) == ABUT_OK, "%s", abut_world_message(used.w));
    expect_within(abut_read_body(used.w, used.body).r.z, 0.05 - MASS * G / 4e8, 1e-9, NULL, "equilibrium");
    go(used.w, 0.05);
    expect_within(abut_read_body(used.w, used.body).r.z, 0.05 - MASS * G / 4e8, 1e-9, NULL, "it stays there");
    abut_world_destroy(used.w);
    abut_world_destroy(new.w);
}
END_TEST

/* Laws without located transitions (bristle) and contacts with gap events go along. */
START_TEST(mixed_contacts) {
    block o = make_block(&(block_def){.c = 1e8, .mu = 0.2, .mu_static = 0.3, .speed = 0.05});
    abut_body ball =
        abut_add_body(o.w, &(abut_body_def){.name = "ball", .mass = 1, .inertia = {1, 1, 1}, .start.r = {1, 0, 0.005}});
    abut_surface floor = abut_find_surface(o.w, "floor");
    abut_add_contact(o.w, floor, add_surface(o.w, ball, "foot", "point", (abut_vec3){0, 0, 0}),
                     &(abut_law_def){.name = "foot", .normal = linear(1e6, 500)});
    abut_solver_def solver = {.type = "bdf", .rtol = 1e-6, .events = true};
    solver.atol_position = 1e-9, solver.atol_angle = 2e-8, solver.atol_velocity = solver.atol_angular_velocity = 1e-6;
    ck_assert_msg(abut_start(o.w, &solver) == ABUT_OK, "%s", abut_world_message(o.w));
    /* touches at sqrt(2 h/g) */
    double touch = sqrt(2 * 0.005 / G), least = 1;
    while (abut_time(o.w) < 0.1) {
        step(o.w);
        least = fmin(least, fabs(abut_time(o.w) - touch));
    }
    ck_assert_msg(least < 1e-6, "the touch of the ball was missed by %g s", least);
    go(o.w, 0.3);
    expect_within(abut_read_body(o.w, o.body).r.x, 0.0114128, 5e-5, NULL, "x of the block");
    abut_world_destroy(o.w);
    belt b = make_belt(0.02, 0, (abut_choice){"bristle", {{.name = "mu", .value = 0.2}}});
    start(b.w, "bdf", 1e-6, 0);
    go(b.w, 0.2);
    ck_assert_int_eq((int)abut_read_stats(b.w).events, 0);
    abut_world_destroy(b.w);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&dragged_block_follows_the_reference,
                                              &order_of_events,
                                              &effort_does_not_grow_with_stiffness,
                                              &sudden_incline,
                                              &belt_periods,
                                              &dropped_point,
                                              &block_comes_to_rest,
                                              &readers_see_the_mode_of_the_instant,
                                              &other_solvers_are_not_held,
                                              &mixed_contacts};
    return suite_main("transitions", all, sizeof all / sizeof *all);
}
