/* Modified rating life of bearings of any kind, by what ISO 281 says (iso281.c). */
#ifndef ABUT_MACHINE_MODIFIED_LIFE_H
#define ABUT_MACHINE_MODIFIED_LIFE_H

#include <stdio.h>

#include "abut/lubrication.h"
#include "abut/machine/bearing.h"
#include "base/json.h"

/* Viscosity ratio at this pitch diameter (m) and speed (rad/s); NaN without an oil (NULL) or at rest. */
double life_kappa(const abut_lubricant *oil, double pitch_diameter, double speed);
/* a_ISO at the equivalent load P (N), NaN if it is not known, and what stands behind it. */
double life_a_iso(abut_bearing_kind kind, const abut_rating *rating, double pitch_diameter, double kappa, double P,
                  double *e_C, double *Cu);
/* Object "headline" {hours, standard, why}: the life to quote. modified: oil and cleanliness are in it. */
void life_headline_json(json *j, double hours, bool modified, const char *why);
void life_headline_print(FILE *to, double hours, bool modified, double L10_hours); /* a line, with L10 beside it */
double life_hours(double life, double speed); /* h, of 1e6 revolutions at this speed (rad/s) */

#endif
