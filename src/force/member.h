/* An elastic member over several bodies: a constant stiffness on their motions relative to the first of them, carried around by it. */
#ifndef ABUT_FORCE_MEMBER_H
#define ABUT_FORCE_MEMBER_H

#include "force.h"

enum { MEMBER_NODES = 11, MEMBER_FREE = 6 * (MEMBER_NODES - 1) };

typedef struct elastic_member {
    int nodes;                /* 2 to MEMBER_NODES; at the start all have the orientation of the first */
    vec3 place[MEMBER_NODES]; /* m, of the bodies at rest, in the frame of the first, which lies at zero */
    /* Energy d K d/2 of the relative motions d of all nodes but the first: three displacements and three rotations of each, in the frame of the
     * first. (6 (nodes - 1))^2 numbers, row by row, symmetric. */
    double *K;
    double beta; /* s: damping is beta K */
} elastic_member;

typedef struct member_wrench {
    vec3 force, torque; /* about the centre of mass, world axes */
} member_wrench;

/* What does not fit on a stack twice. One per thread. */
typedef struct member_work {
    double d[MEMBER_FREE], rate[MEMBER_FREE], s[MEMBER_FREE];
    double D[MEMBER_NODES][6][12],
        V[MEMBER_NODES][6][12]; /* dd and d(rate) by the positions of the first body and of this one */
    double KZ[MEMBER_FREE][6 * MEMBER_NODES];
    double K[6 * MEMBER_NODES][6 * MEMBER_NODES],
        C[6 * MEMBER_NODES][6 * MEMBER_NODES]; /* the result: minus the derivatives of the wrenches */
} member_work;

void member_eval(const elastic_member *m, const body_motion *body, member_work *w, member_wrench *out, double *energy,
                 double *loss);
void member_tangent(const elastic_member *m, body_motion *body,
                    member_work *w); /* after member_eval at the same motions */

#endif
