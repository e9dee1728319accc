/* Modes against closed forms: oscillators, pendulums, loops, contacts, rotors, follower forces, a bearing; and refusals. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/model.h"
#include "support/resting_bearing.h"
#include "support/suite.h"

typedef struct found {
    model m;
    abut_mode_list list;
} found;

static void shout(const model_error *error, void *user) {
    (void)user;
    ck_abort_msg("%s", error->text);
}

static found modes_of(const char *text, abut_modes_place place) {
    found f = {0};
    ck_assert_int_eq(model_read_text("test", text, strlen(text), NULL, 0, shout, NULL, &f.m), 0);
    abut_status status = abut_modes(f.m.world, NULL, place, &f.list);
    ck_assert_msg(status == ABUT_OK, "%s", abut_world_message(f.m.world));
    return f;
}

static void done(found *f) {
    abut_modes_free(&f->list);
    ck_assert_ptr_null(f->list.mode);
    model_free(&f->m);
}

static int count_of(const abut_mode_list *l, abut_mode_kind kind) {
    int count = 0;
    for (int i = 0; i < l->count; i++) count += l->mode[i].kind == kind;
    return count;
}

static int unstable_of(const abut_mode_list *l) {
    int count = 0;
    for (int i = 0; i < l->count; i++) count += l->mode[i].unstable;
    return count;
}

/* The oscillation number i, counted from 0. */
static const abut_mode *swing(const abut_mode_list *l, int i) {
    for (int k = 0; k < l->count; k++)
        if (l->mode[k].kind == ABUT_MODE_OSCILLATION && i-- == 0) return &l->mode[k];
    ck_abort_msg("there are not enough oscillations");
    return NULL;
}

static const abut_mode_motion *motion_of(const found *f, int mode, const char *body) {
    return &f->list.motion[mode * (f->list.bodies + 1) + abut_find_body(f->m.world, body).id];
}

/* ---- one mass ---- */
#define SLIDER                                                                                                         \
    "abut: 1\n"                                                                                                        \
    "bodies:\n"                                                                                                        \
    "  - {name: ground, fixed: true}\n"                                                                                \
    "  - {name: mass, mass: 2, inertia: [1, 1, 1]}\n"                                                                  \
    "joints:\n"                                                                                                        \
    "  - {name: guide, type: prismatic, parent: ground, child: mass}\n"                                                \
    "forces:\n"                                                                                                        \
    "  - {type: spring, between: [ground, mass], axis: [0, 0, 1], stiffness: 800"

START_TEST(spring_and_mass) {
    found f = modes_of(SLIDER "}\n", ABUT_MODES_EQUILIBRIUM);
    ck_assert_int_eq(f.list.count, 1);
    ck_assert_int_eq(f.list.mode[0].kind, ABUT_MODE_OSCILLATION);
    expect_near(f.list.mode[0].frequency, 20 / (2 * pi), 1e-14, NULL, "frequency");
    expect_within(f.list.mode[0].damping_ratio, 0, 1e-14, NULL, "damping");
    ck_assert(!f.list.mode[0].unstable);
    const abut_mode_motion *m = motion_of(&f, 0, "mass");
    expect_near(m->translation_re.z, 1 / sqrtl(2), 1e-14, NULL, "shape in the norm of the mass");
    expect_near(m->share, 1, 1e-14, NULL, "share");
    ck_assert(!motion_of(&f, 0, "ground")->moves);
    done(&f);
}
END_TEST

START_TEST(damped_oscillator) {
    found f = modes_of(SLIDER ", damping: 16}\n", ABUT_MODES_EQUILIBRIUM);
    const abut_mode *m = swing(&f.list, 0);
    expect_near(m->damping_ratio, 0.2L, 1e-13, NULL, "damping ratio");
    expect_near(m->re, -4, 1e-13, NULL, "real part");
    expect_near(m->undamped, 20 / (2 * pi), 1e-13, NULL, "undamped frequency");
    expect_near(m->frequency, 20 * sqrtl(0.96L) / (2 * pi), 1e-13, NULL, "damped frequency");
    done(&f);
    f = modes_of(SLIDER ", damping: 200}\n", ABUT_MODES_EQUILIBRIUM);
    ck_assert_int_eq(f.list.count, 2);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(f.list.mode[i].kind, ABUT_MODE_DECAY);
        expect_near(f.list.mode[i].re, -50 + (i ? -1 : 1) * sqrtl(2100), 1e-12, NULL, "decay %d", i);
    }
    done(&f);
}
END_TEST

/* Free: 3 directions, nothing hinders them. With a damper and no spring: free still, and one decay. */
START_TEST(free_directions) {
    found f = modes_of("abut: 1\nbodies:\n  - {name: a, mass: 1, inertia: [1, 2, 2.5]}\n", ABUT_MODES_EQUILIBRIUM);
    ck_assert_int_eq(f.list.count, 6);
    ck_assert_int_eq(count_of(&f.list, ABUT_MODE_FREE), 6);
    done(&f);
    char text[800];
    (void)snprintf(text, sizeof text, "%s, damping: 16}\n", SLIDER);
    memcpy(strstr(text, "800"), "  0", 3);
    f = modes_of(text, ABUT_MODES_EQUILIBRIUM);
    ck_assert_int_eq(f.list.count, 2);
    ck_assert_int_eq(f.list.mode[0].kind, ABUT_MODE_FREE);
    expect_near(f.list.mode[1].re, -8, 1e-13, NULL, "decay of the speed");
    done(&f);
    /* two masses and a spring between them: stiff beside free */
    f = modes_of("abut: 1\nbodies:\n"
                 "  - {name: a, mass: 1, inertia: [1, 1, 1]}\n"
                 "  - {name: b, mass: 3, inertia: [1, 1, 1], position: [0.5, 0, 0]}\n"
                 "forces:\n  - {type: bushing, between: [a, b], stiffness: 3e9, torsion: 1e9}\n",
                 ABUT_MODES_EQUILIBRIUM);
    ck_assert_int_eq(count_of(&f.list, ABUT_MODE_FREE), 6);
    ck_assert_int_eq(count_of(&f.list, ABUT_MODE_OSCILLATION), 6);
    ck_assert_int_eq(unstable_of(&f.list), 0);
    done(&f);
}
END_TEST

/* ---- pendulums ---- */

/* Two rods: angles from the vertical, M and K of small swings; the smaller or larger root of det(K - x M) = 0. */
static double rods_frequency(double m1, double I1, double a1, double l1, double m2, double I2, double a2, int which) {
    double g = 9.81, M11 = I1 + m1 * a1 * a1 + m2 * l1 * l1, M12 = m2 * l1 * a2, M22 = I2 + m2 * a2 * a2;
    double K1 = (m1 * a1 + m2 * l1) * g, K2 = m2 * a2 * g;
    double A = M11 * M22 - M12 * M12, B = K1 * M22 + K2 * M11, root = sqrt(B * B - 4 * A * K1 * K2);
    return sqrt((B + (which ? root : -root)) / (2 * A)) / (2 * pi);
}

#define RODS(start)                                                                                                    \
    "abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n"                                                                       \
    "  - {name: upper, mass: 1.5, inertia: [0.02, 0.02, 0.001], position: [0, 0, -0.3]}\n"                             \
    "  - {name: lower, mass: 0.7, inertia: [0.01, 0.01, 0.001], position: [0, 0, -0.75]}\n"                            \
    "joints:\n"                                                                                                        \
    "  - {name: top, type: revolute, child: upper, position: [0, 0, 0], orientation: {axis: [1, 0, 0], angle: 90 "     \
    "deg}}\n"                                                                                                          \
    "  - {name: elbow, type: revolute, parent: upper, child: lower, position: [0, 0, -0.5],\n"                         \
    "     orientation: {axis: [1, 0, 0], angle: 90 deg}}\n" start

START_TEST(double_pendulum) {
    found f = modes_of(RODS(""), ABUT_MODES_EQUILIBRIUM);
    ck_assert_int_eq(f.list.count, 2);
    for (int i = 0; i < 2; i++) {
        expect_near(f.list.mode[i].frequency, rods_frequency(1.5, 0.02, 0.3, 0.5, 0.7, 0.01, 0.25, i), 1e-12, NULL,
                    "swing %d", i);
        double sum = motion_of(&f, i, "upper")->share + motion_of(&f, i, "lower")->share;
        expect_near(sum, 1, 1e-14, NULL, "shares");
    }
    done(&f);
}
END_TEST

/* A plate on two cranks of the same length, a loop of joints: it stays level, everything swings as one pendulum. */
START_TEST(parallel_cranks) {
    found f = modes_of("abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n"
                       "  - {name: left, mass: 0.4, inertia: [0.004, 0.004, 0.001], position: [0, 0, -0.2]}\n"
                       "  - {name: right, mass: 0.4, inertia: [0.004, 0.004, 0.001], position: [1, 0, -0.2]}\n"
                       "  - {name: plate, mass: 3, inertia: [0.1, 0.2, 0.1], position: [0.5, 0, -0.4]}\n"
                       "joints:\n"
                       "  - {name: a, type: revolute, child: left, orientation: {axis: [1, 0, 0], angle: 90 deg}}\n"
                       "  - {name: b, type: revolute, child: right, position: [1, 0, 0],\n"
                       "     orientation: {axis: [1, 0, 0], angle: 90 deg}}\n"
                       "  - {name: c, type: revolute, parent: left, child: plate, position: [0, 0, -0.4],\n"
                       "     orientation: {axis: [1, 0, 0], angle: 90 deg}}\n"
                       "  - {name: d, type: revolute, parent: right, child: plate, position: [1, 0, -0.4],\n"
                       "     orientation: {axis: [1, 0, 0], angle: 90 deg}}\n",
                       ABUT_MODES_EQUILIBRIUM);
    double l = 0.4, M = 3 * l * l + 2 * (0.004 + 0.4 * 0.04), K = 9.81 * (3 * l + 2 * 0.4 * 0.2);
    ck_assert_int_eq(f.list.count, 1);
    ck_assert_int_eq(f.list.directions, 1);
    ck_assert_int_gt(f.list.unknowns, 1);
    expect_near(f.list.mode[0].frequency, sqrt(K / M) / (2 * pi), 1e-11, NULL, "parallel cranks");
    expect_within(motion_of(&f, 0, "plate")->rotation_re.y, 0, 1e-12, NULL, "the plate stays level");
    done(&f);
}
END_TEST

#define UPRIGHT                                                                                                        \
    "abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n"                                                                       \
    "  - {name: rod, mass: 1.5, inertia: [0.02, 0.02, 0.001], position: [0, 0, 0.3]}\n"                                \
    "joints:\n"                                                                                                        \
    "  - {name: foot, type: revolute, child: rod, orientation: {axis: [1, 0, 0], angle: 90 deg}}\n"

START_TEST(upright_pendulum) {
    for (int place = 0; place < 2; place++) {
        found f = modes_of(UPRIGHT, place ? ABUT_MODES_GIVEN : ABUT_MODES_EQUILIBRIUM);
        double rate = sqrt(1.5 * 9.81 * 0.3 / (0.02 + 1.5 * 0.09));
        ck_assert_int_eq(f.list.count, 2);
        ck_assert_int_eq(unstable_of(&f.list), 1);
        for (int i = 0; i < 2; i++) {
            const abut_mode *m = &f.list.mode[i];
            ck_assert_int_eq(m->kind, ABUT_MODE_DECAY);
            expect_near(fabs(m->re), rate, 1e-12, NULL, "rate %d", i);
            ck_assert_int_eq(m->unstable, m->re > 0);
        }
        done(&f);
    }
}
END_TEST

/* Ziegler's column: two massless rods with masses 2 m and m at their ends, torsion springs c, and a force P along the
 * second rod. It flutters from P l/c = 7/2 - sqrt(2) on: a stiffness matrix that is not symmetric. */
static found column(double P) {
    char text[2000];
    (void)snprintf(text, sizeof text,
                   "abut: 1\nbodies:\n"
                   "  - {name: ground, fixed: true}\n"
                   "  - {name: one, mass: 2, inertia: [1e-9, 1e-9, 1e-9], position: [0, 0, 1]}\n"
                   "  - {name: two, mass: 1, inertia: [1e-9, 1e-9, 1e-9], position: [0, 0, 2]}\n"
                   "joints:\n"
                   "  - {name: a, type: revolute, parent: ground, child: one, orientation: {axis: [1, 0, 0], angle: 90 "
                   "deg}}\n"
                   "  - {name: b, type: revolute, parent: one, child: two, position: [0, 0, 1],\n"
                   "     orientation: {axis: [1, 0, 0], angle: 90 deg}}\n"
                   "forces:\n"
                   "  - {type: torsion_spring, between: [ground, one], axis: [0, 1, 0], stiffness: 100}\n"
                   "  - {type: torsion_spring, between: [one, two], axis: [0, 1, 0], stiffness: 100}\n"
                   "  - {type: load, body: two, force: [0, 0, %.17g], frame: body}\n",
                   -100 * P);
    return modes_of(text, ABUT_MODES_EQUILIBRIUM);
}

START_TEST(follower_force) {
    double critical = 3.5 - sqrt(2), c = 100;
    for (int beyond = 0; beyond < 2; beyond++) {
        found f = column(critical + (beyond ? 1e-4 : -1e-4));
        ck_assert_int_eq(unstable_of(&f.list), beyond);
        done(&f);
    }
    found f = column(1);
    for (int i = 0; i < 2; i++) { /* the second row of K - w^2 M: (-c - w^2, c - w^2) */
        double square = pow(f.list.mode[i].im, 2);
        expect_near(motion_of(&f, i, "two")->rotation_re.y / motion_of(&f, i, "one")->rotation_re.y,
                    (c + square) / (c - square), 1e-8, NULL, "shape %d", i);
    }
    done(&f);
}
END_TEST

/* ---- contacts ---- */
#define BALL(law)                                                                                                      \
    "abut: 1\ngravity: [0, 0, -9.81]\n"                                                                                \
    "materials: {steel: {E: 210 GPa, nu: 0.3, density: 7800}}\n"                                                       \
    "bodies:\n"                                                                                                        \
    "  - {name: ball, position: [0, 0, 0.01]}\n"                                                                       \
    "  - {name: ground, fixed: true}\n"                                                                                \
    "surfaces:\n"                                                                                                      \
    "  - {name: shell, body: ball, shape: {type: sphere, radius: 0.01}, material: steel}\n"                            \
    "  - {name: floor, body: ground, shape: plane, material: steel}\n"                                                 \
    "contacts:\n"                                                                                                      \
    "  - {name: touch, between: [shell, floor], " law "}\n"

static abut_element_out touch_of(const found *f) {
    abut_element_out out = {0};
    must(abut_read_contact(f->m.world, abut_find_contact(f->m.world, "touch"), &out));
    return out;
}

START_TEST(ball_on_plane) {
    double mass = 7800 * 4 * pi / 3 * 1e-6;
    found f = modes_of(BALL("normal: {type: linear, stiffness: 1e5}"), ABUT_MODES_EQUILIBRIUM);
    expect_near(swing(&f.list, 0)->frequency, sqrt(1e5 / mass) / (2 * pi), 1e-12, NULL, "linear");
    ck_assert_int_eq(count_of(&f.list, ABUT_MODE_FREE), 5);
    ck_assert_int_eq(f.list.count, 6);
    done(&f);
    f = modes_of(BALL("normal: hertz"), ABUT_MODES_EQUILIBRIUM);
    abut_element_out c = touch_of(&f);
    expect_near(c.N, mass * 9.81, 1e-9, NULL, "weight");
    expect_near(swing(&f.list, 0)->frequency, sqrt(1.5 * c.N / c.h / mass) / (2 * pi), 1e-9, NULL, "hertz");
    done(&f);
}
END_TEST

/* Friction at rest is a damper mu N/v_s of the slip; a ball then rolls: free still. */
START_TEST(ball_with_friction) {
    double mass = 7800 * 4 * pi / 3 * 1e-6;
    found f = modes_of(BALL("normal: hertz, friction: {type: coulomb, mu: 0.2, v_s: 1 mm/s}"), ABUT_MODES_EQUILIBRIUM);
    abut_element_out c = touch_of(&f);
    double arm = 0.01 - 0.5 * c.h, rate = 0.2 * c.N / 1e-3 / mass * (1 + arm * arm / (0.4 * 1e-4));
    ck_assert_int_eq(count_of(&f.list, ABUT_MODE_FREE), 5);
    ck_assert_int_eq(count_of(&f.list, ABUT_MODE_DECAY), 2);
    ck_assert_int_eq(count_of(&f.list, ABUT_MODE_OSCILLATION), 1);
    ck_assert_int_eq(unstable_of(&f.list), 0);
    for (int i = 0; i < f.list.count; i++)
        if (f.list.mode[i].kind == ABUT_MODE_DECAY) expect_near(-f.list.mode[i].re, rate, 1e-9, NULL, "slip");
    done(&f);
}
END_TEST

/* A block that falls onto four points which stick: springs of friction where they first touch, also where the weight pulls
 * along the plane; beyond the cone of friction nothing holds it. */
#define POINT(name, x, y)                                                                                              \
    "  - {name: " name ", body: block, position: [" x ", " y ", -0.05], shape: point, material: stone}\n"
#define STICKS(name)                                                                                                   \
    "  - {name: c" name ", between: [" name ", floor], normal: {type: linear, stiffness: 1e5},\n"                      \
    "     friction: {type: stick_slip, mu: 0.3, stiffness: 5e4, damping: 0}}\n"
#define BLOCK(pull)                                                                                                    \
    "abut: 1\ngravity: [" pull ", 0, -9.6]\n"                                                                          \
    "materials: {stone: {rigid: true}}\n"                                                                              \
    "bodies:\n"                                                                                                        \
    "  - {name: block, mass: 2, inertia: [0.01, 0.01, 0.01], position: [0, 0, 0.06]}\n"                                \
    "  - {name: ground, fixed: true}\n"                                                                                \
    "surfaces:\n"                                                                                                      \
    "  - {name: floor, body: ground, shape: plane, material: stone}\n" POINT("p", "0.1", "0.1")                        \
        POINT("q", "-0.1", "0.1") POINT("r", "0.1", "-0.1") POINT("s", "-0.1", "-0.1") "contacts:\n" STICKS("p")       \
            STICKS("q") STICKS("r") STICKS("s")

START_TEST(sticking_block) {
    static const char *const text[] = {BLOCK("0"), BLOCK("2")};
    for (int i = 0; i < 2; i++) {
        found f = modes_of(text[i], ABUT_MODES_EQUILIBRIUM);
        double up = sqrt(4e5 / 2) / (2 * pi), yaw = sqrt(4 * 5e4 * 0.02 / 0.01) / (2 * pi);
        ck_assert_int_eq(f.list.count, 6);
        ck_assert_int_eq(count_of(&f.list, ABUT_MODE_OSCILLATION), 6);
        expect_near(swing(&f.list, 2)->frequency, up, 1e-6, NULL, "up and down");
        expect_near(swing(&f.list, 3)->frequency, yaw, 1e-6, NULL, "about the vertical");
        done(&f);
    }
    model m;
    static const char steep[] = BLOCK("3.2");
    abut_mode_list list;
    ck_assert_int_eq(model_read_text("test", steep, sizeof steep - 1, NULL, 0, shout, NULL, &m), 0);
    ck_assert_int_eq(abut_modes(m.world, NULL, ABUT_MODES_EQUILIBRIUM, &list), ABUT_NO_EQUILIBRIUM);
    model_free(&m);
}
END_TEST

/* A ball that sticks: beside its heave it sways against the spring of friction, w^2 = c (1/m + R^2/I), and rolls freely. */
START_TEST(sticking_ball) {
    static const char text[] = "abut: 1\ngravity: [0, 0, -9.81]\n"
                               "materials: {rubber: {E: 1e7, nu: 0.3, density: 1000}, stone: {rigid: true}}\n"
                               "bodies:\n"
                               "  - {name: ball, mass: 2, inertia: [8e-3, 8e-3, 8e-3], position: [0, 0, 0.1]}\n"
                               "  - {name: ground, fixed: true}\n"
                               "surfaces:\n"
                               "  - {name: floor, body: ground, shape: plane, material: stone}\n"
                               "  - {name: skin, body: ball, shape: {type: sphere, radius: 0.1}, material: rubber}\n"
                               "contacts:\n"
                               "  - {name: c, between: [floor, skin], normal: hertz,\n"
                               "     friction: {type: stick_slip, mu: 0.3, stiffness: 5e4, damping: 0}}\n";
    found f = modes_of(text, ABUT_MODES_EQUILIBRIUM);
    double sway = sqrt(5e4 * (1 / 2.0 + 0.01 / 8e-3));
    int near = 0;
    for (int i = 0; i < f.list.count; i++) near += fabs(f.list.mode[i].im - sway) < 2e-3 * sway;
    ck_assert_int_eq(near, 2); /* the contact point lies a little above the bottom of the ball */
    done(&f);
}
END_TEST

/* ---- rotors ---- */
#define ROTOR(how)                                                                                                     \
    "abut: 1\nbodies:\n"                                                                                               \
    "  - {name: ground, fixed: true}\n"                                                                                \
    "  - {name: disc, mass: 2, inertia: [0.01, 0.01, 0.018], " how "}\n"                                               \
    "forces:\n  - {type: bushing, between: [ground, disc], stiffness: 1e5, torsion: [50, 50, 0]}\n"

START_TEST(whirling_rotor) {
    const double It = 0.01, Ip = 0.018, k = 50, W = 100;
    static const char *const text[] = {ROTOR("angular_velocity: [0, 0, 100]"), ROTOR("drive: {speed: 100}")};
    for (int driven = 0; driven < 2; driven++) {
        found f = modes_of(text[driven], ABUT_MODES_GIVEN);
        double root = sqrt(Ip * Ip * W * W + 4 * It * k), back = (root - Ip * W) / (2 * It),
               forth = (root + Ip * W) / (2 * It);
        ck_assert_int_eq(f.list.directions, driven ? 5 : 6);
        ck_assert_int_eq(count_of(&f.list, ABUT_MODE_FREE), driven ? 0 : 1);
        ck_assert_int_eq(count_of(&f.list, ABUT_MODE_OSCILLATION), 5);
        expect_near(swing(&f.list, 0)->im, back, 1e-11, NULL, "backward whirl");
        expect_near(swing(&f.list, 1)->im, forth, 1e-11, NULL, "forward whirl");
        for (int i = 2; i < 5; i++) expect_near(swing(&f.list, i)->im, sqrt(1e5 / 2), 1e-11, NULL, "heave");
        ck_assert_int_eq(unstable_of(&f.list), 0);
        done(&f);
    }
    /* without --given it does not turn */
    found f = modes_of(text[0], ABUT_MODES_EQUILIBRIUM);
    for (int i = 0; i < 2; i++) expect_near(swing(&f.list, i)->im, sqrt(k / It), 1e-11, NULL, "at rest");
    done(&f);
}
END_TEST

/* A free symmetric body nutates with Ip/It of its spin. */
START_TEST(free_rotor) {
    found f = modes_of("abut: 1\nbodies:\n"
                       "  - {name: disc, mass: 2, inertia: [0.01, 0.01, 0.018], angular_velocity: [0, 0, 100]}\n",
                       ABUT_MODES_GIVEN);
    ck_assert_int_eq(count_of(&f.list, ABUT_MODE_OSCILLATION), 1);
    expect_near(swing(&f.list, 0)->im, 180, 1e-12, NULL, "nutation");
    ck_assert_int_eq(count_of(&f.list, ABUT_MODE_FREE), 6);
    done(&f);
}
END_TEST

/* ---- bearing ---- */
static abut_machine add_bearing(abut_world *w, const char *joint, abut_vec3 force, double moment) {
    abut_body housing = abut_add_body(w, &(abut_body_def){.name = "housing", .fixed = true});
    abut_body shaft = abut_add_body(w, &(abut_body_def){.name = "shaft", .mass = 3, .inertia = {2e-3, 2e-3, 1e-3}});
    abut_ball_bearing_def d = bearing8();
    d.inner = shaft;
    d.outer = housing;
    const double f[3] = {force.x, force.y, force.z}, t[3] = {0, 0, moment};
    abut_choice load = {"load", {{.name = "force", .data = f, .count = 3}, {.name = "moment", .data = t, .count = 3}}};
    (void)abut_add_force(w, &(abut_force_def){.name = "load", .law = load, .b = shaft});
    abut_quat x = {sqrt(0.5), 0, sqrt(0.5), 0}; /* z of the joint along x */
    if (joint)
        (void)abut_add_joint(
            w, &(abut_joint_def){.name = "j", .type = joint, .parent = housing, .child = shaft, .place = {.q = x}});
    return abut_add_ball_bearing(w, &d);
}

START_TEST(bearing_stiffness) {
    abut_world *w = abut_world_create(&(abut_world_def){0});
    abut_machine m = add_bearing(w, "prismatic", (abut_vec3){1000, 0, 0}, 0);
    abut_mode_list list;
    double K[5][5];
    abut_status status = abut_modes(w, &(abut_solver_def){.at_rest = true}, ABUT_MODES_EQUILIBRIUM, &list);
    ck_assert_msg(status == ABUT_OK, "%s", abut_world_message(w));
    must(abut_bearing_stiffness(w, m, K));
    ck_assert_int_eq(list.count, 1);
    expect_near(list.mode[0].frequency, sqrt(K[0][0] / 3) / (2 * pi), 1e-9, NULL, "radial");
    abut_modes_free(&list);
    abut_world_destroy(w);
    w = abut_world_create(&(abut_world_def){0});
    (void)add_bearing(w, NULL, (abut_vec3){100, 0, 500}, 1e-4);
    must(abut_modes(w, NULL, ABUT_MODES_EQUILIBRIUM, &list));
    ck_assert_int_eq(count_of(&list, ABUT_MODE_FREE), 1); /* about its axis, where statics has to hold it */
    ck_assert_int_eq(count_of(&list, ABUT_MODE_OSCILLATION), 5);
    abut_modes_free(&list);
    abut_world_destroy(w);
}
END_TEST

/* ---- refusals ---- */
static void refused(abut_world *w, abut_status status, const char *part) {
    abut_mode_list list;
    ck_assert_int_eq(abut_modes(w, NULL, ABUT_MODES_EQUILIBRIUM, &list), status);
    ck_assert_ptr_null(list.mode);
    ck_assert_ptr_null(list.motion);
    ck_assert_int_eq(list.count, 0);
    ck_assert_msg(strstr(abut_world_message(w), part), "%s", abut_world_message(w));
    abut_modes_free(&list);
}

START_TEST(refusals) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    (void)abut_add_body(w, &(abut_body_def){.name = "stone", .mass = 1, .inertia = {1, 1, 1}});
    refused(w, ABUT_NO_EQUILIBRIUM, "nothing holds it");
    abut_world_destroy(w);
    w = abut_world_create(&(abut_world_def){0});
    for (int i = 0; i < 334; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "b%d", i);
        (void)abut_add_body(w, &(abut_body_def){.name = name, .mass = 1, .inertia = {1, 1, 1}});
    }
    refused(w, ABUT_BAD_VALUE, "2004 unknown velocities");
    abut_world_destroy(w);
    model m;
    static const char text[] = BALL("normal: hertz, track: differential");
    ck_assert_int_eq(model_read_text("test", text, sizeof text - 1, NULL, 0, shout, NULL, &m), 0);
    refused(m.world, ABUT_BAD_VALUE, "contact 'touch' has states of its own");
    model_free(&m);
}
END_TEST

/* Nothing but driven and fixed bodies: no modes, no error. */
START_TEST(nothing_moves) {
    found f = modes_of("abut: 1\nbodies:\n  - {name: a, fixed: true, drive: {speed: 10}}\n", ABUT_MODES_EQUILIBRIUM);
    ck_assert_int_eq(f.list.count, 0);
    done(&f);
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {
        &spring_and_mass,    &damped_oscillator, &free_directions, &double_pendulum,
        &parallel_cranks,    &upright_pendulum,  &follower_force,  &ball_on_plane,
        &ball_with_friction, &whirling_rotor,    &free_rotor,      &bearing_stiffness,
        &refusals,           &nothing_moves,     &sticking_block,  &sticking_ball,
    };
    return suite_main("modes", all, sizeof all / sizeof *all);
}
