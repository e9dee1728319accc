/* Lift of a cam over its angle, with three derivatives: rise, dwell, fall and rest, or a periodic spline. */
#ifndef ABUT_NUMERIC_LIFT_H
#define ABUT_NUMERIC_LIFT_H

#include "abut/lubrication.h"
#include "numeric/spline.h"

typedef struct lift {
    abut_lift_law law;
    double lift, rise, dwell, fall; /* m, rad */
    double period;                  /* rad, 2 pi/lobes */
    spline table;
} lift;

typedef struct lift_value {
    double s, d1, d2, d3; /* m: lift and its derivatives by the angle (rad) */
} lift_value;

/* ABUT_BAD_VALUE with a sentence, or ABUT_NO_MEMORY; *out is zeroed then. The table is copied. */
abut_status lift_make(const abut_lift *def, lift *out, abut_message *message);
void lift_free(lift *l); /* safe on a zeroed one */

lift_value lift_at(const lift *l, double angle); /* any finite angle */
double lift_most(const lift *l);                 /* m, greatest lift */
double lift_least(const lift *l);                /* m */
double lift_steepest(const lift *l);             /* m, greatest s' */

#endif
