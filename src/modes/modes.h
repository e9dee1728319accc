/* Modes, from the linearised system to eigenvalues: what modes.c, matrices.c and eigen.c share. Matrices stand
 * column by column. */
#ifndef ABUT_MODES_H
#define ABUT_MODES_H

#include "base/vec.h"
#include "multibody/system.h"

/* Small motions p'' = -T p - D p' along the directions that constraints leave free. */
typedef struct modes_matrices {
    int nu, n;     /* unknown velocities, free directions */
    double *basis; /* nu x n: change of the unknowns along each direction; orthonormal in the norm of the mass */
    double *T, *D; /* n x n, 1/s^2 and 1/s */
} modes_matrices;

/* Of the last linearisation in k at the velocities u. To be freed, also after a failure. */
abut_status modes_reduce(const mb_work *k, const double *u, modes_matrices *out, abut_message *message);
void modes_matrices_free(modes_matrices *m);

typedef struct modes_value {
    double re, im; /* 1/s; im >= 0 */
} modes_value;

/* Eigenvalues with im >= 0, the free directions (0) first, then by size. */
typedef struct modes_values {
    int count, zeros; /* all, free directions */
    double largest;   /* 1/s, of all eigenvalues */
    modes_value *value;
    double *re, *im; /* n x count: along the basis, length 1, largest component real and positive */
} modes_values;

/* Overwrites m->T and m->D. To be freed, also after a failure. */
abut_status modes_solve(modes_matrices *m, modes_values *out, abut_message *message);
void modes_values_free(modes_values *v);

/* ---- speeds.c: drives by a speed that turn bodies or joints ---- */
int modes_drives(const abut_world *w);                      /* how many there are */
void modes_read_speeds(const abut_world *w, double *speed); /* rad/s, of each */
/* Each becomes this one times `factor`. */
void modes_set_speeds(abut_world *w, const double *speed, double factor);
/* The first that is not zero, otherwise the first; -1: there is none. */
int modes_leader(const abut_world *w);
vec3 modes_axis(const abut_world *w); /* of that, world, as it turns now; 0: nothing turns */

#endif
