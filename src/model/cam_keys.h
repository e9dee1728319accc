/* The keys of the machine `cam_roller`. */
#ifndef ABUT_MODEL_CAM_KEYS_H
#define ABUT_MODEL_CAM_KEYS_H

#include "machine_keys.h"

typedef struct cam_roller_keys {
    machine_keys machine;
    const node *cam, *profile, *follower, *roller, *spring, *pressure, *material, *contact, *lubricant, *rating;
    double speed, ramp;
    abut_vec3 position;
    abut_quat orientation;
} cam_roller_keys;

typedef struct cam_profile_keys {
    const char *type, *file, *rotation;
    double base_radius, roller_radius, lift, rise, dwell, fall, phase;
    int lobes;
    const node *points;
} cam_profile_keys;

typedef struct cam_point_keys { /* of the lift or of the pressure */
    double angle, lift, pressure;
} cam_point_keys;

typedef struct cam_follower_keys {
    const char *type, *guide;
    const node *body;
    double mass, offset;
    abut_vec3 pivot, roller_at, tip;
} cam_follower_keys;

typedef struct cam_wheel_keys { /* the roller */
    double radius, length, mass, inertia, bearing_mu, pin_radius, crown_radius, design_force;
    const char *profile;
    const node *material;
} cam_wheel_keys;

typedef struct cam_spring_keys {
    double stiffness, preload;
} cam_spring_keys;

typedef struct cam_pressure_keys {
    double plunger_diameter, p_low, p_high, ramp;
    const node *points;
} cam_pressure_keys;

typedef struct cam_rating_keys {
    double load, pressure, cycles, exponent;
} cam_rating_keys;

extern const key_table keys_of_cam_roller, keys_of_cam_profile, keys_of_cam_lift, keys_of_cam_follower,
    keys_of_cam_wheel, keys_of_cam_spring, keys_of_cam_pressure, keys_of_cam_pressure_point, keys_of_cam_laws,
    keys_of_cam_rating;

#endif
