/* Jets of surfaces of revolution about z: f(x, y, z) = F(rho, z), rho = sqrt(x^2 + y^2), from the partial derivatives of
 * F. With e = (x, y)/rho and p = (-y, x)/rho:
 *   g = F_r e + F_z z,   H = F_rr e e + (F_r/rho) p p + F_rz (e z + z e) + F_zz z z,
 *   T = F_rrr e e e + (F_rr/rho - F_r/rho^2) sym(e p p) + F_rrz sym(e e z) + (F_rz/rho) sym(p p z) + ... */
#ifndef ABUT_SURFACE_AXIAL_H
#define ABUT_SURFACE_AXIAL_H

#include "abut/extend.h"
#include "base/vec.h"

typedef struct axial {
    double r, z, rr, rz, zz, rrr, rrz, rzz, zzz; /* partial derivatives of F */
} axial;

/* Direction e and distance rho from the axis; some direction on the axis itself. */
static inline double axial_direction(vec3 y, double *ex, double *ey) {
    double rho = sqrt(y.x * y.x + y.y * y.y), inverse = 1 / rho;
    *ex = rho > 0 ? y.x * inverse : 1;
    *ey = rho > 0 ? y.y * inverse : 0;
    return rho;
}

/* Everything but out->f. rho > 0. */
static inline void axial_jet(double ex, double ey, double rho, const axial *F, int order, abut_jet *out) {
    out->g = v3(F->r * ex, F->r * ey, F->z);
    if (order < 2) return;
    double hoop = F->r / rho, dx = F->rr - hoop;
    out->H[0] = hoop + dx * ex * ex;
    out->H[1] = hoop + dx * ey * ey;
    out->H[2] = F->zz;
    out->H[3] = dx * ex * ey;
    out->H[4] = F->rz * ex;
    out->H[5] = F->rz * ey;
    if (order < 3) return;
    double s = dx / rho, px = -ey, py = ex; /* coefficient of sym(e p p) */
    double t = F->rz / rho;
    out->T[0] = F->rrr * ex * ex * ex + 3 * s * ex * px * px;
    out->T[1] = F->rrr * ey * ey * ey + 3 * s * ey * py * py;
    out->T[2] = F->zzz;
    out->T[3] = F->rrr * ex * ex * ey + s * (2 * ex * px * py + ey * px * px);
    out->T[4] = F->rrz * ex * ex + t * px * px;
    out->T[5] = F->rrr * ex * ey * ey + s * (2 * ey * px * py + ex * py * py);
    out->T[6] = F->rrz * ey * ey + t * py * py;
    out->T[7] = F->rzz * ex;
    out->T[8] = F->rzz * ey;
    out->T[9] = F->rrz * ex * ey + t * px * py;
}

#endif
