/* Balls that push each other along the lines between their centres and do nothing else: exact Hertz without damping or friction, four
 * pairs at a time, pair by pair as listed. For rows and heaps of beads (multibody/beads.h). */
#ifndef ABUT_CONTACT_PACK_PUSH_H
#define ABUT_CONTACT_PACK_PUSH_H

#include "element.h"

/* Pairs of balls, one array for each thing that is known of them. */
typedef struct push_pairs {
    const struct element_kernel *kernel;
    int (*ends)[2];
    double *reach;     /* m, both radii */
    double *stiffness; /* N/m^1.5: N = stiffness h^1.5 */
    double *ellipse;   /* m: a^2 = ellipse h */
} push_pairs;

typedef struct push_seen {
    double h, hdot, N, p_max, energy;
} push_seen;

/* Does the element push and do nothing else? Its stiffness and ellipse as above. */
bool push_of(const abut_element *e, double *stiffness, double *ellipse);
/* Of the pairs from..to-1: accelerations a += force / mass. c: centres, and the inverse of the mass; a: three numbers, and one that stays
 * zero. False: a force is not a number. */
bool push_eval(const push_pairs *p, int from, int to, const double (*c)[4], double (*a)[4]);
/* What there is to be seen of those pairs. v: velocities of the centres. */
void push_look(const push_pairs *p, int from, int to, const double (*c)[4], const double (*v)[4], push_seen *out);

#endif
