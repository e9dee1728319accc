/* One ball bearing between a fixed housing and a loaded shaft, in equilibrium: shared by the tests of its statics. */
#ifndef ABUT_TESTS_RESTING_BEARING_H
#define ABUT_TESTS_RESTING_BEARING_H

#include <math.h>
#include <stdio.h>

#include "abut/machine/ball_bearing.h"
#include "near.h"

static const double pi = 3.14159265358979323846;
enum { MOST_BALLS = 256 };

typedef struct setup {
    abut_ball_bearing_def bearing;
    abut_vec3 force, moment, gravity;
    double speed;          /* rad/s, of the shaft */
    bool at_rest, upright; /* upright: the shaft does not tilt */
    const char *joint;     /* of the shaft; NULL: it is free */
} setup;

typedef struct answer {
    abut_bearing_state state;
    abut_ball_state ball[MOST_BALLS];
    double K[5][5];
    double residual;
} answer;

static inline abut_ball_bearing_def bearing(int Z, double D, double dm, double fi, double fo, double E,
                                            double clearance) {
    abut_material m = {.E = E, .nu = 0.3, .density = 7800};
    return (abut_ball_bearing_def){.name = "brg",
                                   .balls = {.count = Z, .diameter = D, .material = m},
                                   .pitch_diameter = dm,
                                   .inner_race = {.conformity = fi},
                                   .outer_race = {.conformity = fo},
                                   .clearance = clearance,
                                   .material = m};
}

static inline abut_ball_bearing_def bearing8(void) { return bearing(8, 9.525e-3, 38.5e-3, 0.515, 0.525, 207e9, 0); }
static inline abut_ball_bearing_def deep_groove7(double clearance) {
    return bearing(7, 11.5e-3, 43.5e-3, 0.52, 0.53, 210e9, clearance);
}
static inline abut_ball_bearing_def bearing218(void) {
    abut_ball_bearing_def d = bearing(16, 22.225e-3, 125.26e-3, 0.5232, 0.5232, 206.9e9, 0);
    d.contact_angle = 40 * pi / 180;
    d.thrust = 1;
    return d;
}

static inline abut_status solve(const setup *s, answer *a, char *why, size_t size) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = s->gravity});
    abut_body housing = abut_add_body(w, &(abut_body_def){.name = "housing", .fixed = true});
    abut_body_def shaft_def = {.name = "shaft", .mass = 1, .inertia = {1e-3, 1e-3, 1e-3}};
    shaft_def.drive = (abut_drive_def){.given = s->speed != 0, .speed = s->speed};
    abut_body shaft = abut_add_body(w, &shaft_def);
    abut_ball_bearing_def d = s->bearing;
    d.inner = shaft;
    d.outer = housing;
    abut_machine m = abut_add_ball_bearing(w, &d);
    const double f[3] = {s->force.x, s->force.y, s->force.z}, t[3] = {s->moment.x, s->moment.y, s->moment.z};
    const double stiff[3] = {1e12, 1e12, 0};
    abut_choice load = {"load", {{.name = "force", .data = f, .count = 3}, {.name = "moment", .data = t, .count = 3}}};
    (void)abut_add_force(w, &(abut_force_def){.name = "load", .law = load, .b = shaft});
    abut_choice guide = {"bushing", {{.name = "torsion", .data = stiff, .count = 3}}};
    if (s->upright) (void)abut_add_force(w, &(abut_force_def){.name = "guide", .law = guide, .a = housing, .b = shaft});
    if (s->joint)
        (void)abut_add_joint(w, &(abut_joint_def){.name = "j", .type = s->joint, .parent = housing, .child = shaft});
    abut_status status = abut_start(w, &(abut_solver_def){.statics = true, .at_rest = s->at_rest});
    if (!status) status = abut_static(w, &a->residual, NULL);
    if (!status) must(abut_read_bearing(w, m, &a->state, a->ball));
    if (!status) must(abut_bearing_stiffness(w, m, a->K));
    if (why) (void)snprintf(why, size, "%s", abut_world_message(w));
    abut_world_destroy(w);
    return status;
}

static inline void find(const setup *s, answer *a) {
    char why[400];
    abut_status status = solve(s, a, why, sizeof why);
    ck_assert_msg(status == ABUT_OK, "%s", why);
}

static inline double largest_load(const answer *a, int balls) {
    double most = 0;
    for (int i = 0; i < balls; i++) most = fmax(most, a->ball[i].outer.Q);
    return most;
}

#endif
