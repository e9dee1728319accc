/* What a new force element or function of time implements: like the types of abut/extend.h, for the world. */
#ifndef ABUT_EXTEND_WORLD_H
#define ABUT_EXTEND_WORLD_H

#include "abut/extend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- functions of time: loads, drives ------------------------------------------------------------------------------ */
typedef struct abut_function_value {
    double x, v, a, j; /* value and first to third derivative by time */
} abut_function_value;

/* The unit "x" of a parameter stands for the unit of the quantity that is described (rad, m, N ...), "x/s" for that per
 * second. */
typedef struct abut_function_type {
    abut_type type; /* kind "function" */
    size_t size;
    abut_status (*init)(void *self, const abut_args *args);
    void (*at)(const void *self, double t, abut_function_value *out);
    /* optional: how long a step from t may be without missing what the function does; default: INFINITY */
    double (*span)(const void *self, double t);
    void (*drop)(void *self); /* optional: frees what init allocated */
} abut_function_type;

/* ---- forces other than contacts ------------------------------------------------------------------------------------
 * A force is a pure function of time and of the motion of one or two bodies. Every quantity comes with its change d along one
 * direction, by the rule of products and chains: stiffness, damping and rate by time come out exact. */
typedef struct abut_dual {
    double v, d;
} abut_dual;

typedef struct abut_dvec {
    abut_vec3 v, d;
} abut_dvec;

typedef struct abut_body_motion {
    abut_vec3 r, v, w, a, alpha; /* centre of mass, world axes */
    abut_mat3 R;                 /* body -> world */
    /* changes: of position, orientation (left-multiplied rotation, world axes), velocities, accelerations */
    abut_vec3 dr, dtheta, dv, dw, da, dalpha;
} abut_body_motion;

/* Where it acts: fixed at creation. */
typedef struct abut_force_places {
    abut_vec3 at_a, at_b;       /* attachment points, body frames (origin: centre of mass) */
    abut_pose start_a, start_b; /* of the bodies at the start: unloaded lengths and axes refer to it */
    double mass_b;              /* kg, of body b */
    abut_vec3 gravity;          /* m/s^2, of the world */
} abut_force_places;

typedef struct abut_force_out {
    abut_dvec force_a, torque_a; /* on a, about its centre of mass, world axes */
    abut_dvec force_b, torque_b;
    double energy; /* J, stored */
    double loss;   /* W, dissipated */
    double power;  /* W, brought in from outside */
} abut_force_out;

typedef struct abut_force_type {
    abut_type type; /* kind "force" */
    size_t size;
    int bodies; /* 2, or 1: acts on b only, a is not looked at */
    abut_status (*init)(void *self, const abut_args *args);
    /* optional, once, when the start poses are known: unloaded length and the like */
    abut_status (*place)(void *self, const abut_force_places *places, abut_message *message);
    /* *out is zero on entry; t.d is 1 when the change by time alone is asked for */
    void (*eval)(const void *self, const abut_force_places *places, abut_dual t, const abut_body_motion *a,
                 const abut_body_motion *b, abut_force_out *out);
    /* optional: how long a step from t may be without missing a change by time; default: INFINITY */
    double (*span)(const void *self, double t);
    /* optional: false if force and moment do not depend on the motion of the bodies; default: true */
    bool (*moves)(const void *self, const abut_force_places *places);
    void (*drop)(void *self); /* optional */
    /* optional, for forces that remember: a state was accepted at t, the first one at the start. Steps end no later than `span` says.
     * Not ABUT_OK: the run cannot go on. A world with such forces can be saved only if all of them `may_save`. */
    abut_status (*accept)(void *self, const abut_force_places *places, double t, const abut_body_motion *a,
                          const abut_body_motion *b);
    /* optional: where the number of this key ("force.2") lies that a host may change between two steps; NULL: it may not */
    double *(*live)(void *self, const char *key);
    /* optional: its direction goes round with the spin of its body, so that modes about a rotor at speed leave it out */
    bool revolves;
    /* optional: attached at the centre of b it does not ask how b is oriented: balls under it may do without an orientation */
    bool round;
    /* optional, together, of forces that remember: can this one be saved at all; what it remembers, as bytes from malloc (NULL: that
     * failed); what was saved is put back */
    bool (*may_save)(const void *self);
    void *(*save)(const void *self, size_t *length);
    abut_status (*restore)(void *self, const void *bytes, size_t length);
} abut_force_type;

#ifdef __cplusplus
}
#endif
#endif
