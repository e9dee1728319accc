/* Force elements other than contacts: springs, dampers, bushings, loads. One file per type and one line in
 * src/world/types.c. A force is a pure function of time and of the motion of one or two bodies, written in dual numbers:
 * its stiffness, damping and rate by time come out exact. */
#ifndef ABUT_FORCE_FORCE_H
#define ABUT_FORCE_FORCE_H

#include "abut/extend.h"
#include "base/dual.h"

/* Where it acts: fixed at creation. */
typedef struct force_places {
    vec3 at_a, at_b;            /* attachment points, body frames (origin: centre of mass) */
    abut_pose start_a, start_b; /* of the bodies at the start: unloaded lengths and axes refer to it */
    double mass_b;              /* kg, of body b */
    vec3 gravity;               /* m/s^2, of the world */
} force_places;

typedef struct force_out {
    dvec force_a, torque_a; /* on a, about its centre of mass, world axes */
    dvec force_b, torque_b;
    double energy; /* J, stored */
    double loss;   /* W, dissipated */
    double power;  /* W, brought in from outside */
} force_out;

typedef struct force_type {
    abut_type type; /* kind "force" */
    size_t size;
    int bodies; /* 2, or 1: acts on b only, a is not looked at */
    abut_status (*init)(void *self, const abut_args *args);
    /* optional, once, when the start poses are known: unloaded length and the like */
    abut_status (*place)(void *self, const force_places *places, abut_message *message);
    /* *out is zero on entry; t.d is 1 when the change by time alone is asked for */
    void (*eval)(const void *self, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out);
    /* optional: how long a step from t may be without missing a change by time; default: INFINITY */
    double (*span)(const void *self, double t);
    /* optional: false if force and moment do not depend on the motion of the bodies; default: true */
    bool (*moves)(const void *self, const force_places *places);
    void (*drop)(void *self); /* optional */
} force_type;

#endif
