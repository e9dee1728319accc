/* Density of the lubricant in the middle of the contact, and how it changes with load and shape. */
#ifndef ABUT_FILM_DENSITY_H
#define ABUT_FILM_DENSITY_H

#include "abut/lubrication.h"

typedef struct film_density {
    double p;                              /* Pa, Hertz pressure; 0 if not asked for */
    double ratio;                          /* over that at p = 0; 1 if not asked for */
    double slope;                          /* d ln ratio/d ln p */
    double by_F, by_rho_x, by_rho_y, by_E; /* d ln p/d ln ... */
} film_density;

film_density film_density_at(bool compressible, const abut_film_in *in);

#endif
