/* Shafts as high-order beam elements with the mass at their nodes: what a segment weighs and how stiff it is. */
#ifndef ABUT_FORCE_BEAM_H
#define ABUT_FORCE_BEAM_H

#include "member.h"

enum { BEAM_ORDER = MEMBER_NODES - 1 };

/* A straight piece of a shaft; diameters change linearly along it. */
typedef struct beam_piece {
    double length;             /* m */
    double outer[2], inner[2]; /* m, diameters at its start and its end */
    double E, nu, density;     /* Pa, 1, kg/m^3 */
} beam_piece;

/* Nodes and weights of Gauss, Legendre and Lobatto on [-1, 1]: order + 1 of them, ascending. */
void beam_nodes(int order, double *x, double *weight);
/* What lies at a node: mass (kg) and moments of inertia about a diameter and the axis (kg m^2), from `from` to `to` (m, along the piece). */
void beam_masses(const beam_piece *p, double from, double to, int order, double *mass, double *diametral,
                 double *polar);
/* K of a member whose nodes lie at those of an element from `from` to `to`, along z; (6 order)^2 numbers. */
void beam_stiffness(const beam_piece *p, double from, double to, int order, double *K);

#endif
