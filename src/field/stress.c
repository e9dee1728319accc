/* Stresses under a uniformly loaded rectangle: Love (1929) for pressure; tractions in the same way from the potentials of Boussinesq
 * and Cerruti (Johnson, Contact Mechanics, 3.2): with phi = ln(rho + z), Omega = z phi - rho, subscripts for derivatives,
 *
 *   p:  2 pi s_xx = 2 nu phi_zz - (1 - 2 nu) phi_xx - z phi_xxz,        2 pi s_zz = phi_zz - z phi_zzz,
 *       2 pi s_xy = -(1 - 2 nu) phi_xy - z phi_xyz,                     2 pi s_zx = -z phi_xzz
 *   qx: 2 pi s_xx = 2 (1 + nu) phi_xz + 2 nu Omega_xxx - z phi_xxx,     2 pi s_yy = 2 nu phi_xz + 2 nu Omega_xyy - z phi_xyy,
 *       2 pi s_zz = -z phi_xzz,                                         2 pi s_xy = phi_yz + 2 nu Omega_xxy - z phi_xxy,
 *       2 pi s_yz = -z phi_xyz,                                         2 pi s_zx = phi_zz - z phi_xxz
 *
 * integrated over the rectangle: the integral of f_xy is f at the corners. Terms that depend on X or on Y alone drop out of the
 * sum over the corners and are left away where that avoids a difference of large numbers. */
#include "stress.h"

#include <math.h>

#include "base/constants.h"

/* Integrals over the rectangle of derivatives of phi and Omega, at one corner. */
typedef struct corner {
    double xx, yy, zz, xy, yz, xz;       /* of phi */
    double xxz, yyz, zzz, xyz, xzz, yzz; /* of phi, times z */
    double xxx, xyy, xxy, yyy;           /* of phi, times z */
    double Oxxx, Oxyy, Oxxy, Oyyy;       /* of Omega */
} corner;

static corner corner_at(double X, double Y, double z) {
    double r2 = X * X + Y * Y, rho = sqrt(r2 + z * z), up = rho + z;
    double a2 = X * X + z * z, b2 = Y * Y + z * z;
    double Ly = asinh(Y / sqrt(a2)), Lx = asinh(X / sqrt(b2));
    double zxzz = -z * z * Y / (rho * a2), zyzz = -z * z * X / (rho * b2); /* z/(rho (rho + Y)) without 1/a2, times z */
    double zx = z * X / (rho * up), zy = z * Y / (rho * up);               /* z phi_x, z phi_y */
    double xxz = -z * X * Y / (rho * a2), yyz = -z * X * Y / (rho * b2);
    return (corner){
        .xx = atan2(X * Y * r2, up * (X * X * rho + Y * Y * z)),
        .yy = atan2(X * Y * r2, up * (Y * Y * rho + X * X * z)),
        .zz = -atan2(X * Y, z * rho),
        .xy = log(up),
        .xz = Ly,
        .yz = Lx,
        .xxz = xxz,
        .yyz = yyz,
        .zzz = -xxz - yyz,
        .xyz = z / rho,
        .xzz = zxzz,
        .yzz = zyzz,
        .xyy = zy,
        .xxy = zx,
        .xxx = -zy - zxzz,
        .yyy = -zx - zyzz,
        .Oxyy = -Y / up,
        .Oxxy = -X / up,
        .Oxxx = Y / up - Ly,
        .Oyyy = X / up - Lx,
    };
}

static stress under_p(const corner *c, double nu) {
    return (stress){
        .xx = 2 * nu * c->zz - (1 - 2 * nu) * c->xx - c->xxz,
        .yy = 2 * nu * c->zz - (1 - 2 * nu) * c->yy - c->yyz,
        .zz = c->zz - c->zzz,
        .xy = -(1 - 2 * nu) * c->xy - c->xyz,
        .yz = -c->yzz,
        .zx = -c->xzz,
    };
}

static stress under_qx(const corner *c, double nu) {
    return (stress){
        .xx = 2 * (1 + nu) * c->xz + 2 * nu * c->Oxxx - c->xxx,
        .yy = 2 * nu * c->xz + 2 * nu * c->Oxyy - c->xyy,
        .zz = -c->xzz,
        .xy = c->yz + 2 * nu * c->Oxxy - c->xxy,
        .yz = -c->xyz,
        .zx = c->zz - c->xxz,
    };
}

static stress under_qy(const corner *c, double nu) {
    return (stress){
        .xx = 2 * nu * c->yz + 2 * nu * c->Oxxy - c->xxy,
        .yy = 2 * (1 + nu) * c->yz + 2 * nu * c->Oyyy - c->yyy,
        .zz = -c->yzz,
        .xy = c->xz + 2 * nu * c->Oxyy - c->xyy,
        .yz = c->zz - c->yyz,
        .zx = -c->xyz,
    };
}

static void add(stress *sum, double w, stress s) {
    sum->xx += w * s.xx;
    sum->yy += w * s.yy;
    sum->zz += w * s.zz;
    sum->xy += w * s.xy;
    sum->yz += w * s.yz;
    sum->zx += w * s.zx;
}

stress_columns stress_cell(double x, double y, double z, double hx, double hy, double nu) {
    stress_columns s = {0};
    for (int i = -1; i <= 1; i += 2)
        for (int j = -1; j <= 1; j += 2) {
            corner c = corner_at(x + 0.5 * i * hx, y + 0.5 * j * hy, z);
            double w = i * j / TWO_PI;
            add(&s.p, w, under_p(&c, nu));
            add(&s.qx, w, under_qx(&c, nu));
            add(&s.qy, w, under_qy(&c, nu));
        }
    return s;
}

double stress_von_mises(const stress *s) {
    double a = s->xx - s->yy, b = s->yy - s->zz, c = s->zz - s->xx;
    return sqrt(0.5 * (a * a + b * b + c * c) + 3 * (s->xy * s->xy + s->yz * s->yz + s->zx * s->zx));
}

/* Eigenvalues of the deviator: 2 sqrt(J2/3) cos(theta + 2 pi k/3), cos(3 theta) = (J3/2) (3/J2)^1.5. */
double stress_greatest_shear(const stress *s) {
    double m = (s->xx + s->yy + s->zz) / 3, a = s->xx - m, b = s->yy - m, c = s->zz - m;
    double v = stress_von_mises(s), J2 = v * v / 3;
    if (!(J2 > 0)) return 0;
    double J3 = a * (b * c - s->yz * s->yz) - s->xy * (s->xy * c - s->yz * s->zx) + s->zx * (s->xy * s->yz - b * s->zx);
    double theta = acos(fmax(-1, fmin(1, 0.5 * J3 * pow(3 / J2, 1.5)))) / 3; /* 0 ... pi/3 */
    return sqrt(J2 / 3) * (cos(theta) - cos(theta + TWO_PI / 3));
}
