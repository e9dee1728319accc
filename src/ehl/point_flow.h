/* Reynolds' equation of an elliptic contact on even nodes, and how it changes with pressures and gaps.
 *
 *   F = div(xi grad P) - dH/dX,  xi = H^3 (rho/eta)/lambda: differences of second order about faces with the arithmetic mean of xi,
 *   d(rho H)/dX from the node and the two upstream of it (from one beside the inlet).
 * F = 0 where there is pressure, F <= 0 where the film has broken. The inlet lies at the first X.
 *
 * In time F has - d(rho H)/dT, T = t u_sum/(2a), by a difference backwards, rate (rho H - before); and where the semi-axis a changes, nodes
 * move with speeds stretch (X, Y): oil is carried along by (1 - slower - stretch X, -stretch Y). */
#ifndef ABUT_EHL_POINT_FLOW_H
#define ABUT_EHL_POINT_FLOW_H

#include <stddef.h>

#include "fluid.h"

typedef struct ehl_mesh {
    int nx, ny;            /* cells; nodes 0..nx, 0..ny; the pressure of the outer ones is zero */
    double x0, y0, hx, hy; /* first node, distances */
} ehl_mesh;

static inline size_t mesh_nodes(const ehl_mesh *m) { return ((size_t)m->nx + 1) * ((size_t)m->ny + 1); }
static inline size_t mesh_at(const ehl_mesh *m, int i, int j) { return (size_t)j * ((size_t)m->nx + 1) + (size_t)i; }

/* Derivatives of one F by pressures and gaps of the node, its neighbours and the second node upstream. */
enum { EHL_C, EHL_E, EHL_W, EHL_N, EHL_S, EHL_WW, EHL_BY };
typedef struct ehl_stencil {
    double P[EHL_BY], H[EHL_BY];
} ehl_stencil;

typedef struct ehl_point_flow {
    double lambda;
    double rate, stretch; /* 0: steady */
    double slower;        /* 1 less the entrainment over that of M and L: 0 but where it turns */
    const double *before; /* of every node: rho H earlier, per area of now; used by F alone */
    ehl_fluid fluid;
    double *xi, *dxi_P, *dxi_H, *rho, *drho; /* of every node */
    double *F;
    ehl_stencil *row;
} ehl_point_flow;

void ehl_point_flow_at(ehl_point_flow *f, const ehl_mesh *m, const double *P, const double *H, bool rows);

#endif
