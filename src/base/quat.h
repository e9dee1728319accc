/* Quaternions of rotations, scalar first. */
#ifndef ABUT_BASE_QUAT_H
#define ABUT_BASE_QUAT_H

#include "vec.h"

static inline abut_quat quat_identity(void) { return (abut_quat){1, 0, 0, 0}; }
static inline abut_quat quat_conjugate(abut_quat q) { return (abut_quat){q.w, -q.x, -q.y, -q.z}; }
static inline abut_quat quat_multiply(abut_quat a, abut_quat b) {
    return (abut_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                       a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static inline abut_quat quat_unit(abut_quat q) {
    if (quat_is_zero(q)) return quat_identity();
    double n = 1 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (abut_quat){n * q.w, n * q.x, n * q.y, n * q.z};
}
/* of a rotation, by its largest diagonal sum (Shepperd) */
static inline abut_quat quat_of_m3(mat3 m) {
    const double d[4] = {m.c0.x + m.c1.y + m.c2.z, m.c0.x - m.c1.y - m.c2.z, m.c1.y - m.c0.x - m.c2.z,
                         m.c2.z - m.c0.x - m.c1.y};
    int k = 0;
    for (int i = 1; i < 4; i++)
        if (d[i] > d[k]) k = i;
    double s = 2 * sqrt(1 + d[k]);
    double wx = (m.c1.z - m.c2.y) / s, wy = (m.c2.x - m.c0.z) / s, wz = (m.c0.y - m.c1.x) / s;
    double xy = (m.c0.y + m.c1.x) / s, xz = (m.c2.x + m.c0.z) / s, yz = (m.c1.z + m.c2.y) / s;
    s *= 0.25;
    const abut_quat q[4] = {{s, wx, wy, wz}, {wx, s, xy, xz}, {wy, xy, s, yz}, {wz, xz, yz, s}};
    return q[k];
}
/* exp of a rotation vector */
static inline abut_quat quat_exp(vec3 d) {
    double angle = v3_norm(d), s = angle > 1e-8 ? sin(0.5 * angle) / angle : 0.5;
    return (abut_quat){cos(0.5 * angle), s * d.x, s * d.y, s * d.z};
}
/* rotation vector of a unit quaternion, |angle| <= pi */
static inline vec3 quat_log(abut_quat q) {
    vec3 v = {q.x, q.y, q.z};
    double n = v3_norm(v), angle = 2 * atan2(n, fabs(q.w));
    double s = n > 1e-12 ? angle / n : 2;
    return v3_scale(q.w < 0 ? -s : s, v);
}
static inline abut_quat quat_about_z(double angle) { return (abut_quat){cos(0.5 * angle), 0, 0, sin(0.5 * angle)}; }
static inline abut_quat quat_at(const double *x) { return (abut_quat){x[0], x[1], x[2], x[3]}; }
static inline void quat_store(abut_quat q, double *x) { x[0] = q.w, x[1] = q.x, x[2] = q.y, x[3] = q.z; }

#endif
