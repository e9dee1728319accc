/* Line contact without checks and sentences: what the calculator abut_line_contact, rollers in slices and the normal law
 * `line` share. */
#ifndef ABUT_LINE_LINE_H
#define ABUT_LINE_LINE_H

#include "abut/lubrication.h"
#include "strip.h"

/* x = b/l and the functions there from y = approach/(rho l^2) > 0, and from the force over pi E' l^3 rho/8 > 0. ABUT_TOO_DEEP
 * beyond the range of the two limits: y < line_most(law), x < e^(C - 1/2). */
abut_status line_from_approach(abut_line_law law, double y, double *x, strip *s);
abut_status line_from_force(abut_line_law law, double part, double *x, strip *s);
double line_most(abut_line_law law); /* of y */
double line_widest(abut_line_law law);

/* Everything at x; one of the two is NaN in *in. */
void line_fill(const abut_line_in *in, double x, const strip *s, abut_line_out *out);

/* The slice law of ISO 16281: load per length (N/m) at the approach d (m), which is the sum over both raceways, and its
 * slope (N/m^2). For steel: E' within these bounds. */
double line_iso(double length, double d, double *slope);
static const double LINE_STEEL_LOW = 215e9, LINE_STEEL_HIGH = 240e9; /* Pa */

#endif
