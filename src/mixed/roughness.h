/* Rough surfaces inside the library: integrals over the heights, pressure and separation; arguments are not checked. */
#ifndef ABUT_MIXED_ROUGHNESS_H
#define ABUT_MIXED_ROUGHNESS_H

#include "abut/lubrication.h"

typedef struct asperities {
    double F;      /* F_n(Phi) */
    double scaled; /* F_n exp(Phi^2/2) for Phi >= 0, else F_n */
} asperities;
asperities asperity_integral(double n, double Phi);

bool roughness_good(const abut_roughness *r);                       /* smooth, or all three positive */
double roughness_number(const abut_roughness *r);                   /* eta beta sigma */
double asperity_stiffness(const abut_roughness *r, double E_prime); /* Pa, p_asp over F_{5/2}; sigma > 0 */
double asperity_area_share(const abut_roughness *r, double Phi);    /* pi^2 (eta beta sigma)^2 F_2(Phi) */

/* ln F_{5/2}(Phi) and its slope by Phi; no underflow. */
double asperity_log(double Phi, double *slope);
/* The separation that holds a film of y = h/sigma > 0. */
double separation_of_film(double y);
double film_of_separation(double Phi); /* Phi cdf(Phi) + pdf(Phi) */
double normal_cdf(double x);

#endif
