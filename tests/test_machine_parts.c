/* Machines as they are added: masses, inertias, places and speeds of their parts by hand, on a frame that is turned and moved, and
 * what is refused, a little inside and a little outside of every limit. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/machine/ball_bearing.h"
#include "abut/machine/bogie.h"
#include "abut/machine/cam_roller.h"
#include "abut/machine/roller_bearing.h"
#include "base/quat.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

static const double pi = 3.14159265358979323846, deg = 3.14159265358979323846 / 180;

static void expect_vector(vec3 got, vec3 want, double tolerance, const char *what) {
    expect_within(v3_norm(v3_sub(got, want)), 0, tolerance, NULL, "%s: %g %g %g instead of %g %g %g", what, got.x,
                  got.y, got.z, want.x, want.y, want.z);
}

/* ---- bearings: the axis along world y (z -> y: about x by -90 deg), x along x, y along -z ---- */
static const abut_pose place = {{0.3, -0.2, 0.7}, {0.70710678118654752, -0.70710678118654752, 0, 0}};
static vec3 turned(vec3 v) { return v3(v.x, v.z, -v.y); }

static abut_world *two_rings(abut_body *inner, abut_body *outer, double w_i, double w_o) {
    abut_world *w = abut_world_create(&(abut_world_def){0});
    abut_pose at = place;
    abut_body_def def = {.name = "shaft",
                         .mass = 1,
                         .inertia = {1e-3, 1e-3, 1e-3},
                         .start = {.r = at.r, .q = at.q},
                         .drive = {.given = true, .speed = w_i}};
    *inner = abut_add_body(w, &def);
    def.name = "housing", def.fixed = true, def.mass = 0, def.drive.speed = w_o;
    *outer = abut_add_body(w, &def);
    return w;
}

static const abut_material steel = {207e9, 0.3, 7800, false};

static abut_ball_bearing_def balls(void) {
    return (abut_ball_bearing_def){.name = "b",
                                   .balls = {8, 10e-3, steel},
                                   .material = steel,
                                   .pitch_diameter = 40e-3,
                                   .place = place,
                                   .first_ball_angle = 0.3,
                                   .cage.mass = 0.02};
}

/* Balls of solid steel on the pitch circle, rolling on both rings: the surfaces in contact have the same speed. */
START_TEST(ball_parts) {
    for (int k = 0; k < 3; k++) { /* deep groove; angular contact, both ways */
        abut_body inner, outer;
        const double w_i = 300, w_o = -70, D = 10e-3, angle = k ? 25 * deg : 0, side = k == 2 ? -1 : 1;
        abut_world *w = two_rings(&inner, &outer, w_i, w_o);
        abut_ball_bearing_def d = balls();
        d.inner = inner, d.outer = outer, d.contact_angle = angle, d.thrust = (int)side;
        abut_machine m = abut_add_ball_bearing(w, &d);
        must(abut_start(w, &(abut_solver_def){.start = ABUT_START_GIVEN}));
        double mass = 7800 * pi / 6 * D * D * D, R = 20e-3, r = 5e-3 * cos(angle),
               orbit = (w_i * (R - r) + w_o * (R + r)) / (2 * R);
        for (int i = 0; i < 8; i++) {
            abut_body id = abut_bearing_ball(w, m, i + 1);
            const abut_body_def *b = &w->body[id.id].def;
            abut_body_state s = abut_read_body(w, id);
            double a = 0.3 + i * pi / 4;
            vec3 e = turned(v3(cos(a), sin(a), 0)), t = turned(v3(-sin(a), cos(a), 0)), z = turned(v3(0, 0, 1));
            expect_near(b->mass, mass, 1e-12, NULL, "mass");
            for (int c = 0; c < 3; c++) expect_near(b->inertia[c], 0.1 * mass * D * D, 1e-12, NULL, "inertia");
            expect_vector(s.r, v3_axpy(R, e, place.r), 1e-15, "place");
            expect_vector(s.v, v3_scale(orbit * R, t), 1e-12, "velocity");
            vec3 spin = m3_mul(m3_of_quat(s.q), s.w);
            for (int ring = 0; ring < 2; ring++) { /* inner contact inwards and against the load, the outer opposite */
                double way = ring ? 5e-3 : -5e-3;
                vec3 arm = v3_add(v3_scale(way * cos(angle), e), v3_scale(way * side * sin(angle), z));
                vec3 ball = v3_add(s.v, v3_cross(spin, arm));
                vec3 race = v3_scale((ring ? w_o : w_i) * (R + way * cos(angle)), t);
                expect_vector(ball, race, 1e-12, ring ? "outer race" : "inner race");
            }
        }
        abut_body cage = abut_bearing_cage(w, m);
        double I_z = 0.02 * (R * R + 0.25 * 2.5e-3 * 2.5e-3), I_x = 0.5 * I_z + 0.02 * 12e-3 * 12e-3 / 12;
        const double *I = w->body[cage.id].def.inertia;
        expect_near(I[2], I_z, 1e-12, NULL, "cage about its axis");
        expect_near(I[0], I_x, 1e-12, NULL, "cage across");
        expect_near(I[1], I_x, 1e-12, NULL, "cage across");
        expect_vector(abut_read_body(w, cage).w, v3(0, 0, orbit), 1e-12, "cage");
        abut_world_destroy(w);
    }
}
END_TEST

/* Grooves of the conformity f about circles that clearance, preload or contact angle move. */
START_TEST(grooves) {
    static const struct {
        double clearance, angle;
        int thrust;
    } all[] = {{0, 0, 1}, {40e-6, 0, 1}, {-12e-6, 0, 1}, {0, 30 * 3.14159265358979323846 / 180, -1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        abut_body inner, outer;
        abut_world *w = two_rings(&inner, &outer, 1, 0);
        abut_ball_bearing_def d = balls();
        d.inner = inner, d.outer = outer, d.clearance = all[i].clearance;
        d.contact_angle = all[i].angle, d.thrust = all[i].thrust;
        d.inner_race.conformity = 0.515, d.outer_race.conformity = 0.53;
        (void)abut_add_ball_bearing(w, &d);
        must(abut_start(w, &(abut_solver_def){.start = ABUT_START_GIVEN}));
        double c = cos(all[i].angle), s = sin(all[i].angle) * all[i].thrust,
               ring[2] = {20e-3 + 0.15e-3 * c - 0.25 * all[i].clearance, 20e-3 - 0.3e-3 * c + 0.25 * all[i].clearance};
        for (int r = 0; r < 2; r++) {
            const abut_surface_def *g = &w->surface[abut_find_surface(w, r ? "b.outer" : "b.inner").id].def;
            ck_assert_str_eq(g->shape.params[0].name, "ring_radius");
            expect_near(g->shape.params[0].value, ring[r], 1e-12, NULL, "circle of ring %d", r);
            expect_near(g->shape.params[1].value, r ? 5.3e-3 : 5.15e-3, 1e-12, NULL, "groove of ring %d", r);
            expect_vector(g->place.r, v3(0, 0, r ? -0.3e-3 * s : 0.15e-3 * s), 1e-15, "along the axis");
            abut_element_out o = {0}; /* the ball stands in the middle: half of the clearance to both rings */
            must(abut_read_contact(w, abut_find_contact(w, r ? "b.ball1.outer" : "b.ball1.inner"), &o));
            expect_within(o.h, -0.25 * all[i].clearance, 1e-12, NULL, "gap");
        }
        abut_world_destroy(w);
    }
}
END_TEST

static abut_roller_bearing_def rollers(void) {
    return (abut_roller_bearing_def){.name = "b",
                                     .rollers = {.count = 8, .diameter = 10e-3, .length = 14e-3, .material = steel},
                                     .material = steel,
                                     .pitch_diameter = 40e-3,
                                     .clearance = 20e-6,
                                     .place = place,
                                     .first_roller_angle = 0.3};
}

START_TEST(roller_parts) {
    abut_body inner, outer;
    const double w_i = 300, w_o = -70, R = 20e-3, r = 5e-3, R_i = 15e-3 - 5e-6, R_o = 25e-3 + 5e-6;
    abut_world *w = two_rings(&inner, &outer, w_i, w_o);
    abut_roller_bearing_def d = rollers();
    d.inner = inner, d.outer = outer;
    abut_machine m = abut_add_roller_bearing(w, &d);
    must(abut_start(w, &(abut_solver_def){.start = ABUT_START_GIVEN}));
    double mass = 7800 * pi * r * r * 14e-3, orbit = (w_i * R_i + w_o * R_o) / (R_i + R_o);
    for (int i = 0; i < 8; i++) {
        abut_body id = abut_bearing_roller(w, m, i + 1);
        const abut_body_def *b = &w->body[id.id].def;
        abut_body_state s = abut_read_body(w, id);
        double a = 0.3 + i * pi / 4, spin = orbit + (w_o - orbit) * R_o / r;
        expect_near(b->mass, mass, 1e-12, NULL, "mass");
        expect_near(b->inertia[2], 0.5 * mass * r * r, 1e-12, NULL, "about the axis");
        expect_near(b->inertia[0], mass * (3 * r * r + 14e-3 * 14e-3) / 12, 1e-12, NULL, "across");
        expect_near(b->inertia[1], b->inertia[0], 1e-12, NULL, "across");
        expect_vector(s.r, v3_add(place.r, turned(v3(R * cos(a), R * sin(a), 0))), 1e-15, "place");
        expect_vector(s.v, turned(v3(-orbit * R * sin(a), orbit * R * cos(a), 0)), 1e-12, "velocity");
        expect_vector(s.w, v3(0, 0, spin), 1e-9, "spin");
    }
    for (int ring = 0; ring < 2; ring++) {
        const abut_surface_def *g = &w->surface[abut_find_surface(w, ring ? "b.outer" : "b.inner").id].def;
        expect_near(g->shape.params[0].value, ring ? R_o : R_i, 1e-12, NULL, "raceway");
    }
    abut_world_destroy(w);
}
END_TEST

/* ---- what is refused ---- */
static bool takes_balls(abut_ball_bearing_def d) {
    abut_world *w = two_rings(&d.inner, &d.outer, 1, 0);
    bool good = abut_add_ball_bearing(w, &d).id != 0;
    abut_world_destroy(w);
    return good;
}

static bool takes_rollers(abut_roller_bearing_def d) {
    abut_world *w = two_rings(&d.inner, &d.outer, 1, 0);
    bool good = abut_add_roller_bearing(w, &d).id != 0;
    abut_world_destroy(w);
    return good;
}

/* `field` may be `inside`, but not `outside`. */
#define LIMIT(takes, field, inside, outside)                                                                           \
    do {                                                                                                               \
        d = good;                                                                                                      \
        d.field = (inside);                                                                                            \
        ck_assert_msg(takes(d), #field " = " #inside " is refused");                                                   \
        d.field = (outside);                                                                                           \
        ck_assert_msg(!takes(d), #field " = " #outside " is taken");                                                   \
    } while (0)

START_TEST(ball_limits) {
    const abut_ball_bearing_def good = balls();
    abut_ball_bearing_def d;
    ck_assert(takes_balls(good));
    LIMIT(takes_balls, balls.count, 1, 0);
    LIMIT(takes_balls, balls.count, 12, 13); /* pi/asin(10/40) = 12.4; pockets want a bit of room */
    LIMIT(takes_balls, balls.diameter, 5e-3, 0);
    LIMIT(takes_balls, balls.diameter, 5e-3, -5e-3);
    LIMIT(takes_balls, pitch_diameter, 45e-3, 0);
    LIMIT(takes_balls, inner_race.conformity, 0.501, 0.5);
    LIMIT(takes_balls, outer_race.conformity, 0.501, 0.5);
    LIMIT(takes_balls, outer_race.conformity, 1.24, 1.26); /* 25 mm - 10 f mm > 10 f mm */
    LIMIT(takes_balls, inner_race.conformity, 9.9, 10.1);
    LIMIT(takes_balls, inner_race.shoulder, 35e-3, -1);
    LIMIT(takes_balls, outer_race.shoulder, 45e-3, 2e6);
    LIMIT(takes_balls, contact_angle, 0.5 * pi, 0.5 * pi + 1e-6);
    LIMIT(takes_balls, contact_angle, 0, -0.1);
    LIMIT(takes_balls, clearance, -4.9e-3, -5.1e-3);
    LIMIT(takes_balls, clearance, 1e-5, INFINITY);
    LIMIT(takes_balls, thrust, 1, 2);
    LIMIT(takes_balls, thrust, -1, -2);
    LIMIT(takes_balls, cage.pocket_clearance, 4e-3, 10.1e-3);
    LIMIT(takes_balls, cage.pocket_clearance, 5.3e-3, 5.32e-3); /* 40 sin(22.5 deg) - 10 = 5.307 mm */
    LIMIT(takes_balls, cage.guide_clearance, 39e-3, 41e-3);
    LIMIT(takes_balls, cage.mass, 9e5, 1.1e6);
    LIMIT(takes_balls, cage.mu, 0, -1e-9);
    d = good, d.contact_angle = 0.2, d.clearance = 1e-6;
    ck_assert(!takes_balls(d));
    d = good, d.pitch_diameter = 9.9e-3, d.balls.count = 1, d.cage.mass = 0;
    ck_assert(!takes_balls(d));
}
END_TEST

START_TEST(raceway_limits) {
    for (int ring = 0; ring < 2; ring++) {
        abut_ball_bearing_def good = balls();
        abut_raceway *race = ring ? &good.outer_race : &good.inner_race;
        race->waves = 1, race->wave[0].order = 2, race->wave[0].amplitude = 1e-6;
        ck_assert(takes_balls(good));
        static const struct {
            double order, amplitude;
            bool taken;
        } wave[] = {{1, 1e-6, true},  {0, 1e-6, false},   {2.5, 1e-6, false}, {1e5, 1e-12, false},
                    {1, 99e-6, true}, {1, 101e-6, false}, {1, -101e-6, false}};
        for (size_t i = 0; i < sizeof wave / sizeof *wave; i++) {
            race->wave[0].order = wave[i].order, race->wave[0].amplitude = wave[i].amplitude;
            ck_assert_msg(takes_balls(good) == wave[i].taken, "order %g, amplitude %g", wave[i].order,
                          wave[i].amplitude);
        }
        race->wave[0].order = 2, race->wave[0].amplitude = 1e-6, race->wave[0].phase = NAN;
        ck_assert(!takes_balls(good));
        race->waves = -1;
        ck_assert(!takes_balls(good));
        race->waves = ABUT_MAX_WAVES + 1;
        ck_assert(!takes_balls(good));
        race->waves = 0;
        static const double spall[][3] = {
            {20e-6, 1e-3, 1}, {1.1e-3, 1e-3, 0}, {-1e-6, 1e-3, 0}, {20e-6, 11e-3, 0}, {20e-6, 0, 0}};
        for (size_t i = 0; i < sizeof spall / sizeof *spall; i++) {
            race->spall.depth = spall[i][0], race->spall.width = spall[i][1];
            ck_assert_msg(takes_balls(good) == (spall[i][2] > 0), "spall %zu", i);
        }
    }
}
END_TEST

START_TEST(roller_limits) {
    const abut_roller_bearing_def good = rollers();
    abut_roller_bearing_def d;
    ck_assert(takes_rollers(good));
    LIMIT(takes_rollers, rollers.count, 1, 0);
    LIMIT(takes_rollers, rollers.count, 12, 13);
    LIMIT(takes_rollers, rollers.diameter, 5e-3, 0);
    LIMIT(takes_rollers, rollers.length, 5e-3, 0);
    LIMIT(takes_rollers, rollers.length, 5e-3, -5e-3);
    LIMIT(takes_rollers, clearance, 0.99e-3, 1.01e-3);
    LIMIT(takes_rollers, clearance, -0.99e-3, -1.01e-3);
    LIMIT(takes_rollers, misalignment[0], 0.099, 0.101);
    LIMIT(takes_rollers, misalignment[1], -0.099, -0.101);
    LIMIT(takes_rollers, flanges.play, 1e-4, -1e-9);
    LIMIT(takes_rollers, flanges.stiffness, 1e6, -1);
    LIMIT(takes_rollers, flanges.damping, 1, -1);
    LIMIT(takes_rollers, cage.stiffness, 1e5, -1);
    LIMIT(takes_rollers, cage.damping, 1, -1e-9);
    LIMIT(takes_rollers, cage.damping, 1, INFINITY);
    d = good, d.misalignment[0] = d.misalignment[1] = 0.071; /* together 0.1004 */
    ck_assert(!takes_rollers(d));
    d = good, d.pitch_diameter = 9.9e-3, d.rollers.count = 1;
    ck_assert(!takes_rollers(d));
    d = good, d.law.normal = (abut_choice){"line", {{.name = "slices", .value = 2}}};
    ck_assert(takes_rollers(d));
    d.law.normal.params[0].value = 1;
    ck_assert(!takes_rollers(d));
}
END_TEST

/* Sentences say the numbers that do not fit, in millimetres, by hand. */
static void refused_balls(abut_ball_bearing_def d, const char *sentence) {
    abut_world *w = two_rings(&d.inner, &d.outer, 1, 0);
    ck_assert_int_eq(abut_add_ball_bearing(w, &d).id, 0);
    ck_assert_msg(strstr(abut_world_message(w), sentence), "'%s' is not in: %s", sentence, abut_world_message(w));
    abut_world_destroy(w);
}

static void refused_rollers(abut_roller_bearing_def d, const char *sentence) {
    abut_world *w = two_rings(&d.inner, &d.outer, 1, 0);
    ck_assert_int_eq(abut_add_roller_bearing(w, &d).id, 0);
    ck_assert_msg(strstr(abut_world_message(w), sentence), "'%s' is not in: %s", sentence, abut_world_message(w));
    abut_world_destroy(w);
}

START_TEST(sentences) {
    const abut_ball_bearing_def good = balls();
    abut_ball_bearing_def d = good;
    d.balls.count = 13; /* 40 sin(180/13 deg) = 9.57263 */
    refused_balls(d, "13 balls of 10 mm do not fit on a pitch circle of 40 mm: their centres are 9.57263 mm apart; at "
                     "most 12 fit");
    d = good, d.pitch_diameter = 9.9e-3;
    refused_balls(d, "pitch_diameter 9.9 mm must exceed the ball diameter 10 mm");
    d = good, d.clearance = -5.1e-3;
    refused_balls(d, "the interference of 5.1 mm does not fit: every ball (10 mm)");
    d = good, d.outer_race.conformity = 1.26; /* 20 - 7.6 mm */
    refused_balls(d, "the groove of the outer ring does not fit: its radius 12.6 mm must be below that of its circle, "
                     "12.4 mm");
    d = good, d.inner_race.spall.depth = 2e-3, d.inner_race.spall.width = 1e-3;
    refused_balls(d, "the spall of the inner ring wants a depth in (0, 0.001) m and a width in (0, 0.01) m");
    d = good, d.cage.pocket_clearance = 10.1e-3;
    refused_balls(d, "pocket_clearance of the cage must be in (0, 10) mm, got 10.1 mm");
    d = good, d.cage.pocket_clearance = 5.32e-3;
    refused_balls(d, "they are 15.32 mm wide and their middles 15.3073 mm apart");
    d = good, d.cage.guide_clearance = 41e-3;
    refused_balls(d, "guide_clearance of the cage must be in (0, 40) mm, got 41 mm");
    const abut_roller_bearing_def also = rollers();
    abut_roller_bearing_def r = also;
    r.rollers.count = 13;
    refused_rollers(r, "13 rollers of 10 mm do not fit on a pitch circle of 40 mm: their axes are 9.57263 mm apart; at "
                       "most 12 fit");
    r = also, r.pitch_diameter = 9.9e-3;
    refused_rollers(r, "pitch_diameter 9.9 mm must exceed the roller diameter 10 mm");
    r = also, r.clearance = 1.01e-3;
    refused_rollers(r, "clearance of 1.01 mm: must be below a tenth of the roller diameter, 1 mm");
}
END_TEST

/* ---- wedges and bogies ---- */
static abut_wedge_point corner[4] = {{-0.05, 0.05}, {0.05, 0.05}, {-0.05, -0.05}, {0.05, -0.05}};
static abut_wedge wedge(void) {
    return (abut_wedge){.mass = 12,
                        .inertia = {0.03, 0.03, 0.03},
                        .offset = 0.2,
                        .mu_column = 0.3,
                        .mu_pocket = 0.2,
                        .stiffness = 1e9,
                        .faces = 2,
                        .face = {{.position = {0.06, 0, 0}, .count = 4, .point = corner},
                                 {.pocket = true, .count = 4, .point = corner}}};
}

static bool takes_wedge(abut_wedge_def d) {
    abut_world *w = abut_world_create(NULL);
    d.side_frame = abut_add_body(w, &(abut_body_def){.name = "frame", .fixed = true});
    d.bolster = abut_add_body(w, &(abut_body_def){.name = "bolster", .fixed = true});
    bool good = abut_add_wedge(w, &d).id != 0;
    abut_world_destroy(w);
    return good;
}

START_TEST(wedge_limits) {
    abut_wedge_def good = {.name = "w", .wedge = wedge(), .spring = {572e3, 0}}, d;
    ck_assert(takes_wedge(good));
    LIMIT(takes_wedge, wedge.mass, 1, 0);
    LIMIT(takes_wedge, wedge.angle, 80 * deg, 91 * deg);
    LIMIT(takes_wedge, wedge.angle, 1 * deg, -1 * deg);
    LIMIT(takes_wedge, wedge.toe, 44 * deg, 46 * deg);
    LIMIT(takes_wedge, wedge.toe, -44 * deg, -46 * deg);
    LIMIT(takes_wedge, wedge.mu_column, 0, -1e-9);
    LIMIT(takes_wedge, wedge.mu_pocket, 0, -1e-9);
    LIMIT(takes_wedge, wedge.static_ratio, 1, 0.99);
    LIMIT(takes_wedge, wedge.static_ratio, 99, 101);
    LIMIT(takes_wedge, wedge.damping, 0.1, -0.1);
    LIMIT(takes_wedge, wedge.stiffness, 1, -1);
    LIMIT(takes_wedge, wedge.offset, 999, 1001);
    LIMIT(takes_wedge, wedge.face[1].yaw, 44 * deg, 46 * deg);
    LIMIT(takes_wedge, wedge.face[1].yaw, -44 * deg, -46 * deg);
    LIMIT(takes_wedge, wedge.face[0].yaw, 0, 1e-9);
    LIMIT(takes_wedge, wedge.face[0].position.y, 0.1, NAN);
    LIMIT(takes_wedge, spring.stiffness, 1, -1);
    LIMIT(takes_wedge, spring.preload, 0, -1e-9);
    abut_wedge_point far[4] = {{-0.05, 0.05}, {0.05, 0.05}, {-1001, -0.05}, {0.05, -0.05}};
    d = good, d.wedge.face[0].point = far;
    ck_assert(!takes_wedge(d));
    far[2] = (abut_wedge_point){-0.05, 1001};
    ck_assert(!takes_wedge(d));
    far[2] = (abut_wedge_point){-0.05, 999};
    ck_assert(takes_wedge(d));
}
END_TEST

static bool takes_bogie(abut_bogie_def d) {
    abut_world *w = abut_world_create(NULL);
    d.side_frames[0] = abut_add_body(w, &(abut_body_def){.name = "left", .fixed = true});
    d.side_frames[1] = abut_add_body(w, &(abut_body_def){.name = "right", .fixed = true});
    d.bolster = abut_add_body(w, &(abut_body_def){.name = "bolster", .fixed = true});
    bool good = abut_add_bogie(w, &d).id != 0;
    abut_world_destroy(w);
    return good;
}

START_TEST(bogie_limits) {
    abut_bogie_def good = {.name = "b", .spacing = 2, .springs = {.stiffness = 5e5}, .wedge = wedge()}, d;
    ck_assert(takes_bogie(good));
    LIMIT(takes_bogie, springs.count, 2, 1);
    LIMIT(takes_bogie, springs.count, 1000, 1001);
    LIMIT(takes_bogie, springs.stiffness, 1, -1);
    LIMIT(takes_bogie, springs.preload, 0, -1e-9);
    LIMIT(takes_bogie, springs.horizontal, 0, -1e-9);
    LIMIT(takes_bogie, springs.yaw, 0, -1e-9);
    LIMIT(takes_bogie, gibs.play, 0, -1e-9);
    LIMIT(takes_bogie, gibs.stiffness, 1e8, -1);
    LIMIT(takes_bogie, gibs.damping, 1, -1);
    LIMIT(takes_bogie, spacing, 999, 1001);
    LIMIT(takes_bogie, spacing, 1e-3, -1e-3);
}
END_TEST

/* ---- ids ---- */
/* One machine of each kind; the world is not started. */
static abut_world *one_of_each(void) {
    static const abut_wedge_point points[] = {{-0.05, 0.1}, {0.05, -0.1}};
    abut_wedge wedge = {
        .mass = 20,
        .inertia = {0.1, 0.1, 0.1},
        .mu_column = 0.3,
        .mu_pocket = 0.2,
        .stiffness = 2e7,
        .faces = 2,
        .face = {{.position = {0.1, 0, 0}, .count = 2, .point = (abut_wedge_point *)points},
                 {.pocket = true, .position = {-0.1, 0, 0}, .count = 1, .point = (abut_wedge_point *)points}}};
    abut_body inner, outer;
    abut_world *w = two_rings(&inner, &outer, 100, 0);
    abut_body frame = abut_add_body(w, &(abut_body_def){.name = "frame", .fixed = true});
    abut_ball_bearing_def b = balls();
    b.inner = inner, b.outer = outer;
    ck_assert_int_eq(abut_add_ball_bearing(w, &b).id, 1);
    abut_roller_bearing_def r = rollers();
    r.name = "r", r.inner = inner, r.outer = outer;
    ck_assert_int_eq(abut_add_roller_bearing(w, &r).id, 2);
    ck_assert_int_eq(
        abut_add_cam_roller(
            w, &(abut_cam_roller_def){.name = "c",
                                      .speed = 100,
                                      .profile = {.base_radius = 16e-3, .lift = {.lift = 8e-3, .rise = 2.5, .fall = 2}},
                                      .follower.mass = 0.2,
                                      .roller = {.radius = 10e-3, .length = 12e-3}})
            .id,
        3);
    ck_assert_int_eq(
        abut_add_wedge(
            w,
            &(abut_wedge_def){.name = "w", .side_frame = outer, .bolster = frame, .wedge = wedge, .spring = {572e3, 0}})
            .id,
        4);
    ck_assert_int_eq(abut_add_bogie(w, &(abut_bogie_def){.name = "g",
                                                         .side_frames = {inner, outer},
                                                         .bolster = frame,
                                                         .wedge = wedge,
                                                         .springs.stiffness = 572e3})
                         .id,
                     5);
    return w;
}

/* What a machine of another kind is asked for there is not; numbers of parts begin at 1 and end at the last. */
START_TEST(ids) {
    abut_world *w = one_of_each();
    const char *const name[] = {"b", "r", "c", "w", "g"};
    ck_assert_int_eq(abut_machine_count(w), 5);
    for (int id = 0; id <= 6; id++) {
        const abut_machine m = {id};
        const bool there = id >= 1 && id <= 5;
        if (there)
            ck_assert(abut_find_machine(w, name[id - 1]).id == id && !strcmp(abut_machine_name(w, m), name[id - 1]));
        if (!there) ck_assert(!abut_machine_name(w, m) && !abut_machine_type(w, m));
        ck_assert_int_eq(abut_bearing_balls(w, m), id == 1 ? 8 : 0);
        ck_assert_int_eq(abut_bearing_rollers(w, m), id == 2 ? 8 : 0);
        ck_assert((abut_bearing_cage(w, m).id > 0) == (id == 1));
        ck_assert((abut_cam_roller_contact(w, m).id > 0) == (id == 3));
        for (int i = -1; i <= 9; i++) {
            ck_assert((abut_bearing_ball(w, m, i).id > 0) == (id == 1 && i >= 1 && i <= 8));
            ck_assert((abut_bearing_roller(w, m, i).id > 0) == (id == 2 && i >= 1 && i <= 8));
            const bool wedge = (id == 4 && i == 1) || (id == 5 && i >= 1 && i <= 4);
            ck_assert((abut_wedge_body(w, m, i).id > 0) == wedge);
            for (int k = -1; k <= 4; k++)
                ck_assert((abut_wedge_contact(w, m, i, k).id > 0) == (wedge && k >= 1 && k <= 3));
        }
        abut_cam_cycle_in cycle;
        ck_assert((abut_cam_roller_cycle(w, m, 0, &cycle) == ABUT_OK) == (id == 3));
    }
    for (int i = -1; i <= 200; i++) { /* which machine a part belongs to, by its name */
        const char *body = abut_body_name(w, (abut_body){i}), *contact = abut_contact_name(w, (abut_contact){i});
        int of[2] = {abut_machine_of_body(w, (abut_body){i}).id, abut_machine_of_contact(w, (abut_contact){i}).id};
        for (int k = 0; k < 2; k++) {
            const char *s = k ? contact : body, *dot = s ? strchr(s, '.') : NULL;
            int want = 0;
            for (int m = 0; m < 5 && dot; m++)
                if (dot == s + 1 && s[0] == name[m][0]) want = m + 1;
            if (s && !k && !strcmp(s, "w")) want = 4;
            ck_assert_msg(of[k] == want, "%s: of machine %d", s ? s : "?", of[k]);
        }
    }
    abut_world_destroy(w);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&ball_parts,    &grooves,   &roller_parts, &ball_limits,  &raceway_limits,
                                              &roller_limits, &sentences, &wedge_limits, &bogie_limits, &ids};
    return suite_main("machine_parts", all, sizeof all / sizeof *all);
}
