/* The linear systems of Newton's method for an elliptic contact, on one grid and on the coarser ones below it.
 *
 * Unknown are the changes z of the pressures of active nodes and z0 of the gap's offset:
 *   sum of row.P z + row.H (K z + z0) = r,  hx hy sum z = load (or z0 = load where the offset is held)
 * with K z by FFT. The preconditioner is a V-cycle (point_cycle.c): one sweep along lines of X (point_lines.c) before and after a
 * correction from every second node, whose system is made anew from pressures, gaps and active nodes there; the coarsest grid is solved
 * exactly. Systems are solved in single precision, with rows over their diagonals; residuals and gaps of Newton's method are double. */
#ifndef ABUT_EHL_POINT_LEVEL_H
#define ABUT_EHL_POINT_LEVEL_H

#include "field/convolve_float.h"
#include "point_flow.h"
#include "point_rough.h"

enum { EHL_REACH_X = 8, EHL_REACH_Y = 3, EHL_COARSEST = 16, EHL_COARSE_REACH = EHL_COARSEST + 4, EHL_BAND = 9 };

typedef struct ehl_level {
    ehl_mesh m;
    convolve *fft;
    spectrum kernel;
    convolve_float *quick;
    double near[EHL_REACH_Y + 1][EHL_REACH_X + 1];    /* K between near nodes */
    double dense[EHL_COARSE_REACH][EHL_COARSE_REACH]; /* the same of the coarsest grid */
    ehl_point_flow flow;
    double *P, *H;
    unsigned char *active, *local; /* has pressure; its unknown is its own pressure */
    double *dg;                    /* |J_ii| */
    double *moved;                 /* K z in double */
    /* rows over dg, zero where not active: by pressures, gaps, and all gaps together */
    float *by_P[EHL_BY], *by_H[EHL_BY], *by_all;
    float *z, *r, *w, *left; /* change, right-hand side, K z, what is left; the last three over dg */
    float z0;
    float *band, *plain_step, *spread_step, *chain; /* of the lines */
    double *LU, *right;                             /* of the coarsest */
    int *pivots, *node, count;                      /* its active nodes */
    ehl_rough_nodes *rough, *kept_rough;            /* NULL: smooth; memory of rough ones, NULL until it is needed */
    bool held;                                      /* z0 is given: it is the last equation instead of the load */
    struct ehl_level *coarse;                       /* NULL: the coarsest */
} ehl_level;

/* n x n cells and all coarser grids; C: factor of the kernel. NULL: no memory. */
ehl_level *ehl_level_create(const ehl_mesh *m, double C);
void ehl_level_destroy(ehl_level *l);
void ehl_level_fluid(ehl_level *l, double lambda, const ehl_fluid *fluid); /* of all grids; steady */
/* In time; before: of the finest grid. */
void ehl_level_in_time(ehl_level *l, double rate, double stretch, const double *before);
void ehl_level_slow(ehl_level *l, double slower); /* all grids */
void ehl_level_hold(ehl_level *l, bool held);     /* all grids */

/* H = H0 + xx X^2/2 + xy X Y + yy Y^2/2 + K P */
typedef struct ehl_shape {
    double xx, xy, yy;
} ehl_shape;
void ehl_level_gap(ehl_level *l, double H0, const ehl_shape *shape, const double *P, double *H);
/* Flow at pressures and gaps; false: gaps that rough surfaces do not know. */
bool ehl_level_look(ehl_level *l, const double *P, const double *H, bool rows);
/* Sizes of the diagonal entries, from flow.row. */
void ehl_level_scale(ehl_level *l);
/* After flow and active nodes of the finest are set: the coarser systems, and factors of the lines. False: a coarsest system that is
 * singular. */
bool ehl_level_prepare(ehl_level *l);
/* out, *load = J z with the offset z0 */
void ehl_level_apply(ehl_level *l, const double *z, double z0, double *out, double *load);
/* After ehl_level_prepare: the same in single precision, rows over dg. */
void ehl_level_product(ehl_level *l, const float *z, float z0, float *out, double *load);
/* z, *z0: about the solution for r (over dg, zero where not active) and load */
void ehl_level_cycle(ehl_level *l, const float *r, double load, float *z, float *z0);

/* ---- what a cycle is made of ---- */
void ehl_level_rows(ehl_level *l);           /* rows over dg and factors of the lines, from flow.row and active nodes */
void ehl_level_inject(const ehl_level *l);   /* pressures, gaps and active nodes to the coarse grid */
void ehl_level_restrict(const ehl_level *l); /* l->left by full weighting into l->coarse->r, over its dg */
void ehl_level_correct(ehl_level *l); /* l->coarse->z, z0, linearly between its nodes, to z of active nodes and z0 */

/* ---- lines ---- */
void ehl_lines_prepare(ehl_level *l);
/* One sweep for what is left, l->left, which changes on the way. */
void ehl_lines_sweep(ehl_level *l);

#endif
