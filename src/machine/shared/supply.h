/* How a bearing gets its lubricant: what becomes of the film law of its contacts. */
#ifndef ABUT_MACHINE_SUPPLY_H
#define ABUT_MACHINE_SUPPLY_H

#include "abut/lubrication.h"
#include "abut/machine/bearing.h"

typedef struct supply_of {
    const char *machine, *name; /* for sentences: type and name */
    abut_supply supply;
    double pitch_diameter, element; /* m: of the bearing, of a ball or roller */
    double angle;                   /* rad, contact angle */
    double K_Z;                     /* of the kind of bearing */
} supply_of;

/* m/s: the sum of surface speeds at which lack of oil leaves 1/e of the rolling resistance; 0: flooded. */
double supply_u_starve(const supply_of *s, const abut_lubricant *oil);
/* Completes the film of the contacts by heating of the inlet where it is known, unless the film says otherwise, and by starvation. */
abut_status supply_film(abut_world *w, const supply_of *s, abut_law_def *law);

#endif
