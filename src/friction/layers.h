/* The tangential spring of a contact between curved bodies, in parts that slip one after another, from the edge inwards.
 *
 * A contact whose stiffness k = dN/dh grows with the approach h is a pile of springs: the part dk' of the stiffness has carried
 * since the approach was h', where k was k', and carries (h - h') dk' now,
 *   N = integral of (h - h') dk' from 0 to k,  h'/h = (k'/k)^(1/(n-1)) where N goes with h^n.
 * Along the surface each part is a spring of stiffness ratio dk' with Coulomb's limit mu (h - h') dk' of its own. For Hertz
 * (n = 3/2) and one direction this is the solution of Cattaneo and Mindlin for any history of N and T (J. Jaeger, Arch. Appl.
 * Mech. 65, 1995, 478-487; V. L. Popov, M. Hess, Method of Dimensionality Reduction, Springer 2015): partial slip, and what
 * parts held when they lost contact is not given back. The parts are gathered into layers of equal stiffness up to `reach`
 * (N/m), and two by two into one when k grows beyond it. */
#ifndef ABUT_FRICTION_LAYERS_H
#define ABUT_FRICTION_LAYERS_H

#include "abut/extend.h"

/* Tangential stiffness (N/m) along the axes of the ellipse, which are the two tangents, with derivatives by h, P, Q. When the
 * ellipse turns by phi, the matrix of it gains (c_1 - c_2) phi off its diagonal. */
typedef struct layers_spring {
    double c[2], dc[3][2];
    bool whole; /* one spring without a limit of its own */
} layers_spring;

enum { PULL_H, PULL_P, PULL_Q, PULL_HDOT, PULL_G1, PULL_G2, PULL_PHI, PULL_ROWS };

typedef struct layers_pull {
    double S[2];               /* N, of all layers */
    double row[PULL_ROWS][2];  /* its derivatives, when they are asked for */
    double T[ABUT_LAYERS][2];  /* N, of each */
    double share[ABUT_LAYERS]; /* of the normal force */
    double margin; /* N: the most that a layer has left to its limit, as if it were the whole; < 0: all slip */
} layers_pull;

/* The force of the springs; each layer has the limit f times its share of N. */
void layers_pull_of(const layers_spring *c, const abut_patch *p, const abut_normal *n, double f, bool derivatives,
                    layers_pull *out);

/* What is kept: each layer with its force; each with its share of T. */
void layers_keep(const layers_pull *pull, const abut_normal *n, abut_friction_past *next);
void layers_spread(const double T[2], const abut_normal *n, abut_friction_past *next);

#endif
