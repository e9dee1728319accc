/* Tractions bounded by friction: find q = (qx, qy) on the cells with |q| <= g and slip s = w + A q such that
 *
 *   stick: s = 0, or slip: q = -g s/|s|.
 *
 * A is a linear operator: displacements by tractions (symmetric, positive definite: the solution is the least of q.Aq/2 + w.q on the
 * discs, and unique), or their change along the path of rolling (not symmetric).
 *
 * Semismooth Newton on q = disc(q - c s), disc() being the nearest point of the disc: slipping cells keep one direction of freedom, so
 * that each step is a linear system on part of the cells, for conjugate gradients or GMRES. The steps are shortened where the
 * energy (symmetric) or the residual does not fall. */
#ifndef ABUT_FIELD_FRICTION_SOLVE_H
#define ABUT_FIELD_FRICTION_SOLVE_H

#include <stdbool.h>
#include <stddef.h>

/* u = A q; arrays hold all values of x and then all of y. */
typedef void friction_product(void *user, const double *q, double *u);

typedef struct friction_task {
    size_t cells;
    const double *bound; /* Pa, g of each cell; 0: not in contact */
    const double *w;     /* m, 2*cells: slip without tractions */
    friction_product *product;
    friction_product *inverse; /* q = about A^-1 u, symmetric if A is; NULL: u c */
    void *user;
    double scale;     /* Pa/m, c: about 1/A of a cell on itself */
    bool symmetric;   /* A is */
    double tolerance; /* of the residual; 0: 1e-8 */
    int most;         /* Newton steps; 0: 60 */
} friction_task;

typedef struct friction_report {
    double residual;  /* greatest |q - disc(q - c s)| of a cell over the greatest g */
    int steps, inner; /* Newton steps, products inside of them */
    int stick, slip;  /* cells */
    bool converged;
} friction_report;

typedef struct friction_work friction_work; /* memory of the solver */
friction_work *friction_work_create(size_t cells,
                                    bool any); /* any: also for operators that are not symmetric. NULL: out of memory */
void friction_work_destroy(friction_work *work);
/* The same in memory of the caller, aligned as doubles are, for symmetric operators. */
size_t friction_work_size(size_t cells);
friction_work *friction_work_place(void *memory, size_t cells);

/* q (2*cells): a start, and the solution; s (2*cells): slip. Nothing is allocated. */
friction_report friction_solve(friction_work *work, const friction_task *task, double *q, double *s);

/* How q changes when w changes by dw (2*cells): one linear system about the solution q, s of friction_solve. */
void friction_tangent(friction_work *work, const friction_task *task, const double *q, const double *s,
                      const double *dw, double *dq);

/* What a sum l.q (l: 2*cells) of a solution depends on: d(l.q) = by_w . dw + by_bound . dbound (2*cells and cells), one linear system
 * for a symmetric A. */
void friction_adjoint(friction_work *work, const friction_task *task, const double *q, const double *s, const double *l,
                      double *by_w, double *by_bound);

#endif
