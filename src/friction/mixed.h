/* Friction of a lubricated contact inside the library: the constants of the law `mixed`, and one evaluation of it. */
#ifndef ABUT_FRICTION_MIXED_H
#define ABUT_FRICTION_MIXED_H

#include "abut/extend.h"
#include "mixed/traction.h"
#include "strips.h"

/* Nodes of a quarter of the unit disc: place, sqrt(1 - x^2 - y^2), share of the load and of the area (of all four quarters). */
typedef struct mixed_nodes {
    int n;
    double x[STRIP_NODES], y[STRIP_NODES], root[STRIP_NODES], load[STRIP_NODES], area[STRIP_NODES];
} mixed_nodes;

typedef struct mixed_law {
    double mu, tau, v_eps; /* of the asperities */
    double p_k;            /* Pa, of pressure_tanh; 0: by its own formula */
    double rolling;        /* factor of rolling resistance */
    bool pressure_tanh, ellipse;
    mixed_nodes nodes;
} mixed_law;

typedef struct mixed_case {
    const mixed_law *law;
    const abut_patch *p;
    const abut_normal *n;
    abut_mixed c;
    double speed, by_u[2]; /* m/s with u_eps, s/m: d ln speed by u1, u2 */
    strength s;
} mixed_case;

/* A quantity with the gradient `by` (of ln N, speed, rho_x, rho_y) by h, hdot, P, Q, u1, u2; their places among the locals. */
void mixed_chain(const mixed_case *k, const double by[SHARE_BY], double row[ABUT_BY]);
static inline int mixed_local(int i) { return i < 4 ? i : ABUT_L_U1 + i - 4; }

void mixed_nodes_make(int count, mixed_nodes *out); /* count: even, 4 ... STRIPS_MAX */
/* Traction over the ellipse: T, and dT where wanted, and the parts of friction and loss in out->film. */
void mixed_ellipse(const mixed_case *c, bool derivatives, abut_traction *out);

#endif
