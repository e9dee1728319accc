/* The lower branch W_-1 of the Lambert function, in the form that keeps all digits up to the branch point. */
#ifndef ABUT_LINE_LAMBERT_H
#define ABUT_LINE_LAMBERT_H

/* v = -1 - W_-1(-t/e) >= 0 for 0 < t <= 1, t = 1 - s: the root of (1 + v) e^-v = t. s is given besides t because it has
 * more digits near t = 1. */
double lambert_lower(double t, double s);

#endif
