/* Vectors of the tangent plane carried with the normal without spin: Rodrigues' turn about k = n x n',
 *   a' = a + k x a + k x (k x a)/(1 + n . n'). */
#ifndef ABUT_CONTACT_CARRY_H
#define ABUT_CONTACT_CARRY_H

#include "base/vec.h"

typedef struct carry {
    vec3 n, k;
    double c, share; /* n . n'; 1/(1 + c) */
} carry;

static inline carry carry_of(vec3 n_old, vec3 n_new) {
    double c = v3_dot(n_old, n_new);
    return (carry){n_old, v3_cross(n_old, n_new), c, 1 / (1 + c)};
}

static inline vec3 carried(const carry *t, vec3 a) {
    if (t->c < -1 + 1e-12) return v3_axpy(-2 * v3_dot(t->n, a), t->n, a); /* half a turn: no shortest way */
    vec3 ka = v3_cross(t->k, a);
    return v3_add(a, v3_add(ka, v3_scale(t->share, v3_cross(t->k, ka))));
}

#endif
