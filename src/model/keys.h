/* The keys of the model file but those of machines; what follows `type` comes from the registry. */
#ifndef ABUT_MODEL_KEYS_H
#define ABUT_MODEL_KEYS_H

#include "keys/keys.h"
#include "node.h"

/* ---- what the tables fill ---- */
typedef struct model_keys {
    double version;
    const char *title;
    abut_vec3 gravity;
    const node *materials, *lubricants, *bodies, *surfaces, *machines, *points, *joints, *forces, *contacts, *groups,
        *collide, *solver, *output;
} model_keys;

typedef struct material_keys {
    double E, nu, density, expansion, yield;
    bool rigid;
} material_keys;

typedef struct lubricant_keys {
    double eta0, alpha, nu40, nu100, density, temperature, tau0, G, n, limit_slope, tau_min, beta, conductivity;
    const char *grade, *viscosity, *shear;
} lubricant_keys;

typedef struct film_keys { /* beside the parameters of the film law */
    const node *lubricant;
} film_keys;

typedef struct body_keys {
    const char *name;
    bool fixed;
    double mass, inertia[6];
    abut_vec3 position, velocity, angular_velocity;
    abut_quat orientation;
    const node *drive;
} body_keys;

typedef struct drive_keys {
    double speed, ramp;
    const node *angle, *position;
    abut_vec3 axis;
} drive_keys;

typedef struct surface_keys {
    const char *name;
    const node *body, *shape, *material;
    abut_vec3 position;
    abut_quat orientation;
} surface_keys;

typedef struct piece_keys {
    const node *shape;
    abut_vec3 position, where_normal;
    abut_quat orientation;
    double where_offset;
} piece_keys;

typedef struct point_keys {
    const char *name, *face;
    const node *body, *polygon;
    abut_vec3 position, box;
    abut_quat orientation;
} point_keys;

typedef struct joint_keys {
    const char *name, *type;
    const node *parent, *child, *drive;
    abut_vec3 position;
    abut_quat orientation;
} joint_keys;

typedef struct force_keys {
    const char *name;
    const node *between, *body;
    abut_vec3 position;
} force_keys;

typedef struct laws_keys {
    const node *normal, *friction, *track, *film, *lubricant, *roughness;
} laws_keys;

typedef struct contact_keys {
    const char *name;
    const node *between;
    laws_keys laws;
} contact_keys;

typedef struct tolerance_keys {
    double position, velocity, angle, angular_velocity;
} tolerance_keys;

typedef struct solver_keys {
    const char *type;
    double t_end, rtol, first_step, max_step, fixed_step;
    const node *atol;
    int max_order, iterations, threads;
    const char *start;
    bool events;
} solver_keys;

typedef struct output_keys {
    double every, from;
} output_keys;

typedef struct orientation_keys {
    abut_quat quaternion;
    abut_vec3 axis, rpy;
    double angle;
} orientation_keys;

extern const key_table keys_of_lubricant, keys_of_film;
extern const key_table keys_of_model, keys_of_machine, keys_of_material, keys_of_body, keys_of_shaft, keys_of_surface,
    keys_of_piece, keys_of_point, keys_of_joint, keys_of_force, keys_of_contact, keys_of_collide, keys_of_solver,
    keys_of_tolerances, keys_of_output;
/* The same keys with the unit of their quantity. */
extern const key_table keys_of_body_drive, keys_of_turn_drive, keys_of_slide_drive, keys_of_orientation;

#endif
