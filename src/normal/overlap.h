/* The overlap of two bodies: volume, area, perimeter, moments, and how they change as B moves against A.
 *
 * The curve where the surfaces of the bodies meet is found point by point along rays from the middle of the overlap, in polar
 * coordinates that stretch an ellipse to a circle. With T = g_A x g_B along it,
 *   area vector     A = (1/2) oint r x dr,      dA = oint g_A (g_B . v) dr/T,
 *   perimeter       p = oint |dr|,              dp at fixed angles + corners,
 * v the velocity of B's material; the area is S = |A| and the normal n = A/S. Volume and moments are integrals of the thickness
 * along e3 over the rays; their derivatives those of the ends of B (Reynolds).
 *
 * A smooth curve is summed at equal angles, one with corners, which lie where three sides meet, by Gauss' rule between them:
 * corners move with the bodies, and so do the nodes. */
#ifndef ABUT_NORMAL_OVERLAP_H
#define ABUT_NORMAL_OVERLAP_H

#include "abut/extend.h"
#include "base/quadric.h"

enum { OVERLAP_RULES = 48, OVERLAP_NODES = 160, OVERLAP_BREAKS = 16, OVERLAP_FREE = 12 };

/* Gauss-Legendre rules of 1 to OVERLAP_RULES points on [0, 1]; and the rule of Lobatto for int_0^1 f x dx, exact for f of degree
 * 2 free + 1, whose first and last points are 0 and 1. */
typedef struct overlap_rules {
    double x[OVERLAP_RULES * (OVERLAP_RULES + 1) / 2], w[OVERLAP_RULES * (OVERLAP_RULES + 1) / 2];
    int free;
    double radius[OVERLAP_FREE + 2], weight[OVERLAP_FREE + 2];
} overlap_rules;
void overlap_make_rules(overlap_rules *r, int free);

/* A number and its derivatives by a motion of B: displacement at the origin of the frame, rotation. */
typedef struct overlap_number {
    double v, d[ABUT_MOTIONS];
} overlap_number;

/* A point of the curve. */
typedef struct overlap_node {
    int a, b;           /* the sides that meet there */
    vec3 x;             /* m */
    vec3 ga, gb;        /* gradients */
    vec3 T;             /* ga x gb, in the direction of growing angle */
    double angle, rate; /* polar angle, and its change along T */
    double w;           /* weight of the sum over dr/T */
    double sign;        /* T = sign ga x gb */
} overlap_node;

/* A corner, where three sides meet. */
typedef struct overlap_corner {
    int side[3];
    vec3 x, g[3];
    double in, out; /* m, length of the curve per angle before and after; 0: it goes straight */
    vec3 turn;      /* 1/m, gradient of the angle */
} overlap_corner;

typedef struct overlap_contour {
    int nodes, corners, straights;
    overlap_node node[OVERLAP_NODES];
    overlap_corner corner[OVERLAP_BREAKS];
    int straight[OVERLAP_BREAKS]; /* corners from which the curve goes straight to the next one */
    double scale[2];              /* m, that make a circle of it */
    double crowd;                 /* nodes crowd where a slender curve bends: angle = t - crowd/2 sin 2t */
} overlap_contour;

enum { OVERLAP_1, OVERLAP_X, OVERLAP_Y, OVERLAP_Z, OVERLAP_XX, OVERLAP_XY, OVERLAP_YY, OVERLAP_D, OVERLAP_MOMENTS };

typedef struct overlap {
    overlap_number area[3];                 /* m^2, its vector */
    overlap_number perimeter;               /* m */
    overlap_number moment[OVERLAP_MOMENTS]; /* of the volume: 1 x y z xx xy yy, and the integral of thickness squared */
    abut_gap frame;                         /* in which all this is */
} overlap;

/* `nodes`: 4 is usual, more is finer. */
abut_status overlap_measure(const abut_gap *gap, const overlap_rules *rules, int nodes, bool derivatives, overlap *out);

/* overlap_meet.c: the point of two sides on the ray from the middle in the direction (ex, ey); rho and z on entry are the start. `last`: the
 * last Newton step over rho; the error is of its square. */
#define OVERLAP_FINE   1e-7
#define OVERLAP_COARSE 1e-3
abut_status overlap_meet(const abut_gap *frame, double ex, double ey, int a, int b, double last, double *rho, double *z,
                         overlap_node *out);
/* The same with whatever sides bound the overlap in that direction; those of *near are tried first, by Newton steps alone or, should they
 * fail, by bracketing. */
abut_status overlap_meet_sides(const abut_gap *frame, double ex, double ey, double last, overlap_node *near,
                               double *rho, double *z);
abut_status overlap_meet_any(const abut_gap *frame, double ex, double ey, double last, overlap_node *near, double *rho,
                             double *z);
/* The side that the point lies farthest outside of, but for those it lies on; -1: none. */
int overlap_violated(const abut_gap *frame, const int on[], int count, vec3 x);
bool overlap_upright(const abut_gap *frame, int side); /* a wall along e3 */

/* overlap_contour.c: the curve, in a frame of its own, which is put into *frame. */
abut_status overlap_find_contour(const abut_gap *gap, const overlap_rules *rules, int nodes, abut_gap *frame,
                                 overlap_contour *out);
/* overlap_edge.c: where the overlap ends on the ray rho (ex, ey) from the origin, a point of it, to `tolerance` of rho; the sides there and
 * its height in *near. */
abut_status overlap_edge(const abut_gap *frame, double ex, double ey, double tolerance, overlap_node *near,
                         double *rho);
/* overlap_rays.c: the moments. */
abut_status overlap_fill(const abut_gap *g, const overlap_contour *c, const overlap_rules *rules, int nodes,
                         bool derivatives, overlap *out);

static inline const double *overlap_rule(const double *table, int n) { return table + n * (n - 1) / 2; }

/* What the jet of a side gives, without a call where the surface is a quadric. */
static inline abut_status overlap_jet(const abut_gap *g, int side, const vec3 *x, int order, abut_jet *out) {
    if (side > 1) {
        const abut_wall *w = &g->side[side].wall;
        out->f = v3_dot(w->m, *x) - w->at;
        out->g = w->m;
        for (int i = 0; i < 6; i++) out->H[i] = 0;
        return ABUT_OK;
    }
    if (!g->quadric[side]) return g->jet(g, side, x, order, out);
    quadric_jet(&g->q[side], *x, out);
    return ABUT_OK;
}

/* g . v for the six motions */
static inline void overlap_row(vec3 x, vec3 g, double row[ABUT_MOTIONS]) {
    vec3 turn = v3_cross(x, g);
    row[0] = g.x;
    row[1] = g.y;
    row[2] = g.z;
    row[3] = turn.x;
    row[4] = turn.y;
    row[5] = turn.z;
}

#endif
