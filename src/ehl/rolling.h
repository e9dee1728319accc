/* Rolling resistance of an elliptic contact from its solution; see rolling.c. */
#ifndef ABUT_EHL_ROLLING_H
#define ABUT_EHL_ROLLING_H

#include "abut/ehl_friction.h"

typedef struct ehl_rolling {
    double sum;   /* iint H dP/dX dX dY in Hertz' units, with oil up to the inlet */
    double by_ln; /* its change with ln of the inlet's distance */
} ehl_rolling;

/* inlet: distance of the oil's edge before the contact, over the semi-axis a; lambda of Reynolds' equation. */
ehl_rolling ehl_point_rolling(const abut_ehl_point_result *r, double D, double angle, double lambda, double inlet);

#endif
