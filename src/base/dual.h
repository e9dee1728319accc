/* Dual numbers: a value and its derivative along one direction. What is computed with them has exact derivatives. */
#ifndef ABUT_BASE_DUAL_H
#define ABUT_BASE_DUAL_H

#include "abut/extend_world.h"
#include "vec.h"

typedef abut_dual dual;
typedef abut_dvec dvec;

static inline dual dual_of(double v) { return (dual){v, 0}; }
static inline dual dual_add(dual a, dual b) { return (dual){a.v + b.v, a.d + b.d}; }
static inline dual dual_sub(dual a, dual b) { return (dual){a.v - b.v, a.d - b.d}; }
static inline dual dual_mul(dual a, dual b) { return (dual){a.v * b.v, a.d * b.v + a.v * b.d}; }
static inline dual dual_scale(double s, dual a) { return (dual){s * a.v, s * a.d}; }
static inline dual dual_div(dual a, dual b) {
    double q = a.v / b.v;
    return (dual){q, (a.d - q * b.d) / b.v};
}
static inline dual dual_sqrt(dual a) {
    double r = sqrt(a.v);
    return (dual){r, a.d / (2 * r)};
}
static inline dual dual_atan2(dual y, dual x) {
    double rr = y.v * y.v + x.v * x.v;
    return (dual){atan2(y.v, x.v), (x.v * y.d - y.v * x.d) / rr};
}

static inline dvec dvec_of(vec3 v) { return (dvec){v, {0, 0, 0}}; }
static inline dvec dvec_add(dvec a, dvec b) { return (dvec){v3_add(a.v, b.v), v3_add(a.d, b.d)}; }
static inline dvec dvec_sub(dvec a, dvec b) { return (dvec){v3_sub(a.v, b.v), v3_sub(a.d, b.d)}; }
static inline dvec dvec_neg(dvec a) { return (dvec){v3_neg(a.v), v3_neg(a.d)}; }
static inline dvec dvec_scale(dual s, dvec a) {
    return (dvec){v3_scale(s.v, a.v), v3_axpy(s.d, a.v, v3_scale(s.v, a.d))};
}
static inline dual dvec_dot(dvec a, dvec b) { return (dual){v3_dot(a.v, b.v), v3_dot(a.d, b.v) + v3_dot(a.v, b.d)}; }
static inline dvec dvec_cross(dvec a, dvec b) {
    return (dvec){v3_cross(a.v, b.v), v3_add(v3_cross(a.d, b.v), v3_cross(a.v, b.d))};
}

/* ---- the motion of a body with its change along the direction ---- */
typedef abut_body_motion body_motion;

/* A vector fixed in the body, in world axes. */
static inline dvec motion_direction(const body_motion *b, vec3 in_body) {
    vec3 e = m3_mul(b->R, in_body);
    return (dvec){e, v3_cross(b->dtheta, e)};
}
static inline dvec motion_spin(const body_motion *b) { return (dvec){b->w, b->dw}; }
/* Position, velocity and acceleration of a body point whose lever from the centre of mass is c (world axes). */
static inline dvec motion_place(const body_motion *b, dvec c) { return dvec_add((dvec){b->r, b->dr}, c); }
static inline dvec motion_velocity(const body_motion *b, dvec c) {
    return dvec_add((dvec){b->v, b->dv}, dvec_cross(motion_spin(b), c));
}
static inline dvec motion_acceleration(const body_motion *b, dvec c) {
    dvec w = motion_spin(b), turning = dvec_cross((dvec){b->alpha, b->dalpha}, c);
    return dvec_add(dvec_add((dvec){b->a, b->da}, turning), dvec_cross(w, dvec_cross(w, c)));
}

#endif
