/* The keys of machines: one table per type, with tables for its nested mappings. A machine is one such table, a reader and
 * one line in machines.c. */
#ifndef ABUT_MODEL_MACHINE_KEYS_H
#define ABUT_MODEL_MACHINE_KEYS_H

#include "keys.h"

/* What every machine has. */
typedef struct machine_keys {
    const char *name, *type;
} machine_keys;

typedef struct ball_bearing_keys {
    machine_keys machine;
    const node *inner, *outer;
    abut_vec3 position;
    abut_quat orientation;
    const node *balls, *conformity, *material, *contact, *shoulder, *rating, *cage, *waviness, *spall;
    double pitch_diameter, clearance, contact_angle, first_ball_angle;
    const char *thrust, *control;
} ball_bearing_keys;

typedef struct balls_keys {
    int count;
    double diameter;
    const node *material;
} balls_keys;

typedef struct two_rings_keys { /* one number for each ring */
    double inner, outer;
} two_rings_keys;

typedef struct two_parts_keys { /* a list or mapping for each ring */
    const node *inner, *outer;
} two_parts_keys;

typedef struct laws_keys {
    const node *normal, *friction, *track;
} laws_keys;

typedef struct rating_keys {
    double C, C0, Cu;
} rating_keys;

typedef struct cage_keys {
    double mass, pocket_clearance, guide_clearance, mu;
    const char *guide;
    const node *material;
} cage_keys;

typedef struct wave_keys {
    double order, amplitude, phase;
} wave_keys;

typedef struct spall_keys {
    double depth, width, angle;
} spall_keys;

extern const key_table keys_of_machine; /* stands for all of them */
extern const key_table keys_of_ball_bearing, keys_of_balls, keys_of_conformity, keys_of_shoulder, keys_of_laws,
    keys_of_rating, keys_of_cage, keys_of_waviness, keys_of_wave, keys_of_spalls, keys_of_spall;

#endif
