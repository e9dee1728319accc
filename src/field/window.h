/* Contact on a small square grid by an object that is constant: several threads may solve with it at once, each on its own stack.
 *
 * n x n cells, dx and aspect dx wide. Everything is scaled: gaps by the approach h, pressures p' = p dx/(pi E* h), so that contacts of
 * one shape are one problem whatever their size:
 *   g = g0/h + A p' >= 0,  p' >= 0,  g p' = 0,   A: Love's coefficients of a cell of the sides 1 and aspect.
 * A and its preconditioner, and the spectra of both, are tables over ln(aspect), with cubics between the entries (1e-6). Contacts of up to
 * some hundred cells are solved on their own box by summation, larger ones by transforms of the window. */
#ifndef ABUT_FIELD_WINDOW_H
#define ABUT_FIELD_WINDOW_H

#include "window_fft.h"
#include "window_near.h"

typedef struct window window;

window *window_create(int n); /* n even, 8 to WINDOW_MOST; NULL: out of memory */
void window_destroy(window *w);
int window_n(const window *w);

/* The operators of one aspect ratio, 2^-14 to 2; spectra once they are needed. */
typedef struct window_operator {
    const window *w;
    window_blend blend;
    near_kernel near;    /* A */
    near_stencil spread; /* the preconditioner, cut off */
    bool spectra, avx2;
    double kernel[(WINDOW_MOST + 1) * (WINDOW_MOST + 1)];          /* spectrum of A, padded */
    double inverse[(WINDOW_MOST / 2 + 1) * (WINDOW_MOST / 2 + 1)]; /* that of the preconditioner */
} window_operator;
void window_operator_make(const window *w, double aspect, window_operator *out);

typedef struct window_solution {
    double p[WINDOW_CELLS];   /* p', row by row; on entry the start */
    double gap[WINDOW_CELLS]; /* g of the cells that overlap or touch */
    int inner, outer;         /* iterations */
    double residual;          /* greatest |g| in contact or -g outside */
} window_solution;

/* False: not converged to `tol`. */
bool window_solve(window_operator *op, const double *g0, double tol, window_solution *s);

/* out = A_CC^-1 f on the cells where p > 0, zero elsewhere; to `tol` of the greatest f. */
bool window_inverse(window_operator *op, const double *p, const double *f, double tol, double *out);

#endif
