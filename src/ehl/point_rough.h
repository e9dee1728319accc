/* Nodes of an elliptic contact of rough surfaces, as mixed_newton.h has them for lines: unknown are the pressures P of film and asperities
 * together and the offset of the mean planes,
 *
 *   g = H0 + shape + K P,   P_f = P - P_a(g),   F(P_f, h(g)) = 0 where P_f > 0, F <= 0 where P_f = 0.
 *
 * Rows of F by P_f and h become rows by P and g: dP_f = dP - P_a' dg, dh = h' dg. All inner nodes are active: where the film has broken
 * the row is that of P_f = 0. */
#ifndef ABUT_EHL_POINT_ROUGH_H
#define ABUT_EHL_POINT_ROUGH_H

#include <stdbool.h>
#include <stddef.h>

#include "rough.h"

typedef struct ehl_rough_nodes {
    const ehl_rough *law;
    double *P_f, *P_a, *dP_a, *h, *dh; /* at the state looked at last */
    double *scale, *stiff;             /* |dF/dP_f| and dP_f/dP of a node alone */
    unsigned char *wet;                /* the film is whole */
} ehl_rough_nodes;

struct ehl_level;
/* Makes the surfaces of all grids rough; NULL: smooth again. False: no memory. */
bool ehl_level_roughen(struct ehl_level *l, const ehl_rough *law);
void ehl_rough_nodes_drop(ehl_rough_nodes *r);

/* Parts of the pressures, and flow; false: gaps beyond the law of the asperities. */
bool ehl_rough_look(struct ehl_level *l, const double *P, const double *g, bool rows);
/* Scales of the rows from dg, the sizes of their diagonals. */
void ehl_rough_scale(struct ehl_level *l);
/* Where the film is whole. */
void ehl_rough_choose(struct ehl_level *l);
/* Rows of the nodes where it is not. */
void ehl_rough_dry_rows(struct ehl_level *l);

#endif
