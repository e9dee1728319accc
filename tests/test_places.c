/* Refusals as data: every one carries its status, the object and the path of the key that is to blame. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "abut/lubrication.h"
#include "abut/machine/ball_bearing.h"
#include "abut/machine/bogie.h"
#include "abut/machine/cam_roller.h"
#include "abut/machine/roller_bearing.h"
#include "support/suite.h"

static const abut_material steel = ABUT_STEEL;

/* The world has refused something, at this place; afterwards it is clean again. */
static void expect_place(abut_world *w, const char *kind, int id, const char *key) {
    abut_place at = abut_world_place(w);
    ck_assert_msg(abut_check(w) < 0, "not refused: %s %s", kind, key);
    ck_assert_msg(!strcmp(at.kind, kind) && at.id == id && !strcmp(at.key, key),
                  "'%s' %d '%s' instead of '%s' %d '%s': %s", at.kind, at.id, at.key, kind, id, key,
                  abut_world_message(w));
    abut_world_clear_message(w);
    at = abut_world_place(w);
    ck_assert(!at.kind[0] && !at.id && !at.key[0] && !abut_world_message(w)[0]);
}

/* ---- objects one by one ---- */
typedef struct scene {
    abut_world *w;
    abut_body ground, ball;
    abut_surface floor, skin;
} scene;

static scene make_scene(void) {
    scene s = {.w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}})};
    s.ground = abut_add_body(s.w, &(abut_body_def){.name = "ground", .fixed = true});
    s.ball = abut_add_body(s.w, &(abut_body_def){.name = "ball", .start.r = {0, 0, 0.02}});
    s.floor = abut_add_surface(s.w, s.ground,
                               &(abut_surface_def){.name = "floor", .shape = {.type = "plane"}, .material = steel});
    s.skin = abut_add_surface(s.w, s.ball,
                              &(abut_surface_def){.name = "skin",
                                                  .shape = {"sphere", {{.name = "radius", .value = 0.01}}},
                                                  .material = steel});
    ck_assert_int_eq(abut_check(s.w), ABUT_OK);
    return s;
}

START_TEST(bodies) {
    scene s = make_scene();
    const struct {
        abut_body_def def;
        const char *key;
    } bad[] = {
        {{.mass = -1}, "mass"},
        {{.mass = 1, .inertia = {1, 1, 3}}, "inertia"},
        {{.start.r = {NAN, 0, 0}}, "position"},
        {{.start.v = {0, INFINITY, 0}}, "velocity"},
        {{.start.w = {0, NAN, 0}}, "angular_velocity"},
        {{.start.q = {NAN, 0, 0, 0}}, "orientation"},
        {{.name = "ball"}, "name"},
        {{.drive = {.given = true, .speed = NAN}}, "drive.speed"},
        {{.drive = {.given = true, .ramp = -1}}, "drive.ramp"},
        {{.drive = {.given = true, .motion = {.type = "sin"}}}, "drive.angle.type"},
        {{.drive = {.given = true, .translation = true, .motion = {"sine", {{.name = "amplitude", .value = 1}}}}},
         "drive.position.frequency"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_int_eq(abut_add_body(s.w, &bad[i].def).id, 0);
        expect_place(s.w, "body", 0, bad[i].key);
    }
    abut_world_destroy(s.w);
}
END_TEST

START_TEST(surfaces) {
    scene s = make_scene();
    abut_piece pieces[2] = {{.shape = {.type = "plane"}}, {.shape = {"sphere", {{.name = "radius", .value = -1}}}}};
    const struct {
        int body;
        abut_choice shape;
        const char *key;
    } bad[] = {
        {7, {.type = "plane"}, "body"},
        {1, {.type = "plain"}, "shape.type"},
        {1, {.type = NULL}, "shape.type"},
        {1, {.type = "sphere"}, "shape.radius"},
        {1, {"sphere", {{.name = "radius", .value = -1}}}, "shape.radius"},
        {1, {"sphere", {{.name = "diameter", .value = 1}}}, "shape.diameter"},
        {1, {"torus", {{.name = "ring_radius", .value = 1}, {.name = "tube_radius", .value = 2}}}, "shape.tube_radius"},
        {1, {"piecewise", {{.name = "pieces", .data = pieces, .count = 2}}}, "shape.pieces.1.shape.radius"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const abut_surface_def def = {.name = "bad", .shape = bad[i].shape, .material = steel};
        ck_assert_int_eq(abut_add_surface(s.w, (abut_body){bad[i].body}, &def).id, 0);
        expect_place(s.w, "surface", 0, bad[i].key);
    }
    abut_world_destroy(s.w);
}
END_TEST

START_TEST(contacts) {
    scene s = make_scene();
    const abut_choice chi = {"hunt_crossley", {{.name = "chi", .value = -1}}};
    const abut_lubricant oil = {.eta0 = -1};
    const struct {
        abut_law_def law;
        const char *key;
    } bad[] = {{{.normal = {.type = "herz"}}, "normal.type"},
               {{.normal = {"hertz", {{.name = "damping", .choice = &chi}}}}, "normal.damping.chi"},
               {{.normal = {"hertz", {{.name = "damping", .text = "rubber"}}}}, "normal.damping.type"},
               {{.normal = {"hertz", {{.name = "tension", .value = 7}}}}, "normal.tension"},
               {{.normal = {.type = "line"}}, "normal"},
               {{.friction = {"coulomb", {{.name = "mu", .value = -0.1}}}}, "friction.mu"},
               {{.friction = {.type = "mixed"}}, "friction"},
               {{.track = {.type = "guess"}}, "track.type"},
               {{.film = {.type = "nvm"}}, "film"},
               {{.lubricant = &oil}, "lubricant"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_int_eq(abut_add_contact(s.w, s.skin, s.floor, &bad[i].law).id, 0);
        expect_place(s.w, "contact", 0, bad[i].key);
    }
    (void)abut_add_contact(s.w, s.skin, s.skin, NULL);
    expect_place(s.w, "contact", 0, "between");
    (void)abut_add_contact(s.w, s.skin, (abut_surface){9}, NULL);
    expect_place(s.w, "contact", 0, "between");
    /* the material is a matter of the surface, whatever asks for it */
    abut_surface bare =
        abut_add_surface(s.w, s.ground, &(abut_surface_def){.name = "bare", .shape = {.type = "plane"}});
    (void)abut_add_contact(s.w, s.skin, bare, NULL);
    expect_place(s.w, "surface", bare.id, "material.E");
    abut_world_destroy(s.w);
}
END_TEST

START_TEST(joints_and_forces) {
    scene s = make_scene();
    const struct {
        abut_joint_def def;
        const char *key;
    } joints[] = {{{.type = "hinge", .child = s.ball}, "type"},
                  {{.type = "revolute", .parent = s.ball, .child = s.ball}, "child"},
                  {{.type = "revolute", .child = {77}}, "child"},
                  {{.type = "revolute", .parent = {77}, .child = s.ball}, "parent"},
                  {{.type = "revolute", .child = s.ball, .place.r = {NAN, 0, 0}}, "position"},
                  {{.type = "revolute", .child = s.ball, .drive = {.given = true, .ramp = -1}}, "drive.ramp"}};
    for (size_t i = 0; i < sizeof joints / sizeof joints[0]; i++) {
        ck_assert_int_eq(abut_add_joint(s.w, &joints[i].def).id, 0);
        expect_place(s.w, "joint", 0, joints[i].key);
    }
    const double bent[3] = {0, 0, 0};
    const struct {
        abut_force_def def;
        const char *key;
    } forces[] = {
        {{.law = {.type = "sprung"}, .b = s.ball}, "type"},
        {{.law = {"spring", {{.name = "stiffness", .value = -1}}}, .b = s.ball}, "stiffness"},
        {{.law = {"spring", {{.name = "stiffness", .value = 1}}}, .a = s.ball, .b = s.ball}, "between"},
        {{.law = {"spring", {{.name = "stiffness", .value = 1}}}, .b = {77}}, "between.1"},
        {{.law = {"spring", {{.name = "stiffness", .value = 1}, {.name = "axis", .data = bent, .count = 3}}},
          .b = s.ball},
         "axis"},
        {{.law = {"spring",
                  {{.name = "stiffness", .value = 1}, {.name = "preload", .value = 1}, {.name = "length", .value = 1}}},
          .b = s.ball},
         "length"},
        {{.law = {.type = "load"}, .b = s.ball}, "force"},
        {{.law = {"load", {{.name = "force", .data = bent, .count = 3}, {.name = "scale", .text = "sine"}}},
          .b = s.ball},
         "scale.amplitude"}};
    for (size_t i = 0; i < sizeof forces / sizeof forces[0]; i++) {
        ck_assert_int_eq(abut_add_force(s.w, &forces[i].def).id, 0);
        expect_place(s.w, "force", 0, forces[i].key);
    }
    abut_world_destroy(s.w);
}
END_TEST

/* What is found at the start is about objects that are there. */
START_TEST(starts) {
    scene s = make_scene();
    const struct {
        abut_solver_def def;
        const char *key;
    } solvers[] = {{{.type = "euler"}, "type"},
                   {{.rtol = 2}, "rtol"},
                   {{.atol_velocity = -1}, "atol.velocity"},
                   {{.t_end = NAN}, "t_end"},
                   {{.max_order = -1}, "max_order"},
                   {{.type = "rodas", .events = true}, "events"},
                   {{.type = "rodas", .fixed_step = 1e-3}, "fixed_step"}};
    for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; i++) {
        ck_assert_int_lt(abut_start(s.w, &solvers[i].def), 0);
        expect_place(s.w, "solver", 0, solvers[i].key);
    }
    abut_joint ball_joint = abut_add_joint(
        s.w, &(abut_joint_def){.type = "spherical", .child = s.ball, .drive = {.given = true, .speed = 1}});
    ck_assert_int_lt(abut_start(s.w, NULL), 0);
    expect_place(s.w, "joint", ball_joint.id, "drive");
    abut_world_destroy(s.w);
    s = make_scene();
    abut_body ghost = abut_add_body(s.w, &(abut_body_def){.name = "ghost"});
    ck_assert_int_lt(abut_start(s.w, NULL), 0);
    expect_place(s.w, "body", ghost.id, "mass");
    abut_world_destroy(s.w);
}
END_TEST

/* The first error stands, with its place. */
START_TEST(the_first_stays) {
    scene s = make_scene();
    (void)abut_add_body(s.w, &(abut_body_def){.mass = -1});
    (void)abut_add_joint(s.w, &(abut_joint_def){.type = "hinge", .child = s.ball});
    (void)abut_add_ball_bearing(s.w, &(abut_ball_bearing_def){.name = "brg"});
    expect_place(s.w, "body", 0, "mass");
    abut_world_destroy(s.w);
}
END_TEST

/* ---- the element ---- */
START_TEST(elements) {
    const abut_choice sphere = {"sphere", {{.name = "radius", .value = 0.01}}},
                      hollow = {"sphere", {{.name = "radius", .value = -1}}};
    const struct {
        abut_element_def def;
        const char *key;
    } bad[] = {
        {{.a = {.shape = hollow, .material = steel}, .b = {.shape = sphere, .material = steel}}, "a.shape.radius"},
        {{.a = {.shape = sphere, .material = steel}, .b = {.shape = sphere}}, "b.material.E"},
        {{.a = {.shape = sphere, .material = steel}, .b = {.shape = sphere, .material = steel, .place.r = {NAN, 0, 0}}},
         "b.position"},
        {{.a = {.shape = sphere, .material = steel}, .b = {.shape = sphere, .material = {.E = 1e9, .nu = 0.7}}},
         "b.material.nu"},
        {{.a = {.shape = {.type = "plane"}, .material = steel}, .b = {.shape = {.type = "plane"}, .material = steel}},
         ""}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        abut_element *e;
        abut_message m = {.text = "old", .place = {.kind = "old", .id = 3, .key = "old"}};
        abut_status status = abut_element_create(&bad[i].def, &e, &m);
        ck_assert_int_lt(status, 0);
        ck_assert_int_eq(m.status, status);
        ck_assert_str_eq(m.place.kind, "element");
        ck_assert_int_eq(m.place.id, 0);
        ck_assert_msg(!strcmp(m.place.key, bad[i].key), "'%s' instead of '%s': %s", m.place.key, bad[i].key, m.text);
    }
}
END_TEST

/* ---- machines: each impossible value and its key ---- */
typedef struct bad_value {
    const char *key;
    size_t at; /* of a double in the definition */
    double value;
} bad_value;

typedef struct machine_scene {
    abut_world *w;
    abut_body a, b, c;
} machine_scene;

static machine_scene machine_world(void) {
    machine_scene s = {.w = abut_world_create(NULL)};
    abut_body_def def = {.mass = 1, .inertia = {1, 1, 1}};
    s.a = abut_add_body(s.w, &def);
    s.b = abut_add_body(s.w, &def);
    s.c = abut_add_body(s.w, &def);
    return s;
}

/* Adds a machine by a definition of its own type; 0: refused. */
typedef int add_fn(abut_world *w, const void *def);

static void refuse_each(machine_scene s, add_fn *add, const void *def, size_t size, const bad_value *bad,
                        size_t count) {
    for (size_t i = 0; i < count; i++) {
        _Alignas(max_align_t) char copy[8192];
        ck_assert_uint_le(size, sizeof copy);
        memcpy(copy, def, size);
        memcpy(copy + bad[i].at, &bad[i].value, sizeof bad[i].value);
        ck_assert_msg(!add(s.w, copy), "%s = %g is accepted", bad[i].key, bad[i].value);
        expect_place(s.w, "machine", 0, bad[i].key);
        /* a new world: names and parts of what was refused may stay behind */
        abut_world_destroy(s.w);
        s = machine_world();
    }
    ck_assert_msg(add(s.w, def), "%s", abut_world_message(s.w));
    abut_world_destroy(s.w);
}
#define REFUSE_EACH(s, add, def, bad) refuse_each(s, add, &(def), sizeof(def), bad, sizeof(bad) / sizeof *(bad))

static int add_ball(abut_world *w, const void *def) { return abut_add_ball_bearing(w, def).id; }
static int add_roller(abut_world *w, const void *def) { return abut_add_roller_bearing(w, def).id; }
static int add_wedge(abut_world *w, const void *def) { return abut_add_wedge(w, def).id; }
static int add_bogie(abut_world *w, const void *def) { return abut_add_bogie(w, def).id; }
static int add_cam(abut_world *w, const void *def) { return abut_add_cam_roller(w, def).id; }

static abut_ball_bearing_def ball_bearing(machine_scene s) {
    return (abut_ball_bearing_def){.name = "brg",
                                   .inner = s.a,
                                   .outer = s.b,
                                   .balls = {.count = 7, .diameter = 0.01},
                                   .pitch_diameter = 0.04,
                                   .inner_race.waves = 2,
                                   .inner_race.wave = {{2, 1e-6, 0}, {3, 1e-6, 0}},
                                   .outer_race.spall = {1e-5, 1e-3, 0},
                                   .cage = {.mass = 0.01}};
}

START_TEST(ball_bearings) {
#define AT(field) offsetof(abut_ball_bearing_def, field)
    const bad_value bad[] = {{"balls.diameter", AT(balls.diameter), -1},
                             {"balls.diameter", AT(balls.diameter), NAN},
                             {"balls.count", AT(balls.diameter), 0.03}, /* seven of these do not fit */
                             {"pitch_diameter", AT(pitch_diameter), -1},
                             {"pitch_diameter", AT(pitch_diameter), 0.009},
                             {"conformity.inner", AT(inner_race.conformity), 0.4},
                             {"conformity.outer", AT(outer_race.conformity), NAN},
                             {"conformity.outer", AT(outer_race.conformity), 9}, /* no room for the groove */
                             {"shoulder.inner", AT(inner_race.shoulder), -1},
                             {"shoulder.outer", AT(outer_race.shoulder), NAN},
                             {"waviness.inner.1.order", AT(inner_race.wave[1].order), 1.5},
                             {"waviness.inner.0.amplitude", AT(inner_race.wave[0].amplitude), 1},
                             {"waviness.inner.1.phase", AT(inner_race.wave[1].phase), NAN},
                             {"waviness.inner", AT(inner_race.wave[0].order), 9999}, /* no ball follows this */
                             {"spall.outer.depth", AT(outer_race.spall.depth), 1},
                             {"spall.outer.width", AT(outer_race.spall.width), 1},
                             {"clearance", AT(clearance), NAN},
                             {"clearance", AT(clearance), -0.006},
                             {"contact_angle", AT(contact_angle), 2},
                             {"material.E", AT(material.E), -1},
                             {"balls.material.E", AT(balls.material.E), 1e60},
                             {"position", AT(place.r.y), NAN},
                             {"orientation", AT(place.q.w), INFINITY},
                             {"cage.mass", AT(cage.mass), 1e9},
                             {"cage.pocket_clearance", AT(cage.pocket_clearance), -1},
                             {"cage.pocket_clearance", AT(cage.pocket_clearance), 0.0085}, /* they overlap */
                             {"cage.guide_clearance", AT(cage.guide_clearance), 1},
                             {"cage.mu", AT(cage.mu), -1},
                             {"cage.material.E", AT(cage.material.E), -1},
                             {"contact.friction.mu", AT(law.friction.params[0].value), -1},
                             {"contact.friction.v_s", AT(law.friction.params[1].value), 0},
                             {"contact.normal.damping.chi", AT(law.normal.params[0].value), -1}};
#undef AT
    machine_scene s = machine_world();
    abut_ball_bearing_def def = ball_bearing(s);
    def.law.friction = (abut_choice){"coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-3}}};
    def.law.normal = (abut_choice){"hertz", {{.name = "damping", .value = 0.1}}};
    REFUSE_EACH(s, add_ball, def, bad);
}
END_TEST

/* Counts, names, bodies and laws. */
START_TEST(bearings_without_numbers) {
    machine_scene s = machine_world();
    const abut_ball_bearing_def good = ball_bearing(s);
    abut_ball_bearing_def d = good;
    d.balls.count = 0, ck_assert(!add_ball(s.w, &d)), expect_place(s.w, "machine", 0, "balls.count"), d = good;
    d.inner_race.waves = 99, ck_assert(!add_ball(s.w, &d)), expect_place(s.w, "machine", 0, "waviness.inner"), d = good;
    d.thrust = 3, ck_assert(!add_ball(s.w, &d)), expect_place(s.w, "machine", 0, "thrust"), d = good;
    d.name = "", ck_assert(!add_ball(s.w, &d)), expect_place(s.w, "machine", 0, "name"), d = good;
    d.name = "b1", d.outer.id = 77, ck_assert(!add_ball(s.w, &d)), expect_place(s.w, "machine", 0, "outer"), d = good;
    d.name = "b2", d.inner = d.outer, ck_assert(!add_ball(s.w, &d)), expect_place(s.w, "machine", 0, "outer"), d = good;
    d.name = "b3", d.law.track.type = "guess", ck_assert(!add_ball(s.w, &d));
    expect_place(s.w, "machine", 0, "contact.track.type"), d = good;
    ck_assert(add_ball(s.w, &d));
    ck_assert(!add_ball(s.w, &d)), expect_place(s.w, "machine", 0, "name");
    /* other laws for one contact: this is the object now */
    abut_body_def next = {.name = "next", .mass = -1};
    (void)abut_add_body(s.w, &next);
    expect_place(s.w, "body", 0, "mass");
    abut_world_destroy(s.w);
}
END_TEST

START_TEST(roller_bearings) {
#define AT(field) offsetof(abut_roller_bearing_def, field)
    const bad_value bad[] = {{"rollers.diameter", AT(rollers.diameter), -1},
                             {"rollers.length", AT(rollers.length), NAN},
                             {"rollers.count", AT(rollers.diameter), 0.03},
                             {"rollers.profile.crown_radius", AT(rollers.profile.radius), -1},
                             {"pitch_diameter", AT(pitch_diameter), 0.005},
                             {"clearance", AT(clearance), 0.01},
                             {"misalignment", AT(misalignment[1]), 0.2},
                             {"flanges.play", AT(flanges.play), -1},
                             {"flanges.stiffness", AT(flanges.stiffness), NAN},
                             {"flanges.damping", AT(flanges.damping), -1},
                             {"cage.stiffness", AT(cage.stiffness), -1},
                             {"cage.damping", AT(cage.damping), -1},
                             {"material.nu", AT(material.nu), 0.6},
                             {"rollers.material.E", AT(rollers.material.E), -1},
                             {"contact.normal.slices", AT(law.normal.params[0].value), 1},
                             {"contact.friction.mu", AT(law.friction.params[0].value), -1},
                             {"position", AT(place.r.x), NAN}};
#undef AT
    machine_scene s = machine_world();
    abut_roller_bearing_def def = {.name = "brg",
                                   .inner = s.a,
                                   .outer = s.b,
                                   .rollers = {.count = 8, .diameter = 0.01, .length = 0.01},
                                   .pitch_diameter = 0.05,
                                   .material = steel};
    def.rollers.profile = (abut_profile){.kind = ABUT_PROFILE_CROWNED, .radius = 10};
    def.law.normal = (abut_choice){"line", {{.name = "slices", .value = 10}}};
    def.law.friction = (abut_choice){"coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-3}}};
    REFUSE_EACH(s, add_roller, def, bad);
    s = machine_world();
    def.law.normal.type = "hertz";
    ck_assert(!add_roller(s.w, &def)), expect_place(s.w, "machine", 0, "contact.normal.type");
    abut_world_destroy(s.w);
}
END_TEST

static abut_wedge one_wedge(abut_wedge_point points[2]) {
    points[0] = points[1] = (abut_wedge_point){0, 0};
    return (abut_wedge){.mass = 20,
                        .inertia = {0.1, 0.1, 0.1},
                        .mu_column = 0.3,
                        .mu_pocket = 0.2,
                        .stiffness = 1e7,
                        .faces = 2,
                        .face = {{.count = 1, .point = points},
                                 {.pocket = true, .position = {-0.1, 0, 0}, .count = 1, .point = points + 1}}};
}

START_TEST(wedges) {
#define AT(field) offsetof(abut_wedge_def, field)
    const bad_value bad[] = {{"wedges.mass", AT(wedge.mass), -1},
                             {"wedges.inertia", AT(wedge.inertia[2]), 1},
                             {"wedges.toe", AT(wedge.toe), 1},
                             {"wedges.angle", AT(wedge.angle), 2},
                             {"wedges.offset", AT(wedge.offset), NAN},
                             {"wedges.mu.column", AT(wedge.mu_column), -1},
                             {"wedges.mu.pocket", AT(wedge.mu_pocket), NAN},
                             {"wedges.static_ratio", AT(wedge.static_ratio), 0.5},
                             {"wedges.stiffness", AT(wedge.stiffness), -1},
                             {"wedges.damping", AT(wedge.damping), -1},
                             {"wedges.faces.1.yaw", AT(wedge.face[1].yaw), 1},
                             {"wedges.faces.0.position", AT(wedge.face[0].position.z), NAN},
                             {"springs.stiffness", AT(spring.stiffness), 0},
                             {"springs.preload", AT(spring.preload), -1},
                             {"position", AT(place.r.z), NAN}};
#undef AT
    machine_scene s = machine_world();
    abut_wedge_point points[2];
    abut_wedge_def def = {.name = "w",
                          .side_frame = s.a,
                          .bolster = s.b,
                          .wedge = one_wedge(points),
                          .spring = {.stiffness = 1e6, .preload = 1e4}};
    REFUSE_EACH(s, add_wedge, def, bad);
    s = machine_world();
    points[1].up = NAN;
    ck_assert(!add_wedge(s.w, &def)), expect_place(s.w, "machine", 0, "wedges.faces.1.points.0.up");
    def.wedge.face[0].count = 0;
    ck_assert(!add_wedge(s.w, &def)), expect_place(s.w, "machine", 0, "wedges.faces.0.points");
    def.wedge.faces = 1;
    ck_assert(!add_wedge(s.w, &def)), expect_place(s.w, "machine", 0, "wedges.faces");
    def.bolster = def.side_frame;
    ck_assert(!add_wedge(s.w, &def)), expect_place(s.w, "machine", 0, "bolster");
    abut_world_destroy(s.w);
}
END_TEST

START_TEST(bogies) {
#define AT(field) offsetof(abut_bogie_def, field)
    const bad_value bad[] = {{"spacing", AT(spacing), -1},
                             {"springs.stiffness", AT(springs.stiffness), 0},
                             {"springs.preload", AT(springs.preload), -1},
                             {"springs.horizontal", AT(springs.horizontal), -1},
                             {"springs.yaw", AT(springs.yaw), NAN},
                             {"gibs.play", AT(gibs.play), -1},
                             {"gibs.stiffness", AT(gibs.stiffness), -1},
                             {"gibs.damping", AT(gibs.damping), -1},
                             {"wedges.mu.column", AT(wedge.mu_column), -1},
                             {"wedges.inertia", AT(wedge.inertia[0]), 9}};
#undef AT
    machine_scene s = machine_world();
    abut_wedge_point points[2];
    abut_bogie_def def = {.name = "bogie",
                          .side_frames = {s.a, s.b},
                          .bolster = s.c,
                          .spacing = 2,
                          .wedge = one_wedge(points),
                          .springs = {.count = 7, .stiffness = 1e6, .preload = 1e4}};
    REFUSE_EACH(s, add_bogie, def, bad);
    s = machine_world();
    def.springs.count = 1;
    ck_assert(!add_bogie(s.w, &def)), expect_place(s.w, "machine", 0, "springs.count");
    def.bolster = s.a;
    ck_assert(!add_bogie(s.w, &def)), expect_place(s.w, "machine", 0, "bolster");
    def.side_frames[1].id = 77;
    ck_assert(!add_bogie(s.w, &def)), expect_place(s.w, "machine", 0, "side_frames.1");
    abut_world_destroy(s.w);
}
END_TEST

START_TEST(cams) {
#define AT(field) offsetof(abut_cam_roller_def, field)
    const bad_value bad[] = {{"profile.base_radius", AT(profile.base_radius), -1},
                             {"profile.lift", AT(profile.lift.lift), -1},
                             {"profile.rise", AT(profile.lift.rise), NAN},
                             {"profile.dwell", AT(profile.lift.dwell), -1},
                             {"profile.fall", AT(profile.lift.fall), 0},
                             {"profile.rise", AT(profile.lift.rise), 6}, /* more than a turn with the others */
                             {"profile.phase", AT(profile.phase), NAN},
                             {"profile.roller_radius", AT(profile.roller_radius), -1},
                             {"follower.offset", AT(profile.offset), 1},
                             {"follower.mass", AT(follower.mass), 0},
                             {"roller.mass", AT(roller.mass), -1},
                             {"roller.inertia", AT(roller.inertia), NAN},
                             {"roller.bearing_mu", AT(roller.bearing_mu), -1},
                             {"roller.pin_radius", AT(roller.pin_radius), -1},
                             {"roller.radius", AT(roller.shape.params[0].value), -1},
                             {"roller.length", AT(roller.shape.params[1].value), -1},
                             {"speed", AT(speed), 0},
                             {"ramp", AT(ramp), -1},
                             {"spring.stiffness", AT(load.stiffness), -1},
                             {"spring.preload", AT(load.preload), NAN},
                             {"pressure.plunger_diameter", AT(load.plunger_diameter), -1},
                             {"pressure.p_high", AT(load.p_high), -1},
                             {"rating.load", AT(rating.load), -1},
                             {"rating.pressure", AT(rating.pressure), 1e9}, /* and a load */
                             {"rating.exponent", AT(rating.exponent), -1},
                             {"material.E", AT(material.E), -1},
                             {"roller.material.E", AT(roller_material.E), -1},
                             {"contact.friction.mu", AT(law.friction.params[0].value), -1},
                             {"orientation", AT(place.q.x), NAN}};
#undef AT
    machine_scene s = machine_world();
    abut_cam_roller_def def = {
        .name = "cam",
        .speed = 100,
        .profile = {.base_radius = 0.02, .lift = {ABUT_LIFT_CYCLOIDAL, 5e-3, 1.2, 0.2, 1.2, 1, 0, NULL}},
        .follower.mass = 0.1,
        .roller.shape = {"roller", {{.name = "radius", .value = 8e-3}, {.name = "length", .value = 0.01}}},
        .load = {.stiffness = 1e4, .preload = 100},
        .rating.load = 1000};
    def.law.friction = (abut_choice){"coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-2}}};
    REFUSE_EACH(s, add_cam, def, bad);
    s = machine_world();
    def.follower.free = true;
    ck_assert(!add_cam(s.w, &def)), expect_place(s.w, "machine", 0, "follower.guide");
    abut_world_destroy(s.w);
    /* what only the surface knows, and a cam that its roller undercuts */
    def.follower.free = false;
    def.roller.shape.params[2] = (abut_param){.name = "profil", .text = "lundberg"};
    s = machine_world();
    ck_assert(!add_cam(s.w, &def)), expect_place(s.w, "machine", 0, "roller.profil");
    abut_world_destroy(s.w);
    def.roller.shape.params[2] = (abut_param){0};
    def.profile.lift.lift = 0.04, def.profile.lift.rise = def.profile.lift.fall = 0.5;
    s = machine_world();
    ck_assert(!add_cam(s.w, &def)), expect_place(s.w, "machine", 0, "roller.radius");
    abut_world_destroy(s.w);
}
END_TEST

/* ---- every number of every registered type ---- */
START_TEST(parameters) {
    int count = 0;
    for (size_t i = 0; i < abut_registry_count(NULL); i++) {
        const abut_type *t = abut_registry_at(NULL, i);
        const char *key = !strcmp(t->kind, "surface") ? "a.shape" : t->kind;
        if (strcmp(t->kind, "surface") && strcmp(t->kind, "normal") && strcmp(t->kind, "friction")) continue;
        for (const abut_param_info *p = t->params; p && p->name; p++) {
            abut_element_def def = {
                .a = {{"sphere", {{.name = "radius", .value = 0.01}}}, steel, {{0, 0, 0}, {0, 0, 0, 0}}, NULL},
                .b = {{"sphere", {{.name = "radius", .value = 0.02}}}, steel, {{0, 0, 0}, {0, 0, 0, 0}}, NULL}};
            abut_choice bad = {t->name, {{.name = p->name, .value = NAN}}};
            if (p->kind != ABUT_NUMBER) continue;
            *(!strcmp(t->kind, "surface")  ? &def.a.shape
              : !strcmp(t->kind, "normal") ? &def.law.normal
                                           : &def.law.friction) = bad;
            abut_element *e;
            abut_message m;
            char want[128];
            (void)snprintf(want, sizeof want, "%s.%s", key, p->name);
            ck_assert_int_eq(abut_element_create(&def, &e, &m), ABUT_BAD_VALUE);
            ck_assert_msg(!strcmp(m.place.key, want), "'%s' instead of '%s': %s", m.place.key, want, m.text);
            count++;
        }
    }
    ck_assert_int_gt(count, 60);
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&bodies,
                                       &surfaces,
                                       &contacts,
                                       &joints_and_forces,
                                       &starts,
                                       &the_first_stays,
                                       &elements,
                                       &ball_bearings,
                                       &bearings_without_numbers,
                                       &roller_bearings,
                                       &wedges,
                                       &bogies,
                                       &cams,
                                       &parameters};
    return suite_main("places", all, sizeof all / sizeof *all);
}
