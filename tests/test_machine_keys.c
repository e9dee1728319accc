/* Numbers of machines as users write them: every numeric key of every machine in a unit that is not SI, read into the definition of
 * the public interface. Which field a key belongs to and what it is in SI are written here once more, by hand; a walk over the
 * tables of keys shows that none is left out. */
#include <stdio.h>
#include <string.h>

#include "abut/machine.h"
#include "machine/machine.h"
#include "model/reader.h"
#include "model/value.h"
#include "support/near.h"
#include "support/suite.h"

enum { PATH = 120 };
static const double deg = 3.14159265358979323846 / 180;

typedef struct number {
    const char *path; /* of the key */
    size_t at;        /* of the field */
    double want;      /* SI */
    bool whole;       /* an int */
} number;
#define N(path, field, want)                                                                                           \
    { path, offsetof(D, field), want, false }
#define COUNT(path, field, want)                                                                                       \
    { path, offsetof(D, field), want, true }

typedef struct mapping {
    const char *machine, *text;
    const number *number;
    /* keys of lists and vectors, "|a|b|": what `more` looks at */
    const char *others;
    void (*more)(const void *def);
} mapping;

/* ---- what bearings of all kinds have: how they are mounted ---- */
#define MOUNTING_TEXT                                                                                                  \
    " fits: {shaft: {interference: 0.01 mm, bore: 8 mm, Rz: 4 um}, housing: {interference: -5 um, outside: 7 cm,"      \
    " Rz: 6 um}}, temperatures: {reference: 25 degC, shaft: 61 degC, inner: 62 degC, elements: 63 degC, outer: 64 "    \
    "degC,"                                                                                                            \
    " housing: 65 degC, oil: 66 degC}, heat: {ambient: 30 degC, conductance: {inner: 400 mW/K, outer: 2 W/K,"          \
    " between: 0.1 W/K, oil: 3 W/K}, oil_inlet: 40 degC, limit: 140 degC},"
#define MOUNTING_NUMBERS                                                                                               \
    N("fits.shaft.interference", mounting.fits.shaft.interference, 1e-5),                                              \
        N("fits.shaft.bore", mounting.fits.shaft.bore, 8e-3), N("fits.shaft.Rz", mounting.fits.shaft.Rz, 4e-6),        \
        N("fits.housing.interference", mounting.fits.housing.interference, -5e-6),                                     \
        N("fits.housing.outside", mounting.fits.housing.outside, 0.07),                                                \
        N("fits.housing.Rz", mounting.fits.housing.Rz, 6e-6),                                                          \
        N("temperatures.reference", mounting.temperatures.reference, 298.15),                                          \
        N("temperatures.shaft", mounting.temperatures.shaft, 334.15),                                                  \
        N("temperatures.inner", mounting.temperatures.inner, 335.15),                                                  \
        N("temperatures.elements", mounting.temperatures.elements, 336.15),                                            \
        N("temperatures.outer", mounting.temperatures.outer, 337.15),                                                  \
        N("temperatures.housing", mounting.temperatures.housing, 338.15),                                              \
        N("temperatures.oil", mounting.temperatures.oil, 339.15), N("heat.ambient", mounting.heat.ambient, 303.15),    \
        N("heat.conductance.inner", mounting.heat.conductance.inner, 0.4),                                             \
        N("heat.conductance.outer", mounting.heat.conductance.outer, 2),                                               \
        N("heat.conductance.between", mounting.heat.conductance.between, 0.1),                                         \
        N("heat.conductance.oil", mounting.heat.conductance.oil, 3),                                                   \
        N("heat.oil_inlet", mounting.heat.oil_inlet, 313.15), N("heat.limit", mounting.heat.limit, 413.15)

/* ---- ball bearing ---- */
#define D abut_ball_bearing_def
static const char ball_text[] =
    "{name: b, inner: i, outer: o, position: [10 mm, 2 cm, -3 inch], balls: {count: 9, diameter: 0.375 inch},"
    " pitch_diameter: 3.85 cm, conformity: {inner: 51.5 %, outer: 53 %}, clearance: 12 um,"
    " bore: 2.5 cm, outside_diameter: 52 mm, width: 0.6 inch, preload: 0.12 kN,"
    " pair: {with: c, arrangement: tandem, offset: 3 um},"
    " first_ball_angle: 20 deg, shoulder: {inner: 32 mm, outer: 45 mm}," MOUNTING_TEXT
    " rating: {C: 14 kN, C0: 6.5 kN, Cu: 275 N, e_C: 60 %}, drag: {oil_fraction: 3 %, factor: 70 %},"
    " cage: {mass: 20 g, pocket_clearance: 150 um, guide_clearance: 0.2 mm, mu: 8 %},"
    " waviness: {inner: [{order: 7, amplitude: 2 um, phase: 30 deg}, {order: 8, amplitude: 3 um, phase: 60 deg}],"
    "            outer: [{order: 11, amplitude: 4 um, phase: 90 deg}]},"
    " spall: {inner: {depth: 20 um, width: 0.5 mm, angle: 40 deg}, outer: {depth: 30 um, width: 0.7 mm, angle: 50 "
    "deg}}}";
static const number ball_number[] = {
    MOUNTING_NUMBERS,
    COUNT("balls.count", balls.count, 9),
    N("balls.diameter", balls.diameter, 9.525e-3),
    N("pitch_diameter", pitch_diameter, 38.5e-3),
    N("conformity.inner", inner_race.conformity, 0.515),
    N("conformity.outer", outer_race.conformity, 0.53),
    N("clearance", clearance, 12e-6),
    N("bore", boundary.bore, 25e-3),
    N("outside_diameter", boundary.outside_diameter, 52e-3),
    N("width", boundary.width, 15.24e-3),
    N("preload", preload, 120),
    N("pair.offset", pair.offset, 3e-6),
    N("first_ball_angle", first_ball_angle, 20 * 3.14159265358979323846 / 180),
    N("shoulder.inner", inner_race.shoulder, 32e-3),
    N("shoulder.outer", outer_race.shoulder, 45e-3),
    N("rating.C", rating.C, 14000),
    N("rating.C0", rating.C0, 6500),
    N("rating.Cu", rating.Cu, 275),
    N("rating.e_C", rating.e_C, 0.6),
    N("drag.oil_fraction", drag.oil_fraction, 0.03),
    N("drag.factor", drag.factor, 0.7),
    N("cage.mass", cage.mass, 0.02),
    N("cage.pocket_clearance", cage.pocket_clearance, 150e-6),
    N("cage.guide_clearance", cage.guide_clearance, 200e-6),
    N("cage.mu", cage.mu, 0.08),
    N("spall.inner.depth", inner_race.spall.depth, 20e-6),
    N("spall.inner.width", inner_race.spall.width, 0.5e-3),
    N("spall.inner.angle", inner_race.spall.angle, 40 * 3.14159265358979323846 / 180),
    N("spall.outer.depth", outer_race.spall.depth, 30e-6),
    N("spall.outer.width", outer_race.spall.width, 0.7e-3),
    N("spall.outer.angle", outer_race.spall.angle, 50 * 3.14159265358979323846 / 180),
    {0},
};
static void expect_place(abut_vec3 r) {
    expect_near(r.x, 0.01, 1e-14, NULL, "position");
    expect_near(r.y, 0.02, 1e-14, NULL, "position");
    expect_near(r.z, -0.0762, 1e-14, NULL, "position");
}
static void expect_wave(const abut_wave *w, double order, double amplitude, double phase) {
    expect_near(w->order, order, 1e-14, NULL, "order");
    expect_near(w->amplitude, amplitude, 1e-14, NULL, "amplitude");
    expect_near(w->phase, phase, 1e-14, NULL, "phase");
}
static void ball_more(const void *def) {
    const abut_ball_bearing_def *d = def;
    expect_place(d->place.r);
    ck_assert(d->inner_race.waves == 2 && d->outer_race.waves == 1);
    expect_wave(&d->inner_race.wave[0], 7, 2e-6, 30 * deg);
    expect_wave(&d->inner_race.wave[1], 8, 3e-6, 60 * deg);
    expect_wave(&d->outer_race.wave[0], 11, 4e-6, 90 * deg);
}
static const char angular_text[] = "{name: b, inner: i, outer: o, balls: {count: 9, diameter: 9 mm},"
                                   " pitch_diameter: 40 mm, contact_angle: 40 deg,"
                                   " pair: {with: c, arrangement: face_to_face, preload: 0.2 kN}}";
static const number angular_number[] = {
    N("contact_angle", contact_angle, 40 * 3.14159265358979323846 / 180),
    N("pair.preload", pair.preload, 200),
    {0},
};

/* ---- roller bearing ---- */
#undef D
#define D abut_roller_bearing_def
static const char crowned_text[] =
    "{name: b, inner: i, outer: o, position: [10 mm, 2 cm, -3 inch], pitch_diameter: 46.5 mm, clearance: 20 um,"
    " bore: 3 cm, outside_diameter: 62 mm, width: 1.6 cm,"
    " rollers: {count: 14, diameter: 9 mm, length: 1.3 cm, profile: {type: crowned, crown_radius: 120 cm}},"
    " misalignment: {x: 0.1 deg, y: -2 mrad}, first_roller_angle: 12 deg," MOUNTING_TEXT
    " rating: {C: 44 kN, C0: 36 kN, Cu: 4500 N, e_C: 70 %}, drag: {oil_fraction: 4 %, factor: 80 %},"
    " flanges: {play: 80 um, stiffness: 12 kN/mm, damping: 0.5 s/mm}, cage: {stiffness: 100 kN/m, damping: 5 N s/mm}}";
static const number crowned_number[] = {
    MOUNTING_NUMBERS,
    COUNT("rollers.count", rollers.count, 14),
    N("rollers.diameter", rollers.diameter, 9e-3),
    N("rollers.length", rollers.length, 13e-3),
    N("rollers.profile.crown_radius", rollers.profile.radius, 1.2),
    N("pitch_diameter", pitch_diameter, 46.5e-3),
    N("clearance", clearance, 20e-6),
    N("bore", boundary.bore, 30e-3),
    N("outside_diameter", boundary.outside_diameter, 62e-3),
    N("width", boundary.width, 16e-3),
    N("misalignment.x", misalignment[0], 0.1 * 3.14159265358979323846 / 180),
    N("misalignment.y", misalignment[1], -2e-3),
    N("first_roller_angle", first_roller_angle, 12 * 3.14159265358979323846 / 180),
    N("rating.C", rating.C, 44000),
    N("rating.C0", rating.C0, 36000),
    N("rating.Cu", rating.Cu, 4500),
    N("rating.e_C", rating.e_C, 0.7),
    N("drag.oil_fraction", drag.oil_fraction, 0.04),
    N("drag.factor", drag.factor, 0.8),
    N("flanges.play", flanges.play, 80e-6),
    N("flanges.stiffness", flanges.stiffness, 12e6),
    N("flanges.damping", flanges.damping, 500),
    N("cage.stiffness", cage.stiffness, 1e5),
    N("cage.damping", cage.damping, 5000),
    {0},
};
static void crowned_more(const void *def) {
    const abut_roller_bearing_def *d = def;
    expect_place(d->place.r);
    ck_assert(d->rollers.profile.kind == ABUT_PROFILE_CROWNED);
}
#define ROLLERS(profile)                                                                                               \
    "{name: b, inner: i, outer: o, pitch_diameter: 4 cm, rollers: {count: 9, diameter: 9 mm, length: 13 mm,"           \
    " profile: " profile "}}"
static const number logarithmic_number[] = {
    N("rollers.profile.design_force", rollers.profile.design_force, 2500),
    {0},
};
static const number none[] = {{0}};
static void logarithmic_more(const void *def) {
    ck_assert(((const abut_roller_bearing_def *)def)->rollers.profile.kind == ABUT_PROFILE_LOGARITHMIC);
}
static void table_more(const void *def) {
    const abut_profile *p = &((const abut_roller_bearing_def *)def)->rollers.profile;
    ck_assert(p->kind == ABUT_PROFILE_TABLE && p->count == 3);
    for (int i = 0; i < 3; i++) {
        expect_near(p->table_y[i], 2e-3 * (i - 1), 1e-14, NULL, "z");
        expect_near(p->table_drop[i], i == 1 ? 0 : (3 + i) * 1e-6, 1e-14, NULL, "drop");
    }
}

/* ---- cam ---- */
#undef D
#define D abut_cam_roller_def
static const char cam_text[] =
    "{name: c, speed: 1500 rpm, ramp: 3 ms, position: [10 mm, 2 cm, -3 inch],"
    " profile: {base_radius: 1.6 cm, roller_radius: 11 mm, lift: 8.5 mm, rise: 150 deg, dwell: 10 deg, fall: 130 deg,"
    "           lobes: 1, phase: 25 deg},"
    " follower: {type: translating, mass: 200 g, offset: 2 mm},"
    " roller: {radius: 10 mm, length: 1.2 cm, mass: 30 g, inertia: 15 g cm^2, bearing_mu: 0.3 %, pin_radius: 4 mm,"
    "          profile: crowned, crown_radius: 90 cm},"
    " spring: {stiffness: 20 N/mm, preload: 0.4 kN},"
    " pressure: {plunger_diameter: 9 mm, p_low: 5 bar, p_high: 180 MPa, ramp: 600 %},"
    " rating: {load: 12 kN, pressure: 1.5 GPa, cycles: 2e6, exponent: 3.5}}";
static const number cam_number[] = {
    N("speed", speed, 50 * 3.14159265358979323846),
    N("ramp", ramp, 3e-3),
    N("profile.base_radius", profile.base_radius, 16e-3),
    N("profile.roller_radius", profile.roller_radius, 11e-3),
    N("profile.lift", profile.lift.lift, 8.5e-3),
    N("profile.rise", profile.lift.rise, 150 * 3.14159265358979323846 / 180),
    N("profile.dwell", profile.lift.dwell, 10 * 3.14159265358979323846 / 180),
    N("profile.fall", profile.lift.fall, 130 * 3.14159265358979323846 / 180),
    COUNT("profile.lobes", profile.lift.lobes, 1),
    N("profile.phase", profile.phase, 25 * 3.14159265358979323846 / 180),
    N("follower.mass", follower.mass, 0.2),
    N("follower.offset", profile.offset, 2e-3),
    N("roller.radius", roller.radius, 10e-3),
    N("roller.length", roller.length, 12e-3),
    N("roller.mass", roller.mass, 0.03),
    N("roller.inertia", roller.inertia, 15e-7),
    N("roller.bearing_mu", roller.bearing_mu, 0.003),
    N("roller.pin_radius", roller.pin_radius, 4e-3),
    N("roller.crown_radius", roller.profile.radius, 0.9),
    N("spring.stiffness", load.stiffness, 20e3),
    N("spring.preload", load.preload, 400),
    N("pressure.plunger_diameter", load.plunger_diameter, 9e-3),
    N("pressure.p_low", load.p_low, 5e5),
    N("pressure.p_high", load.p_high, 180e6),
    N("pressure.ramp", load.ramp, 6),
    N("rating.load", rating.load, 12000),
    N("rating.pressure", rating.pressure, 1.5e9),
    N("rating.cycles", rating.cycles, 2e6),
    N("rating.exponent", rating.exponent, 3.5),
    {0},
};
static void cam_more(const void *def) { expect_place(((const abut_cam_roller_def *)def)->place.r); }
static const char finger_text[] =
    "{name: c, speed: 100, profile: {type: spline, base_radius: 16 mm,"
    "  points: [{angle: 0, lift: 0}, {angle: 90 deg, lift: 1 mm}, {angle: 180 deg, lift: 2 mm}, {angle: 270 deg, lift: "
    "3 mm}]},"
    " follower: {type: finger, mass: 200 g, pivot: [40 mm, 1 cm, 0], roller_at: [20 mm, 3 mm, 0], tip: [5 mm, 4 mm, "
    "0]},"
    " roller: {radius: 10 mm, length: 1.2 cm, profile: logarithmic, design_force: 2 kN},"
    " pressure: {plunger_diameter: 9 mm, points: [{angle: 90 deg, pressure: 1 MPa}, {angle: 180 deg, pressure: 20 "
    "bar}]}}";
static const number finger_number[] = {
    N("roller.design_force", roller.profile.design_force, 2000),
    N("follower.pivot", follower.pivot.x, 40e-3),
    N("follower.pivot", follower.pivot.y, 10e-3),
    N("follower.roller_at", follower.roller_at.x, 20e-3),
    N("follower.roller_at", follower.roller_at.y, 3e-3),
    N("follower.tip", follower.tip.x, 5e-3),
    N("follower.tip", follower.tip.y, 4e-3),
    {0},
};
static void finger_more(const void *def) {
    const abut_cam_roller_def *d = def;
    ck_assert(d->profile.lift.count == 4 && d->load.count == 2);
    for (int i = 0; i < 4; i++) {
        expect_near(d->profile.lift.table[2 * i], 90 * i * deg, 1e-14, NULL, "angle");
        expect_near(d->profile.lift.table[2 * i + 1], i * 1e-3, 1e-14, NULL, "lift");
    }
    for (int i = 0; i < 2; i++) {
        expect_near(d->load.table[2 * i], 90 * (i + 1) * deg, 1e-14, NULL, "angle");
        expect_near(d->load.table[2 * i + 1], (i + 1) * 1e6, 1e-14, NULL, "pressure");
    }
}

/* ---- wedges ---- */
#define WEDGES(count)                                                                                                  \
    "wedges: {mass: 0.02 t, inertia: [1000 kg cm^2, 0.2, 0.3], toe: 2 deg, angle: 40 deg, offset: 25 cm,"              \
    " mu: {column: 30 %, pocket: 20 %}, static_ratio: 120 %, stiffness: 20 kN/mm, damping: 50 %, count: " count        \
    ", faces: [{side: column, position: [10 cm, 0, 1 cm], points: [{across: -5 cm, up: 100 mm}, {across: 5 cm, up: "   \
    "-90 mm}]},"                                                                                                       \
    " {side: pocket, position: [-100 mm, 0, 0], yaw: 3 deg, points: [{across: 0, up: 2 cm}]}]}"
#define WEDGE_NUMBERS                                                                                                  \
    N("wedges.mass", wedge.mass, 20), N("wedges.toe", wedge.toe, 2 * 3.14159265358979323846 / 180),                    \
        N("wedges.angle", wedge.angle, 40 * 3.14159265358979323846 / 180), N("wedges.offset", wedge.offset, 0.25),     \
        N("wedges.mu.column", wedge.mu_column, 0.3), N("wedges.mu.pocket", wedge.mu_pocket, 0.2),                      \
        N("wedges.static_ratio", wedge.static_ratio, 1.2), N("wedges.stiffness", wedge.stiffness, 20e6),               \
        N("wedges.damping", wedge.damping, 0.5), N("wedges.inertia", wedge.inertia[0], 0.1),                           \
        N("wedges.inertia", wedge.inertia[1], 0.2), N("wedges.inertia", wedge.inertia[2], 0.3),                        \
        N("wedges.inertia", wedge.inertia[3], 0), N("wedges.faces.position", wedge.face[0].position.x, 0.1),           \
        N("wedges.faces.position", wedge.face[0].position.z, 0.01),                                                    \
        N("wedges.faces.position", wedge.face[1].position.x, -0.1),                                                    \
        N("wedges.faces.yaw", wedge.face[1].yaw, 3 * 3.14159265358979323846 / 180)
static void expect_faces(const abut_wedge *w) {
    const abut_wedge_face *f = w->face;
    ck_assert(w->faces == 2 && f[0].count == 2 && f[1].count == 1 && !f[0].pocket && f[1].pocket);
    expect_near(f[0].point[0].across, -0.05, 1e-14, NULL, "across");
    expect_near(f[0].point[1].across, 0.05, 1e-14, NULL, "across");
    expect_near(f[0].point[0].up, 0.1, 1e-14, NULL, "up");
    expect_near(f[0].point[1].up, -0.09, 1e-14, NULL, "up");
    expect_near(f[1].point[0].up, 0.02, 1e-14, NULL, "up");
}
#undef D
#define D abut_wedge_def
static const char wedge_text[] = "{name: w, side_frame: i, bolster: o, position: [10 mm, 2 cm, -3 inch],"
                                 " springs: {stiffness: 572 kN/m, preload: 5 kN, count: 1}, " WEDGES("1") "}";
static const number wedge_number[] = {
    N("springs.stiffness", spring.stiffness, 572e3),
    N("springs.preload", spring.preload, 5000),
    WEDGE_NUMBERS,
    COUNT("wedges.count", wedge.count, 1),
    {0},
};
static void wedge_more(const void *def) {
    const abut_wedge_def *d = def;
    expect_place(d->place.r);
    expect_faces(&d->wedge);
}
#undef D
#define D abut_bogie_def
static const char bogie_text[] = "{name: w, side_frames: [i, o], bolster: o, position: [10 mm, 2 cm, -3 inch],"
                                 " spacing: 203 cm, springs: {count: 6, stiffness: 572 N/mm, preload: 5 kN,"
                                 " horizontal: 300 N/mm, yaw: 2 kN m/mrad},"
                                 " gibs: {play: 10 mm, stiffness: 80 kN/mm, damping: 70 N s/mm}, " WEDGES("4") "}";
static const number bogie_number[] = {
    N("spacing", spacing, 2.03),
    COUNT("springs.count", springs.count, 6),
    N("springs.stiffness", springs.stiffness, 572e3),
    N("springs.preload", springs.preload, 5000),
    N("springs.horizontal", springs.horizontal, 300e3),
    N("springs.yaw", springs.yaw, 2e6),
    N("gibs.play", gibs.play, 0.01),
    N("gibs.stiffness", gibs.stiffness, 80e6),
    N("gibs.damping", gibs.damping, 70e3),
    WEDGE_NUMBERS,
    COUNT("wedges.count", wedge.count, 4),
    {0},
};
static void bogie_more(const void *def) {
    const abut_bogie_def *d = def;
    expect_place(d->place.r);
    expect_faces(&d->wedge);
}
static const char loaded_text[] =
    "{name: w, side_frames: [i, o], bolster: o, springs: {stiffness: 572 N/mm, load: 45 tf},"
    " " WEDGES("4") "}";
static const number loaded_number[] = {N("springs.load", springs.load, 45e3 * 9.80665), {0}};

/* ---- all ---- */
#define FACE_LISTS "|position|wedges.faces.points.across|wedges.faces.points.up|springs.count|"
static const mapping all[] = {
    {"ball_bearing", ball_text, ball_number,
     "|position|waviness.inner.order|waviness.inner.amplitude|waviness.inner.phase|waviness.outer.order|"
     "waviness.outer.amplitude|waviness.outer.phase|",
     ball_more},
    {"ball_bearing", angular_text, angular_number, "", NULL},
    {"roller_bearing", crowned_text, crowned_number, "|position|", crowned_more},
    {"roller_bearing", ROLLERS("{type: logarithmic, design_force: 2.5 kN}"), logarithmic_number, "", logarithmic_more},
    {"roller_bearing",
     ROLLERS("{type: table, table: [{z: -2 mm, drop: 3 um}, {z: 0, drop: 0}, {z: 2 mm, drop: 5 um}]}"), none,
     "|rollers.profile.table.z|rollers.profile.table.drop|", table_more},
    {"cam_roller", cam_text, cam_number, "|position|", cam_more},
    {"cam_roller", finger_text, finger_number,
     "|profile.points.angle|profile.points.lift|profile.file.angle|profile.file.lift|pressure.points.angle|"
     "pressure.points.pressure|",
     finger_more},
    {"wedge", wedge_text, wedge_number, FACE_LISTS, wedge_more},
    {"bogie", bogie_text, bogie_number, FACE_LISTS, bogie_more},
    {"bogie", loaded_text, loaded_number, "", NULL},
};
enum { MAPPINGS = sizeof all / sizeof *all };

static const machine_type *type_named(const char *name) {
    const abut_type *type = abut_registry_find(abut_world_types(), "machine", name);
    ck_assert_msg(type != NULL, "no machine %s", name);
    return (const machine_type *)type;
}

static void complain(const model_error *error, void *user) { ck_abort_msg("%s: %s", (const char *)user, error->text); }

/* A reader that knows the bodies i and o. */
static reader *open_reader(void) {
    static const char *const bodies[] = {"i", "o"};
    static object body[2] = {{.id = 1}, {.id = 2}};
    reader *r = reader_open();
    ck_assert_ptr_nonnull(r);
    for (int i = 0; i < 2; i++) (void)names_add(&r->bodies, bodies[i], &body[i]);
    return r;
}

START_TEST(every_number) {
    for (int i = 0; i < MAPPINGS; i++) {
        const mapping *m = &all[i];
        const machine_type *type = type_named(m->machine);
        reader *r = open_reader();
        if (setjmp(r->no_memory)) ck_abort_msg("out of memory");
        char *def = arena_get(&r->memory, type->def_size);
        const node *n = parse_text(r, reader_file(r, m->machine), m->text, strlen(m->text), 0);
        int errors = n ? read_keys(r, n, type->keys, NULL, def) : 1;
        if (errors || r->errors) reader_report(r, complain, (void *)m->machine);
        for (const number *x = m->number; x->path; x++) {
            int whole;
            double got;
            memcpy(&whole, def + x->at, sizeof whole);
            memcpy(&got, def + x->at, sizeof got);
            expect_near(x->whole ? whole : got, x->want, 1e-14, NULL, "%s: %s", m->machine, x->path);
        }
        if (m->more) m->more(def);
        reader_close(r);
    }
}
END_TEST

static bool looked_at(const char *machine, const char *path) {
    char word[PATH + 2];
    (void)snprintf(word, sizeof word, "|%s|", path);
    for (int i = 0; i < MAPPINGS; i++) {
        if (strcmp(all[i].machine, machine) != 0) continue;
        if (strstr(all[i].others, word)) return true;
        for (const number *x = all[i].number; x->path; x++)
            if (!strcmp(x->path, path)) return true;
    }
    return false;
}

/* Every numeric key below a table, but for parameters of laws, is looked at by one of the mappings. */
static int walk(const char *machine, const key_table *table, const char *before) {
    int count = 0;
    for (const key_info *k = table->keys; k->name; k++) {
        char path[PATH];
        (void)snprintf(path, sizeof path, "%s%s%s", before, *before ? "." : "", k->name);
        if (k->keys && k->kind != KEY_LAWS) count += walk(machine, k->keys, path);
        if (k->kind != KEY_NUMBER && k->kind != KEY_COUNT && k->kind != KEY_VECTOR && k->kind != KEY_INERTIA) continue;
        ck_assert_msg(looked_at(machine, path), "%s: %s is not looked at", machine, path);
        count++;
    }
    return count;
}

START_TEST(none_is_left_out) {
    int count = 0;
    size_t i = 0;
    for (const machine_type *m; (m = machine_next(abut_world_types(), &i));) count += walk(m->type.name, m->keys, "");
    ck_assert_int_ge(count, 120);
}
END_TEST

int main(void) {
    static const TTest *const *const tests[] = {&every_number, &none_is_left_out};
    return suite_main("machine_keys", tests, sizeof tests / sizeof *tests);
}
