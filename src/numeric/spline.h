/* C2 cubic interpolating spline y(x) of scalar data: natural, not-a-knot or periodic. Made once, then read only. */
#ifndef ABUT_NUMERIC_SPLINE_H
#define ABUT_NUMERIC_SPLINE_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/abut.h"

typedef enum spline_kind {
    SPLINE_NOT_A_KNOT, /* open: y''' is continuous at the second and at the last but one point */
    SPLINE_NATURAL,    /* open: y'' = 0 at both ends */
    SPLINE_PERIODIC
} spline_kind;

typedef struct spline_def {
    spline_kind kind;
    size_t count;    /* points, at least 4 */
    const double *x; /* strictly increasing */
    const double *y;
    size_t stride; /* from one entry of x, y to the next, in doubles; 0 stands for 1 */
    double
        period; /* periodic only; 0: the last point repeats the first one. With a period the repetition is optional */
} spline_def;

typedef struct spline {
    size_t segments;
    double *knots;   /* segments + 1 */
    double *c;       /* four a segment: y = c0 + c1 t + c2 t^2 + c3 t^3, t = x - knot */
    double period;   /* 0: open */
    double per_step; /* segments per length of nearly uniform knots, 0 for others */
} spline;

typedef struct spline_value {
    double y, d1, d2, d3; /* value and derivatives; d3 is constant within a segment */
} spline_value;

typedef struct spline_bounds {
    double low, high;
} spline_bounds;

/* ABUT_BAD_VALUE with a sentence, or ABUT_NO_MEMORY. The data are copied. On failure *out is zeroed. */
abut_status spline_make(const spline_def *def, spline *out, abut_message *message);
void spline_free(spline *s); /* safe on a zeroed spline */

/* False, with *out untouched, where an open spline is not defined (or x is not finite). */
bool spline_eval(const spline *s, double x, spline_value *out);

static inline double spline_start(const spline *s) { return s->knots[0]; }
static inline double spline_end(const spline *s) { return s->knots[s->segments]; }

/* The exact range of y; at_low (may be NULL) receives the x of the lowest value. */
spline_bounds spline_range(const spline *s, double *at_low);

/* Bounds of a quantity made of y and its derivatives: sampled densely and widened by one per cent. */
typedef double spline_quantity(const spline_value *v);
spline_bounds spline_bounds_of(const spline *s, spline_quantity *quantity);

#endif
