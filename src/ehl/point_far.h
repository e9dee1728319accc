/* The oil beyond the grid of an elliptic contact that is flooded without end.
 *
 * Far away the bodies are stiff and the gap is a quadratic form, h = h0 + x.Ax/2. Reynolds' equation with constant viscosity then has
 * the closed solution (P. L. Kapitza, Zh. Tekh. Fiz. 25 (1955) 747, for spheres; here for any A)
 *   P = g.x/h^2,  g = -lambda (A + 2 tr(A) 1)^-1 A e_x
 * (put it in: div(h^3 grad P) = -(A g).x - 2 tr(A) g.x). The solutions of the homogeneous equation, which are left out, fall like r^-6
 * where this one falls like r^-3. Barus' law: the reduced pressure is P, so that p is -ln(1 - ab P)/ab.
 * P is homogeneous of degree -3, so that its integral over all beyond the edge is that of P (x.n) along the edge. */
#ifndef ABUT_EHL_POINT_FAR_H
#define ABUT_EHL_POINT_FAR_H

#include "point_level.h"

typedef struct ehl_far {
    bool wanted;
    double gx, gy; /* g */
} ehl_far;

ehl_far ehl_far_of(double lambda, const ehl_shape *A);

/* Pressures of the outer nodes by their gaps, into aim[], zero elsewhere. Returns the load beyond the grid: that of the outer half of the
 * edge's cells is not in it. */
double ehl_far_edge(const ehl_far *f, const ehl_mesh *m, double ab, const double *H, double *aim);

#endif
