/* One grid of the nested ones, cropped to where contact can be: a window with its operator, its preconditioner and the fields of
 * conjugate gradients. */
#ifndef ABUT_FIELD_LEVEL_H
#define ABUT_FIELD_LEVEL_H

#include "convolve.h"
#include "solver.h"

typedef struct level {
    grid grid;     /* of the window */
    int i0, j0;    /* its first cell in the whole grid of this level */
    double x0, y0; /* m, centre of that cell */
    convolve *pad, *inverse;
    spectrum influence; /* A: m/Pa */
    spectrum circulant; /* about A^-1 */
    double *memory;     /* of all that follows, one number per cell */
    double *h, *p, *G;  /* heights; pressure; h + A p */
    double *mask;       /* 1 in contact, 0 elsewhere */
    double *r, *z, *t, *q;
    double *W[PLANES]; /* preconditioned planes */
    unsigned char *cell;
} level;

/* NULL: out of memory. whole: the grid of this level; i0, j0, nx, ny: the window in it. */
level *level_create(const grid *whole, int i0, int j0, int nx, int ny, double E_star);
/* The operator of a whole grid alone: pad and influence. */
level *level_operator(const grid *whole, double E_star);
void level_destroy(level *l);
double level_work(const level *l);
double level_bytes(int nx, int ny, bool periodic);
/* A window that is at least n cells wide and quick to transform, not wider than `most`. */
int level_size(int n, int most);

/* The active set on one window: p, cell and lambda are the start, G follows. */
typedef struct active_set {
    const dry_problem *problem;
    double tol;     /* of the residual over `scale` */
    double forcing; /* inner residual over outer residual */
    long most;      /* inner iterations */
    double lambda[PLANES], residual, scale;
    long inner, outer;
    bool frozen; /* the set stays as it is, whatever the signs; residuals are not scaled */
} active_set;
bool active_set_solve(level *l, active_set *a); /* false: it does not come to its end */

#endif
