/* abut: friction of a lubricated contact whose film was solved (abut/ehl.h). Link libabut_field.
 *
 *     abut_ehl_line_solve(s, &def, &r, &why);
 *     abut_ehl_line_friction(&r, &(abut_ehl_slide){.size = b, .R = R, .p_h = p_h, ...}, &f, &why);    f.traction, f.rolling
 *
 * The oil is sheared by the sliding u1 - u2 and pushed through the gap by the pressure. Stress on the surfaces: tau -+ (h/2) dp/dx with tau that
 * of the sliding; so surface 1 feels -traction - rolling along the entrainment, surface 2 traction - rolling. See docs/theory/ehl_friction.md. */
#ifndef ABUT_EHL_FRICTION_H
#define ABUT_EHL_FRICTION_H

#include "abut/ehl.h"
#include "abut/lubrication.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bodies that take the heat of the film up, both alike. All zero: nothing warms up. Then beta and conductivity of the oil (in shear) count, too. */
typedef struct abut_ehl_heat {
    double conductivity; /* W/(m K) */
    double density;      /* kg/m^3 */
    double capacity;     /* J/(kg K) */
} abut_ehl_heat;

/* The contact in units, and how its oil is sheared. */
typedef struct abut_ehl_slide {
    double size;     /* m: half-width b of the dry line contact, semi-axis a along rho_x of the ellipse */
    double R;        /* m, 1/rho_x */
    double p_h;      /* Pa, of the dry contact */
    double length;   /* m, of a line contact */
    double D, angle; /* of the ellipse, as in its definition; D 0: 1 */
    double inlet;    /* m, of an ellipse: oil fills the gap before the contact up to this distance; 0: R/2 */
    double u_sum;    /* m/s, u1 + u2 > 0 */
    double slide;    /* m/s, u1 - u2, along the entrainment */
    abut_ehl_oil
        oil; /* that of the solution: what viscosity does under pressure; its alpha is needed here by Barus' law, too */
    abut_lubricant
        shear; /* eta0, shear, tau0, G, n, limit_slope and tau_min are used; alpha and viscosity are not: see oil */
    abut_ehl_heat heat;
} abut_ehl_slide;

typedef struct abut_ehl_friction {
    double traction;      /* N, of the sliding where there is pressure; has its sign */
    double mu;            /* traction over load */
    double tau_max;       /* Pa, greatest stress of the sliding */
    double rolling;       /* N on each surface, against its motion: -1/2 of the integral of h dp/dx */
    double inlet;         /* m: oil stands before the contact up to there. A point contact's rolling depends on it: */
    double rolling_by_ln; /* N: with e times that distance rolling is so much more; 0 of a line */
    double loss;          /* W: traction slide + rolling u_sum */
    double T_film;        /* K, greatest rise in the middle of the film; 0 without heat */
    double T_1, T_2;      /* K, greatest rise of the surfaces */
} abut_ehl_friction;

/* ABUT_BAD_VALUE with a sentence for what is not positive and finite, and where Newton's law, unlimited, leads to a traction above the load: no
 * oil carries that. *out is zero then. message may be NULL. */
ABUT_API abut_status abut_ehl_line_friction(const abut_ehl_line_result *r, const abut_ehl_slide *c,
                                            abut_ehl_friction *out, abut_message *message);
ABUT_API abut_status abut_ehl_point_friction(const abut_ehl_point_result *r, const abut_ehl_slide *c,
                                             abut_ehl_friction *out, abut_message *message);

#ifdef __cplusplus
}
#endif
#endif
