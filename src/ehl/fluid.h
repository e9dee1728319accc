/* The fluid of an EHL contact in Hertz' units: pressure P = p/p_h, viscosity over that at ambient pressure, density likewise.
 *
 *   Barus      ln eta = alpha p_h P
 *   Roelands   ln eta = k ((1 + p_h P/p_r)^z - 1),  k = alpha p_r/z,  p_r = 1.962e8 Pa
 *   Dowson and Higginson   rho = 1 + 0.6e-9 p/(1 + 1.7e-9 p), p in Pa
 */
#ifndef ABUT_EHL_FLUID_H
#define ABUT_EHL_FLUID_H

#include <stdbool.h>

typedef struct ehl_fluid {
    double ab;  /* alpha p_h */
    double p_h; /* Pa; used by Roelands and where the fluid is compressible */
    double z;   /* Roelands' exponent; 0: Barus */
    bool dense; /* compressible by Dowson and Higginson */
} ehl_fluid;

typedef struct ehl_state {
    double rho, drho; /* density and its derivative by P */
    double e, g;      /* rho/eta; g = ln e */
    double dg;        /* derivative of ln(rho/eta) by P */
} ehl_state;

ehl_state ehl_fluid_at(const ehl_fluid *f, double P);

/* Logarithmic mean of e at two neighbours, (e1 - e2)/(g1 - g2), and its derivatives by the two pressures. With it the flow between
 * two nodes is exact where ln(rho/eta) is linear in P, as Barus' law is. */
typedef struct ehl_mean {
    double value, d1, d2;
} ehl_mean;

ehl_mean ehl_fluid_mean(const ehl_state *s1, const ehl_state *s2);

#endif
