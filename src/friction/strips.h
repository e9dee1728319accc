/* Traction integrated over the contact ellipse with the local slip.
 *
 * The pressure is Hertz's semi-ellipsoid; the point (x, y) of the patch lies at height s = (c11 x^2 + 2 c12 x y + c22 y^2)/2
 * of the deformed interface, and its slip is v + w x r: sliding, spin and, through s, the differential slip of curved
 * raceways (Heathcote). The sum of q and of r x q gives force and moment; its power is that of the local tractions. */
#ifndef ABUT_FRICTION_STRIPS_H
#define ABUT_FRICTION_STRIPS_H

#include "abut/extend.h"
#include "slip_law.h"

enum { STRIPS_MAX = 48, STRIP_POINTS = 6, STRIP_NODES = STRIPS_MAX / 2 * STRIP_POINTS };

/* Nodes of a quarter of the unit disc and their share of the load (all four quarters together 1): strips across the major
 * axis, Gauss on either side of the centre in both directions, so that the kink of pure spin falls between panels. */
typedef struct strips {
    int n, points; /* nodes, nodes of a strip */
    double x[STRIP_NODES], y[STRIP_NODES], w[STRIP_NODES];
    abut_slip_cell cells[STRIPS_MAX / 2];
    double widest; /* the greatest half of the cells */
} strips;

/* Gauss-Legendre nodes and weights on (0, 1), by Newton on the Legendre polynomial. */
void strips_gauss(int n, double *x, double *w);
void strips_make(int count, strips *out); /* count: even, 4 ... STRIPS_MAX */
void strips_traction(const strips *r, const slip_law *law, const abut_patch *p, const abut_normal *n, bool derivatives,
                     abut_traction *out);

#endif
