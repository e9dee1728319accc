/* A ball bearing between a fixed housing and a shaft, for tests of its motion. */
#ifndef ABUT_TESTS_BEARING_H
#define ABUT_TESTS_BEARING_H

#include "abut/machine/ball_bearing.h"
#include "near.h"

/* Runs are cut short where the sanitizers make them ten times slower. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

static const double PI = 3.14159265358979323846, DEGREE = 3.14159265358979323846 / 180;
static const double RPM_3000 = 314.15926535897932; /* rad/s */

/* 8 balls of 9.525 mm on 38.5 mm, conformity 0.515 and 0.525, E 207 GPa; friction and damping are the defaults. */
static inline abut_ball_bearing_def bearing8(void) {
    const abut_material steel = {207e9, 0.3, 7800, false};
    return (abut_ball_bearing_def){.name = "brg",
                                   .balls = {8, 9.525e-3, steel},
                                   .material = steel,
                                   .pitch_diameter = 38.5e-3,
                                   .inner_race.conformity = 0.515,
                                   .outer_race.conformity = 0.525};
}

typedef struct rig_def {
    abut_ball_bearing_def bearing;
    double speed;      /* rad/s, of the shaft */
    abut_vec3 load;    /* N */
    double from, rise; /* the load rises from this part of it within so many seconds; rise 0: is there at once */
    double mass;       /* kg, of the shaft; 0: it turns and does nothing else */
    double inertia[3]; /* kg m^2 */
    abut_vec3 gravity; /* m/s^2 */
    abut_solver_def solver;
} rig_def;

typedef struct rig {
    abut_world *w;
    abut_body shaft;
    abut_machine brg;
} rig;

/* Everything but the start. */
static inline rig rig_make(const rig_def *d) {
    rig r = {.w = abut_world_create(&(abut_world_def){.gravity = d->gravity})};
    abut_body housing = abut_add_body(r.w, &(abut_body_def){.name = "housing", .fixed = true});
    r.shaft = abut_add_body(r.w, &(abut_body_def){.name = "shaft",
                                                  .fixed = d->mass == 0,
                                                  .mass = d->mass,
                                                  .inertia = {d->inertia[0], d->inertia[1], d->inertia[2]},
                                                  .drive = {.given = true, .speed = d->speed}});
    abut_ball_bearing_def bearing = d->bearing;
    bearing.inner = r.shaft;
    bearing.outer = housing;
    r.brg = abut_add_ball_bearing(r.w, &bearing);
    const double force[3] = {d->load.x, d->load.y, d->load.z};
    const abut_choice rise = {"ramp",
                              {{.name = "from", .value = d->from},
                               {.name = "to", .value = 1},
                               {.name = "duration", .value = d->rise > 0 ? d->rise : 1}}};
    abut_force_def f = {.law = {"load", {{.name = "force", .data = force, .count = 3}}}, .b = r.shaft};
    if (d->rise > 0) f.law.params[1] = (abut_param){.name = "scale", .choice = &rise};
    if (d->mass > 0) abut_add_force(r.w, &f);
    ck_assert_msg(abut_check(r.w) == ABUT_OK, "%s", abut_world_message(r.w));
    return r;
}

static inline rig rig_start(const rig_def *d) {
    rig r = rig_make(d);
    abut_status began = abut_start(r.w, &d->solver);
    ck_assert_msg(began == ABUT_OK, "%s", abut_world_message(r.w));
    return r;
}

static inline void rig_advance(const rig *r, double t) {
    abut_status s = abut_advance(r->w, t);
    ck_assert_msg(s == ABUT_OK, "at %g s: %s", abut_time(r->w), abut_world_message(r->w));
}

/* The equilibrium of the rig with the whole load, at speed. balls: room for all, or NULL. */
static inline abut_bearing_state rig_rest(const rig_def *d, abut_ball_state *balls) {
    rig_def still = *d;
    abut_bearing_state s;
    still.rise = 0;
    still.solver = (abut_solver_def){.statics = true};
    rig r = rig_start(&still);
    must(abut_static(r.w, NULL, NULL));
    must(abut_read_bearing(r.w, r.brg, &s, balls));
    abut_world_destroy(r.w);
    return s;
}

#endif
