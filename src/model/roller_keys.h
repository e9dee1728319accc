/* The keys of the machine `roller_bearing`. */
#ifndef ABUT_MODEL_ROLLER_KEYS_H
#define ABUT_MODEL_ROLLER_KEYS_H

#include "machine_keys.h"

typedef struct roller_bearing_keys {
    machine_keys machine;
    const node *inner, *outer;
    abut_vec3 position;
    abut_quat orientation;
    const node *rollers, *material, *contact, *rating, *flanges, *cage, *lubricant, *misalignment;
    double pitch_diameter, clearance, first_roller_angle;
} roller_bearing_keys;

typedef struct rollers_keys {
    int count;
    double diameter, length;
    const node *material, *profile;
} rollers_keys;

typedef struct profile_keys {
    const char *type;
    double crown_radius, design_force;
    const node *table;
} profile_keys;

typedef struct profile_point_keys {
    double z, drop;
} profile_point_keys;

typedef struct flanges_keys {
    double play, stiffness, damping;
} flanges_keys;

typedef struct spacers_keys { /* the cage of a roller bearing */
    double stiffness, damping;
} spacers_keys;

typedef struct misalignment_keys {
    double x, y;
} misalignment_keys;

extern const key_table keys_of_roller_bearing, keys_of_rollers, keys_of_profile, keys_of_profile_point, keys_of_flanges,
    keys_of_spacers, keys_of_misalignment, keys_of_roller_laws;

#endif
