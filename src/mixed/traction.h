/* Tangential strength of a mixed contact and the friction of a uniform slip, with derivatives. Gradients are by the logarithms
 * of force, speed, rho_x and rho_y, as in sharing.h. Arguments are not checked. */
#ifndef ABUT_MIXED_TRACTION_H
#define ABUT_MIXED_TRACTION_H

#include "sharing.h"

/* What friction depends on besides the slip. */
typedef struct strength {
    double phi;      /* share of the film */
    double h, h_min; /* m */
    double a, b;     /* m, of the dry contact under the whole load */
    double area;     /* m^2, that the film covers */
    double p;        /* Pa: greatest pressure in the film, or the pressure of a uniform one */
    bool uniform;
    double boundary;                       /* N, of the asperities */
    double by_a[SHARE_BY], by_b[SHARE_BY]; /* of logarithms, and so on: */
    double by_area[SHARE_BY], by_h[SHARE_BY], by_p[SHARE_BY];
    double by_boundary[SHARE_BY]; /* N */
} strength;

/* F > 0; speed >= 0, with u_eps in it: 0 is no film. */
abut_status strength_load_sharing(const abut_mixed *c, double F, double speed, strength *out);
/* The model pressure_tanh with the smooth film and the oil's own laws at the mean pressure; p_k 0: by its own formula. */
abut_status strength_pressure_tanh(const abut_mixed *c, double p_k, double F, double speed, strength *out);

typedef struct friction_parts {
    double fluid, boundary; /* N, magnitudes at the slip speed v >= 0 */
    double gain;            /* N s/m, their sum over v, or its limit */
    double by_v;            /* N s/m */
    double by[SHARE_BY];    /* N */
} friction_parts;
/* The pressure is Hertz's: sin(theta) over the strip of a line contact or the ellipse, by eight Gauss nodes in theta. */
friction_parts friction_at(const abut_mixed *c, const strength *s, double v);
/* The nodes: sin(theta), and their weights over a strip. */
enum { FRICTION_NODES = 8 };
extern const double friction_sine[FRICTION_NODES], friction_of_line[FRICTION_NODES];

/* Of an ellipse: scale [(T1 - T2)/(1 + M/ROLLING_M) + T2], before heating and starvation. T1 goes with speed^(-1/12), M with
 * F speed^(-3/4), the scale with F^(1/3) speed^(3/4). */
#define ROLLING_M 6.6
typedef struct rolling_ellipse {
    double T1, T2, M, scale;
} rolling_ellipse;
rolling_ellipse rolling_ellipse_of(const abut_mixed *c, double F, double speed);
/* Force against rolling by the pressure in the inlet (N), at the mean surface speed speed/2; 0 without film. */
double rolling_force(const abut_mixed *c, double F, double speed, double by[SHARE_BY]);

#endif
