/* What the motion of a ball bearing must obey whatever the figures: the spin axis of a ball forgets where it began, a mirrored
 * load mirrors everything, normals follow the equation of their frame, a cage goes with its balls, and the energy that the drive
 * puts in is found again. */
#include <math.h>
#include <string.h>

#include "base/quat.h"
#include "machine/ball_bearing/ball_bearing.h"
#include "support/bearing.h"
#include "support/suite.h"
#include "world/world.h"

/* ---- spin axis ---- */
static double start_turn; /* rad: the spin axes are turned by it about the direction of motion before the start */

static abut_status prepare_turned(abut_world *w, void *self) {
    const ball_bearing *b = self;
    abut_status status = bearing_prepare(w, self);
    for (int i = 0; i < b->def.balls.count; i++) {
        abut_body_def *d = &w->body[b->ball + i].def;
        vec3 along = v3_unit(d->start.v), orbit = v3(0, 0, b->orbit); /* the bearing stands upright */
        double h = 0.5 * start_turn;
        abut_quat q = {cos(h), sin(h) * along.x, sin(h) * along.y, sin(h) * along.z};
        d->start.w = v3_add(orbit, m3_mul(m3_of_quat(q), v3_sub(d->start.w, orbit)));
    }
    return status;
}

/* Angle of the spin axis of a ball in the radial plane to the bearing axis, and out of that plane (rad). */
static void spin_axis(const rig *r, int ball, double *pitch, double *yaw) {
    abut_ball_state state[8];
    must(abut_read_bearing(r->w, r->brg, &(abut_bearing_state){0}, state));
    abut_body_state b = abut_read_body(r->w, abut_bearing_ball(r->w, r->brg, ball));
    vec3 w = m3_mul(m3_of_quat(b.q), b.w);
    double c = cos(state[ball - 1].azimuth), s = sin(state[ball - 1].azimuth);
    double along = state[ball - 1].orbit - w.z; /* it spins backwards */
    *pitch = atan2(c * w.x + s * w.y, along);
    *yaw = atan2(-s * w.x + c * w.y, along);
}

/* Final pitch angle of ball 3 of an angular contact bearing under thrust, started with its spin axis turned. */
static double final_pitch(double turn, const char *patch, double *begin) {
    rig_def d = {.bearing = bearing8(),
                 .speed = RPM_3000,
                 .load = {0, 0, 500},
                 .from = 0.2,
                 .rise = 5e-3,
                 .mass = 0.5,
                 .inertia = {2e-4, 2e-4, 2e-4},
                 .solver = {.rtol = 1e-6, .start = ABUT_START_GIVEN}};
    d.bearing.contact_angle = 25 * DEGREE;
    d.bearing.thrust = 1;
    d.bearing.law.friction = (abut_choice){
        "coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-3}, {.name = "patch", .text = patch}}};
    rig r = rig_make(&d);
    machine_type turned = machine_ball_bearing;
    turned.prepare = prepare_turned;
    start_turn = turn;
    r.w->machine[r.brg.id].type = &turned; /* for the start only: a machine is known by its type */
    must(abut_start(r.w, &d.solver));
    r.w->machine[r.brg.id].type = &machine_ball_bearing;
    double pitch, yaw;
    spin_axis(&r, 3, begin, &yaw);
    rig_advance(&r, 0.1);
    spin_axis(&r, 3, &pitch, &yaw);
    abut_world_destroy(r.w);
    return pitch;
}

/* Friction over the ellipse turns the axis to where both races agree. Without it (in points) the axis of a ball is its own
 * affair. Somewhere between the angles at which one race would roll without spin,
 *   tan beta = sin alpha/(cos alpha + g) (outer) and sin alpha/(cos alpha - g) (inner), g = D/d_m, alpha about 26.8 deg. */
START_TEST(spin_axis_forgets_its_start) {
    const double turn[] = {0, 30, -40, 75};
    double first = 0, begin[2];
    for (int i = 0; i < (SANITIZED ? 2 : 4); i++) {
        double pitch = final_pitch(turn[i] * DEGREE, "ellipse", &begin[i > 0]);
        if (i == 0) first = pitch;
        if (i > 0) expect_within(begin[0] - begin[1], turn[i] * DEGREE, 1e-6, NULL, "start");
        expect_within(pitch, first, 1e-3 * DEGREE, NULL, "started %g deg off", turn[i]);
    }
    const double alpha = 26.8 * DEGREE, g = 9.525 / 38.5;
    ck_assert(first > atan(sin(alpha) / (cos(alpha) + g)) && first < atan(sin(alpha) / (cos(alpha) - g)));
    double kept = final_pitch(0, "point", &begin[0]) - final_pitch(30 * DEGREE, "point", &begin[1]);
    ck_assert_msg(kept > 15 * DEGREE, "%g rad", kept);
}
END_TEST

/* ---- mirrors ---- */
typedef struct look {
    abut_bearing_state s;
    abut_ball_state ball[8];
} look;

static look run_to(const rig_def *d, double t) {
    rig r = rig_start(d);
    look l;
    rig_advance(&r, t);
    must(abut_read_bearing(r.w, r.brg, &l.s, l.ball));
    abut_world_destroy(r.w);
    return l;
}

static void same_race(const abut_race_state *a, const abut_race_state *b, double flip, const char *what, int ball) {
    expect_within(a->Q, b->Q, 1e-5, NULL, "%s: load of ball %d", what, ball);
    if (a->Q > 1) expect_within(a->angle, flip * b->angle, 1e-6, NULL, "%s: angle of ball %d", what, ball);
    expect_within(a->loss, b->loss, 1e-5, NULL, "%s: loss at ball %d", what, ball);
    expect_within(a->slip, b->slip, 1e-5, NULL, "%s: slip of ball %d", what, ball);
}

static rig_def combined_load(void) {
    rig_def d = {.bearing = bearing8(),
                 .speed = RPM_3000,
                 .load = {700, 300, 200},
                 .rise = 2.5e-3,
                 .mass = 0.5,
                 .inertia = {2e-4, 2e-4, 3e-4},
                 .solver = {.rtol = 1e-8, .t_end = 0.005}};
    d.bearing.clearance = -5e-6;
    d.bearing.first_ball_angle = 0.3;
    return d;
}

/* Both runs see the same forces but for rounding, and the same steps. x -> -x: azimuth goes to pi - azimuth, so that the balls
 * are counted the other way round, spins about z are reversed. */
START_TEST(mirrored_in_x) {
    rig_def d = combined_load(), m = d;
    m.load.x = -d.load.x;
    m.speed = -d.speed;
    m.bearing.first_ball_angle = PI - d.bearing.first_ball_angle;
    look a = run_to(&d, 0.005), b = run_to(&m, 0.005);
    expect_within(b.s.displacement.x, -a.s.displacement.x, 1e-13, NULL, "x");
    expect_within(b.s.displacement.y, a.s.displacement.y, 1e-13, NULL, "y");
    expect_within(b.s.displacement.z, a.s.displacement.z, 1e-13, NULL, "z");
    expect_within(b.s.tilt.x, a.s.tilt.x, 1e-11, NULL, "tilt about x");
    expect_within(b.s.tilt.y, -a.s.tilt.y, 1e-11, NULL, "tilt about y");
    expect_within(b.s.force.x, -a.s.force.x, 1e-5, NULL, "force");
    expect_within(b.s.cage_speed, -a.s.cage_speed, 1e-7, NULL, "cage speed");
    for (int i = 0; i < 8; i++) {
        const abut_ball_state *p = &a.ball[i], *q = &b.ball[(8 - i) % 8];
        expect_within(remainder(q->azimuth - (PI - p->azimuth), 2 * PI), 0, 1e-9, NULL, "azimuth of ball %d", i + 1);
        same_race(&q->inner, &p->inner, 1, "x", i + 1);
        same_race(&q->outer, &p->outer, 1, "x", i + 1);
    }
    ck_assert(fabs(a.s.displacement.x) > 5e-6 && fabs(a.s.tilt.y) > 1e-5); /* there was something to mirror */
}
END_TEST

/* z -> -z: spins about z stay, contact angles and tilts are reversed. An angular contact bearing takes thrust from the other
 * side. */
START_TEST(mirrored_in_z) {
    for (int angular = SANITIZED; angular < 2; angular++) {
        rig_def d = combined_load(), m;
        if (angular)
            d.bearing.clearance = 0, d.bearing.contact_angle = 25 * DEGREE, d.bearing.thrust = 1, d.load.z = 900;
        m = d;
        m.load.z = -d.load.z;
        m.bearing.thrust = -d.bearing.thrust;
        look a = run_to(&d, 0.005), b = run_to(&m, 0.005);
        expect_within(b.s.displacement.x, a.s.displacement.x, 1e-13, NULL, "x");
        expect_within(b.s.displacement.y, a.s.displacement.y, 1e-13, NULL, "y");
        expect_within(b.s.displacement.z, -a.s.displacement.z, 1e-13, NULL, "z");
        expect_within(b.s.tilt.x, -a.s.tilt.x, 1e-11, NULL, "tilt about x");
        expect_within(b.s.tilt.y, -a.s.tilt.y, 1e-11, NULL, "tilt about y");
        expect_within(b.s.force.z, -a.s.force.z, 1e-5, NULL, "force");
        for (int i = 0; i < 8; i++) {
            expect_within(b.ball[i].azimuth, a.ball[i].azimuth, 1e-9, NULL, "azimuth of ball %d", i + 1);
            same_race(&b.ball[i].inner, &a.ball[i].inner, -1, "z", i + 1);
            same_race(&b.ball[i].outer, &a.ball[i].outer, -1, "z", i + 1);
        }
        ck_assert(fabs(a.s.displacement.z) > 1e-6);
    }
}
END_TEST

/* ---- the frame of a contact ---- */
typedef struct carried {
    vec3 gamma, alpha;
} carried;

/* Two intervals dt by the classical Runge-Kutta method; rate: of the normal at their ends and between. */
static carried carry(carried c, const vec3 rate[3], double dt) {
    static const int at[4] = {0, 1, 1, 2};
    vec3 dg[4], da[4];
    const double h = 2 * dt, share[4] = {h / 6, h / 3, h / 3, h / 6};
    for (int j = 0; j < 4; j++) {
        double back = j == 0 ? 0 : j == 3 ? h : 0.5 * h;
        vec3 g = j ? v3_axpy(back, dg[j - 1], c.gamma) : c.gamma, a = j ? v3_axpy(back, da[j - 1], c.alpha) : c.alpha;
        abut_frame_rate(g, rate[at[j]], a, &dg[j], &da[j]);
    }
    for (int j = 0; j < 4; j++)
        c.gamma = v3_axpy(share[j], dg[j], c.gamma), c.alpha = v3_axpy(share[j], da[j], c.alpha);
    return c;
}

/* gamma from its frame equation, by the rates of the normal alone, stays with the normal of the groove for 1 s (some 6 turns
 * of the cage). Runge-Kutta adds (w dt)^4/15 per radian, 4e-10 in all; the rest is the error of the run, whose velocities and
 * positions agree to its tolerance. Begun when the first microseconds are over, in which balls take up their exact speeds. */
static void follow_normal(const rig_def *d, const char *contact, double dt, double duration) {
    rig r = rig_start(d);
    const double from = 0.05;
    abut_contact c = abut_find_contact(r.w, contact);
    abut_element_out now = {.want_frame = true};
    rig_advance(&r, from);
    must(abut_read_contact(r.w, c, &now));
    carried f = {now.n, now.t1};
    vec3 rate[3] = {now.n_rate};
    double worst = 0, path = 0;
    for (int i = 0; i < (int)lround(duration / (2 * dt)); i++) {
        for (int k = 1; k < 3; k++) {
            rig_advance(&r, from + (2 * i + k) * dt);
            must(abut_read_contact(r.w, c, &now));
            rate[k] = now.n_rate;
        }
        f = carry(f, rate, dt);
        rate[0] = rate[2];
        worst = fmax(worst, v3_norm(v3_sub(f.gamma, now.n)));
        path += 2 * dt * v3_norm(now.n_rate);
    }
    ck_assert_msg(path > 35 * duration, "the normal turned by %g rad only", path);
    expect_within(worst, 0, 1e-8, NULL, "%s: gamma and the normal", contact);
    expect_within(v3_dot(f.gamma, f.alpha), 0, 1e-9, NULL, "%s: alpha stays across", contact);
    expect_within(v3_norm(f.alpha), 1, 1e-9, NULL, "%s: length of alpha", contact);
    abut_world_destroy(r.w);
}

static rig_def bearing_of_the_trials(void) { /* ball radius 10 mm on 50 mm, groove radius 10.4 mm, 100 rad/s */
    const abut_material steel = {2.06e11, 0.3, 7800, false};
    return (rig_def){.bearing = {.name = "brg",
                                 .balls = {8, 0.02, steel},
                                 .material = steel,
                                 .pitch_diameter = 0.1,
                                 .clearance = -20e-6},
                     .speed = 100,
                     .gravity = {0, -9.81, 0},
                     .solver = {.rtol = 1e-9}};
}

START_TEST(gamma_follows_the_normal) {
    rig_def d = bearing_of_the_trials();
    follow_normal(&d, "brg.ball1.outer", 1e-4, SANITIZED ? 0.2 : 1);
}
END_TEST

/* Combined load on an angular contact: the normal moves on a cone that wobbles. */
START_TEST(gamma_follows_a_wobbling_normal) {
    rig_def d = bearing_of_the_trials();
    d.bearing.clearance = 0;
    d.bearing.contact_angle = 25 * DEGREE;
    d.bearing.thrust = 1;
    d.bearing.law.friction = (abut_choice){"coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-2}}};
    d.mass = 0.5;
    d.inertia[0] = d.inertia[1] = d.inertia[2] = 1e-4;
    d.load = v3(300, 0, 500);
    d.rise = 0.02;
    d.solver.rtol = 1e-10;
    follow_normal(&d, "brg.ball2.inner", 2.5e-5, SANITIZED ? 0.02 : 0.4);
}
END_TEST

/* ---- cage ---- */

/* A cage on balls lies e off the middle towards the load zone, where the balls then follow each other e/R closer: as many pass as
 * before, so that the cage goes ahead of them by e/R (0.4 % here: half the pocket clearance over the pitch radius). Mean cage
 * speed within 0.5 % of FTF, and explained to 0.1 %. */
START_TEST(cage_speed) {
    rig_def d = {.bearing = bearing8(),
                 .speed = RPM_3000,
                 .load = {1000, 0, 0},
                 .rise = 0.02,
                 .mass = 0.5,
                 .inertia = {2e-4, 2e-4, 2e-4},
                 .gravity = {9.81, 0, 0},
                 .solver = {.rtol = 1e-5}};
    d.bearing.clearance = -5e-6;
    d.bearing.cage.mass = 0.01;
    d.bearing.cage.mu = 0.05;
    rig r = rig_start(&d);
    const double ftf = abut_bearing_rolling(&d.bearing, d.speed, 0).ftf, from = 0.05, dt = 5e-4;
    const int samples = SANITIZED ? 60 : 320;
    double mean = 0, off = 0;
    for (int i = 0; i < samples; i++) {
        abut_bearing_state s;
        rig_advance(&r, from + i * dt);
        must(abut_read_bearing(r.w, r.brg, &s, NULL));
        mean += s.cage_speed / (2 * PI * samples);
        off += abut_read_body(r.w, abut_bearing_cage(r.w, r.brg)).r.x / samples;
    }
    abut_world_destroy(r.w);
    expect_near(mean, ftf, 5e-3, NULL, "cage speed");
    ck_assert_msg(off > 40e-6, "the cage lies %g um off the middle", 1e6 * off);
    /* the loaded balls themselves are 0.085 % ahead (test_bearing_dynamics: rolls_beside_the_middle) */
    if (!SANITIZED)
        expect_near(mean, ftf * 1.00085 * (1 + off / (0.5 * 38.5e-3)), 1e-3, NULL, "cage speed by its place");
}
END_TEST

/* What the drive and the load put in is stored or lost in contacts: to 1e-6 of the work at rtol 1e-9. Hertz forces on grooves
 * are conservative while contact angles do not change, and with `conservative: 1` in any case. */
static void balance(const rig_def *d, double t_end) {
    rig r = rig_start(d);
    rig_advance(&r, t_end);
    abut_energy e = abut_read_energy(r.w);
    abut_world_destroy(r.w);
    double lost = e.dissipated_normal + e.dissipated_friction + e.dissipated_dampers;
    ck_assert_double_gt(e.dissipated_friction, 1e-3);
    ck_assert_double_gt(e.dissipated_normal, 0);
    expect_near(e.work_of_loads_and_drives, lost + e.final - e.initial, 1e-6, NULL, "work of drive and load");
    expect_within(e.final, e.kinetic + e.gravity + e.springs + e.contacts, 1e-12, NULL, "stored energy");
}

static rig_def with_a_cage(void) {
    rig_def d = {.bearing = bearing8(),
                 .speed = RPM_3000,
                 .load = {0, -1000, 0},
                 .rise = 5e-3,
                 .mass = 0.5,
                 .inertia = {2e-4, 2e-4, 2e-4},
                 .gravity = {0, -9.81, 0},
                 .solver = {.rtol = 1e-9}};
    d.bearing.clearance = -5e-6;
    d.bearing.cage.mass = 0.01;
    d.bearing.cage.mu = 0.05;
    return d;
}

START_TEST(energy_with_a_cage) {
    rig_def d = with_a_cage();
    balance(&d, SANITIZED ? 0.008 : 0.015);
}
END_TEST

START_TEST(energy_under_combined_load) {
    static const abut_choice damping = {"hunt_crossley", {{.name = "chi", .value = 0.3}}};
    rig_def d = with_a_cage();
    d.load.z = 200;
    d.bearing.law.normal =
        (abut_choice){"hertz", {{.name = "damping", .choice = &damping}, {.name = "conservative", .value = 1}}};
    balance(&d, SANITIZED ? 0.008 : 0.015);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &spin_axis_forgets_its_start,     &mirrored_in_x, &mirrored_in_z,      &gamma_follows_the_normal,
        &gamma_follows_a_wobbling_normal, &cage_speed,    &energy_with_a_cage, &energy_under_combined_load};
    return suite_main("bearing_motion", all, sizeof all / sizeof *all);
}
