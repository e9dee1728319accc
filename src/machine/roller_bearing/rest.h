/* Inside of the roller bearing's statics: the rollers in equilibrium (roller_bearing_rest.c), what is read of them
 * (roller_bearing_report.c). Everything stands in the bearing frame of the outer ring (rings.h). */
#ifndef ABUT_MACHINE_ROLLER_REST_H
#define ABUT_MACHINE_ROLLER_REST_H

#include "roller_bearing.h"

typedef struct rest_roller {
    double angle;  /* rad, azimuth */
    vec3 e_r, e_t; /* radial, tangential */
    /* the equilibrium found last */
    bool loaded;                 /* it takes part in the forces, and what follows is found */
    double r, tilt;              /* m, rad */
    abut_element_out out[RINGS]; /* slice_load, jac are NULL */
    double *q[RINGS];            /* N/m, of every slice */
    double guide, cage;          /* N, on the roller along the axis and along e_t: what holds it */
    double F[RINGS][6], dF[RINGS][6][6], energy;
} rest_roller;

struct roller_rest {
    int rollers;
    size_t slices;
    abut_element *element[RINGS]; /* the same for all rollers: they remember nothing */
    rest_roller *roller;
    double *q;             /* of all of them */
    abut_element_jac *jac; /* scratch */
    double F_c;            /* N, centrifugal force on a roller at the pitch circle */
    rings_rest rings;
    abut_element *moving[RINGS]; /* contacts with all of their laws, for what they lose (rest_loss.c) */
};

bool roller_loss_elements(const roller_bearing *b); /* rest_loss.c */

#endif
