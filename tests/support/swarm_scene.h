/* Bearings whose balls form swarms, for tests of those: scenes, the worlds they make, and a state in which everything slips. */
#ifndef ABUT_TESTS_SWARM_SCENE_H
#define ABUT_TESTS_SWARM_SCENE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "abut/machine/ball_bearing.h"
#include "multibody/swarm.h"
#include "suite.h"
#include "world/world.h"

typedef struct scene {
    int balls;
    bool fixed; /* inner ring only turns; otherwise it is free but for its spin */
    const char *patch;
    double contact_angle, cage; /* rad, kg */
    abut_guide guide;
    bool hinged; /* the inner ring hangs on a revolute joint in a swinging frame */
    bool oil;    /* lubricated */
} scene;

static inline abut_world *build(const scene *q, bool plain, double angle) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {1, -9.81, 2}});
    abut_quat tilt = {cos(0.2), sin(0.2), 0, 0};
    abut_vec3 at = {0.1, -0.2, 0.05};
    w->plain = plain;
    abut_body out = abut_add_body(w, &(abut_body_def){.name = "housing", .fixed = true});
    abut_body in;
    if (q->hinged) {
        abut_body frame = abut_add_body(w, &(abut_body_def){.name = "frame", .mass = 2, .inertia = {0.01, 0.01, 0.01}});
        in = abut_add_body(
            w, &(abut_body_def){
                   .name = "shaft", .mass = 0.5, .inertia = {1e-4, 1e-4, 2e-4}, .start = {.r = at, .q = tilt}});
        abut_add_joint(w, &(abut_joint_def){.name = "swing", .type = "spherical", .child = frame, .place = {at, tilt}});
        abut_add_joint(w, &(abut_joint_def){.name = "axle",
                                            .type = "revolute",
                                            .parent = frame,
                                            .child = in,
                                            .place = {at, tilt},
                                            .drive = {.given = true, .speed = 100}});
    } else {
        abut_body_def def = {.name = "shaft",
                             .fixed = q->fixed,
                             .mass = 0.5,
                             .inertia = {1.2e-4, 1.3e-4, 2e-4, 1e-5, 0, 2e-5},
                             .start = {.r = at, .q = tilt},
                             .drive = {.given = true, .speed = 100}};
        in = abut_add_body(w, &def);
    }
    abut_ball_bearing_def d = {.name = "brg",
                               .inner = in,
                               .outer = out,
                               .place = {at, tilt},
                               .balls = {q->balls, 0.01, {2.06e11, 0.3, 7800, false}},
                               .pitch_diameter = 0.05,
                               .clearance = q->contact_angle > 0 ? 0 : angle,
                               .contact_angle = q->contact_angle,
                               .thrust = 1};
    d.law.friction = (abut_choice){
        "coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 0.05}, {.name = "patch", .text = q->patch}}};
    const abut_lubricant oil = {.eta0 = 0.02, .alpha = 1.8e-8, .shear = ABUT_EYRING, .tau0 = 1e7, .limit_slope = 0.07};
    const abut_roughness rough = {.sigma = 2e-7, .asperity_radius = 15e-6, .density = 2e10};
    if (q->oil) {
        d.law.lubricant = &oil;
        d.law.roughness = &rough;
        d.law.friction = (abut_choice){"mixed", {{.name = "patch", .text = q->patch}}};
    }
    d.cage.mass = q->cage;
    d.cage.mu = q->balls == 6 ? 0 : 0.1;
    d.cage.guide = q->guide;
    d.cage.pocket_clearance = 1e-6;
    abut_add_ball_bearing(w, &d);
    const double force[3] = {30, -50, 40};
    abut_choice load = {"load", {{.name = "force", .data = force, .count = 3}}};
    abut_add_force(w, &(abut_force_def){.name = "load", .law = load, .b = in});
    ck_assert_msg(!abut_check(w), "%s", abut_world_message(w));
    return w;
}

static inline void start(abut_world *w, double t_end) {
    abut_solver_def solver = {.type = "rodas", .rtol = 1e-6, .t_end = t_end, .start = ABUT_START_GIVEN};
    ck_assert_msg(!abut_start(w, &solver), "%s", abut_world_message(w));
}

static inline double apart(vec3 a, vec3 b) { return v3_norm(v3_sub(a, b)); }

static const scene scenes[] = {
    {8, true, "point", 0, 0, ABUT_GUIDE_BALL, false},          {8, false, "point", 0, 0, ABUT_GUIDE_BALL, false},
    {7, false, "ellipse", 0, 0, ABUT_GUIDE_BALL, false},       {9, false, "point", 0.5, 0, ABUT_GUIDE_BALL, false},
    {6, false, "point", 0, 0.01, ABUT_GUIDE_BALL, false},      {8, false, "point", 0, 0.01, ABUT_GUIDE_OUTER, false},
    {8, false, "point", 0, 0, ABUT_GUIDE_BALL, true},          {5, true, "point", 1.45, 0, ABUT_GUIDE_BALL, false},
    {9, false, "ellipse", 0, 0, ABUT_GUIDE_BALL, false, true},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

/* The same state in both: that of the plain world, moved a little, so that everything touches or slips. */
static inline void shake(abut_world *w, unsigned seed) {
    mb_system *s = w->system;
    mb_sizes z = mb_size(s);
    double *d = calloc((size_t)z.nu + 1, sizeof *d), *x = calloc((size_t)z.nx + 1, sizeof *x);
    for (int node = 1; node < s->nodes; node++) {
        const mb_node *n = &s->node[node];
        for (int j = 0; j < n->nu; j++) {
            seed = seed * 1664525U + 1013904223U;
            double r = (double)(seed >> 8) / (1U << 23) - 1;
            d[n->u + j] = n->nu == 6 && j < 3 ? 2e-6 * r : 1e-4 * r;
            w->y[z.nx + n->u + j] += n->nu == 6 && j < 3 ? 0.02 * r : 1 * r;
        }
    }
    memcpy(x, w->y, (size_t)z.nx * sizeof *x);
    mb_retract(s, x, d, w->y);
    ck_assert_int_eq(mb_project(w->work, 0, w->y, NULL), ABUT_OK);
    (void)world_evaluate(w);
    free(d);
    free(x);
}

#endif
