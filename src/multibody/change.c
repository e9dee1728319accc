/* What the linearisation says of the accelerations:
 *   M da = -(K d + C z) + G^T dl,   G da = -(Gq d + Gu z) */
#include "blocks.h"
#include "inside.h"

void mb_acceleration_change(mb_work *k, const double *d, const double *z, double *a) {
    const mb_sizes *size = &k->s->size;
    double *by_z = k->vector[0];
    blocks_multiply(k->s->pattern, k->filled, k->K, d, a);
    blocks_multiply(k->s->pattern, k->filled, k->C, z, by_z);
    for (int i = 0; i < size->nu; i++) a[i] = -(a[i] + by_z[i]);
    dynamics_mass_solve(k, a);
    if (!size->nc) return;
    double *g = k->g, *more = k->g2;
    loops_multiply(k, k->G, a, g);
    loops_multiply(k, k->Gq, d, more);
    for (int i = 0; i < size->nc; i++) g[i] += more[i];
    loops_multiply(k, k->Gu, z, more);
    for (int i = 0; i < size->nc; i++) g[i] += more[i];
    loops_correct(k, g, a);
}
