/* Beads: systems of nothing but balls that push each other along the lines between their centres. Forces depend on positions alone, so
 * that a method for x'' = f(x) may ask for accelerations and nothing else. Bodies are divided into parts of a fixed size, which
 * threads share; pairs inside of a part are its own, those between parts come after them, in their order. */
#ifndef ABUT_MULTIBODY_BEADS_H
#define ABUT_MULTIBODY_BEADS_H

#include "contact/pack_push.h"
#include "inside.h"

struct beads {
    mb_rows rows;
    push_pairs pairs;
    double *least; /* m, of each pair: radius of the smaller ball */
    int *contact;  /* of each pair */
    int *start;    /* of each part: its first pair; then the first between parts, and their end */
    double *light; /* 1/kg, of each node; 0: it stands still */
    int *part, *x, *u;
    double *touch;           /* s, of each part: until a pair of its own touches */
    double (*c)[4], (*v)[4]; /* scratch of what is to be seen */
};

bool beads_are(const mb_system *s); /* could this system be one? */
void beads_destroy(mb_system *s);
abut_status beads_wrenches(mb_work *k); /* of all contacts on the bodies, and what is to be seen of them */

#endif
