/* What bearings of all kinds share: two rings, how they stand and turn, and the force between them that stands for the rolling
 * elements in statics. */
#ifndef ABUT_MACHINE_RINGS_H
#define ABUT_MACHINE_RINGS_H

#include "abut/machine/bearing.h"
#include "base/vec.h"
#include "machine/machine.h"

enum { INNER, OUTER, RINGS };

/* ---- rings.c: the rings as they are ---- */
typedef struct ring_frame {
    vec3 r, w; /* centre, angular velocity, world */
    mat3 R;    /* ring -> world */
} ring_frame;

/* `in_body`: the bearing frame in the body of the ring. */
ring_frame ring_frame_of(const abut_world *w, abut_body body, const abut_pose *in_body);
/* Displacement, tilt and speed of the inner ring relative to the outer; the rest is zero. */
void rings_read(const ring_frame ring[RINGS], abut_bearing_state *s);
/* The place of the bearing, its orientation a unit quaternion, in the bodies of the rings at the start. */
void rings_place(const abut_world *w, const abut_body body[RINGS], abut_pose *place, abut_pose in_body[RINGS]);
/* Speed of a ring about the bearing axis (world), as its body or the joint that holds it is driven, and its run-up time. */
void ring_speed(const abut_world *w, int body, vec3 axis, double *speed, double *ramp);

/* W, lost in a force at the present instant. */
double rings_force_loss(const abut_world *w, int force);

/* rad/s, of pure rolling of elements of diameter D on the pitch diameter dm (m) at this contact angle (rad) and these speeds of
 * the rings: their orbit. */
double rings_orbit(double D, double dm, double angle, double inner, double outer);
/* Frequencies of pure rolling of `count` such elements. */
abut_bearing_frequencies rings_rolling(int count, double D, double dm, double angle, double inner, double outer);
/* The same from speeds (rad/s) that were found: orbit of the elements in space, their spin in the orbiting frame. */
abut_bearing_frequencies rings_found(int count, double orbit, double spin, double inner, double outer);

/* ---- rings_rest.c: statics ----
 * Everything stands in the bearing frame of the outer ring. The inner ring lies at d, turned by R. A change of its pose is
 * (displacement, rotation from the left), both in these axes. */
typedef struct rest_pose {
    vec3 d;
    mat3 R;
    abut_quat q;         /* of R */
    vec3 gravity;        /* m/s^2 */
    double speed[RINGS]; /* rad/s */
} rest_pose;

typedef struct rings_rest {
    bool known, failed; /* what follows belongs to `pose`; it could not be found: the force is not a number */
    rest_pose pose;
    double F[RINGS][6], dF[RINGS][6][6]; /* on the rings, about their centres; by the pose */
    double energy;                       /* J */
    machine_spin spin;                   /* what happens to the rotation about the axis */
    double spin_from, spin_by;           /* rad, N m/rad: held at, by */
    double spin_moment;                  /* N m, on the inner ring: what it takes */
    abut_pose outer;                     /* of the bearing frame of the outer ring in the world */
} rings_rest;

/* Sets the pose from the bodies of the outer ring (a) and of the inner one (b); speed NULL: statics without its effects. True if
 * F, dF and energy, then zero, are to be found anew: `failed` is to be set. */
bool rings_rest_move(rings_rest *r, const abut_pose ring[RINGS], const double *speed, vec3 gravity,
                     const body_motion *a, const body_motion *b);
/* What one rolling element does to the rings. */
void rings_rest_add(rings_rest *r, const double F[RINGS][6], const double dF[RINGS][6][6]);
/* The force of the rolling elements, and of what holds the rotation about the axis, into *out. */
void rings_rest_push(rings_rest *r, const abut_pose ring[RINGS], const body_motion *a, const body_motion *b,
                     force_out *out);
void rings_rest_spin(rings_rest *r, machine_spin how, double stiffness);

/* Displacement, tilt, force, moment and speed of the inner ring. */
void rings_rest_read(const rings_rest *r, abut_bearing_state *state);
static inline vec3 rest_to_world(const rings_rest *r, vec3 v) { return m3_mul(m3_of_quat(r->outer.q), v); }
static inline vec3 rest_in_world(const rings_rest *r, vec3 at) { return v3_add(r->outer.r, rest_to_world(r, at)); }
/* An element's result in the bearing frame becomes one in the world; `centre` (world): of the rolling element. */
void rest_contact_to_world(const rings_rest *r, const abut_pose ring[RINGS], int which, vec3 centre,
                           abut_element_out *out);
/* Keys displacement .. holding_moment and speeds; key stiffness, 5 x 5. */
void rings_rest_json(const rings_rest *r, json *j);
void rings_rest_json_stiffness(const rings_rest *r, json *j);
void rings_rest_print(const rings_rest *r, const char *elements, FILE *to);
void rings_rest_print_stiffness(const rings_rest *r, FILE *to);

#endif
