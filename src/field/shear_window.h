/* Tangential displacements on a small square window, by an object that is constant: several threads may use it at once.
 *
 * n x n cells, dx and aspect dx wide, tractions q' = q dx/(pi E* d) and displacements u' = u/d with any length d, the scales of window.h:
 *   u'_x = sum of qx' (I + f I_xx) + qy' f I_xy,   u'_y = sum of qx' f I_xy + qy' (I + f I_yy),   f = nu/(1 - nu)
 * with the integrals of 1/r, x^2/r^3, x y/r^3 and y^2/r^3 over a cell of the sides 1 and aspect (cerruti.h; G = E* (1 - nu)). Bodies that are
 * alike, or taken as such: the pressure has no part in it. Fields hold all values of x, then all of y. */
#ifndef ABUT_FIELD_SHEAR_WINDOW_H
#define ABUT_FIELD_SHEAR_WINDOW_H

#include "window_fft.h"

typedef struct shear_window shear_window;
shear_window *shear_window_create(int n, double nu); /* n even, 8 to WINDOW_MOST; NULL: out of memory */
void shear_window_destroy(shear_window *w);

/* The operators of one aspect ratio, 2^-14 to 2. */
enum { SHEAR_XX, SHEAR_YY, SHEAR_XY, SHEAR_PARTS };
typedef struct shear_operator {
    const shear_window *w;
    double self; /* of a cell on itself, mean of x and y */
    double kernel[SHEAR_PARTS][(WINDOW_MOST + 1) * (WINDOW_MOST + 1)];
    double inverse[SHEAR_PARTS][(WINDOW_MOST / 2 + 1) * (WINDOW_MOST / 2 + 1)];
} shear_operator;
void shear_operator_make(const shear_window *w, double aspect, shear_operator *out);

/* Both are of the type friction_product (friction_solve.h) of a shear_operator: u = B q; q = about B^-1 u. */
void shear_product(void *op, const double *q, double *u);
void shear_inverse(void *op, const double *u, double *q);

#endif
