/* Friction of two bodies that are pressed together on a grid: shift and twist in steps, with memory, and rolling with creepage and spin.
 *
 * Axes and signs of cerruti.h: tractions q and the force are those on body 1, shift, twist, creepages and spin those of body 1 against
 * body 2, so that the force points against the shift. Slip of a particle over a step (Kalker):
 *
 *   s = (sx - phi y, sy + phi x) + u(x) - u'(x + d)
 *
 * with the shift (sx, sy) and the twist phi of the step, the displacement difference u by the tractions and the pressure of the step and u'
 * by those of the step before; d = 0 for shifts. Rolling in the direction of x: the window went on by d, and sx = xi d, sy = eta d,
 * phi = spin d; x of the twist is that in the middle of the path, x + d/2. Steady rolling: u' = u.
 *
 * Memory is the tractions and the pressure of the step before: arrays of the caller. */
#ifndef ABUT_FIELD_FRICTION_GRID_H
#define ABUT_FIELD_FRICTION_GRID_H

#include "friction_operator.h"
#include "friction_solve.h"

typedef struct friction_grid friction_grid;

/* rolled: m, the distance d that all steps have; 0 for shifts. NULL: out of memory. */
friction_grid *friction_grid_create(const grid *g, const elastic_pair *pair, double rolled);
void friction_grid_destroy(friction_grid *f);
friction_operator *friction_grid_operator(friction_grid *f); /* displacements at the cells */

typedef struct friction_step {
    double mu;
    const double *pressure; /* Pa, cells */
    const double *q0, *p0;  /* Pa, tractions (2*cells) and pressure before; NULL: none */
    double shift[2], twist; /* m, rad, of this step */
    bool steady;            /* q0, p0 are those looked for: steady rolling. Needs rolled > 0 */
    bool force_given;       /* the shift is looked for: */
    double force[2];        /* N, at which the force is this */
    double tolerance;       /* 0: 1e-8 */
} friction_step;

typedef struct friction_result {
    double force[2], moment; /* N, N m about the middle of the window */
    double shift[2];         /* m, of the step */
    double loss;             /* J, of the step: -sum of q.s */
    friction_report report;
    int rounds; /* solutions: more than one where the force was given, or steady rolling went through steps */
} friction_result;

/* q (2*cells): a start, and the solution; s (2*cells): slip. Nothing is allocated. With steady rolling that Newton's method does not
 * find the patch is rolled over its length and the method starts again. */
friction_result friction_grid_step(friction_grid *f, const friction_step *step, double *q, double *s);

void friction_grid_rigid_slip(const friction_grid *f, const double shift[2], double twist, double *w); /* m, 2*cells */
/* force, moment and, with s, loss of tractions */
void friction_grid_sums(const friction_grid *f, const double *q, const double *s, friction_result *r);

/* Creepages of steady rolling without slip, Kalker's linear theory: F_x = -G c^2 C11 xi, F_y = -G c^2 C22 eta - G c^3 C23 phi,
 * M = G c^3 C32 eta - G c^4 C33 phi, c^2 = ab, on the cells where contact[] is not zero. Needs rolled > 0, and room for 2*cells numbers. */
typedef struct creep_coefficients {
    double C11, C22, C23, C32, C33;
} creep_coefficients;
creep_coefficients friction_creep_coefficients(friction_grid *f, const double *contact, double ab, double *room);

#endif
