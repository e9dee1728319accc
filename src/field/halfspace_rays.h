/* The gap of two bodies over a window of the contact plane: where rays along e3 meet them.
 *
 * Bodies without ends are sampled at Chebyshev points and interpolated by polynomials; where that is not good enough, or a body ends
 * in the window, every cell has its own ray. */
#ifndef ABUT_FIELD_HALFSPACE_RAYS_H
#define ABUT_FIELD_HALFSPACE_RAYS_H

#include "abut/extend.h"
#include "window.h"

enum { RAYS = 9 /* Chebyshev points in a direction */, PROBES = 4 };

/* Values and derivatives at the cells of n x n from those at the Chebyshev points; lengths over half the window. */
typedef struct rays {
    int n;
    double at[RAYS];                /* the points, in (-1, 1) */
    double E[3][WINDOW_MOST][RAYS]; /* value, first and second derivative */
    double probe[PROBES][2][RAYS];  /* value at places between the points, along x and y */
} rays;
void rays_make(rays *r, int n);

/* Heights over the window with the half-sides L. */
typedef struct heights2 { /* of one body: z and its derivatives x, y, xx, xy, yy */
    double z[6][WINDOW_CELLS];
} heights2;

/* What was seen of both bodies over a window. */
typedef struct rays_view {
    double L[2];
    bool smooth;             /* Z tells all of it */
    double Z[2][RAYS][RAYS]; /* heights of A and B at the Chebyshev points */
} rays_view;

/* False: the deepest place itself cannot be seen. */
bool rays_look(const rays *r, const abut_gap *gap, const double L[2], rays_view *out);

/* Heights and derivatives of both bodies in all cells. open[k]: in this cell one of the bodies is not there. */
void rays_trace(const rays *r, const abut_gap *gap, const rays_view *v, heights2 *a, heights2 *b, unsigned char *open);

/* For a smooth view, at a third of the cost: z_B - z_A in all cells; */
void rays_gap(const rays *r, const rays_view *v, double *gap);
/* sums over the cells of weight times height, slope along x and along y of the surface in the middle between the bodies. */
void rays_sums(const rays *r, const rays_view *v, const double *weight, double out[3]);

#endif
