/* Vectors, 3x3 matrices and quaternions by value. Everything is inline and pure; names read like the formulas. */
#ifndef ABUT_BASE_VEC_H
#define ABUT_BASE_VEC_H

#include <math.h>

#include "abut/abut.h"

typedef abut_vec3 vec3;

typedef abut_mat3 mat3;

typedef struct mat2 { /* row major */
    double a11, a12, a21, a22;
} mat2;

static inline vec3 v3(double x, double y, double z) { return (vec3){x, y, z}; }
static inline vec3 v3_add(vec3 a, vec3 b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline vec3 v3_sub(vec3 a, vec3 b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline vec3 v3_neg(vec3 a) { return v3(-a.x, -a.y, -a.z); }
static inline vec3 v3_scale(double s, vec3 a) { return v3(s * a.x, s * a.y, s * a.z); }
static inline vec3 v3_axpy(double s, vec3 a, vec3 b) { return v3(s * a.x + b.x, s * a.y + b.y, s * a.z + b.z); }
static inline double v3_dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3 v3_cross(vec3 a, vec3 b) {
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double v3_norm(vec3 a) { return sqrt(v3_dot(a, a)); }
static inline vec3 v3_unit(vec3 a) { return v3_scale(1.0 / v3_norm(a), a); }
static inline bool v3_finite(vec3 a) { return isfinite(a.x + a.y + a.z); }
/* A copy by parts. Compilers copy structs with wide loads, which stall when the parts have just been stored one by one. */
static inline vec3 v3_parts(vec3 a) {
#if defined(__x86_64__) && defined(__GNUC__)
    __asm__("" : "+x"(a.x), "+x"(a.y), "+x"(a.z));
#endif
    return a;
}
/* a t1 + b t2 */
static inline vec3 v3_in(double a, vec3 t1, double b, vec3 t2) {
    return v3(a * t1.x + b * t2.x, a * t1.y + b * t2.y, a * t1.z + b * t2.z);
}

/* Some unit vector perpendicular to unit n, depending continuously on n except at n = -z
 * (Duff et al., Building an orthonormal basis, revisited, 2017). */
static inline vec3 v3_perpendicular(vec3 n) {
    double s = copysign(1.0, n.z);
    double a = -1.0 / (s + n.z);
    return v3(1.0 + s * n.x * n.x * a, s * n.x * n.y * a, -s * n.x);
}

static inline vec3 m3_mul(mat3 m, vec3 a) {
    return v3(m.c0.x * a.x + m.c1.x * a.y + m.c2.x * a.z, m.c0.y * a.x + m.c1.y * a.y + m.c2.y * a.z,
              m.c0.z * a.x + m.c1.z * a.y + m.c2.z * a.z);
}
/* transpose(m) a */
static inline vec3 m3_tmul(mat3 m, vec3 a) { return v3(v3_dot(m.c0, a), v3_dot(m.c1, a), v3_dot(m.c2, a)); }
static inline mat3 m3_mulm(mat3 a, mat3 b) { return (mat3){m3_mul(a, b.c0), m3_mul(a, b.c1), m3_mul(a, b.c2)}; }
static inline mat3 m3_tmulm(mat3 a, mat3 b) { return (mat3){m3_tmul(a, b.c0), m3_tmul(a, b.c1), m3_tmul(a, b.c2)}; }
static inline mat3 m3_identity(void) { return (mat3){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; }

/* Rotation matrix of a quaternion of any length whose square is an ordinary number, else NaN:
 * R = I + 2/(q.q) (w [u] + [u]^2). */
static inline mat3 m3_of_quat(abut_quat q) {
    double ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, qq = (ww + xx) + (yy + zz);
    double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z, wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    double e = 1 - qq; /* most callers normalise: 2/(1 - e) by its series, without the wait for a division */
    double s = fabs(e) < 1e-4 ? (2 + 2 * e) + e * e * (2 + 2 * e) : qq > 1e-305 && qq < 1e305 ? 2 / qq : (double)NAN;
    return (mat3){{1 - s * (yy + zz), s * (xy + wz), s * (xz - wy)},
                  {s * (xy - wz), 1 - s * (xx + zz), s * (yz + wx)},
                  {s * (xz + wy), s * (yz - wx), 1 - s * (xx + yy)}};
}
static inline bool quat_is_zero(abut_quat q) { return q.w == 0 && q.x == 0 && q.y == 0 && q.z == 0; }

/* Symmetric 3x3 stored as xx yy zz xy xz yz, applied to a vector. */
static inline vec3 sym3_mul(const double H[6], vec3 a) {
    return v3(H[0] * a.x + H[3] * a.y + H[4] * a.z, H[3] * a.x + H[1] * a.y + H[5] * a.z,
              H[4] * a.x + H[5] * a.y + H[2] * a.z);
}

/* Third derivatives (xxx yyy zzz xxy xxz yyx yyz zzx zzy xyz) contracted with one vector: a symmetric 3x3. */
static inline void sym33_mul(const double T[10], vec3 a, double H[6]) {
    H[0] = T[0] * a.x + T[3] * a.y + T[4] * a.z;
    H[1] = T[5] * a.x + T[1] * a.y + T[6] * a.z;
    H[2] = T[7] * a.x + T[8] * a.y + T[2] * a.z;
    H[3] = T[3] * a.x + T[5] * a.y + T[9] * a.z;
    H[4] = T[4] * a.x + T[9] * a.y + T[7] * a.z;
    H[5] = T[9] * a.x + T[6] * a.y + T[8] * a.z;
}

/* a b - c d with one rounding of the result (Kahan). */
static inline double diff_of_products(double a, double b, double c, double d) {
#if defined(__FMA__)
    double cd = c * d, err = fma(-c, d, cd);
    return fma(a, b, -cd) + err;
#else
    /* Without a fused multiply-add: Dekker's exact products. */
    double p = a * b, q = c * d;
    const double split = 134217729.0;
    double ta = split * a, ah = ta - (ta - a), al = a - ah;
    double tb = split * b, bh = tb - (tb - b), bl = b - bh;
    double tc = split * c, ch = tc - (tc - c), cl = c - ch;
    double td = split * d, dh = td - (td - d), dl = d - dh;
    double ep = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
    double eq = ((ch * dh - q) + ch * dl + cl * dh) + cl * dl;
    double r = (p - q) + (ep - eq);
    return isfinite(r) ? r : p - q;
#endif
}

#endif
