/* The linear systems of friction_solve: (P A P + D) v = b on the free directions. */
#ifndef ABUT_FIELD_FRICTION_LINEAR_H
#define ABUT_FIELD_FRICTION_LINEAR_H

#include "friction_solve.h"

/* Free directions: both where n = 0, the one across n otherwise, none where the stiffness is negative. */
typedef struct friction_freedom {
    size_t cells;
    double *nx, *ny;
    double *stiff; /* m/Pa, D */
} friction_freedom;

enum { FRICTION_KRYLOV = 40, FRICTION_VECTORS = FRICTION_KRYLOV + 4, FRICTION_SYMMETRIC = 5 };

typedef struct friction_inner {
    double *vector[FRICTION_VECTORS]; /* 2*cells each */
} friction_inner;

void friction_restrict(const friction_freedom *f, double *v); /* v = P v */
/* Until the residual is `forcing` of b. Returns the number of products. */
int friction_linear(friction_inner *m, const friction_freedom *f, const friction_task *t, const double *b,
                    double forcing, double *v);

#endif
