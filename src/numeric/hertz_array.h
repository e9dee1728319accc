/* abut_hertz_array for those who want to know whether all was well. */
#ifndef ABUT_NUMERIC_HERTZ_ARRAY_H
#define ABUT_NUMERIC_HERTZ_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* True if all forces are finite: seen while they are at hand, which costs nothing. */
bool hertz_array(size_t n, const double *P, const double *Q, const double *E_star, const double *h, double *F,
                 double *a, double *b);

#endif
