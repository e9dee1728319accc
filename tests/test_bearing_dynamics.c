/* Motion of ball bearings against theory and references: rolling speeds, displacement and spectrum under load, the spin-up of
 * one ball, contact angles at high speed, and the normal laws against each other. */
#include <math.h>
#include <stdlib.h>

#include "abut/machine/ball_bearing.h"
#include "machine/machine.h"
#include "machine/shared/spectrum.h"
#include "support/bearing.h"
#include "support/suite.h"
#include "support/table.h"

/* ---- 8 balls, 3000 rpm, preload 5 um, 1 kN ---- */
static const double FTF = 18.814935064935064, BPFO = 150.5194805194805; /* Hz, closed forms of pure rolling */

static rig_def loaded8(void) {
    rig_def d = {.bearing = bearing8(),
                 .speed = RPM_3000,
                 .load = {1000, 0, 0},
                 .rise = 0.02,
                 .mass = 0.5,
                 .inertia = {2e-4, 2e-4, 2e-4},
                 .solver = {.rtol = 1e-6}};
    d.bearing.clearance = -5e-6;
    return d;
}

/* Least and largest displacement along the load while the balls go on by one pitch, in equilibrium at speed. */
static void quasi_static(const rig_def *d, double *low, double *high) {
    *low = INFINITY, *high = -INFINITY;
    for (int i = 0; i <= 16; i++) {
        rig_def turned = *d;
        turned.bearing.first_ball_angle = i / 16.0 * PI / 4;
        double x = rig_rest(&turned, NULL).displacement.x;
        *low = fmin(*low, x), *high = fmax(*high, x);
    }
}

/* The largest peak of the amplitude spectrum, Hz. */
static double largest_peak(const double *x, int samples, double dt) {
    size_t n = spectrum_length((size_t)samples);
    double *amplitude = malloc((n / 2 + 1) * sizeof *amplitude);
    spectrum_peak p;
    ck_assert(spectrum_amplitudes(x, (size_t)samples, 1, amplitude));
    ck_assert_int_eq(spectrum_peaks(amplitude, n / 2 + 1, (size_t)samples, 1e-3, &p, 1), 1);
    free(amplitude);
    return p.bin / ((double)n * dt);
}

/* With friction over the ellipse the cage runs 0.085 % faster than by rolling on points (rolls_beside_the_middle, below): within 0.1 %.
 * The displacement is measured at 4 kHz: the balls' own vibration between the races (30 kHz) is too small to fold back. */
START_TEST(runs_as_rolling_says) {
    enum { MOST = 2000 };
    static double x[2][MOST];
    const double from = 0.1, dt = 0.25e-3;
    const int samples = SANITIZED ? 320 : 1600;
    rig_def d = loaded8();
    rig r = rig_start(&d);
    double cage = 0, mean = 0, low, high;
    for (int i = 0; i < samples; i++) {
        abut_bearing_state s;
        rig_advance(&r, from + i * dt);
        must(abut_read_bearing(r.w, r.brg, &s, NULL));
        cage += s.cage_speed / samples;
        mean += s.displacement.x / samples;
        x[0][i] = s.displacement.x;
        x[1][i] = s.displacement.y;
    }
    abut_world_destroy(r.w);
    expect_near(cage / (2 * PI), FTF, 1e-3, NULL, "cage frequency");
    quasi_static(&d, &low, &high);
    ck_assert_msg(low < mean && mean < high, "mean displacement %.5g um is not in [%.5g, %.5g] um", 1e6 * mean,
                  1e6 * low, 1e6 * high);
    double lobe = 1 / (samples * dt); /* a peak of a record is known to a part of its width */
    for (int i = 0; i < 2; i++)
        expect_within(largest_peak(x[i], samples, dt), BPFO, 0.2 * lobe + 1e-3 * BPFO, NULL, "line of axis %d", i);
}
END_TEST

/* A ball in a groove does not roll on a point: the ellipse, half length a across the groove, lies on a surface of the radius
 * R = 2 r_g R_b/(r_g + R_b) (Hertz), and only two lines at -+ x do not slip (Heathcote). Where sliding friction balances,
 *   int_0^x (1 - s^2/a^2) ds = half of that up to a:  x = 0.347296 a,
 * the ball rolls on the radius R_b - d, d = x^2/2R + h/2 (h: elastic approach), and with d_i, d_o at the races
 *   (w - w_c) (R_p - R_b + d_i) (R_b - d_o) = w_c (R_p + R_b - d_o) (R_b - d_i).
 * Preload only and a driven ring, so that all balls are alike; 5 % for the finite number of strips and v_s. */
START_TEST(rolls_beside_the_middle) {
    rig_def d = {.bearing = bearing8(), .speed = RPM_3000, .solver = {.rtol = 1e-7}};
    d.bearing.clearance = -5e-6;
    d.bearing.law.friction = (abut_choice){"coulomb",
                                           {{.name = "mu", .value = 0.1},
                                            {.name = "v_s", .value = 1e-4},
                                            {.name = "patch", .text = "ellipse"},
                                            {.name = "strips", .value = 48}}};
    rig r = rig_start(&d);
    rig_advance(&r, 0.2);
    abut_bearing_state s;
    abut_ball_state ball[8];
    must(abut_read_bearing(r.w, r.brg, &s, ball));
    abut_world_destroy(r.w);
    const double R_b = 0.5 * 9.525e-3, R_p = 0.5 * 38.5e-3, groove[2] = {0.515 * 9.525e-3, 0.525 * 9.525e-3};
    double off[2];
    for (int i = 0; i < 2; i++) {
        const abut_race_state *race = i ? &ball[0].outer : &ball[0].inner;
        double R = 2 * groove[i] * R_b / (groove[i] + R_b), x = 0.347296 * race->a;
        off[i] = x * x / (2 * R) + 0.5 * race->approach;
    }
    double ratio = (R_p + R_b - off[1]) * (R_b - off[0]) / ((R_p - R_b + off[0]) * (R_b - off[1]));
    double faster = 1 / (1 + ratio) / (FTF / 50) - 1, is = s.cage_speed / (2 * PI * FTF) - 1;
    ck_assert_msg(faster > 3e-4, "%g", faster);
    expect_near(is, faster, 0.05, NULL, "how much faster the cage is");
}
END_TEST

/* ---- spin-up of one ball: bearing_ball_planar.csv ---- */
static const double STIFFNESS[2] = {40216638015.873838682, 42575748868.833008328}; /* N/m^1.5, inner and outer race */
static const abut_choice little_damping = {"hunt_crossley", {{.name = "chi", .value = 1e-3}}};
static const abut_material ring_steel = {2.06e11, 0.3, 7800, false};

static abut_law_def planar_law(int ring) {
    return (abut_law_def){
        .normal = {"fixed_stiffness",
                   {{.name = "e", .value = STIFFNESS[ring]}, {.name = "damping", .choice = &little_damping}}},
        .friction = {"coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-2}}}};
}

static void follow_planar(abut_world *w, abut_body ball) {
    static const char *const name[] = {"r", "theta", "omega_ball", "rdot", "thetadot"};
    table ref = table_read("bearing_ball_planar.csv");
    double most[5] = {0}, error[5] = {0};
    for (size_t i = 0; i < (SANITIZED ? 101 : ref.rows); i++) {
        must(abut_advance(w, table_at(&ref, i, "t")));
        abut_body_state b = abut_read_body(w, ball);
        double r = hypot(b.r.x, b.r.y);
        double is[5] = {r, atan2(b.r.y, b.r.x), b.w.z, (b.r.x * b.v.x + b.r.y * b.v.y) / r,
                        (b.r.x * b.v.y - b.r.y * b.v.x) / (r * r)};
        for (int k = 0; k < 5; k++) {
            double want = table_at(&ref, i, name[k]);
            most[k] = fmax(most[k], fabs(want));
            error[k] = fmax(error[k], fabs(is[k] - want));
        }
        ck_assert_msg(fabs(b.r.z) < 1e-15, "it leaves the plane at %g s", abut_time(w));
    }
    ck_assert_uint_eq(ref.rows, 501);
    for (int k = 0; k < 5; k++) expect_within(error[k] / most[k], 0, 1e-5, NULL, "%s", name[k]);
    table_free(&ref);
}

static void planar_rings(abut_world *w, double ramp, abut_body ring[2]) {
    ring[0] = abut_add_body(
        w, &(abut_body_def){.name = "inner", .fixed = true, .drive = {.given = true, .speed = 100, .ramp = ramp}});
    ring[1] = abut_add_body(w, &(abut_body_def){.name = "outer", .fixed = true});
}

/* Bodies, surfaces and contacts one by one, explicit solver. */
START_TEST(one_ball_by_hand) {
    abut_world *w = abut_world_create(&(abut_world_def){{0, 0, 0}});
    abut_body ring[2], ball;
    planar_rings(w, 0, ring);
    ball = abut_add_body(w, &(abut_body_def){.name = "ball", .start.r = {0.05, 0, 0}});
    abut_surface skin = abut_add_surface(
        w, ball, &(abut_surface_def){.shape = {"sphere", {{.name = "radius", .value = 0.01}}}, .material = ring_steel});
    for (int i = 0; i < 2; i++) {
        abut_law_def law = planar_law(i);
        abut_surface_def groove = {.shape = {"torus",
                                             {{.name = "ring_radius", .value = i ? 0.0496 - 5e-6 : 0.0504 + 5e-6},
                                              {.name = "tube_radius", .value = 0.0104},
                                              {.name = "side", .text = "inside"}}},
                                   .material = ring_steel};
        abut_add_contact(w, abut_add_surface(w, ring[i], &groove), skin, &law);
    }
    ck_assert_msg(!abut_check(w), "%s", abut_world_message(w));
    must(abut_start(w, &(abut_solver_def){.type = "rk", .rtol = 1e-12, .t_end = 0.05}));
    follow_planar(w, ball);
    abut_world_destroy(w);
}
END_TEST

/* The machine with one ball. A run-up within 1 ns makes it start from rest; preload 5 um at either race. */
START_TEST(one_ball_of_a_bearing) {
    abut_world *w = abut_world_create(&(abut_world_def){{0, 0, 0}});
    abut_body ring[2];
    planar_rings(w, 1e-9, ring);
    abut_ball_bearing_def d = {.name = "brg",
                               .inner = ring[0],
                               .outer = ring[1],
                               .balls = {1, 0.02, ring_steel},
                               .material = ring_steel,
                               .pitch_diameter = 0.1,
                               .clearance = -20e-6,
                               .law = planar_law(0)};
    abut_machine m = abut_add_ball_bearing(w, &d);
    abut_law_def outer = planar_law(1);
    must(machine_change_contact(w, abut_find_contact(w, "brg.ball1.outer").id, &outer));
    must(abut_start(w, &(abut_solver_def){.type = "rodas", .rtol = 1e-11, .t_end = 0.05, .start = ABUT_START_GIVEN}));
    follow_planar(w, abut_bearing_ball(w, m, 1));
    abut_world_destroy(w);
}
END_TEST

/* ---- contact angles at 10,000 rpm ---- */
static rig_def bearing218(abut_control control) {
    const abut_material steel = {206.9e9, 0.3, 7800, false};
    return (rig_def){.bearing = {.name = "brg",
                                 .balls = {16, 22.225e-3, steel},
                                 .material = steel,
                                 .pitch_diameter = 125.26e-3,
                                 .inner_race.conformity = 0.5232,
                                 .outer_race.conformity = 0.5232,
                                 .contact_angle = 40 * DEGREE,
                                 .thrust = 1,
                                 .control = control},
                     .speed = 1e4 * PI / 30,
                     .load = {0, 0, 17.8e3},
                     .rise = 5e-3,
                     .mass = 2,
                     .inertia = {4e-3, 4e-3, 8e-3},
                     .solver = {.rtol = 1e-5}};
}

static void between(double x, double a, double b, const char *what) {
    double low = fmin(a, b) / 1.02, high = fmax(a, b) * 1.02;
    ck_assert_msg(low < x && x < high, "%s: %g is not in [%g, %g]", what, x, low, high);
}

/* Nothing controls a ball but friction: its angles lie between those without gyroscopic moment and those with all of it taken
 * by the outer race. */
START_TEST(angles_at_speed) {
    abut_ball_state none[16], outer[16], ball[16];
    rig_def d = bearing218(ABUT_CONTROL_NONE);
    (void)rig_rest(&d, none);
    d = bearing218(ABUT_CONTROL_OUTER);
    (void)rig_rest(&d, outer);
    rig r = rig_start(&d);
    double inner = 0, outside = 0, Q = 0;
    const int times = 20;
    for (int i = 0; i < times; i++) {
        rig_advance(&r, 0.04 + i * 5e-4);
        must(abut_read_bearing(r.w, r.brg, &(abut_bearing_state){0}, ball));
        for (int k = 0; k < 16; k++) {
            inner += ball[k].inner.angle / (16 * times);
            outside += ball[k].outer.angle / (16 * times);
            Q += ball[k].inner.Q / (16 * times);
        }
    }
    abut_world_destroy(r.w);
    between(inner, none[0].inner.angle, outer[0].inner.angle, "angle at the inner race");
    between(outside, none[0].outer.angle, outer[0].outer.angle, "angle at the outer race");
    between(Q, none[0].inner.Q, outer[0].inner.Q, "load of the inner race");
    /* the two are not the same to begin with, and the run is neither */
    ck_assert(outer[0].inner.angle - none[0].inner.angle > 2 * DEGREE);
}
END_TEST

/* ---- normal laws ---- */
typedef struct means {
    double x, z, Q, outer; /* m, m; N: largest load of any ball at the races */
} means;

static means run_law(const char *law, double axial) {
    rig_def d = loaded8();
    static const abut_choice damping = {"hunt_crossley", {{.name = "chi", .value = 0.3}}};
    d.load.z = axial;
    d.bearing.law.normal = (abut_choice){law, {{.name = "damping", .choice = &damping}}};
    rig r = rig_start(&d);
    means m = {0};
    const int count = SANITIZED ? 10 : 30;
    for (int i = 0; i < count; i++) {
        abut_bearing_state s;
        abut_ball_state ball[8];
        rig_advance(&r, 0.03 + i * 5e-4);
        must(abut_read_bearing(r.w, r.brg, &s, ball));
        m.x += s.displacement.x / count;
        m.z += s.displacement.z / count;
        for (int k = 0; k < 8; k++) m.Q = fmax(m.Q, ball[k].inner.Q), m.outer = fmax(m.outer, ball[k].outer.Q);
    }
    abut_world_destroy(r.w);
    return m;
}

/* The volumetric law is fitted to Hertz to 2.5e-6. Vilke's formula is 0.4 % stiffer for these ellipses (vilke_error.csv), which
 * is 0.27 % of the displacement. A stiffness taken at the first touch misses how the curvature of a groove along the raceway
 * changes with the contact angle: 0.5 % of Q at 6 deg, a third of that in the force, and with opposite signs at both races. */
START_TEST(laws_agree) {
    static const struct {
        const char *law;
        double displacement, load;
    } part[] = {{"volumetric", 2.5e-6, 2.5e-6}, {"volumetric_vilke", 4e-3, 1e-3}, {"fixed_stiffness", 1e-3, 1e-3}};
    for (int axial = 0; axial < 2; axial++) {
        means hertz = run_law("hertz", axial * 400.0);
        for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
            means m = run_law(part[i].law, axial * 400.0);
            expect_near(m.x, hertz.x, part[i].displacement, NULL, "%s: displacement", part[i].law);
            if (axial) expect_near(m.z, hertz.z, part[i].displacement, NULL, "%s: along z", part[i].law);
            expect_near(m.Q, hertz.Q, part[i].load, NULL, "%s: load", part[i].law);
            expect_near(m.outer, hertz.outer, part[i].load, NULL, "%s: load of the outer race", part[i].law);
        }
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&runs_as_rolling_says,  &rolls_beside_the_middle, &one_ball_by_hand,
                                              &one_ball_of_a_bearing, &angles_at_speed,         &laws_agree};
    return suite_main("bearing_dynamics", all, sizeof all / sizeof *all);
}
