/* Inside of the machine `cam_roller`: checks, expansion and start (cam_roller.c), the forces on follower and roller
 * (cam_forces.c), reading, columns and report (cam_watch.c), damage of contour and roller (cam_damage.c). */
#ifndef ABUT_MACHINE_CAM_ROLLER_INSIDE_H
#define ABUT_MACHINE_CAM_ROLLER_INSIDE_H

#include "abut/machine/cam_roller.h"
#include "base/dual.h"
#include "cam/pitch.h"
#include "machine/machine.h"
#include "machine/shared/damage.h"

/* Statistics over output instants. */
typedef struct cam_log {
    long rows;
    double t_first, t_last, last_loss, last_torque, last_lifted;
    double max_N, max_p_max, least_h_min, least_lambda; /* of instants in touch */
    double loss, torque;                                /* J, N m s: integrals */
    double separated;                                   /* s */
    double first_separation;                            /* rad, cam angle; NaN: none */
    double last_speed, last_spin;                       /* rad/s, of cam and roller */
    double turns, turned;                               /* 1, rad: of cam (forwards and back) and roller */
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

/* ---- cam_watch.c ---- */
void cam_log_clear(cam_roller *m);
int cam_columns(const void *self);
void cam_column(const void *self, int i, machine_column *out);
void cam_record(const abut_world *w, const void *self, double *row);
void cam_gather(void *self, double t, const double *row);
void cam_report(const abut_world *w, const void *self, json *j);

/* ---- cam_damage.c ---- */
bool cam_damage_create(cam_roller *m); /* false: out of memory */
void cam_damage_destroy(cam_roller *m);
typedef struct cam_passage {
    double angle, speed, spin; /* rad, rad/s: of the cam; rad/s: of the roller against the cam */
    double N, p_max;           /* N, Pa */
} cam_passage;
void cam_damage_row(cam_roller *m, double dt, const cam_passage *now); /* dt: since the last row, 0: there is none */
void cam_damage_json(const cam_roller *m, json *j);
bool cam_table(const void *self, int index, machine_extra *out);

/* kg, all that moves with the lift; NaN if the body of the follower has no mass given. */
double cam_moving_mass(const abut_world *w, const cam_roller *m);
/* Laws of the contact where the user gave none. */
abut_law_def cam_roller_law(bool lubricated);

extern const machine_type machine_cam_roller;

#endif
