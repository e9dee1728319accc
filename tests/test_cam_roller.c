/* The machine cam_roller: its start in balance, the run against quasi-statics, the speed at which contact is lost, levers in any
 * position, followers guided by the model, and refusals. */
#include <math.h>
#include <string.h>

#include "abut/machine/cam_roller.h"
#include "machine/cam_roller/cam_roller.h"
#include "support/example.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

static const double deg = 0.017453292519943295769, rpm = 0.10471975511965977462;

static void print_error(const model_error *error, void *user) { (void)snprintf(user, 400, "%s", error->text); }

static model read_text(const char *text, const char *setting) {
    model m;
    char why[400] = "";
    int errors = model_read_text("test.yaml", text, strlen(text), &setting, setting ? 1 : 0, print_error, why, &m);
    ck_assert_msg(errors == 0, "%s", why);
    return m;
}

static abut_cam_roller_state state_of(const abut_world *w) {
    abut_cam_roller_state s;
    must(abut_read_cam_roller(w, (abut_machine){1}, &s));
    return s;
}

static abut_cam_cycle_in cycle_of(const abut_world *w) {
    abut_cam_cycle_in in;
    must(abut_cam_roller_cycle(w, (abut_machine){1}, 0, &in));
    return in;
}

/* ---- the pump ---- */
START_TEST(starts_in_balance) {
    static const char *const settings[] = {NULL, "machines.pump.profile.phase=40 deg"};
    for (int i = 0; i < 2; i++) {
        example e = example_start("23_cam_roller", settings[i], NULL);
        abut_cam_roller_state s = state_of(e.w);
        abut_cam_cycle_in in = cycle_of(e.w);
        abut_cam_row row;
        must(abut_cam_cycle(&in, 1, &row, NULL));
        expect_near(s.N, row.force, 1e-9, NULL, "N");
        expect_within(s.velocity, row.ds * in.speed, 1e-12, NULL, "velocity");
        expect_within(s.slip, 0, 1e-6 * row.u_cam, NULL, "slip");
        double want = row.d2s * in.speed * in.speed, a = abut_read_body(e.w, abut_find_body(e.w, "pump.follower")).a.x;
        expect_within(a, want, 0.005 * fabs(want) + 2, NULL, "acceleration"); /* traction and a lower spring */
        ck_assert(!s.lifted && s.regime == 4);
        example_end(&e);
    }
}
END_TEST

/* In steps of 9 deg over a turn; inertia of the compliant contact, film in series and rough film make the difference. */
START_TEST(run_follows_quasi_statics) {
    static abut_cam_row row[40];
    example e = example_start("23_cam_roller", NULL, NULL);
    abut_cam_cycle_in in = cycle_of(e.w);
    must(abut_cam_cycle(&in, 40, row, NULL));
    double worst = 0;
    for (int i = 1; i < 40; i++) {
        const abut_cam_row *r = &row[i];
        example_advance(&e, r->angle / in.speed);
        abut_cam_roller_state s = state_of(e.w);
        expect_within(s.cam_angle, r->angle, 1e-9, NULL, "angle");
        expect_near(s.N, r->force, 0.01, &worst, "N at %g deg", r->angle / deg);
        expect_near(s.p_max, r->p_max, 0.006, NULL, "p_max at %g deg", r->angle / deg);
        expect_near(s.M, r->M, 0.01, NULL, "M at %g deg", r->angle / deg);
        expect_near(s.L, r->L, 1e-3, NULL, "L at %g deg", r->angle / deg);
        expect_near(s.h_c, r->h_c, 0.04, NULL, "film at %g deg", r->angle / deg);
        expect_within(s.lift, r->s - r->approach, 5e-7, NULL, "lift at %g deg", r->angle / deg);
        expect_within(s.cam_torque, r->torque, 0.1, NULL, "torque at %g deg", r->angle / deg);
        expect_within(s.slip, r->u_cam - r->u_roller, 0.01, NULL, "slip at %g deg", r->angle / deg);
        expect_near(s.plunger_pressure, r->plunger_pressure, 1e-8, NULL, "pressure");
        ck_assert(!s.lifted);
    }
    printf("run_follows_quasi_statics: N within %.2g\n", worst);
    example_end(&e);
}
END_TEST

/* Without pressure, on the fall: from the dwell before it to where the spring has won again. */
static bool separates(double speed) {
    char settings[200];
    (void)snprintf(settings, sizeof settings,
                   "machines.pump.pressure.p_low=0;machines.pump.pressure.p_high=0;machines.pump.profile.phase=155 "
                   "deg;machines.pump.speed=%.17g",
                   speed);
    example e = example_start("23_cam_roller", settings, NULL);
    bool lifted = false;
    for (double angle = 10; angle < 75 && !lifted; angle += 0.5) {
        example_advance(&e, angle * deg / speed);
        lifted = state_of(e.w).lifted;
    }
    example_end(&e);
    return lifted;
}

START_TEST(contact_is_lost_at_the_right_speed) {
    example e = example_start("23_cam_roller", "machines.pump.pressure.p_low=0;machines.pump.pressure.p_high=0", NULL);
    abut_cam_cycle_in in = cycle_of(e.w);
    double speed;
    must(abut_cam_separation(&in.cam, &in.load, &speed, NULL, NULL));
    example_end(&e);
    expect_within(speed / rpm, 3767, 0.5, NULL, "quasi-static");
    ck_assert(!separates(0.99 * speed));
    ck_assert(separates(1.01 * speed));
}
END_TEST

/* ---- derivatives ---- */
START_TEST(quasi_static_force_has_its_derivatives) {
    example e = example_start("23_cam_roller", NULL, NULL);
    const cam_roller *m = machine_at(e.w, (abut_machine){1}, NULL)->self;
    const double step = 1e-6;
    for (double angle = 0.013; angle < 6.2; angle += 0.217) {
        double by_angle = (cam_quasi_force(m, dual_of(angle + step), dual_of(150)).v -
                           cam_quasi_force(m, dual_of(angle - step), dual_of(150)).v) /
                          (2 * step);
        double by_speed =
            (cam_quasi_force(m, dual_of(angle), dual_of(151)).v - cam_quasi_force(m, dual_of(angle), dual_of(149)).v) /
            2;
        expect_within(cam_quasi_force(m, (dual){angle, 1}, dual_of(150)).d, by_angle, 1e-6 * fabs(by_angle) + 1e-2,
                      NULL, "by angle at %g", angle);
        expect_within(cam_quasi_force(m, dual_of(angle), (dual){150, 1}).d, by_speed, 1e-9, NULL, "by speed at %g",
                      angle);
    }
    example_end(&e);
}
END_TEST

/* ---- levers ---- */
#define VALVE(place, pivot, roller, tip, rotation)                                                                     \
    "abut: 1\n"                                                                                                        \
    "lubricants: {oil: {eta0: 10 mPa s, alpha: 15 1/GPa, tau0: 5 MPa}}\n"                                              \
    "machines:\n"                                                                                                      \
    "  - name: valve\n"                                                                                                \
    "    type: cam_roller\n"                                                                                           \
    "    speed: 2000 rpm\n" place "    profile: {type: polynomial_4567, base_radius: 15 mm, lift: 9 mm, rise: 65 "     \
    "deg, fall: 65 deg, rotation: " rotation "}\n"                                                                     \
    "    follower: {type: finger, mass: 80 g, pivot: " pivot ", roller_at: " roller ", tip: " tip "}\n"                \
    "    roller: {radius: 8.5 mm, length: 8 mm, bearing_mu: 0.004}\n"                                                  \
    "    spring: {stiffness: 35 kN/m, preload: 280 N}\n"                                                               \
    "    lubricant: oil\n"                                                                                             \
    "    contact: {roughness: {sigma: 0.2 um, asperity_radius: 10 um, asperity_density: 2.5e10 1/m^2}}\n"

/* The same finger twice: turned in space, and its mirror image. */
START_TEST(fingers_follow_quasi_statics) {
    static const char *const text[] = {
        VALVE("    position: [0.1, 0.2, 0.3]\n    orientation: {axis: [1, 2, 3], angle: 40 deg}\n",
              "[-25 mm, -20 mm, 0]", "[0, -23.5 mm, 0]", "[22 mm, -20 mm, 0]", "-z"),
        VALVE("", "[25 mm, -20 mm, 0]", "[0, -23.5 mm, 0]", "[-22 mm, -20 mm, 0]", "+z")};
    double N[2][6];
    for (int k = 0; k < 2; k++) {
        static abut_cam_row row[36];
        model m = read_text(text[k], NULL);
        abut_solver_def solver = {.t_end = 0.03};
        must(abut_start(m.world, &solver));
        abut_cam_cycle_in in = cycle_of(m.world);
        must(abut_cam_cycle(&in, 36, row, NULL));
        for (int i = 0; i < 6; i++) {
            const abut_cam_row *r = &row[2 * i + 1];
            must(abut_advance(m.world, r->angle / in.speed));
            abut_cam_roller_state s = state_of(m.world);
            expect_near(s.N, r->force, 0.01, NULL, "N at %g deg", r->angle / deg);
            expect_within(s.lift, r->s, 8e-6, NULL, "lift at %g deg", r->angle / deg);
            expect_within(s.cam_torque, r->torque, 0.1, NULL, "torque at %g deg", r->angle / deg);
            N[k][i] = s.N;
        }
        model_free(&m);
    }
    for (int i = 0; i < 6; i++) expect_near(N[1][i], N[0][i], 1e-3, NULL, "mirror image");
}
END_TEST

/* Levers all round the cam and their mirror images: in the machine's own frame the pivot lies on +x and the roller at y > 0, and who
 * looks from the other side sees the cam turn the other way. */
START_TEST(levers_all_round) {
    const double distance = 0.032, reach = 23.5e-3, ahead = 0.82;
    abut_world *w = abut_world_create(&(abut_world_def){0});
    for (int i = 0; i < 48; i++) {
        bool mirrored = i % 2, clockwise = i % 4 > 1;
        double turned = 7.5 * deg * i + 0.01, beside = mirrored ? -ahead : ahead;
        abut_cam_roller_def d = {
            .name = "cam",
            .profile = {
                .follower = ABUT_SWINGING, .base_radius = 15e-3, .roller_radius = 8.5e-3, .clockwise = clockwise}};
        d.follower.pivot = v3(distance * cos(turned), distance * sin(turned), 0);
        d.follower.roller_at = v3(reach * cos(turned + beside), reach * sin(turned + beside), 0);
        must(cam_place_lever(w, &d));
        mat3 R = m3_of_quat(d.place.q);
        vec3 pivot = m3_tmul(R, d.follower.pivot), roller = m3_tmul(R, d.follower.roller_at);
        expect_within(v3_norm(v3_sub(pivot, v3(distance, 0, 0))), 0, 1e-16, NULL, "pivot of lever %d", i);
        expect_within(v3_norm(v3_sub(roller, v3(reach * cos(ahead), reach * sin(ahead), 0))), 0, 1e-16, NULL,
                      "roller of lever %d", i);
        ck_assert(d.profile.clockwise == (clockwise != mirrored));
        expect_near(d.profile.pivot_distance, distance, 1e-15, NULL, "distance");
        expect_near(d.profile.arm, sqrt(distance * distance + reach * reach - 2 * distance * reach * cos(ahead)), 1e-14,
                    NULL, "arm");
    }
    abut_world_destroy(w);
}
END_TEST

/* ---- bodies of the model ---- */
#define PUMP(bodies, cam, follower)                                                                                    \
    "abut: 1\n" bodies "machines:\n"                                                                                   \
    "  - name: pump\n"                                                                                                 \
    "    type: cam_roller\n" cam                                                                                       \
    "    profile: {base_radius: 16 mm, lift: 8.5 mm, rise: 150 deg, dwell: 10 deg, fall: 130 deg}\n" follower          \
    "    roller: {radius: 10 mm, length: 12 mm, profile: crowned, crown_radius: 5 m}\n"                                \
    "    spring: {stiffness: 20 kN/m, preload: 250 N}\n"

static double N_after(const char *text, double t) {
    model m = read_text(text, NULL);
    abut_solver_def solver = {.t_end = t};
    must(abut_start(m.world, &solver));
    must(abut_advance(m.world, t));
    double N = state_of(m.world).N;
    model_free(&m);
    return N;
}

/* A cam and a tappet of the model, the tappet guided by a joint of the model: the same motion. */
START_TEST(bodies_of_the_model_do_the_same) {
    double made = N_after(PUMP("", "    speed: 1500 rpm\n", "    follower: {type: translating, mass: 0.2 kg}\n"), 3e-3);
    double given =
        N_after(PUMP("bodies:\n"
                     "  - {name: shaft, fixed: true, drive: {speed: 1500 rpm}}\n"
                     "  - {name: tappet, mass: 0.2, inertia: [1e-5, 1e-5, 1e-5], position: [40 mm, 1 mm, 0]}\n",
                     "    cam: shaft\n", "    follower: {type: translating, body: tappet}\n"),
                3e-3);
    double held =
        N_after(PUMP("bodies:\n"
                     "  - {name: shaft, fixed: true, drive: {speed: 1500 rpm}}\n"
                     "  - {name: tappet, mass: 0.2, inertia: [1e-5, 1e-5, 1e-5], position: [40 mm, 1 mm, 0]}\n"
                     "joints:\n"
                     "  - {name: bore, type: prismatic, child: tappet, orientation: {axis: [0, 1, 0], angle: 90 "
                     "deg}}\n",
                     "    cam: shaft\n", "    follower: {type: translating, body: tappet, guide: free}\n"),
                3e-3);
    ck_assert(made > 250);
    expect_near(given, made, 1e-6, NULL, "bodies given");
    expect_near(held, made, 1e-6, NULL, "guided by the model");
}
END_TEST

/* Moment of inertia of a lever about its pivot over the square of the distance where the lift is measured, by hand: its body lies
 * 18 mm and 24 mm beside the pivot, turned so that its own y is the axis. The roller is that of its density. */
#define LEVER(kind)                                                                                                    \
    PUMP("bodies:\n"                                                                                                   \
         "  - {name: lever, mass: 0.3, inertia: [3e-5, 4e-5, 2e-5], position: [32 mm, 24 mm, 5 mm],\n"                 \
         "     orientation: {axis: [1, 0, 0], angle: 90 deg}}\n",                                                      \
         "    speed: 300 rpm\n",                                                                                       \
         "    follower: {type: " kind ", body: lever, pivot: [50 mm, 0, 0], roller_at: [0, 26 mm, 0]}\n")
START_TEST(levers_of_the_model_weigh_what_their_bodies_do) {
    static const char *const text[] = {LEVER("swinging"), LEVER("finger, tip: [-22 mm, 4 mm, 0]")};
    const double pi = 3.14159265358979323846, roller = 7850 * pi * 10e-3 * 10e-3 * 12e-3,
                 arm2 = 50e-3 * 50e-3 + 26e-3 * 26e-3, tip2 = 72e-3 * 72e-3 + 4e-3 * 4e-3;
    for (int i = 0; i < 2; i++) {
        model m = read_text(text[i], NULL);
        must(abut_start(m.world, &(abut_solver_def){.t_end = 1e-3}));
        double I = 4e-5 + 0.3 * (18e-3 * 18e-3 + 24e-3 * 24e-3) + roller * arm2;
        expect_near(cycle_of(m.world).load.mass, I / (i ? tip2 : arm2), 1e-9, NULL, "mass");
        model_free(&m);
    }
}
END_TEST

/* A lever by its lengths, or by points of the frame that have these lengths; not by one point alone. */
START_TEST(levers_by_lengths) {
    const double arm = hypot(50e-3, 26e-3);
    abut_cam_roller_def def = {.name = "c",
                               .speed = 100,
                               .profile = {.lift = {.lift = 4e-3, .rise = 2.5, .fall = 2},
                                           .base_radius = 16e-3,
                                           .follower = ABUT_SWINGING,
                                           .pivot_distance = 50e-3,
                                           .arm = arm},
                               .follower.mass = 0.2,
                               .roller = {.radius = 10e-3, .length = 12e-3},
                               .load = {.stiffness = 2e4, .preload = 400}};
    double N[2];
    for (int i = 0; i < 2; i++) {
        abut_world *w = abut_world_create(&(abut_world_def){0});
        if (i) def.follower.pivot = v3(0, 50e-3, 0), def.follower.roller_at = v3(-26e-3, 0, 0);
        if (i) def.profile.pivot_distance = def.profile.arm = 0;
        ck_assert_msg(abut_add_cam_roller(w, &def).id == 1, "%s", abut_world_message(w));
        must(abut_start(w, &(abut_solver_def){.t_end = 0.01}));
        must(abut_advance(w, 0.01));
        N[i] = state_of(w).N;
        expect_near(cycle_of(w).cam.arm, arm, 1e-12, NULL, "arm");
        expect_near(cycle_of(w).cam.pivot_distance, 50e-3, 1e-12, NULL, "pivot");
        abut_world_destroy(w);
    }
    ck_assert(N[0] > 100);
    expect_near(N[1], N[0], 1e-6, NULL, "N");
    for (int i = 0; i < 2; i++) { /* one of the two is missing */
        abut_world *w = abut_world_create(&(abut_world_def){0});
        def.follower.pivot = v3(0, i ? 50e-3 : 0, 0), def.follower.roller_at = v3(i ? 0 : -26e-3, 0, 0);
        ck_assert_int_eq(abut_add_cam_roller(w, &def).id, 0);
        ck_assert(strstr(abut_world_message(w), i ? "roller_at: it lies 0 m" : "pivot: it lies on the cam's axis"));
        abut_world_destroy(w);
    }
}
END_TEST

/* What a definition points to is the caller's again once the machine is made. */
START_TEST(tables_are_kept) {
    double way[] = {0, 0, 1.5, 4e-3, 3, 6e-3, 4.5, 3e-3}, pressure[] = {0.5, 1e6, 2, 7e6, 4, 3e6};
    const abut_cam_roller_def def = {
        .name = "c",
        .speed = 100,
        .profile = {.lift = {.law = ABUT_LIFT_SPLINE, .count = 4, .table = way}, .base_radius = 30e-3},
        .follower.mass = 0.2,
        .roller = {.radius = 10e-3, .length = 12e-3},
        .load = {.stiffness = 2e4, .preload = 400, .plunger_diameter = 8e-3, .count = 3, .table = pressure}};
    abut_world *w = abut_world_create(&(abut_world_def){0});
    ck_assert_int_eq(abut_add_cam_roller(w, &def).id, 1);
    for (int i = 0; i < 8; i++) way[i] = -1;
    for (int i = 0; i < 6; i++) pressure[i] = -1;
    must(abut_start(w, &(abut_solver_def){.t_end = 0.02}));
    abut_cam_cycle_in in = cycle_of(w);
    ck_assert(in.cam.lift.count == 4 && in.load.count == 3);
    static const double lifts[] = {0, 0, 1.5, 4e-3, 3, 6e-3, 4.5, 3e-3}, pressures[] = {0.5, 1e6, 2, 7e6, 4, 3e6};
    for (int i = 0; i < 8; i++) ck_assert(in.cam.lift.table[i] == lifts[i]);
    for (int i = 0; i < 6; i++) ck_assert(in.load.table[i] == pressures[i]);
    must(abut_advance(w, 0.0125)); /* 1.25 rad: half way from 1 to 7 MPa */
    expect_near(state_of(w).plunger_pressure, 4e6, 1e-9, NULL, "pressure");
    abut_world_destroy(w);
}
END_TEST

/* ---- refusals ---- */
static void expect_error(const char *text, const char *phrase) {
    model m;
    char why[400] = "";
    int errors = model_read_text("test.yaml", text, strlen(text), NULL, 0, print_error, why, &m);
    ck_assert_msg(errors > 0 && strstr(why, phrase), "'%s' is not in: %s", phrase, why);
}

START_TEST(impossible_machines_are_refused) {
    expect_error(PUMP("", "", "    follower: {type: translating, mass: 0.2 kg}\n"), "or a speed");
    expect_error(PUMP("", "    speed: 1500 rpm\n", "    follower: {type: translating}\n"), "'mass' is missing");
    expect_error(PUMP("", "    speed: 1500 rpm\n", "    follower: {type: swinging, mass: 0.2 kg}\n"), "is missing");
    expect_error(PUMP("", "    speed: 1500 rpm\n", "    follower: {type: translating, mass: 0.2 kg, tip: [1, 0, 0]}\n"),
                 "tip: goes with the type finger");
    expect_error(PUMP("", "    speed: 1500 rpm\n",
                      "    follower: {type: swinging, mass: 0.2 kg, pivot: [50 mm, 0, 0], roller_at: [0, 20 mm, 0]}\n"),
                 "base_radius and radius of the roller make");
    expect_error(PUMP("", "    speed: 1500 rpm\n", "    follower: {type: translating, mass: 0.2 kg, offset: 30 mm}\n"),
                 "offset");
    model m = read_text(PUMP("bodies: [{name: shaft, fixed: true, drive: {speed: -1500 rpm}}]\n", "    cam: shaft\n",
                             "    follower: {type: translating, mass: 0.2 kg}\n"),
                        NULL);
    ck_assert_int_lt(abut_start(m.world, NULL), 0);
    ck_assert(strstr(abut_world_message(m.world), "against the rotation"));
    model_free(&m);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &starts_in_balance,
        &run_follows_quasi_statics,
        &contact_is_lost_at_the_right_speed,
        &quasi_static_force_has_its_derivatives,
        &fingers_follow_quasi_statics,
        &bodies_of_the_model_do_the_same,
        &levers_of_the_model_weigh_what_their_bodies_do,
        &levers_by_lengths,
        &levers_all_round,
        &tables_are_kept,
        &impossible_machines_are_refused,
    };
    return suite_main("cam_roller", all, sizeof all / sizeof *all);
}
