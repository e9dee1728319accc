/* Shear of the oil in a solved contact: stress of the sliding at one node, in units.
 *
 *   Newton tau = eta v/h,  Eyring tau0 asinh(eta v/(h tau0)),  Carreau eta v/h (1 + (eta v/(h G))^2)^((n - 1)/2); over each a limiting stress
 *   tau/sqrt(1 + (tau/tau_L)^2), tau_L = limit_slope p + tau_min
 *
 * by the laws of src/lubricant/stress.h. The viscosity is that of the solution (fluid.h): exponents are not cut at 50 as they are
 * there, since Eyring's stress goes on with their logarithm. */
#ifndef ABUT_EHL_SHEAR_H
#define ABUT_EHL_SHEAR_H

#include "abut/ehl_friction.h"
#include "fluid.h"
#include "lubricant/stress.h"

typedef struct ehl_shear {
    const abut_ehl_slide *c;
    oil_law law;
    ehl_fluid fluid;
    double film; /* m: film of 1 in Hertz' units */
} ehl_shear;

/* Refuses what cannot be sheared, with the key to blame. */
abut_status ehl_shear_check(const abut_ehl_slide *c, bool line, abut_message *message);
ehl_shear ehl_shear_of(const abut_ehl_slide *c);
/* ln(eta/eta0) at P. */
double ehl_shear_thickening(const ehl_shear *s, double P);
/* Pa: at pressure P and film H in Hertz' units, at the viscosity exp(thinner) times that of the pressure (0: not heated). */
double ehl_shear_stress(const ehl_shear *s, double P, double H, double thinner);
/* Whether the film warms up. */
bool ehl_shear_warm(const abut_ehl_slide *c);
/* Whether nothing bounds the stress but the viscosity. */
bool ehl_shear_newtonian(const ehl_shear *s);

#endif
