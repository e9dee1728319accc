/* Asperities between two rough surfaces on a grid: what they carry, and how much oil is between them, over the distance g of the mean
 * planes, in Hertz' units.
 *
 *   Greenwood and Tripp: P = k F_{5/2}(g/sigma), mean film h = sigma (Phi cdf(Phi) + pdf(Phi)), Phi = g/sigma, k as in mixed/roughness.h
 *   a table of a measured surface (abut_rough_table): P over the mean gap, which is g and h at once
 */
#ifndef ABUT_EHL_ROUGH_H
#define ABUT_EHL_ROUGH_H

#include "abut/lubrication.h"

typedef struct ehl_rough {
    const abut_roughness *of;
    double sigma;     /* Hertz' units */
    double stiffness; /* of surface_ln_load, over p_h */
} ehl_rough;

abut_status ehl_rough_check(const abut_roughness *of, double E_prime, double R, double p_h, abut_message *message);
/* film: m, of 1 in Hertz' units. */
ehl_rough ehl_rough_of(const abut_roughness *of, double E_prime, double p_h, double film);

typedef struct ehl_rough_at {
    double P, dP; /* pressure of the asperities and its derivative by g, <= 0 */
    double h, dh; /* mean film */
} ehl_rough_at;
/* g > 0 with a table; anything with Greenwood and Tripp. */
ehl_rough_at ehl_rough_gap(const ehl_rough *r, double g);
/* Whether the law knows this distance. */
bool ehl_rough_knows(const ehl_rough *r, double g);
/* The distance at which asperities alone carry P. */
double ehl_rough_stand(const ehl_rough *r, double P);

#endif
