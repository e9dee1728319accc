/* Lubricants inside the library: no checks of the arguments, for loops over a contact. */
#ifndef ABUT_LUBRICANT_LUBRICANT_H
#define ABUT_LUBRICANT_LUBRICANT_H

#include "abut/lubrication.h"

bool lubricant_good(const abut_lubricant *o);
bool lubricant_heats(const abut_lubricant *o);     /* what heating of an inlet depends on is known */
double lubricant_density(const abut_lubricant *o); /* kg/m^3, of an oil that does not say: 890, as in ISO 281 */
double lubricant_viscosity(const abut_lubricant *o, double p);                     /* Pa s */
abut_shear lubricant_shear(const abut_lubricant *o, double p, double h, double v); /* h > 0 */

#endif
