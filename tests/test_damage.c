#define _POSIX_C_SOURCE 200809L /* open_memstream */
/* Damage by over-rolling in bearings and on a cam, against closed forms. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/lubrication.h"
#include "abut/machine/cam_roller.h"
#include "machine/ball_bearing/watch.h"
#include "machine/roller_bearing/roller_bearing.h"
#include "machine/shared/damage.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

static const double two_pi = 6.28318530717958647692;

/* ---- ball bearing ---- */
typedef struct rig {
    abut_world *w;
    abut_machine brg;
    const world_machine *m;
} rig;

static rig make(abut_ball_bearing_def d, abut_vec3 load, double speed) {
    const abut_material steel = {207e9, 0.3, 7800, false};
    rig r = {.w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}})};
    d.name = "brg";
    d.balls.count = 8, d.balls.diameter = 9.525e-3, d.pitch_diameter = 38.5e-3;
    d.balls.material = d.material = steel;
    d.inner_race.conformity = 0.515, d.outer_race.conformity = 0.525;
    d.outer = abut_add_body(r.w, &(abut_body_def){.name = "housing", .fixed = true});
    d.inner = abut_add_body(r.w, &(abut_body_def){.name = "shaft",
                                                  .mass = 0.5,
                                                  .inertia = {1e-4, 1e-4, 1e-4},
                                                  .drive = {.given = true, .speed = speed}});
    r.brg = abut_add_ball_bearing(r.w, &d);
    const double force[3] = {load.x, load.y, load.z};
    const abut_choice rise = {"ramp", {{.name = "to", .value = 1}, {.name = "duration", .value = 0.02}}};
    abut_add_force(
        r.w, &(abut_force_def){
                 .law = {"load", {{.name = "force", .data = force, .count = 3}, {.name = "scale", .choice = &rise}}},
                 .b = d.inner});
    ck_assert_msg(abut_check(r.w) == ABUT_OK, "%s", abut_world_message(r.w));
    must(abut_start(r.w, &(abut_solver_def){.rtol = 1e-5}));
    r.m = machine_at(r.w, r.brg, NULL);
    return r;
}

/* The number behind keys of the report, one after the other from its start; NaN if it is null. */
static double reported(const rig *r, const char *const *keys) {
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    json j = json_start(to);
    watch_json(r->m, &j);
    json_end(&j);
    (void)fclose(to);
    const char *at = text;
    for (; *keys; keys++) {
        at = strstr(at, *keys);
        ck_assert_msg(at != NULL, "no %s", *keys);
        at += strlen(*keys);
    }
    double x = strncmp(at, " null", 5) ? strtod(at, NULL) : (double)NAN;
    free(text);
    return x;
}
#define REPORTED(r, ...) reported(r, (const char *const[]){__VA_ARGS__, NULL})

/* Where a column of the machine stands in its rows. */
static int column_of(const rig *r, const char *name) {
    int i = watch_find_column(r->m->watch, name);
    ck_assert_msg(i >= 0, "no column %s", name);
    return i;
}

static double *of_ball(const rig *r, double *row, int ball, const char *what) {
    char name[40];
    (void)snprintf(name, sizeof name, "ball%d_%s", ball + 1, what);
    return row + column_of(r, name);
}

/* An empty row; what the start of the world has shown is forgotten. */
static double *row_of(const rig *r) {
    watch_clear(r->m->watch);
    return calloc((size_t)watch_columns(r->m->watch), sizeof(double));
}

/* Balls under constant load that roll without slip: the life of ISO 16281 to 1e-6, for coarse and fine instants. */
START_TEST(bearing_constant) {
    for (int k = 0; k < 4; k++) {
        double speed = k % 2 ? -300 : 300, dt = k < 2 ? 1e-4 : 0.037, Q = 1500;
        rig r = make((abut_ball_bearing_def){.rating.C = 13.3e3}, (abut_vec3){0, 0, 0}, speed);
        const ball_bearing *b = bearing_of(r.w, r.brg);
        double orbit = bearing_orbit(&b->def, 0, speed, 0);
        double *row = row_of(&r);
        for (int i = 0; i <= 200; i++) {
            row[column_of(&r, "speed")] = speed;
            for (int ball = 0; ball < 8; ball++) {
                *of_ball(&r, row, ball, "azimuth") = remainder(orbit * i * dt + ball * two_pi / 8, two_pi);
                *of_ball(&r, row, ball, "orbit") = orbit;
                *of_ball(&r, row, ball, "Q_inner") = *of_ball(&r, row, ball, "Q_outer") = Q;
                *of_ball(&r, row, ball, "p_max_inner") = *of_ball(&r, row, ball, "p_max_outer") = 2e9;
            }
            watch_take(r.m->watch, i * dt, row);
        }
        abut_life life;
        must(abut_bearing_life(&b->def, (double[2]){Q, Q}, 0, 0, speed, &life));
        expect_near(REPORTED(&r, "\"damage\":", "\"life_hours\":"), life.ring[0] * life.L10r_hours / life.L10r, 1e-6,
                    NULL, "inner, hours");
        expect_near(REPORTED(&r, "\"damage\":", "\"outer\":", "\"life_revolutions\":"), 1e6L * life.ring[1], 1e-6, NULL,
                    "outer, revolutions");
        expect_near(REPORTED(&r, "\"damage\":", "\"turns\":", "\"L10\":"), life.L10r, 1e-6, NULL, "both races");
        expect_near(REPORTED(&r, "\"damage\":", "\"turns\":", "\"life_hours\":"), life.L10r_hours, 1e-6, NULL, "hours");
        ck_assert(isnan(REPORTED(&r, "\"damage\":", "\"turns\":", "\"a_iso\":"))); /* dry */
        free(row);
        abut_world_destroy(r.w);
    }
}
END_TEST

/* A short run under a constant axial load, every ball with the same share. The loaded contact angle is not that of the rating and
 * speed adds to the outer race: a percent. Damage does not depend on the steps. */
START_TEST(bearing_run) {
    double L10[2];
    for (int k = 0; k < 2; k++) {
        rig r = make((abut_ball_bearing_def){.contact_angle = 25 * two_pi / 360, .thrust = 1, .rating.C = 13.3e3},
                     (abut_vec3){0, 0, 1500}, 100);
        must(abut_start(
            r.w, &(abut_solver_def){.rtol = 1e-5, .t_end = 0.06, .statistics_from = 0.03, .max_step = k ? 2e-5 : 0}));
        must(abut_advance(r.w, 0.06));
        abut_life life;
        must(abut_read_life(r.w, r.brg, &life));
        L10[k] = REPORTED(&r, "\"damage\":", "\"turns\":", "\"L10\":");
        expect_near(L10[k], life.L10r, 0.01, NULL, "against the life at an instant");
        expect_near(REPORTED(&r, "\"life\":", "\"L10r\":"), life.L10r, 0.01, NULL, "of the loads over time");
        abut_world_destroy(r.w);
    }
    expect_near(L10[1], L10[0], 2e-3, NULL, "steps");
}
END_TEST

/* With a lubricant a row has films: mean with the load as weight, least; the viscosity ratio of the run. */
START_TEST(bearing_films) {
    const abut_lubricant oil = {.eta0 = 0.0178, .alpha = 2e-8};
    const abut_roughness rough = {.sigma = 1e-7, .asperity_radius = 1e-5, .density = 2.5e10};
    rig r = make((abut_ball_bearing_def){.rating = {.C = 13.3e3, .Cu = 400, .e_C = 0.6},
                                         .law = {.lubricant = &oil, .roughness = &rough}},
                 (abut_vec3){0, 0, 0}, 300);
    ck_assert_int_eq(watch_columns(r.m->watch), 20 + 8 * 24);
    ck_assert_str_eq(watch_column_at(r.m->watch, 20 + 8 * 24 - 1)->name, "ball8_lambda_outer");
    double *row = row_of(&r);
    row[column_of(&r, "speed")] = 300;
    for (int i = 0; i <= 20; i++) {
        for (int ball = 0; ball < 8; ball++) {
            *of_ball(&r, row, ball, "azimuth") = 0.1 * i + ball;
            *of_ball(&r, row, ball, "orbit") = 100;
            *of_ball(&r, row, ball, "Q_inner") = ball < 3 ? 100 * (ball + 1) : 0;
            double film = ball < 2 ? 1e-6 / (ball + 1) : 0; /* the third carries without a film */
            *of_ball(&r, row, ball, "film_inner") = film;
            *of_ball(&r, row, ball, "lambda_inner") = 1e7 * film;
        }
        watch_take(r.m->watch, 1e-3 * i, row);
    }
    expect_near(REPORTED(&r, "\"races\":", "\"film\":", "\"mean\":"), 200e-6 / 300, 1e-12, NULL, "mean film");
    expect_near(REPORTED(&r, "\"races\":", "\"film\":", "\"min\":"), 0.5e-6, 1e-12, NULL, "least film");
    expect_near(REPORTED(&r, "\"races\":", "\"lambda\":", "\"min\":"), 5, 1e-12, NULL, "least lambda");
    ck_assert(isnan(REPORTED(&r, "\"races\":", "\"outer\":", "\"film\":", "\"mean\":")));
    double nu1, L10 = REPORTED(&r, "\"damage\":", "\"turns\":", "\"L10\":"), a;
    must(abut_iso281_nu1(300, 38.5e-3, &nu1));
    expect_near(REPORTED(&r, "\"damage\":", "\"kappa\":"), 20e-6 / nu1, 1e-9, NULL, "kappa");
    must(abut_iso281_a(ABUT_RADIAL_BALL, 20e-6 / nu1, 0.6, 400 * cbrt(L10) / 13.3e3, &a));
    expect_near(REPORTED(&r, "\"damage\":", "\"a_iso\":"), a, 1e-9, NULL, "a_ISO at the reference load");
    expect_near(REPORTED(&r, "\"damage\":", "\"L10m\":"), a * L10, 1e-9, NULL, "L10m");
    free(row);
    abut_world_destroy(r.w);
}
END_TEST

/* ---- roller bearing ---- */
/* As NU 2206 with `count` rollers. */
static rig make_rollers(abut_roller_bearing_def d, int count, double speed) {
    rig r = {.w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}})};
    d.name = "brg";
    d.rollers.count = count, d.rollers.diameter = 9e-3, d.rollers.length = 13e-3, d.pitch_diameter = 46.5e-3;
    d.law.normal = (abut_choice){"line", {{.name = "slices", .value = 4}}};
    d.rating.C = 55e3;
    d.outer = abut_add_body(r.w, &(abut_body_def){.name = "housing", .fixed = true});
    d.inner = abut_add_body(
        r.w, &(abut_body_def){
                 .name = "shaft", .mass = 2, .inertia = {1e-2, 1e-2, 1e-3}, .drive = {.given = true, .speed = speed}});
    r.brg = abut_add_roller_bearing(r.w, &d);
    (void)abut_add_joint(r.w, &(abut_joint_def){.name = "j", .type = "planar", .parent = d.outer, .child = d.inner});
    ck_assert_msg(abut_start(r.w, &(abut_solver_def){.rtol = 1e-4}) == ABUT_OK, "%s", abut_world_message(r.w));
    r.m = machine_at(r.w, r.brg, NULL);
    return r;
}

/* N, rated load of a roller of this bearing, ISO 16281. */
static double rated(int ring, int count) {
    double g = 9 / 46.5, x = pow(1.038 * pow((1 - g) / (1 + g), 143 / 108.0), ring ? -4.5 : 4.5);
    return 55e3 / count / (ring ? 0.364 : 0.378) * pow(1 + x, 2 / 9.0);
}

/* Rows of rolling without slip; the load of a roller is a function of its azimuth. */
static void roll(const rig *r, int count, double speed, double dt, int rows, double (*load)(double)) {
    double orbit = speed * 18.75 / 46.5, *row = row_of(r);
    int first = column_of(r, "roller1_azimuth"), each = column_of(r, "roller2_azimuth") - first,
        Q = column_of(r, "roller1_Q_even_inner") - first;
    row[column_of(r, "speed")] = speed;
    for (int k = 0; k < rows; k++) {
        for (int i = 0; i < count; i++) {
            double *at = row + first + i * each;
            at[0] = remainder(orbit * k * dt + i * two_pi / count, two_pi);
            at[1] = orbit;
            at[Q] = at[Q + 1] = load(at[0]);
        }
        watch_take(r->m->watch, k * dt, row);
    }
    free(row);
}

static double even(double azimuth) {
    (void)azimuth;
    return 4000;
}
static double zone(double azimuth) { return 55e3 / 14 * 4.085 * pow(fmax(0, cos(azimuth)), 10 / 9.0); }

/* Rollers under constant load: the life of ISO 16281 to 1e-6. In the load zone of the rating C on a bearing without clearance a
 * million revolutions, from which C comes. */
START_TEST(rollers_constant) {
    for (int k = 0; k < 4; k++) {
        double speed = k % 2 ? -200 : 200, dt = k < 2 ? 1e-4 : 0.043, sum = 0;
        rig r = make_rollers((abut_roller_bearing_def){.clearance = 1e-5}, 14, speed);
        roll(&r, 14, speed, dt, 150, even);
        for (int ring = 0; ring < 2; ring++) {
            double life = pow(rated(ring, 14) / 4000, 4);
            sum += pow(life, -9 / 8.0);
            expect_near(REPORTED(&r, "\"damage\":", ring ? "\"outer\":" : "\"inner\":", "\"life_revolutions\":"),
                        1e6L * life, 1e-6, NULL, "ring %d", ring);
        }
        expect_near(REPORTED(&r, "\"damage\":", "\"turns\":", "\"L10\":"), pow(sum, -8 / 9.0), 1e-6, NULL, "both");
        roll(&r, 14, speed, 1e-3, 400, zone); /* from 0 on: counted anew */
        expect_near(REPORTED(&r, "\"damage\":", "\"turns\":", "\"L10\":"), 1, 0.02, NULL, "at C");
        /* the way from one roller to the next: the inner ring turns, its points are taken together */
        double mean = 0, way = two_pi / 14 / (200 * 18.75 / 46.5);
        for (int i = 0; i < 1000; i++) mean += pow(zone(i * two_pi / 1000), 4) / 1000;
        roll(&r, 14, speed, way / 64, 65, zone);
        expect_near(REPORTED(&r, "\"damage\":", "\"equivalent_load\":"), pow(mean, 0.25), 2e-3, NULL, "inner ring");
        abut_world_destroy(r.w);
    }
}
END_TEST

/* Slices of a roller are parts in series: the exponent 9/2 of 4 and the slope 9/8. */
START_TEST(uneven_roller) {
    static const double q[4] = {1e5, 3e5, 3e5, 0}, flat[4] = {7, 7, 7, 7}, none[4] = {0};
    double powers = (1 + 2 * pow(3, 4.5)) / 4;
    expect_near(roller_even_load(1000, q, 4), 1000 * pow(powers, 2 / 9.0) / 1.75, 1e-12, NULL, "uneven");
    expect_near(roller_even_load(1000, flat, 4), 1000, 1e-12, NULL, "even");
    ck_assert(roller_even_load(0, none, 4) == 0);
}
END_TEST

/* A short run under preload, all rollers with the same load: a percent, most of it by the speed of the cage under load. */
START_TEST(rollers_run) {
    rig r = make_rollers((abut_roller_bearing_def){.clearance = -30e-6}, 6, 100);
    double sum = 0;
    must(abut_advance(r.w, 2e-3));
    abut_bearing_state state;
    abut_roller_state o[6];
    must(abut_read_roller_bearing(r.w, r.brg, &state, o));
    for (int ring = 0; ring < 2; ring++) {
        double Q = ring ? o[0].outer.Q : o[0].inner.Q;
        ck_assert(Q > 1000);
        expect_near(ring ? o[0].outer.Q_even : o[0].inner.Q_even, Q, 1e-3, NULL, "straight roller");
        sum += pow(rated(ring, 6) / Q, -4.5);
    }
    expect_near(REPORTED(&r, "\"damage\":", "\"turns\":", "\"L10\":"), pow(sum, -8 / 9.0), 0.01, NULL, "run");
    machine_extra t;
    ck_assert(r.m->type->table(r.m->self, 3, &t) && !strcmp(t.name, "outer_damage"));
    machine_extra_free(&t);
    abut_world_destroy(r.w);
}
END_TEST

/* ---- cam ---- */
static const double base_radius = 16e-3, wheel = 10e-3, rise = 2.4, cam_speed = 150;

static rig make_cam(abut_cam_roller_def d, double lift) {
    rig r = {.w = abut_world_create(&(abut_world_def){.gravity = {0, 0, 0}})};
    d.name = "pump";
    d.speed = cam_speed;
    d.profile.lift = (abut_lift){.law = ABUT_LIFT_CYCLOIDAL, .lift = lift, .rise = rise, .fall = rise};
    d.profile.base_radius = base_radius;
    d.follower.mass = 0.1;
    d.roller.shape = (abut_choice){"roller", {{.name = "radius", .value = wheel}, {.name = "length", .value = 12e-3}}};
    d.load.preload = 1000;
    r.brg = abut_add_cam_roller(r.w, &d);
    ck_assert_msg(abut_start(r.w, &(abut_solver_def){.rtol = 1e-5}) == ABUT_OK, "%s", abut_world_message(r.w));
    r.m = machine_at(r.w, r.brg, NULL);
    return r;
}

/* Lift of the first half of the rise, its derivative, and the way of the roller's centre over the cam per angle. */
static double cam_way(double lift, double angle, double *lean) {
    double x = two_pi * angle / rise, at = base_radius + wheel, d1 = 0;
    if (angle < 2 * rise) {
        double up = angle < rise ? 1 : -1;
        at += up > 0 ? lift * (angle / rise - sin(x) / two_pi) : lift * (2 - angle / rise + sin(x) / two_pi);
        d1 = up * lift / rise * (1 - cos(x));
    }
    *lean = atan2(d1, at);
    return hypot(at, d1);
}

/* A turn and a half of rolling without slip under 900 N up to `loaded` of each turn, then under nothing. */
static void turn_cam(const rig *r, double lift, double loaded, int per_turn) {
    double *row = row_of(r), lean, *at = row + column_of(r, "cam_angle"), *spin = row + column_of(r, "roller_speed"),
           *N = row + column_of(r, "N"), *p = row + column_of(r, "p_max");
    row[column_of(r, "cam_speed")] = cam_speed;
    for (int i = 0; i <= per_turn * 3 / 2; i++) {
        *at = two_pi * (i % per_turn) / per_turn;
        *spin = cam_speed * (cam_way(lift, *at, &lean) / wheel - 1);
        *N = *at < loaded ? 900 : 0;
        *p = 1e6 * *N;
        watch_take(r->m->watch, two_pi * i / per_turn / cam_speed, row);
    }
    free(row);
}

/* Constant load: life of the rating to 1e-6, by load and by pressure; the roller is rolled over as often as its circumference goes
 * into the contour, whose length is that of the pitch curve less the roller's circumference. */
START_TEST(cam_constant) {
    for (int k = 0; k < 4; k++) {
        abut_cam_roller_def d = {.rating = {.load = 3000}, .profile.clockwise = k == 3};
        if (k == 1) d.rating.pressure = 2e9, d.rating.load = 0, d.rating.cycles = 3e7;
        if (k == 2) d.rating.exponent = 4;
        double m = k == 2 ? 4 : 10 / 3.0, ratio = k == 1 ? pow(2 / 0.9, 2 * m) * 30 : pow(3000 / 900.0, m), way = 0,
               lean;
        rig r = make_cam(d, 5e-3);
        turn_cam(&r, 5e-3, 1, 300);
        turn_cam(&r, 5e-3, 9, 300); /* from 0 on: counted anew */
        for (int i = 0; i < 300; i++) way += cam_way(5e-3, two_pi * i / 300, &lean) / 300;
        for (int i = 0; i < 150; i++) way += cam_way(5e-3, two_pi * i / 300, &lean) / 300;
        double turned = way / wheel - 1.5, cam = REPORTED(&r, "\"damage\":", "\"cam\":", "\"life_revolutions\":");
        expect_near(cam, 1e6L * ratio, 1e-6, NULL, "contour, %d", k);
        expect_near(REPORTED(&r, "\"damage\":", "\"roller\":", "\"passes\":"), turned, 0.02, NULL, "roller, %d", k);
        double both = REPORTED(&r, "\"damage\":", "\"turns\":", "\"miner\":"),
               roller = REPORTED(&r, "\"damage\":", "\"roller\":", "\"miner\":");
        expect_near(both, pow(pow(1.5 / cam, 1.125) + pow(roller, 1.125), 8 / 9.0), 1e-9, NULL, "both, %d", k);
        expect_near(REPORTED(&r, "\"damage\":", "\"turns\":"), 1.5, 1e-9, NULL, "turns");
        abut_world_destroy(r.w);
    }
}
END_TEST

/* Load on the first half of the rise only: a point of the roller is rolled over by the way there over its radius, less the turn of the
 * normal, which leads by the pressure angle. The damage of the contour stays in its own points. */
START_TEST(cam_half_rise) {
    for (int k = 0; k < 2; k++) {
        rig r = make_cam((abut_cam_roller_def){.rating = {.load = 3000}, .profile.clockwise = k == 1}, 5e-3);
        double loaded = 0.5 * rise, way = 0, lean;
        turn_cam(&r, 5e-3, loaded, 3000);
        for (int i = 0; i < 1000; i++) way += cam_way(5e-3, loaded * (i + 0.5) / 1000, &lean) * loaded / 1000;
        (void)cam_way(5e-3, loaded, &lean);
        ck_assert(lean > 0.1);
        double turned = 2 * (way / wheel - loaded + lean) / two_pi; /* in two turns, of which the second is half */
        double passes = REPORTED(&r, "\"damage\":", "\"roller\":", "\"passes\":"),
               load = REPORTED(&r, "\"damage\":", "\"roller\":", "\"equivalent_load\":");
        expect_near(passes * pow(load / 900, 10 / 3.0), turned, 2e-3, NULL, "roller");
        double worst = REPORTED(&r, "\"damage\":", "\"cam\":", "\"point_angle\":");
        ck_assert(worst > 0 && worst < loaded);
        machine_extra t;
        ck_assert(r.m->type->table(r.m->self, 0, &t) && !strcmp(t.name, "cam_damage") && t.rows == 180);
        for (int i = 0; i < t.rows; i++)
            ck_assert((t.values[2][i] > 0) == (t.values[0][i] < loaded + 0.02 || t.values[0][i] > two_pi - 0.02));
        machine_extra_free(&t);
        abut_world_destroy(r.w);
    }
}
END_TEST

/* A run over a third of a turn of a cam that hardly lifts: the load is the spring's. Without a rating there are loads, no sums. */
START_TEST(cam_run) {
    for (int k = 0; k < 2; k++) {
        rig r = make_cam((abut_cam_roller_def){.rating.load = k ? 0 : 3000}, 2e-5);
        double life = pow(3, 10 / 3.0) * 1e6;
        must(abut_start(r.w, &(abut_solver_def){.rtol = 1e-5, .t_end = 0.014}));
        must(abut_advance(r.w, 0.014));
        expect_near(REPORTED(&r, "\"damage\":", "\"cam\":", "\"equivalent_load\":"), 1000, 5e-3, NULL, "load");
        expect_near(REPORTED(&r, "\"damage\":", "\"turns\":"), 0.014 * cam_speed / two_pi, 1e-3, NULL, "turns");
        expect_near(REPORTED(&r, "\"damage\":", "\"roller\":", "\"passes\":"), 1.6 * 0.014 * cam_speed / two_pi, 5e-3,
                    NULL, "roller");
        double lives = REPORTED(&r, "\"damage\":", "\"cam\":", "\"life_revolutions\":");
        if (k)
            ck_assert(isnan(lives) && isnan(REPORTED(&r, "\"damage\":", "\"turns\":", "\"miner\":")));
        else
            expect_near(lives, life, 0.01, NULL, "life");
        abut_world_destroy(r.w);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&bearing_constant, &bearing_run,   &bearing_films,
                                              &rollers_constant, &uneven_roller, &rollers_run,
                                              &cam_constant,     &cam_half_rise, &cam_run};
    return suite_main("damage", all, sizeof all / sizeof *all);
}
