/* Inside of the machine `cam_roller`: checks, expansion and start (cam_roller.c), the forces on follower and roller
 * (cam_forces.c), reading, columns and report (cam_watch.c), damage of contour and roller (cam_damage.c). */
#ifndef ABUT_MACHINE_CAM_ROLLER_INSIDE_H
#define ABUT_MACHINE_CAM_ROLLER_INSIDE_H

#include "abut/machine/cam_roller.h"
#include "base/dual.h"
#include "cam/pitch.h"
#include "machine/machine.h"
#include "machine/shared/damage.h"
#include "machine/watch.h"

/* What the statistics of its columns do not say. */
typedef struct cam_log {
    double seconds;
    double first_separation;      /* rad, cam angle; NaN: none */
    double last_speed, last_spin; /* rad/s, of cam and roller */
    double turns, turned;         /* 1, rad: of cam (forwards and back) and roller */
} cam_log;

enum { TRACK_CAM, TRACK_ROLLER, CAM_TRACKS };

typedef struct cam_roller {
    abut_cam_roller_def def; /* what it points to is the world's */
    pitch pitch;
    double steepest;                    /* m, greatest s' */
    double radius, length;              /* m, of the roller */
    double roller_mass, inertia, pin;   /* kg, kg m^2, m */
    double mass;                        /* kg, all that moves with the lift */
    int cam, follower, roller, contact; /* ids */
    int guide, pin_joint;               /* joints */
    mat3 axes;                          /* of the machine, in the world */
    vec3 origin;                        /* of the machine */
    vec3 cam_x;                         /* x of the machine at the start, in the cam's body */
    abut_pose rest;                     /* of the follower where the lift is 0, world */
    vec3 arm;    /* to the roller there, from the pivot or the body's centre of mass; in the follower's body */
    vec3 centre; /* of the roller there, world */
    cam_log log;
    damage *track[CAM_TRACKS];
} cam_roller;

/* ---- cam_forces.c ---- */
bool cam_add_forces(abut_world *w, const cam_roller *m);        /* false after a refusal */
dual cam_angle_of(const cam_roller *m, const body_motion *cam); /* rad, -pi .. pi */
dual cam_lift_of(const cam_roller *m, const body_motion *b);    /* m, of the follower */
/* Normal force of quasi-statics at a cam angle and speed. */
dual cam_quasi_force(const cam_roller *m, dual angle, dual speed);
/* Moment of the roller's bearing for this load (N) at the roller's speed. */
dual cam_pin_moment(const cam_roller *m, dual load, dual speed);
vec3 cam_to_world(const cam_roller *m, plane_vec at); /* of a point in the plane of the machine */

/* ---- lever.c ---- */
/* Pivot and arm of the profile, and the place of the machine, from the points of a lever if these are given. */
abut_status cam_place_lever(abut_world *w, abut_cam_roller_def *d);

/* ---- cam_watch.c ---- */
typedef struct cam_shown {
    abut_cam_roller_state s;
    double regime, lifted; /* as numbers */
} cam_shown;
extern const watch_table cam_watch;

/* ---- cam_damage.c ---- */
bool cam_damage_create(cam_roller *m); /* false: out of memory */
void cam_damage_destroy(cam_roller *m);
void cam_damage_follow(cam_roller *m, double dt,
                       const abut_cam_roller_state *now); /* dt: since the state before, 0: none */
void cam_damage_json(const cam_roller *m, json *j);
bool cam_table(const void *self, int index, machine_extra *out);

/* kg, all that moves with the lift; NaN if the body of the follower has no mass given. */
double cam_moving_mass(const abut_world *w, const cam_roller *m);
/* Laws of the contact where the user gave none. */
abut_law_def cam_roller_law(arena *memory, const abut_registry *r, bool lubricated);

extern const machine_type machine_cam_roller;
extern const key_table keys_of_cam_roller; /* keys.c, with the example */
extern const char cam_roller_example[];

#endif
