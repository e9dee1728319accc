/* Arithmetic-geometric mean and the complete elliptic integrals, in the form the Hertz problem needs. */
#ifndef ABUT_NUMERIC_ELLIPTIC_H
#define ABUT_NUMERIC_ELLIPTIC_H

/* One pass of the AGM of (1, kappa) that also collects s, free of cancellation for every kappa in (0, 1]:
 *   K(c) = pi/(2 M),  C = P/Q = beta (1 + c s)/(1 - c s),  beta = kappa^2, c = 1 - beta. */
typedef struct agm_sums {
    double M, s;
} agm_sums;
agm_sums agm_pass(double kappa);

#endif
