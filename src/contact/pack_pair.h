/* Contacts of balls with balls and with planes, whatever their radii and materials, four at a time with the laws of the element:
 * exact Hertz, hunt_crossley or no damping, coulomb friction at the contact point. For many bodies (multibody/crowd.h): lists of
 * near pairs in, wrenches on the bodies out. */
#ifndef ABUT_CONTACT_PACK_PAIR_H
#define ABUT_CONTACT_PACK_PAIR_H

#include "base/row4v.h"
#include "element.h"

/* A ball at one instant, world axes: rows of four numbers. */
typedef struct pair_ball {
    double c[3], radius; /* m, its centre */
    double v[3];         /* m/s, of the centre */
    double kind;         /* its line in the tables of stiffness */
    double w[3], spare;
} pair_ball;

typedef struct pair_plane {
    vec3 p, n;    /* a point of it, the normal out of its body */
    vec3 r, v, w; /* origin of its body, velocity there, angular velocity */
    int kind;
} pair_plane;

/* What all pairs have in common, and tables kinds x kinds: N_el = e sqrt(R) h^(3/2), a^2 = A R h, with R the radius of the ball
 * on a plane, R_a R_b/(R_a + R_b) of two. */
typedef struct pair_law {
    const struct element_kernel *kernel;
    double chi;
    abut_slip_law slip;
    int kinds;
    const double *e, *A;
} pair_law;

typedef struct pair_sums {
    double energy, loss_normal, loss_friction; /* J, W */
    double max_N, max_p_max, max_h;            /* N, Pa, m */
} pair_sums;

/* One contact: `force` acts on the second of the pair (of a plane: on the ball), n leads to it. */
typedef struct pair_out {
    double h, hdot, N, a, p_max, energy, loss_normal, loss_friction;
    vec3 force, point, n, slip;
} pair_out;

typedef struct near_list {
    int count;
    const int (*pair)[2];    /* indices of balls; with a plane only the second counts */
    const pair_plane *plane; /* NULL: balls against balls */
} near_list;

/* Does the element have laws of this form? Fills all but the tables. */
bool pair_law_of(const abut_element *e, pair_law *law);
/* What stands in the tables for the materials of this element: a ball on a plane, or two balls. */
void pair_stiffness(const abut_element *e, double *stiffness, double *ellipse);

/* Which pairs touch: their places in the list, in its order. Returns how many. */
int pairs_touching(const near_list *l, const pair_ball *ball, int *touching);
/* Adds force (3 numbers, one spare) and moment about the centre (likewise) of those to the `wrench` of each ball, and to that of the
 * plane, about r. out: NULL, or of each that touches. */
abut_status pairs_eval(const pair_law *law, const near_list *l, const pair_ball *ball, const int *touching, int count,
                       double (*wrench)[8], double plane[8], pair_sums *sums, pair_out *out);

#endif
