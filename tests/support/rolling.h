/* Rolling resistance by Biboulet and Houpert (2010) as published, coded once more for tests. */
#ifndef ABUT_TESTS_ROLLING_H
#define ABUT_TESTS_ROLLING_H

/* N, on each surface of an ellipse of semi-axes a >= b (m) under N (N); rho_x along the rolling, u_sum = u1 + u2: part 2, eq. 32, the moment
 * T = F Rx with lengths in Rx. */
double published_ellipse(double rho_x, double rho_y, double a, double b, double N, double E_prime, double eta0,
                         double u_sum);
/* N/m, of a line under the load q per length: part 1. */
double published_line(double rho_x, double q, double E_prime, double eta0, double u_sum);

#endif
