/* The patch: principal curvatures and frame of the relative form, and how everything local moves with the bodies.
 *
 * A small relative motion of B against A at the contact point is (u, psi); over the tangent plane, with k = (psi_2, -psi_1),
 *   S s_A = M_B u + (1 - h M_B/2) k,   s_B = (1 + h M_A) s_A - u + h k/2,   dn = -t M_A s_A,
 * are the steps of the opposing points over their surfaces and the turn of the normal. Replacing displacements by velocities
 * gives the rolling velocities. */
#ifndef ABUT_CONTACT_PATCH_H
#define ABUT_CONTACT_PATCH_H

#include "abut/extend.h"
#include "track.h"

/* Turns the basis of *g into the principal one (t1 along P <= Q) with all its forms. */
void patch_principal(geometry *g, bool third, double *P, double *Q);

/* The 2x4 map (u1, u2, psi1, psi2) -> s_A; false at a focal point. */
typedef struct patch_step {
    double s[2][4];
} patch_step;
bool patch_steps(const geometry *g, patch_step *out);

/* Rolling: steps per time of the contact point over A and over B, and the components of the rate of n relative to A. */
typedef struct patch_rolling {
    double a[2], b[2], n[2];
} patch_rolling;
patch_rolling patch_roll(const geometry *g, const patch_step *step, double v1, double v2, double w1, double w2);

/* Derivatives by u1 u2 un psi1 psi2 psin, velocities of the bodies held: of the local variables, of the contact point
 * (components 1 2 n), and m = M_A s_A, which turns the frame (dn = -t m, dt_i = n m_i). */
typedef struct patch_motion {
    double local[ABUT_LOCALS][6];
    double point[3][6];
    double m[2][6];
} patch_motion;
/* share: the part of the deformation that A takes (0 rigid A, 1/2 equal); vn: normal component of the velocity of B. */
void patch_move(const geometry *g, const abut_patch *p, double share, const patch_step *step, patch_motion *out);

#endif
