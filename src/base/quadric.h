/* Quadrics: f = x . M x/2 + v . x + at. */
#ifndef ABUT_BASE_QUADRIC_H
#define ABUT_BASE_QUADRIC_H

#include "abut/extend.h"
#include "vec.h"

static inline void quadric_jet(const abut_quadric *q, vec3 x, abut_jet *out) {
    vec3 Mx = sym3_mul(q->M, x);
    out->f = v3_dot(v3_axpy(0.5, Mx, q->v), x) + q->at;
    out->g = v3_add(Mx, q->v);
    for (int i = 0; i < 6; i++) out->H[i] = q->M[i];
}

/* Where the line x, y along e3 leaves (A) or enters (B, side 1) a quadric, f + g t + M_zz t^2/2 = 0 with the root at which the slope has the
 * sign of the end; *g the gradient there. False: it does not, or the surface stands nearly upright. */
static inline bool quadric_on_line(const abut_quadric *q, int side, double x, double y, double *z, vec3 *g) {
    vec3 at = v3(x, y, 0), Mx = sym3_mul(q->M, at);
    double f = v3_dot(v3_axpy(0.5, Mx, q->v), at) + q->at, slope = Mx.z + q->v.z, bend = q->M[2];
    double square = slope * slope - 2 * bend * f;
    if (!(square > 0)) return false;
    double end = side ? -sqrt(square) : sqrt(square);
    double t = end * slope > 0 ? -2 * f / (slope + end) : bend != 0 ? (end - slope) / bend : (double)NAN;
    if (!isfinite(t)) return false;
    *z = t;
    *g = v3(Mx.x + q->v.x + q->M[4] * t, Mx.y + q->v.y + q->M[5] * t, end);
    return end * end > 1e-6 * v3_dot(*g, *g);
}

#endif
