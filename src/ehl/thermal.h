/* Heat of a sheared film along one line in the direction of motion; see thermal.c. */
#ifndef ABUT_EHL_THERMAL_H
#define ABUT_EHL_THERMAL_H

#include "shear.h"

typedef struct ehl_heat_row { /* room and results of one line */
    double *tau;              /* Pa, of every node: warm */
    double *q1, *q2;          /* W/m^2, into the surfaces */
} ehl_heat_row;

typedef struct ehl_warmth { /* greatest rises in K: in the middle of the film, of the surfaces */
    double film, surface_1, surface_2;
} ehl_warmth;

abut_status ehl_heat_check(const abut_ehl_slide *c, abut_message *message);
/* Nodes at x (m, rising), with P and H in Hertz' units; *most rises to the greatest of this line. */
void ehl_heat_line(const ehl_shear *s, int count, const double *x, const double *P, const double *H, ehl_heat_row *row,
                   ehl_warmth *most);

#endif
