/* What `abut static` says of bearings whose place is turned and off the centres of both bodies, with both rings turning: every
 * figure by hand from the loads of the model and the contacts, and the printed text against the JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abut/machine/ball_bearing.h"
#include "abut/machine/cam_roller.h"
#include "abut/result.h"
#include "base/vec.h"
#include "model/model.h"
#include "support/near.h"
#include "support/suite.h"

static const double pi = 3.14159265358979323846, degree = 3.14159265358979323846 / 180;

/* The axis of the bearing is x of the world, its x is -z, its y is y. The middle of the shaft lies 2 mm behind the centre of the
 * bearing, that of the housing 50 mm. */
#define TURNED "orientation: {axis: [0, 1, 0], angle: 90 deg}"
static const char head[] = "abut: 1\n"
                           "gravity: [0, -9.81, 0]\n"
                           "materials: {steel: {E: 207 GPa, nu: 0.3, density: 7800}}\n"
                           "bodies:\n"
                           "  - {name: housing, fixed: true, position: [1, 2, 3], " TURNED ", drive: {speed: -200}}\n"
                           "  - {name: shaft, mass: 1, inertia: [1e-3, 1e-3, 1e-3], position: [1.048, 2, 3], " TURNED
                           ", drive: {speed: 900}}\n"
                           "forces:\n"
                           "  - {name: load, type: load, body: shaft, force: [500, -800, 200]}\n"
                           "  - {name: guide, type: bushing, between: [housing, shaft], damping: [0, 0, 1],"
                           "     stiffness: [0, 0, %g], torsion: "
                           "[%g, %g, 0]}\n"
                           "machines:\n"
                           "  - name: brg\n"
                           "    inner: shaft\n"
                           "    outer: housing\n"
                           "    position: [1.05, 2, 3]\n"
                           "    " TURNED "\n"
                           "    material: steel\n"
                           "    clearance: 10 um\n"
                           "    rating: {C: 22 kN, C0: 11 kN}\n";
static const char balls[] = "    type: ball_bearing\n"
                            "    balls: {count: 7, diameter: 11.5 mm}\n"
                            "    pitch_diameter: 43.5 mm\n"
                            "    conformity: {inner: 0.52, outer: 0.53}\n"
                            "    first_ball_angle: 10 deg\n"
                            "    contact: {lubricant: {eta0: 0.05, alpha: 2e-8}}\n";
static const char rollers[] = "    type: roller_bearing\n"
                              "    rollers: {count: 14, diameter: 9 mm, length: 13 mm}\n"
                              "    pitch_diameter: 46.5 mm\n"
                              "    first_roller_angle: 10 deg\n"
                              "    contact: {normal: {slices: 4}, lubricant: {eta0: 0.05, alpha: 2e-8}}\n";

static void write_model(char *to, size_t size, bool of_balls) {
    double axial = of_balls ? 0 : 1e7, torsion = of_balls ? 0 : 1e5;
    int used = snprintf(to, size, head, axial, torsion, torsion);
    (void)snprintf(to + used, size - (size_t)used, "%s", of_balls ? balls : rollers);
}

/* ---- other machines ---- */
/* A machine whose statics is its dynamics, and none at all, have nothing to say. */
START_TEST(nothing) {
    abut_world *w = abut_world_create(NULL);
    const abut_cam_roller_def def = {.name = "c",
                                     .speed = 100,
                                     .profile = {.base_radius = 16e-3, .lift = {.lift = 8e-3, .rise = 2.5, .fall = 2}},
                                     .follower.mass = 0.2,
                                     .roller = {.radius = 10e-3, .length = 12e-3},
                                     .load = {.stiffness = 2e4, .preload = 400}};
    ck_assert_int_eq(abut_add_cam_roller(w, &def).id, 1);
    for (int id = 0; id < 3; id++) {
        char *said = NULL;
        size_t length = 0;
        FILE *to = open_memstream(&said, &length);
        abut_json j = abut_json_start(to);
        abut_machine_static_json(w, (abut_machine){id}, &j);
        ck_assert(!abut_machine_static_print(w, (abut_machine){id}, to));
        abut_json_end(&j);
        (void)fclose(to);
        ck_assert_str_eq(said, "{}\n");
        free(said);
    }
    abut_world_destroy(w);
}
END_TEST

/* ---- contacts as they are read ---- */
static void print_line(const model_error *error, void *user) {
    (void)user;
    (void)fprintf(stderr, "%s\n", error->text);
}

/* Contacts of balls and rollers have no friction here: their forces turn the bodies by their levers alone, about the centres of
 * mass, and the two sides are opposite. */
START_TEST(contacts) {
    for (int of_balls = 0; of_balls < 2; of_balls++) {
        char text[4000];
        model m;
        write_model(text, sizeof text, of_balls);
        ck_assert_int_eq(model_read_text("m.yaml", text, strlen(text), NULL, 0, print_line, NULL, &m), 0);
        m.solver.statics = true;
        ck_assert_int_eq(model_start(&m, print_line, NULL), ABUT_OK);
        must(abut_static(m.world, NULL, NULL));
        vec3 sum[2] = {{0, 0, 0}, {0, 0, 0}};
        double stored = 0;
        int touching = 0;
        for (int id = 1; id <= abut_contact_count(m.world); id++) {
            abut_element_out c = {0};
            must(abut_read_contact(m.world, (abut_contact){id}, &c));
            if (!c.touching) continue;
            bool outer = strstr(abut_contact_name(m.world, (abut_contact){id}), "outer");
            abut_body ring = abut_find_body(m.world, outer ? "housing" : "shaft");
            vec3 lever = v3_sub(c.point, abut_read_body(m.world, ring).r), torque = v3_cross(lever, c.on_a.force);
            /* the moment of the slices is beside the force */
            vec3 off = v3_sub(c.on_a.torque, v3_sub(torque, c.moment));
            expect_within(v3_norm(off), 0, 1e-9 * c.N, NULL, "torque on the ring");
            expect_within(v3_norm(v3_add(c.on_a.force, c.on_b.force)), 0, 1e-12 * c.N, NULL, "both sides");
            expect_near(v3_norm(c.on_b.force), c.N, 1e-9, NULL, "force along the normal");
            expect_near(v3_dot(c.on_b.force, c.n), c.N, 1e-9, NULL, "from the ring to the ball");
            expect_within(v3_norm(v3_sub(c.point_a, v3_axpy(0.5 * c.h, c.n, c.point))), 0, 1e-12, NULL, "point of A");
            expect_within(v3_norm(v3_sub(c.point_b, v3_axpy(-0.5 * c.h, c.n, c.point))), 0, 1e-12, NULL, "of B");
            sum[outer] = v3_add(sum[outer], c.on_a.force);
            /* of balls N ~ h^(3/2), h the approach of the bodies: the film is in between */
            if (of_balls) expect_near(c.energy, 0.4 * c.N * (c.h + c.film.h_c), 1e-3, NULL, "stored");
            stored += c.energy;
            touching++;
        }
        ck_assert_int_ge(touching, 14);
        /* on the shaft: load and weight; axially the bushing takes what rollers do not */
        expect_within(sum[0].y, 809.81, 1e-3, NULL, "shaft, along y");
        expect_within(sum[0].z, -200, 1e-3, NULL, "shaft, along z");
        if (of_balls) expect_within(sum[0].x, -500, 1e-3, NULL, "shaft, along x");
        abut_energy e = abut_read_energy(m.world);
        double d = 0; /* of the bushing, along the axis and tilted */
        abut_body_state shaft = abut_read_body(m.world, abut_find_body(m.world, "shaft"));
        if (!of_balls) d = 0.5 * 1e7 * pow(shaft.r.x - 1.048, 2);
        expect_near(e.springs, stored + d, 1e-3, NULL, "energy of bearing and bushing");
        model_free(&m);
    }
}
END_TEST

/* A ball of a four-point bearing shows, of its two contacts with a ring, the one that carries more, or if none does the nearer one. */
START_TEST(four_points) {
    abut_world *w = abut_world_create(&(abut_world_def){0});
    const double force[3] = {3000, 0, 100};
    abut_ball_bearing_def d = {
        .name = "b",
        .inner = abut_add_body(w, &(abut_body_def){.name = "shaft", .mass = 1, .inertia = {1e-3, 1e-3, 1e-3}}),
        .outer = abut_add_body(w, &(abut_body_def){.name = "housing", .fixed = true}),
        .balls = {.count = 9, .diameter = 10e-3},
        .pitch_diameter = 50e-3,
        .contact_angle = 30 * degree};
    abut_machine m = abut_add_ball_bearing(w, &d);
    (void)abut_add_force(
        w, &(abut_force_def){.law = {"load", {{.name = "force", .data = force, .count = 3}}}, .b = d.inner});
    must(abut_start(w, &(abut_solver_def){.statics = true}));
    must(abut_static(w, NULL, NULL));
    abut_bearing_state s;
    abut_ball_state ball[9];
    must(abut_read_bearing(w, m, &s, ball));
    int loaded = 0, free_balls = 0;
    for (int i = 0; i < 18; i++) {
        static const char *const side[2][2] = {{"inner_plus", "inner_minus"}, {"outer_plus", "outer_minus"}};
        const abut_race_state *race = i % 2 ? &ball[i / 2].outer : &ball[i / 2].inner;
        abut_element_out c[2] = {{0}, {0}};
        for (int k = 0; k < 2; k++) {
            char name[40];
            (void)snprintf(name, sizeof name, "b.ball%d.%s", i / 2 + 1, side[i % 2][k]);
            must(abut_read_contact(w, abut_find_contact(w, name), &c[k]));
        }
        const abut_element_out *more = c[1].N > c[0].N || (c[0].N == c[1].N && c[1].h > c[0].h) ? &c[1] : &c[0];
        ck_assert(race->Q == more->N && race->approach == more->h && race->p_max == more->p_max && race->a == more->a);
        ck_assert(c[0].h != c[1].h);
        loaded += race->Q > 0, free_balls += race->Q == 0;
    }
    ck_assert(loaded > 4 && free_balls > 4);
    abut_world_destroy(w);
}
END_TEST

#ifdef ABUT_EXE
/* ---- the program ---- */
static char *run(bool of_balls, bool as_json) {
    char text[4000], path[] = "/tmp/abut_static_XXXXXX", command[300];
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    write_model(text, sizeof text, of_balls);
    ck_assert(write(file, text, strlen(text)) == (ssize_t)strlen(text));
    (void)close(file);
    (void)snprintf(command, sizeof command, "%s static %s %s", ABUT_EXE, path, as_json ? "--json" : "");
    FILE *from = popen(command, "r");
    char *out = calloc(1, 1 << 18);
    size_t used = fread(out, 1, (1 << 18) - 1, from);
    ck_assert_msg(pclose(from) == 0 && used > 1000, "%s", out);
    (void)unlink(path);
    return out;
}

/* What stands behind the keys, one after the other. */
static const char *behind(const char *at, const char *const *keys) {
    for (; *keys; keys++) {
        char key[64];
        (void)snprintf(key, sizeof key, "\"%s\": ", *keys);
        at = strstr(at, key);
        ck_assert_msg(at != NULL, "no %s", *keys);
        at += strlen(key);
    }
    return at;
}
#define AT(from, ...)     behind(from, (const char *const[]){__VA_ARGS__, NULL})
#define NUMBER(from, ...) strtod(AT(from, __VA_ARGS__), NULL)

/* Numbers of a list, however it is nested. */
static void list(const char *at, int count, double *to) {
    for (int i = 0; i < count; i++) {
        at += strcspn(at, "-0123456789");
        char *end;
        to[i] = strtod(at, &end);
        at = end;
    }
}

/* By what the model says: F of the bearing on the inner ring is load and weight turned round, in its axes. */
static void check_rings(const char *brg, bool of_balls) {
    double d[3], tilt[2], F[3], M[3];
    list(AT(brg, "displacement"), 3, d);
    list(AT(brg, "tilt"), 2, tilt);
    list(AT(brg, "force"), 3, F);
    list(AT(brg, "moment"), 3, M);
    expect_near(F[0], 200, 1e-6, NULL, "Fx");
    expect_near(F[1], 809.81, 1e-6, NULL, "Fy");
    if (of_balls) {
        expect_near(F[2], -500, 1e-6, NULL, "Fz");
        /* about the middle of the shaft, 2 mm behind: M + c x F = 0, c = 2 mm along the tilted axis */
        vec3 c = v3(2e-3 * tilt[1], -2e-3 * tilt[0], 2e-3), m = v3_cross(v3(F[0], F[1], F[2]), c);
        expect_within(M[0], m.x, 1e-5, NULL, "Mx");
        expect_within(M[1], m.y, 1e-5, NULL, "My");
    }
    ck_assert(d[1] < -1e-6 && NUMBER(brg, "speed_inner") == 900 && NUMBER(brg, "speed_outer") == -200);
    ck_assert(NUMBER(brg, "holding_moment") == 0);
}

static void check_frequencies(const char *brg, double g, int count) {
    double w[2] = {900 / (2 * pi), -200 / (2 * pi)}, f = w[0] - w[1], cage = 0.5 * (w[0] * (1 - g) + w[1] * (1 + g));
    expect_near(NUMBER(brg, "frequencies", "ftf"), fabs(cage), 1e-9, NULL, "cage");
    expect_near(NUMBER(brg, "frequencies", "bpfo"), 0.5 * count * f * (1 - g), 1e-9, NULL, "outer race");
    expect_near(NUMBER(brg, "frequencies", "bpfi"), 0.5 * count * f * (1 + g), 1e-9, NULL, "inner race");
    expect_near(NUMBER(brg, "frequencies", "bsf"), 0.5 * f * (1 - g * g) / g, 1e-9, NULL, "spin");
    expect_near(NUMBER(brg, "frequencies", "2bsf"), f * (1 - g * g) / g, 1e-9, NULL, "twice the spin");
}

/* One entry of the list of balls: momentum and motion with control by the outer race, speeds from rolling without slip. */
static void check_ball(const char *at, int i, vec3 *sum, double Q3[2]) {
    const double D = 11.5e-3, W_i = 900, W_o = -200, mass = 7800 * pi / 6 * D * D * D;
    double Q_i = NUMBER(at, "Q_inner"), Q_o = NUMBER(at, "Q_outer"), a_i = NUMBER(at, "angle_inner"),
           a_o = NUMBER(at, "angle_outer"), azimuth = NUMBER(at, "azimuth"), F_c = NUMBER(at, "centrifugal_force"),
           orbit = NUMBER(at, "orbit") + W_o;
    expect_near(azimuth, 10 * degree + i * 2 * pi / 7, 1e-12, NULL, "azimuth");
    double r = F_c / (mass * orbit * orbit), g = 0.5 * D / r, C = cos(a_i - a_o);
    expect_near(r, 21.75e-3, 2e-3, NULL, "radius of the orbit");
    expect_near(orbit, (W_i * (1 - g * cos(a_i)) + W_o * (C + g * cos(a_i))) / (1 + C), 1e-4, NULL, "orbit");
    double w_r = -(W_o - orbit) * sin(a_o) / g, w_z = (W_o - orbit) * (1 + cos(a_o) / g);
    expect_near(NUMBER(at, "spin"), hypot(w_r, w_z), 1e-4, NULL, "spin");
    double M_g = 0.1 * mass * D * D * orbit * w_r, T = 2 * M_g / D;
    expect_near(NUMBER(at, "gyroscopic_moment"), M_g, 1e-3, NULL, "gyroscopic moment");
    double at_inner = w_z - (W_i - orbit), roll = at_inner * cos(a_i) - w_r * sin(a_i);
    expect_near(NUMBER(at, "spin_to_roll_inner"), fabs((w_r * cos(a_i) + at_inner * sin(a_i)) / roll), 2e-3, NULL,
                "spin to roll");
    expect_within(NUMBER(at, "spin_to_roll_outer"), 0, 1e-9, NULL, "controlled");
    double weight = 9.81 * mass * sin(azimuth); /* gravity along -y */
    expect_within(Q_i * cos(a_i) - Q_o * cos(a_o) + F_c - weight + T * sin(a_o), 0, 1e-3, NULL, "radial balance %d", i);
    expect_within(Q_i * sin(a_i) - Q_o * sin(a_o) - T * cos(a_o), 0, 1e-3, NULL, "axial balance %d", i);
    /* 1.5 N/(pi a b), exponent 3/2 of Hertz between load and approach */
    expect_near(NUMBER(at, "p_max_inner"), 1.5 * Q_i / (pi * NUMBER(at, "a_inner") * NUMBER(at, "b_inner")), 1e-9, NULL,
                "pressure, inner");
    expect_near(NUMBER(at, "p_max_outer"), 1.5 * Q_o / (pi * NUMBER(at, "a_outer") * NUMBER(at, "b_outer")), 1e-9, NULL,
                "pressure, outer");
    ck_assert(NUMBER(at, "truncation_inner") == 0 && NUMBER(at, "approach_inner") > 1e-6);
    *sum = v3_sub(*sum, v3_scale(Q_i, v3(cos(a_i) * cos(azimuth), cos(a_i) * sin(azimuth), sin(a_i))));
    Q3[0] += pow(Q_i, 3) / 7;
    Q3[1] += pow(Q_o, 3) / 7;
}

/* The n-th object of the list. */
static const char *entry(const char *at, int n) {
    for (int i = 0; i < n; i++) at = strstr(at, "}, {") + 3;
    return at;
}

/* ISO 76, and the greatest of the pressures of the parts. */
static void check_static(const char *brg, const char *part, int parts, double P0, double limit) {
    double p = 0;
    for (int i = 0; i < parts; i++)
        p = fmax(p, fmax(NUMBER(entry(part, i), "p_max_inner"), NUMBER(entry(part, i), "p_max_outer")));
    expect_near(NUMBER(brg, "static_load"), P0, 1e-6, NULL, "P_0");
    expect_near(NUMBER(brg, "static_safety"), 11e3 / P0, 1e-6, NULL, "C_0/P_0");
    expect_near(NUMBER(brg, "p_limit"), limit, 1e-12, NULL, "limit");
    expect_near(NUMBER(brg, "pressure_share"), p / limit, 1e-12, NULL, "share");
}

START_TEST(ball_bearing) {
    char *out = run(true, true);
    const char *brg = AT(out, "machines", "brg"), *ball = AT(brg, "balls");
    check_rings(brg, true);
    vec3 sum = {0, 0, 0};
    double Q3[2] = {0, 0}, orbit = 0, F[3];
    for (int i = 0; i < 7; i++) {
        check_ball(entry(ball, i), i, &sum, Q3);
        orbit += NUMBER(entry(ball, i), "orbit") / 7;
    }
    list(AT(brg, "force"), 3, F);
    expect_within(v3_norm(v3_sub(sum, v3(F[0], F[1], F[2]))), 0, 2, NULL, "balls in planes of the outer ring");
    expect_near(NUMBER(brg, "cage_speed"), orbit, 1e-12, NULL, "cage");
    check_frequencies(brg, 11.5 / 43.5, 7);
    /* as found: of the balls that carry */
    double round = 0, spin = 0;
    int loaded = 0;
    for (int i = 0; i < 7; i++) {
        if (!(NUMBER(entry(ball, i), "Q_inner") > 0)) continue;
        round += NUMBER(entry(ball, i), "orbit"), spin += NUMBER(entry(ball, i), "spin"), loaded++;
    }
    round /= loaded, spin /= loaded;
    expect_near(NUMBER(brg, "frequencies_found", "ftf"), fabs(round - 200) / (2 * pi), 1e-12, NULL, "cage, found");
    expect_near(NUMBER(brg, "frequencies_found", "bpfo"), 7 * round / (2 * pi), 1e-12, NULL, "outer race, found");
    expect_near(NUMBER(brg, "frequencies_found", "bpfi"), 7 * (1100 - round) / (2 * pi), 1e-12, NULL,
                "inner race, found");
    expect_near(NUMBER(brg, "frequencies_found", "bsf"), spin / (2 * pi), 1e-12, NULL, "spin, found");
    /* life: both rings rotate; P and kappa by hand (1100 rad/s, 43.5 mm) */
    double Fr = hypot(200, 809.81), nu1 = 4500 / sqrt(1100 * 30 / pi * 43.5), kappa = 0.05 / 890 / (nu1 * 1e-6), a;
    expect_near(NUMBER(brg, "life", "Qe", "inner"), cbrt(Q3[0]), 1e-9, NULL, "inner");
    expect_near(NUMBER(brg, "life", "Qe", "outer"), cbrt(Q3[1]), 1e-9, NULL, "outer");
    expect_near(NUMBER(brg, "life", "Fr"), Fr, 1e-6, NULL, "Fr");
    expect_near(NUMBER(brg, "life", "Fa"), 500, 1e-6, NULL, "Fa");
    double P = NUMBER(brg, "life", "X") * Fr + NUMBER(brg, "life", "Y") * 500, L10 = pow(22e3 / P, 3);
    expect_near(NUMBER(brg, "life", "P"), P, 1e-6, NULL, "P");
    expect_near(NUMBER(brg, "life", "L10"), L10, 1e-6, NULL, "L10");
    expect_near(NUMBER(brg, "life", "L10_hours"), L10 * 1e6 * 2 * pi / 1100 / 3600, 1e-6, NULL, "hours");
    expect_near(NUMBER(brg, "life", "kappa"), kappa, 1e-9, NULL, "kappa");
    must(abut_iso281_a(ABUT_RADIAL_BALL, kappa, 0.55, 500 / P, &a));
    expect_near(NUMBER(brg, "life", "a_iso"), a, 1e-5, NULL, "a_ISO");
    expect_near(NUMBER(brg, "life", "L10m"), a * L10, 1e-5, NULL, "L10m");
    double in = NUMBER(brg, "life", "L10_ring", "inner"), outer = NUMBER(brg, "life", "L10_ring", "outer");
    expect_near(in, pow(NUMBER(brg, "life", "Qc", "inner") / cbrt(Q3[0]), 3), 1e-9, NULL, "life of the inner ring");
    expect_near(NUMBER(brg, "life", "L10r"), pow(pow(in, -10 / 9.0) + pow(outer, -10 / 9.0), -0.9), 1e-9, NULL, "both");
    /* the life to quote: a_ISO at the load that gives the reference life, as ISO 281 has it: C/L^(1/3) */
    must(abut_iso281_a(ABUT_RADIAL_BALL, kappa, 0.55, 500 / (22e3 / cbrt(NUMBER(brg, "life", "L10r"))), &a));
    expect_near(NUMBER(brg, "life", "headline", "hours"), a * NUMBER(brg, "life", "L10r") * 1e6 * 2 * pi / 1100 / 3600,
                1e-5, NULL, "headline");
    check_static(brg, ball, 7, fmax(0.6 * Fr + 0.5 * 500, Fr), 4.2e9);
    free(out);
}
END_TEST

START_TEST(roller_bearing) {
    char *out = run(false, true);
    const char *brg = AT(out, "machines", "brg"), *roller = AT(brg, "rollers");
    const double D = 9e-3, g = 9 / 46.5, mass = 7800 * pi / 4 * D * D * 13e-3;
    check_rings(brg, false);
    check_frequencies(brg, g, 14);
    /* the cage at pure rolling between radii made smaller and larger by a quarter of the clearance */
    double R_i = 18.75e-3 - 2.5e-6, R_o = 27.75e-3 + 2.5e-6, orbit = (900 * R_i - 200 * R_o) / (R_i + R_o),
           sum[2] = {0, 0};
    expect_near(NUMBER(brg, "cage_speed"), orbit + 200, 1e-9, NULL, "cage");
    expect_near(NUMBER(brg, "frequencies_found", "ftf"), fabs(orbit) / (2 * pi), 1e-9, NULL, "cage, found");
    expect_near(NUMBER(brg, "frequencies_found", "bpfo"), 14 * (orbit + 200) / (2 * pi), 1e-9, NULL, "BPFO, found");
    expect_near(NUMBER(brg, "centrifugal_force"), mass * 23.25e-3 * orbit * orbit, 1e-9, NULL, "centrifugal force");
    for (int i = 0; i < 14; i++) {
        const char *at = entry(roller, i);
        double azimuth = NUMBER(at, "azimuth"), Q_i = NUMBER(at, "Q_inner"), Q_o = NUMBER(at, "Q_outer");
        expect_near(azimuth, 10 * degree + i * pi / 7, 1e-12, NULL, "azimuth");
        double body = mass * 23.25e-3 * orbit * orbit - 9.81 * mass * sin(azimuth);
        expect_within(Q_o - Q_i, body, 0.01, NULL, "roller %d", i); /* it runs within 0.05 % of the pitch circle */
        expect_near(NUMBER(at, "p_max_outer"), 2 * NUMBER(at, "q_max_outer") / (pi * NUMBER(at, "half_width_outer")),
                    1e-9, NULL, "pressure of a line");
        expect_within(NUMBER(at, "moment_inner"), -NUMBER(at, "moment_outer"), 1e-8, NULL, "moments of roller %d", i);
        /* along e_t only the weight is left */
        if (Q_i == 0)
            expect_within(NUMBER(at, "cage_force"), 9.81 * mass * cos(azimuth), 1e-9, NULL, "cage force %d", i);
        sum[0] -= Q_i * cos(azimuth), sum[1] -= Q_i * sin(azimuth);
    }
    expect_within(sum[0], 200, 0.05, NULL, "sum along x");
    expect_within(sum[1], 809.81, 0.05, NULL, "sum along y");
    double P = hypot(200, 809.81), L10 = pow(22e3 / P, 10 / 3.0), nu1 = 4500 / sqrt(1100 * 30 / pi * 46.5), a,
           kappa = 0.05 / 890 / (nu1 * 1e-6);
    expect_near(NUMBER(brg, "life", "P"), P, 1e-6, NULL, "P");
    expect_near(NUMBER(brg, "life", "L10"), L10, 1e-6, NULL, "L10");
    expect_near(NUMBER(brg, "life", "L10_hours"), L10 * 1e6 * 2 * pi / 1100 / 3600, 1e-6, NULL, "hours");
    expect_near(NUMBER(brg, "life", "kappa"), kappa, 1e-9, NULL, "kappa");
    must(abut_iso281_a(ABUT_RADIAL_ROLLER, kappa, 0.55, 11e3 / 8.2 / P, &a));
    expect_near(NUMBER(brg, "life", "a_iso"), a, 1e-5, NULL, "a_ISO");
    expect_near(NUMBER(brg, "life", "L10m_hours"), a * L10 * 1e6 * 2 * pi / 1100 / 3600, 1e-5, NULL, "hours of L10m");
    must(abut_iso281_a(ABUT_RADIAL_ROLLER, kappa, 0.55, 11e3 / 8.2 / (22e3 / pow(NUMBER(brg, "life", "L10r"), 0.3)),
                       &a));
    expect_near(NUMBER(brg, "life", "headline", "hours"), a * NUMBER(brg, "life", "L10r") * 1e6 * 2 * pi / 1100 / 3600,
                1e-5, NULL, "headline");
    check_static(brg, roller, 14, P, 4.0e9);
    free(out);
}
END_TEST

/* ---- the text is the JSON in other units, to the digits printed ---- */
static void printed(double x, double y, double digits, const char *what) {
    expect_within(x, y, digits * fabs(y) + 1e-4, NULL, "%s", what);
}

START_TEST(text) {
    for (int of_balls = 0; of_balls < 2; of_balls++) {
        char *out = run(of_balls, true), *said = run(of_balls, false);
        const char *brg = AT(out, "machines", "brg"), *at = strstr(said, "displacement [um]");
        double d[3], tilt[2], F[3], M[3], x[8], K[25];
        list(AT(brg, "displacement"), 3, d);
        list(AT(brg, "tilt"), 2, tilt);
        list(AT(brg, "force"), 3, F);
        list(AT(brg, "moment"), 3, M);
        list(at, 3, x);
        for (int i = 0; i < 3; i++) printed(x[i], 1e6 * d[i], 1e-5, "displacement");
        list(strstr(at, "[mrad]"), 2, x);
        for (int i = 0; i < 2; i++) printed(x[i], 1e3 * tilt[i], 1e-5, "tilt");
        list(strstr(at, "force [N]"), 3, x);
        for (int i = 0; i < 3; i++) printed(x[i], F[i], 1e-5, "force");
        list(strstr(at, "moment [N m]"), 3, x);
        for (int i = 0; i < 3; i++) printed(x[i], M[i], 1e-4, "moment");
        list(strstr(said, "life: ") + 5, 1, x);
        printed(x[0], NUMBER(brg, "life", "headline", "hours"), 1e-4, "life");
        list(strstr(said, ", L10 ") + 5, 1, x);
        printed(x[0], NUMBER(brg, "life", "L10_hours"), 1e-4, "L10");
        list(strstr(said, "P_0 ") + 3, 1, x);
        printed(x[0], NUMBER(brg, "static_load"), 1e-5, "P_0");
        list(strstr(said, "C_0/P_0 ") + 7, 1, x);
        printed(x[0], NUMBER(brg, "static_safety"), 1e-4, "safety");
        list(strstr(said, "greatest pressure ") + 17, 1, x);
        printed(x[0], NUMBER(brg, "pressure_share"), 1e-3, "share");
        list(strstr(strstr(said, "greatest pressure "), " of ") + 3, 1, x);
        printed(x[0], of_balls ? 4.2 : 4, 1e-3, "pressure of ISO 76");
        for (int i = 0; i < (of_balls ? 7 : 14); i++) {
            const char *e = entry(AT(brg, of_balls ? "balls" : "rollers"), i), *line;
            char start[16];
            (void)snprintf(start, sizeof start, of_balls ? "\n  %4d " : "\n  %6d ", i + 1);
            line = strstr(said, start);
            ck_assert_ptr_nonnull(line);
            list(line + strlen(start), 8, x);
            printed(x[0], NUMBER(e, "azimuth") / degree, 1e-3 / 10, "azimuth");
            int Q = of_balls ? 1 : 2, p = of_balls ? 5 : 4;
            printed(x[Q], NUMBER(e, "Q_inner"), 1e-5, "Q inner");
            printed(x[Q + 1], NUMBER(e, "Q_outer"), 1e-5, "Q outer");
            printed(x[p], 1e-6 * NUMBER(e, "p_max_inner"), 1e-4, "p inner");
            printed(x[p + 1], 1e-6 * NUMBER(e, "p_max_outer"), 1e-4, "p outer");
            printed(x[of_balls ? 3 : 1], of_balls ? NUMBER(e, "angle_inner") / degree : 1e3 * NUMBER(e, "tilt"), 1e-4,
                    "angle or tilt");
            printed(x[of_balls ? 4 : 6],
                    of_balls ? NUMBER(e, "angle_outer") / degree : 1e-3 * NUMBER(e, "q_minus_inner"), 1e-3,
                    "angle, or load of the first end");
            printed(x[7], of_balls ? NUMBER(e, "cage_force") : 1e-3 * NUMBER(e, "q_plus_inner"), 5e-3,
                    "cage, or load of the other end");
        }
        list(AT(brg, "stiffness"), 25, K);
        at = strchr(strstr(said, "stiffness, order"), '\n');
        for (int i = 0; i < 5; i++, at = strchr(at + 1, '\n')) {
            list(at + 1, 5, x);
            for (int k = 0; k < 5; k++) printed(x[k], K[5 * i + k], 1e-4, "stiffness");
        }
        const char *force = strstr(said, of_balls ? "centrifugal force up to " : "centrifugal force on a roller: ");
        double most = of_balls ? 0 : NUMBER(brg, "centrifugal_force");
        for (int i = 0; of_balls && i < 7; i++)
            most = fmax(most, NUMBER(entry(AT(brg, "balls"), i), "centrifugal_force"));
        list(force, 1, x);
        printed(x[0], most, 1e-4, "centrifugal force");
        free(out);
        free(said);
    }
}
END_TEST
#endif

int main(void) {
    static const TTest *const *const all[] = {&nothing,      &contacts,
                                              &four_points,
#ifdef ABUT_EXE
                                              &ball_bearing, &roller_bearing,
                                              &text
#endif
    };
    return suite_main("static_report", all, sizeof all / sizeof *all);
}
