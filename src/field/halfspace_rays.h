/* The gap of two bodies over a window of the contact plane: where rays along e3 meet them.
 *
 * Bodies without ends are sampled at Chebyshev points and interpolated by polynomials; where that is not good enough, or a body ends
 * in the window, every cell has its own ray. */
#ifndef ABUT_FIELD_HALFSPACE_RAYS_H
#define ABUT_FIELD_HALFSPACE_RAYS_H

#include "abut/extend.h"
#include "window.h"

enum { RAYS = 9 }; /* Chebyshev points in a direction */

/* Values and derivatives at the cells of n x n from those at the Chebyshev points; lengths over half the window. */
typedef struct rays {
    int n;
    double at[RAYS];                /* the points, in (-1, 1) */
    double E[3][WINDOW_MOST][RAYS]; /* value, first and second derivative */
} rays;
void rays_make(rays *r, int n);

/* Heights over the window with the half-sides L. */
typedef struct heights2 { /* of one body: z and its derivatives x, y, xx, xy, yy */
    double z[6][WINDOW_CELLS];
} heights2;

enum { RAYS_VALUE = 1, RAYS_ALL = 6 };
/* Fills z[0] (count RAYS_VALUE) or all of both bodies. open[k]: in this cell one of the bodies is not there. False: the deepest place
 * itself cannot be seen. */
bool rays_trace(const rays *r, const abut_gap *gap, const double L[2], int count, heights2 *a, heights2 *b,
                unsigned char *open);

#endif
