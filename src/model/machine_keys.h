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
    const node *balls, *conformity, *material, *contact, *shoulder, *rating, *cage, *waviness, *spall, *lubricant;
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

typedef struct rating_keys {
    double C, C0, Cu, e_C;
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

/* ---- friction wedges ---- */
typedef struct wedge_keys {
    machine_keys machine;
    const node *side_frame, *bolster, *springs, *wedges;
    abut_vec3 position;
    abut_quat orientation;
} wedge_keys;

typedef struct bogie_keys {
    machine_keys machine;
    const node *side_frames, *bolster, *springs, *wedges, *gibs;
    abut_vec3 position;
    abut_quat orientation;
    double spacing;
} bogie_keys;

typedef struct wedges_keys { /* what a wedge is */
    double mass, inertia[6], toe, angle, offset, static_ratio, stiffness, damping;
    int count;
    const node *mu, *faces;
} wedges_keys;

typedef struct wedge_mu_keys {
    double column, pocket;
} wedge_mu_keys;

typedef struct wedge_face_keys {
    const char *side;
    abut_vec3 position;
    double yaw;
    const node *points;
} wedge_face_keys;

typedef struct wedge_point_keys {
    double across, up;
} wedge_point_keys;

typedef struct springs_keys {
    double stiffness, preload, load, horizontal, yaw;
    int count;
} springs_keys;

typedef struct gibs_keys {
    double play, stiffness, damping;
} gibs_keys;

extern const key_table keys_of_machine; /* stands for all of them */
extern const key_table keys_of_ball_bearing, keys_of_balls, keys_of_conformity, keys_of_shoulder, keys_of_laws,
    keys_of_rating, keys_of_cage, keys_of_waviness, keys_of_wave, keys_of_spalls, keys_of_spall;
extern const key_table keys_of_wedge, keys_of_bogie, keys_of_wedges, keys_of_wedge_mu, keys_of_wedge_face,
    keys_of_wedge_point, keys_of_wedge_spring, keys_of_bogie_springs, keys_of_gibs;

#endif
