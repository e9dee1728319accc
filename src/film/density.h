/* Pressure in the middle of the dry contact, how it changes with load and shape, and the density of the lubricant there. */
#ifndef ABUT_FILM_DENSITY_H
#define ABUT_FILM_DENSITY_H

#include "abut/lubrication.h"

typedef struct film_pressure {
    double p;     /* Pa; NaN beyond the range of numbers */
    double by[5]; /* d ln p by the logarithms of F, speed, rho_x, rho_y, E' */
} film_pressure;

/* Dowson and Higginson: 1 + TOP p/(1 + UNDER p), p in GPa */
#define FILM_DENSITY_TOP   0.6
#define FILM_DENSITY_UNDER 1.7

film_pressure film_pressure_of(const abut_film_in *in);
double film_density(double p, double *slope); /* over that at p = 0; d ln ratio/d ln p */

#endif
