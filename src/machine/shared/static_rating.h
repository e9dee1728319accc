/* Static equivalent load and safety of bearings by ISO 76. */
#ifndef ABUT_MACHINE_STATIC_RATING_H
#define ABUT_MACHINE_STATIC_RATING_H

#include <stdio.h>

#include "abut/machine/bearing.h"
#include "base/json.h"

/* P_0 (N) of a radial and an axial load (N) at the nominal contact angle (rad; 0 of a deep groove bearing). */
double static_load(abut_bearing_kind kind, double angle, double radial, double axial);
/* Pa: the pressure at which ball and race, or roller and race, together stay dented by 1e-4 of the diameter. */
double static_pressure_limit(abut_bearing_kind kind);
/* C_0/P_0; NaN without C_0. */
double static_safety(const abut_rating *rating, double P0);
/* Keys static_safety, static_load, p_limit, pressure_share of the machine's object. */
void static_json(json *j, abut_bearing_kind kind, const abut_rating *rating, double P0, double p_max);
void static_print(FILE *to, abut_bearing_kind kind, const abut_rating *rating, double P0, double p_max); /* as a line */

#endif
