/* abut: friction and stresses of a contact on a grid (abut/field.h). Tractions are found that nowhere exceed mu p: full sliding,
 * shift and twist in steps with memory, rolling with creepage and spin, steady or in steps; bodies may be of different materials, then
 * pressure and tractions depend on each other. Link libabut_field.
 *
 * Conventions
 *   - z points into body a. Tractions, force and moment are those on body a; shift, twist, creepages and spin those of body a against
 *     body b: the force points against the shift. Moments are about the middle of the window.
 *   - Rolling goes in the direction of x: particles enter the contact at its end of greatest x. A step of rolling moves the
 *     window by `rolled`; body a shifts by creep times that.
 *   - Fields of two components hold all values of x, then all of y.
 *   - A solve is a trial and leaves no trace; abut_field_friction_accept makes its tractions the past of the next one. */
#ifndef ABUT_FIELD_FRICTION_H
#define ABUT_FIELD_FRICTION_H

#include "abut/field.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_field_friction_def {
    abut_field_grid grid; /* not periodic; a line contact is one row of long cells */
    abut_material a, b;   /* not both rigid */
    double mu;            /* coefficient of friction */
    double rolled;        /* m, distance of a step of rolling; 0: it does not roll */
    double tol;           /* of the residual; 0: 1e-8 */
    double memory;        /* bytes it may need at most; 0: 4e9 */
} abut_field_friction_def;

typedef struct abut_field_motion {
    double shift[2], twist; /* m, rad, of this step; when rolling creepages and spin (1/m) */
    bool sliding;           /* all cells slip, in the direction of shift and twist */
    bool steady;            /* rolling: the past is the solution itself */
    bool by_force;          /* the shift, or the creepages, are looked for at which the force is */
    double force[2];        /* N, this */
} abut_field_motion;

typedef struct abut_field_friction_result {
    double force[2], moment; /* N, N m */
    double shift[2];         /* m, of the step; when rolling creepages */
    double loss;             /* J, of the step; steady rolling: per distance `rolled` */
    long stick_cells, slip_cells;
    double residual; /* greatest |q - disc(q - c s)| of a cell over the greatest mu p: disc() is the nearest point with
                                |q| <= mu p, s the slip, 1/c the displacement of a cell by its own traction */
    long steps, inner;      /* of Newton's method; products of its linear systems */
    long rounds;            /* between pressure and tractions; 1 for bodies that are alike */
    const double *traction; /* Pa, 2*nx*ny; live until the next solve */
    const double *slip;     /* m, 2*nx*ny, of the step */
} abut_field_friction_result;

typedef struct abut_field_friction abut_field_friction;

/* NULL and a sentence if the definition is wrong or memory ends. */
ABUT_API abut_field_friction *abut_field_friction_create(const abut_field_friction_def *def, abut_message *message);
ABUT_API void abut_field_friction_destroy(abut_field_friction *f);
/* bytes that an object of this definition needs at most */
ABUT_API double abut_field_friction_bytes(const abut_field_friction_def *def);

/* Tractions under a pressure that is known (Pa, nx*ny), which they do not change. ABUT_NO_CONVERGENCE: *out is the best that was found. */
ABUT_API abut_status abut_field_friction_solve(abut_field_friction *f, const double *pressure,
                                               const abut_field_motion *motion, abut_field_friction_result *out,
                                               abut_message *message);
/* Pressure and tractions together, each in turn until neither changes; `normal` has the same grid and materials. */
ABUT_API abut_status abut_field_friction_with_pressure(abut_field_friction *f, abut_field *normal,
                                                       const abut_field_load *load, const abut_field_motion *motion,
                                                       abut_field_result *pressed, abut_field_friction_result *out,
                                                       abut_message *message);
ABUT_API void abut_field_friction_accept(abut_field_friction *f); /* the last solve becomes the past */
ABUT_API void abut_field_friction_forget(abut_field_friction *f); /* there is no past */

/* The past as one block of plain bytes, to be saved and restored with the state of an integrator that goes back in time. */
ABUT_API size_t abut_field_friction_memory_size(const abut_field_friction *f);
ABUT_API void abut_field_friction_get_memory(const abut_field_friction *f, void *block);
ABUT_API void abut_field_friction_set_memory(abut_field_friction *f, const void *block);
/* The past seen from a window that has moved over the bodies since: its middle was at x, y (m) of the old one, its axes were turned by
 * `angle`. Cells between cells are interpolated; a distance of steady steps is better left to `rolled`. */
ABUT_API void abut_field_friction_move(abut_field_friction *f, double x, double y, double angle);

/* Kalker's coefficients of rolling without slip on the cells with pressure: F_x = -G c^2 C11 xi, F_y = -G c^2 C22 eta - G c^3 C23 phi,
 * M = G c^3 C32 eta - G c^4 C33 phi with c^2 = ab, the area of contact over pi, 1/G = (1/G_a + 1/G_b)/2. C23 = C32 up to the
 * error of the grid. */
typedef struct abut_field_creep {
    double C11, C22, C23, C32, C33, c;
} abut_field_creep;
ABUT_API abut_status abut_field_friction_creep(abut_field_friction *f, const double *pressure, abut_field_creep *out,
                                               abut_message *message);

/* ---- stresses below the surface ---- */
typedef struct abut_field_body {
    abut_field_grid grid;   /* not periodic */
    const double *pressure; /* Pa, nx*ny */
    const double *traction; /* Pa, 2*nx*ny, on body a; NULL: none */
    double nu;              /* of the body */
    bool b;                 /* body b: tractions act on it the other way round, z points into it */
} abut_field_body;

typedef struct abut_field_stress {
    double xx, yy, zz, xy, yz, zx; /* Pa, tension positive */
    double von_mises, shear;       /* Pa, half the difference of the greatest and the least principal stress */
} abut_field_stress;

typedef struct abut_field_peak {
    double value, x, y, depth; /* Pa, m: below the centre of a cell */
} abut_field_peak;

/* At `count` points x, y, depth; depth 0 only at centres of cells. */
ABUT_API abut_status abut_field_stress_at(const abut_field_body *body, const double (*points)[3], int count,
                                          abut_field_stress *out, abut_message *message);
/* The greatest von Mises stress, and the greatest shear, in the body. Either may be NULL. */
ABUT_API abut_status abut_field_stress_greatest(const abut_field_body *body, abut_field_peak *von_mises,
                                                abut_field_peak *shear, abut_message *message);

#ifdef __cplusplus
}
#endif
#endif
