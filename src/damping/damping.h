/* Small helpers shared by the damping laws. */
#ifndef ABUT_DAMPING_DAMPING_H
#define ABUT_DAMPING_DAMPING_H

#include <math.h>

#include "abut/extend.h"

/* N = F (1 + factor): scales the elastic force; slope is d(factor)/d(hdot). */
static inline void damping_scale(const abut_patch *p, double factor, double slope, abut_normal *n) {
    double F = n->N;
    n->N = F * (1 + factor);
    n->dN[0] *= 1 + factor;
    n->dN[1] = F * slope;
    n->dN[2] *= 1 + factor;
    n->dN[3] *= 1 + factor;
    n->loss = (n->N - F) * p->hdot;
}

/* Hunt-Crossley, of one contact or four: N = F times this. */
#define DAMPING_FACTOR(chi, hdot) (1 + (chi) * (hdot))
typedef struct hunt_crossley {
    double chi; /* s/m */
} hunt_crossley;

/* chi hdot with chi = gain/v0, v0 the touch speed, not below v_min. Before the touch is committed v0 is today's hdot. */
static inline void damping_touch_speed(const abut_patch *p, const abut_damping_memory *memory, double gain,
                                       double v_min, abut_normal *n) {
    double v0 = memory->touch_speed;
    if (isnan(v0) && p->hdot > v_min) {
        damping_scale(p, gain, 0, n); /* hdot/v0 = 1 */
        return;
    }
    double chi = gain / (v0 > v_min ? v0 : v_min);
    damping_scale(p, chi * p->hdot, chi, n);
}

#define DAMPING_RESTITUTION                                                                                            \
    {                                                                                                                  \
        .name = "restitution", .unit = "1", .required = true, .low = 0.01, .high = 1,                                  \
        .meaning = "wanted ratio of speeds after and before impact"                                                    \
    }
#define DAMPING_V_MIN                                                                                                  \
    {                                                                                                                  \
        .name = "v_min", .unit = "m/s", .preset = 1e-3, .low = 0, .high = INFINITY, .open = true,                      \
        .meaning = "floor of the remembered touch speed"                                                               \
    }

#endif
