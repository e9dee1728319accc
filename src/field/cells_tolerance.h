/* How exactly the laws on cells solve their equations in a run. */
#ifndef ABUT_FIELD_CELLS_TOLERANCE_H
#define ABUT_FIELD_CELLS_TOLERANCE_H

#include <math.h>

/* A thousandth of the integrator's relative tolerance: what is left of them is no noise that its estimate of errors sees. Bounded by what
 * rounding leaves, and by pressures that still look like pressures. */
static inline double cells_tolerance(double rtol) { return fmin(fmax(1e-3 * rtol, 1e-12), 1e-5); }

#endif
