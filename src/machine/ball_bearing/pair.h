/* Inside of preloaded sets: pair.c (who belongs together, the offset of the rings), pair_axial.c (a bearing along its axis by the
 * statics of its balls), pair_report.c. */
#ifndef ABUT_MACHINE_BEARING_PAIR_H
#define ABUT_MACHINE_BEARING_PAIR_H

#include "rest.h"

/* ---- pair_axial.c: a bearing of its own, pressed in along the force it accepts, all else aligned ---- */
typedef struct axial_bearing {
    ball_bearing own; /* a copy with a statics of its own */
    double further;   /* m, by which it is pressed in beyond the others of its side */
} axial_bearing;

bool axial_open(axial_bearing *a, const ball_bearing *b); /* false: no memory */
void axial_close(axial_bearing *a);
/* Axial force (N) that the balls bear if the inner ring is pressed in by `shift` (m) beyond where its grooves are, and its change
 * with the shift (N/m); `part` of the speeds of the rings. False: there is none. */
bool axial_force(const axial_bearing *a, double shift, double part, double *force, double *slope);
/* The stiffness there, 6 x 6, in the frame of the bearing, about its centre. */
bool axial_stiffness(const axial_bearing *a, double shift, double part, double K[6][6]);

/* ---- pair.c ---- */
enum { SIDES = 2 }; /* 0: of the bearings that accept a force along the axis of the set, 1: against it */

typedef struct set_member {
    const ball_bearing *bearing;
    int side;
    double z; /* m, of its centre on the axis of the set, from the middle of all */
    mat3 R;   /* its frame in that of the set */
    axial_bearing axial;
} set_member;

/* All bearings that pairs connect, in the frame of the bearing that says how they are preloaded. */
struct bearing_set {
    int count;
    set_member *member;
    double offset;  /* m, by which both sides together are pressed in */
    double preload; /* N, that a side bears then at rest */
};

/* The shift u (m) of the inner rings along the axis under which a side bears `force` more than the other (N, along the axis); 0 on
 * failure. */
bool set_balance(const bearing_set *s, double part, double load, double *u);
/* Forces of the sides (N) and their changes with the shift u of the inner rings. */
bool set_forces(const bearing_set *s, double u, double part, double force[SIDES], double slope[SIDES]);

#endif
