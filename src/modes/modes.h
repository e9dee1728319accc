/* Modes, from the linearised system to eigenvalues: what modes.c, matrices.c and eigen.c share. Matrices stand
 * column by column. */
#ifndef ABUT_MODES_H
#define ABUT_MODES_H

#include "abut/world.h"
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
/* Starts the world anew and reduces what it is about this place; residual: the largest unbalanced force. To be freed, also after
 * a failure. */
abut_status modes_linearise(abut_world *w, const abut_solver_def *def, abut_modes_place place, modes_matrices *m,
                            double *residual, abut_message *message);
/* The sentence of a failure, kept by the world. */
abut_status modes_refuse(abut_world *w, abut_status status, const abut_message *message);
/* to := basis x */
void modes_along_basis(const modes_matrices *m, const double *x, double *to);
/* Change of place and orientation of a node per change d of the unknowns. */
void modes_motion(const mb_work *k, int node, const double *d, double out[6]);

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
abut_mode modes_mode(const modes_values *v, int i); /* but for its whirl */

/* ---- speeds.c: drives by a speed that turn bodies or joints ---- */
int modes_drives(const abut_world *w);                      /* how many there are */
void modes_read_speeds(const abut_world *w, double *speed); /* rad/s, of each */
/* Each becomes this one times `factor`. */
void modes_set_speeds(abut_world *w, const double *speed, double factor);
/* The first that is not zero, otherwise the first; -1: there is none. */
int modes_leader(const abut_world *w);
vec3 modes_axis(const abut_world *w); /* of that, world, as it turns now; 0: nothing turns */

/* A walk over speeds of that drive: the others keep their ratio to it. */
typedef struct modes_sweep {
    abut_world *w;
    const abut_solver_def *solver;
    double *given, *unit; /* rad/s, of each drive: in the model; at 1 rad/s of the first */
} modes_sweep;

abut_status modes_sweep_begin(modes_sweep *s, abut_world *w, const abut_solver_def *solver);
void modes_sweep_turn(const modes_sweep *s, double speed);       /* rad/s, before the world is started */
abut_status modes_sweep_end(modes_sweep *s, abut_status status); /* drives as before; returns status */

/* ---- response.c: what unbalance does at one speed (rad/s); stability: look for modes that grow. To be freed. ---- */
abut_status modes_respond(const modes_sweep *sweep, double speed, bool stability, abut_response_speed *out);
void modes_respond_free(abut_response_speed *at);

#endif
