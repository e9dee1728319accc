/* How body b stands and moves relative to body a, in dual numbers and world axes.
 *
 * A force that depends on the attachment points acts on both bodies along one line, through the attachment point of b: its
 * resultant and its moment about any point vanish, whatever its direction. The velocity that belongs to it is that of b's
 * point against the material of a at the same place.
 *
 * Relative rotation. A_i are the axes of a, E_i the vectors of b that coincided with them at the start. For the rotation
 * by the unit quaternion (w, v), w >= 0, that takes A_i to E_i
 *     sum A_i x E_i / 2 = 2 w v,     (1 + sum A_i . E_i)/2 = 2 w^2.                                                   (1)
 * A small rotation d(theta) of b against a changes it by
 *     dw = -v . d(theta)/2,    d(v . e) = (w e + v x e) . d(theta)/2   for e fixed in a.                              (2) */
#ifndef ABUT_FORCE_RELATIVE_H
#define ABUT_FORCE_RELATIVE_H

#include "force.h"

/* ---- points ---- */
typedef struct relative_place {
    dvec lever_a, lever_b; /* from the centres of mass to the attachment point of b */
    dvec d;                /* from the attachment point of a to that of b */
    dvec v;                /* velocity of b's point against the material of a there */
} relative_place;

static inline relative_place relative_place_of(const force_places *places, const body_motion *a, const body_motion *b) {
    relative_place p;
    dvec own = motion_direction(a, places->at_a);
    p.lever_b = motion_direction(b, places->at_b);
    p.lever_a = dvec_add(dvec_sub((dvec){b->r, b->dr}, (dvec){a->r, a->dr}), p.lever_b);
    p.d = dvec_sub(p.lever_a, own);
    p.v = dvec_sub(motion_velocity(b, p.lever_b), motion_velocity(a, p.lever_a));
    return p;
}

/* The force f on b and its reaction on a. */
static inline void relative_push(const relative_place *p, dvec f, force_out *out) {
    out->force_b = dvec_add(out->force_b, f);
    out->torque_b = dvec_add(out->torque_b, dvec_cross(p->lever_b, f));
    out->force_a = dvec_sub(out->force_a, f);
    out->torque_a = dvec_sub(out->torque_a, dvec_cross(p->lever_a, f));
}

/* The moment m on b and its reaction on a. */
static inline void relative_turn(dvec m, force_out *out) {
    out->torque_b = dvec_add(out->torque_b, m);
    out->torque_a = dvec_sub(out->torque_a, m);
}

/* ---- rotation ---- */
typedef struct relative_rotation {
    dvec axes[3]; /* A_i */
    dvec wv;      /* 2 w v */
    dual ww;      /* 2 w^2, in [0, 2] */
    dvec spin;    /* rad/s, of b against a */
} relative_rotation;

static inline mat3 relative_rotation_of_pose(const abut_pose *p) {
    return quat_is_zero(p->q) ? m3_identity() : m3_of_quat(p->q);
}

/* The axes of a at the start, as vectors of b: what `fixed_in_b` below takes. */
static inline mat3 relative_axes(const force_places *places) {
    return m3_tmulm(relative_rotation_of_pose(&places->start_b), relative_rotation_of_pose(&places->start_a));
}

/* (1) */
static inline relative_rotation relative_rotation_of(const mat3 *fixed_in_b, const body_motion *a,
                                                     const body_motion *b) {
    const vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const vec3 in_b[3] = {fixed_in_b->c0, fixed_in_b->c1, fixed_in_b->c2};
    relative_rotation r = {.ww = dual_of(0.5), .spin = dvec_sub(motion_spin(b), motion_spin(a))};
    for (int i = 0; i < 3; i++) {
        dvec A = motion_direction(a, unit[i]), E = motion_direction(b, in_b[i]);
        r.axes[i] = A;
        r.wv = dvec_add(r.wv, dvec_scale(dual_of(0.5), dvec_cross(A, E)));
        r.ww = dual_add(r.ww, dual_scale(0.5, dvec_dot(A, E)));
    }
    return r;
}

#endif
