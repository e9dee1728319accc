/* The constants of the Coulomb law and its plainest case, inline because the element has it in its common path. */
#ifndef ABUT_FRICTION_COULOMB_H
#define ABUT_FRICTION_COULOMB_H

#include "abut/extend.h"
#include "strips.h"

typedef struct coulomb {
    slip_law law;
    double rolling, w_s2; /* m, (rad/s)^2 */
    bool ellipse;
    strips strips;
    double speed; /* m/s, the lesser of v_s and a v_stribeck that was given */
} coulomb;

/* Derivative of a law that gives a force only. */
static inline void coulomb_put(abut_traction *out, int local, double d1, double d2) {
    double *row = out->dT[local];
    row[ABUT_T1] = d1;
    row[ABUT_T2] = d2;
    row[ABUT_M1] = row[ABUT_M2] = row[ABUT_MN] = 0;
}

/* All the slip at one point: force only. */
static inline void coulomb_point(const slip_law *law, const abut_patch *p, const abut_normal *n, bool derivatives,
                                 abut_traction *out) {
    slip_point s = slip_point_of(law, n->N, p->v1, p->v2, derivatives);
    double gain = s.gain;
    out->T[ABUT_T1] = s.T1;
    out->T[ABUT_T2] = s.T2;
    out->T[ABUT_M1] = out->T[ABUT_M2] = out->T[ABUT_MN] = 0;
    if (!derivatives) return;
    for (int i = 0; i < 4; i++) coulomb_put(out, i, -gain * p->v1 * n->dN[i], -gain * p->v2 * n->dN[i]);
    coulomb_put(out, ABUT_L_V1, s.d11, s.d12);
    coulomb_put(out, ABUT_L_V2, s.d12, s.d22);
    out->used = ABUT_L_POINT;
    if (!p->film) return;
    for (int i = 0; i < 2; i++) /* where a film carries, N depends on the entrainment */
        coulomb_put(out, ABUT_L_U1 + i, -gain * p->v1 * n->dN[4 + i], -gain * p->v2 * n->dN[4 + i]);
    out->used |= ABUT_L_ROLLING;
}

#endif
