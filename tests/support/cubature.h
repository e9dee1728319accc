/* Integrals over rectangles of functions that are singular at one point of the plane or above it, by halving the rectangle until it is
 * smaller than its distance from the point, and Gauss' rule of ten points per side, whose error is then 6^-20. */
#ifndef ABUT_TESTS_CUBATURE_H
#define ABUT_TESTS_CUBATURE_H

/* Adds the values at (X, Y), times w, to sum. */
typedef void cubature_fn(double X, double Y, double w, void *user, double *sum);

/* Over x1..x2, y1..y2; the singularity lies at (0, 0), `above` the plane. Pieces smaller than 1e-16 of the shorter side about it are left out. */
void cubature(double x1, double x2, double y1, double y2, double above, cubature_fn *f, void *user, double *sum);

#endif
